"""Brian Boru once more, slow and plain: written from the numbered rules alone, to check the compiled game against.

A game is one generator that reads like the rulebook and stops wherever a player has to decide; nothing is remembered
that can be counted again. A copy plays all moves anew. Numbers in comments are those of the rules and rulings.
"""
from __future__ import annotations

from itertools import combinations

SYMBOLS_TO_BUY = ("church", "battle", "courtship")


class Twin:
    """One game of Brian Boru, all of it known.

    `setup` holds `players` (how many), `first`, `viking_deck` and `marriage_deck` (top first), and `deals`: for each
    round that comes a dictionary of the players' cards. With a `table`, the public state of the game's formats, it
    begins there instead: in phase `setup` after some placements, in `draft` at a pass with nothing picked in it, or in
    `trick` before a card or the active town is chosen. `setup` then holds what is still to come, the revealed
    `marriage` card, and for a draft `received`, the cards that each player got last.
    """

    def __init__(self, data, setup, table=None):
        self.data, self.setup, self.start, self.moves = data, setup, table, []
        self.cards = {card["number"]: card for card in data["cards"]}
        self.region_of = {town["id"]: town["region"] for town in data["towns"]}
        self.colour_of = {town["id"]: town["colour"] for town in data["towns"]}
        self.regions = {region["id"]: region for region in data["regions"]}
        self.extra_cost = data["costs"]["extra_church_battle_courtship"]
        self.expand_cost = data["costs"]["expand"]
        self.top = len(data["marriage_track"]) - 1
        self.players = [f"p{n}" for n in range(1, setup["players"] + 1)]
        self.viking_deck = list(setup["viking_deck"])
        self.marriage_deck = list(setup["marriage_deck"])
        self.marriage = setup.get("marriage")
        self.deals = list(setup["deals"])
        self.received = {player: list(cards) for player, cards in setup.get("received", {}).items()}
        self.lay_out(table or self.empty_table())
        self.events = []
        self.run = self.game()
        self.go_on(None)

    def empty_table(self):
        """Return the table before anything is placed (R11-R17)."""
        given = self.data["setup"]
        return {
            "round": 0, "phase": "setup", "marker": self.setup["first"], "active": None, "battle": 0,
            "coins": dict.fromkeys(self.players, given["coins"]),
            "renown": dict.fromkeys(self.players, given["renown"]),
            "points": dict.fromkeys(self.players, given["points"]), "raiders": dict.fromkeys(self.players, 0),
            "church": dict.fromkeys(self.players, 0), "track": dict.fromkeys(self.players, 0), "towns": {},
            "claims": {region: {"up": False, "holder": None} for region in self.regions},
            "marriages": {player: [] for player in self.players}, "princess": None,
            "hands": {player: [] for player in self.players}, "trick": [],
        }

    def lay_out(self, table):
        """Copy a table into the game."""
        for name in ("round", "phase", "marker", "active", "battle"):
            setattr(self, name, table[name])
        for name in ("coins", "renown", "points", "raiders", "church", "track"):
            setattr(self, name, dict(table[name]))
        self.towns = {town: dict(what) for town, what in table["towns"].items()}
        self.claims = {region: dict(claim) for region, claim in table["claims"].items()}
        self.marriages = {player: list(cards) for player, cards in table["marriages"].items()}
        self.princess = table["princess"] and dict(table["princess"])
        self.hands = {player: list(cards) for player, cards in table["hands"].items()}
        self.trick = [(player, card) for player, card in table["trick"]]

    def table(self):
        """Return the public state, with the hands of all."""
        return {
            "round": self.round, "phase": self.phase, "marker": self.marker, "active": self.active,
            "battle": self.battle, "coins": dict(self.coins), "renown": dict(self.renown), "points": dict(self.points),
            "raiders": dict(self.raiders), "church": dict(self.church), "track": dict(self.track),
            "towns": {town: dict(what) for town, what in self.towns.items()},
            "claims": {region: dict(claim) for region, claim in self.claims.items()},
            "marriages": {player: list(cards) for player, cards in self.marriages.items()},
            "princess": self.princess and dict(self.princess),
            "hands": {player: sorted(cards) for player, cards in self.hands.items()},
            "trick": [list(played) for played in self.trick],
        }

    # -- decisions ------------------------------------------------------------------------------------------------

    def go_on(self, move):
        """Let the game run up to the next decision."""
        try:
            self.player, self.legal = self.run.send(move)
        except StopIteration:
            self.player, self.legal = None, []

    def move(self, text):
        """Make a legal move; return the events that followed."""
        if text not in self.legal:
            raise ValueError(f"not legal: {text!r}; legal: {', '.join(self.legal)}")
        self.moves.append(text)
        self.events = []
        self.go_on(text)
        return self.events

    def copy(self):
        """Return an independent copy."""
        other = Twin(self.data, self.setup, self.start)
        for text in self.moves:
            other.move(text)
        return other

    @staticmethod
    def ask(player, verb, things):
        """Let a player choose a thing by "verb thing"; the only one there is happens by itself."""
        return (yield from Twin.ask_moves(player, [f"{verb} {thing}" for thing in things])).split()[1]

    @staticmethod
    def ask_moves(player, moves):
        if len(moves) == 1:
            return moves[0]
        return (yield player, sorted(moves))

    # -- what can be counted on the table -------------------------------------------------------------------------

    def clockwise_from(self, player):
        start = self.players.index(player)
        return self.players[start:] + self.players[:start]

    def empty_towns(self, region=None):
        """Return the towns without a disc (R10)."""
        return [town for town in self.region_of if town not in self.towns and region in (None, self.region_of[town])]

    def controls(self, town):
        """Return who controls a town: a player, "vikings" or nobody (R10)."""
        if town not in self.towns:
            return None
        return "vikings" if self.towns[town]["viking"] else self.towns[town]["disc"]

    def towns_of(self, who):
        return [town for town in self.towns if self.controls(town) == who]

    def joined_by_road(self, town):
        """Return the towns that one road joins to a town."""
        return {road["b"] for road in self.data["roads"] if road["a"] == town} | {
            road["a"] for road in self.data["roads"] if road["b"] == town}

    def fits(self, card, town):
        """Whether a card has a town's colour or is wild (R3)."""
        return self.cards[card]["suit"] in ("white", self.colour_of[town])

    def put_disc(self, player, town):
        assert town not in self.towns
        self.towns[town] = {"disc": player, "viking": False, "monastery": False}

    # -- the game -------------------------------------------------------------------------------------------------

    def game(self):
        if self.phase == "setup":
            yield from self.place_first_discs()
            self.prepare()
        while True:
            if self.phase == "draft":
                yield from self.draft()
            yield from self.play_tricks()
            yield from self.upkeep()
            if not self.marriage_deck:  # R42
                break
            self.prepare()
        self.phase = "over"

    def place_first_discs(self):
        """R17, A24."""
        for player in self.clockwise_from(self.marker)[len(self.towns):]:
            taken = {self.region_of[town] for town in self.towns}
            towns = [town for town in self.empty_towns() if self.region_of[town] not in taken]
            self.put_disc(player, (yield from self.ask(player, "place", towns)))

    def prepare(self):
        """R19, and the dealing of R20."""
        self.round += 1
        self.phase = "draft"
        strength = self.viking_deck.pop(0)
        self.battle += strength
        self.marriage = self.marriage_deck.pop(0)
        deal = self.deals.pop(0)
        self.received = {player: list(deal[player]) for player in self.players}
        self.events += [f"viking {strength}", f"marriage {self.marriage}"]
        for player in self.players:
            self.events.append(f"deal {player} {' '.join(str(card) for card in sorted(deal[player]))}")
        for card in sorted(set(self.cards) - {card for cards in deal.values() for card in cards}):
            self.events.append(f"aside {card}")

    def draft(self):
        """R21: all have equally many cards, so the last ones are added by all at once."""
        while all(len(cards) > 2 for cards in self.received.values()):
            for player in self.clockwise_from(self.marker):
                pairs = [f"pick {a} {b}" for a, b in combinations(sorted(self.received[player]), 2)]
                for text in (yield from self.ask_moves(player, pairs)).split()[1:]:
                    self.received[player].remove(int(text))
                    self.hands[player].append(int(text))
            passed = self.received
            self.received = {self.clockwise_from(player)[1]: cards for player, cards in passed.items()}
        for player, cards in self.received.items():
            self.hands[player] += cards
        self.received = {}
        self.phase = "trick"

    def play_tricks(self):
        """R23, R30."""
        while self.trick or self.active or all(len(cards) > 1 for cards in self.hands.values()):
            yield from self.play_trick()
        self.hands = {player: [] for player in self.players}

    # -- a trick --------------------------------------------------------------------------------------------------

    def play_trick(self):
        order = self.clockwise_from(self.marker)
        if not self.trick:
            if self.active is None:
                yield from self.choose_active_town(order[0])
            yield from self.play_card(order[0], self.leads(order[0]))
        for player in order[len(self.trick):]:
            yield from self.play_card(player, self.hands[player])  # R26
        winner = self.winner()
        for player, card in sorted(self.trick, key=lambda played: played[1]):  # R28
            if player == winner:
                yield from self.act(player, self.cards[card]["primary"], nobody_wins=False)
            else:
                actions = self.cards[card]["secondary"]
                which = yield from self.ask(player, "secondary", range(1, len(actions) + 1))
                yield from self.act(player, actions[int(which) - 1], nobody_wins=winner is None)
        self.active = None
        self.trick = []

    def choose_active_town(self, leader):
        """R24, A2."""
        towns = self.empty_towns()
        fitting = [town for town in towns if any(self.fits(card, town) for card in self.hands[leader])]
        if towns:
            self.active = yield from self.ask(leader, "town", fitting or towns)

    def leads(self, leader):
        """Return the cards that may be led (R25, A2)."""
        cards = self.hands[leader]
        return (self.active and [card for card in cards if self.fits(card, self.active)]) or cards

    def play_card(self, player, cards):
        card = int((yield from self.ask(player, "play", cards)))
        self.hands[player].remove(card)
        self.trick.append((player, card))

    def winner(self):
        """Return who wins the trick, None for nobody (R27, A2)."""
        fitting = [(card, player) for player, card in self.trick if self.active and self.fits(card, self.active)]
        return max(fitting)[1] if fitting else None

    # -- actions --------------------------------------------------------------------------------------------------

    def act(self, player, symbols, nobody_wins):
        """R29: all symbols from left to right; more is bought after a run of equal ones."""
        for index, symbol in enumerate(symbols):
            yield from self.resolve(player, symbol, nobody_wins)
            if symbol in SYMBOLS_TO_BUY and symbols[index + 1:index + 2] != [symbol]:
                most = min(self.coins[player] // self.extra_cost, self.room(player, symbol))
                more = int((yield from self.ask(player, "buy", range(most + 1))))
                self.coins[player] -= more * self.extra_cost
                for _ in range(more):
                    self.advance(player, symbol)
        while self.track[player] > 0 and list(self.track.values()).count(self.track[player]) > 1:  # R38
            self.track[player] -= 1

    def resolve(self, player, symbol, nobody_wins):
        if symbol == "town":  # R31
            self.put_disc(player, self.active)
            self.marker = player
        elif symbol == "coin":  # R32
            self.coins[player] += 1
        elif symbol == "pay_coin":  # R33, A3
            if self.coins[player] > 0:
                self.coins[player] -= 1
            else:
                self.points[player] = max(0, self.points[player] - 2)
        elif symbol == "renown":  # R34
            self.renown[player] += 1
        elif symbol == "expand":
            yield from self.expand(player, nobody_wins)
        elif symbol == "liberate":
            yield from self.liberate(player)
        elif self.room(player, symbol) > 0:
            self.advance(player, symbol)

    def room(self, player, symbol):
        """Return how often a symbol can still have an effect (R35-R37, A6)."""
        return {"church": 10**6, "battle": self.battle, "courtship": self.top - self.track[player]}[symbol]

    def advance(self, player, symbol):
        if symbol == "church":  # R35
            self.church[player] += 1
        elif symbol == "battle":  # R36
            self.battle -= 1
            self.raiders[player] += 1
        else:  # R37
            self.track[player] += 1

    def expand(self, player, nobody_wins):
        """R39, A1: the active town belongs to the winner to come."""
        if self.coins[player] < self.expand_cost:
            return
        near = {far for town in self.towns_of(player) for far in self.joined_by_road(town)}
        towns = [town for town in self.empty_towns() if town in near and (town != self.active or nobody_wins)]
        move = yield from self.ask_moves(player, [f"expand {town}" for town in towns] + ["pass"])
        if move != "pass":
            self.coins[player] -= self.expand_cost
            self.put_disc(player, move.split()[1])

    def liberate(self, player):
        """R40, A5."""
        towns = self.towns_of("vikings")
        if towns:
            self.towns[(yield from self.ask(player, "liberate", towns))]["viking"] = False

    # -- upkeep ---------------------------------------------------------------------------------------------------

    def upkeep(self):
        """R42."""
        self.phase = "upkeep"
        yield from self.marry()
        yield from self.incursion()
        self.give_spoils()
        yield from self.church_step()
        self.claim_regions()

    def marry(self):
        """R43-R46."""
        highest = max(self.players, key=self.track.get)
        if self.track[highest] == 0:  # R44, A8
            return
        if self.marriage == "Princess":
            yield from self.marry_princess(highest)
        else:
            card = next(card for card in self.data["marriage_cards"] if card["name"] == self.marriage)
            self.marriages[highest].append(self.marriage)
            self.points[highest] += card["points"]
            self.renown[highest] += card["renown"]
            if card["town_in_region"]:
                yield from self.place(highest, card["town_in_region"])
        self.track[highest] = 0
        for player in sorted(self.players, key=self.track.get, reverse=True):  # A9
            for benefit in self.data["marriage_track"][self.track[player]]["benefit"]:
                if benefit == "coin":
                    self.coins[player] += 1
                elif benefit == "renown":
                    self.renown[player] += 1
                else:
                    assert benefit == "any_town"
                    yield from self.place(player, None)

    def place(self, player, region):
        """R45, A25, A30."""
        towns = self.empty_towns(region)
        if towns:
            self.put_disc(player, (yield from self.ask(player, "place", towns)))

    def marry_princess(self, player):
        """R47."""
        use = yield from self.ask(player, "princess", ["military", "trade", "spurn"])
        if use == "spurn":
            self.points[player] += next(option["points"] for option in self.data["princess"]["options"]
                                        if option["id"] == "spurn")
        else:
            self.princess = {"holder": player, "use": use}

    def incursion(self):
        """R48-R51, A10-A12."""
        if self.battle == 0:
            return
        fewest, most = min(self.raiders.values()), max(self.raiders.values())
        have_most = [player for player in self.players if self.raiders[player] == most]
        for loser in self.clockwise_from(self.marker):
            towns = self.towns_of(loser)
            if self.raiders[loser] == fewest and towns:
                chooser = have_most[0] if len(have_most) == 1 else loser
                self.towns[(yield from self.ask(chooser, "lose", towns))]["viking"] = True
        self.battle = 0

    def give_spoils(self):
        """R52-R54."""
        most = max(self.raiders.values())
        have_most = [player for player in self.players if self.raiders[player] == most > 0]
        if len(have_most) == 1:
            self.renown[have_most[0]] += 1
            self.points[have_most[0]] += self.renown[have_most[0]]
            self.raiders[have_most[0]] = 0
        self.reward_most(self.raiders)

    def reward_most(self, tokens):
        """R53, R56, A14: 1 point for one token or disc, for everybody who has most of them."""
        most = max(tokens.values())
        for player in self.players:
            if tokens[player] == most > 0:
                self.points[player] += 1
                tokens[player] -= 1

    def church_step(self):
        most = max(self.church.values())
        have_most = [player for player in self.players if self.church[player] == most]
        if len(have_most) == 1:  # R55, A15
            yield from self.build_monastery(have_most[0])
            self.marker = have_most[0]
            self.church[have_most[0]] = 0
        self.reward_most(self.church)
        for player in self.clockwise_from(self.marker):  # R57
            if self.church[player] >= 4 and (yield from self.build_monastery(player)):
                self.church[player] = 0

    def build_monastery(self, player):
        """Return whether there was a place for it (R55, A21)."""
        towns = [town for town in self.towns_of(player) if not self.towns[town]["monastery"]]
        if towns:
            self.towns[(yield from self.ask(player, "monastery", towns))]["monastery"] = True
        return bool(towns)

    # -- regions --------------------------------------------------------------------------------------------------

    def strengths(self, region):
        """Return how many towns of a region each player and the Vikings have, as claims count them (R60, R62, R63)."""
        count = dict.fromkeys([*self.players, "vikings"], 0)
        for town, what in self.towns.items():
            if self.region_of[town] == region:
                count[self.controls(town)] += 2 if what["monastery"] else 1
        if self.princess and self.princess["use"] == "military":  # A22
            count[self.princess["holder"]] += count["vikings"]
            count["vikings"] = 0
        return count

    def have_most(self, region):
        """Return who has most towns of a region: players, and perhaps "vikings"."""
        count = self.strengths(region)
        return [who for who in count if count[who] == max(count.values()) > 0]

    def claim_regions(self):
        for region, claim in self.claims.items():
            if sum(self.strengths(region).values()) >= self.regions[region]["threshold"]:  # R59, A23
                claim["up"] = True
            most = self.have_most(region)
            if claim["up"] and len(most) == 1:  # R60, R61, A16
                claim["holder"] = None if most == ["vikings"] else most[0]  # R63, A17

    # -- the end --------------------------------------------------------------------------------------------------

    def result(self):
        """Return the result as if the game ended now (R64, R65)."""
        parts = {player: self.parts(player) for player in self.players}
        points = {player: sum(parts[player].values()) for player in self.players}
        rank = {player: (points[player], len(self.claims_of(player)), self.n_marriages(player))
                for player in self.players}
        return {"points": points, "parts": parts,
                "winners": [player for player in self.players if rank[player] == max(rank.values())]}

    def parts(self, player):
        richest = [other for other in self.players if self.coins[other] == max(self.coins.values())]
        shared = sum(self.regions[region]["points"] // 2 for region, claim in self.claims.items()
                     if claim["up"] and claim["holder"] is None and player in self.have_most(region))  # A18, A19
        return {
            "track": self.points[player],
            "coins": int(richest == [player]),  # A28
            "marker": int(self.marker == player),
            "renown": self.renown[player],
            "claims": sum(self.regions[region]["points"] for region in self.claims_of(player)),
            "shared": shared,
            "regions": self.data["region_spread_points"][str(self.n_regions(player))],
        }

    def claims_of(self, player):
        return [region for region, claim in self.claims.items() if claim["holder"] == player]

    def n_marriages(self, player):
        """R65, A32."""
        return len(self.marriages[player]) + (self.princess is not None and self.princess["holder"] == player)

    def n_regions(self, player):
        """R64 (f), A20."""
        towns = self.towns_of(player)
        if self.princess == {"holder": player, "use": "trade"}:
            towns += self.towns_of("vikings")
        return len({self.region_of[town] for town in towns})


def perft(game, depth):
    """Return how many sequences of `depth` legal decisions there are."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.legal)
    total = 0
    for text in game.legal:
        after = game.copy()
        after.move(text)
        total += perft(after, depth - 1)
    return total
