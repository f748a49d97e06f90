"""The parts of the reports: which statistics of a data set are shown, in which plot, in which words."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.show import figures, multiplayer_sections
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.stats.equivalence import VERDICTS, with_verdicts
from kingmaker.analysis.stats.regression import adjusted_effects, built_by_side, synergies
from kingmaker.analysis.stats.variance import deal_share
from kingmaker.analysis.studies import balance, difficulty
from kingmaker.analysis.studies.effects import agent_effect, arm_effects, with_measures, worth, worth_change
from kingmaker.analysis.studies.headlines import Source, duel_sources, solo_sources, table_of, together
from kingmaker.analysis.studies.rasch import fit_scale
from kingmaker.analysis.studies.survival import FAILS, NONE, SURVIVES, UNDECIDED, UNTRIED, agreement, survival

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_RIBBONS = 6
MOST_NAMED = 8
MOST_LINES = 6  # of a distribution
CLAIM = 0.05  # of p_max
SEVERAL = "It takes one agent with several numbers of iterations."


def tiles_of(data: Dataset) -> pd.DataFrame:
    """Return the tile table that the games were played with."""
    if "tiles" not in data.manifest["data"]:
        raise DataError(f"{data.directory}: holds no games with tiles; expected a data set of two-heirs")
    return pd.read_csv(data.directory / data.manifest["data"]["tiles"]["file"], keep_default_na=False)


def about(data: Dataset) -> list[str]:
    """Return what was played, in a line or two."""
    config, figures_ = data.manifest["config"], data.figures()
    lines = [f"{config['game']} · {'; '.join(config['agents'])} · {figures_['games']:,} games in blocks of "
             f"{figures_['games_per_block']} · seed {config['seed']} · kingmaker {data.manifest['kingmaker']}"]
    if data.manifest["reconstructed"]:
        lines.append(f"Rests on reconstructed data: {data.manifest['reconstructed']}.")
    return lines


# -- balance --------------------------------------------------------------------------------------------------------


def described_by(sets_of_data: Sequence[Dataset]) -> tuple[Dataset, list[Dataset]]:
    """Return the data set from which games are described, and those that are compared, the first of them first.

    A data set without interventions beside a first one that has some, with the same agents and tables, only describes:
    it has more deals for that than one which plays each deal under many interventions. What equals have played is not
    compared with what unequal agents have.
    """
    first = sets_of_data[0]
    alike = [one for one in sets_of_data[1:] if not _has_arms(one) and _has_arms(first)
             and _player(one)[0] == _player(first)[0] and table_of(one) == table_of(first)]
    described = max(alike, key=lambda one: one.n_games, default=first)
    return described, [first, *(one for one in sets_of_data[1:]
                                if one is not described and _is_of_equals(one) == _is_of_equals(first))]


def _has_arms(data: Dataset) -> bool:
    return any(entry["arm"] for entry in data.manifest["block"])


def _is_of_equals(data: Dataset) -> bool:
    return len(data.manifest["config"]["agents"]) == 1


def balance_sections(data: Dataset, described: Dataset | None = None, *, margin: float = 1.0,
                     win_margin: float = 0.03) -> list[Section]:
    """Return what a data set says about balance; what is off comes first.

    Parameters
    ----------
    described : the one from which games are described; `data` if None
    margin : in points: how far a worth may lie from the mean of its kind and still count as balanced
    win_margin : the same of shares of the win, where several players are compared
    """
    described = described or data
    if multiplayer_sections.is_of_several(data):
        return multiplayer_sections.balance_sections(data, described, margin=margin, win_margin=win_margin)
    games, tiles = data["games"], tiles_of(data)
    if "level" in games and (games["mode"] == "solo").any():
        raise DataError(f"{data.directory}: games of solo play; kingmaker difficulty reads these")
    sections = _effects(games, tiles, margin) + _forced(games)
    plain = balance.without_arms(described["games"])
    pieces = described.frame("pieces", ["game", "piece", "offered", "taken", "taken_by", "built", "points"])
    return [*sections, _first(plain, margin), *_combinations(plain, pieces, tiles), *_deal(games),
            *_observed(plain, pieces, tiles)]


def _effects(games: pd.DataFrame, tiles: pd.DataFrame, margin: float) -> list[Section]:
    """Return restricted play, if the data set has arms for it."""
    if not games["arm"].str.contains("ban_").any():
        return []
    found = worth(games).sort_values("estimate", ascending=False, kind="stable", ignore_index=True)
    judged = with_verdicts(worth(games, relative=True, kinds=balance.kinds_of(tiles)), margin)
    judged = judged.drop(columns="variance_ratio")
    if not found["given"].any():
        found, judged = found.drop(columns="given"), judged.drop(columns="given")
    off = judged[judged["verdict"] == "off"]
    words = [f"{row['word']}: {row['estimate']:+.1f} points [{row['low']:.1f}, {row['high']:.1f}] from the mean of its "
             "kind" for _, row in off.iterrows()]
    counts = judged["verdict"].value_counts()
    ratio = found["variance_ratio"].median()
    priced = balance.cost_and_worth(found, tiles)
    priced["kind"] = priced["word"].map(balance.kinds_of(tiles))
    return [
        Section("findings", f"Is anything off? (margin ±{margin:g} points)", judged,
                ("worth_relative", "q", "p_max", "p_balanced", "verdict"),
                (f"Off: {'; '.join(words) if words else 'nothing'}.",
                 f"{counts.get('balanced', 0)} balanced, {counts.get('open', 0)} open, of {len(judged)}."),
                partial(_forest, label="worth - mean worth of its kind, points", margin=margin,
                        title="What is off comes first")),
        Section("worth", "Restricted play: what a player loses who may not use it", found,
                ("worth", "q", "p_max", "variance_ratio"),
                (f"On different deals the same certainty would take {ratio:.1f} times as many games (median).",),
                partial(_forest, label="points lost", title="Worth, from paired interventions")),
        Section("cost", "Cost and worth",
                priced[["kind", "word", "cost", "estimate", "low", "high", "n", "worth_per_cost"]],
                ("worth", "worth_per_cost"), (), _cost)]


def _cost(priced: pd.DataFrame) -> Axes:
    kind = next((kind for kind in ("tile", "building") if kind in set(priced["kind"])), "set")
    return figures.plot_cost(priced[priced["kind"] == kind], title=f"Cost and worth of each {kind}")


def _forced(games: pd.DataFrame) -> list[Section]:
    """Return what each tile changes that is forced into the first supply, if the data set has arms for it."""
    forced = games[games["arm"].isin([arm for arm in games["arm"].unique() if _is_forced(arm)] + [""])]
    if not (forced["arm"] != "").any():
        return []
    rows = with_measures(forced)
    parts = [arm_effects(rows, measure).assign(measure=measure) for measure in ("total", "starter_margin", "turns")]
    found = pd.concat(parts, ignore_index=True)
    found = found[["arm", "measure", *[name for name in found.columns if name not in ("arm", "measure")]]]
    return [Section("forced", "Forced into the first supply: what changes, for both sides", found,
                    ("arm_effect", "q", "p_max", "variance_ratio"), (), _forced_total)]


def _is_forced(arm: str) -> bool:
    return all(part.startswith("first=") for part in arm.split(",")) if arm else False


def _forced_total(frame: pd.DataFrame) -> Axes:
    rows = frame[frame["measure"] == "total"].sort_values("estimate", ascending=False, kind="stable")
    return _forest(rows, name="arm", label="points of both sides, forced in - as dealt",
                   title="Tiles in the first supply")


def _forest(frame: pd.DataFrame, **options: Any) -> Axes:
    return figures.plot_effects(frame.head(figures.SHOWN), **options)


def _first(plain: pd.DataFrame, margin: float) -> Section:
    judged = with_verdicts(balance.going_first(plain), margin)
    row, counts = judged.loc[judged["sets"] == balance.ALL], judged["verdict"].value_counts()
    row = (judged if row.empty else row).iloc[0]
    return Section("first_player", f"Going first (margin ±{margin:g} points)", judged,
                   ("starter_margin", "q", "p_max", "p_balanced", "verdict"),
                   (f"{row['sets']}: the starter is ahead by {row['estimate']:+.1f} points [{row['low']:.1f}, "
                    f"{row['high']:.1f}], n = {row['n']:,} blocks: {row['verdict']}.",
                    f"Of all lines {', '.join(f'{counts.get(word, 0)} {word}' for word in VERDICTS)}."),
                   partial(_forest, name="sets", label="the starter's points - the other's", margin=margin,
                           title="Going first"))


def _combinations(plain: pd.DataFrame, pieces: pd.DataFrame, tiles: pd.DataFrame) -> list[Section]:
    found = balance.summary(plain)
    parts = balance.sources(plain, pieces, tiles.set_index("id")["building"])
    return [
        Section("combinations", "Combinations of sets", found, balance.SUMMARY, (),
                partial(figures.plot_grid, rows="sets", columns="measure", by_column=True,
                        title="Combinations of sets, column by column from the least to the most")),
        Section("sources", "Where points come from", parts, ("source_share",), (),
                partial(_forest, name="source", label="share of all points", title="Points by source")),
        _distribution(plain, "starter_margin", "margins", "Margins", "the starter's points - the other's"),
        _distribution(plain, "total", "scores", "Scores", "points of both sides together")]


def _distribution(plain: pd.DataFrame, measure: str, name: str, title: str, label: str) -> Section:
    """Return how a measure is spread, a line each combination as long as lines can be told apart."""
    rows = with_measures(plain)
    if rows["sets"].nunique() > MOST_LINES:
        rows = rows.assign(sets=balance.ALL)
    return Section(name, title, histogram(rows, measure, "sets"), (measure,), (),
                   partial(figures.plot_distribution, by="sets", label=label, title=f"Distribution: {title.lower()}"))


def skill_sections(sets_of_data: Sequence[Dataset]) -> list[Section]:
    """Return by how much one agent beats another with the seats swapped, of the data sets where two have met."""
    parts = []
    for data in sets_of_data:
        games = data["games"]
        if set(games["rotation"]) == {0, 1}:
            first, second = data.manifest["config"]["agents"]
            rows = [agent_effect(games).rename(columns={"what": "sets"}).assign(sets=balance.ALL)]
            if games["sets"].nunique() > 1:
                rows.append(agent_effect(games, cells=["sets"]))
            parts.append(pd.concat(rows, ignore_index=True).assign(who=f"{first} against {second}"))
    if not parts:
        return []
    found = pd.concat(parts, ignore_index=True)
    found["name"] = found["sets"] + (": " + found["who"] if len(parts) > 1 else "")
    return [Section("skill", "How much skill decides", found, ("skill",),
                    (f"{'; '.join(found['who'].unique())}: points of margin, the seats cancelled.",),
                    partial(_forest, name="name", label="points of margin", title="What the better player gains"))]


def _deal(games: pd.DataFrame) -> list[Section]:
    """Return how much the deal decides, if the same deals were played several ways."""
    cells = [name for name in ("arm", "rotation") if games[name].nunique() > 1]
    if not cells or games["block"].nunique() < 2:
        return []
    found = pd.concat([deal_share(rows, "margin", cells).assign(sets=sets)
                       for sets, rows in games.groupby("sets", observed=True)], ignore_index=True)
    return [Section("deal", "How much the deal decides", found[["sets", *found.columns.drop("sets")]], ("deal_share",),
                    ("Each deal was played several ways: how much of the margin is the same in all of them.",),
                    partial(_forest, name="sets", label="share of the variance of the margin", title="The deal"))]


def _observed(plain: pd.DataFrame, pieces: pd.DataFrame, tiles: pd.DataFrame) -> list[Section]:
    """Return descriptions and regressions: chosen by the players, so no effects."""
    rates = balance.tile_rates(plain, pieces)
    names = tuple(rates["rate"].unique())
    by = tiles.set_index("id")
    sections = [Section("tiles", "Tiles: offered, taken, built (a description)", rates, names, (), _tile_margins)]
    there = pieces[pieces["game"].isin(plain["game"])]
    try:
        linked = adjusted_effects(plain, built_by_side(plain, there, by=by["building"]))
        pairs = synergies(plain, there, by["set"])
    except ValueError as error:
        return [*sections, Section("association", "Association of buildings with the margin", rates.head(0), (),
                                   (f"Not fitted: {error}.",))]
    return [
        *sections,
        Section("association", "Cross-check: association of a building with the margin", linked, ("association", "q"),
                (), partial(_forest, name="term", label="points of margin for one built more",
                            title="Association, no effect")),
        Section("synergy", "Synergy of sets", pairs, ("synergy", "q"), (),
                partial(figures.plot_grid, rows="a", columns="b", label="points for each pair of buildings",
                        title="Synergy of two sets"))]


def _tile_margins(rates: pd.DataFrame) -> Axes:
    rows = rates[rates["rate"] == "margin_when_built"].sort_values("estimate", ascending=False, kind="stable")
    return figures.plot_effects(rows, name="piece", label="margin of who built it: a description, no effect",
                                title="Tiles: margin when built")


def histogram(games: pd.DataFrame, measure: str, by: str, *, n_bins: int = 24) -> pd.DataFrame:
    """Return the share of games by value; columns `by`, left, width, share, n (games of the group)."""
    edges = np.histogram_bin_edges(games[measure], bins=n_bins)
    parts = []
    for name, rows in games.groupby(by, observed=True):
        counts, _ = np.histogram(rows[measure], bins=edges)
        parts.append(pd.DataFrame({by: name, "left": edges[:-1], "width": np.diff(edges), "share": counts / len(rows),
                                   "n": len(rows)}))
    return pd.concat(parts, ignore_index=True)


# -- sensitivity ----------------------------------------------------------------------------------------------------


def sensitivity(sets_of_data: Sequence[Dataset]) -> list[Section]:
    """Return which conclusions of the first data set on balance hold in the others, all of one game."""
    if multiplayer_sections.is_of_several(sets_of_data[0]):
        return sensitivity_sections(multiplayer_sections.sources(sets_of_data), "games")
    return duel_sensitivity(sets_of_data)


def duel_sensitivity(sets_of_data: Sequence[Dataset]) -> list[Section]:
    """Return which conclusions of the first data set of duels hold in the others: other agents, other tables."""
    tables = [tiles_of(one) for one in sets_of_data]
    sources = duel_sources(sets_of_data, [balance.kinds_of(one) for one in tables],
                           [one.set_index("id")["set"] for one in tables])
    return sensitivity_sections(sources, "duels") + _changes(sets_of_data)


def solo_sensitivity(sets_of_data: Sequence[Dataset], reference: str | None = None) -> list[Section]:
    """Return which conclusions of the first data set of solo play hold for other agents and in the other data sets."""
    best = reference or by_strength(sets_of_data[0]["games"])[1]
    return sensitivity_sections(solo_sources(sets_of_data, best), "solo")


def sensitivity_sections(sources: Sequence[Source], kind: str) -> list[Section]:
    """Return which headlines hold from source to source; the first source's are what is claimed."""
    if len(sources) < 2:
        return []
    claims = together(sources)
    outcome = survival(claims)
    sections = [Section(f"{kind}_survival", f"Which conclusions survive: {kind}", outcome, ("outcome", "table_sd"),
                        tuple(_survivals(outcome, sources)))]
    ranked = claims[claims["headline"].str.startswith(("worth of ", "effect of "))
                    | claims["headline"].str.contains("combination")]
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
                           reference=0.0)
            frame = chosen[["headline", "source", "estimate", "low", "high", "n"]]
            sections.append(Section(f"{kind}_{what}", title, frame, ("outcome",), (), draw))
    return sections


