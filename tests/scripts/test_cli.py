"""The `kingmaker` command: what it prints, where, and with which exit code."""
import json
import math
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kingmaker.games import available_games, load_game
from kingmaker.games.files.positions import load_position
from kingmaker.scripts.cli import app
from kingmaker.search.hint.hint import hint

ROOT = Path(__file__).resolve().parents[2]
KUHN = '{"game": "kuhn-poker", "version": 1, "state": "KJ:pb"}'
OH_HELL = '{"game": "oh-hell", "version": 1, "options": {"players": 3, "ranks": 6, "tricks": 4}, "deal": 7}'
LONG_MATCH = ["match", "--game", "connect-four", "--agents", "ismcts:iterations=2000;random", "--pairs", "100000",
              "--format", "json"]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "kuhn.json").write_text(KUHN)
    (tmp_path / "oh_hell.json").write_text(OH_HELL)
    (tmp_path / "over.json").write_text(KUHN.replace("KJ:pb", "KJ:pbb"))
    return tmp_path


def run(*args, code=0, **options):
    """Run a command in this process."""
    result = CliRunner().invoke(app, [str(arg) for arg in args], **options)
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


def start(*args, env=None):
    """Start a command in a process of its own."""
    return subprocess.Popen([sys.executable, "-m", "kingmaker.scripts.cli", *map(str, args)], cwd=ROOT, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                            env={**os.environ, **(env or {})})


def finish(process, code=0):
    out, err = process.communicate(timeout=60)
    assert process.returncode == code, err
    assert "Traceback" not in err
    return out, err


# -- the frame ----------------------------------------------------------------------------------------------------


@pytest.mark.release
def test_help_is_quick():
    """Within 0.2 s; where the machine is busy, within as much as 2.5 imports of typer alone take at that moment."""
    times, alone = [], []
    for _ in range(5):
        begin = time.perf_counter()
        out, _ = finish(start("--help"))
        times.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import typer.main"], check=True)
        alone.append(time.perf_counter() - begin)
    assert "hint" in out
    assert min(times) < max(0.2, 2.5 * min(alone))


def test_help_loads_nothing_heavy():
    code = ("import sys, kingmaker.scripts.cli; heavy = {'numpy', 'joblib', 'kingmaker.games', 'kingmaker.search', "
            "'kingmaker.analysis', 'kingmaker.datasets', 'pandas', 'scipy', 'matplotlib', 'rich.console'} & "
            "set(sys.modules); sys.exit(', '.join(heavy) or 0)")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT / "src", capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", ["games", "hint", "legal", "match", "show"])
def test_every_command_has_help(command):
    assert f"Usage: kingmaker {command}" in run(command, "--help").stdout
    assert command in run("-h").stdout


def test_whoever_says_nothing_is_told_what_can_be_said():
    assert run().stdout == run("--help").stdout


def test_version():
    first, *rest = run("--version").stdout.splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert first == f"kingmaker {project['version']}"
    assert f"\nversion: {project['version']}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## {project['version']}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [line.split()[0] for line in rest] == ["build", "python", "signature"]
    assert rest[0].split()[1].rstrip(",") == os.environ.get("KINGMAKER_CHECKED", "release")


