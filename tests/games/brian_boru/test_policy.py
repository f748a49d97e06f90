"""The learned policy and evaluation: what features count, what is weighed, and that nothing hidden reaches them."""
import json

import numpy as np
import pytest

from kingmaker.games import ConfigError, Rng, load_game
from kingmaker.games.brian_boru.weights import GROUPS, LEARNING, PATH, STAGES, VALUES
from kingmaker.games.core.weights import read_weights
from tests.games.brian_boru.setting import COLOUR, CompiledPlayer, final, table, upkeep

# what of a seat's row hangs on hands: those drawn for others may differ
BY_HAND = [VALUES.index(name) for name in (
    "chance of most raiders", "chance of fewest raiders", "chance of most church discs", "chance of the marriage",
    "unbeatable cards", "wins the trick", "may win the trick", *(f"card {number}" for number in range(1, 26)))]


def positions(players, seed, every=7):
    state, rng = load_game("brian-boru", players=players).new(seed), Rng(seed)
    for step in range(1000):
        if state.is_over:
            return
        if step % every == 0:
            yield state.clone()
        state.apply(state.policy(rng))


def start(**facts):
    return CompiledPlayer.start(table(**facts)).state


def told(state, move):
    """Return the features of a move that are not 0, by name."""
    row = state.action_features()[state.legal_moves().index(move)]
    return {name: x for name, x in zip(LEARNING.features, row, strict=True) if x}


def seen(state, seat):
    _, rows = state.state_features()
    return dict(zip(VALUES, rows[seat], strict=True))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nothing_hidden_reaches_a_choice(players):
    """In every world that a player holds possible the policy sees the same: the own hand and what all see."""
    for seed in range(3):
        for n, state in enumerate(positions(players, seed)):
            for k in range(3):
                world = state.world(state.player, Rng(1000 * seed + 10 * n + k))
                assert (world.action_features() == state.action_features()).all()
                assert world.priors() == state.priors()
                assert world.policy(Rng(5)) == state.policy(Rng(5))
                assert world.spread() == state.spread()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nothing_hidden_reaches_the_evaluation_but_hands_of_the_world_drawn(players):
    varied = 0
    for seed in range(3):
        for n, state in enumerate(positions(players, seed)):
            stage, rows = state.state_features()
            other_stage, others = state.world(state.player, Rng(seed + 100 * n)).state_features()
            assert stage == other_stage
            assert (rows[state.player, -25:] == others[state.player, -25:]).all()   # the own cards
            varied += (rows != others).any()
            rows[:, BY_HAND] = others[:, BY_HAND] = 0
            assert (rows == others).all()
    assert varied > 5   # else the drawn hands would be the true ones


@pytest.mark.parametrize("players", [3, 4, 5])
def test_priors_are_the_softmax_of_the_weighed_features(players):
    weights = np.array(read_weights(LEARNING, PATH)["policy"][str(players)])
    for state in positions(players, 3):
        scores = state.action_features() @ weights
        shares = np.exp(scores - scores.max())
        assert state.priors() == pytest.approx((shares / shares.sum()).tolist())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_evaluation_is_each_seats_weighed_features(players):
    weights = read_weights(LEARNING, PATH)
    for state in positions(players, 4):
        stage, rows = state.state_features()
        points = rows @ np.array(weights["value"][str(players)][stage])
        assert state.evaluate() == pytest.approx(np.clip(points, 0, state.game.max_return).tolist())
        assert state.spread() == weights["spread"][str(players)][stage] > 0


def test_the_names_are_those_of_the_compiled_code():
    assert len(set(LEARNING.features)) == len(LEARNING.features) == sum(len(names) for _, names in GROUPS)
    assert load_game("brian-boru").new(1).action_features().shape[1] == len(LEARNING.features)
    assert load_game("brian-boru").new(1).state_features()[1].shape == (4, len(VALUES))


@pytest.mark.parametrize(("players", "round_", "stage"), [
    (3, 1, "early, tricks"), (3, 2, "last but one, tricks"), (3, 3, "last, tricks"), (4, 1, "early, tricks"),
    (4, 2, "early, tricks"), (4, 3, "last but one, tricks"), (5, 4, "last, tricks")])
