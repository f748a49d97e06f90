"""Which conclusions hold under other agents and other tile tables, and which hang on them."""
from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd


def survival(effects: pd.DataFrame, *, name: str = "word", source: str = "source") -> pd.DataFrame:
    """Return for each effect what becomes of it from source to source (agents, tables).

    "survives": in every source the interval lies on the same side of 0. "turns": in two sources the intervals lie on
    different sides of 0. "weakens": one side only, but not in every source. "open": in none. Columns `name`, sources,
    positive, negative, least, most (of the estimates), outcome; clear ones first.
    """
    rows = []
    for word, group in effects.groupby(name, sort=False):
        up, down = int((group["low"] > 0).sum()), int((group["high"] < 0).sum())
        n = int(group[source].nunique())
        outcome = ("turns" if up and down else "survives" if n in (up, down) else "weakens" if up or down else "open")
        rows.append({name: word, "sources": n, "positive": up, "negative": down, "least": group["estimate"].min(),
                     "most": group["estimate"].max(), "outcome": outcome})
    order = {"turns": 0, "survives": 1, "weakens": 2, "open": 3}
    frame = pd.DataFrame(rows)
    return frame.sort_values("outcome", key=lambda column: column.map(order), kind="stable", ignore_index=True)


def agreement(effects: pd.DataFrame, *, name: str = "word", source: str = "source") -> pd.DataFrame:
    """Return Kendall's tau-b between the rankings in each two sources; columns a, b, tau, p, n (effects)."""
    from scipy.stats import kendalltau

    wide = effects.pivot_table(index=name, columns=source, values="estimate", sort=False, observed=True)
    rows = []
    for a, b in combinations(wide.columns, 2):
        both = wide[[a, b]].dropna()
        tau, p = kendalltau(both[a], both[b]) if len(both) > 1 else (np.nan, np.nan)
        rows.append({"a": a, "b": b, "tau": float(tau), "p": float(p), "n": len(both)})
    return pd.DataFrame(rows, columns=["a", "b", "tau", "p", "n"])
