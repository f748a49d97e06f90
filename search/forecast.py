"""What games bring when they go on: a chance and a margin fitted to games that were played to their end.

A search's own win and margin are means over its playouts: true for somebody who goes on as playouts do, not for
somebody who goes on thinking (alone against a strong opponent the two lie far apart). A *forecast* is what came on
average, for a named agent in all seats, of positions that looked alike. What a position looks like are a few numbers
that every game has: win and margin of the move by the search, win and margin of quick playouts by the game's policy,
and how many decisions such a playout takes beside a whole game. `analysis/stats/forecasting.py` fits; a `Forecaster`
reads what was fitted. Nothing here looks at what the player to act does not know: playouts begin in worlds drawn from
that player's view.
"""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from kingmaker.errors import shown, told_as
from kingmaker.games import ConfigError, Game, GameState, Rng
from kingmaker.games.core.options import PathOption
from kingmaker.reading import parse_json, read_text
from kingmaker.search._quick import KINDS, play_quickly
from kingmaker.search.config import SearchConfig, advised
from kingmaker.search.estimate import Estimate
from kingmaker.search.result import MoveStats, SearchResult, margin_of
from kingmaker.search.seeds import FORECAST, branch, to_int
from kingmaker.shapes import either, fit, items, mapping, number, string, table, whole

Floats = npt.NDArray[np.float64]
N_WORLDS = 32  # quick playouts, each in a world of its own
KNOTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # of the share of the game that is left; between them weights go in straight lines
SIGHTS = ("one", "margin", "win", "quick margin", "quick win")
SAID = ("margin", "win")  # by the search: they never count against themselves
N_WEIGHTS = len(KNOTS) * len(SIGHTS)
NEAREST = 0.02  # a said share closer than this to 0 or 1 counts as this: what lies beyond rests on few playouts
CLOSEST = 1e-6  # the same of a forecast
ALIKE = 50  # positions: an interval holds the mean of what comes of so many that look alike
NONE_OF = 3.0  # n games without a single win leave 95 % for a chance below 3 in n (the rule of three)
MOST_BYTES = 4 << 20
KIND_KEY = "forecasts"
FREE = ("iterations", "seconds", "confidence", "memory_mb", "replicates", "solve")  # settings that a fit allows any of


@dataclass(frozen=True)
class Glance:
    """What quick playouts by the game's policy tell of a position; the player to act's win and margin."""

    win: float
    margin: float
    left: float  # decisions to the end of the game


def glance(state: GameState, seed: np.random.SeedSequence) -> Glance:
    """Play a position out quickly in worlds drawn from what the player to act knows."""
    game, player, rng = state.game, state.player, Rng(seed)
    kinds = [KINDS["policy" if game.has("policy") else "random"]] * game.n_players
    actions, seats = np.empty(game.max_decisions, np.int32), np.empty(game.max_decisions, np.int8)
    rows = []
    for k in range(N_WORLDS):
        world = state.world(player, rng)
        left = play_quickly(world, kinds, to_int(branch(seed, k)), actions, seats)
        rows.append((world.wins()[player], margin_of(world.returns(), player), left))
    return Glance(*(float(x) for x in np.mean(rows, axis=0)))


def sights(glanced: Glance, win: float, margin: float, length: float, scale: float) -> Floats:
    """Return what a move looks like, N_WEIGHTS numbers: SIGHTS at each of KNOTS.

    Parameters
    ----------
    win, margin : of the move by a search
    length : decisions of a whole game
    scale : points that a margin is measured in
    """
    near = np.maximum(0.0, 1 - np.abs(np.array(KNOTS) - left_of(glanced, length)) * (len(KNOTS) - 1))
    looks = np.array([1.0, margin / scale, log_odds(win), glanced.margin / scale, log_odds(glanced.win)])
    row: Floats = np.outer(near, looks).ravel()
    return row


def left_of(glanced: Glance, length: float) -> float:
    """Return the share of the game that is left."""
    return min(max(glanced.left / length, 0.0), 1.0)


