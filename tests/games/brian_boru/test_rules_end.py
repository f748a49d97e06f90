"""Claims and the end of the game: rules 59 to 65 with rulings A16 to A23, A28, A29 and A32, by hand.

What `upkeep` and `final` do is told in `setting`: p1 has M10 and the marker; the others gained a coin, so have 4.
"""
import pytest

from tests.games.brian_boru.setting import ROUNDS, final, table, upkeep

# -- Claims --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("towns", "claims"), [
    ("D1 p2", ""),  # the threshold is 2
    ("D1 p2, D2 p2", "D p2"),
    ("D1 p2, D2 p3", "D -"),
    ("D1 p2, D2 p3 v", "D -"),  # the Vikings' count too
    ("D1 p2 v, D2 p3 v", "D -"),
    ("D1 p2 m", "D p2"),  # R62
    ("D1 p2 vm", "D -"),
    ("N1 p2, N2 p3, N3 p4", ""),
    ("N1 p2, N2 p3, N3 p4, N4 p3", "N p3"),
    ("U1 p2, U2 p3", ""),
    ("U1 p2, U2 p3, U3 p3", "U p3"),
    ("C1 p2, C2 p2, C3 p2, C4 p2", ""),
    ("C1 p2, C2 p2, C3 p2, C4 p2, C5 p4", "C p2"),
    ("M1 p2, M2 p2, M3 p3, M4 p2", "M p2"),  # with p1's M10
])
def test_r59_a_token_turns_up_at_its_threshold(game, towns, claims):
    assert upkeep(game, towns=towns).claims() == claims


def test_r59_it_never_turns_back(game):
    """One town in C, with threshold 5."""
    assert upkeep(game, claims="C -", towns="C1 p2").claims() == "C p2"
    assert upkeep(game, claims="C -", towns="C1 p2, C2 p3").claims() == "C -"


@pytest.mark.parametrize("before", ["-", "p2", "p3", "p4"])
def test_r60_the_most_towns_take_the_token_from_the_board_or_a_player(game, before):
    assert upkeep(game, claims=f"U {before}", towns="U1 p2, U2 p2, U3 p3").claims() == "U p2"


@pytest.mark.parametrize("before", ["-", "p2", "p3", "p4"])
def test_r61_with_a_tie_the_token_stays_where_it_is(game, before):
    """Also when p2 and p3 are tied above its holder p4."""
    claims = f"U {before}"
    assert upkeep(game, claims=claims, towns="U1 p2, U2 p2, U3 p3, U4 p3, U5 p4").claims() == claims


@pytest.mark.parametrize(("towns", "holder"), [("L1 p2 m, L2 p3, L3 p3", "p4"), ("L1 p2 m, L2 p3", "p2"),
                                               ("L1 p2 m, L2 p3 m, L4 p3", "p3")])
def test_r62_a_monastery_counts_as_two_towns_for_claims(game, towns, holder):
    assert upkeep(game, claims="L p4", towns=towns).claims() == f"L {holder}"


@pytest.mark.parametrize("before", ["-", "p2", "p4"])
def test_r63_if_the_vikings_have_most_the_token_lies_on_the_board(game, before):
    assert upkeep(game, claims=f"D {before}", towns="D1 p2 v, D2 p3 v, D3 p4").claims() == "D -"


def test_r63_a_monastery_counts_two_for_the_vikings(game):
    assert upkeep(game, claims="D p4", towns="D1 p2 vm, D3 p4").claims() == "D -"


@pytest.mark.parametrize("before", ["-", "p3", "p4"])
def test_a16_a_tie_with_the_vikings_leaves_the_token_where_it_is(game, before):
    assert upkeep(game, claims=f"D {before}", towns="D1 p2 v, D3 p4").claims() == f"D {before}"


def test_a17_without_any_players_town_the_token_returns_to_the_board(game):
    assert upkeep(game, claims="D p2", towns="D1 p2 v").claims() == "D -"


@pytest.mark.parametrize(("towns", "claims"), [
    ("C1 p2, C2 p3 v, C3 p4, C4 p4, C5 p1 v", "C p2"),  # 1 and the Vikings' 2 against 2 (A22)
    ("C1 p2 v, C2 p2 v, C3 p4, C4 p4, C5 p4", "C p4"),
    ("C1 p2 v, C2 p2 v, C3 p4, C4 p4, C5 p3", "C -"),  # tied
    ("D1 p3 v, D2 p4 vm", "D p2"),
])
def test_r63_a22_a23_military_support_adds_the_vikings_towns_to_ones_own(game, towns, claims):
    """In the last round's claim step, which follows the marriage step; their towns count for thresholds as ever."""
    state = final(game, track="0 1 0 0", towns=towns)
    state.play("p2 princess military")
    assert state.claims() == claims


@pytest.mark.parametrize("use", ["trade", "spurn"])
def test_r63_trade_and_spurning_do_not(game, use):
    state = final(game, track="0 1 0 0", towns="D1 p3 v, D2 p4 vm")
    state.play(f"p2 princess {use}")
    assert state.claims() == "D -"


# -- The end -------------------------------------------------------------------------------------------------------


