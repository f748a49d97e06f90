"""Mixtures over the whole of a small game: every deal listed, nothing drawn, close to equilibria, and honest."""
import math
import time
from functools import cache
from itertools import permutations
from threading import Thread, Timer

import pytest

from kingmaker.games import TERMINAL, ConfigError, Rng, load_game
from kingmaker.games.check.chisquare import uniform_fit
from kingmaker.search.config import SearchConfig, settings_for
from kingmaker.search.match.exploit import expected, nash_conv, remembered
from kingmaker.search.mixture import mix
from kingmaker.search.seeds import replicate_streams
from kingmaker.search.tree._searcher import StopFlag
from kingmaker.search.tree._whole import Whole
from tests.search.fixture_games import Secret, game_of

CARDS = [rank + suit for rank in "JQK" for suit in "sh"]
KUHN = [(1 / 6, load_game("kuhn-poker").parse(f"{a}{b}:")) for a, b in permutations("JQK", 2)]
LEDUC = [(1 / 120, load_game("leduc-poker").parse(f"{a}{b}{c}:")) for a, b, c in permutations(CARDS, 3)]
GOOFSPIEL = [(1.0, load_game("goofspiel:cards=4,points=descending").new(0))]
PLENTY = 10**9


def whole_of(state, walks=PLENTY):
    """The whole game that goes on from where a state's hidden things began, listed."""
    whole = Whole(state, state.player, settings_for(SearchConfig(), state.game, 0), replicate_streams(1, 0))
    assert whole.list_all(walks)
    return whole


@cache
def mixed(name, walks):
    """The policy that works out a mixture of a game at each decision."""
    def play(state):
        found = mix(state, iterations=walks)
        assert state.game.name == name
        assert found.is_whole
        return list(found.shares.values())
    return remembered(play)


# -- what is listed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "n_deals", "n_unlike", "n_sights"), [
    ("kuhn-poker", 6, 6, 12),  # 3 * 2; a card, and what was done: nothing, p, b, pb
    ("leduc-poker", 120, 24, 288),  # 6 * 5 * 4; all 3 * 3 * 3 of the ranks but three of a kind
    ("goofspiel:cards=4", 6, 6, None),  # the first prize lies open, the other three in any order
    ("goofspiel:cards=4,points=descending", 1, 1, None),
    ("goofspiel:cards=3,players=3", 2, 2, None),
])
def test_all_deals_that_nobody_can_rule_out_are_listed(name, n_deals, n_unlike, n_sights):
    """As many as come up when deals are drawn by `rewind`; there they come equally often, so each counts as much."""
    state, rng, drawn = load_game(name).new(3), Rng(5), {}
    whole = whole_of(state)
    assert whole.n_listed == (n_deals, n_unlike)
    assert n_sights in (None, whole.n_sights)
    for _ in range(100 * n_deals):
        world = state.clone()
        world.rewind(rng)
        drawn[world.text()] = drawn.get(world.text(), 0) + 1
    assert len(drawn) == n_deals
    assert uniform_fit(list(drawn.values())).p > 1e-6


def test_the_part_of_hidden_play_that_everybody_knows_is_found():
    """With bids hidden a rewind deals the first prize anew: only those deals that begin with the one seen are meant."""
    game = load_game("goofspiel:cards=4,info=hidden")
    for prizes in permutations("1234"):
        state = game.parse(f"prizes {' '.join(prizes)}, bids - / -")
        whole = whole_of(state)
        whole.run(2_000)
        assert whole.n_listed == (6, 6)
        assert whole.walks_here > 0


def test_a_walk_is_a_deal_or_64_ends_of_one():
    """Kuhn: 5 ends a deal, one walk; goofspiel with 4 cards: 24 * 24 ends, nine walks; Leduc: 24 deals of 49 ends."""
    assert [whole_of(deals[0][1]).cost_of_sweep for deals in (KUHN, GOOFSPIEL, LEDUC)] == [6, 9, 24]
    assert [whole_of(deals[0][1]).iterations for deals in (KUHN, GOOFSPIEL, LEDUC)] == [6, 9, 120]


