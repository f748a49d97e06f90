"""A real game that is followed: entries in the order in which they were made, and the state they lead to.

An entry is a kind and one text, `("move", "take T3")`, so that a file of entries is the whole session.
"""
from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from kingmaker.errors import shown
from kingmaker.games._base import GameState
from kingmaker.games.core.following import Ask, Followed, Following
from kingmaker.games.errors import ConfigError, IllegalActionError, KingmakerError, NotationError
from kingmaker.games.files.positions import read_position, with_options
from kingmaker.games.files.short_forms import (
    by_name,
    close_moves,
    listed,
    matching,
    named_at,
    read_answer,
    read_move,
    spelled_out,
    with_words,
)
from kingmaker.games.registry import game_spec
from kingmaker.games.spec import Game, GameSpec
from kingmaker.shapes import fit, mapping, string, table, whole

T = TypeVar("T")
HEAD = table({"table": whole(1, 1), "game": string(100)}, {
    "given": mapping(string(100), string(2000)), "position": table({}, others=True)}, others=True)
ENTRY = mapping(string(words=("setup", "move", "seen", "undo")), string(1000))
Head = Mapping[str, Any]  # of a file that keeps a session
Entry = tuple[str, str]


@dataclass(frozen=True)
class Decision:
    """One action of a followed game."""

    before: GameState
    action: int
    seen: tuple[str, ...]  # what turned up, as it was typed
    told: tuple[str, ...] = ()  # what followed by itself
    pieces: tuple[str, ...] = ()  # of the board that these are, as `Ask.piece` has it


