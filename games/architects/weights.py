"""What can be learned in Architects: names of the features, in the order of _features.pxd and _value.pxd."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kingmaker.games.architects.effects import WHENS
from kingmaker.games.architects.names import BLACK_MARKET, PLACES, PLAYERS, RECALLS, TARGETS, WORDS
from kingmaker.games.core.weights import Learning

STAGES = ("early", "middle", "late", "last")
SECTIONS = ("base", "wonders", "opponent")
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    *((f"place {place}", STAGES) for place in TARGETS),
    ("place beside own workers", PLACES),
    ("gather", ("first goal", "second goal", "completes", "silver", "not wanted", "silver to capture")),
    ("storehouse", ("marble wanted", "virtue low", "spare goods", "own trades")),
    ("workshop", ("hand", "wanted skill", "apprentices", "cards", "short of silver", "no card", "far goal",
                  "long game")),
    ("town centre", ("others' workers", "three or more", "own workers", "few left")),
    ("tax stand", ("tax", "points of virtue", "closes the cathedral")),
    ("guardhouse", ("held", "in prison", "away", "few left", "debts")),
    ("black market", ("first goal", "value", "third worker", "points of virtue", "closes the cathedral", "wanted skill",
                      "in prison")),
    ("guildhall", ("worth", "waiting", "ends the game", "choices", "long game")),
    ("place with", ("apprentice", "princess", "profiteer", "own token", "few left", "to be captured")),
    ("hire", ("wanted skill", "new skill", "known skill", "virtue", "silver laid", "silver on it", "value")),
    ("hire for", WHENS),
    ("hire at", (*PLACES, BLACK_MARKET)),
    ("draw cards", STAGES),
    ("draw cards with", ("hand", "apprentices", "choices", "no card")),
    ("keep", ("worth", "goods", "skills missing", "skills there", "virtue", "lack")),
    ("discard", ("worth", "lack", "skills missing", "first goal")),
    ("dismiss", ("last of its skill", "at a place")),
    ("recall", (*RECALLS, *PLAYERS, "workers there")),
    ("mine", ("first goal", "second goal")),
    ("word", WORDS),
    ("trade", ("virtue low", "points of virtue", "marble wanted", "goods wanted", "value", "price")),
    ("capture", ("others' workers", "three or more", "own workers", "few left", "princess", "profiteer")),
    ("guard", ("held", "in prison", "away", "few left")),
    ("build", ("worth", "cathedral", "wonder", "first goal", "ends the game")),
    ("contribute", ("wanted", "spare")),
    ("pay", ("goods wanted", "influence", "gold")),
    ("other", ("debts destroyed", "losses ignored")),
)
VALUES = (
    "one", "score", "clay", "wood", "stone", "gold", "marble", "silver", "virtue", "virtue below 5", "virtue from 10",
    "debts", "hand", "apprentices", "skills", "supply", "no supply", "at the quarry", "in the forest",
    "at the silversmith", "in the mines", "other places", "largest group", "prison", "away", "held", "prey", "exposed",
    "no silver", "ready", "choices", "goal", "goal lacks", "second goal", "cathedral", "buildings", "influence",
    "on turn", "to build", "score so far", "last turn", "time with skills", "time with workers", "no card", "opponent",
    "opponent score", "opponent marble", "opponent virtue", "opponent cathedral", "opponent influence",
    "opponent supply", "opponent prison", "opponent to build", "opponent future", "opponent wonders", "opponent held",
)


def section_of(options: Mapping[str, Any]) -> str:
    """Return which weights a game with these options is played with."""
    return "opponent" if options["opponent"] != "none" else "wonders" if options["wonders"] else "base"


PATH = Path(__file__).with_name("weights.json")
LEARNING = Learning(
    features=tuple(f"{group}: {name}" for group, names in GROUPS for name in names),
    values=VALUES,
    stages=STAGES,
    sections=SECTIONS,
    section=lambda game: section_of(game.options),
    by_seat=True,
    path=PATH,
)
