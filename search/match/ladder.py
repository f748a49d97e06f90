"""Ladders: many agents on the same deals, in pairs by a schedule, or each alone where one seat alone acts.

All contests of a ladder share its deals, and blocks are played deal by deal: whenever a ladder stops, its contests have
been played equally often (to within one deal), and going on later gives the same blocks as never having stopped.
"""
from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, count, pairwise
from typing import Any

from kingmaker.errors import shown
from kingmaker.games import ConfigError, ContractError, Game
from kingmaker.search.agents import BUDGETS, AgentSpec
from kingmaker.search.match.blocks import (
    PlayedGame,
    acting_wins,
    deal_of,
    is_solo,
    play_block,
    play_game,
    rotations,
    variants_of,
)
from kingmaker.search.match.match import MatchResult, MatchSoFar, SoloResult, solo_lead, solo_result
from kingmaker.search.result import version
from kingmaker.search.workers import checked_jobs, run_in_order
from kingmaker.shapes import Shape, items, number, string, table

SCHEDULES = {"all": "every agent meets every other", "neighbours": "every agent meets the next one of the list"}


def with_iterations(agents: Sequence[AgentSpec], iterations: Sequence[int]) -> list[AgentSpec]:
    """Return the agents, a searching one that names no budget once with each number of iterations.

    Examples
    --------
    >>> from kingmaker.search import parse_agents
    >>> [str(agent) for agent in with_iterations(parse_agents("random,ismcts"), [250, 500])]
    ['random', 'ismcts:iterations=250', 'ismcts:iterations=500']
    """
    entered: list[AgentSpec] = []
    for agent in agents:
        if iterations and agent.is_search and not dict(agent.given).keys() & set(BUDGETS):
            entered += [AgentSpec(agent.kind, (*agent.given, ("iterations", n))) for n in iterations]
        else:
            entered.append(agent)
    return entered


@dataclass(frozen=True)
class Contest:
    """Two agents of a ladder, by their number; or one alone."""

    a: int
    b: int | None = None


@dataclass(frozen=True)
class LadderTask:
    """One block of one contest."""

    group: int
    block: int
    contest: Contest


