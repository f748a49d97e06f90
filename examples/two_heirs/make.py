"""Make the example positions of The Two Heirs and their pictures: play games, and keep the first state that will do.

    PYTHONPATH=. python examples/two_heirs/make.py

The games are played by the twin of the tests, by a player who builds what brings points and dawdles otherwise, so that
the same positions come out whatever becomes of the agents.
"""
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from kingmaker.games.files.positions import load_position
from kingmaker.games.two_heirs.components import Tile, read_tiles, read_treasures
from tests.games.two_heirs.twin import Twin

HERE = Path(__file__).resolve().parent
PICTURES = HERE.parents[1] / "docs" / "pictures" / "two_heirs"
FIRST = "travel,dominion,trade"
WEIGHTS = {"take": 6, "extend": 0.3, "move": 3, "summon": 3, "withdraw": 0.5, "camp": 3, "end": 1, "destroy": 9,
           "spare": 1, "discard": 1}
PARTS = ("hands", "units", "henry")  # keys that hold keys
TILES = [tile.as_row() for tile in read_tiles()]
TOKENS = [token.as_row() for token in read_treasures()]


def margin(game: Twin, player: str) -> int:
    """Return by how much a player leads if the game ended now."""
    points = game.result()["points"]
    return points[player] - points["white" if player == "blue" else "blue"]


def choose(game: Twin, rng: Random, idle: float) -> str:
    """Return a move: a building likely if it brings points, the rest by its verb; `idle` = how gladly a turn ends."""
    moves, before = game.legal(), margin(game, game.player)
    weights = []
    for move in moves:
        verb = move.split()[0]
        weight = WEIGHTS.get(verb, 0) / sum(other.startswith(verb) for other in moves)
        weight *= idle if verb == "end" else 1
        if verb == "build":
            after = game.copy()
            player = game.player
            after.play(move)
            weight = 2.0 ** (margin(after, player) - before)
        weights.append(weight)
    return rng.choices(moves, weights)[0]


def find(sets: str, level: int | None, will_do: Callable[[Twin], bool],
         idle: float = 1) -> dict[str, Any]:
    """Return the first position that will do, over the games of one seed after another."""
    for seed in range(500):
        rng = Random(seed)
        game = Twin.deal(sets.split(","), "solo" if level else "duel", level, rng, tiles=TILES, treasures=TOKENS)
        while True:
            if will_do(game):
                return game.position()
            if game.phase == "over":
                break
            game.move(choose(game, rng, idle))
    raise SystemExit(f"{sets}, level {level}: no game comes to such a position")


def built(game: Twin, player: str) -> int:
    """Return how many buildings a player has on the board."""
    return sum(owner == player for _, owner in game.board.values())


def fresh(game: Twin) -> bool:
    """Whether a turn has just begun."""
    units = [unit for units in game.units.values() for unit in units]
    return (game.phase == "main" and not game.taken and not game.discounts and game.turns_after_this is None
            and not any(unit.moved for unit in units))


def needs_discount(game: Twin) -> bool:
    """Whether something can be built only thanks to a discount."""
    return (game.phase == "main" and game.discounts > 0 and built(game, "blue") > 2
            and any(1 <= game.lack(tile) <= game.discounts for tile in game.hands[game.player]))


def is_midgame(game: Twin) -> bool:
    """Whether both have built some, with roads between."""
    return (fresh(game) and game.player == "white" and min(built(game, "blue"), built(game, "white")) >= 4
            and any(len(road) > 1 for road in game.whole_roads()) and len(game.hands["white"]) >= 2)


def is_endgame(game: Twin) -> bool:
    """Whether the last turn of all begins, with gaps in the supply."""
    gaps = sum(tile is None for tile in game.supply)
    return (game.turns_after_this == 0 and game.phase == "main" and not game.taken and gaps >= 2
            and len(game.hands[game.player]) > 1)