def _survivals(outcome: pd.DataFrame, sources: Sequence[Source]) -> Iterator[str]:
    """Say of how many claims what became, and name those that do not survive."""
    n_claims, first = int((outcome["agents"] != NONE).sum()), sources[0]
    yield (f"{n_claims} of {len(outcome)} headlines are claims of {first.agent} ({first.table} tables): their interval "
           f"does not hold 0. They are compared with {len(sources) - 1} other sources.")
    for what in ("agents", "tables"):
        counts = outcome[what].value_counts()
        words = ", ".join(f"{counts.get(word, 0)} {word}" for word in (SURVIVES, FAILS, UNDECIDED, UNTRIED)
                          if counts.get(word, 0))
        failing = outcome.loc[outcome[what] == FAILS, "headline"]
        yield (f"Under other {what}: {words or 'no claim'}."
               + (f" What does not survive: {'; '.join(failing)}." if len(failing) else ""))


def _changes(sets_of_data: Sequence[Dataset]) -> list[Section]:
    """Return which worths other tables change, on the same deals with the same agents; clear and large ones first."""
    base, parts = table_of(sets_of_data[0]), []
    own = {_player(one): one for one in reversed(sets_of_data) if table_of(one) == base}
    for other in sets_of_data:
        if table_of(other) != base and _player(other) in own:
            found = worth_change(own[_player(other)]["games"], other["games"])
            parts.append(found.assign(table=table_of(other)))
    if not parts:
        return []
    found = pd.concat(parts, ignore_index=True)
    clear = found["p_max"] < CLAIM
    order = found.assign(rank=~clear, size=-found["estimate"].abs()).sort_values(["rank", "size"], kind="stable").index
    rows = found.loc[order].assign(name=found["word"] + ", tables " + found["table"])
    words = [f"{row['name']}: {row['estimate']:+.1f} [{row['low']:.1f}, {row['high']:.1f}]"
             for _, row in rows[clear.loc[order]].head(MOST_NAMED).iterrows()]
    more = int(clear.sum()) - len(words)
    named = f"Changed: {'; '.join(words) if words else 'nothing that is clear'}{f'; {more} more' if more > 0 else ''}."
    rows = rows[["name", *[name for name in rows.columns if name not in ("name", "word", "given", "table")]]]
    return [Section("changes", f"What other tables change, against {base}", rows.reset_index(drop=True),
                    ("worth_change", "q", "p_max"), (named,),
                    partial(_forest, name="name", label="worth with the other table - with the first, points",
                            title="Change of worth, on the same deals"))]


