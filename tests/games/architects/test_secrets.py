"""What nobody or not everybody knows: hands, packs, piles and schemes, with the worlds drawn from what a player saw.

Chances are worked out by hand from the rules: every way in which the unseen cards can lie is alike.
"""
import json
from collections import Counter

import pytest
from scipy.stats import chisquare

from kingmaker.games import Rng, load_game
from tests.games.architects.setting import keys_of

LEAST = 1e-4  # of a chance; the seeds are fixed
N = 3000


def worlds(state, observer, n=N, seed=1):
    """Return the keys of worlds that a player holds possible."""
    rng = Rng(seed)
    return [keys_of(state.world(observer, rng)) for _ in range(n)]


def fits(values, kinds):
    """Whether values fit equal chances of some kinds, and no other came."""
    counts = Counter(values)
    assert set(counts) <= set(kinds), set(counts) - set(kinds)
    return chisquare([counts[kind] for kind in kinds]).pvalue > LEAST


def drafted(seed=2):
    """Return the state after a draft of two, with what p1 saw: (state, own pack, pack received, pack back)."""
    state = load_game("architects", players=2).new(seed)
    looks = {}
    while state.table()["phase"] == "draft":
        if state.player == 0:
            looks.setdefault(len(looks), [state.parse_action(move) - 64 for move in state.legal_moves()])
        state.apply(state.legal_actions()[0])
    return state, looks


def test_a7_picks_are_hidden_until_all_have_chosen():
    """p2 chose before p1 did, or will: p1 sees neither what nor whether it was one card or another."""
    state = load_game("architects", players=2).new(3)
    first = state.player
    other = 1 - first
    labels = {state.observe(action, other) for action in state.legal_actions()}
    assert len(labels) == 1
    before = state.clone()
    views = set()
    for action in before.legal_actions():
        after = before.clone()
        after.apply(action)
        views.add((after.view(other), after.outcome(other)))
    assert len(views) == 1


def test_a7_packs_that_were_passed_on_are_known():
    """Of p2's three cards p1 knows one (its pack came back without it), and of another that it is one of two."""
    state, looks = drafted()
    hands = [set(seat["hand"]) for seat in keys_of(state)["seats"]]
    own, received, back = (set(cards) for cards in (looks[0], looks[1], looks[2]))
    taken = own - back - hands[0]                       # by p2, from p1's pack
    passed = received - hands[0]                        # two cards: one in p2's hand, one under the pile
    assert len(taken) == 1
    assert len(passed) == 2
    unseen = sorted(set(range(40)) - own - received)
    samples = worlds(state, 0)
    held, third = [], []
    for keys in samples:
        hand = set(keys["seats"][1]["hand"])
        assert keys["seats"][0]["hand"] == sorted(hands[0])
        assert taken <= hand
        assert len(hand & passed) == 1
        assert set(keys["cards"][-2:]) & passed == passed - hand    # left over cards lie under the pile
        held += hand & passed
        third += hand - taken - passed
    assert fits(held, sorted(passed))
    assert fits(third, unseen)


def test_a7_everybody_knows_what_he_put_under_the_pile():
    state, _ = drafted()
    truth = keys_of(state)
    own = [i for i, mask in enumerate(truth["known"]) if mask & 1]
    assert len(own) == 1
    assert all(keys["cards"][own[0]] == truth["cards"][own[0]] for keys in worlds(state, 0, 200))


def test_a17_the_pile_is_any_order_of_the_unseen():
    """The next building, apprentice and market card: each of the unseen is as likely."""
    state, looks = drafted()
    truth = keys_of(state)
    seen = set().union(*map(set, looks.values()))
    samples = worlds(state, 0)
    assert fits([keys["cards"][0] for keys in samples], sorted(set(range(40)) - seen))
    open_ = {card for card in truth["display"] if card >= 0}
    assert fits([keys["apprentices"][0] for keys in samples], sorted(set(range(40)) - open_))
    assert fits([keys["market"][0][1] for keys in samples], sorted(set(range(10)) - {truth["market"][0][0]}))
    assert all(keys["market"][0][0] == truth["market"][0][0] for keys in samples)
    assert fits([keys["rewards"][0][0] for keys in samples], range(11))


def test_shuffles_to_come_are_drawn_anew():
    state, _ = drafted()
    assert len({keys["shuffles"] for keys in worlds(state, 0, 50)}) == 50


@pytest.mark.parametrize("seed", range(3))
def test_w21_schemes_are_what_was_not_turned_since_the_shuffle(seed):
    """The next scheme is as likely each of those that are not in the discard and not among the future ones."""
    state, rng = load_game("architects", players=1, wonders=1, opponent="O3").new(seed), Rng(seed)
    while state.table().get("turn", 0) < 9:
        state.apply(state.sample(rng))
    truth = keys_of(state)
    assert len(truth["gone"]) >= 4
    samples = worlds(state, 0)
    assert all(keys["gone"] == truth["gone"] and sorted(keys["schemes"]) == sorted(truth["schemes"])
               for keys in samples)
    assert fits([keys["schemes"][-1] for keys in samples], sorted(truth["schemes"]))
    assert fits([keys["future"][-1] for keys in samples], sorted(truth["future"]))
    cards, open_at = truth["contributions"]
    assert fits([keys["contributions"][0][open_at + 1] for keys in samples], sorted(cards[open_at + 1:]))


