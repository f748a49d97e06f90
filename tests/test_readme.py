"""The README's tour and the Python on the pages behind it, run as written."""
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ (.+)$", README, re.MULTILINE)
PAGES = [README, *((ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("search.md",))]
PYTHON = [code for page in PAGES for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL)]


@pytest.fixture
def room(tmp_path):
    """A folder with the examples, where `kingmaker` is the command of this checkout."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    command = tmp_path / "bin" / "kingmaker"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kingmaker.scripts.cli "$@"\n', encoding="utf-8")
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    env = {**os.environ, "PATH": f"{command.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src")}
    return tmp_path, env


def run(command, room):
    folder, env = room
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False)


def test_the_tour_shows_every_command():
    named = {command.split()[1] for command in COMMANDS}
    commands = {path.stem for path in (ROOT / "scripts").glob("*/[a-z]*.py")}
    assert commands - named == {"legal", "perft", "play", "serve", "table"}  # for programs, and for people at a table


@pytest.mark.parametrize("command", COMMANDS)
def test_command_runs_as_written(command, room):
    for earlier in COMMANDS[:COMMANDS.index(command)]:  # what the command reads, one of these has made
        made = re.search(r"(?:--out|balance|difficulty) (\S+)", earlier)
        if made and made[1] in command:
            assert run(["sh", "-c", earlier], room).returncode == 0
    done = run(["sh", "-c", command], room)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    for written in re.findall(r"(?:--svg|--plot|--png) (\S+)", command):
        assert (room[0] / written).stat().st_size > 500


@pytest.mark.parametrize("code", PYTHON)
def test_python_runs_as_written(code, room):
    done = run([sys.executable, "-W", "error", "-c", code], room)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_pages_and_pictures_it_points_to_are_there():
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", README):
        assert (ROOT / target).exists(), target
