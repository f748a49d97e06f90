"""What a game says about itself: `GameSpec` is the game, `Game` the game with its options chosen."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from kingmaker.errors import shown
from kingmaker.games._base import GameState
from kingmaker.games._checks import check_whole
from kingmaker.games._rng import Rng
from kingmaker.games.core.board import Board
from kingmaker.games.core.following import Following
from kingmaker.games.core.tuning import Tuning
from kingmaker.games.core.weights import Learning
from kingmaker.games.errors import ConfigError, ContractError, NotationError

if TYPE_CHECKING:
    from kingmaker.games.files.ledger import Ledger
    from kingmaker.games.files.records import RecordForm

MAX_PLAYERS = 8  # as in _base.pxd
MOST_STATE = 100_000  # characters of a state's text
FEATURES = frozenset({"evaluation", "key", "policy", "priors", "rewind", "score", "turns", "worlds"})


class DataFile(Protocol):
    """What holds component data: a path, or a table that is drawn and stands in no file."""

    @property
    def suffix(self) -> str:
        """The end of its name, as `.csv`."""

    def read_bytes(self) -> bytes:
        """Return what it holds."""


@dataclass(frozen=True)
class Option:
    """One option of a game: a whole number in [low, high], one of some words, or some words in any order."""

    default: int | str
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def read(self, game: str, name: str, value: object) -> int | str:
        """Return the value, checked; texts are read as numbers where numbers are wanted."""
        where = f"{game}: option {name}"
        if self.choices:
            words = sorted(str(value).split(","))  # of a list the order is free, as three sets of tiles are a choice
            chosen = value if value in self.choices else next(
                (choice for choice in self.choices if "," in choice and sorted(choice.split(",")) == words), None)
            if chosen is None:
                several = "; " if any("," in choice for choice in self.choices) else ", "
                raise ConfigError(f"{where}: expected one of {several.join(self.choices)}; got {shown(value)}")
            return str(chosen)
        try:
            number = int(str(value))
        except ValueError:
            number = self.low - 1
        if not self.low <= number <= self.high:
            raise ConfigError(f"{where}: expected a whole number in [{self.low}, {self.high}], got {shown(value)}")
        return number

    def describe(self) -> str:
        """Return the allowed values as text."""
        return "|".join(self.choices) if self.choices else f"{self.low}..{self.high}"

    def values(self, options: Mapping[str, Any] | None = None) -> list[int | str]:
        """Return all allowed values, in the order they are declared; none where they cannot be counted.

        `options` are the game's chosen ones, on which they may depend.
        """
        return list(self.choices or range(self.low, self.high + 1))


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Sizes and bounds that the engine relies on; conformance checks that games keep them."""

    n_players: int
    n_actions: int  # action ids lie in [0, n_actions)
    max_legal: int  # most legal actions in any state
    max_decisions: int  # most decisions in one game
    min_return: float
    max_return: float
    idle: tuple[int, ...] = ()  # seats that never act: what they do follows from the rules
    # where the rules let a game go on for ever: decisions after which the evaluation judges a rollout; 0: never
    rollout_cut: int = 0


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """A game, before its options are chosen. Each game's folder holds one, named GAME.

    Parameters
    ----------
    name : what the command line calls it, words joined by hyphens
    limits : options -> Limits
    new : (game, rng) -> state; draws everything that chance decides in the whole game
    parse : (game, text) -> state; reads what `state.text()` writes
    hidden : something is hidden from somebody
    hidden_actions : some actions are not seen whole by all (then MO-ISMCTS is the honest search)
    win_weight : share of win against points in the default utility, 1 = only the win counts
    margin_scale : points that make the score part of the utility 0.73 (a sigmoid); 0 = linear in own points
    youth : how far all trees together may be wrong about what a move loses, in standard deviations of an iteration's
        value: less where luck makes most of these, as in games of hidden cards (docs/search.md, "What the intervals
        cover")
    features : which optional methods it has, of FEATURES
    advice : game -> keys of a search that suit it and their values (`search.config`); searches begin with them
    enumerable : option sets small enough to enumerate their worlds; the leak tests use them
    reconstructed : what of its data is not from a source, in words, empty = nothing; or options -> this, where it hangs
        on what is played with and on the user's own files
    read_position : (keys) -> state, for a position file with a schema of the game's own (games/files/positions.py);
        `"-"` has been read as null; it has to refuse keys that it does not know
    write_position : state -> keys, the way back; `game` and `version` are put before them
    seats : what the players are called, where the game has names for them; or options -> these
    record : what the lines of a record say of this game, where its texts are no reading for other programs
        (games/files/records.py)
    score : state -> the result as if the game ended now
    languages : of the names in pictures and hints
    draw : (state, observer, language) -> picture, where there are several languages
    plain : (state, observer, language) -> the table in lines of text, where `view` is no reading for people
    tints : words of `plain` that a terminal shows in a colour, each with the colour as terminals call it; the words
        alone have to say it, as not every terminal has colours
    learning : what of its policy and evaluation can be learned from self-play
    explain : (state, action, language) -> a legal action in words, where its text alone does not say what it does
    files : options -> the files with component data on which rules and agents rest, by what they hold
    ledger : (option sets of the games to come) -> what fills the game's own tables of a data set (files/ledger.py)
    events : (before, action, after, language) -> what the player saw come of an action by itself, in words
    facts : (state, world, language) -> sentences about what is hidden from the player to act that hold in this world;
        a hint tells which of them it depends on
    parts : state -> where the points come from: a part's name -> points of each player; all parts sum to the returns
    tell : (state, action, language) -> a legal action as an instruction to a person, as "take Market (T3)"; else hints
        have the action's text
    gains : (state after a turn, player) -> what the turn has brought the player beside points, by name, more is better;
        a hint tells in which of them its plan differs from the runner-up
    named : (game, word, language) -> what a part, a gain, a seat or the title is called; else it is the word itself
    draw_plan : (state, observer, language, moves) -> picture with the moves drawn on it
    following : what to ask the people at a real table, so that their game can be followed (games/files/session.py)
    board : how it is shown to be touched in a browser; without it a list of moves stands beside its text and picture
    arms : (option sets of the games to come, single pieces too) -> the interventions that a study of balance plays
        besides the game as it is: all that mean something in one of these (`balance --run`, `--pieces`)
    alternative : (game, number) -> the game with the number-th drawing of all its data that is reconstructed; None if
        nothing is
    alternatives : (state, n) -> up to n states of such games: the same position as its player to act sees it; fewer,
        or none, where it cannot be with other data
    tuning : what of its table a designer may turn (`kingmaker suggest`)
    forecasts : the file with what positions of the game bring when games go on (search/forecast.py), if there is one
    difficulty : the file with how agents fare against the game's rules (analysis/studies/shipped.py), if there is one
    refusals : () -> what is refused of its positions, options and moves: English sentences with gaps, each in the other
        languages of the game (games/core/refusals.py)
    titles : the title in languages that the game does not speak, or of a game without `named`
    study : the module whose `STUDY` says what the game adds to a report on its balance and difficulty
        (analysis/show/study.py); it alone of a game may need pandas, and is imported only when a report is made
    """

    name: str
    title: str
    limits: Callable[[Mapping[str, Any]], Limits]
    new: Callable[[Game, Rng], GameState]
    parse: Callable[[Game, str], GameState]
    options: Mapping[str, Option] = field(default_factory=dict)
    hidden: bool = True
    hidden_actions: bool = False
    win_weight: float = 1.0
    margin_scale: float = 0.0
    youth: float = 0.16
    features: frozenset[str] = frozenset()
    advice: Callable[[Game], Mapping[str, Any]] = lambda game: {}
    enumerable: tuple[Mapping[str, Any], ...] = ({},)
    reconstructed: str | Callable[[Mapping[str, Any]], str] = ""
    read_position: Callable[[Mapping[str, Any]], GameState] | None = None
    write_position: Callable[[GameState], dict[str, Any]] | None = None
    seats: tuple[str, ...] | Callable[[Mapping[str, Any]], tuple[str, ...]] = ()
    record: RecordForm | None = None
    score: Callable[[GameState], dict[str, Any]] | None = None
    languages: tuple[str, ...] = ("en",)
    draw: Callable[[GameState, int, str], str] | None = None
    plain: Callable[[GameState, int, str], str] | None = None
    tints: Mapping[str, str] = field(default_factory=dict)
    learning: Learning | None = None
    explain: Callable[[GameState, int, str], str] | None = None
    files: Callable[[Mapping[str, Any]], Mapping[str, DataFile]] | None = None
    ledger: Callable[[Sequence[Mapping[str, Any]]], Ledger] | None = None
    events: Callable[[GameState, int, GameState, str], str] | None = None
    facts: Callable[[GameState, GameState, str], Iterable[str]] | None = None
    parts: Callable[[GameState], Mapping[str, list[float]]] | None = None
    tell: Callable[[GameState, int, str], str] | None = None
    gains: Callable[[GameState, int], Mapping[str, float]] | None = None
    named: Callable[[Game, str, str], str] | None = None
    draw_plan: Callable[[GameState, int, str, Sequence[str]], str] | None = None
    following: Following | None = None
    board: Board | None = None
    arms: Callable[[Sequence[Mapping[str, Any]], bool], list[str]] | None = None
    alternative: Callable[[Game, int], Game | None] | None = None
    alternatives: Callable[[GameState, int], Sequence[GameState]] | None = None
    tuning: Tuning | None = None
    forecasts: Path | None = None
    difficulty: Path | None = None
    refusals: Callable[[], Mapping[str, Sequence[str]]] | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    study: str = ""

    def bind(self, options: Mapping[str, object]) -> Game:
        """Return the game with these options; unknown names and values are refused."""
        return Game(self, options)

    def titled(self, lang: str) -> str:
        """Return the title in a language, as far as there is one."""
        if lang in self.titles or lang not in self.languages:
            return self.titles.get(lang, self.title)
        return self.bind({}).word(self.title, lang)

    def read_options(self, options: Mapping[str, object]) -> dict[str, int | str]:
        """Return a value for each option, the default where none is given; unknown names and values are refused."""
        if not isinstance(options, Mapping):
            raise TypeError(f"{self.name}: expected options by their names, got {shown(options)}")
        for name in options:
            if name not in self.options:
                known = ", ".join(f"{n}={o.describe()}" for n, o in self.options.items()) or "it has none"
                raise ConfigError(f"{self.name}: unknown option {name!r}; known: {known}")
        return {n: o.read(self.name, n, options.get(n, o.default)) for n, o in self.options.items()}


