"""Tables as people read them, in terminals of any width."""
import re

from kingmaker.games.files.positions import load_position
from kingmaker.scripts import terminal

HEAD = ("", "move", "win", "and then")
ROWS = [("*", "take T3", "0.500 ±0.012", "(Market); build T3 0,1, summon 0,1, end"), ("", "end", "0.400 ±0.100", "")]


def printed(capsys, monkeypatch, width):
    monkeypatch.setattr(terminal, "WIDTH", width)
    terminal.print_table(HEAD, ROWS, left=("", "move", "and then"), bars=(1,), notes=True)
    return [line.strip() for line in capsys.readouterr().out.splitlines() if line.strip(" ─")]


def test_notes_stand_beside_where_there_is_room(capsys, monkeypatch):
    """Sign, move and number take 1, 7 and 12 columns, gaps 3 for each of four, a note 24: 56 do, 55 do not."""
    lines = printed(capsys, monkeypatch, 100)
    assert lines[1].split("   ") == ["*", "take T3", "0.500 ±0.012", ROWS[0][3]]
    assert printed(capsys, monkeypatch, 20 + 12 + 24)[0].endswith("and then")
    assert not printed(capsys, monkeypatch, 20 + 12 + 23)[0].endswith("and then")


def test_notes_stand_below_in_a_narrow_terminal(capsys, monkeypatch):
    """Of 40 columns the last stays empty and 6 are indented: `(Market); build T3 0,1, summon` has 30, the rest not."""
    assert [line.split() for line in printed(capsys, monkeypatch, 40)] == [
        ["move", "win"], ["*", "take", "T3", "0.500", "±0.012"],
        ["(Market);", "build", "T3", "0,1,", "summon"], ["0,1,", "end"],
        ["end", "0.400", "±0.100"], ["(and", "then)"]]


def test_the_table_is_in_colour_at_a_terminal_alone(monkeypatch, capsys):
    """The words are the same; NO_COLOR and a pipe leave the colours out."""
    state = load_position("examples/two_heirs/opening.json")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    seen = []
    for is_terminal, no_color in ((False, ""), (True, ""), (True, "1")):
        monkeypatch.setenv("NO_COLOR", no_color)
        monkeypatch.setattr("sys.stdout.isatty", lambda is_terminal=is_terminal: is_terminal, raising=False)
        terminal.tell_tinted(state.view(0), state.game.spec.tints)
        seen.append(capsys.readouterr().out)
    assert "\x1b[32m" in seen[1]
    assert seen[0] == seen[2] == re.sub(r"\x1b\[[\d;]*m", "", seen[1])
