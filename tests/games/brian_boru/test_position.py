"""Position files: what is written is read back, views are filled in so that they fit, the rest is refused in words."""
import json
from random import Random

import pytest

from kingmaker.games import ConfigError, KingmakerError, NotationError, Rng, load_game
from kingmaker.games.brian_boru.components import parse_components, read_components
from kingmaker.games.files.positions import load_position, parse_position, read_position, write_position
from tests.games.brian_boru.setting import ROOT, CompiledPlayer, hidden_setup, table
from tests.games.toml import to_toml


def played(n_players, n_decisions, seed=1):
    state, rng = load_game("brian-boru", players=n_players).new(seed), Rng(seed)
    for _ in range(n_decisions):
        state.apply(state.sample(rng))
    return state


def view_of(state, observer):
    return {"game": "brian-boru", "version": 1} | state.position(observer)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_positions_are_read_back_through_a_whole_game(n):
    state, rng = load_game("brian-boru", players=n).new(n), Rng(n)
    while True:
        keys = write_position(state)
        assert read_position(keys) == state
        toml = "\n".join(f"{key} = {to_toml(value)}" for key, value in keys.items())
        assert parse_position(toml) == state
        if state.is_over:
            break
        state.apply(state.sample(rng))


@pytest.mark.parametrize("n", [3, 4, 5])
def test_views_of_the_player_to_act_are_read_and_written_back(n):
    state, rng = load_game("brian-boru", players=n).new(n), Rng(n)
    while not state.is_over:
        keys = view_of(state, state.player)
        read = read_position(keys)
        assert read.is_view
        assert write_position(read) == keys
        assert read.legal_moves() == state.legal_moves()
        assert read.view(state.player) == state.view(state.player)
        assert read.world(state.player, Rng(3)).text() == state.world(state.player, Rng(3)).text()
        state.apply(state.sample(rng))


def test_what_was_filled_in_is_shown_to_nobody():
    state = played(4, 40)
    read = read_position(view_of(state, state.player))
    for observer in range(4):
        hands = json.loads(read.view(observer))["hands"]
        assert all(card == "?" for player, cards in hands.items() for card in cards
                   if (observer, player) != (state.player, f"p{state.player + 1}"))


def test_a_file_may_name_components_of_its_own(tmp_path):
    parts = json.loads(json.dumps(read_components().raw))
    parts["costs"]["expand"] = 4
    (tmp_path / "mine.json").write_text(json.dumps(parts), encoding="utf-8")
    (tmp_path / "position.json").write_text(json.dumps(write_position(played(4, 10))), encoding="utf-8")
    state = load_position(tmp_path / "position.json", data=str(tmp_path / "mine.json"))
    assert state.rules.parts.expand_cost == 4
    assert load_position(tmp_path / "position.json").rules.parts.expand_cost == 5


@pytest.mark.parametrize(("name", "is_view"), [("draft", False), ("trick", True), ("upkeep", False)])
def test_the_examples_are_read_and_can_be_played_to_the_end(name, is_view):
    state = load_position(ROOT / "examples" / "brian_boru" / f"{name}.json")
    assert state.is_view == is_view
    assert len(state.legal_moves()) > 1
    state.playout(Rng(1))
    assert state.is_over


# -- refusals ------------------------------------------------------------------------------------------------------


def following():
    """Return a position: p1 led 11 for M3 (red), p2 to follow; nothing is told of the draft."""
    game = CompiledPlayer.start(table(hands="11 8 1 | 2 3 13 | 20 14 4 | 17 18 5", towns="M2 p1, C4 p2 v"))
    game.play("p1 town M3", "p1 play 11")
    return {"game": "brian-boru", "version": 1} | game.state.position()


def drafting():
    """Return a position in the second pass of the first draft, p1 first."""
    game = CompiledPlayer.deal(hidden_setup())
    game.play("p1 place N1", "p2 place U1", "p3 place B1", "p4 place S1")
    game.play("p1 pick 1 2", "p2 pick 7 8", "p3 pick 13 14", "p4 pick 19 20")
    return {"game": "brian-boru", "version": 1} | game.state.position()


def upkeep():
    """Return a position in which p1, alone with most church discs, may found a monastery in M2 or M9."""
    start = table(hands="20 13 | 14 2 | 15 3 | 16 4", towns="M2 p1, C4 p2, C1 p3", church="2 0 0 0", active=None)
    game = CompiledPlayer.start(start)
    game.play("p1 town M9", "p1 play 20", "p2 play 14", "p3 play 15", "p4 play 16")
    game.play("p2 secondary 1", "p3 secondary 1", "p4 secondary 1")
    assert game.choices() == "p1: monastery M2, monastery M9"
    return {"game": "brian-boru", "version": 1} | game.state.position()