def _player(data: Dataset) -> tuple[str, int]:
    """Return who played on which deals."""
    return "; ".join(data.manifest["config"]["agents"]), data.manifest["config"]["seed"]


# -- solo play ------------------------------------------------------------------------------------------------------


def difficulty_sections(data: Dataset, *, reference: str | None = None) -> list[Section]:
    """Return what a data set of solo play says about difficulty.

    Parameters
    ----------
    reference : the agent to which others are compared; the strongest that sees no hidden cards if None
    """
    games = data["games"]
    try:
        table = difficulty.difficulty(games)
    except ValueError as error:
        raise DataError(f"{data.directory}: {error}") from None
    by_level = difficulty.difficulty(games, ("level", "agent"))
    order, best = by_strength(games)
    best = reference or best
    scale = fit_scale(games)
    sections = [
        _curve(by_level, order, "win", "solo_win", "Win rate by level and agent"),
        _curve(by_level, order, "margin", "solo_margin", "Margin over Henry by level and agent"),
        _solo_margins(games, best),
        Section("cells", "Every level, combination and agent", table, ("solo_win", "solo_margin", "treasures_left")),
        _grid(table, best),
        Section("tasks", "Difficulty of level and combination", scale.tasks, ("difficulty",)),
        Section("abilities", "Ability of the agents", scale.agents, ("ability",), (),
                lambda frame: figures.plot_scale(frame, scale.tasks, title="One scale (Rasch)"))]
    if len(order) > 1:
        sections.append(Section("gaps", f"Compared with {best}", difficulty.agent_gaps(games, best), ("gap",)))
    if games["level"].nunique() > 1:
        cost = _by_strength(difficulty.level_cost(games), order)
        sections.append(Section("level_cost", "What one more level costs, in points", cost,
                                ("level_cost",), (),
                                partial(figures.plot_curves, label="points", title="One more level")))
        effort = difficulty.effort_of_level(games)
        sections.append(Section("effort", "What one more level costs, in doublings of the search", effort,
                                ("doublings",), () if len(effort) else (SEVERAL,)))
    return sections


