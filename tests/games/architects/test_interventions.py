"""Interventions: what may not be done, what is dealt; drawn cards; what a data set keeps of a game."""
import json
from random import Random

import numpy as np
import pytest
from scipy import stats

from kingmaker.analysis.data.dataset import load
from kingmaker.analysis.show.sections import balance_report
from kingmaker.datasets import play_into
from kingmaker.games import ConfigError, Rng, load_game
from kingmaker.games.architects.alternatives import alternatives, draw_components
from kingmaker.games.architects.components import parse_components, read_components
from kingmaker.games.architects.interventions import APPRENTICES, BUILDINGS, WONDERS
from kingmaker.games.architects.ledger import PARTS
from kingmaker.games.architects.study import STUDY
from kingmaker.games.check.conformance import CHECKS, run_check
from kingmaker.games.check.trial import Trial
from kingmaker.games.core.provenance import differences
from kingmaker.games.files.positions import load_position
from kingmaker.search.match.selfplay_config import configure


def game_of(**options):
    return load_game("architects", **options)


def played(game, seed):
    """Return the moves of a random game by seat, and its end."""
    rng, state, moves = Random(seed), game.new(seed), [[] for _ in range(game.n_players)]
    while not state.is_over:
        action = rng.choice(state.legal_actions())
        moves[state.player].append(state.format_action(action))
        state.apply(action)
    return moves, state


# -- bans --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "forbidden"), [
    ("black_market", {"place small", "place middle", "place large"}), ("tax_stand", {"place tax_stand"}),
    ("guardhouse", {"place guardhouse"}), ("town_centre", {"place town_centre"}),
    ("kings_storehouse", {"place kings_storehouse"})])
def test_a_place_is_closed_to_p1_alone(word, forbidden):
    others = set()
    for seed in range(6):
        (mine, theirs), _ = played(game_of(ban_p1=word), seed)
        assert not forbidden & set(mine)
        others |= forbidden & set(theirs)
    assert others == forbidden


def test_who_may_not_build_a_card_builds_others():
    game, own, mine, theirs = game_of(ban_p1="+".join(BUILDINGS[:20])), set(BUILDINGS[:20]), set(), set()
    for seed in range(8):
        seats = played(game, seed)[1].table()["seats"]
        mine |= set(seats["p1"]["buildings"])
        theirs |= set(seats["p2"]["buildings"])
    assert mine
    assert not mine & own
    assert theirs & own


def test_who_may_not_hire_an_apprentice_does_not_hire_it_for_nothing_either():
    hired = set()
    for seed in range(30):  # with Works of Wonder the first hire is free: W5
        state = game_of(wonders=1, ban=APPRENTICES[3]).new(seed)
        while state.decision == "hire":
            hired |= {state.format_action(int(action)) for action in state.legal_actions()}
            state.apply(int(state.legal_actions()[0]))
    assert f"hire {APPRENTICES[3]}" not in hired
    assert f"hire {APPRENTICES[4]}" in hired


def test_cathedral_and_wonders_are_closed_by_their_words():
    for seed in range(6):
        seats = played(game_of(wonders=1, ban_p1="cathedral+wonders"), seed)[1].table()["seats"]
        assert seats["p1"]["cathedral"] == 0
        assert not set(WONDERS) & set(seats["p1"]["buildings"])


def test_with_nothing_forbidden_the_game_is_the_same():
    assert played(game_of(), 3)[0] == played(game_of(ban="", ban_p1="", dealt=""), 3)[0]


@pytest.mark.parametrize(("options", "words"), [
    ({"ban": "W1"}, "W1 belongs to Works of Wonder"), ({"dealt": "WB03"}, "WB03 belongs to Works of Wonder"),
    ({"ban": "+".join(APPRENTICES[:8])}, "at most 7 apprentices"),
    ({"dealt": "+".join(BUILDINGS[:5])}, "at most 4 buildings"), ({"dealt": "B01", "short": 6}, "expected short=0"),
    ({"board": "Ada"}, "expected boards=variable"), ({"board": "Louis", "boards": "variable"}, "expected one of"),
    ({"ban": "workshop"}, "expected places, cathedral")])
def test_what_means_nothing_is_refused(options, words):
    with pytest.raises(ConfigError, match=words):
        game_of(**options).limits  # noqa: B018


# -- dealt -------------------------------------------------------------------------------------------------------------


def first_choice(game, seed):
    """Return the state at p1's first choice from a pack."""
    state = game.new(seed)
    while state.player != 0 or state.decision != "keep":
        state.apply(int(state.legal_actions()[0]))
    return state


def pack(state):
    return {state.format_action(int(action)) for action in state.legal_actions()}


@pytest.mark.parametrize("n", [2, 3, 5])
def test_dealt_cards_lie_in_p1s_first_pack_in_place_of_others(n):
    for seed in range(12):
        before, after = (pack(first_choice(game_of(players=n, **more), seed)) for more in ({}, {"dealt": "B05+B31"}))
        assert {"keep B05", "keep B31"} <= after
        assert len(after) == 4
        assert len(before - after) == len({"keep B05", "keep B31"} - before)


