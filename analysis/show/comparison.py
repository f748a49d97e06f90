"""Sections on several data sets: which conclusions hold under other agents, and with other component data."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.show import contest, figures
from kingmaker.analysis.show.difficulty import by_strength, tasks_of
from kingmaker.analysis.show.effects import forest, is_ban
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.show.study import PLAIN, Study
from kingmaker.analysis.studies.design import design_of
from kingmaker.analysis.studies.effects import worth, worth_change
from kingmaker.analysis.studies.headlines import (
    COLUMNS,
    Source,
    agents_of,
    common,
    contest_headlines,
    difficulty_headlines,
    duel_headlines,
    table_of,
    to_compare,
    together,
)
from kingmaker.analysis.studies.misfit import below_nothing
from kingmaker.analysis.studies.survival import FAILS, NONE, SURVIVES, UNDECIDED, UNTRIED, agreement, survival

MOST_RIBBONS = 6
MOST_NAMED = 8
CLAIM = 0.05  # of p_max
RANKED = ("worth of ", "effect of ")  # headlines of things of one kind, which have a ranking


def described_by(sets_of_data: Sequence[Dataset], study: Study = PLAIN) -> tuple[Dataset, list[Dataset]]:
    """Return the data set from which games are described, and those that are compared, the first of them first.

    A data set without interventions beside a first one that has some, with the same agents and tables, only describes:
    it has more deals for that than one which plays each deal under many interventions. What equals have played is not
    compared with what unequal agents have.
    """
    first = sets_of_data[0]
    alike = [one for one in sets_of_data[1:] if not _has_arms(one) and _has_arms(first)
             and agents_of(one) == agents_of(first)
             and table_of(one, study.components) == table_of(first, study.components)]
    described = max(alike, key=lambda one: one.n_games, default=first)
    return described, [first, *(one for one in sets_of_data[1:]
                                if one is not described and _is_of_equals(one) == _is_of_equals(first)
                                and design_of(one).is_duel == design_of(first).is_duel)]


def _has_arms(data: Dataset) -> bool:
    return any(entry["arm"] for entry in data.manifest["block"])


def _is_of_equals(data: Dataset) -> bool:
    return len(data.manifest["config"]["agents"]) == 1


# -- sources -----------------------------------------------------------------------------------------------------------


def balance_sources(sets_of_data: Sequence[Dataset], study: Study = PLAIN) -> list[Source]:
    """Return a source for each data set on balance, over what all of them have played."""
    make = _duel_sources if design_of(sets_of_data[0]).is_duel else _contest_sources
    return [Source(agents_of(data), table_of(data, study.components), headlines)
            for data, headlines in zip(sets_of_data, make(sets_of_data, study), strict=True)]


def _duel_sources(sets_of_data: Sequence[Dataset], study: Study) -> Iterator[pd.DataFrame]:
    designs = [design_of(data) for data in sets_of_data]
    frames = common([study.games(data) for data in sets_of_data], to_compare(designs, study.components))
    for data, design, games in zip(sets_of_data, designs, frames, strict=True):
        own = duel_headlines(games, forbids=study.forbids, cells=design.cells, pieces=study.pieces_of(data))
        yield _with_own(own, data, games, study)


def _contest_sources(sets_of_data: Sequence[Dataset], study: Study) -> Iterator[pd.DataFrame]:
    """Yield the headlines. An effect is measured from the mean of its kind: it depends on which others there are."""
    designs = [design_of(data) for data in sets_of_data]
    frames = common([contest.measured(data, study) for data in sets_of_data],
                    [*to_compare(designs, study.components), "arm"])
    for data, design, games in zip(sets_of_data, designs, frames, strict=True):
        kinds = {kind: f"lead_{name}" for kind, name in contest.kinds_of(games, study).items()}
        own = contest_headlines(games, kinds, cells=design.cells, idle=design.idle)
        yield _with_own(own, data, games, study)


def _with_own(headlines: pd.DataFrame, data: Dataset, games: pd.DataFrame, study: Study) -> pd.DataFrame:
    more = study.headlines(data, games) if study.headlines else []
    return pd.concat([headlines, *(frame[COLUMNS] for frame in more)], ignore_index=True)


def difficulty_sources(sets_of_data: Sequence[Dataset], reference: str, study: Study = PLAIN) -> list[Source]:
    """Return a source for each honest agent of each data set: the reference's first, then by strength."""
    tasks = [tasks_of(data, study) for data in sets_of_data]
    designs = [design_of(data) for data in sets_of_data]
    frames = common([one.rows for one in tasks], to_compare(designs, study.components))
    others = tuple(dict.fromkeys(name for one in tasks for name in one.others))
    sources = []
    for data, rows in zip(sets_of_data, frames, strict=True):
        strength = rows.groupby("agent", observed=True)["margin"].mean()
        agents = sorted(set(rows["agent"]), key=lambda name: (name != reference, -strength[name]))
        sources += [Source(agent, table_of(data, study.components),
                           difficulty_headlines(rows, agent, reference, tasks[0].along, others,
                                                has_steps=tasks[0].has_steps))
                    for agent in agents if not agent.startswith("cheat")]
    return sources


