"""Causal effects from paired interventions: the same deal with and without, block by block.

An arm is text as a data set has it, options of the game: `start=north`, `start=north,no_bids_0=yes`. `cells` are always
the options over whose values a block goes (`design.design_of` reads them from the manifest): a game under an arm is
compared with the game without it in the same variant, never with that of another.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.intervals import block_values, mean_interval
from kingmaker.analysis.stats.multiplicity import false_discovery, max_t

PAIR = 2
AGAINST = " against "


def with_measures(games: pd.DataFrame) -> pd.DataFrame:
    """Add what is asked of a duel beside its columns.

    `starter_margin` (the starter's points - the other's), `starter_win`, `total` (points of both), `draw`. Two seats.
    """
    sign = np.where(games["starter"] == 0, 1.0, -1.0)
    win = np.where(games["starter"] == 0, games["win_0"], games["win_1"])
    return games.assign(starter_margin=sign * games["margin"], starter_win=win,
                        total=games["points_0"] + games["points_1"], draw=games["winner"].isna().astype(float))


def arm_effects(games: pd.DataFrame, measure: str, *, cells: Sequence[str], level: float = 0.95,
                seed: int = 0) -> pd.DataFrame:
    """Return what each arm changes: the mean over blocks of (measure under the arm - without), on the same deal.

    Columns arm, estimate, low, high, se, n (blocks), p, q (Benjamini-Hochberg), p_max (max-T), variance_ratio.
    """
    table = _by_arm(games, measure, cells)
    if "" not in table or len(table.columns) < 2:
        raise DataError("arm_effects: expected games without and with an intervention; kingmaker selfplay --arm")
    base = table[""]
    arms = [arm for arm in table.columns if arm]
    wide = pd.DataFrame({arm: mean_by_block(table[arm] - base) for arm in arms})
    unpaired = [_spread(table.loc[table[arm].notna(), [arm, ""]]) for arm in arms]
    return with_multiplicity(wide, unpaired, "arm", level, seed)


def worth(games: pd.DataFrame, *, forbids: Mapping[str, int], cells: Sequence[str],
          measure: str | Mapping[int, str] = "margin", level: float = 0.95, seed: int = 0) -> pd.DataFrame:
    """Return what a player loses who may not use something that the others may: restricted play, on the same deals.

    Between two, where it is forbidden to one in one game of the block and to the other in another, the worth is half
    the difference of seat 0's measure between the two, so that the seats cancel; where it is forbidden to one alone,
    the difference to the game without a ban. Among more it is the mean over the seats to which it is forbidden of what
    the seat's own measure loses against the game without.

    Parameters
    ----------
    forbids : option of an arm -> the seat to which it forbids its value; other options of an arm are its `given`
    measure : of seat 0: margin, or win_0 (the share of the win); among more than two: seat -> its column
    """
    frame, unpaired = worths_by_row(games, forbids=forbids, cells=cells, measure=measure)
    return as_words(with_multiplicity(mean_by_block(frame), unpaired, "word", level, seed))


def worths_by_row(games: pd.DataFrame, *, forbids: Mapping[str, int], cells: Sequence[str],
                  measure: str | Mapping[int, str] = "margin") -> tuple[pd.DataFrame, list[float]]:
    """Return the worths by block and cells (rows), word and `given` (columns), and what each would vary unpaired."""
    seats = {0: measure} if isinstance(measure, str) else dict(measure)
    tables = {seat: _by_arm(games, name, cells) for seat, name in seats.items()}
    parts: dict[tuple[str, str], dict[int, str]] = {}
    for arm in next(iter(tables.values())).columns:
        side, word, given = _read_ban(arm, forbids)
        if side is not None:
            parts.setdefault((word, given), {})[side] = arm
    if not parts:
        wanted = " or ".join(f"{name}=..." for name in forbids) or "that forbid something to a seat"
        raise DataError(f"worth: expected arms {wanted}; kingmaker selfplay --arm")
    wide, unpaired = {}, []
    for (word, given), sides in parts.items():
        pairs = _mirrored(tables[0], sides, given) if isinstance(measure, str) else _by_seat(tables, sides, given)
        scale = 1 / max(len(sides), len(pairs))
        wide[word, given] = scale * sum(pair.iloc[:, 0] - pair.iloc[:, 1] for pair in pairs)
        there = wide[word, given].notna()
        unpaired.append(scale**2 * sum(_spread(pair[there]) for pair in pairs))
    return pd.DataFrame(wide), unpaired


def as_words(found: pd.DataFrame) -> pd.DataFrame:
    """Return effects whose `word` is a pair as word and given."""
    found.insert(1, "given", [given for _, given in found["word"]])
    return found.assign(word=[word for word, _ in found["word"]])


def _mirrored(table: pd.DataFrame, sides: Mapping[int, str], given: str) -> list[pd.DataFrame]:
    """Return seat 0's measure where the other may not and where it may not itself; without a ban the arm is `given`."""
    own, other = sides.get(0, given), sides.get(1, given)
    if own not in table or other not in table:
        raise DataError(f"worth: arm {next(iter(sides.values()))!r}: neither its other side was played nor the game "
                        "without it")
    return [table[[other, own]]]


