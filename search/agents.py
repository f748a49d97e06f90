"""Agents: what plays a seat. Written as text, `name` or `name:key=value,key=value`; docs/agents.md lists them."""
from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any, Protocol

import numpy as np

from kingmaker.games import ConfigError, Game, GameState, Rng
from kingmaker.search.config import KEYS, NEEDED, SearchConfig, advised, read_value, settings_for
from kingmaker.search.engine import FOREVER_S, UNLIMITED, run_search
from kingmaker.search.interest import stop_of_task
from kingmaker.search.mixture import mix, need_mixture
from kingmaker.search.proof import prove
from kingmaker.search.result import best_index, enders_of
from kingmaker.search.seeds import AGENT, branch, replicate_streams, to_int
from kingmaker.search.tree._greedy import one_step
from kingmaker.search.tree._searcher import Searcher

HONEST_WORLDS = ("fresh", "stratified")
AGENT_DEFAULTS: Mapping[str, object] = {"iterations": 1000, "replicates": 1}
BUDGETS = ("iterations", "seconds")
PRESETS: dict[str, dict[str, object]] = {
    "plain": {},  # nothing of what the game advises
    "quick": {"iterations": 250},
    "standard": {"iterations": 2000},
    "strong": {"iterations": 8000},
}

# What a name settles; such a key cannot be given beside it.
SEARCHES: dict[str, dict[str, object]] = {
    "flat": {"trees": "none"},
    "pimc": {"trees": "auto", "worlds": "fixed"},
    "ismcts": {"trees": "auto"},
    "so-ismcts": {"trees": "single"},
    "mo-ismcts": {"trees": "many"},
    "cheat": {"worlds": "true"},
}
GREEDY_WORLDS = 8
OWN_KEYS: dict[str, tuple[str, ...]] = {
    "random": (), "greedy": ("worlds",), "policy": ("temperature",), "mixed": BUDGETS}
MOST_TEMPERATURE = 1000.0
AGENTS = {
    "random": "every legal action is equally likely",
    "greedy": "the best evaluation one step ahead, mean of `worlds` worlds; games with an evaluation",
    "policy": "the game's own rollout policy, asked in a world drawn from what the player knows; with a `temperature` "
              "the priors, sharper below 1 and softer above",
    "flat": "flat Monte Carlo: playouts of every action in common worlds, no tree",
    "pimc": "determinized UCT: a tree for each of n_worlds worlds",
    "ismcts": "information set search: one tree where actions are public, one a player where some are hidden",
    "so-ismcts": "one tree of the acting player's information sets",
    "mo-ismcts": "one tree for each player",
    "mixed": "draws its move by a mixture that nobody gains by guessing (regret matching); games that rewind",
    "cheat": "UCT that sees the true position: an upper bound, not a player",
}


@dataclass(frozen=True)
class Thought:
    """What an agent that searched thinks of its choice; numbers as in a hint, of this one search."""

    best: int  # the action that it holds best: its choice
    value: float  # mean utility of the choice
    visits: int
    loss: float  # mean utility of the best action minus that of the choice


class Agent(ABC):
    """A player of one seat for one game.

    It is handed the true state, as anything else would copy it, and uses of it only what the player to act knows
    (but `cheat`). Its thinking draws from the seed it is given alone, so that it cannot disturb the deal.
    """

    listens = False  # wants to be told of decisions
    thought: Thought | None = None  # on the last decision, of agents that search

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, state: GameState, seed: np.random.SeedSequence) -> int:
        """Return the action to make. A single legal one is made without thinking."""
        legal = state.legal_actions()
        self.thought = None
        return legal[0] if len(legal) == 1 else self.think(state, legal, seed)

    @abstractmethod
    def think(self, state: GameState, legal: list[int], seed: np.random.SeedSequence) -> int:
        """Return one of several legal actions."""

    def told(self, before: GameState, action: int, after: GameState) -> None:
        """Hear of a decision that somebody made, the agent itself included."""
        return


class AgentMaker(Protocol):
    """What a match needs of a contestant: `AgentSpec` is one; write another for an agent of your own."""

    def make(self, game: Game) -> Agent:
        """Return a player for one seat and one game; refuse a game that it cannot play."""


