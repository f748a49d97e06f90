"""The learned weights of the policy and the evaluation: their names, and reading and writing `weights.json`."""
from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from games.errors import ConfigError

STAGES = ("early", "middle", "late", "last")
KINDS = (
    "inn", "market", "pilgrimage", "robber-keep", "mill", "stonemason", "cowshed", "bakery", "smithy", "lodge",
    "camp", "farm", "sawmill", "quarry", "trading-post", "cathedral", "siege-tower", "fortress", "basketry",
    "pottery", "cooperage", "guildhall", "watchtower", "guardhouse",
)
_MOVES = ("step", "summon", "withdraw")
_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (     # in the order of _features.pxd
    ("build", STAGES), ("build gain", STAGES), ("build before taking", STAGES), ("build to double", STAGES),
    ("build", KINDS), ("build", ("with discounts", "empty cells")),
    ("extend", STAGES), ("extend gain", STAGES),
    ("extend", ("before taking", "payable", "enables", "full hand")), ("extend", KINDS), ("extend", ("empty cells",)),
    ("take early", KINDS), ("take late", KINDS), ("take lacking", ("0", "1", "2", "3")), ("take best", STAGES),
    ("take ready", STAGES), ("take with hand", ("0", "1", "2", "3")), ("take place", ("1", "2", "3")),
    ("take", ("leaves the other",)),
    ("unit", _MOVES), ("unit before taking", _MOVES), ("unit last", _MOVES), ("unit gain", STAGES),
    ("unit", ("payable", "lack", "empty cells", "near", "elite", "reach", "left behind")),
    ("camp", STAGES), ("destroy", ("one", "points")), ("discard", KINDS),
    ("end", STAGES), ("end leaving", STAGES), ("end", ("payable", "dropping")),
)
FEATURES = tuple(f"{group}: {name}" for group, names in _GROUPS for name in names)
VALUES = ("one", "score", "hand", "ready", "close", "far", "access", "second", "made", "reach", "cells", "spare",
          "near", "buildings", "treasures")
MODES = ("duel", "solo")
PATH = Path(__file__).with_name("weights.json")


@cache
def read_weights(path: Path = PATH) -> dict[str, Any]:
    """Return the file's policy (mode -> list by FEATURES) and value (mode -> stage -> list by VALUES)."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    return {
        "policy": {mode: _in_order(path, raw["policy"][mode], FEATURES) for mode in MODES},
        "value": {mode: [_in_order(path, raw["value"][mode][stage], VALUES) for stage in STAGES] for mode in MODES},
    }


def _in_order(path: Path, given: dict[str, float], names: tuple[str, ...]) -> list[float]:
    """Return weights by their names' order; what is left out weighs nothing."""
    unknown = sorted(set(given) - set(names))
    if unknown:
        raise ConfigError(f"{path.name}: unknown weight {unknown[0]!r}; known: {', '.join(names)}")
    return [float(given.get(name, 0.0)) for name in names]
