"""Finds games: each folder under games/ with a GAME, and outside packages by the entry point `kingmaker.games`."""
from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from kingmaker.errors import near, shown
from kingmaker.games.errors import ConfigError, ContractError, NotationError
from kingmaker.games.spec import Game, GameSpec

GROUP = "kingmaker.games"
MOST_OPTIONS = 10_000  # characters of a game's options
ROOMS = {"check", "core", "files"}  # folders beside the games that are none


@cache
def _places() -> dict[str, str]:
    """Map each game's name to where its GAME stands; nothing is imported for it."""
    here = Path(__file__).parent
    places = {
        module.name.replace("_", "-"): f"kingmaker.games.{module.name}:GAME"
        for module in pkgutil.iter_modules([str(here)])
        if module.ispkg and module.name not in ROOMS
    }
    for point in entry_points(group=GROUP):
        if places.setdefault(point.name, point.value) != point.value:
            raise ConfigError(f"two games are called {point.name!r}: {places[point.name]} and {point.value}")
    return dict(sorted(places.items()))


def available_games() -> list[str]:
    """Return the names of all games, sorted."""
    return list(_places())


@cache
def game_spec(name: str) -> GameSpec:
    """Return a game by its name."""
    if not isinstance(name, str):
        raise TypeError(f"expected a game's name, got {shown(name)}")
    name = name.replace("_", "-")
    places = _places()
    if name not in places:
        raise ConfigError(f"unknown game {shown(name)}; known: {', '.join(places)}{near(name, places)}")
    module, _, attribute = places[name].partition(":")
    spec = getattr(importlib.import_module(module), attribute or "GAME", None)
    if not isinstance(spec, GameSpec):
        raise ContractError(f"{places[name]}: expected a GameSpec, got {type(spec).__name__}")
    return spec


def parse_options(text: str, where: str) -> dict[str, str]:
    """Read `key=value,key=value`; a part without `=` belongs to the value before it."""
    if len(text) > MOST_OPTIONS:
        raise NotationError(f"{where[:80]}: expected at most {MOST_OPTIONS:,} characters of options, got {len(text):,}")
    options: dict[str, str] = {}
    last = None
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if equals and key:
            if key in options:
                raise NotationError(f"{where}: {key!r} is given twice")
            last = key
            options[key] = value
        elif last is not None:
            options[last] += f",{part}"
        else:
            raise NotationError(f"{where}: expected key=value,key=value; got {text!r}")
    return options


def load_game(name: str, **options: object) -> Game:
    """Return a game with its options chosen.

    Parameters
    ----------
    name : a name, or a name with options as `oh-hell:players=4,tricks=8`
    options : the options again, which win over those in the name

    Examples
    --------
    >>> load_game("oh-hell", players=4).n_players
    4
    """
    base, colon, rest = name.partition(":") if isinstance(name, str) else (name, "", "")
    given: dict[str, object] = dict(parse_options(rest, f"game {name!r}")) if colon else {}
    return game_spec(base).bind({**given, **options})
