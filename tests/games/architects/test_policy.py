"""The learned policy and evaluation: what features count, what is weighed, and that nothing hidden reaches them."""
import json
import math

import numpy as np
import pytest

from kingmaker.games import Rng, load_game
from kingmaker.games.architects.weights import GROUPS, LEARNING, PATH, VALUES
from kingmaker.games.core.weights import read_weights
from kingmaker.search.match.blocks import play_block

VARIANTS = [
    {"players": 2}, {"players": 5, "boards": "variable"}, {"players": 3, "wonders": 1, "boards": "variable"},
    {"players": 1, "wonders": 1, "opponent": "O2"}, {"players": 2, "wonders": 1, "opponent": "O6"},
]
HAND = VALUES.index("hand")
# what of another seat's row hangs on its hand
BY_HAND = [VALUES.index(name) for name in ("ready", "choices", "goal", "goal lacks", "second goal")]


def positions(options, seed, n_steps=400, every=9):
    state, rng = load_game("architects", **options).new(seed), Rng(seed)
    for step in range(n_steps):
        if state.is_over:
            return
        if step % every == 0:
            yield state.clone()
        state.apply(state.policy(rng))


def column(name):
    return LEARNING.features.index(name)


def read(text):
    display = [["A03", "A04", "A05", "A06"], ["Labourer", "A12", "A14", "A15"]]
    return load_game("architects").spec.read_position(
        {"players": 2, "display": display, "black_market": {"pile": ["M04"]}, **text})


def row_of(state, move):
    return state.action_features()[state.legal_moves().index(move)]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_nothing_hidden_reaches_a_choice(options):
    """In every world that a player holds possible the policy sees the same: the own hand and what all see."""
    for seed in range(3):
        for n, state in enumerate(positions(options, seed)):
            for k in range(4):
                world = state.world(state.player, Rng(1000 * seed + 10 * n + k))
                assert (world.action_features() == state.action_features()).all()
                assert world.priors() == state.priors()
                assert world.policy(Rng(5)) == state.policy(Rng(5))
                assert world.spread() == state.spread()


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_nothing_hidden_reaches_the_evaluation_but_hands_of_the_world_drawn(options):
    """The row of who looks is the same in all worlds, those of others but for what hangs on the hands drawn."""
    varied = 0
    for seed in range(3):
        for n, state in enumerate(positions(options, seed)):
            stage, rows = state.state_features()
            world = state.world(state.player, Rng(seed + 100 * n))
            other_stage, others = world.state_features()
            assert stage == other_stage
            assert (rows[state.player] == others[state.player]).all()
            varied += (rows != others).any()
            rows[:, BY_HAND] = others[:, BY_HAND] = 0
            assert (rows == others).all()
    assert options["players"] == 1 or varied > 5    # else the drawn hands would be the true ones


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_priors_are_the_softmax_of_the_weighed_features(options):
    weights = np.array(read_weights(LEARNING, PATH)["policy"][LEARNING.section(load_game("architects", **options))])
    for state in positions(options, 3):
        scores = state.action_features() @ weights
        shares = np.exp(scores - scores.max())
        assert np.allclose(state.priors(), shares / shares.sum())


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_evaluation_is_each_seats_weighed_features(options):
    weights = read_weights(LEARNING, PATH)["value"][LEARNING.section(load_game("architects", **options))]
    for state in positions(options, 4):
        stage, rows = state.state_features()
        assert state.evaluate() == pytest.approx(np.clip(rows @ np.array(weights[stage]), -150, 400))


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_turns_are_counted_as_they_end(options):
    for state in positions(options, 5, every=1):
        for action in state.legal_actions()[:3]:
            after = state.clone()
            after.apply(action)
            assert state.ends_turn(action) == (after.is_over or after.turn != state.turn)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_who_forgets_has_the_same_choices(options):
    """`forget` leaves out what players know, nothing else: the same moves, choices, returns."""
    for seed in range(4):
        kept = load_game("architects", **options).new(seed)
        blind, rng = kept.clone(), Rng(seed)
        blind.forget()
        while not kept.is_over:
            assert blind.legal_actions() == kept.legal_actions()
            assert blind.priors() == kept.priors()
            assert blind.evaluate() == kept.evaluate()
            action = kept.policy(rng)
            kept.apply(action)
            blind.apply(action)
        assert blind.is_over
        assert blind.returns() == kept.returns()


def test_the_names_are_those_of_the_compiled_code():
    assert len(set(LEARNING.features)) == len(LEARNING.features) == sum(len(names) for _, names in GROUPS)
    assert load_game("architects").new(1).action_features().shape[1] == len(LEARNING.features)