@pytest.mark.parametrize(("args", "message"), [
    (["nonsense"], "nonsense"),
    (["hint"], "POSITION'; `kingmaker hint --help` tells more"),
    (["ladder"], "Missing option '--game'; `kingmaker ladder --help` tells more"),
    (["hint", "missing.json"], "missing.json: No such file or directory"),
    (["hint", "."], "Is a directory"),
    (["legal", "{tmp}/kuhn.json", "--nonsense"], "--nonsense"),
    (["show", "{tmp}/kuhn.json", "--observer", "2"], "expected a player in [0, 1], got 2"),
    (["show", "{tmp}/kuhn.json", "--svg", "{tmp}/kuhn.json/where.svg"], "File exists"),
    (["hint", "{tmp}/over.json"], "the game is over"),
    (["hint", "{tmp}/kuhn.json", "--seed", "-1"], "--seed"),
    (["hint", "{tmp}/kuhn.json", "--seconds", "0"], "seconds: expected a number in [0.001, 1e+07], got 0.0"),
    (["hint", "{tmp}/kuhn.json", "--iterations", "3"], "at least one for each of the 8 replicates, got 3"),
    (["hint", "{tmp}/kuhn.json", "--confidence", "200"], "confidence: expected a number in [50, 99.99]"),
    (["hint", "{tmp}/kuhn.json", "--jobs", "0"], "jobs: expected at least 1, or -1"),
    (["hint", "{tmp}/kuhn.json", "--agent", "random"], "'random' does not search; those that do: flat"),
    (["hint", "{tmp}/kuhn.json", "--agent", "ismcts:iters=9"], "did you mean 'iterations'"),
    (["hint", "{tmp}/kuhn.json", "--agent", "ismcts:seconds=9", "--seconds", "1"], "--seconds: it is also given in"),
    (["hint", "{tmp}/kuhn.json", "--agent", "ismcts:depth=3"], "kuhn-poker has no evaluation"),
    (["match", "--agents", "random,random"], "--game"),
    (["match", "--game", "kuhn", "--agents", "random,random"], "unknown game 'kuhn'; known: architects, brian-boru"),
    (["match", "--game", "kuhn-poker", "--agents", "random"], "expected two agents, got 1 in 'random'"),
    (["match", "--game", "kuhn-poker", "--agents", "random,greddy"], "did you mean 'greedy'"),
    (["match", "--game", "kuhn-poker", "--agents", "random,greedy"], "kuhn-poker has no evaluation"),
    (["match", "--game", "kuhn-poker", "--players", "3", "--agents", "random,random"], "unknown option 'players'"),
    (["match", "--game", "oh-hell", "--players", "9", "--agents", "random,random"], "in [3, 5], got '9'"),
    (["match", "--game", "kuhn-poker", "--agents", "random,random", "--pairs", "0"], "--pairs"),
    (["match", "--game", "kuhn-poker", "--agents", "random,random", "--sprt", "20"], "two ratings as 0,20; got '20'"),
    (["match", "--game", "kuhn-poker", "--agents", "random,random", "--sprt", "5,a"], "two ratings as 0,20; got '5,a'"),
    (["match", "--game", "kuhn-poker", "--agents", "random,random", "--sprt", "5,1"], "expected elo0 < elo1"),
    (["match", "--game", "kuhn-poker", "--agents", "random,random", "--sprt", "0,1", "--alpha", "1"], "alpha"),
    (["match", "--game", "kuhn-poker", "--agents", "random,random", "--rotate", "x"], "unknown option 'x'"),
    (["match", "--game", "oh-hell", "--agents", "random,random", "--rotate", "players"], "different numbers"),
    (["match", "--game", "kuhn-poker", "--agents", "random,random", "--jobs", "-7"], "jobs: expected at least 1"),
    (["match", "--game", "kuhn-poker", "--agents", "random,random", "--format", "csv"], "--format"),
])
def test_bad_input_is_one_message_and_code_2(files, args, message):
    result = run(*(arg.format(tmp=files) for arg in args), code=2)
    assert result.stdout == ""
    talk = [line for line in result.stderr.splitlines() if not line.startswith("kingmaker: seed ")]
    assert len(talk) == 1, talk
    assert talk[0].startswith("kingmaker: error: ")
    assert message in talk[0]


def test_a_bad_position_names_the_file_and_the_place(files):
    (files / "bad.json").write_text('{"game": "kuhn-poker",\n "version": 1, }')
    assert f"{files}/bad.json: line 2, column" in run("legal", files / "bad.json", code=2).stderr
    _, err = finish(start("legal", files / "bad.json"), code=2)
    assert err.startswith(f"kingmaker: error: {files}/bad.json: line 2, column")
    assert err.count("\n") == 1