def _check_limits(name: str, limits: Limits, judged: bool) -> None:
    """Refuse sizes that the engine has no room for."""
    wanted = {
        f"1 <= n_players <= {MAX_PLAYERS}": 1 <= limits.n_players <= MAX_PLAYERS,
        "1 <= max_legal <= n_actions < 2**31": 1 <= limits.max_legal <= limits.n_actions < 2**31,
        "1 <= max_decisions < 2**30": 1 <= limits.max_decisions < 2**30,
        "-1e15 <= min_return < max_return <= 1e15": -1e15 <= limits.min_return < limits.max_return <= 1e15,
        "idle: seats, not all of them": set(limits.idle) < set(range(limits.n_players)),
        "0 <= rollout_cut < max_decisions": 0 <= limits.rollout_cut < limits.max_decisions,
        "a rollout_cut only beside an evaluation": not limits.rollout_cut or judged,
    }
    for rule, kept in wanted.items():
        if not kept:
            raise ContractError(f"{name}: limits must keep {rule}, got {limits}")


class Game:
    """A game with its options chosen: makes states and knows their bounds. It never changes: its states rely on it."""

    spec: GameSpec
    options: Mapping[str, Any]
    limits: Limits
    seats: tuple[str, ...]
    name: str
    n_players: int
    acting: tuple[int, ...]
    n_actions: int
    max_legal: int
    max_decisions: int
    rollout_cut: int
    min_return: float
    max_return: float

    def __init__(self, spec: GameSpec, options: Mapping[str, object]) -> None:
        if self.__dict__:
            raise AttributeError(f"{self.name}: a game does not change, so it is not made again")
        if not isinstance(spec, GameSpec):
            raise TypeError(f"Game: expected a GameSpec, got {shown(spec)}; load_game(name) makes a game")
        chosen = MappingProxyType(spec.read_options(options))
        limits = spec.limits(chosen)
        _check_limits(spec.name, limits, "evaluation" in spec.features)
        self.__dict__.update(
            spec=spec, options=chosen, limits=limits, seats=spec.seats(chosen) if callable(spec.seats) else spec.seats,
            name=spec.name, n_players=limits.n_players,
            acting=tuple(seat for seat in range(limits.n_players) if seat not in limits.idle),
            n_actions=limits.n_actions, max_legal=limits.max_legal, max_decisions=limits.max_decisions,
            rollout_cut=limits.rollout_cut, min_return=limits.min_return, max_return=limits.max_return)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self.name}: a game does not change, so {name} cannot be set; load_game(name, "
                             "option=...) makes another")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{self.name}: a game does not change, so {name} cannot be deleted")

    def new(self, seed: int | np.random.SeedSequence) -> GameState:
        """Return the start of a game; the seed decides the whole deal."""
        return self.spec.new(self, Rng(seed))

    def parse(self, text: str) -> GameState:
        """Return the state that `state.text()` described."""
        if not isinstance(text, str):
            raise TypeError(f"{self.name}: parse: expected a text, got {type(text).__name__}")
        if len(text) > MOST_STATE:
            raise NotationError(f"{self.name}: expected a state's text of at most {MOST_STATE:,} characters, got "
                                f"{len(text):,}")
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise NotationError(f"{self.name}: expected a state's text in whole characters; character "
                                f"{error.start + 1} is half of one") from None
        return self.spec.parse(self, text)

    @property
    def reconstructed(self) -> str:
        """What of the data that these options play with is not from a source, in words; empty = nothing."""
        told = self.spec.reconstructed
        return told(self.options) if callable(told) else told

    def player_name(self, player: int) -> str:
        """Return what a player is called: the game's word, else `player 0` and so on."""
        seat = check_whole(player, f"{self.name}: expected a player", 0, self.n_players)
        return self.seats[seat] if self.seats else f"player {seat}"

    def word(self, word: str, lang: str = "en") -> str:
        """Return what a part of the points, a gain of a turn, a seat or the title is called."""
        return word if self.spec.named is None else self.spec.named(self, word, lang)

    def variants(self, *names: str) -> list[Game]:
        """Return the game with every value of some options, all combinations; the last option changes fastest.

        Examples
        --------
        >>> from kingmaker.games import load_game
        >>> [str(game) for game in load_game("oh-hell").variants("off_bid")]
        ['oh-hell', 'oh-hell:off_bid=yes']
        """
        choices = []
        for name in names:
            if name not in self.spec.options:
                raise ConfigError(f"{self.name}: unknown option {name!r}; known: "
                                  f"{', '.join(self.spec.options) or 'it has none'}")
            choices.append(self.spec.options[name].values(self.options))
            if not choices[-1]:
                raise ConfigError(f"{self.name}: the values of option {name} cannot be counted")
        return [self.spec.bind({**self.options, **dict(zip(names, values, strict=True))})
                for values in product(*choices)]

    def has(self, feature: str) -> bool:
        """Whether the game has an optional method, one of FEATURES."""
        return feature in self.spec.features

    def __str__(self) -> str:
        """Return the name with the options that are not as usual; `load_game` reads it back."""
        unusual = [f"{n}={v}" for n, v in self.options.items() if v != self.spec.options[n].default]
        return self.name + (":" + ",".join(unusual) if unusual else "")

    def __repr__(self) -> str:
        return f"<Game {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name and self.options == other.options

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        from kingmaker.games.registry import load_game

        return load_game, (str(self),)


def reconstructed_in(games: Iterable[Game]) -> str:
    """Say in one line what some games' data does not have from a source, each thing once; empty = nothing.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> reconstructed_in(load_game("oh-hell").variants("off_bid"))
    ''
    """
    return " | ".join(dict.fromkeys(game.reconstructed for game in games if game.reconstructed))
