"""A table that can be touched: areas of pieces and pictures, each of which is a word of the game's moves."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kingmaker.games._base import GameState


@dataclass(frozen=True, kw_only=True)
class Piece:
    """What a word of moves and answers looks like: a tile, a card, a colour."""

    name: str  # in few words, below its picture
    label: str  # in full, for who cannot see it
    picture: str  # SVG
    group: str = ""  # pieces of a group stand together where one is chosen
    is_wide: bool = False  # its name is lines of words, which stand beside its picture


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A place in an area where a piece lies, or none."""

    word: str  # of the piece, and in moves; empty for a gap
    mark: str = ""  # a few letters on it
    is_dim: bool = False  # there, but out of reach


@dataclass(frozen=True, kw_only=True)
class Area:
    """A part of the table: pieces in a row, or one picture; elements of it with `data-target` can be touched.

    Parameters
    ----------
    name : word for programs, as "supply"
    title : for people
    lines : what else there is to say of it
    side : which player's it is, None where it is nobody's
    is_wide : it wants the whole width
    """

    name: str
    title: str
    spots: tuple[Spot, ...] = ()
    picture: str = ""
    lines: tuple[str, ...] = ()
    side: int | None = None
    is_wide: bool = False


@dataclass(frozen=True, kw_only=True)
class Slot:
    """A place of a position that is laid by tapping."""

    place: str  # word for programs, as "supply.0"
    word: str = ""  # of the piece that lies there
    text: str = ""  # where it is no piece


@dataclass(frozen=True, kw_only=True)
class LaidArea:
    """A part of a position that is laid: places in a row, or a picture whose parts are places (`data-target`).

    Parameters
    ----------
    group : areas with the same words here lie folded together below them, as they are seldom told
    lines : what else there is to say of it
    """

    title: str
    slots: tuple[Slot, ...] = ()
    picture: str = ""
    group: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Laying:
    """How any position is laid by tapping; a draft is whatever the game makes of it.

    Parameters
    ----------
    blank : () -> the draft on which nothing lies
    areas : (draft, language) -> what lies where
    choices : (draft, place, language) -> what can be put there, each in words where it is no piece and does not speak
        for itself; empty where there is no such place
    put : (draft, place, choice) -> the draft with it; the old one stays as it is
    position : draft -> the keys of the position file, sound or not
    spot : (draft, place as messages call it) -> the place to be tapped where that is, "" where it is none
    """

    blank: Callable[[], Any]
    areas: Callable[[Any, str], Sequence[LaidArea]]
    choices: Callable[[Any, str, str], Mapping[str, str]]
    put: Callable[[Any, str, str], Any]
    position: Callable[[Any], dict[str, Any]]
    spot: Callable[[Any, str], str] = lambda draft, place: ""


@dataclass(frozen=True, kw_only=True)
class Board:
    """How a game is shown to be touched.

    Parameters
    ----------
    pieces : (options given, language) -> all pieces that answers, moves and areas name
    areas : (state, observer, language, moves, plan) -> the table; there is room in it for the moves, and the plan is
        drawn on it
    why_not : (state, touched words, language) -> why no move begins so, in a sentence
    names : language -> what the keys of the score are called
    laying : how any position is laid by tapping
    option : (option, value, language) -> what a value of an option is called, with an empty value the option itself; ""
        where there is no word for it, then what the option says of itself is shown
    targets : move -> the words that are touched for it, where these are not the words behind its verb
    """

    pieces: Callable[[Mapping[str, Any], str], Mapping[str, Piece]]
    areas: Callable[[GameState, int, str, Sequence[str], Sequence[str]], Sequence[Area]]
    why_not: Callable[[GameState, Sequence[str], str], str]
    names: Callable[[str], Mapping[str, str]]
    laying: Laying | None = None
    option: Callable[[str, str, str], str] = lambda name, value, lang: ""
    targets: Callable[[str], Sequence[str]] = lambda move: move.split()[1:]


def small(width: float, height: float, parts: Sequence[str]) -> str:
    """Return a picture of one piece; its label stands beside it."""
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'font-family="DejaVu Sans, Verdana, sans-serif" aria-hidden="true">{"".join(parts)}</svg>')


def touchable(word: str, label: str, body: str) -> str:
    """Return a part of a picture that can be touched."""
    return f'<g class="spot" data-target="{escape(word)}" data-label="{escape(label)}">{body}</g>'
