"""Random deals, for games that the twin plays by itself."""
from random import Random


def deal(options, seed, data):
    """Return a random legal setup: the head line of a record without `record`, `version` and `data`.

    Parameters
    ----------
    options : `players`, and perhaps `wonders`, `boards` ("standard", "variable"), `opponent` ("O1"...)
    """
    rng = Random(f"{sorted(options.items())} {seed}")
    wonders, opponent = bool(options.get("wonders")), options.get("opponent")
    n, boards = options["players"], options.get("boards", "standard")
    assert 1 <= n <= 4 if opponent else 2 <= n <= 5
    assert wonders or not opponent
    parts = [data["base"]] + ([data["works_of_wonder"]] if wonders else [])
    seats = [f"p{at}" for at in range(1, n + 1)]

    def shuffled(things):
        return rng.sample(things, len(things))

    def ids(kind):
        return shuffled([card["id"] for part in parts for card in part.get(kind, [])])

    setup = {"seed": seed, "players": n, "wonders": wonders, "boards": boards, "opponent": opponent,
             "first": rng.choice(seats), "player_boards": {}}
    if boards == "variable":
        usable = [board for part in parts for board in part["player_boards"] if not board.get("promo")]  # M28
        chosen = dict(zip(seats, shuffled(usable), strict=False))
        setup["player_boards"] = {seat: board["name"] for seat, board in chosen.items()}
        rank = {seat: (board["virtue"], board["influence"], rng.random()) for seat, board in chosen.items()}
        setup["first"] = max(rank, key=rank.get)  # A8, W4, M30
    rewards = ids("rewards")
    if not wonders:
        rewards = rewards[:2 * n + 1]  # A3
    schemes = [card for card in data["works_of_wonder"]["solo"]["schemes"]
               if opponent and "gain_craft" not in card["top"]["effects"]]  # W21
    return setup | {
        "apprentices": ids("apprentices"), "buildings": ids("buildings"), "rewards": rewards,
        "market": ids("black_market"), "contributions": ids("contribution_consequence"),
        "schemes": shuffled([card["id"] for card in schemes if card["deck"] == "start"]),
        "future": shuffled([card["id"] for card in schemes if card["deck"] == "future"]),
    }
