"""The component file that a game is played with, also where it is drawn, and the games with other Viking decks."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kingmaker.games.brian_boru.alternatives import DrawnFile, split_drawing, viking_decks
from kingmaker.games.brian_boru.components import OWN, read_components
from kingmaker.games.spec import DataFile, Game


def component_files(options: Mapping[str, Any]) -> dict[str, DataFile]:
    """Return the component file of a game."""
    name, number = split_drawing(options["data"])
    if number is None:
        return {"components": Path(name or OWN)}
    return {"components": DrawnFile(f"data={options['data']}", read_components(options["data"]).raw)}


def n_alternatives(game: Game) -> int:
    """Return how many other Viking decks may be the true one."""
    return len(viking_decks(read_components(split_drawing(str(game.options["data"]))[0]).raw))


def alternative(game: Game, number: int) -> Game | None:
    """Return the game with another Viking deck, the first again behind the last; None if no other is possible.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> str(alternative(load_game("brian-boru:players=3"), 2)), str(alternative(load_game("brian-boru"), 17))
    ('brian-boru:players=3,data=@2', 'brian-boru:data=@1')
    """
    name, _ = split_drawing(str(game.options["data"]))
    count = n_alternatives(game)
    return game.spec.bind({**game.options, "data": f"{name}@{(number - 1) % count + 1}"}) if count else None
