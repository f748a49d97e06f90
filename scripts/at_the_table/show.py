"""`kingmaker show`: a position as text and as a picture."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingmaker.printing import tell
from kingmaker.scripts._options import (
    GAME_FLAGS,
    AtOption,
    ForceOption,
    LangOption,
    PositionArgument,
    checked_language,
    chosen_position,
    say,
)
from kingmaker.scripts._render import show_table

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
    out: Annotated[Path | None, typer.Option(
        help="Also write it as a position file, .json; of a followed game with what is known at the table.")] = None,
    at: AtOption = None,
    lang: LangOption = "en",
    force: ForceOption = False,
) -> None:
    """Print a position: the whole truth and every player's view of it, or one player's view alone."""
    from kingmaker.games import ConfigError
    from kingmaker.games.files.positions import save_position
    from kingmaker.writing import PNG, SVG, refuse_stranger

    state = chosen_position(position, context.args, at)
    if observer is not None and observer >= state.n_players:
        raise ConfigError(f"--observer: expected a player in [0, {state.n_players - 1}], got {observer}")
    checked_language(state.game, lang)
    if svg is not None or png is not None:
        for path, kind in ((svg, SVG), (png, PNG)):
            if path is not None:
                refuse_stranger(path, kind, force=force)
        _draw(state, observer if observer is not None else max(state.player, 0), lang, svg, png, force)
    if out is not None:
        save_position(state, out, force=force)
        say(f"{out}: the position")
    tell(f"game    {state.game}")
    tell("player  " + ("over" if state.is_over else state.game.player_name(state.player).removeprefix("player ")))
    if observer is None:
        tell("state   " + ("not known whole: the position has unknown parts" if state.is_view else state.text()))
    if state.game.spec.plain is not None:
        show_table(state, observer if observer is not None else max(state.player, 0), lang)
    for player in range(state.n_players) if observer is None else [observer]:
        tell(f"view {player}  {state.view(player)}")
    if state.game.reconstructed:
        tell(f"data    rests on reconstructed data: {state.game.reconstructed}")
    if state.is_over:
        tell("returns " + " ".join(f"{points:g}" for points in state.returns()))
        tell("wins    " + " ".join(f"{share:g}" for share in state.wins()))


def _draw(state: GameState, observer: int, lang: str, svg: Path | None, png: Path | None,
          force: bool) -> None:
    """Write what an observer sees as pictures."""
    from kingmaker.games.core.png import to_png
    from kingmaker.writing import PNG, SVG, save

    draw = state.game.spec.draw
    picture = state.svg(observer) if draw is None else draw(state, observer, lang)
    for path, data, kind in ((svg, str(picture).encode(), SVG), (png, None if png is None else to_png(picture), PNG)):
        if path is not None and data is not None:
            save(path, data, kind, force=force)
            say(f"{path}: what {state.game.player_name(observer)} sees")
