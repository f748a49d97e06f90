"""Forecasts, fitted to what came of an agent's own games: search plays them and asks, analysis fits, hints read."""
from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from kingmaker.analysis.stats.forecasting import (
    N_FOLDS,
    Form,
    Judgement,
    Seen,
    fit_chance,
    fit_margin,
    judge,
    spread_between,
)
from kingmaker.games import ConfigError, Game
from kingmaker.games.core.options import PathOption
from kingmaker.journal import seed_in, unbroken, unheard
from kingmaker.search.agents import AgentSpec
from kingmaker.search.config import SearchConfig
from kingmaker.search.forecast import (
    KIND_KEY,
    KNOTS,
    SAID,
    SIGHTS,
    Forecaster,
    as_fitted,
    forecaster_for,
    left_of,
    options_of,
    read_forecasters,
    sights,
    written,
)
from kingmaker.search.match.outcomes import Outcome, outcome_row, play_outcomes, restore_outcomes
from kingmaker.search.workers import checked_jobs
from kingmaker.writing import Lines, json_with, locked, refuse_stranger
from kingmaker.writing import replace as replace_file

ASKED = 4000  # iterations of the search that is asked about a position
JUDGED_SHARE = 0.25  # of the games, the last ones, on which a fit to the others is judged
LONG = 0.98  # of the lengths of playouts: a whole game's
KIND = json_with(KIND_KEY, "fits")
KEY = "outcomes"  # by which the head of a file of games tells what it is


@dataclass(frozen=True)
class Games:
    """Games that an agent plays against itself, and the search that is asked about positions of them.

    Parameters
    ----------
    agent : who plays on, in all seats
    rotate : options of the game whose values the games go through
    tables : the first and the last of the drawings of component data that every second game is played with, in turn;
        None: the game as it is
    seed : of all deals and decisions
    iterations : of the search that is asked, in four trees
    again : how often positions of some games are played on once more, so that it can be told how far a single position
        lies from those that look alike
    """

    game: Game
    agent: AgentSpec
    rotate: tuple[str, ...] = ()
    tables: tuple[int, int] | None = None
    seed: int = 0
    iterations: int = ASKED
    again: int = 0

    def variants(self) -> list[Game]:
        """Return what is played in turn: every combination of values, each with a drawn table too."""
        plain = self.game.variants(*self.rotate) if self.rotate else [self.game]
        if self.tables is None:
            return plain
        found, numbers = [], range(self.tables[0], self.tables[1] + 1)
        for turn, (k, game) in product(range(len(numbers)), enumerate(plain)):
            draw = game.spec.alternative
            drawn = None if draw is None else draw(game, numbers[(k + turn) % len(numbers)])
            if drawn is None:
                raise ConfigError(f"--tables: {game} has no component data that is reconstructed; leave it out")
            found += [game, drawn]
        return found

    @property
    def search(self) -> SearchConfig:
        """What is asked about a position."""
        return SearchConfig(**{**as_fitted(self.game), "iterations": self.iterations, "replicates": 4})

    def describe(self) -> dict[str, Any]:
        """Return what a file of them begins with."""
        return {KEY: 1, "game": str(self.game), "agent": str(self.agent), "rotate": list(self.rotate),
                "tables": self.tables, "iterations": self.iterations, "seed": self.seed,
                **({"again": self.again} if self.again else {})}

    def command(self, n_games: int) -> str:
        """Return the command that fits forecasts to them."""
        turns = f"--rotate {','.join(self.rotate)} " if self.rotate else ""
        drawn = "--tables {}-{} ".format(*self.tables) if self.tables else ""
        again = f"--again {self.again} " if self.again else ""
        return (f"kingmaker learn --calibrate --game {self.game} --agent {self.agent} --games {n_games} --iterations "
                f"{self.iterations} {turns}{drawn}{again}--seed {self.seed}")

    def parts(self) -> list[tuple[str, dict[str, int | str], Callable[[Outcome], bool]]]:
        """Return what is fitted by itself: its name, the options that it holds for, which positions belong to it.

        Weights are learned for a table, so what a search says is worth less on one that is drawn anew: where both were
        played, the game as it is has a forecast of its own, and all other tables one.
        """
        general = options_of(self.game, self.rotate)
        if self.tables is None:
            return [("", general, lambda one: True)]
        own = general | {name: str(value) for name, value in self.game.options.items()
                         if isinstance(self.game.spec.options[name], PathOption)}
        return [("the table as it is", own, lambda one: one.variant % 2 == 0),
                ("drawn tables", general, lambda one: one.variant % 2 == 1)]