def _by_seat(tables: Mapping[int, pd.DataFrame], sides: Mapping[int, str], given: str) -> list[pd.DataFrame]:
    """Return, for each seat that may not, its own measure without and with the ban."""
    for seat, arm in sides.items():
        if given not in tables[seat]:
            raise DataError(f"worth: arm {arm!r}: the game without it was not played")
    return [tables[seat][[given, arm]] for seat, arm in sides.items()]


def kind_effects(games: pd.DataFrame, measures: Mapping[str, str], *, cells: Sequence[str],
                 relative: bool = True, level: float = 0.95, seed: int = 0) -> pd.DataFrame:
    """Return what interventions of several kinds change, each kind in a measure of its own, as one family of effects.

    Columns kind, arm, and those of `arm_effects`.

    Parameters
    ----------
    measures : kind, the option that its arms set (`start` of `start=north`) -> the column that tells what it changes
    relative : measure each effect from the mean of its kind on the same deal; where one of them has no value, none has.
        Of a kind with two, one is told against the other: half their difference
    """
    parts, unpaired, kinds = [], [], []
    for kind, measure in measures.items():
        table = _by_arm(games, measure, cells)
        arms = [arm for arm in table.columns if arm.startswith(f"{kind}=") and kind_of(arm)]
        if arms and "" not in table:
            raise DataError("kind_effects: expected games without an intervention too; kingmaker selfplay --arm")
        if not arms:
            continue
        part = table[arms].sub(table[""], axis=0)
        unpaired += [] if relative else [_spread(table.loc[part[arm].notna(), [arm, ""]]) for arm in arms]
        part = from_mean(part) if relative else part
        parts.append(mean_by_block(part))
        kinds += [kind] * len(part.columns)
    if not parts:
        raise DataError(f"kind_effects: expected arms of {', '.join(measures)}; kingmaker selfplay --arm")
    wide = pd.concat(parts, axis=1)
    found = with_multiplicity(wide, unpaired or [np.nan] * len(kinds), "arm", level, seed)
    found.insert(0, "kind", kinds)
    return found.drop(columns="variance_ratio") if relative else found


def worth_change(games: pd.DataFrame, other: pd.DataFrame, *, forbids: Mapping[str, int], cells: Sequence[str],
                 level: float = 0.95, seed: int = 0) -> pd.DataFrame:
    """Return by how much each worth is another one in other games on the same deals, as with another component table.

    Columns as of `worth` between two, without the variance ratio; the estimate is (worth in `other` - worth in
    `games`), the mean over the blocks that both have.
    """
    keys = ["block", "deal", *cells, "arm", "rotation"]
    both = games[[*keys, "margin"]].merge(other[[*keys, "margin"]], on=keys, suffixes=("", "_other"))
    if both.empty:
        raise DataError("worth_change: the two data sets have no game on the same deal; play both with the same seed")
    changed = both.assign(change=both["margin_other"] - both["margin"])
    return worth(changed, forbids=forbids, cells=cells, measure="change", level=level, seed=seed).drop(
        columns="variance_ratio")


