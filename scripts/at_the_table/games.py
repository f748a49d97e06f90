"""`kingmaker games`: what can be played, and what of it is reconstructed."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from kingmaker.printing import tell
from kingmaker.scripts._options import FormatOption
from kingmaker.scripts.terminal import print_table

if TYPE_CHECKING:
    from kingmaker.games import GameSpec


def games(output: FormatOption = "table") -> None:
    """List every game with its players, its options and what of its data is reconstructed."""
    from kingmaker.games import available_games, game_spec

    rows = [_describe(game_spec(name)) for name in available_games()]
    if output == "json":
        tell(json.dumps(rows), form="json")
        return
    cells = [(row["name"], row["title"], "-".join(str(n) for n in sorted(set(row["players"]))), row["hidden"],
              "\n".join(f"{name}={o['values'].replace('|', ' | ')} ({o['default']})"
                        for name, o in row["options"].items()) or "-",
              row["reconstructed"] or "nothing") for row in rows]
    head = ("game", "title", "players", "hidden", "options (default)", "reconstructed")
    print_table(head, cells, left=head)


def _describe(spec: GameSpec) -> dict[str, Any]:
    hidden = "state and actions" if spec.hidden_actions else "state" if spec.hidden else "nothing"
    return {
        "name": spec.name, "title": spec.title, "players": list(_players(spec)), "hidden": hidden,
        "options": {name: {"values": option.describe(), "default": option.default, "help": option.help}
                    for name, option in spec.options.items()},
        "features": sorted(spec.features), "reconstructed": _reconstructed(spec),
    }


def _reconstructed(spec: GameSpec) -> str:
    """Return what is reconstructed of a game as it is usually played, else of the options that bring the most of it."""
    from kingmaker.games import ConfigError

    found, chosen = spec.bind({}).reconstructed, dict[str, Any]()
    if found or not callable(spec.reconstructed):
        return found
    for name, option in spec.options.items():
        for value in option.choices or range(option.low, option.high + 1):
            try:
                told = spec.bind({**chosen, name: value}).reconstructed
            except ConfigError:
                continue
            if len(told) > len(found):
                found, chosen = told, {**chosen, name: value}
    return f"with {', '.join(f'{name}={value}' for name, value in chosen.items())}: {found}" if found else ""


def _players(spec: GameSpec) -> tuple[int, int]:
    """Return the least and the most players, over the values of each option by itself."""
    from kingmaker.games import ConfigError

    counts = [spec.bind({}).n_players]
    for name, option in spec.options.items():
        for value in option.choices or (option.low, option.high):
            try:
                counts.append(spec.bind({name: value}).n_players)
            except ConfigError:  # not with the other options as they are by default
                continue
    return min(counts), max(counts)