def test_a_closed_pipe_is_no_error():
    done = subprocess.run(["bash", "-c", f"{sys.executable} -m kingmaker.scripts.cli games --format json | true; "
                           "exit ${PIPESTATUS[0]}"], cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", [
    ["hint", "{tmp}/kuhn.json"], ["analyse", "{tmp}/kuhn.json"], ["review", "{tmp}/kuhn.json"],
    ["match", "--game", "kuhn-poker", "--agents", "random,random"],
    ["ladder", "--game", "kuhn-poker", "--agents", "random;policy", "--out", "{tmp}/made/x.jsonl"],
    ["selfplay", "--game", "kuhn-poker", "--out", "{tmp}/made"],
    ["learn", "--game", "two-heirs", "--out", "{tmp}/made"],
    ["balance", "{tmp}/made", "--run", "random", "--game", "two-heirs"], ["bench", "--game", "kuhn-poker"],
    ["difficulty", "{tmp}/made", "--run", "random", "--game", "two-heirs"],
    ["table", "--game", "two-heirs", "--save", "{tmp}/made"],
], ids=lambda command: command[0])
@pytest.mark.parametrize("jobs", ["0", "-2", "99999999999999999999", "9" * 4000])
def test_jobs_that_cannot_be_are_refused_before_anything_is_done(files, command, jobs):
    result = run(*(arg.format(tmp=files) for arg in command), "--jobs", jobs, code=2)
    assert re.fullmatch(r"kingmaker: error: (bench: )?jobs: expected at (least|most) .{1,120}\n", result.stderr)
    assert not (files / "made").exists()


