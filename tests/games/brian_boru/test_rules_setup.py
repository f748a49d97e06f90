"""Components, setup, preparation and draft: rules 1 to 22, each with an expectation worked out by hand."""
from collections import Counter
from random import Random

import pytest

from tests.games.brian_boru.setting import (
    CARD,
    COUNTS,
    DATA,
    REGIONS,
    hidden_setup,
    lose,
    seats,
    table,
    win,
)

ALL_TOWNS = {"N": 7, "U": 5, "B": 4, "S": 6, "D": 3, "C": 9, "L": 9, "M": 10}  # 53
PLACES = ["N1", "U1", "B1", "S1", "D1"]


def after_setup(game, n=4, **hidden):
    """Return a game when everybody has placed a disc, and the events of that."""
    first = hidden.get("first", "p1")
    order = seats(n)[int(first[1]) - 1:] + seats(n)[:int(first[1]) - 1]
    state = game.deal(hidden_setup(n, **hidden))
    return state, state.play(*(f"{player} place {town}" for player, town in zip(order, PLACES, strict=False)))


# -- 5a Components -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", COUNTS)
def test_r1_three_to_five_players_compete(game, n):
    state = game.deal(hidden_setup(n))
    assert list(state.table()["points"]) == ["p1", "p2", "p3", "p4", "p5"][:n]


def test_r2_25_cards_with_one_primary_action_and_one_or_two_secondary_ones():
    assert len(DATA["cards"]) == 25
    assert {len(card["secondary"]) for card in DATA["cards"]} == {1, 2}
    assert [card["number"] for card in DATA["cards"] if len(card["secondary"]) == 1] == [20, 21, 22]


def test_r3_seven_cards_of_each_colour_and_four_white_ones():
    assert Counter(card["suit"] for card in DATA["cards"]) == {"red": 7, "blue": 7, "yellow": 7, "white": 4}


@pytest.mark.parametrize(("town", "colour"), [("M8", "red"), ("M6", "blue"), ("M4", "yellow")])
def test_r3_white_wins_a_town_of_any_colour(game, town, colour):
    """20 is the highest card that is white or of the colour: 21 to 25 are in no hand."""
    state = game.start(table(hands="13 22 1 | 20 3 4 | 12 5 6 | 11 8 9"))
    state.play(f"p1 town {town}", "p1 play 13", "p2 play 20", "p3 play 12", "p4 play 11")
    state.play("p4 secondary 1", "p3 secondary 1", "p1 secondary 1")
    assert state.of("towns") == {town: {"disc": "p2", "viking": False, "monastery": False}}


def test_r4_all_values_are_different():
    assert sorted(CARD) == list(range(1, 26))


def test_r5_a_primary_action_always_takes_the_town_and_a_secondary_never():
    assert all(card["primary"][0] == "town" for card in DATA["cards"])
    assert not any("town" in action for card in DATA["cards"] for action in card["secondary"])


def test_r5_a_loser_chooses_one_of_two_secondary_actions(game):
    assert lose(game, 3).choices() == "p2: secondary 1, secondary 2"


def test_r5_a_loser_with_one_secondary_action_has_no_choice(game):
    """20 is led on a red town and 24 beats it: two coins for p1 without being asked, 3 + 2."""
    state = game.start(table(hands="20 13 1 | 24 3 4 | 14 5 6 | 16 8 9"))
    state.play("p1 town M8", "p1 play 20", "p2 play 24", "p3 play 14", "p4 play 16", "p3 secondary 1", "p4 secondary 1")
    assert state.choices().startswith("p2: town ")
    assert state.of("coins") == "5 1 4 4"  # p2 paid two


@pytest.mark.parametrize("n", COUNTS)
def test_r6_there_are_seven_ordinary_marriage_cards_each_with_a_reward(game, n):
    """2 points and a town or a renown token, or 4 points."""
    assert len(DATA["marriage_cards"]) == 7
    for card in DATA["marriage_cards"]:
        assert (card["points"], card["renown"] + bool(card["town_in_region"])) in {(2, 1), (4, 0)}


def test_r7_an_invasion_brings_as_many_raiders_as_its_strength(game):
    state, _ = after_setup(game, vikings=[13, 9, 10, 11, 12, 12, 14])
    assert state.of("battle") == 13


