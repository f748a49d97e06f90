"""Every game found by the registry against every check of the contract. A new game adds nothing here."""
from functools import cache

import pytest

from kingmaker.games import ConfigError, ContractError, available_games, load_game
from kingmaker.games.check.conformance import CHECKS, CheckResult, Report, check_game, run_check
from kingmaker.games.check.contract import CHECKS as CONTRACT_CHECKS
from kingmaker.games.check.trial import Trial


@cache
def trial_of(name):
    """Record a game's plays once for all checks."""
    return Trial(load_game(name))


@pytest.mark.parametrize("check", CONTRACT_CHECKS)
@pytest.mark.parametrize("name", available_games())
def test_game_keeps_the_contract(name, check):
    result = run_check(trial_of(name), check)
    assert result.passed is not False, str(result)
    assert result.passed or "not run" not in result.message, str(result)


def test_check_game_runs_all_checks_in_order_and_tells_progress():
    calls = []
    report = check_game(load_game("kuhn-poker"), n_games=2, on_progress=lambda *call: calls.append(call))
    assert [result.name for result in report.results] == list(CHECKS)
    assert calls == [(name, i, len(CHECKS)) for i, name in enumerate(CHECKS)]
    assert report.ok
    report.raise_for_failures()


def test_same_seed_gives_the_same_report():
    first, second = (check_game(load_game("kuhn-poker"), seed=5, n_games=2) for _ in range(2))
    assert first == second
    assert first != check_game(load_game("kuhn-poker"), seed=6, n_games=2)


def test_report_shows_figures_reasons_and_failures():
    report = Report("some-game", 3, (
        CheckResult("sample", True, figures={"p": 0.25, "n": 200}),
        CheckResult("enumeration", None, "the game does not announce worlds"),
        CheckResult("returns", False, "returns [9.0] are not in [0, 1]"),
    ))
    assert not report.ok
    assert report["returns"].passed is False
    assert "p=0.25, n=200" in str(report)
    assert "does not announce" in str(report)
    with pytest.raises(ContractError, match=r"some-game: 1 of 3 checks failed \(seed 3\):\n  returns: returns \[9.0\]"):
        report.raise_for_failures()
    with pytest.raises(KeyError):
        report["nonsense"]


def test_unknown_check_lists_the_known_ones():
    with pytest.raises(KeyError, match="known: spec, deals, players"):
        run_check(trial_of("kuhn-poker"), "speed")


def test_checks_follow_the_options_of_the_game():
    with pytest.raises(ConfigError, match="it has none"):
        check_game(load_game("kuhn-poker", players=3))
