"""What Brian Boru adds to its study: on whom its interventions are measured, and what becomes of its pieces."""
from __future__ import annotations

from kingmaker.analysis.show.statistics import read_statistics
from kingmaker.analysis.show.study import Study
from kingmaker.games.brian_boru.ledger import PARTS
from kingmaker.games.brian_boru.study.sections import own_sections, takers

STATISTICS = """
pass_taken | rounds in which somebody took it
    the pass of the draft in which the card was taken, or left over; 1 = the first
played_per_taken | rounds in which somebody took it
    rounds in which it was played, not discarded / taken
won_per_played | tricks in which it was played
    tricks that it won / played
second_per_lost | tricks that it lost
    tricks in which it was used for its second secondary action / lost
turned_per_game | games
    games in which the claim token was turned up / games
claimed_per_game | games
    games at whose end somebody has the token / games
moves_per_game | games
    how often the token changed hands
discs_per_game | games
    towns of the region with a disc at the end
vikings_per_game | games
    towns of the region that the Vikings hold at the end
taken_per_shown | rounds in which it was turned up
    rounds in which somebody took the marriage card / turned up
use_share | games in which the Princess was taken
    games in which she was used so / taken
repelled | rounds with such a Viking card
    rounds without raiders in the battle area at the upkeep / rounds
raiders_left | rounds with such a Viking card
    raiders in the battle area at the upkeep
towns_lost | rounds with such a Viking card
    towns that players lost
"""

STUDY = Study(
    takers=takers,
    measured={"dealt": "p1", "wedding": "first", "princess": "princess"},
    whom="Measured on p1 (dealt), on whoever takes the first marriage card (wedding), or the Princess (princess).",
    components=("data",),
    parts=tuple(PARTS),
    sections=own_sections,
    statistics=read_statistics(STATISTICS),
)
