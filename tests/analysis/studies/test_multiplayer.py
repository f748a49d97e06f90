"""Games of several players: seats, what a seat had, interventions; by hand, and on games really played."""
import json
import re

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from scipy import stats
from typer.testing import CliRunner

from kingmaker.analysis.errors import DataError
from kingmaker.analysis.show import comparison, sections
from kingmaker.analysis.show.report import write_report
from kingmaker.analysis.show.statistics import STATISTICS
from kingmaker.analysis.studies import seats
from kingmaker.analysis.studies.effects import arm_effects, kind_effects
from kingmaker.games.brian_boru.study import STUDY
from kingmaker.scripts.cli import app
from tests.analysis.show.test_reports import played
from tests.games.brian_boru.setting import altered_cards

mpl.use("Agg")
nan = np.nan


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def games_of(*points, **columns):
    """Return games with these points by seat, None where there is no seat; who has most wins."""
    n = max(map(len, points))
    table = np.array([[nan if x is None else x for x in [*row, *[None] * (n - len(row))]] for row in points], float)
    best = table == np.nanmax(table, axis=1)[:, None]
    wins = np.where(np.isnan(table), nan, best / best.sum(axis=1)[:, None])
    winner = [row.argmax() if row.sum() == 1 else nan for row in best]
    rows = {"game": range(len(points)), "block": range(len(points)), "arm": "", "starter": 0, "winner": winner}
    rows |= {f"points_{k}": table[:, k] for k in range(n)} | {f"win_{k}": wins[:, k] for k in range(n)}
    return pd.DataFrame(rows | columns)


# -- seats -------------------------------------------------------------------------------------------------------------


def test_a_row_a_seat_by_hand():
    """Three players of whom the second begins; four of whom two share the win."""
    rows = seats.seat_rows(games_of([30, 20, 10], [25, 15, 25, 5], starter=[1, 3]))
    assert rows[["game", "players", "seat", "order"]].to_numpy().tolist() == [
        [0, 3, 0, 3], [0, 3, 1, 1], [0, 3, 2, 2], [1, 4, 0, 2], [1, 4, 1, 3], [1, 4, 2, 4], [1, 4, 3, 1]]
    assert list(rows["lead"]) == pytest.approx([15, 0, -15, 10, 15 - 55 / 3, 10, 5 - 65 / 3])
    assert list(rows["edge"]) == pytest.approx([2 / 3, -1 / 3, -1 / 3, 1 / 4, -1 / 4, 1 / 4, -1 / 4])


def test_edges_and_margins_of_a_game_sum_to_nothing():
    rng = np.random.default_rng(1)
    rows = seats.seat_rows(games_of(*rng.integers(10, 40, (20, 5)).tolist()))
    sums = rows.groupby("game")[["edge", "lead"]].sum().abs()
    assert (sums < 1e-9).all(axis=None)


def test_one_seat_of_a_game_is_looked_up():
    games = games_of([30, 20, 10], [10, 20, 31], [5, 6, 7])
    takers = pd.DataFrame({"game": [0, 1], "seat": [1.0, nan]})
    found = seats.with_takers(games, {"card": takers, "first": games[["game"]].assign(seat=0)})
    assert found["lead_card"].tolist() == [0.0, pytest.approx(nan, nan_ok=True), pytest.approx(nan, nan_ok=True)]
    assert found["lead_first"].tolist() == [15.0, -15.5, -1.5]
    assert found["edge_first"].tolist() == pytest.approx([2 / 3, -1 / 3, -1 / 3])


def test_edges_by_order_are_shares_of_single_games():
    """The first of three wins 6 of 20 games: Wilson's interval of 6/20, less a third."""
    points = [[30, 20, 10]] * 6 + [[10, 30, 20]] * 14
    found = seats.by_place(seats.seat_rows(games_of(*points)), "edge", ["players", "order"])
    ends = stats.binomtest(6, 20).proportion_ci(0.95, "wilson")
    first = found.iloc[0]
    assert (first["players"], first["order"], first["n"]) == (3, 1, 20)
    assert (first["estimate"], first["low"], first["high"]) == pytest.approx(
        (0.3 - 1 / 3, ends.low - 1 / 3, ends.high - 1 / 3))


