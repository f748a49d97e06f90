"""How many sequences of decisions there are: counted by hand, by the twin, and by the compiled game."""
from pathlib import Path

import pytest

from tests.games.brian_boru.setting import COLOUR, PLAYERS, TwinPlayer, hidden_setup, in_order, seats, table

REDS = [town for town, colour in COLOUR.items() if colour == "red"]
REDS_TAKEN = ", ".join(f"{town} p{1 + at % 4}" for at, town in enumerate(REDS))
ROADS = "N1 p1, N4 p2, B2 p1, C2 p2 v, C9 p3, L8 p2, L6 p1 v, S1 p3, S4 p4 m, M3 p4, M9 p4"


def dealt(n, *places):
    """Return how to begin a game with everybody's first discs placed in order, or some of them."""
    def start(kind):
        state = kind.deal(hidden_setup(n))
        for player, town in zip(seats(n), places, strict=False):
            state.play(f"{player} place {town}")
        return state

    return start


def at(n=4, moves=(), marriage="Brigid", **facts):
    """Return how to begin at a table, after some moves."""
    def start(kind):
        state = kind.start(table(n, **facts), marriage=marriage)
        if moves:
            state.play(*moves)
        return state

    return start


LAST = {"hands": "20 13 | 14 2 | 15 3 | 16 4", "moves": ["p1 town M10", "p1 play 20", "p2 play 14", "p3 play 15"]}
PERFT = {  # how to begin, and how deep
    "setup 3": (dealt(3), 3),
    "setup 5": (dealt(5, "N1", "C1", "L2"), 3),
    "draft 3": (dealt(3, "N1", "C1", "L2"), 2),
    "draft 4": (dealt(4, "N1", "C1", "L2", "M3"), 3),
    "draft 5": (dealt(5, "N1", "C1", "L2", "M3", "S1"), 3),
    "trick": (at(hands="20 3 1 | 13 10 23 | 14 5 25 | 2 19 22", towns=ROADS, battle=9, coins="3 6 7 9"), 3),
    "trick, 5 players": (at(5, hands="7 8 | 13 1 | 10 5 | 22 3 | 4 6", towns=ROADS, battle=9, coins="3 6 7 9 4",
                            moves=["p1 town C1"]), 6),
    "actions": (at(hands="11 20 1 | 2 13 3 | 21 5 6 | 17 8 9", towns=ROADS, battle=3, coins="6 2 0 8",
                   track="0 6 5 3", moves=["p1 town C1", "p1 play 11", "p2 play 13", "p3 play 21", "p4 play 17"]), 5),
    "nobody wins": (at(hands="11 15 18 | 3 6 9 | 2 5 8 | 12 16 19", battle=5, coins="6 6 6 6", towns=REDS_TAKEN,
                       moves=["p1 town C9"]), 5),
    "upkeep": (at(**LAST, towns=ROADS, battle=2, raiders="3 0 0 1", track="1 8 9 2", church="1 4 5 5",
                  marriage="Conall"), 6),
    "all tied": (at(**LAST, towns=ROADS, battle=2, track="0 0 0 1", church="0 5 5 0", marriage="Orlaith"), 6),
    "princess": (at(**LAST, towns=ROADS, battle=2, track="4 8 9 2", church="0 0 6 0", round_=4), 9),
    "last decision": (at(**LAST, towns=ROADS, round_=4), 4),
}


def test_perft_by_hand():
    """Three discs in three regions: with n towns a region, all ordered triples, less those with two in one region.

    53 towns; the squares of 7 5 4 6 3 9 9 10 add up to 397, the cubes to 3233: 53^2 - 397 = 2412, and
    53^3 - 3 * 53 * 397 + 2 * 3233 = 92220.
    """
    assert [dealt(3)(TwinPlayer).perft(depth) for depth in range(4)] == [1, 53, 2412, 92220]


@pytest.mark.parametrize("kind", PLAYERS.values(), ids=PLAYERS)
def test_perft_of_the_draft_by_hand(kind):
    """Five players pick two of five, 10 ways each, then the first two of three, 3 ways."""
    state = dealt(5, "N1", "C1", "L2", "M3", "S1")(kind)
    assert [state.perft(depth) for depth in range(4)] == [1, 10, 100, 1000]
    for player, cards in in_order(5).items():
        state.play(f"{player} pick {cards[0]} {cards[1]}")
    assert [state.perft(depth) for depth in range(4)] == [1, 3, 9, 27]


def test_perft_is_stored(golden):
    """The counts may change only with the rules or the data: read the difference before storing it."""
    lines = []
    for name, (start, deepest) in PERFT.items():
        state = start(TwinPlayer)
        lines.append(f"{name}: {' '.join(str(state.perft(depth)) for depth in range(1, deepest + 1))}")
    golden(Path(__file__).parent / "golden" / "perft.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("name", PERFT)
def test_perft_agrees(name):
    start, deepest = PERFT[name]
    stored = (Path(__file__).parent / "golden" / "perft.txt").read_text(encoding="utf-8")
    counts = next(line for line in stored.splitlines() if line.startswith(f"{name}: ")).split(": ")[1]
    state = start(PLAYERS["compiled"])
    assert " ".join(str(state.perft(depth)) for depth in range(1, deepest + 1)) == counts
