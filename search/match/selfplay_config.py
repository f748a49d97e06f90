"""What self-play plays: blocks of games, each a deal with variants, interventions and seatings.

A block is one deal, played by every variant of the game (`each`), under every intervention (`arms`), with the agents in
every seat. Streams are those of match.py beside this: block `b` has the deal `to_int(branch(seed, DEAL, b))`, seat `s`
makes its `k`-th decision with `branch(deal, AGENT, s, k)`. So each game can be played again from its number alone.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from itertools import product
from math import prod
from typing import Any

from kingmaker.games import ConfigError, Game, KingmakerError, load_game
from kingmaker.games.files.ledger import Column, Ledger
from kingmaker.games.registry import parse_options
from kingmaker.search.agents import AgentSpec, parse_agent
from kingmaker.search.match.blocks import deal_of

MOST_VARIANTS = 10_000  # combinations of options that a block goes over
EVERY = "*"  # in an arm: each value that the option allows


@dataclass(frozen=True)
class Entry:
    """One game of a block: who plays what in which seat."""

    game: Game
    arm: str  # the intervention, as options of the game; empty = none
    rotation: int  # 0 = agents as given; k = each moved on by k seats
    agents: tuple[str | None, ...]  # by seat; None for one that never decides


@dataclass(frozen=True, kw_only=True)
class SelfplayConfig:
    """What is to be played: the whole configuration of a data set. Make one by `configure`, which checks it.

    Everything but `batch` decides the rows; `batch` decides how they are handed out.
    """

    game: str
    agents: tuple[str, ...]
    games: int
    seed: int
    each: tuple[str, ...] = ()
    arms: tuple[str, ...] = ()
    decisions: bool = False
    judge: str | None = None
    batch: int = 1000

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The games of a block, in order."""
        return _entries(self)[0]

    @property
    def partial_arms(self) -> tuple[str, ...]:
        """Arms that mean nothing in some of the variants, and are left out there."""
        return _entries(self)[1]

    @property
    def n_blocks(self) -> int:
        """Blocks; the last one is played whole too."""
        return -(-self.games // len(self.entries))

    @property
    def n_games(self) -> int:
        """Games, in whole blocks."""
        return self.n_blocks * len(self.entries)

    @property
    def blocks_per_batch(self) -> int:
        """How many blocks make a batch of about `batch` games."""
        return max(1, self.batch // len(self.entries))

    @property
    def n_batches(self) -> int:
        """Batches of all games."""
        return -(-self.n_blocks // self.blocks_per_batch)

    def blocks_of(self, batch: int) -> tuple[int, int]:
        """Return the first block of a batch and the one behind its last."""
        first = batch * self.blocks_per_batch
        return first, min(first + self.blocks_per_batch, self.n_blocks)

    @property
    def n_players(self) -> int:
        """The most seats of any variant."""
        return max(entry.game.n_players for entry in self.entries)

    def deal(self, block: int) -> int:
        """Return the seed of a block's deal."""
        return deal_of(self.seed, block)

    def find(self, number: int) -> tuple[Entry, int]:
        """Return the entry and the deal of a game by its number."""
        if not 0 <= number < self.n_games:
            raise ConfigError(f"game: expected a number in [0, {self.n_games}), got {number!r}")
        block, k = divmod(number, len(self.entries))
        return self.entries[k], self.deal(block)

    def options(self) -> dict[str, tuple[str, str]]:
        """Return type and meaning of each option of the game, which is a column of `games`."""
        options = self.entries[0].game.spec.options
        return {name: ("int32" if isinstance(option.default, int) else "text", option.help)
                for name, option in options.items()}

    def ledger(self) -> Ledger | None:
        """Return what fills the game's own tables."""
        spec = self.entries[0].game.spec
        variants = {str(entry.game): entry.game.options for entry in self.entries}
        return spec.ledger(list(variants.values())) if spec.ledger else None

    def tables(self) -> dict[str, tuple[Column, ...]]:
        """Return the columns of the game's own tables."""
        ledger = self.ledger()
        return ledger.tables if ledger else {}

    def to_dict(self) -> dict[str, Any]:
        """Return the configuration as a manifest has it."""
        return {field.name: list(value) if isinstance(value := getattr(self, field.name), tuple) else value
                for field in fields(self)}


# -- checking -----------------------------------------------------------------------------------------------------


def configure(game: str, agents: Sequence[str], games: int, *, seed: int, each: Sequence[str] = (),
                  arms: Sequence[str] = (), decisions: bool = False, judge: str | None = None,
                  batch: int = 1000) -> SelfplayConfig:
    """Return a checked configuration, or refuse what cannot be played.

    Parameters
    ----------
    game : with its options, as `two-heirs:mode=solo`
    agents : one for all seats; or one for each seat, rotated; or two, of which the first has each seat in turn. Where
        one seat alone decides, any number: each plays the deal
    games : how many in all, at least; the last block is played whole
    each : options over whose values every block goes: `level`, or `level=1;3`
    arms : interventions, besides none, as options of the game: `first=T3`; `ban=*` is one for each value
    decisions : whether to keep a row a decision; far slower with agents that hardly think
    judge : a search that weighs every decision for that table
    batch : about how many games a batch has

    Examples
    --------
    >>> config = configure("two-heirs", ["random", "greedy"], 100, seed=1, arms=["first=T3"])
    >>> [(entry.arm, entry.agents) for entry in config.entries][1:3]
    [('', ('greedy', 'random')), ('first=T3', ('random', 'greedy'))]
    >>> config.n_blocks, config.n_games
    (25, 100)
    """
    if games < 1 or batch < 1:
        raise ConfigError(f"self-play: expected at least one game and batches of one; got {games!r} and {batch!r}")
    if not agents:
        raise ConfigError("self-play: expected at least one agent")
    if judge is not None and not decisions:
        raise ConfigError("self-play: a judge weighs decisions; keep them (decisions=True, --decisions)")
    specs = [_repeatable(agent) for agent in agents]
    if judge is not None:
        judge = str(_judge(judge))
    config = SelfplayConfig(game=str(load_game(game)), agents=tuple(map(str, specs)), games=games, seed=seed,
                            each=tuple(each), arms=tuple(arms), decisions=decisions, judge=judge, batch=batch)
    for entry in config.entries:
        for agent in filter(None, entry.agents):
            parse_agent(agent).make(entry.game)  # refuses a game that it cannot play
    return config


def config_from_dict(config: Mapping[str, Any]) -> SelfplayConfig:
    """Return the configuration that a manifest has."""
    values: dict[str, Any] = {name: tuple(x) if isinstance(x, list) else x for name, x in config.items()}
    return SelfplayConfig(**values)


def _repeatable(agent: str) -> AgentSpec:
    spec = parse_agent(agent)
    if spec.is_search and spec.config().seconds is not None:
        raise ConfigError(f"self-play: agent {agent!r}: a clock as budget cannot be repeated; expected iterations")
    return spec


def _judge(agent: str) -> AgentSpec:
    spec = _repeatable(agent)
    spec.config()  # refuses what does not search
    return spec


@lru_cache(maxsize=8)
def _entries(config: SelfplayConfig) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """Return the games of a block, and the arms that were left out in some variants."""
    games = variants(load_game(config.game), config.each)
    arms: dict[str, int] = {}
    entries, errors = [], []
    for variant in games:
        tables = [("", variant)]
        for text in config.arms:
            try:
                tables += _arms(variant, text)
                arms[text] = arms.get(text, 0) + 1
            except ConfigError as refusal:
                errors.append((text, refusal))
        for arm, game in tables:
            entries += [Entry(game, arm, k, seats) for k, seats in enumerate(_seatings(game, config.agents))]
    for text, error in errors:
        if text not in arms:
            raise ConfigError(f"arm {text!r}: {error}")
    return tuple(entries), tuple(text for text, n in arms.items() if n < len(games))


def variants(game: Game, each: Sequence[str]) -> list[Game]:
    """Return the game with every combination of the values that `each` names."""
    wanted: dict[str, Sequence[int | str]] = {}
    for text in each:
        name, equals, values = text.partition("=")
        if name not in game.spec.options or name in wanted:
            raise ConfigError(f"each {text!r}: expected an option of {game.name}, once: "
                              f"{', '.join(game.spec.options) or 'it has none'}")
        wanted[name] = values.split(";") if equals else _all_values(game, name)
    _check_count(f"each: {', '.join(each)}", wanted.values())
    found = [game.spec.bind({**game.options, **dict(zip(wanted, chosen, strict=True))})
             for chosen in product(*wanted.values())]
    if len(set(map(str, found))) < len(found):
        raise ConfigError(f"each: a value is given twice in {', '.join(each)}")
    return found


def _all_values(game: Game, name: str) -> Sequence[int | str]:
    values = game.spec.options[name].values(game.options)
    if not values:
        raise ConfigError(f"{game.name}: the values of option {name} cannot be counted; name some")
    return values


def _check_count(where: str, choices: Iterable[Sequence[object]]) -> None:
    """Refuse more combinations than anybody can have meant, before they are made."""
    count = prod(map(len, choices))
    if count > MOST_VARIANTS:
        raise ConfigError(f"{where}: expected at most {MOST_VARIANTS:,} combinations of values, got {count:,}")


def _arms(variant: Game, text: str) -> list[tuple[str, Game]]:
    """Return the interventions that one text means in a variant."""
    given = parse_options(text, f"arm {text!r}")
    spec = variant.spec
    for name in given:
        if name not in spec.options:
            raise KingmakerError(f"arm {text!r}: unknown option {name!r}; known: {', '.join(spec.options)}")
    choices = [_all_values(variant, name) if value == EVERY else [value] for name, value in given.items()]
    _check_count(f"arm {text!r}", choices)
    arms = []
    for chosen in product(*choices):
        game = spec.bind({**variant.options, **dict(zip(given, chosen, strict=True))})
        arms.append((",".join(f"{name}={game.options[name]}" for name in given), game))
    return arms


def _seatings(game: Game, agents: Sequence[str]) -> list[tuple[str | None, ...]]:
    """Return who sits where, rotation after rotation."""
    seats = game.acting
    n, m = len(seats), len(agents)
    if m == 1:
        tables = [[agents[0]] * n]
    elif n == 1:
        tables = [[agent] for agent in agents]
    elif m == n:
        tables = [[agents[(i - k) % n] for i in range(n)] for k in range(n)]
    elif m == 2:
        tables = [[agents[0] if i == k else agents[1] for i in range(n)] for k in range(n)]
    else:
        raise ConfigError(f"self-play: {game}: expected one agent, two, or {n}; got {m}")
    return [tuple(dict(zip(seats, table, strict=True)).get(seat) for seat in range(game.n_players))
            for table in tables]
