"""Upkeep: marriage, battle and church, rules 42 to 58 with rulings A7 to A15, A25, A30, by hand.

What `upkeep` does is told in `setting`: the leader, p1 if not named, has M10 and the marker; the others gained a coin.
"""
import pytest

from tests.games.brian_boru.setting import COLOUR, final, upkeep

# -- R42 -----------------------------------------------------------------------------------------------------------


def test_r42_marriage_battle_church_and_claims_in_this_order(game):
    """p2 marries, p3 has most raiders, p4 most discs in the church area; L, up with threshold 4, goes to p4 at last.

    L1 to L4 are p4's, one of them is lost and another one has a monastery: 2 + 1 + 1 for p4, 1 for the Vikings.
    """
    state = upkeep(game, marriage="Cormac", track="0 3 0 0", raiders="0 0 5 0", church="0 0 0 2", battle=1,
                   towns="C1 p2, L1 p4, L2 p4, L3 p4, L4 p4")
    assert state.choices().startswith("p2: place C")
    state.play("p2 place C2")
    assert state.choices() == "p3: lose C1, lose C2"  # p1 lost its only town before
    state.play("p3 lose C1")
    assert state.choices() == "p3: lose L1, lose L2, lose L3, lose L4"
    state.play("p3 lose L4")
    assert state.choices() == "p4: monastery L1, monastery L2, monastery L3"
    assert state.claims() == ""
    events = state.play("p4 monastery L1")
    assert state.claims() == "L p4"
    assert (state.of("round"), state.of("phase"), events[0]) == (2, "draft", "viking 10")


def test_r42_the_game_ends_after_the_round_with_the_princess(game):
    state = final(game)
    assert (state.of("round"), state.of("phase"), state.legal()) == (4, "over", [])


# -- Marriage ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("track", ["0 1 0 0", "0 9 8 1", "2 5 4 3"])
def test_r43_the_highest_disc_takes_the_card_and_goes_to_the_first_space(game, track):
    """Brigid: 4 points. On 8 p3 is asked for a town."""
    state = upkeep(game, marriage="Brigid", track=track)
    if track == "0 9 8 1":
        state.play("p3 place N1")
    assert state.of("points") == "10 14 10 10"
    assert state.of("marriages") == {"p1": [], "p2": ["Brigid"], "p3": [], "p4": []}
    assert state.of("track").split() == [space if seat != 1 else "0" for seat, space in enumerate(track.split())]


def test_a7_the_others_may_share_the_first_space(game):
    assert upkeep(game, track="0 0 0 1").of("marriages", "p4") == ["Brigid"]


def test_r44_a8_with_all_on_the_first_space_the_card_leaves_the_game(game):
    state = upkeep(game, marriage="Brigid")
    assert (state.of("points"), state.of("track"), state.of("round")) == ("10 10 10 10", "0 0 0 0", 2)
    assert not any(state.of("marriages").values())


def test_r44_goes_straight_to_the_battle(game):
    """All tied at no raiders: p1 is asked first, and loses one of its towns."""
    state = upkeep(game, battle=3, towns="C1 p1")
    assert state.choices() == "p1: lose C1, lose M10"


def test_r45_points_and_renown(game):
    state = upkeep(game, marriage="Aoife", track="0 1 0 0")
    assert (state.of("points"), state.of("renown")) == ("10 12 10 10", "1 2 1 1")


@pytest.mark.parametrize(("name", "region", "n"), [("Orlaith", "M", 9), ("Aodhan", "L", 9), ("Conall", "S", 6),
                                                   ("Cormac", "C", 9), ("Niall", "N", 7)])