def test_others_are_not_told_what_p1_was_dealt():
    """To p2 every card outside of the own pack is as likely to lie in p1's as any: 4 of 36."""
    state, there, n = game_of(dealt="B07").new(5), 0, 1500
    while state.player != 1:
        state.apply(int(state.legal_actions()[0]))
    assert "keep B07" not in pack(state)
    kept_first = state.game.new(5).player == 0
    rng = Rng(1)
    for _ in range(n):
        world = state.world(1, rng)
        keys = json.loads(world.text().partition(" ")[2])
        there += 6 in keys["seats"][0]["hand"] or any(6 in one for k, one in enumerate(keys["packs"]) if k == 0)
    assert kept_first in (True, False)
    assert stats.binomtest(there, n, 4 / 36).pvalue > 0.001


def test_a_board_is_p1s_and_nobody_elses():
    for seed in range(12):
        seats = game_of(boards="variable", board="Ada", players=3).new(seed).table()["seats"]
        assert seats["p1"]["board"] == "Ada"
        assert len({seat["board"] for seat in seats.values()}) == 3


# -- drawings ----------------------------------------------------------------------------------------------------------


def test_a_drawing_changes_reconstructed_facts_alone():
    own, game = read_components().raw, game_of(wonders=1)
    for number in (1, 2, 3):
        other = game.spec.alternative(game, number)
        changed = differences(*(one.spec.files(one.options)["components"] for one in (game, other)))
        assert len(changed) > 60
        assert not any("base" in cell["id"] for cell in changed)
        for kind in ("apprentices", "buildings", "wonders"):
            for was, now in zip(own["works_of_wonder"][kind], other_cards(number, kind), strict=True):
                for fact, source in was["prov"].items():
                    assert source == "reconstructed" or fact not in was or was[fact] == now[fact], (was["id"], fact)


def other_cards(number, kind):
    return draw_components(read_components().raw, number)["works_of_wonder"][kind]


def test_a_hundred_drawings_are_whole_and_differ():
    raw = read_components().raw
    texts = {json.dumps(draw_components(raw, number), sort_keys=True) for number in range(1, 101)}
    assert len(texts) == 100
    for number in range(1, 101, 7):
        parts = parse_components(draw_components(raw, number))
        influences = [wonder.influence for wonder in parts.wonders]
        assert influences[1:3] == [6, 5]  # wood above stone, by the worked example
        assert len(set(influences)) == 5


def test_a_position_is_carried_to_drawn_cards():
    state = load_position("examples/architects/wonders.json")
    found = alternatives(state, 3)
    assert len(found) == 3
    for one in found:
        assert one.player == state.player
        assert one.game.options["data"].startswith("@")
        assert one.table()["seats"].keys() == state.table()["seats"].keys()


# -- ledger ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"players": 3, "wonders": 1, "boards": "variable"},
                                     {"players": 1, "wonders": 1, "opponent": "O2"}])
def test_the_ledger_keeps_how_the_game_ended(options):
    game = game_of(**options)
    ledger = game.spec.ledger([game.options])
    ends = []
    for seed in range(3):
        rng, state, actions = Random(seed), game.new(seed), []
        while not state.is_over:
            actions.append(rng.choice(state.legal_actions()))
            state.apply(actions[-1])
        ledger.add(seed, game.new(seed), np.array(actions, np.int32))
        ends.append(state)
    tables = ledger.take()
    assert not len(ledger.take()["games"]["game"])
    for k, state in enumerate(ends):
        row = {name: values[k] for name, values in tables["games"].items()}
        for seat, (name, stands) in enumerate(state.table()["seats"].items()):
            assert sum(row[f"{part}_{seat}"] for part in PARTS) == state.score()["points"][name]
            assert row[f"virtue_at_{seat}"] == stands["virtue"]
            mine = (tables["buildings"]["game"] == k) & (tables["buildings"]["seat"] == seat)
            assert [(*BUILDINGS, *WONDERS)[i] for i in tables["buildings"]["building"][mine]] == stands["buildings"]
        assert row["turns"] == state.table()["turn"]
    assert ("boards" in tables) == (options.get("boards") == "variable")


def test_points_below_zero_are_kept_in_a_data_set(tmp_path):
    play_into(configure("architects", ["random"], 6, seed=1), tmp_path / "d")
    games = load(tmp_path / "d")["games"]
    for seat in range(2):
        assert (games[[f"{part}_{seat}" for part in PARTS]].sum(axis=1) == games[f"points_{seat}"]).all()
        assert (games[f"debts_{seat}"] < 0).any()       # random players end with debts


def test_reports_call_cards_and_places_by_name(tmp_path):
    play_into(configure("architects", ["random"], 6, seed=1, arms=["ban_p1=town_centre", "dealt=B01"]), tmp_path / "d")
    sections = {one.name: one for one in balance_report([load(tmp_path / "d")], study=STUDY)}
    assert sections["worth"].frame["word"].tolist() == ["Town Centre"]
    assert set(sections["interventions"].frame["arm"]) == {"dealt=B01 Smithy"}
    apprentices = STUDY.pieces(load(tmp_path / "d")).query("kind == 'apprentice'")
    assert apprentices["copies"].isna().all()


# -- the contract ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("options", [
    {"wonders": 1, "boards": "variable", "board": "Isabella", "dealt": "B05", "ban": "WA02"},
    {"short": 6, "ban_p1": "black_market+B03+A02"}], ids=["whole", "an exercise"])
def test_the_contract_and_the_leak_checks_hold_with_interventions(options):
    trial = Trial(game_of(**options), n_games=2)
    results = [run_check(trial, name) for name in CHECKS if name not in ("spec", "uniformity", "enumeration")]
    assert not [str(result) for result in results if result.passed is False]