def change(keys, path, value):
    """Return a copy with one inner value changed, or taken out with `...`."""
    copy = json.loads(json.dumps(keys))
    at = copy
    for part in path[:-1]:
        at = at[part]
    if value is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return copy


BAD = [
    (following, ("players",), 6, "players: expected a whole number from 3 to 5; got 6"),
    (following, ("colour",), 1, "colour: unknown key; known: game, version"),
    (following, ("coins", "p2"), -1, "coins.p2: expected a whole number from 0 to 120; got -1"),
    (following, ("coins", "p2"), True, "coins.p2: expected a whole number"),
    (following, ("phase",), "draft", "phase: expected 'trick', the phase of the decision 'follow'; got 'draft'"),
    (following, ("round",), 5, "round: expected a whole number from 1 to 4; got 5"),
    (following, ("marker",), "p9", "marker: expected one of p1, p2, p3, p4; got 'p9'"),
    (following, ("marker",), "p3", "marker: expected p1, who led, until the winner acts; got 'p3'"),
    (following, ("player",), "p3", "player: expected whoever sits left of the last one in the trick; got 'p3'"),
    (following, ("active",), "M2", "active: expected an empty town, until the winner acts; got 'M2'"),
    (following, ("active",), None, "active: expected a town, as some are empty; got None"),
    (following, ("towns", "Q1"), {}, "towns.Q1: unknown key"),
    (following, ("towns", "M2", "disc"), None, "towns.M2.disc: expected one of p1, p2, p3, p4; got None"),
    (following, ("claims", "N", "holder"), "p1", "claims.N.holder: expected null while the token lies face down"),
    (following, ("track", "p1"), 10, "track.p1: expected a whole number from 0 to 9; got 10"),
    (following, ("trick",), [["p1", 11], ["p3", 20]], "trick[1]: expected the players clockwise, each once"),
    (following, ("trick",), [], "trick: expected 1 to 3 cards at the decision 'follow'; got []"),
    (following, ("trick",), [["p1", 26]], "trick[0]: expected a player and a card"),
    (following, ("played", "p1"), [], "played.p1: expected the card 11 of the trick among them; got []"),
    (following, ("hands", "p3"), [20, 14], "hands: expected as many cards for all when a trick begins"),
    (following, ("hands", "p3"), [20, 14, 2], "expected each card of the deck once; got 2 twice"),
    (following, ("hands", "p3"), ["?", "?", "?"], "hands: expected either all hands, or that of the player"),
    (following, ("hands", "p2"), ["?", "?", "?"], "hands.p2: expected known cards: this player is to act"),
    (following, ("aside",), 9, "aside: expected null, as nothing is told of the draft; got 9"),
    (following, ("lacks",), {"p3": [14]}, "hands.p3: expected none of the cards in 'lacks'"),
    (following, ("owns",), {"p3": [15]}, "hands.p3: expected one of the cards in 'owns'"),
    (following, ("viking_deck", 0), 8, "viking_deck[0]: expected one of the Viking cards 9, 10, 11, 12, 12, 13, 14"),
    (following, ("viking_deck", 0), "?", "viking_deck[0]: expected one of the Viking cards"),
    (following, ("marriage_deck", 3), "Brigid", "marriage_deck[3]: expected one of Princess; got 'Brigid'"),
    (following, ("marriages", "p1"), ["Orlaith"], "marriages.p1: expected cards that were turned up and decided"),
    (following, ("princess",), {"holder": "p1", "use": "trade"}, "princess: expected null: she is the last"),
    (following, ("deals",), ..., "deals: expected the deals of rounds to come"),
    (following, ("deals", 0, "p1"), [1, 2], "deals[0].p1: expected 6 cards of the deck, each in one place; got [1, 2]"),
    (following, ("action",), {}, "action: a key of the decisions secondary, buy, expand and liberate alone"),
    (following, ("loser",), "p1", "loser: a key of the decision 'lose' alone"),
    (following, ("decision",), "leads", "decision: expected that of the player to act"),
    (drafting, ("draft",), None, "draft: expected what was received and picked, at the decision 'pick'"),
    (drafting, ("draft", "p2"), "?", "hands: expected either all hands, or that of the player to act alone"),
    (drafting, ("draft", "p2", "picked"), [[7, 9]], "draft.p3.received[1]: expected what p2 passed on"),
    (drafting, ("draft", "p2", "picked"), [[7, 1]], "draft.p2.picked[0]: expected 2 of the cards received; got [7, 1]"),
    (drafting, ("draft", "p2", "received", 1), [3, 4, 5], "draft.p2.received[1]: expected 4 cards of the deck"),
    (drafting, ("draft", "p2", "picked"), [], "draft.p2.picked: expected a list of 1; got []"),
    (drafting, ("hands", "p2"), [7, 9], "hands.p2: expected the cards that the player picked and has not played"),
    (drafting, ("aside",), 3, "aside: expected the card that is left over; got 3"),
    (drafting, ("played", "p1"), [1], "played: expected no cards before the first trick"),
    (upkeep, ("player",), "p2", "player: expected whoever alone has most discs in the church area; got 'p2'"),
    (upkeep, ("battle",), 3, "battle: expected 0 after the battle; got 3"),
    (upkeep, ("towns", "M2", "monastery"), True, "decision: expected a decision with a choice: 'chapel' has one way"),
    (upkeep, ("hands", "p1"), [3], "hands.p1: expected no cards outside of the draft and of tricks; got [3]"),
    (upkeep, ("played",), {}, "played: a key of the draft and of tricks alone"),
]


