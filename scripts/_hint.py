"""A hint while it is thought and as people read it: `hint`, `table` and `play` show the same."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kingmaker.scripts._render import number, progress
from kingmaker.scripts.door import give_way
from kingmaker.scripts.terminal import print_lines, print_table

if TYPE_CHECKING:
    from kingmaker.games import GameState
    from kingmaker.search import SearchConfig
    from kingmaker.search.hint.hint import Hint

BRIEF = (8, 4, 0)  # moves shown of each group, in the middle of a game


def think_aloud(state: GameState, seconds: float, *, seed: int, jobs: int, lang: str) -> None:
    """Search a position as its game advises and print the hint, short; Ctrl-C ends the search early."""
    from kingmaker.search.engine import settled
    from kingmaker.search.hint.hint import hint

    config: SearchConfig = settled(state, None, {"iterations": None, "seconds": seconds})
    with watched("thinks", config) as show:
        found = hint(state, config, seed=seed, jobs=jobs, lang=lang, on_hint=show)
    print_hint(found, lang, BRIEF)
    give_way()


@contextmanager
def watched(label: str, config: SearchConfig) -> Iterator[Callable[[Hint], None] | None]:
    """Give a function that shows how far a search is and its plan so far, or None where nobody looks."""
    from kingmaker.search.hint import words

    with progress(label, 1.0) as move:
        def show(found: Hint) -> None:
            assert move is not None
            result = found.result
            by_time = result.elapsed_s / config.seconds if config.seconds else 0.0
            done = max(by_time, result.iterations / config.iterations if config.iterations else 0.0)
            move(done, note=f"win {number(found.best.win.mean, 2)}  {words.plan_line(found)}")

        yield None if move is None else show


def print_hint(found: Hint, lang: str, most: tuple[int, int, int] | None = None) -> None:
    """Print plan, moves, what the plan depends on, and where all this comes from.

    Parameters
    ----------
    most : moves shown at most: of those not told apart from the best, of the worse, of those tried too little
    """
    from kingmaker.search.hint import words

    print_lines([f"plan  {words.plan_line(found)}", words.worth_line(found), *words.played_line(found),
                 *words.branch_lines(found)])
    tried = [[row for row in group if row[0].is_tried] for group in found.groups]
    groups = tried if most is None else [group[:n] for group, n in zip(tried, most, strict=True)]
    rows = [words.move_row(found, move, plan, lang) for group in groups for move, plan in group]
    left_out = sum(map(len, tried)) - len(rows)
    foot = [*words.key_lines(found.result), *([f"and {left_out} moves more"] if left_out else []),
            *([] if most else words.untried_lines(found))]
    print_table(words.MOVE_HEAD, rows, foot, left=("", "move", "and then"),
                bars=(len(groups[0]), len(groups[0]) + len(groups[1])), notes=True)
    names, points = words.points_rows(found)
    if points:
        print_lines(["", "where the points come from"])
        print_table(names, points, left=("",))
    print_lines([*words.depends_lines(found), *words.variation_lines(found.result, found.sensitivity),
                 *words.alternative_lines(found)])
    print_lines(words.source_lines(found.result), style="dim")
