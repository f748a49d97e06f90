"""`kingmaker play`: a person against agents, in the terminal."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingmaker.printing import tell
from kingmaker.reading import whole_number
from kingmaker.scripts._options import (
    GAME_FLAGS,
    ForceOption,
    GameOption,
    LangOption,
    SeedOption,
    checked_language,
    chosen_game,
    say,
    seed_or_drawn,
)
from kingmaker.scripts._render import checked_picture
from kingmaker.scripts._talk import Talk

if TYPE_CHECKING:
    from kingmaker.games import Game
    from kingmaker.search import AgentSpec
    from kingmaker.search.match.blocks import Seats

SETTINGS = GAME_FLAGS
HINT_S = 2.0
MOST_NUMBERED = 16
HELP = """\
  a move       by its number, as it stands, or short: `t t3`, `t3`, `bt3 1,1`, `take market`, `e`
  ?, ? 30      a hint, after so many seconds or Ctrl-C
  show         the table      moves   all legal moves, with their numbers and what they are about
  undo         take your last decision back
  write FILE   the position as a file, with all that is hidden
  help, quit   with --save the same command goes on
  Tab completes words."""


def play(
    context: typer.Context,
    game: GameOption,
    agent: Annotated[str, typer.Option(help="Who plays the other seats.")] = "ismcts",
    seat: Annotated[int, typer.Option(min=0, help="Your seat.")] = 0,
    save: Annotated[Path | None, typer.Option(
        help="Keep the game in this file, with all that is hidden; an old one is gone on with. `table`, `show`, "
             "`hint` and `review` read it.")] = None,
    seed: SeedOption = None,
    svg: Annotated[Path | None, typer.Option(
        help="Keep a picture of what you see in this file; a browser or viewer shows it.")] = None,
    lang: LangOption = "en",
    force: ForceOption = False,
) -> None:
    """Play a game against agents: moves by number, in full or short; ? for a hint, undo, show, help, quit.

    You see what your seat knows. The game's options may be given as flags too: --mode solo --level 2.
    """
    from kingmaker.games import ConfigError
    from kingmaker.games.files.kept import KeptSession
    from kingmaker.search.agents import parse_agent

    checked_picture(svg, force)
    chosen, spec = chosen_game(game, context.args), parse_agent(agent)
    if seat >= chosen.n_players:
        raise ConfigError(f"--seat: expected a seat in [0, {chosen.n_players - 1}], got {seat}")
    spec.make(chosen)
    checked_language(chosen, lang)
    seed = seed_or_drawn(seed)
    head = _head(chosen, seed, save, force)
    if chosen.reconstructed:
        say(f"rests on reconstructed data: {chosen.reconstructed}")
    kept = KeptSession(save, head, lang, seat=seat, remark=say, force=force)
    try:
        _Play(kept, spec, seat=seat, seconds=HINT_S, svg=svg, seed=seed, jobs=-1, force=force).talk()
    finally:
        kept.close()


def _head(game: Game, seed: int, path: Path | None, force: bool) -> dict[str, Any]:
    """Return the first line of the file: the whole deal as a position, or what the file began with."""
    from kingmaker.games import ConfigError, load_game
    from kingmaker.games.files.kept import KEY, head_in
    from kingmaker.games.files.positions import full_position

    kept = {} if path is None else head_in(path, force=force)
    if not kept:
        return {KEY: 1, "game": game.name, "given": {}, "position": full_position(game.new(seed)), "deal": str(game)}
    if "deal" not in kept:
        raise ConfigError(f"{path}: a game of `kingmaker table`, in which nobody knows what is hidden; `table` goes on "
                          "with it")
    if load_game(str(kept["deal"])) != game:
        raise ConfigError(f"--game {game}: {path} has a game of {kept['deal']}")
    return kept


class _Play(Talk):
    """Plays: the others' decisions are made by agents, and what a seat does not see of them is not told."""

    help = HELP

    def __init__(self, kept: Any, spec: AgentSpec, **options: Any) -> None:
        super().__init__(kept, **options)
        self._spec = spec
        self._seats = self._new_seats()
        self._is_shown = False

    def _new_seats(self) -> Seats:
        from kingmaker.search.match.blocks import Seats

        game = self.session.state.game
        return Seats(game, [self._spec] * game.n_players, self.seed)

    def prepare(self) -> None:
        """Let the agents decide until the person has to; show the table before that."""
        state = self.session.state
        while not state.is_over and state.player != self.seat:
            self.session.enter("move", state.format_action(self._seats.choose(state)))
            self.keep()
            self.tell_last()
            state, self._is_shown = self.session.state, False
        if not self._is_shown:
            self._is_shown = True
            self.keep()
            tell()
            self.show()

    def situation(self) -> str:
        """Return the moves, by their numbers where they are few."""
        if self.session.state.is_over:
            return self.result()
        moves = self.session.moves()
        if len(moves) > MOST_NUMBERED:
            return super().situation()
        return "\n" + "  ".join(f"{n}:{move}" for n, move in enumerate(moves, 1))

    def list_moves(self) -> None:
        """List all moves with their numbers."""
        for n, move in enumerate(self.session.moves(), 1):
            tell(f"{n:>4}  {self.session.in_words(move)}")

    def read(self, said: str) -> None:
        """Make a move, by its number or its text."""
        moves = self.session.moves()
        number = whole_number(said, len(moves))
        self.session.read(moves[number - 1] if number else said)
        self._is_shown = False

    def undo(self) -> None:
        """Go back to the person's decision before; agents think anew from there."""
        from kingmaker.games import IllegalActionError

        mine = [n for n, decision in enumerate(self.session.decisions) if decision.before.player == self.seat]
        if not mine:
            raise IllegalActionError("nothing to take back")
        for _ in self.session.decisions[mine[-1]:]:
            self.session.enter("undo")
        self._seats = self._new_seats()

    def tell_last(self) -> None:
        """Say what was done last, as far as the person sees it, and what followed by itself."""
        decision = self.session.decisions[-1]
        state = decision.before
        is_seen = state.player == self.seat or state.observe(decision.action, self.seat) == decision.action
        tell(f"{state.game.player_name(state.player)}: "
             + (state.format_action(decision.action) if is_seen else "(hidden)"))
        for line in decision.told:
            tell(f"  {line}")
