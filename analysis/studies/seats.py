"""What contests of several look like: seats, what a seat had, where points come from. Descriptions.

A seat's `edge` is its share of the win - the mean share of those who decide, its `lead` its points - the mean of the
points of the others who decide: both are 0 on average, whatever the number of players.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from kingmaker.analysis.stats.intervals import (
    block_values,
    mean_interval,
    rates_interval,
    ratio_interval,
    shares_interval,
)

SUMMARY = ("points_mean", "winner_margin", "draw")

NO_RATES = pd.DataFrame({"name": pd.Series(dtype=object), "rate": pd.Series(dtype=object), **{
    column: pd.Series(dtype=float) for column in ("estimate", "low", "high", "se", "n", "denominator")}})

def seat_rows(games: pd.DataFrame, idle: Sequence[int] = ()) -> pd.DataFrame:
    """Return a row a game and seat that is there and decides.

    Columns game, block, arm, players, seat, order, agent, points, win, par, edge, lead; `order` is 1 for the seat that
    decides first, 2 for the next one clockwise, and so on; `par` is the mean share of the win of those who decide.

    Parameters
    ----------
    idle : seats that never decide

    Examples
    --------
    >>> games = pd.DataFrame({"game": [0], "block": [0], "arm": [""], "starter": [1], "points_0": [30.0],
    ...                       "win_0": [1.0], "points_1": [20.0], "win_1": [0.0], "points_2": [16.0], "win_2": [0.0]})
    >>> seat_rows(games)[["seat", "order", "lead"]].to_numpy().tolist()
    [[0.0, 3.0, 12.0], [1.0, 1.0, -3.0], [2.0, 2.0, -9.0]]
    """
    seats = [seat for seat in _seats(games) if seat not in idle]
    points = games[[f"points_{seat}" for seat in seats]].to_numpy(dtype=float)
    wins = games[[f"win_{seat}" for seat in seats]].to_numpy(dtype=float)
    players = np.isfinite(points).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        others = (np.nansum(points, axis=1)[:, None] - points) / (players - 1)[:, None]
    row, place = np.nonzero(np.isfinite(points))
    n = players[row]
    first = np.array([seats.index(seat) for seat in games["starter"]])[row]
    par = np.nansum(wins, axis=1)[row] / n if idle else 1 / n
    columns: dict[str, object] = {name: games[name].to_numpy()[row] for name in ("game", "block", "arm")}
    columns |= {"players": n, "seat": np.array(seats)[place], "order": (place - first) % n + 1}
    if "agent_0" in games:
        columns["agent"] = games[[f"agent_{k}" for k in seats]].to_numpy(dtype=object)[row, place]
    return pd.DataFrame(columns | {"points": points[row, place], "win": wins[row, place], "par": par,
                                   "edge": wins[row, place] - par, "lead": (points - others)[row, place]})


def _seats(games: pd.DataFrame) -> list[int]:
    return [int(name.removeprefix("points_")) for name in games if name.startswith("points_")]


def with_takers(games: pd.DataFrame, takers: Mapping[str, pd.DataFrame], idle: Sequence[int] = ()) -> pd.DataFrame:
    """Add to each game edge and lead of one seat of it: `edge_NAME`, `lead_NAME`; nan where there is no such seat.

    Parameters
    ----------
    takers : name -> frame with game, seat: at most one seat a game
    """
    rows = seat_rows(games, idle).set_index(["game", "seat"])[["edge", "lead"]]
    added: dict[str, np.ndarray] = {}
    for name, frame in takers.items():
        chosen = frame.dropna(subset=["seat"]).astype({"seat": int})
        found = rows.reindex(pd.MultiIndex.from_frame(chosen[["game", "seat"]])).droplevel("seat")
        added |= {f"{measure}_{name}": found[measure].reindex(games["game"]).to_numpy() for measure in rows}
    return games.assign(**added)


def by_place(rows: pd.DataFrame, measure: str, cells: Sequence[str]) -> pd.DataFrame:
    """Return the mean of a measure of `seat_rows` in each cell.

    Columns `cells`, estimate, low, high, se, n (blocks); of `edge` with Wilson's interval of the share, unless those
    who decide share the win with an opponent that does not: then by Student's t.
    """
    wide = block_values(rows, measure, list(cells))
    names = pd.DataFrame([name if isinstance(name, tuple) else (name,) for name in wide.columns], columns=list(cells))
    if measure != "edge" or not np.allclose(rows["par"] * rows["players"], 1):
        return pd.concat([names, mean_interval(wide).drop(columns="p")], axis=1)
    par = 1 / rows.groupby(list(cells), observed=True)["players"].first().to_numpy()
    found = shares_interval(wide + par)
    ends = ("estimate", "low", "high")
    return pd.concat([names, found.assign(**{end: found[end].to_numpy() - par for end in ends})], axis=1)


def named(frame: pd.DataFrame) -> pd.DataFrame:
    """Name a seat: the second of four players is `4 players: 2`."""
    names = [f"{n} players: {place}" for n, place in zip(frame["players"], frame["order"], strict=True)]
    return frame.drop(columns=["players", "order"]).assign(seat=names)[["seat", *frame.columns[2:]]]


def summary(games: pd.DataFrame, idle: Sequence[int] = (), cells: Sequence[str] = ()) -> pd.DataFrame:
    """Return what games of each number of players are like: players, `cells`, measure, estimate, low, high, se, n.

    Of those who decide; `draw` is of all.
    """
    seats = [f"points_{seat}" for seat in _seats(games) if seat not in idle]
    points = np.sort(games[seats].to_numpy(dtype=float), axis=1)  # nan goes last
    n = np.isfinite(points).sum(axis=1)
    line = np.arange(len(games))
    rows = games[["block", *cells]].assign(
        n_players=n, points_mean=np.nanmean(points, axis=1),
        winner_margin=points[line, n - 1] - points[line, n - 2], draw=games["winner"].isna().to_numpy(dtype=float))
    parts = []
    for measure in SUMMARY:
        wide = block_values(rows, measure, ["n_players", *cells])
        found = shares_interval(wide) if measure == "draw" else mean_interval(wide).drop(columns="p")
        names = wide.columns.to_frame(index=False).rename(columns={"n_players": "players"})
        parts.append(pd.concat([names.assign(measure=measure), found], axis=1))
    return pd.concat(parts, ignore_index=True)


def part_shares(games: pd.DataFrame, parts: Sequence[str]) -> pd.DataFrame:
    """Return from what the points come, for each part: source, estimate (share of all points), ..., n (blocks).

    Parameters
    ----------
    parts : a part's columns are `PART_SEAT`, nan or null where there is no such seat
    """
    seats = _seats(games)
    wide = pd.DataFrame({part: games[[f"{part}_{seat}" for seat in seats]].sum(axis=1).astype(float) for part in parts})
    sums = wide.groupby(games["block"].to_numpy()).sum()
    total = sums.sum(axis=1).to_numpy()[:, None] * np.ones((1, len(parts)))
    found = ratio_interval(sums, total).drop(columns="p").assign(source=list(parts))
    return _in_front(found, ["source"]).sort_values("estimate", ascending=False, ignore_index=True)


def winner_gaps(games: pd.DataFrame, parts: Sequence[str]) -> pd.DataFrame:
    """Return by how much winners have more of each part than the others: source, estimate (points), ..., n (blocks).

    Winners who share count as one with their mean; games that all share are left out.
    """
    seats = _seats(games)
    wins = games[[f"win_{seat}" for seat in seats]].to_numpy(dtype=float)
    best, rest = (wins > 0), (wins == 0)  # neither where there is no seat
    open_ = rest.any(axis=1)
    found = {}
    for part in parts:
        values = games[[f"{part}_{seat}" for seat in seats]].to_numpy(dtype=float)
        means = [np.where(group, values, 0.0).sum(axis=1) / np.maximum(group.sum(axis=1), 1) for group in (best, rest)]
        found[part] = np.where(open_, means[0] - means[1], np.nan)
    wide = pd.DataFrame(found).groupby(games["block"].to_numpy()).mean()
    result = mean_interval(wide).assign(source=list(parts))
    return _in_front(result, ["source"]).sort_values("estimate", ascending=False, ignore_index=True)


def when_held(rows: pd.DataFrame, held: pd.DataFrame) -> pd.DataFrame:
    """Return edge and lead of seats that had something: name, rate, estimate, low, high, se, n (blocks), denominator.

    Parameters
    ----------
    rows : of `seat_rows`
    held : game, seat, name; a row each time that a seat had it
    """
    there = held.dropna(subset=["seat"]).astype({"seat": int, "name": str}).merge(
        rows[["game", "seat", "block", "edge", "lead"]], on=["game", "seat"])
    if there.empty:  # so few games that nobody had anything
        return NO_RATES.copy()
    data = there.assign(held=1.0).groupby(["block", "name"], observed=True)[["edge", "lead", "held"]].sum()
    sums = data.unstack(fill_value=0.0)
    return pd.concat([_rates(sums[top], sums["held"], f"held_{top}") for top in ("edge", "lead")], ignore_index=True)


def rates(rows: pd.DataFrame, blocks: pd.Series, name: str, wanted: Mapping[str, tuple[str, str]]) -> pd.DataFrame:
    """Return rates of things, a row a thing and rate: name, rate, estimate, low, high, se, n (blocks), denominator.

    Parameters
    ----------
    rows : game, `name`, and columns of numbers or truths, added up
    blocks : game -> block
    wanted : rate -> (column above, column below); of truths it is a share, so with Wilson's interval
    """
    if rows.empty:
        return NO_RATES.copy()
    shares = {column for column in rows if pd.api.types.is_bool_dtype(rows[column])}
    columns = sorted({column for pair in wanted.values() for column in pair})
    keyed = rows.assign(block=rows["game"].map(blocks), name=rows[name].astype(str))
    sums = keyed.groupby(["block", "name"])[columns].sum().astype(float).unstack(fill_value=0.0)
    order = list(dict.fromkeys(keyed["name"]))
    parts = [_rates(sums[top], sums[bottom], rate, is_share=top in shares) for rate, (top, bottom) in wanted.items()]
    return pd.concat(parts, ignore_index=True).sort_values(
        "name", key=lambda column: column.map(order.index), kind="stable", ignore_index=True)


def _rates(above: pd.DataFrame, below: pd.DataFrame, rate: str, *, is_share: bool = False) -> pd.DataFrame:
    found = (rates_interval if is_share else ratio_interval)(above, below).drop(columns="p", errors="ignore")
    found = found.assign(name=list(above.columns), rate=rate, denominator=below.sum().to_numpy())
    return _in_front(found, ["name", "rate"])


def _in_front(frame: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    return frame[[*names, *[name for name in frame.columns if name not in names]]]
