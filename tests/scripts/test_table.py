"""`kingmaker table` through a pipe and a terminal: what is typed is kept, whatever ends the program."""
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kingmaker.games.files.replays import load_replays
from kingmaker.scripts.cli import app

ROOT = Path(__file__).parents[2]
GAME = ["table", "--game", "two-heirs", "--mode", "solo", "--level", "2", "--sets", "travel,dominion,trade"]
LAST_OF_A_HINT = "How sure:"
OPENING = "T1 T2 T3 D1 D2 D4\ngreen yellow\n"


def run(path, typed, *args, code=0):
    done = CliRunner().invoke(app, [*GAME, "--save", str(path), "--seed", "1", *args], input=typed)
    assert done.exit_code == code, done.output + repr(done.exception)
    return done


def kept(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def start(path, stdin, **streams):
    command = [sys.executable, "-m", "kingmaker.scripts.cli", *GAME, "--save", str(path), "--seed", "1"]
    return subprocess.Popen(command, cwd=ROOT, stdin=stdin, **streams)


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def test_a_session_is_kept_and_gone_on_with(tmp_path):
    path = tmp_path / "game.jsonl"
    first = run(path, OPENING + "t1 d9 green\nquit\n").stdout
    assert "blue: take T1\n  refill: D9 Camp, yellow, 1 wood; on top of the stack now: green" in first
    assert kept(path)[-3:] == [{"move": "take T1"}, {"seen": "D9"}, {"seen": "green"}]
    second = run(path, "end\nC2 yellow\nK5\nshow\nundo\n")
    assert "gone on with after 11 entries, 1 decisions" in second.stderr
    assert second.stdout.count("Henry builds T3 on 0,1, bottom to the north") == 1
    assert second.stdout.endswith("blue> \n"), "the undo leads back to Blue's decision"
    assert kept(path)[-2:] == [{"seen": "K5"}, {"undo": ""}]
    assert "stack: 19, top green" in run(path, "").stdout


def test_a_kill_loses_at_most_the_line_being_typed(tmp_path):
    path = tmp_path / "game.jsonl"
    process = start(path, subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    process.stdin.write((OPENING + "t1\nd9\n").encode())
    process.stdin.flush()
    wait_for(lambda: path.exists() and path.read_bytes().endswith(b'{"seen": "D9"}\n'))
    process.stdin.write(b"gre")  # being typed
    process.stdin.flush()
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    process.stdin.close()
    assert kept(path)[1:] == [*({"setup": word} for word in (*OPENING.split(),)), {"move": "take T1"}, {"seen": "D9"}]
    assert "colour of the stack's new top?" in run(path, "").stdout, "asked again, and no more than that"


def test_a_line_that_the_disk_has_half_is_left_out(tmp_path):
    path = tmp_path / "game.jsonl"
    run(path, OPENING + "t1 d9 green\n")
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"move": "exte')
    assert "the last line was cut off and is left out" in run(path, "").stderr
    assert path.read_bytes() == whole


def test_other_options_and_files_of_others_are_refused(tmp_path):
    path = tmp_path / "game.jsonl"
    run(path, OPENING)
    assert f"--save {path}: it was begun with given" in run(path, "", "--level", "3", code=2).stderr
    path.write_text(path.read_text(encoding="utf-8") + '{"move": "end"}\n', encoding="utf-8")
    assert "line 10: illegal move 'end': you have not taken a tile yet" in run(path, "", code=2).stderr
    (tmp_path / "note.txt").write_text("shopping\n", encoding="utf-8")
    error = run(tmp_path / "note.txt", "", code=2).stderr
    assert """expected a first line {"table": ...}, got 'shopping\\n'""" in error
    assert (tmp_path / "note.txt").read_text(encoding="utf-8") == "shopping\n"


def test_a_hint_and_mistakes_leave_the_session_as_it_is(tmp_path):
    path = tmp_path / "game.jsonl"
    done = run(path, OPENING + "?\n? 1\n? soon\nend\nmoves\nhelp\n", "--seconds", "0.3")
    assert len(re.findall(r"blue> Blue: +take \w+", done.stdout)) == 2
    assert len(re.findall(r"^Chance: +.* to win", done.stdout, re.MULTILINE)) == 2
    assert len(re.findall(r"^How sure: +", done.stdout, re.MULTILINE)) == 2
    assert "expected nothing or whole seconds" in done.stderr
    assert "illegal move 'end': you have not taken a tile yet" in done.stderr
    assert "  take T1 (Inn, green, 2 stone 1 wheat, row)\n" in done.stdout
    assert len(kept(path)) == 9, "the head and eight answers"


def without_talk(text):
    """What stands on standard output whatever the clock: not the messages, not a hint."""
    text = re.sub(r"^Blue: .*?^How sure:.*?\n(?:(?:Runner-up| |Why better|Careful).*\n)*", "(a hint)\n", text,
                  flags=re.DOTALL | re.MULTILINE)
    return [line.rstrip() for line in text.splitlines() if line.strip() and not re.match(r"kingmaker: |\$ ", line)]


def test_the_session_in_the_docs_is_a_real_one(tmp_path):
    page = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
    for part in re.findall(r"```text\n(.*?)```", page, re.DOTALL)[-2:]:
        typed = re.findall(r"^(?:\.\.\.|blue)> ?(.*)$", part, re.MULTILINE)
        shown = re.sub(r"^(?:\.\.\.|blue)> ?.*\n?", "", part, flags=re.MULTILINE)
        done = CliRunner().invoke(app, ["table", "--game", "two-heirs", "--mode", "solo", "--seconds", "0.2", "--save",
                                        str(tmp_path / "game.jsonl"), "--seed", "1"],
                                  input="".join(f"{line}\n" for line in typed if line))
        assert done.exit_code == 0
        assert without_talk(re.sub(r"(?:\.\.\.|blue)> ", "", done.stdout)) == without_talk(shown)


def test_open_games_are_followed_and_others_refused(tmp_path):
    run_it = CliRunner().invoke
    args = ["table", "--save", str(tmp_path / "x.jsonl"), "--seed", "1", "--game"]
    done = run_it(app, [*args, "tic-tac-toe", "--seconds", "0.2"], input="b2\na1\nundo\n?\n")
    assert done.exit_code == 0
    assert kept(tmp_path / "x.jsonl")[1:] == [{"move": "b2"}, {"move": "a1"}, {"undo": ""}]
    won = run_it(app, [*args, "tic-tac-toe"], input="a1\nb1\na3\nb3\n")
    assert "the game is over: player 0 1, player 1 -1; won by player 0; undo, show or quit" in won.stdout
    refused = run_it(app, ["table", "--save", str(tmp_path / "y.jsonl"), "--game", "leduc-poker"])
    assert refused.exit_code == 2
    assert "leduc-poker: it cannot be followed" in refused.stderr


MIDGAME = {  # what two people have in front of them after three turns
    "game": "two-heirs", "version": 1, "mode": "duel", "sets": ["travel", "dominion", "trade"], "player": "blue",
    "phase": "main", "taken": False, "discounts": 0, "turns_after_this": None,
    "supply": ["T3", "D1", "D8", "C4", "T7", "C9"], "stack": {"left": 18, "top": "green"},
    "hands": {"blue": ["T1"], "white": ["D4"]}, "board": [{"at": [0, 0], "tile": "?green", "owner": None}],
    "units": {name: [{"kind": "elite", "at": [0, 0], "moved": False},
                     *[{"kind": "regular", "at": "supply", "moved": False}] * 2] for name in ("blue", "white")},
    "removed": []}


def follow(*args, typed="", code=0):
    done = CliRunner().invoke(app, ["table", "--seed", "1", *map(str, args)], input=typed)
    assert done.exit_code == code, done.output + repr(done.exception)
    return done


def test_a_game_is_followed_from_its_middle_on(tmp_path):
    position, path = tmp_path / "now.json", tmp_path / "game.jsonl"
    position.write_text(json.dumps(MIDGAME), encoding="utf-8")
    done = follow("--position", position, "--save", path, typed="undo\nt t3\nt8 yellow\nend\n")
    assert "nothing to take back" in done.stderr, "the position is where it begins"
    assert "which green tile is turned up?" in done.stdout
    assert "refill: T8 Robber Keep, green, 2 wood 1 wheat; on top of the stack now: yellow" in done.stdout
    assert done.stdout.endswith("white> \n")
    position.unlink()
    assert kept(path) == [
        {"table": 1, "game": "two-heirs", "given": {}, "position": MIDGAME}, {"move": "take T3"}, {"seen": "T8"},
        {"seen": "yellow"}, {"move": "end"}]
    again = follow("--save", path, typed="undo\nundo\nt d1\n")
    assert "gone on with after 4 entries, 2 decisions" in again.stderr
    assert "which green tile is turned up?" in again.stdout.rpartition("hand of white: D4 Bakery")[2]
    [replay] = load_replays(path)
    assert len(replay.decisions) == 0, "all was taken back, the last take is half told"
    follow("--save", path, typed="d7 grey\n")
    [replay] = load_replays(path)
    assert [state.format_action(action) for state, action in replay.decisions] == ["take D1"]


def test_henrys_game_is_followed_from_its_middle_on(tmp_path):
    """The example with what a player sees of it: 10 tiles, the next one grey, and 3 treasures face down."""
    keys = json.loads((ROOT / "examples" / "two_heirs" / "solo_brave.json").read_text(encoding="utf-8"))
    whole = json.dumps(keys)
    keys |= {"stack": {"left": 10, "top": "grey"}}
    keys["henry"] |= {"pile": ["?"] * 3, "unused": ["?"] * 2}
    keys["board"] = [{**one, "tile": "?grey"} if one["at"] == [0, 0] else one for one in keys["board"]]
    position = tmp_path / "now.json"
    position.write_text(json.dumps(keys), encoding="utf-8")
    done = follow("--position", position, "--save", tmp_path / "seen.jsonl", typed="take g6\n?\n")
    assert "which grey tile is turned up?" in done.stdout
    assert "names what is hidden" not in done.stderr
    position.write_text(whole, encoding="utf-8")
    done = follow("--position", position, "--save", tmp_path / "whole.jsonl", typed="take g6\n")
    assert "which grey tile" not in done.stdout
    assert "the position names what is hidden at a table" in done.stderr


def test_positions_that_cannot_be_gone_on_from_are_refused(tmp_path):
    position, path = tmp_path / "now.json", tmp_path / "game.jsonl"
    position.write_text(json.dumps(MIDGAME | {"hands": {"blue": ["?green"], "white": ["D4"]}}), encoding="utf-8")
    refused = follow("--position", position, "--save", path, code=2).stderr
    assert f"{position}: hands.blue: expected every tile by its name" in refused
    assert not path.exists()
    assert "expected --game or --position" in follow("--save", path, code=2).stderr
    assert "standard input is where moves are typed" in follow("--position", "-", "--save", path, code=2).stderr
    position.write_text(json.dumps(MIDGAME), encoding="utf-8")
    other = follow("--game", "tic-tac-toe", "--position", position, "--save", path, code=2).stderr
    assert f"--game tic-tac-toe: {position} has a position of two-heirs" in other
    follow("--position", position, "--save", path)
    position.write_text(json.dumps(MIDGAME | {"player": "white"}), encoding="utf-8")
    assert "it was begun with position" in follow("--position", position, "--save", path, code=2).stderr


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, path):
        self.master, slave = pty.openpty()
        self.process = start(path, None, preexec_fn=lambda: os.login_tty(slave), env={**os.environ, "TERM": "xterm"})
        os.close(slave)
        self.seen = ""

    def type(self, keys, until):
        """Type keys and read until a text has come."""
        begin = len(self.seen)
        os.write(self.master, keys.encode())
        self.read(until, begin)

    def read(self, until, begin=0):
        end = time.monotonic() + 30
        while until not in self.seen[begin:]:
            assert time.monotonic() < end, self.seen
            if select.select([self.master], [], [], 0.1)[0]:
                self.seen += os.read(self.master, 65536).decode()


@pytest.mark.release
def test_at_a_terminal_tab_completes_and_ctrl_c_keeps_all(tmp_path):
    pytest.importorskip("readline")
    path = tmp_path / "game.jsonl"
    terminal = Terminal(path)
    terminal.read("...> ")
    terminal.type("T1 T2 T3 D1 D2 D4 green yel\t\n", "blue> ")
    terminal.type("ta\tT1\n", "which yellow tile is turned up?")
    terminal.type("D9 gree\t\n", "blue> ")
    terminal.type("? 1\n", LAST_OF_A_HINT)  # by now all modules are loaded
    terminal.read("blue> ", terminal.seen.rindex(LAST_OF_A_HINT))
    terminal.type("? 600\n", "win ")  # a partial result
    terminal.type("\x03", LAST_OF_A_HINT)  # the hint ends early and shows the best so far
    terminal.read("blue> ", terminal.seen.rindex(LAST_OF_A_HINT))
    for _ in range(20):     # one that comes before the prompt reads would be lost
        os.write(terminal.master, b"\x03")
        if select.select([terminal.master], [], [], 1)[0]:
            terminal.seen += os.read(terminal.master, 65536).decode()
        if "the same command goes on" in terminal.seen:
            break
    assert "the same command goes on" in terminal.seen
    assert terminal.process.wait(30) == 130
    os.close(terminal.master)
    assert kept(path)[-3:] == [{"move": "take T1"}, {"seen": "D9"}, {"seen": "green"}]


def test_a_tile_is_taken_by_its_printed_name(tmp_path):
    """T3 is the only Market in reach. Two in reach are told apart by their colours; one out of reach is called so."""
    path = tmp_path / "game.jsonl"
    run(path, OPENING + "take market d9 green\n")
    assert kept(path)[-3:] == [{"move": "take T3"}, {"seen": "D9"}, {"seen": "green"}]
    other = tmp_path / "other.jsonl"
    error = run(other, "T3 T4 T1 D1 D2 D4\ngreen yellow\ntake market\ntake bakery\nt d4 d9 green\n").stderr
    assert ("'take market' could be take T3 (Market, green, 1 wood 1 stone 1 wheat), take T4 (Market, grey, "
            "1 wood 1 stone 1 wheat)") in error
    assert error.count("illegal move 'take D4': D4 is out of reach; in reach: T3, T4, T1") == 2
    run(other, "take grey market D9 green\n")
    assert kept(other)[-3] == {"move": "take T4"}
    czech = tmp_path / "czech.jsonl"
    run(czech, "T4 D2 D1 T2 T3 D4\nzelena zluta\ntrziste D9 green\n", "--lang", "cs")
    assert kept(czech)[-3] == {"move": "take T4"}, "accents may be left out"


def test_a_saved_game_is_a_position(tmp_path):
    """Blue took T1 and laid it face down: before the first decision the hand is empty, after it T1 lies there."""
    path = tmp_path / "game.jsonl"
    run(path, OPENING + "t1 d9 green\nextend T1 0,1\n")
    for at, shown in (("0", "hand of blue: -"), ("1", "hand of blue: T1 Inn"), ("2", "0,1"), (None, "0,1")):
        done = CliRunner().invoke(app, ["show", str(path), *([] if at is None else ["--at", at])])
        assert done.exit_code == 0, done.output
        assert shown in done.stdout
    scored = CliRunner().invoke(app, ["score", str(path)])
    assert json.loads(scored.stdout)["points"] == {"blue": 0, "white": 40}
    done = CliRunner().invoke(app, ["show", str(path), "--at", "3"])
    assert (done.exit_code, "expected a number of decisions up to 2" in done.stderr) == (2, True)
    done = CliRunner().invoke(app, ["show", str(ROOT / "examples" / "two_heirs" / "opening.json"), "--at", "0"])
    assert (done.exit_code, "only a saved game" in done.stderr) == (2, True)
