"""The picture in words, for readers without eyes; and what else is said of a position."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kingmaker.games.two_heirs.names import name_of, say

if TYPE_CHECKING:
    from kingmaker.games.two_heirs._scene import Scene, Seen


def tile_words(seen: Seen, lang: str) -> str:
    """Return what is seen of one tile."""
    if seen.tile is not None:
        name = f"{seen.tile.id} {name_of('buildings', seen.tile.building, lang)}"
    else:
        name = say("unknown", lang)
    return f"{name} ({name_of('terrains', seen.terrain, lang)})" if seen.terrain else name


def short(words: str, lang: str) -> str:
    """Return a tile's text with the terrain of an unknown one named.

    Examples
    --------
    >>> short("T3", "cs"), short("?green", "cs"), short("?", "cs")
    ('T3', '? zelená', '?')
    """
    return f"? {name_of('terrains', words[1:], lang)}" if words[0] == "?" and words != "?" else words


def status(scene: Scene) -> list[str]:
    """Return what the head says of the turn, in pieces."""
    keys, lang = scene.keys, scene.lang
    if keys["phase"] == "over":
        return [say("over", lang)]
    can_take = any(tile is not None for tile in keys["supply"])
    words = [say("taken" if keys["taken"] else "not-taken" if can_take else "empty-supply", lang)]
    if keys["phase"] in ("siege", "discard"):
        words = [say(keys["phase"], lang)]
    if keys["discounts"]:
        words.append(say("discounts", lang, keys["discounts"]))
    return words


def describe(scene: Scene) -> str:
    """Return the position in words, as much of it as the picture shows."""
    keys, lang = scene.keys, scene.lang
    parts = [] if keys["phase"] == "over" else [say("turn", lang, scene.player_name(keys["player"]))]
    parts.append(", ".join(status(scene)))
    parts.append(f"{say('shield', lang)}: {scene.player_name(scene.crown)}")
    shown = [say("none", lang) if words is None else tile_words(scene.see(words), lang) for words in keys["supply"]]
    parts.append(f"{say('supply', lang)}: {', '.join(shown)}")
    if scene.reach:
        parts.append(say("reach", lang, scene.reach))
    left, top = scene.stack
    parts.append(say("stack", lang, left) + (f", {say('top', lang, name_of('terrains', top, lang))}" if top else ""))
    if keys["turns_after_this"] is not None and scene.reach:
        parts.append(say("turns-left", lang, keys["turns_after_this"]))
    for player in ("blue", "white"):
        hand = ", ".join(tile_words(scene.see(words), lang) for words in scene.hand(player)) or say("none", lang)
        if player == "blue" or not scene.is_solo:
            parts.append(f"{scene.player_name(player)}, {say('hand', lang, hand)}")
        parts += _units(scene, player)
    parts.append(f"{say('landscape', lang)}: " + ", ".join(cell_words(scene, cell) for cell in sorted(scene.board)))
    if scene.removed:
        parts.append(say("removed", lang, ", ".join(short(words, lang) for words in scene.removed)))
    if scene.is_solo:
        parts += _henry(scene)
    return "; ".join(parts)


def _at(cell: Sequence[int]) -> str:
    return f"{cell[0]},{cell[1]}"


def cell_words(scene: Scene, cell: tuple[int, int]) -> str:
    """Return what lies on a cell."""
    seen, owner = scene.board[cell]
    if owner:
        return f"{_at(cell)} {tile_words(seen, scene.lang)} – {scene.player_name(owner)}"
    what = "open" if cell != (0, 0) else "start"
    return f"{_at(cell)} {say(what, scene.lang)} ({name_of('terrains', seen.terrain, scene.lang)})"


def unit_words(scene: Scene, cell: tuple[int, int]) -> list[str]:
    """Return the units that stand on a cell."""
    lang, keys = scene.lang, scene.keys
    found = [f"{scene.player_name(player)}: {name_of('units', unit['kind'], lang)}"
             + (f" ({say('moved', lang)})" if unit["moved"] else "")
             for player in ("blue", "white") for unit in scene.units(player) if tuple(unit["at"]) == cell]
    units = keys["henry"]["units"] if scene.is_solo else {}
    return [*found, *(f"{scene.player_name('white')}: {name_of('terrains', terrain, lang)}"
                      for terrain, at in units.items() if at is not None and tuple(at) == cell)]


def _units(scene: Scene, player: str) -> list[str]:
    lang, words = scene.lang, []
    for unit in scene.units(player):
        where = say("supply", lang) if unit["at"] == "supply" else _at(unit["at"])
        moved = f" ({say('moved', lang)})" if unit["moved"] else ""
        words.append(f"{name_of('units', unit['kind'], lang)} {where}{moved}")
    return [f"{scene.player_name(player)}: {', '.join(words)}"] if words else []


def _henry(scene: Scene) -> list[str]:
    henry, lang = scene.keys["henry"], scene.lang
    beside = say("beside", lang, "").rstrip(": ")
    units = ", ".join(f"{name_of('terrains', terrain, lang)} {beside if at is None else _at(at)}"
                      for terrain, at in henry["units"].items())
    parts = [f"{scene.player_name('white')}: {units}", say("pile", lang, len(henry["pile"]))]
    if henry["treasures"]:
        kinds = [name_of("treasures", scene.tokens[entry["token"]].kind, lang) for entry in henry["treasures"]]
        shown = ", ".join(f"{entry['token']} ({kind}) {_at(entry['at'])}"
                          for entry, kind in zip(henry["treasures"], kinds, strict=True))
        parts.append(f"{say('treasures', lang)}: {shown}")
    if henry["gone"]:
        parts.append(say("gone", lang, ", ".join(henry["gone"])))
    parts.append(say("unused", lang, len(henry["unused"])))
    if henry["last"] is not None:
        parts.append(f"{say('last', lang)}: {_at(henry['last'])}")
    return parts
