"""Ladders that are kept and rated: search plays them and knows no files, analysis rates them and knows no games."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from kingmaker.analysis.stats.ratings import rate
from kingmaker.games import ConfigError, ContractError, Game, load_game
from kingmaker.journal import seed_in, unbroken, unheard
from kingmaker.search.agents import AgentSpec, parse_agent
from kingmaker.search.estimate import Estimate
from kingmaker.search.match.blocks import is_solo
from kingmaker.search.match.ladder import (
    Ladder,
    LadderBlock,
    budget_rows,
    pairings,
    seat_rows,
    solo_results,
    with_iterations,
)
from kingmaker.search.match.match import MatchResult
from kingmaker.search.seeds import draw_seed
from kingmaker.writing import Lines

Row = dict[str, Any]
KEY = "ladder"  # by which the head of a ladder's file tells what it is
# of a match's keys, those of a pairing; the others are the ladder's
PAIRING = ("a", "b", "pairs", "games", "wins", "draws", "losses", "par", "score", "score_ci", "margin", "margin_ci",
           "elo", "elo_ci")


@dataclass(frozen=True)
class LadderGroup:
    """One table of a ladder; of rows, `_low` and `_high` are the ends of intervals.

    Parameters
    ----------
    game : what was played
    values : of the options that have a ladder each
    standing : a row for each agent, best first; in solo play margin and win, else rating and score
    seats : the term of each seat, none in solo play
    swept : pairs of agents of which one won everything
    pairings : the matches that the ratings sum up
    """

    game: Game
    values: Row
    standing: list[Row]
    seats: list[Row]
    swept: tuple[tuple[str, str], ...]
    pairings: list[MatchResult]


@dataclass(frozen=True)
class LadderResult:
    """What a ladder found so far."""

    ladder: Ladder
    anchor: str  # the agent whose rating is 0
    stopped_by: str  # "pairs" or "interrupt"
    groups: tuple[LadderGroup, ...]

    def to_dict(self) -> Row:
        """Return the ladder as docs/formats.md has it."""
        return {**self.ladder.describe(), "anchor": self.anchor, "stopped_by": self.stopped_by, "groups": [
            {"values": group.values, "standing": list(map(_joined, group.standing)),
             "seats": list(map(_joined, group.seats)), "swept": group.swept,
             "pairings": [{key: met.to_dict()[key] for key in PAIRING} for met in group.pairings]}
            for group in self.groups]}

    def to_rows(self) -> list[Row]:
        """Return one flat row an agent and group, as a data frame wants them."""
        return [{**group.values, **row} for group in self.groups for row in group.standing]


def ladder(game: Game | str, agents: Sequence[AgentSpec | str], pairs: int = 100, *, iterations: Sequence[int] = (),
           schedule: str = "all", rotate: Sequence[str] = (), each: Sequence[str] = (), anchor: str | None = None,
           seed: int | None = None, jobs: int = 1, out: str | Path | None = None,
           on_progress: Callable[[int, LadderBlock], Any] | None = None) -> LadderResult:
    """Let many agents meet on the same deals in every seat, and rate them; where one seat alone acts, each plays alone.

    The result does not depend on `jobs`. Ctrl-C gives the ladder of the deals played so far.

    Parameters
    ----------
    pairs : deals for each two that meet; for each agent in solo play
    iterations : searching agents that name no budget take part with each of these numbers
    schedule : who meets whom: "all", or "neighbours" in the list
    rotate : options of the game whose values the deals go through
    each : options of the game; a ladder for every combination of their values
    anchor : the agent whose rating is 0, the first if None
    seed : whole number from 0; that of the file if None, else drawn
    jobs : processes, -1 for all cores
    out : a file of results; one that exists is gone on with
    on_progress : called after each block with the number of blocks that are there and the block

    Examples
    --------
    >>> found = ladder("kuhn-poker", ["random", "ismcts"], 40, iterations=[50], seed=1)
    >>> [row["agent"] for row in found.groups[0].standing]
    ['ismcts:iterations=50', 'random']
    """
    path = None if out is None else Path(out)
    specs = [parse_agent(agent) if isinstance(agent, str) else agent for agent in agents]
    seed = kept_seed(path) if seed is None else seed
    entered = Ladder(game=load_game(game) if isinstance(game, str) else game,
                     agents=tuple(with_iterations(specs, iterations)), seed=draw_seed() if seed is None else seed,
                     schedule=schedule, rotate=tuple(rotate), each=tuple(each))
    return play_ladder(entered, pairs, anchor=anchor, jobs=jobs, out=path, on_progress=on_progress)


def kept_seed(out: Path | None, *, force: bool = False) -> int | None:
    """Return the seed of a ladder's file; None where there is none yet, or another kind that may be replaced."""
    return seed_in(out, KEY, force=force)


