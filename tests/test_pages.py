"""Every block of code in the README and on the site is run, parsed, or compared with its file: docs/index.md says so.

A page's blocks run in one folder, in their order. Before a block may stand `<!-- small: 20000 = 40; A = B -->`: what
the tests type instead (the site says that too), or `<!-- games/x.py -->`: the file that it quotes. `make` is asked what
it would do: CI runs those targets itself. A command that ends in `&` runs until the page is done.
"""
import json
import os
import re
import signal
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kingmaker.scripts.cli import GROUPS

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("games/*/*.md")])
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in PAGES}
BLOCK = re.compile(r"(?:^<!-- (small: )?([^\n]+?) -->\n)?^( *)```(\w*)\n(.*?)^\3```$", re.MULTILINE | re.DOTALL)
RUN, READ, SHOWN = {"console", "python"}, {"json", "toml", "yaml"}, {"text", "cython"}
COMMAND = re.compile(r"^\$ (.+)$", re.MULTILINE)
MADE = re.compile(r"(?:--svg|--plot|--png|>) (\S+)$|(?:--svg|--plot|--png) (\S+)")
AT_MOST_S = 120


def blocks(page):
    """Return the blocks of a page: language, code as the tests type it, and the file that it quotes, if it does."""
    found = []
    for is_small, remark, indent, language, code in BLOCK.findall(TEXTS[page]):
        code = re.sub(f"^{indent}", "", code, flags=re.MULTILINE)
        for pair in remark.split("; ") if is_small else ():
            written, small = pair.split(" = ")
            assert written in code, f"{page}: {written!r} is not in the block below"
            code = code.replace(written, small)
        found.append((language, code, "" if is_small else remark))
    return found


RUNNING = [page for page in TEXTS if any(kind in RUN and not quoted for kind, _, quoted in blocks(page))]
COMMANDS = [command for page in RUNNING for kind, code, _ in blocks(page) if kind == "console"
            for command in COMMAND.findall(code)]


@pytest.mark.parametrize("page", TEXTS)
def test_every_block_says_what_it_is(page):
    markdown = pytest.importorskip("markdown")
    pytest.importorskip("pymdownx")
    for language, code, quoted in blocks(page):
        assert language in RUN | READ | SHOWN, f"{language or 'no language'}: {code}"
        if quoted:
            assert code in (ROOT / quoted).read_text(encoding="utf-8"), quoted
        elif language == "toml":
            tomllib.loads(code)
        elif language == "yaml":
            assert list(pytest.importorskip("yaml").safe_load_all(code))
        elif language == "json":
            try:
                json.loads(code)
            except json.JSONDecodeError:
                assert all(json.loads(line) for line in code.splitlines())
    shown = markdown.markdown(TEXTS[page], extensions=["tables", "pymdownx.superfences"])
    assert shown.count("<pre") == len(blocks(page)), "a block is indented instead of fenced, so nobody runs it"


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A folder with the examples, where `kingmaker` is the command of this checkout."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    command = tmp_path / "bin" / "kingmaker"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m kingmaker.scripts.cli "$@"\n', encoding="utf-8")
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", os.pathsep.join([str(command.parent), str(Path(sys.executable).parent),
                                                os.environ["PATH"]]))
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.delenv("MAKEFLAGS", raising=False)
    started = []
    yield started
    for process in started:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def type_in(command, started):
    """Run a command as somebody who types it and then Ctrl-D."""
    if command.endswith("&"):
        started.append(subprocess.Popen(["sh", "-c", command[:-1]], start_new_session=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        return
    if command.startswith("make "):
        command = f"make -n -C {ROOT} {command[5:]}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=AT_MOST_S, check=False,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == 0, f"{command}\n{done.stderr}"
    assert done.stdout or ">" in command or "--out" in command, command
    for made in filter(None, (name for names in MADE.findall(command) for name in names)):
        assert Path(made).stat().st_size > 40, command


@pytest.mark.release
@pytest.mark.parametrize("page", RUNNING)
def test_every_block_runs_as_written(page, room):
    for language, code, quoted in blocks(page):
        if language == "console":
            commands = COMMAND.findall(code)
            assert "\n".join(f"$ {command}" for command in commands) == code.strip(), "a console block is commands only"
            for command in commands:
                type_in(command, room)
        elif language == "python" and not quoted:
            done = subprocess.run([sys.executable, "-"], input=code, capture_output=True, text=True, timeout=AT_MOST_S,
                                  check=False)
            assert done.returncode == 0, f"{code}\n{done.stderr}"


def test_every_command_is_shown():
    named = {words[1] for command in COMMANDS if (words := command.split())[0] == "kingmaker"}
    assert {path.stem for name in GROUPS for path in (ROOT / "scripts" / name).glob("[a-z]*.py")} - named == set()


def test_the_readme_fits_on_a_screen_or_two():
    assert TEXTS["README.md"].count("\n") <= 120
    assert "![" in TEXTS["README.md"].split("## Start")[0], "begins with a picture"


@pytest.mark.parametrize("page", TEXTS)
def test_what_is_linked_to_is_there(page):
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", TEXTS[page]):
        assert ((ROOT / page).parent / target).exists(), target
