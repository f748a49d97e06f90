"""Which conclusions hold under other agents and other tables of component data, and which depend on them."""
from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
from scipy.special import stdtr
from scipy.stats import kendalltau

from kingmaker.analysis.stats.multiplicity import holm
from kingmaker.intervals import t_quantiles

SURVIVES, FAILS, UNDECIDED, NONE, UNTRIED = OUTCOMES = ("survives", "does not", "undecided", "no claim", "not tried")
ALPHA = 0.05
ENOUGH = 3  # tables, to say how much an effect differs between them


def survival(claims: pd.DataFrame) -> pd.DataFrame:
    """Return what becomes of each headline of the first source under other agents, and under other tables.

    A headline claims something if it lies beyond 0 in the first source, by a test that allows for how many headlines
    there are (Holm). It survives if it lies on the same side in all other sources, by the same test; it does not if it
    lies on the other side in one, by a test that allows for the number of sources too; else it is undecided. Tables are
    compared with the agent that played them: a claim which that agent's games with the first
    source's table do not show cannot be tried with the others, and is undecided too.

    Parameters
    ----------
    claims : headline, source, agent, table, estimate, low, high, n; the first source's first

    Returns
    -------
    headline; estimate, low, high, n of the first source; `agents` and `tables`, what becomes of it; `sources`, how many
    there are; `least` and `most` of their estimates; `table_sd`, by how much it differs between tables; `against`, the
    sources that say the opposite. What does not survive comes first.
    """
    claims = claims.assign(p=_tested(claims))
    first, rivals = claims.iloc[0], max(claims["source"].nunique() - 1, 1)
    rows = []
    for headline, group in claims.groupby("headline", sort=False):
        base = group[(group["agent"] == first["agent"]) & (group["table"] == first["table"])]
        if base.empty or len(group) == 1:
            continue
        own, others = group[group["table"] == first["table"]], group[group["table"] != first["table"]]
        sign = int(_sign(base)[0])
        peers = own[own["agent"].isin(others["agent"])]
        can_try = bool((_sign(peers) == sign).all())
        one = base.iloc[0]
        rows.append({"headline": headline, "estimate": one["estimate"], "low": one["low"], "high": one["high"],
                     "n": one["n"], "agents": _outcome(sign, own[own["agent"] != first["agent"]], rivals),
                     "tables": _outcome(sign, others, rivals) if can_try or not sign else UNDECIDED,
                     "sources": len(group), "least": group["estimate"].min(), "most": group["estimate"].max(),
                     "table_sd": table_sd(others),
                     "against": "; ".join(group.loc[_sign(group, rivals) == -sign, "source"]) if sign else ""})
    frame = pd.DataFrame(rows)
    worst = {FAILS: 0, UNDECIDED: 1, SURVIVES: 2, UNTRIED: 3, NONE: 4}
    rank = frame[["agents", "tables"]].map(worst.__getitem__).min(axis=1)
    return frame.loc[rank.sort_values(kind="stable").index].reset_index(drop=True)


def _tested(claims: pd.DataFrame) -> np.ndarray:
    """Return for each headline the p of lying beyond 0, adjusted for all headlines of its source."""
    p = 2 * stdtr(_freedom(claims), -np.abs(claims["estimate"]) / _errors(claims))
    p = p.where(claims["high"] > claims["low"], np.where(claims["estimate"] == 0, 1.0, 0.0))
    return np.asarray(p.groupby(claims["source"]).transform(holm))


def _freedom(rows: pd.DataFrame) -> np.ndarray:
    return np.asarray(np.maximum(rows["n"].to_numpy(dtype=float) - 1, 1))


def _errors(rows: pd.DataFrame) -> pd.Series:
    """Return the standard errors from which the intervals come."""
    return (rows["high"] - rows["low"]) / 2 / t_quantiles(0.975, _freedom(rows))


def _sign(rows: pd.DataFrame, n_tests: int = 1) -> np.ndarray:
    """Return on which side of 0 each lies, 0 where that cannot be said among so many tests."""
    return np.asarray(np.where(rows["p"] * n_tests < ALPHA, np.sign(rows["estimate"]), 0))


def _outcome(sign: int, rows: pd.DataFrame, n_sources: int) -> str:
    if not sign:
        return NONE
    if rows.empty:
        return UNTRIED
    if (_sign(rows, n_sources) == -sign).any():
        return FAILS
    return SURVIVES if (_sign(rows) == sign).all() else UNDECIDED


def table_sd(rows: pd.DataFrame) -> float:
    """Return the standard deviation of an effect between tables, what its own uncertainty adds taken out.

    Root of (variance of the estimates - mean of their squared standard errors), not below 0; the standard errors are
    from the intervals' widths. Nan for fewer than three tables.

    Examples
    --------
    >>> rows = pd.DataFrame({"estimate": [0.0, 2.0, 4.0], "low": [-1.0, 1.0, 3.0], "high": [1.0, 3.0, 5.0], "n": 1000})
    >>> round(table_sd(rows), 2)  # variance 4, squared standard errors (1 / 1.962)^2
    1.93
    """
    if len(rows) < ENOUGH:
        return float("nan")
    return float(np.sqrt(max(rows["estimate"].var(ddof=1) - (_errors(rows)**2).mean(), 0.0)))


def agreement(effects: pd.DataFrame, *, name: str = "headline", source: str = "source") -> pd.DataFrame:
    """Return Kendall's tau-b between the rankings in each two sources; columns a, b, tau, p, n (effects)."""
    wide = effects.pivot_table(index=name, columns=source, values="estimate", sort=False, observed=True)
    rows = []
    for a, b in combinations(wide.columns, 2):
        both = wide[[a, b]].dropna()
        tau, p = kendalltau(both[a], both[b]) if len(both) > 1 else (np.nan, np.nan)
        rows.append({"a": a, "b": b, "tau": float(tau), "p": float(p), "n": len(both)})
    return pd.DataFrame(rows, columns=["a", "b", "tau", "p", "n"])
