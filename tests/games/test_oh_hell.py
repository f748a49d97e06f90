"""Oh Hell: one test a rule of games/oh_hell/README.md, worlds against enumeration, play against open_spiel."""
import itertools
import random
from collections import Counter

import pytest
from scipy.stats import chisquare

from kingmaker.games import ConfigError, NotationError, Rng, load_game
from kingmaker.games.oh_hell.notation import parse_position

# Three players, two tricks, trump clubs (C4 turned up), player 0 leads. The rest of the pack of 8 is undealt: D5.
START = ("tricks=2 dealer=2 trump=C4 hands=C3.D2/C2.D3/C5.D4 played=- bids=-/-/- won=0/0/0 voids=-/-/- "
         "leader=0 trick=-")
SMALL = {"players": 3, "suits": 2, "ranks": 4, "tricks": 2}


def play(text, moves, **options):
    state = load_game("oh-hell", **{**SMALL, **options}).parse(text)
    for move in moves.split():
        state.apply_move(move)
    return state


def bids(first, second, third):
    return START.replace("bids=-/-/-", f"bids={first}/{second}/{third}")


def worlds(state, observer):
    """Enumerate the others' hands, the slow and obvious way."""
    position, options = state.position(), state.game.options
    pack = {suit * 16 + rank for suit in range(options["suits"]) for rank in range(options["ranks"])}
    pool = pack - set(position.played) - {position.trump} - set(position.hands[observer])
    found = [((), frozenset(pool))]
    for seat, hand in enumerate(position.hands):
        if seat == observer:
            continue
        found = [((*hands, choice), left - set(choice)) for hands, left in found
                 for choice in itertools.combinations(sorted(c for c in left if c >> 4 not in position.voids[seat]),
                                                      len(hand))]
    return [hands for hands, _ in found]


def others(state, observer):
    return tuple(hand for seat, hand in enumerate(state.position().hands) if seat != observer)


def test_rule_1_hands_and_number_of_tricks():
    game = load_game("oh-hell", players=4)
    seen = Counter()
    for seed in range(600):
        position = game.new(seed).position()
        seen[position.tricks] += 1
        cards = [card for hand in position.hands for card in hand]
        assert [len(hand) for hand in position.hands] == [position.tricks] * 4
        assert len({*cards, position.trump}) == 4 * position.tricks + 1
    assert set(seen) == set(range(1, 13))  # 51 // 4 = 12
    assert chisquare(list(seen.values())).pvalue > 1e-4
    assert load_game("oh-hell", tricks=5).new(1).position().tricks == 5


def test_rule_2_turned_up_card_is_public_and_nobody_has_it():
    state = play(START, "")
    assert all("trump=C4" in state.view(seat) for seat in range(3))
    assert not any(0 * 16 + 2 in hands for hand in worlds(state, 0) for hands in hand)


def test_rule_3_bidding_goes_round_from_the_dealers_left():
    state = play(START.replace("dealer=2", "dealer=0").replace("leader=0", "leader=1"), "")
    assert state.player == 1
    assert state.legal_moves() == ["bid0", "bid1", "bid2"]
    state.apply_move("bid2")
    assert state.player == 2
    state.apply_move("bid2")
    assert state.player == 0


def test_rule_4_bids_must_not_add_up_to_the_tricks():
    assert play(START, "bid1 bid0").legal_moves() == ["bid0", "bid2"]
    assert play(START, "bid0 bid0").legal_moves() == ["bid0", "bid1"]
    assert play(START, "bid2 bid0").legal_moves() == ["bid1", "bid2"]
    assert play(START, "bid2 bid1").legal_moves() == ["bid0", "bid1", "bid2"]  # already above two


def test_rule_5_dealers_left_leads_anything():
    state = play(START, "bid1 bid1 bid1")
    assert state.player == 0
    assert state.legal_moves() == ["C3", "D2"]


def test_rule_6_follow_suit_or_play_anything():
    assert play(bids(1, 1, 1), "D2").legal_moves() == ["D3"]
    assert play(bids(1, 1, 1), "C3").legal_moves() == ["C2"]
    text = bids(1, 1, 1).replace("C2.D3", "C2.C5").replace("C5.D4", "D4.D5")
    state = play(text, "D2")
    assert state.legal_moves() == ["C2", "C5"]
    state.apply_move("C2")
    assert state.position().voids == ((), (1,), ())


