"""The table as text: what a person sees, in rows and columns."""
from pathlib import Path

import pytest

from kingmaker.games.files.positions import load_position
from kingmaker.games.two_heirs.plain import TINTS, plain

EXAMPLES = Path(__file__).parents[3] / "examples" / "two_heirs"


def lines(name, observer=0, lang="en"):
    return plain(load_position(EXAMPLES / name), observer, lang).splitlines()


def test_solo_table_by_hand():
    """examples/two_heirs/solo_brave.json, read off its file: one tile in reach, Henry's three units, two treasures."""
    table = lines("solo_brave.json")
    assert table[0] == "blue: main"
    assert table[1] == "supply from the shield on, * in reach:"
    assert [line.split()[0] for line in table[2:8]] == ["*G6", "G5", *(line.split()[0] for line in table[4:8])]
    assert not any("*" in line for line in table[3:8]), "both regulars are on the board: reach 1"
    assert table[8] == "stack: 10, top grey"
    assert not any(line.startswith("hand of white") for line in table)
    top = next(k for k, line in enumerate(table) if line.startswith("  3"))
    assert table[top].split() == ["3", ".", ".", "C1w", "ye", "Hye"]
    assert table[top + 3].split() == ["0", "G4b", "gy", "Br", "gy", "BE", "."]
    assert table[-1] == "treasures on the board: K8 K5; in the pile 3; gone K2 K4 K9"


def test_white_sees_the_board_from_the_other_side():
    blue, white = ([line for line in lines("siege.json", observer) if line[:3].strip().lstrip("-").isdigit()]
                   for observer in (0, 1))
    assert [line.split()[0] for line in blue] == [line.split()[0] for line in white][::-1]
    full = [line for line in blue if "." not in line.split()]
    assert full
    mirrored = {line.split()[0]: line for line in white}
    for line in full:  # a row without gaps reads backwards
        y, *cells = line.split()
        tiles = [cell for cell in cells if cell[0] not in "BWH" and cell not in TINTS]
        assert [cell for cell in mirrored[y].split()[1:] if cell[0] not in "BWH" and cell not in TINTS] == tiles[::-1]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.[jt][so][om][nl]")), ids=lambda path: path.stem)
def test_nothing_hidden_is_told(path):
    """Neither the stack's order nor the start tile's building, nor what an unknown tile was filled with."""
    state = load_position(path)
    shot = state.snapshot()
    words = set(plain(state, 0).replace("*", " ").replace(",", " ").replace(";", " ").split())
    start = shot.board[0, 0][0]
    for tile in [*shot.stack, start]:
        assert not words & {tile, f"{tile}b", f"{tile}w"}
    if path.stem == "unknowns":
        assert "?yellow" in words


def test_names_are_in_the_language():
    assert "Hláska" in "\n".join(lines("solo_brave.json", lang="cs"))
    assert "Wieża strażnicza" in "\n".join(lines("solo_brave.json", lang="pl"))


def test_the_supply_is_told_with_colours_and_costs():
    """examples/two_heirs/opening.json: what the table of tiles says of its six tiles."""
    table = lines("opening.json")
    assert [line.split()[0].strip("*") for line in table[2:8]] == load_position(
        EXAMPLES / "opening.json").snapshot().supply
    state = load_position(EXAMPLES / "opening.json")
    for line in table[2:8]:
        tile = next(tile for tile in state.rules.tiles if tile.id == line.split()[0].strip("*"))
        assert f" {tile.terrain} " in line
        for n, resource in zip(tile.cost, ("wood", "stone", "wheat"), strict=True):
            assert (f"{n} {resource}" in line) == (n > 0)


def test_colours_are_words_of_every_language():
    assert TINTS["green"] == TINTS["zelená"] == TINTS["zielony"] == TINTS["gn"] == "green"
    assert "brown" not in TINTS