def is_last_of_solo(game: Twin) -> bool:
    """Whether your last turn but Henry's begins with treasures about."""
    return game.turns_after_this == 1 and not game.taken and len(game.tokens) > 2


def is_to_forget(game: Twin) -> bool:
    """Whether Blue has much to remember of White's hand."""
    return (fresh(game) and game.player == "blue" and len(game.hands["white"]) == 3 and len(game.stack) < 13
            and built(game, "white") >= 3)


def forget(full: dict[str, Any], tiles: dict[str, Tile]) -> dict[str, Any]:
    """Return what a player remembers at the table: of White's hand a tile, a colour and nothing."""
    view = json.loads(json.dumps(full))
    second = view["hands"]["white"][1]
    view["stack"] = {"left": len(full["stack"]), "top": tiles[full["stack"][0]].terrain}
    view["hands"]["white"][:2] = ["?", f"?{tiles[second].terrain}"]
    for place in view["board"]:
        if place["at"] == [0, 0]:
            place["tile"] = f"?{tiles[place['tile']].terrain}"
    view["removed"] = ["?" if n == 0 else tile for n, tile in enumerate(view["removed"])]
    return view


def positions() -> dict[str, dict[str, Any]]:
    """Return the ten positions by the names of their files."""
    tiles = {tile.id: tile for tile in read_tiles()}
    return {
        "opening.json": find(FIRST, None, lambda game: True),
        "midgame.json": find(FIRST, None, is_midgame),
        "discount.json": find("dominion,crafts,guard", None, needs_discount),
        "siege.json": find("dominion,war,guard", None,
                           lambda game: game.phase == "siege" and built(game, "blue") >= 5),
        "discard.json": find("travel,war,crafts", None,
                             lambda game: game.phase == "discard" and built(game, "white") > 2, idle=30),
        "endgame.toml": find(FIRST, None, is_endgame),
        "solo_poor.json": find(FIRST, 1, lambda game: fresh(game) and len(game.tokens) == 2),
        "solo_brave.json": find("trade,war,guard", 2,
                                lambda game: fresh(game) and len(game.gone) >= 2 and len(game.tokens) > 1),
        "solo_relentless.toml": find("dominion,crafts,guard", 3, is_last_of_solo),
        "unknowns.toml": forget(find("travel,crafts,guard", None, is_to_forget), tiles),
    }


def as_json(keys: dict[str, Any]) -> str:
    """Return a position file in JSON: a line a key, a line a tile of the board."""
    lines = []
    for key, value in keys.items():
        text = json.dumps(value)
        if key in ("board", "units", "henry"):
            inner = [json.dumps(part) if key == "board" else f"{json.dumps(part)}: {json.dumps(value[part])}"
                     for part in value]
            text = ("[{}\n ]" if key == "board" else "{{{}\n }}").format(",".join(f"\n  {part}" for part in inner))
        lines.append(f" {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def as_toml(keys: dict[str, Any]) -> str:
    """Return a position file in TOML."""
    parts = {"": {key: value for key, value in keys.items() if key not in PARTS}}
    parts |= {f"\n[{key}]\n": keys[key] for key in PARTS if key in keys}
    return "".join(head + "".join(f"{key} = {toml_value(value)}\n" for key, value in part.items())
                   for head, part in parts.items())


def toml_value(value: Any) -> str:
    """Return a value in TOML, which has no null."""
    if value is None:
        return '"-"'
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        inner = [toml_value(entry) for entry in value]
        if value and isinstance(value[0], dict):
            return "[\n" + "".join(f"  {entry},\n" for entry in inner) + "]"
        return "[" + ", ".join(inner) + "]"
    return json.dumps(value)


def main() -> None:
    """Write the files."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, keys in positions().items():
        text = as_json(keys) if name.endswith(".json") else as_toml(keys)
        (HERE / name).write_text(text, encoding="utf-8")
        state = load_position(HERE / name)
        (PICTURES / name).with_suffix(".svg").write_text(state.svg(max(state.player, 0)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
