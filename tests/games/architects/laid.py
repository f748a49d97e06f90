"""How a person lays a position by tapping: what is put where, in which order."""
from kingmaker.games.architects.laying import NUMBERS
from kingmaker.games.architects.names import GOODS, GUILDHALL

UNSEEN = ("buildings", "knowledge")  # what a player knows of cards that do not lie open is for files alone


def laid(keys):
    """Return what of a position can be laid."""
    return {name: value for name, value in keys.items() if name not in UNSEEN}


def taps(keys):
    """Return the taps that lay the position which keys describe."""
    seats = keys["seats"]
    yield "players", str(len(seats) - ("opp" in seats))
    yield "wonders", "yes" if keys.get("wonders") else "no"
    yield "opponent", keys.get("opponent", "none")
    yield "boards", keys.get("boards", "standard")
    for name in ("player", "first", "seen_by", "turn", "tax", "left"):
        if name in keys:
            yield name, str(keys[name])
    for name, seat in seats.items():
        yield from _seat(name, seat)
    for place, here in keys["workers"].items():
        yield from ((f"workers.{place}.{name}", str(n)) for name, n in here.items())
    yield from ((f"market.{space}", name) for space, name in keys.get("market", {}).items())
    yield from ((GUILDHALL, name) for name in keys[GUILDHALL])
    for row, cards in enumerate(keys["display"]):
        for column, card in enumerate(cards):
            yield f"display.{row}.{column}", card or "-"
            if card in keys.get("coins", {}):
                yield f"coins.{row}.{column}", str(keys["coins"][card])
    for first in ("black_market", "rewards", "apprentices", "contributions", "schemes"):
        for what, cards in keys.get(first, {}).items():
            yield from ((f"{first}.{what}", card) for card in cards)
    for wonder, now in keys.get("tokens", {}).items():
        yield from ((f"tokens.{wonder}.{what}", str(value)) for what, value in now.items())


def _seat(name, seat):
    for what in ("board", *NUMBERS, "marker"):
        if what in seat:
            yield f"{name}.{what}", str(seat[what])
    for what, n in zip(("unpaid", "paid"), seat.get("debts", ()), strict=False):
        yield f"{name}.{what}", str(n)
    yield from ((f"{name}.goods.{kind}", str(seat["goods"][kind])) for kind in GOODS if kind in seat.get("goods", {}))
    yield from ((f"{name}.captured.{other}", str(n)) for other, n in seat.get("captured", {}).items())
    for what in ("hand", "apprentices", "buildings"):
        yield from ((f"{name}.{what}", card) for card in seat.get(what, ()))