@dataclass(frozen=True)
class AgentSpec:
    """An agent as it is written: its name and the keys given. `str()` is the canonical text, which reads back the same.

    Examples
    --------
    >>> str(parse_agent("ismcts:c=0.70,seconds=2"))
    'ismcts:seconds=2,c=0.7'
    >>> str(parse_agent("ismcts"))
    'ismcts:iterations=1000'
    """

    kind: str
    given: tuple[tuple[str, Any], ...] = ()

    @property
    def is_search(self) -> bool:
        """Whether it is a search, whose thinking can be shown."""
        return self.kind in SEARCHES

    def config(self, game: Game | None = None, defaults: Mapping[str, object] = AGENT_DEFAULTS) -> SearchConfig:
        """Return the settings of a searching agent; a budget it names replaces all budgets of the defaults.

        Parameters
        ----------
        game : what it advises is followed where no key says otherwise; not under preset=plain
        """
        if not self.is_search:
            raise ConfigError(f"agent {self.kind!r} does not search; those that do: {', '.join(SEARCHES)}")
        given = dict(self.given)
        preset = given.pop("preset", None)
        if preset is not None and not given.keys() & set(BUDGETS):
            given = PRESETS[preset] | given
        base: dict[str, Any] = {"iterations": None, **defaults}
        if any(given.get(key) is not None for key in BUDGETS):
            base |= {"iterations": None, "seconds": None}
        settled = {**SEARCHES[self.kind], **given}
        advice = {} if game is None or preset == "plain" else advised(game, settled)
        return SearchConfig(**{**base, **advice, **settled})

    def make(self, game: Game) -> Agent:
        """Return a player for one seat and one game."""
        if self.is_search:
            return SearchAgent(str(self), game, self.config(game))
        if self.kind == "greedy":
            return GreedyAgent(str(self), game, dict(self.given).get("worlds", GREEDY_WORLDS))
        if self.kind == "mixed":
            return MixedAgent(str(self), game, self._budget())
        if self.kind == "policy" and self.given:
            return SoftAgent(str(self), game, dict(self.given)["temperature"])
        return PolicyAgent(str(self), game) if self.kind == "policy" else RandomAgent(str(self))

    def _budget(self) -> SearchConfig:
        """Return the settings of a mixing agent, which are its budget alone."""
        given = dict(self.given)
        return SearchConfig(**{"iterations": None if given else AGENT_DEFAULTS["iterations"], "replicates": 1, **given})

    def __str__(self) -> str:
        if self.is_search:
            given = dict(self.given)
            if not given.keys() & set(BUDGETS) and not PRESETS.get(given.get("preset", "plain")):
                given["iterations"] = AGENT_DEFAULTS["iterations"]
            order = ("preset", *KEYS)
            return _join(self.kind, sorted(given.items(), key=lambda pair: order.index(pair[0])))
        own = [(key, value) for key, value in self.given if (key, value) != ("worlds", GREEDY_WORLDS)]
        if self.kind == "mixed" and not own:
            own = [("iterations", AGENT_DEFAULTS["iterations"])]
        return _join(self.kind, own)


def format_agent(kind: str, config: SearchConfig) -> str:
    """Return a searching agent's canonical text: its budget, and every key that is not as agents have it by default."""
    pairs = []
    for field in fields(SearchConfig):
        value = getattr(config, field.name)
        usual = AGENT_DEFAULTS.get(field.name, field.default)
        shown = value is not None if field.name in BUDGETS else value != usual
        if shown and field.name not in SEARCHES[kind]:
            pairs.append((field.name, value))
    return _join(kind, pairs)


def _join(name: str, pairs: Iterable[tuple[str, object]]) -> str:
    text = ",".join(f"{key}={_value_text(value)}" for key, value in pairs)
    return f"{name}:{text}" if text else name


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return "none" if value is None else str(value)


# -- reading ------------------------------------------------------------------------------------------------------


def parse_agents(text: str) -> list[AgentSpec]:
    """Read several agents: separated by `;`, or by `,` where none has keys.

    Examples
    --------
    >>> [str(agent) for agent in parse_agents("ismcts:iterations=2000;greedy")]
    ['ismcts:iterations=2000', 'greedy']
    >>> [agent.kind for agent in parse_agents("random,policy")]
    ['random', 'policy']
    """
    separator = ";" if ";" in text or ":" in text else ","
    return [parse_agent(part.strip()) for part in text.split(separator)]


