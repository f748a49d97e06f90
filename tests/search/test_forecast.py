"""Forecasts of positions: nothing hidden enters, moves keep their differences, files are read or refused."""
import json
import math
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kingmaker import hint
from kingmaker.calibrating import Games, calibrate, judge_games, outcomes_of
from kingmaker.errors import InputError
from kingmaker.games import ConfigError, load_game
from kingmaker.search.agents import parse_agent
from kingmaker.search.config import SearchConfig
from kingmaker.search.estimate import Estimate
from kingmaker.search.forecast import (
    KNOTS,
    N_WEIGHTS,
    SIGHTS,
    Forecast,
    Forecaster,
    Glance,
    as_fitted,
    forecaster_for,
    glance,
    options_of,
    read_forecasters,
    sights,
    written,
)
from kingmaker.search.match.outcomes import Outcome, outcome_row, play_outcomes, restore_outcomes
from kingmaker.search.seeds import branch

GAME = load_game("leduc-poker")


def forecaster(**given):
    """One that says: chance 0.75 and a margin of 4, whatever is seen."""
    win, margin = np.zeros(N_WEIGHTS), np.zeros(N_WEIGHTS)
    win[::len(SIGHTS)], margin[::len(SIGHTS)] = math.log(3), 0.5
    nothing = np.zeros((N_WEIGHTS, N_WEIGHTS))
    return replace(Forecaster(options=options_of(GAME), agent="greedy", n_games=9, n_positions=40, length=8.0,
                              scale=8.0, win=win, margin=margin, win_error=nothing, margin_error=nothing), **given)


def saved(path, *found, game="leduc-poker"):
    path.write_text(json.dumps({"forecasts": game, "fits": [written(one) for one in found]}), encoding="utf-8")
    return path


def test_sights_go_in_straight_lines_between_knots():
    # 30 of 80 decisions left: 0.375, half-way between the knots 0.25 and 0.5; margin 4 of 8, log-odds of 0.5 are 0
    row = sights(Glance(0.5, 2.0, 30.0), 0.5, 4.0, 80.0, 8.0).reshape(len(KNOTS), len(SIGHTS))
    assert row[1].tolist() == row[2].tolist() == [0.5, 0.25, 0.0, 0.125, 0.0]
    assert not row[[0, 3, 4]].any()
    beyond = sights(Glance(0.5, 2.0, 300.0), 0.5, 4.0, 80.0, 8.0).reshape(len(KNOTS), len(SIGHTS))
    assert beyond[4].tolist() == [1.0, 0.5, 0.0, 0.25, 0.0]  # a longer game than any: as at the opening


@pytest.mark.parametrize("name", ["leduc-poker", "oh-hell", "phantom-444", "two-heirs:mode=solo,level=3,short=5"])
def test_a_glance_does_not_see_what_is_hidden(name):
    game = load_game(name)
    state = game.new(3)
    rng = np.random.default_rng(1)
    for _ in range(4):
        legal = state.legal_actions()
        state.apply(legal[int(rng.integers(len(legal)))])
    other = next(world for world in (state.world(state.player, seed) for seed in map(_rng, range(50)))
                 if world.text() != state.text())
    assert glance(state, branch(1, 9)) == glance(other, branch(1, 9))


def _rng(seed):
    from kingmaker.games import Rng
    return Rng(seed)


def test_a_glance_by_hand():
    # Kuhn poker, a queen after bet: whoever plays on decides once more; folds lose 1, calls win or lose 2
    found = glance(load_game("kuhn-poker").parse("QJ:b"), branch(1, 9))
    assert found.left == 1.0
    assert -4.0 <= found.margin <= 4.0


def test_moves_keep_their_differences():
    state = load_game("leduc-poker").new(5)
    raw = hint(state, iterations=400, seed=1, why=False).result
    found = Forecast(forecaster(), Glance(0.5, 0.0, 4.0)).of(raw)
    assert found.best.win.mean == pytest.approx(0.75)
    assert found.best.margin.mean == pytest.approx(4.0)
    for old, new in zip(raw.moves, found.moves, strict=True):
        assert new.margin.mean - 4.0 == pytest.approx(old.margin.mean - raw.best.margin.mean)
        assert new.value == old.value
        assert 0 <= new.win.low <= new.win.mean <= new.win.high <= 1
        assert (new.win.mean < 0.75) is (old.win.mean < raw.best.win.mean)


