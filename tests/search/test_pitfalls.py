"""What searches in hidden information usually get wrong: one test or more for each known pitfall, named after it."""
import json
import math
import os
import random
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from kingmaker.games import Rng, available_games, load_game
from kingmaker.games.check.conformance import run_check
from kingmaker.games.check.trial import Trial
from kingmaker.search import SearchConfig, grow_tree, run_search
from kingmaker.search.match.blocks import play_game
from kingmaker.search.result import best_index, enders_of
from tests.search.fixture_games import Alike, Bidding, Decided, Diamond, Lost, Rare, RareLoss, game_of

ROOT = Path(__file__).parents[2]
HIDDEN_GAMES = [name for name in available_games() if load_game(name).spec.hidden]


def by_move(result):
    return {move.move: move for move in result.moves}


# -- strategy fusion -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_strategy_fusion(seed):
    """PIMC guesses with a different guess in each world and finds 1; who cannot know the world gets 0.5 < 0.7."""
    state = game_of(Diamond).new(seed)
    pimc = run_search(state, worlds="fixed", iterations=8000, seed=seed)
    assert pimc.algorithm == "pimc"
    assert pimc.best.move == "guess"
    assert pimc.best.value.mean > 0.95
    for options in ({}, {"trees": "many"}, {"worlds": "stratified"}):
        honest = run_search(state, iterations=8000, seed=seed, verify=500, **options)
        assert honest.best.move == "safe", options
        assert honest.best.value.mean == pytest.approx(0.7)
        assert by_move(honest)["guess"].value.mean < 0.6
        assert honest.verified.mean == pytest.approx(0.7)


def test_strategy_fusion_value_of_the_guess():
    """Given as many visits as the safe move, the guess is worth the half that a coin is worth."""
    result = run_search(game_of(Diamond).new(1), root="equal", iterations=16_000, seed=1)
    assert by_move(result)["guess"].value.mean == pytest.approx(0.5, abs=0.02)


def test_strategy_fusion_cheating_is_worse_still():
    """Who sees the secret guesses, and is right: the difference is the value of the hidden information."""
    result = run_search(game_of(Diamond).new(1), worlds="true", iterations=4000, seed=1, verify=100)
    assert result.best.move == "guess"
    assert result.verified.mean == 1.0


# -- non-locality ----------------------------------------------------------------------------------


def test_non_locality():
    """A known limit: worlds are uniform, although the other player's bid has told something.

    Player 0 raises with a strong hand only (the search itself says so), so after a raise player 1 should fold and
    lose 1 point. Uniform worlds make calling look like +0.5 and the search calls; against a player who bids like
    itself that loses 2, one point more than need be.
    """
    game = game_of(Bidding)
    raises = {}
    for secret in (0, 1):
        bid = run_search(game.parse(f"{secret}:"), iterations=8000, seed=secret)
        raises[secret] = bid.best.action == Bidding.RAISE
        assert by_move(bid)[str(int(raises[secret]))].visits > 0.9 * bid.iterations
    assert raises == {0: False, 1: True}

    for root in ("ucb", "equal"):
        answer = run_search(game.parse("1:1"), iterations=16_000, seed=3, worlds="stratified", root=root)
        assert answer.best.action == Bidding.CALL
    values = {move.action: move.returns[1] for move in answer.moves}
    assert values[Bidding.CALL] == pytest.approx(0.5, abs=0.05)
    assert values[Bidding.FOLD] == pytest.approx(0.0, abs=0.05)

    weights = {secret: float(raises[secret]) for secret in raises}  # what the bid tells, by Bayes' rule
    points = {action: sum(weights[secret] * game.parse(f"{secret}:1,{action}").returns()[1] for secret in weights)
              / sum(weights.values()) for action in (Bidding.FOLD, Bidding.CALL)}
    assert points == {Bidding.FOLD: -1.0, Bidding.CALL: -2.0}


# -- omniscient-opponent pessimism -----------------------------------------------------------------


def play(game, seed, options, iterations, salt):
    """Player 0's returns; seat s searches with options[s]. All streams are made from the deal's seed."""
    state = game.new(seed)
    while not state.is_over:
        seat = state.player
        result = run_search(state, seed=1000 * seed + salt[seat], iterations=iterations[seat], replicates=4,
                            **options[seat])
        state.apply(result.best.action)
    return state.returns()[0]