class Session:
    """A game from its first question on.

    Parameters
    ----------
    spec : the game
    given : options of the game that need no asking
    lang : of names
    start : a position in the middle of a game to begin with, instead of the setup; where it names all that is hidden
        nothing is asked, and any game can be gone on with
    seat : who is told what follows by itself, where all is known; None = all of it is told

    Examples
    --------
    >>> from kingmaker.games.registry import game_spec
    >>> session = Session(game_spec("tic-tac-toe"), {})
    >>> session.read("b2")
    >>> session.entries, session.state.player
    ([('move', 'b2')], 1)
    """

    def __init__(self, spec: GameSpec, given: Mapping[str, str], lang: str = "en",
                 start: GameState | None = None, seat: int | None = None) -> None:
        self.spec, self.given, self.lang, self.seat = spec, dict(given), lang, seat
        self.entries: list[Entry] = []  # all that was told
        self.decisions: list[Decision] = []
        self.told: tuple[str, ...] = ()  # what the last entry brought about
        self.ask: Ask | None = None  # the open question
        self.pieces: list[str] = []  # of the board that the last answers are, as `Decision.pieces`
        self._hooks = _hooks_of(spec, start, seat)
        self._setup: list[str] = []
        self._called: Mapping[str, str] | None = None
        self._pending: tuple[GameState, int, list[str]] | None = None  # an action of which not all is told yet
        self._start = self._state = start
        if start is not None and self._hooks.check is not None:
            self._hooks.check(start)
        self._go_on()

    @property
    def state(self) -> GameState:
        """The position now; there is one once the setup is told."""
        if self._state is None:
            raise NotationError(f"the game has not begun: {self.ask and self.ask.question}")
        return self._state

    @property
    def has_begun(self) -> bool:
        """Whether the setup is told."""
        return self._state is not None

    @property
    def standing(self) -> list[list[Entry]]:
        """The entries that nobody took back: an answer of the setup, or a move with what it turned up, at a time."""
        steps: list[list[Entry]] = []
        for entry in self.entries:
            if entry[0] == "undo":
                steps.pop()
            elif entry[0] == "seen":
                steps[-1].append(entry)
            else:
                steps.append([entry])
        return steps

    def anew(self, lang: str | None = None) -> Session:
        """Return a session that begins as this one did, and of which nothing is told yet."""
        return Session(self.spec, self.given, lang or self.lang, self._start, self.seat)

    @property
    def words(self) -> Sequence[str]:
        """All words of moves."""
        return self._hooks.words(self.state.game)

    def read(self, line: str) -> None:
        """Take what a person typed: a move, which what turned up may follow, or answers to what is asked.

        What stands before a mistake counts.
        """
        if self.ask is None:
            line, rest = self._split(line)
            self.enter("move", self._read_move(line))
        else:
            rest = line
        for word in rest.replace(",", " ").split():
            if self.ask is None:
                raise NotationError(f"nothing more was asked: {word!r} is left out")
            self.enter(self._kind_of_answer(), read_answer(word, self.ask.choices))

    def enter(self, kind: str, text: str = "") -> None:
        """Make one entry; the text is a whole move or a whole answer."""
        self.told = ()
        if kind == "undo":
            self._undo()
        elif kind == "move" and self.ask is None:
            self._pending = *self._accept(text), []
        elif self.ask is not None and kind == self._kind_of_answer():
            if text not in self.ask.choices:
                raise NotationError(f"{self.ask.question}: expected one of {', '.join(self.ask.choices)}; got {text!r}")
            self._answers().append(text)
        else:
            raise NotationError(f"expected {self._expected()}; got {kind!r}")
        try:
            self._go_on()
        except KingmakerError:  # what was told cannot be: it was never said
            self._undo() if kind == "move" else self._answers().pop()
            self._go_on()
            raise
        self.entries.append((kind, text))

    def _kind_of_answer(self) -> str:
        return "setup" if self._pending is None else "seen"

    def _answers(self) -> list[str]:
        return self._setup if self._pending is None else self._pending[2]

    def moves(self) -> list[str]:
        """Return the moves that may be told of the player to act."""
        return self.state.legal_moves() if self._hooks.moves is None else self._hooks.moves(self.state)

    @property
    def knower(self) -> int | None:
        """The player whose cards are known, for whom alone there are hints; None = for all."""
        return None if self._hooks.knower is None else self._hooks.knower(self.state)

    def _accept(self, move: str) -> tuple[GameState, int]:
        """Return the position in which a move was made, and its id."""
        accept = self._hooks.accept
        return (self.state, self.state.parse_action(move)) if accept is None else accept(self.state, move)

    def _expected(self) -> str:
        if self.ask is None:
            return "'move' or 'undo'"
        return f"{self._kind_of_answer()!r}, an answer to {self.ask.question!r}, or 'undo'"

    def _split(self, line: str) -> tuple[str, str]:
        """Return the move and what follows it: as much of the line as makes a move."""
        words, legal = line.split(), self.moves()
        if not matching(line, legal):
            for n in range(len(words) - 1, 0, -1):
                first = " ".join(words[:n])
                found = matching(first, legal, complete=True) or self._by_name(first, legal)
                if len(found) == 1 and self._asks(found[0]):
                    return first, " ".join(words[n:])
        return line, ""

    def _asks(self, move: str) -> bool:
        """Whether a move turns something up."""
        return isinstance(_run(self._hooks.reveal(*self._accept(move), self.lang), []), Ask)

    def _read_move(self, typed: str) -> str:
        legal = self.moves()
        try:
            return read_move(typed, legal)
        except IllegalActionError:
            if matching(typed, legal):
                raise
        found = self._by_name(typed, legal)
        if len(found) > 1:
            raise IllegalActionError(f"{typed!r} could be {listed([self.in_words(move) for move in found])}")
        if found:
            return found[0]
        tries = self._guessed(typed) or [self._spelled(typed)]
        near = close_moves(tries[0], legal)
        ways_out = f"; near it: {', '.join(near)}" if near else f"; legal: {listed(legal)}"
        raise IllegalActionError("; ".join(dict.fromkeys(map(self._why_not, tries))) + ways_out)

    def _spelled(self, typed: str) -> str:
        """Return a line with its words in full; the first one is no piece."""
        verb, _, rest = typed.partition(" ")
        verbs = [word for word in self.words if word not in self.called]
        return f"{spelled_out(verb, verbs)} {spelled_out(rest, self.words)}".strip()

    def _why_not(self, move: str) -> str:
        """Return why a move cannot be made; where it is none as it stands, because of what was told behind it."""
        words, first = move.split(), ""
        for n in range(len(words), 0, -1):
            try:
                self._accept(" ".join(words[:n]))
            except IllegalActionError as error:
                why = str(error).partition("; legal: ")[0]
                if "': expected " not in why:
                    return why
                first = first or why
        return first or f"{move!r} is no move now"

    @property
    def called(self) -> Mapping[str, str]:
        """The pieces that moves name, each in the words by which people may call it."""
        if self._called is None:
            hook = self._hooks.called
            self._called = {} if hook is None else hook(self.state.game, self.lang)
        return self._called

    def _by_name(self, typed: str, moves: Sequence[str]) -> list[str]:
        """Return the moves that a text means in which pieces are called by their names."""
        more = {move: " ".join(self.called.get(word, "").partition(",")[2] for word in move.split()) for move in moves}
        return by_name(typed, self._named(moves), {move: words.replace(",", " ") for move, words in more.items()})

    def in_words(self, move: str) -> str:
        """Return a move with what it is about."""
        pieces = [self.called[word] for word in move.split() if word in self.called]
        return with_words(move, "; ".join(pieces) or self._named([move]).get(move, ""))

    def _guessed(self, typed: str) -> list[str]:
        """Return what an illegal move may have meant, each piece in sight that has the name at a time."""
        said = typed.replace("+", " ").split()
        in_sight = set(re.findall(r"\w+", self.state.view(max(self.state.player, 0))))
        found = []
        for piece, words in self.called.items():
            name = named_at(said, words.partition(",")[0])
            if name and piece in in_sight:
                every = named_at(said, words)
                rest = [piece if k == name[0] else word for k, word in enumerate(said)
                        if k == name[0] or k not in every]
                found.append(self._spelled(" ".join(rest)))
        return found

    def _named(self, moves: Sequence[str]) -> dict[str, str]:
        """Return moves with the names of what they are about."""
        explain, state = self.spec.explain, self.state
        if explain is None:
            return {}
        legal = set(state.legal_moves())
        return {move: explain(state, state.parse_action(move), self.lang) for move in moves if move in legal}

    def _undo(self) -> None:
        if self._pending is not None:
            self._pending = None
        elif self.decisions:
            self._state = self.decisions.pop().before
        elif self._setup:
            self._setup.pop()
            self._state = None
        else:
            raise IllegalActionError("nothing to take back")

    def _go_on(self) -> None:
        """Go as far as what was told allows."""
        if self._state is None:
            begun = _run(self._hooks.setup(self.given, self.lang), self._setup)
            self.ask, self._state = (begun, None) if isinstance(begun, Ask) else (None, begun)
            return
        self.ask = None
        if self._pending is not None:
            state, action, seen = self._pending
            self.pieces = []
            came = _run(self._hooks.reveal(state, action, self.lang), seen, self.pieces)
            if isinstance(came, Ask):
                self.ask = came
                return
            self.decisions.append(Decision(state, action, tuple(seen), came.told, tuple(self.pieces)))
            self._state, self.told, self._pending = came.state, came.told, None


