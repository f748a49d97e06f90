"""`kingmaker show`: a position as text and as a picture."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingmaker.scripts._options import GAME_FLAGS, LangOption, PositionArgument, checked_language, chosen_position, say

if TYPE_CHECKING:
    from kingmaker.games import GameState


SETTINGS = GAME_FLAGS


def show(
    context: typer.Context,
    position: PositionArgument,
    observer: Annotated[int | None, typer.Option(min=0, help="Show only what this player knows.")] = None,
    svg: Annotated[Path | None, typer.Option(
        help="Also draw what the observer knows; without --observer the player to act.")] = None,
    png: Annotated[Path | None, typer.Option(help="The same as PNG, 600 pixels wide.")] = None,
    lang: LangOption = "en",
) -> None:
    """Print a position: the whole truth and every player's view of it, or one player's view alone."""
    from kingmaker.games import ConfigError

    state = chosen_position(position, context.args)
    if observer is not None and observer >= state.n_players:
        raise ConfigError(f"--observer: expected a player in [0, {state.n_players - 1}], got {observer}")
    checked_language(state.game, lang)
    if svg is not None or png is not None:
        _draw(state, observer if observer is not None else max(state.player, 0), lang, svg, png)
    typer.echo(f"game    {state.game}")
    typer.echo("player  " + ("over" if state.is_over else state.game.player_name(state.player).removeprefix("player ")))
    if observer is None:
        typer.echo("state   " + ("not known whole: the position has unknown parts" if state.is_view else state.text()))
    plain = state.game.spec.plain
    if plain is not None:
        typer.echo(plain(state, observer if observer is not None else max(state.player, 0), lang))
    for player in range(state.n_players) if observer is None else [observer]:
        typer.echo(f"view {player}  {state.view(player)}")
    if state.game.spec.reconstructed:
        typer.echo(f"data    rests on reconstructed data: {state.game.spec.reconstructed}")
    if state.is_over:
        typer.echo("returns " + " ".join(f"{points:g}" for points in state.returns()))
        typer.echo("wins    " + " ".join(f"{share:g}" for share in state.wins()))


def _draw(state: GameState, observer: int, lang: str, svg: Path | None, png: Path | None) -> None:
    """Write what an observer sees as pictures."""
    from kingmaker.games.core.png import to_png

    draw = state.game.spec.draw
    picture = state.svg(observer) if draw is None else draw(state, observer, lang)
    for path, data in ((svg, str(picture).encode()), (png, None if png is None else to_png(picture))):
        if path is not None and data is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            say(f"{path}: what {state.game.player_name(observer)} sees")
