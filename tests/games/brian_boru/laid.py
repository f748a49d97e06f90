"""How a person lays a position by tapping: what is put where, in which order."""
COUNTS = ("coins", "renown", "points", "raiders", "church", "track")


def taps(keys):
    """Return the taps that lay the position which keys describe, from the draft on which nothing lies."""
    yield from _value("players", keys["players"], 4)
    yield from _value("short", keys.get("short", 0), 0)
    yield from _value("decision", keys["decision"], "town")
    for name, usual in (("round", 1), ("player", "p1"), ("marker", "p1"), ("loser", "p1")):
        value = keys.get(name)  # null where the game is over
        yield from _value(name, usual if value is None else value, usual)
    yield from _number("battle", keys["battle"])
    for count in COUNTS:
        for player, n in keys[count].items():
            yield from _number(f"{count}.{player}", n)
    yield from _table(keys)
    yield from _decks(keys)
    yield from _cards(keys)
    for k, deal in enumerate(keys.get("deals", ())):
        for player in keys["hands"]:
            yield from ((f"deals.{keys['round'] + k}.{player}", f"card {card}") for card in deal[player])


def _value(name, value, usual):
    if value != usual:
        yield name, str(value)


def _number(name, count):
    """Small numbers at once, others in steps of ten."""
    steps = max(0, (count - 11) // 10) if count > 20 else 0
    if count:
        yield name, str(count - 10 * steps)
    yield from [(name, "+10")] * steps


def _table(keys):
    for town, laid in keys["towns"].items():
        yield town, f"disc-{laid['disc']}"
        yield from ((town, what) for what in ("viking", "monastery") if laid[what])
    if keys["active"]:
        yield keys["active"], "active"
    for region, claim in keys["claims"].items():
        if claim["up"]:
            yield f"claims.{region}", claim["holder"] or "up"
    for player, names in keys["marriages"].items():
        yield from ((f"marriages.{player}", name) for name in names)
    if keys["princess"]:
        yield "princess", f"{keys['princess']['holder']}-{keys['princess']['use']}"


def _decks(keys):
    for deck, cards in (("viking", keys["viking_deck"]), ("wedding", keys["marriage_deck"][:-1])):
        yield from ((f"{deck}.{n}", str(card)) for n, card in enumerate(cards) if card != "?")


def _cards(keys):
    laid = dict(keys["trick"])
    yield from ((f"trick.{player}", f"card {card}") for player, card in keys["trick"])
    if "action" in keys:
        yield from _value("use", keys["action"]["use"], 0)
        yield from _value("symbol", keys["action"]["symbol"], 0)
    for player, hand in keys["hands"].items():
        yield from ((f"hands.{player}", "?" if card == "?" else f"card {card}") for card in hand)
        yield from ((f"played.{player}", f"card {card}") for card in keys.get("played", {}).get(player, ())
                    if card != laid.get(player))
        for name in ("lacks", "owns"):
            yield from ((f"{name}.{player}", f"card {card}") for card in keys.get(name, {}).get(player, ()))
    for player, passes in (keys.get("draft") or {}).items():
        for name in ("received", "picked") if passes != "?" else ():
            for k, cards in enumerate(passes[name]):
                yield from ((f"{name}.{player}.{k}", f"card {card}") for card in cards)
