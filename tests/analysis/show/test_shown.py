"""What is drawn and said: of whom, how much of it, and with which sign."""
import matplotlib as mpl
import pandas as pd
import pytest

from kingmaker.analysis.show.comparison import survival_sections
from kingmaker.analysis.show.difficulty import Tasks, _curve, _grid, _table
from kingmaker.analysis.show.effects import forest
from kingmaker.analysis.show.study import PLAIN
from kingmaker.analysis.studies.headlines import OWN, Source
from kingmaker.analysis.studies.survival import FAILS

mpl.use("Agg")


@pytest.fixture
def tasks():
    """Three agents at two levels: one wins all, one nothing, the third the easy level alone."""
    wins = {"ismcts": (1, 1), "greedy": (1, 0), "random": (0, 0)}
    rows = pd.DataFrame([{"block": block, "level": level, "agent": agent, "win": float(won[level - 1]),
                          "margin": 10.0 * won[level - 1], "points_0": 5.0}
                         for block in range(3) for agent, won in wins.items() for level in (1, 2)])
    return Tasks(rows, "level", (), True, True, ("level",), "Margin")


def test_the_grid_is_of_whom_the_tasks_tell_apart(tasks):
    section = _grid(tasks, _table(tasks, PLAIN), ["random", "greedy", "ismcts"])
    assert section.title == "Win rate of greedy"
    assert section.frame["estimate"].tolist() == [1.0, 0.0]
    assert section.found == ("Of the 3 agents this is the one whom the tasks tell apart most.",)


def test_lines_join_agents_only_where_they_are_one_at_work(tasks):
    def styles(names):
        rows = tasks.rows.replace({"agent": dict(zip(("random", "greedy", "ismcts"), names, strict=True))})
        section = _curve(Tasks(rows, "level", (), True, True, ("level",), "Margin"), list(names), "win", "players_win",
                         "Wins")
        return {line.get_linestyle() for line in section.draw(section.frame).get_lines() if line.get_marker() != "None"}
    assert styles(("random", "greedy", "ismcts")) == {"None"}
    assert styles([f"ismcts:iterations={n}" for n in (25, 50, 100)]) == {"-"}


def test_a_forest_says_how_much_of_it_is_drawn():
    rows = pd.DataFrame({"word": [f"w{k}" for k in range(48)], "estimate": 1.0, "low": 0.0, "high": 2.0, "n": 9})
    assert forest(rows, title="Worth").get_title() == "Worth (the first 40 of 48; the table has all)"
    assert forest(rows.head(40), title="Worth").get_title() == "Worth"
    assert len(forest(rows, title="Worth").get_yticks()) == 40


def test_what_does_not_survive_keeps_its_sign():
    """Trade lies 3.2 points below the mean for one agent and above it for the other."""
    def source(agent, x):
        return Source(agent, OWN, pd.DataFrame({"headline": ["trade: points above the mean variant"], "estimate": [x],
                                                "low": [x - 0.5], "high": [x + 0.5], "n": [100]}))
    section = survival_sections([source("greedy", -3.2), source("policy", 2.0)], "duels")[0]
    assert section.frame["agents"].tolist() == [FAILS]
    assert "What does not survive: trade: points above the mean variant (-3.2)." in section.found[1]
