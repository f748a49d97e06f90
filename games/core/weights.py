"""Learned weights of a game's policy and evaluation: their names, and the JSON file that holds them.

The file is `{"learned": {section: command}, "policy": {section: {feature: weight}}, "value": {section: {stage:
{feature: weight}}}, "spread": {section: {stage: points}}}`; what is left out weighs nothing.
"""
from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingmaker.errors import told_as
from kingmaker.games.errors import ConfigError
from kingmaker.reading import parse_json, read_text
from kingmaker.shapes import Shape, fit, number, string, table
from kingmaker.writing import json_with, locked, refuse_stranger, replace

if TYPE_CHECKING:
    from kingmaker.games.spec import Game


@dataclass(frozen=True, kw_only=True)
class Learning:
    """What of a game can be learned; its states have `action_features()` and `state_features()`.

    Parameters
    ----------
    features : names of the policy's features, in order
    values : names of the evaluation's
    stages : of the game; the evaluation has weights for each
    sections : parts of the weights that are learned apart, such as modes of the game
    section : game -> which of them it uses
    by_seat : the evaluation is of each seat's points, whatever their number: `state_features()` returns a row a seat;
        else it is of the margin of whose turn it is, and there is one row
    path : the weights that come with the game, which it plays with if its option `weights` names no others
    """

    features: tuple[str, ...]
    values: tuple[str, ...]
    stages: tuple[str, ...]
    sections: tuple[str, ...]
    section: Callable[[Game], str]
    by_seat: bool = False
    path: Path | None = None


MOST_BYTES = 4 << 20  # of a file of weights
THEN = "; then the evaluation: "  # between the commands that learned a section
HEAVIEST = 1000.0  # weight that a file may hold
PARTS = ("learned", "policy", "value", "spread")
KIND = json_with("learned", "policy")


def form_of(learning: Learning) -> Shape:
    """Return the shape of a file of weights."""
    weight = number(-HEAVIEST, HEAVIEST)
    features, values, stages = (dict.fromkeys(names, weight)
                                for names in (learning.features, learning.values, learning.stages))
    section = {
        "learned": string(), "policy": table({}, features), "spread": table({}, stages),
        "value": table({stage: table({}, values) for stage in learning.stages})}
    whole = {part: table({}, dict.fromkeys(learning.sections, shape), others=True) for part, shape in section.items()}
    return table({part: whole[part] for part in ("policy", "value")}, whole, others=True)


@lru_cache(maxsize=64)
def read_weights(learning: Learning, path: Path, wanted: str = "") -> dict[str, dict[str, Any]]:
    """Return policy (section -> list by features), value (section -> one list a stage) and spread (-> one a stage).

    What a file does not hold weighs nothing: a fresh one holds one section, as `kingmaker learn` writes it.

    Parameters
    ----------
    wanted : the section that is played with: it must be there

    Raises
    ------
    ConfigError : the file is not what it should be; the message names the place
    """
    raw = _read(path)
    fit(raw, form_of(learning), f"weights {str(path)!r}", ConfigError)
    policy, value, spread = raw["policy"], raw["value"], raw.get("spread", {})
    if wanted and not (wanted in policy and wanted in value):
        there = ", ".join(section for section in learning.sections if section in policy and section in value)
        raise ConfigError(f"weights {str(path)!r}: expected weights of {wanted!r}, the file holds {there or 'none'}; "
                          f"kingmaker learn --out {path} adds them")
    return {
        "policy": {section: _in_order(policy.get(section, {}), learning.features) for section in learning.sections},
        "value": {section: [_in_order(value.get(section, {}).get(stage, {}), learning.values)
                            for stage in learning.stages] for section in learning.sections},
        "spread": {section: _in_order(spread.get(section, {}), learning.stages) for section in learning.sections},
    }


def _read(path: Path) -> Any:
    try:
        with told_as(ConfigError, "weights "):
            return parse_json(read_text(path, MOST_BYTES), str(path))
    except OSError as error:
        raise ConfigError(f"weights {str(path)!r}: {error.strerror or error}") from None


def _in_order(given: Mapping[str, float], names: tuple[str, ...]) -> list[float]:
    """Return weights by their names' order."""
    return [float(given.get(name, 0.0)) for name in names]


def check_target(path: Path) -> None:
    """Refuse a file to write weights into that is there and holds something else, or that cannot be written."""
    kept_weights(path)
    with locked(path):
        pass


def kept_weights(path: Path) -> dict[str, Any]:
    """Return what a file of weights holds, of which other sections stay; nothing where there is none yet."""
    refuse_stranger(path, KIND, way_out="take that file away")
    if not path.is_file() or not path.stat().st_size:
        return {}
    parts = {part: table({}, others=True) for part in PARTS}
    kept: dict[str, Any] = fit(_read(path), table({}, parts, others=True), f"weights {str(path)!r}", ConfigError)
    return kept


def write_section(learning: Learning, path: Path, section: str, policy: Sequence[float],
                  value: Sequence[Sequence[float]], spread: Sequence[float], command: str) -> None:
    """Write one section's weights, rounded to thousandths, and the command that learned them; others stay.

    `spread` has, for each stage, the standard deviation of final margins around the evaluation.
    """
    with locked(path):
        raw = kept_weights(path)
        raw.setdefault("learned", {})[section] = command
        raw.setdefault("policy", {})[section] = _named(learning.features, policy)
        _write(learning, path, raw, section, value, spread)


def write_evaluation(learning: Learning, path: Path, section: str, played: Path, value: Sequence[Sequence[float]],
                     spread: Sequence[float], command: str) -> None:
    """Write one section's evaluation; its policy stays. In a file that has none it is that of the weights `played`.

    How the section was learned is then told by both commands.
    """
    with locked(path):
        raw = kept_weights(path)
        source = raw if section in raw.get("policy", {}) else _read(played)
        before = str(source.get("learned", {}).get(section, "")).split(THEN)[0]
        raw.setdefault("learned", {})[section] = before + THEN + command if before else command
        raw.setdefault("policy", {})[section] = source["policy"].get(section, {})
        _write(learning, path, raw, section, value, spread)


def _write(learning: Learning, path: Path, raw: dict[str, Any], section: str, value: Sequence[Sequence[float]],
           spread: Sequence[float]) -> None:
    """Write the file with one section's evaluation put in."""
    raw.setdefault("value", {})[section] = {
        stage: _named(learning.values, weights) for stage, weights in zip(learning.stages, value, strict=True)}
    raw.setdefault("spread", {})[section] = _named(learning.stages, spread)
    replace(path, (json.dumps(raw, indent=1) + "\n").encode())
    read_weights.cache_clear()


def sharpened(path: Path, section: str, times: float) -> None:
    """Multiply one section's weights of the policy: its chances are then what they were to the power of so much."""
    with locked(path):
        raw = kept_weights(path)
        raw["policy"][section] = {name: round(max(-HEAVIEST, min(times * w, HEAVIEST)), 3)
                                  for name, w in raw["policy"][section].items()}
        replace(path, (json.dumps(raw, indent=1) + "\n").encode())


def _named(names: tuple[str, ...], weights: Sequence[float]) -> dict[str, float]:
    """Return the weights that weigh something, by name."""
    return {name: round(float(w), 3) for name, w in zip(names, weights, strict=True) if abs(w) >= 0.0005}
