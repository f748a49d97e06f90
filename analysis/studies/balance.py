"""What games of a duel look like: going first, variants, scores. Descriptions; effects are in effects.py."""
from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from kingmaker.analysis.stats.intervals import block_values, mean_interval, shares_interval
from kingmaker.analysis.stats.multiplicity import false_discovery, max_t
from kingmaker.analysis.studies.design import ALL
from kingmaker.analysis.studies.effects import with_measures

SUMMARY = {"starter_margin": False, "starter_win": True, "total": False, "spread": False, "turns": False, "draw": True}


def without_arms(games: pd.DataFrame) -> pd.DataFrame:
    """Return the games that were played without an intervention."""
    return games[games["arm"] == ""]


def summary(games: pd.DataFrame, measures: Mapping[str, bool] = SUMMARY, *, by: str = "variant") -> pd.DataFrame:
    """Return what each variant is like: columns `by`, measure, estimate, low, high, se, n (blocks).

    Measures as in `with_measures`, and `spread`, the mean of |starter's margin - its mean|.

    Parameters
    ----------
    measures : column -> whether it is a share, which has Wilson's interval
    """
    rows = with_measures(without_arms(games))
    mean = rows.groupby(by, observed=True)["starter_margin"].transform("mean")
    rows["spread"] = (rows["starter_margin"] - mean).abs()
    parts = []
    for measure, is_share in measures.items():
        if measure in rows:
            wide = block_values(rows, measure, [by])
            found = shares_interval(wide) if is_share else mean_interval(wide).drop(columns="p")
            parts.append(found.assign(**{by: list(wide.columns)}, measure=measure))
    frame = pd.concat(parts, ignore_index=True)
    return frame[[by, "measure", *[name for name in frame.columns if name not in (by, "measure")]]]


def going_first(games: pd.DataFrame, *, seed: int = 0) -> pd.DataFrame:
    """Return the starter's margin over all variants and in each: variant, estimate, low, high, se, n, p, q, p_max.

    Over all: the mean over blocks of a block's mean over its variants.
    """
    wide = block_values(with_measures(without_arms(games)), "starter_margin", ["variant"])
    if len(wide.columns) > 1:
        wide.insert(0, ALL, wide.mean(axis=1))
    found = mean_interval(wide)
    return pd.DataFrame({"variant": list(wide.columns), **found, "q": false_discovery(found["p"]),
                         "p_max": max_t(wide, seed=seed)})