def answer_section(data: Dataset, *, level: int, sets: str, like: str | None = None) -> Section:
    """Return how hard one level with one combination is for somebody who plays like an agent, in words and numbers."""
    scale = fit_scale(data["games"])
    found = difficulty.how_hard(data["games"], scale.chances, level=level, sets=sets, like=like)
    place = int(((scale.tasks["level"] == level) & (scale.tasks["sets"] == sets)).to_numpy().argmax()) + 1
    lines = []
    for agent, rows in found.groupby("agent", sort=False):
        win, margin, chance = (rows[rows["measure"] == name].iloc[0] for name in ("win", "margin", "chance"))
        lines.append(f"Who plays like {agent} wins {_percent(win)} of {win['n']:,.0f} deals, by "
                     f"{margin['estimate']:+.1f} [{margin['low']:+.1f}, {margin['high']:+.1f}] points on average; "
                     + ("the scale of all tasks has no bound there, as all was won or lost."
                        if np.isnan(chance["estimate"]) else f"{_percent(chance)} on the scale of all tasks."))
    lines.append(f"Of {len(scale.tasks)} tasks it is number {place} from the hardest on.")
    title = f"How hard is level {level} with {sets.replace(',', ', ')}?"
    return Section("answer", title, found, ("solo_win", "solo_margin", "chance", "difficulty"), tuple(lines))


