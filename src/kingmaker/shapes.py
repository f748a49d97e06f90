"""Shapes of values from outside: what a file must hold, said once, and all that is wrong with it told at once.

A shape is a function from a value and its place to what is wrong there, so that shapes are made of shapes:
`table({"deal": whole(0, 99)}, {"moves": items(string())})`.
"""
from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from kingmaker.errors import InputError, KingmakerError, near, shown

Shape = Callable[[Any, str], Iterator[str]]
MOST_TOLD = 10  # faults of one value
MOST_TEXT = 20_000


def fit(value: Any, shape: Shape, where: str, kind: type[KingmakerError] = InputError) -> Any:
    """Return a value that has a shape, or refuse it with all that is wrong, up to a limit.

    Examples
    --------
    >>> fit({"a": 1}, table({"a": whole(0, 9)}), "it")
    {'a': 1}
    >>> fit({"a": -1, "c": 0}, table({"a": whole(0, 9)}, {"b": string()}), "it")
    Traceback (most recent call last):
    kingmaker.errors.InputError: it: a: expected a whole number from 0 to 9, got -1; unknown key 'c'; known: a, b
    """
    refuse(shape(value, ""), where, kind)
    return value


def refuse(faults: Iterable[str], where: str, kind: type[KingmakerError] = InputError) -> None:
    """Raise an error that tells faults, if there are any."""
    told: list[str] = []
    for fault in faults:
        told.append(fault if len(told) < MOST_TOLD else "and more")
        if len(told) > MOST_TOLD:
            break
    if told:
        raise kind(f"{where}: {'; '.join(told)}" if where else "; ".join(told))


# -- single values ----------------------------------------------------------------------------------------------------


def string(most: int = MOST_TEXT, *, words: Iterable[str] = (), pattern: str = "") -> Shape:
    """Return the shape of a text: of at most so many characters, one of some words, or of a pattern."""
    known, form = tuple(words), re.compile(pattern)

    def check(value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, str) or (known and value not in known):
            yield _wrong(place, f"one of {', '.join(known)}" if known else "a text", value)
        elif len(value) > most:
            yield f"{_at(place)}expected a text of at most {most:,} characters, got {len(value):,}"
        elif pattern and not form.fullmatch(value):
            yield _wrong(place, f"a text of the form {pattern}", value)

    return check


def whole(low: int, high: int) -> Shape:
    """Return the shape of a whole number in [low, high]."""
    def check(value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            yield _wrong(place, f"a whole number from {low} to {high}", value)

    return check


def number(low: float = -math.inf, high: float = math.inf) -> Shape:
    """Return the shape of a finite number in [low, high]."""
    bounds = "a number" if math.isinf(low) and math.isinf(high) else f"a number from {low:g} to {high:g}"

    def check(value: Any, place: str) -> Iterator[str]:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not low <= value <= high or abs(value) > 1e300:
            yield _wrong(place, bounds, value)

    return check


def flag() -> Shape:
    """Return the shape of true or false."""
    def check(value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, bool):
            yield _wrong(place, "true or false", value)

    return check


def anything() -> Shape:
    """Return the shape that every value has."""
    return lambda value, place: iter(())


def maybe(shape: Shape) -> Shape:
    """Return the shape of null, or of another shape."""
    return lambda value, place: iter(()) if value is None else shape(value, place)


def either(expected: str, *shapes: Shape) -> Shape:
    """Return the shape of one of several; `expected` says in words which."""
    def check(value: Any, place: str) -> Iterator[str]:
        if all(any(True for _ in shape(value, place)) for shape in shapes):
            yield _wrong(place, expected, value)

    return check


# -- made of others ---------------------------------------------------------------------------------------------------


def items(shape: Shape, low: int = 0, high: int = 1_000_000) -> Shape:
    """Return the shape of a list of low to high values of one shape."""
    def check(value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield _wrong(place, "a list", value)
        elif not low <= len(value) <= high:
            size = f"{low:,}" if low == high else f"{low:,} to {high:,}"
            yield f"{_at(place)}expected a list of {size}, got {len(value):,}"
        else:
            for n, inner in enumerate(value):
                yield from shape(inner, f"{place}[{n}]")

    return check


def table(needed: Mapping[str, Shape], further: Mapping[str, Shape] | None = None, *, others: bool = False) -> Shape:
    """Return the shape of an object: keys that must be there, keys that may be, whether there may be others."""
    known = {**needed, **(further or {})}

    def check(value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, Mapping):
            yield _wrong(place, "an object", value)
            return
        for key in (key for key in needed if key not in value):
            yield f"{_at(place)}the key {key!r} is missing"
        for key, inner in value.items():
            if key in known:
                yield from known[key](inner, f"{place}.{key}" if place else key)
            elif not others:
                yield f"{_at(place)}unknown key {shown(key)}; known: {', '.join(known)}{near(str(key), known)}"

    return check


def mapping(keys: Shape, values: Shape, most: int = 1_000_000) -> Shape:
    """Return the shape of an object whose keys are of one shape and whose values are of another."""
    def check(value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, Mapping):
            yield _wrong(place, "an object", value)
        elif len(value) > most:
            yield f"{_at(place)}expected at most {most:,} keys, got {len(value):,}"
        else:
            for key, inner in value.items():
                yield from keys(key, f"{place}: a key")
                yield from values(inner, f"{place}.{shown(key, 40)[1:-1]}" if place else shown(key, 40)[1:-1])

    return check


def _at(place: str) -> str:
    return f"{place}: " if place else ""


def _wrong(place: str, expected: str, value: Any) -> str:
    return f"{_at(place)}expected {expected}, got {shown(value)}"
