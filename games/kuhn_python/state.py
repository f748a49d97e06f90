"""Kuhn poker's state in plain Python. Numbers in comments are the rules of README.md."""
from __future__ import annotations

from typing import Self

from kingmaker.games._adapter import PyGameState
from kingmaker.games._rng import Rng
from kingmaker.games.core import svg
from kingmaker.games.core.python_state import TERMINAL, PythonState
from kingmaker.games.errors import NotationError
from kingmaker.games.spec import Game

CARDS = "JQK"
MOVES = ("pass", "bet")
PASS, BET = range(2)


class KuhnPythonState(PythonState):
    """Two cards and what was done so far.

    Parameters
    ----------
    cards : each player's card, 0 jack, 1 queen, 2 king
    actions : the actions so far, PASS or BET
    """

    def __init__(self, cards: tuple[int, int], actions: tuple[int, ...] = ()) -> None:
        self.cards = cards
        self.actions = actions  # a tuple, so that copies may share it

    def copy(self) -> Self:
        """Return an independent copy."""
        return type(self)(self.cards, self.actions)

    def player(self) -> int:
        """Return who acts; rules 2 to 4."""
        over = len(self.actions) == 3 or (len(self.actions) == 2 and self.actions != (PASS, BET))
        return TERMINAL if over else len(self.actions) % 2

    def legal_actions(self) -> list[int]:
        """Return pass and bet; rules 2 and 3."""
        return [PASS, BET]

    def apply(self, action: int) -> None:
        """Pass or bet."""
        self.actions += (action,)

    def returns(self) -> list[float]:
        """Return the chips won or lost; rules 5 and 6."""
        sign = 1 if self.cards[0] > self.cards[1] else -1
        if self.actions == (PASS, PASS):
            gain = sign
        elif self.actions[-1] == BET:  # a bet that was called
            gain = 2 * sign
        else:  # the other one folded
            gain = 1 if len(self.actions) == 2 else -1
        return [float(gain), float(-gain)]

    def determinize(self, observer: int, rng: Rng) -> None:
        """Give the other player one of the two cards that the observer does not hold."""
        self.set_world(observer, rng.below(self.n_worlds(observer)))

    def n_worlds(self, observer: int) -> int:
        """Return the number of cards that the other player may hold."""
        return len(CARDS) - 1

    def set_world(self, observer: int, index: int) -> None:
        """Give the other player the index-th of these cards, counted from the jack: no look at the truth."""
        own = self.cards[observer]
        unseen = [card for card in range(len(CARDS)) if card != own]
        self.cards = (own, unseen[index]) if observer == 0 else (unseen[index], own)

    def format_action(self, action: int) -> str:
        """Return `pass` or `bet`."""
        return MOVES[action]

    def _history(self) -> str:
        return "".join("pb"[action] for action in self.actions)

    def text(self) -> str:
        """Return both cards and the actions so far, like `KJ:pb`."""
        return f"{CARDS[self.cards[0]]}{CARDS[self.cards[1]]}:{self._history()}"

    def view(self, observer: int) -> str:
        """Return the observer's card and the actions so far, like `K:pb`."""
        return f"{CARDS[self.cards[observer]]}:{self._history()}"

    def svg(self, observer: int) -> svg.SvgString:
        """Draw the own card, the other one face down until the game is over, and what was done."""
        parts, seen = [], []
        for player in range(2):
            known = player == observer or self.player() == TERMINAL
            face = CARDS[self.cards[player]] if known else None
            done = ", ".join(MOVES[action] for action in self.actions[player::2]) or "-"
            seen.append(f"player {player}: {face or 'a hidden card'}, {done}")
            parts.append(svg.card(20, 20 + 90 * player, face))
            parts.append(svg.text(80, 56 + 90 * player, f"player {player}: {done}", anchor="start",
                                  fill=svg.PLAYERS[player]))
        return svg.document(260, 190, parts, title="Kuhn poker", words="; ".join(seen))


def new(game: Game, rng: Rng) -> PyGameState:
    """Deal a game; rule 1."""
    first = rng.below(len(CARDS))
    second = (first + 1 + rng.below(len(CARDS) - 1)) % len(CARDS)
    return PyGameState(game, KuhnPythonState((first, second)))


def parse(game: Game, text: str) -> PyGameState:
    """Read what `text` wrote."""
    cards, colon, history = str(text).partition(":")
    if (not colon or len(cards) != 2 or cards[0] == cards[1] or not set(cards) <= set(CARDS)
            or not set(history) <= set("pb")):
        raise NotationError(f"kuhn-python: expected two different cards of {CARDS}, a colon and the actions so far "
                            f"as p and b, like KJ:pb; got {text!r}")
    state = KuhnPythonState((CARDS.index(cards[0]), CARDS.index(cards[1])))
    for letter in history:
        if state.player() == TERMINAL:
            raise NotationError(f"kuhn-python: the game is over before the end of the actions {history!r}")
        state.apply("pb".index(letter))
    return PyGameState(game, state)
