"""Mistakes about virtue, debts, influence and payments, resets, Princess and Profiteer, wonders, boards."""
from tests.games.architects.mistakes.common import VARIABLE, VARIABLE_WONDERS, mistake
from tests.games.architects.play import WONDERS
from tests.games.architects.twin import Twin

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
