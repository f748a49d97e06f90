"""The base of games written in plain Python: what to write, and the defaults for what need not be written."""
from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Self

from kingmaker.games._rng import Rng

TERMINAL = -4  # player() of a finished game
UNSEEN = -2  # observe() of an action that this observer does not notice at all


class PythonState(ABC):
    """One state. `PyGameState(game, state)` puts it behind the compiled contract.

    Action ids must mean the same in every world, and nothing may be random but `determinize` and `policy`:
    what chance decides is drawn when the game is made and lies in the state.
    """

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent copy."""

    @abstractmethod
    def player(self) -> int:
        """Return who acts, or TERMINAL."""

    @abstractmethod
    def legal_actions(self) -> list[int]:
        """Return the legal action ids, ascending; never empty while somebody acts."""

    @abstractmethod
    def apply(self, action: int) -> None:
        """Make a legal action."""

    @abstractmethod
    def returns(self) -> list[float]:
        """Return the final points, one a player."""

    @abstractmethod
    def determinize(self, observer: int, rng: Rng) -> None:
        """Redraw what the observer cannot know, uniformly among the consistent worlds.

        Put the unseen pieces in a fixed order before shuffling: the result may depend on the stream and on what
        the observer knows, on nothing else.
        """

    @abstractmethod
    def text(self) -> str:
        """Return the whole state as one line."""

    @abstractmethod
    def view(self, observer: int) -> str:
        """Return all that the observer knows as one line."""

    @abstractmethod
    def svg(self, observer: int) -> str:
        """Return a picture of what the observer sees."""

    def format_action(self, action: int) -> str:
        """Return an action as text."""
        return str(action)

    def wins(self) -> list[float]:
        """Return the win shares: most points win, those who share them share the win."""
        points = self.returns()
        best = max(points)
        return [(value == best) / points.count(best) for value in points]

    def observe(self, action: int, observer: int) -> int:
        """Return what another player sees of an action about to be made; all of it, unless overridden."""
        return action

    def outcome(self, observer: int) -> int:
        """Return what the observer saw follow the last action; 0 is nothing."""
        return 0

    def policy(self, rng: Rng) -> int:
        """Return an action of the game's own rollout policy."""
        return rng.choice(self.legal_actions())

    def priors(self, actions: list[int]) -> list[float]:
        """Return a prior for each action; they sum to 1."""
        return [1 / len(actions)] * len(actions)

    def ends_turn(self, action: int) -> bool:
        """Return whether an action about to be made is the last of its player's turn; each is, unless overridden."""
        return True

    def key(self) -> int:
        """Return a number below 2^64 for all that everybody sees, whatever the order in which it came about."""
        raise NotImplementedError("this game has no key")

    def is_settled(self) -> bool | None:
        """Return whether nothing hidden can change the rest of the game; None: if the game never hides anything."""
        return None

    def ceiling(self) -> float:
        """Return what the margin of who acts at a settled position does not exceed at the end; inf: not known."""
        return math.inf

    def evaluate(self) -> list[float]:
        """Return an estimate of the final points."""
        raise NotImplementedError("this game has no evaluation")

    def spread(self) -> float:
        """Return the standard deviation of the final margin around the estimate; 0 where it is not known."""
        return 0.0

    def rewind(self, rng: Rng) -> None:
        """Go back to where what is hidden now began: dealt anew, all later decisions open again."""
        raise NotImplementedError("this game does not rewind")

    def sight(self, player: int) -> int:
        """Return a number below 2^64 for all that a player knows."""
        raise NotImplementedError("this game does not rewind")

    def n_worlds(self, observer: int) -> int:
        """Return how many worlds are consistent with what the observer has seen."""
        raise NotImplementedError("this game does not enumerate worlds")

    def set_world(self, observer: int, index: int) -> None:
        """Become the index-th of those worlds."""
        raise NotImplementedError("this game does not enumerate worlds")
