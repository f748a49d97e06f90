"""What misuse is tried on: everything public that is compiled, and what it is made from, in all its moods."""
import copy
import pickle

import numpy as np

from kingmaker.games import Game, GameState, PyGameState, Rng, available_games, game_spec, load_game
from kingmaker.games.check import perft
from kingmaker.games.check._perft import count
from kingmaker.games.errors import KingmakerError
from kingmaker.search._quick import play_quickly, stream_draws
from kingmaker.search.bench._bench import playouts
from kingmaker.search.config import SearchConfig, settings_for
from kingmaker.search.seeds import replicate_streams
from kingmaker.search.tree._greedy import one_step
from kingmaker.search.tree._playouts import Playouts
from kingmaker.search.tree._searcher import Searcher, StopFlag
from kingmaker.search.tree._trees import Trees

SEARCHES = ({}, {"trees": "many"}, {"trees": "none"}, {"worlds": "fixed", "n_worlds": 4}, {"root": "halving"},
            {"root": "toptwo", "rollout": "mast"}, {"outcomes": "widen", "redeterminize": True}, {"worlds": "true"})
OPTION_SETS = {"two-heirs": ({"mode": "solo"}, {"sets": "travel,guard,trade"}),
               "brian-boru": ({"players": 3}, {"short": 2}),
               "architects": ({"players": 3, "wonders": 1}, {"players": 1, "wonders": 1, "opponent": "O3"},
                              {"players": 2, "wonders": 1, "boards": "variable"})}


def variants():
    """Every game, and some with other options."""
    games = [load_game(name) for name in available_games()]
    for name, sets in OPTION_SETS.items():
        for options in sets:
            try:
                games.append(load_game(name, **options))
            except KingmakerError:  # the options of a game may change; the game itself is there
                continue
    return games


def positions(game, random):
    """Four states of a game: its start, two on the way, its end."""
    states = [game.new(random.randrange(1000))]
    rng = Rng(random.randrange(1000))
    for _ in range(2):
        state = states[0].clone()
        for _ in range(random.randrange(1, 40)):
            if not state.is_over:
                state.apply(state.sample(rng))
        states.append(state)
    end = states[0].clone()
    end.playout(rng)
    return [*states, end]


def searcher(state, options, *, is_run):
    """A searcher on a state, before or after its run."""
    config = SearchConfig(iterations=64, replicates=1, **options)
    made = Searcher(state, state.player, settings_for(config, state.game, 64), replicate_streams(1, 0), 64)
    if is_run:
        made.run(64)
    return made


def searchers(games, random):
    """Searchers of every kind, over the games."""
    made = []
    for k, game in enumerate(games):
        state = game.new(k)
        for options in random.sample(SEARCHES, 3):
            try:
                made.append(searcher(state, options, is_run=random.random() < 0.7))
            except KingmakerError:  # a game without what the search needs
                continue
    return made


def ledgers(games):
    """The ledger of each game that keeps one."""
    return [game.spec.ledger([game.options]) for game in games if game.spec.ledger]


def functions(games):
    """Compiled functions and classes, called as they are."""
    states = [type(game.new(1)) for game in games]
    rules = [type(state.rules) for game in games if hasattr(state := game.new(1), "rules")]
    made = [*states, *rules, GameState, PyGameState, Rng, Searcher, StopFlag, Trees, Playouts, Game, one_step,
            play_quickly, playouts, stream_draws, count, perft.perft, perft.perft_divide, load_game, game_spec, copies]
    made += [cls.__new__ for cls in {*states, *rules, GameState, PyGameState, Rng, Searcher, StopFlag, Trees, Playouts}]
    made += [getattr(cls, name) for cls in (*states, PyGameState) for name in ("clone", "text", "legal_actions")]
    return [*made, *(game.spec.bind for game in games), *rows(games)]


def copies(one):
    """Copies of an object of this house, by all the ways there are."""
    if not isinstance(one, GameState | Rng | Searcher | StopFlag | Trees | Playouts | Game):
        raise TypeError("not of this house")
    return copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))


def rows(games):
    """What fills the rows of a ledger, where that is compiled."""
    from kingmaker.games.brian_boru import _ledger as boru
    from kingmaker.games.two_heirs import _ledger as heirs
    return [boru.fill_rows, heirs.fill_rows]


class Awkward:
    """An object that answers each question of the interpreter with an error, or with nonsense."""

    def _refuse(self, *_):
        raise ValueError("awkward")

    __index__ = __int__ = __float__ = __len__ = __iter__ = __getitem__ = __bool__ = __hash__ = __repr__ = _refuse
    __eq__ = __lt__ = _refuse


def hostile(random, states, games):
    """One argument that may be anything."""
    game = random.choice(games)
    state = random.choice(states)
    return random.choice((
        lambda: random.choice((-1, 0, 1, 2, 3, 5, 8, 31, 32, 63, 64, 100, 1105, 1106, 10**6, 2**31 - 1, 2**31, 2**32,
                               2**62, 2**63 - 1, 2**63, 2**64, 10**30, 10**5000, -2**31, -2**63, -10**5000)),
        lambda: random.randrange(-2, game.n_actions + 2),
        lambda: game.n_actions,
        lambda: random.choice((True, False, None, ..., 0.0, -0.5, 1.0, 1e300, float("nan"), float("inf"), 1j)),
        lambda: random.choice(("", "x", "pick 39981 20", "build T1 99,99", "\x1b[31m\x00", "\ud800", "ä" * 300,
                               "9" * 5000)),
        lambda: random.choice((b"x", bytearray(b"xy"), [], [1, 2], [0] * 5, (), (0,), {}, {"players": 99}, {0},
                               range(3))),
        lambda: random.choice((object(), Awkward(), type, len, int, lambda *_: 1 // 1, iter([0]), NotImplemented)),
        lambda: random.choice((np.int32(3), np.int8(-1), np.float64(0.5), np.array(2), np.zeros(0),
                               np.zeros(3, np.int32), np.zeros((5, 7), np.int8), np.full(400, 7, np.int32),
                               np.zeros(400, np.int8))),
        lambda: state,
        lambda: state.text() if random.random() < 0.5 else state.view(0),
        lambda: random.choice((Rng(1), StopFlag(), game, game.spec, game.options)),
        lambda: random.choice((state.legal_actions(), [state] * 3, [state, random.choice(states)])),
        lambda: replicate_streams(1, 0),
    ))()
