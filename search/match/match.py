"""Matches: two agents on the same deals with their seats exchanged, counted by block.

In solo play the two have a deal one after the other, and who ends further ahead of the idle seats has won the block.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from kingmaker.games import ConfigError, Game
from kingmaker.search.agents import AgentMaker
from kingmaker.search.estimate import Estimate, mean_estimate, share_estimate
from kingmaker.search.match.blocks import (
    PlayedGame,
    acting_wins,
    is_solo,
    maker_of,
    n_sides,
    play_block,
    variants_of,
)
from kingmaker.search.match.sprt import Sprt, SprtConfig, SprtResult
from kingmaker.search.result import version
from kingmaker.search.seeds import draw_seed
from kingmaker.search.workers import checked_jobs, run_in_order

LEVEL = 0.95


@dataclass(frozen=True, kw_only=True)
class SoloResult:
    """What one contestant reached alone, against what the rules do for the idle seats."""

    agent: str
    lead: Estimate  # points minus the mean of the idle seats'
    win: Estimate  # share of the win

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as docs/formats.md has them."""
        return {"agent": self.agent, "margin": self.lead.mean, "margin_ci": self.lead.ci, "win": self.win.mean,
                "win_ci": self.win.ci}


@dataclass(frozen=True, kw_only=True)
class MatchResult:
    """What a match found about its first contestant. docs/glossary.md defines each number.

    Intervals are of 95 % and come from the spread between blocks: the games of one block share a deal.
    They hold for a number of blocks that was fixed before; a match ended by its own test (`stopped_by` "sprt") shows
    more of the difference than there is.
    """

    game: Game
    rotate: tuple[str, ...] = ()  # options whose values the blocks went through
    a: str
    b: str
    seed: int
    pairs: int  # blocks that were played to their end; of n games where n act
    par: float  # the score of equals: one divided by the seats that act
    wins: int  # games; in solo play blocks
    draws: int
    losses: int
    score: Estimate  # mean share of the win; what idle seats win is shared evenly by those who act
    lead: Estimate  # points minus the mean of the others who act
    stopped_by: str  # "pairs", "sprt" or "interrupt"
    sprt: SprtResult | None = None
    solo: tuple[SoloResult, ...] = ()  # in solo play: each contestant by itself
    idle_win: Estimate | None = None  # where several act beside idle seats: the share of the win that those have
    block_scores: tuple[float, ...] = field(repr=False)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.pairs * n_sides(self.game)

    @property
    def elo(self) -> Estimate:
        """The rating difference that explains the score; infinite where it is 0 or 1."""
        n = n_sides(self.game)
        return Estimate(elo(self.score.mean, n), elo(self.score.low, n), elo(self.score.high, n), self.score.n)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as docs/formats.md has it."""
        rating, game = self.elo, self.game
        idle = {} if self.idle_win is None else {"idle_win": self.idle_win.mean, "idle_win_ci": self.idle_win.ci}
        return {
            "game": game.name, "options": {name: x for name, x in game.options.items() if name not in self.rotate},
            "rotated": {name: game.spec.options[name].values(game.options) for name in self.rotate},
            "a": self.a, "b": self.b, "seed": self.seed, "pairs": self.pairs,
            "games": self.games, "wins": self.wins, "draws": self.draws, "losses": self.losses, "par": self.par,
            "score": self.score.mean, "score_ci": self.score.ci, "margin": self.lead.mean,
            "margin_ci": self.lead.ci, "elo": _finite(rating.mean),
            "elo_ci": [_finite(rating.low), _finite(rating.high)],
            "solo": [alone.to_dict() for alone in self.solo], "sprt": self.sprt.to_dict() if self.sprt else None,
            **idle, "stopped_by": self.stopped_by, "version": version(),
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


@dataclass(frozen=True)
class _Setup:
    """A match before it is played."""

    games: tuple[Game, ...]  # the blocks take them in turn
    a: AgentMaker
    b: AgentMaker
    pairs: int
    seed: int
    jobs: int

    def blocks(self) -> Generator[list[PlayedGame], None, None]:
        """Yield the games of one block after the other."""
        tasks = ((self.games[block % len(self.games)], self.a, self.b, self.seed, block) for block in range(self.pairs))
        return run_in_order(play_block, tasks, min(self.jobs, self.pairs))


def _set_up(game: Game | str, agents: Sequence[AgentMaker | str], pairs: int, seed: int | None, jobs: int,
             rotate: Sequence[str]) -> _Setup:
    """Return what will be played, or refuse it before anything is."""
    makers = [maker_of(agent) for agent in agents]
    games = tuple(variants_of(game, rotate))
    if len(makers) != 2:
        raise ConfigError(f"match: expected two agents, got {len(makers)}")
    if pairs < 1:
        raise ConfigError(f"match: pairs: expected at least 1, got {pairs!r}")
    for maker in makers:
        for one in games:
            maker.make(one)  # refuses a game that it cannot play
    return _Setup(games, makers[0], makers[1], pairs, draw_seed() if seed is None else seed, checked_jobs(jobs))


def play_games(game: Game | str, agents: Sequence[AgentMaker | str], pairs: int, *, seed: int, jobs: int = 1,
               rotate: Sequence[str] = ()) -> Iterator[PlayedGame]:
    """Yield the games of a match, block after block, whatever the number of processes.

    Parameters
    ----------
    agents : the two contestants
    jobs : processes, -1 for all cores; `joblib.parallel_config` chooses another backend (threads, a Dask cluster)
    rotate : options of the game; each block takes the next of `game.variants(*rotate)`
    """
    blocks = _set_up(game, agents, pairs, seed, jobs, rotate).blocks()
    return (played for games in blocks for played in games)


def play_match(game: Game | str, agents: Sequence[AgentMaker | str], pairs: int, *, seed: int | None = None,
               jobs: int = 1, rotate: Sequence[str] = (), sprt: SprtConfig | None = None,
               on_progress: Callable[[int, MatchResult], Any] | None = None) -> MatchResult:
    """Let two agents meet on `pairs` deals, in every seat on each. Ctrl-C gives the result of the blocks done so far.

    Parameters
    ----------
    agents : the two contestants; all numbers are the first one's
    pairs : blocks: two games with the seats exchanged, or n games with the first contestant in each of n that act
    seed : whole number from 0; drawn and told in the result if None
    jobs : processes, see `play_games`; the result does not depend on it
    rotate : options of the game whose values the blocks go through, see `play_games`
    sprt : a test that ends the match as soon as it can tell, looking after every block, with `rotate` after every
        round of variants; `pairs` is then the most there will be
    on_progress : called after every block with the number of blocks done and the result so far

    Examples
    --------
    >>> result = play_match("tic-tac-toe", ["ismcts:iterations=50", "random"], 20, seed=1)
    >>> result.pairs, result.score.low > 0.5
    (20, True)
    """
    setup = _set_up(game, agents, pairs, seed, jobs, rotate)
    a, b = (maker.make(setup.games[0]).name for maker in (setup.a, setup.b))
    so_far = MatchSoFar(setup.games[0], a, b, setup.seed, tuple(rotate), sprt)
    blocks = setup.blocks()
    stopped_by = "pairs"
    try:
        for games in blocks:
            so_far.add(games)
            if on_progress is not None:
                on_progress(so_far.n_blocks, so_far.result("pairs"))
            if so_far.is_decided:
                stopped_by = "sprt"
                break
    except KeyboardInterrupt:
        if not so_far.n_blocks:
            raise
        stopped_by = "interrupt"
    finally:
        blocks.close()
    return so_far.result(stopped_by)


# -- counting -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BlockCount:
    """What one block came to, for the first contestant; in solo play also each contestant's lead and win share."""

    score: float
    lead: float
    wins: int
    draws: int
    losses: int
    alone: tuple[tuple[float, float], ...] = ()
    idle: float = 0.0  # the idle seats' share of the win, mean of the games


