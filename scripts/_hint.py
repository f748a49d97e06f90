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


def think_aloud(state: GameState, seconds: float, *, seed: int, jobs: int, lang: str) -> None:
    """Search a position as its game advises and print the hint; Ctrl-C ends the search early."""
    from kingmaker.search.engine import settled
    from kingmaker.search.hint.hint import hint

    config: SearchConfig = settled(state, None, {"iterations": None, "seconds": seconds})
    with watched("thinks", config) as show:
        found = hint(state, config, seed=seed, jobs=jobs, lang=lang, on_hint=show)
    print_hint(found, lang)
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


def print_hint(found: Hint, lang: str, *, more: bool = False) -> None:
    """Print a hint in at most ten lines; with `more` also every number behind it."""
    from kingmaker.search.hint.brief import brief

    print_lines(brief(found, lang))
    if more:
        print_lines([""])
        print_all(found, lang)


def print_all(found: Hint, lang: str) -> None:
    """Print plan, moves, what the plan depends on, and where all this comes from."""
    from kingmaker.search.hint import words
    from kingmaker.search.hint.language import language

    say = language(lang)
    print_lines([f"{say.say('more', 'plan')}  {words.plan_line(found, lang)}", words.worth_line(found, lang),
                 *words.played_line(found, lang), *words.branch_lines(found, lang)])
    groups = [[row for row in group if row[0].is_tried] for group in found.groups]
    rows = [words.move_row(found, move, plan, lang) for group in groups for move, plan in group]
    head = words.move_head(lang)
    print_table(head, rows, [*words.key_lines(found.result, lang), *words.untried_lines(found, lang)],
                left=("", head.move, head.notes), bars=(len(groups[0]), len(groups[0]) + len(groups[1])), notes=True)
    names, points = words.points_rows(found, lang)
    if points:
        print_lines(["", say.say("more", "points-head")])
        print_table(names, points, left=("",))
    print_lines([*words.depends_lines(found, lang), *words.other_lines(found, lang)])
    print_lines(words.source_lines(found.result, lang), style="dim")