@pytest.mark.parametrize(("make", "path", "value", "message"), BAD, ids=[row[3][:40] for row in BAD])
def test_what_cannot_be_is_refused_with_place_expectation_and_what_came(make, path, value, message):
    keys = make()
    read_position(keys)
    with pytest.raises(NotationError) as error:
        read_position(change(keys, path, value))
    assert message in str(error.value)


def test_all_that_is_wrong_is_told_at_once_each_with_its_place():
    """Seven mistakes; that the marker is not with the leader, which hangs on the marker, is not told."""
    keys = following() | {"marker": "p9", "battle": -2, "colour": 1, "hands": {"p1": [1]}}
    keys["coins"]["p2"] = True
    keys["towns"]["M2"] = {"disc": "p7", "viking": 1, "monastery": False}
    with pytest.raises(NotationError) as error:
        read_position(keys)
    assert [fault.partition(": ")[0] for fault in error.value.faults] == [
        "colour", "marker", "battle", "coins.p2", "towns.M2.disc", "towns.M2.viking"]
    keys = following() | {"battle": -2}
    keys["hands"]["p3"] = [20, 14]
    with pytest.raises(NotationError) as error:
        read_position(keys)
    assert [fault.partition(": ")[0] for fault in error.value.faults] == ["battle", "hands"]


def test_a_short_position_is_the_long_one():
    """p3 is to follow in the second trick of the first round of a game of four, and knows the own hand alone."""
    short = {"game": "brian-boru", "round": 1, "active": "N1", "coins": [4, 0, 0, 3], "claims": {"L": "p3"},
             "points": [1, 2, 3, 4], "towns": {"M2": "p1", "L3": "p3", "L4": "p3", "L6": "p3", "L7": "p3"},
             "hands": {"p1": 5, "p2": 5, "p3": [5, 12, 19, 22, 23, 9], "p4": 6}, "trick": [["p1", 24], ["p2", 2]],
             "played": {"p1": [24], "p2": [2]}, "viking_deck": [14], "marriage_deck": ["Cormac"]}
    state = read_position(short)
    full = write_position(state)
    assert (full["player"], full["marker"], full["decision"], full["phase"]) == ("p3", "p1", "follow", "trick")
    assert full["coins"] == {"p1": 4, "p2": 0, "p3": 0, "p4": 3}
    assert full["towns"]["M2"] == {"disc": "p1", "viking": False, "monastery": False}
    assert full["claims"]["L"] == {"up": True, "holder": "p3"}
    assert full["marriage_deck"] == ["Cormac", "?", "?", "Princess"]
    assert full["hands"]["p4"] == ["?"] * 6
    assert read_position(full) == state


def test_a_view_whose_played_cards_contradict_the_draft_is_refused():
    """p2 passed 9 to 12 to p3, then p3 passed on all but 9 and 10: p1 cannot have played 9."""
    game = CompiledPlayer.deal(hidden_setup())
    game.play("p1 place N1", "p2 place U1", "p3 place B1", "p4 place S1")
    game.play("p1 pick 1 2", "p2 pick 7 8", "p3 pick 13 14", "p4 pick 19 20")
    game.play("p1 pick 21 22", "p2 pick 3 4", "p3 pick 9 10", "p4 pick 15 16")
    assert game.table()["hands"] == {"p1": [1, 2, 17, 18, 21, 22], "p2": [3, 4, 7, 8, 23, 24],
                                     "p3": [5, 6, 9, 10, 13, 14], "p4": [11, 12, 15, 16, 19, 20]}
    game.play("p1 town N2", "p1 play 2")
    keys = view_of(game.state, 1)
    read_position(keys)
    keys["played"]["p1"], keys["trick"] = [9], [["p1", 9]]
    with pytest.raises(NotationError, match="played: expected cards that those who played them can have had"):
        read_position(keys)


