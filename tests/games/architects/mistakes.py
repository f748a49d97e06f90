"""Planted mistakes: twins that each get one rule wrong, which a comparison on random games has to find.

    MISTAKES[name].twin    the spoiled class, used like Twin
    MISTAKES[name].kinds   the kinds of games in which it can show
"""
from typing import NamedTuple

from tests.games.architects.play import BASE, EXTRA, SOLO, WONDERS
from tests.games.architects.twin import Twin


class Mistake(NamedTuple):
    """A spoiled class and where to look for it."""

    twin: type
    kinds: list


MISTAKES = {}
ALL = BASE + WONDERS
VARIABLE = [kind for kind in ALL if kind["boards"] == "variable"]
VARIABLE_WONDERS = [kind for kind in WONDERS if kind["boards"] == "variable"]
OPPONENT = SOLO + EXTRA


def against(board):
    return [kind for kind in OPPONENT if kind["opponent"] == board]


def mistake(kinds=ALL):
    """Enter a spoiled class into the list."""
    def enter(cls):
        MISTAKES[cls.__name__] = Mistake(cls, kinds)
        return cls

    return enter


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


# -- virtue, debts, influence, payments ----------------------------------------------------------------------------


@mistake()
class NoReliefFromTax(Twin):
    def relief(self, seat):
        return 0


@mistake()
class NoDebtBelowZero(Twin):
    def suffer(self, seat, n):
        super().suffer(seat, min(n, seat.virtue))


@mistake()
class NothingAboveTheTop(Twin):
    def gain_virtue(self, seat, n):
        yield from super().gain_virtue(seat, min(n, self.most_virtue() - seat.virtue))


@mistake()
class DestroyedDebtsLeaveTheGame(Twin):
    def destroy_debts(self, seat, n):
        seat.unpaid -= n


@mistake(WONDERS)
class InfluenceDrawsOnlyOnce(Twin):
    def gain_influence(self, seat, n):
        crossed = seat.influence >= 5 or getattr(seat, "crossed", False)
        hand = list(seat.hand)
        super().gain_influence(seat, n)
        if crossed and seat.influence < 9 and len(seat.hand) > len(hand):
            self.piles["buildings"].insert(0, seat.hand.pop())
        seat.crossed = crossed or seat.influence >= 5


@mistake(WONDERS)
class LossesOfOneAtMost(Twin):
    def lose_virtue(self, seat, n):
        yield from super().lose_virtue(seat, min(n, 1))


@mistake(WONDERS)
class OddSilverIsLost(Twin):
    def take_payment(self, seat, paid):
        super().take_payment(seat, paid | {"left_over": 0})


@mistake(WONDERS)
class OddSilverIsNeverLost(Twin):
    def take_turn(self, seat):
        seat.left_over = getattr(seat, "kept", 0)
        yield from super().take_turn(seat)
        seat.kept = seat.left_over


@mistake(WONDERS)
class InfluencePaysTax(Twin):
    def tax_due(self, seat, cost):
        due = super().tax_due(seat, cost)
        return max(0, due - 2) if due > seat.silver and seat.influence >= 2 else due


@mistake(WONDERS)
class CharlatanCostsTwo(Twin):
    def charlatan(self, seat, kind):
        return super().charlatan(seat, kind) and 2


@mistake(WONDERS)
class GoldCostsThreeInfluence(Twin):
    def ways_of_metal(self, seat, asked, influence):
        spend = [dict(one) for one in self.track["spend"]]
        spend[2]["influence"] = 3
        self.track = self.track | {"spend": spend}
        yield from super().ways_of_metal(seat, asked, influence)


# -- reset ---------------------------------------------------------------------------------------------------------


@mistake()
class ResetOneSlotLate(Twin):
    def lay_worker(self, seat, place):
        due = self.reset_due
        super().lay_worker(seat, place)
        if place == "guildhall":
            hall, seats = self.base["guildhall"], str(len(self.order))
            self.reset_due = due or len(self.guildhall) - 1 in hall["reset_on_nth_worker"][seats]


@mistake()
class ResetTurnsNoMarketCard(Twin):
    def turn_market_card(self):
        pass


@mistake()
class FourInPrison(Twin):
    def many_in_prison(self, seats):
        yield from super().many_in_prison([seat for seat in seats if seat.prison != 3])


