"""Components that somebody else wrote: what the compiled rules have no room for is refused, with its place."""
import dataclasses
import json
from copy import deepcopy

import pytest

from kingmaker.games import KingmakerError, NotationError, Rng, load_game
from kingmaker.games.architects._components import Rules
from kingmaker.games.architects.components import parse_components, read_components
from tests.games.architects.setting import DATA


def changed(change):
    data = deepcopy(DATA)
    change(data["base"], data["works_of_wonder"])
    return data


def scheme(works, number):
    return works["solo"]["schemes"][number]


CHANGES = {
    "a place beside a discount": (
        r"base\.apprentices\[3\]\.effect\.silver_discount", lambda base, works: base["apprentices"][3]["effect"].pop(
            "location")),
    "more gold and marble than can be named": (
        "at most 15 gold and marble; got 17", lambda base, works: base["buildings"][0]["cost"].update(
            gold=9, marble=8)),
    "more gold for a wonder": (
        r"wonders\[3\]\.cost: expected a whole number from 1 to 15", lambda base, works: works["wonders"][3].update(
            cost=16)),
    "rewards that pile up": (
        r"rewards\[0\]\.gain\.reward_card: expected a whole number from 0 to 1", lambda base, works: base["rewards"][
            0]["gain"].update(reward_card=2)),
    "more debts than there are": (
        "at most 22 debts", lambda base, works: [board["extra"].update(debt=9) for board in works["player_boards"]]),
    "a board's influence in its goods": (
        r"player_boards\[0\]\.extra\.influence: unknown key", lambda base, works: works["player_boards"][0][
            "extra"].update(influence=1)),
    "a taken space of the market": (
        "a space of the Black Market is `black_market`", lambda base, works: scheme(works, 0)["top"].update(
            location="small")),
    "many workers in the Guildhall": (
        "no other scheme after one at the Guildhall", lambda base, works: scheme(works, 0)["top"]["effects"].append(
            "flip_another_scheme")),
    "a number that is none": (
        "expected a condition", lambda base, works: scheme(works, 1).update(top_condition="tax>=\u00b2")),
    "a place twice": (
        "each place at most once", lambda base, works: works["solo"]["opponents"][0]["capture_tiebreak"].append(
            "mines")),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_has_no_room_is_refused(name):
    told, change = CHANGES[name]
    with pytest.raises(NotationError, match=told):
        parse_components(changed(change))


@pytest.mark.parametrize("change", [
    {"tax": 99}, {"hall": {2: (10**6, 1, 2)}}, {"levels": ()}, {"debts": -5}, {"apprentices": ()},
    {"token_places": (10**9,)}, {"boards": 5}], ids=str)
def test_hand_made_components_are_those_of_their_file(change):
    """Values that do not follow from `raw` never reach the rules."""
    made = dataclasses.replace(read_components(), **change)
    with pytest.raises(KingmakerError, match="as parse_components makes them"):
        Rules(made, 2, 1, -1, 0)
    with pytest.raises((KingmakerError, AttributeError)):
        Rules(dataclasses.replace(made, raw={}), 2, 1, -1, 0)
    assert Rules(read_components(), 2, 1, -1, 0).parts == read_components()


def test_rewards_of_more_than_one_card_are_all_taken(tmp_path):
    """W13 with a slot of 3 reward cards: three are gone from the pile, also where virtue above 14 asks in between."""
    def change(base, works):
        for card in works["contribution_consequence"]:
            card["contribution"] = {kind: {"virtue": 1, "reward_card": 3} for kind in card["contribution"]}
        for card in (*base["rewards"], *works["rewards"]):
            card["gain"] = {"virtue": 1}
    file = tmp_path / "rich.json"
    file.write_text(json.dumps(changed(change)), encoding="utf-8")
    game = load_game("architects", wonders=1, data=str(file))
    given = 0
    for seed in range(12):
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over:
            before = state.table()["piles"]["rewards"]
            move = state.format_action(state.sample(rng))
            state.apply(state.parse_action(move))
            if move.startswith("contribute") and before >= 3 and len(state.table()["contribution"][1]) > 0:
                first = before - state.table()["piles"]["rewards"]
                while not state.is_over and any(text.startswith("destroy") for text in state.legal_moves()):
                    state.apply(state.parse_action("destroy 0"))
                    first = before - state.table()["piles"]["rewards"]
                given += 1
                assert first == 3
    assert given > 5


def test_what_is_reconstructed_hangs_on_what_is_played_with(tmp_path):
    """The base game's cards are all from prints; the expansion's and the opponents' are not."""
    assert load_game("architects").reconstructed == ""
    wonders = load_game("architects", wonders=1).reconstructed
    assert wonders.startswith("wonders: 5 of 5 in part reconstructed; apprentices of the expansion: 24 of 24")
    assert "schemes" not in wonders
    assert load_game("architects", wonders=1, players=1, opponent="O2").reconstructed == (
        f"{wonders}; opponents: 6 of 6 in part reconstructed; schemes: 24 of 24 in part reconstructed")

    def change(_, works):
        for card in works["wonders"]:
            card["prov"] = {"points": "print"}
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(changed(change)), encoding="utf-8")
    assert load_game("architects", wonders=1, data=str(mine)).reconstructed == wonders.split("; ", 1)[1]