def _percent(row: pd.Series) -> str:
    return f"{100 * row['estimate']:.0f} % [{100 * row['low']:.0f}, {100 * row['high']:.0f}]"


def by_strength(games: pd.DataFrame) -> tuple[list[str], str]:
    """Return the agents by their mean margin over all levels, the weakest first, and the best that does not cheat."""
    margins = difficulty.difficulty(games, ("level", "agent"))
    mean = margins[margins["measure"] == "margin"].groupby("agent")["estimate"].mean().sort_values()
    honest = [name for name in mean.index if not name.startswith("cheat")]
    return list(mean.index), (honest or list(mean.index))[-1]


def _solo_margins(games: pd.DataFrame, agent: str) -> Section:
    rows = difficulty.solo_games(games)
    counts = histogram(rows[rows["agent"] == agent].assign(level=lambda x: "level " + x["level"].astype(str)), "margin",
                       "level")
    title = f"Margins over Henry of {agent}"
    return Section("solo_margins", title, counts, ("solo_margin",), (),
                   partial(figures.plot_distribution, by="level", label="the player's points - Henry's", title=title))


def _curve(by_level: pd.DataFrame, order: list[str], measure: str, statistic: str, title: str) -> Section:
    rows = by_level[by_level["measure"] == measure].drop(columns="measure")
    return Section(f"{measure}_by_level", title, _by_strength(rows, order), (statistic,), (),
                   partial(figures.plot_curves, label=measure, title=title))


def _by_strength(rows: pd.DataFrame, order: list[str]) -> pd.DataFrame:
    return rows.sort_values("agent", key=lambda column: column.map(order.index), kind="stable", ignore_index=True)


def _grid(table: pd.DataFrame, agent: str) -> Section:
    rows = table[(table["measure"] == "win") & (table["agent"] == agent)].drop(columns="measure")
    return Section("win_grid", f"Win rate of {agent}", rows, ("solo_win",), (),
                   partial(figures.plot_grid, rows="sets", columns="level", centre=None, label="win rate",
                           title=f"Win rate of {agent}"))