def count_block(game: Game, games: Sequence[PlayedGame]) -> BlockCount:
    """Count a block. Sums by fsum, so that the order of seats cannot leave a rest.

    What idle seats win nobody who acts has won from another, so it counts as shared by those.
    """
    if is_solo(game):
        return _count_solo(games, game.acting[0])
    n = len(games)
    shares = [acting_wins(game, g.wins)[game.acting.index(g.rotation)] for g in games]
    own = math.fsum(g.returns[g.rotation] for g in games)
    total = math.fsum(g.returns[seat] for g in games for seat in game.acting)
    return BlockCount(score=math.fsum(shares) / n, lead=(n * own - total) / (n * (n - 1)), wins=shares.count(1),
                      draws=sum(0 < share < 1 for share in shares), losses=shares.count(0),
                      idle=math.fsum(g.wins[seat] for g in games for seat in game.limits.idle) / n)


def _count_solo(games: Sequence[PlayedGame], seat: int) -> BlockCount:
    alone = tuple((solo_lead(g.returns, seat), g.wins[seat]) for g in games)
    (a, _), (b, _) = alone
    return BlockCount(score=0.5 * ((a > b) + (a >= b)), lead=a - b, wins=int(a > b), draws=int(a == b),
                      losses=int(a < b), alone=alone)


