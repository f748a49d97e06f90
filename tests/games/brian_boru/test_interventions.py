"""Interventions: cards dealt to p1, the first marriage card, and how the Princess may be used."""
import json
from collections import Counter
from random import Random

import pytest
from scipy import stats

from kingmaker.games import ConfigError, Rng, load_game
from kingmaker.games.brian_boru.alternatives import viking_decks
from kingmaker.games.brian_boru.components import read_components
from kingmaker.games.check.conformance import CHECKS, run_check
from kingmaker.games.check.trial import Trial
from kingmaker.games.core.provenance import differences
from kingmaker.games.files.positions import load_position, read_position, write_position
from tests.games.brian_boru.setting import COUNTS, DATA, ORDINARY, STRENGTHS

PLAIN = {n: load_game("brian-boru", players=n) for n in COUNTS}


def deals(game, seed):
    return game.new(seed).position()["deals"]


def decks(game, seed):
    keys = game.new(seed).position()
    return keys["viking_deck"], keys["marriage_deck"], keys["marker"]


# -- dealt -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", COUNTS)
def test_a_card_is_exchanged_for_one_of_p1s_in_every_round(n):
    game, moved = load_game("brian-boru", players=n, dealt="9"), 0
    for seed in range(40):
        assert decks(game, seed) == decks(PLAIN[n], seed)
        for before, after in zip(deals(PLAIN[n], seed), deals(game, seed), strict=True):
            assert 9 in after["p1"]
            if 9 in before["p1"]:
                assert after == before
                continue
            moved += 1
            gone = set(before["p1"]) - set(after["p1"])
            assert set(after["p1"]) == set(before["p1"]) - gone | {9}
            assert len(gone) == 1
            old = {place: {9} if place == "aside" else set(before[place]) for place in before
                   if place != "p1" and 9 in (before[place] if place != "aside" else [before[place]])}
            (place, cards), = old.items()
            assert (after[place] if place == "aside" else set(after[place])) == (
                gone.pop() if place == "aside" else cards - {9} | gone)
            assert all(after[other] == before[other] for other in before if other not in ("p1", place))
    assert moved > 60  # p1 would have it in a third to a fifth of the rounds


def test_whichever_card_comes_the_same_one_leaves():
    for seed in range(30):
        left = set()
        before = deals(PLAIN[4], seed)[0]["p1"]
        for card in range(1, 26):
            gone = set(before) - set(deals(load_game("brian-boru", dealt=card), seed)[0]["p1"])
            assert len(gone) == (card not in before)
            left |= gone
        assert len(left) == 1


def test_each_of_p1s_cards_is_equally_likely_to_leave():
    game, places = load_game("brian-boru", dealt="17"), Counter()
    for seed in range(600):
        before, after = deals(PLAIN[4], seed)[2]["p1"], deals(game, seed)[2]["p1"]
        if 17 not in before:
            places[before.index((set(before) - set(after)).pop())] += 1
    assert len(places) == 6
    assert stats.chisquare(list(places.values())).pvalue > 0.001


def test_several_cards_stay_together():
    game = load_game("brian-boru", players=5, dealt="3+25+8+1+14")
    assert str(game) == "brian-boru:players=5,dealt=1+3+8+14+25"
    assert [deal["p1"] for deal in deals(game, 4)] == [[1, 3, 8, 14, 25]] * 4


def test_nobody_is_told():
    """At the first pick p2 holds every card that it did not see itself for possible in p1's packet; 25 is there."""
    state = load_game("brian-boru", dealt="25").new(11)
    rng = Random(3)
    while state.decision == "place":
        state.apply(state.parse_action(rng.choice(state.legal_moves())))
    assert state.decision == "pick"
    draws = Rng(5)
    worlds = [state.world(1, draws).position()["draft"]["p1"]["received"][0] for _ in range(400)]
    own = state.position()["draft"]["p2"]["received"][0]
    share = sum(25 in world for world in worlds) / len(worlds)
    assert 25 not in own
    assert 0.2 < share < 0.43  # 6 of the 19 unseen cards: 0.316, five standard errors of 0.023