def test_rule_7_highest_trump_or_highest_of_the_suit_led():
    assert play(bids(1, 1, 1), "D2 D3 D4").position().won == (0, 0, 1)
    assert play(bids(1, 1, 1), "C3 C2 C5").position().won == (0, 0, 1)
    ruff = bids(1, 1, 1).replace("C2.D3", "C2.C5").replace("C5.D4", "D4.D5")
    assert play(ruff, "D2 C2 D5").position().won == (0, 1, 0)
    # trump spades: the heart ace is neither trump nor led, so the club two takes the trick
    off = ("tricks=1 dealer=2 trump=S2 hands=C2/HA/DA played=- bids=1/1/1 won=0/0/0 voids=-/-/- leader=0 trick=-")
    state = load_game("oh-hell", tricks=1).parse(off)
    for move in ("C2", "HA", "DA"):
        state.apply_move(move)
    assert state.position().won == (1, 0, 0)


def test_rule_8_winner_leads_and_the_game_ends_after_the_last_trick():
    state = play(bids(1, 1, 1), "D2 D3 D4")
    assert (state.player, state.legal_moves()) == (2, ["C5"])
    for move in ("C5", "C3", "C2"):
        state.apply_move(move)
    assert state.is_over
    assert state.legal_actions() == []
    assert state.position().won == (0, 0, 2)


@pytest.mark.parametrize(("off_bid", "points", "dealer_bid", "returns"), [
    # players 0 and 1 bid 0 and 1 and take nothing; player 2, the dealer, takes both tricks
    ("no", 1, "bid2", [10, 0, 12]),
    ("no", 3, "bid2", [10, 0, 16]),
    ("no", 3, "bid0", [10, 0, 6]),
    ("yes", 3, "bid2", [10, -3, 16]),
    ("yes", 3, "bid0", [10, -3, -6]),
])
def test_rule_9_points(off_bid, points, dealer_bid, returns):
    state = play(START, f"bid0 bid1 {dealer_bid} D2 D3 D4 C5 C3 C2", off_bid=off_bid, points_per_trick=points)
    assert state.returns() == returns


def test_rule_10_most_points_win():
    state = play(bids(0, 1, "-"), "bid2 D2 D3 D4 C5 C3 C2")
    assert state.returns() == [10, 0, 12]
    assert state.wins() == [0, 0, 1]


@pytest.mark.parametrize(("options", "words"), [
    ({"suits": 1, "ranks": 3}, "3 players and the trump card need 4 cards"),
    ({"players": 5, "tricks": 11}, "need 56 cards, but there are 52; take tricks=1..10"),
    ({"tricks": 18}, "whole number in"),
])
def test_impossible_options_are_refused(options, words):
    with pytest.raises(ConfigError, match=words):
        load_game("oh-hell", **options)


@pytest.mark.parametrize(("old", "new", "words"), [
    ("tricks=2", "tricks=3", "tricks: expected"),
    ("C3.D2", "C3.C2", "each card in one place"),
    ("C3.D2", "C3", "expected 2 cards for player 0"),
    ("C3.D2", "C3.HA", "expected a card"),
    ("bids=-/-/-", "bids=-/1/-", "in order"),
    ("bids=-/-/-", "bids=1/1/0", "sum other than"),
    ("leader=0", "leader=1", "leader: expected player 0"),
    ("voids=-/-/-", "voids=C/-/-", "none before the first card"),
    ("voids=-/-/-", "voids=CC/-/-", "letters of CD"),
    ("won=0/0/0", "won=0/0", "3 entries"),
    (" trick=-", "", "expected a position like"),
    ("played=-", "played=D5", "played: expected 0 cards"),
])
def test_bad_positions_are_refused(old, new, words):
    with pytest.raises(NotationError, match=words):
        load_game("oh-hell", **SMALL).parse(START.replace(old, new))


def test_texts_read_back_through_whole_games():
    for seed, players in enumerate((3, 4, 5, 3, 4, 5)):
        game = load_game("oh-hell", players=players)
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over:
            again = game.parse(state.text())
            assert (again.text(), again.player, again.legal_actions()) == (
                state.text(), state.player, state.legal_actions())
            assert parse_position(state.text(), game.options) == state.position()
            state.apply(state.sample(rng))
        assert game.parse(state.text()).returns() == state.returns()


def test_sample_is_uniform():
    rng = Rng(3)
    state = load_game("oh-hell", tricks=8).new(2)
    for _ in range(4):  # once among bids, then among cards
        counts = Counter(state.sample(rng) for _ in range(500 * len(state.legal_actions())))
        assert set(counts) <= set(state.legal_actions())
        assert len(counts) < 2 or chisquare(list(counts.values())).pvalue > 1e-4
        state.apply(state.sample(rng))


