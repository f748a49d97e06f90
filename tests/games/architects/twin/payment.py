"""Payments: every way in which a cost can be paid, and the decisions between them (FORMATS 8, W9)."""
from itertools import product

GROUND = ("clay", "wood", "stone")


class Payments:
    """Mixin. A cost names goods, silver, tax, influence, `laid` (silver on skipped cards), and `count` of `any_of`."""

    def relief(self, seat):
        """A27, M32: tax ignored in each payment."""
        ignored = self.base["virtue_track"][seat.virtue]["taxes_ignored_per_action"]
        return ignored + (seat.board == "Ada")

    def tax_due(self, seat, cost):
        return max(0, cost.get("tax", 0) - self.relief(seat))

    def payable(self, seat, cost):
        return next(self.ways(seat, cost), None) is not None

    def pay(self, seat, cost):
        """Decide step by step, each offering only what leaves the rest payable; pay all at once."""
        ways, step = list(self.ways(seat, cost)), 0
        while len(ways) > 1:
            text = yield from self.ask(seat, list({texts[step]: None for texts, _ in ways}))
            ways = [way for way in ways if way[0][step] == text]
            step += 1
        texts, paid = ways[0]
        self.tax += self.tax_due(seat, cost)  # A29
        self.take_payment(seat, paid)
        self.see_replaced(seat, texts)
        if seat.board == "Ada" and cost.get("tax"):
            self.see("board Ada")

    def take_payment(self, seat, paid):
        for kind, n in paid["goods"].items():
            seat.goods[kind] -= n
            assert seat.goods[kind] >= 0
        seat.silver -= paid["silver"]
        seat.influence -= paid["influence"]
        seat.left_over = paid["left_over"]
        assert seat.silver >= 0
        assert seat.influence >= 0

    def see_replaced(self, seat, texts):
        for verb, kind, *n in map(str.split, texts):
            if verb == "influence" and n != ["0"]:
                self.see("replaced", kind)
                for card, effect in self.effects(seat, "any_payment"):
                    if effect["substitute"]["for_resource"] == kind:
                        self.see("apprentice", card)
            elif verb == "with":
                self.see("board Therese")

    def ways(self, seat, cost):
        """Yield each complete way to pay: the texts of its decisions, and what is paid."""
        coins = seat.silver - self.tax_due(seat, cost) - cost.get("laid", 0)  # never replaced
        influence = seat.influence - cost.get("influence", 0)
        if coins < 0 or influence < 0:
            return
        for mixed, texts in self.mixes(cost):
            asked = {kind: cost.get(kind, 0) + mixed.get(kind, 0) for kind in (*GROUND, "gold", "marble")}
            for goods, used, more in self.ways_of_ground(seat, asked, influence):
                for metals, used_too, yet_more in self.ways_of_metal(seat, asked, influence - used):
                    for silver, pairs, left, last in self.ways_of_silver(
                            seat, cost.get("silver", 0), coins, influence - used - used_too):
                        spent = cost.get("influence", 0) + used + used_too + pairs
                        for piece, end in self.ways_of_gold(seat, metals):
                            yield [*texts, *more, *yet_more, *last, *end], {
                                "goods": goods | piece, "influence": spent, "left_over": left,
                                "silver": seat.silver - coins + silver}

    @staticmethod
    def mixes(cost):
        """Yield how many clay, wood and stone of a "k of these" are asked."""
        kinds, count = cost.get("any_of", cost.get("any_mix_of")), cost.get("count", 0)
        if not kinds:
            yield {}, []
            return
        for numbers in product(*(range(count + 1) if kind in kinds else [0] for kind in GROUND)):
            if sum(numbers) == count:
                yield dict(zip(GROUND, numbers, strict=True)), ["mix " + " ".join(map(str, numbers))]

    def charlatan(self, seat, kind):
        """Return the influence that stands for 1 of a good, with the right Charlatan."""
        for _, effect in self.effects(seat, "any_payment"):
            if effect["substitute"]["for_resource"] == kind:
                return effect["substitute"]["influence"]
        return None

    def ways_of_ground(self, seat, asked, influence, kinds=GROUND):
        """Yield what is paid of clay, wood and stone, the influence used, and the decisions."""
        if not kinds:
            yield {}, 0, []
            return
        kind, rate = kinds[0], self.charlatan(seat, kinds[0])
        for n in range(asked[kind] + 1):
            used = n * (rate or 0)
            if asked[kind] - n > seat.goods[kind] or used > influence or (n and not rate):
                continue
            text = [f"influence {kind} {n}"] if asked[kind] else []
            for goods, more_used, more in self.ways_of_ground(seat, asked, influence - used, kinds[1:]):
                yield goods | {kind: asked[kind] - n}, used + more_used, text + more

    def ways_of_metal(self, seat, asked, influence):
        """Yield the gold and marble still to be paid, the influence used, and the decisions (W9)."""
        rate = self.track["spend"][2]["influence"]
        own = seat.goods
        for gold in range(min(asked["gold"], influence // rate) + 1):
            for marble in range(min(asked["marble"], influence // rate - gold) + 1):
                rest = {"gold": asked["gold"] - gold, "marble": asked["marble"] - marble}
                if seat.board == "Therese":  # M44
                    enough = sum(rest.values()) <= own["gold"] + own["marble"]
                else:
                    enough = rest["gold"] <= own["gold"] and rest["marble"] <= own["marble"]
                if enough:
                    yield rest, rate * (gold + marble), [
                        f"influence {kind} {n}" for kind, n in (("gold", gold), ("marble", marble)) if asked[kind]]

    def ways_of_silver(self, seat, asked, coins, influence):
        """Yield the silver still to be paid, the influence used, what is then left over, and the decision (M39)."""
        if not asked:
            yield 0, 0, seat.left_over, []
            return
        price, left = self.track["spend"][0]["influence"], seat.left_over
        replaced = {asked, *range(left, asked, 2)}
        for n in sorted(replaced):
            pairs = max(0, -(-(n - left) // 2))  # 2 influence stand for 2 silver
            if price * pairs <= influence and asked - n <= coins:
                yield asked - n, price * pairs, left + 2 * pairs - n, [f"influence silver {n}"]

    def ways_of_gold(self, seat, metals):
        """Yield what is paid in gold and in marble; Therese may exchange them (M44)."""
        total = metals["gold"] + metals["marble"]
        if seat.board != "Therese" or not total:
            yield metals, []
            return
        for n in range(total + 1):
            if n <= seat.goods["gold"] and total - n <= seat.goods["marble"]:
                yield {"gold": n, "marble": total - n}, [f"with gold {n}"]
