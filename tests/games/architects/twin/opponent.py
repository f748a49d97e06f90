"""The opponent (W20-W36, M50-M62): it decides nothing."""
from tests.games.architects.twin.table import PLACES


class Opponents:
    """Mixin: the opponent's turn."""

    def opponents_turn(self, seat):
        """W22, M51, M53."""
        if not seat.supply:
            self.take_one_back(seat)
            return
        while True:
            effects = self.turn_scheme(seat)
            if self.reset_due:
                yield from self.reset(seat)
            if "flip_another_scheme" not in effects or not seat.supply:
                return

    def turn_scheme(self, seat):
        """Turn a scheme, lay a worker and do the section; return its effects."""
        pile = self.piles["schemes"]
        if not pile:
            pile += self.shuffled("schemes", self.discarded_schemes)
            self.discarded_schemes = []
        card = self.scheme[pile.pop(0)]
        self.discarded_schemes.append(card["id"])
        which = "top" if self.holds(seat, card["top_condition"]) else "bottom"
        self.see("scheme", card["id"], which)
        section = card[which]
        place, action = section["location"], None
        if place == "focus":
            self.see("focus", self.solo_board["id"])
            place, action = self.solo_board["focus_location"], self.focus
        self.place_by_scheme(seat, place, action or (lambda seat, n: self.do_section(seat, section["effects"], n)))
        return section["effects"]

    def place_by_scheme(self, seat, place, action):
        """M53: the worker, the Patron's influence, the Profiteer's, then the section."""
        if place == "princess_location":
            place = self.princess
        if place == "black_market":
            self.block = next(block for block in self.works["solo"]["black_market_block"]["order"]
                              if not self.market[block["space"]])  # M60
            place = self.block["space"]
        self.lay_worker(seat, place)
        if self.has_ability("O5") and place == "kings_storehouse":
            self.see("ability O5")
            self.gain_opponents_influence(seat, 1)
        if self.at_profiteer(place):
            self.gain_opponents_influence(seat, 1)  # W23
        n = self.workers[place][seat.name] + self.own_token(seat, place) if place in PLACES else 1
        action(seat, n)

    def has_ability(self, board):
        return self.solo_board["id"] == board

    def take_one_back(self, seat):
        """M51."""
        groups = {place: self.workers[place][seat.name] for place in PLACES if self.workers[place][seat.name]}
        if groups:
            most = max(groups.values())
            self.take_back(seat, self.first_by_board([place for place, n in groups.items() if n == most]))
        elif seat.name in self.market.values():
            self.take_back(seat, "black_market")
        elif seat.prison:
            self.take_back(seat, "prison")
        elif self.held_by_others(seat):
            self.take_back(seat, next(who for who in self.humans if self.seats[who].captured[seat.name]))

    # -- conditions (W33) -----------------------------------------------------------------------------------------

    def holds(self, seat, condition):
        """Whether the condition of a top section holds."""
        if condition is None:
            return True
        largest = max([n for place, who in self.groups() if who != seat.name for n in [self.workers[place][who]]],
                      default=0)
        princess = self.workers[self.princess]
        return {
            "own_workers_in_prison>=2": seat.prison >= 2,
            "a_location_has>=3_workers_of_one_human": largest >= 3,
            "a_location_has>=4_workers_of_one_human": largest >= 4,
            "tax>=4": self.tax >= 4, "tax>=8": self.tax >= 8,
            "influence<=5": seat.influence <= 5,
            "holds_captured_workers": bool(+seat.captured),
            "can_build_wonder_or_cathedral": bool(self.affordable_wonder(seat) or self.next_level(seat)),
            "can_cathedral_and_virtue<=9": bool(self.next_level(seat) and seat.virtue <= 9),
            "can_cathedral_and_future_pile_empty": bool(self.next_level(seat) and not self.piles["future"]),
            "has_strictly_most_workers_at_princess_location":
                all(princess[seat.name] > princess[who] for who in self.humans),
        }[condition]

    # -- sections (W32) -------------------------------------------------------------------------------------------

    def do_section(self, seat, effects, n):
        if self.tax_stand_section(effects):  # M60: the loss first
            self.suffer(seat, 2)
            self.coin(seat, self.tax)
            self.tax = 0
            return
        for effect in effects:
            if effect == "black_market_block":
                self.black_market_block(seat)
            elif effect == "capture per own worker":
                self.capture_groups(seat, n)
            elif effect == "guardhouse_actions":
                self.guardhouse_actions(seat, n)
            elif effect == "patron_formula":
                self.patron_formula(seat, n)
            elif effect in ("coins=1+own workers", "coins=own workers"):
                self.coin(seat, n + ("1+" in effect))
            else:
                self.do_effect(seat, effect)

    @staticmethod
    def tax_stand_section(effects):
        return set(effects) == {"take_all_tax_as_coins", "virtue-2"}

    def do_effect(self, seat, effect):
        """An effect that does not depend on the number of workers."""
        if effect == "tax+1":
            self.tax += 1
        elif effect == "contribute":
            self.contribute_by_marker(seat)
        elif effect == "remove_2_apprentices":
            self.remove_two_apprentices(seat)
        elif effect == "gain_future_scheme":
            self.gain_future_scheme(seat)
        elif effect == "cathedral":
            self.advance_opponent(seat)
        elif effect.startswith("first_possible: build_wonder | cathedral"):
            self.work_at_guildhall(seat)
        else:
            assert effect in ("flip_another_scheme", "focus_action"), effect

    def focus(self, seat, n):
        """W34."""
        board = self.solo_board["id"]
        if board == "O1":
            self.contribute_by_marker(seat)
            self.gain_future_scheme(seat)
        elif board == "O2":
            if +seat.captured:
                self.send_and_collect(seat)
            else:
                self.tax += 1
                self.capture_groups(seat, n)
        elif board == "O3":
            self.black_market_block(seat)
        elif board == "O4":
            self.remove_two_apprentices(seat)
            self.tax += 2  # M10
            for _ in range(2):
                self.gain_future_scheme(seat)
        elif board == "O5":
            self.patron_formula(seat, n)
        else:
            self.coin(seat, 1 + n)

    def patron_formula(self, seat, n):
        """1 marble per 2 workers, or 1 virtue with a single one."""
        if n == 1:
            self.raise_opponents_virtue(seat, 1)
        else:
            seat.goods["marble"] += n // 2

    def contribute_by_marker(self, seat):
        """W25, M55: the slot at the marker or the next free one to the right; coins, influence, virtue."""
        kind = next(kind for kind in self.from_marker(seat) if kind not in self.contributed)
        self.opponent_gains(seat, self.lay_contribution(kind))

    def from_marker(self, seat):
        """Return the resources from the marker to the right, then from clay on (W25)."""
        return self.resource_track[seat.marker:] + self.resource_track[:seat.marker]

    def remove_two_apprentices(self, seat):
        """M58: the column at the marker or the next one to the right that is not empty."""
        for kind in self.from_marker(seat):
            column = self.resource_track.index(kind)
            removed = [self.remove_apprentice(row, column) for row in self.display]
            if any(removed):
                break
        self.refill()

    def gain_future_scheme(self, seat):
        """W26: onto the discarded schemes; with none left the marker moves."""
        if self.piles["future"]:
            self.discarded_schemes.append(self.piles["future"].pop(0))
        else:
            self.coin(seat, 1)

    def black_market_block(self, seat):
        """M60."""
        if self.has_ability("O3"):
            self.see("ability O3")
        else:
            self.suffer(seat, -self.works["solo"]["black_market_block"]["always"]["virtue"])
        self.see("block", self.block["space"])
        self.opponent_gains(seat, self.block.get("gain", {}))
        for effect in self.block.get("effects", []):
            self.do_effect(seat, effect)

    # -- Guildhall ------------------------------------------------------------------------------------------------

    def work_at_guildhall(self, seat):
        """W29."""
        wonder = self.affordable_wonder(seat)
        if wonder:
            self.build_opponents_wonder(seat, wonder)
        elif self.next_level(seat):
            self.advance_opponent(seat)
        else:
            seat.goods["marble"] += 4

    def marble_for(self, wonder):
        """W28, M62."""
        total = self.works["solo"]["wonder_payment"]["total"] - 2 * self.has_ability("O1")
        return max(0, total - self.wonder[wonder]["influence"])

    def affordable_wonder(self, seat):
        """W25, W28: the wonder at the marker or the next one to the right that can be paid."""
        for kind in self.from_marker(seat):
            for card in self.in_play():
                wonder = self.wonder[card]
                if (wonder["resource"] == kind and seat.influence >= wonder["influence"]
                        and seat.goods["marble"] >= self.marble_for(card)):
                    return card
        return None

    def build_opponents_wonder(self, seat, card):
        """W28."""
        self.see("opponent wonder", card)
        seat.influence -= self.wonder[card]["influence"]
        seat.goods["marble"] -= self.marble_for(card)
        if self.has_ability("O1"):
            self.see("ability O1")
        self.tax += self.wonder[card]["tax"]
        seat.buildings.append(card)
        self.wonder_goods[card] = 0
        self.raise_opponents_virtue(seat, self.wonder[card]["virtue_on_build"])
        free = self.token_places()
        self.token[card] = next(place for place in self.solo_board["wonder_token_priority"] if place in free)
        self.informants_capture(seat)

    def advance_opponent(self, seat):
        """W29, M62."""
        seat.cathedral += 1
        self.see("opponent cathedral", seat.cathedral)
        self.raise_opponents_virtue(seat, 1)
        self.informants_capture(seat)

    def informants_capture(self, seat):
        """M57."""
        if self.has_ability("O4") and self.largest_group(seat):
            self.see("ability O4")
            self.tax += 1
            self.capture_groups(seat, 1)

    # -- captures and prison --------------------------------------------------------------------------------------

    def first_by_board(self, places):
        """Return the first of some places by the board's list; the Tax Stand is last (M16, M56)."""
        order = [self.princess if place == "princess_location" else place
                 for place in self.solo_board["capture_tiebreak"]]
        return next(place for place in [*order, "tax_stand"] if place in places)

    def largest_group(self, seat):
        """Return place and size of what it captures next (M56), None if there is nobody."""
        sizes = {(place, who): self.workers[place][who] for place, who in self.groups() if who != seat.name}
        if not sizes:
            return None
        most = max(sizes.values())
        return self.first_by_board([place for (place, _), n in sizes.items() if n == most]), most

    def capture_groups(self, seat, n):
        """W30, M56: at the chosen place all humans' groups of this size are one capture."""
        met = set()
        for _ in range(n):
            group = self.largest_group(seat)
            if not group:
                return
            place, size = group
            for who in self.humans:
                if self.workers[place][who] == size:
                    self.see("opponent captures")
                    seat.captured[who] += self.workers[place].pop(who)
            if place not in met:
                met.add(place)
                self.opponent_meets(seat, place)

    def opponent_meets(self, seat, place):
        """W23, M56."""
        if self.at_princess(place):
            self.suffer(seat, 1)
        elif self.at_profiteer(place):
            self.raise_opponents_virtue(seat, 1)

    def send_and_collect(self, seat):
        """M59: 1 coin each, the Enforcer's marble."""
        self.coin(seat, self.send_to_prison(seat))
        if self.has_ability("O2"):
            self.see("ability O2")
            seat.goods["marble"] += 1

    def guardhouse_actions(self, seat, n):
        """W31, M59: from the top of its list; the first three once each, then debts, then future schemes."""
        for row in self.solo_board["guardhouse_priority"]:
            if not n:
                return
            if row == "release_own_from_prison" and seat.prison:
                self.release(seat)
                n -= 1
            elif row == "send_captured_to_prison_gain_coins" and +seat.captured:
                self.send_and_collect(seat)
                n -= 1
            elif row == "rescue_own_from_player_boards" and self.held_by_others(seat):
                self.tax += 2
                self.rescue(seat)
                n -= 1
            elif row == "flip_unpaid_debt(repeatable)":
                n = self.flip_debts(seat, n)
            elif row == "gain_future_scheme(repeatable)":
                for _ in range(n):
                    self.gain_future_scheme(seat)

    def flip_debts(self, seat, n):
        """W31: 3 tax and 1 virtue each; return the actions left."""
        while n and seat.unpaid:
            seat.unpaid -= 1
            seat.paid += 1
            self.tax += 3
            self.raise_opponents_virtue(seat, self.base["debt_card"]["on_pay_off"]["virtue"])
            n -= 1
        return n

    # -- gains ----------------------------------------------------------------------------------------------------

    def coin(self, seat, n):
        """W24: each coin moves the marker 1 to the right; past the end it is a marble."""
        for _ in range(n):
            seat.marker += 1
            if seat.marker == len(self.resource_track):
                seat.marker = 0
                seat.goods["marble"] += 1

    def opponent_gains(self, seat, what):
        """W26, M45, M55."""
        seat.goods["marble"] += what.get("marble", 0) + what.get("gold", 0)
        self.coin(seat, what.get("silver", 0))
        self.take_debts(seat, what.get("debt", 0))
        self.gain_opponents_influence(seat, what.get("influence", 0))
        virtue = what.get("virtue", 0)
        if virtue < 0:
            self.suffer(seat, -virtue)
        self.raise_opponents_virtue(seat, max(0, virtue) + what.get("reward_card", 0))

    def gain_opponents_influence(self, seat, n):
        """W26: at the top it is virtue."""
        for _ in range(n):
            if seat.influence < self.track["max"]:
                seat.influence += 1
            else:
                self.raise_opponents_virtue(seat, 1)

    def raise_opponents_virtue(self, seat, n):
        """M54: above the top a debt is destroyed, without one it gains 2 coins."""
        for _ in range(n):
            if seat.virtue < self.most_virtue():
                seat.virtue += 1
            elif seat.unpaid:
                self.destroy_debts(seat, 1)
            else:
                self.coin(seat, 2)

    @staticmethod
    def opponents_reward(rewards):
        """M61: the left one, unless it is building cards alone."""
        return int(len(rewards) > 1 and set(rewards[0]) == {"building_card"})

    def opponents_reset_ability(self, seat):
        """M61."""
        if self.has_ability("O6"):
            self.see("ability O6")
            self.opponent_gains(seat, {"influence": 1, "silver": 2})