@mistake()
class TiedInPrisonTakeNoDebt(Twin):
    def most_in_prison(self, seats):
        most = max(seat.prison for seat in seats)
        if [seat.prison for seat in seats].count(most) == 1:
            super().most_in_prison(seats)


@mistake()
class PrisonersCountedBeforeGatekeeper(Twin):
    def reset_abilities(self, seats):
        before = {seat.name: seat.prison for seat in seats}
        yield from super().reset_abilities(seats)
        for seat in seats:
            freed = before[seat.name] - seat.prison
            seat.prison += freed if before[seat.name] == 3 else 0
            seat.supply -= freed if before[seat.name] == 3 else 0


@mistake()
class SquiresBeforeGatekeeper(Twin):
    def reset_abilities(self, seats):
        for seat in seats:
            for _, effect in self.effects(seat, "black_market_reset", condition="no_own_workers_in_prison"):
                if not seat.prison:
                    yield from self.gain(seat, effect["gain"])
            for _, effect in self.effects(seat, "black_market_reset"):
                if "release_own_from_prison" in effect:
                    self.release(seat, effect["release_own_from_prison"])


@mistake(WONDERS)
class ProfiteersWorkersStay(Twin):
    def profiteers_consequence(self, seats):
        there = dict(self.workers[self.profiteer])
        prison = {seat.name: seat.prison for seat in seats}
        yield from super().profiteers_consequence(seats)
        for seat in seats:
            self.workers[self.profiteer][seat.name] = there.get(seat.name, 0)
            seat.prison = prison[seat.name]


@mistake(WONDERS)
class PrincessTiesGainNothing(Twin):
    def princess_reward(self, seats):
        there = [n for n in self.workers[self.princess].values() if n]
        if there.count(max(there, default=0)) == 1:
            yield from super().princess_reward(seats)


@mistake(WONDERS)
class ContributionsGoBack(Twin):
    def move_contributions(self):
        self.contributed = []


@mistake(WONDERS)
class FullContributionResetsNothing(Twin):
    def lay_contribution(self, kind):
        due = self.reset_due
        gain = super().lay_contribution(kind)
        self.reset_due = due
        return gain


@mistake(WONDERS)
class FiguresChangePlaces(Twin):
    def move_figures(self):
        super().move_figures()
        if self.phase == "turn":
            self.princess, self.profiteer = self.profiteer, self.princess


@mistake(WONDERS)
class ContributionsNeverReshuffled(Twin):
    def turn_contribution_card(self):
        pile = self.piles["contributions"]
        if len(pile) == 1:
            pile.append(self.consequence)
        super().turn_contribution_card()


# -- Princess, Profiteer, wonders ----------------------------------------------------------------------------------


@mistake(WONDERS)
class PrincessMindsNoCapture(Twin):
    def capture(self, seat, place, who, met):
        yield from super().capture(seat, place, who, {place} if self.at_princess(place) else met)


@mistake(WONDERS)
class ProfiteerMindsEachCapture(Twin):
    def capture(self, seat, place, who, met):
        yield from super().capture(seat, place, who, set() if self.at_profiteer(place) else met)


@mistake(WONDERS)
class ContributingOnlyBefore(Twin):
    def after_action(self, seat, place, due):
        yield from super().after_action(seat, place, due if due == "profiteer" else None)


@mistake(WONDERS)
class ContributingTwice(Twin):
    def after_action(self, seat, place, due):
        again = "princess" if self.at_princess(place) else due
        yield from super().after_action(seat, place, again)


@mistake(WONDERS)
class PlacingGivesNothingInAdvance(Twin):
    def may_place(self, seat, place):
        return self.possible(seat, place) and not self.market.get(place)


@mistake(WONDERS)
class WonderGoodsNoDiscount(Twin):
    def wonder_cost(self, card):
        return super().wonder_cost(card) | {self.wonder[card]["resource"]: self.wonder[card]["cost"]}


@mistake(WONDERS)
class WonderWithoutTax(Twin):
    def wonder_cost(self, card):
        return super().wonder_cost(card) | {"tax": 0}


@mistake(WONDERS)
class TokensAtTheMines(Twin):
    def token_places(self):
        return [*super().token_places(), "mines"]


@mistake(WONDERS)
class TokensShareAPlace(Twin):
    def token_places(self):
        return list(self.works["wonder_token_spots"])


