"""The contract that every game must keep, checked without a line of test code: `check_game(load_game("my-game"))`.

Outside plug-ins call it the same way. Each check can be run alone: `run_check(trial, "clones")`; `CHECKS` names them.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from kingmaker.games.check import contract, leaks
from kingmaker.games.check.trial import Analyse, BrokenPlayError, Figures, NotApplicableError, Trial
from kingmaker.games.errors import ContractError
from kingmaker.games.spec import Game

Check = Callable[[Trial], Figures]

CHECKS: Mapping[str, Check] = MappingProxyType({
    **contract.CHECKS,
    "worlds": leaks.check_worlds,
    "labels": leaks.check_labels,
    "picture_leaks": leaks.check_picture_leaks,
    "rewind": leaks.check_rewind,
    "same_worlds": leaks.check_same_worlds,
    "deals_uniform": leaks.check_deals,
    "variation": leaks.check_variation,
    "uniformity": leaks.check_uniformity,
    "enumeration": leaks.check_enumeration,
    "analysis": leaks.check_analysis,
})


@dataclass(frozen=True)
class CheckResult:
    """What one check found. `passed` is None where the check does not apply; `message` then says why."""

    name: str
    passed: bool | None
    message: str = ""
    figures: Figures = field(default_factory=dict)

    def __str__(self) -> str:
        word = {True: "ok", False: "FAILED", None: "-"}[self.passed]
        figures = ", ".join(f"{name}={value:.4g}" for name, value in self.figures.items())
        return f"{word:7}{self.name:15} {self.message or figures}"


@dataclass(frozen=True)
class Report:
    """All results for one game and seed."""

    game: str
    seed: int
    results: tuple[CheckResult, ...]

    @property
    def failures(self) -> tuple[CheckResult, ...]:
        """The checks that failed."""
        return tuple(result for result in self.results if result.passed is False)

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not self.failures

    def __getitem__(self, name: str) -> CheckResult:
        for result in self.results:
            if result.name == name:
                return result
        raise KeyError(name)

    def __str__(self) -> str:
        return "\n".join([f"{self.game} (seed {self.seed})", *map(str, self.results)])

    def raise_for_failures(self) -> None:
        """Raise one ContractError that tells of every failed check."""
        if self.failures:
            raise ContractError(f"{self.game}: {len(self.failures)} of {len(self.results)} checks failed (seed "
                                f"{self.seed}):\n" + "\n".join(f"  {r.name}: {r.message}" for r in self.failures))


def run_check(trial: Trial, name: str) -> CheckResult:
    """Run one check, by its name in CHECKS."""
    if name not in CHECKS:
        raise KeyError(f"unknown check {name!r}; known: {', '.join(CHECKS)}")
    try:
        return CheckResult(name, True, figures=CHECKS[name](trial))
    except NotApplicableError as reason:
        return CheckResult(name, None, str(reason))
    except BrokenPlayError as error:
        if error.check == name:
            return CheckResult(name, False, str(error))
        return CheckResult(name, None, f"not run, no game could be played: see {error.check}")
    except ContractError as error:
        return CheckResult(name, False, str(error))
    except Exception as error:  # whatever a game raises where it should not is a finding, not a crash
        return CheckResult(name, False, f"{type(error).__name__}: {error}")


def check_game(game: Game, *, seed: int = 0, n_games: int = 8, analyse: Analyse | None = None,
               on_progress: Callable[[str, int, int], None] | None = None) -> Report:
    """Check a game against the whole contract.

    Parameters
    ----------
    game : the game with its options, as `load_game` gives it
    seed : decides all that the checks draw; the same seed gives the same report
    n_games : random games to record, and again for each of `spec.enumerable`
    analyse : (state, seed) -> bytes, what a search answers; checked not to depend on what the mover cannot know
    on_progress : called before each check with its name, its number from 0 and how many there are

    Returns
    -------
    Report
        one result a check; `raise_for_failures()` turns failures into a ContractError

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> check_game(load_game("kuhn-poker"), n_games=2).ok
    True
    """
    trial = Trial(game, seed, n_games, analyse)
    results = []
    for i, name in enumerate(CHECKS):
        if on_progress is not None:
            on_progress(name, i, len(CHECKS))
        results.append(run_check(trial, name))
    return Report(str(game), seed, tuple(results))