def agent_effect(games: pd.DataFrame, *, measure: str = "margin", cells: Sequence[str] = (),
                 level: float = 0.95) -> pd.DataFrame:
    """Return by how much the first agent of a mirrored data set beats the second, the seats cancelled.

    Half of (seat 0's margin where the first agent sits there - seat 0's margin where it sits in seat 1), mean over
    blocks. Exactly 0 for identical agents, whose two games are the same. One row for each combination of `cells`.
    """
    rows = games[games["arm"] == ""]
    if set(rows["rotation"]) != {0, 1}:
        raise DataError("agent_effect: expected two agents with seats swapped; kingmaker selfplay --agents 'a;b'")
    wide = block_values(rows, measure, ["rotation", *cells])
    differences = (wide[0] - wide[1]) / 2
    frame = differences.to_frame() if isinstance(differences, pd.Series) else differences
    names = pd.DataFrame([name if isinstance(name, tuple) else (name,) for name in frame.columns],
                         columns=list(cells) or ["what"])
    return pd.concat([names.assign(what="agents") if not cells else names, mean_interval(frame, level=level)], axis=1)


# -- how ------------------------------------------------------------------------------------------------------------


def kind_of(arm: str) -> str:
    """Return the option that an arm sets, or nothing where it sets none or several; a value may hold commas.

    Examples
    --------
    >>> kind_of("boards=small,round"), kind_of("start=north,boards=small"), kind_of("")
    ('boards', '', '')
    """
    names = [part.partition("=")[0] for part in arm.split(",") if "=" in part]
    return names[0] if len(names) == 1 else ""


def from_mean(part: pd.DataFrame) -> pd.DataFrame:
    """Return each column minus the mean of all in the row; of two the first alone, as `a against b`."""
    apart = part.sub(part.mean(axis=1, skipna=False), axis=0)
    if len(part.columns) != PAIR:
        return apart
    return apart.iloc[:, :1].set_axis([against(*part.columns)], axis=1)


def against(first: str, second: str) -> str:
    """Return the name of the one difference between two: of both against their mean the second is the first's negative.
    """
    return f"{first}{AGAINST}{second}"


def is_pair(name: str) -> bool:
    """Whether a name is of one difference between two."""
    return AGAINST in name


def _by_arm(games: pd.DataFrame, measure: str, cells: Sequence[str]) -> pd.DataFrame:
    """Return the measure by (block, cells) and arm; rotations of the agents are averaged.

    Refuse games of which a mean under an arm is that of other games than the mean without it: an arm that was played
    in one of two variants must not be compared with both.
    """
    missing = [name for name in cells if name not in games]
    if missing:
        raise DataError(f"cells: the games have no column {', '.join(missing)}")
    groups = games.groupby(["block", *cells, "arm"], observed=True)
    sizes = groups.size().unstack("arm")
    uneven = sizes.max(axis=1) != sizes.min(axis=1)
    if uneven.any():
        raise DataError(f"cells: within {', '.join(['a block', *cells])} some arms have more games than others, so "
                        "they differ in more than the arm; name every option over whose values the blocks go")
    return groups[measure].mean().unstack("arm")


def mean_by_block(values: pd.DataFrame | pd.Series) -> pd.DataFrame | pd.Series:
    """Return one value a block, whatever the number of variants in it: these are not independent."""
    return values.groupby(level="block").mean()


def _spread(pair: pd.DataFrame) -> float:
    """Return the variance that a difference of two means has if the two are played on different deals."""
    by_block = mean_by_block(pair)
    return float((by_block.var(ddof=1) / by_block.notna().sum()).sum())


def _read_ban(arm: str, forbids: Mapping[str, int]) -> tuple[int | None, str, str]:
    """Return the side that may not, what it may not, and the arm without this.

    Examples
    --------
    >>> _read_ban("start=north,without_1=bids", {"without_0": 0, "without_1": 1})
    (1, 'bids', 'start=north')
    """
    options = [part.partition("=") for part in arm.split(",") if part]
    bans = [(forbids[name], value) for name, _, value in options if name in forbids]
    if len(bans) != 1:
        return None, "", arm
    return *bans[0], ",".join(f"{name}={value}" for name, _, value in options if name not in forbids)


def with_multiplicity(wide: pd.DataFrame, unpaired: list[float], name: str, level: float = 0.95, seed: int = 0
                      ) -> pd.DataFrame:
    """Return the mean of each column over the blocks, with an interval and what their number does to claims."""
    rows = mean_interval(wide, level=level)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.asarray(unpaired) / rows["se"] ** 2
    return pd.DataFrame({name: list(wide.columns), **rows, "q": false_discovery(rows["p"]),
                         "p_max": max_t(wide, seed=seed), "variance_ratio": ratio})
