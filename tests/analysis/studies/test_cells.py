"""Which games are compared with which: from the manifest, whatever the options are called. Nothing is planted here, so
every effect is exactly 0; paired across variants it would be the difference between them.
"""
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from kingmaker.analysis.data.dataset import Dataset, load
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.show.sections import balance_sections
from kingmaker.analysis.studies.design import design_of
from kingmaker.analysis.studies.effects import arm_effects, kind_effects, worth, worth_change
from tests.analysis.show.test_reports import played

NAMES = [("boards",), ("sets",), ("level",), ("players",), ("tide",), ("boards", "wind"), ("arm_of_sea", "block_size")]
ARM = "lamp=lit"


def planted(names, *, ban="no_bridge"):
    """Games of 40 deals in every variant, 10 points apart; the arms are played in the last variant alone."""
    rng = np.random.default_rng(3)
    values = pd.MultiIndex.from_product([["a", "b"]] * len(names), names=names).to_frame(index=False)
    rows = []
    for block in range(40):
        deal = rng.normal(0, 6)
        for k, chosen in enumerate(values.itertuples(index=False)):
            arms = ["", ARM, f"{ban}_0=x", f"{ban}_1=x"] if k == len(values) - 1 else [""]
            rows += [{"block": block, "deal": block, "rotation": 0, "arm": arm, "margin": deal + 10.0 * k,
                      **dict(zip(names, chosen, strict=True))} for arm in arms]
    return pd.DataFrame(rows)


def manifest_of(names):
    """What a data set of such games says about itself."""
    columns = ["game", "block", "deal", "arm", "rotation", *names, "lamp", "no_bridge_0", "no_bridge_1", "agent_0",
               "agent_1", "points_0", "win_0"]
    entry = {"arm": "", "agents": ["a", "a"], "game": "far-poker", "rotation": 0}
    return SimpleNamespace(directory="d", manifest={
        "config": {"each": [f"{name}=a;b" for name in names], "game": "far-poker", "agents": ["a"]},
        "tables": {"games": [{"name": name} for name in columns]}, "block": [entry, {**entry, "arm": ARM}]})


@pytest.mark.parametrize("names", NAMES, ids=",".join)
def test_an_arm_in_one_of_the_variants_that_does_nothing_does_exactly_nothing(names):
    games, forbids = planted(names), {"no_bridge_0": 0, "no_bridge_1": 1}
    design = design_of(manifest_of(names))
    assert design.cells == names
    assert design.set_by_arms == ("lamp",)
    frames = [arm_effects(games, "margin", cells=design.cells),
              kind_effects(games, {"lamp": "margin"}, cells=design.cells, relative=False),
              worth(games, forbids=forbids, cells=design.cells),
              worth(games.assign(lead_1=-games["margin"]), forbids=forbids, cells=design.cells,
                    measure={0: "margin", 1: "lead_1"}),
              worth_change(games, games, forbids=forbids, cells=design.cells)]
    for found in frames:
        assert found[["estimate", "low", "high"]].abs().to_numpy().max() == 0
        assert set(found["n"]) == {40}


@pytest.mark.parametrize("names", NAMES, ids=",".join)
def test_cells_that_do_not_tell_the_variants_apart_are_refused(names):
    """No number at all is better than that of other games."""
    for cells in ([], names[:-1]):
        with pytest.raises(DataError, match="name every option over whose values the blocks go"):
            arm_effects(planted(names), "margin", cells=cells)
    with pytest.raises(DataError, match="the games have no column elsewhere"):
        arm_effects(planted(names), "margin", cells=["elsewhere"])


def test_cells_must_be_said():
    with pytest.raises(TypeError, match="cells"):
        arm_effects(planted(("boards",)), "margin")


def test_seats_that_decide_in_some_games_alone_are_refused():
    data = manifest_of(("boards",))
    data.manifest["block"].append({"arm": "", "agents": ["a", None], "game": "far-poker", "rotation": 0})
    with pytest.raises(DataError, match="play these into data sets of their own"):
        design_of(data)


def test_a_worth_among_three_is_what_the_seats_lose_by_hand():
    """Seat 0 loses 4 and seat 2 loses 8 of their own leads: 6."""
    rows = [(block, arm, *leads) for block in range(3) for arm, leads in
            {"": (1.0, 1.0, 1.0), "no_0=x": (-3.0, 5.0, 1.0), "no_2=x": (2.0, 2.0, -7.0)}.items()]
    games = pd.DataFrame(rows, columns=["block", "arm", "lead_0", "lead_1", "lead_2"])
    found = worth(games, forbids={"no_0": 0, "no_2": 2}, cells=[], measure={k: f"lead_{k}" for k in range(3)})
    assert found[["word", "estimate", "n"]].to_numpy().tolist() == [["x", 6.0, 3]]
    with pytest.raises(DataError, match="the game without it was not played"):
        worth(games[games["arm"] != ""], forbids={"no_0": 0, "no_2": 2}, cells=[],
              measure={k: f"lead_{k}" for k in range(3)})


class Renamed(Dataset):
    """A data set whose game calls its options otherwise."""

    def __init__(self, directory, names):
        super().__init__(directory)
        self.names = names
        for column in self.manifest["tables"]["games"]:
            column["name"] = names.get(column["name"], column["name"])
        self.manifest["config"]["each"] = list(names.values())

    def frame(self, table, columns=None, **more):
        return load(self.directory).frame(table, columns, **more).rename(columns=self.names)


@pytest.mark.parametrize("names", [{"sets": "boards"}, {"sets": "boards", "short": "wind"}], ids=",".join)
def test_it_is_so_in_a_data_set_that_was_played(tmp_path, names):
    """Real games, with the options called otherwise: the arm means something in one variant alone."""
    played(tmp_path / "d", "two-heirs", ["random"], 60, each=["sets=travel,dominion,trade;war,crafts,guard"],
           arms=["ban=pilgrimage"])
    renamed = Renamed(tmp_path / "d", names)
    (found,) = [one for one in balance_sections(renamed) if one.name == "interventions"]
    games = renamed["games"]
    games = games[games["boards"] == "travel,dominion,trade"].assign(total=lambda x: x["points_0"] + x["points_1"])
    wide = games.pivot(index="block", columns="arm", values="total")
    row = found.frame[found.frame["measure"] == "total"].iloc[0]
    assert row["estimate"] == pytest.approx((wide["ban=pilgrimage"] - wide[""]).mean(), abs=1e-12)
