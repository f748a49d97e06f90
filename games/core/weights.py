"""Learned weights of a game's policy and evaluation: their names, and the JSON file that holds them.

The file is `{"learned": {section: command}, "policy": {section: {feature: weight}}, "value": {section: {stage:
{feature: weight}}}, "spread": {section: {stage: points}}}`; what is left out weighs nothing.
"""
from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingmaker.games.errors import ConfigError

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
    """

    features: tuple[str, ...]
    values: tuple[str, ...]
    stages: tuple[str, ...]
    sections: tuple[str, ...]
    section: Callable[[Game], str]


@cache
def read_weights(learning: Learning, path: Path) -> dict[str, dict[str, Any]]:
    """Return policy (section -> list by features), value (section -> one list a stage) and spread (-> one a stage).

    Raises
    ------
    ConfigError : the file is not what it should be; the message names the place
    """
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"weights {str(path)!r}: {error}") from None
    policy, value = ({} if not isinstance(raw, dict) else raw.get(part, {}) for part in ("policy", "value"))
    return {
        "policy": {section: _in_order(path, f"policy.{section}", _part(path, policy, section), learning.features)
                   for section in learning.sections},
        "value": {section: [_in_order(path, f"value.{section}.{stage}",
                                      _part(path, _part(path, value, section), stage), learning.values)
                            for stage in learning.stages] for section in learning.sections},
        "spread": {section: _in_order(path, f"spread.{section}", raw.get("spread", {}).get(section, {}),
                                      learning.stages) for section in learning.sections},
    }


def _part(path: Path, whole: Any, name: str) -> Any:
    """Return a part of the file, or say that it is missing."""
    if not isinstance(whole, dict) or not isinstance(whole.get(name), dict):
        raise ConfigError(f"weights {str(path)!r}: expected an object {name!r}; see games/core/weights.py for the form")
    return whole[name]


def _in_order(path: Path, where: str, given: Mapping[str, Any], names: tuple[str, ...]) -> list[float]:
    """Return weights by their names' order."""
    for name, weight in given.items():
        if name not in names:
            raise ConfigError(f"weights {str(path)!r}: {where}: unknown name {name!r}; known: {', '.join(names)}")
        if not isinstance(weight, int | float) or isinstance(weight, bool) or not abs(weight) <= 1000:
            raise ConfigError(f"weights {str(path)!r}: {where}: {name!r}: expected a number in [-1000, 1000], "
                              f"got {weight!r}")
    return [float(given.get(name, 0.0)) for name in names]


def write_section(learning: Learning, path: Path, section: str, policy: Sequence[float],
                  value: Sequence[Sequence[float]], spread: Sequence[float], command: str) -> None:
    """Write one section's weights, rounded to thousandths, and the command that learned them; others stay.

    `spread` has, for each stage, the standard deviation of final margins around the evaluation.
    """
    raw = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    raw.setdefault("learned", {})[section] = command
    raw.setdefault("policy", {})[section] = _named(learning.features, policy)
    raw.setdefault("value", {})[section] = {
        stage: _named(learning.values, weights) for stage, weights in zip(learning.stages, value, strict=True)}
    raw.setdefault("spread", {})[section] = _named(learning.stages, spread)
    path.write_text(json.dumps(raw, indent=1) + "\n", encoding="utf-8")


def _named(names: tuple[str, ...], weights: Sequence[float]) -> dict[str, float]:
    """Return the weights that weigh something, by name."""
    return {name: round(float(w), 3) for name, w in zip(names, weights, strict=True) if abs(w) >= 0.0005}