def mirrored_score(game, strong, weak, n_pairs, options=({}, {})):
    """Mean points, from -1 to 1, of the first budget against the second over pairs with the seats changed."""
    total = 0.0
    for k in range(n_pairs):
        total += play(game, k, options, (strong, weak), (1, 2))
        total -= play(game, k, options[::-1], (weak, strong), (2, 1))
    return total / (2 * n_pairs)


def test_omniscient_opponent_pessimism():
    """More thinking must not lead to "all is lost" and random play: a long search does not lose to a short one.

    Twenty pairs on Phantom tic-tac-toe: standard error of the mean about 0.15.
    """
    assert mirrored_score(load_game("phantom-444:board=3"), 1600, 40, 20) > 0.0


@pytest.mark.slow
@pytest.mark.parametrize(("strong", "weak"), [(2_000, 200), (16_000, 2_000)])
def test_omniscient_opponent_pessimism_in_phantom_444(strong, weak):
    """100 pairs, standard error about 0.06."""
    assert mirrored_score(load_game("phantom-444"), strong, weak, 100) > -0.06


# -- missing availability counts -------------------------------------------------------------------


def below(searcher, *path):
    """The edges below a path of actions, by action."""
    nodes, edges = searcher.to_arrays()
    node = 0
    for action in path:
        edge = next(i for i, e in enumerate(edges) if e["node"] == node and e["action"] == action)
        node = next(i for i, n in enumerate(nodes) if n["parent_edge"] == edge)
    return {int(e["action"]): e for e in edges if e["node"] == node}


def test_missing_availability_counts_one_in_a_hundred():
    """The opponent's winning answer exists in 1 of 100 worlds: it is available, visited and paid in that proportion."""
    state = game_of(Rare).parse("7:")
    searcher = grow_tree(state, iterations=40_000, replicates=1, seed=1, root="equal")
    answers = below(searcher, Rare.WAIT)
    usual, rare = answers[Rare.USUAL], answers[Rare.RARE]
    assert usual["available"] >= 19_990  # always, once it is in the tree
    assert 140 < rare["available"] < 265  # 200 expected, six standard deviations of 14
    assert rare["visits"] > 0.9 * rare["available"]  # the opponent wins whenever he can
    assert usual["visits"] + rare["visits"] == 19_999  # the first wait was played out from there
    wait = by_move(run_search(state, iterations=200_000, worlds="stratified", root="equal", seed=1))["0"]
    assert wait.returns[1] == pytest.approx(-0.01, abs=0.0005)


def test_missing_availability_counts_bad_rare_action():
    """A rare bad answer is tried as often as its own chances to be tried warrant, not as those of its node.

    UCB visits a worse arm until mean_0 + c sqrt(ln a_0 / n_0) = mean_1 + c sqrt(ln a_1 / n_1), where a are the
    availabilities; with the parent's visits in the place of a_1 it would be visited half as often again.
    """
    c = 0.7
    searcher = grow_tree(game_of(RareLoss).parse("7:"), iterations=400_000, replicates=1, seed=1, root="equal", c=c)
    answers = below(searcher, Rare.WAIT)
    usual, rare = answers[Rare.USUAL], answers[Rare.RARE]
    assert 1_700 < rare["available"] < 2_300
    gap = usual["value"] / usual["visits"] - rare["value"] / rare["visits"]
    assert gap == pytest.approx(0.25)
    expected = c**2 * math.log(rare["available"]) / gap**2  # the usual arm's own bonus is next to nothing
    with_parent = c**2 * math.log(200_000) / gap**2
    assert rare["visits"] == pytest.approx(expected, rel=0.15)
    assert rare["visits"] < 0.8 * with_parent


# -- leak through the sampler ----------------------------------------------------------------------