# -- sections ----------------------------------------------------------------------------------------------------------


def balance_compared(sets_of_data: Sequence[Dataset], study: Study = PLAIN) -> list[Section]:
    """Return which conclusions of the first data set on balance hold in the others, all of one game."""
    is_duel = design_of(sets_of_data[0]).is_duel
    sections = survival_sections(balance_sources(sets_of_data, study), "duels" if is_duel else "games")
    return sections + (_changes(sets_of_data, study) if is_duel else [])


def difficulty_compared(sets_of_data: Sequence[Dataset], reference: str | None = None, study: Study = PLAIN
                        ) -> list[Section]:
    """Return which conclusions on difficulty hold for other agents and in the other data sets."""
    best = reference or by_strength(tasks_of(sets_of_data[0], study))[1]
    return survival_sections(difficulty_sources(sets_of_data, best, study), "difficulty")


def survival_sections(sources: Sequence[Source], kind: str) -> list[Section]:
    """Return which headlines hold from source to source; the first source's are what is claimed."""
    if len(sources) < 2:
        return []
    claims = together(sources)
    outcome = survival(claims)
    sections = [Section(f"{kind}_survival", f"Which conclusions survive: {kind}", outcome, ("outcome", "table_sd"),
                        tuple(_survivals(outcome, sources)))]
    ranked = claims[claims["headline"].str.startswith(RANKED) | claims["headline"].str.contains("variant")]
    if ranked["source"].nunique() > 1 and ranked["headline"].nunique() > 1:
        sections.append(Section(f"{kind}_agreement", f"Do the rankings agree: {kind}", agreement(ranked), ("tau",)))
    shown = outcome[(outcome["agents"] != NONE) & ~outcome["headline"].str.contains("share of the win")]
    strongest = shown.loc[shown["estimate"].abs().nlargest(MOST_RIBBONS).index, "headline"]
    own = claims["table"] == sources[0].table
    tried = claims.loc[~own, "agent"].unique()
    for what, rows in (("agents", claims[own]), ("tables", claims[claims["agent"].isin(tried)])):
        chosen = rows[rows["headline"].isin(strongest)]
        if chosen["source"].nunique() > 1:
            title = f"The strongest claims under other {what}: {kind}"
            draw = partial(figures.plot_curves, x="source", line="headline", label="points", title=title,
                           reference=0.0, joined=False)
            frame = chosen[["headline", "source", "estimate", "low", "high", "n"]]
            sections.append(Section(f"{kind}_{what}", title, frame, ("outcome",), (), draw))
    return sections


