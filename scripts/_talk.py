"""The talk with a person at a table: `table` follows a real game so, `play` plays one."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingmaker.errors import InputError
from kingmaker.printing import ask, tell
from kingmaker.reading import whole_number
from kingmaker.scripts._hint import think_aloud
from kingmaker.scripts._options import say
from kingmaker.scripts._render import show_table, write_picture

if TYPE_CHECKING:
    from kingmaker.games.files.kept import KeptSession

COMMANDS = ("?", "show", "moves", "undo", "write", "help", "quit")


class Talk:
    """Hears lines and answers them; every entry is kept before the next is asked.

    Parameters
    ----------
    seat : from whose side the table is shown
    seconds : how long a hint thinks
    svg : a picture of the table is kept here
    """

    help = ""

    def __init__(self, kept: KeptSession, *, seat: int, seconds: float, svg: Path | None, seed: int, jobs: int,
                 force: bool) -> None:
        self.kept, self.session, self.seat, self.svg = kept, kept.session, seat, svg
        self.seconds, self.seed, self.jobs, self.force = seconds, seed, jobs, force
        if sys.stdin.isatty():
            _complete_with(self._completions)

    def talk(self) -> None:
        """Ask and answer until the person leaves."""
        tell("help shows what can be typed")
        self.greet()
        asked = None
        while True:
            self.prepare()
            if asked is not self._place():
                asked = self._place()
                tell(self.situation())
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

    # -- what the two do each in its way -------------------------------------------------------------------------------

    def greet(self) -> None:
        """Say what there is before the first line."""

    def prepare(self) -> None:
        """Do what comes before the person is asked."""

    def situation(self) -> str:
        """Return what is to be told now."""
        from kingmaker.games.files.short_forms import summary

        if self.session.ask is not None:
            return f"{self.session.ask.question}?"
        return self.result() if self.session.state.is_over else f"\n{summary(self.session.moves())}"

    def read(self, said: str) -> None:
        """Take a line that is none of the commands."""
        self.session.read(said)

    def undo(self) -> None:
        """Take the last decision back, or the last answer."""
        self.session.enter("undo")

    # ------------------------------------------------------------------------------------------------------------------

    def _place(self) -> object:
        """Return something that changes whenever another thing is asked."""
        return self.session.ask or (self.session.state if self.session.has_begun else None)

    @property
    def _side(self) -> int:
        """The seat from which the table is shown: that of the player whose cards are known, if it is one's alone."""
        return self.seat if self.session.knower is None else self.session.knower

    def _who(self) -> str:
        if self.session.ask is not None:
            return "..."
        state = self.session.state
        return "over" if state.is_over else state.game.player_name(state.player)

    def result(self) -> str:
        """Return how the game ended."""
        state = self.session.state
        points = ", ".join(f"{state.game.player_name(player)} {points:g}"
                           for player, points in enumerate(state.returns()))
        winners = [state.game.player_name(player) for player, share in enumerate(state.wins()) if share > 0]
        return f"the game is over: {points}; won by {' and '.join(winners)}; undo, show or quit"

    def _hear(self, said: str) -> None:
        """Do what a line says; what is wrong with it is told, and nothing is lost."""
        from kingmaker.games import KingmakerError

        n_before, had_begun = len(self.session.decisions), self.session.has_begun
        try:
            if said[0] == "?":
                self._hint(said[1:].strip())
            elif said in ("help", "h"):
                tell(self.help)
            elif said in ("show", "moves"):
                self.show() if said == "show" else self.list_moves()
            elif said in ("undo", "u"):
                self.undo()
            elif said.split()[0] == "write":
                self._write(said.partition(" ")[2].strip())
            else:
                self.read(said)
        except (KingmakerError, OSError) as error:
            say(str(error))
        self.keep()
        if len(self.session.decisions) > n_before:
            self.tell_last()
        elif self.session.has_begun and (said in ("undo", "u") or not had_begun):
            self.show()

    def tell_last(self) -> None:
        """Say what was done last, and what followed by itself."""
        for decision in self.session.decisions[-1:]:
            state = decision.before
            tell(f"{state.game.player_name(state.player)}: {state.format_action(decision.action)}")
        for line in self.session.told:
            tell(f"  {line}")

    def keep(self) -> None:
        """Write the new entries down, and draw."""
        self.kept.keep()
        if self.svg is not None and self.session.has_begun:
            write_picture(self.session.state, self._side, self.session.lang, self.svg, force=self.force)

    def show(self) -> None:
        """Show the table."""
        show_table(self.session.state, self._side, self.session.lang)

    def list_moves(self) -> None:
        """List all moves, with what they are about."""
        for move in self.session.moves():
            tell(f"  {self.session.in_words(move)}")

    def _write(self, name: str) -> None:
        """Write the table out as a position file."""
        from kingmaker.games import NotationError
        from kingmaker.games.files.positions import save_position

        if not name:
            raise NotationError("write: expected the name of a file, as `write now.json`")
        save_position(self.session.state, Path(name), force=self.force)
        tell(f"{name}: the position; `kingmaker show`, `hint` and `score` read it")

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