def test_r45_a_disc_on_any_empty_town_of_the_region(game, name, region, n):
    """M has ten towns, but M10 has p1's disc. Points and card come before the disc, the way down after it."""
    state = upkeep(game, marriage=name, track="0 1 0 0")
    assert state.player() == "p2"
    assert state.legal() == sorted(f"place {town}" for town in COLOUR if town[0] == region and town != "M10")
    assert len(state.legal()) == n
    assert (state.of("points", "p2"), state.of("marriages", "p2"), state.of("track", "p2")) == (12, [name], 1)
    assert state.of("phase") == "upkeep"
    state.play(f"p2 place {region}1")
    assert state.towns() == ", ".join(sorted([f"{region}1 p2", "M10 p1"]))
    assert state.of("track", "p2") == 0


def test_r45_without_an_empty_town_there_no_effect(game):
    towns = "S1 p3, S2 p3 v, S3 p3, S4 p4, S5 p4, S6 p4"
    state = upkeep(game, marriage="Conall", track="0 1 0 0", towns=towns)
    assert (state.of("points", "p2"), state.towns()) == (12, f"M10 p1, {towns}")


def test_r45_the_only_empty_town_is_taken_without_being_asked(game):
    state = upkeep(game, marriage="Conall", track="0 1 0 0", towns="S1 p3, S2 p3, S3 p3, S4 p4, S5 p4")
    assert state.of("towns", "S6", "disc") == "p2"


@pytest.mark.parametrize(("space", "coins", "renown"), [
    (1, 0, 0), (2, 1, 0), (3, 1, 0), (4, 1, 0), (5, 2, 0), (6, 2, 0), (7, 0, 1),
])
def test_r46_benefits_of_the_spaces(game, space, coins, renown):
    """p2, above, gets Brigid alone; p3's disc stays where it is."""
    state = upkeep(game, track=f"0 9 {space} 0")
    assert (state.of("coins"), state.of("renown")) == (f"3 4 {4 + coins} 4", f"1 1 {1 + renown} 1")
    assert (state.of("points"), state.of("track")) == ("10 14 10 10", f"0 0 {space} 0")


def test_r46_a25_a30_space_8_gives_any_empty_town_and_has_to_be_taken(game):
    """Any of the 53 but M10 and C1, whatever its colour and roads."""
    state = upkeep(game, track="0 9 8 0", towns="C1 p4 v")
    assert state.player() == "p3"
    assert state.legal() == sorted(f"place {town}" for town in COLOUR if town not in ("C1", "M10"))
    state.play("p3 place D1")
    assert state.towns() == "C1 p4 v, D1 p3, M10 p1"


def test_a30_with_no_empty_town_space_8_has_no_effect(game):
    others = ", ".join(f"{town} p2" for town in COLOUR if town != "M10")
    state = upkeep(game, track="0 9 8 0", towns=others)
    assert "p3" not in {what["disc"] for what in state.of("towns").values()}


@pytest.mark.parametrize("space", [2, 5, 7, 8])
def test_r46_the_taker_gets_nothing_from_its_space(game, space):
    state = upkeep(game, track=f"0 {space} 0 0")
    assert (state.of("coins"), state.of("renown")) == ("3 4 4 4", "1 1 1 1")
    assert (state.towns(), state.of("round")) == ("M10 p1", 2)


def test_a9_benefits_go_from_the_top_space_down(game):
    """When p3 on 8 is asked, p2 on 9 has its card; p4 on 7 and p1 on 5 get theirs after it."""
    state = upkeep(game, track="5 9 8 7")
    assert (state.of("points"), state.of("renown"), state.of("coins")) == ("10 14 10 10", "1 1 1 1", "3 4 4 4")
    assert state.of("track") == "5 0 8 7"
    state.play("p3 place N1")
    assert (state.of("renown"), state.of("coins")) == ("1 1 1 2", "5 4 4 4")


def test_r47_the_princess_is_asked_what_to_do_at_once(game):
    state = final(game, track="0 2 1 0", battle=2)
    assert state.choices() == "p2: princess military, princess spurn, princess trade"
    assert (state.of("princess"), state.of("track"), state.of("phase")) == (None, "0 2 1 0", "upkeep")


