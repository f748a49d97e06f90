"""Sections on two tables of component data: the cells that differ, and what that changes on the same deals."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.show import figures
from kingmaker.analysis.show.comparison import changes_section, misjudged_words
from kingmaker.analysis.show.effects import forest, is_ban
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.show.study import PLAIN, Study
from kingmaker.analysis.studies.compared import changes, evenness, how_games_go, same_deals
from kingmaker.analysis.studies.design import Design, design_of
from kingmaker.analysis.studies.effects import with_measures, worth_change
from kingmaker.analysis.studies.headlines import LEARNED

CLEAR = 0.05  # of q
MOST_NAMED = 12


def compared_sections(old: Dataset, new: Dataset, cells: Sequence[Mapping[str, str]], *, study: Study = PLAIN
                      ) -> list[Section]:
    """Return what a new table changes: its cells, how games go, how evenly things are worth, and each of them.

    Parameters
    ----------
    cells : what differs in the component data: table, id, column, was, is
    """
    design = design_of(old)
    if not design.is_contest or design.acting != design_of(new).acting:
        raise DataError("compare: expected two data sets of games of the same seats who play against one another")
    if old.manifest["config"]["agents"] != new.manifest["config"]["agents"]:
        raise DataError("compare: expected the same agents with both tables: else the change is theirs too")
    options = list(dict.fromkeys([*design.cells, *design_of(new).cells]))
    first, second = same_deals(study.games(old), study.games(new), options)
    sections = [_cells(cells, learned_apart(old, new)), _games(first, second, design, study)]
    if design.is_duel and any(is_ban(arm, study.forbids) for arm in first["arm"].unique()):
        found = worth_change(first, second, forbids=study.forbids, cells=options)
        wrong = [f"{word} with the {name} table" for one, name in ((old, "old"), (new, "new"))
                 for word in misjudged_words(one, study)]
        sections += [*_evenness((old, first), (new, second), study, options),
                     changes_section(found.assign(name=found["word"]), "What each thing is worth, new - old", wrong)]
    return sections


def learned_apart(old: Dataset, new: Dataset) -> bool:
    """Whether the players of two data sets play by different weights."""
    first, second = (one.manifest.get("data", {}).get(LEARNED, {}).get("sha256") for one in (old, new))
    return bool(first != second)


def _cells(cells: Sequence[Mapping[str, str]], is_apart: bool) -> Section:
    """Return the cells in which the tables differ, by name; whether players differ too."""
    frame = pd.DataFrame(list(cells), columns=["table", "id", "column", "was", "is"])
    named = [f"{row['id']} {row['column']} {row['was'] or '(nothing)'} -> {row['is'] or '(nothing)'}"
             for row in cells[:MOST_NAMED]]
    more = f"; {len(cells) - len(named)} more" if len(cells) > len(named) else ""
    said = (f"{len(cells)} cell{'s' * (len(cells) != 1)} changed: {'; '.join(named)}{more}." if cells else
            "The tables are the same, cell by cell.")
    players = ("The players are others too: they play by other weights.",) if is_apart else ()
    return Section("cells_changed", "What is different in the tables", frame, ("cell",), (said, *players))


def _games(first: pd.DataFrame, second: pd.DataFrame, design: Design, study: Study) -> Section:
    """Return what changes in how games go."""
    own = list(study.measures)
    found = changes(how_games_go(first, design.acting, own), how_games_go(second, design.acting, own))
    clear = found[(found["q"] < CLEAR) & (found["estimate"] != 0)]
    said = [f"{row['measure']} {row['old']:z.2f} -> {row['new']:z.2f} ({figures.interval_text(row, 2, sign=True)})"
            for _, row in clear.iterrows()]
    lines = [f"Clear changes on the same deals: {'; '.join(said) if said else 'none'}."]
    begins = clear[clear["measure"] == "starter_margin"]
    if len(begins):
        row = begins.iloc[0]
        lines.append(f"Who begins ends {abs(row['new']):.1f} points from even instead of {abs(row['old']):.1f}: "
                     f"{'better' if abs(row['new']) < abs(row['old']) else 'worse'}.")
    return Section("games_changed", "How games go, new - old on the same deals", found,
                   (*found["measure"], "change", "q"), tuple(lines),
                   partial(forest, name="measure", label="new - old", title="How games go"))


def _evenness(old: tuple[Dataset, pd.DataFrame], new: tuple[Dataset, pd.DataFrame], study: Study,
              cells: Sequence[str]) -> list[Section]:
    """Return whether things of a kind are more evenly worth than they were."""
    frames = [with_measures(games) for _, games in (old, new)]
    found = evenness(frames[0], frames[1], (study.pieces_of(old[0]), study.pieces_of(new[0])), forbids=study.forbids,
                     cells=cells)
    if found.empty:
        return []
    lines = [f"{row['measure'] or 'things'}: {row['old']:.2f} -> {row['new']:.2f} points a copy "
             f"({figures.interval_text(row, 2, sign=True)}): "
             f"{'better' if row['high'] < 0 else 'worse' if row['low'] > 0 else 'no clear change'}."
             for _, row in found.iterrows()]
    return [Section("evenness", "How far worths of a kind lie apart", found, ("evenness", "change"), tuple(lines))]
