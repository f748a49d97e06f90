"""Position files: what is written is read back, views are filled in so that they fit, the rest is refused in words."""
import json
from pathlib import Path

import pytest

from kingmaker.games import KingmakerError, NotationError, Rng, load_game
from kingmaker.games.architects.components import read_components
from kingmaker.games.architects.position import position
from kingmaker.games.files.positions import load_position, parse_position, read_position, write_position
from tests.games.toml import to_toml

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "architects"
GAMES = ["architects", "architects:players=3,boards=variable", "architects:players=2,wonders=1,boards=variable",
         "architects:players=1,wonders=1,opponent=O3", "architects:players=4,wonders=1,opponent=O6,boards=variable"]


def view_of(state, observer):
    return {"game": "architects", "version": 1} | position(state, observer)


def states(name, seed, step):
    """Yield every so many states of a random game, and the last."""
    state, rng, n = load_game(name).new(seed), Rng(seed), 0
    while True:
        if n % step == 0 or state.is_over:
            yield state
        if state.is_over:
            return
        state.apply(state.sample(rng))
        n += 1


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_read_back_through_a_whole_game(name):
    for state in states(name, 5, 23):
        keys = write_position(state)
        assert read_position(json.loads(json.dumps(keys))) == state
        toml = "\n".join(f"{key} = {to_toml(value)}" for key, value in keys.items())
        assert parse_position(toml) == state


@pytest.mark.parametrize("name", GAMES)
def test_views_are_read_and_written_back(name):
    """Of every player; but nobody else can tell whether a builder had a choice."""
    for state in states(name, 6, 29):
        for observer in range(state.game.options["players"] if not state.is_over else 0):
            if state.decision == "build" and observer != state.player:
                continue
            keys = view_of(state, observer)
            read = read_position(keys)
            assert read.viewer == observer
            assert write_position(read) == keys
            assert read.view(observer) == state.view(observer)
            if observer == state.player:
                assert read.legal_moves() == state.legal_moves()
                assert read.world(observer, Rng(3)).view(observer) == state.view(observer)


def test_what_was_filled_in_is_shown_to_nobody():
    state = [state.clone() for state in states(GAMES[1], 3, 60)][2]
    read = read_position(view_of(state, state.player))
    for observer in range(3):
        seats = json.loads(read.view(observer))["seats"]
        assert [isinstance(seat["hand"], list) for seat in seats] == [observer == seat == state.player
                                                                      for seat in range(3)]
    assert "?" in json.dumps(write_position(read))


def test_the_text_of_a_view_is_read_back():
    state = [state.clone() for state in states(GAMES[0], 3, 60)][2]
    read = read_position(view_of(state, state.player))
    assert read.game.parse(read.text()) == read
    assert read.game.parse(read.text()).is_view


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.[jt]*")), ids=lambda path: path.name)
def test_the_examples_are_read_and_can_be_played_to_the_end(path):
    state = load_position(path)
    assert state.is_view == (path.stem != "endgame")
    assert len(state.legal_moves()) > 1
    assert len(path.read_text(encoding="utf-8")) < 2300, "short enough to be written by a person"
    state.playout(Rng(1))
    assert state.is_over


def test_the_examples_are_what_they_should_be():
    found = {path.stem: load_position(path) for path in EXAMPLES.glob("*.[jt]*")}
    assert found["draft"].decision == "keep"
    assert {found[name].game.options["opponent"] for name in found} == {"none", "O1", "O6"}
    assert found["wonders"].game.options["wonders"]
    assert found["endgame"].table()["left"] is not None


# -- short positions -------------------------------------------------------------------------------------------------


def short():
    """Return a position as a person would write it: p1 at the beginning of a turn."""
    return {
        "game": "architects", "version": 1, "player": "p1",
        "seats": {"p1": {"silver": 4, "goods": {"wood": 3}, "hand": ["Smithy", "B11"], "apprentices": ["Woodcutter"]},
                  "p2": {"virtue": 9, "goods": [1, 0, 0, 0, 0], "hand": 3, "apprentices": ["A19"], "debts": 2}},
        "workers": {"forest": {"p1": 2}, "mines": {"p2": 3}},
        "display": [["A03", "A04", "A05", "A06"], ["Labourer", "A12", "A14", "A15"]],
        "black_market": {"pile": ["M04"]}}