LEAKS = {
    "a, samples keep the view": "worlds",
    "b, samples vary": "variation",
    "c, frequencies match the enumerated worlds": "uniformity",
    "d, the true hidden state does not matter": "same_worlds",
}
ALGORITHMS = {
    "so-ismcts": {"trees": "single"},
    "mo-ismcts": {"trees": "many"},
    "pimc": {"worlds": "fixed", "n_worlds": 4},
    "flat": {"trees": "none"},
    "flat stratified": {"trees": "none", "worlds": "stratified"},
    "stratified": {"worlds": "stratified"},
    "frozen": {"opponents": "uniform"},
    "frozen policy": {"opponents": "policy"},
    "mast": {"rollout": "mast"},
    "redeterminize": {"redeterminize": True},
    "rollout policy": {"rollout": "policy"},
    "priors": {"priors": True, "bias": 1.0, "fpu": 0.5},
    "evaluation": {"depth": 2},
    "open": {"outcomes": "open"},
    "widen": {"outcomes": "widen", "widen_base": 1.0},
    "equal": {"root": "equal"},
    "halving": {"root": "halving"},
    "toptwo": {"root": "toptwo"},
    "verify": {"verify": 20},
}
NEEDS = {"flat stratified": "worlds", "stratified": "worlds", "frozen policy": "policy", "rollout policy": "policy",
         "priors": "priors", "evaluation": "evaluation"}


def variants(name):
    """The game as it comes, and its small option sets."""
    spec = load_game(name).spec
    return list({str(game): game for game in [spec.bind({}), *(spec.bind(dict(o)) for o in spec.enumerable)]}.values())


@cache
def trial_of(name):
    """The game with the last of its small option sets; tests/games/test_leaks.py takes them all."""
    spec = load_game(name).spec
    return Trial(replace(spec, enumerable=spec.enumerable[-1:]).bind({}), n_games=4)


@cache
def twins(name):
    """Pairs of true states, from all phases and movers, that look the same to the mover."""
    pairs = []
    for game in variants(name):
        for k in range(4):
            state, rng = game.new(k), Rng(100 + k)
            found = {mover: [] for mover in range(game.n_players)}
            while not state.is_over:
                for _ in range(4):
                    twin = state.world(state.player, rng)
                    if twin != state:
                        assert twin.view(state.player) == state.view(state.player)
                        found[state.player].append((state.clone(), twin))
                        break
                state.apply(state.sample(rng))
            for own in found.values():
                pairs += own[:1] + own[-1:] if k % 2 else own[len(own) // 2:][:1]
    return pairs


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("name", HIDDEN_GAMES)
def test_leak_through_the_sampler(name, leak):
    """(a) to (d) of the table; (e), more than one player asks at every phase, holds as each check asks for everyone."""
    result = run_check(trial_of(name), LEAKS[leak])
    assert result.passed, str(result)


def deciders(game):
    """The players who ever act; Henry of The Two Heirs does not."""
    found = set()
    for seed in range(5):
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over:
            found.add(state.player)
            state.apply(state.sample(rng))
    return found


@pytest.mark.parametrize("name", HIDDEN_GAMES)
def test_leak_through_the_sampler_has_twins_of_every_mover(name):
    movers = {(str(state.game), state.player) for state, _ in twins(name)}
    assert {(str(game), p) for game in variants(name) for p in deciders(game)} == movers
    assert len(twins(name)) >= 6


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", HIDDEN_GAMES)
def test_leak_through_the_search(name, algorithm):
    """Two true states of one information set and one seed: the same bytes."""
    if algorithm in NEEDS and not load_game(name).has(NEEDS[algorithm]):
        pytest.skip("the game does not have what this search needs")
    options = {"iterations": 60, "replicates": 2, **ALGORITHMS[algorithm]}
    for k, (state, twin) in enumerate(twins(name)):
        truth = state.text()
        answers = [run_search(s, seed=k, **options).to_json() for s in (state, twin)]
        assert answers[0] == answers[1], f"{state!r} and {twin!r} look alike to player {state.player}"
        assert state.text() == truth


@pytest.mark.parametrize("name", HIDDEN_GAMES)
def test_leak_through_the_search_is_found_in_a_cheat(name):
    """The test above can fail: a search that sees everything answers differently somewhere."""
    assert any(run_search(state, seed=k, iterations=200, replicates=2, worlds="true").to_json()
               != run_search(twin, seed=k, iterations=200, replicates=2, worlds="true").to_json()
               for k, (state, twin) in enumerate(twins(name)))


# -- RNG coupling ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", available_games())
def test_rng_coupling(name):
    """Thinking longer, or another caller's use of the global generators, changes neither the game nor the search."""
    game = load_game(name)
    deals, answers = [], []
    for iterations, noise in ((16, 0), (400, 1)):
        random.seed(noise)
        np.random.seed(noise)
        states = (random.getstate(), np.random.get_state()[1].tolist())
        state = game.new(5)
        deals.append([state.text()])
        for k in range(6):
            if state.is_over:
                break
            run_search(state, seed=k, iterations=iterations, replicates=2)
            answers.append(run_search(state, seed=k, iterations=64, replicates=2).to_json())
            state.apply(state.legal_actions()[k % len(state.legal_actions())])
            deals[-1].append(state.text())
        assert (random.getstate(), np.random.get_state()[1].tolist()) == states
    assert deals[0] == deals[1]
    half = len(answers) // 2
    assert answers[:half] == answers[half:]


# -- hash-order non-determinism --------------------------------------------------------------------

HASHED = """
from kingmaker.games import available_games, load_game
from kingmaker.search import run_search
for name in available_games():
    for options in ({}, {"trees": "many"}, {"worlds": "fixed"}, {"trees": "none"}, {"rollout": "mast"}):
        print(run_search(load_game(name).new(1), seed=1, iterations=200, jobs=2, **options).to_json())
"""


def test_hash_order_non_determinism():
    """Two processes with different hash seeds: byte-identical JSON."""
    outputs = []
    for hash_seed in ("0", "4242"):
        done = subprocess.run([sys.executable, "-c", HASHED], cwd=ROOT, capture_output=True, check=True,
                              env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT / "src")})
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    lines = outputs[0].decode().splitlines()
    assert len(lines) == 5 * len(available_games())
    assert all(json.loads(line)["moves"] for line in lines)


