"""What the tests of the page share: a server in a process of its own, and somebody who looks at a true game."""
import json
import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from kingmaker.games import load_game

ROOT = Path(__file__).resolve().parents[3]
SOLO = {"mode": "solo", "level": "2", "sets": "travel,dominion,trade"}
DUEL = {"mode": "duel", "sets": "war,crafts,guard"}
DEALT = ["T1", "T2", "T3", "D1", "D2", "D4", "green", "yellow"]


class Served:
    """A server of its own process; it can be killed and started again on the same file and port."""

    def __init__(self, path, *args, port=0):
        self.path, self.args, self.port = path, args, port

    def start(self):
        command = [sys.executable, "-m", "kingmaker.scripts.cli", "serve", str(self.path), "--port", str(self.port)]
        env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
        self.process = subprocess.Popen([*command, *self.args], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, cwd=self.path.parent, env=env)
        line = self.process.stdout.readline()
        found = re.search(r"http://([\d.]+:(\d+))/\?token=(\S+)", line)
        assert found, f"the server said {line!r}"
        self.link, self.port, self.token = found[0], int(found[2]), found[3]
        return self

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


@contextmanager
def served(path, *args):
    server = Served(path, *args).start()
    try:
        yield server
    finally:
        server.kill()


def kept(path):
    """The lines of a file that keeps a table."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def begun(path, options=SOLO, entries=()):
    """Write a file with a table of The Two Heirs, as somebody typed it."""
    head = {"table": 1, "game": "two-heirs", "given": dict(options)}
    rows = [head, *({kind: text} for kind, text in entries)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def opening(path):
    """A solo table whose setup is told."""
    return begun(path, entries=[("setup", word) for word in DEALT])


class Truth:
    """A game with real tiles, and what a person who looks at them answers."""

    def __init__(self, options, seed):
        self.state = load_game("two-heirs", **options).new(seed)
        self.colour_of = {tile.id: tile.terrain for tile in self.state.rules.tiles}
        self.before = self.state.snapshot()

    def setup(self):
        shot = self.before
        start = [] if self.state.is_solo else ["blue" if shot.player == 0 else "white"]
        return [*shot.supply, self.colour_of[shot.board[0, 0][0]], *start, self.colour_of[shot.stack[0]]]

    def play(self, move):
        self.before = self.state.snapshot()
        self.state.apply_move(move)

    def answer(self, question, choices):
        after = self.state.snapshot()
        if question.startswith("which treasure"):
            return self.before.pile[0]
        if set(choices) <= {"green", "grey", "yellow"}:
            return self.colour_of[after.stack[0]]
        return self.before.stack[0]
