"""What Architects add to their study: how players stand at the end, and with which pieces."""
from __future__ import annotations

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.show.statistics import read_statistics
from kingmaker.analysis.show.study import Study
from kingmaker.games.architects.interventions import APPRENTICES, BANNED, BUILDINGS, WONDERS
from kingmaker.games.architects.ledger import PARTS
from kingmaker.games.architects.study.sections import own_sections

STATISTICS = """
virtue_at_end | seats of players
    virtue at the end of the game, 0 to 14
cathedral_at_end | seats of players
    level of the cathedral at the end, 0 to 5
built_at_end | seats of players
    buildings and wonders built
hired_at_end | seats of players
    apprentices at the end
debts_at_end | seats of players
    debts that are not paid at the end
"""
KINDS = {"apprentice": APPRENTICES, "building": BUILDINGS, "wonder": WONDERS}


def kinds(_data: Dataset) -> pd.Series:
    """Return what kind of thing each word is that an intervention forbids: cards by their kind, the rest are uses."""
    of = {word: kind for kind, words in KINDS.items() for word in words}
    return pd.Series({word: of.get(word, "use") for word in BANNED})


STUDY = Study(
    difficulty="opponent",
    opponent="the opponent",
    forbids={"ban_p1": 0},
    kinds=kinds,
    whom="Measured on p1.",
    components=("data",),
    parts=tuple(PARTS),
    sections=own_sections,
    statistics=read_statistics(STATISTICS),
)
