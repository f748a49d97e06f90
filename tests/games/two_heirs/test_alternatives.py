"""Tables drawn from what is not known: what a source tells stays, the rest is allowed, and positions carry over."""
import csv
import re
from collections import Counter
from dataclasses import replace

import pytest

from kingmaker.games import Rng, load_game
from kingmaker.games.check.conformance import run_check
from kingmaker.games.check.trial import Trial
from kingmaker.games.core.provenance import DrawnFile, differences
from kingmaker.games.files.positions import load_position
from kingmaker.games.two_heirs import components
from kingmaker.games.two_heirs.alternatives import (
    HOME,
    alternative,
    alternatives,
    draw_tiles,
    draw_treasures,
    format_table,
)
from kingmaker.games.two_heirs.components import (
    SURE,
    origins,
    parse_tiles,
    parse_treasures,
    read_tiles,
    read_treasures,
    reconstruction,
)

NUMBERS = range(60)
OWN, TOKENS = read_tiles(), read_treasures()


@pytest.fixture(scope="module")
def drawn():
    return [draw_tiles(OWN, number) for number in NUMBERS]


def value(tile, fact):
    return {"copies": tile.building, "cost": tile.cost}.get(fact) or getattr(tile, fact)


def test_what_a_source_tells_never_changes(drawn):
    """From the rulebooks' examples: D4 costs 1 wood 2 wheat; C1, C2, C3 and W1 have their terrain, T6, T7, W1 roads."""
    sure = {(tile.id, fact) for tile in OWN for fact, origin in origins(tile).items() if origin in SURE}
    assert sure == {("D4", "cost"), ("C1", "terrain"), ("C2", "terrain"), ("C3", "terrain"), ("W1", "terrain"),
                    ("W1", "roads"), ("T6", "roads"), ("T7", "roads")}
    for table in drawn:
        for was, now in zip(OWN, table, strict=True):
            for fact in {fact for name, fact in sure if name == was.id}:
                assert value(now, fact) == value(was, fact)
                assert now.building == was.building, "the fact is known of this building"
                assert origins(now)[fact] in SURE


def test_everything_else_does_change(drawn):
    """Which facts are the same in all of 60 drawings: the sure ones, and copies in sets with one solution."""
    for place, was in enumerate(OWN):
        for fact in ("copies", "terrain", "cost", "roads", "param"):
            values = {value(table[place], fact) for table in drawn}
            if origins(was).get(fact) in SURE:
                assert len(values) == 1
            elif fact != "copies" and was.building != "pilgrimage":
                assert len(values) > 1 or (fact == "param" and not was.param), (was.id, fact)


def test_what_the_rulebooks_say_of_a_set_holds(drawn):
    for table in drawn:
        assert set(Counter((tile.set, tile.terrain) for tile in table).values()) == {3}
        of = {building: [tile for tile in table if tile.building == building] for building in components.SET_OF}
        assert all(of.values()), "every building comes"
        assert all(tile.terrain == HOME[tile.building] for kind in HOME for tile in of[kind])
        assert {tile.terrain for tile in of["watchtower"]} == {"green", "grey", "yellow"}
        assert all(tile.roads == "N+E+S+W" for tile in of["pilgrimage"])
        assert any(tile.cost == (0, 2, 1) for tile in of["inn"])
        assert any(tile.cost == (1, 0, 2) for tile in of["trading-post"])
        assert any(tile.cost == (1, 1, 1) for tile in of["watchtower"])
        assert len({tile.param for tile in of["watchtower"]}) == 2
        assert sorted(tile.param for tile in of["guildhall"]) == ["basketry", "cooperage", "pottery"]
        assert all(1 <= sum(tile.cost) <= 5 and max(tile.cost) <= 2 for tile in table)


def test_copies_are_those_that_symmetry_leaves_open(drawn):
    counts = [Counter(tile.building for tile in table) for table in drawn]
    assert {(c["siege-tower"], c["fortress"]) for c in counts} == {(6, 3), (3, 6)}
    assert all(c["farm"] == c["sawmill"] == c["quarry"] and c["farm"] in (1, 2) for c in counts)
    assert all(sum(c[b] for b in components.BUILDINGS["trade"]) == 9 for c in counts)
    assert all((c["camp"], c["mill"], c["basketry"], c["guildhall"], c["watchtower"]) == (3, 1, 2, 3, 6)
               for c in counts)
    assert len({tuple(c[b] for b in components.BUILDINGS["travel"]) for c in counts}) > 10


def test_a_table_is_drawn_again_from_its_number_alone():
    assert draw_tiles(OWN, 7) == draw_tiles(OWN, 7) != draw_tiles(OWN, 8)
    assert draw_treasures(TOKENS, 7) == draw_treasures(TOKENS, 7) != draw_treasures(TOKENS, 8)
    assert read_tiles("@7") == draw_tiles(OWN, 7)