@pytest.mark.parametrize("use", ["military", "trade"])
def test_r47_military_support_and_trade_keep_the_card(game, use):
    state = final(game, track="0 3 2 0")
    state.play(f"p2 princess {use}")
    assert state.of("princess") == {"holder": "p2", "use": use}
    assert (state.of("points"), state.of("track"), state.of("marriages", "p2")) == ("10 10 10 10", "0 0 2 0", [])
    assert state.of("coins") == "3 4 5 4"  # p3 on space 2


def test_r47_spurned_she_gives_four_points(game):
    state = final(game, track="0 2 1 0")
    state.play("p2 princess spurn")
    assert (state.of("princess"), state.of("points"), state.of("track")) == (None, "10 14 10 10", "0 0 1 0")


def test_r44_nobody_gets_the_princess_if_all_are_on_the_first_space(game):
    assert final(game).of("princess") is None


# -- Battle --------------------------------------------------------------------------------------------------------


def test_r48_without_raiders_in_the_battle_area_nobody_loses_a_town(game):
    state = upkeep(game, battle=0, raiders="3 0 0 0", towns="C1 p2, C2 p3, C3 p4")
    assert (state.towns(), state.of("round")) == ("C1 p2, C2 p3, C3 p4, M10 p1", 2)


def test_r49_the_fewest_raiders_lose_a_town_that_the_most_choose(game):
    state = upkeep(game, battle=1, raiders="3 1 2 2", towns="C1 p2, C2 p2 v, C3 p2, C4 p3")
    assert (state.choices(), state.of("battle")) == ("p1: lose C1, lose C3", 1)
    state.play("p1 lose C3")
    assert state.towns() == "C1 p2, C2 p2 v, C3 p2 v, C4 p3, M10 p1"


def test_r49_the_only_town_is_lost_without_being_asked(game):
    assert upkeep(game, battle=1, raiders="3 1 2 2", towns="C1 p2, C4 p3").towns() == "C1 p2 v, C4 p3, M10 p1"


def test_r50_all_tied_for_fewest_lose_a_town(game):
    state = upkeep(game, battle=1, raiders="3 1 1 2", towns="C1 p2, C2 p2, L1 p3, L2 p3, N1 p4")
    state.play("p1 lose C2")
    assert (state.choices(), state.of("battle")) == ("p1: lose L1, lose L2", 1)
    state.play("p1 lose L1")
    assert state.towns() == "C1 p2, C2 p2 v, L1 p3 v, L2 p3, M10 p1, N1 p4"


def test_r50_with_a_tie_for_most_each_loser_chooses(game):
    state = upkeep(game, battle=1, raiders="3 1 1 3", towns="C1 p2, C2 p2, L1 p3, L2 p3, N1 p4")
    state.play("p2 lose C1", "p3 lose L2")
    assert state.towns() == "C1 p2 v, C2 p2, L1 p3, L2 p3 v, M10 p1, N1 p4"


@pytest.mark.parametrize("each", [0, 2])
def test_a10_all_tied_all_lose_a_town_of_their_own_choice(game, each):
    state = upkeep(game, 3, battle=1, raiders=f"{each} {each} {each}", towns="C1 p1, C2 p2, C3 p2, L1 p3, L2 p3")
    state.play("p1 lose C1", "p2 lose C3", "p3 lose L1")
    assert state.towns() == "C1 p1 v, C2 p2, C3 p2 v, L1 p3 v, L2 p3, M10 p1"


def test_a11_a_loser_without_a_town_loses_nothing(game):
    """p2 has only what the Vikings hold already."""
    state = upkeep(game, battle=1, raiders="3 0 2 2", towns="C2 p2 v, C4 p3")
    assert (state.towns(), state.of("round")) == ("C2 p2 v, C4 p3, M10 p1", 2)


def test_a12_losers_go_clockwise_from_the_marker(game):
    """The marker is p3's, who has most raiders; p4, p1 and p2 have none."""
    state = upkeep(game, leader="p3", battle=1, raiders="0 0 2 0", towns="C1 p1, C2 p1, D1 p2, D2 p2, L1 p4, L2 p4")
    assert state.choices() == "p3: lose L1, lose L2"
    state.play("p3 lose L1")
    assert state.choices() == "p3: lose C1, lose C2"
    state.play("p3 lose C1")
    assert state.choices() == "p3: lose D1, lose D2"


