"""The reports: which sections a study of balance and one of difficulty have, for any game."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.show.comparison import balance_compared, described_by, difficulty_compared
from kingmaker.analysis.show.contest import contest_sections
from kingmaker.analysis.show.depth import depth_sections
from kingmaker.analysis.show.difficulty import answer_section, difficulty_sections
from kingmaker.analysis.show.duel import duel_sections, skill_sections
from kingmaker.analysis.show.effects import Margin
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.show.study import PLAIN, Study
from kingmaker.analysis.studies.design import design_of
from kingmaker.analysis.studies.pieces import SHARE

WITH_WORDS = ("word", "given", "arm", "what", "headline")  # columns in which words of interventions stand


def about(data: Dataset) -> list[str]:
    """Return what was played, in a line or two."""
    config, figures_ = data.manifest["config"], data.figures()
    lines = [f"{config['game']} · {'; '.join(config['agents'])} · {figures_['games']:,} games in blocks of "
             f"{figures_['games_per_block']} · seed {config['seed']} · kingmaker {data.manifest['kingmaker']}"]
    if data.manifest["reconstructed"]:
        lines.append(f"Rests on reconstructed data: {data.manifest['reconstructed']}.")
    return lines


def game_of(sets_of_data: Sequence[Dataset]) -> str:
    """Return the name of the one game that was played, without its options; refuse several."""
    names = sorted({one.manifest["config"]["game"].partition(":")[0] for one in sets_of_data})
    if len(names) != 1:
        raise DataError(f"expected data sets of one game to compare, got {' and '.join(names) or 'none'}")
    return str(names[0])


def balance_sections(data: Dataset, described: Dataset | None = None, *, study: Study = PLAIN, margin: Margin = 1.0,
                     win_margin: float = 0.03, share: float = SHARE) -> list[Section]:
    """Return what a data set says about balance; what is off comes first.

    Parameters
    ----------
    described : the one from which games are described; `data` if None
    study : what the game adds
    margin : in points, for all or by kind: how far a worth may lie from its kind's and still count as balanced
    share : the same as a share of what its copies should bring; the smaller of the two counts
    win_margin : the same of shares of the win, where several are compared
    """
    design, described = design_of(data), described or data
    if not design.is_contest:
        raise DataError(f"{data.directory}: games of who plays alone; kingmaker difficulty reads these")
    own = (duel_sections(data, described, study, margin, share) if design.is_duel
           else contest_sections(data, described, study, margin, win_margin, share))
    if study.called:
        own = named(own, study.called(data))
    return [*own, *(study.sections(data, described) if study.sections else [])]


def named(sections: Sequence[Section], names: Mapping[str, str]) -> list[Section]:
    """Return sections in whose tables, plots and sentences words of interventions have their names.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"word": ["A01", "x"], "arm": ["ban=A01+x", "none"]})
    >>> named([Section("worth", "", frame, (), ("A01 1.5",))], {"A01": "A01 Acolyte"})[0].frame.values.tolist()
    [['A01 Acolyte', 'ban=A01 Acolyte+x'], ['x', 'none']]
    """
    known = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")

    def name(text: object) -> object:
        return known.sub(lambda word: names[word[0]], text) if isinstance(text, str) else text

    found = []
    for one in sections:
        words = [column for column in WITH_WORDS if column in one.frame]
        frame = one.frame.assign(**{column: one.frame[column].map(name) for column in words})
        tells = {"word", "headline"} & set(frame)
        found.append(replace(one, frame=frame, found=tuple(str(name(text)) if tells else text for text in one.found)))
    return found


def balance_report(sets_of_data: Sequence[Dataset], *, study: Study = PLAIN, margin: Margin = 1.0,
                   win_margin: float = 0.03, share: float = SHARE) -> list[Section]:
    """Return the sections of the first data set on balance, and how far the others agree with it."""
    game_of(sets_of_data)
    described, compared = described_by(sets_of_data, study)
    sections = balance_sections(sets_of_data[0], described, study=study, margin=margin, win_margin=win_margin,
                                share=share)
    agreeing = balance_compared(compared, study) if len(compared) > 1 else []
    if study.called:
        agreeing = named(agreeing, study.called(sets_of_data[0]))
    return [*sections, *depth_sections(sets_of_data[0]), *skill_sections(sets_of_data), *agreeing]


def difficulty_report(sets_of_data: Sequence[Dataset], *, study: Study = PLAIN, reference: str | None = None,
                      task: Mapping[str, str] | None = None, like: str | None = None) -> list[Section]:
    """Return the sections of the first data set on difficulty, and how far the others agree with it.

    Parameters
    ----------
    task : what is asked, option -> value; the answer comes first
    like : with a task: for somebody who plays like this agent; like each if None
    """
    game_of(sets_of_data)
    answer = [] if task is None else [answer_section(sets_of_data[0], task, study=study, like=like)]
    return [*answer, *difficulty_sections(sets_of_data[0], study=study, reference=reference),
            *depth_sections(sets_of_data[0]), *difficulty_compared(sets_of_data, reference, study)]


def whole_report(sets_of_data: Sequence[Dataset], *, study: Study = PLAIN, margin: Margin = 1.0,
                 win_margin: float = 0.03, share: float = SHARE) -> list[Section]:
    """Return all sections: the data sets on balance, then those on difficulty.

    A data set of several who decide is on balance, one of who plays alone on difficulty. Without one of these, data
    sets of several beside an opponent that never decides are on difficulty too.
    """
    contests = [one for one in sets_of_data if design_of(one).is_contest]
    alone = [one for one in sets_of_data if not design_of(one).is_contest]
    against = alone or [one for one in contests if design_of(one).is_against_rules]
    sections = [] if not contests else balance_report(contests, study=study, margin=margin, win_margin=win_margin,
                                                      share=share)
    names = {one.name for one in sections}
    return sections + [one for one in (difficulty_report(against, study=study) if against else [])
                       if one.name not in names]