def test_the_score_so_far_is_what_the_game_would_end_with():
    for options in VARIANTS:
        for state in positions(options, 6, every=17):
            _, rows = state.state_features()
            points = list(state.score()["points"].values())
            humans = options["players"]
            assert rows[:humans, VALUES.index("score")].tolist() == points[:humans]
            if humans < len(points):
                assert rows[humans, VALUES.index("opponent score")] == points[humans]


def test_what_is_missing_for_a_building_is_counted():
    """Smithy, 4 clay and 2 wood, 3 points and 4 stone: with 3 clay and no wood 3 pieces are missing."""
    state = read({"player": "p1", "seats": {
        "p1": {"silver": 0, "virtue": 2, "goods": {"clay": 3}, "hand": ["Smithy"]}, "p2": {"hand": 2}}})
    _, rows = state.state_features()
    own = dict(zip(VALUES, rows[0], strict=True))
    assert own["goal"] == pytest.approx(3 + 0.5 * 4)
    assert own["goal lacks"] == 3
    assert own["ready"] == own["choices"] == 0
    assert own["hand"] == 1
    forest = row_of(state, "place forest")      # one wood of two
    assert forest[column("gather: first goal")] == 1
    assert forest[column("gather: completes")] == 0
    quarry = row_of(state, "place quarry")      # one stone that nobody wants
    assert quarry[column("gather: first goal")] == 0
    assert quarry[column("gather: not wanted")] == 1
    assert row_of(state, "place mines")[column("gather: first goal")] == 1  # two clay, one of them missing


def test_the_last_piece_completes():
    state = read({"player": "p1", "workers": {"forest": {"p1": 1}}, "seats": {
        "p1": {"silver": 0, "virtue": 2, "goods": {"clay": 4}, "hand": ["Smithy"]}, "p2": {"hand": 2}}})
    forest = row_of(state, "place forest")
    assert forest[column("gather: first goal")] == 2
    assert forest[column("gather: completes")] == 1
    assert forest[column("place beside own workers: forest")] == 1


def test_a_capture_counts_whose_workers_lie_there():
    state = read({"player": "p1", "workers": {"forest": {"p1": 2}, "mines": {"p2": 4}, "quarry": {"p2": 1}}, "seats": {
        "p1": {"silver": 5, "hand": ["Smithy"]}, "p2": {"hand": 2}}})
    town = row_of(state, "place town_centre")
    assert town[column("town centre: others' workers")] == 4    # one capture
    assert town[column("town centre: three or more")] == 1
    assert town[column("town centre: own workers")] == 2
    state.apply_move("place town_centre")
    assert row_of(state, "capture mines p2")[column("capture: others' workers")] == 4
    assert row_of(state, "capture forest p1")[column("capture: own workers")] == 2


def test_virtue_lost_is_counted_in_points():
    """A26: from 5 to 3 is -1 to -5 points and closes the cathedral; from 1 two steps are a point and a debt."""
    for virtue, points, closes in ((5, 4, 1), (8, 0, 0), (1, 1 + 2, 0)):
        state = read({"player": "p1", "seats": {"p1": {"virtue": virtue, "hand": ["Smithy"]}, "p2": {"hand": 2}}})
        row = row_of(state, "place tax_stand")
        assert row[column("tax stand: tax")] == 4
        assert row[column("tax stand: points of virtue")] == points
        assert row[column("tax stand: closes the cathedral")] == closes


def test_weights_of_ones_own_are_used(tmp_path):
    """Weights that praise one place alone make a policy that goes there."""
    weights = json.loads(PATH.with_name("first_weights.json").read_text())
    weights["policy"]["base"] = {"place forest: early": 50}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(weights))
    game = load_game("architects", weights=str(path))
    state, rng = game.new(2), Rng(1)
    while state.decision != "place":
        state.apply(state.sample(rng))
    priors = dict(zip(state.legal_moves(), state.priors(), strict=True))
    assert priors["place forest"] > 1 - 1e-9
    assert math.isclose(sum(priors.values()), 1)


@pytest.mark.slow
def test_the_search_beats_who_hoards_and_their_games_end():
    """`greedy` takes gold with every worker; a player who does the same ends nothing: games went on for hours."""
    games = [game for block in range(10)
             for game in play_block("architects", "ismcts:iterations=300", "greedy", 90, block)]
    assert max(len(game.moves) for game in games) < 1000
    assert sum(game.wins[game.rotation] for game in games) >= 14  # of 20
