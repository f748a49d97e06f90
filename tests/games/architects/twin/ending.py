"""The end of the game: virtue of buildings, the 4 gold, points (A33, W19, M49)."""


class Ending:
    """Mixin: end and result."""

    def end(self):
        """M19, M49."""
        self.phase, self.left = "end", 0
        seats = self.clockwise(self.setup["first"])
        for seat in seats:
            for card, effect in self.end_effects(seat):
                if "before_scoring" in effect:
                    self.see("end", card)
                    self.release(seat)
        for seat in seats:
            yield from self.end_virtue(seat, 1)
        for seat in seats:
            yield from self.end_virtue(seat, -1)
        if self.with_wonders:
            self.share_gold()
        self.phase = "over"
        self.see_end_effects(seats)

    def see_end_effects(self, seats):
        """Count the end-of-game effects that made a difference."""
        for seat in seats:
            for card, effect in self.end_effects(seat):
                if self.points_of(seat, effect) or (seat.unpaid and "unpaid_debt_vp_each" in effect):
                    self.see("end", card)

    def end_effects(self, seat):
        """Return a seat's end-of-game effects in the order built."""
        return [(card, self.building[card]["effect"]) for card in seat.buildings
                if card not in self.wonder and self.building[card]["timing"] == "end"]

    def end_virtue(self, seat, sign):
        """All gains (1) or all losses (-1), each judged when it comes."""
        for card, effect in self.end_effects(seat):
            n = self.virtue_of(seat, effect) * sign
            if n > 0:
                self.see("end", card)
                yield from self.gain_virtue(seat, n * sign)

    def virtue_of(self, seat, effect):
        if "virtue" in effect:
            return effect["virtue"] * self.meets(seat, effect.get("condition"))
        return self.per(seat, effect, "virtue")

    def per(self, seat, effect, kind):
        """Return what an effect gives of `vp` or `virtue` per something."""
        skill = effect.get(f"{kind}_per_apprentice_with")
        if skill:
            return sum(skill in self.apprentice[card]["skills"] for card in seat.apprentices)
        per = effect.get(f"{kind}_per")
        if not per:
            return 0
        if isinstance(per, str):
            per = {"what": per}
        n = self.amount(seat, per["any_of"]) if "any_of" in per else self.measure(seat, per["what"])
        return n // per.get("count", 1)

    def meets(self, seat, condition):
        """M20: ties give nothing."""
        if condition is None:
            return True
        if condition == "no_unpaid_debts":
            return not seat.unpaid
        if condition == "strictly_most_cathedral":
            return all(seat.cathedral > other.cathedral for other in self.others(seat))
        good = condition.removeprefix("strictly_most:")
        return all(self.holding(seat, good) > self.holding(other, good) for other in self.others(seat))

    def holding(self, seat, good):
        """What a Market compares: the opponent's virtue with the humans' goods (W27)."""
        if self.is_opponent(seat):
            return seat.virtue
        return seat.silver if good == "silver" else self.amount(seat, [good])

    def share_gold(self):
        """W19, M9: floor of an even share; the opponent takes marble (M61)."""
        bonus = self.track["end_bonus"]["gold"]
        most = max(seat.influence for seat in self.seats.values())
        winners = [seat for seat in self.seats.values() if seat.influence == most]
        for seat in winners:
            seat.goods["marble" if self.is_opponent(seat) else "gold"] += bonus // len(winners)

    # -- result ---------------------------------------------------------------------------------------------------

    def result(self):
        """Return the result as if the points were counted now (A33)."""
        parts = {name: self.parts(seat) for name, seat in self.seats.items()}
        points = {name: sum(parts[name].values()) for name in parts}
        rank = {name: (points[name], seat.virtue, seat.silver) for name, seat in self.seats.items()}
        return {"points": points, "parts": parts,
                "winners": [name for name in rank if rank[name] == max(rank.values())]}

    def parts(self, seat):
        cards = [self.wonder[card] if card in self.wonder else self.building[card] for card in seat.buildings]
        levels = self.base["cathedral"]
        return {
            "buildings": sum(card["vp"] for card in cards),
            "effects": sum(self.points_of(seat, effect) for _, effect in self.end_effects(seat)),
            "cathedral": levels[seat.cathedral - 1]["vp"] if seat.cathedral else 0,
            "virtue": self.base["virtue_track"][seat.virtue]["vp"],
            "debts": seat.unpaid * self.points_per_debt(seat),
            "goods": seat.goods["gold"] + seat.goods["marble"],
            "silver": seat.silver // 10,
            "prison": -(seat.prison // 2),
        }

    def points_of(self, seat, effect):
        if "vp" in effect:
            return effect["vp"] * self.meets(seat, effect.get("condition"))
        return self.per(seat, effect, "vp")

    def points_per_debt(self, seat):
        """M37: Fountain and Gambler's Den add up."""
        usual = self.base["debt_card"]["unpaid_vp"]
        return usual + sum(effect["unpaid_debt_vp_each"] - usual for _, effect in self.end_effects(seat)
                           if "unpaid_debt_vp_each" in effect)
