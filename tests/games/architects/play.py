"""Random play with the twin: which kinds of games there are, and which moves they like."""
from random import Random

from tests.games.architects.setting import DATA
from tests.games.architects.twin import Twin
from tests.games.architects.twin.deal import deal

BASE = [{"players": n, "boards": boards} for n in (2, 3, 4, 5) for boards in ("standard", "variable")]
WONDERS = [kind | {"wonders": True} for kind in BASE]
SOLO = [{"players": 1, "wonders": True, "boards": boards, "opponent": f"O{n}"}
        for n in range(1, 7) for boards in ("standard", "variable")]
EXTRA = [{"players": n, "wonders": True, "boards": "variable", "opponent": f"O{at}"}
         for n in (2, 3, 4) for at in range(1, 7)]
KINDS = BASE + WONDERS + SOLO + EXTRA

RARE = {f"build {card}": 300
        for card in ("B09", "B10", "B18", "B24", "B28", "B30", "WB17", "WB21", "WB22", "WB23", "WB24", "W1", "W2")}
LIKINGS = [  # how often a game makes each kind of move; what is not named has weight 1
    {"build": 30, "cathedral": 30, "place guildhall": 12},
    {"build": 30, "cathedral": 10, "place guildhall": 20, "place workshop": 3, "hire": 4, "place quarry": 3,
     "place forest": 3, "place mines": 3, "place kings_storehouse": 3, "mine gold": 3, "recall": 0.3},
    {"cathedral": 60, "build": 5, "place guildhall": 12, "place kings_storehouse": 4, "trade": 5, "place mines": 3,
     "mine gold": 9, "done": 0.2, "contribute": 5},
    {"build": 30, "cathedral": 30, "place guildhall": 12, "place town_centre": 5, "capture": 9, "place guardhouse": 4,
     "place small": 4, "place large": 4, "place middle": 4, "done": 0.2, "skip": 0.3, "prison": 0.1, **RARE},
    {"build": 30, "cathedral": 10, "place guildhall": 12, "build W1": 3000, "build W2": 300, "build W3": 5,
     "build W4": 60, "build W5": 60, "contribute": 30, "contribute clay": 90, "place mines": 9, "place quarry": 6,
     "place forest": 6, "place silversmith": 2, "mine clay": 9, "trade": 0.2, "place workshop": 0.3, "influence": 2,
     "place town_centre": 0.2},
    {"place guildhall": 12, "build": 5, "cathedral": 3, "place workshop": 5, "hire": 9, "place quarry": 4,
     "place forest": 4, "place mines": 4, "mine gold": 3, "place silversmith": 2, "recall": 0.3, "contribute": 9,
     "influence wood 0": 9, "influence silver 0": 9, "influence virtue 0": 9, **RARE},
]
SELDOM = ("B09", "B15", "B26", "B30", "WB16", "WB17", "WB20", "WB21", "WB22", "WB23", "WB24")
BUILDER = {  # for buildings with two skills and more: first apprentices, silver, stone and metal; few debts
    "place workshop": 9, "hire": 8, "draw": 4, "place silversmith": 6, "place quarry": 8, "place forest": 6,
    "place mines": 4, "mine gold": 3, "place kings_storehouse": 2, "trade": 3, "trade virtue": 0.1, "recall": 0.3,
    "place guildhall": 12, "build": 0.1, "cathedral": 0.1, "place town_centre": 4, "capture": 9, "place small": 0.1,
    "place middle": 0.1, "place large": 0.1, "place tax_stand": 0.1, "place guardhouse": 2, "prison": 0.005,
    "release": 9, "payoff": 30, "rescue": 0.1, "contribute": 3, "pass": 3, "skip": 3,
    **{f"influence {kind} 0": 30 for kind in ("clay", "wood", "stone", "gold", "marble", "silver", "virtue")},
    **{f"build {card}": 300 for card in SELDOM}, "build B30": 3000, **{f"keep {card}": 50 for card in SELDOM},
    **{f"discard {card}": 0.01 for card in SELDOM}}
CAP = 3000


def weight(move, liking):
    """Return how much a game likes a move: a whole move's weight, or that of its first word."""
    return liking.get(move, liking.get(move.split()[0], 1))


def choose(rng, legal, liking):
    return rng.choices(legal, [weight(move, liking) for move in legal])[0]


def start(kind, seed, twin=Twin, data=DATA):
    """Return a game of a kind, with the generator and the liking it is to be played with."""
    rng = Random(f"play {seed}")
    return twin(data, deal(kind, seed, data)), rng, rng.choice(LIKINGS)


def play(game, rng, liking, cap=CAP):
    """Play on to the end, or up to a number of moves."""
    while game.legal and len(game.moves) < cap:
        game.move(choose(rng, game.legal, liking))
    return game
