"""The table: what lies where, how it is written down, and how the pieces move."""
from collections import Counter
from random import Random

GOODS = ("clay", "wood", "stone", "gold", "marble")
PLACES = ("quarry", "forest", "silversmith", "mines", "kings_storehouse", "workshop", "town_centre", "tax_stand",
          "guardhouse")  # the nine with a large circle (A21)
SPACES = ("small", "middle", "large")  # of the Black Market, from the left (A18)


PILES = ("apprentices", "buildings", "rewards", "market", "contributions", "schemes", "future")


class Seat:
    """What a player, or the opponent, has."""

    def __init__(self, name):
        self.name, self.board = name, None
        self.virtue = self.influence = self.silver = self.supply = self.prison = 0
        self.goods = dict.fromkeys(GOODS, 0)
        self.captured = Counter()
        self.cathedral = self.unpaid = self.paid = 0
        self.hand, self.apprentices, self.buildings = [], [], []
        self.left_over = 0  # odd silver that influence stands for (M39)
        self.marker = 0  # the opponent's, on the resource track


class Table:
    """Mixin: pieces, decisions and gains."""

    def __init__(self, data, setup, shuffle=None):
        self.data, self.setup, self.moves, self.seen = data, setup, [], Counter()
        self.base, self.works = data["base"], data["works_of_wonder"]
        self.with_wonders = bool(setup["wonders"])
        self.shuffle = shuffle or self.shuffle_at_random
        self.random = Random(setup.get("seed", 0))
        self.name_cards()
        self.lay_out_seats()
        self.lay_out_board()
        self.events = []
        self.run = self.game()
        self.go_on(None)

    def name_cards(self):
        parts = [self.base, self.works] if self.with_wonders else [self.base]

        def by_id(kind):
            return {card["id"]: card for part in parts for card in part.get(kind, [])}

        self.apprentice, self.building, self.reward = by_id("apprentices"), by_id("buildings"), by_id("rewards")
        self.market_card, self.wonder = by_id("black_market"), by_id("wonders")
        self.contribution_card = by_id("contribution_consequence")
        solo = self.works["solo"]
        self.scheme = {card["id"]: card for card in solo["schemes"]}
        self.track = self.works["influence_track"]
        self.boards = {board["name"]: board for part in parts for board in part["player_boards"]}
        self.resource_track = solo["resource_track"]
        self.solo_board = next((one for one in solo["opponents"] if one["id"] == self.setup["opponent"]), None)

    def lay_out_seats(self):
        self.humans = [f"p{n}" for n in range(1, self.setup["players"] + 1)]
        self.order = self.humans + (["opp"] if self.setup["opponent"] else [])  # clockwise (M50)
        self.seats = {name: Seat(name) for name in self.order}

    def lay_out_board(self):
        setup = self.setup
        self.phase, self.turn, self.active, self.left = "draft", 0, None, None
        self.tax, self.debts = self.base["start_tax"]["value"], self.base["supply"]["debt_cards"]  # A5
        self.workers = {place: Counter() for place in PLACES}
        self.market = dict.fromkeys(SPACES)
        self.guildhall = []
        self.piles = {name: list(setup[name]) for name in PILES}
        self.large, self.discarded_schemes = [], []  # large cards, last laid last
        self.columns = self.works["display"]["apprentice_columns"] if self.with_wonders else 4  # A4, W1
        self.display = [[self.deal_apprentice() for _ in range(self.columns)] for _ in range(2)]  # M30
        self.coins = Counter()
        self.reset_due = False
        if self.with_wonders:
            self.wonder_goods, self.token = dict.fromkeys(self.wonder, 0), dict.fromkeys(self.wonder)
            self.open_contributions()

    def open_contributions(self):
        """W7, M30: the first card is turned to its consequence, the next one is open."""
        self.consequence = self.piles["contributions"].pop(0)
        self.contributed = []
        self.move_figures()

    def move_figures(self):
        says = self.contribution_card[self.consequence]["consequence"]
        self.princess, self.profiteer = says["princess_location"], says["profiteer_location"]

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
        self.see("move", text.split()[0])
        self.events = []
        self.go_on(text)
        return self.events

    @staticmethod
    def ask(seat, moves):
        """Let a player choose; the only move there is happens by itself."""
        if len(moves) == 1:
            return moves[0]
        return (yield seat.name, sorted(moves))

    def see(self, *words):
        """Count that something of the rules has happened."""
        self.seen[" ".join(str(word) for word in words)] += 1

    def shuffle_at_random(self, _pile, cards):
        return self.random.sample(cards, len(cards))

    def shuffled(self, pile, cards):
        """Return cards in a new order, and tell it as an event."""
        order = list(self.shuffle(pile, list(cards)))
        assert sorted(order) == sorted(cards), (pile, order, cards)
        self.events.append(" ".join([pile, *order]))
        self.see("shuffle", pile)
        return order

    # -- who and what ---------------------------------------------------------------------------------------------

    def clockwise(self, name):
        """Return all seats, clockwise from one of them."""
        at = self.order.index(name)
        return [self.seats[other] for other in self.order[at:] + self.order[:at]]

    def humans_from_first(self):
        return [seat for seat in self.clockwise(self.setup["first"]) if not self.is_opponent(seat)]

    @staticmethod
    def is_opponent(seat):
        return seat.name == "opp"

    def others(self, seat):
        return [other for other in self.clockwise(seat.name) if other is not seat]

    def effects(self, seat, when, **wanted):
        """Return the own apprentices that act at a time, in the order hired, with their effects."""
        pairs = [(card, self.apprentice[card]["effect"]) for card in seat.apprentices]
        return [(card, effect) for card, effect in pairs
                if effect["when"] == when and all(effect.get(key) == value for key, value in wanted.items())]

    def bonus(self, seat, where, key, *, used=True):
        """Return how much the own apprentices for placing somewhere grant of a kind."""
        pairs = [(card, effect[key]) for card, effect in self.effects(seat, "place", location=where) if key in effect]
        for card, _ in pairs if used else []:
            self.see("apprentice", card)
        return max([n for _, n in pairs], default=0)  # M34

    def held_by_others(self, seat):
        """Return how many own workers lie on other boards."""
        return sum(other.captured[seat.name] for other in self.others(seat))

    def in_play(self):
        """Return the wonders that nobody has built."""
        built = {card for seat in self.seats.values() for card in seat.buildings}
        return [wonder for wonder in (self.wonder if self.with_wonders else ()) if wonder not in built]

    def own_token(self, seat, place):
        """Whether a seat's wonder token stands at a place (W18)."""
        return self.with_wonders and any(self.token.get(card) == place for card in seat.buildings)

    def at_princess(self, place):
        return self.with_wonders and place == self.princess

    def at_profiteer(self, place):
        return self.with_wonders and place == self.profiteer

    def most_virtue(self):
        return len(self.base["virtue_track"]) - 1

    # -- cards ----------------------------------------------------------------------------------------------------

    def deal_apprentice(self):
        """From an empty pile nothing comes (M36)."""
        return self.piles["apprentices"].pop(0) if self.piles["apprentices"] else None

    def refill(self):
        """Rows slide left and are filled at the right end, row 1 first (A16, M30, M36)."""
        for row in self.display:
            row[:] = [card for card in row if card]
        for row in self.display:
            while len(row) < self.columns:
                row.append(self.deal_apprentice())

    def on_display(self):
        return [card for row in self.display for card in row if card]

    def draw(self, seat, n):
        """Draw building cards; the opponent has no use for them (M45)."""
        if not self.is_opponent(seat):
            seat.hand += self.piles["buildings"][:n]
            del self.piles["buildings"][:n]

    def discard(self, seat, card):
        """M36."""
        seat.hand.remove(card)
        self.piles["buildings"].append(card)

    # -- gains and losses -----------------------------------------------------------------------------------------

    def gain(self, seat, what):
        """Gain several things in the order of FORMATS 8: goods, silver, debts, influence, virtue, cards."""
        if self.is_opponent(seat):
            self.opponent_gains(seat, what)
            return
        for good in GOODS:
            seat.goods[good] += what.get(good, 0)
        seat.silver += what.get("silver", 0)
        self.take_debts(seat, what.get("debt", 0))
        self.gain_influence(seat, what.get("influence", 0))
        yield from self.gain_virtue(seat, what.get("virtue", 0))
        self.draw(seat, what.get("building_card", 0))
        for _ in range(what.get("reward_card", 0)):
            yield from self.take_reward(seat)

    def take_reward(self, seat):
        """A25: 1 virtue if none is left."""
        if self.piles["rewards"]:
            card = self.piles["rewards"].pop(0)
            self.see("reward", card)
            yield from self.gain(seat, self.reward[card]["gain"])
        else:
            self.see("reward", "none left")
            yield from self.gain(seat, self.base["reward_empty"])

    def take_debts(self, seat, n):
        """M35: with no card left no debt is taken. Extortionist: each debt gained is 1 influence."""
        for _ in range(min(n, self.debts)):
            self.debts -= 1
            seat.unpaid += 1
            for card, effect in self.effects(seat, "gain_debt"):
                self.see("apprentice", card)
                self.gain_influence(seat, effect["gain"]["influence"])

    def destroy_debts(self, seat, n):
        """M35: destroyed cards return to the supply."""
        seat.unpaid -= n
        self.debts += n

    def gain_influence(self, seat, n):
        """W8: step by step, as some steps draw a building card."""
        for _ in range(n):
            if seat.influence < self.track["max"]:
                seat.influence += 1
                if [seat.influence - 1, seat.influence] in self.track["draw_building_card_when_moving_up"]:
                    self.see("influence", "draws at", seat.influence)
                    self.draw(seat, 1)

    def gain_virtue(self, seat, n):
        """A28, M37; a negative number is a loss."""
        if n < 0:
            yield from self.lose_virtue(seat, -n)
            return
        excess = max(0, seat.virtue + n - self.most_virtue())
        seat.virtue += n - excess
        if excess:
            self.see("virtue", "above the top")
            yield from self.may_destroy(seat, excess)

    def may_destroy(self, seat, most):
        text = yield from self.ask(seat, [f"destroy {n}" for n in range(min(most, seat.unpaid) + 1)])
        self.destroy_debts(seat, int(text.split()[1]))

    def lose_virtue(self, seat, n):
        """One effect's loss: Louis may bribe (M38), influence ignores some of it (W9), the rest is suffered (A28)."""
        if n <= 0:
            return
        if self.is_opponent(seat):
            self.suffer(seat, n)
            return
        if (yield from self.bribe(seat)):
            return
        price = self.track["spend"][1]["influence"]
        most = min(n, seat.influence // price)
        text = yield from self.ask(seat, [f"influence virtue {k}" for k in range(most + 1)])
        ignored = int(text.split()[2])
        if ignored:
            self.see("replaced virtue")
        seat.influence -= price * ignored
        self.suffer(seat, n - ignored)

    def bribe(self, seat):
        """Louis may pay 2 silver (M38); return whether he does."""
        cost = {"silver": 2}
        if seat.board != "Louis" or not self.payable(seat, cost):
            return False
        if (yield from self.ask(seat, ["bribe", "accept"])) == "accept":
            return False
        self.see("board Louis")
        yield from self.pay(seat, cost)
        return True

    def suffer(self, seat, n):
        """Move the virtue marker down; each virtue that is not there is a debt (A28). Clotilde: M38."""
        lost = min(n, seat.virtue)
        seat.virtue -= lost
        self.take_debts(seat, n - lost)
        if n > lost:
            self.see("virtue", "below 0")
        if lost and seat.board == "Clotilde":
            self.see("board Clotilde")
            seat.goods["clay"] += 1

    # -- the table as text ----------------------------------------------------------------------------------------

    def table(self):
        """Return the state with its private parts (FORMATS 8)."""
        table = {
            "turn": self.turn, "active": self.active, "left": self.left, "phase": self.phase, "tax": self.tax,
            "debts": self.debts, "seats": {name: self.seat_table(seat) for name, seat in self.seats.items()},
            "workers": {place: {who: n for who, n in there.items() if n} for place, there in self.workers.items()},
            "market": dict(self.market), "guildhall": list(self.guildhall),
            "display": [list(row) for row in self.display], "coins": {card: n for card, n in self.coins.items() if n},
            "cards": {"small": next(iter(self.piles["market"]), None), "large": self.large[-1] if self.large else None},
            "piles": {name: len(self.piles[name]) for name in ("apprentices", "buildings", "rewards", "market")},
        }
        if self.with_wonders:
            table |= {
                "princess": self.princess, "profiteer": self.profiteer, "consequence": self.consequence,
                "contribution": [self.piles["contributions"][0], [kind for kind in GOODS if kind in self.contributed]],
                "wonders": {card: {"goods": self.wonder_goods[card], "token": self.token[card]}
                            for card in self.wonder},
            }
            table["piles"]["contributions"] = len(self.piles["contributions"])
        if self.setup["opponent"]:
            table["schemes"] = list(self.discarded_schemes)
            table["piles"] |= {"schemes": len(self.piles["schemes"]), "future": len(self.piles["future"])}
        return table

    def seat_table(self, seat):
        common = {
            "virtue": seat.virtue, "influence": seat.influence, "supply": seat.supply, "prison": seat.prison,
            "captured": {who: n for who, n in seat.captured.items() if n}, "cathedral": seat.cathedral,
            "debts": [seat.unpaid, seat.paid], "buildings": list(seat.buildings),
        }
        if self.is_opponent(seat):
            return common | {"marker": self.resource_track[seat.marker], "marble": seat.goods["marble"]}
        return common | {"board": seat.board, "silver": seat.silver, "goods": [seat.goods[good] for good in GOODS],
                         "hand": sorted(seat.hand), "apprentices": list(seat.apprentices)}