# -- how close to an equilibrium --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deals", "walks", "most"), [
    (KUHN, (200, 2_000, 20_000), 0.0005),
    (LEDUC, (1_000, 10_000), 0.02),
    (GOOFSPIEL, (200, 1_000, 10_000), 0.0005),
], ids=["Kuhn", "Leduc", "goofspiel"])
def test_exploitability_falls_with_walks_and_is_small(deals, walks, most):
    """By walks that are drawn it is 0.05, 0.47 and 0.001 after as many."""
    found = [nash_conv(deals, mixed(deals[0][1].game.name, n)) for n in walks]
    assert found == sorted(found, reverse=True)
    assert found[-1] < most < found[0]


@pytest.mark.parametrize(("deals", "walks", "value", "off"), [(KUHN, 20_000, -1 / 18, 1e-4),
                                                              (LEDUC, 10_000, -0.0856, 0.005)], ids=["Kuhn", "Leduc"])
def test_the_value_of_the_game_is_the_known_one(deals, walks, value, off):
    """What player 0 wins where both play an equilibrium: Kuhn 1950; Leduc -0.0856 chips."""
    assert expected(deals, mixed(deals[0][1].game.name, walks)) == pytest.approx([value, -value], abs=off)


def test_what_moves_earn_sums_to_the_value():
    """Mean over player 0's cards and its shares. A king that bets wins the ante, or the bet as well: 1 to 2."""
    total = 0.0
    for card, other in ("JQ", "QK", "KJ"):
        found = mix(load_game("kuhn-poker").parse(f"{card}{other}:"), iterations=20_000)
        total += sum(share * found.returns[move][0] for move, share in found.shares.items()) / 3
        assert all(points[0] == -points[1] for points in found.returns.values())
    assert total == pytest.approx(-1 / 18, abs=1e-4)
    assert 1 <= found.returns["bet"][0] <= 2


def test_nothing_is_drawn_so_every_seed_finds_the_same():
    """But for the order in which deals are listed, in which numbers are added up."""
    state = load_game("leduc-poker").parse("JsKhQs:crc/")
    first, *others = (mix(state, iterations=3_000, seed=seed) for seed in range(4))
    for other in others:
        assert other.iterations == first.iterations
        assert list(other.shares.values()) == pytest.approx(list(first.shares.values()), abs=1e-6)


# -- budgets, and games that are too large ----------------------------------------------------------------------------


@pytest.mark.parametrize("walks", [600, 1_000, 1_234, 100_000])
def test_walks_are_a_budget_that_is_kept(walks):
    """No more than asked for, and no sweep less than they pay for."""
    found = mix(LEDUC[0][1], iterations=walks)
    assert found.is_whole
    assert walks - 24 < found.iterations <= walks
    assert 0 < found.walks_here <= walks


def test_few_walks_are_drawn_instead():
    """120 deals, then eight sweeps of each player over 24 that differ: 504 walks, of which a quarter may list."""
    assert not mix(LEDUC[0][1], iterations=479).is_whole
    assert mix(LEDUC[0][1], iterations=504).is_whole
    assert mix(LEDUC[0][1], iterations=479).iterations == 479


@pytest.mark.parametrize("name", ["goofspiel", "goofspiel:points=descending", "goofspiel:info=hidden",
                                  "goofspiel:cards=9,points=descending"])
def test_a_game_too_large_is_walked_through_by_lot(name):
    """13! orders of the prizes, or 13! squared courses of one deal: that is seen at once."""
    found = mix(load_game(name).new(1), iterations=2_000)
    assert not found.is_whole
    assert found.iterations == 2_000
    assert math.isclose(sum(found.shares.values()), 1)
    whole = Whole(load_game(name).new(1), 0, settings_for(SearchConfig(), load_game(name), 0), replicate_streams(1, 0))
    assert not whole.list_all(10**12, 60.0)
    assert whole.iterations < 100
    assert whole.earned() == [()] * len(whole.actions)


def test_the_end_of_a_large_game_is_small():
    """Goofspiel with 13 cards after ten rounds: three cards each, 36 courses of each order of two prizes."""
    game, rng = load_game("goofspiel"), Rng(1)
    state = game.new(1)
    for _ in range(20):
        state.apply(state.sample(rng))
    assert whole_of(state).n_listed == (2, 2)
    assert mix(state, iterations=1_000).is_whole


