"""Interventions: what chance deals, and what may not be done. They answer what a piece causes, not who takes it.

They are options of the game, so that a data set can play the same deal with and without them, and so that the agents'
searches know the bans as the table does. Cards are brought where they must lie behind the players' backs: nobody is
told, and searches draw worlds as ever.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingmaker.games.architects.components import ABILITIES, N_BASE, N_MORE, read_components
from kingmaker.games.architects.names import BLACK_MARKET, PLACES, SPACES, TARGETS, WORDS
from kingmaker.games.core.options import WordsOption
from kingmaker.games.errors import ConfigError
from kingmaker.games.spec import Option

PACK = 4  # cards of a pack in the draft: A7
MOST_BANNED = 7  # apprentices: eight lie open at least, and who may hire for nothing has to find one
APPRENTICES, BUILDINGS = (tuple([f"{letter}{k:02}" for k in range(1, N_BASE + 1)]
                                + [f"W{letter}{k:02}" for k in range(1, N_MORE + 1)]) for letter in "AB")
WONDERS = tuple(word.split()[1] for word in WORDS if word.startswith("build "))
CATHEDRAL, ALL_WONDERS = "cathedral", "wonders"
CLOSABLE = {**{place: (place,) for place in PLACES[4:] if place != "workshop"}, BLACK_MARKET: SPACES}
USES = (CATHEDRAL, ALL_WONDERS, *CLOSABLE)
BANNED = (*USES, *WONDERS, *BUILDINGS, *APPRENTICES)


@dataclass(frozen=True)
class PiecesOption(WordsOption):
    """Words of a list, of which only those of the game in hand are counted."""

    def values(self, options: Mapping[str, Any] | None = None) -> list[int | str]:
        """Return each word alone that means something with these options."""
        return [word for word in self.words if options is None or options["wonders"] or not of_wonders(word)]


OPTIONS: Mapping[str, Option] = {
    "dealt": PiecesOption("", "buildings of the first pack that p1 chooses from, each in place of one that would be",
                          words=BUILDINGS, what="up to four buildings"),
    "board": Option("", "p1's own board, in place of the one that would be; with boards=variable",
                    choices=("", *ABILITIES)),
    **{name: PiecesOption("", f"what {whom} may not do, build or hire", words=BANNED,
                          what="places, cathedral, wonders, buildings, apprentices")
       for name, whom in (("ban", "no player"), ("ban_p1", "p1"))},
}


def of_wonders(word: str) -> bool:
    """Whether a word is of the expansion."""
    return word == ALL_WONDERS or word.startswith("W")


def boards_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the player boards of a game with such options; none where all are alike."""
    if options["boards"] != "variable":
        return ()
    return ABILITIES if options["wonders"] else ABILITIES[:read_components(options["data"]).n_base_boards]


def check_options(options: Mapping[str, Any]) -> None:
    """Refuse what has no meaning in this game."""
    for name in ("dealt", "ban", "ban_p1"):
        words = [word for word in options[name].split("+") if word]
        strange = next((word for word in words if of_wonders(word) and not options["wonders"]), None)
        if strange:
            raise ConfigError(f"architects: option {name}: {strange} belongs to Works of Wonder; expected wonders=1")
        if len([word for word in words if word in APPRENTICES]) > MOST_BANNED:
            raise ConfigError(f"architects: option {name}: expected at most {MOST_BANNED} apprentices, got "
                              f"{options[name]!r}")
    if options["dealt"].count("+") >= PACK:
        raise ConfigError(f"architects: option dealt: expected at most {PACK} buildings, as many as are in a pack; got "
                          f"{options['dealt']!r}")
    if options["short"] and options["dealt"]:
        raise ConfigError("architects: option dealt: an exercise is dealt in a way of its own; expected short=0")
    if options["board"] not in ("", *boards_of(options)):
        raise ConfigError(f"architects: option board: expected one of {', '.join(boards_of(options))}; got "
                          f"{options['board']!r}" if boards_of(options) else
                          "architects: option board: the boards are all alike; expected boards=variable")


def arms(variants: Sequence[Mapping[str, Any]], pieces: bool) -> list[str]:
    """Return what a study of balance plays beside the game as it is, each by itself and on p1.

    Parameters
    ----------
    pieces : each building dealt and each apprentice forbidden too
    """
    found: dict[str, None] = {}
    for options in variants:
        known = OPTIONS["ban_p1"].values(options)
        found |= dict.fromkeys(f"ban_p1={word}" for word in (*USES, *WONDERS) if word in known)
        found |= dict.fromkeys(f"board={name}" for name in boards_of(options))
        if pieces:
            found |= dict.fromkeys(f"dealt={word}" for word in OPTIONS["dealt"].values(options))
            found |= dict.fromkeys(f"ban_p1={word}" for word in known if word in APPRENTICES)
    return list(found)


def banned(options: Mapping[str, Any], seat: int) -> dict[str, int]:
    """Return what a seat may not do as masks: apprentices, buildings, words of names.WORDS, places of names.TARGETS.

    Examples
    --------
    >>> options = {"ban": "cathedral+B02", "ban_p1": "black_market"}
    >>> {name: bin(mask) for name, mask in banned(options, 0).items()}
    {'apprentices': '0b0', 'buildings': '0b10', 'words': '0b100000', 'places': '0b111000000000'}
    """
    words = {*options["ban"].split("+"), *(options["ban_p1"].split("+") if seat == 0 else ())}
    places = {place for word, those in CLOSABLE.items() if word in words for place in those}
    wonders = {f"build {wonder}" for wonder in WONDERS if wonder in words or ALL_WONDERS in words}
    return {"apprentices": _mask(APPRENTICES, words), "buildings": _mask(BUILDINGS, words),
            "words": _mask(WORDS, wonders | (words & {CATHEDRAL})), "places": _mask(TARGETS, places)}


def numbers(words: str) -> list[int]:
    """Return the numbers of buildings, `+` between."""
    return [BUILDINGS.index(word) for word in words.split("+") if word]


def _mask(known: Sequence[str], wanted: set[str]) -> int:
    return sum(1 << i for i, word in enumerate(known) if word in wanted)


def bring(order: list[int], first: int, n: int, wanted: Sequence[int]) -> None:
    """Exchange cards that must lie among the n from `first` on with others there, in place.

    Examples
    --------
    >>> order = [5, 3, 0, 4, 1, 2]
    >>> bring(order, 2, 2, [0, 2])
    >>> order
    [5, 3, 0, 2, 1, 4]
    """
    free = [place for place in range(first, first + n) if order[place] not in wanted]
    for card in wanted:
        place = order.index(card)
        if not first <= place < first + n:
            other = free.pop()
            order[place], order[other] = order[other], order[place]
