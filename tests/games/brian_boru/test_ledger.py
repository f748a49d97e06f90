"""What a data set keeps of a game: worked out by hand for small ones, and against the twin for whole ones."""
from random import Random

import numpy as np
import pytest

from kingmaker.games import load_game
from kingmaker.games.brian_boru.ledger import ACTIONS
from kingmaker.games.brian_boru.names import REGIONS, USES
from kingmaker.games.files.ledger import NONE
from tests.games.brian_boru.random_tables import random_setup
from tests.games.brian_boru.setting import COUNTS, DATA, STRENGTHS, CompiledPlayer, hidden_setup, seats, table
from tests.games.brian_boru.twin import Twin


def ledger_of(start, moves, number=7):
    """Return the rows of a game that begins in a state, as tables of lists."""
    state, actions = start.clone(), []
    for move in moves:
        actions.append(state.parse_action(move))
        state.apply(actions[-1])
    ledger = start.game.spec.ledger([start.game.options])
    ledger.add(number, start, np.array(actions, np.int32))
    return {name: {column: values.tolist() for column, values in rows.items()}
            for name, rows in ledger.take().items()}, ledger


def row_of(rows, **wanted):
    """Return the one row of a table in which columns have these values, without `game` and without them."""
    found = [i for i in range(len(rows["game"])) if all(rows[name][i] == value for name, value in wanted.items())]
    assert len(found) == 1
    return {name: values[found[0]] for name, values in rows.items() if name not in ("game", *wanted)}


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_a_draft_of_three_by_hand():
    """p1 is dealt 1 to 8, p2 9 to 16, p3 17 to 24. Packets go to the left and come back with their last two cards."""
    game = CompiledPlayer.deal(hidden_setup(3))
    picks = ("1 2", "9 10", "17 18", "19 20", "3 4", "11 12", "13 14", "21 22", "5 6")  # p1, p2, p3 in each pass
    moves = ["place N1", "place U1", "place B1", *(f"pick {pair}" for pair in picks)]
    rows = ledger_of(game.state, moves)[0]["cards"]
    took = {1: (0, 0, 1), 3: (0, 1, 2), 6: (0, 2, 3), 7: (0, 0, 4), 10: (1, 1, 1), 12: (1, 2, 2), 13: (1, 0, 3),
            16: (1, 1, 4), 18: (2, 2, 1), 20: (2, 0, 2), 22: (2, 1, 3), 24: (2, 2, 4), 25: (NONE, NONE, NONE)}
    for card, expected in took.items():
        row = row_of(rows, round=1, card=card)
        assert (row["dealt_to"], row["taken_by"], row["taken_in"]) == expected, card
    assert len(rows["game"]) == 3 * 25
    assert set(rows["game"]) == {7}


TOWNS = "C1 p4, U1 p2, U2 p2, U3 p3, D1 p3, D2 p4"


@pytest.fixture(scope="module")
def last():
    """The last trick and the last upkeep of a game with four; see `test_..._by_hand` for what happens."""
    game = CompiledPlayer.start(table(
        hands="20 13 | 14 2 | 15 3 | 16 4", towns=TOWNS, round_=4, battle=5, raiders="0 2 1 0", track="0 3 1 0",
        church="2 0 0 1"))
    moves = ["town M10", "play 20", "play 14", "play 15", "play 16", "secondary 1", "secondary 1", "secondary 1",
             "princess spurn", "lose C1"]
    return ledger_of(game.state, moves)[0]


def test_cards_of_a_trick_by_hand(last):
    """20 is led and wins; 14, 15, 16 lose, each for its first secondary action, a coin; the others are discarded."""
    unknown = {"dealt_to": NONE, "taken_by": NONE, "taken_in": NONE}
    assert row_of(last["cards"], round=4, card=20) == unknown | {
        "trick": 1, "led": True, "won": True, "used": ACTIONS.index("primary")}
    for card in (14, 15, 16):
        assert row_of(last["cards"], round=4, card=card) == unknown | {
            "trick": 1, "led": False, "won": False, "used": ACTIONS.index("secondary 1")}
    for card in (13, 2, 3, 4):
        assert row_of(last["cards"], round=4, card=card)["trick"] == NONE


def test_an_upkeep_by_hand(last):
    """p2 is highest and spurns the Princess. p1 and p4 have no raiders: p2, who has most, takes M10 and C1 from them.

    p2's two raiders are the most, p1's two discs too. Without game and round the row is of the fourth Viking card.
    """
    assert row_of(last["rounds"], round=4) == {
        "wedding": 7, "strength": sorted(STRENGTHS)[3], "left": 5, "lost": 2, "champion": 1, "founder": 0,
        "wed_to": 1, "use": USES.index("spurn")}


