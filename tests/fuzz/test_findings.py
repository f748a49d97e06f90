"""Every fault that an attack from outside has found in files, queries and options, mended: one case each."""
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import kingmaker
from kingmaker import studies
from kingmaker.analysis.data import dataset
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.show.pictures import drawn
from kingmaker.datasets import selfplay
from kingmaker.errors import InputError, KingmakerError, near, shown
from kingmaker.games import ConfigError, NotationError, load_game
from kingmaker.games.brian_boru.components import read_components
from kingmaker.games.files.positions import load_position, parse_position
from kingmaker.games.files.replays import load_replays
from kingmaker.printing import one_line, safe, to_json
from kingmaker.reading import MOST_LINE, lines_of, parse_json, parse_lines, parse_toml
from kingmaker.search.hint.queries import answer_all
from kingmaker.writing import MOST_LINES
from tests.fuzz.conftest import KUHN, run

ROOT = Path(__file__).resolve().parents[2]
HEAD = '{"record": "kuhn-poker", "version": 1, "seed": 7, "options": {}, "state": "KJ:"}\n'
TABLE = '{"table": 1, "game": "tic-tac-toe", "given": {}}\n'


def written(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# -- 5: one query ends a whole run ----------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [
    f'{{"id": 1e999, "position": {KUHN}}}', f'{{"id": "\\ud800", "position": {KUHN}}}', '{"id": 1, "path": "a\\u0000"}',
    "[" * 100_000, '{"id": ' + "[" * 100_000, '{"a":' * 50_000, '{"id": NaN}', '{"id": 1, "path": "-"}',
    '{"id": 1, "path": "/dev/zero"}', '{"id": 1, "path": "/dev/stdin"}', '{"id": 1, "path": "."}',
    '{"id": 1, "id": 2}', '{"position": {"game": "kuhn-poker"}, "iterations": 1e400}', b"\xff\xfe{", b"\x00",
    f'{{"position": {KUHN}, "iterations": 99999999999999999999999999999}}', f'{{"position": {KUHN}, "seed": true}}',
    f'{{"position": {KUHN}, "seconds": "1"}}', f'{{"position": {KUHN}, "moves": [1]}}',
    '{"position": {"moves": [["call"]]}}',
    '{"x": "' + "y" * (MOST_LINE + 10) + '"}', "9" * 5000,
    '{"position": {"game": "two-heirs:tiles=/dev/zero", "version": 1}}',
])
def test_a_bad_query_is_answered_and_the_run_goes_on(tmp_path, bad):
    good = f'{{"id": "good", "position": {KUHN}, "iterations": 16, "seed": 1}}'
    raw = bad if isinstance(bad, bytes) else bad.encode()
    path = written(tmp_path / "q.jsonl", good.encode() + b"\n" + raw + b"\n" + good.encode() + b"\n")
    done = run("analyse", path, "--seed", 1, "--jobs", 1, code=2)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers][::2] == ["good", "good"]
    assert "error" in answers[1]
    assert len(answers) == 3


def test_a_line_without_end_is_not_kept(tmp_path):
    path = written(tmp_path / "q.jsonl", b'{"id": "' + b"x" * (3 * MOST_LINE) + b'"}\n[1]\n')
    first, second = lines_of(path)
    assert len(first) <= MOST_LINE + 2
    assert second == "[1]\n"
    answers = []
    answer_all(lines_of(path), answers.append, seed=1)
    assert ["error" in json.loads(answer) for answer in answers] == [True, True]


# -- 6: a record of a short game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("short", [1, 2, 3])
def test_every_short_game_can_be_recorded_and_reviewed(tmp_path, players, short):
    path = tmp_path / "game.jsonl"
    run("record", "--game", f"brian-boru:short={short},players={players}", "--agent", "random", "--games", 1, "--seed",
        0,
        "--out", path)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    events = [event for line in lines[1:-1] for event in line["events"]]
    assert [event.split()[0] for event in events].count("deal") == players
    assert events[0] == f"viking {lines[0]['viking_deck'][0]}"


