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
# what is still to be done in a turn, in the order of the tasks in _struct.pxd
TASKS = (
    "next_turn", "end_turn", "reset_due", "reset", "each", "ask_token", "ask_before", "act", "ask_after", "lose",
    "ask_destroy", "cards", "take_reward", "trades", "traded", "pay_hire", "hired", "get_goods", "captures", "captured",
    "guards", "guarded", "built", "special", "raised", "raise", "free_capture", "free_hire", "market_paid",
    "market_goods", "caroline", "take_tax", "to_hall", "given", "hire_setup", "draft", "deal_extra", "somebody_loses",
    "somebody_gains", "consequence", "princess_gains", "debts", "abilities", "step3", "end_gains", "end_losses",
    "finish", "scheme", "section", "rescued", "paid_off", "change_virtue", "put_it", "contribution_gain", "reset_end",
)
