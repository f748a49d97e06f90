"""Make the example positions of Brian Boru and its picture: play games, keep the first state that will do.

    PYTHONPATH=. python examples/brian_boru/make.py
"""
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kingmaker.games import GameState, Rng, load_game
from kingmaker.games.files.positions import load_position, write_position

HERE = Path(__file__).resolve().parent
PICTURE = HERE.parents[1] / "docs" / "pictures" / "brian_boru.svg"


def find(players: int, wanted: Callable[[dict[str, Any]], bool]) -> GameState:
    """Return the first state that will do in games of the rollout policy."""
    for seed in range(1000):
        state, rng = load_game("brian-boru", players=players).new(seed), Rng(seed)
        while not state.is_over:
            if wanted(write_position(state)):
                return state
            state.apply(state.policy(rng))
    raise SystemExit("no game has such a position")


def write(name: str, keys: dict[str, Any]) -> None:
    """Write a position, a key a line."""
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in keys.items()]
    (HERE / name).write_text("{" + ",\n ".join(lines) + "}\n", encoding="utf-8")
    load_position(HERE / name)


def main() -> None:
    """Write the examples and the picture."""
    write("draft.json", write_position(find(3, lambda keys: keys["round"] == 2 and keys["decision"] == "pick"
                                            and len(keys["draft"]["p1"]["received"]) == 2)))
    trick = find(4, lambda keys: keys["round"] == 3 and keys["decision"] == "follow" and len(keys["trick"]) == 2
                 and len(keys["hands"][keys["player"]]) == 4 and any(t["viking"] for t in keys["towns"].values()))
    assert trick.player is not None
    write("trick.json", {"game": "brian-boru", "version": 1} | json.loads(trick.view(trick.player)))
    PICTURE.write_text(str(trick.svg(trick.player)), encoding="utf-8")
    write("upkeep.json", write_position(find(5, lambda keys: keys["round"] == 4 and keys["decision"] == "lose")))


if __name__ == "__main__":
    main()
