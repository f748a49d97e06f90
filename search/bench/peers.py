"""open_spiel's engines behind the face that `speed.py` measures; one table says which of its games is which.

Its bots are the compiled ones, one uniform rollout a leaf, worlds without limit. A bare playout there is its rollout
evaluator asked for many rollouts by a search of one simulation: the same C++ loop, no Python in it.
"""
from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from typing import Any

from kingmaker.games import ConfigError, Game
from kingmaker.search.bench.speed import Rival

MEMORY_MB = 1000


@dataclass(frozen=True)
class _Peer:
    """A game there: its name with our options filled in, its bot, and an exploration constant usual for it."""

    game: str
    bot: str
    c: float
    bench: str = ""  # our game at the size that is compared, if not its default
    varying: bool = False  # the legal actions of an information set differ between worlds
    unlike: Mapping[str, object] = field(default_factory=dict)  # values of our options that it cannot match


PEERS = {
    "kuhn-poker": _Peer("kuhn_poker", "ISMCTSBot", 2.0),
    "leduc-poker": _Peer("leduc_poker", "ISMCTSBot", 5.0),
    "oh-hell": _Peer("oh_hell(players={players},num_suits={suits},num_cards_per_suit={ranks},"
                     "num_tricks_fixed={tricks},points_per_trick={points_per_trick})",
                     "ISMCTSBot", 2.0, bench="oh-hell:players=3,tricks=8", varying=True,
                     unlike={"tricks": 0, "off_bid": "yes"}),
    "tic-tac-toe": _Peer("tic_tac_toe", "MCTSBot", 2.0),
    "connect-four": _Peer("connect_four", "MCTSBot", 2.0),
}


def bench_name(name: str) -> str:
    """Return a game's name with the options it is measured with where none are given."""
    peer = PEERS.get(name.replace("_", "-"))
    return peer.bench if peer and peer.bench else name


def find_rival(game: Game, seed: int) -> Rival | None:
    """Return open_spiel's engine for a game, at the first decision of one deal; None where it has no such game."""
    pyspiel = _open_spiel()
    peer = PEERS.get(game.name)
    if peer is None or any(game.options[option] == value for option, value in peer.unlike.items()):
        return None
    name = peer.game.format(**game.options)
    theirs = pyspiel.load_game(name)
    root = _first_decision(theirs, seed)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

    def ismcts(n: int, k: int) -> object:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed + k)
        return pyspiel.ISMCTSBot(seed + k, evaluator, peer.c, n, -1, policy, False, peer.varying).step(root)

    def mcts(n: int, k: int) -> object:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed + k)
        return pyspiel.MCTSBot(theirs, evaluator, peer.c, n, MEMORY_MB, False, seed + k, False).step(root)

    def playouts(n: int, k: int) -> object:
        evaluator = pyspiel.RandomRolloutEvaluator(n, seed + k)
        return pyspiel.MCTSBot(theirs, evaluator, peer.c, 1, MEMORY_MB, False, seed + k, False).mcts_search(root)

    return Rival(program="open_spiel", version=version("open_spiel"), game=name, algorithm=peer.bot,
                 search=ismcts if peer.bot == "ISMCTSBot" else mcts, playouts=playouts)


def _open_spiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError as error:
        raise ConfigError(f"bench: --peers needs open_spiel, which cannot be imported here ({error}); "
                          "install it with `pip install open_spiel`, or leave --peers out") from None


def _first_decision(game: Any, seed: int) -> Any:
    rng = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0])
    return state