def checked_anchor(ladder: Ladder, anchor: str | None) -> str:
    """Return the name of the agent whose rating is 0, or refuse one that does not take part."""
    name = ladder.names[0] if anchor is None else str(parse_agent(anchor))
    if name not in ladder.names:
        raise ConfigError(f"--anchor: expected one of {'; '.join(ladder.names)}; got {anchor!r}")
    return name


def play_ladder(ladder: Ladder, pairs: int, *, anchor: str | None = None, jobs: int = 1, out: Path | None = None,
                on_progress: Callable[[int, LadderBlock], Any] | None = None,
                remark: Callable[[str], Any] = unheard, force: bool = False) -> LadderResult:
    """Play what is missing of a ladder and rate it; the rest as for `ladder`.

    Parameters
    ----------
    remark : hears what the user should know of the file
    force : replace a file that is something else
    """
    name = checked_anchor(ladder, anchor)
    tasks = ladder.tasks(pairs)
    with Lines(out, KEY, {KEY: 1, **ladder.describe()}, remark=remark, force=force) as journal:
        try:
            blocks = [ladder.restore(task, row) for task, row in zip(tasks, journal.rows, strict=False)]
        except ContractError as error:
            raise ConfigError(f"{out}: {error}; the file does not belong to this ladder") from None
        if blocks:
            remark(f"{out}: {len(blocks)} of {len(tasks)} blocks were played before")
        stopped_by = _go_on(ladder, pairs, jobs, blocks, journal, on_progress)
    groups = tuple(_group(ladder, group, blocks, name) for group in range(len(ladder.groups)))
    return LadderResult(ladder, name, stopped_by, groups)


def _go_on(ladder: Ladder, pairs: int, jobs: int, blocks: list[LadderBlock], journal: Lines,
           on_progress: Callable[[int, LadderBlock], Any] | None) -> str:
    """Play the blocks that are missing, add them, and return what ended the ladder."""
    try:
        with closing(ladder.play(pairs, done=len(blocks), jobs=jobs)) as played:
            for block in played:
                with unbroken():  # what is told and what is kept are the same
                    blocks.append(block)
                    journal.add(block.to_dict())
                if on_progress is not None:
                    on_progress(len(blocks), block)
    except KeyboardInterrupt:
        if not blocks:
            raise
        return "interrupt"
    return "pairs"


# -- numbers ----------------------------------------------------------------------------------------------------------


def _group(ladder: Ladder, group: int, blocks: list[LadderBlock], anchor: str) -> LadderGroup:
    """Return a group's standing, seats and pairings."""
    game = ladder.groups[group]
    seats: list[Row] = []
    swept: tuple[tuple[str, str], ...] = ()
    if is_solo(game):
        standing = [{"agent": one.agent, "games": one.win.n, **_flat("margin", one.lead), **_flat("win", one.win)}
                    for one in solo_results(ladder, group, blocks)]
    else:
        try:
            rated = rate(pd.DataFrame(seat_rows(ladder, group, blocks)), anchor=anchor, seed=ladder.seed)
        except ValueError as error:  # too few blocks before Ctrl-C
            raise ConfigError(f"ladder: {error}; play on") from None
        standing, swept = rated.agents.to_dict("records"), rated.swept
        seats = [{**row, "seat": game.acting[row["seat"]]} for row in rated.seats.to_dict("records")]
    budgets = {row["agent"]: row for row in budget_rows(ladder.agents)}
    return LadderGroup(game, {name: game.options[name] for name in ladder.each},
                       [{**budgets[row["agent"]], **row} for row in standing], seats, swept,
                       [] if is_solo(game) else pairings(ladder, group, blocks))


def _flat(name: str, estimate: Estimate) -> Row:
    return {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _joined(row: Row) -> Row:
    """Return a row for JSON: the ends of an interval in one list, null for what is not finite."""
    plain = {key: None if isinstance(x, float) and not math.isfinite(x) else x for key, x in row.items()}
    joined: Row = {}
    for key, x in plain.items():
        if key.endswith("_low"):
            joined[key.removesuffix("_low") + "_ci"] = [x, plain[key.removesuffix("_low") + "_high"]]
        elif not key.endswith("_high"):
            joined[key] = x
    return joined
