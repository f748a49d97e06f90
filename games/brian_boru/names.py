"""The game's words: what moves, positions and records call things."""
from __future__ import annotations

PLAYERS = ("p1", "p2", "p3", "p4", "p5")
REGIONS = ("N", "U", "B", "S", "D", "C", "L", "M")
SUITS = ("red", "blue", "yellow", "white")
COLOURS = SUITS[:3]  # of towns
SYMBOLS = ("town", "coin", "pay_coin", "renown", "church", "battle", "courtship", "expand", "liberate")
PRINCESS = "Princess"
CARD = "card "  # before a card's number where it is a piece: numbers are other things as well
USES = ("military", "trade", "spurn")
# what is to be decided, in the order of the stages in _struct.pxd
DECISIONS = ("place", "pick", "town", "lead", "follow", "secondary", "buy", "expand", "liberate", "dowry", "princess",
             "gift", "lose", "chapel", "cloister", "over")
PHASES = {"place": "setup", "pick": "draft", "over": "over"} | dict.fromkeys(DECISIONS[2:9], "trick") | dict.fromkeys(
    DECISIONS[9:15], "upkeep")
LEADING = "leads"  # the decision of a leader as others see it: they cannot tell `town` from `lead`
