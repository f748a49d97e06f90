"""What can be learned in Brian Boru: names of the features, in the order of _features.pxd and _value.pxd."""
from __future__ import annotations

from pathlib import Path

from kingmaker.games.brian_boru.names import REGIONS
from kingmaker.games.core.weights import Learning

SECTIONS = ("3", "4", "5")  # players
STAGES = tuple(f"{round}, {phase}" for round in ("early", "last but one", "last")
               for phase in ("draft", "tricks", "upkeep"))
CARDS = tuple(str(number) for number in range(1, 26))
RACES = ("battle", "church", "courtship")
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("pick", CARDS),
    ("pick in the last round", CARDS),
    ("pick", ("steps near the first", "steps by prize", "same colour", "coins missing", "two high", "two low")),
    ("active town", ("claims", "spread", "to the best other", "chance", "claims by chance", "spread by chance",
                     "opens its token", "unbeatable", "fitting cards", "highest card")),
    ("lead", ("chance", "claims by chance", "spread by chance", "primary by chance", "secondary", "lowest", "highest")),
    ("follow to win", ("always", "chance", "claims by chance", "spread by chance", "primary by chance", "secondary",
                       "last to play", "higher than needed", "worth to the winner so far")),
    ("follow to lose", ("secondary", "height", "worth to the winner so far")),
    ("play", CARDS),
    ("play in the last trick", ("height",)),
    ("secondary", ("coins", "claims by expansion", "spread by expansion", "coins for an expansion", "frees own town",
                   "coins to pay")),
    ("secondary steps", RACES),
    ("secondary near the first", RACES),
    ("secondary becomes first", RACES),
    ("secondary becomes first late", RACES),
    ("buy", ("any",)),
    ("buy", RACES),
    ("buy becomes first", RACES),
    ("buy becomes first late", RACES),
    ("buy", ("more than needed", "keeps five coins", "reward of the space", "four church discs", "not the fewest")),
    ("expand", ("never", "never late", "claims", "spread", "opens its token", "keeps five coins")),
    ("disc", ("claims", "spread", "opens its token", "roads")),
    ("first disc", REGIONS),
    ("liberate", ("own town", "claims", "against others")),
    ("lose", ("own claims", "own spread", "claims", "spread", "monastery")),
    ("monastery", ("claims", "sure lead")),
    ("princess", ("military", "trade", "spurn", "claims by military", "spread by trade")),
)
VALUES = (
    "one", "points", "renown", "coins", "coins up to 5", "most coins", "marker",
    "claims now", "shared claims now", "claims foretold", "open, ahead by one", "open, ahead by more", "open, tied",
    "open, behind by one", "closed, ahead", "sure leads",
    "spread now", "spread foretold", "regions", "towns", "under Vikings", "monasteries", "roads", "expansions",
    "raiders", "chance of most raiders", "most raiders late", "chance of fewest raiders", "fewest raiders late",
    "church discs", "chance of most church discs", "most church discs late", "four church discs late",
    "track", "chance of the marriage", "highest late", "reward of the space", "reward of the space late",
    "military support", "trade", "unbeatable cards", "wins the trick", "may win the trick", "secondary to come",
    "leads", "chooses", "loses a town", "rounds to come", *(f"card {number}" for number in CARDS),
)
PATH = Path(__file__).with_name("weights.json")
LEARNING = Learning(
    features=tuple(f"{group}: {name}" for group, names in GROUPS for name in names),
    values=VALUES,
    stages=STAGES,
    sections=SECTIONS,
    section=lambda game: str(game.options["players"]),
    by_seat=True,
    path=PATH,
)