def test_r8_tokens_and_discs_are_unlimited(game):
    """The box holds 60 coins and 25 discs a colour: with 10, p2 gains two more coins; with 25 it places 33 discs."""
    assert win(game, 10, "L5", coins="0 60 0 0").of("coins") == "1 62 1 1"
    assert lose(game, 25, "secondary 2", "buy 30", coins="0 60 0 0").of("church") == "0 33 0 0"


def test_r9_eight_regions_have_53_towns():
    assert {region["id"]: region["towns"] for region in DATA["regions"]} == ALL_TOWNS
    assert Counter(town["region"] for town in DATA["towns"]) == ALL_TOWNS
    assert {town["colour"] for town in DATA["towns"]} == {"red", "blue", "yellow"}


def test_r10_a_town_held_by_vikings_is_not_empty(game):
    """D has D1 yellow, D2 red, D3 blue; p1 leads 13, which fits all."""
    state = game.start(table(hands="13 1 | 2 3 | 4 5 | 6 7", towns="D1 p1 v, D2 p2"))
    assert [text for text in state.legal() if text.startswith("town D")] == ["town D3"]
    assert len(state.legal()) == 53 - 2


# -- 5b Setup ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", COUNTS)
def test_r11_r12_r13_r14_the_board_before_anything_is_placed(game, n):
    """Three coins, a renown token, 10 points, the first space of the track; nothing else is anywhere."""
    state = game.deal(hidden_setup(n, first="p2"))
    each = seats(n)
    assert state.table() == {
        "round": 0, "phase": "setup", "marker": "p2", "active": None, "battle": 0,
        "coins": dict.fromkeys(each, 3), "renown": dict.fromkeys(each, 1),
        "points": dict.fromkeys(each, 10), "raiders": dict.fromkeys(each, 0),
        "church": dict.fromkeys(each, 0), "track": dict.fromkeys(each, 0), "towns": {},
        "claims": {region: {"up": False, "holder": None} for region in "NUBSDCLM"},
        "marriages": {player: [] for player in each}, "princess": None,
        "hands": {player: [] for player in each}, "trick": [],
    }


def first_legal_game(game, n, **hidden):
    """Yield each table of a game in which everybody makes the first legal move, and the events before it."""
    state, events = game.deal(hidden_setup(n, **hidden)), []
    while state.legal():
        yield state, events
        events = state.play(f"{state.player()} {state.legal()[0]}")
    yield state, events


@pytest.mark.parametrize(("n", "names"), [
    (3, ["Niall", "Conall", "Princess"]),
    (4, ["Niall", "Conall", "Brigid", "Princess"]),
    (5, ["Niall", "Conall", "Brigid", "Princess"]),
])
def test_r15_the_princess_comes_last_after_two_or_three_ordinary_cards(game, n, names):
    events = [event for _, events in first_legal_game(game, n, marriages="Niall Conall Brigid") for event in events]
    assert [event.split()[1] for event in events if event.startswith("marriage")] == names


def test_r16_viking_cards_are_revealed_from_the_top(game):
    deck = [14, 9, 12, 10, 13, 12, 11]
    events = [event for _, events in first_legal_game(game, 4, vikings=deck) for event in events]
    strengths = [event for event in events if event.startswith("viking")]
    assert strengths == ["viking 14", "viking 9", "viking 12", "viking 10"]


def test_r17_discs_go_clockwise_to_regions_without_another_players_disc(game):
    state = game.deal(hidden_setup(4, first="p3"))
    counts = []
    for player, town in (("p3", "C1"), ("p4", "D2"), ("p1", "M10"), ("p2", "N3")):
        counts.append(len(state.legal()))
        state.play(f"{player} place {town}")
    assert counts == [53, 53 - 9, 53 - 9 - 3, 53 - 9 - 3 - 10]
    assert state.towns() == "C1 p3, D2 p4, M10 p1, N3 p2"


def test_r17_has_no_colour_limit_and_no_cost(game):
    state = game.deal(hidden_setup(3))
    assert state.legal() == sorted(f"place {town['id']}" for town in DATA["towns"])
    state.play("p1 place U1")
    assert state.of("coins") == "3 3 3"
    assert state.legal() == sorted(f"place {town['id']}" for town in DATA["towns"] if town["region"] != "U")