def parse_agent(text: str) -> AgentSpec:
    """Read one agent."""
    kind, colon, rest = text.partition(":")
    if kind not in AGENTS:
        if "," in kind:
            raise ConfigError(f"agents {text!r}: where keys are given, agents are separated by ';', not ','")
        raise ConfigError(f"unknown agent {kind!r}; known: {', '.join(AGENTS)}{_near(kind, AGENTS)}")
    if colon and not rest:
        raise ConfigError(f"agent {text!r}: expected key=value after ':'")
    given: dict[str, Any] = {}
    for part in rest.split(",") if rest else []:
        key, equals, value = part.partition("=")
        if not equals:
            raise ConfigError(f"agent {text!r}: expected key=value, got {part!r}; "
                              "agents with keys are separated by ';'")
        if key in given:
            raise ConfigError(f"agent {text!r}: key {key!r} is given twice")
        given[key] = _read_key(text, kind, key, value)
    spec = AgentSpec(kind, tuple(given.items()))
    if spec.is_search or kind == "mixed":
        try:
            spec.config() if spec.is_search else spec._budget()
        except ConfigError as error:
            raise ConfigError(f"agent {text!r}: {error}") from None
    return spec


def _read_key(text: str, kind: str, key: str, value: str) -> Any:
    """Return a key's value, or refuse it: unknown, settled by the name, or out of range."""
    known = OWN_KEYS[kind] if kind in OWN_KEYS else ("preset", *(k for k in KEYS if k not in SEARCHES[kind]))
    if key not in known:
        if kind in SEARCHES and key in KEYS:
            raise ConfigError(f"agent {text!r}: {key} is settled by the name {kind!r}; names: {', '.join(AGENTS)}")
        raise ConfigError(f"agent {text!r}: unknown key {key!r}; known: {_shown(kind, known)}"
                          f"{_near(key, known)}")
    if kind == "greedy":
        if not value.isdecimal() or len(value) > 7 or not 1 <= int(value) <= 10**6:
            raise ConfigError(f"agent {text!r}: worlds: expected a whole number in [1, 1000000], got {value!r}")
        return int(value)
    if kind == "policy":
        return _read_temperature(text, value)
    if key == "preset":
        if value not in PRESETS:
            raise ConfigError(f"agent {text!r}: preset: expected one of {', '.join(PRESETS)}; got {value!r}")
        return value
    if key == "worlds" and value not in HONEST_WORLDS:
        raise ConfigError(f"agent {text!r}: worlds: expected one of {', '.join(HONEST_WORLDS)}, got {value!r}; "
                          "pimc has fixed ones, cheat the true one")
    try:
        return read_value(key, value)
    except ConfigError as error:
        raise ConfigError(f"agent {text!r}: {error}") from None