def bound_positions(options, n):
    """Positions in which at least two others are known to lack a suit, with at most 200 worlds."""
    game, rng, found = load_game("oh-hell", **options), Rng(5), []
    for seed in range(4000):
        state = game.new(seed)
        for _ in range(game.n_players + 1 + rng.below(game.n_players * options["tricks"] - 2)):
            state.apply(state.sample(rng))
        observer = rng.below(game.n_players)
        voids = state.position().voids
        if sum(bool(voids[seat]) for seat in range(game.n_players) if seat != observer) >= 2:
            possible = worlds(state, observer)
            if 3 <= len(possible) <= 200:
                found.append((state, observer, possible))
        if len(found) == n:
            break
    return found


@pytest.mark.parametrize("options", [
    {"players": 3, "suits": 3, "ranks": 4, "tricks": 3},
    {"players": 4, "suits": 4, "ranks": 4, "tricks": 3},
    {"players": 5, "suits": 4, "ranks": 3, "tricks": 2},
])
@pytest.mark.parametrize("way", ["tries", "weighed"])
def test_worlds_with_voids_are_uniform(options, way):
    rng, checked = Rng(17), 0
    for state, observer, possible in bound_positions(options, 12):
        draw = state.world if way == "tries" else state._py_weighed_world
        counts = Counter(others(draw(observer, rng), observer) for _ in range(50 * len(possible)))
        assert set(counts) <= set(possible)
        assert chisquare([counts[world] for world in possible]).pvalue > 1e-5
        checked += 1
    assert checked == 12


def test_worlds_depend_only_on_what_the_observer_knows():
    rng = Rng(8)
    for state, observer, _ in bound_positions({"players": 4, "suits": 4, "ranks": 4, "tricks": 3}, 10):
        twin = state.world(observer, rng)
        assert twin.view(observer) == state.view(observer)
        assert [state.world(observer, Rng(k)).text() for k in range(20)] == [
            twin.world(observer, Rng(k)).text() for k in range(20)]


def test_policy_beats_random_players():
    game, rng, gained = load_game("oh-hell", tricks=8), Rng(2), 0.0
    for seed in range(300):
        state, seat = game.new(seed), seed % 3
        while not state.is_over:
            state.apply(state.policy(rng) if state.player == seat else state.sample(rng))
        points = state.returns()
        gained += points[seat] - (sum(points) - points[seat]) / 2
    assert gained / 300 > 1.5  # about 2.7 points a game


def test_evaluation_of_a_finished_game_is_its_returns():
    for seed in range(20):
        state, rng = load_game("oh-hell", off_bid="yes").new(seed), Rng(seed)
        while not state.is_over:
            assert state.game.min_return <= min(state.evaluate())
            assert max(state.evaluate()) <= state.game.max_return
            state.apply(state.sample(rng))
        assert state.evaluate() == state.returns()


@pytest.mark.parametrize("options", [
    {"players": 3, "tricks": 8},
    {"players": 3},
    {"players": 4, "suits": 3, "ranks": 7, "off_bid": "yes", "points_per_trick": 2},
    {"players": 5, "tricks": 10, "off_bid": "yes"},
    {"players": 3, "suits": 1, "ranks": 13, "points_per_trick": 5},
])
def test_same_game_as_open_spiel(options):
    pyspiel = pytest.importorskip("pyspiel")
    ours = load_game("oh-hell", **options)
    chosen, suits = ours.options, ours.options["suits"]
    n_cards = suits * chosen["ranks"]
    theirs = pyspiel.load_game("oh_hell", {
        "players": chosen["players"], "num_suits": suits, "num_cards_per_suit": chosen["ranks"],
        "num_tricks_fixed": chosen["tricks"] or -1, "off_bid_penalty": chosen["off_bid"] == "yes",
        "points_per_trick": chosen["points_per_trick"]})

    def translate(action):
        return n_cards + action - 64 if action >= 64 else (action & 15) * suits + (action >> 4)

    choices = random.Random(1)
    for seed in range(25):
        state, other = ours.new(seed), theirs.new_initial_state()
        position = state.position()
        rounds = [card for cards in zip(*position.hands, strict=True) for card in cards]
        for action in (position.tricks, position.dealer, *map(translate, (*rounds, position.trump))):
            other.apply_action(action)
        while not other.is_terminal():
            assert state.player == other.current_player()
            assert sorted(map(translate, state.legal_actions())) == other.legal_actions()
            action = choices.choice(state.legal_actions())
            state.apply(action)
            other.apply_action(translate(action))
        assert state.is_over
        assert state.returns() == other.returns()
