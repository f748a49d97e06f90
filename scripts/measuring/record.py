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
    from kingmaker.games import ConfigError
    from kingmaker.games.files.records import record_game
    from kingmaker.search import branch
    from kingmaker.search.agents import parse_agents
    from kingmaker.search.match.blocks import Seats
    from kingmaker.search.seeds import DEAL, to_int

    chosen, specs = chosen_game(game, context.args), parse_agents(agent)
    if len(specs) not in (1, chosen.n_players):
        raise ConfigError(f"--agent: expected one agent or {chosen.n_players}, one for each seat; got {len(specs)}")
    specs = specs * chosen.n_players if len(specs) == 1 else specs
    seed = seed_or_drawn(seed)
    for spec in specs:
        spec.make(chosen)  # refuses a game that it cannot play, before a file is opened
    stream = sys.stdout if out is None else out.open("w", encoding="utf-8")
    try:
        with progress(f"{chosen.name}", games) as move:
            for block in range(games):
                deal = to_int(branch(seed, DEAL, block))
                for line in record_game(chosen, deal, Seats(chosen, specs, deal).choose):
                    print(json.dumps(line, ensure_ascii=False, allow_nan=False), file=stream)
                if move is not None:
                    move(block + 1)
    finally:
        if out is not None:
            stream.close()
