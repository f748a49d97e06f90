"""What the trees advise for the rest of a turn: a plan up to the next unknown, and what then."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kingmaker.games import GameState, Rng
from kingmaker.search.config import SearchConfig
from kingmaker.search.result import MoveStats, best_index, enders_of
from kingmaker.search.seeds import HINT, branch
from kingmaker.search.tree._searcher import Searcher

N_WORLDS = 24  # in which it is seen whether what follows is known beforehand
N_BRANCHED = 256  # in which the outcomes of an unknown are counted
KNOWN_VISITS = 16  # of a position, in all trees together, from which on they know it


@dataclass(frozen=True)
class Branch:
    """Outcomes of an unknown with the same best continuation."""

    share: float  # of the worlds
    seen: tuple[str, ...]  # the outcomes in words, the likeliest first
    moves: tuple[str, ...]  # up to the end of the turn or the next unknown; empty where the trees know too little
    told: tuple[str, ...] = ()  # the moves as instructions to a person


@dataclass(frozen=True)
class Plan:
    """A move and what the same player does after it, up to the end of the turn or the next unknown."""

    actions: tuple[int, ...]
    moves: tuple[str, ...]
    ends: str  # with the "turn", the "game", an "unknown", or where the trees know no further: "open"
    n_known: int  # moves that the trees' visits advise; those behind them follow the game's priors
    order_of: str | None = None  # an earlier move whose plan is the same in another order
    branches: tuple[Branch, ...] = ()
    told: tuple[str, ...] = ()  # the moves as instructions to a person

    def __str__(self) -> str:
        return ", ".join(self.moves) + (", ..." if self.ends == "open" else "")


class Guide:
    """What all replicates together advise in positions below their root.

    Parameters
    ----------
    state : the root
    searchers : the replicates, after their search
    config : that of the search
    seed : that of the search; the worlds looked at are a branch of it
    moves : what the search found; proved ones go on as they were proved
    """

    def __init__(self, state: GameState, searchers: Sequence[Searcher], config: SearchConfig, seed: int,
                 moves: Sequence[MoveStats] = ()) -> None:
        self.state = state
        self.proved = {move.action: move.line for move in moves if move.certain}
        self.player = state.player
        self.searchers = searchers
        self.config = replace(config, root="ucb")  # below the root there is no other
        self.seed = seed
        self.worlds = self.draw(N_WORLDS, 0)

    def draw(self, n: int, key: int) -> list[GameState]:
        """Return worlds as the search saw them; the same key gives the same ones."""
        if self.config.worlds == "true":
            return [self.state] * n
        rng = Rng(branch(self.seed, HINT, key))
        return [self.state.world(self.player, rng) for _ in range(n)]

    def play_on(self, world: GameState, plan: Plan, turn: int, rng: Rng) -> GameState:
        """Return the end of a game in which a plan is played: as proved, else by the replicate whose turn it is."""
        if plan.actions[0] in self.proved:
            return _after([world], self.proved[plan.actions[0]])[0]
        return self.searchers[turn % len(self.searchers)].play_on(world, plan.actions, rng)

    def advise(self, start: GameState, line: Sequence[int], now: GameState) -> tuple[int | None, bool]:
        """Return the action for a position that a line led to, and whether the trees know it; else by priors."""
        proved = self.proved.get(line[0], ())
        if len(line) < len(proved) and proved[:len(line)] == tuple(line):
            return proved[len(line)], True
        visits, values, wins, margins = np.sum([s.totals_after(start, line) for s in self.searchers], axis=0)
        if visits.sum() >= KNOWN_VISITS:
            best = best_index(visits, values, wins, margins, self.config, enders=enders_of(now))
            return now.legal_actions()[best], True
        if not now.game.has("priors"):
            return None, False
        return now.legal_actions()[int(np.argmax(now.priors()))], False


def _after(worlds: Sequence[GameState], actions: Sequence[int]) -> list[GameState]:
    """Return copies of worlds after actions."""
    afters = [world.clone() for world in worlds]
    for after in afters:
        for action in actions:
            after.apply(action)
    return afters


def _extend(guide: Guide, starts: Sequence[GameState], done: Sequence[int], line: list[int]) -> tuple[str, int]:
    """Lengthen a line to the end of the turn or the next unknown; return how it ends and how much trees know.

    Parameters
    ----------
    starts : worlds of the root that cannot be told apart after `done`
    done : actions made before the line
    line : at least one action; grows in place
    """
    n_known, worlds = 1, _after(starts, [*done, *line[:-1]])
    while True:
        is_last = worlds[0].game.has("turns") and worlds[0].ends_turn(line[-1])  # else a turn lasts until another acts
        worlds = _after(worlds, line[-1:])
        now = worlds[0]
        if now.is_over:
            return "game", n_known
        if is_last or now.player != guide.player:
            return "turn", n_known
        if len({world.outcome(guide.player) for world in worlds}) > 1:
            return "unknown", n_known
        action, is_known = guide.advise(starts[0], [*done, *line], now)
        if action is None:
            return "open", n_known
        n_known += is_known and n_known == len(line)
        line.append(action)


def after_turn(guide: Guide, world: GameState, plan: Plan) -> GameState | None:
    """Return a world after the turn that a plan begins, or None where nobody knows how the turn goes on."""
    line: list[int] = []
    now, goes_on = world.clone(), True
    while goes_on:
        is_planned = len(line) < len(plan.actions)
        action: int | None = plan.actions[len(line)] if is_planned else guide.advise(world, line, now)[0]
        if action is None:
            return None
        is_last = now.game.has("turns") and now.ends_turn(action)
        line.append(action)
        now.apply(action)
        goes_on = not (is_last or now.is_over or now.player != guide.player)
    return now


def _texts(world: GameState, done: Sequence[int], line: Sequence[int]) -> tuple[str, ...]:
    """Return the texts of actions, each in the position in which it is made."""
    now, words = _after([world], done)[0], []
    for action in line:
        words.append(now.format_action(action))
        now.apply(action)
    return tuple(words)


def _told(world: GameState, done: Sequence[int], line: Sequence[int], lang: str) -> tuple[str, ...]:
    """Return actions as instructions to a person; where the game has none, their texts."""
    tell = world.game.spec.tell
    now, words = _after([world], done)[0], []
    for action in line:
        words.append((tell and tell(now, action, lang)) or now.format_action(action))
        now.apply(action)
    return tuple(words)


def make_plans(guide: Guide, actions: Sequence[int], lang: str = "en") -> list[Plan]:
    """Return the plan of each root action, best first; equal plans in another order are told as such.

    Only the first plan is followed beyond its unknown.
    """
    plans: list[Plan] = []
    ends: dict[object, str] = {}
    for k, action in enumerate(actions):
        line = [action]
        how, n_known = _extend(guide, guide.worlds, (), line)
        moves = _texts(guide.worlds[0], (), line)
        earlier = ends.setdefault(_substance(guide.worlds[0], line), moves[0])
        branches = _branches(guide, line, lang) if k == 0 and how == "unknown" else ()
        plans.append(Plan(tuple(line), moves, how, n_known, None if earlier == moves[0] else earlier, branches,
                          _told(guide.worlds[0], (), line, lang)))
    return plans


def _substance(world: GameState, line: Sequence[int]) -> object:
    """Return what is equal for two orders of the same choices: the game's key, or else the whole position."""
    end = _after([world], line)[0]
    return end.key() if end.game.has("key") and not end.is_over else end.text()


