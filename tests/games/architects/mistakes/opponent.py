"""Mistakes about the opponent."""
from tests.games.architects.mistakes.common import OPPONENT, against, mistake
from tests.games.architects.play import EXTRA
from tests.games.architects.twin import Twin

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