def solo_lead(returns: Sequence[float], seat: int) -> float:
    """Return the points of the one seat that acts minus the mean of the others'; all its points where it is alone."""
    others = math.fsum(returns) - returns[seat]
    return returns[seat] - others / max(len(returns) - 1, 1)


class MatchSoFar:
    """The blocks of a match so far, and what they come to."""

    def __init__(self, game: Game, a: str, b: str, seed: int, rotate: tuple[str, ...] = (),
                 sprt: SprtConfig | None = None) -> None:
        self._given: dict[str, Any] = {"game": game, "a": a, "b": b, "seed": seed, "rotate": rotate}
        self._game = game
        self._test = None if sprt is None else Sprt(sprt, n_sides(game))
        self._tested = None if self._test is None else self._test.result()
        self._round = len(game.variants(*rotate))
        self._blocks: list[BlockCount] = []

    @property
    def n_blocks(self) -> int:
        """How many blocks were counted."""
        return len(self._blocks)

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has its answer."""
        return self._tested is not None and self._tested.verdict != "open"

    def add(self, games: Sequence[PlayedGame]) -> None:
        """Count a block."""
        block = count_block(self._game, games)
        self._blocks.append(block)
        if self._test is not None:
            self._test.add(block.score)
            if len(self._blocks) % self._round == 0:  # within a round some variants would count more than others
                self._tested = self._test.result()

    def result(self, stopped_by: str) -> MatchResult:
        """Return what the blocks come to."""
        blocks, names, game = self._blocks, (self._given["a"], self._given["b"]), self._game
        scores, same = [block.score for block in blocks], names[0] == names[1]
        return MatchResult(
            **self._given, pairs=len(blocks), par=1 / n_sides(game), wins=sum(x.wins for x in blocks),
            draws=sum(x.draws for x in blocks), losses=sum(x.losses for x in blocks),
            score=score_estimate(scores, identical=same),
            lead=lead_estimate([block.lead for block in blocks], identical=same), stopped_by=stopped_by,
            sprt=self._tested, solo=tuple(solo_result(name, [block.alone[k] for block in blocks])
                                          for k, name in enumerate(names)) if is_solo(game) else (),
            idle_win=share_estimate([x.idle for x in blocks]) if game.limits.idle and not is_solo(game) else None,
            block_scores=tuple(scores))


def solo_result(agent: str, alone: Sequence[tuple[float, float]]) -> SoloResult:
    """Return what an agent reached alone: leads with a t-interval, win shares with Wilson's."""
    return SoloResult(agent=agent, lead=lead_estimate([lead for lead, _ in alone]),
                      win=share_estimate([win for _, win in alone]))


def lead_estimate(leads: Sequence[float], level: float = LEVEL, *, identical: bool = False) -> Estimate:
    """Return the t-interval of the mean lead; none where all blocks ended alike, unless they had to."""
    estimate = mean_estimate(leads, level)
    if len(leads) > 1 and min(leads) == max(leads) and not identical:
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
