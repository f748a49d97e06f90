"""What players see of each other, and that worlds are uniform; expectations are counted by hand beside each test."""
from collections import Counter

import pytest

from kingmaker.games import Rng, load_game
from kingmaker.games.check.chisquare import uniform_fit
from kingmaker.games.core.python_state import UNSEEN
from kingmaker.search import run_search

LEAST = 1e-5  # the seeds are fixed


def worlds(state, observer, n, seed=1):
    rng = Rng(seed)
    for _ in range(n):
        yield state.world(observer, rng)


def make(game, *moves, seed=1):
    """Return a game after moves, which all have to be legal."""
    state = load_game(game).new(seed)
    for move in moves:
        state.apply_move(move)
    return state


def start_round(state, seed=1):
    """Play at random up to the first pick of the next round."""
    rng, now = Rng(seed), state.position()["round"]
    while state.position()["round"] == now:
        state.apply(state.sample(rng))
    return state


# -- picks ---------------------------------------------------------------------------------------------------------


def test_picks_are_seen_by_nobody_until_the_last_one_of_a_pass():
    state = start_round(load_game("brian-boru").new(3))
    for turn in range(4):
        actor, last = state.player, turn == 3
        labels = {state.observe(action, seat) for action in state.legal_actions() for seat in range(4) if seat != actor}
        assert labels == ({0} if last else {UNSEEN})
        before = [state.view(seat) for seat in range(4)]
        state.apply(state.legal_actions()[0])
        outcomes = [state.outcome(seat) for seat in range(4)]
        if not last:
            assert outcomes == [0] * 4
            assert sum(view != state.view(seat) for seat, view in enumerate(before)) == 4  # who is next is public
    received = [state.position(seat)["draft"][f"p{seat + 1}"]["received"][1] for seat in range(4)]
    assert outcomes == [1 + sum(1 << (card - 1) for card in cards) for cards in received]


def test_in_the_second_pass_the_two_cards_kept_by_the_right_neighbour_are_any_two_unseen_ones():
    """4 players: 6 + 4 cards seen of 25; the right neighbour's two picks are any pair of the other 15: 105 pairs."""
    state = start_round(load_game("brian-boru").new(5))
    rng = Rng(2)
    for _ in range(4):
        state.apply(state.sample(rng))
    observer = state.player
    right = f"p{(observer - 1) % 4 + 1}"
    counts = Counter(tuple(world.position()["hands"][right]) for world in worlds(state, observer, 6300))
    own = state.position(observer)["draft"][f"p{observer + 1}"]
    seen = set(own["received"][0]) | set(own["received"][1])
    assert not seen & {card for pair in counts for card in pair}
    assert len(counts) == 105
    assert uniform_fit(list(counts.values())).p > LEAST


def test_what_was_passed_on_is_known_to_lie_there():
    """4 players: the two cards passed on in the second pass are added by the left neighbour, so all worlds agree."""
    state = start_round(load_game("brian-boru").new(6))
    rng = Rng(3)
    for _ in range(8):
        state.apply(state.sample(rng))
    for observer in range(4):
        own = state.position(observer)["draft"][f"p{observer + 1}"]
        passed = set(own["received"][1]) - set(own["picked"][1])
        assert len(passed) == 2
        left = f"p{(observer + 1) % 4 + 1}"
        for world in worlds(state, observer, 50):
            assert passed <= set(world.position()["hands"][left])


def test_with_three_players_the_first_packet_comes_back_and_tells_who_took_four_cards():
    """3 players pass 8, 6, 4, 2: of the own first packet the left player took 2, the next one 2: 6 ways, all alike."""
    state = start_round(load_game("brian-boru:players=3").new(7))
    rng = Rng(4)
    for _ in range(9):
        state.apply(state.sample(rng))
    observer = state.player
    own = state.position(observer)["draft"][f"p{observer + 1}"]
    others = set(own["received"][0]) - set(own["picked"][0]) - set(own["received"][3])
    assert len(others) == 4
    left = f"p{(observer + 1) % 3 + 1}"
    counts = Counter(tuple(sorted(others & set(world.position()["hands"][left])))
                     for world in worlds(state, observer, 900))
    assert len(counts) == 6
    assert uniform_fit(list(counts.values())).p > LEAST


# -- leads ---------------------------------------------------------------------------------------------------------
# In `short=2` with three players the deck is 1y 4y 8r 11r 15r 18r 22w, one of them set aside, each gets two. All towns
# are taken but D1 (yellow), D2 (red), D3 (blue), of which p3 takes one; then p1 leads.


def lead_after(hand, place, *moves):
    """Return the first game in which p1 has these cards, after p3's placement and moves."""
    for seed in range(2000):
        state = load_game("brian-boru:players=3,short=2").new(seed)
        state.apply_move(place)
        if state.position()["draft"]["p1"]["received"] == [hand]:
            for move in moves:
                state.apply_move(move)
            return state
    raise AssertionError(f"no seed deals {hand}")


def test_a_lead_that_happened_by_itself_tells_that_nothing_else_fitted():
    """D2 and D3 empty: with 15 and 4 p1 can only lead 15 for D2. So p1's other card fits neither: 1 or 4."""
    state = lead_after([4, 15], "place D1")
    assert state.position()["trick"] == [["p1", 15]]
    assert state.player == 1
    own = set(state.position(1)["hands"]["p2"])
    rest = {1, 4} - own
    counts = Counter(world.position()["hands"]["p1"][0] for world in worlds(state, 1, 600))
    assert set(counts) == rest
    assert len(rest) == 1 or uniform_fit(list(counts.values())).p > LEAST


