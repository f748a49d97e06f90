"""Make the example positions of Architects of the West Kingdom and its picture: play sensibly, keep what will do.

    PYTHONPATH=. python examples/architects/make.py
"""
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from kingmaker.games import GameState, load_game
from kingmaker.games.architects.position import position
from kingmaker.games.files.positions import load_position, write_position
from kingmaker.search import parse_agent

HERE = Path(__file__).resolve().parent
PICTURE = HERE.parents[1] / "docs" / "pictures" / "architects.svg"
AGENT = "ismcts:iterations=500"
Keys = dict[str, Any]


def find(game: str, wanted: Callable[[Keys], bool], seed: int = 1) -> GameState:
    """Return the first state that will do, in a game that a search plays."""
    state = load_game(game).new(seed)
    agent = parse_agent(AGENT).make(state.game)
    for n in range(3000):
        if state.is_over:
            break
        if wanted(write_position(state)):
            return state
        state.apply(agent.choose(state, np.random.SeedSequence([seed, n])))
    raise SystemExit(f"{game}: no such position")


def toml(value: object) -> str:
    """Return a value as TOML: inline tables, `-` for null."""
    if value is None:
        return '"-"'
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def lines(keys: Keys) -> str:
    """Return a position as JSON, a key or a seat a line."""
    rows = []
    for key, value in keys.items():
        if key == "seats":
            seats = [f"{json.dumps(name)}: {json.dumps(seat, ensure_ascii=False)}" for name, seat in value.items()]
            rows.append('"seats": {\n   ' + ",\n   ".join(seats) + "}")
        else:
            rows.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{" + ",\n ".join(rows) + "}\n"


def write(name: str, state: GameState, *, whole: bool = False) -> GameState:
    """Write a position: as the player to act sees it, or whole."""
    keys = {"game": "architects", "version": 1} | (
        write_position(state) if whole else position(state, max(state.player, 0)))  # type: ignore[arg-type]
    path = HERE / name
    if path.suffix == ".toml":
        text = "".join(f"{key} = {toml(value)}\n" for key, value in keys.items() if key != "seats")
        text += "".join(f"\n[seats.{seat}]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in held.items())
                        for seat, held in keys["seats"].items())
    else:
        text = lines(keys)
    path.write_text(text, encoding="utf-8")
    return load_position(path)


def turn_begins(keys: Keys) -> bool:
    """Whether a player may place a worker, or must take one back."""
    return "running" not in keys and keys["player"] is not None


def main() -> None:
    """Write the examples and the picture."""
    midgame = find("architects:players=3", lambda keys: turn_begins(keys) and len(keys.get("guildhall", [])) >= 6
                   and keys["player"] == "p2")
    read = write("midgame.json", midgame)
    PICTURE.write_text(str(read.svg(max(read.player, 0))), encoding="utf-8")
    write("draft.json", find("architects:players=3,wonders=1,boards=variable", lambda keys:
                             keys.get("decision") == "keep" and keys["draft"]["pass"] == 1))
    write("solo_noblewoman.json", find("architects:players=1,wonders=1,opponent=O1", lambda keys: turn_begins(keys)
                                       and keys["turn"] > 24))
    write("solo_peddler.toml", find("architects:players=1,wonders=1,opponent=O6,boards=variable", lambda keys:
                                    turn_begins(keys) and keys["turn"] > 40))
    write("wonders.json", find("architects:players=2,wonders=1,boards=variable", lambda keys: turn_begins(keys)
                               and len(keys.get("guildhall", [])) >= 5))
    write("endgame.json", find("architects:players=2", lambda keys: turn_begins(keys) and keys.get("left") is not None),
          whole=True)


if __name__ == "__main__":
    main()
