"""A person on the scale: abilities by hand, intervals that hold the truth, and results that come with a game."""
import json

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from kingmaker.analysis.errors import DataError
from kingmaker.analysis.show.difficulty import Tasks, answer_of, shipped_tasks
from kingmaker.analysis.show.study import Study
from kingmaker.analysis.studies.person import ability, ability_by_losses
from kingmaker.analysis.studies.shipped import Shipped, read_shipped, write_shipped

STUDY = Study(difficulty="stage", opponent="the bank")


def test_equal_tasks_are_the_binomial():
    """Half of what came counts on either side: P(X > 7) + P(X = 7) / 2 = 0.025 of 10."""
    middle, low, high = ability(7, [0.5] * 10)
    chances = 1 / (1 + np.exp(0.5 - np.array([low, high])))
    assert binom.sf(7, 10, chances[0]) + binom.pmf(7, 10, chances[0]) / 2 == pytest.approx(0.025)
    assert binom.cdf(6, 10, chances[1]) + binom.pmf(7, 10, chances[1]) / 2 == pytest.approx(0.025)
    assert middle == pytest.approx(0.5 + np.log(7.5 / 3.5))  # Firth adds half a win and half a loss


def test_all_won_or_lost_is_open_on_that_side():
    assert ability(3, [0.0] * 3)[2] == np.inf
    assert ability(0, [0.0] * 3)[1] == -np.inf
    assert all(np.isfinite(ability(0, [0.0] * 3)[:1]))


def test_intervals_hold_the_truth():
    """Of people of many abilities, 14 games each on tasks of many difficulties."""
    rng = np.random.default_rng(1)
    truths = rng.normal(0, 1.5, 80)
    hard = rng.normal(0, 1, (80, 14))
    wins = (rng.random((80, 14)) < 1 / (1 + np.exp(hard - truths[:, None]))).sum(axis=1)
    held = [low <= truth <= high for truth, (_, low, high) in
            zip(truths, (ability(n, tasks) for n, tasks in zip(wins, hard, strict=True)), strict=True)]
    assert 0.93 <= np.mean(held) <= 0.98


AGENTS = pd.DataFrame({"agent": ["good", "fair", "poor", "never"], "ability": [2.0, 0.0, -2.0, -8.0],
                       "low": [1.8, -0.2, -2.2, -np.inf], "high": [2.2, 0.2, -1.8, -3.0]})


def lost(person, n_games=10, n_turns=6, noise=0.0, seed=1):
    """Return losses of whoever loses so much at the positions of some games, beside the agents: 0.1, 0.2 and 0.3."""
    rng = np.random.default_rng(seed)
    rows = []
    for game in range(n_games):
        for turn in range(n_turns):
            hard = rng.gamma(2, 0.5) if noise else 1.0
            rows += [(game, turn, turn, who, hard * max(mean + noise * rng.standard_normal(), 0))
                     for who, mean in (("", person), ("good", 0.1), ("fair", 0.2), ("poor", 0.3), ("never", 0.6))]
    return pd.DataFrame(rows, columns=["game", "turn", "n", "who", "loss"])


def test_who_loses_as_much_is_as_good():
    """Who never won has no ability; between good (0.1: 2) and fair (0.2: 0) 0.15 is 1."""
    assert ability_by_losses(lost(0.15), AGENTS)[0] == pytest.approx(1.0)
    assert ability_by_losses(lost(0.3), AGENTS)[0] == pytest.approx(-2.0)


def test_beyond_the_best_and_the_worst_an_end_is_open():
    middle, low, high = ability_by_losses(lost(0.05), AGENTS)
    assert (middle, high) == (np.inf, np.inf)
    assert low == 2.0, "at least the best"
    middle, low, high = ability_by_losses(lost(0.4), AGENTS)
    assert (middle, low, high) == (-np.inf, -np.inf, -2.0)