def test_a12_the_holder_of_the_marker_is_the_first(game):
    state = upkeep(game, leader="p2", battle=1, towns="C1 p1, C2 p1, D1 p2, L1 p3, L2 p3, N1 p4, N2 p4")
    state.play("p2 lose D1", "p3 lose L1", "p4 lose N2", "p1 lose C1")
    assert state.of("phase") == "draft"


def test_a13_a_monastery_stays(game):
    """D1 counts 2 for the Vikings, and reaches D's threshold."""
    state = upkeep(game, battle=1, raiders="3 1 2 2", towns="D1 p2 m, C4 p3")
    assert state.towns() == "C4 p3, D1 p2 vm, M10 p1"
    assert state.claims() == "D -"


def test_r51_the_raiders_of_the_battle_area_leave_after_the_last_loss(game):
    """Spoils come though the incursion succeeded. p4 has 3 discs in the church area, and is asked after the battle."""
    state = upkeep(game, battle=5, raiders="2 0 1 1", church="0 0 0 3", towns="C1 p2, C2 p2, L1 p4, L2 p4")
    assert state.of("battle") == 5
    state.play("p1 lose C1")
    assert (state.choices(), state.of("battle")) == ("p4: monastery L1, monastery L2", 0)
    assert (state.of("raiders"), state.of("points"), state.of("renown")) == ("0 0 0 0", "12 10 11 11", "2 1 1 1")


def test_r51_r52_spoils_are_given_when_the_vikings_are_repelled(game):
    """p2 has 3 renown: a 4th, 4 points, its raiders go. Then p1 and p4 have most: a point and a raider each."""
    state = upkeep(game, battle=0, raiders="3 5 1 3", renown="1 3 1 1")
    assert (state.of("renown"), state.of("points"), state.of("raiders")) == ("1 4 1 1", "11 14 10 11", "2 0 1 2")


def test_r52_a_tie_for_most_gives_nothing_and_r53_gives_a_point_each(game):
    state = upkeep(game, battle=0, raiders="3 5 1 5", renown="1 3 1 1")
    assert (state.of("renown"), state.of("points"), state.of("raiders")) == ("1 3 1 1", "10 11 10 11", "3 4 1 4")


def test_r53_the_most_after_spoils_1_gets_a_point(game):
    state = upkeep(game, battle=0, raiders="0 2 1 0")
    assert (state.of("points"), state.of("raiders"), state.of("renown")) == ("10 12 11 10", "0 0 0 0", "1 2 1 1")


def test_r54_no_raiders_no_spoils(game):
    state = upkeep(game, battle=0)
    assert (state.of("points"), state.of("renown"), state.of("raiders")) == ("10 10 10 10", "1 1 1 1", "0 0 0 0")
    state = upkeep(game, battle=0, raiders="0 2 0 0")
    assert (state.of("points"), state.of("raiders")) == ("10 12 10 10", "0 0 0 0")


def test_r54_other_raiders_are_kept(game):
    assert upkeep(game, battle=0, raiders="7 6 4 1").of("raiders") == "0 5 4 1"


# -- Church --------------------------------------------------------------------------------------------------------


def test_r55_the_most_discs_place_a_monastery_take_the_marker_and_all_discs_back(game):
    """Of p2's towns C3 has a monastery and C2 is the Vikings' (A21). Marker and discs follow the monastery."""
    state = upkeep(game, church="0 4 2 1", towns="C1 p2, C2 p2 v, C3 p2 m, D1 p2, D2 p3")
    assert state.choices() == "p2: monastery C1, monastery D1"
    assert (state.of("marker"), state.of("church"), state.of("phase")) == ("p1", "0 4 2 1", "upkeep")
    state.play("p2 monastery D1")
    assert state.towns() == "C1 p2, C2 p2 v, C3 p2 m, D1 p2 m, D2 p3, M10 p1"
    assert (state.of("marker"), state.of("church"), state.of("points")) == ("p2", "0 0 1 1", "10 10 11 10")


