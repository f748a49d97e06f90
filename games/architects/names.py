"""The game's words: what moves, positions and records call things."""
from __future__ import annotations

PLAYERS = ("p1", "p2", "p3", "p4", "p5")
OPPONENT = "opp"
GOODS = ("clay", "wood", "stone", "gold", "marble")
SKILLS = ("carpentry", "tiling", "masonry")
PLACES = ("quarry", "forest", "silversmith", "mines", "kings_storehouse", "workshop", "town_centre", "tax_stand",
          "guardhouse")
SPACES = ("small", "middle", "large")
GUILDHALL = "guildhall"
BLACK_MARKET = "black_market"
TARGETS = (*PLACES, *SPACES, GUILDHALL)  # where a worker may be placed, in the order of _struct.pxd
RECALLS = (*PLACES, BLACK_MARKET, "prison")  # then the boards of the others
PHASES = ("hire", "draft", "turn", "end", "over")
# moves that name no card and no number, in the order of the enum in _struct.pxd
WORDS = (
    "draw", "done", "skip", "later", "pass", "cathedral",
    "build W1", "build W2", "build W3", "build W4", "build W5",
    "wonder influence", "wonder worker", "profiteer now", "profiteer later",
    "contribute clay", "contribute wood", "contribute stone", "contribute gold", "contribute marble",
    "mine clay", "mine gold", "trade virtue", "trade marble",
    "prison", "release", "rescue silver", "rescue debt", "payoff",
    "choose 1", "choose 2", "reward 1", "reward 2", "bribe", "accept",
    *(f"token {place}" for place in PLACES),
)
# what is to be decided, in the order of the stages in _struct.pxd
DECISIONS = (
    "nothing", "place", "hire", "keep", "recall", "wonder", "profiteer", "contribute", "mine", "trade", "dismiss",
    "capture", "guard", "build", "token", "discard", "choose", "payoff", "destroy", "reward", "bribe",
    "influence virtue", "mix", "influence", "with gold", "over",
)