def test_agents_that_break_the_order_are_taken_together():
    """Fair loses 0.3 and poor 0.2: both are -1 at 0.25."""
    rows = lost(0.25)
    rows["who"] = rows["who"].replace({"fair": "poor", "poor": "fair"})
    assert ability_by_losses(rows, AGENTS)[0] == pytest.approx(-1.0)


def test_intervals_by_losses_hold_the_truth():
    """Ten games of people between the best and the worst agent; losses as noisy as they are large."""
    held = []
    for k, truth in enumerate(np.linspace(-1.5, 1.5, 40)):
        _, low, high = ability_by_losses(lost(0.2 - 0.05 * truth, noise=0.15, seed=k), AGENTS, seed=k)
        held.append(low <= truth <= high)
    assert np.mean(held) >= 0.9


def test_too_few_agents_are_refused():
    with pytest.raises(DataError, match="expected three agents of known ability at least, got 2"):
        ability_by_losses(lost(0.2), AGENTS[1:])


def outcomes(n_blocks=12):
    """Return games of two agents at four tasks."""
    rng = np.random.default_rng(3)
    rows = [(block, stage, boards, agent, float(rng.random() < 0.75 - 0.2 * stage - 0.3 * (agent == "poor")),
             float(round(rng.normal(-5 * stage, 4), 1)))
            for block in range(n_blocks) for stage in (1, 2) for boards in ("small,round", "large")
            for agent in ("good", "poor")]
    return pd.DataFrame(rows, columns=["block", "stage", "boards", "agent", "win", "margin"])


def test_what_is_kept_answers_as_the_games_do(tmp_path):
    rows, options = outcomes(), {"stage": 1, "boards": "small,round", "mode": "alone"}
    path = tmp_path / "difficulty.json"
    write_shipped(path, Shipped("bank", ("some games",), ("stage", "boards"), rows))
    kept = read_shipped(path)
    assert (kept.game, kept.about, kept.cells) == ("bank", ("some games",), ("stage", "boards"))
    keys = ["block", "stage", "boards", "agent"]
    pd.testing.assert_frame_equal(kept.rows.sort_values(keys)[[*keys, "win", "margin"]].reset_index(drop=True),
                                  rows.sort_values(keys)[[*keys, "win", "margin"]].reset_index(drop=True),
                                  check_dtype=False)
    direct = answer_of(Tasks(rows.assign(mode="alone"), "stage", ("boards",), True, True, tuple(options),
                             "Margin over the bank"), {"stage": "2"})
    again = answer_of(shipped_tasks(kept, STUDY, options), {"stage": "2"})
    assert again.found == direct.found
    assert again.title == "How hard is stage 2?"


def test_a_person_has_a_place_and_a_chance():
    kept = Shipped("bank", (), ("stage", "boards"), outcomes(60))
    tasks = shipped_tasks(kept, STUDY, {"stage": 1, "boards": "large"})
    played = [{"stage": 1, "boards": "large", "win": float(k < 9)} for k in range(12)]
    found = answer_of(tasks, {"stage": "1", "boards": "large"}, person=played).found
    assert found[0].startswith("You have won 9 of 12 games that count: ability +")
    assert found[1].startswith("Your chance is 7")
    easier = answer_of(tasks, {"stage": "1", "boards": "large"}, person=[{**one, "win": 1.0} for one in played]).found
    assert "to without bound logits" in easier[0]
    assert "to 100 %" in easier[1]


@pytest.mark.parametrize(("change", "message"), [
    ({"wins": [1]}, "expected a win and a margin for each of"), ({"kingmaker_difficulty": 2}, "kingmaker_difficulty"),
    ({"tasks": [[1]]}, "expected a win"), ({"blocks": 0}, "blocks")])
def test_what_is_no_file_of_results_is_refused(tmp_path, change, message):
    path = tmp_path / "difficulty.json"
    write_shipped(path, Shipped("bank", (), ("stage", "boards"), outcomes(2)))
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **change}), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        read_shipped(path)
