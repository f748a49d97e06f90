"""Blocks: the games of one deal, each contestant in every seat, run side by side.

Streams. A deal is a whole number; it decides the hidden setup of a game and, on branches of its own, the thinking:
seat `s` makes its `k`-th decision with `branch(deal, AGENT, s, k)`. The streams belong to the seats, not to the
contestants. Hence an agent that meets itself plays all games of a block alike, move by move, and the block's score is
its par and its margin 0 exactly; whatever a match shows beyond that comes from the agents.

Where one seat alone acts (solo play) a block is the deal played by the one contestant and then by the other. Seats that
never act (`Limits.idle`) are nobody's: contestants go through those that act.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kingmaker.games import ConfigError, ContractError, Game, GameState, load_game
from kingmaker.printing import say
from kingmaker.search.agents import Agent, AgentMaker, parse_agent
from kingmaker.search.seeds import AGENT, DEAL, branch, to_int

LONG = 4  # times as many decisions as a rollout may have: then it is told that a game is long


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """One game of a match. `game`, `deal` and `moves` together are a position file."""

    game: str
    block: int
    rotation: int  # the seat of the first contestant; in solo play 0 for its game, 1 for the second one's
    deal: int
    agents: tuple[str, ...]  # by seat
    moves: tuple[str, ...]
    returns: tuple[float, ...]
    wins: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return one flat row, as a table or a line of JSON wants it."""
        return {"game": self.game, "block": self.block, "rotation": self.rotation, "deal": self.deal,
                "agents": list(self.agents), "moves": list(self.moves), "returns": list(self.returns),
                "wins": list(self.wins)}


def play_game(game: Game | str, agents: Sequence[AgentMaker | str], deal: int, *, block: int = 0,
              rotation: int = 0) -> PlayedGame:
    """Play one game, an agent for each seat that acts.

    Parameters
    ----------
    deal : whole number that decides the hidden setup and, on other branches, all thinking
    block, rotation : kept in the answer

    Examples
    --------
    >>> play_game("tic-tac-toe", ["ismcts:iterations=300", "random"], deal=1).wins
    (1.0, 0.0)
    """
    game, makers = game_of(game), [maker_of(agent) for agent in agents]
    if len(makers) != len(game.acting):
        raise ConfigError(f"{game}: expected {len(game.acting)} agents, one for each seat that acts; got {len(makers)}")
    by_seat = dict(zip(game.acting, makers, strict=True))
    seats = Seats(game, [by_seat.get(seat, _NOBODY) for seat in range(game.n_players)], deal)
    moves: list[str] = []
    state = game.new(deal)
    while not state.is_over:
        if len(moves) >= game.max_decisions:
            raise ContractError(f"{game}: a game longer than its declared max_decisions={game.max_decisions}")
        action = seats.choose(state)
        moves.append(state.format_action(action))
        state.apply(action)
    seats.tell(state)
    return PlayedGame(game=str(game), block=block, rotation=rotation, deal=deal,
                      agents=tuple(player.name for player in seats.players), moves=tuple(moves),
                      returns=tuple(state.returns()), wins=tuple(state.wins()))


class _Nobody(Agent):
    """Sits in a seat that never acts."""

    def think(self, state: GameState, legal: list[int], seed: Any) -> int:
        """Refuse: the rules act for this seat."""
        raise ContractError(f"{state.game}: player {state.player} acts, declared idle={state.game.limits.idle}")


class _NobodyMaker:
    def make(self, game: Game) -> Agent:
        return _Nobody("-")


_NOBODY = _NobodyMaker()


class Seats:
    """The agents of one game, each in its seat with its own stream of seeds."""

    def __init__(self, game: Game, makers: Sequence[AgentMaker], deal: int) -> None:
        self.players = [maker.make(game) for maker in makers]
        self._listeners = [player for player in self.players if player.listens]
        self._game = game
        self._deal = deal
        self._counts = [0] * len(makers)
        self._told_at = LONG * game.rollout_cut
        self._last: tuple[GameState, int] | None = None

    def choose(self, state: GameState) -> int:
        """Return the action of the player to act, once those who listen heard of the decision before."""
        seat = state.player
        self.tell(state)
        action = self.players[seat].choose(state, branch(self._deal, AGENT, seat, self._counts[seat]))
        self._counts[seat] += 1
        if self._told_at and sum(self._counts) == self._told_at:
            self._tell_length()
        if self._listeners:
            self._last = state.clone(), action
        return action

    def _tell_length(self) -> None:
        """Say that a game is long whose rules set it no end: who watches many games sees only those that are over."""
        say(f"{self._game}: the game of deal {self._deal} is not over after {self._told_at:,} decisions; the rules set "
            "no limit, Ctrl-C ends it")
        self._told_at *= 2

    def tell(self, state: GameState) -> None:
        """Let those who listen hear of the last decision; `state` is what it led to."""
        if self._last is not None:
            for listener in self._listeners:
                listener.told(*self._last, state)
            self._last = None


def play_block(game: Game | str, a: AgentMaker | str, b: AgentMaker | str, seed: int, block: int) -> list[PlayedGame]:
    """Play the games of one block: one deal, the first contestant in every acting seat once, the second in the others.

    In solo play: the deal played by the first contestant, then by the second.
    """
    game, a, b = game_of(game), maker_of(a), maker_of(b)
    deal = deal_of(seed, block)
    casts = [[a], [b]] if is_solo(game) else [[a if s == seat else b for s in game.acting] for seat in game.acting]
    return [play_game(game, cast, deal, block=block, rotation=rotation)
            for rotation, cast in zip(rotations(game), casts, strict=True)]


def rotations(game: Game) -> Sequence[int]:
    """Return the numbers of the games of a block: where the first contestant sits, or in solo play who plays."""
    return (0, 1) if is_solo(game) else game.acting


def deal_of(seed: int, block: int) -> int:
    """Return the deal of a block; it does not depend on who plays."""
    return to_int(branch(seed, DEAL, block))


def is_solo(game: Game) -> bool:
    """Whether one seat alone acts."""
    return len(game.acting) == 1


def n_sides(game: Game) -> int:
    """Return between how many the win of a block is shared, which is also how many games a block has.

    The seats that act; in solo play the two contestants who sit in the one seat in turn.
    """
    return len(rotations(game))


def acting_wins(game: Game, wins: Sequence[float]) -> list[float]:
    """Return the share of the win of each seat that acts; what idle seats win is shared by all of these evenly.

    So the shares add up to 1 and equals have the same, whatever the idle seats win.
    """
    idle = math.fsum(wins[seat] for seat in game.limits.idle) / len(game.acting)
    return [wins[seat] + idle for seat in game.acting]


def variants_of(game: Game | str, rotate: Sequence[str] = ()) -> list[Game]:
    """Return the games that blocks go through in turn, or refuse what cannot be counted together."""
    games = game_of(game).variants(*rotate)
    if len({(one.n_players, one.acting) for one in games}) > 1:
        raise ConfigError(f"rotate {', '.join(rotate)}: the games have different numbers of players, which cannot be "
                          "counted together; play them one by one")
    return games


def game_of(game: Game | str) -> Game:
    """Return the game; a text is its name with options."""
    return load_game(game) if isinstance(game, str) else game


def maker_of(agent: AgentMaker | str) -> AgentMaker:
    """Return what makes the agent; a text is its name with keys."""
    return parse_agent(agent) if isinstance(agent, str) else agent