@mistake(WONDERS)
class WonderGivesBoth(Twin):
    def visit_wonder(self, seat, place):
        if self.own_token(seat, place):
            self.gain_influence(seat, 1)
            return 1
        return (yield from super().visit_wonder(seat, place))


# -- boards --------------------------------------------------------------------------------------------------------


class Without(Twin):
    """A game in which a board has no ability."""

    board = ""

    def give_board(self, seat, board):
        super().give_board(seat, board)
        if board["name"] == self.board:
            seat.board = None

    def seat_table(self, seat):
        table = super().seat_table(seat)
        if not self.is_opponent(seat) and self.setup["player_boards"]:
            table["board"] = self.setup["player_boards"][seat.name]
        return table


for name in ("Therese", "Caroline", "Ada", "Frederick", "Rudolf"):
    mistake(VARIABLE)(type(f"No{name}", (Without,), {"board": name}))
for name in ("Arnold", "Charles", "Clotilde", "Isabella", "Louis", "Zesiro"):
    mistake(VARIABLE_WONDERS)(type(f"No{name}", (Without,), {"board": name}))


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


# -- the opponent --------------------------------------------------------------------------------------------------


@mistake(OPPONENT)
class OpponentStartsWithPlayersVirtue(Twin):
    def give_starts(self):
        super().give_starts()
        self.seats["opp"].virtue = self.base["standard_start"]["virtue"]


@mistake(OPPONENT)
class MarkerEarnsNoMarble(Twin):
    def coin(self, seat, n):
        marble = seat.goods["marble"]
        super().coin(seat, n)
        seat.goods["marble"] = marble


@mistake(OPPONENT)
class ContributesToTheLeft(Twin):
    def contribute_by_marker(self, seat):
        order = self.from_marker(seat)
        kind = next(kind for kind in order[:1] + order[:0:-1] if kind not in self.contributed)
        self.opponent_gains(seat, self.lay_contribution(kind))


@mistake(OPPONENT)
class OpponentGainsBuildingCards(Twin):
    def contribute_by_marker(self, seat):
        super().contribute_by_marker(seat)
        card, kind = self.piles["contributions"][0], self.contributed[-1]
        if "building_card" in self.contribution_card[card]["contribution"][kind]:
            self.coin(seat, 2)


@mistake(OPPONENT)
class OpponentCapturesSmallest(Twin):
    def largest_group(self, seat):
        sizes = {(place, who): self.workers[place][who] for place, who in self.groups() if who != seat.name}
        if not sizes:
            return None
        least = min(sizes.values())
        return self.first_by_board([place for (place, _), n in sizes.items() if n == least]), least


@mistake(OPPONENT)
class OpponentsTiesByPlace(Twin):
    def first_by_board(self, places):
        return next(place for place in self.workers if place in places)


@mistake(EXTRA)
class OneHumanOnly(Twin):
    def capture_groups(self, seat, n):
        humans, self.humans = self.humans, self.humans[:1]
        group = self.largest_group(seat)
        if not group or self.workers[group[0]][humans[0]] != group[1]:
            self.humans = humans
        super().capture_groups(seat, n)
        self.humans = humans


@mistake(OPPONENT)
class CapturesTaxEachTime(Twin):
    def capture_groups(self, seat, n):
        self.tax += n - 1
        super().capture_groups(seat, n)


@mistake(OPPONENT)
class OpponentPaysForCathedral(Twin):
    def advance_opponent(self, seat):
        super().advance_opponent(seat)
        seat.goods["marble"] = max(0, seat.goods["marble"] - 1)


@mistake(OPPONENT)
class OpponentTakesRewardCards(Twin):
    def advance_opponent(self, seat):
        self.piles["rewards"] = self.piles["rewards"][1:]
        super().advance_opponent(seat)


@mistake(OPPONENT)
class CathedralBeforeWonder(Twin):
    def work_at_guildhall(self, seat):
        if self.next_level(seat):
            self.advance_opponent(seat)
        else:
            super().work_at_guildhall(seat)


@mistake(OPPONENT)
class OpponentsWonderDiscount(Twin):
    def marble_for(self, wonder):
        return max(0, super().marble_for(wonder) - self.wonder_goods[wonder])


@mistake(OPPONENT)
class WonderChosenFromClay(Twin):
    def affordable_wonder(self, seat):
        marker, seat.marker = seat.marker, 0
        wonder = super().affordable_wonder(seat)
        seat.marker = marker
        return wonder