def parts(state, player):
    """Return a player's parts of the result, in the order of R64."""
    return " ".join(str(points) for points in state.result()["parts"][player].values())


def test_r64_the_parts_of_a_final_score(game):
    """p1: 12 points, most coins (9 against 4), the marker, 3 renown; M10 and the four other towns make 5 regions: 3.

    p2: C, worth 7, in front of it; half of U's 4, tied with p3 at one; regions C, U: 0. p3: half of U; regions
    U, L, N: 1.
    """
    state = final(game, points="12 20 10 10", coins="9 3 3 3", renown="3 1 1 1", claims="C p4, U -",
                  towns="B1 p1, D1 p1, S1 p1, N1 p1, C1 p2, U1 p2, U2 p3, L1 p3, N2 p3")
    names = ["track", "coins", "marker", "renown", "claims", "shared", "regions"]
    assert list(state.result()["parts"]["p1"]) == names
    assert [parts(state, player) for player in ("p1", "p2", "p3", "p4")] == [
        "12 1 1 3 0 0 3", "20 0 0 1 7 2 0", "10 0 0 1 0 2 1", "10 0 0 1 0 0 0"]
    assert state.result()["points"] == {"p1": 20, "p2": 30, "p3": 14, "p4": 11}
    assert state.result()["winners"] == ["p2"]


@pytest.mark.parametrize(("coins", "points"), [
    ("4 3 3 3", [0, 0, 0, 0]), ("5 3 3 3", [1, 0, 0, 0]), ("3 3 3 2", [0, 0, 0, 0]), ("2 3 2 2", [0, 1, 0, 0]),
])
def test_r64a_only_the_sole_player_with_most_coins_scores(game, coins, points):
    result = final(game, coins=coins).result()
    assert [part["coins"] for part in result["parts"].values()] == points


def test_a28_with_no_coins_at_all_nobody_scores(game):
    """15, 18 and 24 take raiders from an empty battle area; 20 wins M10."""
    state = game.start(table(hands="20 13 | 15 1 | 18 2 | 24 3", coins="0 0 0 0", round_=ROUNDS[4]))
    state.play("p1 town M10", "p1 play 20", "p2 play 15", "p3 play 18", "p4 play 24")
    state.play("p2 secondary 2", "p3 secondary 2", "p4 secondary 2")
    assert state.of("coins") == "0 0 0 0"
    assert [part["coins"] for part in state.result()["parts"].values()] == [0, 0, 0, 0]


def test_r64b_the_holder_of_the_marker_scores(game):
    result = final(game, leader="p3").result()
    assert [part["marker"] for part in result["parts"].values()] == [0, 0, 1, 0]


def test_r64c_each_renown_token_scores(game):
    result = final(game, renown="0 2 5 1").result()
    assert [part["renown"] for part in result["parts"].values()] == [0, 2, 5, 1]


@pytest.mark.parametrize(("region", "points"), [
    ("N", 6), ("U", 4), ("B", 3), ("S", 5), ("D", 2), ("C", 7), ("L", 6), ("M", 7),
])
def test_r64d_r64e_claim_tokens_score_their_points_and_on_the_board_half_of_them(game, region, points):
    """Two towns against one, and two against two; p1's M10 is one town in M."""
    held = final(game, claims=f"{region} -", towns=f"{region}1 p2, {region}2 p2, {region}3 p3").result()["parts"]
    assert [held[player]["claims"] for player in held] == [0, points, 0, 0]
    assert [held[player]["shared"] for player in held] == [0, 0, 0, 0]
    tied = f"{region}1 p2 m, {region}3 p3 m"
    board = final(game, claims=f"{region} -", towns=tied).result()["parts"]
    assert [board[player]["claims"] for player in board] == [0, 0, 0, 0]
    assert [board[player]["shared"] for player in board] == [0, points // 2, points // 2, 0]


def test_r64d_two_tokens_add_up(game):
    result = final(game, claims="C p2, N p2", towns="C1 p2, N1 p2").result()
    assert result["parts"]["p2"]["claims"] == 13


def test_r64e_face_down_tokens_score_nothing(game):
    """C has threshold 5."""
    result = final(game, towns="C1 p2, C2 p3, C3 p2, C4 p3").result()
    assert {part["shared"] for part in result["parts"].values()} == {0}


@pytest.mark.parametrize(("towns", "shared"), [
    ("D1 p2 v, D2 p3 v, D3 p4", [0, 0, 0, 0]),  # the Vikings have most
    ("D1 p2 v, D3 p4", [0, 0, 0, 1]),  # tied with them
    ("D1 p2 v, D2 p3, D3 p4", [0, 0, 1, 1]),
    ("D1 p2 v, D2 p3 v", [0, 0, 0, 0]),
])
def test_a18_the_vikings_keep_half_points_from_those_below_them(game, towns, shared):
    result = final(game, claims="D -", towns=towns).result()
    assert [part["shared"] for part in result["parts"].values()] == shared


def test_r64e_military_support_counts(game):
    """The Vikings' D1 is p2's: tied with p4."""
    state = final(game, claims="D -", towns="D1 p3 v, D3 p4", track="0 1 0 0")
    state.play("p2 princess military")
    assert [part["shared"] for part in state.result()["parts"].values()] == [0, 1, 0, 1]


def test_r64e_trade_does_not_count(game):
    state = final(game, claims="D -", towns="D1 p3 v, D3 p4", track="0 1 0 0")
    state.play("p2 princess trade")
    assert [part["shared"] for part in state.result()["parts"].values()] == [0, 0, 0, 1]


def test_a19_monasteries_count_double_for_half_points(game):
    """p2's C1 counts 2, p3 has two, p4 one."""
    result = final(game, claims="C -", towns="C1 p2 m, C2 p3, C3 p3, C4 p4").result()
    assert [part["shared"] for part in result["parts"].values()] == [0, 3, 3, 0]


@pytest.mark.parametrize(("n", "points"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 3), (6, 5), (7, 7), (8, 10)])
def test_r64f_a29_different_regions(game, n, points):
    towns = ", ".join(f"{region}1 p2" for region in "MNUBSDCL"[:n])
    assert final(game, towns=towns).result()["parts"]["p2"]["regions"] == points