# -- 7: tracebacks from files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    HEAD + '{"n": 1, "move": ["call"]}\n', HEAD.replace("{}", "[1]"), HEAD.replace("7", "-7").replace('"KJ:"', "null"),
    HEAD.replace("7", "true").replace(', "state": "KJ:"', ""), HEAD + '{"result": 3}\n', HEAD.replace('"KJ:"', "[1]"),
    HEAD.replace('"kuhn-poker"', "[1]"), HEAD.replace('"kuhn-poker"', '"no-game"'), HEAD + '{"n": 1, "move": null}\n',
    HEAD + '{"n": 1, "move": "bet", "legal": 3}\n', HEAD + '{"move": {}}\n', HEAD + "[]\n", HEAD + "{\n",
    HEAD.replace("7", "1e999"),
    HEAD.replace("{}", '{"a": [1]}'), HEAD.replace("7", "9" * 5000), "[" * 100_000, HEAD + "[" * 100_000,
    '{"game": "kuhn-poker", "version": 1, "deal": 1, "moves": [["call"]]}',
    '{"game": "kuhn-poker", "version": 1, "deal": 1, "moves": 3}',
    '{"table": 1, "given": {}}\n', '{"table": 1, "game": "tic-tac-toe", "given": [1]}\n',
    '{"table": 1, "game": ["x"], "given": {}}\n',
    '{"table": 1, "game": "tic-tac-toe", "position": [1]}\n',
    '{"table": 1, "game": "two-heirs", "given": {"mode": 3}}\n',
    '{"table": 1, "game": "tic-tac-toe", "position": {}}\n', '{"table": 2, "game": "tic-tac-toe", "given": {}}\n',
    TABLE + '{"move": 3}\n', TABLE + '{"move": "b2", "undo": ""}\n', TABLE + "{}\n", TABLE + '{"walk": ""}\n',
    TABLE + '{"seen": null}\n', TABLE + "[1]\n",
])
def test_a_record_or_session_that_is_none_is_refused(tmp_path, text):
    path = written(tmp_path / "game.jsonl", text)
    with pytest.raises(KingmakerError):
        load_replays(path)
    run("review", path, "--iterations", 16, "--seed", 1, "--jobs", 1, code=2)
    if '"table"' in text:
        error = run("table", "--save", path, "--seed", 1, input="quit\n", code=2).stderr
        assert error.count("\n") == 1
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize(("name", "text"), [
    ("p.json", "[" * 100_000), ("p.toml", "a = " + "[" * 100_000),
    ("p.toml", "game='kuhn-poker'\nversion=1\ndeal=0x" + "f" * 100_000),
    ("p.toml", "deal = " + "9" * 10_000), ("p.toml", "a." * 100_000 + "a = 1"), ("p.toml", "[" + "a." * 100_000 + "a]"),
    ("p.toml", "x = {" + "a." * 100_000 + "a = 1}"), ("p.toml", "game = 1979-05-27"),
    ("p.json", '{"game": "kuhn-poker", "deal": 1e999}'),
    ("p.json", '{"game": "\\ud800"}'), ("p.json", '{"game": "\\u001b[31m"}'), ("p.json", '{"game": "a\\u0000"}'),
    ("p.json", b"\xff"),
    ("p.json", '{"game": "kuhn-poker", "version": 1, "deal": 1, "moves": [["call"]]}'), ("p.json", '"x"'),
    ("p.json", "null"),
    ("p.json", '{"game": "kuhn-poker", "version": 1, "options": [1], "deal": 1}'), ("p.json", ""), ("p.toml", b"\x00"),
    ("p.json", '{"game": "two-heirs:tiles=a\\u0000", "version": 1}'),
])
def test_a_position_that_is_none_is_refused_at_once(tmp_path, name, text):
    path = written(tmp_path / name, text)
    begun = time.process_time()
    with pytest.raises(NotationError):
        load_position(path)
    assert time.process_time() - begun < 2
    error = run("legal", path, code=2).stderr
    assert error.count("\n") == 1
    assert len(error) < 10_000


