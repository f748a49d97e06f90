"""What a game adds to its own study: its words, and whatever sections it has beyond those that every game gets.

A game announces the module that holds its `STUDY` (`GameSpec.study`); who studies it imports that and hands it on as a
value. Without one, a game has the report of all games.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.show.statistics import Statistic


@dataclass(frozen=True, kw_only=True)
class Study:
    """What a game says about itself to those who study it; all of it may be left out.

    Parameters
    ----------
    difficulty : the option that makes the game harder, its values from the easiest on
    is_ordered : whether they stand so; values that nobody has put in an order are compared with their mean
    opponent : what the seats that never decide are called
    forbids : option of an intervention -> the seat to which it forbids its value
    pieces : data set -> the words that interventions forbid: word, kind (each is compared within its kind), copies (as
        many as the word forbids; nan: it is compared with nothing), cost (of a copy, nan: it has none)
    called : data set -> word of an intervention -> its name in reports
    takers : (data set, its games) -> name -> frame with game, seat: on whom an intervention may be measured
    measured : option of an intervention -> the taker on whom it is measured; the first seat if it is not named
    whom : the same in a sentence
    components : the options that choose component data: data sets that differ in them are compared
    columns : games -> games with columns of the game's own that `measures` names
    measures : further columns told of each variant of a duel -> whether it is a share
    outcomes : further columns told of play against an opponent that never decides
    parts : parts of the score, each a column for each seat: PART_SEAT
    sections : (data set, the one that describes) -> further sections on balance
    headlines : (data set, those of its games that are compared) -> further headlines, frames as of studies/headlines.py
    statistics : definitions of what those sections show
    """

    difficulty: str = ""
    is_ordered: bool = True
    opponent: str = "the opponent"
    forbids: Mapping[str, int] = field(default_factory=dict)
    pieces: Callable[[Dataset], pd.DataFrame] | None = None
    called: Callable[[Dataset], Mapping[str, str]] | None = None
    takers: Callable[[Dataset, pd.DataFrame], Mapping[str, pd.DataFrame]] | None = None
    measured: Mapping[str, str] = field(default_factory=dict)
    whom: str = ""
    components: tuple[str, ...] = ()
    columns: Callable[[pd.DataFrame], pd.DataFrame] | None = None
    measures: Mapping[str, bool] = field(default_factory=dict)
    outcomes: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    sections: Callable[[Dataset, Dataset], Sequence[Section]] | None = None
    headlines: Callable[[Dataset, pd.DataFrame], Sequence[pd.DataFrame]] | None = None
    statistics: Mapping[str, Statistic] = field(default_factory=dict)

    def games(self, data: Dataset) -> pd.DataFrame:
        """Return the games of a data set with the game's own columns."""
        return self.columns(data["games"]) if self.columns else data["games"]

    def pieces_of(self, data: Dataset) -> pd.DataFrame | None:
        """Return the things that interventions forbid, if the game tells of them."""
        return self.pieces(data) if self.pieces else None


PLAIN = Study()
