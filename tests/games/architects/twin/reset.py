"""The Black Market reset (A31, W15)."""
from tests.games.architects.twin.table import SPACES


class Resets:
    """Mixin: the steps of a reset, clockwise from the one whose turn it is (M48)."""

    def reset(self, seat):
        self.reset_due = False
        self.see("reset")
        seats = self.clockwise(seat.name)
        self.clear_market()
        self.turn_market_card()
        if self.with_wonders:
            yield from self.orphans_and_noblewomen(seats)
            yield from self.profiteers_consequence(seats)
            yield from self.princess_reward(seats)
            self.move_contributions()
            self.turn_contribution_card()
            self.move_figures()
        yield from self.reset_abilities(seats)
        yield from self.many_in_prison(seats)
        self.most_in_prison(seats)

    def clear_market(self):
        """W15 (1)."""
        for space in SPACES:
            if self.market[space]:
                self.seats[self.market[space]].prison += 1
                self.market[space] = None

    def turn_market_card(self):
        """W15 (2), M47."""
        pile = self.piles["market"]
        if not pile and self.with_wonders:
            pile += self.shuffled("market", self.large)
            self.large = []
        if pile:
            self.large.append(pile.pop(0))

    def orphans_and_noblewomen(self, seats):
        """W15 (3)."""
        where = {"own_worker_at_profiteer_location": self.profiteer, "own_worker_at_princess_location": self.princess}
        for seat in seats:
            for card, effect in self.effects(seat, "black_market_reset_step3"):
                if self.workers[where[effect["condition"]]][seat.name]:
                    self.see("apprentice", card)
                    yield from self.gain(seat, effect["gain"])

    def profiteers_consequence(self, seats):
        """W15 (4): the effect, then the workers to prison, one player after the other (M2, M48)."""
        effect = self.contribution_card[self.consequence]["consequence"]["profiteer_effect"]
        there = self.workers[self.profiteer]
        for seat in [seat for seat in seats if there[seat.name]]:
            self.see("consequence", self.consequence)
            yield from self.gain(seat, effect.get("gain", {}))
            yield from self.lose_virtue(seat, effect.get("lose", {}).get("virtue", 0))
            seat.prison += there.pop(seat.name)

    def princess_reward(self, seats):
        """W15 (5): none if nobody is there, ties all gain."""
        rewards = self.contribution_card[self.consequence]["consequence"]["princess_reward"]
        there = self.workers[self.princess]
        most = max(there.values(), default=0)
        for seat in [seat for seat in seats if most and there[seat.name] == most]:
            if self.is_opponent(seat):
                which = self.opponents_reward(rewards)
            else:
                moves = [f"reward {n}" for n in range(1, len(rewards) + 1)]
                which = int((yield from self.ask(seat, moves)).split()[1]) - 1
            self.see("princess", self.consequence, which + 1)
            yield from self.gain(seat, rewards[which])

    def move_contributions(self):
        """W15 (6)."""
        for card in self.in_play():
            self.wonder_goods[card] += self.wonder[card]["resource"] in self.contributed
        self.contributed = []

    def turn_contribution_card(self):
        """W15 (7): from an empty pile all are shuffled and W7 is done again."""
        pile = self.piles["contributions"]
        self.consequence = pile.pop(0)
        if not pile:
            pile += self.shuffled("contributions", self.contribution_card)
            self.open_contributions()

    def reset_abilities(self, seats):
        """W15 (9): Gatekeeper before Squires (M48), the Peddler (M61)."""
        for seat in seats:
            for card, effect in self.effects(seat, "black_market_reset"):
                if "release_own_from_prison" in effect:
                    self.see("apprentice", card)
                    self.release(seat, effect["release_own_from_prison"])
            for card, effect in self.effects(seat, "black_market_reset", condition="no_own_workers_in_prison"):
                if not seat.prison:
                    self.see("apprentice", card)
                    yield from self.gain(seat, effect["gain"])
            if self.is_opponent(seat):
                self.opponents_reset_ability(seat)

    def many_in_prison(self, seats):
        """W15 (10)."""
        for seat in [seat for seat in seats if seat.prison >= 3]:
            self.see("3 in prison")
            yield from self.lose_virtue(seat, 1)

    def most_in_prison(self, seats):
        """W15 (11)."""
        most = max(seat.prison for seat in seats)
        for seat in seats:
            if most and seat.prison == most:
                self.take_debts(seat, 1)