@mistake(OPPONENT)
class OpponentsTokenAtTheLastPlace(Twin):
    def token_places(self):
        free = super().token_places()
        if self.active == "opp":
            return [place for place in self.solo_board["wonder_token_priority"] if place in free][-1:]
        return free


@mistake(OPPONENT)
class RemovesOneApprentice(Twin):
    def remove_apprentice(self, row, column):
        return (self.active == "opp" and row is self.display[1]) or super().remove_apprentice(row, column)


@mistake(OPPONENT)
class FutureSchemesUnderThePile(Twin):
    def gain_future_scheme(self, seat):
        had = len(self.discarded_schemes)
        super().gain_future_scheme(seat)
        if len(self.discarded_schemes) > had:
            self.piles["schemes"].append(self.discarded_schemes.pop())


@mistake(OPPONENT)
class NoSecondScheme(Twin):
    def turn_scheme(self, seat):
        return [effect for effect in super().turn_scheme(seat) if effect != "flip_another_scheme"]


@mistake(OPPONENT)
class RescueBeforeSending(Twin):
    def guardhouse_actions(self, seat, n):
        rows = self.solo_board["guardhouse_priority"]
        self.solo_board = self.solo_board | {"guardhouse_priority": [rows[0], rows[2], rows[1], *rows[3:]]}
        super().guardhouse_actions(seat, n)


@mistake(OPPONENT)
class FourGuardhouseActionsAtMost(Twin):
    def guardhouse_actions(self, seat, n):
        super().guardhouse_actions(seat, min(n, 4))


@mistake(OPPONENT)
class TaxConditionsAlwaysHold(Twin):
    def holds(self, seat, condition):
        return condition in ("tax>=8", "tax>=4") or super().holds(seat, condition)


@mistake(OPPONENT)
class PrincessMajorityMayTie(Twin):
    def holds(self, seat, condition):
        if condition == "has_strictly_most_workers_at_princess_location":
            princess = self.workers[self.princess]
            return all(princess[seat.name] >= princess[who] for who in self.humans)
        return super().holds(seat, condition)


@mistake(OPPONENT)
class BlockFromTheSmallSpace(Twin):
    def place_by_scheme(self, seat, place, action):
        if place == "black_market":
            solo = dict(self.works["solo"])
            block = solo["black_market_block"]
            order = sorted(block["order"], key=lambda row: row["space"], reverse=True)
            self.works = self.works | {"solo": solo | {"black_market_block": block | {"order": order}}}
        super().place_by_scheme(seat, place, action)


@mistake(OPPONENT)
class FullInfluenceIsLost(Twin):
    def gain_opponents_influence(self, seat, n):
        super().gain_opponents_influence(seat, min(n, self.track["max"] - seat.influence))


@mistake(OPPONENT)
class OpponentAboveTheTopGainsNothing(Twin):
    def raise_opponents_virtue(self, seat, n):
        super().raise_opponents_virtue(seat, min(n, self.most_virtue() - seat.virtue))


@mistake(OPPONENT)
class MarketsIgnoreOpponent(Twin):
    def holding(self, seat, good):
        return 0 if self.is_opponent(seat) else super().holding(seat, good)


@mistake(OPPONENT)
class OpponentTakesBackFromPrison(Twin):
    def take_one_back(self, seat):
        if seat.prison:
            self.take_back(seat, "prison")
        else:
            super().take_one_back(seat)


class WithoutAbility(Twin):
    """A game in which an opponent's board has no ability."""

    def has_ability(self, board):
        return False


for board in ("O1", "O2", "O3", "O4", "O5", "O6"):
    mistake(against(board))(type(f"NoAbility{board}", (WithoutAbility,), {}))


@mistake(against("O2"))
class EnforcerKeepsPrisoners(Twin):
    def focus(self, seat, n):
        self.tax += 1
        self.capture_groups(seat, n)


@mistake(against("O4"))
class InformantWithoutTaxes(Twin):
    def focus(self, seat, n):
        super().focus(seat, n)
        self.tax -= 1


@mistake(against("O5"))
class PatronCountsNoToken(Twin):
    def patron_formula(self, seat, n):
        super().patron_formula(seat, self.workers["kings_storehouse"][seat.name])

