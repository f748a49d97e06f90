"""What a game offers so that a real one can be followed: the questions that only people at the table can answer.

Both hooks are generators: they yield an `Ask`, are sent its answer (always one of its choices), and return the result.
What the rules decide is never asked.
"""
from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingmaker.games._base import GameState
    from kingmaker.games.spec import Game


@dataclass(frozen=True, kw_only=True)
class Ask:
    """A question; one answer is one word."""

    question: str
    choices: Mapping[str, str]  # the answers that can be, each in words where it does not speak for itself
    piece: str = "{}"  # which piece of the board an answer is (GameSpec.board), where it is not called like it


def is_known(state: GameState) -> bool:
    """Whether the cards of the player to act are known, so that it makes sense to think for that player."""
    following = state.game.spec.following
    knower = following.knower(state) if following is not None and following.knower is not None else None
    return knower in (None, state.player)


@dataclass(frozen=True, kw_only=True)
class Followed:
    """What came of an action at the real table."""

    state: GameState
    told: tuple[str, ...] = ()  # what followed by itself, for a person who has to do it with real pieces


@dataclass(frozen=True, kw_only=True)
class Following:
    """The hooks of a game.

    Parameters
    ----------
    setup : (options already given, language) -> questions -> the start: what the players know and no more, the rest
        as unknown
    reveal : (state, action, language) -> questions on what turned up -> what came of it, with just that turned up
    words : all words that moves are made of, so that short forms of illegal moves are understood as well
    check : refuses a position in the middle of a game that cannot be gone on from, such as one that does not say what
        everybody sees
    moves : the moves that may be told of the player to act, where they hang on cards that the session does not know;
        the legal ones if left out
    accept : (state, told move) -> the same position with what is unknown drawn so that this move can be, and its id
    called : (game, language) -> pieces that moves name, each as its owner finds it: its printed name, then what else
        tells it apart, commas between, as "Market, green, 1 wood"; people may type these words instead
    told : (before, action, after, the player for whom; None = all is told, language) -> what followed by itself, where
        nothing had to be asked; `play` tells it
    knower : state -> the player whose cards the session knows, for whom alone there are hints; None = for all
    tell : (state, move, language) -> a move that can be told as an instruction to a person, where it need not be legal
        in the state, as unknown cards are drawn in it
    """

    setup: Callable[[Mapping[str, str], str], Generator[Ask, str, GameState]]
    reveal: Callable[[GameState, int, str], Generator[Ask, str, Followed]]
    words: Callable[[Game], Sequence[str]]
    check: Callable[[GameState], None] | None = None
    moves: Callable[[GameState], list[str]] | None = None
    accept: Callable[[GameState, str], tuple[GameState, int]] | None = None
    called: Callable[[Game, str], Mapping[str, str]] | None = None
    told: Callable[[GameState, int, GameState, int | None, str], Sequence[str]] | None = None
    knower: Callable[[GameState], int | None] | None = None
    tell: Callable[[GameState, str, str], str] | None = None