# -- terminal credit to the wrong player or node ---------------------------------------------------


MATES = ("connect-four", "kuhn-poker", "kuhn-python", "leduc-poker", "phantom-444", "tic-tac-toe")
MANY = 300  # worlds that are sampled, not enumerated


def mates_in_one(game, n_games):
    """Positions of random games with actions, not all, that end the game and win it whatever is hidden.

    Yields the state and, by action, the points that such an end gives at least.
    """
    rng = Rng(9)
    for k in range(n_games):
        state = game.new(k)
        while not state.is_over:
            mover = state.player
            n_worlds = state.n_worlds(mover) if game.has("worlds") else MANY
            worlds = ([state.nth_world(mover, i) for i in range(n_worlds)] if n_worlds < MANY
                      else [state.world(mover, rng) for _ in range(100)])
            mates = {}
            for action in state.legal_actions():
                ends = [world.clone() for world in worlds]
                for end in ends:
                    end.apply(action)
                if all(end.is_over and end.wins()[mover] == 1 for end in ends):
                    mates[action] = min(end.returns()[mover] for end in ends)
            if mates and len(mates) < len(state.legal_actions()):
                yield state.clone(), mates
            state.apply(state.sample(rng))


CREDITED = [{}, {"worlds": "fixed"}, {"trees": "none"}, {"root": "toptwo"}, {"root": "equal"}, {"worlds": "true"},
            {"replicates": 1}, {"trees": "many"}]


@cache
def credited(name):
    """Return a few positions of a game in which some move wins at once, and which; long to find."""
    return list(mates_in_one(load_game(name), 12))[:8]


@pytest.mark.parametrize("search", CREDITED)
@pytest.mark.parametrize("name", available_games())
def test_terminal_credit(name, search):
    """A mate in one is credited to who gives it as a whole win, and what is played is no worse."""
    game = load_game(name)
    found = credited(name)
    if not found:
        assert name not in MATES
        pytest.skip("no position in which a move wins at once, and another does not")
    for state, mates in found:
        mover = state.player
        result = run_search(state, seed=3, iterations=2000, **search)
        for move in result.moves:
            if move.action in mates and move.visits and len(state.world(mover, Rng(1)).legal_actions()) > 1:
                assert move.wins[mover] >= 1 - 1e-9, f"{state!r}: {move}"
                assert move.returns[mover] >= mates[move.action] - 1e-9
                assert sum(move.wins) == pytest.approx(1.0)
        assert result.best.action in mates or result.best.value.mean >= _utility(game, mates) - 0.03, (
            f"{state!r}: {result.best}, but {mates}")


def _utility(game, mates):
    """The least utility of a mate: a won game, in games that count points only the points."""
    width = game.max_return - game.min_return
    return 1.0 if game.spec.win_weight == 1 else (max(mates.values()) - game.min_return) / width