def test_margins_by_order_are_means_over_blocks():
    """One block of two games in which the first is ahead by 3 and 9, one of one game with 12: the mean of 6 and 12."""
    games = games_of([12, 9, 9], [18, 9, 9], [21, 9, 9], block=[0, 0, 1])
    found = seats.by_place(seats.seat_rows(games), "lead", ["order"])
    assert found.loc[0, ["estimate", "n"]].tolist() == [9, 2]
    assert found.loc[0, "se"] == pytest.approx(3)  # 6 and 12: standard deviation sqrt(18), by sqrt(2)


# -- games and parts ---------------------------------------------------------------------------------------------------


def test_summary_by_hand():
    found = seats.summary(games_of([30, 20, 10], [20, 20, 5], [40, 10, 20, 30])).set_index(["players", "measure"])
    assert found["estimate"].to_dict() == pytest.approx({
        (3, "points_mean"): 17.5, (4, "points_mean"): 25, (3, "winner_margin"): 5, (4, "winner_margin"): 10,
        (3, "draw"): 0.5, (4, "draw"): 0})
    assert found["n"].to_dict()[3, "draw"] == 2


def test_parts_of_the_points_by_hand():
    """60 points in the first game, 40 of them claims; 40 in the second, of which 10."""
    games = games_of([30, 20, 10], [20, 10, 10], claims_0=[20, 10], claims_1=[15, 0], claims_2=[5, 0],
                     track_0=[10, 10], track_1=[5, 10], track_2=[5, 10])
    found = seats.part_shares(games, ["claims", "track"]).set_index("source")["estimate"]
    assert found.to_dict() == {"claims": 0.5, "track": 0.5}


def test_what_winners_have_more_of_by_hand():
    """The winner has 20 claims and the others 15 and 5; then two who share the win have 4 and 8, the other 1."""
    games = games_of([30, 20, 10], [20, 20, 10], [9, 9, 9], claims_0=[20, 4, 3], claims_1=[15, 8, 3],
                     claims_2=[5, 1, 3])
    found = seats.winner_gaps(games, ["claims"]).iloc[0]
    assert (found["estimate"], found["n"]) == (7.5, 2)  # 10 and 5; the third game is shared by all


def test_what_a_seat_had_by_hand():
    """Seat 0 has the card twice in the game that it wins by 15, seat 2 once in one that it loses by 15."""
    rows = seats.seat_rows(games_of([30, 20, 10], [30, 20, 10]))
    held = pd.DataFrame({"game": [0, 0, 1, 1], "seat": [0.0, 0.0, 2.0, nan], "name": ["A", "A", "A", "A"]})
    found = seats.when_held(rows, held).set_index("rate")
    assert found["estimate"].to_dict() == pytest.approx({"held_edge": (4 / 3 - 1 / 3) / 3, "held_lead": 5})
    assert found["denominator"].tolist() == [3, 3]
    assert found["n"].tolist() == [2, 2]


def test_rates_by_hand():
    rows = pd.DataFrame({"game": [0, 0, 1], "card": [7, 9, 7], "won": [True, False, False], "played": [1, 1, 1]})
    found = seats.rates(rows, pd.Series({0: 0, 1: 1}), "card", {"won_per_played": ("won", "played")})
    assert found[["name", "estimate", "denominator"]].to_numpy().tolist() == [["7", 0.5, 2], ["9", 0.0, 1]]


# -- interventions -----------------------------------------------------------------------------------------------------


def arms_table(values):
    """Return games from block -> arm -> margin."""
    rows = [(block, arm, x) for block, arms in enumerate(values) for arm, x in arms.items()]
    return pd.DataFrame(rows, columns=["block", "arm", "margin_p1"]).assign(margin_first=lambda f: f["margin_p1"] * 2)


