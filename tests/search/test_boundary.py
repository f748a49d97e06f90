"""Where Python meets the compiled search: one thread at a time, worlds of its own game, settings that make sense."""
import pickle
import threading
import time

import numpy as np
import pytest

from kingmaker.games import ConfigError, KingmakerError, Rng, load_game
from kingmaker.search._quick import play_quickly, stream_draws
from kingmaker.search.bench._bench import playouts
from kingmaker.search.config import SearchConfig, settings_for
from kingmaker.search.seeds import replicate_streams
from kingmaker.search.tree._greedy import one_step
from kingmaker.search.tree._searcher import Searcher, StopFlag

STREAMS = replicate_streams(1, 0)
OTHERS = ["kuhn-poker", "oh-hell:players=4", "two-heirs:mode=solo", "brian-boru:players=3", "phantom-444:board=3"]


def grown(name="oh-hell", n=200, **options):
    """A searcher of a game's start, run for n iterations."""
    state = load_game(name).new(1)
    config = SearchConfig(iterations=max(n, 1), replicates=1, **options)
    searcher = Searcher(state, state.player, settings_for(config, state.game, n), STREAMS, n)
    if n:
        searcher.run(n)
    return state, searcher


def uses(searcher, state):
    """Every call that reads or grows the trees."""
    action = state.legal_actions()[0]
    return {
        "run": lambda: searcher.run(10), "verify": lambda: searcher.verify(action, 10), "records": searcher.records,
        "verified_record": searcher.verified_record, "to_arrays": searcher.to_arrays,
        "totals_after": lambda: searcher.totals_after(state, [action]),
        "play_on": lambda: searcher.play_on(state, [action], Rng(1))}


@pytest.mark.parametrize("method", ["run", "verify"])
def test_a_second_thread_is_refused_and_the_first_goes_on(method):
    state, searcher = grown()
    stop, answers = StopFlag(), []
    action = state.legal_actions()[0]
    first = threading.Thread(target=lambda: answers.append(
        searcher.run(2**40, 60.0, stop) if method == "run" else searcher.verify(action, 2**40, stop)))
    first.start()
    try:
        until = time.monotonic() + 30
        refused = {}
        while len(refused) < len(uses(searcher, state)) and time.monotonic() < until:
            for name, use in uses(searcher, state).items():
                try:
                    use()
                except ConfigError as error:
                    refused[name] = str(error)
    finally:
        stop.set()
        first.join()
    assert set(refused) == set(uses(searcher, state))
    assert all("expected a searcher at rest" in message for message in refused.values())
    assert answers == ["interrupt"]
    for use in uses(searcher, state).values():
        use()


def test_many_threads_end_with_the_sum_of_what_was_done():
    _, searcher = grown(n=0)
    done = []

    def work():
        for _ in range(200):
            try:
                searcher.run(5)
                done.append(5)
            except ConfigError:
                continue

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert searcher.iterations == sum(done) > 0
    assert searcher.records()["visits"].sum() == sum(done)


def test_a_run_that_fails_frees_the_searcher():
    state, searcher = grown()
    for call in (lambda: searcher.totals_after(state, [-1]), lambda: searcher.play_on(state, [-1], Rng(1)),
                 lambda: searcher.verify(-1, 5), lambda: searcher.run(-1), lambda: searcher.to_arrays(9)):
        with pytest.raises(KingmakerError):
            call()
    assert searcher.run(10) == "iterations"


@pytest.mark.parametrize("name", ["oh-hell", "two-heirs", "brian-boru", "phantom-444", "kuhn-python"])
def test_worlds_of_other_games_are_refused(name):
    state, searcher = grown(name, 50)
    for other in map(load_game, OTHERS):
        world = other.new(1)
        with pytest.raises(KingmakerError, match="totals_after: expected a state of"):
            searcher.totals_after(world, [])
        with pytest.raises(KingmakerError, match="play_on: expected a state of"):
            searcher.play_on(world, world.legal_actions()[:1], Rng(1))
    assert searcher.totals_after(state, [])[0].sum() > 0


def test_lines_of_illegal_actions_are_refused():
    state, searcher = grown()
    first = state.legal_actions()[0]
    end = state.clone()
    end.playout(Rng(1))
    for line in ([-1], [10**6], [2**40], [first, 10**6], ["x"], [None], [0.5], [True]):
        with pytest.raises(KingmakerError, match="illegal action"):
            searcher.totals_after(state, line)
        with pytest.raises(KingmakerError, match="illegal action"):
            searcher.play_on(state, line, Rng(1))
    for line in ([], ()):
        with pytest.raises(KingmakerError, match="at least one action"):
            searcher.play_on(state, line, Rng(1))
    with pytest.raises(KingmakerError, match="the game is over"):
        searcher.play_on(end, [first], Rng(1))
    for world, line in ((None, []), (state, None), (state, 5)):
        with pytest.raises(TypeError):
            searcher.totals_after(world, line)


def test_budgets_and_owners_are_checked():
    state, searcher = grown(n=0)
    for n in (-1, 2**63, 10**5000, 0.5, "5", None, True):
        with pytest.raises(ConfigError, match="expected iterations"):
            searcher.run(n)
        with pytest.raises(ConfigError, match="expected iterations"):
            searcher.verify(state.legal_actions()[0], n)
    for seconds in (-1.0, float("nan")):
        with pytest.raises(ConfigError, match="expected seconds"):
            searcher.run(1, seconds)
    for action in (-1, 10**6, 2**40, 0.5, None, "x"):
        with pytest.raises(ConfigError, match="verify"):
            searcher.verify(action, 1)
    for owner in (-1, 9, 2**40, 0.5, "x", True):
        with pytest.raises(ConfigError, match="expected an owner"):
            searcher.to_arrays(owner)
    for use in uses(searcher, state).values():     # before any run
        use()


