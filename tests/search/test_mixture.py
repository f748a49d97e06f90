"""Mixtures where choices are hidden, by walks: close to equilibria, the more so the longer they walk, and honest.

Games as small as these are solved whole where it is `mix` that is asked: tests/search/test_whole.py.
"""
import math
import signal
import time
from itertools import permutations
from threading import Thread, Timer

import pytest

from kingmaker.games import ConfigError, Rng, load_game
from kingmaker.search.agents import parse_agent
from kingmaker.search.config import SearchConfig, settings_for
from kingmaker.search.match.exploit import best_answer, expected, nash_conv
from kingmaker.search.mixture import mix
from kingmaker.search.seeds import branch, replicate_streams
from kingmaker.search.tree._mixer import Mixer
from kingmaker.search.tree._searcher import StopFlag

CARDS = [rank + suit for rank in "JQK" for suit in "sh"]
SMALL = ["kuhn-poker", "leduc-poker", "goofspiel:cards=4", "goofspiel:cards=4,info=hidden",
         "goofspiel:cards=3,players=3", "goofspiel:cards=4,returns=total-points"]


def deals(name):
    """Every deal with its chance."""
    game = load_game(name)
    if name == "kuhn-poker":
        states = [game.parse(f"{a}{b}:") for a, b in permutations("JQK", 2)]
    elif name == "leduc-poker":
        states = [game.parse(f"{a}{b}{c}:") for a, b, c in permutations(CARDS, 3)]
    else:
        states = [game.new(0)]  # prizes in descending order
    return [(1 / len(states), state) for state in states]


def walked(state, iterations, seed=1):
    mixer = Mixer(state, state.player, settings_for(SearchConfig(), state.game, 0), replicate_streams(seed, 0))
    mixer.run(iterations)
    return mixer


def mixed(iterations, seed=1):
    """The policy that walks for a mixture at each decision, always by the same draws: parts of one strategy."""
    return lambda state: walked(state, iterations, seed).mixture()


# -- the measure ----------------------------------------------------------------------------------------------


def test_uniform_play_is_as_exploitable_as_open_spiel_says():
    """ENGINE figures of open_spiel 2.0.2: NashConv of even play 0.916667 in Kuhn poker, 4.747222 in Leduc."""
    def even(state):
        return [1 / len(state.legal_actions())] * len(state.legal_actions())

    assert nash_conv(deals("kuhn-poker"), even) == pytest.approx(0.916667, abs=1e-6)
    assert nash_conv(deals("leduc-poker"), even) == pytest.approx(4.747222, abs=1e-6)


def test_an_equilibrium_of_kuhn_poker_gives_nothing_away():
    """Kuhn 1950 with alpha = 1/3: player 0 loses 1/18, and no answer gains."""
    bets = {"J:": 1 / 3, "Q:": 0, "K:": 1, "J:pb": 0, "Q:pb": 2 / 3, "K:pb": 1,
            "J:p": 1 / 3, "Q:p": 0, "K:p": 1, "J:b": 0, "Q:b": 1 / 3, "K:b": 1}

    def play(state):
        bet = bets[state.view(state.player)]
        return [1 - bet, bet]

    assert nash_conv(deals("kuhn-poker"), play) == pytest.approx(0, abs=1e-9)
    assert expected(deals("kuhn-poker"), play) == pytest.approx([-1 / 18, 1 / 18])
    assert best_answer(deals("kuhn-poker"), 1, play) == pytest.approx(1 / 18)


def test_the_answer_to_a_fixed_bid_is_one_more():
    """Goofspiel with 3 cards for prizes 3, 2, 1: who bids 3 first, then 2, loses to nobody but ties; bidding 1 first
    loses the 3 to a 2, then the 2 to a 3: the best answer wins both, 5 points to 1."""
    def lowest_first(state):
        return [1.0] + [0.0] * (len(state.legal_actions()) - 1)

    start = [(1.0, load_game("goofspiel:cards=3,points=descending,returns=total-points").new(0))]
    assert best_answer(start, 0, lowest_first) == 5


# -- mixtures ---------------------------------------------------------------------------------------------------


def test_exploitability_falls_with_iterations():
    kuhn = [nash_conv(deals("kuhn-poker"), mixed(n)) for n in (100, 10_000, 100_000)]
    assert kuhn[0] > kuhn[1] > kuhn[2]
    assert kuhn[2] < 0.05  # a search by visits: 0.33
    goofspiel = [nash_conv(deals("goofspiel:cards=4,points=descending"), mixed(n)) for n in (100, 5_000)]
    assert goofspiel[1] < 0.1 < goofspiel[0]  # a search by visits: 0.9 and more


@pytest.mark.slow
@pytest.mark.parametrize("how", ["as asked", "by walks"])
def test_exploitability_at_a_hundred_thousand_iterations(how):
    """The row of goofspiel is 0.1. Leduc has 288 states of knowledge."""
    def asked(iterations):
        return lambda state: list(mix(state, iterations=iterations, seed=1).shares.values())

    policy = asked if how == "as asked" else mixed
    found = {name: [nash_conv(deals(name), policy(n)) for n in (100, 1_000, 10_000, 100_000)]
             for name in ("kuhn-poker", "leduc-poker", "goofspiel:cards=4,points=descending")}
    print(how, found)
    for values in found.values():
        assert values == sorted(values, reverse=True)
    assert found["goofspiel:cards=4,points=descending"][-1] <= 0.1
    assert how == "by walks" or found["leduc-poker"][-1] <= 0.001