def test_facts_that_are_to_stay_do(drawn):
    for number in NUMBERS:
        table = draw_tiles(OWN, number, ("copies", "terrain", "roads", "param"))
        facts = ("building", "terrain", "cost", "roads", "param")
        assert {fact for was, now in zip(OWN, table, strict=True) for fact in facts
                if getattr(was, fact) != getattr(now, fact)} == {"cost"}
    for number in NUMBERS:
        for was, now in zip(OWN, draw_tiles(OWN, number, ("terrain",)), strict=True):
            assert was.terrain == now.terrain


def test_a_drawn_table_is_a_file_that_reads_back():
    for number in range(10):
        tiles, tokens = draw_tiles(OWN, number), draw_treasures(TOKENS, number)
        assert parse_tiles(format_table(tiles)) == tiles
        assert parse_treasures(format_table(tokens)) == tokens
    text = (components.HERE / "tiles.csv").read_text(encoding="utf-8")
    assert format_table(OWN) == text


def test_differences_are_all_there_are():
    changed = [replace(OWN[0], building="market", param="", source=""), *OWN[1:]]
    before, after = (DrawnFile("tiles", format_table(rows), ".csv") for rows in (OWN, changed))
    assert differences(before, after) == [
        {"id": "T1", "column": "building", "was": "inn", "is": "market"},
        {"id": "T1", "column": "param", "was": "row", "is": ""}]
    assert differences(before, before) == []


def test_a_users_table_is_drawn_from_too(tmp_path):
    """Somebody has read all of T1 and the terrains of War: these stay."""
    rows = list(csv.reader(format_table(OWN).splitlines()))
    for row in rows[1:]:
        if row[0] == "T1":
            row[-1] = "copies:tile;terrain:tile;cost:tile;roads:tile;param:tile"
        elif row[0][0] == "W":
            row[-1] = re.sub("terrain:[a-z]+", "terrain:tile", row[-1])
    path = tmp_path / "mine.csv"
    path.write_text("\n".join(map(",".join, rows)) + "\n", encoding="utf-8")
    mine = read_tiles(path)
    for number in range(20):
        table = read_tiles(f"{path}@{number}")
        assert table[0] == mine[0]
        assert [tile.terrain for tile in table if tile.set == "war"] == [
            tile.terrain for tile in mine if tile.set == "war"]


def test_what_is_all_known_has_no_alternatives(tmp_path):
    """Every fact read off the real thing: there is nothing to draw."""
    for name, rows in (("tiles", OWN), ("treasures", TOKENS)):
        known = [replace(row, source=";".join(f"{fact}:tile" for fact in origins(row))) for row in rows]
        (tmp_path / name).write_text(format_table(known), encoding="utf-8")
    game = load_game("two-heirs", tiles=tmp_path / "tiles", treasures=tmp_path / "treasures")
    assert reconstruction(read_tiles(tmp_path / "tiles"), read_treasures(tmp_path / "treasures")) == ""
    assert alternative(game, 1) is None
    assert alternatives(game.new(1), 3) == []
    known = read_tiles(tmp_path / "tiles")
    assert draw_tiles(known, 5) == known


@pytest.mark.parametrize("mode", ["duel", "solo"])
def test_games_with_drawn_tables_keep_the_contract(mode):
    """The checks of the contract: games replay, texts read back, worlds look as the truth does."""
    for number in range(3):
        game = alternative(load_game("two-heirs", mode=mode, sets="travel,trade,war", short=4), number)
        trial = Trial(game, 0, 2)
        for check in ("legal", "replay", "returns", "texts", "worlds", "labels"):
            result = run_check(trial, check)
            assert result.passed, result


# -- positions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["opening", "midgame", "siege", "discard", "solo_brave", "solo_poor"])
def test_a_position_carries_over(name):
    """Tiles, supply, hands and the colour of the stack's top stay; moves are those of the other tables."""
    state = load_position(f"examples/two_heirs/{name}.json")
    others = alternatives(state, 3)
    assert len(others) == 3
    shot = state.snapshot()
    terrain = {tile.id: tile.terrain for tile in state.rules.tiles}
    for other in others:
        there = other.snapshot()
        assert (there.supply, there.player, there.phase, there.units) == (
            shot.supply, shot.player, shot.phase, shot.units)
        assert [sorted(hand) for hand in there.hands] == [sorted(hand) for hand in shot.hands]
        assert {at: tile for at, tile in there.board.items() if at != (0, 0)} == {
            at: tile for at, tile in shot.board.items() if at != (0, 0)}
        assert len(there.stack) == len(shot.stack)
        if shot.stack:
            now = {tile.id: tile.terrain for tile in other.rules.tiles}
            assert now[there.stack[0]] == terrain[shot.stack[0]]
        assert other.legal_actions()
        other.playout(Rng(1))


def test_what_is_hidden_does_not_carry_over():
    """Two truths that look alike to the player are the same position in the other game."""
    state = load_position("examples/two_heirs/midgame.json")
    texts = {tuple(other.text() for other in alternatives(state.world(state.player, Rng(seed)), 3))
             for seed in range(6)}
    assert len(texts) == 1