def test_what_has_a_usual_value_may_be_left_out():
    state = read_position(short())
    table = state.table()
    assert (state.decision, state.player, state.viewer) == ("place", 0, 0)
    assert (table["tax"], table["debts"], table["left"], table["active"]) == (4, 20, None, "p1")
    assert [table["seats"][name]["supply"] for name in ("p1", "p2")] == [18, 17]
    assert table["seats"]["p1"]["apprentices"] == ["A39"], "of cards that are alike the first"
    assert table["seats"]["p1"]["hand"] == ["B01", "B11"]
    assert table["piles"] == {"apprentices": 30, "buildings": 35, "rewards": 5, "market": 10}
    assert state.world(0, Rng(1)).view(0) == state.view(0)


def test_a_card_named_in_anothers_hand_is_known_to_be_there():
    keys = short()
    keys["seats"]["p2"]["hand"] = ["B30", "?"]
    state = read_position(keys)
    assert all("B30" in state.world(0, Rng(seed)).table()["seats"]["p2"]["hand"] for seed in range(20))
    assert len({str(state.world(0, Rng(seed)).table()["seats"]["p2"]["hand"]) for seed in range(20)}) > 5


def test_a_file_may_name_components_of_its_own(tmp_path):
    parts = json.loads(json.dumps(read_components().raw))
    parts["base"]["start_tax"]["value"] = 9
    (tmp_path / "mine.json").write_text(json.dumps(parts), encoding="utf-8")
    (tmp_path / "position.json").write_text(json.dumps(short()), encoding="utf-8")
    assert load_position(tmp_path / "position.json", data=str(tmp_path / "mine.json")).table()["tax"] == 9
    assert load_position(tmp_path / "position.json").table()["tax"] == 4


# -- refusals --------------------------------------------------------------------------------------------------------


def change(keys, path, value):
    """Return a copy with one inner value changed, or taken out with `...`."""
    copy = json.loads(json.dumps(keys))
    at = copy
    for part in path[:-1]:
        at = at.setdefault(part, {}) if isinstance(at, dict) else at[part]
    if value is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return copy