def test_regions_by_hand(last):
    """U has p2's two towns and one of p3: p2 has its 4 points. D is shared by p3 and p4, who have half of 2 each.

    C and M have a town each, the Vikings', and stay face down.
    """
    rows = {region: row_of(last["regions"], region=i) for i, region in enumerate(REGIONS)}
    nothing = {"turned": NONE, "moves": 0, "holder": NONE, "sharers": 0, "points": 0, "discs": 0, "vikings": 0}
    assert rows == dict.fromkeys(REGIONS, nothing) | {
        "U": nothing | {"turned": 4, "moves": 1, "holder": 1, "points": 4, "discs": 3},
        "D": nothing | {"turned": 4, "sharers": 2, "points": 1, "discs": 2},
        "C": nothing | {"discs": 1, "vikings": 1}, "M": nothing | {"discs": 1, "vikings": 1}}


def test_points_by_part_by_hand(last):
    """Each began with 10 points, 1 renown.

    p1: 20 gives the town alone; 10, the marker, 1 renown. p2: spurns for 4, with a second renown scores 2 for it: 16;
    the token. p3: then has most raiders, 1 point. p4: has most discs once p1's are back, 1 point. Coins: p2, p3, p4
    have 4 each, so nobody has most. One or two regions give nothing.
    """
    parts = ("track", "coins", "marker", "renown", "claims", "shared", "regions")
    found = [tuple(last["games"][f"{part}_{seat}"][0] for part in parts) for seat in range(4)]
    assert found == [(10, 0, 1, 1, 0, 0, 0), (16, 0, 0, 2, 4, 0, 0), (11, 0, 0, 1, 0, 1, 0), (11, 0, 0, 1, 0, 1, 0)]


# -- the twin ----------------------------------------------------------------------------------------------------------