def test_terminal_credit_sees_the_opponents_mate():
    """The loss behind every other move is credited to the move that allows it."""
    block = load_game("tic-tac-toe").parse("x.x/.o./...")
    assert run_search(block, seed=1, iterations=8000).best.move == "b1"
    state = load_game("connect-four").new(1)
    for move in ("d", "a", "d", "a", "e", "a"):  # the second player has three on the a file
        state.apply_move(move)
    assert run_search(state, seed=1, iterations=20_000).best.move == "a"


# -- exploration bonus left in the final choice ----------------------------------------------------


def test_exploration_bonus_left_in_the_final_choice():
    """The rarely tried move has the higher bound 0.4 + 0.7 sqrt(ln 100 / 4) = 1.15 > 0.78, and is not chosen."""
    config = SearchConfig()
    visits, sums = np.array([96.0, 4.0]), np.array([0.6 * 96, 0.4 * 4])
    assert best_index(visits, sums, sums, sums, config) == 0
    assert best_index(visits[::-1], sums[::-1], sums[::-1], sums[::-1], config) == 1


# -- a won game that nobody ends -------------------------------------------------------------------


def test_points_gathered_for_ever_in_a_game_that_is_decided():
    """Both moves win for sure; the first brings more points. By points it is played."""
    visits, wins, margins = np.array([60.0, 40.0]), np.array([60.0, 40.0]), np.array([600.0, 360.0])
    assert best_index(visits, wins, wins, margins, SearchConfig()) == 0
    assert best_index(visits, wins, wins, margins, SearchConfig(), enders=lambda: [0.2, 0.8]) == 1
    open_wins = np.array([36.0, 23.0])  # nothing is decided: nobody asks
    assert best_index(visits, open_wins, open_wins, margins, SearchConfig(), enders=lambda: [0.2, 0.8]) == 0


def test_what_ends_games_is_asked_where_the_rules_do_not_end_them():
    assert enders_of(load_game("architects").new(1)) is not None
    assert enders_of(load_game("two-heirs").new(1)) is None
    assert enders_of(load_game("connect-four").new(1)) is None


@pytest.mark.slow
def test_two_searches_that_mined_gold_for_ever_come_to_an_end():
    """On this deal they had made 19,200 decisions and more, with a thousand gold each."""
    found = play_game("architects", ["ismcts:iterations=1000", "ismcts:iterations=2000"], 1878644310037753)
    assert len(found.moves) < 1000


@pytest.mark.parametrize("name", available_games())
@pytest.mark.parametrize("c", [0.7, 100.0])
def test_exploration_bonus_does_not_choose(name, c):
    """UCB at the root recommends the most visited move, ties by value; the other roots the highest mean."""
    for k in range(3):
        state = load_game(name).new(k)
        result = run_search(state, seed=k, iterations=300, replicates=1, c=c, win_weight=0.5, final="visits")
        decided = not 0.005 < result.best.win.mean < 0.995
        top = max(result.moves, key=lambda m: (m.visits, m.value.mean))
        assert decided or result.best.action == top.action
        flat = run_search(state, seed=k, iterations=300, replicates=1, trees="none", win_weight=0.5)
        assert flat.best.value.mean == max(m.value.mean for m in flat.moves)


# -- win-only backup saturates ---------------------------------------------------------------------


@pytest.mark.parametrize("search", [{}, {"trees": "none"}, {"worlds": "fixed"}, {"root": "toptwo"},
                                    {"root": "halving"}])
@pytest.mark.parametrize("state_class", [Decided, Lost])
def test_win_only_backup_saturates(state_class, search):
    """All moves win, or lose, alike: the one with most points is chosen, though the utility is the win alone."""
    for seed in range(4):
        result = run_search(game_of(state_class).new(seed), seed=seed, iterations=1200, **search)
        assert len({round(m.value.mean, 9) for m in result.moves}) == 1
        assert result.best.action == 1
        assert result.best.margin.mean == max(m.margin.mean for m in result.moves)


# -- visits read as probability --------------------------------------------------------------------


@pytest.mark.parametrize("name", available_games())
def test_visits_read_as_probability(name):
    """A hint carries a value with its interval and P(best); the visits are effort, and never P(best)."""
    result = run_search(load_game(name).new(3), seed=3, iterations=1600)
    answer = result.to_dict()
    assert sum(move["p_best"] for move in answer["moves"]) == pytest.approx(1.0)
    for move in answer["moves"]:
        low, high = move["value_ci"]
        assert low <= move["value"] <= high
        assert {"win_ci", "margin_ci", "loss_ci", "visits", "availability", "p_best"} <= move.keys()
    if len(answer["moves"]) > 1 and not result.certain:  # what is proved needs no visits
        shares = [move["visits"] / result.iterations for move in answer["moves"]]
        assert shares != [move["p_best"] for move in answer["moves"]]


