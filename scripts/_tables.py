"""What a table begins with: `table` and `serve` read the same options and write the same first line."""
from __future__ import annotations

from pathlib import Path
from typing import Any


def table_head(save: Path, game: str | None, position: str | None, given: dict[str, str],
               force: bool) -> dict[str, Any]:
    """Return the first line of the file: what is followed, and from where on."""
    from kingmaker.games import ConfigError, game_spec
    from kingmaker.games.files.kept import KEY, head_in
    from kingmaker.games.files.positions import load_keys, load_position, with_options
    from kingmaker.games.registry import parse_options

    name, _, options = (game or "").partition(":")
    given = {**(parse_options(options, "--game") if options else {}), **given}
    kept = head_in(save, force=force)
    if kept and not given and position is None and name in ("", kept["game"]):
        return kept
    if position is None:
        if not name:
            raise ConfigError("expected --game or --position: what is followed; or in --save a file to go on with")
        return {KEY: 1, "game": game_spec(name).name, "given": given}
    if position == "-":
        raise ConfigError("--position: expected a file: standard input is where moves are typed")
    found = load_position(position, **given).game.name  # refuses what is none
    if name not in ("", found):
        raise ConfigError(f"--game {name}: {position} has a position of {found}")
    return {KEY: 1, "game": found, "given": given, "position": with_options(load_keys(position), given)}
