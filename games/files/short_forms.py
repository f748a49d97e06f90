"""Moves as people type them in a hurry: any case, verbs cut short or left out, no spaces."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from unicodedata import combining, normalize

from kingmaker.games.errors import IllegalActionError, NotationError

MOST_LISTED = 8
LEAST_NAME = 3  # letters of a name that tell it


def matching(typed: str, moves: Iterable[str], *, complete: bool = False) -> list[str]:
    """Return the moves that a text can mean: the exact one, else whole arguments, else beginnings.

    Parameters
    ----------
    complete : all arguments have to be there

    Examples
    --------
    >>> moves = ["take T3", "take D1", "move 0,0 1,1", "end"]
    >>> matching("t3", moves), matching("m0,01,1", moves), matching("t", moves)
    (['take T3'], ['move 0,0 1,1'], ['take T3', 'take D1'])
    """
    said, moves = _squeeze(typed), list(moves)
    exact = [move for move in moves if _squeeze(move) == said]
    whole = [move for move in moves if any(form == said for form in _forms(move))]
    begun = [] if complete else [move for move in moves if any(form.startswith(said) for form in _forms(move))]
    return exact or whole or begun


def read_move(typed: str, moves: Sequence[str]) -> str:
    """Return the one move that a text means; refuse one that could mean several, or none."""
    found = matching(typed, moves)
    if len(found) == 1:
        return found[0]
    if found:
        raise IllegalActionError(f"{typed!r} could be {listed(found)}")
    near = close_moves(typed, moves)
    raise IllegalActionError(f"{typed!r} is no move now" + (f"; near it: {listed(near)}" if near else ""))


def read_answer(typed: str, choices: Mapping[str, str]) -> str:
    """Return the choice that a word means: itself, its beginning, or what describes it alone.

    Several beginnings of words that describe it are joined by `+`.

    Examples
    --------
    >>> read_answer("inn", {"T1": "Inn, green", "T2": "Inn, grey", "D1": "Mill, grey"})
    Traceback (most recent call last):
    ...
    kingmaker.games.errors.NotationError: 'inn' could be T1 (Inn, green), T2 (Inn, grey)
    >>> read_answer("mill", {"T1": "Inn, green", "D1": "Mill, grey"})
    'D1'
    >>> read_answer("inn+gre", {"T1": "Inn, green", "T2": "Inn, yellow", "D1": "Mill, grey"})
    'T1'
    """
    said = _fold(typed)
    exact = [name for name in choices if _fold(name) == said]
    begun = [name for name in choices if _fold(name).startswith(said)]
    described = [name for name, words in choices.items() if all(
        any(word.startswith(part) for word in _fold(words).replace(",", " ").split()) for part in said.split("+"))]
    found = exact or begun or described
    if len(found) == 1:
        return found[0]
    if found:
        raise NotationError(f"{typed!r} could be {listed([with_words(name, choices[name]) for name in found])}")
    raise NotationError(f"expected one of {', '.join(choices)}; got {typed!r}")


def spelled_out(typed: str, words: Iterable[str]) -> str:
    """Return a text with each word that begins exactly one known word written in full, as the rules spell it.

    Examples
    --------
    >>> spelled_out("bu t3 1,1", ["build", "take", "T3"])
    'build T3 1,1'
    """
    known = list(words)

    def full(word: str) -> str:
        exact = [name for name in known if name.casefold() == word.casefold()]
        found = exact or [name for name in known if name.casefold().startswith(word.casefold())]
        return found[0] if len(found) == 1 else word

    return " ".join(map(full, typed.split()))


def by_name(typed: str, named: Mapping[str, str], more: Mapping[str, str] | None = None) -> list[str]:
    """Return the moves that a text means in which things are called by their names.

    Parameters
    ----------
    named : each move with the names of what its first words are, commas between; empty where it names nothing
    more : what else tells the things of a move apart, such as their colours; it may be said beside a name

    Examples
    --------
    >>> moves = {"take T3": "Market", "build T8 1,1": "Robber Keep", "build T8 0,1": "Robber Keep", "end": ""}
    >>> by_name("take market", moves), by_name("mark", moves), by_name("build robber keep 1,1", moves)
    (['take T3'], ['take T3'], ['build T8 1,1'])
    >>> by_name("take grey market", {"take T3": "Market", "take T4": "Market"}, {"take T3": "green", "take T4": "grey"})
    ['take T4']
    """
    said, found = _fold(typed).replace("+", " ").split(), []
    for move, about in named.items():
        names = [name for name in about.split(", ") if name]
        verb, *rest = _fold(move).split()
        words = [word for name in names for word in _fold(name).split()]
        other = [part for part in said if not _begins(part, words)]
        if len(other) < len(said):
            other = [part for part in other if not _begins(part, _fold((more or {}).get(move, "")).split())]
            if other[other[:1] != [] and verb.startswith(other[0]):] == rest[len(names):]:
                found.append(move)
    return found


def named_at(said: Sequence[str], words: str) -> list[int]:
    """Return where in a line the beginnings of some words stand.

    Examples
    --------
    >>> named_at(["take", "robb", "keep"], "Robber Keep, green")
    [1, 2]
    """
    known = _fold(words).replace(",", " ").split()
    return [k for k, part in enumerate(said) if _begins(_fold(part), known)]


def _begins(part: str, words: Sequence[str]) -> bool:
    """Whether a part of a line is the beginning of a word, long enough to be meant as one."""
    return len(part) >= LEAST_NAME and any(word.startswith(part) for word in words)


def close_moves(typed: str, moves: Sequence[str], n: int = 5) -> list[str]:
    """Return the moves that look most like a text."""
    by_form = {_squeeze(move): move for move in moves}
    return [by_form[form] for form in get_close_matches(_squeeze(typed), by_form, n=n, cutoff=0.6)]


def completions(line: str, word: str, moves: Iterable[str]) -> list[str]:
    """Return what the last word of a line can become, with a space where more has to follow.

    Examples
    --------
    >>> completions("take ", "", ["take T3", "take D1", "end"]), completions("e", "e", ["take T3", "end"])
    (['D1', 'T3'], ['end'])
    """
    before = line[:len(line) - len(word)].split()
    found = set()
    for move in moves:
        words = move.split()
        if len(words) <= len(before) or any(
                not have.casefold().startswith(said.casefold()) for have, said in zip(words, before, strict=False)):
            continue
        if words[len(before)].casefold().startswith(word.casefold()):
            found.add(words[len(before)] + " " * (len(words) > len(before) + 1))
    return sorted(found)


def summary(moves: Iterable[str]) -> str:
    """Return the moves by verb, counted where there are many."""
    groups: dict[str, list[str]] = {}
    for move in moves:
        verb, _, rest = move.partition(" ")
        groups.setdefault(verb, []).append(rest)
    parts = [f"{verb} ({len(rests)} ways)" if len(rests) > MOST_LISTED else f"{verb} {'; '.join(rests)}"
             for verb, rests in groups.items()]
    return " | ".join(part.strip() for part in parts)


def with_words(name: str, words: str) -> str:
    """Return something with what it is in words."""
    return f"{name} ({words})" if words else name


def _fold(text: str) -> str:
    """Return a text without case and accents: `mlyn` is Mlýn."""
    return "".join(letter for letter in normalize("NFD", text) if not combining(letter)).casefold()


def _squeeze(text: str) -> str:
    return "".join(text.split()).casefold()


def _forms(move: str) -> list[str]:
    """Return a move without spaces, with every beginning of its verb, and without the verb where more follows."""
    verb, _, rest = move.partition(" ")
    return [_squeeze(verb[:n] + rest) for n in range(0 if rest else 1, len(verb) + 1)]


def listed(moves: Sequence[str]) -> str:
    """Return moves as a list, a long one cut."""
    more = f" and {len(moves) - MOST_LISTED} more" if len(moves) > MOST_LISTED else ""
    return ", ".join(moves[:MOST_LISTED]) + more
