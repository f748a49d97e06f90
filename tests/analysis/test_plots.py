"""Plots are tested on the data they draw; pictures are looked at by people."""
import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas as pd
import pytest

from analysis.plots import BEST, OTHER, TIED, plot_moves

mpl.use("Agg")
ROWS = pd.DataFrame([
    {"move": "a", "visits": 900, "tied": False, "replicates": 8, "value": 0.6, "value_low": 0.55, "value_high": 0.65},
    {"move": "b", "visits": 80, "tied": True, "replicates": 8, "value": 0.58, "value_low": 0.5, "value_high": 0.66},
    {"move": "c", "visits": 20, "tied": False, "replicates": 8, "value": 0.3, "value_low": 0.2, "value_high": 0.4},
])


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_moves_are_drawn_best_first_with_their_intervals():
    ax = plot_moves(ROWS, title="t")
    bars = [line for line in ax.lines if len(line.get_xdata()) == 2]
    dots = [line for line in ax.lines if len(line.get_xdata()) == 1]
    assert [list(bar.get_xdata()) for bar in bars] == [[0.55, 0.65], [0.5, 0.66], [0.2, 0.4]]
    assert [dot.get_xdata()[0] for dot in dots] == [0.6, 0.58, 0.3]
    assert [dot.get_color() for dot in dots] == [BEST, TIED, OTHER]
    top, bottom = (dots[k].get_ydata()[0] for k in (0, 2))
    low, high = ax.get_ylim()
    assert low > high, "the axis points down"
    assert top < bottom
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a  (n=900)", "b  (n=80)", "c  (n=20)"]


def test_what_is_left_out_is_said():
    assert "2 more moves not shown" in plot_moves(ROWS, most=1).get_xlabel()
    assert "not shown" not in plot_moves(ROWS).get_xlabel()


def test_given_axes_are_used():
    _, ax = plt.subplots()
    assert plot_moves(ROWS, ax=ax) is ax


def test_missing_columns_are_named():
    with pytest.raises(ValueError, match="lacks the columns win, win_high, win_low"):
        plot_moves(ROWS, measure="win")


def test_rows_of_a_search_fit():
    from games import load_game
    from search import run_search

    result = run_search(load_game("leduc-poker").new(1), iterations=800, seed=1)
    for measure in ("value", "win", "margin", "loss"):
        ax = plot_moves(pd.DataFrame(result.to_rows()), measure=measure)
        assert len(ax.get_yticks()) == len(result.moves)
