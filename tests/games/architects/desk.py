"""Tables for the twin, written shortly: a game at its first turn, changed by hand."""
from tests.games.architects.setting import DATA
from tests.games.architects.twin import Twin
from tests.games.architects.twin.table import PILES


def setup(players=2, *, wonders=False, opponent=None, boards=None, first="p1", **piles):
    """Return a setup with all piles in the order of the data, and those named on top."""
    parts = [DATA["base"]] + ([DATA["works_of_wonder"]] if wonders else [])

    def ids(kind):
        return [card["id"] for part in parts for card in part.get(kind, [])]

    schemes = [card["id"] for card in DATA["works_of_wonder"]["solo"]["schemes"] if opponent]
    usual = {"apprentices": ids("apprentices"), "buildings": ids("buildings"), "market": ids("black_market"),
             "rewards": ids("rewards"), "contributions": ids("contribution_consequence"),
             "schemes": [card for card in schemes if card[0] == "S" and card != "S12"],
             "future": [card for card in schemes if card[0] == "F" and card != "F12"]}
    for pile in PILES:
        top = piles.get(pile, "").split()
        usual[pile] = top + [card for card in usual[pile] if card not in top]
    return usual | {"players": players, "wonders": wonders, "opponent": opponent, "first": first,
                    "boards": "variable" if boards else "standard", "player_boards": boards or {}}


def begin(*given, shuffle=None, **options):
    return Twin(DATA, setup(*given, **options), shuffle)


def desk(*given, edit=None, **options):
    """Return a game at its first turn, after `edit(game)` has changed the table; nobody holds anything before."""
    game = begin(*given, shuffle=lambda pile, cards: sorted(cards), **options)
    while game.phase in ("hire", "draft"):
        game.move(game.legal[0])
    for seat in game.seats.values():
        seat.apprentices, seat.hand = [], []
    for name in game.humans:
        seat = game.seats[name]
        seat.goods = dict.fromkeys(seat.goods, 0)
        seat.virtue = game.boards[seat.board]["virtue"] if seat.board else 7
    game.turn, game.events = 0, []
    if edit:
        edit(game)
    game.run = game.play_on()
    game.go_on(None)
    return game


def moves(game, *texts):
    for text in texts:
        game.move(text)
    return game


def seen(game, *verbs):
    return [text for text in game.legal if text.split()[0] in verbs]


def own(game, name="p1", **changes):
    """Change what a seat has: goods by name, everything else as the seat calls it."""
    seat = game.seats[name]
    for key, value in changes.items():
        if key in seat.goods:
            seat.goods[key] = value
        else:
            setattr(seat, key, value.split() if isinstance(value, str) else value)


def put(game, place, **workers):
    """Lay workers out of the supply."""
    for name, n in workers.items():
        game.workers[place][name] += n
        game.seats[name].supply -= n