def _read_temperature(text: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0 < number <= MOST_TEMPERATURE:
        raise ConfigError(f"agent {text!r}: temperature: expected a number above 0, at most {MOST_TEMPERATURE:g}; "
                          f"got {value!r}")
    return number


def _shown(kind: str, known: Iterable[str]) -> str:
    """Return keys with the values they have if they are not given."""
    usual: dict[str, object] = {"worlds": GREEDY_WORLDS, "temperature": 1.0, "seconds": None,
                                "iterations": AGENT_DEFAULTS["iterations"]}
    if kind in SEARCHES:
        usual = {"preset": None}
        usual |= {field.name: AGENT_DEFAULTS.get(field.name, field.default) for field in fields(SearchConfig)}
    return ", ".join(f"{key}={_value_text(usual[key])}" for key in known) or "it has none"


def _near(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


# -- the agents ---------------------------------------------------------------------------------------------------


class RandomAgent(Agent):
    """Every legal action is equally likely."""

    def think(self, state: GameState, legal: list[int], seed: np.random.SeedSequence) -> int:
        """Return one at random."""
        return Rng(seed).choice(legal)


class PolicyAgent(Agent):
    """The game's own rollout policy, asked in a world drawn from what the player knows."""

    def __init__(self, name: str, game: Game) -> None:
        super().__init__(name)
        _need(name, game, "policy")

    def think(self, state: GameState, legal: list[int], seed: np.random.SeedSequence) -> int:
        """Return what the policy does in one world: it may look at everything in a state."""
        rng = Rng(seed)
        return state.world(state.player, rng).policy(rng)


class SoftAgent(Agent):
    """The game's priors as a player of some skill: an action's chance goes as its prior to the power 1 / temperature.

    At 1 the priors themselves, towards 0 the likeliest action alone, far above 1 any action.
    """

    def __init__(self, name: str, game: Game, temperature: float) -> None:
        super().__init__(name)
        _need(name, game, "priors")
        self.temperature = temperature

    def think(self, state: GameState, legal: list[int], seed: np.random.SeedSequence) -> int:
        """Return an action drawn by its prior in one world: they may look at everything in a state."""
        rng = Rng(seed)
        priors = np.array(state.world(state.player, rng).priors())
        weights = (priors / priors.max()) ** (1 / self.temperature)
        at = np.searchsorted(np.cumsum(weights), rng.random() * weights.sum(), side="right")
        return legal[min(int(at), len(legal) - 1)]


class GreedyAgent(Agent):
    """The best immediate gain: one step ahead, all actions tried in the same worlds.

    Games that tell the score at any time (feature `score`) are judged by it, others by their evaluation. Of actions
    that gain the same, the one with the highest prior is taken where the game has priors, else a random one.
    """

    def __init__(self, name: str, game: Game, n_worlds: int) -> None:
        super().__init__(name)
        self.by_score = game.has("score")
        if not self.by_score:
            _need(name, game, "evaluation")
        self.by_priors = game.has("priors")
        self.n_worlds = n_worlds if game.spec.hidden else 1

    def think(self, state: GameState, legal: list[int], seed: np.random.SeedSequence) -> int:
        """Return the action with the highest mean margin."""
        rng = Rng(seed)
        gains = one_step(state, self.n_worlds, rng, self.by_score)
        best = np.flatnonzero(gains == gains.max())
        if self.by_priors and len(best) > 1:
            priors = np.array(state.priors())[best]
            best = best[priors == priors.max()]
        return legal[rng.choice([int(i) for i in best])]


class MixedAgent(Agent):
    """Draws its move by the mixture of `search.mixture`, so that whoever knows how it plays gains nothing by it.

    The walks are the same for all decisions, only what is drawn by the mixture is not: where several strategies are as
    good, as in Kuhn poker, its decisions are parts of one.
    """

    def __init__(self, name: str, game: Game, config: SearchConfig) -> None:
        super().__init__(name)
        self.config = config
        need_mixture(game)

    def think(self, state: GameState, legal: list[int], seed: np.random.SeedSequence) -> int:
        """Return an action, each as likely as its share."""
        stop = stop_of_task()
        shares = list(mix(state, self.config, stop=stop).shares.values())
        if stop is not None and stop.is_set:
            raise KeyboardInterrupt  # as for a search
        mark = np.random.default_rng(branch(seed, AGENT)).random() * sum(shares)
        return legal[min(int(np.searchsorted(np.cumsum(shares), mark, side="right")), len(legal) - 1)]


class SearchAgent(Agent):
    """A search of its own for every decision.

    With one replicate the tree is asked directly: the same choice as `run_search` with the same settings and
    `seed=to_int(seed)`, without its overhead.
    """

    def __init__(self, name: str, game: Game, config: SearchConfig) -> None:
        super().__init__(name)
        self.config = config
        self.settings = settings_for(config, game, config.iterations or 0)  # refuses what the game does not offer

    def think(self, state: GameState, legal: list[int], seed: np.random.SeedSequence) -> int:
        """Return the recommendation of a search."""
        config = self.config
        if config.replicates > 1 or config.confidence is not None:
            return self._merged(state, seed)
        began, proof = time.monotonic(), prove(state, config, to_int(seed), stop_of_task())
        if proof is not None:
            self.thought = Thought(proof.best.action, proof.best.value, 0, 0.0)
            return proof.best.action
        planned = config.iterations or 0
        searcher = Searcher(state, state.player, self.settings, replicate_streams(to_int(seed), 0), planned, (),
                            int(config.memory_mb * 2**20))
        seconds = FOREVER_S if config.seconds is None else max(config.seconds - (time.monotonic() - began), 0.0)
        reason = searcher.run(config.iterations or UNLIMITED, seconds, stop_of_task())
        if reason == "interrupt":
            raise KeyboardInterrupt  # a match must end, not go on with a search cut short
        records = searcher.records()
        visits, values = records["visits"].astype(float), records["value"]
        best = best_index(visits, values, records["wins"][:, state.player], records["margin"], config,
                          enders=enders_of(state))
        action: int = searcher.actions[best]
        self.thought = Thought(action, float(values[best] / max(visits[best], 1)), int(visits[best]), 0.0)
        return action

    def _merged(self, state: GameState, seed: np.random.SeedSequence) -> int:
        """Return the recommendation of several replicates."""
        result = run_search(state, self.config, seed=to_int(seed), stop=stop_of_task())
        if result.stopped_by == "interrupt":
            raise KeyboardInterrupt
        best = result.best
        self.thought = Thought(best.action, best.value.mean, best.visits, 0.0)
        return best.action


def _need(name: str, game: Game, feature: str) -> None:
    if not game.has(feature):
        offered = ", ".join(sorted(game.spec.features & NEEDED)) or "none of them"
        raise ConfigError(f"agent {name!r}: {game.name} has no {feature}; of policy, priors, evaluation, worlds it "
                          f"has: {offered}")