def log_odds(share: float, nearest: float = NEAREST) -> float:
    """Return the logarithm of the odds of a share that is kept away from 0 and 1."""
    p = min(max(share, nearest), 1 - nearest)
    return math.log(p / (1 - p))


@dataclass(frozen=True)
class Forecaster:
    """What was fitted for one agent and some options of a game.

    Parameters
    ----------
    options : of the game, for which it holds; others, such as which sets are in play, were mixed
    agent : whose games these were, in all seats
    n_games, n_positions : behind it
    length, scale : see `sights`
    win, margin : N_WEIGHTS each; the win's are of the log-odds, the margin's of margins divided by `scale`
    win_error, margin_error : the weights' covariances, by games
    win_spread : how far positions that look alike differ in their chance, as a standard deviation of log-odds
    margin_spread : the same of the margin, in points at the beginning of a game; its square shrinks with what is left
    margin_noise : how far the margin of one game lies from what was said, as `margin_spread` is
    """

    options: Mapping[str, int | str]
    agent: str
    n_games: int
    n_positions: int
    length: float
    scale: float
    win: Floats
    margin: Floats
    win_error: Floats
    margin_error: Floats
    win_spread: float = 0.0
    margin_spread: float = 0.0
    margin_noise: float = 0.0
    command: str = ""

    def of(self, glanced: Glance, win: Estimate, margin: Estimate) -> tuple[Estimate, Estimate]:
        """Return chance and margin by what a search says of its best move.

        Intervals hold the mean of what comes of ALIKE games from positions that look alike: they cover the search, the
        fit, and the luck of so many games. How far a single position may lie from those is `spread_of`.
        """
        rows = [sights(glanced, *said, self.length, self.scale) for said in zip(_ends(win), _ends(margin), strict=True)]
        chance = _widened([float(row @ self.win) for row in rows], _width(rows[0], self.win_error))
        points = _widened([float(row @ self.margin) for row in rows], _width(rows[0], self.margin_error))
        mean, low, high = (_share(x) for x in chance)
        said = _widened((mean, low, high), 1.96 * math.sqrt(mean * (1 - mean) / ALIKE))
        noise = self.margin_noise * math.sqrt(left_of(glanced, self.length) / ALIKE)
        return (_estimate(self._in_reach(*said), win.n),
                _estimate(_widened([self.scale * x for x in points], 1.96 * noise), margin.n))

    def _in_reach(self, mean: float, low: float, high: float) -> tuple[float, float, float]:
        """Return a chance whose ends say no more than so many games can tell from 0 and from 1."""
        few = min(NONE_OF / self.n_games, 0.5)
        return mean, 0.0 if low < few else min(low, 1 - few), 1.0 if high > 1 - few else max(high, few)

    def spread_of(self, glanced: Glance, win: Estimate, margin: Estimate) -> tuple[tuple[float, float], ...]:
        """Return where 95 % of single positions lie that look like one, whose chance and margin this said."""
        odds, half = log_odds(win.mean, CLOSEST), 1.96 * self.win_spread
        points = 1.96 * self.margin_spread * math.sqrt(left_of(glanced, self.length))
        return (_share(odds - half), _share(odds + half)), (margin.mean - points, margin.mean + points)


def _ends(said: Estimate) -> tuple[float, float, float]:
    """Return mean, low and high; where one tree cannot tell how sure it is, the mean."""
    return (said.mean, said.mean, said.mean) if math.isnan(said.low) else (said.mean, said.low, said.high)


def _estimate(found: Sequence[float], n: int) -> Estimate:
    return Estimate(found[0], found[1], found[2], n)


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-min(max(odds, -700.0), 700.0)))


def _width(row: Floats, covariance: Floats) -> float:
    """Return half a 95 % interval of what the weights say of a row."""
    return 1.96 * math.sqrt(max(float(row @ covariance @ row), 0.0))