def test_visits_read_as_probability_of_a_sure_thing():
    """A call with the king is best with certainty; that 2 % of the visits went elsewhere says nothing about it."""
    result = run_search(load_game("kuhn-poker").parse("KJ:pb"), seed=1, iterations=800)
    assert result.best.visits < result.iterations
    assert result.best.p_best == 1.0


# -- determinization count -------------------------------------------------------------------------


def test_determinization_count_depth():
    """One tree of N iterations is deeper than 40 of N / 40: LOTR:C had 8.6 against 4.1 plies on average."""
    def mean_depth(searcher):
        nodes, edges = searcher.to_arrays(searcher.observer)
        return float((edges["visits"] * (nodes["depth"][edges["node"]] + 1)).sum() / edges["visits"].sum())

    for name in ("phantom-444", "connect-four", "oh-hell:tricks=5"):
        state = load_game(name).new(2)
        one = mean_depth(grow_tree(state, iterations=20_000, replicates=1, seed=1))
        many = mean_depth(grow_tree(state, iterations=20_000, replicates=40, seed=1))
        pimc = mean_depth(grow_tree(state, iterations=20_000, replicates=1, worlds="fixed", n_worlds=40, seed=1))
        assert one > 1.3 * many, name
        assert one > 1.15 * pimc, name


def test_determinization_count_strength():
    """1 x N against 40 x N / 40 on connect four: too many small trees are shallow, and lose. Eight pairs."""
    game = load_game("connect-four")
    total = 0.0
    for k in range(8):
        for seat in (0, 1):
            state = game.new(k)
            while not state.is_over:
                replicates = 1 if state.player == seat else 40
                # the first two moves are random, so that games differ
                ply = 42 - state.text().count(".")
                move = run_search(state, seed=100 * k + ply, iterations=1200, replicates=replicates).best.action
                state.apply(Rng(10 * k + ply).choice(state.legal_actions()) if ply < 2 else move)
            total += state.returns()[seat]
    assert total / 16 > 0.1


# -- equivalent moves ------------------------------------------------------------------------------


def test_equivalent_moves():
    """Common random numbers: moves that are one and the same have the same result in every world."""
    result = run_search(game_of(Alike).new(1), trees="none", iterations=3000, seed=1)
    same = {move.move: move.same_as for move in result.moves}
    assert same == {"0": None, "1": None, "2": "0"}
    moves = by_move(result)
    assert moves["0"].value == moves["2"].value
    assert moves["0"].value.mean != moves["1"].value.mean
    assert moves["2"].tied == moves["0"].tied
    # without common random numbers the same two moves look different
    independent = by_move(run_search(game_of(Alike).new(1), root="equal", iterations=3000, seed=1))
    assert independent["0"].value.mean != independent["2"].value.mean
    assert independent["2"].same_as is None


def test_equivalent_moves_in_oh_hell():
    """Of two neighbouring cards of a suit it makes no difference which is played: the flat search finds them."""
    pairs = found = 0
    for seed in range(40):
        state = load_game("oh-hell:tricks=4").new(seed)
        rng = Rng(seed)
        while not state.is_over and state.legal_moves()[0][0] not in "CDHS":
            state.apply(state.sample(rng))
        if state.is_over:
            continue
        result = run_search(state, trees="none", iterations=1200, seed=seed)
        moves = by_move(result)
        for first, second in neighbours(list(moves)):
            pairs += 1
            found += moves[second].same_as == first or moves[first].same_as == second or (
                moves[first].same_as is not None and moves[first].same_as == moves[second].same_as)
        for move in result.moves:
            if move.same_as is not None:
                assert move.value.mean == moves[move.same_as].value.mean
    assert pairs >= 3
    assert found == pairs


def neighbours(cards):
    """Pairs of cards of one suit with no rank between them."""
    ranks = "23456789TJQKA"
    return [(a, b) for a in cards for b in cards
            if a[0] == b[0] and len(a) == len(b) == 2 and ranks.index(b[1]) - ranks.index(a[1]) == 1]