# -- wedding -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ORDINARY)
def test_a_marriage_card_is_exchanged_with_the_first_one(name):
    game = load_game("brian-boru", wedding=name)
    for seed in range(15):
        before, after = PLAIN[4].new(seed).position(), game.new(seed).position()
        assert after["marriage_deck"][0] == name
        deck = [before["marriage_deck"][0] if card == name else card for card in before["marriage_deck"][1:]]
        assert after["marriage_deck"][1:] == deck
        assert after["deals"] == before["deals"]
        assert after["viking_deck"] == before["viking_deck"]


# -- princess ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("use", ["military", "trade", "spurn"])
def test_with_one_use_nobody_is_asked_and_all_else_is_as_if_it_had_been_chosen(use):
    taken = 0
    for seed in range(8):
        free, forced, rng = PLAIN[3].new(seed), load_game("brian-boru", players=3, princess=use).new(seed), Random(seed)
        while not free.is_over:
            moves = free.legal_moves()
            if free.decision == "princess":
                taken += 1
                free.apply(free.parse_action(f"princess {use}"))
                continue
            assert forced.legal_moves() == moves
            move = rng.choice(moves)
            free.apply(free.parse_action(move))
            forced.apply(forced.parse_action(move))
        assert forced.is_over
        assert forced.score() == free.score()
    assert taken > 5


def test_a_position_keeps_how_she_may_be_used():
    """In the last upkeep p2 is highest; asked is whoever comes after her."""
    state = load_game("brian-boru", princess="trade").new(2)
    keys = write_position(state) | {"game": "brian-boru:princess=trade"}
    assert read_position(keys).game.options["princess"] == "trade"


# -- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "message"), [
    ({"dealt": "26"}, "option dealt: expected cards by value"),
    ({"dealt": "1+2+3+4+5+6"}, ""),
    ({"dealt": "1+2+3+4+5+6+7"}, "at most 6 cards with 4 players"),
    ({"players": 5, "dealt": "1+2+3+4+5+6"}, "at most 5 cards with 5 players"),
    ({"wedding": "Estrid"}, "expected one of Orlaith, Aodhan"),
    ({"princess": "none"}, "expected one of any, military, trade, spurn"),
    ({"short": 2, "players": 3, "dealt": "4"}, "expected short=0"),
    ({"short": 2, "players": 3, "wedding": "Niall"}, "expected short=0"),
])
def test_what_has_no_meaning_is_refused(options, message):
    if not message:
        assert load_game("brian-boru", **options).options["dealt"] == options["dealt"]
        return
    with pytest.raises(ConfigError, match=message.replace("+", r"\+")):
        load_game("brian-boru", **options)


def test_games_with_interventions_keep_the_contract():
    """All checks in one test: the worlds are enumerated once."""
    trial = Trial(load_game("brian-boru:players=3,dealt=25,wedding=Brigid,princess=trade"), seed=1, n_games=3)
    results = [run_check(trial, check) for check in CHECKS]
    assert not [str(result) for result in results if result.passed is False]


# -- other Viking decks ------------------------------------------------------------------------------------------------


def test_the_decks_that_the_fans_list_allows_by_hand():
    """Nine cards: 9 10 11 12 12 13 13 13 14, of which two are left out.

    Left out are two different values of six (15 ways), two 12s or two 13s: 17 decks.
    Without two 13s it is the game's own.
    """
    found = viking_decks(DATA)
    assert len(found) == len(set(found)) == 16
    assert (sum(found[0]), found[0]) == (88, (11, 12, 12, 13, 13, 13, 14))  # without 9 and 10
    assert (sum(found[1]), found[1]) == (80, (9, 10, 11, 12, 12, 13, 13))  # without 13 and 14
    assert tuple(sorted(STRENGTHS)) not in found
    assert [sum(deck) for deck in found[::2]] == sorted((sum(deck) for deck in found[::2]), reverse=True)
    assert [sum(deck) for deck in found[1::2]] == sorted(sum(deck) for deck in found[1::2])


