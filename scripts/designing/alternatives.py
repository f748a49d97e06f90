"""`kingmaker alternatives`: other tables that could be the true ones, where a game's data is reconstructed."""
from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingmaker.printing import tell
from kingmaker.scripts._options import GAME_FLAGS, ForceOption, FormatOption, GameOption, chosen_game, say
from kingmaker.scripts.terminal import print_table

if TYPE_CHECKING:
    from kingmaker.games import Game

SETTINGS = GAME_FLAGS


def alternatives(
    context: typer.Context,
    game: GameOption = "two-heirs",
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many.")] = 4,
    seed: Annotated[int, typer.Option(min=0, help="The number of the first; a number always draws the same.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Folder into which to write them, to look at or to change.")] = None,
    output: FormatOption = "table",
    force: ForceOption = False,
) -> None:
    """Draw tables that agree with everything that is known from a source, and tell in what they differ from the game's.

    What is named under `options` plays with such a table everywhere: --game "two-heirs:tiles=@1".
    """
    from kingmaker.games import ConfigError

    base = chosen_game(game, context.args)
    draw = base.spec.alternative
    drawn = [] if draw is None else [(number, draw(base, number)) for number in range(seed, seed + count)]
    rows = [_describe(base, number, other, out, force) for number, other in drawn if other is not None]
    if not rows:
        raise ConfigError(f"--game: {base}: all of its data is known, there is nothing to draw")
    if out is not None:
        say(f"{len(rows)} drawings written to {out}")
    if output == "json":
        tell(json.dumps(rows), form="json")
        return
    cells = [(str(row["number"]), row["options"], f"{len(row['differences'])}",
              ", ".join(f"{n} {name}" for name, n in
                        Counter(one["column"] for one in row["differences"]).most_common())) for row in rows]
    print_table(("number", "options", "cells changed", "of them"), cells, left=("options", "of them"))


def _describe(base: Game, number: int, other: Game, out: Path | None, force: bool) -> dict[str, Any]:
    """Return what a drawing is and where it differs; write its files."""
    from kingmaker.games.core.provenance import differences
    from kingmaker.writing import data_like, save

    files = base.spec.files
    before, after = ({}, {}) if files is None else (files(base.options), files(other.options))
    changed = [name for name in after if after[name] != before[name]]
    if out is not None:
        for name in changed:
            raw = after[name].read_bytes()
            save(out / f"{name}-{number}{after[name].suffix}", raw, data_like(raw), force=force)
    given = ",".join(f"{name}={value}" for name, value in other.options.items() if value != base.options[name])
    cells = [{"table": name, **one} for name in changed for one in differences(before[name], after[name])]
    return {"number": number, "game": str(other), "options": given, "differences": cells}