def _widened(found: Sequence[float], width: float) -> tuple[float, float, float]:
    """Return mean, low and high of what was found at mean, low and high, widened by an error of another kind."""
    middle, low, high = found
    return middle, middle - math.hypot(middle - low, width), middle + math.hypot(high - middle, width)


@dataclass(frozen=True)
class Forecast:
    """A forecaster and what quick playouts tell of one position: what searches of it say becomes what games bring."""

    forecaster: Forecaster
    glanced: Glance
    like: str = ""  # as who asked for it

    def of(self, result: SearchResult) -> SearchResult:
        """Return a search's result with the forecast in place of its own wins and margins; what is proved stays."""
        if math.isnan(result.best.win.mean):
            return result
        win, margin = self.forecaster.of(self.glanced, result.best.win, result.best.margin)
        return replace(result, moves=(replace(result.best, win=win, margin=margin),
                                      *(_moved(one, result.best, win, margin) for one in result.moves[1:])))

    def to_dict(self, win: Estimate, margin: Estimate) -> dict[str, Any]:
        """Return whose games it rests on, and how far a single position may lie from what it says, as JSON wants it."""
        one, found = self.forecaster, self.spread(win, margin)
        return {"agent": one.agent, "games": one.n_games, "positions": one.n_positions,
                "spread": None if found is None else dict(zip(("win", "margin"), map(list, found), strict=True))}

    def spread(self, win: Estimate, margin: Estimate) -> tuple[tuple[float, float], ...] | None:
        """Return where 95 % of single positions lie that look like this one: chance, margin; None: not measured."""
        one = self.forecaster
        return one.spread_of(self.glanced, win, margin) if one.win_spread or one.margin_spread else None


def _moved(move: MoveStats, best: MoveStats, win: Estimate, margin: Estimate) -> MoveStats:
    """Return a move with the best one's forecast, moved by as much as the search holds it worse.

    All moves of a search are measured alike, so their differences need no fit. Another order of the best plan is none.
    """
    if move.certain or math.isnan(move.win.mean):
        return move
    if (move.win, move.margin) == (best.win, best.margin):
        return replace(move, win=win, margin=margin)
    at, above, below = (log_odds(x, CLOSEST) for x in (win.mean, win.high, win.low))
    odds, half = at - log_odds(best.win.mean), (above - at, at - below)
    middle, low, high = (log_odds(x) + odds for x in _ends(move.win))
    chance = middle, middle - math.hypot(middle - low, half[1]), middle + math.hypot(high - middle, half[0])
    points = margin.mean - best.margin.mean
    middle, low, high = (x + points for x in _ends(move.margin))
    lead = (middle, middle - math.hypot(middle - low, margin.mean - margin.low),
            middle + math.hypot(high - middle, margin.high - margin.mean))
    return replace(move, win=_estimate([_share(x) for x in chance], move.win.n),
                   margin=_estimate(lead, move.margin.n))


def forecast_for(state: GameState, config: SearchConfig, seed: int, path: str | Path = "",
                 like: str = "") -> Forecast | None:
    """Return the forecast for a position; None where nothing was fitted for the game's options, or for such a search.

    Parameters
    ----------
    path, like : see `forecaster_for`
    """
    forecaster = forecaster_for(state.game, path, like)
    if forecaster is None or config != replace(config, **as_fitted(state.game)):
        if like:
            raise ConfigError(f"{state.game}: forecasts hold for a search as the game advises; leave its other "
                              "settings out, or do not ask for somebody who plays like another")
        return None
    return Forecast(forecaster, glance(state, branch(seed, FORECAST)), like)


def as_fitted(game: Game) -> dict[str, Any]:
    """Return the settings, FREE ones apart, of searches for which forecasts are fitted: those that the game advises."""
    usual = SearchConfig(**cast(dict[str, Any], advised(game, {})))
    return {field.name: getattr(usual, field.name) for field in fields(SearchConfig) if field.name not in FREE}


# -- files ------------------------------------------------------------------------------------------------------------