def test_seconds_are_kept():
    begin = time.monotonic()
    found = mix(LEDUC[0][1], iterations=None, seconds=0.2)
    assert time.monotonic() - begin < 0.4
    assert found.is_whole
    begin = time.monotonic()
    assert not mix(load_game("goofspiel").new(1), iterations=None, seconds=0.2).is_whole
    assert time.monotonic() - begin < 0.4


def test_no_more_memory_than_given():
    """Goofspiel with five cards has more than 14,400 nodes of 100 bytes and more: not in a quarter of a megabyte."""
    state = load_game("goofspiel:cards=5,points=descending").new(1)
    assert mix(state, iterations=20_000).is_whole
    assert not mix(state, iterations=20_000, memory_mb=0.25).is_whole


class Forgetful(Secret):
    """Player 0 chooses twice and has forgotten the first choice at the second; rewinding draws the secret."""

    n_secrets, depth = 3, 2

    def player(self):
        return TERMINAL if len(self.history) == 2 else 0

    def legal_actions(self):
        return [0, 1]

    def returns(self):
        return [1.0, -1.0] if self.history[0] == self.history[1] else [-1.0, 1.0]

    def view(self, observer):
        return f"{len(self.history)} made"

    def rewind(self, rng):
        self.secret, self.history = rng.below(self.n_secrets), ()

    def sight(self, player):
        return 1 + player + 2 * len(self.history)


def test_who_forgets_what_they_did_is_walked_through_by_lot():
    """Regrets over the whole game rest on own choices being remembered."""
    state = game_of(Forgetful, features=frozenset({"rewind", "worlds"})).new(1)
    assert not mix(state, iterations=3_000).is_whole


def test_worlds_without_numbers_are_drawn():
    class Unnumbered(Forgetful):
        def view(self, observer):
            return f"{self.history} made"

        def sight(self, player):
            return 10 * player + len(self.history) + sum(self.history) + 1

    numbered = game_of(Unnumbered, features=frozenset({"rewind", "worlds"})).new(1)
    assert mix(numbered, iterations=1_000).is_whole
    assert not mix(game_of(Unnumbered, features=frozenset({"rewind"})).new(1), iterations=1_000).is_whole


# -- what may enter ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "goofspiel:cards=4", "goofspiel:cards=4,info=hidden",
                                  "goofspiel:cards=3,players=3", "goofspiel:cards=4,returns=total-points"])
def test_no_mixture_tells_of_what_is_hidden(name):
    """The same seed, another world: the same shares, points and counts to the last bit."""
    game, n = load_game(name), 0
    for seed in range(3):
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over:
            found = mix(state, iterations=2_000, seed=3)
            assert found.is_whole
            for _ in range(2):
                world = state.world(state.player, rng)
                n += world.text() != state.text()
                assert mix(world, iterations=2_000, seed=3) == found
            state.apply(state.sample(rng))
    assert n > 3


# -- one at a time, and an end to it ----------------------------------------------------------------------------------


def test_a_whole_game_that_learns_is_not_read_and_is_listed_once():
    whole, stop = whole_of(LEDUC[0][1]), StopFlag()
    learner = Thread(target=whole.run, args=(10**12, 1e300, stop))
    listed = whole.iterations
    learner.start()
    while whole.iterations == listed:
        pass
    for read in (whole.mixture, whole.earned, lambda: whole.walks_here, lambda: whole.run(1), lambda: whole.n_listed,
                 lambda: whole.list_all(1)):
        with pytest.raises(ConfigError, match="another thread is in it"):
            read()
    stop.set()
    learner.join(timeout=10)
    assert not learner.is_alive()
    assert math.isclose(sum(whole.mixture()), 1)
    with pytest.raises(ConfigError, match="listed once"):
        whole.list_all(PLENTY)


def test_a_listing_can_be_stopped():
    """Goofspiel with seven cards has 25 million ends: a stop is heard on the way, and nothing is walked after it."""
    state, stop = load_game("goofspiel:cards=7,points=descending").new(1), StopFlag()
    timer = Timer(0.2, stop.set)
    timer.start()
    begin = time.monotonic()
    found = mix(state, iterations=10**11, stop=stop)
    assert time.monotonic() - begin < 3
    assert not found.is_whole
    assert list(found.shares.values()) == [1 / 7] * 7