@pytest.mark.parametrize("first", ["p1", "p2", "p3"])
def test_a24_the_starting_player_places_first(game, first):
    state = game.deal(hidden_setup(3, first=first))
    assert (state.player(), state.of("marker")) == (first, first)


# -- 5c Rounds: preparation and draft ------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "rounds"), [(3, 3), (4, 4), (5, 4)])
def test_r18_three_or_four_rounds_each_with_draft_action_and_upkeep(game, n, rounds):
    seen = []
    for state, _ in first_legal_game(game, n):
        now = (state.of("round"), state.of("phase"))
        if now[1] != "upkeep" and now not in seen:
            seen.append(now)
    middle = [(r, phase) for r in range(1, rounds + 1) for phase in ("draft", "trick")]
    assert seen == [(0, "setup"), *middle, (rounds, "over")]


def test_r19_preparation_reveals_a_viking_and_a_marriage_card(game):
    state, events = after_setup(game, vikings=[11, 9, 10, 12, 12, 13, 14], marriages="Cormac Niall Aoife")
    assert events[:2] == ["viking 11", "marriage Cormac"]
    assert (state.of("round"), state.of("phase"), state.of("battle")) == (1, "draft", 11)


def test_r19_raiders_come_anew_each_round_and_the_upkeep_took_the_old_ones(game):
    games = first_legal_game(game, 3, vikings=[9, 14, 10, 11, 12, 12, 13])
    battles = {state.of("round"): state.of("battle") for state, _ in games if state.of("phase") == "draft"}
    assert battles == {1: 9, 2: 14, 3: 10}


@pytest.mark.parametrize(("n", "each", "aside"), [(3, 8, ["aside 25"]), (4, 6, ["aside 25"]), (5, 5, [])])
def test_r20_deals_eight_six_or_five_and_the_one_left_is_set_aside(game, n, each, aside):
    _, events = after_setup(game, n)
    assert events[2:] == [
        *(f"deal p{seat} " + " ".join(map(str, range((seat - 1) * each + 1, seat * each + 1)))
          for seat in range(1, n + 1)), *aside]


DEALS = {3: "1 2 3 4 5 6 7 8 | 9 10 11 12 13 14 15 16 | 17 18 19 20 21 22 23 24",
         4: "1 2 3 4 5 6 | 7 8 9 10 11 12 | 13 14 15 16 17 18 | 19 20 21 22 23 24",
         5: "1 2 3 4 5 | 6 7 8 9 10 | 11 12 13 14 15 | 16 17 18 19 20 | 21 22 23 24 25"}


def test_r21_any_two_of_the_cards_received_may_be_picked(game):
    """Two of 8: 28 ways; lower card first."""
    state, _ = after_setup(game, 3, deals=[DEALS[3]])
    assert state.player() == "p1"
    assert state.legal() == sorted(f"pick {a} {b}" for a in range(1, 9) for b in range(a + 1, 9))


def test_r21_all_pick_before_the_rest_is_passed_to_the_left(game):
    """p2 decides first, for it has the marker. What p1 leaves goes to p2, p2's to p3, p3's to p1."""
    state, _ = after_setup(game, 3, first="p2", deals=[DEALS[3]])
    state.play("p2 pick 9 10", "p3 pick 17 18")
    assert state.legal() == sorted(f"pick {a} {b}" for a in range(1, 9) for b in range(a + 1, 9))
    state.play("p1 pick 1 2")
    assert state.player() == "p2"
    assert {card for text in state.legal() for card in text.split()[1:]} == {"3", "4", "5", "6", "7", "8"}
    state.play("p2 pick 3 4")
    assert {card for text in state.legal() for card in text.split()[1:]} == {"11", "12", "13", "14", "15", "16"}
    state.play("p3 pick 11 12")
    assert {card for text in state.legal() for card in text.split()[1:]} == {"19", "20", "21", "22", "23", "24"}


