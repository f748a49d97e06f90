"""All worlds consistent with what one observer saw, found by replaying: the oracle of the leak checks.

Nothing here asks the game's own sampler or its count of worlds. Deals are made by `new` until none is missing; then
everything that the observer noticed is replayed on all of them at once. A world is dropped as soon as it would have
shown the observer something else. Others' actions are all tried that carry the label the observer saw; actions that
the observer does not notice at all may or may not have happened.
"""
from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.core.python_state import UNSEEN
from kingmaker.games.spec import Game

Worlds = dict[str, GameState]

MAX_DEALS = 400_000  # drawn in search of all deals; enough for about 17,000 different ones
MIN_DEALS = 2_000  # drawn in any case, so that unequal deals show
MAX_BELIEF = 3_000  # worlds followed; beyond it this observer of this game is given up
MAX_WORLDS = 400  # worlds of a position that is used
MAX_TARGETS = 60  # positions used of one option set
MISSED = 14.0  # nats: a deal is overlooked with probability exp(-14) < 1e-6


@dataclass
class Deals:
    """Every deal of a game, by its text, with how often each was drawn.

    Complete means: n distinct deals after drawing n (ln n + 14) times, so that one of n equally likely deals is
    missing with a probability below 1e-6. That they are equally likely is checked on the counts.
    """

    states: Worlds
    counts: dict[str, int]
    drawn: int
    complete: bool


@dataclass(frozen=True)
class Target:
    """A true state, an observer, and all worlds that this observer cannot tell from it, by their texts."""

    state: GameState
    observer: int
    worlds: Worlds


@dataclass
class Survey:
    """The targets found in some recorded games of one option set, and what went wrong on the way."""

    game: Game
    deals: Deals
    targets: list[Target] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)  # of the labels
    given_up: int = 0  # (game, observer) pairs with too many worlds


def draw_deals(game: Game, rng: Rng, max_deals: int = MAX_DEALS) -> Deals:
    """Draw deals until all were seen, or until it is plain that max_deals will not do."""
    deals = Deals({}, {}, 0, False)
    needed = float(min(MIN_DEALS, max_deals))
    while deals.drawn < max_deals and needed <= max_deals:
        state = game.spec.new(game, rng)
        text = state.text()
        deals.drawn += 1
        if text in deals.counts:
            deals.counts[text] += 1
        else:
            deals.states[text] = state
            deals.counts[text] = 1
            needed = max(needed, len(deals.counts) * (math.log(len(deals.counts)) + MISSED))
        if deals.drawn >= needed:
            deals.complete = True
            break
    return deals


class Belief:
    """The worlds that one observer holds possible while a game goes on."""

    def __init__(self, observer: int, deals: Worlds) -> None:
        self.observer = observer
        self.anchor = deals  # the worlds right after the last thing noticed
        self.faults: list[str] = []
        self._closure: Worlds | None = None

    def possible(self, truth: GameState) -> Worlds:
        """Return the worlds that look like the true state to the observer, with the same player to act."""
        view, player = truth.view(self.observer), truth.player
        return {text: world for text, world in self.closure().items()
                if world.player == player and world.view(self.observer) == view}

    def closure(self) -> Worlds:
        """Return the anchor and what unnoticed actions may have made of it."""
        if self._closure is None:
            self._closure = dict(self.anchor)
            waiting = list(self.anchor.values())
            while waiting and len(self._closure) <= MAX_BELIEF:
                waiting.extend(self._unnoticed(waiting.pop()))
        return self._closure

    def _unnoticed(self, world: GameState) -> Iterator[GameState]:
        assert self._closure is not None
        if world.player in (self.observer, -4):
            return
        for action in world.legal_actions():
            if world.observe(action, self.observer) == UNSEEN:
                after = world.clone()
                after.apply(action)
                text = after.text()
                if after.outcome(self.observer) == 0 and text not in self._closure:
                    self._closure[text] = after
                    yield after

    def follow(self, before: GameState, action: int, after: GameState) -> None:
        """Take in what the observer noticed of an action of the true game."""
        own = before.player == self.observer
        label = action if own else before.observe(action, self.observer)
        outcome = after.outcome(self.observer)
        if not own and label == UNSEEN and outcome == 0:
            return
        seen = (outcome, after.player, after.view(self.observer))
        anchor: Worlds = {}
        for world in self.possible(before).values():
            for other in self._alike(world, action, label, own):
                result = world.clone()
                result.apply(other)
                if self._looks(result, seen, before, action):
                    anchor[result.text()] = result
        self.anchor = anchor
        self._closure = None

    def _alike(self, world: GameState, action: int, label: int, own: bool) -> list[int]:
        """Return the world's legal actions that the observer cannot tell from the one that was made."""
        legal = world.legal_actions()
        if own:
            return [action] if action in legal else []
        return [other for other in legal if world.observe(other, self.observer) == label]

    def _looks(self, result: GameState, seen: tuple[int, int, str], before: GameState, action: int) -> bool:
        outcome, player, view = seen
        if (result.outcome(self.observer), result.player) != (outcome, player):
            return False
        if result.view(self.observer) == view:
            return True
        self.faults.append(
            f"views tell more than labels: after {before.format_action(action)!r} in {before.text()!r} player "
            f"{self.observer} sees the same label, outcome {outcome} and player to act in two worlds, but the views "
            f"{view!r} and {result.view(self.observer)!r}; observe() or outcome() must tell them apart")
        return False

    @property
    def too_many(self) -> bool:
        """Whether there are more worlds than can be followed."""
        return len(self.closure()) > MAX_BELIEF


def survey_worlds(game: Game, plays: Sequence[tuple[Sequence[GameState], Sequence[int]]], rng: Rng) -> Survey:
    """Enumerate the worlds of every observer along recorded games (states and actions)."""
    survey = Survey(game, draw_deals(game, rng))
    if not survey.deals.complete:
        return survey
    found: list[Target] = []
    for observer in range(game.n_players):
        by_view: dict[str, Worlds] = {}
        for text, deal in survey.deals.states.items():
            by_view.setdefault(deal.view(observer), {})[text] = deal
        for states, actions in plays:
            belief = Belief(observer, by_view.get(states[0].view(observer), {}))
            found.extend(_follow_play(survey, states, actions, belief))
    many = [target for target in found if len(target.worlds) > 1]
    one = [target for target in found if len(target.worlds) <= 1]
    survey.targets = _spread(many, MAX_TARGETS) + _spread(one, MAX_TARGETS // 3)
    return survey


def _follow_play(survey: Survey, states: Sequence[GameState], actions: Sequence[int],
                 belief: Belief) -> Iterator[Target]:
    for i, action in enumerate(actions):
        if belief.too_many:
            survey.given_up += 1
            break
        worlds = belief.possible(states[i])
        if states[i].text() not in worlds and not belief.faults:
            survey.faults.append(
                f"the true state {states[i].text()!r} is not among the {len(worlds)} worlds found by replaying what "
                f"player {belief.observer} saw: view(), observe() or outcome() use something that text() leaves out")
        if len(worlds) <= MAX_WORLDS:
            yield Target(states[i], belief.observer, worlds)
        if not states[i + 1].is_over:  # what the end reveals needs no label: nothing follows it
            belief.follow(states[i], action, states[i + 1])
    survey.faults.extend(belief.faults[:3])


def _spread(items: list[Target], count: int) -> list[Target]:
    step = max(1, math.ceil(len(items) / count))
    return items[::step]