def find(options, wanted, seed=0):
    """Return a state of a random game of which `wanted` holds, and the one before it with the action made."""
    game, rng = load_game("architects", **options), Rng(seed)
    for deal in range(400):
        state = game.new(deal)
        while not state.is_over:
            before, action = state.clone(), state.sample(rng)
            state.apply(action)
            if not state.is_over and wanted(before, before.format_action(action), state):
                return before, action, state
    raise AssertionError("no such state")


def test_a12_a_card_put_under_the_pile_may_be_any_of_the_hand():
    """p2 discards one of a hand of which p1 knows a card: it lies in hand or under the pile, as chance has it."""
    def wanted(before, move, after):
        seats = keys_of(before)["seats"]
        return (move.startswith("discard") and before.player == 1 and len(seats[1]["hand"]) == 7
                and after.player == 0 and any(known[2] == [1] for known in json.loads(before.view(0))["facts"]))

    before, action, after = find({"players": 2}, wanted)
    known = next(fact[0] for fact in json.loads(before.view(0))["facts"] if fact[2] == [1] and not fact[3])
    facts = [fact for fact in json.loads(after.view(0))["facts"] if fact[0] == known]
    last = len(keys_of(after)["cards"]) - 1
    assert facts
    assert facts[0][2] == [1]
    assert last in facts[0][3]
    under = sum(keys["cards"][last] == known for keys in worlds(after, 0))
    others = {before.observe(other, 0) for other in before.legal_actions()}
    assert others == {before.observe(action, 0)}
    assert abs(under / N - 1 / 7) < 0.03


def test_a18_of_five_cards_drawn_others_know_nothing_and_the_drawer_all():
    def wanted(before, move, after):
        return len(keys_of(before)["drawn"]) == 5 and move.startswith("keep") and not keys_of(after)["drawn"]

    before, action, after = find({"players": 2}, wanted)
    who = before.player
    drawn = keys_of(before)["drawn"]
    assert all(keys["drawn"] == drawn for keys in worlds(before, who, 50))
    assert len({tuple(keys["drawn"]) for keys in worlds(before, 1 - who, 50)}) > 40
    rest = [card for card in drawn if card != action - 64]
    at = len(keys_of(before)["cards"])
    mine = [keys["cards"][at:at + 4] for keys in worlds(after, who, 50)]
    assert all(cards == rest for cards in mine)
    assert {before.observe(other, 1 - who) for other in before.legal_actions()} == {64}


@pytest.mark.parametrize("options", [
    {"players": 2}, {"players": 3, "wonders": 1}, {"players": 4}, {"players": 5, "boards": "variable"},
    {"players": 1, "wonders": 1, "opponent": "O2"}, {"players": 2, "wonders": 1, "opponent": "O5"},
], ids=str)
def test_worlds_look_like_the_truth_and_do_not_know_it(options):
    """The view, the moves and who acts stay; the same stream gives the same world from every world that looks alike."""
    state, rng = load_game("architects", **options).new(6), Rng(6)
    n = 0
    while not state.is_over:
        if n % 17 == 0:
            for observer in range(state.n_players):
                world = state.world(observer, rng)
                assert world.view(observer) == state.view(observer)
                assert world.player == state.player
                if state.player == observer:
                    assert world.legal_moves() == state.legal_moves()
                hands = [json.loads(each.world(observer, Rng(n)).text().split(" ", 1)[1])["seats"]
                         for each in (state, world)]
                assert [seat["hand"] for seat in hands[0]] == [seat["hand"] for seat in hands[1]]
        state.apply(state.sample(rng))
        n += 1


def is_true(facts, hands, pile):
    """Whether the cards of facts lie where they may: of a group, each in the places of another."""
    def lies(card, fact):
        return any(card in hands[seat] for seat in fact[2]) or any(pile[at] == card for at in fact[3])

    def fit(cards, group):
        return not cards or any(lies(cards[0], fact) and fit(cards[1:], [one for one in group if one is not fact])
                                for fact in group)

    groups = {}
    for fact in facts:
        groups.setdefault(fact[1] or -1 - fact[0], []).append(fact)
    return all(fit([fact[0] for fact in group], group) for group in groups.values())


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3}, {"players": 5, "wonders": 1}], ids=str)
def test_what_players_hold_for_sure_is_true(options):
    """Also late in long games, where most of the pile has gone through hands and not all can be kept in mind."""
    game, rng, n_facts = load_game("architects", **options), Rng(0), 0
    for seed in range(4):
        state = game.new(seed)
        while not state.is_over:
            state.apply(state.sample(rng))
            if state.is_over or rng.below(8):
                continue
            keys = keys_of(state)
            hands, pile = [seat["hand"] for seat in keys["seats"]], keys["drawn"] + keys["cards"]
            for observer in range(options["players"]):
                facts = json.loads(state.view(observer))["facts"]
                n_facts += len(facts)
                assert is_true(facts, hands, pile), (state.text(), observer)
                assert state.world(observer, rng).view(observer) == state.view(observer)
    assert n_facts > 100