def test_a_game_is_played_with_another_deck():
    game = load_game("brian-boru", data="@1")
    keys = game.new(3).position()
    assert sorted(keys["viking_deck"]) == [11, 12, 12, 13, 13, 13, 14]
    assert keys["deals"] == deals(PLAIN[4], 3)
    assert read_components("@1").cards == read_components().cards


def test_the_file_of_another_deck_is_a_component_file_with_other_strengths(tmp_path):
    game = load_game("brian-boru", data="@1")
    own, other = (one.spec.files(one.options)["components"] for one in (PLAIN[4], game))
    (tmp_path / "mine.json").write_bytes(other.read_bytes())
    assert read_components(tmp_path / "mine.json").strengths == (11, 12, 12, 13, 13, 13, 14)
    found = differences(own, other)
    assert found[0] == {"id": "viking_cards.strengths[0]", "column": "strength", "was": "9", "is": "11"}
    assert {one["column"] for one in found} == {"strength"}


def test_decks_are_told_again_behind_the_last():
    draw = PLAIN[4].spec.alternative
    assert [draw(PLAIN[4], number).options["data"] for number in (1, 16, 17)] == ["@1", "@16", "@1"]


def test_a_position_carries_over_where_its_vikings_are_in_the_other_deck():
    """14, 10 and 9 were turned up, so two of 11 12 12 13 13 13 are left out: 5 ways, one of them the game's own."""
    state = load_position("examples/brian_boru/trick.json")
    own = state.position(state.player)
    assert own["viking_deck"][:3] == [14, 10, 9]
    others = PLAIN[4].spec.alternatives(state, 16)
    possible = [f"@{k}" for k in range(1, 17) if {9, 10, 14} <= set(read_components(f"@{k}").strengths)]
    assert [other.game.options["data"] for other in others] == possible == ["@8", "@12", "@13", "@14"]
    for other in others:
        assert other.position(other.player) == own
        assert other.legal_actions() == state.legal_actions()
        assert sorted(other.world(0, Rng(1)).position()["viking_deck"]) == sorted(other.rules.parts.strengths)
    assert len(PLAIN[4].spec.alternatives(state, 3)) == 3


def test_what_is_hidden_does_not_carry_over():
    """Two truths that look alike to the player are the same position with the other deck."""
    state = load_position("examples/brian_boru/draft.json")
    texts = {tuple(other.text() for other in PLAIN[3].spec.alternatives(state.world(state.player, Rng(seed)), 3))
             for seed in range(6)}
    assert len(texts) == 1
    assert len(texts.pop()) == 3


def test_a_deck_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ConfigError, match=r"data: @17: expected a number in \[1, 16\]"):
        load_game("brian-boru", data="@17")
    known = read_components("@1").raw | {"viking_cards": {"strengths": [
        {"strength": 9, "provenance": "photo"} for _ in range(7)]}}
    (tmp_path / "known.json").write_text(json.dumps(known), encoding="utf-8")
    with pytest.raises(ConfigError, match="its strengths are known"):
        load_game("brian-boru", data=f"{tmp_path / 'known.json'}@1")
    assert PLAIN[4].spec.alternative(load_game("brian-boru", data=str(tmp_path / "known.json")), 1) is None


def test_arms_of_a_study_can_all_be_played():
    arms = PLAIN[5].spec.arms([PLAIN[3].options, PLAIN[5].options], False)
    assert len(arms) == len(set(arms)) == 25 + 7 + 3
    assert all(load_game("brian-boru", players=5, **dict([arm.split("=")])) for arm in arms)