def test_stages_go_by_the_rounds_to_come(players, round_, stage):
    hands = " | ".join(["20 13", "14 2", "15 3", "16 4", "17 5"][:players])
    state = start(n=players, hands=hands, round_=round_)
    assert STAGES[state.state_features()[0]] == stage
    assert seen(state, 0)["rounds to come"] == {3: 3, 4: 4, 5: 4}[players] - round_


def test_claims_are_counted_as_if_they_were_settled_now():
    """D is worth 2 from two towns on, L 6 from four, U 4 from three.

    p1 has D alone, two towns to none. In U p2 and p3 have two towns each: R61, the token stays on the board, and at
    the end both had half of 4. L lacks one of four towns, p1 has two of its three.
    """
    facts = {"hands": "20 13 | 14 2 | 15 3 | 16 4", "towns": "D1 p1, D2 p1, U1 p2, U2 p2, U3 p3, U4 p3, L1 p1, "
             "L2 p1, L3 p4"}
    state = start(**facts)
    parts = state.rules.parts
    value = {region.id: region.points for region in parts.regions}
    missing = {region.id: region.threshold for region in parts.regions}["L"] - 3
    p1, p2, p4 = seen(state, 0), seen(state, 1), seen(state, 3)
    assert (p1["claims now"], p2["claims now"], p4["claims now"]) == (value["D"], 0, 0)
    assert (p1["open, ahead by more"], p1["open, ahead by one"]) == (value["D"], 0)
    assert (p2["open, tied"], p2["shared claims now"]) == (value["U"], value["U"] // 2)
    assert missing > 0
    assert p1["closed, ahead"] == pytest.approx(value["L"] / missing)
    assert p1["sure leads"] == value["D"]   # one town of D is empty, the lead is two
    held = seen(start(**facts, claims="U p3"), 2)
    assert (held["claims now"], held["shared claims now"]) == (value["U"], 0)    # R61: it stays with p3


@pytest.mark.parametrize("towns", [
    "D1 p2, D2 p3", "D1 p2 v, D2 p3", "D1 p1", "D1 p2 v, D2 p3 v", "D1 p2 m, D2 p3", "D1 p4, D2 p2 v, D3 p2 v",
    "D1 p2, D2 p4"])
@pytest.mark.parametrize("holder", ["-", "p2", "p4"])
def test_claims_now_are_those_of_the_rules(towns, holder):
    """Who has D's token, worth 2, after the claim step of the upkeep: ties with the Vikings too, A16, A17."""
    facts = {"towns": towns, "claims": f"D {holder}"}
    state = start(hands="20 13 | 14 2 | 15 3 | 16 4", round_=4, **facts)
    told = [seat for seat in range(4) if seen(state, seat)["claims now"]]
    after = final(CompiledPlayer, **facts).claims().split()[1]
    assert told == ([] if after == "-" else [int(after[1]) - 1])


def test_what_a_player_has_is_counted():
    """Two regions; a town under the Vikings is not controlled; M10 has one monastery."""
    state = start(hands="20 13 | 14 2 | 15 3 | 16 4", towns="D1 p1, M10 p1 m, L1 p1 v", coins="7 3 3 3",
                  renown="2 1 1 1", points="12 10 10 10", church="0 4 1 0", track="0 2 0 3", marker="p1")
    own = seen(state, 0)
    assert [own[name] for name in ("points", "renown", "coins", "coins up to 5", "most coins", "marker", "regions",
                                   "towns", "under Vikings", "monasteries", "leads")] == [
        12, 2, 7, 5, 1, 1, 2, 2, 1, 1, 1]
    assert own["card 20"] == own["card 13"] == 1
    assert own["card 14"] == 0
    assert [seen(state, seat)["track"] for seat in range(4)] == [0, 2, 0, 3]
    assert [seen(state, seat)["church discs"] for seat in range(4)] == [0, 4, 1, 0]


def test_cards_that_no_other_hand_can_beat_are_counted_for_each_colour():
    """p1's white 20 is the best for red and blue, p4's yellow 23 for yellow; no other card of theirs beats the rest:
    next to 20 for red p3's 15, for blue p4's 16; next to 23 p1's 20.
    """
    state = start(hands="20 13 | 14 2 | 15 3 | 16 23")
    assert [seen(state, seat)["unbeatable cards"] for seat in range(4)] == [2, 0, 0, 1]


def test_a_lead_is_as_sure_as_the_cards_still_to_be_seen_allow():
    """For a blue town nothing beats 25; 13 fits every town, and many cards beat it."""
    state = start(hands="25 13 | 14 2 | 15 3 | 16 4")
    assert COLOUR["M10"] == "blue" != COLOUR["M9"]
    assert told(state, "town M10")["active town: unbeatable"] == 1
    assert "active town: unbeatable" not in told(state, "town M9")     # 13 alone fits
    assert told(state, "town M10")["active town: highest card"] == 1
    assert told(state, "town M10")["active town: fitting cards"] == 2
    state.apply_move("town M10")
    assert told(state, "play 25")["lead: chance"] == 1
    assert 0.4**3 < told(state, "play 13")["lead: chance"] < 1
    assert told(state, "play 25")["lead: highest"] == told(state, "play 13")["lead: lowest"] == 1


def test_the_last_to_play_knows_what_wins():
    """M10 is blue. 13 is the best so far; p4 wins with 22, which is nine higher, and not with red 15."""
    state = start(hands="20 | 2 | 3 | 22 15", active="M10", marker="p1", trick="p1 13, p2 1, p3 4")
    wins, loses = told(state, "play 22"), told(state, "play 15")
    assert (wins["follow to win: chance"], wins["follow to win: last to play"]) == (1, 1)
    assert wins["follow to win: higher than needed"] == pytest.approx(9 / 25)
    assert "follow to win: always" not in loses
    assert loses["follow to lose: height"] == pytest.approx(15 / 25)
    own = seen(state, 0)
    assert own["may win the trick"] > 0
    assert own["wins the trick"] == 0


def test_what_more_steps_bring_is_counted():
    """In the game of the rulebook p2 acts with 17: three spaces up from 0, and may pay for more with 4 coins.

    With p3 on space 4, p2 stands on 3: one more draws level, two are first.
    """
    state = upkeep_of_17()
    assert state.legal_moves() == ["buy 0", "buy 1", "buy 2"]
    assert "buy becomes first: courtship" not in told(state, "buy 1")
    assert told(state, "buy 2")["buy becomes first: courtship"] == 1
    assert told(state, "buy 2")["buy: courtship"] == 2
    assert "buy: any" not in told(state, "buy 0")


def upkeep_of_17():
    state = start(hands="20 13 1 | 17 2 3 | 14 4 5 | 15 6 7", coins="3 4 3 3", track="0 0 4 0")
    for move in ("town M10", "play 20", "play 17", "play 14", "play 15"):
        state.apply_move(move)
    for move in ("secondary 1", "secondary 1", "secondary 2"):
        state.apply_move(move)
    return state


def test_who_chooses_in_the_upkeep_and_who_loses_a_town_is_seen():
    """Battle with raiders left: p4 has fewest, p1 most and chooses: R49."""
    state = upkeep(CompiledPlayer, towns="C1 p4, C2 p4, D1 p1", battle=3, raiders="4 3 2 0").state
    assert state.decision == "lose"
    assert [seen(state, seat)["loses a town"] for seat in range(4)] == [0, 0, 0, 1]
    assert STAGES[state.state_features()[0]] == "early, upkeep"
    assert "lose: claims" in told(state, "lose C1")
    assert "lose: own claims" not in told(state, "lose C1")


def test_weights_of_ones_own_are_played_with_and_bad_ones_refused(tmp_path):
    path = tmp_path / "own.json"
    raw = json.loads(PATH.read_text())
    raw["spread"]["4"]["early, draft"] = 6.5
    path.write_text(json.dumps(raw))
    assert load_game("brian-boru", weights=str(path)).new(1).spread() == 6.5
    del raw["policy"]["4"]
    other = tmp_path / "other.json"
    other.write_text(json.dumps(raw))
    with pytest.raises(ConfigError, match=r"other.json': expected weights of '4', the file holds 3, 5; kingmaker"):
        load_game("brian-boru", weights=str(other))
