"""Random deals, tables and components for the comparison of the twin with the compiled game."""
from copy import deepcopy

from tests.games.brian_boru.setting import DATA, DEALT, REGIONS, ROUNDS, seats

SYMBOLS = ("coin", "pay_coin", "renown", "church", "battle", "courtship", "expand", "liberate")
# In which order a space gives several kinds is left open; a town comes last here.
BENEFITS = ([], ["coin"], ["coin", "coin"], ["renown"], ["any_town"], ["coin", "renown", "any_town"])


def random_setup(n, rng, data=DATA):
    """Return a whole deal drawn at random (R15, R16, R17, R20)."""
    rounds = data["setup"]["rounds"][str(n)]
    cards = [card["number"] for card in data["cards"]]
    strengths = [card["strength"] for card in data["viking_cards"]["strengths"]]
    names = [card["name"] for card in data["marriage_cards"]]
    return {
        "players": n, "first": rng.choice(seats(n)), "viking_deck": rng.sample(strengths, len(strengths)),
        "marriage_deck": [*rng.sample(names, rounds - 1), "Princess"],
        "deals": [random_deal(n, rng.sample(cards, len(cards))) for _ in range(rounds)],
    }


def random_deal(n, cards):
    return {seat: cards[at * DEALT[n]:(at + 1) * DEALT[n]] for at, seat in enumerate(seats(n))}


def random_table(n, rng):
    """Return a table before a trick, such as few games come to: full boards, ties, Vikings everywhere."""
    round_ = rng.randint(1, ROUNDS[n])
    left = rng.choice([2, 2, 2, 3, DEALT[n]])
    cards = rng.sample([card["number"] for card in DATA["cards"]], n * left)
    full, vikings, cloisters = rng.choice([0.1, 0.5, 0.9, 1]), rng.choice([0, 0.2, 0.6]), rng.choice([0, 0.2, 0.8])
    small = rng.choice([1, 2, 6])  # many ties, or few
    names = rng.sample([card["name"] for card in DATA["marriage_cards"]], round_ - 1)

    def each(high):
        return {seat: rng.randint(0, high) for seat in seats(n)}

    towns = {town["id"]: {"disc": rng.choice(seats(n)), "viking": rng.random() < vikings,
                          "monastery": rng.random() < cloisters}
             for town in DATA["towns"] if rng.random() < full}
    marriages = {seat: [] for seat in seats(n)}
    for name in names:
        if rng.random() < 0.8:
            marriages[rng.choice(seats(n))].append(name)
    spaces = rng.sample(range(1, len(DATA["marriage_track"])), n)
    claims = {region: {"up": up, "holder": rng.choice([*seats(n), None]) if up else None}
              for region in REGIONS for up in [rng.random() < 0.5]}
    return {
        "round": round_, "phase": "trick", "marker": rng.choice(seats(n)), "active": None, "battle": rng.randint(0, 9),
        "coins": each(rng.choice([2, 9])), "renown": each(5), "points": each(rng.choice([2, 30])),
        "raiders": each(small), "church": each(small),
        "track": {seat: space * (rng.random() < 0.7) for seat, space in zip(seats(n), spaces, strict=True)},
        "towns": towns, "claims": claims, "marriages": marriages, "princess": None,
        "hands": {seat: sorted(cards[at * left:(at + 1) * left]) for at, seat in enumerate(seats(n))}, "trick": [],
    }


def random_data(rng):
    """Return components that a user might name: any actions, towns, roads, track, rewards, lengths and prices."""
    data = deepcopy(DATA)
    for card in data["cards"]:
        card["suit"] = rng.choice(["red", "blue", "yellow", "red", "blue", "yellow", "white"])
        card["primary"] = ["town", *_symbols(rng, 0, 4)]
        card["secondary"] = [_symbols(rng, 1, 5) for _ in range(rng.randint(1, 2))]
    for region in data["regions"]:
        region |= {"threshold": rng.randint(1, 7), "points": rng.randint(0, 9)}
    others = rng.choices(REGIONS, k=rng.choice([2, 10, 30, 56]))
    data["towns"] = [{"id": f"T{at}", "region": region, "colour": rng.choice(["red", "blue", "yellow"]), "x": 50.0,
                      "y": 50.0, "provenance": {}, "note": ""} for at, region in enumerate([*REGIONS, *others])]
    pairs = {tuple(sorted(rng.sample(range(len(data["towns"])), 2))) for _ in range(rng.randint(0, 80))}
    data["roads"] = [{"a": f"T{a}", "b": f"T{b}", "provenance": "fan", "note": ""} for a, b in sorted(pairs)]
    data["marriage_track"] = [
        {"space": space, "label": "", "benefit": list(rng.choice(BENEFITS)) if space else [], "shared": not space,
         "provenance": "fan"} for space in range(rng.randint(2, 14))]
    for card in data["marriage_cards"]:
        card |= {"points": rng.randint(0, 5), "renown": rng.randint(0, 2)}
        card["town_in_region"] = rng.choice([None, *REGIONS])
    for card in data["viking_cards"]["strengths"]:
        card["strength"] = rng.choice([0, 3, 12, 30])
    for count in ("3", "4", "5"):
        rounds = rng.randint(1, 4)
        data["setup"]["rounds"][count], data["setup"]["marriage_cards_above_princess"][count] = rounds, rounds - 1
    data["setup"] |= {"coins": rng.randint(0, 10), "renown": rng.randint(0, 3), "points": rng.randint(0, 10)}
    data["costs"] |= {"extra_church_battle_courtship": rng.randint(2, 4), "expand": rng.randint(0, 8)}
    data["region_spread_points"] = {str(n): rng.randint(0, 10) for n in range(9)}
    data["princess"]["options"][2]["points"] = rng.randint(0, 9)
    return data


def _symbols(rng, low, high):
    return [rng.choice(SYMBOLS) for _ in range(rng.randint(low, high))]
