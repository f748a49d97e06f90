"""What things are worth for their number and their price: like compared with like.

Six copies of a thing are worth more than one, whatever its rules say. So each thing is compared with
what as many copies of its kind bring on the same deal: worth - copies * (worths of the kind together / copies of the
kind together).
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.equivalence import with_verdicts
from kingmaker.analysis.stats.pooling import pooled
from kingmaker.analysis.studies.effects import (
    PAIR,
    against,
    as_words,
    mean_by_block,
    with_multiplicity,
    worth,
    worths_by_row,
)

COLUMNS = ("word", "kind", "copies", "cost")
SHARE = 0.5  # of what its copies should bring: how far a worth may lie from that and still count as balanced


def checked(pieces: pd.DataFrame) -> pd.DataFrame:
    """Return what things there are, by word: kind, copies (nan: compared with nothing), cost (nan: has none)."""
    missing = [name for name in COLUMNS if name not in pieces]
    if missing:
        raise DataError(f"pieces: the frame lacks the columns {', '.join(missing)}")
    return pieces.set_index("word")[list(COLUMNS[1:])]


def alike(words: Sequence[str]) -> pd.DataFrame:
    """Return things of which a game says nothing: all of one kind, one copy each, without a price."""
    return pd.DataFrame({"word": list(dict.fromkeys(words)), "kind": "", "copies": 1.0, "cost": np.nan})


def priced(games: pd.DataFrame, pieces: pd.DataFrame | None = None, *, level: float = 0.95, seed: int = 0,
           **bans: Any) -> pd.DataFrame:
    """Return the worths (`effects.worth`) with kind, copies and cost, and the worth of a copy and of what it costs.

    Parameters
    ----------
    pieces : word, kind, copies, cost; what is not in it is of no kind
    bans : forbids, cells and measure, as of `worth`
    """
    found = worth(games, level=level, seed=seed, **bans)
    known = checked(alike(found["word"]) if pieces is None else pieces).reindex(found["word"])
    found.insert(1, "kind", known["kind"].to_numpy())
    return with_prices(found.assign(copies=known["copies"].to_numpy(), cost=known["cost"].to_numpy(dtype=float)))


def with_prices(worths: pd.DataFrame) -> pd.DataFrame:
    """Return worths with that of a copy and of what it costs, from estimate, copies and cost."""
    per_copy = worths["estimate"] / worths["copies"]
    return worths.assign(per_copy=per_copy, per_cost=per_copy / worths["cost"].where(worths["cost"] > 0))


def against_kind(games: pd.DataFrame, pieces: pd.DataFrame | None = None, *, level: float = 0.95, seed: int = 0,
                 **bans: Any) -> pd.DataFrame:
    """Return what each thing is worth beyond what as many copies of its kind bring on the same deal.

    Of a kind with two things one is told against the other (`a against b`): they have one difference. What has no
    copies is compared with nothing and left out, as is what is alone in its kind.

    Returns
    -------
    word, given, kind, copies, estimate, low, high, se, n, p, q, p_max; `expected`, what as many copies bring, and
    `share`, the estimate of that; `pooled`, `pooled_low`, `pooled_high`, drawn towards 0 by how much the things of a
    kind differ (stats/pooling.py). No row where nothing can be compared.
    """
    wide, about = deviations(games, pieces, **bans)
    if wide.empty:
        return pd.DataFrame()
    found = as_words(with_multiplicity(wide, [np.nan] * len(about), "word", level, seed)).drop(columns="variance_ratio")
    found.insert(1, "kind", about["kind"])
    found.insert(3, "copies", about["copies"])
    found["expected"] = about["expected"]
    return _drawn(found.assign(share=found["estimate"] / found["expected"].where(found["expected"] > 0)), level)


def deviations(games: pd.DataFrame, pieces: pd.DataFrame | None = None, **bans: Any
               ) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return what `against_kind` means over: by block (rows), word and given (columns); and kind, copies, expected."""
    frame, _ = worths_by_row(games, **bans)
    known = checked(alike([word for word, _ in frame.columns]) if pieces is None else pieces)
    parts, expected, about = [], [], []
    for (kind, given), columns in _kinds(frame, known).items():
        part = frame[columns]
        copies = known["copies"].reindex([word for word, _ in columns]).to_numpy(dtype=float)
        own = part.notna() * copies
        should = own.mul(part.sum(axis=1) / own.sum(axis=1).replace(0, np.nan), axis=0).where(part.notna())
        apart = part - should
        if len(columns) == PAIR:
            (one, _), (other, _) = columns
            apart = apart.iloc[:, :1].set_axis(pd.MultiIndex.from_tuples([(against(one, other), given)]), axis=1)
        parts.append(apart)
        expected += mean_by_block(should).mean().tolist()[:len(apart.columns)]
        about += [(kind, n) for n in copies[:len(apart.columns)]]
    wide = mean_by_block(pd.concat(parts, axis=1)) if parts else pd.DataFrame()
    return wide, pd.DataFrame(about, columns=["kind", "copies"]).assign(expected=expected)


def _kinds(frame: pd.DataFrame, known: pd.DataFrame) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Return the columns that can be compared with one another, by kind and given."""
    kinds: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for word, given in frame.columns:
        if word in known.index and np.isfinite(known.loc[word, "copies"]):
            kinds.setdefault((str(known.loc[word, "kind"]), given), []).append((word, given))
    return {name: columns for name, columns in kinds.items() if len(columns) > 1}


def _drawn(found: pd.DataFrame, level: float) -> pd.DataFrame:
    """Add the pooled estimates: each kind for itself, a copy's deviation the thing that is alike within it."""
    parts = []
    for _, rows in found.groupby(["kind", "given"], sort=False):
        by_copy = [pooled_one * rows["copies"] for pooled_one in
                   pooled(rows["estimate"] / rows["copies"], rows["se"] / rows["copies"], rows["n"], level=level)]
        parts.append(rows.assign(pooled=by_copy[0], pooled_low=by_copy[1], pooled_high=by_copy[2]))
    return pd.concat(parts).loc[found.index]


def judged(found: pd.DataFrame, margin: float | Mapping[str, float] = 1.0, share: float = SHARE) -> pd.DataFrame:
    """Return things against their kind with verdicts, what is off first.

    The margin of each is the smaller of the points and the share of what its copies should bring, so that what is
    worth nothing is never balanced. "off" goes by the pooled estimate, whose size new deals will show.

    Parameters
    ----------
    found : of `against_kind`
    margin : in points, for all kinds or by kind (`""`: those not named)
    share : of what its copies should bring; where that is not above 0, nothing is called balanced
    """
    points = found["kind"].map(lambda kind: margin.get(kind, margin.get("", 1.0))) if isinstance(margin, Mapping) else (
        pd.Series(margin, index=found.index))
    should = found["expected"] > 0
    narrow = points.astype(float).where(~should, np.minimum(points, share * found["expected"]))
    return with_verdicts(found.assign(margin=narrow), narrow, ends=("pooled", "pooled_low", "pooled_high"),
                         can_be_balanced=should)