BAD = [
    (("turn",), -1, "turn: expected a whole number from 0 to"),
    (("colour",), 1, "colour: unknown key"),
    (("player",), "p3", "player: expected one of p1, p2; got 'p3'"),
    (("opponent",), "O9", "opponent: expected one of none, O1"),
    (("seats", "p2", "virtue"), 15, "seats.p2.virtue: expected a whole number from 0 to 14; got 15"),
    (("seats", "p2", "virtue"), True, "seats.p2.virtue: expected a whole number"),
    (("seats", "p2", "goods"), [1, 2], "seats.p2.goods: expected a list of 5"),
    (("seats", "p2", "goods"), {"wool": 1}, "seats.p2.goods.wool: unknown key"),
    (("seats", "p2", "debts"), [1], "seats.p2.debts: expected how many are unpaid"),
    (("seats", "p1", "apprentices"), ["Acolyte"], "expected one of A01 Acolyte: carpentry"),
    (("seats", "p1", "apprentices"), ["A19"], "'A19' lies at seats.p1.apprentices[0] already"),
    (("seats", "p1", "apprentices"), ["WA01"], "seats.p1.apprentices[0]: expected an id such as A01"),
    (("seats", "p1", "hand"), ["Smity"], "did you mean 'Smithy'?"),
    (("seats", "p1", "hand"), ["?"], "seats.p1.hand: expected each card of the player whose view it is"),
    (("seats", "p1", "supply"), 3, "seats.p1: expected 20 workers in all; got 2 on the board"),
    (("seats", "p1", "influence"), 3, "influence: expected 0 without Works of Wonder"),
    (("seats", "p1", "board"), "Zesiro", "seats.p1.board: expected one of Therese, Caroline"),
    (("seats", "p1", "board"), "Ada", "seats: expected a board for every player, or none"),
    (("seats", "p1", "buildings"), ["W1"], "seats.p1.buildings[0]: expected an id such as B01"),
    (("seats", "p1", "apprentices"), ["A20", "A21", "A22", "A23", "A24", "A25"], "expected at most 5; got 6"),
    (("workers", "forrest"), {"p1": 1}, "workers.forrest: unknown key"),
    (("workers", "forest"), {"p3": 1}, "workers.forest.p3: unknown key"),
    (("market",), {"small": "p1", "middle": "p1", "large": "p2"}, "market: expected a free space"),
    (("guildhall",), ["p1"] * 12, "left: expected the turns that follow this one"),
    (("left",), 1, "left: expected null until 12 workers lie in the Guildhall"),
    (("display",), [["A03"]], "display: expected a list of 2"),
    (("display", 0, 3), "A03", "display[0][3]: 'A03' lies at display[0][0] already"),
    (("coins",), {"A01": 1}, "coins.A01: unknown key"),
    (("black_market",), ..., "black_market.pile: expected the card on top by its id"),
    (("black_market", "pile"), ["M04", "M04"], "black_market.pile[1]: 'M04' lies at black_market.pile[0] already"),
    (("rewards", "pile"), ["R01"] * 7, "already"),
    (("princess",), "quarry", "princess: a key of Works of Wonder alone"),
    (("schemes",), {}, "schemes: a key of games with an opponent alone"),
    (("draft",), {"pass": 0}, "draft: a key of the phase 'draft' alone"),
    (("decision",), "build", "decision: expected place or recall, with which a turn begins"),
    (("decision",), "recall", "decision: expected place, as p1 has workers in supply"),
    (("phase",), "hire", "phase: expected turn with the decision 'place'"),
    (("debts",), 22, "debts: expected 22 in all"),
    (("knowledge",), {"p1": [{"card": "B30", "hands": ["p3"]}]}, "knowledge.p1[0].hands: expected players"),
    (("knowledge",), {"p1": [{"card": f"B{n}", "hands": ["p2"]} for n in (30, 31, 32, 33)]}, "B33 has no place among"),
    (("running",), {"check": "00000000"}, "running.check: expected"),
    (("seats", "p2", "cathedral"), 9, "seats.p2.cathedral: expected a whole number from 0 to 5"),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD, ids=lambda value: str(value)[:30])
def test_what_cannot_be_is_refused(path, value, message):
    with pytest.raises(NotationError) as error:
        read_position(change(short(), path, value))
    assert message in str(error.value)


def test_all_that_is_wrong_is_told_at_once():
    keys = change(short(), ("seats", "p1", "silver"), "x")
    keys = change(keys, ("seats", "p2", "virtue"), 19)
    keys = change(keys, ("display", 1, 0), "Nobody")
    with pytest.raises(NotationError) as error:
        read_position(keys)
    assert all(word in str(error.value) for word in ("seats.p1.silver", "seats.p2.virtue", "display[1][0]"))


def test_the_middle_of_a_turn_is_read_as_it_was_written():
    state = next(state for state in states(GAMES[0], 3, 1) if state.decision == "capture")
    keys = write_position(state)
    assert read_position(keys) == state
    keys["tax"] += 1
    with pytest.raises(NotationError, match=r"running\.check: expected \w+: a position in the middle of a turn"):
        read_position(keys)


def test_wonders_and_the_opponent_are_checked():
    state = load_position(EXAMPLES / "solo_peddler.toml")
    keys = write_position(state)
    for path, value, message in (
            (("tokens", "W1", "token"), "quarry", "tokens.W1: expected no token: nobody has built it"),
            (("contributions", "laid"), ["clay", "wood", "stone", "gold", "marble"],
             "contributions.laid: expected a kind"),
            (("contributions", "gone"), [], "contributions.gone: expected 1 to 6 cards"),
            (("schemes", "future"), ["S01"], "already"),
            (("seats", "opp", "marker"), "silver", "seats.opp.marker: expected one of clay"),
            (("seats", "opp", "silver"), 1, "seats.opp.silver: unknown key")):
        with pytest.raises(KingmakerError) as error:
            read_position(change(keys, path, value))
        assert message in str(error.value)