def test_r55_the_only_town_gets_it_without_being_asked(game):
    assert upkeep(game, church="0 1 0 0", towns="C1 p2").towns() == "C1 p2 m, M10 p1"


@pytest.mark.parametrize("towns", ["", "C1 p2 m", "C1 p2 v"])
def test_a15_without_a_place_marker_and_discs_are_taken_all_the_same(game, towns):
    state = upkeep(game, church="0 5 0 0", towns=towns)
    assert (state.of("marker"), state.of("church")) == ("p2", "0 0 0 0")
    assert state.towns() == ", ".join([towns, "M10 p1"]).removeprefix(", ")


def test_r55_tied_for_most_skip(game):
    """R56: a point and a disc back for both; with 3 no monastery."""
    state = upkeep(game, church="0 4 4 1", towns="C1 p2, C2 p3")
    assert (state.of("marker"), state.of("church"), state.of("points")) == ("p1", "0 3 3 1", "10 11 11 10")
    assert state.towns() == "C1 p2, C2 p3, M10 p1"


def test_r56_the_most_now_get_a_point_each_and_a_disc_back(game):
    state = upkeep(game, church="1 3 2 2", towns="C1 p2")
    assert (state.of("points"), state.of("church"), state.of("marker")) == ("10 10 11 11", "1 0 1 1", "p2")


@pytest.mark.parametrize("church", ["0 0 0 0", "0 3 0 0"])
def test_a14_with_no_disc_there_is_no_reward(game, church):
    assert upkeep(game, church=church).of("points") == "10 10 10 10"


def test_r57_four_or_more_discs_place_a_monastery_clockwise_from_the_marker(game):
    """p2, p3 and p4 tie with 5 and have 4 after R56. The marker is p3's; p1's 4 count too."""
    state = upkeep(game, leader="p3", church="4 5 5 5", towns="C1 p1, C2 p1, D1 p2, D2 p2, L1 p3, N1 p4, N2 p4")
    assert (state.choices(), state.of("points")) == ("p3: monastery L1, monastery M10", "10 11 11 11")
    state.play("p3 monastery L1")
    assert (state.of("church"), state.of("marker")) == ("4 4 0 4", "p3")
    state.play("p4 monastery N2", "p1 monastery C1", "p2 monastery D2")
    assert (state.of("church"), state.of("marker")) == ("0 0 0 0", "p3")


def test_r57_goes_clockwise_from_whoever_has_the_marker_now(game):
    """p2 has most and takes the marker: p3, p4, p1 follow. p3 and p4 have 5 - 1, p1 has 4."""
    state = upkeep(game, church="4 6 5 5", towns="C1 p1, D1 p2, D2 p2, L1 p3, L2 p3, N1 p4, N2 p4")
    state.play("p2 monastery D1", "p3 monastery L1", "p4 monastery N1", "p1 monastery M10")
    assert (state.of("church"), state.of("marker")) == ("0 0 0 0", "p2")


def test_r57_three_discs_are_too_few(game):
    """p2 leads and goes; p3 has 4 - 1."""
    state = upkeep(game, church="0 5 4 0", towns="C1 p2, L1 p3, L2 p3")
    assert (state.of("church"), state.of("round")) == ("0 0 3 0", 2)


def test_r57_who_cannot_place_one_keeps_the_discs(game):
    state = upkeep(game, church="0 6 6 0", towns="C1 p2 m, C2 p3")
    assert (state.of("church"), state.towns()) == ("0 5 0 0", "C1 p2 m, C2 p3 m, M10 p1")


def test_r58_other_discs_stay(game):
    assert upkeep(game, church="1 2 5 3").of("church") == "1 2 0 2"
