"""Do the players know the table they play? Who may do less cannot gain by it, unless he misjudges what he may do.

Between two whose points go against each other, a ban never helps whom it binds if both play well. So worths below 0
beyond chance measure the players, not the table. And a search that knows nothing of the table, but how to play, says on
fewer of the same deals what the same things are worth to it.
"""
from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from scipy.special import stdtr

from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.multiplicity import false_discovery
from kingmaker.analysis.stats.pooling import pooled
from kingmaker.analysis.studies.effects import as_words, mean_by_block, with_multiplicity, worth, worths_by_row
from kingmaker.analysis.studies.pieces import with_prices

ALPHA = 0.05  # of the false discovery rate: so often a page of players who know their table is marked


def below_nothing(worths: pd.DataFrame) -> pd.DataFrame:
    """Return the worths that lie below 0 beyond chance, the lowest first, with `q_below` (one-sided tests).

    Parameters
    ----------
    worths : word, estimate, low, high, se, n; of `effects.worth`

    Examples
    --------
    >>> worths = pd.DataFrame({"word": ["lamp", "wheel"], "estimate": [2.0, -3.0], "low": [1.0, -4.0],
    ...                        "high": [3.0, -2.0], "se": [0.5, 0.5], "n": [60, 60]})
    >>> below_nothing(worths)["word"].tolist()
    ['wheel']
    """
    se = worths["se"].to_numpy(dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where((se == 0) & (worths["estimate"] == 0), 0.0, worths["estimate"] / se)
    p = stdtr(np.maximum(worths["n"].to_numpy(dtype=float) - 1, 1), t)
    marked = worths.assign(q_below=false_discovery(p))
    return marked[marked["q_below"] < ALPHA].sort_values("estimate", kind="stable", ignore_index=True)


def against_plain(games: pd.DataFrame, plain: pd.DataFrame, *, level: float = 0.95, seed: int = 0, **bans: Any
                  ) -> pd.DataFrame:
    """Return what things are worth to players beside what they are worth to a plain search, on the deals of both.

    The difference is drawn towards 0 by how much the differences of all things spread beyond chance; a worth less that
    is `checked`: what plain search would say, had it played all deals.

    Parameters
    ----------
    games, plain : of the players, and of the search on fewer of the same deals
    bans : forbids, cells and measure, as of `effects.worth`

    Returns
    -------
    word, given, worth (of the players, all deals), plain (on its deals), estimate (plain - the players' on the same
    deals), low, high, se, n (deals of both), p, q, p_max, checked, checked_low, checked_high
    """
    keys = ["block", "deal", "arm"]
    both = plain[keys].drop_duplicates().merge(games[keys].drop_duplicates())
    if both.empty:
        raise DataError("against_plain: the two data sets have no game on the same deal; play both with the same seed")
    frames = [mean_by_block(worths_by_row(one[one["block"].isin(both["block"])], **bans)[0]) for one in (plain, games)]
    wide = (frames[0] - frames[1]).dropna(axis=1, how="all")
    found = as_words(with_multiplicity(wide, [np.nan] * len(wide.columns), "word", level, seed))
    whole = worth(games, level=level, **bans).set_index(["word", "given"]).loc[list(wide.columns)]
    drawn, low, high = pooled(found["estimate"], found["se"], found["n"], level=level)
    checked = whole["estimate"].to_numpy() + drawn
    half = np.hypot((whole["high"] - whole["low"]).to_numpy() / 2, (high - low) / 2)
    return found.drop(columns="variance_ratio").assign(
        worth=whole["estimate"].to_numpy(), plain=frames[0][list(wide.columns)].mean().to_numpy(), checked=checked,
        checked_low=checked - half, checked_high=checked + half)


def with_misjudgement(worths: pd.DataFrame, found: pd.DataFrame) -> pd.DataFrame:
    """Return worths whose estimates and intervals are `checked`, so that they cover how players misjudge their table.

    What is not in `found` stays as it is.

    Parameters
    ----------
    worths : of `pieces.priced`
    found : of `against_plain`, of the same games

    Returns
    -------
    the same columns, without se and p; `players`, `players_low`, `players_high`: as they were, of these players alone

    Examples
    --------
    >>> worths = pd.DataFrame({"word": ["lamp"], "given": "", "estimate": 4.0, "low": 3.5, "high": 4.5, "se": 0.2,
    ...                        "p": 0.0, "copies": 2, "cost": 1.0, "per_copy": 2.0, "per_cost": 2.0})
    >>> found = pd.DataFrame({"word": ["lamp"], "given": "", "checked": 5.0, "checked_low": 3.0, "checked_high": 7.0})
    >>> with_misjudgement(worths, found)[["estimate", "low", "high", "players", "per_copy"]].to_numpy().tolist()
    [[5.0, 3.0, 7.0, 4.0, 2.5]]
    """
    ends = {"estimate": "checked", "low": "checked_low", "high": "checked_high"}
    keys = pd.MultiIndex.from_frame(worths[["word", "given"]])
    there = found.set_index(["word", "given"]).reindex(keys)
    new = {name: np.where(there[checked].notna(), there[checked], worths[name]) for name, checked in ends.items()}
    kept = {"players": worths["estimate"], "players_low": worths["low"], "players_high": worths["high"]}
    return with_prices(worths.drop(columns=["se", "p"]).assign(**new, **kept))
