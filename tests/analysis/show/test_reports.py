"""Solo difficulty, descriptions, plots and the report: against numbers worked out by hand, and games really played."""
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from scipy import stats

import kingmaker
from kingmaker.analysis.data.store import Store
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.show import comparison, duel, figures, sections
from kingmaker.analysis.show.difficulty import _among, answer_section, difficulty_sections
from kingmaker.analysis.show.report import Section, to_table, write_report
from kingmaker.analysis.show.statistics import STATISTICS
from kingmaker.analysis.stats.intervals import rates_interval, shares_interval
from kingmaker.analysis.studies import balance, difficulty, rasch
from kingmaker.analysis.studies.effects import agent_effect, worth, worth_change
from kingmaker.analysis.studies.rasch import fit_scale
from kingmaker.datasets import head_of
from kingmaker.games import available_games, game_spec
from kingmaker.games.two_heirs.study import STUDY, tiles
from kingmaker.games.two_heirs.study.sections import FORBIDS
from kingmaker.search.match.selfplay import play_batches
from kingmaker.search.match.selfplay_config import configure
from kingmaker.studies import load_study

mpl.use("Agg")
ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def played(folder, game, agents, games, **more):
    """Play a small data set and return it."""
    plan = configure(game, agents, games, seed=1, **more)
    with Store(folder, head_of(plan), plan.n_batches) as store:
        missing = store.missing
        for shard, batch in zip(missing, play_batches(plan, missing, jobs=1), strict=True):
            store.write(shard, batch.n_games, batch.tables, playing_s=batch.playing_s, seconds=batch.total_s)
        store.save()
    return kingmaker.load(folder)


WORDS = ("cathedral", "market", "inn", "mill", "camp")
ARMS = [f"ban_{side}={word}" for word in WORDS for side in ("blue", "white")]


@pytest.fixture(scope="module")
def duels(tmp_path_factory):
    return played(tmp_path_factory.mktemp("duels") / "d", "two-heirs", ["greedy"], 330, arms=ARMS)


@pytest.fixture(scope="module")
def other_duels(tmp_path_factory):
    """The same deals with other tables."""
    return played(tmp_path_factory.mktemp("others") / "d", "two-heirs:tiles=@1", ["greedy"], 330, arms=ARMS)


@pytest.fixture(scope="module")
def solo(tmp_path_factory):
    return played(tmp_path_factory.mktemp("solo") / "d", "two-heirs:mode=solo", ["random", "greedy"], 180,
                  each=["level"])


# -- the glossary ------------------------------------------------------------------------------------------------------


def test_glossary_and_registry_are_the_same():
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    part = page.split("## Numbers of balance and difficulty")[1].split("\n## ")[0]
    rows = [line for line in part.splitlines() if re.match(r"\| `", line)]
    own = [load_study(game_spec(name).study).statistics for name in available_games()]
    assert sorted(rows) == sorted({one.as_row() for known in (STATISTICS, *own) for one in known.values()})


def test_every_statistic_that_is_shown_is_defined(duels, other_duels, solo):
    shown = [*sections.balance_sections(duels, study=STUDY), *difficulty_sections(solo, study=STUDY),
             *comparison.balance_compared([duels, other_duels], STUDY),
             *comparison.difficulty_compared([solo], study=STUDY)]
    assert {"duels_survival", "duels_tables", "changes", "difficulty_survival", "difficulty_agents"} <= {
        one.name for one in shown}
    for section in shown:
        assert set(section.statistics) <= STATISTICS.keys() | STUDY.statistics.keys(), section.name
        assert section.statistics, section.name


# -- descriptions ------------------------------------------------------------------------------------------------------


def test_shares_of_single_games_have_wilsons_interval():
    values = np.array([1.0] * 7 + [0.0] * 13)
    found = shares_interval(values).iloc[0]
    expected = stats.binomtest(7, 20).proportion_ci(0.95, "wilson")
    assert (found["low"], found["high"]) == pytest.approx(tuple(expected), abs=1e-9)


def test_sources_of_points_are_all_points(duels):
    games, pieces = duels["games"], duels["pieces"]
    buildings = tiles.tiles_of(duels).set_index("id")["building"]
    found = tiles.sources(games, pieces, buildings)
    assert found["estimate"].sum() == pytest.approx(1)
    plain = games[games["arm"] == ""]
    roads = (plain["roads_0"] + plain["roads_1"]).sum() / (plain["points_0"] + plain["points_1"]).sum()
    assert found.set_index("source")["estimate"]["roads"] == pytest.approx(roads)