def test_a_hint_tells_the_forecast_and_whose_it_is(tmp_path):
    path = saved(tmp_path / "fits.json", forecaster(), forecaster(agent="random", win=np.zeros(N_WEIGHTS)))
    state = GAME.new(5)
    found = hint(state, iterations=400, seed=1, forecasts=path)
    assert found.calibrated
    assert found.win.mean == pytest.approx(0.75, abs=1e-4)  # files have five digits
    assert found.to_dict()["forecast"] == {"agent": "greedy", "games": 9, "positions": 40, "spread": None}
    assert hint(state, iterations=400, seed=1, forecasts=path, like="random").win.mean == pytest.approx(0.5)
    assert not hint(state, iterations=400, seed=1).calibrated  # the game brings none
    with pytest.raises(ConfigError, match="there are those for greedy, random"):
        hint(state, iterations=400, seed=1, forecasts=path, like="policy")


def test_a_search_that_is_not_as_the_game_advises_has_no_forecast(tmp_path):
    path = saved(tmp_path / "fits.json", forecaster())
    assert not hint(GAME.new(5), iterations=400, seed=1, forecasts=path, worlds="true").calibrated
    assert hint(GAME.new(5), iterations=400, replicates=4, seed=1, forecasts=path).calibrated


def test_what_is_proved_is_not_forecast(tmp_path):
    game = load_game("tic-tac-toe")
    path = saved(tmp_path / "fits.json", forecaster(options={}), game="tic-tac-toe")
    found = hint(game.new(1), iterations=40_000, seed=1, forecasts=path)
    assert found.result.certain
    assert not found.calibrated
    assert found.win.mean == 0.5


def test_options_decide_which_fit_holds(tmp_path):
    duel = load_game("two-heirs")
    assert options_of(duel, ["sets"])["mode"] == "duel"
    assert not {"sets", "tiles", "weights", "treasures"} & options_of(duel, ["sets"]).keys()
    path = saved(tmp_path / "fits.json", forecaster(options=options_of(duel, ["sets"])), game="two-heirs")
    assert forecaster_for(load_game("two-heirs", sets="war,crafts,guard"), path) is not None
    assert forecaster_for(load_game("two-heirs", mode="solo"), path) is None
    assert forecaster_for(load_game("two-heirs", short=3), path) is None  # an exercise is another game


def test_a_file_comes_back_as_it_was_written(tmp_path):
    one = forecaster(win=np.linspace(-1, 1, N_WEIGHTS), command="kingmaker learn")
    [back] = read_forecasters(saved(tmp_path / "fits.json", one))[1]
    assert back.win == pytest.approx(one.win, rel=1e-4)
    assert (back.options, back.agent, back.n_games, back.command) == (one.options, "greedy", 9, "kingmaker learn")


@pytest.mark.parametrize(("change", "message"), [
    ({"win": [0.0]}, "win: expected"), ({"length": 0}, "length: expected"), ({"agent": 7}, "agent: expected"),
    ({"margin": [float("1e9")] * N_WEIGHTS}, "margin")])
