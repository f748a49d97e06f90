"""`kingmaker record`: whole games that another program can replay."""
from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from kingmaker.printing import tell, to_json
from kingmaker.scripts._options import GAME_FLAGS, ForceOption, GameOption, SeedOption, chosen_game, seed_or_drawn
from kingmaker.scripts._render import progress

SETTINGS = GAME_FLAGS


def record(
    context: typer.Context,
    game: GameOption,
    agent: Annotated[str, typer.Option(help="An agent for all seats, or one for each.")] = "random",
    games: Annotated[int, typer.Option(min=1, help="How many games, one after the other.")] = 1,
    seed: SeedOption = None,
    out: Annotated[Path | None, typer.Option(help="A file, .jsonl; standard output if absent.")] = None,
    force: ForceOption = False,
) -> None:
    """Play games and print their records: one JSON object a line, head, decisions, result.

    The game's options may be given as flags too: --mode solo --level 3.
    """
    from kingmaker.search.agents import parse_agents
    from kingmaker.search.match.records import record_games
    from kingmaker.writing import fresh, lines_of, refuse_stranger

    chosen = chosen_game(game, context.args)
    records = record_games(chosen, parse_agents(agent), games, seed=seed_or_drawn(seed))
    if out is not None:
        refuse_stranger(out, lines_of("record"), force=force)
        out.parent.mkdir(parents=True, exist_ok=True)
    with nullcontext() if out is None else fresh(out, keeps=True) as file, progress(chosen.name, games) as move:
        for n, lines in enumerate(records, 1):
            text = "".join(f"{to_json(line)}\n" for line in lines)
            if file is None:
                tell(text, end="", form="json")
            else:
                file.write(text.encode())
            if move is not None:
                move(n)
