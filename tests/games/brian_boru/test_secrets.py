"""What nobody or not everybody knows: R15, R16, R20 to R22, A26 and A27, with the worlds drawn from what a player saw.

Chances are worked out by hand from the rules of the draft: every way in which the unseen cards can have gone is alike.
"""
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from scipy.stats import chisquare

from kingmaker.games import ConfigError, Rng, load_game
from tests.games.brian_boru.setting import (
    CARDS,
    COLOUR,
    COUNTS,
    ORDINARY,
    ROUNDS,
    STRENGTHS,
    CompiledPlayer,
    hidden_setup,
    seats,
    table,
)

LEAST = 1e-4  # of a chance; the seeds are fixed


@pytest.mark.parametrize("n", [2, 6])
def test_r1_other_numbers_of_players_are_refused(n):
    with pytest.raises(ConfigError, match="players"):
        load_game("brian-boru", players=n)


# -- what a new game draws -----------------------------------------------------------------------------------------


def fits(counts, n_kinds):
    """Whether counts fit equal chances of some kinds."""
    return len(counts) == n_kinds and chisquare(list(counts.values())).pvalue > LEAST


@pytest.mark.parametrize("n", COUNTS)
def test_r15_r16_r17_r20_a_new_game_is_shuffled(n):
    """Over 600 games: who begins, the first Viking and marriage card, and where 13 goes in the last round."""
    seen = [Counter() for _ in range(4)]
    for seed in range(600):
        setup = CompiledPlayer.new(n, seed).hidden_setup()
        assert sorted(setup["viking_deck"]) == sorted(STRENGTHS)
        assert setup["marriage_deck"][-1] == "Princess"
        assert len(set(setup["marriage_deck"]) & set(ORDINARY)) == len(setup["marriage_deck"]) - 1 == ROUNDS[n] - 1
        assert len(setup["deals"]) == ROUNDS[n]
        for deal in setup["deals"]:
            dealt = [card for cards in deal.values() for card in cards]
            assert len(set(dealt)) == len(dealt) == (24 if n < 5 else 25)
        seen[0][setup["first"]] += 1
        seen[1][setup["viking_deck"][0]] += 1
        seen[2][setup["marriage_deck"][0]] += 1
        seen[3][next((seat for seat, cards in setup["deals"][-1].items() if 13 in cards), None)] += 1
    assert fits(seen[0], n)
    assert fits(seen[2], 7)
    twelves = seen[1].pop(12)  # there are two
    assert chisquare([twelves, *seen[1].values()], [600 * 2 / 7] + [600 / 7] * 5).pvalue > LEAST
    if n == 5:
        assert fits(seen[3], 5)
    else:
        share = 1 / 25  # of the card set aside
        aside = seen[3].pop(None)
        assert chisquare([aside, *seen[3].values()],
                         [600 * share] + [600 * (1 - share) / n] * n).pvalue > LEAST


# -- what is public ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", COUNTS)
def test_a27_all_but_the_hands_is_public(n):
    """In every world that a player imagines the table is the same, and so is the own hand; others' hands are as large.

    The others are told of the active town and the first card together: if they saw when a leader is asked for a card,
    they would know whether it has two that fit.
    """
    rng = Random(n)
    state = CompiledPlayer.new(n, n)
    differ = 0
    while state.legal():
        state.move(rng.choice(state.legal()))
        table = state.table()
        observer = rng.randrange(n)
        own = f"p{observer + 1}"
        leads = table["phase"] == "trick" and not table["trick"] and own != table["marker"]
        hidden = ("hands", "active") if leads else ("hands",)
        for world in state.worlds(observer, 2):
            assert {key: world[key] for key in world if key not in hidden} == {
                key: table[key] for key in table if key not in hidden}
            assert world["hands"][own] == table["hands"][own]
            for player, hand in table["hands"].items():
                assert len(world["hands"][player]) == len(hand)
            differ += world["hands"] != table["hands"]
    assert differ > 20


# -- the draft -----------------------------------------------------------------------------------------------------


def drafted(n, *picks):
    """Return a game of first discs and some picks, each "p1 1 2", with the cards dealt in order."""
    state = CompiledPlayer.deal(hidden_setup(n))
    for player, town in zip(seats(n), ("N1", "C1", "L1", "M1", "S1"), strict=False):
        state.play(f"{player} place {town}")
    for text in picks:
        state.play(text.replace(" ", " pick ", 1))
    return state


def worlds(state, observer, n=2000):
    """Return positions drawn from what a player knows."""
    rng = Rng(7)
    return [state.state.world(observer, rng).position() for _ in range(n)]


def owner(world, card):
    """Return who was dealt a card, or "aside"."""
    return next((seat for seat, draft in world["draft"].items() if card in draft["received"][0]), "aside")


def holder(world, card):
    return next((seat for seat, hand in world["hands"].items() if card in hand), "nobody")


