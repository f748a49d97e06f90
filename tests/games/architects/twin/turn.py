"""Turns: placing a worker, what surrounds the action, taking a worker back."""
from tests.games.architects.twin.table import GOODS, PLACES, SPACES


class Turns:
    """Mixin: the order of a turn (FORMATS 8)."""

    def take_turns(self):
        """A9, A32."""
        self.phase = "turn"
        while self.left != 0:
            for seat in self.clockwise(self.setup["first"]):
                self.turn += 1
                self.active = seat.name
                if self.left is not None:
                    self.left -= 1
                yield from self.opponents_turn(seat) if self.is_opponent(seat) else self.take_turn(seat)
                for other in self.seats.values():
                    other.left_over = 0  # M39
                if self.left == 0:
                    break
        self.active = None

    def take_turn(self, seat):
        if seat.supply:
            places = [place for place in (*PLACES, *SPACES, "guildhall") if self.may_place(seat, place)]
            place = (yield from self.ask(seat, [f"place {place}" for place in places])).split()[1]
            yield from self.use_worker(seat, place)
        else:
            yield from self.recall(seat)
        if self.reset_due:
            yield from self.reset(seat)
        while len(seat.hand) > self.base["hand_limit"]["value"]:  # A12
            card = (yield from self.ask(seat, [f"discard {card}" for card in seat.hand])).split()[1]
            self.discard(seat, card)

    def recall(self, seat):
        """A11."""
        places = [place for place in PLACES if self.workers[place][seat.name]]
        if not places:
            places += ["black_market"] if seat.name in self.market.values() else []
            places += ["prison"] if seat.prison else []
            places += [other.name for other in self.others(seat) if other.captured[seat.name]]
        if places:
            self.take_back(seat, (yield from self.ask(seat, [f"recall {place}" for place in places])).split()[1])

    def take_back(self, seat, where):
        """Take 1 worker back from wherever it is; of the market's the leftmost."""
        if where in PLACES:
            self.workers[where][seat.name] -= 1
        elif where == "black_market":
            self.market[next(space for space in SPACES if self.market[space] == seat.name)] = None
        elif where == "prison":
            seat.prison -= 1
        else:
            self.seats[where].captured[seat.name] -= 1
        seat.supply += 1

    # -- where a worker may go ------------------------------------------------------------------------------------

    def may_place(self, seat, place):
        """A10, M31: judged with what he owns and what placing there gives before the action."""
        if place in SPACES and self.market[place]:
            return False
        influence, silver = seat.influence, seat.silver
        more = sum(effect["gain"].get("influence", 0) for _, effect in self.placing_gains(seat, place))
        more += self.at_profiteer(place) + self.own_token(seat, place)
        seat.influence = min(self.track["max"], influence + more)
        seat.silver += self.at_profiteer(place) and seat.board == "Charles"
        try:
            return self.possible(seat, place)
        finally:
            seat.influence, seat.silver = influence, silver

    def possible(self, seat, place):
        """Whether the action can be paid and does something, with a worker there (M31)."""
        if place == "kings_storehouse":
            return bool(self.trades(seat))
        if place == "workshop":
            return bool(self.piles["buildings"] or self.hires(seat, n=1))
        if place == "town_centre":  # the worker itself can be captured
            return self.payable(seat, {"tax": 1})
        if place == "tax_stand":
            return self.tax > 0
        if place == "guardhouse":
            return bool(self.guard_actions(seat))
        if place == "guildhall":
            return bool(self.constructions(seat))
        if place in SPACES:
            return self.market_open(seat, place)
        return True

    # -- from the worker to the action and beyond -----------------------------------------------------------------

    def use_worker(self, seat, place):
        """Steps 1-6 of a turn; a worker laid by a building does them too (M8)."""
        self.see("place", place)
        self.lay_worker(seat, place)
        for card, effect in self.placing_gains(seat, place):
            self.see("apprentice", card)
            yield from self.gain(seat, effect["gain"])
        extra = yield from self.visit_wonder(seat, place)
        due = yield from self.before_action(seat, place)
        if place in SPACES:
            yield from self.visit_market(seat, place)
        elif place == "guildhall":
            yield from self.construct(seat)
        else:
            yield from getattr(self, f"visit_{place}")(seat, self.own_workers(seat, place) + extra)
        yield from self.after_action(seat, place, due)

    def lay_worker(self, seat, place):
        """A23, A30, A32: some workers make a reset due, one fills the Guildhall."""
        seat.supply -= 1
        if place in SPACES:
            self.market[place] = seat.name
            self.reset_due |= all(self.market.values())
        elif place == "guildhall":
            self.guildhall.append(seat.name)
            hall, seats = self.base["guildhall"], str(len(self.order))
            self.reset_due |= len(self.guildhall) in hall["reset_on_nth_worker"][seats]
            if len(self.guildhall) == hall["total_by_players"][seats]:
                self.left = len(self.order)  # M46
        else:
            self.workers[place][seat.name] += 1

    def placing_gains(self, seat, place):
        where = "black_market" if place in SPACES else place
        return [pair for pair in self.effects(seat, "place", location=where) if "gain" in pair[1]]

    def own_workers(self, seat, place):
        """Count own workers at a place (A9); Arnold counts the Princess as one of his."""
        princess = seat.board == "Arnold" and self.at_princess(place)
        if princess:
            self.see("board Arnold")
        return self.workers[place][seat.name] + princess

    def visit_wonder(self, seat, place):
        """W18, M40: 1 influence, or 1 worker more (returned)."""
        if not self.own_token(seat, place):
            return 0
        if (yield from self.ask(seat, ["wonder influence", "wonder worker"])) == "wonder worker":
            return 1
        self.gain_influence(seat, 1)
        return 0

    def before_action(self, seat, place):
        """W11, W12; return what is still due after the action."""
        if self.at_profiteer(place):
            if (yield from self.ask(seat, ["profiteer now", "profiteer later"])) == "profiteer later":
                return "profiteer"
            yield from self.meet_profiteer(seat)
        elif self.at_princess(place):
            text = yield from self.ask(seat, [*self.contributions(seat), "later"])
            if text == "later":
                return "princess"
            yield from self.contribute(seat, text.split()[1])
        return None

    def after_action(self, seat, place, due):
        if due == "profiteer":
            yield from self.meet_profiteer(seat)
        elif due == "princess":
            text = yield from self.ask(seat, [*self.contributions(seat), "pass"])
            if text != "pass":
                yield from self.contribute(seat, text.split()[1])

    def meet_profiteer(self, seat):
        """W12."""
        self.see("profiteer")
        if seat.board == "Charles":
            self.see("board Charles")
        yield from self.gain(seat, {"influence": 1, "silver": int(seat.board == "Charles")})

    # -- contributing ---------------------------------------------------------------------------------------------

    def contributions(self, seat):
        """W13, M44."""
        return [f"contribute {kind}" for kind in GOODS
                if kind not in self.contributed and any(seat.goods[piece] for piece in self.pieces(seat, kind))]

    @staticmethod
    def pieces(seat, kind):
        """Return the goods that may be laid on a kind's slot."""
        return ("gold", "marble") if seat.board == "Therese" and kind in ("gold", "marble") else (kind,)

    def contribute(self, seat, kind):
        """W13, W14: physical pieces only (W10)."""
        piece = kind
        if len(self.pieces(seat, kind)) > 1:
            ways = [f"with gold {n}" for n, good in ((0, "marble"), (1, "gold")) if seat.goods[good]]
            piece = "gold" if (yield from self.ask(seat, ways)) == "with gold 1" else "marble"
        seat.goods[piece] -= 1
        yield from self.gain(seat, self.lay_contribution(kind))

    def lay_contribution(self, kind):
        """Lay a piece on its slot; return what the slot gives."""
        card = self.piles["contributions"][0]
        self.contributed.append(kind)
        self.see("contribution", card, kind)
        self.reset_due |= len(self.contributed) == len(GOODS)
        return self.contribution_card[card]["contribution"][kind]