def test_r64f_several_towns_of_a_region_count_once_and_a20_so_do_monasteries(game):
    result = final(game, towns="N1 p2, N2 p2, N3 p2 m, U1 p2 m, U2 p2").result()
    assert result["parts"]["p2"]["regions"] == 0


def test_a21_a_disc_under_the_vikings_does_not_count_for_regions(game):
    result = final(game, towns="N1 p2, U1 p2, B1 p2 v, S1 p2 v").result()
    assert result["parts"]["p2"]["regions"] == 0


@pytest.mark.parametrize(("use", "points"), [("trade", 1), ("military", 0), ("spurn", 0)])
def test_r64f_trade_counts_and_military_support_does_not(game, use, points):
    """p2 controls N and U; the Vikings hold B and U."""
    state = final(game, towns="N1 p2, U1 p2, B1 p3 v, U2 p4 v", track="0 1 0 0")
    state.play(f"p2 princess {use}")
    assert [part["regions"] for part in state.result()["parts"].values()] == [0, points, 0, 0]


# -- R65 -----------------------------------------------------------------------------------------------------------


def test_r65_the_most_points_win_also_against_more_tokens(game):
    """p3: 14 + 1. p2: 10 + 1 and D's 2."""
    result = final(game, points="10 10 14 10", claims="D p2", towns="D1 p2", marriages={"p2": ["Aoife"]}).result()
    assert (result["points"], result["winners"]) == ({"p1": 12, "p2": 13, "p3": 15, "p4": 11}, ["p3"])


def test_r65_tied_the_most_claim_tokens_win(game):
    """p2: 9 + 1 + 2. p3: 11 + 1, with more marriages. p1: 10 + 1 + 1."""
    result = final(game, points="10 9 11 5", claims="D p2", towns="D1 p2", marriages={"p3": ["Aoife"]}).result()
    assert (result["points"], result["winners"]) == ({"p1": 12, "p2": 12, "p3": 12, "p4": 6}, ["p2"])


def test_r65_it_is_the_number_of_tokens_not_their_points(game):
    """p2: D and B, 2 + 3, with 6 + 1; p3: S, 5, with 6 + 1."""
    result = final(game, points="0 6 6 0", claims="D p2, B p2, S p3", towns="D1 p2, B1 p2, S1 p3").result()
    assert (result["points"]["p2"], result["points"]["p3"], result["winners"]) == (12, 12, ["p2"])


def test_r65_tied_again_the_most_marriage_cards_win(game):
    result = final(game, points="9 10 10 10", marriages={"p3": ["Aoife", "Niall"], "p4": ["Brigid"]}).result()
    assert (result["points"], result["winners"]) == ({"p1": 11, "p2": 11, "p3": 11, "p4": 11}, ["p3"])


def test_r65_else_the_victory_is_shared(game):
    result = final(game, points="9 10 10 9", marriages={"p1": ["Niall"], "p3": ["Brigid"]}).result()
    assert (result["points"], result["winners"]) == ({"p1": 11, "p2": 11, "p3": 11, "p4": 10}, ["p1", "p3"])
    assert final(game, points="9 10 10 10").result()["winners"] == ["p1", "p2", "p3", "p4"]


@pytest.mark.parametrize("use", ["military", "trade"])
def test_r65_the_princess_counts_as_a_marriage_card(game, use):
    """p2 with her and p3 with Brigid have one each; p4 has none."""
    state = final(game, points="0 10 10 10", marriages={"p3": ["Brigid"]}, track="0 1 0 0")
    state.play(f"p2 princess {use}")
    assert state.result()["winners"] == ["p2", "p3"]


def test_a32_spurned_she_does_not(game):
    """p2: 6 + 4 + 1; p3: 10 + 1."""
    state = final(game, points="0 6 10 10", marriages={"p3": ["Brigid"]}, track="0 1 0 0")
    state.play("p2 princess spurn")
    assert (state.result()["points"]["p2"], state.result()["winners"]) == (11, ["p3"])