def test_effects_of_kinds_by_hand():
    """Against the game as dealt: dealt=1 changes 3 and 5, dealt=2 1 and 1, the wedding 2 * -1 and 2 * -3."""
    games = arms_table([{"": 10, "dealt=1": 13, "dealt=2": 11, "wedding=A": 9},
                        {"": 0, "dealt=1": 5, "dealt=2": 1, "wedding=A": -3}])
    measures = {"dealt": "margin_p1", "wedding": "margin_first"}
    found = kind_effects(games, measures, cells=[], relative=False).set_index("arm")
    assert found["estimate"].to_dict() == {"dealt=1": 4, "dealt=2": 1, "wedding=A": -4}
    assert found["kind"].tolist() == ["dealt", "dealt", "wedding"]
    found = kind_effects(games, measures, cells=[]).set_index("arm")
    assert found["estimate"].to_dict() == {"dealt=1 against dealt=2": 1.5, "wedding=A": 0}, "of two, told once"


def test_one_kind_alone_is_what_arm_effects_says():
    rng = np.random.default_rng(3)
    games = arms_table([{"": a, "dealt=1": b, "dealt=2": c} for a, b, c in rng.normal(0, 5, (30, 3))])
    one = kind_effects(games, {"dealt": "margin_p1"}, cells=[], relative=False).drop(columns="kind")
    pd.testing.assert_frame_equal(one, arm_effects(games, "margin_p1", cells=[]))


def test_where_one_of_a_kind_has_no_value_none_has():
    """In the second block nobody took the card of arm B: its mean would be that of other deals."""
    games = arms_table([{"": 0, "wedding=A": 4, "wedding=B": 2}, {"": 0, "wedding=A": 9, "wedding=B": nan},
                        {"": 0, "wedding=A": 6, "wedding=B": 2}])
    found = kind_effects(games, {"wedding": "margin_p1"}, cells=[]).set_index("arm")
    assert found["estimate"].to_dict() == {"wedding=A against wedding=B": 1.5}
    assert found["n"].tolist() == [2]


def test_games_without_these_interventions_are_refused():
    with pytest.raises(DataError, match="expected arms of dealt"):
        kind_effects(arms_table([{"": 1}]), {"dealt": "margin_p1"}, cells=[])
    with pytest.raises(DataError, match="without an intervention"):
        kind_effects(arms_table([{"dealt=1": 1}]), {"dealt": "margin_p1"}, cells=[])


def test_effects_hold_the_truth_as_often_as_they_say():
    """Three planted effects, 40 blocks, 400 times: 95 % of 1,200 intervals, less four standard errors of 0.6 %."""
    rng = np.random.default_rng(5)
    truth, held, n = np.array([2.0, 0.0, -0.5]), 0, 400
    arms = ["dealt=1", "dealt=2", "dealt=3"]
    for _ in range(n):
        deal = rng.normal(0, 6, (40, 1))
        wide = np.hstack([deal, deal + truth]) + rng.normal(0, 4, (40, 4))
        games = pd.DataFrame({"block": np.arange(40).repeat(4), "arm": ["", *arms] * 40, "margin_p1": wide.ravel()})
        found = kind_effects(games, {"dealt": "margin_p1"}, cells=[], relative=False)
        held += ((found["low"] <= truth) & (truth <= found["high"])).sum()
    assert 0.925 < held / (3 * n) < 0.975


# -- games that were played --------------------------------------------------------------------------------------------

ARMS = ["dealt=5", "dealt=9", "dealt=14", "dealt=24", "wedding=Brigid", "wedding=Cormac", "princess=military",
        "princess=spurn"]


@pytest.fixture(scope="module")
def boru(tmp_path_factory):
    return played(tmp_path_factory.mktemp("boru") / "d", "brian-boru", ["random"], 900, arms=ARMS,
                  each=["players=3;4"])


@pytest.fixture(scope="module")
def other_deck(tmp_path_factory):
    """Four players with another Viking deck; of the interventions of `boru` two."""
    return played(tmp_path_factory.mktemp("deck") / "d", "brian-boru:data=@1", ["random"], 120,
                  arms=["dealt=5", "dealt=24", "dealt=25"])