class Reader(Twin):
    """A twin that writes down what happens."""

    def __init__(self, *args):
        self.n_trick, self.rows = 0, {"cards": {}, "rounds": {}, "regions": {}}
        super().__init__(*args)

    def seat(self, player):
        return NONE if player is None else self.players.index(player)

    def card(self, card):
        row = dict.fromkeys(("dealt_to", "taken_by", "taken_in", "trick", "used"), NONE) | {"led": 0, "won": 0}
        return self.rows["cards"].setdefault((self.round, card), row)

    def prepare(self):
        deck, deal = self.viking_deck, self.deals[0]
        row = {"strength": deck[0], "lost": 0, "wed_to": NONE, "use": NONE}
        super().prepare()
        self.rows["rounds"][self.round] = row | {"wedding": self.marriage}
        self.n_trick, self.dealt = 0, {card: player for player, cards in deal.items() for card in cards}
        for card in self.cards:
            self.card(card)["dealt_to"] = self.seat(self.dealt.get(card))

    def draft(self):
        yield from super().draft()
        size = len(self.dealt) // len(self.players)
        for player, hand in self.hands.items():
            for place, card in enumerate(hand):  # in the order taken, two in each pass
                self.card(card).update(taken_by=self.seat(player), taken_in=min(place, size - 1) // 2 + 1)

    def winner(self):
        self.n_trick += 1
        won = super().winner()
        for place, (player, card) in enumerate(self.trick):
            only = len(self.cards[card]["secondary"]) == 1
            self.card(card).update(trick=self.n_trick, led=int(place == 0), won=int(player == won),
                                   used=0 if player == won else 1 if only else NONE)
        return won

    def act(self, player, symbols, nobody_wins):
        card = dict(self.trick)[player]
        actions = [self.cards[card]["primary"], *self.cards[card]["secondary"]]
        self.card(card)["used"] = next(i for i, action in enumerate(actions) if action is symbols)
        yield from super().act(player, symbols, nobody_wins)

    def marry(self):
        highest = max(self.players, key=self.track.get)
        if self.track[highest] > 0:
            self.rows["rounds"][self.round]["wed_to"] = self.seat(highest)
        yield from super().marry()

    def marry_princess(self, player):
        yield from super().marry_princess(player)
        use = self.princess["use"] if self.princess else "spurn"
        self.rows["rounds"][self.round]["use"] = USES.index(use)

    def sole(self, amounts):
        most = max(amounts.values())
        have = [player for player in self.players if amounts[player] == most]
        return self.seat(have[0]) if len(have) == 1 else NONE

    def incursion(self):
        self.rows["rounds"][self.round].update(left=self.battle, champion=self.sole(self.raiders))
        before = len(self.towns_of("vikings"))
        yield from super().incursion()
        self.rows["rounds"][self.round]["lost"] = len(self.towns_of("vikings")) - before

    def church_step(self):
        self.rows["rounds"][self.round]["founder"] = self.sole(self.church)
        yield from super().church_step()

    def claim_regions(self):
        before = {region: claim["holder"] for region, claim in self.claims.items()}
        super().claim_regions()
        for region, claim in self.claims.items():
            row = self.rows["regions"].setdefault(region, {"turned": NONE, "moves": 0})
            if claim["up"] and row["turned"] == NONE:
                row["turned"] = self.round
            row["moves"] += claim["holder"] != before[region]
            on_board = claim["up"] and claim["holder"] is None
            sharers = [who for who in self.have_most(region) if who != "vikings"] if on_board else []
            worth = self.regions[region]["points"]
            row.update(holder=self.seat(claim["holder"]), sharers=len(sharers),
                       points=worth if claim["holder"] else worth // 2 if sharers else 0,
                       discs=sum(self.region_of[town] == region for town in self.towns),
                       vikings=sum(self.region_of[town] == region for town in self.towns_of("vikings")))


@pytest.mark.parametrize("n", COUNTS)
def test_rows_are_what_the_twin_writes(n):
    uses, most_moves = set(), 0
    for seed in range(25):
        rng = Random(f"ledger {n} {seed}")
        setup = random_setup(n, rng)
        reader = Reader(DATA, setup)
        while reader.legal:
            reader.move(rng.choice(reader.legal))
        tables, ledger = ledger_of(CompiledPlayer.deal(setup).state, reader.moves)
        weddings = ledger.tables["rounds"][2].words
        assert len(tables["cards"]["game"]) == len(reader.rows["cards"])
        for (round_, card), row in reader.rows["cards"].items():
            assert row_of(tables["cards"], round=round_, card=card) == row, (seed, round_, card)
        for round_, row in reader.rows["rounds"].items():
            found = row_of(tables["rounds"], round=round_)
            assert found | {"wedding": weddings[found["wedding"]]} == row, (seed, round_)
            uses.add(row["use"])
        for region, row in reader.rows["regions"].items():
            assert row_of(tables["regions"], region=REGIONS.index(region)) == row, (seed, region)
            most_moves = max(most_moves, row["moves"])
        for seat, parts in enumerate(reader.result()["parts"].values()):
            assert {part: tables["games"][f"{part}_{seat}"][0] for part in parts} == parts
    assert uses == {NONE, 0, 1, 2}
    assert most_moves > 1


# -- several games -----------------------------------------------------------------------------------------------------


def test_games_of_different_sizes_stand_in_one_set():
    """Three rounds with three players, four with five; the third seat alone is there in both."""
    games = [load_game("brian-boru", players=n) for n in (3, 5)]
    ledger = games[0].spec.ledger([game.options for game in games])
    for number, game in enumerate(games):
        ledger.add(number, game.new(number), np.array([], np.int32))
    tables = ledger.take()
    assert np.bincount(tables["rounds"]["game"]).tolist() == [3, 4]
    assert np.bincount(tables["cards"]["game"]).tolist() == [75, 100]
    assert tables["games"]["track_2"].tolist() == [10, 10]
    assert tables["games"]["track_4"].tolist() == [NONE, 10]
    assert ledger.take()["games"]["game"].tolist() == []


def test_a_short_game():
    """Two cards each of six and one left over: the one trick is played, a card each is discarded."""
    game = load_game("brian-boru", players=3, short=2)
    for seed in range(10):
        state, moves, rng = game.new(seed), [], Random(seed)
        dealt = state.position()["deals"][0]
        while not state.is_over:
            moves.append(rng.choice(state.legal_moves()))
            state.apply(state.parse_action(moves[-1]))
        rows = ledger_of(game.new(seed), moves)[0]["cards"]
        assert sorted(rows["card"]) == game.new(seed).rules.deck
        for seat, player in enumerate(seats(3)):
            cards = [card for card, taker in zip(rows["card"], rows["taken_by"], strict=True) if taker == seat]
            assert cards == dealt[player]
        assert sum(trick == 1 for trick in rows["trick"]) == 3