@pytest.mark.parametrize("text", [
    '{"spread": []}', '{"policy": [], "value": []}', "[" * 100_000, "{", "null",
    '{"policy": {"duel": {"build: early": 1e999}}}',
    '{"policy": {"duel": {}, "solo": {}}, "value": {"duel": {"early": [], "middle": {}, "late": {}, "last": {}}, '
    '"solo": 3}}',
    '{"policy": {"duel": {"build: early": true}}}', '{"policy": {"duel": {"build: early": 9e99}}}', '{"learned": 3}',
    "\ud800",
])
def test_weights_that_are_none_are_refused(tmp_path, text):
    path = written(tmp_path / "w.json", text.encode(errors="surrogatepass"))
    with pytest.raises(ConfigError, match="weights"):
        load_game("two-heirs", weights=str(path)).new(1)
    whole = json.loads((ROOT / "games" / "two_heirs" / "weights.json").read_text(encoding="utf-8"))
    path2 = written(tmp_path / "v.json", json.dumps(whole | {"spread": []}))
    with pytest.raises(ConfigError, match="spread: expected an object"):
        load_game("two-heirs", weights=str(path2)).new(1)


@pytest.mark.parametrize("value", [None, 3, "x", [None], [1.5], [-1], list(range(60)), {}, [10] * 13])
def test_a_fans_list_is_a_short_list_of_strengths(tmp_path, value):
    raw = dict(read_components().raw)
    raw["viking_cards"] = {**raw["viking_cards"], "fan_list": value}
    path = written(tmp_path / "mine.json", json.dumps(raw))
    begun = time.process_time()
    with pytest.raises(NotationError, match="fan_list"):
        read_components(f"{path}@1")
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("name", ["brian-boru:data=a\0", "two-heirs:tiles=a\0", "two-heirs:weights=a\0",
                                  "two-heirs:treasures=\x1b[31m",
                                  "two-heirs:tiles=\udcff", "brian-boru:data=" + "x" * 5000, "two-heirs:tiles=.",
                                  "two-heirs:weights=."])
def test_names_of_component_files_that_are_none(name):
    with pytest.raises(KingmakerError):
        load_game(name).new(1)


def test_a_manifest_of_two_keys_and_others(tmp_path, kuhn_set):
    for text in ('{"dataset": "kingmaker", "schema_version": 1}', '{"dataset": "kingmaker"}', "[" * 100_000, "{}",
                 "null",
                 '{"dataset": "kingmaker", "schema_version": 1, "shards": {"0": 3}, "tables": [], "config": 3}'):
        written(tmp_path / "manifest.json", text)
        for command in (["info"], ["check"], ["replay", "0"], ["export", "--out", str(tmp_path / "csv")]):
            run("dataset", command[0], tmp_path, *command[1:], code=2)
        run("balance", tmp_path, code=2)
        run("difficulty", tmp_path, code=2)
    error = run("dataset", "info", written(tmp_path / "manifest.json",
                                           '{"dataset": "kingmaker", "schema_version": 1}').parent,
                code=2).stderr
    assert "the key 'config' is missing; the key 'n_shards' is missing" in error, "all at once"


def copied(kuhn_set, folder):
    import shutil

    shutil.copytree(kuhn_set, folder)
    return folder