def outcomes_of(games: Games, n_games: int, *, jobs: int = 1, kept: Path | None = None,
                on_progress: Callable[[int], Any] | None = None,
                remark: Callable[[str], Any] = unheard) -> list[Outcome]:
    """Play games, and return what a search said of their positions and what came.

    Parameters
    ----------
    kept : a file that they are written into as they end; what it holds already is not played again
    on_progress : called with the number of games there are
    remark : hears what the user should know of the file
    """
    variants = games.variants()
    with Lines(kept, KEY, games.describe(), flag="--keep", remark=remark) as journal:
        found = [restore_outcomes(row, number, f"--keep {kept}")
                 for number, row in enumerate(journal.rows[:n_games])]
        if found:
            remark(f"{kept}: {len(found)} of {n_games} games were played before")
        with closing(play_outcomes(variants, games.agent, games.search, n_games, games.seed, again=games.again,
                                   done=len(found), jobs=jobs)) as played:
            for positions in played:
                with unbroken():
                    journal.add(outcome_row(len(found), positions))
                    found.append(positions)
                if on_progress is not None:
                    on_progress(len(found))
    return [one for positions in found for one in positions]


def kept_seed(kept: Path | None) -> int | None:
    """Return the seed of a file of games; None where there is none yet."""
    return seed_in(kept, KEY)


# -- fitting ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Calibrated:
    """A forecaster fitted to all games, and how one fitted to the first three quarters did on the last one.

    `name` tells of which tables, where there are several.
    """

    forecaster: Forecaster
    judged: Judgement
    name: str = ""


def calibrate(games: Games, out: str | Path, n_games: int = 400, *, jobs: int = 1, kept: Path | None = None,
              on_progress: Callable[[int], Any] | None = None,
              remark: Callable[[str], Any] = unheard) -> tuple[Calibrated, ...]:
    """Let an agent play itself, and fit what comes of positions to what a search says of them.

    Hints read the file (`GameSpec.forecasts`, or `hint --forecasts FILE`). It keeps what it holds for other options of
    the game and other agents. Where `games` has drawn tables there are two fits, see `Games.parts`.

    Parameters
    ----------
    out : the forecasts
    n_games : of self-play, some five positions each
    jobs, kept, on_progress, remark : see `outcomes_of`
    """
    path = Path(out)
    _kept(path, games.game)
    checked_jobs(jobs)
    outcomes = outcomes_of(games, n_games, jobs=jobs, kept=kept, on_progress=on_progress, remark=remark)
    found = tuple(_calibrated([one for one in outcomes if belongs(one)], n_games, name, options, games)
                  for name, options, belongs in games.parts())
    _keep(path, games.game, [one.forecaster for one in found])
    return found


def _calibrated(outcomes: Sequence[Outcome], n_games: int, name: str, options: dict[str, int | str],
                games: Games) -> Calibrated:
    agent, command = str(games.agent), games.command(n_games)
    first = round(n_games * (1 - JUDGED_SHARE))
    early, late = ([one for one in outcomes if (one.game < first) is side] for side in (True, False))
    if len({one.game for one in early}) < N_FOLDS or not late:
        raise ConfigError(f"learn --calibrate: {len(outcomes)} positions of {n_games} games are too few; play more")
    judged = judge_outcomes(fit_outcomes(early, options, agent, command), late)
    return Calibrated(fit_outcomes(outcomes, options, agent, command), judged, name)


def fit_outcomes(outcomes: Sequence[Outcome], options: dict[str, int | str], agent: str, command: str) -> Forecaster:
    """Fit chance and margin to what came."""
    length = max(float(np.quantile([one.glanced.left for one in outcomes], LONG)), 1.0)
    scale = max(float(np.std([one.came_margin for one in outcomes])), 1e-3)
    seen, form = _seen(outcomes, length, scale), Form(len(KNOTS), tuple(name in SAID for name in SIGHTS))
    win = fit_chance(seen.rows, seen.wins, seen.games, form)
    margin = fit_margin(seen.rows, seen.margins / scale, seen.games, form)
    missed = seen.rows @ margin.weights * scale - seen.margins
    left = np.array([left_of(one.glanced, length) for one in outcomes])
    fitted = Forecaster(options=options, agent=agent, n_games=len(np.unique(seen.games)), n_positions=len(outcomes),
                        length=length, scale=scale, win=win.weights, margin=margin.weights, win_error=win.error,
                        margin_error=margin.error, command=command,
                        margin_noise=float(np.sqrt(np.sum(missed**2) / np.sum(left))))
    return _spread(fitted, [one for one in outcomes if len(one.again) > 1])


