"""Architects of the West Kingdom with Works of Wonder once more, slow and plain: written from the numbered rules alone.

A game is one generator that reads like the rulebook and stops wherever somebody has to decide. Numbers in comments are
those of the rules (A, W) and rulings (M).
"""
from tests.games.architects.twin.building import Building
from tests.games.architects.twin.ending import Ending
from tests.games.architects.twin.opponent import Opponents
from tests.games.architects.twin.payment import Payments
from tests.games.architects.twin.places import Places
from tests.games.architects.twin.reset import Resets
from tests.games.architects.twin.setup import Setup
from tests.games.architects.twin.table import Table
from tests.games.architects.twin.turn import Turns


class Twin(Setup, Turns, Places, Building, Payments, Resets, Opponents, Ending, Table):
    """One game, all of it known.

    Parameters
    ----------
    data : the component data
    setup : the head line of a record: `players`, `wonders`, `boards`, `opponent`, `first`, `player_boards`, and the
        piles, top first: `apprentices`, `buildings`, `rewards`, `market`, `contributions`, `schemes`, `future`
    shuffle : called with a pile's name and its cards when a pile is shuffled on the way, returns the new order, top
        first; None = by a generator seeded with the setup's `seed`
    """

    def game(self):
        """Play the whole game."""
        yield from self.set_up()
        yield from self.play_on()

    def play_on(self):
        """Play from the first turn to the end."""
        yield from self.take_turns()
        yield from self.end()


__all__ = ["Twin"]
