"""The actions of the places; `n` is the number of own workers that count there."""
from tests.games.architects.twin.table import PLACES

HIRE = {"silver": 2, "tax": 2}  # A16: 4 silver, 2 of them tax
MARKET_PRICE = {"small": 1, "middle": 2, "large": 3}  # A18
MARKET_DRAW = 5
TRADES = {  # A15, M21
    "virtue": ({"any_of": ["stone", "wood", "clay"], "count": 2}, {"virtue": 1}),
    "marble": ({"any_of": ["stone", "wood"], "count": 3}, {"marble": 1}),
}
TAX_STAND_LOSS = 2  # A19
RESCUE = {"silver": 3, "tax": 2}  # A22: 5 silver, 2 of them tax
PAY_OFF = {"silver": 3, "tax": 3}  # A22: 6 silver, 3 of them tax
FEW_SEATS = 3  # M33


class Places:
    """Mixin: what a worker does."""

    def visit_quarry(self, seat, n):
        yield from self.gain(seat, {"stone": n})  # A13

    def visit_forest(self, seat, n):
        yield from self.gain(seat, {"wood": n})  # A13

    def visit_silversmith(self, seat, n):
        yield from self.gain(seat, {"silver": n + 1})  # A13

    def visit_mines(self, seat, n):
        """A14."""
        if (yield from self.ask(seat, ["mine clay"] + ["mine gold"] * (n >= 2))) == "mine clay":
            yield from self.gain(seat, {"clay": n + 1})
        else:
            yield from self.gain(seat, {"gold": n // 2})

    def visit_tax_stand(self, seat, _n):
        """A19; the Thief lowers the loss."""
        yield from self.lose_virtue(seat, TAX_STAND_LOSS - self.bonus(seat, "tax_stand", "virtue_loss_reduced"))
        seat.silver += self.tax
        self.tax = 0

    # -- King's Storehouse ----------------------------------------------------------------------------------------

    def trade_terms(self, seat):
        """Return for each trade what is paid and gained (A15)."""
        return TRADES | {card: (effect["pay"], effect["gain"])
                         for card, effect in self.effects(seat, "storehouse_action")}

    def trades(self, seat):
        return [f"trade {name}" for name, (pay, _) in self.trade_terms(seat).items() if self.payable(seat, pay)]

    def visit_kings_storehouse(self, seat, n):
        for done in range(n):
            moves = self.trades(seat) + ["done"] * (done > 0)
            if not moves:  # M41
                return
            text = yield from self.ask(seat, moves)
            if text == "done":
                return
            name = text.split()[1]
            pay, gain = self.trade_terms(seat)[name]
            self.see("trade" if name in TRADES else "apprentice", name)
            yield from self.pay(seat, pay)
            yield from self.gain(seat, gain)

    # -- Workshop -------------------------------------------------------------------------------------------------

    def hire_cost(self, seat, card, n):
        """A16: 1 silver for each missing worker; influence cannot stand for it (M25)."""
        column = next(row.index(card) for row in self.display if card in row) + 1
        return HIRE | {"silver": HIRE["silver"] - (seat.board == "Rudolf"), "laid": max(0, column - n)}

    def hires(self, seat, n):
        return [f"hire {card}" for card in self.on_display() if self.payable(seat, self.hire_cost(seat, card, n))]

    def visit_workshop(self, seat, n):
        moves = self.hires(seat, n) + ["draw"] * bool(self.piles["buildings"])
        if not moves:  # M41
            return
        text = yield from self.ask(seat, moves)
        if text == "draw":
            self.draw(seat, 1 + n // 2)  # A17
            return
        card = text.split()[1]
        if seat.board == "Rudolf":
            self.see("board Rudolf")
        yield from self.make_room(seat)
        cost = self.hire_cost(seat, card, n)
        yield from self.pay(seat, cost)
        row = next(row for row in self.display if card in row)
        for skipped in row[:cost["laid"]]:
            self.coins[skipped] += 1
        yield from self.take_apprentice(seat, card)

    def make_room(self, seat):
        """A16, M36."""
        if len(seat.apprentices) >= self.base["apprentice_limit"] + (seat.board == "Rudolf"):
            card = (yield from self.ask(seat, [f"dismiss {card}" for card in seat.apprentices])).split()[1]
            seat.apprentices.remove(card)
            self.piles["apprentices"].append(card)

    def take_apprentice(self, seat, card, *, slide=True):
        """Its silver, the row, its virtue, Isabella's marble (A16)."""
        seat.silver += self.coins.pop(card, 0)
        row = next(row for row in self.display if card in row)
        row[row.index(card)] = None
        if slide:
            self.refill()
        seat.apprentices.append(card)
        yield from self.gain_virtue(seat, self.apprentice[card]["virtue"])
        if seat.board == "Isabella":
            self.see("board Isabella")
            seat.goods["marble"] += 1

    def hire_free(self, seat, *, or_draw=False):
        """Any card of the display for nothing (A18; Tavern, School: M43); return the text."""
        moves = [f"hire {card}" for card in self.on_display()]
        moves += ["draw"] * bool(or_draw and self.piles["buildings"])
        if not moves:
            return None
        text = yield from self.ask(seat, moves)
        if text != "draw":
            yield from self.make_room(seat)
            yield from self.take_apprentice(seat, text.split()[1])
        return text

    # -- Black Market ---------------------------------------------------------------------------------------------

    def market_cost(self, seat, space, *, used=True):
        less = self.bonus(seat, "black_market", "silver_discount", used=used)
        return {"silver": max(0, MARKET_PRICE[space] - less)}

    def market_open(self, seat, space):
        """A18, A27, M31; Zesiro may always go."""
        allowed = self.base["virtue_track"][seat.virtue]["black_market_allowed"] or seat.board == "Zesiro"
        something = space != "middle" or self.on_display() or self.piles["buildings"]
        return bool(allowed and something and self.payable(seat, self.market_cost(seat, space, used=False)))

    def market_goods(self, space):
        """A2, A18, M18: the cards, or what is printed under them."""
        printed = self.base["black_market_printed"]
        if space == "small":
            pile = self.piles["market"]
            return self.market_card[pile[0]]["small"] if pile else printed["small_space"]
        return self.market_card[self.large[-1]]["large"] if self.large else printed["large_space"]

    def visit_market(self, seat, space):
        yield from self.pay(seat, self.market_cost(seat, space))
        yield from self.lose_virtue(seat, 1 - self.bonus(seat, "black_market", "virtue_loss_ignored"))
        if space != "middle":
            yield from self.gain(seat, self.market_goods(space))
        elif (yield from self.hire_free(seat, or_draw=True)) == "draw":
            yield from self.draw_and_keep(seat)
        if seat.board == "Caroline":
            self.see("board Caroline")
            self.draw(seat, 1)

    def draw_and_keep(self, seat):
        """A18: the others go under the pile as drawn."""
        pile = self.piles["buildings"]
        cards = pile[:MARKET_DRAW]
        del pile[:MARKET_DRAW]
        kept = (yield from self.ask(seat, [f"keep {card}" for card in cards])).split()[1]
        seat.hand.append(kept)
        pile += [card for card in cards if card != kept]

    # -- Town Centre ----------------------------------------------------------------------------------------------

    def groups(self):
        """Return all that can be captured: place and seat (A20, A21)."""
        return [(place, who) for place in PLACES for who, n in self.workers[place].items() if n]

    def capture_cost(self, seat, done):
        """A20, M34: the first 1 tax, each further one 1 silver."""
        if not done:
            return {"tax": 1}
        return {"silver": max(0, 1 - self.bonus(seat, "town_centre", "silver_discount"))}

    def locations(self):
        """M33: from how many locations one action captures."""
        return 2 if len(self.order) <= FEW_SEATS else 1

    def visit_town_centre(self, seat, n):
        used, met = [], set()
        for done in range(n):
            cost = self.capture_cost(seat, done)
            moves = ["done"] * (done > 0)
            if self.payable(seat, cost):
                moves += [f"capture {place} {who}" for place, who in self.groups()
                          if place in used or len(used) < self.locations()]
            if not moves:  # M41
                return
            text = yield from self.ask(seat, moves)
            if text == "done":
                return
            _, place, who = text.split()
            used += [place] * (place not in used)
            yield from self.pay(seat, cost)
            yield from self.capture(seat, place, who, met)

    def capture(self, seat, place, who, met):
        """Take a group; Princess and Profiteer mind it once per action (W11, W12, M3)."""
        n = self.workers[place].pop(who)
        self.see("capture", "own" if who == seat.name else "others")
        if who == seat.name:
            seat.supply += n
        else:
            seat.captured[who] += n
        if place not in met and (self.at_princess(place) or self.at_profiteer(place)):
            met.add(place)
            self.see("capture at", "princess" if self.at_princess(place) else "profiteer")
            yield from self.gain_virtue(seat, -1 if self.at_princess(place) else 1)

    def free_capture(self, seat, met):
        """M33: anywhere, may be declined."""
        moves = [f"capture {place} {who}" for place, who in self.groups()]
        text = yield from self.ask(seat, [*moves, "skip"])
        if text != "skip":
            _, place, who = text.split()
            yield from self.capture(seat, place, who, met)

    # -- Guardhouse -----------------------------------------------------------------------------------------------

    def guard_actions(self, seat):
        """A22: those that do something and can be paid."""
        moves = ["prison"] if +seat.captured else []
        moves += ["release"] if seat.prison else []
        if self.held_by_others(seat):
            moves += ["rescue silver"] if self.payable(seat, RESCUE) else []
            moves += ["rescue debt"] if self.debts else []  # M35
        moves += ["payoff"] if seat.unpaid and self.payable(seat, PAY_OFF) else []
        return moves

    def visit_guardhouse(self, seat, n):
        for done in range(n):
            moves = self.guard_actions(seat) + ["done"] * (done > 0)
            if not moves:  # M41
                return
            text = yield from self.ask(seat, moves)
            if text == "done":
                return
            self.see("guardhouse", text)
            yield from self.guard(seat, text)

    def guard(self, seat, text):
        if text == "prison":
            seat.silver += self.send_to_prison(seat)
        elif text == "release":
            self.release(seat)
        elif text == "payoff":
            yield from self.pay(seat, PAY_OFF)
            yield from self.pay_off(seat)
        else:
            if text == "rescue silver":
                yield from self.pay(seat, RESCUE)
            else:
                self.take_debts(seat, 1)
                yield from self.lose_virtue(seat, 1)
            self.rescue(seat)

    def send_to_prison(self, seat):
        """Send all captured workers to prison; return how many."""
        sent = sum(seat.captured.values())
        for who, n in seat.captured.items():
            self.seats[who].prison += n
        seat.captured.clear()
        return sent

    @staticmethod
    def release(seat, most=None):
        """Take own workers out of prison, all or some."""
        n = seat.prison if most is None else min(most, seat.prison)
        seat.prison -= n
        seat.supply += n

    def rescue(self, seat):
        """Take all own workers back from other boards."""
        for other in self.others(seat):
            seat.supply += other.captured.pop(seat.name, 0)

    def pay_off(self, seat):
        """Flip a debt; Debt Collectors, then virtue."""
        seat.unpaid -= 1
        seat.paid += 1
        for card, effect in self.effects(seat, "debt_paid_off"):
            self.see("apprentice", card)
            yield from self.gain(seat, effect["gain"])
        yield from self.gain(seat, self.base["debt_card"]["on_pay_off"])


