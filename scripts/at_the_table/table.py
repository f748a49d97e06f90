"""`kingmaker table`: follow a real game, with everything saved at once."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingmaker.errors import InputError
from kingmaker.printing import ask, tell
from kingmaker.reading import whole_number
from kingmaker.scripts._hint import think_aloud
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
from kingmaker.scripts._render import checked_picture, show_table, write_picture
from kingmaker.scripts._tables import table_head

if TYPE_CHECKING:
    from kingmaker.games.files.kept import KeptSession

SETTINGS = GAME_FLAGS
COMMANDS = ("?", "show", "moves", "undo", "help", "quit")
HELP = """\
  a move       short forms do: `t t3`, `t3`, `bt3 1,1`, `e`; what turned up may follow: `t3 d2 green`
  an answer    as it stands or its beginning; several in one line; or what tells it apart, as `bakery`, `market+grey`
  ?, ? 30      a hint for who is to move, after so many seconds or Ctrl-C; at a question: the answers there are
  show         the table      moves   all legal moves, with what they are about
  undo         take the last decision back, or the last answer of the setup
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
        _Follow(kept, seat, seconds, svg, seed_or_drawn(seed), jobs, force).talk()
    except KeyboardInterrupt:
        say(f"{save}: all is kept; the same command goes on")
        raise
    finally:
        kept.close()


class _Follow:
    """The talk with the person at the table."""

    def __init__(self, kept: KeptSession, seat: int, seconds: float, svg: Path | None, seed: int, jobs: int,
                 force: bool) -> None:
        self.kept, self.session, self.seat, self.svg = kept, kept.session, seat, svg
        self.seconds, self.seed, self.jobs, self.force = seconds, seed, jobs, force
        if sys.stdin.isatty():
            _complete_with(self._completions)

    def talk(self) -> None:
        """Ask and answer until the person leaves."""
        tell("help shows what can be typed")
        self._tell_last()  # of a file that is gone on with
        if self.session.has_begun:
            self._show()
            self._tell_what_is_known()
        asked = None
        while True:
            if asked is not self._place():
                asked = self._place()
                tell(self._situation())
            try:
                said = ask(f"{self._who()}> ")
            except EOFError:
                tell()
                return
            except InputError as error:
                say(error)
                continue
            if said in ("quit", "q"):
                return
            if said:
                self._hear(said)

    def _tell_what_is_known(self) -> None:
        """Say where nothing that turns up will be asked, as the position that was begun with names it all."""
        state = self.session.state
        if state.game.spec.hidden and not state.is_view:
            say("the position names what is hidden at a table, so what turns up is not asked; write ? for what is not "
                "seen there")

    def _place(self) -> object:
        """Return something that changes whenever another thing is asked."""
        return self.session.ask or (self.session.state if self.session.has_begun else None)

    def _who(self) -> str:
        if self.session.ask is not None:
            return "..."
        state = self.session.state
        return "over" if state.is_over else state.game.player_name(state.player)

    def _situation(self) -> str:
        """Return what is to be told now."""
        from kingmaker.games.files.short_forms import summary

        if self.session.ask is not None:
            return f"{self.session.ask.question}?"
        state = self.session.state
        if state.is_over:
            points = ", ".join(f"{state.game.player_name(player)} {points:g}"
                               for player, points in enumerate(state.returns()))
            winners = [state.game.player_name(player) for player, share in enumerate(state.wins()) if share > 0]
            return f"the game is over: {points}; won by {' and '.join(winners)}; undo, show or quit"
        return f"\n{summary(self.session.moves())}"

    def _hear(self, said: str) -> None:
        """Do what a line says; what is wrong with it is told, and nothing is lost."""
        from kingmaker.games import KingmakerError

        n_before, had_begun = len(self.session.decisions), self.session.has_begun
        try:
            if said[0] == "?":
                self._hint(said[1:].strip())
            elif said in ("help", "h"):
                tell(HELP)
            elif said in ("show", "moves"):
                self._show() if said == "show" else self._list_moves()
            elif said in ("undo", "u"):
                self.session.enter("undo")
            else:
                self.session.read(said)
        except KingmakerError as error:
            say(str(error))
        self._keep()
        if len(self.session.decisions) > n_before:
            self._tell_last()
        elif self.session.has_begun and (said in ("undo", "u") or not had_begun):
            self._show()

    def _tell_last(self) -> None:
        """Say what was done last, and what followed by itself."""
        for decision in self.session.decisions[-1:]:
            state = decision.before
            tell(f"{state.game.player_name(state.player)}: {state.format_action(decision.action)}")
        for line in self.session.told:
            tell(f"  {line}")

    def _keep(self) -> None:
        """Write the new entries down, and draw."""
        self.kept.keep()
        if self.svg is not None and self.session.has_begun:
            write_picture(self.session.state, self.seat, self.session.lang, self.svg,
                          force=self.force)

    def _show(self) -> None:
        show_table(self.session.state, self.seat, self.session.lang)

    def _list_moves(self) -> None:
        for move in self.session.moves():
            tell(f"  {self.session.in_words(move)}")

    def _hint(self, seconds: str) -> None:
        """Say what can be answered, or what to do."""
        from kingmaker.games import NotationError

        if seconds and not whole_number(seconds, 10**6):
            raise NotationError(f"?: expected nothing or whole seconds behind it, as `? 30`; got {seconds!r}")
        if self.session.ask is not None:
            for name, words in self.session.ask.choices.items():
                tell(f"  {name}  {words}".rstrip())
        elif not self.session.state.is_over:
            knower = self.session.knower
            if knower not in (None, self.session.state.player):
                name = self.session.state.game.player_name(knower)
                raise NotationError(f"?: a hint is for {name} alone, whose cards are known here")
            think_aloud(self.session.state, float(seconds or self.seconds), seed=self.seed, jobs=self.jobs,
                        lang=self.session.lang)

    def _completions(self, line: str, word: str) -> list[str]:
        from kingmaker.games.files.short_forms import completions

        if self.session.ask is not None:
            return completions(word, word, [*self.session.ask.choices, *COMMANDS])
        moves = [] if self.session.state.is_over else self.session.moves()
        return completions(line, word, [*moves, *COMMANDS])


def _complete_with(candidates: Any) -> None:
    """Let Tab complete words, where this Python can."""
    try:
        import readline
    except ImportError:
        return

    def complete(word: str, n: int) -> str | None:
        found = candidates(readline.get_line_buffer()[:readline.get_endidx()], word)
        return found[n] if n < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
