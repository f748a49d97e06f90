"""How a search thinks, in one validated value. docs/search.md explains every key and when to change it."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any, Self, get_type_hints

from kingmaker.games import ConfigError, Game

# One tuple each: position = the number that the compiled code uses.
WORLDS = ("fresh", "stratified", "fixed", "true")
OPPONENTS = ("tree", "uniform", "policy")
ROLLOUTS = ("uniform", "policy", "mast")
OUTCOMES = ("split", "open", "widen")
SELECTS = ("ucb", "puct")
FINALS = ("visits", "bound")
ROOTS = ("ucb", "equal", "halving", "toptwo")
TREES = ("auto", "single", "many", "none")
CHOICES = {"worlds": WORLDS, "opponents": OPPONENTS, "rollout": ROLLOUTS, "outcomes": OUTCOMES, "root": ROOTS,
           "final": FINALS, "select": SELECTS, "trees": TREES}
MIN_MEMORY_MB = 0.25
NEEDED = frozenset({"policy", "priors", "evaluation", "worlds"})  # features that some setting needs
# all that flat search looks at
ROLLOUT_KEYS = ("rollout", "epsilon", "temperature", "depth", "turns", "win_weight", "margin_scale")


@dataclass(frozen=True, kw_only=True)
class SearchConfig:
    """Settings of a search; immutable, checked when made.

    Parameters
    ----------
    iterations : iterations in all, shared evenly by the replicates; None = no such budget
    seconds : wall-clock time; None = no such budget (results then depend on nothing but the seed)
    confidence : percent; stop before the other budgets once the best action is told apart from the others, or
        shown tied with them
    memory_mb : megabytes for all trees together
    replicates : independent trees; their spread gives the intervals
    trees : "single" = SO-ISMCTS, "many" = MO-ISMCTS, "none" = flat Monte Carlo, "auto" = what suits the game
    worlds : "fresh" = one determinization an iteration, "stratified" = all worlds in random permutations (games that
        can enumerate them), "fixed" = `n_worlds` separate trees of one world each (PIMC), "true" = cheating
    n_worlds : PIMC's number of worlds in all, at least one a replicate; under a clock each world gets 250 iterations
    select : "ucb", or "puct" = exploration in proportion to the game's priors
    c : exploration constant, on utilities in [0, 1]; useful from 0.3 to 1.5
    fpu : first-play urgency, the utility an untried action counts with; below 0 = untried actions go first
    priors : try the actions with the highest game prior first
    bias : weight of the progressive bias towards the game's priors
    rollout : "uniform", "policy" = the game's own policy, "mast" = actions that did well anywhere
    epsilon : share of uniform decisions in "policy" and "mast" rollouts
    temperature : of policy rollouts; 1 = the game's policy, else its priors to the power 1 / temperature
    depth : decisions of a rollout before the game's evaluation ends it; -1 = to the end
    turns : ends of a turn in a rollout before the game's evaluation cuts it short; -1 = to the end
    opponents : "tree" = they search for themselves; "uniform", "policy" = frozen to that (best response)
    redeterminize : opponents' edges learn from worlds drawn from what they know
    outcomes : branch on what follows an action: "split" always, "open" never, "widen" gradually
    widen_base, widen_power : at most base * visits ^ power outcomes are told apart under "widen"
    root : "ucb", "equal" visits, "halving" (sequential halving; iterations only), "toptwo"
    final : the move is that with most "visits", or with the best lower "bound" of its value
    solve : prove what can be proved: the exact result where nothing that matters is hidden (`search.proof`)
    win_weight : share of winning in the utility, the rest is points; None = the game's own
    margin_scale : points of margin that make 0.73 of the points' part; 0 = linear in own points; None = the game's own
    """

    iterations: int | None = 10_000
    seconds: float | None = None
    confidence: float | None = None
    memory_mb: float = 1024
    replicates: int = 8
    trees: str = "auto"
    worlds: str = "fresh"
    n_worlds: int = 40
    select: str = "ucb"
    c: float = 0.7
    fpu: float = -1.0
    priors: bool = False
    bias: float = 0.0
    rollout: str = "uniform"
    epsilon: float = 0.1
    temperature: float = 1.0
    depth: int = -1
    turns: int = -1
    opponents: str = "tree"
    redeterminize: bool = False
    outcomes: str = "split"
    widen_base: float = 2.0
    widen_power: float = 0.5
    root: str = "ucb"
    final: str = "visits"
    solve: bool = True
    win_weight: float | None = None
    margin_scale: float | None = None

    def __post_init__(self) -> None:
        """Refuse values that mean nothing."""
        for name, kind in KEYS.items():
            _check_kind(name, kind, getattr(self, name))
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                _refuse(name, f"one of {', '.join(choices)}", getattr(self, name))
        for name, low, high in _RANGES:
            value = getattr(self, name)
            if value is not None and not low <= value <= high:  # nan is refused too
                _refuse(name, f"a number in [{low:g}, {high:g}]", value)
        if self.iterations is None and self.seconds is None:
            raise ConfigError("search: no budget; give iterations or seconds (confidence needs one as its ceiling)")
        if self.iterations is not None and self.iterations < self.replicates:
            _refuse("iterations", f"at least one for each of the {self.replicates} replicates", self.iterations)
        if self.root == "halving" and self.iterations is None:
            raise ConfigError("search: root=halving shares out a known number of iterations; use root=toptwo")
        if self.worlds == "fixed" and (self.trees in ("many", "none") or self.root != "ucb"):
            raise ConfigError("search: worlds=fixed (PIMC) grows single trees with root=ucb")
        if self.trees == "none" and self.rollout == "mast":
            raise ConfigError("search: trees=none compares actions in like playouts; rollout=mast would change them "
                              "between two actions")

    def with_options(self, options: Mapping[str, object]) -> Self:
        """Return a copy with some keys changed; texts are read as the key's type."""
        return replace(self, **{name: read_value(name, value) for name, value in options.items()})


