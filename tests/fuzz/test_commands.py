"""Mutated command lines: a result or a refusal, within seconds, and never a file of somebody else's."""
import os
import warnings

import pytest
from typer.testing import CliRunner

from kingmaker.scripts.cli import app
from tests.fuzz import commands, mutations

CASES = int(os.environ.get("KINGMAKER_COMMANDS", "60"))
CODES = (0, 1, 2, 130)


@pytest.fixture
def place(tmp_path, kuhn_set, monkeypatch):
    home = tmp_path / "home"
    home.mkdir()
    commands.lay(home, kuhn_set)
    (tmp_path / "evil").write_text("my only copy", encoding="utf-8")
    monkeypatch.chdir(home)
    return home


def test_every_line_is_sound_before_it_is_changed(place):
    for line in commands.LINES:
        done = CliRunner().invoke(app, line.split(), input="quit\nquit\n")
        assert done.exit_code in (0, 2), (line, done.output, done.exception)
        assert "No such" not in done.stderr, (line, done.stderr)


@pytest.mark.parametrize("part", range(4))
def test_command_lines_end_in_words(place, part):
    seen = dict.fromkeys(CODES, 0)
    for number in range(part, CASES, 4):
        words, typed = commands.line(mutations.rng_of("command", number))
        told = f"case {number}, KINGMAKER_FUZZ_SEED={mutations.SEED}: {words}"
        try:
            with mutations.limited(), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                done = CliRunner().invoke(app, words, input=typed)
        except mutations.TooLongError:
            pytest.fail(f"{told}: longer than {mutations.MOST_SECONDS} s")
        if isinstance(done.exception, BaseException) and not isinstance(done.exception, SystemExit):
            raise AssertionError(told) from done.exception
        assert done.exit_code in CODES, (told, done.output)
        assert "Traceback" not in done.output, told
        assert "\x1b" not in done.output, told
        seen[done.exit_code] += 1
        assert (place / "mine.txt").read_text(encoding="utf-8") == "my only copy", told
        assert (place.parent / "evil").read_text(encoding="utf-8") == "my only copy", told
        assert {path.name for path in place.parent.iterdir()} <= {"home", "evil"}, told
    print(seen)
    assert seen[2] > 0
    assert CASES < 40 or seen[0] > 0
    assert mutations.memory_mb() < mutations.MOST_MB
