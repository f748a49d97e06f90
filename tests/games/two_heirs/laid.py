"""How a person lays a position by tapping: what is put where, in which order."""


def taps(keys):
    """Return the taps that lay the position which keys describe."""
    solo = keys["mode"] == "solo"
    yield "mode", keys["mode"]
    if solo:
        yield "level", str(keys["level"])
    for name in keys["sets"]:
        yield "sets", name
    yield "player", keys["player"]
    yield "phase", keys["phase"]
    yield "taken", "yes" if keys["taken"] else "no"
    yield "discounts", str(keys["discounts"])
    turns = keys["turns_after_this"]
    yield "turns", "-" if turns is None else str(turns)
    for n, tile in enumerate(keys["supply"]):
        yield f"supply.{n}", tile or "-"
    yield from _board(keys)
    for player, hand in keys["hands"].items():
        yield from ((f"hand.{player}", tile) for tile in hand)
    yield from (("removed", tile) for tile in keys["removed"])
    if isinstance(keys["stack"], dict):
        yield "top", f"?{keys['stack'].get('top') or ''}"
    else:
        yield from (("stack", tile) for tile in keys["stack"] if tile != "?")
    if solo:
        henry = keys["henry"]
        yield from ((name, token) for name in ("gone", "unused", "pile") for token in henry[name])


def _board(keys):
    waiting = list(keys["board"])
    laid = set()
    while waiting:  # a tile can be laid beside another
        one = next(one for one in waiting if (not laid and one["at"] == [0, 0]) or any(
            max(abs(one["at"][0] - x), abs(one["at"][1] - y)) == 1 for x, y in laid))
        waiting.remove(one)
        laid.add(tuple(one["at"]))
        yield _place(one["at"]), one["tile"]
        if one["owner"]:
            yield _place(one["at"]), f"owner-{one['owner']}"
    for player, units in keys["units"].items():
        for n, unit in enumerate(sorted(units, key=lambda unit: unit["kind"])):
            if unit["at"] != "supply":
                yield _place(unit["at"]), f"unit-{player}-{n}" + "!" * unit["moved"]
            elif unit["moved"]:
                yield f"unit.{player}.{n}", "supply!"
    for target in keys.get("targets", ()):
        yield _place(target), "target"
    henry = keys.get("henry", {"units": {}, "treasures": [], "last": None})
    for terrain, at in henry["units"].items():
        if at:
            yield _place(at), f"henry-{terrain}"
    for one in henry["treasures"]:
        yield _place(one["at"]), f"token-{one['token']}"
    if henry["last"]:
        yield _place(henry["last"]), "last"


def _place(at):
    return f"{at[0]},{at[1]}"
