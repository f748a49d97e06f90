"""Setup: boards, the free hire of Works of Wonder, the draft."""
from tests.games.architects.twin.table import GOODS


class Setup:
    """Mixin: everything before the first turn."""

    def set_up(self):
        self.give_starts()
        if self.with_wonders:
            yield from self.hire_first_apprentices()
        yield from self.draft()
        for seat in self.humans_from_first():  # M30
            if seat.board:
                self.draw(seat, self.boards[seat.board]["extra"].get("building_card", 0))

    def give_starts(self):
        """A6, A8, W4, W20."""
        for seat in self.seats.values():
            seat.supply = self.base["supply"]["workers_per_player"]
        start = self.base["standard_start"]
        for at, seat in enumerate(self.humans_from_first()):  # M50: the silver by the humans' order
            seat.virtue, seat.silver = start["virtue"], start["silver_by_seat"][at]
            if seat.name in self.setup["player_boards"]:
                self.give_board(seat, self.boards[self.setup["player_boards"][seat.name]])
        if self.solo_board:
            opponent = self.seats["opp"]
            opponent.virtue, opponent.influence = self.solo_board["start_virtue"], self.solo_board["start_influence"]

    def give_board(self, seat, board):
        """A8; a board's debt is simply there (M30)."""
        seat.board, seat.virtue, seat.influence = board["name"], board["virtue"], board["influence"]
        seat.silver, seat.prison = board["silver"], board["workers_in_prison"]
        seat.supply -= seat.prison
        for good in GOODS:
            seat.goods[good] += board["extra"].get(good, 0)
        seat.unpaid = board["extra"].get("debt", 0)
        self.debts -= seat.unpaid

    def hire_first_apprentices(self):
        """W5: the first player last; the opponent hires nobody (M24)."""
        self.phase = "hire"
        for seat in reversed(self.humans_from_first()):
            text = yield from self.ask(seat, [f"hire {card}" for card in self.on_display()])
            yield from self.take_apprentice(seat, text.split()[1], slide=False)
        self.refill()

    def draft(self):
        """A7, M29, M30."""
        self.phase = "draft"
        start, pile, seats = self.base["standard_start"], self.piles["buildings"], self.humans_from_first()
        packs = []
        for _ in seats:
            packs.append(pile[:start["buildings_dealt"]])
            del pile[:start["buildings_dealt"]]
        for passing in range(start["buildings_drafted"]):
            if passing:
                packs = packs[-1:] + packs[:-1]  # each pack goes to the next player clockwise
            for seat, pack in zip(seats, packs, strict=True):
                card = (yield from self.ask(seat, [f"keep {card}" for card in pack])).split()[1]
                pack.remove(card)
                seat.hand.append(card)
        for pack in packs:
            pile += pack