def _survivals(outcome: pd.DataFrame, sources: Sequence[Source]) -> Iterator[str]:
    """Say of how many claims what became, and name those that do not survive."""
    n_claims, first = int((outcome["agents"] != NONE).sum()), sources[0]
    yield (f"{n_claims} of {len(outcome)} headlines are claims of {first.agent} ({first.table} tables): beyond 0, "
           f"allowing for how many there are. They are compared with {len(sources) - 1} other sources.")
    for what in ("agents", "tables"):
        counts = outcome[what].value_counts()
        words = ", ".join(f"{counts.get(word, 0)} {word}" for word in (SURVIVES, FAILS, UNDECIDED, UNTRIED)
                          if counts.get(word, 0))
        failing = [f"{row['headline']} ({row['estimate']:+z.{2 if abs(row['estimate']) < 1 else 1}f})"
                   for _, row in outcome[outcome[what] == FAILS].iterrows()]
        yield (f"Under other {what}: {words or 'no claim'}."
               + (f" What does not survive: {'; '.join(failing)}." if len(failing) else ""))


def _changes(sets_of_data: Sequence[Dataset], study: Study) -> list[Section]:
    """Return which worths other tables change, on the same deals with the same agents; clear and large ones first."""
    base, parts = table_of(sets_of_data[0], study.components), []
    wrong: list[str] = []
    own = {_player(one): one for one in reversed(sets_of_data) if table_of(one, study.components) == base}
    for other in sets_of_data:
        table = table_of(other, study.components)
        if table != base and _player(other) in own and any(is_ban(entry["arm"], study.forbids)
                                                           for entry in other.manifest["block"]):
            cells = dict.fromkeys([*design_of(own[_player(other)]).cells, *design_of(other).cells])
            found = worth_change(own[_player(other)]["games"], other["games"], forbids=study.forbids,
                                 cells=list(cells))
            parts.append(found.assign(table=table))
            wrong += [f"{word} with the tables {table}" for word in misjudged_words(other, study)]
    if not parts:
        return []
    found = pd.concat(parts, ignore_index=True)
    named = found.assign(name=found["word"] + ", tables " + found["table"]).drop(columns="table")
    return [changes_section(named, f"What other tables change, against {base}", wrong)]


def changes_section(found: pd.DataFrame, title: str, wrong: Sequence[str]) -> Section:
    """Return worths that other tables change, clear and large ones first.

    Parameters
    ----------
    found : of `worth_change`, with `name`
    wrong : what the players misjudge
    """
    clear = found["p_max"] < CLAIM
    order = found.assign(rank=~clear, size=-found["estimate"].abs()).sort_values(["rank", "size"], kind="stable").index
    rows = found.loc[order]
    words = [f"{row['name']}: {figures.interval_text(row, 1, sign=True)}"
             for _, row in rows[clear.loc[order]].head(MOST_NAMED).iterrows()]
    more = int(clear.sum()) - len(words)
    named = f"Changed: {'; '.join(words) if words else 'nothing that is clear'}{f'; {more} more' if more > 0 else ''}."
    warned = (f"These players misjudge {'; '.join(wrong[:MOST_NAMED])}: worth less than nothing there, beyond chance. "
              "What is told here mixes the tables with players who do not know them.",) if wrong else ()
    rows = rows[["name", *[name for name in rows.columns if name not in ("name", "word", "given")]]]
    return Section("changes", title, rows.reset_index(drop=True), ("worth_change", "q", "p_max"), (named, *warned),
                   partial(forest, name="name", label="worth with the other table - with the first, points",
                           title="Change of worth, on the same deals"))


def misjudged_words(data: Dataset, study: Study) -> list[str]:
    """Return what these players use to their own loss."""
    return list(below_nothing(worth(data["games"], forbids=study.forbids, cells=design_of(data).cells))["word"])


def _player(data: Dataset) -> tuple[str, int]:
    """Return who played on which deals."""
    return agents_of(data), data.manifest["config"]["seed"]