def by_name(data, **margins):
    return {one.name: one for one in sections.balance_sections(data, study=STUDY, **margins)}


def test_every_statistic_that_is_shown_is_defined_and_drawn(boru, other_deck, tmp_path):
    shown = [*sections.balance_sections(boru, study=STUDY), *comparison.balance_compared([boru, other_deck], STUDY)]
    known = {**STATISTICS, **STUDY.statistics}
    for section in shown:
        assert section.statistics, section.name
        assert set(section.statistics) <= known.keys(), section.name
        rates = set(section.frame.get("rate", [])) | set(section.frame.get("measure", []))
        assert rates <= set(section.statistics), section.name
    assert len({section.name for section in shown}) == len(shown)
    page = write_report(tmp_path, "Brian Boru", shown, statistics=known).read_text(encoding="utf-8")
    drawn = [section.name for section in shown if section.draw is not None and len(section.frame)]
    assert len(drawn) > 12
    assert all((tmp_path / f"{name}.png").stat().st_size > 5000 for name in drawn)
    assert not re.search(r"\bnan\b", page)


def test_the_princess_spurned_by_hand(boru):
    """The frame's number is the mean over blocks of her taker's margin with spurn - that without an intervention."""
    games, rounds = boru["games"], boru["rounds"]
    takers = rounds[rounds["wedding"] == "Princess"].set_index("game")["wed_to"]
    margins = {}
    for game in games.itertuples():
        if np.isnan(takers[game.game]):
            continue
        points = [getattr(game, f"points_{k}") for k in range(game.players)]
        own = points[int(takers[game.game])]
        margins[game.block, game.players, game.arm] = own - (sum(points) - own) / (game.players - 1)
    differences = {}
    for (block, players, arm), value in margins.items():
        if arm == "princess=spurn" and (block, players, "") in margins:
            differences.setdefault(block, []).append(value - margins[block, players, ""])
    expected = np.mean([np.mean(values) for values in differences.values()])
    found = by_name(boru)["effects"].frame.set_index("arm")
    assert found["estimate"]["princess=spurn"] == pytest.approx(expected)
    assert found["n"]["princess=spurn"] == len(differences)


def test_descriptions_are_of_games_as_dealt(boru):
    """Each card is in hand in each round of each game without an arm, unless it is set aside: 24 of 25 with 3 and 4."""
    frame = by_name(boru)["cards"].frame
    n_rounds = (boru["games"]["arm"] == "").groupby(boru["games"]["players"]).sum() @ pd.Series({3: 3, 4: 4})
    taken = frame[frame["rate"] == "pass_taken"]["denominator"]
    assert len(taken) == 25
    assert taken.sum() == 24 * n_rounds
    passes = frame[frame["rate"] == "pass_taken"]["estimate"]
    assert passes.between(1, 4).all()


def test_seats_are_judged_against_the_margin_that_is_stated(boru):
    """Random players: no seat is better by half the win; that is balanced, a margin of nearly nothing is not."""
    assert set(by_name(boru, win_margin=0.5)["seats"].frame["verdict"]) == {"balanced"}
    assert "balanced" not in set(by_name(boru, win_margin=0.001)["seats"].frame["verdict"])


def test_agents_are_compared_where_there_are_several(tmp_path):
    data = played(tmp_path / "d", "brian-boru:players=3", ["greedy", "random"], 90)
    found = by_name(data)["agents"].frame.set_index(["agent", "measure"])
    assert found["low"]["greedy", "edge"] > 0
    assert found["estimate"]["greedy", "lead"] == pytest.approx(-2 * found["estimate"]["random", "lead"])


def test_a_card_that_gives_four_renown_is_flagged_first(tmp_path):
    file = altered_cards(tmp_path / "data.json", c24="town renown renown renown renown | renown renown renown renown")
    data = played(tmp_path / "d", f"brian-boru:players=5,data={file}", ["greedy"], 300, arms=ARMS[:4])
    first = sections.balance_sections(data, study=STUDY)[0]
    assert first.name == "findings"
    assert first.frame.loc[0, ["arm", "verdict"]].tolist() == ["dealt=24", "off"]
    assert first.found[0].startswith("Off: dealt=24: +")