@dataclass(frozen=True)
class LadderBlock:
    """A task that was played; the moves of its games are not kept."""

    task: LadderTask
    games: tuple[PlayedGame, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return one flat row, as a line of JSON wants it."""
        task, first = self.task, self.games[0]
        return {"group": task.group, "block": task.block, "a": task.contest.a, "b": task.contest.b, "game": first.game,
                "deal": first.deal, "returns": [list(one.returns) for one in self.games],
                "wins": [list(one.wins) for one in self.games], "agents": [list(one.agents) for one in self.games]}


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """A ladder before it is played.

    Parameters
    ----------
    agents : who takes part
    seed : decides all deals and, unless a budget is time, all moves
    schedule : a key of SCHEDULES; who meets whom where more than one seat acts
    rotate : options of the game; each deal takes the next of `game.variants(*rotate)`
    each : options of the game; for every combination of their values there is a ladder of its own, a group
    """

    game: Game
    agents: tuple[AgentSpec, ...]
    seed: int
    schedule: str = "all"
    rotate: tuple[str, ...] = ()
    each: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        names = self.names
        if len(names) < 2:
            raise ConfigError(f"ladder: expected at least two agents, got {len(names)}")
        if twice := [name for name in names if names.count(name) > 1]:
            raise ConfigError(f"ladder: agent {twice[0]!r} is named twice")
        if self.schedule not in SCHEDULES:
            raise ConfigError(f"ladder: schedule: expected one of {', '.join(SCHEDULES)}; got {self.schedule!r}")
        if both := set(self.each) & set(self.rotate):
            raise ConfigError(f"ladder: option {min(both)} cannot both rotate and have a ladder for each value")
        for game in (game for games in self.variants for game in games):
            for agent in self.agents:
                agent.make(game)  # refuses a game that it cannot play

    @property
    def names(self) -> list[str]:
        """The agents as they are written."""
        return [str(agent) for agent in self.agents]

    @cached_property
    def groups(self) -> list[Game]:
        """The games that have a ladder of their own."""
        return self.game.variants(*self.each)

    @cached_property
    def variants(self) -> list[list[Game]]:
        """The games that the deals of each group go through."""
        return [variants_of(game, self.rotate) for game in self.groups]

    def contests(self, group: int) -> list[Contest]:
        """Return who meets whom in a group; one alone in solo play."""
        n = range(len(self.agents))
        if is_solo(self.groups[group]):
            return [Contest(a) for a in n]
        return [Contest(a, b) for a, b in (combinations(n, 2) if self.schedule == "all" else pairwise(n))]

    def describe(self) -> dict[str, Any]:
        """Return what decides its blocks, as JSON has it: blocks of equal descriptions belong together."""
        options = {name: x for name, x in self.game.options.items() if name not in (*self.rotate, *self.each)}
        return {"game": self.game.name, "options": options, "rotate": list(self.rotate), "each": list(self.each),
                "agents": self.names, "schedule": self.schedule, "seed": self.seed, "version": version()}

    def tasks(self, pairs: int) -> list[LadderTask]:
        """Return the blocks of a ladder in their order, `pairs` of each contest."""
        contests = [(group, contest) for group in range(len(self.groups)) for contest in self.contests(group)]
        return [LadderTask(group, block, contest) for block in range(pairs) for group, contest in contests]

    def play(self, pairs: int, *, done: int = 0, jobs: int = 1) -> Generator[LadderBlock, None, None]:
        """Yield the blocks in their order, whatever the number of processes.

        Parameters
        ----------
        done : so many of the first were played before
        jobs : processes, -1 for all cores
        """
        tasks = self.tasks(pairs)[done:]
        arguments = ((task, self._game(task), self.agents[task.contest.a],
                      None if task.contest.b is None else self.agents[task.contest.b], self.seed) for task in tasks)
        # one by one: strong and weak agents last so differently that a batch could keep results back for hours
        return run_in_order(_play_task, arguments, min(checked_jobs(jobs), max(len(tasks), 1)), batch_size=1)

    def _game(self, task: LadderTask) -> Game:
        variants = self.variants[task.group]
        return variants[task.block % len(variants)]

    def restore(self, task: LadderTask, row: Mapping[str, Any]) -> LadderBlock:
        """Return the block of which `to_dict` made a row; refuse one that is not of this task."""
        game, contest = self._game(task), task.contest
        points = number(game.min_return, game.max_return)
        is_sound = not any(_row_shape(game.n_players, points)(row, ""))
        agents = [self._names(game, place, contest) for place in (rotations(game)[:1] if contest.b is None
                                                                  else rotations(game))]
        if is_sound and row["agents"] == agents and len(row["returns"]) == len(row["wins"]) == len(agents):
            games = tuple(
                PlayedGame(game=str(game), block=task.block, rotation=k, deal=deal_of(self.seed, task.block),
                           agents=tuple(names), moves=(), returns=tuple(returns), wins=tuple(wins))
                for k, names, returns, wins in zip(rotations(game), agents, row["returns"], row["wins"], strict=False))
            block = LadderBlock(task, games)
            if block.to_dict() == row:
                return block
        raise ContractError(f"expected block {task.block} of {contest} in group {task.group}, got {shown(row, 200)}")

    def _names(self, game: Game, place: int, contest: Contest) -> list[str]:
        """Return who sits where in a game of a contest."""
        a, b = self.names[contest.a], "-" if contest.b is None else self.names[contest.b]
        if is_solo(game):
            return [(a, b)[place] if seat in game.acting else "-" for seat in range(game.n_players)]
        return [a if seat == place else b if seat in game.acting else "-" for seat in range(game.n_players)]


def _row_shape(n_players: int, points: Shape) -> Shape:
    """Return the shape of a kept block's numbers; what else it has to be, `restore` knows."""
    names = items(string(5000), n_players, n_players)
    return table({"returns": items(items(points, n_players, n_players)), "agents": items(names),
                  "wins": items(items(number(0, 1), n_players, n_players))}, others=True)


def _play_task(task: LadderTask, game: Game, a: AgentSpec, b: AgentSpec | None, seed: int) -> LadderBlock:
    """Play one block."""
    if b is None:
        games = [play_game(game, [a], deal_of(seed, task.block), block=task.block)]
    else:
        games = play_block(game, a, b, seed, task.block)
    return LadderBlock(task, tuple(replace(one, moves=()) for one in games))


# -- counting -----------------------------------------------------------------------------------------------------


def pairings(ladder: Ladder, group: int, blocks: Sequence[LadderBlock]) -> list[MatchResult]:
    """Return the matches of a group, in the order of its contests; those without a block are left out."""
    names = ladder.names
    matches = {contest: MatchSoFar(ladder.groups[group], names[contest.a], names[contest.b], ladder.seed, ladder.rotate)
               for contest in ladder.contests(group) if contest.b is not None}
    for block in _of(group, blocks):
        if block.task.contest.b is not None:
            matches[block.task.contest].add(block.games)
    return [so_far.result("pairs") for so_far in matches.values() if so_far.n_blocks]


def solo_results(ladder: Ladder, group: int, blocks: Sequence[LadderBlock]) -> list[SoloResult]:
    """Return what each agent reached alone in a group; those without a game are left out."""
    seat = ladder.groups[group].acting[0]
    alone: dict[int, list[tuple[float, float]]] = {}
    for block in _of(group, blocks):
        if block.task.contest.b is None:
            (game,) = block.games
            alone.setdefault(block.task.contest.a, []).append((solo_lead(game.returns, seat), game.wins[seat]))
    return [solo_result(ladder.names[agent], numbers) for agent, numbers in sorted(alone.items())]


def seat_rows(ladder: Ladder, group: int, blocks: Sequence[LadderBlock]) -> Iterator[dict[str, Any]]:
    """Yield a row for each seat that acts in each game of a group: what ratings are made from.

    `seat` counts those that act.
    """
    numbers, rules = count(), ladder.groups[group]
    for block in _of(group, blocks):
        for game, n in zip(block.games, numbers, strict=False):
            for k, (seat, win) in enumerate(zip(rules.acting, acting_wins(rules, game.wins), strict=True)):
                yield {"block": game.block, "game": n, "seat": k, "agent": game.agents[seat], "win": win}


def budget_rows(agents: Sequence[AgentSpec]) -> list[dict[str, Any]]:
    """Return for each agent its name, its iterations (None without), and its name without them: its family."""
    rows = []
    for agent in agents:
        iterations = agent.config().iterations if agent.is_search else None
        kind, _, keys = str(agent).partition(":")
        others = ",".join(key for key in keys.split(",") if key and not key.startswith("iterations="))
        rows.append({"agent": str(agent), "family": f"{kind}:{others}" if others else kind, "iterations": iterations})
    return rows


def _of(group: int, blocks: Sequence[LadderBlock]) -> Iterator[LadderBlock]:
    return (block for block in blocks if block.task.group == group)