HOSTILE = (-2, 99, 2**31 - 1, float("nan"), float("inf"), -float("inf"))


@pytest.mark.parametrize("key", sorted(settings_for(SearchConfig(), load_game("oh-hell"), 0)))
def test_settings_that_no_config_makes_are_refused_or_harmless(key):
    state = load_game("oh-hell").new(1)
    good = settings_for(SearchConfig(iterations=100, replicates=1), state.game, 100)
    for value in HOSTILE:
        try:
            searcher = Searcher(state, state.player, {**good, key: value}, STREAMS, 100)
        except (KingmakerError, ValueError, TypeError, OverflowError):
            continue
        searcher.run(100)
    with pytest.raises(ValueError, match=key):
        Searcher(state, state.player, {k: v for k, v in good.items() if k != key}, STREAMS)


def test_a_searcher_is_made_of_what_belongs_together():
    state = load_game("oh-hell").new(1)
    good = settings_for(SearchConfig(), state.game, 0)
    for observer in (-1, 99, 2**40, 0.5, None, "0"):
        with pytest.raises(ConfigError):
            Searcher(state, observer, good, STREAMS)
    for seeds in ([], STREAMS[:2], [*STREAMS, 1], (1, 2, "x"), (1, -2, 3)):
        with pytest.raises(ValueError, match="seed"):
            Searcher(state, state.player, good, seeds)
    for planned, kept, limit in ((-1, (), 2**30), (2**63, (), 2**30), (0, (), -1), (0, (), 2**64), (0.5, (), 2**30)):
        with pytest.raises(ConfigError, match="expected"):
            Searcher(state, state.player, good, STREAMS, planned, kept, limit)
    with pytest.raises(TypeError):
        Searcher(None, 0, good, STREAMS)
    with pytest.raises(TypeError):
        Searcher(state, state.player, None, STREAMS)
    searcher = grown()[1]
    searcher.__init__()
    assert searcher.iterations == 200
    assert not {"_allocate", "_start_race", "_stratify"} & set(dir(searcher)), "what allocates is not Python's to call"
    for one in (searcher, StopFlag()):
        with pytest.raises(TypeError):
            pickle.dumps(one)


def test_one_step_checks_what_it_is_asked():
    state = load_game("oh-hell").new(1)
    end = state.clone()
    end.playout(Rng(1))
    with pytest.raises(KingmakerError, match="the game is over"):
        one_step(end, 3, Rng(1), False)
    with pytest.raises(KingmakerError, match="at the end only"):
        one_step(load_game("kuhn-poker").new(1), 3, Rng(1), True)
    for n in (0, -1, 2**40, 0.5, None):
        with pytest.raises(KingmakerError, match="number of worlds"):
            one_step(state, n, Rng(1), False)


def test_quick_games_check_their_seats_and_buffers():
    game = load_game("oh-hell:players=4")
    actions, seats = np.zeros(200, np.int32), np.zeros(200, np.int8)
    for kinds in ([], [0], [0] * 3, [0] * 5):
        with pytest.raises(KingmakerError, match="each of 4 seats"):
            play_quickly(game.new(1), kinds, 1, actions, seats)
    for kinds in ([0, 0, 0, 2], [0, 0, 0, -1], [0, 0, 0, "x"], [0, 0, 0, 0.5]):
        with pytest.raises(KingmakerError, match="one of KINDS"):
            play_quickly(game.new(1), kinds, 1, actions, seats)
    for buffers in ((None, seats), (actions, None), (seats, seats), (actions, actions), (actions[::2], seats),
                    ([], [])):
        with pytest.raises((TypeError, ValueError)):
            play_quickly(game.new(1), [0] * 4, 1, *buffers)
    with pytest.raises(KingmakerError, match="a game longer"):
        play_quickly(game.new(1), [0] * 4, 1, actions[:3], seats[:3])
    with pytest.raises(KingmakerError, match="expected a count"):
        stream_draws(1, 1, 2, 3, -1)


def test_playouts_check_their_roots():
    rng, state = Rng(1), load_game("oh-hell").new(1)
    for roots in ([], [None], [state, 5]):
        with pytest.raises(KingmakerError, match="list of states"):
            playouts(roots, 3, rng)
    with pytest.raises(KingmakerError, match="expected a state of"):
        playouts([state, load_game("kuhn-poker").new(1)], 3, rng)
    for n in (-1, 2**63, 0.5, None):
        with pytest.raises(KingmakerError, match="expected how many"):
            playouts([state], n, rng)


@pytest.mark.parametrize("turn", range(4))
def test_states_may_be_changed_while_another_thread_plays_copies_of_them(turn):
    """The lock is given up while copies are played: what the other thread does to the originals does not reach them."""
    game = load_game("brian-boru:players=3")
    roots = [game.new(turn), game.new(turn + 1)]
    before = [root.text() for root in roots]
    ends, flag = [], threading.Event()

    def play():
        ends.append(playouts(roots, 2000, Rng(turn)))
        flag.set()

    thread = threading.Thread(target=play)
    thread.start()
    while not flag.is_set():
        for root, text in zip(roots, before, strict=True):
            root.playout(Rng(turn))
            root.copy_from(game.parse(text))
    thread.join()
    assert ends == [playouts([game.parse(text) for text in before], 2000, Rng(turn))]