def begin(head: Head, lang: str = "en", options: Mapping[str, str] | None = None,
          seat: int | None = None) -> Session:
    """Return the session that a file's head begins: with the setup, or in the middle of a game.

    Parameters
    ----------
    seat : who is told what follows by itself, where all is known
    options : of the game, besides those that the head names, such as a user's own table of tiles
    """
    fit(head, HEAD, "head", NotationError)
    spec, position = game_spec(head["game"]), head.get("position")
    start = None if position is None else read_position(with_options(position, options or {}))
    return Session(spec, {**head.get("given", {}), **(options or {})}, lang, start, seat)


@dataclass(frozen=True)
class Correction:
    """What an earlier entry's change makes of a session."""

    entries: tuple[Entry, ...]  # to be entered, so that the session becomes so: first takes back, then tells again
    left_out: tuple[Entry, ...]  # behind the change, which cannot be any more
    why: str  # the first of these cannot be


def corrected(session: Session, step: int, place: int, text: str) -> Correction:
    """Return what it takes to have told something else earlier; what was told behind it stays as long as it can be.

    Parameters
    ----------
    step, place : of the entry, in `session.standing`
    text : what it should have been

    Examples
    --------
    >>> from kingmaker.games.registry import game_spec
    >>> session = Session(game_spec("tic-tac-toe"), {})
    >>> session.read("b2"), session.read("a1"), session.read("c3")
    (None, None, None)
    >>> corrected(session, 1, 0, "c3").entries
    (('undo', ''), ('undo', ''), ('move', 'c3'))
    """
    standing = session.standing
    if not 0 <= step < len(standing) or not 0 <= place < len(standing[step]):
        raise NotationError(f"expected an entry that stands, of {len(standing)} steps; got {step}, {place}")
    before = [entry for entries in standing[:step] for entry in entries]
    again = [*standing[step][:place], (standing[step][place][0], text)]
    behind = [*standing[step][place + 1:], *(entry for entries in standing[step + 1:] for entry in entries)]
    trial = session.anew()
    for entry in (*before, *again):
        trial.enter(*entry)
    why = ""
    while behind and not why:
        if behind[0][0] == "seen" and trial.ask is None:  # the move as corrected turns nothing up
            behind.pop(0)
            continue
        try:
            trial.enter(*behind[0])
            again.append(behind.pop(0))
        except KingmakerError as error:
            why = str(error)
    undone = [("undo", "")] * (len(standing) - step)
    return Correction((*undone, *again), tuple(behind), why)