@pytest.mark.parametrize("n", [3, 4])
def test_r20_before_the_first_pick_the_other_cards_may_be_anywhere(n):
    """p1 holds 8 or 6 cards; of the others one is set aside, each with the same chance, and each may be anybody's."""
    state = drafted(n)
    drawn = worlds(state, 0)
    unseen = [card for card in CARDS if card > 24 // n]
    assert fits(Counter(world["aside"] for world in drawn), len(unseen))
    counts = Counter(owner(world, 20) for world in drawn)
    size = 24 // n
    expected = {seat: 2000 * size / len(unseen) for seat in seats(n)[1:]} | {"aside": 2000 / len(unseen)}
    assert chisquare([counts[key] for key in expected], list(expected.values())).pvalue > LEAST
    assert sum(counts.values()) == 2000


def test_r21_picks_are_secret_until_cards_are_passed():
    """p3 sees neither what p1 and p2 have picked nor what they were dealt: their hands show any of the 17 others."""
    drawn = worlds(drafted(3, "p1 1 2", "p2 9 10"), 2)
    counts = Counter(card for world in drawn for card in world["hands"]["p1"])
    assert fits(counts, 17)


def test_r21_a_hand_passed_on_tells_nothing_of_the_two_cards_kept():
    """p2 receives 3 to 8 from p1. p1 kept two of the 11 that p2 has not seen: not its own 9 to 16, not 3 to 8."""
    drawn = worlds(drafted(3, "p1 1 2", "p2 9 10", "p3 17 18", "p1 19 20"), 1)
    assert {card for world in drawn for card in world["draft"]["p1"]["picked"][0]} == {1, 2, *range(17, 26)}
    assert all(world["draft"]["p1"]["received"][0][:] == sorted(
        {3, 4, 5, 6, 7, 8} | set(world["draft"]["p1"]["picked"][0])) for world in drawn)
    assert fits(Counter(card for world in drawn for card in world["draft"]["p1"]["picked"][0]), 11)


THREE = ["p1 1 2", "p2 9 10", "p3 17 18",  # p1 passes 3 to 8, p2 11 to 16, p3 19 to 24
         "p1 19 20", "p2 3 4", "p3 11 12",  # p1 passes 21 to 24, p2 5 to 8, p3 13 to 16
         "p1 13 14", "p2 21 22", "p3 5 6"]  # p1 passes 15 and 16, p2 23 and 24, p3 7 and 8


def test_r21_with_three_players_the_last_cards_that_one_passes_are_known():
    """p1 hands p2 15 and 16, and p2 has to add them: in every world they are in p2's hand. Its own 7 and 8 come back.

    Of 3 4 5 6, which p1 passed and did not get back, p2 took two and p3 two: 6 ways. Of 21 22 23 24, p2 took two and
    p3 got two. The seven cards that p1 never saw, 9 10 11 12 17 18 25: two that p3 took first, two of p2's, two of
    p3's and the one aside.
    """
    drawn = worlds(drafted(3, *THREE), 0)
    assert drawn[0]["hands"]["p1"] == [1, 2, 7, 8, 13, 14, 19, 20]
    for card in (15, 16):
        assert {holder(world, card) for world in drawn} == {"p2"}
    for four in ((3, 4, 5, 6), (21, 22, 23, 24)):
        pairs = Counter(tuple(card for card in four if holder(world, card) == "p2") for world in drawn)
        assert {len(pair) for pair in pairs} == {2}
        assert fits(pairs, 6)
    unseen = (9, 10, 11, 12, 17, 18, 25)
    assert fits(Counter(world["aside"] for world in drawn), 7)
    assert {world["aside"] for world in drawn} == set(unseen)
    counts = Counter(holder(world, 25) for world in drawn)
    assert chisquare([counts["p2"], counts["p3"], counts["nobody"]],
                     [2000 * 2 / 7, 2000 * 4 / 7, 2000 / 7]).pvalue > LEAST
    assert {world["marriage_deck"][0] for world in drawn} == {"Brigid"}
    assert {tuple(world["viking_deck"][:1]) for world in drawn} == {(9,)}


def test_r21_cards_played_tell_the_rest():
    """p2 plays 4, one of 3 4 5 6: it has one of the other three. When it plays 3 as well, p3 has 5 and 6."""
    state = drafted(3, *THREE)
    state.play("p1 town M2", "p1 play 1", "p2 play 4", "p3 play 5")
    drawn = worlds(state, 0)
    assert {holder(world, 6) for world in drawn} == {"p2", "p3"}
    assert {holder(world, 3) for world in drawn} == {"p2", "p3"}
    assert fits(Counter(holder(world, 3) for world in drawn), 2)  # p2 took 3 or 6 with 4
    state = drafted(3, *THREE)
    state.play("p1 town M2", "p1 play 1", "p2 play 4", "p3 play 17")
    drawn = worlds(state, 0)
    assert fits(Counter(next(card for card in (3, 5, 6) if holder(world, card) == "p2") for world in drawn), 3)


def histories():
    """Yield p2's and p3's cards in every way in which the draft THREE can have gone, as p1 sees it."""
    for first in combinations((3, 4, 5, 6), 2):
        for second in combinations((21, 22, 23, 24), 2):
            shared = {15, 16, *first, *second}
            others = {3, 4, 5, 6, 21, 22, 23, 24} - shared
            for third in combinations((9, 10, 11, 12, 17, 18, 25), 2):  # p2 took them before p1 saw that hand
                rest = [card for card in (9, 10, 11, 12, 17, 18, 25) if card not in third]
                for fourth in combinations(rest, 2):  # p3 took them first of all
                    for fifth in combinations([card for card in rest if card not in fourth], 2):
                        yield shared | set(third), others | set(fourth) | set(fifth)


@pytest.mark.parametrize("tricks", [1, 3, 4, 5])
def test_r21_worlds_after_some_tricks_match_all_ways_in_which_the_draft_can_have_gone(tricks):
    """There are 6 * 6 * 630 ways; those count in which p2 and p3 had what they have played. All hands are compared.

    p1 is asked when it is to act: else it does not know whether a leader has chosen a town, which is a secret too.
    """
    rng = Random(tricks)
    state = drafted(3, *THREE)
    while sum(map(len, state.state.position()["played"].values())) < 3 * tricks or state.player() != "p1":
        state.move(rng.choice(state.legal()))
    played = {player: set(cards) for player, cards in state.state.position()["played"].items()}
    ways = Counter()
    total = 0
    for p2, p3 in histories():
        total += 1
        if played["p2"] <= p2 and played["p3"] <= p3:
            ways[tuple(sorted(p2 - played["p2"])), tuple(sorted(p3 - played["p3"]))] += 1
    assert total == 6 * 6 * 630
    drawn = Counter((tuple(world["hands"]["p2"]), tuple(world["hands"]["p3"])) for world in worlds(state, 0, 6000))
    assert set(drawn) <= set(ways)
    if len(ways) > 600:  # too many for a chi-square test of all: of the cards in p2's hand
        return compare_cards(drawn, ways)
    expected = [6000 * n / sum(ways.values()) for n in ways.values()]
    assert min(expected) > 5
    assert chisquare([drawn[hands] for hands in ways], expected).pvalue > LEAST


def compare_cards(drawn, ways):
    """Compare how often each card is in p2's hand."""
    in_ways, in_drawn = Counter(), Counter()
    for counts, cards in ((ways, in_ways), (drawn, in_drawn)):
        for hands, n in counts.items():
            for card in hands[0]:
                cards[card] += n / sum(counts.values())
    for card, share in in_ways.items():
        deviation = (share * (1 - share) / 6000) ** 0.5
        assert abs(in_drawn[card] - share) <= 4.5 * deviation + 1e-9


REDS_TAKEN = ", ".join(f"{town} p3" for town, colour in COLOUR.items() if colour == "red")


@pytest.mark.parametrize("observer", [1, 2])
def test_a2_a_leader_without_a_fitting_card_shows_what_it_lacks(observer):
    """Only yellow and blue towns are empty, and p1 leads 11: it has no yellow, blue or white card.

    Of the red cards 2, 5, 8, 15, 18 and 24 nobody but p1 has one: it has any of them, with the same chance.
    """
    state = CompiledPlayer.start(table(hands="11 15 | 14 1 | 6 3 | 17 7", towns=REDS_TAKEN))
    state.play("p1 town M10", "p1 play 11")
    drawn = worlds(state, observer)
    counts = Counter(world["hands"]["p1"][0] for world in drawn)
    assert set(counts) == {2, 5, 8, 15, 18, 24}
    assert fits(counts, 6)
    assert {card for world in drawn for card in world["hands"]["p4"]} > {2, 4, 24, 25, 13, 22}


def test_r24_a_leader_with_a_fitting_card_shows_nothing_more():
    """13 on a blue town: p1's other card is any of the 22 that p2 does not see."""
    state = CompiledPlayer.start(table(hands="13 15 | 14 1 | 6 3 | 17 7", towns=REDS_TAKEN))
    state.play("p1 town M10")  # 13 is played by itself
    assert state.of("trick") == [["p1", 13]]
    assert fits(Counter(world["hands"]["p1"][0] for world in worlds(state, 1)), 22)


def test_r21_decks_to_come_are_open():
    """After one round's reveal: the next marriage card is one of six, the next Viking card one of six (two of them 12).
    """
    drawn = worlds(drafted(4), 0)
    assert fits(Counter(world["marriage_deck"][1] for world in drawn), 6)
    counts = Counter(world["viking_deck"][1] for world in drawn)
    assert chisquare([counts[strength] for strength in (10, 11, 12, 13, 14)],
                     [2000 * k / 6 for k in (1, 1, 2, 1, 1)]).pvalue > LEAST
    assert {world["marriage_deck"][-1] for world in drawn} == {"Princess"}
