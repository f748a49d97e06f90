"""The tile and treasure tables: what they hold, what is refused and how, and that nothing worse ever happens."""
import csv
import re
from collections import Counter
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingmaker.games.core.provenance import MOST_BYTES
from kingmaker.games.errors import ConfigError, KingmakerError, NotationError
from kingmaker.games.two_heirs import components
from kingmaker.games.two_heirs.components import (
    TILE_IDS,
    TREASURE_IDS,
    count_origins,
    origins,
    parse_tiles,
    parse_treasures,
    read_tiles,
    read_treasures,
    reconstruction,
)

TILES = (components.HERE / "tiles.csv").read_text(encoding="utf-8")
TREASURES = (components.HERE / "treasures.csv").read_text(encoding="utf-8")


def changed(text, name, column, value):
    """Return a table with one cell changed."""
    rows = list(csv.reader(StringIO(text)))
    row = next(row for row in rows if row[0] == name)
    row[rows[0].index(column)] = value
    return written(rows)


def written(rows):
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def number_of(text, name):
    return next(n for n, row in enumerate(csv.reader(StringIO(text)), 1) if row[0] == name)


# -- what they hold -----------------------------------------------------------------------------------------------


def test_there_are_six_sets_of_nine_with_three_tiles_of_each_colour():
    tiles = read_tiles()
    assert [tile.id for tile in tiles] == list(TILE_IDS)
    assert Counter(tile.set for tile in tiles) == dict.fromkeys(components.SETS, 9)
    assert set(Counter((tile.set, tile.terrain) for tile in tiles).values()) == {3}
    assert {tile.building for tile in tiles} == {b for kinds in components.BUILDINGS.values() for b in kinds}


def test_what_the_rulebooks_examples_say():
    tiles = {tile.id: tile for tile in read_tiles()}
    of = {building: [tile for tile in tiles.values() if tile.building == building] for building in components.SET_OF}
    assert of["bakery"][0].cost == (1, 0, 2)
    assert any(tile.cost == (0, 2, 1) for tile in of["inn"])
    assert any(tile.cost == (1, 0, 2) for tile in of["trading-post"])
    assert any(tile.cost == (1, 1, 1) for tile in of["watchtower"])
    assert [of[b][0].terrain for b in components.PRODUCERS] == ["yellow", "green", "grey"]
    assert all(tile.edges == set("NESW") and not tile.is_joined for tile in of["pilgrimage"])
    assert any(tile.terrain == "green" and len(tile.edges) == 2 and tile.is_joined for tile in of["siege-tower"])


def test_the_treasures_are_ten_of_three_kinds():
    treasures = read_treasures()
    assert [treasure.id for treasure in treasures] == list(TREASURE_IDS)
    assert {treasure.kind for treasure in treasures} == set(components.KINDS)
    assert treasures[6].pair == ("brown", "brown")
    assert treasures[6].places == ("N", "S")
    assert treasures[0].places == ()


def test_rows_are_those_of_the_files():
    as_text = [{key: str(value) for key, value in tile.as_row().items()} for tile in read_tiles()]
    assert as_text == list(csv.DictReader(StringIO(TILES)))
    assert [treasure.as_row() for treasure in read_treasures()] == list(csv.DictReader(StringIO(TREASURES)))
    assert read_tiles()[0].as_row()["stone"] == 2


def test_every_fact_has_its_source():
    for row in (*read_tiles(), *read_treasures()):
        said = {part.partition(":")[0] for part in row.source.split(";")}
        assert said == set(origins(row)), row.id


def test_the_reconstruction_is_counted():
    assert reconstruction(read_tiles(), read_treasures()) == (
        "tiles: 54 of 54 copies, 50 of 54 terrains, 53 of 54 costs (9 extrapolated), 51 of 54 roads, 20 of 20 params; "
        "treasures: 10 of 10 colours, 4 of 4 cells")
    mine = TILES.replace("reconstructed", "tile").replace("extrapolated", "tile")
    theirs = TREASURES.replace("reconstructed", "tile")
    assert reconstruction(parse_tiles(mine), parse_treasures(theirs)) == ""
    corrected = changed(TILES, "T1", "source", "copies:tile;terrain:tile;cost:tile;roads:tile;param:tile")
    assert reconstruction(parse_tiles(corrected), parse_treasures(theirs)).startswith("tiles: 53 of 54 copies, 49 of")


