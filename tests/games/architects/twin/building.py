"""The Guildhall: buildings, wonders, the cathedral, and what buildings do at once."""
from tests.games.architects.twin.table import GOODS


class Building:
    """Mixin: constructing."""

    def constructions(self, seat):
        """A24, A25, W16: what can be built now."""
        moves = [f"build {card}" for card in seat.hand if self.can_build(seat, card)]
        moves += [f"build {card}" for card in self.in_play() if self.payable(seat, self.wonder_cost(card))]
        return moves + ["cathedral"] * self.can_advance(seat)

    def skills(self, seat):
        return {skill for card in seat.apprentices for skill in self.apprentice[card]["skills"]}

    def can_build(self, seat, card):
        building = self.building[card]
        return set(building["skills"]) <= self.skills(seat) and self.payable(seat, building["cost"])

    def wonder_cost(self, card):
        """W16: what lies on the card is paid already."""
        wonder = self.wonder[card]
        return {wonder["resource"]: max(0, wonder["cost"] - self.wonder_goods[card]),
                "influence": wonder["influence"], "tax": wonder["tax"]}

    def next_level(self, seat):
        """Return the cathedral's next level, None if there is no room (A25)."""
        if seat.cathedral == len(self.base["cathedral"]):
            return None
        level = self.base["cathedral"][seat.cathedral]
        there = sum(other.cathedral == level["level"] for other in self.seats.values())
        return level if there < level["spaces"] else None

    def can_advance(self, seat):
        """A25, A27; Louis may always."""
        level = self.next_level(seat)
        allowed = self.base["virtue_track"][seat.virtue]["cathedral_allowed"] or seat.board == "Louis"
        card = seat.hand or seat.board == "Frederick"
        return bool(level and allowed and card and self.payable(seat, level["cost"]))

    def construct(self, seat):
        """A23."""
        moves = self.constructions(seat)
        if not moves:
            return
        text = yield from self.ask(seat, moves)
        if text == "cathedral":
            yield from self.advance(seat)
        elif text.split()[1] in self.wonder:
            yield from self.build_wonder(seat, text.split()[1])
        else:
            yield from self.build(seat, text.split()[1])

    def build(self, seat, card):
        """M42."""
        building = self.building[card]
        yield from self.pay(seat, building["cost"])
        seat.hand.remove(card)
        seat.buildings.append(card)
        yield from self.gain_virtue(seat, building["virtue"])
        yield from self.celebrate(seat)
        self.see("building", card)
        if building["timing"] == "immediate":
            yield from self.immediately(seat, building["effect"])

    def build_wonder(self, seat, card):
        """W17."""
        yield from self.pay(seat, self.wonder_cost(card))
        self.see("wonder", card)
        seat.buildings.append(card)
        self.wonder_goods[card] = 0
        yield from self.gain_virtue(seat, self.wonder[card]["virtue_on_build"])
        text = yield from self.ask(seat, [f"token {place}" for place in self.token_places()])
        self.token[card] = text.split()[1]
        yield from self.celebrate(seat)

    def token_places(self):
        return [place for place in self.works["wonder_token_spots"] if place not in self.token.values()]

    def celebrate(self, seat):
        """Zesiro, then Journeymen (M42)."""
        if seat.board == "Zesiro":
            self.see("board Zesiro")
            self.gain_influence(seat, 1)
        for card, effect in self.effects(seat, "construct_building_or_wonder"):
            self.see("apprentice", card)
            yield from self.gain(seat, effect["gain"])

    def advance(self, seat):
        """A25, M42."""
        yield from self.pay(seat, self.next_level(seat)["cost"])
        if seat.board == "Frederick":
            self.see("board Frederick")
        else:
            self.discard(seat, (yield from self.ask(seat, [f"discard {card}" for card in seat.hand])).split()[1])
        seat.cathedral += 1
        self.see("cathedral", seat.cathedral)
        if seat.board == "Zesiro":
            self.gain_influence(seat, 1)
        for card, effect in self.effects(seat, "cathedral_advance"):
            self.see("apprentice", card)
            yield from self.gain(seat, effect["gain"])
        yield from self.take_reward(seat)

    # -- immediate effects ----------------------------------------------------------------------------------------

    def immediately(self, seat, effect):
        """Each key of an effect names its method."""
        for key, value in effect.items():
            act = getattr(self, f"at_once_{key}", None)
            if act:
                yield from act(seat, value)

    def at_once_gain(self, seat, what):
        yield from self.gain(seat, what)

    def at_once_choice(self, seat, options):
        """Clay Pit, Treasury; the Barracks may do nothing."""
        if all(isinstance(option, dict) for option in options):
            text = yield from self.ask(seat, [f"choose {n}" for n in range(1, len(options) + 1)])
            yield from self.gain(seat, options[int(text.split()[1]) - 1])
            return
        useful = {"release_own_workers_from_all_player_boards_free": self.held_by_others(seat),
                  "one_free_capture": self.groups()}
        moves = [f"choose {n}" for n, option in enumerate(options, 1) if useful[option]]
        text = yield from self.ask(seat, [*moves, "skip"])
        if text != "skip":
            if options[int(text.split()[1]) - 1] == "one_free_capture":
                yield from self.free_capture(seat, set())
            else:
                self.rescue(seat)

    def at_once_all_players_with_3plus_in_prison(self, seat, what):
        """Watchtower, its owner too."""
        for other in [other for other in self.clockwise(seat.name) if other.prison >= 3]:
            yield from self.gain(other, what)

    def at_once_all_players(self, seat, what):
        """Monument, Atelier (M45)."""
        for other in self.clockwise(seat.name):
            yield from self.gain(other, what)

    def at_once_all_players_release_own_from_prison(self, seat, _all):
        """Abbey."""
        for other in self.clockwise(seat.name):
            self.release(other)
        yield from ()

    def at_once_release_own_from_prison(self, seat, _all):
        """Hideout."""
        self.release(seat)
        yield from ()

    def at_once_free_captures(self, seat, n):
        """Armoury, Fortress, Pillory: one action (M33)."""
        met = set()
        for _ in range(n):
            yield from self.free_capture(seat, met)

    def at_once_may_destroy_unpaid_debt(self, seat, n):
        """Church (M37)."""
        yield from self.may_destroy(seat, n)

    def at_once_may_discard_building_card_for(self, seat, what):
        """Library."""
        text = yield from self.ask(seat, [*(f"discard {card}" for card in seat.hand), "skip"])
        if text != "skip":
            self.discard(seat, text.split()[1])
            yield from self.gain(seat, what)

    def at_once_may_pay_off_debt_free(self, seat, _one):
        """Courthouse (M37)."""
        if seat.unpaid and (yield from self.ask(seat, ["payoff", "skip"])) == "payoff":
            yield from self.pay_off(seat)

    def at_once_gold_per(self, seat, per):
        """Palace."""
        yield from self.gain(seat, {"gold": self.measure(seat, per["what"]) // per["count"]})

    def at_once_influence_per(self, seat, what):
        """Cloister."""
        yield from self.gain(seat, {"influence": self.measure(seat, what)})

    def at_once_place_extra_worker(self, seat, place):
        """M8, M43."""
        if seat.supply and self.may_place(seat, place):
            yield from self.use_worker(seat, place)

    def at_once_discard_leftmost_8_apprentices(self, _seat, _true):
        """School: columns 1-4, column by column, row 1 first (M43); silver on them to the supply (M36)."""
        for column in range(4):
            for row in self.display:
                self.remove_apprentice(row, column)
        self.refill()
        yield from ()

    def remove_apprentice(self, row, column):
        """Put a card of the display under its pile (M36); return whether there was one."""
        card, row[column] = row[column], None
        if card:
            self.coins.pop(card, None)
            self.piles["apprentices"].append(card)
        return bool(card)

    def at_once_hire_free_faceup_apprentice(self, seat, n):
        """Tavern, School."""
        for _ in range(n):
            yield from self.hire_free(seat)

    # -- counting -------------------------------------------------------------------------------------------------

    def measure(self, seat, what):
        """Count what an effect asks for."""
        return {
            "virtue": seat.virtue, "influence": seat.influence, "silver": seat.silver, "paid_debt": seat.paid,
            "own_apprentice": len(seat.apprentices), "constructed_building": len(seat.buildings),
            "own_cathedral_level": seat.cathedral, "captured_worker_on_own_board": sum(seat.captured.values()),
            "pair(constructed_building,own_cathedral_level)": min(len(seat.buildings), seat.cathedral),
        }[what]

    def amount(self, seat, goods):
        """Count goods; gold and marble are one for Therese (M44)."""
        if seat.board == "Therese" and {"gold", "marble"} & set(goods):
            goods = {*goods, "gold", "marble"}
        return sum(seat.goods[good] for good in GOODS if good in goods)
