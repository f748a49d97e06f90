"""Players that know the table they play: a study lets them learn it, once for each table.

Who has learned another table misjudges this one. So the first games are taught by a search that knows nothing of the
game, the next ones go on from what came of those, and then the policy is made as sharp as serves it best. What was
learned is kept by what the table holds, with the time it took and how strong it is.
"""
from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kingmaker.games import ConfigError, ContractError, Game
from kingmaker.games.core.weights import kept_weights, sharpened
from kingmaker.journal import unheard
from kingmaker.learning import learn
from kingmaker.search.match.match import MatchResult, play_match
from kingmaker.studies import LEARNED, is_strange, with_own_data
from kingmaker.writing import replace

TEACHERS = ("ismcts:preset=plain,iterations=100", "ismcts:iterations=30", "ismcts:iterations=60")  # a third each
SHARPER = (1, 3, 6, 12)  # times the weights of the policy, as a temperature of 1 / so much
RIVAL = "greedy"
PAIRS = 100
USUAL = 450  # games
SEED = 1  # the same table gives the same weights, whatever is studied
TOLD = "told"
FEWEST = 10  # games of a teacher
NEVER = float("-inf")


def taught(game: Game, agents: Sequence[str], games: int | None = None, *, each: Sequence[str] = (), jobs: int = 1,
           folder: Path | None = None, remark: Callable[[str], Any] = unheard) -> Game:
    """Return the game with weights that its players have learned on its table; learned anew only where none are kept.

    Parameters
    ----------
    agents : who plays; those that use no weights need none
    games : of self-play; 0: the players keep what they know; None: USUAL, if they have learned another table
    each : options through whose values the games go
    jobs : processes, -1 for all cores
    folder : where weights are kept; `kept_in` if None
    remark : hears what is being done, the time it took, and how strong the players are
    """
    if games == 0 or (games is None and not is_strange(game, agents)):
        return game
    if game.spec.learning is None:
        raise ConfigError(f"--learn: {game.name} has no weights to learn")
    if game.options[LEARNED]:
        raise ConfigError(f"--learn: {game} plays with weights of your own; leave out one of the two")
    games = USUAL if games is None else games
    if games < FEWEST * len(TEACHERS):
        raise ConfigError(f"--learn: expected at least {FEWEST * len(TEACHERS)} games, or 0; got {games}")
    path = (kept_in() if folder is None else folder) / f"{name_of(game, games, each)}.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        remark(f"the players learn this table from {games} games: {path}")
        _learn(game, path, games, each, jobs)
    told = what_was_learned(path)
    remark(f"the players have learned this table: {told}")
    return with_weights(game, path)


def kept_in() -> Path:
    """Return the folder in which weights are kept for all studies."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kingmaker" / "weights"


def name_of(game: Game, games: int, each: Sequence[str] = ()) -> str:
    """Return a name for what is learned: another table, other options or another number of games have another one."""
    files = {} if game.spec.files is None else game.spec.files(game.options)
    own = {} if game.spec.files is None else game.spec.files(with_own_data(game).options)
    tables = {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files.items()}
    plain = with_own_data(game).options if files.keys() == own.keys() else game.options
    told = [game.name, sorted((name, str(value)) for name, value in plain.items()), sorted(tables.items()), games,
            list(each), TEACHERS, SHARPER, SEED]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def what_was_learned(path: Path) -> str:
    """Return what a file of weights says of how it was learned; nothing where it does not."""
    return " ".join(dict.fromkeys(map(str, kept_weights(path).get(TOLD, {}).values()))) if path.exists() else ""


def with_weights(game: Game, path: Path) -> Game:
    """Return the game with weights of a file."""
    return game.spec.bind({**game.options, LEARNED: str(path)})


def _learn(game: Game, path: Path, games: int, each: Sequence[str], jobs: int) -> None:
    """Learn from one teacher after the other, make it sharp, and tell how strong it is."""
    began, now, rotate = time.perf_counter(), game, tuple(name.partition("=")[0] for name in each)
    with TemporaryDirectory(dir=path.parent) as folder:  # a file a step: what was read of one is kept in memory
        rounds = [Path(folder) / f"{k}.json" for k in range(len(TEACHERS))]
        for k, (teacher, step) in enumerate(zip(TEACHERS, rounds, strict=True)):
            learn(now, step, agent=teacher, games=games // len(TEACHERS), rotate=rotate, seed=SEED + k, jobs=jobs)
            now = with_weights(game, step)
        sharp = {times: _sharper(rounds[-1], times) for times in SHARPER}
        leads = {times: _lead(game, one, jobs) for times, one in sharp.items()}
        if max(leads.values()) == NEVER:
            raise ConfigError(f"{game}: the players who learned this table do not bring their games to an end; let "
                              "them play with what they know (--learn 0)")
        best = sharp[max(SHARPER, key=lambda times: (leads[times], -times))]
        found, before = _against(game, best, SEED + 1, jobs), _against(game, None, SEED + 1, jobs)
        told = (f"{games} games, {time.perf_counter() - began:.0f} s; its policy against {RIVAL} on {PAIRS} deals "
                f"{_points(found)}, with what comes with the game {_points(before)}.")
        kept = kept_weights(best)
        replace(path, (json.dumps({**kept, TOLD: dict.fromkeys(kept["policy"], told)}, indent=1) + "\n").encode())


def _lead(game: Game, path: Path, jobs: int) -> float:
    """Return by how much the policy beats the rival; NEVER where a game that the rules let go on for ever does so."""
    try:
        return _against(game, path, SEED, jobs).lead.mean
    except ContractError:
        return NEVER


def _points(found: MatchResult) -> str:
    return f"{found.lead.mean:+.1f} points [{found.lead.low:.1f}, {found.lead.high:.1f}]"


def _sharper(path: Path, times: float) -> Path:
    """Write the weights with a sharper policy beside them."""
    sharp = path.with_suffix(f".{times}.json")
    replace(sharp, path.read_bytes())
    for section in kept_weights(path)["policy"]:
        sharpened(sharp, section, times)
    return sharp


def _against(game: Game, path: Path | None, seed: int, jobs: int) -> MatchResult:
    """Return how the policy does against the rival."""
    found = play_match(game if path is None else with_weights(game, path), ["policy", RIVAL], PAIRS, seed=seed,
                       jobs=jobs)
    if found.stopped_by == "interrupt":
        raise KeyboardInterrupt
    return found
