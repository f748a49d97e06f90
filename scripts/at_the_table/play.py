"""`kingmaker play`: a person against agents, in the terminal."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingmaker.errors import InputError
from kingmaker.printing import ask, tell
from kingmaker.reading import whole_number
from kingmaker.scripts._hint import think_aloud
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
from kingmaker.scripts._render import checked_picture, table_text, write_picture

if TYPE_CHECKING:
    from kingmaker.games import Game, GameState
    from kingmaker.search import AgentSpec
    from kingmaker.search.match.blocks import Seats

SETTINGS = GAME_FLAGS
COMMANDS = "a number or a move; ? for a hint, undo, view, quit"
HINT_S = 2.0


def play(
    context: typer.Context,
    game: GameOption,
    agent: Annotated[str, typer.Option(help="Who plays the other seats.")] = "ismcts",
    seat: Annotated[int, typer.Option(min=0, help="Your seat.")] = 0,
    seed: SeedOption = None,
    svg: Annotated[Path | None, typer.Option(
        help="Keep a picture of what you see in this file; a browser or viewer shows it.")] = None,
    lang: LangOption = "en",
    force: ForceOption = False,
) -> None:
    """Play a game against agents: moves by number or text, ? for a hint, undo.

    You see what your seat knows. The game's options may be given as flags too: --mode solo --level 2.
    """
    from kingmaker.games import ConfigError
    from kingmaker.search.agents import parse_agent

    checked_picture(svg, force)
    chosen, spec = chosen_game(game, context.args), parse_agent(agent)
    if seat >= chosen.n_players:
        raise ConfigError(f"--seat: expected a seat in [0, {chosen.n_players - 1}], got {seat}")
    spec.make(chosen)
    table = _Table(chosen, spec, seat, seed_or_drawn(seed), svg, checked_language(chosen, lang), force)
    if chosen.reconstructed:
        say(f"rests on reconstructed data: {chosen.reconstructed}")
    tell(COMMANDS)
    while not table.state.is_over:
        if table.state.player != seat:
            who = chosen.player_name(table.state.player)
            tell(f"{who}: {table.let_agent_move()}")
        elif not table.ask():
            return
    table.draw()
    tell(f"over   {table.state.view(seat)}")
    tell("points " + " ".join(f"{points:g}" for points in table.state.returns()))


class _Table:
    """A game in progress with all that undo needs."""

    def __init__(self, game: Game, spec: AgentSpec, seat: int, seed: int, svg: Path | None, lang: str,
                 force: bool) -> None:
        self.seat, self.seed, self.svg, self.lang, self.force = seat, seed, svg, lang, force
        self.state = game.new(seed)
        self.past: list[GameState] = []  # before each of the person's decisions
        self._spec = spec
        self._seats = self._new_seats()

    def _new_seats(self) -> Seats:
        from kingmaker.search.match.blocks import Seats

        return Seats(self.state.game, [self._spec] * self.state.n_players, self.seed)

    def draw(self) -> None:
        """Keep the picture up to date, where one is wanted."""
        if self.svg is not None:
            write_picture(self.state, self.seat, self.lang, self.svg, force=self.force)

    def let_agent_move(self) -> str:
        """Make the decision of the agent to act; return it, or what the person sees of it."""
        action = self._seats.choose(self.state)
        seen = self.state.observe(action, self.seat) == action
        move = self.state.format_action(action) if seen else "(hidden)"
        self.state.apply(action)
        return move

    def ask(self) -> bool:
        """Ask the person until a decision is made or taken back; return False when the person leaves."""
        legal = self.state.legal_moves()
        self.draw()
        tell(f"\n{table_text(self.state, self.seat, self.lang)}")
        explain = self.state.game.spec.explain
        words = ["" if explain is None else explain(self.state, action, self.lang)
                 for action in self.state.legal_actions()]
        tell("  ".join(f"{k}:{move}" + (f" ({word})" if word else "")
                             for k, (move, word) in enumerate(zip(legal, words, strict=True), 1)))
        while True:
            try:
                said = ask("> ")
            except EOFError:
                return False
            except InputError as error:
                say(error)
                continue
            if said in ("quit", "q"):
                return False
            if said == "?":
                self._hint()
            elif said == "view":
                tell(table_text(self.state, self.seat, self.lang))
            elif said in ("undo", "u"):
                if self._undo():
                    return True
                say("nothing to take back")
            elif self._move(said, legal):
                return True

    def _move(self, said: str, legal: list[str]) -> bool:
        from kingmaker.games import KingmakerError

        number = whole_number(said, len(legal))
        move = legal[number - 1] if number else said
        before = self.state.clone()
        try:
            self.state.apply_move(move)
        except KingmakerError as error:
            say(f"{error}; {COMMANDS}")
            return False
        self.past.append(before)
        return True

    def _undo(self) -> bool:
        """Go back to the person's decision before; agents think anew from there."""
        if not self.past:
            return False
        self.state = self.past.pop()
        self._seats = self._new_seats()
        return True

    def _hint(self) -> None:
        think_aloud(self.state, HINT_S, seed=self.seed, jobs=-1, lang=self.lang)