def entry_of(row: Mapping[str, Any]) -> Entry:
    """Return the entry that a line of a file has."""
    if len(row) != 1:
        raise NotationError(f"expected a line with one key, as {{\"move\": \"...\"}}; got {shown(row)}")
    fit(row, ENTRY, "", NotationError)
    (entry,) = row.items()
    return entry


def _run(questions: Generator[Ask, str, T], answers: Sequence[str], pieces: list[str] | None = None) -> Ask | T:
    """Answer the questions in order; return the first without an answer, or the result.

    A question with one possible answer is not asked. `pieces` gets what the answers are on the board.
    """
    told = iter(answers)
    try:
        ask = next(questions)
        while True:
            answer = next(iter(ask.choices)) if len(ask.choices) == 1 else next(told, None)
            if answer is None:
                return ask
            if pieces is not None and len(ask.choices) > 1:
                pieces.append(ask.piece.replace("{}", answer))
            ask = questions.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result


# -- games of which all is known ----------------------------------------------------------------------------------


def _hooks_of(spec: GameSpec, start: GameState | None, seat: int | None) -> Following:
    """Return what is asked: the game's own questions, or none where a position to begin with names all."""
    own, is_whole = spec.following, start is not None and not start.is_view
    if own is not None and not is_whole:
        return own
    if spec.hidden and not is_whole:
        raise ConfigError(f"{spec.name}: it cannot be followed: it does not say what to ask when something turns up "
                          "(GameSpec.following)")

    def setup(given: Mapping[str, str], lang: str) -> Generator[Ask, str, GameState]:
        yield from ()
        return spec.bind(given).new(0)

    def reveal(state: GameState, action: int, lang: str) -> Generator[Ask, str, Followed]:
        yield from ()
        after = state.clone()
        after.apply(action)
        told = () if own is None or own.told is None else own.told(state, action, after, seat, lang)
        return Followed(state=after, told=tuple(told))

    def words(game: Game) -> list[str]:
        return [game.new(0).format_action(action) for action in range(game.n_actions)]

    return Following(setup=setup, reveal=reveal, words=own.words if own else words, called=own.called if own else None)
