"""A hint while it is thought and as people read it: `hint`, `table` and `play` show the same."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kingmaker.scripts._render import number, plus_minus, print_lines, print_table, progress

if TYPE_CHECKING:
    from kingmaker.games import GameState
    from kingmaker.search import MoveStats, SearchConfig
    from kingmaker.search.hint.hint import Hint
    from kingmaker.search.hint.plans import Plan

BRIEF = (8, 4, 0)  # moves shown of each group, in the middle of a game


def think_aloud(state: GameState, seconds: float, *, seed: int, jobs: int, lang: str) -> None:
    """Search a position as its game advises and print the hint, short; Ctrl-C ends the search early."""
    from kingmaker.search.engine import settled
    from kingmaker.search.hint.hint import hint

    config: SearchConfig = settled(state, None, {"iterations": None, "seconds": seconds})
    with watched("thinks", config) as show:
        found = hint(state, config, seed=seed, jobs=jobs, lang=lang, on_hint=show)
    print_hint(found, lang, BRIEF)


@contextmanager
def watched(label: str, config: SearchConfig) -> Iterator[Callable[[Hint], None] | None]:
    """Give a function that shows how far a search is and its plan so far, or None where nobody looks."""
    from kingmaker.search.hint import words as tell

    with progress(label, 1.0) as move:
        def show(found: Hint) -> None:
            assert move is not None
            result = found.result
            by_time = result.elapsed_s / config.seconds if config.seconds else 0.0
            done = max(by_time, result.iterations / config.iterations if config.iterations else 0.0)
            move(done, note=f"win {number(found.best.win.mean, 2)}  {tell.plan_line(found)}")

        yield None if move is None else show


def print_hint(found: Hint, lang: str, most: tuple[int, int, int] | None = None) -> None:
    """Print plan, moves, what the plan hangs on, and where all this comes from.

    Parameters
    ----------
    most : moves shown at most: of those not told apart from the best, of the worse, of those tried too little
    """
    from kingmaker.search.hint import words as tell

    print_lines([f"plan  {tell.plan_line(found)}", tell.worth_line(found), *tell.played_line(found),
                 *tell.branch_lines(found)])
    head = ("", "move", "win", "margin", "loss", "P(best)", "visits", "and then")
    tried = [[row for row in group if row[0].visits > 0] for group in found.groups]
    groups = tried if most is None else [group[:n] for group, n in zip(tried, most, strict=True)]
    rows = [_row(found, move, plan, lang) for group in groups for move, plan in group]
    left_out = sum(map(len, tried)) - len(rows)
    foot = [*tell.key_lines(found.result), *([f"and {left_out} moves more"] if left_out else []),
            *([] if most else tell.untried_lines(found))]
    print_table(head, rows, foot, left=("", "move", "and then"),
                bars=(len(groups[0]), len(groups[0]) + len(groups[1])), notes=True)
    names, points = tell.points_rows(found)
    if points:
        print_lines(["", "where the points come from"])
        print_table(names, points, left=("",))
    print_lines([*tell.hangs_lines(found), *tell.variation_lines(found.result, found.sensitivity),
                 *tell.alternative_lines(found)])
    print_lines(tell.source_lines(found.result), style="dim")


def _row(found: Hint, m: MoveStats, plan: Plan, lang: str) -> tuple[str, ...]:
    """Return a move's line of the table; `and then` is the rest of its plan and what else there is to say."""
    from kingmaker.search.hint.hint import FEW_VISITS

    explain, orders, is_best = found.result.game.spec.explain, found.orders(m.move), m is found.best
    about = "" if explain is None else explain(found.result.state, m.action, lang)
    notes = [f"({about})"] if about else []
    if len(plan.moves) > 1:
        notes.append(", ".join(plan.moves[1:]))
    if orders:
        notes.append(f"or begin with {', '.join(orders)}")
    if m.same_as:
        notes.append(f"as {m.same_as}")
    if m.visits < FEW_VISITS:
        notes.append("few visits")
    return ("*" if is_best else "=" if m.tied else "", m.move, plus_minus(m.win), plus_minus(m.margin, 2),
            "" if is_best else plus_minus(m.loss), number(m.p_best, 2), f"{m.visits:,}", "; ".join(notes))
