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

from scripts.cli import app

ROOT = Path(__file__).parents[2]
GAME = ["table", "--game", "two-heirs", "--mode", "solo", "--level", "2", "--sets", "travel,dominion,trade"]
OPENING = "T1 T2 T3 D1 D2 D4\ngreen yellow\n"


def run(path, typed, *args, code=0):
    done = CliRunner().invoke(app, [*GAME, "--save", str(path), "--seed", "1", *args], input=typed)
    assert done.exit_code == code, done.output + repr(done.exception)
    return done


def kept(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def start(path, stdin, **streams):
    return subprocess.Popen([sys.executable, "-m", "scripts.cli", *GAME, "--save", str(path), "--seed", "1"], cwd=ROOT,
                            stdin=stdin, **streams)


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
    assert "expected a JSON object, got 'shopping'" in run(tmp_path / "note.txt", "", code=2).stderr


def test_a_hint_and_mistakes_leave_the_session_as_it_is(tmp_path):
    path = tmp_path / "game.jsonl"
    done = run(path, OPENING + "?\n? 1\n? soon\nend\nmoves\nhelp\n", "--seconds", "0.3")
    assert "iterations, seed 1; * best, = not told apart" in done.stdout
    assert done.stdout.count("iterations, seed 1") == 2
    assert "expected nothing or whole seconds" in done.stderr
    assert "illegal move 'end': you have not taken a tile yet" in done.stderr
    assert "  take T1 (Inn)\n" in done.stdout
    assert len(kept(path)) == 9, "the head and eight answers"


def without_talk(text):
    """What stands on standard output whatever the clock: not the messages, not the numbers of a hint."""
    return [line.rstrip() for line in text.splitlines()
            if line.strip() and not re.match(r"kingmaker: |\$ |  [*=] | +[\d,]+ iterations", line)]


def test_the_session_in_the_docs_is_a_real_one(tmp_path):
    page = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
    for part in re.findall(r"```\n(.*?)```", page, re.DOTALL)[-2:]:
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


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, path):
        self.master, slave = pty.openpty()
        self.process = start(path, None, preexec_fn=lambda: os.login_tty(slave), env={**os.environ, "TERM": "dumb"})
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
    terminal.type("? 1\n", "95 % intervals")  # by now all modules are loaded
    terminal.read("blue> ", terminal.seen.rindex("95 % intervals"))
    terminal.type("? 600\n", "\n")
    time.sleep(1)
    terminal.type("\x03", "95 % intervals")  # the hint ends early and shows the best so far
    terminal.read("blue> ", terminal.seen.rindex("95 % intervals"))
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