def advised(game: Game, given: Mapping[str, object]) -> dict[str, object]:
    """Return the settings that the game advises, as far as they go together with those that are given."""
    advice = {name: value for name, value in game.spec.advice(game).items() if name not in given}
    if given.get("worlds") == "fixed":  # PIMC stays the baseline of the literature: its small trees see too little
        return {}
    if given.get("trees") == "none":
        advice = {name: value for name, value in advice.items() if name in ROLLOUT_KEYS}
    return advice


_RANGES = (("iterations", 1, 1e12), ("seconds", 1e-3, 1e7), ("confidence", 50, 99.99),
           ("memory_mb", MIN_MEMORY_MB, 1e7), ("replicates", 1, 10_000), ("n_worlds", 1, 1e6), ("c", 0, 1000),
           ("fpu", -1, 1), ("bias", 0, 1000), ("epsilon", 0, 1), ("depth", -1, 1e6), ("turns", -1, 1e6),
           ("temperature", 0.01, 100),
           ("widen_base", 0.01, 1e6), ("widen_power", 0, 1), ("win_weight", 0, 1), ("margin_scale", 0, 1e9))
KEYS = {field.name: hint for field, hint in
        ((f, get_type_hints(SearchConfig)[f.name]) for f in fields(SearchConfig))}


def _check_kind(name: str, kind: Any, value: object) -> None:
    """Refuse a value of another type than the key's; whole numbers pass as numbers, True and False do not."""
    optional = kind in (int | None, float | None)
    base = {int | None: int, float | None: float}.get(kind, kind)
    if value is None and optional:
        return
    kinds = (int, float) if base is float else (base,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and base is not bool):
        words = {int: "a whole number", float: "a number", bool: "true or false", str: "a word"}[base]
        _refuse(name, words + (" or none" if optional else ""), value)


def _refuse(name: str, expected: str, value: object) -> None:
    raise ConfigError(f"search: {name}: expected {expected}, got {value!r}")


def read_value(name: str, value: object) -> Any:
    """Return a key's value, read from text if need be."""
    if name not in KEYS:
        near = get_close_matches(name, KEYS, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ConfigError(f"search: unknown key {name!r}; known: {', '.join(KEYS)}{hint}")
    kind = KEYS[name]
    if not isinstance(value, str):
        return value
    if kind == (int | None) or kind is int:
        return _number(name, value, int)
    if kind is bool:
        if value not in ("true", "false"):
            _refuse(name, "true or false", value)
        return value == "true"
    return value if kind is str else _number(name, value, float)


def _number(name: str, text: str, kind: type[int] | type[float]) -> int | float | None:
    if text == "none" and KEYS[name] in (int | None, float | None):
        return None
    try:
        return kind(text)
    except ValueError:
        _refuse(name, "a whole number" if kind is int else "a number", text)
        raise


def missing(config: SearchConfig, game: Game) -> list[str]:
    """Return the features that a search needs and the game does not offer."""
    needs = [("policy", config.rollout == "policy" or config.opponents == "policy"),
             ("priors", config.priors or config.bias > 0 or config.select == "puct" or (
                 config.rollout == "policy" and config.temperature != 1)),
             ("evaluation", config.depth >= 0 or config.turns >= 0),
             ("worlds", config.worlds == "stratified")]
    return [feature for feature, needed in needs if needed and not game.has(feature)]


def settings_for(config: SearchConfig, game: Game, planned: int) -> dict[str, object]:
    """Return the compiled code's settings for one replicate; refuse what the game does not offer.

    `prove` hangs on the position: `search.proof.can_back_up` says whether it may be set.
    """
    for feature in missing(config, game):
        offered = ", ".join(sorted(game.spec.features & NEEDED)) or "none of them"
        raise ConfigError(f"search: {game.name} has no {feature}; of policy, priors, evaluation, worlds it has: "
                          f"{offered}")
    many = config.trees == "many" or (config.trees == "auto" and game.spec.hidden_actions
                                      and config.worlds in ("fresh", "stratified"))
    win_weight = game.spec.win_weight if config.win_weight is None else config.win_weight
    margin_scale = game.spec.margin_scale if config.margin_scale is None else config.margin_scale
    return {
        "worlds": WORLDS.index(config.worlds), "opponents": OPPONENTS.index(config.opponents),
        "rollout": ROLLOUTS.index(config.rollout), "outcomes": OUTCOMES.index(config.outcomes),
        "root": ROOTS.index(config.root), "flat": config.trees == "none", "many_trees": many, "prove": False,
        "use_priors": config.priors or config.bias > 0, "redeterminize": config.redeterminize,
        "c": config.c, "fpu": config.fpu, "bias_weight": config.bias, "epsilon": config.epsilon,
        "temperature": config.temperature,
        "depth_limit": config.depth, "turn_limit": config.turns, "rollout_cut": game.rollout_cut,
        "select": SELECTS.index(config.select),
        "widen_base": config.widen_base, "widen_power": config.widen_power,
        "win_weight": win_weight, "margin_scale": margin_scale, "low": game.min_return, "high": game.max_return,
        "per_world": max(1, -(-planned * config.replicates // config.n_worlds)) if planned else 250,
    }
