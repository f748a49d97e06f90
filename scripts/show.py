"""`kingmaker show`: a position as text and as a picture."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scripts._options import PositionArgument, say


def show(
    position: PositionArgument,
    observer: Annotated[int | None, typer.Option(min=0, help="Show only what this player knows.")] = None,
    svg: Annotated[Path | None, typer.Option(
        help="Also draw what the observer knows; without --observer the player to act.")] = None,
) -> None:
    """Print a position: the whole truth and every player's view of it, or one player's view alone."""
    from games import ConfigError
    from games.positions import load_position

    state = load_position(position)
    if observer is not None and observer >= state.n_players:
        raise ConfigError(f"--observer: expected a player in [0, {state.n_players - 1}], got {observer}")
    if svg is not None:
        seen_by = observer if observer is not None else max(state.player, 0)
        svg.parent.mkdir(parents=True, exist_ok=True)
        svg.write_text(state.svg(seen_by), encoding="utf-8")
        say(f"{svg}: what player {seen_by} sees")
    typer.echo(f"game    {state.game}")
    typer.echo("player  " + ("over" if state.is_over else str(state.player)))
    if observer is None:
        typer.echo(f"state   {state.text()}")
    for player in range(state.n_players) if observer is None else [observer]:
        typer.echo(f"view {player}  {state.view(player)}")
    if state.is_over:
        typer.echo("returns " + " ".join(f"{points:g}" for points in state.returns()))
        typer.echo("wins    " + " ".join(f"{share:g}" for share in state.wins()))
