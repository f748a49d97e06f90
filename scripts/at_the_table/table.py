"""`kingmaker table`: follow a real game, with everything saved at once."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kingmaker.scripts._options import (
    GAME_FLAGS,
    ForceOption,
    JobsOption,
    LangOption,
    SeedOption,
    checked_language,
    game_flags,
    say,
    seed_or_drawn,
)
from kingmaker.scripts._render import checked_picture
from kingmaker.scripts._tables import table_head
from kingmaker.scripts._talk import Talk

SETTINGS = GAME_FLAGS
HELP = """\
  a move       short forms do: `t t3`, `t3`, `bt3 1,1`, `e`; what turned up may follow: `t3 d2 green`
  an answer    as it stands or its beginning; several in one line; or what tells it apart, as `bakery`, `market+grey`
  ?, ? 30      a hint for who is to move, after so many seconds or Ctrl-C; at a question: the answers there are
  show         the table      moves   all legal moves, with what they are about
  undo         take the last decision back, or the last answer of the setup
  write FILE   the table as a position file
  help, quit   all is saved as you type; the same command goes on
  Tab completes words."""


def table(
    context: typer.Context,
    save: Annotated[Path, typer.Option(help="Everything typed is kept here at once; an old file is gone on with.")],
    game: Annotated[str | None, typer.Option(
        "--game", help="A game, with options as two-heirs:mode=solo; no need where a file names it.")] = None,
    position: Annotated[str | None, typer.Option(
        help="Begin in the middle of a game: a position file of what lies on the table.")] = None,
    seat: Annotated[int, typer.Option(min=0, help="From whose side the table is shown.")] = 0,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long a hint thinks.")] = 10.0,
    svg: Annotated[Path | None, typer.Option(help="Keep a picture of the table in this file.")] = None,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    lang: LangOption = "en",
    force: ForceOption = False,
) -> None:
    """Follow a real game: type what each side did and what turned up; ? for a hint, undo, show, help, quit.

    What is hidden at the table stays unknown here. Options of the game that are not given are asked:
    --mode solo --level 2 --sets travel,dominion,trade.
    """
    from kingmaker.games import ConfigError, load_game
    from kingmaker.games.files.kept import KeptSession

    checked_picture(svg, force)
    head = table_head(save, game, position, game_flags(context.args), force)
    usual = load_game(head["game"])
    checked_language(usual, lang)
    if seat >= usual.n_players:
        raise ConfigError(f"--seat: expected a seat in [0, {usual.n_players - 1}], got {seat}")
    kept = KeptSession(save, head, lang, where=str(position or save), remark=say, force=force)
    try:
        _Follow(kept, seat=seat, seconds=seconds, svg=svg, seed=seed_or_drawn(seed), jobs=jobs, force=force).talk()
    except KeyboardInterrupt:
        say(f"{save}: all is kept; the same command goes on")
        raise
    finally:
        kept.close()


class _Follow(Talk):
    """Follows a real game: questions on what turned up, hints for whoever's cards are known."""

    help = HELP

    def greet(self) -> None:
        """Show where a file is gone on with."""
        self.tell_last()
        if self.session.has_begun:
            self.show()
            self._tell_what_is_known()

    def _tell_what_is_known(self) -> None:
        """Say where nothing that turns up will be asked, as the position that was begun with names it all."""
        state = self.session.state
        if state.game.spec.hidden and not state.is_view:
            say("the position names what is hidden at a table, so what turns up is not asked; write ? for what is not "
                "seen there")