def test_each_decision_by_draws_of_its_own_is_no_worse_where_rounds_are_shown():
    """Goofspiel is a game of its own after each round: what was drawn elsewhere does not matter."""
    def play(state):
        return walked(state, 5_000, seed=hash(state.view(state.player)) % 2**32).mixture()

    assert nash_conv(deals("goofspiel:cards=4,points=descending"), play) < 0.1


def test_kings_are_bet_on_and_jacks_never_call():
    game = load_game("kuhn-poker")     # shares of pass and bet
    assert walked(game.parse("KJ:pb"), 3_000, 2).mixture()[1] > 0.95
    assert walked(game.parse("KJ:b"), 3_000, 2).mixture()[1] < 0.05
    found = walked(game.parse("QJ:b"), 30_000, 2)
    assert found.mixture()[1] < 0.05
    assert [points[1] for points in found.earned()] == [-1, -2]    # the jack calls a bet of better cards, or loses


# -- what may enter -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_no_mixture_tells_of_what_is_hidden(name):
    """The same draws, another world: the same shares to the last bit."""
    game, n = load_game(name), 0
    for seed in range(6):
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over:
            for _ in range(2):
                world = state.world(state.player, rng)
                n += world.text() != state.text()
                found, other = walked(state, 60, 3), walked(world, 60, 3)
                assert other.mixture() == found.mixture()
                assert other.earned() == found.earned()
                assert other.walks_here == found.walks_here
            state.apply(state.sample(rng))
    assert n > 5


@pytest.mark.parametrize("name", SMALL)
def test_what_is_known_at_the_root_comes_up_again(name):
    """Walks come to the positions that players come to who mix: else nothing would be learnt of them."""
    game = load_game(name)
    for seed in range(4):
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over:
            mixer = walked(state, 30_000)
            assert all(row["visits"] > 0 for row in mixer.records())
            assert mixer.walks_here > (10 if "hidden" in name else 100)  # one in 24 deals has those prizes
            assert math.isclose(sum(mixer.mixture()), 1)
            likely = [action for action, share in zip(mixer.actions, mixer.mixture(), strict=True) if share > 0.2]
            state.apply(likely[rng.below(len(likely))])


# -- the agent ------------------------------------------------------------------------------------------------------


def test_the_agent_draws_by_the_shares():
    """At the start of goofspiel the shares differ from 0 and 1: so do its choices."""
    game = load_game("goofspiel:cards=4,points=descending")
    agent, state = parse_agent("mixed:iterations=400").make(game), game.new(0)
    chosen = [agent.choose(state, branch(seed)) for seed in range(200)]
    shares = list(mix(state, iterations=400).shares.values())
    for action, share in zip(state.legal_actions(), shares, strict=True):
        assert abs(chosen.count(action) / 200 - share) < 5 * math.sqrt(share * (1 - share) / 200) + 1e-9
    assert len(set(chosen)) > 1
    assert agent.choose(state, branch(5)) == agent.choose(state, branch(5))


def test_the_agent_is_refused_like_others():
    for text in ("mixed:iterations=0", "mixed:c=1", "mixed:iterations=x"):
        with pytest.raises(ConfigError):
            parse_agent(text)
    with pytest.raises(ConfigError, match=r"connect-four does not say .* ismcts plays it"):
        parse_agent("mixed").make(load_game("connect-four"))
    with pytest.raises(ConfigError, match="rewind"):
        mix(load_game("brian-boru").new(1), iterations=10)


# -- one at a time, and an end to it ----------------------------------------------------------------------------------


def test_a_mixer_that_walks_is_not_read_and_walks_once():
    """The table moves as it grows: who read it meanwhile would read memory that is gone."""
    state = load_game("goofspiel").new(1)
    mixer = Mixer(state, 0, settings_for(SearchConfig(), state.game, 0), replicate_streams(1, 0))
    stop, refused = StopFlag(), 0
    walker = Thread(target=mixer.run, args=(10**9, 1e300, stop))
    walker.start()
    while mixer.iterations == 0:
        pass
    for read in (mixer.mixture, mixer.records, lambda: mixer.walks_here, lambda: mixer.run(1)):
        with pytest.raises(ConfigError, match="another thread is in it"):
            read()
        refused += 1
    stop.set()
    walker.join(timeout=10)
    assert refused == 4
    assert not walker.is_alive()
    assert math.isclose(sum(mixer.mixture()), 1)


def test_ctrl_c_ends_the_walks():
    """Python hears a signal only where it is asked: walks ask every twentieth of a second."""
    state, timer = load_game("kuhn-poker").new(1), Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        mix(state, iterations=10**10)
    assert time.monotonic() - begin < 5


def test_a_full_table_is_played_out_beyond():
    state = load_game("goofspiel").new(1)
    small = mix(state, iterations=3_000, memory_mb=0.25, seed=1)
    assert math.isclose(sum(small.shares.values()), 1)
    assert small.walks_here > 100