def test_nothing_is_imported_from_the_current_folder(tmp_path):
    """Neither by the command nor by its workers; an empty entry of PYTHONPATH means that folder too."""
    for name in ("random", "numpy", "typer", "joblib", "pickle", "threading", "queue", "cloudpickle", "pandas", "rich"):
        (tmp_path / f"{name}.py").write_text("import os; os.write(2, b'shadowed'); os._exit(3)", encoding="utf-8")
    command = [sys.executable, "-m", "kingmaker.scripts.cli", "match", "--game", "kuhn-poker", "--agents",
               "random,random", "--pairs", "8", "--seed", "1", "--jobs", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:"})
    assert (done.returncode, done.stderr) == (0, "")


# -- positions ----------------------------------------------------------------------------------------------------


def test_games_lists_every_game_with_players_and_options():
    rows = {row["name"]: row for row in json.loads(run("games", "--format", "json").stdout)}
    assert list(rows) == available_games()
    assert rows["oh-hell"]["players"] == [3, 5]
    assert rows["oh-hell"]["options"]["players"]["default"] == 3
    assert rows["tic-tac-toe"] | {"players": [2, 2], "hidden": "nothing"} == rows["tic-tac-toe"]
    assert all("reconstructed" in row for row in rows.values())
    table = run("games").stdout
    assert all(name in table for name in rows)


def test_legal_is_sorted_and_reads_standard_input(files):
    assert run("legal", files / "kuhn.json").stdout == "bet\npass\n"
    assert run("legal", "-", input=KUHN).stdout == "bet\npass\n"
    assert run("legal", files / "over.json").stdout == ""
    moves = run("legal", files / "oh_hell.json").stdout.split()
    assert moves == sorted(load_position(files / "oh_hell.json").legal_moves())


def test_show_tells_the_truth_or_one_view(files):
    shown = run("show", files / "kuhn.json").stdout
    assert all(line in shown for line in ("state   KJ:pb", "view 0  K:pb", "view 1  J:pb", "player  0"))
    shown = run("show", files / "kuhn.json", "--observer", "1", "--svg", files / "p.svg").stdout
    assert "view 1  J:pb" in shown
    assert "KJ" not in shown
    drawn = (files / "p.svg").read_text(encoding="utf-8")
    assert drawn == load_position(files / "kuhn.json").svg(1)
    assert "returns 2 -2" in run("show", files / "over.json").stdout


# -- hints --------------------------------------------------------------------------------------------------------


def test_hint_as_json_is_that_of_the_library(files):
    out = run("hint", files / "oh_hell.json", "--iterations", "800", "--seed", "3", "--format", "json").stdout
    state = load_game("oh-hell:players=3,ranks=6,tricks=4").new(7)
    assert out == hint(state, iterations=800, seed=3).to_json() + "\n"
    row = json.loads(out)
    assert (row["game"], row["player"], row["seed"], row["iterations"]) == ("oh-hell", state.player, 3, 800)
    assert row["options"] == state.game.options
    assert {"move", "plan", "visits", "availability", "value", "win", "win_ci", "margin", "margin_ci", "loss",
            "loss_ci", "p_best"} <= set(row["moves"][0])


def test_hint_as_a_table_says_where_it_comes_from(files):
    result = run("hint", files / "kuhn.json", "--iterations", "800", "--seed", "3", "--agent", "so-ismcts:c=0.5",
                 "--more")
    assert result.stderr == ""
    out = result.stdout
    best = next(line for line in out.splitlines() if line.lstrip().startswith("*"))
    assert best.split()[:2] == ["*", "bet"]
    for words in ("800 iterations", "800 worlds", "seed 3", "so-ismcts:iterations=800,replicates=8,c=0.5",
                  "seen by player 0",
                  "kuhn-poker", "kingmaker ", "8 independent trees", "ended by iterations"):
        assert words in out


def test_hint_marks_ties(files):
    (files / "start.json").write_text('{"game": "phantom-444", "version": 1, "deal": 0}')
    args = ["hint", files / "start.json", "--iterations", "400", "--seed", "1"]
    row = json.loads(run(*args, "--format", "json").stdout)
    lines = [line.split() for line in run(*args, "--more").stdout.splitlines() if line.startswith(" ") and line.strip()]
    assert [words[1] for words in lines if words[0] == "*"] == [row["moves"][0]["move"]]
    assert [words[1] for words in lines if words[0] == "="] == row["tied"] != []


def test_hint_draws_a_seed_and_tells_it(files):
    result = run("hint", files / "kuhn.json", "--iterations", "80", "--format", "json")
    assert result.stderr == f"kingmaker: seed {json.loads(result.stdout)['seed']}\n"


def test_hint_stops_when_it_is_sure(files):
    out = run("hint", files / "kuhn.json", "--confidence", "95", "--seconds", "20", "--format", "json").stdout
    assert json.loads(out)["stopped_by"] == "confidence"


def test_hint_streams_lines_and_the_last_one_is_final(files):
    args = ["hint", files / "oh_hell.json", "--iterations", "16000", "--seed", "3"]
    lines = run(*args, "--stream").stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    assert [row["final"] for row in rows] == [False] * (len(rows) - 1) + [True]
    assert len(rows) > 3
    assert lines[-1] + "\n" == run(*args, "--format", "json").stdout
    assert [row["iterations"] for row in rows] == sorted(row["iterations"] for row in rows)
    assert all(row["hangs_on"] is None and row["sensitivity"] == [] for row in rows[:-1])


def test_hint_streams_the_first_line_soon(files):
    """Within half a second of the search's start; generous here, for the start of the command and a busy machine."""
    args = ["hint", files / "oh_hell.json", "--seconds", "6", "--seed", "3", "--stream"]
    start = time.monotonic()
    with subprocess.Popen([sys.executable, "-m", "kingmaker.scripts.cli", *map(str, args)], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}) as process:
        first = json.loads(process.stdout.readline())
        assert time.monotonic() - start < 3
        rest = [json.loads(line) for line in process.stdout]
    assert not first["final"]
    assert [row["final"] for row in rest].count(True) == 1
    assert rest[-1]["final"]
    assert rest[-1]["stopped_by"] == "seconds"


def test_hint_as_a_page(files):
    args = ["hint", ROOT / "examples" / "two_heirs" / "midgame.json", "--iterations", "800", "--seed", "3"]
    out = run(*args, "--format", "html").stdout
    assert out.startswith("<!DOCTYPE html>")
    assert out.rstrip().endswith("</html>")
    assert out.count("<svg") > 1
    assert "--stream: it prints JSON lines" in run(*args, "--format", "html", "--stream", code=2).stderr