MORE = ("win_spread", "margin_spread", "margin_noise")
_ROW = items(number(-1e6, 1e6), N_WEIGHTS, N_WEIGHTS)
_ENTRY = table({
    "options": mapping(string(200), either("a word or a whole number", string(2000), whole(-10**9, 10**9)), 100),
    "agent": string(2000), "games": whole(1, 10**9), "positions": whole(1, 10**9), "length": number(1, 1e9),
    "scale": number(1e-6, 1e9), "win": _ROW, "margin": _ROW, "command": string(10_000),
    "win_error": items(_ROW, N_WEIGHTS, N_WEIGHTS), "margin_error": items(_ROW, N_WEIGHTS, N_WEIGHTS)},
    dict.fromkeys(MORE, number(0, 1e6)))
FORM = table({KIND_KEY: string(200), "fits": items(_ENTRY, 0, 1000)})


def options_of(game: Game, mixed: Sequence[str] = ()) -> dict[str, int | str]:
    """Return the options that a forecast is fitted for: all but those mixed, and the files with component data."""
    return {name: value for name, value in game.options.items()
            if name not in mixed and not isinstance(game.spec.options[name], PathOption)}


@lru_cache(maxsize=16)
def read_forecasters(path: Path) -> tuple[str, tuple[Forecaster, ...]]:
    """Return the game that a file of forecasts is of, and what it holds."""
    where = f"forecasts {str(path)!r}"
    try:
        with told_as(ConfigError, "forecasts "):
            raw = parse_json(read_text(path, MOST_BYTES), str(path))
    except OSError as error:
        raise ConfigError(f"{where}: {error.strerror or error}") from None
    fit(raw, FORM, where, ConfigError)
    return raw[KIND_KEY], tuple(_read(entry) for entry in raw["fits"])


def _read(entry: Mapping[str, Any]) -> Forecaster:
    numbers: dict[str, Any] = {name: np.array(entry[name], float)
                               for name in ("win", "margin", "win_error", "margin_error")}
    numbers |= {name: float(entry.get(name, 0)) for name in MORE}
    return Forecaster(options=entry["options"], agent=entry["agent"], n_games=entry["games"],
                      n_positions=entry["positions"], length=float(entry["length"]), scale=float(entry["scale"]),
                      command=entry["command"], **numbers)


def written(forecaster: Forecaster) -> dict[str, Any]:
    """Return a forecaster as a file has it."""
    def digits(array: Floats) -> Any:
        return np.vectorize(lambda x: float(f"{x:.5g}"), otypes=[float])(array).tolist()

    return {"options": dict(forecaster.options), "agent": forecaster.agent, "games": forecaster.n_games,
            "positions": forecaster.n_positions, "length": round(forecaster.length, 3),
            "scale": round(forecaster.scale, 6), "command": forecaster.command,
            **{name: round(getattr(forecaster, name), 4) for name in MORE},
            **{name: digits(getattr(forecaster, name)) for name in ("win", "margin", "win_error", "margin_error")}}


def forecaster_for(game: Game, path: str | Path = "", like: str = "") -> Forecaster | None:
    """Return what was fitted for a game's options; None where nothing was.

    Parameters
    ----------
    path : a file of forecasts; empty: the one that comes with the game
    like : the agent whose games are asked for; empty: the first that fits the options
    """
    source = Path(path) if path else game.spec.forecasts
    fits: tuple[Forecaster, ...] = ()
    if source is not None and (path or source.is_file()):
        name, fits = read_forecasters(source)
        if name != game.name:
            raise ConfigError(f"forecasts {str(source)!r}: expected those of {game.name}, got {shown(name)}")
    own = [one for one in fits if all(game.options.get(key) == value for key, value in one.options.items())]
    found = [one for one in own if like in ("", one.agent)]
    if like and not found:
        raise ConfigError(f"{game}: no forecasts for somebody who plays like {shown(like)}; there are those for "
                          f"{', '.join(one.agent for one in own) or 'nobody'}; kingmaker learn --calibrate fits them")
    return found[0] if found else None