def _spread(fitted: Forecaster, played_on: Sequence[Outcome]) -> Forecaster:
    """Return a forecaster with how far positions that look alike differ, by those that were played on again."""
    if not played_on:
        return fitted
    found = [fitted.of(one.glanced, one.win, one.margin) for one in played_on]
    chances, points = (np.array([x.mean for x in side]) for side in zip(*found, strict=True))
    wins, margins = ([np.array(one.again)[:, side] for one in played_on] for side in (0, 1))
    left = np.array([left_of(one.glanced, fitted.length) for one in played_on])
    return replace(fitted, win_spread=spread_between(chances, chances * (1 - chances), wins),
                   margin_spread=spread_between(points, np.sqrt(left), margins))


# -- judging ----------------------------------------------------------------------------------------------------------


def judge_games(games: Games, n_games: int, forecasts: str | Path = "", *, jobs: int = 1, kept: Path | None = None,
                on_progress: Callable[[int], Any] | None = None,
                remark: Callable[[str], Any] = unheard) -> dict[str, Judgement]:
    """Play games that no fit has seen, and compare what a file of forecasts says with what came, by `Games.parts`.

    Parameters
    ----------
    forecasts : the file; empty: the one that comes with the game
    """
    parts = games.parts()
    found = [forecaster_for(game, forecasts, str(games.agent)) for game in games.variants()[:len(parts)]]
    fits = [one for one in found if one is not None]  # who is not there is refused by name
    if any(one.command.endswith(f"--seed {games.seed}") for one in fits):
        raise ConfigError(f"--seed {games.seed}: the forecasts were fitted to games of this seed; take another one")
    outcomes = outcomes_of(replace(games, again=0), n_games, jobs=jobs, kept=kept, on_progress=on_progress,
                           remark=remark)
    return {name: judge_outcomes(one, [x for x in outcomes if belongs(x)])
            for one, (name, _, belongs) in zip(fits, parts, strict=True)}


def judge_outcomes(forecaster: Forecaster, outcomes: Sequence[Outcome]) -> Judgement:
    """Compare what a forecaster says with what came, on games that it has not seen."""
    found = [forecaster.of(one.glanced, one.win, one.margin) for one in outcomes]
    said, low, high = (np.array([getattr(chance, name) for chance, _ in found]) for name in ("mean", "low", "high"))
    return judge(said, low, high, np.array([points.mean for _, points in found]),
                 _seen(outcomes, forecaster.length, forecaster.scale))


def _seen(outcomes: Sequence[Outcome], length: float, scale: float) -> Seen:
    return Seen(
        rows=np.array([sights(one.glanced, one.win.mean, one.margin.mean, length, scale) for one in outcomes]),
        games=np.unique([one.game for one in outcomes], return_inverse=True)[1],
        fifths=np.array([one.fifth for one in outcomes]), own=np.array([one.win.mean for one in outcomes]),
        wins=np.array([one.came_win for one in outcomes]), margins=np.array([one.came_margin for one in outcomes]))


# -- the file ---------------------------------------------------------------------------------------------------------


def _kept(path: Path, game: Game) -> list[dict[str, Any]]:
    """Return what a file of forecasts holds; refuse one of something else, or of another game."""
    refuse_stranger(path, KIND, way_out="take that file away")
    if not path.is_file() or not path.stat().st_size:
        return []
    name, fits = read_forecasters(path)
    if name != game.name:
        raise ConfigError(f"forecasts {str(path)!r}: they are of {name}, not of {game.name}; name another file")
    return [written(one) for one in fits]


def _keep(path: Path, game: Game, new: Sequence[Forecaster]) -> None:
    """Write forecasters beside those of other options and agents; those of fewer tables come first."""
    with locked(path):
        read_forecasters.cache_clear()  # somebody else may have written
        fits = [written(one) for one in new]
        known = [(one["options"], one["agent"]) for one in fits]
        others = [one for one in _kept(path, game) if (one["options"], one["agent"]) not in known]
        fits = sorted([*others, *fits], key=lambda one: -len(one["options"]))
        replace_file(path, (json.dumps({KIND_KEY: game.name, "fits": fits}) + "\n").encode())
        read_forecasters.cache_clear()
