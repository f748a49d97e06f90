"""What Architects add to their study: how players stand at the end, and with which pieces."""
from __future__ import annotations

import numpy as np
import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.show.statistics import read_statistics
from kingmaker.analysis.show.study import Study
from kingmaker.games.architects.components import read_components
from kingmaker.games.architects.interventions import ALL_WONDERS, APPRENTICES, BUILDINGS, USES, WONDERS
from kingmaker.games.architects.ledger import PARTS
from kingmaker.games.architects.study.sections import named_cards, own_sections
from kingmaker.games.architects.words import name_of

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


def pieces(data: Dataset) -> pd.DataFrame:
    """Return what each word of a ban is: a card costs its goods; uses have neither copies nor a price.

    An apprentice has no copies either: one of 40 is hardly missed, and a share of next to nothing is no margin.
    """
    parts = read_components(data.data_file("components"))
    rows = [(word, "use", np.nan, np.nan) for word in USES]
    rows += [(word, "apprentice", np.nan, np.nan) for word in APPRENTICES]
    rows += [(word, "building", 1.0, float(sum(card.cost.goods)))
             for word, card in zip(BUILDINGS, parts.buildings, strict=True)]
    rows += [(word, "wonder", 1.0, float(card.cost)) for word, card in zip(WONDERS, parts.wonders, strict=True)]
    return pd.DataFrame(rows, columns=["word", "kind", "copies", "cost"])


def called(data: Dataset) -> dict[str, str]:
    """Return what the words of interventions are called: cards with their ids, places and uses."""
    uses = {word: "all wonders" if word == ALL_WONDERS else name_of(word, "en") for word in USES}
    return {**uses, **named_cards(data)}


STUDY = Study(
    difficulty="opponent",
    is_ordered=False,
    opponent="the opponent",
    forbids={"ban_p1": 0},
    pieces=pieces,
    called=called,
    whom="Measured on p1.",
    components=("data",),
    parts=tuple(PARTS),
    sections=own_sections,
    statistics=read_statistics(STATISTICS),
)
