"""Interventions: tiles forced into the first supply, and what a side may not do.

They are options of the game, so that the agents' searches know them as the table does.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from kingmaker.games._rng import Rng
from kingmaker.games.core.options import WordsOption, refuse_options
from kingmaker.games.errors import ConfigError
from kingmaker.games.spec import Option
from kingmaker.games.two_heirs.components import SET_OF, SETS, TILE_IDS, Tile

N_FIRST = 6
USES = {"camps": "camp", "sieges": "siege-tower", "roads": ""}  # what is not a tile, and the building that it needs
WORDS = (*SETS, *SET_OF, *USES, *TILE_IDS)
LETTER_OF = {tile[0]: name for tile, name in zip(TILE_IDS[::9], SETS, strict=True)}


@dataclass(frozen=True)
class TilesOption(WordsOption):
    """Words of a list, of which only tiles can be counted."""

    def values(self, options: Mapping[str, Any] | None = None) -> list[int | str]:
        """Return each tile in play."""
        in_play = SETS if options is None else options["sets"].split(",")
        return [tile for tile in TILE_IDS if LETTER_OF[tile[0]] in in_play]


OPTIONS: Mapping[str, Option] = {
    "first": TilesOption("", "tiles that lie in the first supply, each in the place of one that would", words=TILE_IDS,
                         what="up to six tiles"),
    **{name: TilesOption("", f"what {whom} may not build, or not do; in solo play it binds you alone", words=WORDS,
                         what="tiles, buildings, sets, camps, sieges, roads")
       for name, whom in (("ban", "nobody"), ("ban_blue", "Blue"), ("ban_white", "White"))},
}


def check_options(options: Mapping[str, Any]) -> None:
    """Refuse what has no meaning in this game: a tile that is not in play, a ban on Henry."""
    in_play, faults = options["sets"].split(","), list[str]()
    for name in OPTIONS:
        for word in filter(None, options[name].split("+")):
            building = USES.get(word, word)
            of_set = SET_OF.get(building) or (LETTER_OF[word[0]] if word in TILE_IDS else building)
            if of_set and of_set not in in_play:
                faults.append(f"two-heirs: option {name}: expected something of the sets {', '.join(in_play)}; "
                              f"got {word!r}, of {of_set}")
    if options["first"].count("+") >= N_FIRST:
        faults.append(f"two-heirs: option first: expected at most {N_FIRST} tiles, got {options['first']!r}")
    if options["first"] and options["short"]:
        faults.append("two-heirs: option first: a short game is dealt in a way of its own; expected short=0")
    if options["ban_white"] and options["mode"] == "solo":
        faults.append("two-heirs: option ban_white: Henry decides nothing; expected mode=duel, or ban_blue")
    refuse_options(faults)


def arms(variants: Sequence[Mapping[str, Any]], pieces: bool) -> list[str]:
    """Return what a study of balance forbids to each side by itself: each set, building and use in play in a variant.

    Parameters
    ----------
    pieces : each single tile too
    """
    known = WORDS if pieces else [word for word in WORDS if word not in TILE_IDS]
    return [f"{side}={word}" for word in known if any(_means(options, word) for options in variants)
            for side in ("ban_blue", "ban_white")]


def _means(options: Mapping[str, Any], word: str) -> bool:
    """Whether a ban on the word means something in this game."""
    with suppress(ConfigError):  # of a set that is not in play
        check_options({**options, "ban_blue": word})
        return True
    return False


def forbidden(options: Mapping[str, Any], tiles: Sequence[Tile]) -> tuple[frozenset[str], frozenset[str]]:
    """Return what Blue and White may not do: ids of tiles that they may not build, and words of USES.

    Examples
    --------
    >>> from kingmaker.games.two_heirs.components import read_tiles
    >>> options = {"mode": "duel", "ban": "cathedral+roads", "ban_blue": "", "ban_white": "D1"}
    >>> [sorted(side) for side in forbidden(options, read_tiles())]
    [['C7', 'C8', 'C9', 'roads'], ['C7', 'C8', 'C9', 'D1', 'roads']]
    """
    sides = []
    for name in ("ban_blue", "ban_white"):
        words = {*options["ban"].split("+"), *options[name].split("+")}
        if name == "ban_white" and options["mode"] == "solo":
            words = set()
        sides.append(frozenset(words & USES.keys()) | {tile.id for tile in tiles
                                                       if words & {tile.id, tile.building, tile.set}})
    return sides[0], sides[1]


def bring_first(dealt: list[int], names: str, number: Mapping[str, int], rng: Rng) -> None:
    """Exchange tiles that must lie in the first supply with others there, in place; all else stays where it is.

    Parameters
    ----------
    dealt : the numbers of all tiles, the first supply's first
    names : of those that must lie there, `+` between
    """
    wanted = [number[name] for name in names.split("+") if name]
    free = [place for place in range(N_FIRST) if dealt[place] not in wanted]
    for tile in wanted:
        place = dealt.index(tile)
        if place >= N_FIRST:
            other = free.pop(rng.below(len(free)))
            dealt[place], dealt[other] = dealt[other], tile
