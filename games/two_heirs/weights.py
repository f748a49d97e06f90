"""What can be learned in The Two Heirs: names of the features, in the order of _features.pxd and _value.pxd."""
from __future__ import annotations

from pathlib import Path

from kingmaker.games.core.weights import Learning

STAGES = ("early", "middle", "late", "last")  # of the policy
WORTH_STAGES = (  # of the evaluation
    "early", "middle", "late", "three left", "two left", "one left", "last but one", "last")
KINDS = (
    "inn", "market", "pilgrimage", "robber-keep", "mill", "stonemason", "cowshed", "bakery", "smithy", "lodge",
    "camp", "farm", "sawmill", "quarry", "trading-post", "cathedral", "siege-tower", "fortress", "basketry",
    "pottery", "cooperage", "guildhall", "watchtower", "guardhouse",
)
_MOVES = ("step", "summon", "withdraw")
_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
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
    ("camp odd", STAGES),
)
MODES = ("duel", "solo")
PATH = Path(__file__).with_name("weights.json")
LEARNING = Learning(
    features=tuple(f"{group}: {name}" for group, names in _GROUPS for name in names),
    values=("one", "score", "hand", "ready", "close", "far", "access", "second", "made", "reach", "cells", "spare",
            "near", "buildings", "treasures", "stack", "turns", "henry",
            *(f"{where}: {kind}" for where in ("built", "held", "open") for kind in KINDS),
            "odd", "camps: built", "camps: held", *(f"odd camps: {where}" for where in ("built", "held", "open")),
            "odd: sure"),
    stages=WORTH_STAGES,
    sections=MODES,
    section=lambda game: str(game.options["mode"]),
    path=PATH,
)