# -- components ----------------------------------------------------------------------------------------------------

BAD_PARTS = [
    (("cards", 4, "suit"), "green", "data: cards[4].suit: expected one of red, blue, yellow, white, got 'green'"),
    (("cards", 4, "number"), 6, "data: cards[4].number: expected 5; cards ascend by value, got 6"),
    (("cards", 0, "primary"), ["coin"], "data: cards[0].primary: expected the symbol 'town' first, and once"),
    (("cards", 0, "secondary"), [], "data: cards[0].secondary: expected a list of 1 to 2 actions, got []"),
    (("cards", 0, "secondary", 0, 1), "gold", "data: cards[0].secondary[0][1]: expected one of coin, pay_coin"),
    (("regions", 2, "id"), "X", "data: regions[2].id: expected one of B, got 'X'"),
    (("towns", 3, "id"), "N1", "data: towns[3].id: expected a name of its own without blanks, got 'N1'"),
    (("towns", 3, "colour"), "white", "data: towns[3].colour: expected one of red, blue, yellow"),
    (("roads", 0, "b"), "N1", "data: roads[0]: expected a road between two towns, listed once"),
    (("roads", 1, "a"), "Z9", "data: roads[1].a: expected one of N1, N2"),
    (("marriage_track", 0, "benefit"), ["coin"], "data: marriage_track[0].benefit: expected no benefit"),
    (("marriage_cards",), [], "data: marriage_cards: expected a list of 7 ordinary marriage cards, got []"),
    (("viking_cards", "strengths", 2, "strength"), 31, "expected a whole number in [0, 30], got 31"),
    (("setup", "deal", "4"), 5, "data: setup.undealt.4: expected 5, what 4 players with 5 cards leave over"),
    (("costs", "expand"), ..., "data: costs: the key 'expand' is missing"),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD_PARTS, ids=[row[2][:40] for row in BAD_PARTS])
def test_components_that_cannot_be_are_refused(path, value, message):
    with pytest.raises(NotationError) as error:
        parse_components(change(read_components().raw, path, value))
    assert message in str(error.value)


@pytest.mark.parametrize(("content", "message"), [
    (b"{", r"mine\.json: line 1, column 2: not JSON: "),
    (b"{\n\xff", r"mine\.json: line 2: expected UTF-8 text, byte 2 of the file is 0xff"),
    (b" " * 1_000_001, r"mine\.json: expected at most 1,000,000 bytes, the file has 1,000,001 bytes")])
def test_a_file_of_components_that_is_no_json_is_refused(tmp_path, content, message):
    (tmp_path / "mine.json").write_bytes(content)
    with pytest.raises(NotationError, match=message):
        load_game("brian-boru", data=str(tmp_path / "mine.json"))


def test_a_file_of_components_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="brian-boru: option data: expected a component file to read, got "):
        load_game("brian-boru", data=str(tmp_path / "nowhere.json"))


# -- positions at random -------------------------------------------------------------------------------------------

VALUES = (None, -1, 0, 1, 5, 26, 99, "?", "p1", "p5", "N1", [], {}, [1, 2], ["?", "?"], True, "buy", "over", 3.5,
          "Aoife")


def paths(value, before=()):
    """Yield the ways to all inner values."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*before, key)
        yield from paths(part, (*before, key))


@pytest.mark.parametrize("seed", range(12))
def test_a_position_with_something_changed_is_refused_or_can_be_played(seed):
    rng = Random(seed)
    state = played(rng.choice([3, 4, 5]), rng.randrange(150), seed)
    whole = write_position(state) if seed % 2 else view_of(state, state.player)
    n_read = 0
    for _ in range(200):
        keys = whole
        for _ in range(rng.choice([1, 1, 2])):
            path = rng.choice([path for path in paths(keys) if path[0] not in ("game", "version")])
            keys = change(keys, path, rng.choice([*VALUES, ...]))
        try:
            read = read_position(keys)
        except KingmakerError:
            continue
        n_read += 1
        assert read_position(write_position(read)) == read
        assert read.game.parse(read.text()) == read
        for observer in range(read.n_players):
            read.view(observer)
            read.world(observer, Rng(seed)).playout(Rng(seed))
    assert 0 < n_read < 100  # most changes cannot be
