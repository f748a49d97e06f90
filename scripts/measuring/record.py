"""`kingmaker record`: whole games that another program can replay."""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from kingmaker.scripts._options import GAME_FLAGS, GameOption, SeedOption, chosen_game, seed_or_drawn
from kingmaker.scripts._render import progress

SETTINGS = GAME_FLAGS


def record(
    context: typer.Context,
    game: GameOption,
    agent: Annotated[str, typer.Option(help="An agent for all seats, or one for each.")] = "random",
    games: Annotated[int, typer.Option(min=1, help="How many games, one after the other.")] = 1,
    seed: SeedOption = None,
    out: Annotated[Path | None, typer.Option(help="A file, .jsonl; standard output if absent.")] = None,
) -> None:
    """Play games and print their records: one JSON object a line, head, decisions, result.

    The game's options may be given as flags too: --mode solo --level 3.
    """
    from kingmaker.search.agents import parse_agents
    from kingmaker.search.match.records import record_games

    chosen = chosen_game(game, context.args)
    records = record_games(chosen, parse_agents(agent), games, seed=seed_or_drawn(seed))
    stream = sys.stdout if out is None else out.open("w", encoding="utf-8")
    try:
        with progress(f"{chosen.name}", games) as move:
            for n, lines in enumerate(records, 1):
                for line in lines:
                    print(json.dumps(line, ensure_ascii=False, allow_nan=False), file=stream)
                if move is not None:
                    move(n)
    finally:
        if out is not None:
            stream.close()