def _branches(guide: Guide, line: Sequence[int], lang: str) -> tuple[Branch, ...]:
    """Return the outcomes that an unknown may have, together where the best continuation is the same."""
    starts = guide.draw(N_BRANCHED, 1)
    groups: dict[int, list[GameState]] = {}
    for start, end in zip(starts, _after(starts, line), strict=True):
        groups.setdefault(end.outcome(guide.player), []).append(start)
    alike: dict[tuple[str, ...], tuple[tuple[str, ...], tuple[str, ...], Counter[str]]] = {}
    for label, worlds in groups.items():
        rest = _continuation(guide, worlds, line)
        moves, told = _texts(worlds[0], line, rest), _told(worlds[0], line, rest, lang)
        seen = alike.setdefault(tuple(sorted(moves)), (moves, told, Counter()))[2]
        seen[_seen(worlds[0], line, label, lang)] += len(worlds)
    found = [Branch(sum(seen.values()) / len(starts), tuple(words for words, _ in seen.most_common()), moves, told)
             for moves, told, seen in alike.values()]
    return tuple(sorted(found, key=lambda one: (not one.moves, -one.share, one.moves)))


def _continuation(guide: Guide, worlds: Sequence[GameState], line: Sequence[int]) -> list[int]:
    """Return the actions after an outcome, or none where the trees know too little."""
    now = _after(worlds[:1], line)[0]
    if now.is_over or now.player != guide.player:
        return []
    action, is_known = guide.advise(worlds[0], line, now)
    if action is None or not is_known:
        return []
    rest = [action]
    _extend(guide, worlds[:N_WORLDS], line, rest)
    return rest


def _seen(start: GameState, line: Sequence[int], label: int, lang: str) -> str:
    """Return an outcome in words."""
    events: Any = start.game.spec.events
    if events is None:
        return f"outcome {label}"
    before = _after([start], line[:-1])[0]
    return str(events(before, line[-1], _after([before], line[-1:])[0], lang))
