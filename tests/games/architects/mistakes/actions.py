"""Mistakes about places, building, virtue, payments, setup and end."""
from tests.games.architects.mistakes.common import ALL, mistake
from tests.games.architects.play import WONDERS
from tests.games.architects.twin import Twin

# -- places --------------------------------------------------------------------------------------------------------


@mistake()
class SilversmithWithoutTheOneMore(Twin):
    def visit_silversmith(self, seat, n):
        yield from self.gain(seat, {"silver": n})


@mistake()
class GoldRoundedUp(Twin):
    def visit_mines(self, seat, n):
        if (yield from self.ask(seat, ["mine clay"] + ["mine gold"] * (n >= 2))) == "mine clay":
            yield from self.gain(seat, {"clay": n + 1})
        else:
            yield from self.gain(seat, {"gold": (n + 1) // 2})


@mistake()
class QuarryCountsAllWorkers(Twin):
    def visit_quarry(self, seat, n):
        yield from self.gain(seat, {"stone": sum(self.workers["quarry"].values())})


@mistake()
class MarbleForClayToo(Twin):
    def trade_terms(self, seat):
        return super().trade_terms(seat) | {"marble": ({"any_of": ["clay", "wood", "stone"], "count": 3},
                                                       {"marble": 1})}


@mistake()
class SkippedCardsAtTheRight(Twin):
    def take_apprentice(self, seat, card, *, slide=True):
        row = next(row for row in self.display if card in row)
        skipped = row[:row.index(card)]
        if slide and len(skipped) > 1 and self.coins[skipped[0]] > self.coins[skipped[-1]]:
            self.coins[skipped[0]] -= 1
            self.coins[skipped[-1]] += 1
        yield from super().take_apprentice(seat, card, slide=slide)


@mistake()
class SilverOnCardStays(Twin):
    def take_apprentice(self, seat, card, *, slide=True):
        self.coins.pop(card, 0)
        yield from super().take_apprentice(seat, card, slide=slide)


@mistake()
class DismissedLeavesTheGame(Twin):
    def make_room(self, seat):
        before = len(self.piles["apprentices"])
        yield from super().make_room(seat)
        del self.piles["apprentices"][before:]


@mistake()
class DismissedVirtueIsUndone(Twin):
    def make_room(self, seat):
        before = list(seat.apprentices)
        yield from super().make_room(seat)
        for card in set(before) - set(seat.apprentices):
            yield from self.gain_virtue(seat, -self.apprentice[card]["virtue"])


@mistake()
class HireNeedsNoTax(Twin):
    def hire_cost(self, seat, card, n):
        return super().hire_cost(seat, card, n) | {"silver": 4, "tax": 0}


@mistake()
class DrawsRoundedUp(Twin):
    def visit_workshop(self, seat, n):
        hand = len(seat.hand)
        yield from super().visit_workshop(seat, n)
        if len(seat.hand) > hand and n % 2:
            self.draw(seat, 1)


@mistake()
class RefillFromTheSecondRow(Twin):
    def refill(self):
        self.display.reverse()
        super().refill()
        self.display.reverse()


@mistake()
class MarketOpenAtAnyVirtue(Twin):
    def market_open(self, seat, space):
        virtue, seat.virtue = seat.virtue, min(seat.virtue, 9)
        try:
            return super().market_open(seat, space)
        finally:
            seat.virtue = virtue


@mistake()
class MarketDrawDiscardedInFront(Twin):
    def draw_and_keep(self, seat):
        pile = self.piles["buildings"]
        rest = len(pile[5:])
        yield from super().draw_and_keep(seat)
        pile[:] = pile[rest:] + pile[:rest]


@mistake()
class TaxStandCostsOneVirtue(Twin):
    def visit_tax_stand(self, seat, n):
        seat.silver += self.tax
        self.tax = 0
        yield from self.lose_virtue(seat, 1 - self.bonus(seat, "tax_stand", "virtue_loss_reduced"))


@mistake()
class FurtherCapturesFree(Twin):
    def capture_cost(self, seat, done):
        return {"silver": 0} if done else super().capture_cost(seat, done)


@mistake()
class OwnWorkersNotCaptured(Twin):
    def groups(self):
        return [(place, who) for place, who in super().groups() if who != self.active]


@mistake([kind for kind in ALL if kind["players"] > 3])
class TwoLocationsWithFourPlayers(Twin):
    def locations(self):
        return 2


@mistake([kind for kind in ALL if kind["players"] < 4])
class OneLocationWithFewPlayers(Twin):
    def locations(self):
        return 1


@mistake()
class ThreeSilverForPrisonersAtMost(Twin):
    def send_to_prison(self, seat):
        return min(3, super().send_to_prison(seat))


@mistake()
class RescueByDebtKeepsVirtue(Twin):
    def guard(self, seat, text):
        if text == "rescue debt":
            self.take_debts(seat, 1)
            self.rescue(seat)
        else:
            yield from super().guard(seat, text)


@mistake()
class PaidDebtGivesNoVirtue(Twin):
    def pay_off(self, seat):
        seat.unpaid -= 1
        seat.paid += 1
        for _, effect in self.effects(seat, "debt_paid_off"):
            yield from self.gain(seat, effect["gain"])


@mistake()
class PaidDebtsReturn(Twin):
    def pay_off(self, seat):
        self.debts += 1
        yield from super().pay_off(seat)


@mistake()
class RecallFromAnywhere(Twin):
    def recall(self, seat):
        if seat.prison:
            self.take_back(seat, "prison")
        else:
            yield from super().recall(seat)


@mistake()
class SevenCardsInHand(Twin):
    def take_turn(self, seat):
        self.base = self.base | {"hand_limit": {"value": 7}}
        yield from super().take_turn(seat)


# -- Guildhall -----------------------------------------------------------------------------------------------------


@mistake()
class OneApprenticePerSkill(Twin):
    def can_build(self, seat, card):
        return super().can_build(seat, card) and len(self.building[card]["skills"]) <= len(seat.apprentices)


@mistake()
class CathedralAtAnyVirtue(Twin):
    def can_advance(self, seat):
        virtue, seat.virtue = seat.virtue, max(seat.virtue, 5)
        try:
            return super().can_advance(seat)
        finally:
            seat.virtue = virtue


@mistake()
class CathedralSpacesWithoutEnd(Twin):
    def next_level(self, seat):
        levels = self.base["cathedral"]
        return levels[seat.cathedral] if seat.cathedral < len(levels) else None


@mistake()
class LeftLevelsStayTaken(Twin):
    def next_level(self, seat):
        level = super().next_level(seat)
        if level and sum(other.cathedral >= level["level"] for other in self.seats.values()) >= level["spaces"]:
            return None
        return level


@mistake()
class EffectBeforePrintedVirtue(Twin):
    def build(self, seat, card):
        building = self.building[card]
        yield from self.pay(seat, building["cost"])
        seat.hand.remove(card)
        seat.buildings.append(card)
        if building["timing"] == "immediate":
            yield from self.immediately(seat, building["effect"])
        yield from self.gain_virtue(seat, building["virtue"])
        yield from self.celebrate(seat)


@mistake()
class PalaceRoundsUp(Twin):
    def at_once_gold_per(self, seat, per):
        yield from self.gain(seat, {"gold": -(-self.measure(seat, per["what"]) // per["count"])})


@mistake()
class MonumentForOwnerOnly(Twin):
    def at_once_all_players(self, seat, what):
        yield from self.gain(seat, what)


@mistake()
class WatchtowerSparesOwner(Twin):
    def at_once_all_players_with_3plus_in_prison(self, seat, what):
        for other in [other for other in self.others(seat) if other.prison >= 3]:
            yield from self.gain(other, what)


@mistake()
class NoRewardWhenPileIsEmpty(Twin):
    def take_reward(self, seat):
        if self.piles["rewards"]:
            yield from super().take_reward(seat)


@mistake(WONDERS)
class ExtraWorkerActsWithoutPrincess(Twin):
    def at_once_place_extra_worker(self, seat, place):
        if seat.supply and self.may_place(seat, place):
            self.lay_worker(seat, place)
            yield from getattr(self, f"visit_{place}")(seat, self.own_workers(seat, place))


@mistake(WONDERS)
class SchoolTakesRowByRow(Twin):
    def at_once_discard_leftmost_8_apprentices(self, _seat, _true):
        for row in self.display:
            for column in range(4):
                self.remove_apprentice(row, column)
        self.refill()
        yield from ()


# -- setup and end -------------------------------------------------------------------------------------------------


@mistake([kind for kind in ALL if kind["players"] > 2])
class DraftCounterClockwise(Twin):
    def humans_from_first(self):
        seats = super().humans_from_first()
        return seats[:1] + seats[:0:-1] if self.phase == "draft" and self.turn == 0 else seats


@mistake(WONDERS)
class FirstHireClockwise(Twin):
    def humans_from_first(self):
        seats = super().humans_from_first()
        return seats[::-1] if self.phase == "hire" else seats


@mistake()
class ActivePlayerHasNoLastTurn(Twin):
    def lay_worker(self, seat, place):
        before = self.left
        super().lay_worker(seat, place)
        if before is None and self.left is not None:
            self.left -= 1


@mistake([kind for kind in ALL if kind["boards"] == "standard"])
class SilverBySeatNotByOrder(Twin):
    def give_starts(self):
        super().give_starts()
        for at, name in enumerate(self.humans):
            self.seats[name].silver = self.base["standard_start"]["silver_by_seat"][at]


@mistake()
class DebtBuildingsReplaceEachOther(Twin):
    def points_per_debt(self, seat):
        each = [effect["unpaid_debt_vp_each"] for _, effect in self.end_effects(seat)
                if "unpaid_debt_vp_each" in effect]
        return -2 - sum(1 for n in each if n == -1) if each else super().points_per_debt(seat)


@mistake()
class MostMayBeTied(Twin):
    def meets(self, seat, condition):
        if condition == "strictly_most_cathedral":
            return all(seat.cathedral >= other.cathedral for other in self.others(seat))
        return super().meets(seat, condition)


@mistake()
class ApprenticesOfSeveralSkillsCountOnce(Twin):
    def per(self, seat, effect, kind):
        skill = effect.get(f"{kind}_per_apprentice_with")
        if skill:
            return sum(self.apprentice[card]["skills"] == [skill] for card in seat.apprentices)
        return super().per(seat, effect, kind)


@mistake()
class AqueductNotItself(Twin):
    def measure(self, seat, what):
        return super().measure(seat, what) - (what == "constructed_building")


@mistake()
class PrisonersRoundedUp(Twin):
    def parts(self, seat):
        return super().parts(seat) | {"prison": -((seat.prison + 1) // 2)}


@mistake(WONDERS)
class ThreeGoldForOneWinner(Twin):
    def share_gold(self):
        most = max(seat.influence for seat in self.seats.values())
        winners = [seat for seat in self.seats.values() if seat.influence == most]
        for seat in winners:
            seat.goods["marble" if self.is_opponent(seat) else "gold"] += 4 if len(winners) > 1 else 3


@mistake()
class NoVirtueFromEndBuildings(Twin):
    def end_virtue(self, seat, sign):
        for card, effect in self.end_effects(seat):
            n = self.virtue_of(seat, effect) * sign
            if n > 0 and "virtue_per" not in effect:
                yield from self.gain_virtue(seat, n * sign)
                self.see("end", card)