def rewrite(data, metadata):
    """Put metadata into a shard, with size and hash in the manifest as somebody hostile would."""
    path = data / "games" / "part-00000.parquet"
    pq.write_table(pq.read_table(path).replace_schema_metadata(metadata), path)
    manifest = json.loads((data / "manifest.json").read_text(encoding="utf-8"))
    manifest["shards"]["0"]["files"]["games"] |= {"bytes": path.stat().st_size, "sha256": dataset._hash_of(path)}
    (data / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


@pytest.mark.parametrize("metadata", [b"{", b"\xff", b"[1]", b'{"schema_version": 1e999}', b"[" * 100_000,
                                      b'{"schema_version": 1, "shard": "x"}'])
def test_metadata_that_is_none_is_told(tmp_path, kuhn_set, metadata):
    data = copied(kuhn_set, tmp_path / "data")
    rewrite(data, {b"kingmaker": metadata})
    for command in (["balance", data], ["dataset", "replay", data, 0], ["dataset", "export", data, "--out",
                                                                        tmp_path / "csv"]):
        assert "part-00000.parquet" in run(*command, code=2).stderr
    assert "part-00000.parquet" in run("dataset", "check", data, code=1).stdout


@pytest.mark.parametrize("number", range(12))
def test_a_flipped_bit_is_named_in_words(tmp_path, kuhn_set, number):
    data = copied(kuhn_set, tmp_path / "data")
    path = data / "games" / "part-00001.parquet"
    raw = bytearray(path.read_bytes())
    raw[len(raw) * number // 12] ^= 1 << number % 8
    path.write_bytes(raw)
    error = run("balance", data, code=2).stderr
    assert "part-00001.parquet" in error
    assert re.search("not those that were written|cannot be read|metadata|not a table", error)
    assert len(kingmaker.load(data)["times"]) == 40, "the other files are sound"


@pytest.mark.parametrize("edit", [
    lambda row: row | {"returns": [["a", "b"], ["c", "d"]]}, lambda row: row | {"wins": [[2, -1], [0.5, 0.5]]},
    lambda row: row | {"agents": 3}, lambda row: {}, lambda row: row | {"returns": []},
    lambda row: row | {"block": "0"},
    lambda row: row | {"wins": None}, lambda row: row | {"agents": [["x", "y"], ["y", "x"]]},
    lambda row: row | {"deal": 10**30},
    lambda row: row | {"returns": [[1e9, -1e9], [0, 0]]},
])
def test_ladder_rows_that_are_none_are_refused(tmp_path, edit):
    path = tmp_path / "ladder.jsonl"
    args = ["ladder", "--game", "kuhn-poker", "--agents", "random;ismcts:iterations=16", "--pairs", 2, "--seed", 1,
            "--jobs", 1, "--out", path]
    run(*args)
    head, first, *rest = path.read_text(encoding="utf-8").splitlines()
    text = "\n".join([head, json.dumps(edit(json.loads(first))), *rest]) + "\n"
    path.write_text(text, encoding="utf-8")
    assert "does not belong to this ladder" in run(*args, code=2).stderr
    assert path.read_text(encoding="utf-8") == text


# -- 8: hangs and sizes -----------------------------------------------------------------------------------------------


def test_a_name_of_a_hundred_megabytes_is_refused_at_once(tmp_path):
    path = written(tmp_path / "p.json", b'{"game": "' + b"x" * (100 << 20) + b'", "version": 1}')
    begun = time.process_time()
    error = run("legal", path, code=2).stderr
    assert time.process_time() - begun < 2
    assert "expected at most 4 MB, the file has 100 MB" in error


@pytest.mark.parametrize("key", ["game", "state", "nonsense", "moves"])
def test_long_texts_give_short_messages(key):
    text = "x" * (3 << 20)
    data = {"game": "kuhn-poker", "version": 1, **({"deal": 1} if key == "moves" else {}),
            key: [text] if key == "moves" else text}
    begun = time.process_time()
    with pytest.raises(KingmakerError) as caught:
        parse_position(json.dumps(data))
    assert time.process_time() - begun < 3
    assert len(str(caught.value)) < 9000


@pytest.mark.parametrize(("command", "first"), [
    (["ladder", "--game", "kuhn-poker", "--agents", "random;ismcts:iterations=16", "--out"], '{"ladder": 1}\n'),
    (["table", "--game", "tic-tac-toe", "--save"], TABLE), (["review"], TABLE)])
def test_a_file_of_a_hundred_megabytes_is_refused_at_once(tmp_path, command, first):
    path = tmp_path / "large.jsonl"
    with open(path, "wb") as file:
        file.write(first.encode())
        file.truncate(100 << 20)  # sparse
    begun = time.process_time()
    error = run(*command, path, "--seed", 1, code=2, input="quit\n").stderr
    assert time.process_time() - begun < 3
    assert f"expected at most {MOST_LINES >> 20} MB, the file has 100 MB" in error
    assert path.stat().st_size == 100 << 20


@pytest.mark.parametrize("option", ["weights", "tiles", "treasures"])
def test_a_device_without_end_is_refused_at_once(option):
    begun = time.process_time()
    with pytest.raises(KingmakerError, match="more came"):
        load_game("two-heirs", **{option: "/dev/zero"}).new(1)
    assert time.process_time() - begun < 3
    with pytest.raises(KingmakerError, match="more came"):
        load_position("/dev/zero")


@pytest.mark.parametrize("text", [
    "[" + "[]," * 600_000 + "[]]", "[" + "1," * 1_200_000 + "1]", '{"a": "' + '\\"' * 1_000_000,
    '\\"' * 1_000_000 + "[" * 100,
    "{" + ",".join('"a": 1' for _ in range(400_000)) + "}", '"' + "\\" * 999_999])
def test_no_text_takes_long_to_refuse(text):
    begun = time.process_time()
    with pytest.raises(InputError):
        parse_json(text, "it")
    with pytest.raises(InputError):
        parse_lines(text, "it")
    with pytest.raises(InputError):
        parse_toml(text, "it")
    assert time.process_time() - begun < 10


def test_combinations_of_options_are_counted_before_they_are_made():
    values = ";".join(map(str, range(1, 3)))
    for args in (["selfplay", "--game", "oh-hell", "--each", f"players={'3;' * 4000}3", "--each",
                  f"ranks={'6;' * 4000}6"],
                 ["selfplay", "--game", "oh-hell", "--each", f"tricks={';'.join(['1'] * 20_000)}"]):
        assert "combinations" in run(*args, "--out", "nowhere", "--seed", 1, code=2).stderr
    assert values


# -- 9: options, encodings, closed streams ----------------------------------------------------------------------------


@pytest.mark.parametrize("args", [
    ["difficulty", "{data}", "--ask", "level=²,x=1"], ["difficulty", "{data}", "--ask", "²"],
    ["difficulty", "{data}", "--ask", "a=" + "9" * 5000],
    ["ladder", "--game", "kuhn-poker", "--agents", "random;ismcts", "--iterations", "²"],
    ["ladder", "--game", "kuhn-poker", "--agents", "random;ismcts", "--iterations", "9" * 5000],
    ["ladder", "--game", "kuhn-poker", "--agents", "random;ismcts:iterations=" + "9" * 5000],
    ["match", "--game", "kuhn-poker", "--agents", "random,random", "--sprt", "²,9"], ["perft", "{kuhn}", "9" * 5000],
    ["match", "--game", "oh-hell:players=" + "9" * 5000, "--agents", "random,random"],
    ["match", "--game", "oh-hell:players=²", "--agents", "random,random"],
    ["hint", "{kuhn}", "--iterations", "9" * 5000], ["hint", "{kuhn}", "--seconds", "nan"],
    ["hint", "{kuhn}", "--seconds", "9" * 400],
    ["hint", "{kuhn}", "--seed", "9" * 5000], ["hint", "{kuhn}", "--agent", "ismcts:c=" + "9" * 5000],
    ["legal", "a\0b"], ["legal", "\udcff.json"],
    ["review", "{kuhn}", "--player", "²"], ["dataset", "replay", "{data}", "9" * 5000], ["dataset", "info", "a\0b"],
    ["dataset", "info", "\udcff"],
    ["show", "{kuhn}", "--svg", "a\0b"], ["hint", "{kuhn}", "--plot", "a\0.png"],
    ["record", "--game", "kuhn-poker", "--out", "a\0b"],
    ["selfplay", "--game", "kuhn-poker", "--out", "a\0b"], ["dataset", "export", "{data}", "--out", "a\0b"],
    ["report", "{data}", "--out", "a\0b"],
    ["balance", "a\0b"], ["ladder", "--game", "kuhn-poker", "--agents", "random;ismcts", "--out", "a\0b"],
    ["analyse", "a\0b"], ["analyse", "\udcff"],
    ["table", "--game", "tic-tac-toe", "--save", "a\0b"], ["learn", "--game", "two-heirs", "--out", "a\0b"],
    ["alternatives", "--game", "two-heirs", "--out", "a\0b", "--count", "1"], ["show", "{kuhn}", "--lang", "\x1b[31m"],
])
def test_options_that_mean_nothing_are_refused(kuhn, kuhn_set, args):
    words = [arg.format(kuhn=kuhn, data=kuhn_set) for arg in args]
    result = run(*words, code=2, input="")
    assert result.stdout == ""
    assert "kingmaker: error: " in result.stderr
    assert "\x1b" not in result.stderr
    assert len(result.stderr) < 10_000


def started(*args, env=None, shell="", text=False):
    """Run a command in a process of its own, by a shell where its streams are to be special."""
    command = f"exec {sys.executable} -m kingmaker.scripts.cli \"$@\" {shell}"
    return subprocess.run(["bash", "-c", command, "kingmaker", *args], cwd=ROOT / "src", capture_output=True,
                          timeout=60,
                          env={**os.environ, **(env or {})}, text=text, check=False)


@pytest.mark.release
@pytest.mark.parametrize("shell", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_streams_that_are_closed_from_birth(shell):
    done = started("games", "--format", "json", shell=shell)
    assert done.returncode == 0
    assert done.stderr == b""


@pytest.mark.release
def test_a_full_standard_output_is_told():
    done = started("games", shell="> /dev/full", text=True)
    assert done.returncode == 2
    assert done.stderr == "kingmaker: error: [Errno 28] No space left on device\n"


@pytest.mark.release
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
def test_output_in_any_encoding(tmp_path, encoding):
    env = {"PYTHONIOENCODING": encoding}
    for args in (["games"], ["show", str(ROOT / "examples" / "two_heirs" / "midgame.json"), "--lang", "cs"],
                 ["score", str(ROOT / "examples" / "two_heirs" / "midgame.json")]):
        done = started(*args, env=env)
        assert done.returncode == 0, done.stderr
        assert b"Traceback" not in done.stderr
        done.stdout.decode(encoding)
    done = started("games", "--format", "json", env=env)
    assert json.loads(done.stdout.decode(encoding))
    done = started("legal", str(tmp_path / "é\udcff.json"), env=env)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.release
def test_file_names_that_are_not_utf_8(tmp_path):
    folder = os.fsencode(tmp_path)
    path = folder + b"/k\xff.json"
    with open(path, "w") as file:
        file.write(KUHN)
    for args in ([b"legal", path], [b"show", path, b"--svg", folder + b"/\xff.svg"],
                 [b"record", b"--game", b"kuhn-poker", b"--seed", b"1", b"--out", folder + b"/\xff.jsonl"],
                 [b"hint", path, b"--iterations", b"80", b"--seed", b"1", b"--jobs", b"1", b"--plot",
                  folder + b"/\xff.png"]):
        done = subprocess.run([sys.executable, "-m", "kingmaker.scripts.cli", *args], cwd=ROOT / "src",
                              capture_output=True,
                              timeout=60, check=False)
        assert done.returncode == 0, done.stderr
    assert {b"\xff.svg", b"\xff.jsonl", b"\xff.png"} <= set(os.listdir(folder))


# -- 10: what leaves --------------------------------------------------------------------------------------------------


PRINTED = ("\u202e", "\u2028")  # which may stand in a text from outside, and are shown as their codes


@pytest.mark.parametrize("text", ["\x1b[31m", "\x9b31m", "\u202e", "\x07", "\r", "\ud800", "\u2028", "\x00", "\x7f"])
def test_nothing_commands_the_terminal(tmp_path, kuhn, kuhn_set, text):
    assert safe(text).isprintable()
    assert one_line(f"a{text}\nb").isprintable()
    assert json.loads(to_json({"a": text})) == {"a": text}
    assert to_json({"a": text}).isprintable()
    data = copied(kuhn_set, tmp_path / "data")
    manifest = json.loads((data / "manifest.json").read_text(encoding="utf-8"))
    manifest["kingmaker"] = manifest["config"]["agents"][0] = text
    (data / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    query = written(tmp_path / "q.jsonl", json.dumps({"position": json.loads(KUHN), "iterations": 16, text: text}))
    position = written(tmp_path / "p.json", json.dumps({**json.loads(KUHN), text: 1}))
    for args in (["legal", position], ["dataset", "info", data], ["balance", data],
                 ["analyse", query, "--seed", 1, "--jobs", 1],
                 ["match", "--game", text, "--agents", "random,random"], ["hint", kuhn, "--agent", text],
                 ["legal", tmp_path / text[:1]]):
        result = run(*args, code=0 if {data, query} & set(args) and text in PRINTED else 2)
        assert text not in result.stdout + result.stderr, args


@pytest.mark.parametrize("name", [r"$\frac$", "$x$", "$", "$$", r"\$", "a_{b}^$c$", "\N{SNOWMAN}\U0001f0a1", "<b>"])
def test_names_are_no_formulas_in_plots(name):
    def draw():
        import matplotlib.pyplot as plt

        _, ax = plt.subplots()
        ax.set_title(name)
        ax.set_xticks([0, 1], [name, name])
        ax.plot([0, 1], [0, 1], label=name)
        ax.legend()
        return ax

    png, svg = drawn(draw, "png", "svg")
    assert png.startswith(b"\x89PNG")
    assert b"</svg>" in svg


def test_no_command_prints_by_itself():
    """All output leaves by kingmaker.printing, or by rich with texts that `safe` made."""
    loose = re.compile(r"(?<![\w.\"`])(?:print|input)\(|typer\.echo\(|click\.echo\(|sys\.stdout\.write\(")
    for path in (ROOT / "scripts").rglob("*.py"):
        found = [line for line in path.read_text(encoding="utf-8").splitlines() if loose.search(line)]
        assert not found, path
    assert loose.search("    print(1)")


def test_messages_stay_short_whatever_came():
    assert len(str(KingmakerError("x" * 10**7))) < 9000
    assert shown([10**5000, {"a": "x" * 10**7}], 60) == "[a number of 16610 bits, {'a': '" + "x" * 25 + "..."
    assert near("x" * 10**7, ["y"]) == ""


def test_studies_of_a_handful_of_games_are_told_or_refused(tmp_path):
    told = []
    for k, game in enumerate(("brian-boru:short=1", "two-heirs:mode=solo,short=1", "kuhn-poker")):
        kingmaker.selfplay(game, ["random"], 2, tmp_path / str(k), seed=1)
        for study in (studies.balance, studies.difficulty):
            try:
                study(tmp_path / str(k))
            except KingmakerError as error:
                told.append(str(error))
    assert all(told)
    assert len(told) < 6


@pytest.mark.parametrize("name", ["architects", "brian-boru", "two-heirs", "kuhn-poker"])
def test_half_a_character_in_a_state_is_refused(name):
    game = load_game(name)
    with pytest.raises(NotationError):
        game.parse(game.new(1).text() + "\udcb1")


def test_a_block_of_more_seats_than_columns_is_refused(tmp_path, kuhn_set):
    data = copied(kuhn_set, tmp_path / "data")
    manifest = json.loads((data / "manifest.json").read_text(encoding="utf-8"))
    for entry in manifest["block"]:
        entry["agents"].append("random")
    written(data / "manifest.json", json.dumps(manifest))
    assert "tables.games: expected the column 'agent_2'" in run("balance", data, code=2).stderr


@pytest.mark.parametrize("agents", [["random"], ["random", "random", "random"]])
def test_who_met_is_told_only_where_the_manifest_names_two(tmp_path, agents):
    data = tmp_path / "data"
    selfplay("kuhn-poker", ["random", "ismcts:iterations=8"], 40, data, seed=1)
    assert "How much skill decides" in run("balance", data, code=0).stdout
    manifest = json.loads((data / "manifest.json").read_text(encoding="utf-8"))
    manifest["config"]["agents"] = agents
    written(data / "manifest.json", json.dumps(manifest))
    assert "How much skill decides" not in run("balance", data, code=0).stdout


def test_a_data_set_that_does_not_say_how_many_games_it_wants_is_not_gone_on_with(tmp_path):
    data = tmp_path / "data"
    selfplay("kuhn-poker", ["random", "random"], 40, data, seed=1)
    manifest = json.loads((data / "manifest.json").read_text(encoding="utf-8"))
    del manifest["config"]["games"]
    written(data / "manifest.json", json.dumps(manifest))
    with pytest.raises(DataError, match="games: null there, 40 asked for"):
        selfplay("kuhn-poker", ["random", "random"], 40, data, seed=1)