def test_the_readme_counts_alike():
    readme = (components.HERE / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (terrain|cost|roads) \|.*\| (\d+ of 54)[^|]*\|$", readme, re.MULTILINE))
    assert rows == {"terrain": "50 of 54", "cost": "44 of 54", "roads": "51 of 54"}
    counts = count_origins(read_tiles())
    assert {fact: f"{counts[fact]['reconstructed']} of 54" for fact in rows} == rows
    assert counts["cost"]["extrapolated"] == 9


def test_a_fact_without_source_counts_as_reconstructed():
    assert origins(parse_tiles(changed(TILES, "D4", "source", ""))[12])["cost"] == "reconstructed"


# -- a user's table -----------------------------------------------------------------------------------------------


def test_a_users_table_is_read(tmp_path):
    path = tmp_path / "my_tiles.csv"
    path.write_text(changed(TILES, "D4", "wheat", "3"), encoding="utf-8")
    assert read_tiles(path)[12].cost == (1, 0, 3)
    assert read_tiles(str(path))[11] == read_tiles()[11]
    path.write_text(changed(TREASURES, "K1", "colours", "green+brown"), encoding="utf-8")
    assert read_treasures(path)[0].pair == ("green", "brown")


@pytest.mark.parametrize("text", [
    "\ufeff" + TILES,
    TILES.replace("\n", "\r\n"),
    TILES.replace("\n", "\n\n") + "\n ,,,,,,,,,\n",
    "\n".join(TILES.splitlines()[:1] + TILES.splitlines()[:0:-1]),
    TILES.replace("T1,travel,inn", ' T1 , "travel",inn '),
    changed(TILES, "T1", "roads", "WE"),
], ids=["byte order mark", "Windows", "blank lines", "another order", "blanks", "another order of edges"])
def test_what_spreadsheets_write_is_read(text, tmp_path):
    path = tmp_path / "tiles.csv"
    path.write_bytes(text.encode("utf-8"))
    tiles = read_tiles(path)
    assert tiles[1:] == read_tiles()[1:]
    assert tiles[0].edges == {"E", "W"}


@pytest.mark.parametrize(("roads", "is_joined"), [
    ("", False), ("N", False), ("NS", True), ("NES", True), ("NESW", True), ("N+E", False), ("N+E+S+W", False),
])
def test_roads_that_can_be(roads, is_joined):
    tile = parse_tiles(changed(TILES, "T6", "roads", roads))[5]
    assert tile.edges == set(roads) - {"+"}
    assert tile.is_joined == is_joined


@pytest.mark.parametrize("shown", ["farm", "quarry+farm", "farm+sawmill+quarry"])
def test_a_trading_post_shows_one_to_three(shown):
    assert parse_tiles(changed(TILES, "C4", "param", shown))[21].param == shown


@pytest.mark.parametrize(("name", "column", "value", "expected"), [
    ("T1", "id", "T0", "T1 to T9, D1 to D9"),
    ("T1", "id", "K1", "T1 to T9, D1 to D9"),
    ("T1", "id", "t1", "T1 to T9"),
    ("T1", "id", "T2", "each id once"),
    ("T1", "set", "trade", "expected travel for T1"),
    ("T1", "set", "traavel", "travel, dominion, trade, war, crafts or guard"),
    ("T1", "building", "farm", "inn, market, pilgrimage or robber-keep in the set travel"),
    ("T1", "building", "hotel", "inn, market"),
    ("T1", "terrain", "brown", "green, grey or yellow"),
    ("T1", "terrain", "", "got nothing"),
    ("T1", "wood", "-1", "a whole number from 0"),
    ("T1", "wood", "1.0", "a whole number from 0"),
    ("T1", "wood", "", "a whole number from 0"),
    ("T1", "stone", "²", "a whole number from 0"),
    ("T1", "stone", "٣", "a whole number from 0"),
    ("T1", "wheat", "1_0", "a whole number from 0"),
    ("T1", "wheat", "100", "a whole number from 0 to 99"),
    ("T1", "wheat", "9" * 5000, "a whole number from 0 to 99"),
    ("T1", "roads", "X", "edges of N E S W"),
    ("T1", "roads", "n", "edges of N E S W"),
    ("T1", "roads", "NN", "each once"),
    ("T1", "roads", "N+N", "each once"),
    ("T1", "roads", "N+", "edges of N E S W"),
    ("T1", "roads", "+", "edges of N E S W"),
    ("T1", "roads", "NE+SW", "all road ends joined, as NESW, or none"),
    ("T1", "param", "", "row or column for inn"),
    ("T1", "param", "sides", "row or column for inn"),
    ("T3", "param", "row", "nothing: market has none"),
    ("C4", "param", "", "farm, sawmill, quarry"),
    ("C4", "param", "farm+farm", "each once"),
    ("C4", "param", "farm,quarry", "`+` between"),
    ("C4", "param", "inn", "farm, sawmill, quarry"),
    ("R1", "param", "row", "sides or corners for basketry"),
    ("R7", "param", "inn", "basketry, pottery or cooperage for guildhall"),
    ("G1", "param", "corners", "row or column for watchtower"),
    ("T1", "source", "cost:guess", "rulebook, review"),
    ("T1", "source", "price:rulebook", "copies, terrain, cost, roads, param"),
    ("T1", "source", "cost", "`fact:origin`"),
    ("T1", "source", "cost:rulebook;cost:rulebook", "each fact once"),
    ("T1", "source", "cost:rulebook;", "`fact:origin`"),
])
def test_a_tile_that_cannot_be_is_refused(name, column, value, expected):
    with pytest.raises(NotationError) as caught:
        parse_tiles(changed(TILES, name, column, value), where="mine.csv")
    check_message(str(caught.value), "mine.csv", number_of(TILES, name) + (value == "T2"), column, expected)


def check_message(message, where, number, column, expected):
    assert message.startswith(f"{where}: row {number}")
    assert f"column {column}: expected" in message
    assert expected in message
    assert "got" in message
    assert len(message.splitlines()) == 1
    assert len(message) < 300


@pytest.mark.parametrize(("name", "column", "value", "expected"), [
    ("K1", "id", "K11", "K1 to K10"),
    ("K1", "kind", "diagonal", "vertical, horizontal or position"),
    ("K1", "colours", "green", "two of green, grey, yellow, brown"),
    ("K1", "colours", "green+red", "two of green, grey, yellow, brown"),
    ("K1", "colours", "green+green+green", "two of green"),
    ("K1", "colours", "", "two of green"),
    ("K1", "cells", "N+S", "only position tokens have cells"),
    ("K7", "cells", "", "two different ones of N, NE"),
    ("K7", "cells", "N", "two different ones of N, NE"),
    ("K7", "cells", "N+N", "two different ones of N, NE"),
    ("K7", "cells", "N+X", "two different ones of N, NE"),
    ("K7", "source", "cost:rulebook", "kind, colours, cells"),
])
def test_a_treasure_that_cannot_be_is_refused(name, column, value, expected):
    with pytest.raises(NotationError) as caught:
        parse_treasures(changed(TREASURES, name, column, value), where="mine.csv")
    check_message(str(caught.value), "mine.csv", number_of(TREASURES, name), column, expected)


LINES = TILES.splitlines()


@pytest.mark.parametrize(("text", "place", "expected"), [
    ("", "row 1, column id", "got an empty table"),
    ("\n\n", "row 1, column id", "got an empty table"),
    (TILES.replace("set,building", "building,set", 1), "row 1, column 2", "here 'set'; got 'building'"),
    (TILES.replace(",source", "", 1), "row 1, column 10", "here 'source'; got nothing"),
    (TILES.replace(",source", ",source,notes", 1), "row 1, column 11", "and no more; got 'notes'"),
    (TILES.replace(",", ";"), "row 1, column 1", "here 'id'; got 'id;set;building"),
    ("\n".join(LINES[:-1]), "column id", "expected 54 rows, T1 to T9, D1 to D9, C1 to C9, W1 to W9, R1 to R9, "
                                         "G1 to G9; got 53, without G9"),
    ("\n".join(LINES[:1]), "column id", "got 0, without T1, T2, T3, T4, T5 and 49 more"),
    (TILES + LINES[5] + "\n", "row 56 (T5), column id", "each id once, and row 6 has it already"),
    (TILES.replace("T2,travel", "T2,,travel"), "row 3, column source", "expected 10 columns, got 11"),
    ("\n".join([*LINES[:2], "T2,travel", *LINES[3:]]), "row 3, column building", "expected 10 columns, got 2"),
    (TILES.replace("T2,travel", 'T2,"tra"vel'), "row 3", "expected comma-separated values"),
    (TREASURES, "row 1, column 2", "here 'set'; got 'kind'"),
], ids=range(13))
def test_a_table_of_another_shape_is_refused(text, place, expected):
    with pytest.raises(NotationError) as caught:
        parse_tiles(text, where="mine.csv")
    message = str(caught.value)
    assert message.startswith("mine.csv: ")
    assert place in message
    assert expected in message
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize(("content", "expected"), [
    (b"id,set\n\xff", "row 2: expected UTF-8 text, byte 7 of the file is 0xff"),
    (b"x" * (MOST_BYTES + 1), "expected at most 1,000,000 bytes"),
    (b"\0\0", "row 1"),
])
def test_a_file_that_is_no_table_is_refused(content, expected, tmp_path):
    path = tmp_path / "tiles.csv"
    path.write_bytes(content)
    for read in (read_tiles, read_treasures):
        with pytest.raises(NotationError, match=r"tiles\.csv") as caught:
            read(path)
        assert expected in str(caught.value)


@pytest.mark.parametrize("name", ["nowhere.csv", ".", "a\0b", "x" * 5000])
def test_a_file_that_cannot_be_read_is_refused(name, tmp_path):
    with pytest.raises(ConfigError, match="option tiles: expected a table to read"):
        read_tiles(f"{tmp_path}/{name}")
    with pytest.raises(ConfigError, match="option treasures: expected a table to read"):
        read_treasures(f"{tmp_path}/{name}")


# -- fuzzing ------------------------------------------------------------------------------------------------------

WORDS = st.sampled_from([*components.TERRAINS, *components.SET_OF, *components.SETS, *TILE_IDS, *TREASURE_IDS,
                         *components.CELLS, "row", "column", "N+S", "NESW", "0", "1", "", "farm+quarry",
                         "cost:tile", "green+brown", "position"])


def only_clear_errors(parse, text):
    """Return whether a text is refused; in any way but one clear line is a fault."""
    message = None
    try:
        parse(text, where="mine.csv")
    except KingmakerError as error:
        message = str(error)
    if message is None:
        return False
    assert message.startswith("mine.csv: ")
    assert len(message.splitlines()) == 1
    assert "expected" in message
    return True


@pytest.mark.parametrize(("parse", "text"), [(parse_tiles, TILES), (parse_treasures, TREASURES)],
                         ids=["tiles", "treasures"])
class TestFuzz:
    @given(data=st.data())
    def test_one_cell_is_anything(self, parse, text, data):
        rows = list(csv.reader(StringIO(text)))
        row = data.draw(st.sampled_from(rows))
        row[data.draw(st.integers(0, len(row) - 1))] = data.draw(WORDS | st.text(max_size=20))
        only_clear_errors(parse, written(rows))

    @given(data=st.data())
    def test_rows_are_lost_doubled_and_cut(self, parse, text, data):
        rows = list(csv.reader(StringIO(text)))
        for _ in range(data.draw(st.integers(1, 3))):
            k = data.draw(st.integers(0, len(rows) - 1))
            rows[k:k + 1] = data.draw(st.sampled_from([[], [rows[k]] * 2, [rows[k][:3]], [[*rows[k], "x"]], [[]]]))
        only_clear_errors(parse, written(rows))

    @given(data=st.data())
    def test_bytes_are_changed(self, parse, text, data):
        at = data.draw(st.integers(0, len(text)))
        only_clear_errors(parse, text[:at] + data.draw(st.text(max_size=5)) + text[at + data.draw(st.integers(0, 3)):])

    @given(junk=st.text())
    def test_anything(self, parse, text, junk):
        assert only_clear_errors(parse, junk)


@given(junk=st.binary(max_size=200))
def test_any_file(junk, tmp_path_factory):
    path = tmp_path_factory.mktemp("fuzz") / "tiles.csv"
    path.write_bytes(junk)
    with pytest.raises(NotationError) as caught:
        read_tiles(path)
    assert len(str(caught.value).splitlines()) == 1