def test_broken_files_are_refused(tmp_path, change, message):
    path = tmp_path / "fits.json"
    path.write_text(json.dumps({"forecasts": "leduc-poker", "fits": [written(forecaster()) | change]}),
                    encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        read_forecasters(path)


def test_forecasts_of_another_game_are_refused(tmp_path):
    with pytest.raises(ConfigError, match="expected those of kuhn-poker, got 'leduc-poker'"):
        forecaster_for(load_game("kuhn-poker"), saved(tmp_path / "fits.json", forecaster()))


def test_outcomes_are_what_came_and_do_not_depend_on_jobs():
    game = load_game("oh-hell", players=3)
    config = SearchConfig(**{**as_fitted(game), "iterations": 60, "replicates": 4})
    one, two = (list(play_outcomes([game], parse_agent("greedy"), config, 4, 5, jobs=jobs)) for jobs in (1, 2))
    assert one == two
    for found in one:
        assert [position.fifth for position in found] == sorted(position.fifth for position in found)
        assert all(0 <= position.came_win <= 1 for position in found)
        lengths = [position.glanced.left for position in found]
        assert lengths == sorted(lengths, reverse=True)


def test_calibrate_keeps_other_fits_and_judges_by_games_it_has_not_seen(tmp_path):
    path = tmp_path / "fits.json"
    for agent in ("random", "greedy"):
        found = calibrate(played(agent, 1), path, 40)[0]
        assert found.judged.n_games == 10
        assert found.forecaster.n_games == 40
    assert [one.agent for one in read_forecasters(path)[1]] == ["random", "greedy"]
    calibrate(played("random", 2), path, 20)
    assert [(one.agent, one.n_games) for one in read_forecasters(path)[1]] == [("greedy", 40), ("random", 20)]
    with pytest.raises(ConfigError, match="they are of leduc-poker, not of kuhn-poker"):
        calibrate(replace(played("random", 2), game=load_game("kuhn-poker")), path, 20)
    with pytest.raises(ConfigError, match="too few"):
        calibrate(played("random", 2), tmp_path / "few.json", 2)


def played(agent, seed, **given):
    return Games(GAME, parse_agent(agent), seed=seed, iterations=60, **given)


def test_games_that_are_kept_are_gone_on_with_and_not_played_again(tmp_path):
    kept, told = tmp_path / "games.jsonl", []
    whole = outcomes_of(played("greedy", 3), 6)
    outcomes_of(played("greedy", 3), 4, kept=kept)
    with kept.open("ab") as file:
        file.write(b'{"game": 4, "posi')  # a killed computer cut a line off
    assert outcomes_of(played("greedy", 3), 6, kept=kept, remark=told.append) == whole
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 7  # a head and six games
    assert told == [f"{kept}: the last line was cut off and is left out", f"{kept}: 4 of 6 games were played before"]
    with pytest.raises(InputError, match="it was begun with seed 3, now it is 4"):
        outcomes_of(played("greedy", 4), 6, kept=kept)
    lines = kept.read_text(encoding="utf-8").splitlines(keepends=True)
    kept.write_text("".join([*lines[:2], *lines[3:]]), encoding="utf-8")
    with pytest.raises(ConfigError, match="expected game 1, got 2: lines are missing"):
        outcomes_of(played("greedy", 3), 6, kept=kept)


def test_every_second_game_has_a_drawn_table_and_drawings_take_turns():
    games = Games(load_game("two-heirs", mode="solo", level=2), parse_agent("greedy"), ("sets",), (4, 5))
    variants = games.variants()
    assert len(variants) == 80  # 20 combinations of sets, each with two drawings
    assert [str(one.options["tiles"]) for one in variants[:4]] == ["", "@4", "", "@5"]
    assert {(one.options["sets"], one.options["tiles"]) for one in variants[1::2]} == {
        (one.options["sets"], tiles) for one in variants for tiles in ("@4", "@5")}
    with pytest.raises(ConfigError, match="--tables: leduc-poker has no component data that is reconstructed"):
        played("greedy", 1, tables=(1, 2)).variants()


def test_forecasts_are_not_judged_by_games_that_they_were_fitted_to(tmp_path):
    path = tmp_path / "fits.json"
    with pytest.raises(ConfigError, match="no forecasts for somebody who plays like 'greedy'"):
        judge_games(played("greedy", 1), 10)
    calibrate(played("greedy", 1), path, 40)
    with pytest.raises(ConfigError, match="fitted to games of this seed"):
        judge_games(played("greedy", 1), 10, path)
    assert judge_games(played("greedy", 2), 10, path)[""].n_games == 10


def test_one_tree_says_no_interval_and_the_fit_still_does():
    fitted = forecaster(win_error=np.eye(N_WEIGHTS) * 0.01, n_games=1000)
    chance, _ = fitted.of(Glance(0.5, 0.0, 4.0), Estimate(0.5, math.nan, math.nan, 1),
                          Estimate(0.0, math.nan, math.nan, 1))
    assert 0 < chance.low < 0.75 < chance.high < 1


def test_an_interval_holds_the_mean_of_fifty_games_from_positions_alike():
    """By hand: chance 0.75 and margin 4, search and fit exact; fifty games of chance 0.75 differ by
    1.96 sqrt(0.75 * 0.25 / 50) = 0.120, of margins with noise 10 by 1.96 * 10 / sqrt(50) = 2.772; half a game: less."""
    fitted = forecaster(margin_noise=10.0, n_games=100_000)
    said = Estimate(0.5, 0.5, 0.5, 4), Estimate(0.0, 0.0, 0.0, 4)
    chance, points = fitted.of(Glance(0.5, 0.0, 8.0), *said)
    assert (chance.low, chance.high) == pytest.approx((0.63, 0.87), abs=1e-3)
    assert (points.low, points.high) == pytest.approx((4 - 2.772, 4 + 2.772), abs=1e-3)
    _, late = fitted.of(Glance(0.5, 0.0, 4.0), *said)
    assert (late.low, late.high) == pytest.approx((4 - 1.960, 4 + 1.960), abs=1e-3)


def test_a_single_position_may_lie_farther_off():
    """By hand: spreads of 0.5 in log-odds and of 3 points at the beginning; chance 0.75 is log 3, margin 4."""
    fitted = forecaster(win_spread=0.5, margin_spread=3.0, n_games=100_000)
    glanced, chance, points = Glance(0.5, 0.0, 8.0), Estimate(0.75, 0.7, 0.8, 4), Estimate(4.0, 3.0, 5.0, 4)
    wins, margins = fitted.spread_of(glanced, chance, points)
    assert wins == pytest.approx((0.5296, 0.8888), abs=1e-4)  # 1 / (1 + exp(-log 3 +- 0.98))
    assert margins == pytest.approx((4 - 5.88, 4 + 5.88))
    again = read_forecasters(saved(Path(tempfile.mkdtemp()) / "fits.json", fitted))[1][0]
    assert (again.win_spread, again.margin_spread) == (0.5, 3.0)
    assert Forecast(again, glanced).spread(chance, points) == (wins, margins)
    assert Forecast(forecaster(), glanced).spread(chance, points) is None


def test_no_end_of_an_interval_says_more_than_so_many_games_can():
    """300 games without a loss leave 95 % for a chance of losing below 3 in 300: sure may be said, not 0.9999."""
    nothing = Estimate(0.5, 0.5, 0.5, 4), Estimate(0.0, 0.0, 0.0, 4)
    won, lost = (np.zeros(N_WEIGHTS) for _ in range(2))
    won[::len(SIGHTS)], lost[::len(SIGHTS)] = 9.0, -9.0
    chance, _ = forecaster(win=won, n_games=300).of(Glance(0.5, 0.0, 8.0), *nothing)
    assert (chance.low, chance.high) == (0.99, 1.0)
    assert 0.999 < chance.mean < 1
    chance, _ = forecaster(win=lost, n_games=300).of(Glance(0.5, 0.0, 8.0), *nothing)
    assert (chance.low, chance.high) == pytest.approx((0.0, 0.01))


def test_positions_of_some_games_are_played_on_again_from_what_is_known():
    """Of games 0, 1 and 40, in worlds of their own: the results differ among themselves, all else is as it was."""
    games = played("random", 1)
    again = outcomes_of(replace(games, again=6), 41)
    assert {one.game for one in again if one.again} == {0, 1, 40}
    some = [one for one in again if one.again]
    assert all(len(one.again) == 6 for one in some)
    assert any(len(set(one.again)) > 1 for one in some)
    assert [replace(one, again=()) for one in again] == outcomes_of(replace(games, again=0), 41)
    row = json.loads(json.dumps(outcome_row(0, [one for one in again if one.game == 0])))
    assert restore_outcomes(row, 0, "here") == [one for one in again if one.game == 0]


def test_a_position_that_one_tree_alone_knows_is_kept_without_ends():
    one = Outcome(0, 0, 0, Glance(0.5, 0.0, 4.0), Estimate(0.5, math.nan, math.nan, 1), Estimate(1.0, 0.0, 2.0, 4), 1.0,
                  2.0)
    row = json.loads(json.dumps(outcome_row(0, [one]), allow_nan=False))
    [again] = restore_outcomes(row, 0, "here")
    assert math.isnan(again.win.low)
    assert math.isnan(again.win.high)
    assert (again.win.mean, again.margin) == (0.5, one.margin)
    row["positions"][0]["win"][0] = None
    with pytest.raises(ConfigError, match="here: expected a mean"):
        restore_outcomes(row, 0, "here")


def test_the_table_as_it_is_has_a_forecast_of_its_own_beside_drawn_ones(tmp_path):
    """Which one a game takes hangs on its component data; a judgement goes by both."""
    path = tmp_path / "fits.json"
    games = Games(load_game("two-heirs", mode="solo", level=2), parse_agent("random"), (), (4, 5), 1, 64)
    found = calibrate(games, path, 48)
    assert [one.name for one in found] == ["the table as it is", "drawn tables"]
    assert [one.forecaster.n_games for one in found] == [24, 24]
    own, drawn = read_forecasters(path)[1]
    plain, other = games.variants()[:2]
    assert forecaster_for(plain, path) == own
    assert forecaster_for(other, path) == drawn
    assert forecaster_for(load_game("two-heirs", mode="solo", level=2, tiles="@9"), path) == drawn
    judged = judge_games(replace(games, seed=2), 12, path)
    assert {name: one.n_games for name, one in judged.items()} == {"the table as it is": 6, "drawn tables": 6}


def test_who_asks_for_somebody_else_is_not_left_without_a_word(tmp_path):
    path = saved(tmp_path / "fits.json", forecaster())
    with pytest.raises(ConfigError, match="forecasts hold for a search as the game advises"):
        hint(GAME.new(5), iterations=400, seed=1, forecasts=path, like="greedy", rollout="mast")


def test_what_was_said_and_what_came_is_drawn_for_each_kind_of_table(tmp_path):
    from kingmaker.analysis.show.forecasts import plot_judgements

    judged = calibrate(played("greedy", 1), tmp_path / "fits.json", 40)[0].judged
    ax = plot_judgements({"one": judged, "two": judged})
    axes = ax.get_figure(root=True).axes
    first, margins = axes[:2]
    assert len(axes) == 4  # two rows of chances and margins
    assert sum(len(points.get_offsets()) for points in first.collections[1:]) == len(judged.bins)
    assert margins.get_xlabel() == "fifth of the game"
