"""Plots are tested on the data they draw; pictures are looked at by people."""
import math
from itertools import pairwise

import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas as pd
import pytest

from kingmaker.analysis.show.figures import VERDICT_COLOURS
from kingmaker.analysis.show.plots import ASIDE, BEST, FAMILIES, OTHER, TIED, plot_ladder, plot_moves, plot_review
from kingmaker.analysis.show.suggested import tries_section

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
    from kingmaker.games import load_game
    from kingmaker.search import run_search

    result = run_search(load_game("leduc-poker").new(1), iterations=800, seed=1)
    for measure in ("value", "win", "margin", "loss"):
        ax = plot_moves(pd.DataFrame(result.to_rows()), measure=measure)
        assert len(ax.get_yticks()) == len(result.moves)


# -- the ladder -----------------------------------------------------------------------------------------------------

LADDER = pd.DataFrame([
    ("s:iterations=400", "s", 400, 120.0, 80, 150),
    ("s:iterations=100", "s", 100, 50.0, 20, 90),
    ("t:iterations=100", "t", 100, 40.0, -math.inf, 60),
    ("random", "random", math.nan, 0.0, 0, 0),
], columns=["agent", "family", "iterations", "rating", "rating_low", "rating_high"])


def lines_of(ax, n):
    return [line for line in ax.lines if len(line.get_xdata()) == n]


def test_ladder_joins_a_family_over_its_iterations():
    ax = plot_ladder(LADDER, title="t")
    joined = [line for line in ax.lines if line.get_label() in ("s", "t")]
    left, right = ASIDE ** -0.5, ASIDE ** 0.5  # two families side by side
    assert [list(line.get_xdata()) for line in joined] == [[100 * left, 400 * left], [100 * right]]
    assert [list(line.get_ydata()) for line in joined] == [[50, 120], [40]]
    assert ax.get_xscale() == "log"
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["100", "400"]
    names = {text.get_text(): (text.get_color(), text.xy[1]) for text in ax.texts}
    assert names == {"s": (joined[0].get_color(), 120), "t": (joined[1].get_color(), 40), "random": (FAMILIES[2], 0)}


def test_ladder_intervals_end_where_they_end_and_open_ones_in_an_arrow():
    ax = plot_ladder(LADDER)
    bars = {tuple(line.get_ydata()) for line in lines_of(ax, 2) if line.get_xdata()[0] == line.get_xdata()[1]}
    bottom = ax.get_ylim()[0]
    assert bars == {(80, 150), (20, 90), (bottom, 60)}
    (arrow,) = [line for line in lines_of(ax, 1) if line.get_marker() == "v"]
    assert list(arrow.get_ydata()) == [bottom]
    assert bottom < 0 < 150 < ax.get_ylim()[1]


def test_ladder_draws_agents_without_iterations_as_levels():
    ax = plot_ladder(LADDER)
    (level,) = [line for line in ax.lines if line.get_label() == "random"]
    assert list(level.get_ydata()) == [0, 0]
    only = plot_ladder(LADDER.tail(1))
    assert only.get_xscale() == "linear"


def test_names_of_ladders_keep_apart():
    close = pd.concat([LADDER.assign(family=f"f{k}", rating=LADDER["rating"] + k) for k in range(4)])
    ax = plot_ladder(close.assign(iterations=100))
    heights = sorted(text.xy[1] for text in ax.texts)
    bottom, top = ax.get_ylim()
    assert len(heights) == 4
    assert min(high - low for low, high in pairwise(heights)) >= 0.05 * (top - bottom) - 1e-9


def test_ladder_makes_room_for_neighbours_and_takes_axes():
    _, ax = plt.subplots()
    frame = LADDER.head(2)
    assert plot_ladder(frame, room=LADDER, ax=ax) is ax
    assert ax.get_ylim() == plot_ladder(LADDER).get_ylim()
    with pytest.raises(ValueError, match="plot_ladder: the frame lacks the columns win, win_high, win_low"):
        plot_ladder(LADDER, measure="win")


def test_a_review_is_drawn_by_player_with_bands_and_worst_turns():
    rows = pd.DataFrame([
        {"n": 1, "player": "blue", "win": 0.5, "win_low": 0.4, "win_high": 0.6, "is_worst": False},
        {"n": 2, "player": "white", "win": 0.3, "win_low": 0.2, "win_high": 0.4, "is_worst": True},
        {"n": 3, "player": "blue", "win": 0.8, "win_low": 0.7, "win_high": 0.9, "is_worst": False},
        {"n": 4, "player": "blue", "win": 1.0, "win_low": 1.0, "win_high": 1.0, "is_worst": False},
        {"n": 4, "player": "white", "win": 0.0, "win_low": 0.0, "win_high": 0.0, "is_worst": False},
    ])
    ax = plot_review(rows, title="t")
    drawn = {line.get_label(): (list(line.get_xdata()), list(line.get_ydata())) for line in ax.lines}
    assert drawn["blue"] == ([1, 3, 4], [0.5, 0.8, 1.0])
    assert drawn["white"] == ([2, 4], [0.3, 0.0])
    marks = [(list(line.get_xdata()), list(line.get_ydata())) for line in ax.lines if line.get_marker() == "v"]
    assert ([2], [0.3]) in marks
    corners = {tuple(point) for point in ax.collections[0].get_paths()[0].vertices}
    assert {(1, 0.4), (1, 0.6), (3, 0.7), (3, 0.9)} <= corners, "the bands are the intervals"


def test_tables_that_were_tried_are_drawn_with_their_verdicts():
    """A line a table, named by what was turned of it; the colours are those of the verdicts everywhere."""
    rows = [{"word": "cathedral", "cost": cost, "deals": 200, "estimate": at, "low": at - 1, "high": at + 1,
             "margin": 1.0, "by": "worth_relative", "verdict": verdict, "more": math.nan}
            for cost, at, verdict in ((0, 4.0, "beyond"), (9, 0.0, "within"), (5, 1.5, "open"))]
    section = tries_section(rows)
    ax = section.draw(section.frame)
    dots = [line for line in ax.lines if len(line.get_xdata()) == 1]
    assert [dot.get_xdata()[0] for dot in dots] == [4.0, 1.5, 0.0]
    assert [dot.get_color() for dot in dots] == [VERDICT_COLOURS[verdict] for verdict in ("off", "open", "balanced")]
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "cathedral, cost 0  off", "cathedral, cost 5  open", "cathedral, cost 9  balanced"]
    assert [text.get_text() for text in ax.texts] == [
        "4.00 [3.00, 5.00]  n=200", "1.50 [0.50, 2.50]  n=200", "0.00 [-1.00, 1.00]  n=200"]