def test_r21_three_players_pick_2_2_2_and_get_the_last_2(game):
    """p1's eight cards 1 to 8: 1 2 stay, p2 takes 3 4, p3 5 6, and 7 8 come back to p1 as the last."""
    state, _ = after_setup(game, 3, deals=[DEALS[3]])
    state.play("p1 pick 1 2", "p2 pick 9 10", "p3 pick 17 18")
    state.play("p1 pick 19 20", "p2 pick 3 4", "p3 pick 11 12")
    assert state.of("phase") == "draft"
    state.play("p1 pick 13 14", "p2 pick 21 22")
    assert state.of("hands", "p2") == [3, 4, 9, 10, 21, 22]
    state.play("p3 pick 5 6")
    assert state.of("phase") == "trick"
    assert state.of("hands") == {"p1": [1, 2, 7, 8, 13, 14, 19, 20], "p2": [3, 4, 9, 10, 15, 16, 21, 22],
                                 "p3": [5, 6, 11, 12, 17, 18, 23, 24]}


def test_r21_four_players_pick_2_2_and_get_the_last_2(game):
    """p1's rest 3 4 5 6 goes to p2, who takes 3 4; 5 6 are p3's last."""
    state, _ = after_setup(game, 4, deals=[DEALS[4]])
    state.play("p1 pick 1 2", "p2 pick 7 8", "p3 pick 13 14", "p4 pick 19 20")
    state.play("p1 pick 21 22", "p2 pick 3 4", "p3 pick 9 10")
    assert state.of("phase") == "draft"
    state.play("p4 pick 15 16")
    assert state.of("hands") == {"p1": [1, 2, 17, 18, 21, 22], "p2": [3, 4, 7, 8, 23, 24],
                                 "p3": [5, 6, 9, 10, 13, 14], "p4": [11, 12, 15, 16, 19, 20]}


def test_r21_five_players_pick_2_2_and_get_the_last_1(game):
    """p1's rest 3 4 5 goes to p2, who takes 3 4; 5 is p3's last."""
    state, _ = after_setup(game, 5, deals=[DEALS[5]])
    state.play("p1 pick 1 2", "p2 pick 6 7", "p3 pick 11 12", "p4 pick 16 17", "p5 pick 21 22")
    state.play("p1 pick 23 24", "p2 pick 3 4", "p3 pick 8 9", "p4 pick 13 14", "p5 pick 18 19")
    assert state.of("phase") == "trick"
    assert state.of("hands") == {"p1": [1, 2, 20, 23, 24], "p2": [3, 4, 6, 7, 25], "p3": [5, 8, 9, 11, 12],
                                 "p4": [10, 13, 14, 16, 17], "p5": [15, 18, 19, 21, 22]}


def test_r22_cards_picked_are_kept(game):
    state, _ = after_setup(game, 4, deals=[DEALS[4]])
    state.play("p1 pick 3 5")
    assert state.of("hands") == {"p1": [3, 5], "p2": [], "p3": [], "p4": []}
    state.play("p2 pick 7 8", "p3 pick 13 14", "p4 pick 19 20")
    assert state.legal() == sorted(f"pick {a} {b}" for a in range(21, 25) for b in range(a + 1, 25))


def test_r20_each_round_is_dealt_anew(game):
    """In every round each of the 25 cards is dealt to somebody or set aside."""
    rng = Random(1)
    deals = []
    for _ in range(4):
        cards = rng.sample(range(1, 26), 25)
        deals.append(" | ".join(" ".join(map(str, cards[at:at + 6])) for at in (0, 6, 12, 18)))
    events = [event for _, events in first_legal_game(game, 4, deals=deals) for event in events]
    dealt = [event for event in events if event.split()[0] in ("deal", "aside")]
    assert len(dealt) == 4 * 5
    for round_, text in enumerate(deals):
        hands = [sorted(map(int, hand.split())) for hand in text.split(" | ")]
        expected = [f"deal p{seat} " + " ".join(map(str, hand)) for seat, hand in enumerate(hands, 1)]
        aside = set(range(1, 26)) - {card for hand in hands for card in hand}
        assert dealt[round_ * 5:round_ * 5 + 5] == [*expected, f"aside {aside.pop()}"]


def test_regions_are_in_the_order_of_the_data():
    assert "".join(REGIONS) == "NUBSDCLM"
