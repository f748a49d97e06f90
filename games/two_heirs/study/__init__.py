"""What The Two Heirs add to their study: worth and cost, tiles and where points come from."""
from __future__ import annotations

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.show.statistics import read_statistics
from kingmaker.analysis.show.study import Study
from kingmaker.games.two_heirs.study.sections import FORBIDS, own_headlines, own_sections
from kingmaker.games.two_heirs.study.tiles import pieces_of, tiles_of

STATISTICS = """
lead_changes | blocks
    how often the lead, as if the game ended with the turn, went to the other side
decided_share | blocks
    the turn from whose end on it stood as at the end / turns
source_share | points, interval over blocks
    points of all sides from a source (a building before doubling, roads, doubling, treasures) / points of all
    sides
offered_per_game | games with the tile
    games in which the tile came into the supply / games with it
taken_per_offered | games in which it was offered
    games in which it was taken / offered
built_per_taken | games in which it was taken
    games in which it was built / taken
built_per_game | games with the tile
    games in which it was built / games with it
card | games with the tile
    offered, taken, built: shares of the games with it, of those in which it was offered, of those in which it was
    taken; win_taken: share of the win of who took it; win_left: the same of the sides that did not take it, where it
    was offered; worth: of the tile, or worth of its building / copies
gain | blocks
    win_taken - win_left; interval over blocks (linearised ratios); a description, for players choose what they take
win_when_built | games in which it was built
    share of the win of who built it; a description, for players choose what they build
margin_when_built | games in which it was built
    margin of who built it; a description as well
association | blocks
    coefficient of (built by seat 0 - built by seat 1) in a linear regression of the margin with terms for seat
    and starter, errors clustered by block; no effect, a cross-check
synergy | blocks
    coefficient of (product of a side's buildings of two sets, seat 0's - seat 1's) in the same regression on
    counts of sets
treasures_left | blocks
    treasures on the board and in the pile at the end
"""


def _pieces(data: Dataset) -> pd.DataFrame:
    return pieces_of(tiles_of(data))


def with_columns(games: pd.DataFrame) -> pd.DataFrame:
    """Add when it was decided, as a share of the turns."""
    return games.assign(decided_share=games["decided"] / games["turns"])


STUDY = Study(
    difficulty="level",
    opponent="Henry",
    forbids=FORBIDS,
    pieces=_pieces,
    components=("tiles", "treasures"),
    columns=with_columns,
    measures={"lead_changes": False, "decided_share": True},
    outcomes=("treasures_left", "treasure_points", "buildings_0", "roads_0", "doubling_0", "buildings_1", "roads_1",
              "doubling_1"),
    sections=own_sections,
    headlines=own_headlines,
    statistics=read_statistics(STATISTICS),
)
