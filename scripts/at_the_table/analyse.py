"""`kingmaker analyse`: many positions for other programs, a JSON query a line."""
from __future__ import annotations

from typing import Annotated

import typer

from kingmaker.printing import tell
from kingmaker.reading import lines_of, name_of
from kingmaker.scripts._options import JobsOption, SeedOption, say, seed_or_drawn


def analyse(
    queries: Annotated[str, typer.Argument(metavar="FILE", help="One JSON query a line; - reads standard input.")],
    seed: SeedOption = None,
    jobs: JobsOption = -1,
) -> None:
    """Answer many queries, one JSON object a line in and out, in their order.

    A query has `position` or `path`, and if wanted `id`, `iterations` or `seconds`, `confidence`, `seed`, `agent`,
    `moves`. One that cannot be answered gives an object with `error`, and the code is 2 in the end.
    """
    from kingmaker.search.hint.queries import answer_all

    seed = seed_or_drawn(seed)
    done = answer_all(lines_of(queries), _write, seed=seed, jobs=jobs, where=name_of(queries))
    say(f"{done.answered} answered, {done.refused} refused" + (f", {done.dropped} dropped" if done.dropped else ""))
    if done.was_interrupted:
        raise typer.Exit(130)
    if done.refused:
        raise typer.Exit(2)


def _write(line: str) -> None:
    """Print a whole line at once, so that a program at the other end of a pipe has it."""
    tell(line, form="json")