def test_the_command_plays_and_tells(tmp_path):
    done = CliRunner().invoke(app, ["balance", str(tmp_path / "d"), "--run", "random", "--game", "brian-boru", "--each",
                                    "players=3;5", "--games", "140", "--seed", "1", "--jobs", "1", "--format", "json"])
    assert done.exit_code == 0, done.output + done.stderr
    told = json.loads(done.stdout)
    assert [section["name"] for section in told["sections"]][:4] == ["findings", "effects", "win_effects", "seats"]
    assert len(told["sections"][0]["rows"]) == 35
    assert {row["seat"][0] for row in told["sections"][3]["rows"]} == {"3", "5"}
    assert any("Viking strengths: 7 of 7 reconstructed" in line for line in told["about"])


def test_data_sets_are_compared_by_what_all_of_them_played(boru, other_deck):
    """Both have four players and the cards 5 and 24 alone: they have one difference, half of which is told."""
    tables = {}
    for one in comparison.balance_sources([boru, other_deck], STUDY):
        tables[one.table] = one.headlines.set_index("headline")["estimate"]
    for data, table in ((boru, "own"), (other_deck, "@1")):
        games = data["games"][data["games"]["players"] == 4]
        margin = games["points_0"] - games[["points_1", "points_2", "points_3"]].mean(axis=1)
        by = games.assign(margin=margin).pivot(index="block", columns="arm", values="margin")
        half = ((by["dealt=5"] - by["dealt=24"]) / 2).mean()
        assert tables[table].to_dict() == pytest.approx({
            **{f"seat, 4 players: {k}, points": tables[table][f"seat, 4 players: {k}, points"] for k in (1, 2, 3, 4)},
            "effect of dealt=24 against dealt=5": -half})
        assert tables[table].filter(like="seat").sum() == pytest.approx(0), "margins of a game sum to nothing"
    compared = comparison.balance_compared([boru, other_deck], STUDY)
    outcome = next(one for one in compared if one.name == "games_survival").frame
    assert outcome["sources"].tolist() == [2] * 5
    assert set(outcome["agents"]) <= {"not tried", "no claim"}, "one agent alone has played"


def test_data_sets_without_interventions_are_compared_by_seat(tmp_path):
    sets_of_data = [played(tmp_path / agent, "brian-boru:players=3", [agent], 12) for agent in ("random", "greedy")]
    outcome = comparison.balance_compared(sets_of_data, STUDY)[0].frame
    assert set(outcome["headline"]) == {f"seat, 3 players: {k}, points" for k in (1, 2, 3)}
    assert set(outcome["tables"]) <= {"not tried", "no claim"}


def test_what_holds_with_each_number_of_players(boru):
    """The claims are those of the fewest players, and the others decide: never more than the intervals would."""
    section = by_name(boru)["players_survival"]
    assert section.title == "Effects with players 3: which hold with other values"
    outcome, shown = section.frame.set_index("arm")["with_others"], by_name(boru)["players_curves"].frame
    assert (len(outcome), shown["arm"].nunique()) == (len(ARMS) - 2, 6), "two kinds of two are one difference each"
    for arm, rows in shown.groupby("arm"):
        assert rows["source"].tolist() == ["players 3", "players 4"]
        first, second = np.where(rows["low"] > 0, 1, np.where(rows["high"] < 0, -1, 0))
        told = {first: "survives", -first: "does not", 0: "undecided"}[second] if first else "no claim"
        assert outcome[arm] in {told, "undecided", "no claim"}, f"{arm}: a test for several claims no more than one"


def test_data_sets_of_different_games_are_not_compared(boru, tmp_path):
    heirs = played(tmp_path / "heirs", "two-heirs", ["random"], 4)
    done = CliRunner().invoke(app, ["balance", str(boru.directory), str(heirs.directory)])
    assert done.exit_code == 2
    assert "expected data sets of one game to compare, got brian-boru and two-heirs" in done.stderr