def test_tile_rates_by_hand():
    """One tile in three games: built by Blue who wins by 4, taken by White and not built, never offered."""
    games = pd.DataFrame({"game": [0, 1, 2], "block": [0, 1, 2], "arm": "", "points_0": [9.0, 5, 5],
                          "points_1": [5.0, 8, 8], "win_0": [1.0, 0, 0], "win_1": [0.0, 1, 1]})
    pieces = pd.DataFrame({"game": [0, 1, 2], "piece": "T1", "offered": [0, 3, np.nan], "taken": [1, 4, np.nan],
                           "taken_by": [0, 1, np.nan], "built": [2, np.nan, np.nan]})
    found = tiles.tile_rates(games, pieces).set_index("rate")
    assert dict(found["estimate"]) == pytest.approx({
        "offered_per_game": 2 / 3, "taken_per_offered": 1, "built_per_taken": 1 / 2, "built_per_game": 1 / 3,
        "win_when_built": 1, "margin_when_built": 4})
    assert list(found["denominator"]) == [3, 2, 2, 3, 1, 1]


def test_a_card_by_hand():
    """Offered in three of four games: Blue takes and wins, White takes and loses, nobody takes it and Blue wins."""
    games = pd.DataFrame({"game": range(4), "block": range(4), "arm": "", "points_0": [9.0, 8, 7, 5],
                          "points_1": [5.0, 5, 5, 8], "win_0": [1.0, 1, 1, 0], "win_1": [0.0, 0, 0, 1]})
    pieces = pd.DataFrame({"game": range(4), "piece": "T1", "offered": [0, 3, 1, np.nan],
                           "taken": [1, 4, np.nan, np.nan], "taken_by": [0, 1, np.nan, np.nan],
                           "built": [2, np.nan, np.nan, np.nan]})
    known = pd.DataFrame({"id": ["T1"], "building": "inn", "set": "travel", "wood": 0, "stone": 2, "wheat": 1})
    worths = pd.DataFrame({"word": ["inn"], "given": "", "copies": 2.0, "estimate": 3.0, "low": 1.0, "high": 5.0})
    (row,) = tiles.cards(tiles.tile_sums(games, pieces), known, worths).to_dict("records")
    assert (row["tile"], row["building"], row["cost"]) == ("T1", "inn", "2 stone 1 wheat")
    assert (row["offered"], row["taken"], row["built"]) == pytest.approx((3 / 4, 2 / 3, 1 / 2))
    assert (row["win_taken"], row["win_left"], row["gain"]) == pytest.approx((1 / 2, 2 / 4, 0))  # left: 0, 1, 1 and 0
    assert [row[name] for name in ("worth", "worth_low", "worth_high")] == [1.5, 0.5, 2.5]
    assert np.isnan(tiles.cards(tiles.tile_sums(games, pieces), known).loc[0, "worth"])


