"""Goofspiel: a test for each rule of its README, its worlds against brute force, and OpenSpiel."""
import random
from collections import Counter
from itertools import permutations, product

import pytest

from kingmaker.games import ConfigError, NotationError, Rng, load_game
from kingmaker.games.core.python_state import TERMINAL

GAME = load_game("goofspiel")
FOUR = load_game("goofspiel", cards=4)
DOWN = load_game("goofspiel", cards=4, points="descending")
HIDDEN = load_game("goofspiel", cards=4, info="hidden", points="descending")


def play(game, bids, prizes="4 3 2 1"):
    """Play bids, given as values, from the start."""
    state = game.parse(f"prizes {prizes}, bids {' / '.join('-' * game.n_players)}")
    for bid in bids.split():
        state.apply_move(bid)
    return state


def test_rule_1_everybody_holds_each_card_and_a_prize_is_open():
    state = GAME.new(3)
    assert state.player == 0
    assert state.legal_moves() == [str(value) for value in range(1, 14)]
    prizes = state.text().split(",")[0].split()[1:]
    assert sorted(map(int, prizes)) == list(range(1, 14))
    assert state.view(1) == f"player 1 sees prizes {prizes[0]}, winners none, bids - / -"


def test_rule_1_orders_of_the_prizes():
    assert DOWN.new(0).text() == "prizes 4 3 2 1, bids - / -"
    assert load_game("goofspiel", cards=3, points="ascending").new(0).text() == "prizes 1 2 3, bids - / -"
    orders = Counter(load_game("goofspiel", cards=3).new(seed).text() for seed in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60


def test_rule_2_bids_are_made_in_turn_from_the_hand():
    state = play(DOWN, "2 3")
    assert state.player == 0
    assert state.legal_moves() == ["1", "3", "4"]
    state.apply_move("4")
    assert state.player == 1
    assert state.legal_moves() == ["1", "2", "4"]


def test_rule_2_a_bid_is_unseen_until_all_have_bid():
    state = play(DOWN, "")
    assert [state.observe(action, 1) for action in range(4)] == [0, 0, 0, 0]
    assert [state.observe(action, 0) for action in range(4)] == [0, 1, 2, 3]
    one, other = play(DOWN, "2"), play(DOWN, "3")
    assert one.view(1) == other.view(1)
    assert str(one.svg(1)) == str(other.svg(1))
    assert one.view(0) != other.view(0)
    assert one.outcome(0) == one.outcome(1) == 0


def test_rule_2_then_all_bids_are_shown():
    """Every pair of bids gives every player a report of its own, and the next prize tells reports apart too."""
    reports = {(a, b): [play(FOUR, f"{a} {b}").outcome(p) for p in (0, 1)] for a, b in product(range(1, 5), repeat=2)}
    for a in range(1, 5):
        assert len({reports[a, b][0] for b in range(1, 5)}) == 4
        assert len({reports[b, a][1] for b in range(1, 5)}) == 4
    assert all(report >= 1 for pair in reports.values() for report in pair)
    assert play(FOUR, "1 2").outcome(0) != play(FOUR, "1 2", prizes="4 2 3 1").outcome(0)
    assert play(FOUR, "1 2").view(1) == "player 1 sees prizes 4 3, winners 1, bids 1 / 2"


def test_rule_3_the_highest_bid_takes_the_prize():
    assert play(DOWN, "2 3").view(0).split(", ")[1] == "winners 1"
    state = play(DOWN, "4 1 1 4 2 2")
    assert state.text() == "prizes 4 3 2 1, bids 4 1 2 / 1 4 2"
    assert state.view(0).split(", ")[1] == "winners 01--"


def test_rule_4_a_prize_with_tied_highest_bids_is_lost():
    three = load_game("goofspiel", cards=3, players=3, points="descending", returns="total-points")
    assert play(three, "3 3 1 2 1 2", prizes="3 2 1").view(2).split(", ")[1] == "winners --2"
    assert play(three, "3 3 1 2 1 2", prizes="3 2 1").returns() == [0.0, 0.0, 1.0]


def test_rule_4_a_tie_below_the_highest_bid_does_not_matter():
    three = load_game("goofspiel", cards=3, players=3, points="descending")
    assert play(three, "3 1 1", prizes="3 2 1").view(0).split(", ")[1] == "winners 0"


def test_rule_5_hidden_tells_the_winner_only():
    states = {bids: play(HIDDEN, bids) for bids in ("2 1", "2 3", "2 4", "2 2")}
    assert states["2 3"].outcome(0) == states["2 4"].outcome(0)
    assert states["2 3"].view(0) == states["2 4"].view(0) == "player 0 sees prizes 4 3, winners 1, bids 2 / ?"
    assert len({states[bids].outcome(0) for bids in ("2 1", "2 3", "2 2")}) == 3
    assert states["2 3"].view(1) == "player 1 sees prizes 4 3, winners 1, bids ? / 3"


def test_rule_5_hidden_is_for_two_players():
    with pytest.raises(ConfigError, match="for 2 players, got players=3"):
        load_game("goofspiel", info="hidden", players=3)


def test_rule_6_last_cards_are_bid_by_themselves():
    """Player 0 has 3 left and player 1 has 2, so the prize of 1 goes to player 0: 4 + 1 to 3 and 2."""
    state = play(DOWN, "4 3 1 4 2 1")
    assert state.player == TERMINAL
    assert state.view(0).split(", ")[1] == "winners 0100"
    assert state.view(0).split(", ")[2] == "bids 4 1 2 3 / 3 4 1 2"
    assert GAME.max_decisions == 24


def test_rule_6_hidden_tells_who_won_the_last_two_rounds():
    """In both games player 0 wins, loses, wins; his last card 3 is above 2, or ties with 3."""
    won, tied = play(HIDDEN, "4 3 1 4 2 1"), play(HIDDEN, "4 2 1 4 2 1")
    assert [s.view(0).split(", ")[1] for s in (won, tied)] == ["winners 0100", "winners 010-"]
    assert won.outcome(0) != tied.outcome(0)


def test_rule_7_returns_of_two():
    """Player 0 takes the prizes of 4, 2 and 1, player 1 that of 3: 7 to 3, mean 5."""
    bids = "4 3 1 4 2 1"
    assert play(DOWN, bids).returns() == [1.0, -1.0]
    for name, returns in (("point-difference", [2.0, -2.0]), ("total-points", [7.0, 3.0])):
        assert play(load_game("goofspiel", cards=4, points="descending", returns=name), bids).returns() == returns


def test_rule_7_equal_points_are_a_draw():
    """Prizes 4 and 1 to player 0, 3 and 2 to player 1."""
    state = play(DOWN, "2 1 1 2 3 4")
    assert state.returns() == [0.0, 0.0]
    assert state.wins() == [0.5, 0.5]


def test_rule_7_losers_share_the_loss():
    """Player 2 takes the prize of 3 with his 3; 3 ties with 3, and the last cards 1, 2 and 2 tie."""
    three = load_game("goofspiel", cards=3, players=3, points="descending")
    assert play(three, "2 1 3 3 3 1", prizes="3 2 1").returns() == [-0.5, -0.5, 1.0]


def test_rule_7_winners_share_the_win():
    """4 2 4: tied. 3 1 1: player 0 takes 3. 1 4 3: player 1 takes 2. Last 2 3 2: player 1 takes 1; 3 to 3 to 0."""
    state = play(load_game("goofspiel", cards=4, players=3, points="descending"), "4 2 4 3 1 1 1 4 3")
    assert state.returns() == [0.5, 0.5, -1.0]
    assert state.wins() == [0.5, 0.5, 0.0]


@pytest.mark.parametrize(("players", "prizes", "bids", "best", "others"), [
    (2, "1 2 3 4", "1 4 2 1 3 2", 4.0, -4.0),  # player 0 misses only the prize of 1: 9 to 1, mean 5
    (3, "1 2 3 4", "1 4 4 2 1 1 3 2 2", 6.0, -3.0),  # the others tie for it: 9 to 0 to 0, mean 3
])
def test_bounds_of_returns_are_reached(players, prizes, bids, best, others):
    game = load_game("goofspiel", cards=4, players=players, points="ascending", returns="point-difference")
    assert play(game, bids, prizes=prizes).returns() == [best] + [others] * (players - 1)
    assert (game.min_return, game.max_return) == (others, best)


@pytest.mark.parametrize("options", [{"returns": r, "players": p} for r in ("point-difference", "total-points")
                                     for p in (2, 3)])
def test_bounds_of_returns_hold_in_every_game(options):
    """All games of three cards, descending."""
    game = load_game("goofspiel", cards=3, points="descending", **options)
    seen = {gain for end in ends(game.new(0)) for gain in end.returns()}
    assert (min(seen), max(seen)) == (game.min_return, game.max_return)


def ends(state):
    if state.is_over:
        yield state
        return
    for action in state.legal_actions():
        child = state.clone()
        child.apply(action)
        yield from ends(child)


# -- worlds -------------------------------------------------------------------------------------------------


def worlds_by_hand(state, observer):
    """All texts that fit: every order of the prizes and every sequence of the others' bids that looks the same."""
    game = state.game
    head, bids = state.text().removeprefix("prizes ").split(", bids ")
    rows = [[] if row == "-" else row.split() for row in bids.split(" / ")]
    shown = min(len(rows[-1]) + 1, game.options["cards"])
    values = [str(value) for value in range(1, game.options["cards"] + 1)]
    fits = set()
    for order in permutations(values) if game.options["points"] == "random" else [head.split()]:
        if list(order[:shown]) != head.split()[:shown]:
            continue
        choices = [[row] if p == observer else list(permutations(values, len(row))) for p, row in enumerate(rows)]
        for sequences in product(*choices):
            text = f"prizes {' '.join(order)}, bids {' / '.join(' '.join(row) or '-' for row in sequences)}"
            if game.parse(text).view(observer) == state.view(observer):
                fits.add(text)
    return fits


@pytest.mark.parametrize(("options", "seeds"), [
    ({"cards": 4}, 3), ({"cards": 4, "info": "hidden"}, 8), ({"cards": 3, "players": 3}, 3),
    ({"cards": 5, "info": "hidden", "points": "descending"}, 12),
    ({"cards": 3, "players": 4, "points": "ascending"}, 2),
])
def test_worlds_are_exactly_those_that_look_the_same(options, seeds):
    game = load_game("goofspiel", **options)
    for seed in range(seeds):
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over:
            for observer in range(game.n_players):
                wanted = worlds_by_hand(state, observer)
                texts = [state.nth_world(observer, i).text() for i in range(state.n_worlds(observer))]
                assert len(set(texts)) == len(texts)
                assert set(texts) == wanted
            state.apply(state.sample(rng))


def count_pasts(own, signs, n_cards):
    """Count sequences of the opponent's bids with these signs against the own ones: by sets of cards used."""
    ways = Counter({0: 1})
    for bid, sign in zip(own, signs, strict=True):
        after = Counter()
        for used, n in ways.items():
            for card in range(n_cards):
                if not used >> card & 1 and (card > bid) - (card < bid) == sign:
                    after[used | 1 << card] += n
        ways = after
    return ways.total()


@pytest.mark.parametrize("seed", range(15))
def test_number_of_worlds_of_the_full_hidden_game(seed):
    game = load_game("goofspiel", info="hidden", points="descending")
    state, rng = game.new(seed), random.Random(seed)
    bids = [[], []]
    while not state.is_over:
        for observer in (0, 1):
            n_done = len(bids[1])
            signs = [(bids[1 - observer][i] > bids[observer][i]) - (bids[1 - observer][i] < bids[observer][i])
                     for i in range(n_done)]
            n_current = 13 - n_done if observer == 1 and len(bids[0]) > n_done else 1
            assert state.n_worlds(observer) == n_current * count_pasts(bids[observer][:n_done], signs, 13)
            assert state.world(observer, Rng(seed)).view(observer) == state.view(observer)
        action = rng.choice(state.legal_actions())
        bids[state.player].append(action)
        state.apply(action)


def test_number_of_worlds_by_hand():
    """13 cards: player 0 bid 2 and lost, 12 and won. The other's first is 3..13, his second is 1..11, not the same.

    First 12 or 13: 11 seconds each; first 3..11: 10 each. 22 + 90 = 112 pasts; 10! orders of the prizes to come.
    """
    game = load_game("goofspiel", info="hidden")
    state = game.parse("prizes 1 2 3 4 5 6 7 8 9 10 11 12 13, bids 2 12 / 5 7")
    assert state.n_worlds(0) == 112 * 3628800
    assert load_game("goofspiel").parse(state.text()).n_worlds(0) == 3628800


def test_a_chain_of_ties_and_extremes_leaves_one_past():
    """Player 0 lost with 12 (so 13), won with 2 (so 1), tied with 7."""
    game = load_game("goofspiel", info="hidden", points="ascending")
    state = game.parse(f"{game.new(0).text().split(', ')[0]}, bids 12 2 7 / 13 1 7")
    assert state.n_worlds(0) == 1
    assert state.world(0, Rng(0)) == state


@pytest.mark.parametrize(("game", "text", "observer"), [
    (HIDDEN, "prizes 4 3 2 1, bids 2 3 4 / 3 1", 0), (HIDDEN, "prizes 4 3 2 1, bids 3 4 1 / 2 3", 1),
    (FOUR, "prizes 3 4 1 2, bids 3 / -", 1), (FOUR, "prizes 3 4 1 2, bids 3 / 2", 1),
])
def test_draws_are_uniform(game, text, observer):
    state, rng = game.parse(text), Rng(5)
    n_worlds = state.n_worlds(observer)
    counts = Counter(state.world(observer, rng).text() for _ in range(300 * n_worlds))
    assert len(counts) == n_worlds > 1
    chi_square = sum((count - 300) ** 2 / 300 for count in counts.values())
    assert chi_square < n_worlds - 1 + 5 * (2 * (n_worlds - 1)) ** 0.5


def test_draws_do_not_depend_on_the_truth():
    for options in ({}, {"info": "hidden"}, {"players": 4}):
        game = load_game("goofspiel", **options)
        for seed in range(20):
            state, rng = game.new(seed), Rng(seed)
            for _ in range(seed % 12):
                state.apply(state.sample(rng))
            for observer in range(game.n_players):
                twin = state.world(observer, Rng(1000 + seed))
                assert twin.view(observer) == state.view(observer)
                assert twin.world(observer, Rng(7)) == state.world(observer, Rng(7))


def test_draws_of_more_worlds_than_32_bits_are_spread():
    """13**3 * 12! worlds: each of the first hidden bids about equally often."""
    game = load_game("goofspiel", players=4)
    state, rng = play(game, "1 1 1", prizes="1 2 3 4 5 6 7 8 9 10 11 12 13"), Rng(3)
    counts = Counter(state.world(3, rng).text().split("bids ")[1].split(" / ")[1] for _ in range(13000))
    assert len(counts) == 13
    assert all(abs(n - 1000) < 6 * 1000**0.5 for n in counts.values())


# -- texts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"info": "hidden"}, {"players": 3, "points": "ascending"}, {"cards": 2}])
def test_texts_are_read_back(options):
    game = load_game("goofspiel", **options)
    for seed in range(20):
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over:
            state.apply(state.sample(rng))
            copy = game.parse(state.text())
            assert copy.text() == state.text()
            assert (copy.player, copy.legal_actions()) == (state.player, state.legal_actions())
            for p in range(game.n_players):
                assert (copy.view(p), copy.outcome(p)) == (state.view(p), state.outcome(p))
        assert copy.returns() == state.returns()


@pytest.mark.parametrize(("text", "words"), [
    ("", "expected different whole numbers"),
    ("prizes 4 3 2 1", "expected different whole numbers"),
    ("4 3 2 1, bids - / -", "expected all prizes"),
    ("prizes 4 3 2 1, bids -", "bids of 2 players"),
    ("prizes 4 3 2, bids - / -", "expected 4 prizes"),
    ("prizes 1 2 3 4, bids - / -", "descending"),
    ("prizes 4 3 2 5, bids - / -", r"in \[1, 4\]"),
    ("prizes 4 3 2 1, bids 1 1 / 2", "expected different"),
    ("prizes 4 3 2 1, bids - / 1", "of the first ones"),
    ("prizes 4 3 2 1, bids 1 2 / -", "of the first ones"),
    ("prizes 4 3 2 1, bids 1 2 3 4 / 1 2 3 4", "at most 3"),
])
def test_bad_texts_are_refused_with_reasons(text, words):
    with pytest.raises(NotationError, match=words):
        DOWN.parse(text)


def test_picture_shows_what_the_observer_knows():
    state, other = play(HIDDEN, "2 3 1"), play(HIDDEN, "2 4 1")
    assert str(state.svg(0)) == str(other.svg(0))
    assert str(state.svg(1)) != str(other.svg(1))
    over = play(HIDDEN, "4 3 1 4 2 1")
    assert "player 1: 3 points, bids 3 4 1 2" in str(over.svg(0))


# -- speed-ups and others' implementations ----------------------------------------------------------------------


def test_playouts_are_uniform_random_games():
    """Each way to play three more rounds of the first player's hand comes as often as any other."""
    rng, counts = Rng(4), Counter()
    for _ in range(6000):
        state = play(DOWN, "4 1 3")
        assert state.playout(rng) == 3
        counts[state.text().split("bids ")[1]] += 1
    assert len(counts) == 2 * 6  # 2 hands of player 0 to come, 3 * 2 of player 1
    assert all(abs(n - 500) < 6 * 500**0.5 for n in counts.values())


THEIRS = {"win-loss": "win_loss", "point-difference": "point_difference", "total-points": "total_points"}
SETS = [
    {"cards": 4}, {"cards": 4, "points": "descending", "info": "hidden"}, {"cards": 13, "returns": "point-difference"},
    {"cards": 13, "points": "descending", "returns": "total-points"}, {"cards": 13, "info": "hidden"},
    {"cards": 5, "players": 3}, {"cards": 6, "players": 4, "points": "ascending", "returns": "point-difference"},
    {"cards": 2}, {"cards": 4, "players": 4, "points": "descending"},
]


def their_game(pyspiel, game):
    options = game.options
    return pyspiel.load_game("goofspiel", {
        "num_cards": options["cards"], "players": options["players"], "points_order": options["points"],
        "imp_info": options["info"] == "hidden", "returns_type": THEIRS[options["returns"]]})


def deal_theirs(theirs, prizes):
    """Turn over their next prize as in ours, if it is chance's turn."""
    if theirs.is_chance_node():
        n_shown = sum(player == -1 for player in (item.player for item in theirs.full_history()))
        theirs.apply_action(prizes[n_shown])


@pytest.mark.parametrize("options", SETS, ids=str)
def test_against_open_spiel(options):
    pyspiel = pytest.importorskip("pyspiel")
    game = load_game("goofspiel", **options)
    theirs_game = pyspiel.convert_to_turn_based(their_game(pyspiel, game))
    for seed in range(30):
        ours, theirs, rng = game.new(seed), theirs_game.new_initial_state(), random.Random(seed)
        prizes = [int(word) - 1 for word in ours.text().split(", ")[0].split()[1:]]
        deal_theirs(theirs, prizes)
        while not ours.is_over:
            assert ours.player == theirs.current_player()
            assert ours.legal_actions() == theirs.legal_actions()
            action = rng.choice(ours.legal_actions())
            ours.apply(action)
            theirs.apply_action(action)
            deal_theirs(theirs, prizes)
        assert theirs.is_terminal()
        assert ours.returns() == pytest.approx(theirs.returns())


@pytest.mark.parametrize("options", [{"info": "hidden"}, {}, {"cards": 5, "players": 3}], ids=str)
def test_worlds_look_the_same_in_open_spiel(options):
    """After each round their information state is the same text in the truth and in every world of ours."""
    pyspiel = pytest.importorskip("pyspiel")
    game = load_game("goofspiel", **options)
    theirs_game = their_game(pyspiel, game)

    def their_text(state, observer):
        head, bids = state.text().removeprefix("prizes ").split(", bids ")
        rows = [[int(word) - 1 for word in row.split()] if row != "-" else [] for row in bids.split(" / ")]
        theirs = theirs_game.new_initial_state()
        for i, prize in enumerate(head.split()):
            if theirs.is_chance_node():
                theirs.apply_action(int(prize) - 1)
            if i == len(rows[-1]):
                break
            theirs.apply_actions([row[i] for row in rows])
        return theirs.information_state_string(observer)

    for seed in range(8):
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over:
            if state.player == 0:
                for observer in range(game.n_players):
                    world = state.world(observer, rng)
                    assert their_text(world, observer) == their_text(state, observer)
            state.apply(state.sample(rng))
