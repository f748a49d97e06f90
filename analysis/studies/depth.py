"""How deep a game goes, from games whose every decision a search weighed: a file beside the games of a study."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.intervals import mean_interval
from kingmaker.errors import told_as
from kingmaker.reading import parse_json, read_text
from kingmaker.shapes import fit, items, maybe, number, string, table, whole

FILE, KEY, VERSION = "depth.json", "kingmaker_depth", 1
MOST_BYTES = 64 << 20
MATTERS = 0.03  # of the utility that a way drawn by lot loses
MIDDLE = items(maybe(number(-1e9, 1e9)), 3, 3)
FORM = table({
    KEY: whole(VERSION, VERSION), "about": string(4000),
    "games": items(table({"legal": items(whole(1, 10**6)), "at_stake": items(number(-1, 1)),
                          "chances": items(items(number(0, 1), 1, 20)), "wins": items(number(0, 1), 0, 20)})),
    "doublings": items(table({"from": whole(1, 10**9), "to": whole(1, 10**9), "score": MIDDLE, "lead": MIDDLE,
                              "n": whole(1, 10**9)}), 0, 100)})
SHARES = ("matter", "won_for_good", "comeback")
MEASURES = ("decisions", "branching", "matter", "at_stake", "lead_turns", "won_for_good", "comeback")


def read_depth(path: Path) -> dict[str, Any]:
    """Return what a file of depth holds; refuse one that is not as it should be."""
    where = f"depth {str(path)!r}"
    try:
        with told_as(DataError, "depth "):
            return dict(fit(parse_json(read_text(path, MOST_BYTES), str(path)), FORM, where, DataError))
    except OSError as error:
        raise DataError(f"{where}: {error.strerror or error}") from None


def depth_of(games: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Return the measures of games, a mean over games each: measure, estimate, low, high, se, n.

    decisions with several ways; branching, ways at one of these; matter, the share of these at which a way drawn by lot
    loses MATTERS or more of the utility; at_stake, what it loses; lead_turns, how often somebody else became the
    likeliest to win; won_for_good, the share of the decisions made when the winner became so for the last time;
    comeback, the least chance that the winner had on the way.

    Examples
    --------
    >>> game = {"legal": [2, 1, 3, 2], "at_stake": [0.1, 0.0, 0.02], "wins": [1.0, 0.0],
    ...         "chances": [[0.5, 0.5], [0.3, 0.7], [0.8, 0.2]]}
    >>> depth_of([game, game]).set_index("measure")["estimate"].round(2).to_dict()
    {'decisions': 3.0, 'branching': 2.33, 'matter': 0.33, 'at_stake': 0.04, 'lead_turns': 2.0, 'won_for_good': 0.67, \
'comeback': 0.3}
    """
    rows = pd.DataFrame([_of_game(one) for one in games if one["chances"]], columns=list(MEASURES))
    found = pd.DataFrame({"measure": list(MEASURES), **mean_interval(rows).drop(columns="p")})
    share = found["measure"].isin(SHARES)
    return found.assign(low=found["low"].where(~share, found["low"].clip(lower=0)),
                        high=found["high"].where(~share, found["high"].clip(upper=1)))


def _of_game(game: Mapping[str, Any]) -> dict[str, float]:
    ways = [n for n in game["legal"] if n > 1]
    stakes, chances = np.array(game["at_stake"]), np.array(game["chances"])
    ahead = chances.argmax(axis=1)
    wins = np.array(game["wins"])
    told = {"decisions": float(len(ways)), "branching": float(np.mean(ways)), "at_stake": float(stakes.mean()),
            "matter": float(np.mean(stakes >= MATTERS)), "lead_turns": float(np.sum(ahead[1:] != ahead[:-1])),
            "won_for_good": float("nan"), "comeback": float("nan")}
    if len(wins) and np.sum(wins == wins.max()) == 1:
        winner = int(wins.argmax())
        behind = np.flatnonzero(ahead != winner)
        told["won_for_good"] = float((behind[-1] + 1) / len(ahead)) if len(behind) else 0.0
        told["comeback"] = float(chances[:, winner].min())
    return told
