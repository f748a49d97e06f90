"""Matches: two agents on the same deals with their seats exchanged, counted by block.

Streams. A deal is a whole number; it decides the hidden setup of a game and, on branches of its own, the thinking:
seat `s` makes its `k`-th decision with `branch(deal, AGENT, s, k)`. The streams belong to the seats, not to the
contestants. Hence an agent that meets itself plays all games of a block alike, move by move, and the block's score is
its par and its margin 0 exactly; whatever a match shows beyond that comes from the agents.
"""
from __future__ import annotations

import math
import multiprocessing
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import joblib

from games import ConfigError, ContractError, Game, GameState, load_game
from search.agents import AgentMaker, parse_agent
from search.result import version
from search.seeds import AGENT, DEAL, branch, draw_seed, to_int
from search.stats import Estimate, mean_estimate

LEVEL = 0.95


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """One game of a match. `game`, `deal` and `moves` together are a position file."""

    game: str
    block: int
    rotation: int  # the seat of the first contestant
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


@dataclass(frozen=True, kw_only=True)
class MatchResult:
    """What a match found about its first contestant. docs/glossary.md defines each number.

    Intervals are of 95 % and come from the spread between blocks: the games of one block share a deal.
    """

    game: Game
    a: str
    b: str
    seed: int
    pairs: int  # blocks that were played to their end; of n games where n play
    par: float  # the score of equals, 1/n
    wins: int  # games
    draws: int
    losses: int
    score: Estimate  # mean share of the win
    margin: Estimate  # points minus the mean of the others'
    stopped_by: str  # "pairs" or "interrupt"
    block_scores: tuple[float, ...] = field(repr=False)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.pairs * self.game.n_players

    @property
    def elo(self) -> Estimate:
        """The rating difference that explains the score; infinite where it is 0 or 1."""
        n = self.game.n_players
        return Estimate(elo(self.score.mean, n), elo(self.score.low, n), elo(self.score.high, n), self.score.n)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as docs/formats.md has it."""
        rating = self.elo
        return {
            "game": self.game.name, "options": dict(self.game.options), "a": self.a, "b": self.b,
            "seed": self.seed, "pairs": self.pairs,
            "games": self.games, "wins": self.wins, "draws": self.draws, "losses": self.losses, "par": self.par,
            "score": self.score.mean, "score_ci": self.score.ci, "margin": self.margin.mean,
            "margin_ci": self.margin.ci, "elo": _finite(rating.mean),
            "elo_ci": [_finite(rating.low), _finite(rating.high)], "stopped_by": self.stopped_by,
            "version": version(),
        }


def _finite(x: float) -> float | None:
    return x if math.isfinite(x) else None


def elo(score: float, n_players: int = 2) -> float:
    """Return the rating difference to equal others at which a score is expected: the logistic formula.

    With more than two players the chances are in proportion to 10^(rating/400), so that 1/n is 0 again.

    Examples
    --------
    >>> round(elo(0.75), 1), elo(0.5), elo(1.0)
    (190.8, 0.0, inf)
    """
    if math.isnan(score):
        return math.nan
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return round(400 * math.log10(score * (n_players - 1) / (1 - score)), 9) + 0.0  # 0, not -0 or 1e-14, for equals


# -- playing ------------------------------------------------------------------------------------------------------


def play_game(game: Game | str, agents: Sequence[AgentMaker | str], deal: int, *, block: int = 0,
              rotation: int = 0) -> PlayedGame:
    """Play one game, an agent for each seat.

    Parameters
    ----------
    deal : whole number that decides the hidden setup and, on other branches, all thinking
    block, rotation : kept in the answer

    Examples
    --------
    >>> play_game("tic-tac-toe", ["ismcts:iterations=300", "random"], deal=1).wins
    (1.0, 0.0)
    """
    game, makers = _game(game), [_maker(agent) for agent in agents]
    if len(makers) != game.n_players:
        raise ConfigError(f"{game}: expected {game.n_players} agents, one for each seat; got {len(makers)}")
    seats = Seats(game, makers, deal)
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


class Seats:
    """The agents of one game, each in its seat with its own stream of seeds."""

    def __init__(self, game: Game, makers: Sequence[AgentMaker], deal: int) -> None:
        self.players = [maker.make(game) for maker in makers]
        self._listeners = [player for player in self.players if player.listens]
        self._deal = deal
        self._counts = [0] * len(makers)
        self._last: tuple[GameState, int] | None = None

    def choose(self, state: GameState) -> int:
        """Return the action of the player to act, once those who listen heard of the decision before."""
        seat = state.player
        self.tell(state)
        action = self.players[seat].choose(state, branch(self._deal, AGENT, seat, self._counts[seat]))
        self._counts[seat] += 1
        if self._listeners:
            self._last = state.clone(), action
        return action

    def tell(self, state: GameState) -> None:
        """Let those who listen hear of the last decision; `state` is what it led to."""
        if self._last is not None:
            for listener in self._listeners:
                listener.told(*self._last, state)
            self._last = None


def play_block(game: Game | str, a: AgentMaker | str, b: AgentMaker | str, seed: int, block: int) -> list[PlayedGame]:
    """Play the games of one block: the same deal, the first contestant in every seat once, the second in the others."""
    leave_ctrl_c_to_parent()
    game, a, b = _game(game), _maker(a), _maker(b)
    deal = to_int(branch(seed, DEAL, block))
    return [play_game(game, [a if s == seat else b for s in range(game.n_players)], deal, block=block, rotation=seat)
            for seat in range(game.n_players)]


def play_games(game: Game | str, agents: Sequence[AgentMaker | str], pairs: int, *, seed: int,
               jobs: int = 1) -> Iterator[PlayedGame]:
    """Yield the games of a match, block after block, whatever the number of processes.

    Parameters
    ----------
    agents : the two contestants
    jobs : processes, -1 for all cores; `joblib.parallel_config` chooses another backend (threads, a Dask cluster)
    """
    blocks = _blocks(*_checked(game, agents, pairs, jobs), pairs, seed, min(jobs, pairs))
    return (played for games in blocks for played in games)


def play_match(game: Game | str, agents: Sequence[AgentMaker | str], pairs: int, *, seed: int | None = None,
               jobs: int = 1, on_progress: Callable[[int, MatchResult], Any] | None = None) -> MatchResult:
    """Let two agents meet on `pairs` deals, in every seat on each. Ctrl-C gives the result of the blocks done so far.

    Parameters
    ----------
    agents : the two contestants; all numbers are the first one's
    pairs : blocks: two games with the seats exchanged, or n games with the first contestant in each of n seats
    seed : whole number from 0; drawn and told in the result if None
    jobs : processes, see `play_games`; the result does not depend on it
    on_progress : called after every block with the number of blocks done and the result so far

    Examples
    --------
    >>> result = play_match("tic-tac-toe", ["ismcts:iterations=50", "random"], 20, seed=1)
    >>> result.pairs, result.score.low > 0.5
    (20, True)
    """
    game, a, b = _checked(game, agents, pairs, jobs)
    seed = draw_seed() if seed is None else seed
    names = a.make(game).name, b.make(game).name
    done: list[_BlockCount] = []
    blocks = _blocks(game, a, b, pairs, seed, min(jobs, pairs))
    try:
        for games in blocks:
            done.append(_count(games))
            if on_progress is not None:
                on_progress(len(done), _result(game, *names, seed, done, "pairs"))
    except KeyboardInterrupt:
        if not done:
            raise
        return _result(game, *names, seed, done, "interrupt")
    finally:
        blocks.close()
    return _result(game, *names, seed, done, "pairs")


def _blocks(game: Game, a: AgentMaker, b: AgentMaker, pairs: int, seed: int,
            jobs: int) -> Generator[list[PlayedGame], None, None]:
    """Yield blocks in their order; joblib gathers quick ones into batches."""
    if joblib.effective_n_jobs(jobs) == 1:
        for block in range(pairs):
            yield play_block(game, a, b, seed, block)
        return
    with joblib.Parallel(n_jobs=jobs, return_as="generator") as parallel:
        yield from parallel(joblib.delayed(play_block)(game, a, b, seed, block) for block in range(pairs))


@dataclass(frozen=True)
class _BlockCount:
    """What one block of games came to, for the first contestant."""

    score: float
    margin: float
    wins: int
    draws: int
    losses: int


def _count(games: list[PlayedGame]) -> _BlockCount:
    """Count a block. Sums by fsum, so that the order of seats cannot leave a rest."""
    n = len(games)
    shares = [g.wins[g.rotation] for g in games]
    own = math.fsum(g.returns[g.rotation] for g in games)
    total = math.fsum(points for g in games for points in g.returns)
    return _BlockCount(score=math.fsum(shares) / n, margin=(n * own - total) / (n * (n - 1)), wins=shares.count(1),
                       draws=sum(0 < share < 1 for share in shares), losses=shares.count(0))


def _result(game: Game, a: str, b: str, seed: int, blocks: Sequence[_BlockCount], stopped_by: str) -> MatchResult:
    scores = [block.score for block in blocks]
    return MatchResult(
        game=game, a=a, b=b, seed=seed, pairs=len(blocks), par=1 / game.n_players, wins=sum(x.wins for x in blocks),
        draws=sum(x.draws for x in blocks), losses=sum(x.losses for x in blocks),
        score=score_estimate(scores, identical=a == b),
        margin=margin_estimate([block.margin for block in blocks], identical=a == b), stopped_by=stopped_by,
        block_scores=tuple(scores))


def margin_estimate(margins: Sequence[float], level: float = LEVEL, *, identical: bool = False) -> Estimate:
    """Return the t-interval of the mean margin; none where all blocks ended alike, unless they had to."""
    estimate = mean_estimate(margins, level)
    if len(margins) > 1 and min(margins) == max(margins) and not identical:
        return Estimate(estimate.mean, math.nan, math.nan, estimate.n)
    return estimate


def score_estimate(scores: Sequence[float], level: float = LEVEL, *, identical: bool = False) -> Estimate:
    """Return the t-interval of the mean of scores in [0, 1], kept within them.

    Where all blocks scored the same the spread is 0 and says nothing. Then Clopper and Pearson's limit for the chance
    of a block unlike these bounds how far the mean can be off. Identical contestants score the same by construction.
    """
    estimate, n = mean_estimate(scores, level), len(scores)
    if n > 1 and min(scores) == max(scores):
        estimate = Estimate(scores[0], scores[0], scores[0], n)  # thirds do not add up exactly
        if not identical:
            reach, mean = 1 - ((1 - level) / 2) ** (1 / n), scores[0]
            return Estimate(mean, mean * (1 - reach), mean + (1 - mean) * reach, n)
    if math.isnan(estimate.low):
        return estimate
    return Estimate(estimate.mean, max(estimate.low, 0.0), min(estimate.high, 1.0), n)


def _checked(game: Game | str, agents: Sequence[AgentMaker | str], pairs: int,
             jobs: int) -> tuple[Game, AgentMaker, AgentMaker]:
    """Return game and contestants, or refuse them before anything is played."""
    game, makers = _game(game), [_maker(agent) for agent in agents]
    if len(makers) != 2:
        raise ConfigError(f"match: expected two agents, got {len(makers)}")
    if game.n_players < 2:
        raise ConfigError(f"match: {game} has one player; a match needs two")
    if pairs < 1:
        raise ConfigError(f"match: pairs: expected at least 1, got {pairs!r}")
    if jobs == 0 or jobs < -1:
        raise ConfigError(f"match: jobs: expected at least 1, or -1 for all cores; got {jobs!r}")
    for maker in makers:
        maker.make(game)  # refuses a game that it cannot play
    return game, makers[0], makers[1]


def _game(game: Game | str) -> Game:
    return load_game(game) if isinstance(game, str) else game


def _maker(agent: AgentMaker | str) -> AgentMaker:
    return parse_agent(agent) if isinstance(agent, str) else agent


def leave_ctrl_c_to_parent() -> None:
    """In a worker process: the terminal sends Ctrl-C to all, but the parent ends the match and its workers."""
    if multiprocessing.current_process().name != "MainProcess" and (
            threading.current_thread() is threading.main_thread()):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