def test_shard_by_shard_is_as_all_at_once(duels):
    """And as the ratios over blocks that the sums stand for."""
    plain, pieces = balance.without_arms(duels["games"]), duels["pieces"]
    parts = [rows for _, rows in pieces.groupby(pieces["game"] // 1000)]
    known = tiles.tiles_of(duels).set_index("id")
    for found in (tiles.tile_rates, lambda *args: tiles.sources(*args, known["building"]),
                  lambda *args: tiles.built_by_side(*args, by=known["set"])):
        pd.testing.assert_frame_equal(found(plain, pieces), found(plain, parts))
        pd.testing.assert_frame_equal(found(plain, pieces), found(plain, duels.parts("pieces")))
    there = pieces.merge(plain[["game", "block"]], on="game")
    sums = there.assign(taken=there["taken"].notna() * 1.0, offered=there["offered"].notna() * 1.0).groupby(
        ["block", "piece"], observed=True)[["taken", "offered"]].sum().unstack(fill_value=0.0)
    expected = rates_interval(sums["taken"], sums["offered"]).assign(piece=list(map(str, sums["taken"].columns)))
    rates = tiles.tile_rates(plain, pieces).query("rate == 'taken_per_offered'").set_index("piece")
    for name in ("estimate", "low", "high", "se", "n"):
        wanted = expected.set_index("piece")[name].reindex(rates.index)
        assert rates[name].to_numpy() == pytest.approx(wanted.to_numpy())


def test_what_a_ban_forbids_and_what_it_costs():
    costs = pd.DataFrame({"id": ["A1", "A2"], "building": "inn", "set": "travel", "wood": [0, 1], "stone": [2, 1],
                          "wheat": [0, 2]})
    found = tiles.pieces_of(costs).set_index("word")
    assert found.loc["inn", ["kind", "copies", "cost"]].tolist() == ["building", 2.0, 3.0]
    assert found.loc["travel", ["kind", "copies", "cost"]].tolist() == ["set", 2.0, 3.0]
    assert found.loc["A2", ["kind", "copies", "cost"]].tolist() == ["tile", 1.0, 4.0]
    assert found.loc["roads", "kind"] == "use"
    assert found.loc["roads", ["copies", "cost"]].isna().all()


def test_a_data_set_without_interventions_describes_the_games(duels, other_duels, tmp_path):
    """Of the same agents and tables: everything but the interventions is then of its games, and it is not compared."""
    plain = played(tmp_path / "d", "two-heirs", ["greedy"], 30, each=["sets"])
    described, compared = comparison.described_by([duels, other_duels, plain], STUDY)
    assert described is plain
    assert compared == [duels, other_duels]
    own, both = ({one.name: one for one in sections.balance_sections(duels, x, study=STUDY)} for x in (None, plain))
    assert both["findings"].frame.equals(own["findings"].frame)
    assert both["first_player"].frame.equals({one.name: one for one in sections.balance_sections(plain, study=STUDY)}
                                             ["first_player"].frame)
    assert both["first_player"].frame["variant"].nunique() == 20 + 1  # and all together


@pytest.mark.parametrize("other", ["random", "two-heirs:tiles=@2"])
def test_other_agents_or_tables_do_not_describe(duels, tmp_path, other):
    game, agent = (other, "greedy") if ":" in other else ("two-heirs", other)
    plain = played(tmp_path / "d", game, [agent], 5)
    assert comparison.described_by([duels, plain], STUDY) == (duels, [duels, plain])
    assert comparison.described_by([plain, duels], STUDY) == (plain, [plain, duels])


def test_going_first_over_all_and_in_each_combination():
    """Two blocks: the starter's margins are 4 and 2 with x, 0 and -2 with y; by block 2 and 0, so 1 over all."""
    rows = [{"block": block, "variant": name, "arm": "", "starter": 1, "margin": -value, "points_0": 0,
             "points_1": value, "win_0": 0.0, "win_1": 1.0, "winner": 1}
            for name, values in (("x", (4.0, 2.0)), ("y", (0.0, -2.0))) for block, value in enumerate(values)]
    found = balance.going_first(pd.DataFrame(rows))
    assert found["variant"].tolist() == ["all variants", "x", "y"]
    assert found["estimate"].tolist() == [1.0, 3.0, -1.0]
    assert found["se"].tolist() == pytest.approx([1.0, 1.0, 1.0])
    section = duel.first_player(pd.DataFrame(rows), margin=1)
    assert section.found[0] == ("all variants: the starter ends 1.0 points ahead on average (95 % interval 11.7 behind "
                                "to 13.7 ahead), n = 2 blocks: open.")


def test_the_deal_is_told_within_a_combination():
    """Every deal comes to the same however it is played, but means another thing to each combination: it is all."""
    value = {("x", 0): 1.0, ("x", 1): 5.0, ("x", 2): -3.0, ("y", 0): 2.0, ("y", 1): -8.0, ("y", 2): 0.0}
    rows = [{"block": block, "variant": name, "arm": arm, "rotation": 0, "margin": margin + gain}
            for (name, block), margin in value.items() for arm, gain in (("", 0.0), ("ban_blue=inn", -2.0))]
    (found,) = duel.deal(pd.DataFrame(rows))
    assert found.frame[["variant", "estimate", "n", "k"]].to_numpy().tolist() == [["x", 1.0, 3, 2], ["y", 1.0, 3, 2]]
    assert not duel.deal(pd.DataFrame(rows)[::2])  # played once each, nothing can be told


def test_skill_is_told_for_each_combination(duels, tmp_path):
    uneven = played(tmp_path / "d", "two-heirs", ["greedy", "random"], 80,
                    each=["sets=travel,dominion,trade;war,crafts,guard"])
    (found,) = duel.skill_sections([duels, uneven])
    assert list(found.frame["variant"]) == [balance.ALL, "travel,dominion,trade", "war,crafts,guard"]
    assert found.frame["low"].min() > 10  # random moves lose by a great deal
    games = uneven["games"]
    by_deal = games[games["sets"] == "war,crafts,guard"].pivot(index="block", columns="rotation", values="margin")
    assert found.frame["estimate"].iloc[2] == pytest.approx(((by_deal[0] - by_deal[1]) / 2).mean())
    assert comparison.described_by([duels, uneven], STUDY)[1] == [duels]  # unequal agents are not compared with equals


def test_things_of_one_cost_stand_side_by_side():
    frame = pd.DataFrame({"word": ["inn", "mill", "camp"], "cost": [3.0, 3.0, 1.0], "estimate": [2.0, 1.0, 0.0],
                          "low": [1.0, 0.0, -1.0], "high": [3.0, 2.0, 1.0], "n": [7, 9, 9]})
    ax = figures.plot_cost(frame)
    places = {text.get_text(): text.xy for text in ax.texts}
    assert places["mill"][0] < 1 < places["inn"][0]  # each cost has a place of its own, however far apart they are
    assert places["inn"][0] - places["mill"][0] < 0.5
    assert [places[word][1] for word in ("camp", "mill", "inn")] == [1.0, 2.0, 3.0]  # above their intervals
    assert places["camp"][0] == 0
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "3"]
    assert "n = 7 to 9 blocks" in ax.get_xlabel()


def test_a_heat_map_column_by_column():
    frame = pd.DataFrame({"row": ["a", "b"] * 2, "column": ["x", "x", "y", "y"], "estimate": [0.1, 0.2, 70, 70.0],
                          "low": 0.0, "high": 100.0, "n": 5})
    ax = figures.plot_grid(frame, rows="row", columns="column", by_column=True)
    assert ax.images[0].get_array().tolist() == [[0.0, 0.0], [1.0, 0.0]]
    assert "70.00\n[0.00, 100.00]\nn=5" in {text.get_text() for text in ax.texts}


# -- games that were played --------------------------------------------------------------------------------------------


def test_seats_cancel_exactly_for_identical_agents(tmp_path):
    data = played(tmp_path / "d", "two-heirs", ["greedy", "greedy"], 40)
    games = data["games"]
    assert games["margin"].abs().sum() > 0
    assert agent_effect(games).loc[0, ["estimate", "low", "high"]].tolist() == [0, 0, 0]


def table_with(folder, building, *cost):
    """Write the tiles with another cost of a building, and return the file."""
    lines = (ROOT / "games" / "two_heirs" / "tiles.csv").read_text(encoding="utf-8").splitlines()
    cells = [line.split(",") for line in lines]
    changed = [",".join([*row[:4], *map(str, cost), *row[7:]] if row[2] == building else row) for row in cells]
    (folder / "changed.csv").write_text("\n".join(changed) + "\n", encoding="utf-8")
    return folder / "changed.csv"


@pytest.fixture(scope="module")
def free_duels(tmp_path_factory):
    """The deals of `duels` with cathedrals that cost nothing."""
    folder = tmp_path_factory.mktemp("free")
    free = table_with(folder, "cathedral", 0, 0, 0)
    return played(folder / "d", f"two-heirs:tiles={free}", ["policy"], 26_400, arms=ARMS)


def test_cathedrals_that_cost_nothing_are_flagged_first_of_what_is_too_good(free_duels):
    """Of all kinds, too: no other is as far from what as many copies bring."""
    first = next(one for one in sections.balance_sections(free_duels, study=STUDY, margin=0.5)
                 if one.name not in ("misfit", "in_short"))
    assert first.name == "findings"
    assert first.frame[first.frame["estimate"] > 0].iloc[0][["word", "verdict"]].tolist() == ["cathedral", "off"]
    assert first.found[0].startswith("Off: cathedral: +")
    ratio = worth(free_duels["games"], forbids=FORBIDS, cells=[])["variance_ratio"].median()
    assert ratio > 1, "the same deals must tell more than different ones"


def test_what_is_free_is_first_among_what_changed(tmp_path, free_duels):
    """Against the printed cost on the same deals: this isolates the cost from the building, which is strong anyway."""
    printed = played(tmp_path / "d", "two-heirs", ["policy"], 26_400, arms=ARMS)
    (found,) = [one for one in comparison.balance_compared([printed, free_duels], STUDY) if one.name == "changes"]
    row = found.frame.iloc[0]
    assert row["name"] == "cathedral, tables changed.csv"
    assert row["low"] > 0
    assert row["p_max"] < 0.05
    assert found.found[0].startswith("Changed: cathedral, tables changed.csv: +")


def test_players_who_misjudge_a_changed_table_are_marked(tmp_path):
    """Nobody can build markets of these prices: a ban on them changes nothing, yet players spare themselves by it."""
    dead = table_with(tmp_path, "market", 6, 7, 8)
    data = played(tmp_path / "d", f"two-heirs:tiles={dead}", ["policy"], 630,
                  arms=[f"ban_{side}={word}" for word in ("market", "inn") for side in ("blue", "white")])
    first = sections.balance_sections(data, study=STUDY)[0]
    assert first.title == "These players misjudge this table"
    assert first.frame["word"].tolist() == ["market"]
    assert first.found[0].startswith("1 of 2 things are worth less than nothing, beyond chance: market -")
    assert not data["pieces"].query("piece in ('T3', 'T4', 'T5')")["built"].notna().any()


# -- from source to source ---------------------------------------------------------------------------------------------


def test_the_change_of_a_worth_is_the_difference_of_the_worths(duels, other_duels):
    """Linear, so exactly; and zero against itself."""
    own, other = (worth(one["games"], forbids=FORBIDS, cells=[]) for one in (duels, other_duels))
    found = worth_change(duels["games"], other_duels["games"], forbids=FORBIDS, cells=[])
    assert list(found["word"]) == list(own["word"])
    assert found["estimate"].tolist() == pytest.approx((other["estimate"] - own["estimate"]).tolist())
    same = worth_change(duels["games"], duels["games"], forbids=FORBIDS, cells=[])
    assert same[["estimate", "low", "high"]].abs().to_numpy().max() == 0
    with pytest.raises(DataError, match="same seed"):
        worth_change(duels["games"], other_duels["games"].assign(deal=0), forbids=FORBIDS, cells=[])


def test_headlines_of_two_tables_are_compared(duels, other_duels):
    found = {one.name: one for one in comparison.balance_compared([duels, other_duels], STUDY)}
    outcome = found["duels_survival"].frame.set_index("headline")
    row = worth(duels["games"], forbids=FORBIDS, cells=[]).set_index("word").loc["cathedral"]
    assert outcome.loc["worth of cathedral", ["estimate", "low", "high", "n"]].tolist() == pytest.approx(
        row[["estimate", "low", "high", "n"]].tolist())
    assert set(outcome["agents"]) <= {"not tried", "no claim"}, "one agent alone has played"
    assert set(outcome["tables"]) & {"survives", "undecided", "does not"}
    assert "tables @1" in found["duels_tables"].frame["source"].iloc[-1]
    assert found["changes"].frame["name"].str.endswith(", tables @1").all()


def test_headlines_of_agents_in_solo_play(solo):
    found = {one.name: one for one in comparison.difficulty_compared([solo], study=STUDY)}
    outcome = found["difficulty_survival"].frame.set_index("headline")
    cost = difficulty.step_cost(difficulty.outcomes(solo["games"]), "level").set_index(["agent", "level"])["estimate"]
    row = outcome.loc["level 2 against the one below, points"]
    assert row["estimate"] == pytest.approx(cost["greedy", 2]), "greedy is the better one: the claims are its"
    assert (row["least"], row["most"]) == pytest.approx(
        (min(cost["greedy", 2], cost["random", 2]), max(cost["greedy", 2], cost["random", 2])))


def test_values_without_an_order_are_compared_with_their_mean(solo):
    """Opponents are no steps: none is harder than the one below, each is above or below the mean on the same deal."""
    study = replace(STUDY, is_ordered=False)
    found = {one.name: one for one in comparison.difficulty_compared([solo], study=study)}
    outcome = found["difficulty_survival"].frame.set_index("headline")
    assert not outcome.index.str.contains("against the one below").any()
    rows = difficulty.outcomes(solo["games"])
    mine = rows[rows["agent"] == "greedy"].groupby(["deal", "level"])["margin"].mean().unstack()
    above = mine.sub(mine.mean(axis=1), axis=0).mean()
    for level in mine.columns:
        assert outcome.loc[f"{level}: points above the mean level", "estimate"] == pytest.approx(above[level])


def test_only_what_all_have_played_is_compared(tmp_path, duels):
    """The other data set has a second combination: it is left out."""
    both = played(tmp_path / "d", "two-heirs", ["greedy"], 600, arms=ARMS,
                  each=["sets=travel,dominion,trade;war,crafts,guard"])
    first, second = comparison.balance_sources([duels, both], STUDY)
    assert set(second.headlines["headline"]) <= set(first.headlines["headline"])
    games = both["games"]
    own = worth(games[games["sets"] == "travel,dominion,trade"], forbids=FORBIDS, cells=[]).set_index("word")
    expected = own.loc["inn", "estimate"]
    assert second.headlines.set_index("headline").loc["worth of inn", "estimate"] == pytest.approx(expected)


def test_tiles_forced_into_the_supply(tmp_path):
    """The frame's numbers are differences on the same deal, taken by hand for one of the tiles."""
    data = played(tmp_path / "d", "two-heirs", ["greedy"], 90, arms=["first=C7", "first=D1"])
    forced = next(one for one in sections.balance_sections(data, study=STUDY) if one.name == "interventions")
    games = data["games"]
    total = (games["points_0"] + games["points_1"]).groupby([games["block"], games["arm"]]).sum().unstack()
    row = forced.frame.set_index(["arm", "measure"]).loc[("first=C7", "total")]
    assert (row["estimate"], row["n"]) == (pytest.approx((total["first=C7"] - total[""]).mean()), 30)
    assert [label.get_text() for label in forced.draw(forced.frame).get_yticklabels()] != []


def test_data_of_the_wrong_kind_is_refused(duels, solo):
    with pytest.raises(DataError, match="expected games of who plays alone, or against an opponent"):
        difficulty_sections(duels, study=STUDY)
    with pytest.raises(DataError, match="kingmaker difficulty"):
        sections.balance_sections(solo, study=STUDY)


# -- difficulty --------------------------------------------------------------------------------------------------------


def solo_rows(rows):
    frame = pd.DataFrame(rows, columns=["block", "level", "agent_0", "margin", "win_0"])
    return difficulty.outcomes(frame.assign(arm="", agent_1=None, sets="x"))


TASK = ("level", "sets")


def test_what_a_level_costs_is_paired_by_deal():
    margins = {(0, 1): 7.0, (0, 2): 4.0, (1, 1): 17.0, (1, 2): 13.0}
    rows = [(block, level, "greedy", margin, 0.0) for (block, level), margin in margins.items()]
    found = difficulty.step_cost(solo_rows(rows), "level").iloc[0]
    assert (found["level"], found["estimate"], found["n"]) == (2, -3.5, 2)
    assert found["se"] == pytest.approx(0.5)  # of -3 and -4


def test_gaps_to_the_reference():
    rows = [(b, 1, agent, 5.0 * b + gain, 0.0) for b in range(3) for agent, gain in (("greedy", 0.0), ("best", 4.0))]
    found = difficulty.agent_gaps(solo_rows(rows), "best", by=["level"])
    assert found[["level", "agent", "estimate"]].to_numpy().tolist() == [[1, "greedy", -4.0]]
    with pytest.raises(DataError, match="no games of 'other'"):
        difficulty.agent_gaps(solo_rows(rows), "other")


def test_effort_of_a_level_in_doublings():
    """A doubling gains 2 points, level 2 costs 3 more than level 1: one and a half doublings."""
    rows = [(b, level, f"ismcts:iterations={n},c=1", b % 3 + 2 * np.log2(n) - 3 * level, 0.0)
            for b in range(12) for level in (1, 2) for n in (10, 20, 40)]
    found = difficulty.effort_of_step(solo_rows(rows), "level").iloc[0]
    assert (found["doublings"], found["low"], found["high"]) == pytest.approx((1.5, 1.5, 1.5))
    assert found["n"] == 12


def test_families_of_agents():
    frame = pd.DataFrame({"agent": ["greedy", "ismcts:iterations=25", "ismcts:preset=quick,iterations=25",
                                    "ismcts:iterations=25,c=1"]})
    found = difficulty.with_budget(frame)
    assert list(found["family"]) == ["greedy", "ismcts", "ismcts:preset=quick", "ismcts:c=1"]
    assert np.isnan(found["iterations"][0])


def rasch_games(rng, n_blocks, abilities, difficulties):
    rows = [(b, level, agent, 0.0, float(rng.random() < 1 / (1 + np.exp(hard - able))))
            for b in range(n_blocks) for level, hard in difficulties.items() for agent, able in abilities.items()]
    return solo_rows(rows)


ABLE, HARD = {"weak": -1.0, "strong": 0.8}, {1: -0.5, 2: 0.0, 3: 0.5}


def test_scale_finds_planted_abilities_and_difficulties():
    scale = fit_scale(rasch_games(np.random.default_rng(4), 3000, ABLE, HARD), TASK)
    assert dict(scale.agents[["agent", "ability"]].to_numpy()) == pytest.approx(ABLE, abs=0.15)
    assert dict(scale.tasks[["level", "difficulty"]].to_numpy()) == pytest.approx(HARD, abs=0.15)
    assert scale.chance("strong", level=1, sets="x") == pytest.approx(1 / (1 + np.exp(-1.3)), abs=0.03)


def test_how_hard_a_task_is_for_somebody_who_plays_like_an_agent():
    """Two agents of known ability: what they win of the task itself, and what the scale makes of it."""
    games = rasch_games(np.random.default_rng(8), 2000, ABLE, HARD)
    scale = fit_scale(games, TASK)
    asked = {"level": "2", "sets": "x"}
    found = difficulty.how_hard(games, scale.chances, asked, cells=TASK, like="strong").set_index("measure")
    truth = 1 / (1 + np.exp(-0.8))
    for measure in ("win", "chance"):
        row = found.loc[measure]
        assert row["low"] < row["estimate"] < row["high"]
        assert row["estimate"] == pytest.approx(truth, abs=0.03)
        assert row["n"] == 2000
    width = found["high"] - found["low"]
    assert width["chance"] < width["win"], "the other tasks help"
    assert found.loc["chance", "estimate"] == pytest.approx(scale.chance("strong", level=2, sets="x"))
    assert set(difficulty.how_hard(games, scale.chances, asked, cells=TASK)["agent"]) == {"weak", "strong"}
    for task, like, words in (({"level": "7", "sets": "x"}, None, "no games with level 7; there are 1; 2; 3"),
                              ({"level": "1", "sets": "y"}, None, "no games with sets y"),
                              ({"level": "1", "sets": "x"}, "me", "nobody has played like 'me'")):
        with pytest.raises(DataError, match=words):
            difficulty.how_hard(games, scale.chances, task, cells=TASK, like=like)
    every = difficulty.how_hard(games, scale.chances, {"sets": "x"}, cells=TASK, like="weak")
    assert every["level"].tolist() == [1, 1, 1, 2, 2, 2, 3, 3, 3], "of what is not named, all"


def test_the_answer_is_a_sentence(solo):
    found = answer_section(solo, {"sets": "travel,dominion,trade", "level": "2"}, study=STUDY, like="greedy")
    games = solo["games"]
    own = games[(games["agent_0"] == "greedy") & (games["level"] == 2)]
    share, mean = own["win_0"].mean(), own["margin"].mean()
    won = {0: "none", 1: "all"}.get(share, f"{100 * share:.0f} %")
    assert found.found[0].startswith(f"Who plays like greedy won {won} of {len(own)} deals (95 % interval ")
    assert f"ended {abs(mean):.1f} points {'behind' if mean < 0 else 'ahead'} on average (95 %" in found.found[0]
    assert found.found[1].startswith("Of the 2 other tasks, ")


def test_a_task_is_called_harder_only_where_the_numbers_say_so():
    """Nobody has won at level 1, so nothing is known against 2 and 3 but that 4, which all win, is easier than 2."""
    tasks = pd.DataFrame({"level": [1, 2, 3, 4], "low": [-np.inf, 1.0, 1.5, -3.0], "high": [np.inf, 2.0, 3.0, -1.0]})
    assert _among(tasks, {"level": 1}) == (
        "Of the 3 other tasks, 0 are harder and 0 are easier; whether the other 3 are harder or easier cannot be said.")
    assert _among(tasks, {"level": 2}) == (
        "Of the 3 other tasks, 0 are harder and 1 is easier; whether the other 2 are harder or easier cannot be said.")
    assert _among(tasks[1:].assign(low=[1.0, 2.5, -3.0]), {"level": 2}) == (
        "Of the 2 other tasks, 1 is harder and 1 is easier.")


def test_scale_of_one_agent_is_the_log_odds():
    """With one agent each task's log odds differ as its difficulties do: 3 of 4 against 1 of 4 are 2 log 3 apart."""
    rows = [(b, level, "a", 0.0, float(b % 4 < won)) for b in range(4000) for level, won in ((1, 3), (2, 1))]
    tasks = fit_scale(solo_rows(rows), TASK).tasks.set_index("level")["difficulty"]
    assert tasks[2] - tasks[1] == pytest.approx(2 * np.log(3), abs=0.01)


def test_who_never_wins_has_no_lower_bound():
    games = rasch_games(np.random.default_rng(5), 30, {"never": -50.0, "some": 0.0}, HARD)
    found = fit_scale(games, TASK).agents.set_index("agent")
    assert found["low"]["never"] == -np.inf
    assert np.isfinite(found["low"]["some"])
    chances = fit_scale(games, TASK).chances.groupby("agent")["estimate"]
    assert chances.count().to_dict() == {"never": 0, "some": 3}, "no chance is told of who never won"


def test_the_scale_is_where_firths_score_is_zero():
    """Of one agent and two tasks by hand: Firth adds half a win and half a loss to each, 1 of 3 and 3 of 3."""
    rows = [(b, level, "a", 0.0, float(b < won)) for b in range(3) for level, won in ((1, 1), (2, 3))]
    tasks = fit_scale(solo_rows(rows), TASK).tasks.set_index("level")
    expected = np.log(3.5 / 0.5) - np.log(1.5 / 2.5)
    assert tasks["difficulty"][1] - tasks["difficulty"][2] == pytest.approx(expected, abs=0.05)  # the prior's 0.01
    assert np.isinf(tasks["low"][2])
    assert np.isfinite(tasks["high"][2])


def test_a_task_nobody_solved_is_bounded_from_one_side():
    """Ten blocks lost by an agent of ability x: harder than x - y, where 10 log(1 + exp(y)) = -log 0.025."""
    rows = [(b, level, "a", 0.0, float(level == 1 and b % 2)) for b in range(10) for level in (1, 2)]
    scale = fit_scale(solo_rows(rows), TASK)
    found, ability = scale.tasks.set_index("level").loc[2], scale.agents["ability"][0]
    assert found["high"] == np.inf
    assert 10 * np.log1p(np.exp(ability - found["low"])) == pytest.approx(-np.log(0.025), rel=1e-6)


def published(rng, deals):
    """Play 5 agents at 60 tasks in 16 blocks, as published; the deals' deviation is in logits, shared by a block.

    Returns abilities, difficulties and games. What the deals make of the chances is averaged, by fitting the scale to
    mean chances: a model's own truth.
    """
    abilities, hard = np.array([-2.5, -1.0, 0.5, 1.5, 2.5]), rng.normal(0, 1.2, 60)
    luck = deals * rng.normal(0, 1, (16, 1, 60))
    odds = abilities[:, None] - (hard - hard.mean()) + luck
    block, agent, task = np.indices(odds.shape).reshape(3, -1)
    win = rng.random(odds.size) < 1 / (1 + np.exp(-odds.ravel()))
    games = pd.DataFrame({"block": block, "agent": agent.astype(str), "task": task, "win": win.astype(float)})
    nodes, weights = np.polynomial.hermite_e.hermegauss(15)
    chances = sum(w / (1 + np.exp(-(abilities[:, None] - hard + hard.mean() + deals * x)))
                  for x, w in zip(nodes, weights / weights.sum(), strict=True))
    many = 1e5
    values = rasch._fitted(many * chances[None], np.full((1, *chances.shape), many), np.zeros(65))[0]
    return values[:5], values[5:], games


def covered(rng, repetitions, deals):
    """Return the shares of intervals of abilities, difficulties and chances that hold the truth."""
    held = {"abilities": [], "difficulties": [], "chances": []}
    for _ in range(repetitions):
        able, hard, games = published(rng, deals)
        scale = fit_scale(games, ["task"])
        who, what = scale.agents.sort_values("agent"), scale.tasks.sort_values("task")
        told = scale.chances.dropna()
        odds = able[told["agent"].astype(int)] - hard[told["task"]]
        held["abilities"] += ((who["low"] <= able) & (able <= who["high"])).tolist()
        held["difficulties"] += ((what["low"] <= hard) & (hard <= what["high"])).tolist()
        chance = 1 / (1 + np.exp(-odds))
        held["chances"] += ((told["low"] <= chance) & (chance <= told["high"])).tolist()
    return {name: float(np.mean(values)) for name, values in held.items()}


def test_intervals_of_the_scale_cover_in_few_repetitions():
    """200 abilities, 2,400 difficulties, 12,000 chances."""
    found = covered(np.random.default_rng(20), 40, 0.7)
    assert 0.90 <= found["abilities"] <= 0.99
    assert 0.93 <= found["difficulties"] <= 0.97
    assert 0.93 <= found["chances"] <= 0.97


@pytest.mark.slow
@pytest.mark.parametrize("deals", [0.0, 0.7])
def test_intervals_of_the_scale_cover(deals):
    """1,000 repetitions of the layout that the published results have."""
    found = covered(np.random.default_rng(6), 1000, deals)
    print(found)
    assert all(0.93 <= share <= 0.97 for share in found.values()), found


# -- plots and the page ------------------------------------------------------------------------------------------------

EFFECTS = pd.DataFrame({"word": ["a", "b"], "estimate": [1.0, -2.0], "low": [0.5, -3.0], "high": [1.5, -1.0],
                        "n": [10, 12], "verdict": ["balanced", "off"]})


def test_forest_says_everything():
    ax = figures.plot_effects(EFFECTS, margin=2)
    bars = [list(line.get_xdata()) for line in ax.lines if len(line.get_xdata()) == 2 and line.get_linewidth() == 3]
    assert bars == [[0.5, 1.5], [-3.0, -1.0]]
    assert [text.get_text() for text in ax.texts] == ["1.00 [0.50, 1.50]  n=10", "-2.00 [-3.00, -1.00]  n=12"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a  balanced", "b  off"]
    _, own = plt.subplots()
    assert figures.plot_effects(EFFECTS, ax=own) is own
    with pytest.raises(ValueError, match="lacks the columns high"):
        figures.plot_effects(EFFECTS.drop(columns="high"))


def test_grid_says_everything():
    frame = EFFECTS.assign(row=["x", "y"], column=["u", "u"])
    ax = figures.plot_grid(frame, rows="row", columns="column")
    assert [text.get_text() for text in ax.texts] == ["1.00\n[0.50, 1.50]\nn=10", "-2.00\n[-3.00, -1.00]\nn=12"]


def test_curves_keep_the_order_of_the_frame():
    frame = pd.DataFrame({"agent": ["weak", "strong"] * 2, "level": [1, 1, 2, 2], "estimate": [0.5, 0.9, 0.2, 0.6],
                          "low": 0.1, "high": 1.0, "n": 30})
    ax = figures.plot_curves(frame, line="level")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["weak", "strong"]
    assert [list(line.get_ydata()) for line in ax.lines] == [[0.5, 0.9], [0.2, 0.6]]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "level 1  (n=30 blocks)", "level 2  (n=30 blocks)"]


def test_histogram_is_shares_of_games():
    games = pd.DataFrame({"sets": ["a"] * 4 + ["b"] * 2, "margin": [0.0, 0, 1, 2, 2, 2]})
    found = duel.histogram(games, "margin", "sets", n_bins=2)
    assert found["share"].tolist() == [0.5, 0.5, 0, 1]
    assert found["n"].tolist() == [4, 4, 2, 2]


def test_report_is_one_file_that_needs_no_other(tmp_path, duels, solo):
    shown = [*sections.balance_sections(duels, study=STUDY), *difficulty_sections(solo, study=STUDY)]
    known = {**STATISTICS, **STUDY.statistics}
    path = write_report(tmp_path / "r", "A <report>", shown, about=sections.about(duels), statistics=known)
    page = path.read_text(encoding="utf-8")
    assert "A &lt;report&gt;" in page
    assert "Rests on reconstructed data" in page
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page), "no network"
    assert not re.search(r"<link|@import|<img", page)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids)), "ids of inlined plots must not meet"
    for section in shown:
        read = pd.read_csv(tmp_path / "r" / f"{section.name}.csv")
        assert list(read.columns) == list(section.frame.columns)
        assert len(read) == len(section.frame)
        if section.draw is not None:
            ET.parse(tmp_path / "r" / f"{section.name}.svg")
            assert (tmp_path / "r" / f"{section.name}.png").read_bytes().startswith(b"\x89PNG")
    again = write_report(tmp_path / "again", "A <report>", shown, about=sections.about(duels), statistics=known)
    assert again.read_bytes() == path.read_bytes()


def test_tables_carry_numbers_to_sort_by():
    table = to_table(pd.DataFrame({"a<": ["x&"], "b": [1234.5], "c": [np.nan]}))
    assert '<th><button>a&lt;</button></th>' in table
    assert '<td>x&amp;</td><td data-x="1234.5">1,234</td><td data-x="">-</td>' in table


def test_a_report_without_numbers_has_no_plot(tmp_path):
    empty = Section("empty", "Nothing", EFFECTS.head(0), ("worth",), draw=figures.plot_effects)
    page = write_report(tmp_path, "t", [empty]).read_text(encoding="utf-8")
    assert "<svg" not in page
