"""A finished game, decision by decision: what each cost, and what would have been better."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from kingmaker.games import ConfigError, Game, GameState
from kingmaker.games.core.following import is_known
from kingmaker.games.files.replays import load_replays
from kingmaker.search.config import SearchConfig
from kingmaker.search.engine import ctrl_c_sets, search_trees
from kingmaker.search.estimate import Estimate, or_null
from kingmaker.search.forecast import as_fitted, forecast_for
from kingmaker.search.hint.plans import Guide, Plan, make_plans
from kingmaker.search.result import MoveStats, SearchResult, compare, version
from kingmaker.search.seeds import REVIEW, branch, draw_seed, to_int
from kingmaker.search.tree._searcher import StopFlag

ITERATIONS = 2000
N_WORST = 5
AGAIN = 2  # as many iterations go into the comparison of a move that looks worse with the better one
LISTED = 0.03  # of utility: a smaller loss is not blamed
LEAST_TOLD = {"win": 0.005, "margin": 0.05}  # what is below is 0 as it is shown
GRADES = ((0.2, "blunder"), (0.1, "mistake"), (0.0, "inaccuracy"))  # by the chance, or utility, that was lost


@dataclass(frozen=True, kw_only=True)
class Judged:
    """One decision of the game and what a search says of it."""

    n: int  # from 1, over all players
    turn: int  # from 1; several decisions may be one turn
    player: int
    n_legal: int
    best: MoveStats
    chosen: MoveStats
    plan: Plan  # of the best move, for the rest of the turn

    @property
    def verdict(self) -> str:
        """`best`, `tied` where there may be no loss, else `worse`."""
        return "best" if self.chosen.action == self.best.action else "tied" if self.chosen.tied else "worse"

    @property
    def cost(self) -> float:
        """The loss, where there is one."""
        return max(self.chosen.loss.mean, 0.0) if self.chosen.is_tried else 0.0

    @property
    def lost(self) -> dict[str, float]:
        """What the move gave away in words of a table: `{"win": 0.12}`, else `{"margin": 2.3}`; empty where neither.

        The search weighs both into one value; people tell them apart.
        """
        if not self.chosen.is_tried:
            return {}
        for name, least in LEAST_TOLD.items():
            lost = getattr(self.best, name).mean - getattr(self.chosen, name).mean
            if lost >= least:
                return {name: lost}
        return {}

    @property
    def grade(self) -> str | None:
        """`inaccuracy`, `mistake` or `blunder` where the loss is told apart from none and large enough, else None."""
        if self.verdict != "worse" or not self.cost >= LISTED:
            return None
        lost = self.best.win.mean - self.chosen.win.mean
        return next(name for least, name in GRADES if max(lost, self.cost) >= least)

    def to_dict(self, game: Game) -> dict[str, Any]:
        """Return it as JSON wants it."""
        row: dict[str, Any] = {"n": self.n, "turn": self.turn, "player": game.player_name(self.player),
                               "move": self.chosen.move, "legal": self.n_legal}
        for when, move in (("before", self.best), ("after", self.chosen)):
            for name in ("value", "win", "margin"):
                estimate: Estimate = getattr(move, name)
                row |= {f"{name}_{when}": or_null(estimate.mean), f"{name}_{when}_ci": estimate.ci}
        return row | {"loss": or_null(self.chosen.loss.mean), "loss_ci": self.chosen.loss.ci, "verdict": self.verdict,
                      "grade": self.grade, "lost": self.lost,
                      "better": None if self.verdict == "best" else self.best.move,
                      "plan": list(self.plan.moves), "ends": self.plan.ends, "visits": self.chosen.visits}


@dataclass(frozen=True, kw_only=True)
class Turn:
    """The decisions of one turn. It counts with its costliest one.

    Their losses are not added up: after a move that a search took for bad, the next search often finds the way out.
    """

    turn: int
    player: int
    decisions: tuple[Judged, ...]

    @property
    def costliest(self) -> Judged:
        """The decision that cost most, of those that are blamed if there are any."""
        return max(self.decisions, key=lambda one: (one.grade is not None, one.cost))

    @property
    def plan(self) -> tuple[str, ...]:
        """The better turn: what was played up to the costliest decision, then the plan of the search there.

        It is the search that the loss is from: one from the turn's start might not even know of that choice.
        """
        before = (one.chosen.move for one in self.decisions if one.n < self.costliest.n)
        return (*before, *self.costliest.plan.moves)

    def to_dict(self, game: Game) -> dict[str, Any]:
        """Return it as JSON wants it."""
        costliest = self.costliest
        return {"turn": self.turn, "player": game.player_name(self.player), "n": costliest.n,
                "grade": costliest.grade, "loss": costliest.chosen.loss.mean, "loss_ci": costliest.chosen.loss.ci,
                "move": costliest.chosen.move, "better": costliest.best.move,
                "win_before": costliest.best.win.mean, "win_before_ci": costliest.best.win.ci,
                "win_after": costliest.chosen.win.mean, "win_after_ci": costliest.chosen.win.ci,
                "moves": [one.chosen.move for one in self.decisions], "plan": list(self.plan),
                "ends": costliest.plan.ends}


@dataclass(frozen=True, kw_only=True)
class Review:
    """All judged decisions of a game."""

    game: Game
    seed: int
    iterations: int
    replicates: int
    algorithm: str
    is_open: bool  # searched with all cards known
    decisions: tuple[Judged, ...]
    wins: tuple[float, ...]  # of the finished game; empty if it is not over
    stopped_by: str  # "end", or "interrupt": later decisions were not looked at

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The decisions by turns."""
        turns = []
        for (turn, player), group in groupby(self.decisions, key=lambda one: (one.turn, one.player)):
            turns.append(Turn(turn=turn, player=player, decisions=tuple(group)))
        return tuple(turns)

    @property
    def worst(self) -> tuple[Turn, ...]:
        """The turns with clear mistakes, the costliest first; there may be none."""
        costly = [turn for turn in self.turns if turn.costliest.grade is not None]
        return tuple(sorted(costly, key=lambda turn: -turn.costliest.cost)[:N_WORST])

    def to_dict(self) -> dict[str, Any]:
        """Return the review as docs/formats.md has it."""
        return {
            "game": self.game.name, "options": dict(self.game.options), "seed": self.seed,
            "iterations": self.iterations, "replicates": self.replicates, "algorithm": self.algorithm,
            "open": self.is_open, "version": version(), "stopped_by": self.stopped_by, "wins": list(self.wins),
            "decisions": [one.to_dict(self.game) for one in self.decisions],
            "worst": [turn.to_dict(self.game) for turn in self.worst],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one flat row a decision, then the result for each player, as a data frame wants them."""
        worst = {turn.costliest.n for turn in self.worst}
        rows = [{"n": one.n, "turn": one.turn, "player": self.game.player_name(one.player), "move": one.chosen.move,
                 "win": one.best.win.mean, "win_low": one.best.win.low, "win_high": one.best.win.high,
                 "loss": one.chosen.loss.mean, "is_worst": one.n in worst} for one in self.decisions]
        seen = dict.fromkeys(one.player for one in self.decisions)
        last = self.decisions[-1].n + 1 if self.decisions else 1
        for player in seen if self.wins else ():
            win = self.wins[player]
            rows.append({"n": last, "turn": 0, "player": self.game.player_name(player), "move": "", "win": win,
                         "win_low": win, "win_high": win, "loss": 0.0, "is_worst": False})
        return rows


def review(record: str | Path, *, game_number: int = 1, player: str | int | None = None, is_open: bool = False,
           iterations: int = ITERATIONS, seed: int | None = None, jobs: int = 1, **options: str) -> Review:
    """Go through a finished game that lies in a file: what each decision cost, and what would have been better.

    Parameters
    ----------
    record : a record, a position with moves, or a file of `kingmaker table`
    game_number : which of the file's games, from 1
    player : whose decisions, a name as `blue` or a number from 0; everybody's if None
    is_open : with all cards known, which is cheating; otherwise as the player saw it
    iterations : of the search for each decision
    seed : whole number from 0; drawn if None
    jobs : threads
    options : of the game, besides those that the file names

    Examples
    --------
    >>> found = review("examples/oh_hell_game.json", iterations=2000, seed=1)
    >>> found.worst[0].costliest.chosen.move
    'bid0'
    """
    replays = load_replays(record, **options)
    if not 1 <= game_number <= len(replays):
        raise ConfigError(f"--game-number: expected a number from 1 to {len(replays)}, as many games as {record} has; "
                          f"got {game_number}")
    replay = replays[game_number - 1]
    return review_game(replay.decisions, replay.end, seed=draw_seed() if seed is None else seed,
                       player=seat_of(replay.game, player), is_open=is_open, iterations=iterations, jobs=jobs)


def seat_of(game: Game, name: str | int | None) -> int | None:
    """Return the seat that a name or a number means."""
    if name is None:
        return None
    names = {word: seat for seat in game.acting for word in (game.player_name(seat), str(seat))}
    if str(name) not in names:
        raise ConfigError(f"--player: expected one of {', '.join(names)}; got {name!r}")
    return names[str(name)]


def review_game(decisions: Sequence[tuple[GameState, int]], end: GameState, *, seed: int, player: int | None = None,
                is_open: bool = False, iterations: int = ITERATIONS, jobs: int = 1, stop: StopFlag | None = None,
                on_progress: Callable[[int], Any] | None = None,
                on_judged: Callable[[Judged], Any] | None = None, lang: str = "en") -> Review:
    """Search every position in which a player decided and compare the move that was made with the best.

    Parameters
    ----------
    decisions : each state with the action that was made in it
    end : the state after the last
    player : whose decisions; everybody's if None
    is_open : with all cards known, which is cheating; otherwise as the player saw it
    iterations : of each search
    stop : a flag that ends the review; Ctrl-C sets it too, and what was judged by then is returned
    on_progress, on_judged : called after each decision, with its number, and with what is thought of it
    lang : of the plans as people are told them

    Examples
    --------
    >>> from kingmaker.games.files.replays import load_replays
    >>> [replay] = load_replays("examples/oh_hell_game.json")
    >>> review = review_game(replay.decisions, replay.end, iterations=2000, seed=1)
    >>> len(review.decisions), review.worst[0].costliest.chosen.move
    (15, 'bid0')
    """
    stop = stop or StopFlag()
    if is_open and end.is_view:
        raise ConfigError("open: the game was followed at a table, where not all cards are known")
    if not decisions:
        raise ConfigError("review: nobody has decided anything in this game yet")
    judged: list[Judged] = []
    result: SearchResult | None = None
    with ctrl_c_sets(stop):
        for n, turn, state, action in _by_turns(decisions):
            if (player is not None and state.player != player) or not is_known(state):
                continue
            keys: dict[str, Any] = {"jobs": jobs, "stop": stop, **({"worlds": "true"} if is_open else {})}
            found, plan = look(state, state.format_action(action), seed=to_int(branch(seed, REVIEW, n)),
                               iterations=iterations, lang=lang, **keys)
            if stop.is_set:
                break
            result = found
            found = _as_it_comes(state, found, branch(seed, REVIEW, n), is_open)
            chosen = next(move for move in found.moves if move.action == action)
            is_asked = not chosen.is_tried if found.certain else not chosen.tied
            if is_asked and chosen is not found.best:
                chosen = look_again(state, found.best, chosen, seed=to_int(branch(seed, REVIEW, n, 1)),
                                    iterations=AGAIN * iterations, **keys)
                if stop.is_set:
                    break
            judged.append(Judged(n=n, turn=turn, player=state.player, n_legal=len(found.moves), best=found.best,
                                 plan=plan, chosen=chosen))
            if on_progress is not None:
                on_progress(n)
            if on_judged is not None:
                on_judged(judged[-1])
    return Review(game=end.game, seed=seed, iterations=iterations,
                  replicates=result.config.replicates if result else 0, algorithm=result.algorithm if result else "",
                  is_open=is_open, decisions=tuple(judged), wins=tuple(end.wins()) if end.is_over else (),
                  stopped_by="interrupt" if stop.is_set else "end")


def _as_it_comes(state: GameState, found: SearchResult, seed: np.random.SeedSequence, is_open: bool) -> SearchResult:
    """Return what was found with chances and margins by what came of games, where that was fitted (search/forecast.py).

    Halving deals out a search's visits in another way than the search that forecasts are fitted to; what it says of
    the best move is the same thing. With all cards known nothing was fitted.
    """
    usual = replace(found.config, root=SearchConfig(**as_fitted(state.game)).root)
    forecast = None if is_open or found.certain else forecast_for(state, usual, to_int(seed))
    return found if forecast is None else forecast.of(found)


def look(state: GameState, move: str, *, lang: str = "en", **keys: Any) -> tuple[SearchResult, Plan]:
    """Search a position so that a move can be compared with the best; return the best one's plan too.

    Sequential halving gives every move of the last rounds equal visits, and never drops the one to look at; a move
    that only a person would make has hardly any in a search that follows what looks best.
    """
    result, searchers = search_trees(state, keep=[move], root="halving", **keys)
    guide = Guide(state, searchers, result.config, result.seed, result.moves)
    return result, make_plans(guide, [result.best.action], lang=lang)[0]


def look_again(state: GameState, better: MoveStats, chosen: MoveStats, **keys: Any) -> MoveStats:
    """Compare a move that looks worse with the better one in a search of its own; return it with that loss.

    The first search picked the better move by the same numbers that praise it, so its loss is too large; this one has
    not picked it, keeps both to the end, and gives them equal iterations, each followed down its best line.
    Where a proof said no more than that a move is no better, its numbers are of this search too.
    """
    result, searchers = search_trees(state, keep=[better.move, chosen.move], root="halving", solve=False, **keys)
    actions = state.legal_actions()
    loss = compare([s.records() for s in searchers], actions.index(better.action), actions.index(chosen.action),
                   state.game.spec.youth)
    if not chosen.is_tried:
        chosen = next(move for move in result.moves if move.action == chosen.action)
    return replace(chosen, loss=loss, tied=not loss.low > 0)


def _by_turns(decisions: Sequence[tuple[GameState, int]]) -> Iterator[tuple[int, int, GameState, int]]:
    """Yield number, turn, state and action; a turn lasts until another acts, or where one acts alone, its end."""
    turn, last, is_new = 0, -1, True
    for n, (state, action) in enumerate(decisions, 1):
        turn += is_new or state.player != last
        yield n, turn, state, action
        last, is_new = state.player, len(state.game.acting) == 1 and state.ends_turn(action)