def test_a_lead_that_was_decided_tells_that_there_was_a_choice():
    """With 15 and 11 p1 has a choice of card for D2. So the other card is red or white: never 1 or 4."""
    state = lead_after([11, 15], "place D1", "play 15")
    assert state.player == 1
    own = set(state.position(1)["hands"]["p2"])
    possible = {8, 11, 18, 22} - own
    counts = Counter(world.position()["hands"]["p1"][0] for world in worlds(state, 1, 800))
    assert set(counts) == possible
    assert len(possible) == 1 or uniform_fit(list(counts.values())).p > LEAST


def test_a_lead_that_fits_nothing_tells_that_no_card_fits():
    """p3 took D2; D1 and D3 are empty: 8 and 15 fit neither: any card for any town (A2), and the rest is red."""
    state = lead_after([8, 15], "place D2", "town D3", "play 8")
    own = set(state.position(1)["hands"]["p2"])
    counts = Counter(world.position()["hands"]["p1"][0] for world in worlds(state, 1, 800))
    assert set(counts) == {11, 15, 18} - own
    assert uniform_fit(list(counts.values())).p > LEAST


def test_a_town_is_seen_when_its_card_is():
    """While p1 leads with 22 and 15, nobody sees the town chosen; then town and card come out as one."""
    state = lead_after([15, 22], "place D1")
    view = state.view(1)
    towns = {state.format_action(action): state.observe(action, 1) for action in state.legal_actions()}
    assert towns["town D2"] == UNSEEN  # 15 or 22
    assert towns["town D3"] >= 0  # 22 alone fits a blue town, so it is led by itself
    other = state.clone()
    state.apply_move("town D2")
    assert state.view(1) == view
    assert '"decision":"leads"' in view
    label = state.observe(state.parse_action("play 22"), 1)
    state.apply_move("play 22")
    other.apply_move("town D3")
    assert other.position()["trick"] == state.position()["trick"] == [["p1", 22]]
    assert label >= 0
    assert label != towns["town D3"]  # another town


def test_while_another_leads_worlds_count_how_far_the_leader_may_be():
    """p1 to lead, seen by p2 who holds 18 and 1 (D2 and D3 empty): the states of a hand of 4, 8, 11, 15, 22.

    Two reds: only D2 fits, so the town is set: one state. Red and 22: town open, or D2 chosen (D3 leads 22 by
    itself): two. 4 and 22: town open; each town leads 22 by itself: one. Red and 4: played by itself, so none. The two
    unseen cards of three left over go to p3 in 3 ways for each hand: 3 reds make 3 pairs, 3 reds with 22, 1 with 4.
    So 3 + 6 + 1 = 10 states, times 3 ways.
    """
    for seed in range(3000):
        state = load_game("brian-boru:players=3,short=2").new(seed)
        state.apply_move("place D1")
        if state.player == 0 and state.position(1)["hands"]["p2"] == [1, 18]:
            break
    counts = Counter(world.text() for world in worlds(state, 1, 3000))
    assert len(counts) == 30
    assert uniform_fit(list(counts.values())).p > LEAST


# -- rounds to come ------------------------------------------------------------------------------------------------


def test_decks_and_deals_to_come_are_drawn_from_what_is_left():
    """In round 2 of 4 players: 5 Viking cards and 5 ordinary marriage cards are left; 13 goes to 6 + 6 + 6 + 6 + 1."""
    state = start_round(start_round(load_game("brian-boru").new(8)))
    keys = state.position()
    strengths, weddings, places = Counter(), Counter(), Counter()
    for world in worlds(state, 2, 3000):
        drawn = world.position()
        assert drawn["viking_deck"][:2] == keys["viking_deck"][:2]
        assert drawn["marriage_deck"][:2] == keys["marriage_deck"][:2]
        assert drawn["marriage_deck"][3] == "Princess"
        strengths[drawn["viking_deck"][2]] += 1
        weddings[drawn["marriage_deck"][2]] += 1
        deal = drawn["deals"][1]
        places[next((name for name in ("p1", "p2", "p3", "p4") if 13 in deal[name]), "aside")] += 1
    left = Counter([9, 10, 11, 12, 12, 13, 14]) - Counter(keys["viking_deck"][:2])
    assert set(strengths) == set(left)
    assert uniform_fit([strengths[s] for s in left if left[s] == 1]).p > LEAST
    assert set(weddings) == {"Orlaith", "Aodhan", "Conall", "Cormac", "Niall", "Aoife", "Brigid"} - set(
        keys["marriage_deck"][:2])
    assert uniform_fit(list(weddings.values())).p > LEAST
    assert 3000 / 25 - 60 < places["aside"] < 3000 / 25 + 60  # 120 expected, 5.6 sigmas either way
    assert uniform_fit([places[f"p{seat}"] for seat in range(1, 5)]).p > LEAST


@pytest.mark.parametrize("seed", range(3))
def test_a_hint_in_the_draft_does_not_rest_on_what_is_hidden(seed):
    state = start_round(load_game("brian-boru").new(seed), seed)
    state.apply(state.legal_actions()[3])  # a pick that the next player does not see
    answers = {run_search(world, seed=5, iterations=64, replicates=2, rollout="policy").to_json()
               for world in worlds(state, state.player, 3)}
    assert len(answers) == 1