def test_hint_has_ten_lines_and_more_has_plan_points_and_reasons():
    args = ["hint", ROOT / "examples" / "two_heirs" / "solo_brave.json", "--iterations", "8000", "--seed", "1"]
    short, long = run(*args).stdout, run(*args, "--more").stdout
    assert len(short.splitlines()) <= 10
    assert long.startswith(short)
    assert long.splitlines()[len(short.splitlines()) + 1].startswith("plan  1 ")
    for words in ("where the points come from", "treasure", "what is hidden", "half of the search (", "rollout=",
                  "P(best)",
                  "positions that looked alike", "worth: win ", "seen by Blue", "8 independent trees", "seed 1"):
        assert words in long
        assert words not in short


# -- matches ------------------------------------------------------------------------------------------------------


def test_match_as_json_and_as_a_table():
    args = ["match", "--game", "oh-hell:ranks=4,tricks=2", "--players", "4", "--agents", "ismcts:iterations=30;random",
            "--pairs", "6", "--seed", "2", "--jobs", "1"]
    result = run(*args, "--format", "json")
    row = json.loads(result.stdout)
    assert result.stderr == ""
    assert (row["a"], row["b"], row["pairs"], row["games"]) == ("ismcts:iterations=30", "random", 6, 24)
    assert row["par"] == 0.25
    assert row["game"] == "oh-hell"
    assert row["options"]["players"] == 4
    table = run(*args).stdout
    for words in ("ismcts:iterations=30", "random", "score", "equals score 0.250", "seed 2", "each of 4 seats"):
        assert words in table


def test_match_warns_of_clocks_and_tells_its_seed():
    result = run("match", "--game", "kuhn-poker", "--agents", "flat:seconds=0.001;random", "--pairs", "2")
    assert "a clock is a budget here" in result.stderr
    assert "kingmaker: seed " in result.stderr


def test_match_with_a_sequential_test_as_json_and_as_a_table():
    args = ["match", "--game", "leduc-poker", "--agents", "ismcts:iterations=60;random", "--seed", "2", "--jobs", "2",
            "--sprt", "0,60", "--alpha", "0.02"]
    result = run(*args, "--format", "json")
    assert result.stderr == ""
    row = json.loads(result.stdout)
    assert row["stopped_by"] == "sprt"
    assert row["sprt"]["verdict"] == "h1"
    assert row["sprt"]["llr"] >= row["sprt"]["bounds"][1] == pytest.approx(math.log(0.95 / 0.02))
    assert (row["sprt"]["elo0"], row["sprt"]["elo1"], row["sprt"]["alpha"], row["sprt"]["beta"]) == (0, 60, 0.02, 0.05)
    table = run(*args).stdout
    for words in ("sequential test: h1: Elo 60 rather than 0", "lean outwards", "ended by sprt"):
        assert words in table
    capped = run(*args, "--pairs", "3").stdout
    assert "sequential test: open between Elo 0 and 60" in capped
    assert "lean outwards" not in capped


def test_match_in_rotation_and_alone():
    args = ["match", "--game", "two-heirs", "--mode", "solo", "--short", "1", "--agents", "greedy,random",
            "--seed", "2", "--rotate", "sets", "--jobs", "1", "--pairs"]
    row = json.loads(run(*args, "20", "--format", "json").stdout)
    assert len(row["rotated"]["sets"]) == 20
    assert [one["agent"] for one in row["solo"]] == ["greedy", "random"]
    result = run(*args, "21")
    assert "21 pairs over 20 variants: some are played once more than others" in result.stderr
    for words in ("alone", "further ahead of white than b", "two-heirs:mode=solo,short=1 · 20 sets in turn"):
        assert words in result.stdout


# -- the same bytes -----------------------------------------------------------------------------------------------


def test_jobs_and_hash_seeds_do_not_change_a_byte(files):
    hint = ["hint", files / "oh_hell.json", "--iterations", "4000", "--seed", "3", "--format", "json"]
    match = ["match", "--game", "leduc-poker", "--agents", "ismcts:iterations=50;policy", "--pairs", "8", "--seed", "3",
             "--format", "json"]
    for command in (hint, match):
        outs = {finish(start(*command, "--jobs", jobs, env={"PYTHONHASHSEED": str(hash_seed)}))[0]
                for jobs, hash_seed in ((1, 0), (2, 1), (2, 4242))}
        assert len(outs) == 1


@pytest.mark.release
def test_a_pause_does_not_change_a_byte(files):
    args = ["hint", files / "oh_hell.json", "--iterations", "600000", "--seed", "3", "--jobs", "2", "--format", "json"]
    plain, _ = finish(start(*args))
    process = start(*args)
    for wait in (0.35, 0.1, 0.1):
        time.sleep(wait)
        os.killpg(process.pid, signal.SIGSTOP)
        time.sleep(0.3)
        os.killpg(process.pid, signal.SIGCONT)
    assert finish(process)[0] == plain


# -- Ctrl-C -------------------------------------------------------------------------------------------------------


def press_ctrl_c(process, whole_group, wait_s=1.5):
    """Interrupt a command that has told its seed, as the terminal does (to all its processes) or as `kill` does."""
    assert process.stderr.readline().startswith("kingmaker: seed ")
    time.sleep(wait_s)
    (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
    return finish(process, code=130)


@pytest.mark.release
@pytest.mark.parametrize(("jobs", "whole_group"), [(1, True), (2, True), (2, False)])
def test_ctrl_c_in_a_match_gives_the_deals_done(jobs, whole_group):
    for wait_s in (1.5, 6, 20):  # a busy machine may need long for the first deal
        out, err = press_ctrl_c(start(*LONG_MATCH, "--jobs", jobs), whole_group, wait_s)
        if out:
            break
    row = json.loads(out)
    assert row["stopped_by"] == "interrupt"
    assert 0 < row["pairs"] < 100000
    assert err == "kingmaker: interrupted\n"
    again = ["--pairs" if a == "--pairs" else str(row["pairs"]) if a == "100000" else a for a in LONG_MATCH]
    whole = json.loads(run(*again, "--seed", row["seed"], "--jobs", "1").stdout)
    assert whole == row | {"stopped_by": "pairs"}


@pytest.mark.release
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_in_a_hint_gives_the_best_so_far(files, jobs):
    args = ["hint", files / "oh_hell.json", "--seconds", "60", "--jobs", jobs, "--format", "json"]
    out, err = press_ctrl_c(start(*args), True)
    row = json.loads(out)
    assert row["stopped_by"] == "interrupt"
    assert row["iterations"] > 0
    assert err == "kingmaker: interrupted\n"


@pytest.mark.release
def test_ctrl_c_before_anything_is_done_prints_nothing():
    args = ["match", "--game", "connect-four", "--agents", "ismcts:iterations=1000000000;random", "--jobs", "2"]
    assert press_ctrl_c(start(*args), True) == ("", "kingmaker: interrupted\n")


# -- killed -------------------------------------------------------------------------------------------------------


def running(group):
    """Return the processes of a group that still run; one that ended and was not fetched yet does not count."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # gone meanwhile
            continue
        if int(its_group) == group and state != "Z":
            found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="counts processes in /proc")
def test_workers_end_with_a_command_that_is_killed():
    """Also in the middle of a search that would never end."""
    process = start("match", "--game", "connect-four", "--agents", "ismcts:iterations=1000000000;random", "--jobs", "2")
    try:
        until(lambda: len(running(process.pid)) >= 3)  # itself and two workers
        time.sleep(1.5)  # they have begun
        process.kill()
        process.wait()
        until(lambda: not running(process.pid))
    finally:
        for one in running(process.pid):
            os.kill(one, signal.SIGKILL)
        process.communicate()  # its ends of the pipes are closed only now


def until(holds, patience_s=30):
    """Wait for something to come true."""
    begin = time.monotonic()
    while not holds():
        assert time.monotonic() - begin < patience_s
        time.sleep(0.2)
