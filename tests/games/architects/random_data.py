"""Random components, such as a user might name: other costs, effects, tracks and short piles.

Each function alters one part, so a comparison can leave out what a program does not take.
"""
from copy import deepcopy

from tests.games.architects.twin.table import GOODS, PLACES

SKILLS = ("carpentry", "tiling", "masonry")


def random_data(rng, data, parts=None):
    """Return a copy of the data with some parts altered; None = each with an even chance."""
    data = deepcopy(data)
    for part in PARTS if parts is None else parts:
        if parts is not None or rng.random() < 0.5:
            part(rng, data)
    return data


def halves(data):
    return data["base"], data["works_of_wonder"]


def goods(rng, most, kinds=GOODS):
    """Return a few goods."""
    return {kind: rng.randint(1, most) for kind in rng.sample(kinds, rng.randint(1, 3))}


def gains(rng):
    """Return what a card may give."""
    kinds = [*GOODS, "silver", "virtue", "building_card", "influence"]
    return {kind: rng.randint(1, 3) for kind in rng.sample(kinds, rng.randint(1, 2))}


def short_piles(rng, data):
    """Leave cards out, so that what goes under a pile comes up again."""
    for half in halves(data):
        half["apprentices"] = rng.sample(half["apprentices"], rng.randint(9, 14))
        half["buildings"] = rng.sample(half["buildings"], 24)
        half["rewards"] = rng.sample(half["rewards"], rng.randint(5, len(half["rewards"])))
    data["base"]["black_market"] = rng.sample(data["base"]["black_market"], rng.randint(1, 4))
    supply, counts = data["base"]["supply"], data["works_of_wonder"]["counts"]
    for count, half in ((supply, data["base"]), (counts, data["works_of_wonder"])):
        count |= {"apprentices": len(half["apprentices"]), "buildings": len(half["buildings"])}
    supply |= {"reward_cards": len(data["base"]["rewards"]), "black_market_cards": len(data["base"]["black_market"])}
    counts["rewards"] = len(data["works_of_wonder"]["rewards"])


def cheap_buildings(rng, data):
    """Other prices, skills, virtue and points; effects change places."""
    for half in halves(data):
        for card in half["buildings"]:
            card |= {"cost": goods(rng, rng.choice([1, 3])), "vp": rng.randint(0, 15), "virtue": rng.randint(-3, 3),
                     "skills": rng.sample(SKILLS, rng.choice([0, 0, 1, 2]))}
        swap(rng, half["buildings"], "timing", "effect")


def swap(rng, cards, *keys):
    """Let the values of some keys change places among cards."""
    values = [{key: card[key] for key in keys} for card in cards]
    for card, value in zip(cards, rng.sample(values, len(values)), strict=True):
        card |= value


def other_apprentices(rng, data):
    for half in halves(data):
        for card in half["apprentices"]:
            card |= {"virtue": rng.randint(-3, 3), "skills": rng.sample(SKILLS, rng.randint(1, 3))}
        swap(rng, half["apprentices"], "location", "effect")


def other_start(rng, data):
    base = data["base"]
    base["start_tax"]["value"] = rng.randint(0, 9)
    base["hand_limit"]["value"] = rng.randint(2, 7)
    base["standard_start"] |= {"virtue": rng.randint(0, 14), "silver_by_seat": [rng.randint(0, 12) for _ in range(5)]}
    debts = base["supply"]["debt_cards"] = rng.choice([5, 9, 22])
    for half in halves(data):
        for board in half["player_boards"]:
            prison = rng.choice([0, 3, 15])
            extra = rng.choice([{}, {"building_card": 2}, {"debt": 1}][:3 if debts else 2])  # no more than there are
            debts -= extra.get("debt", 0)
            board |= {"workers_in_prison": prison, "silver": rng.randint(0, 12), "virtue": rng.randint(0, 14),
                      "extra": goods(rng, 9) | extra}
    for board in data["works_of_wonder"]["player_boards"]:
        board["influence"] = rng.randint(0, 12)


def other_tracks(rng, data):
    base, works = halves(data)
    for step in base["virtue_track"]:
        step |= {"vp": rng.randint(-9, 9), "taxes_ignored_per_action": rng.choice([0, 0, 1, 3]),
                 "cathedral_allowed": rng.random() < 0.7, "black_market_allowed": rng.random() < 0.7}
    for level in base["cathedral"]:
        level |= {"spaces": rng.randint(1, 3), "vp": rng.randint(0, 20), "cost": rng.choice([
            goods(rng, 2), {"any_mix_of": ["stone", "wood"], "count": rng.randint(1, 5)}])}
    hall = base["guildhall"]
    for seats, total in hall["total_by_players"].items():
        hall["reset_on_nth_worker"][seats] = sorted(rng.sample(range(1, total + 1), 2))
    works["influence_track"]["end_bonus"]["gold"] = rng.randint(0, 9)
    base["reward_empty"] = rng.choice([{"virtue": 1}, {"virtue": 2}])


def other_market(rng, data):
    base = data["base"]
    for card in base["black_market"]:
        card |= {"small": goods(rng, 2), "large": goods(rng, 3)}
    for half in halves(data):
        for card in half["rewards"]:
            card["gain"] = gains(rng)
            if half is base:
                card["gain"].pop("influence", None)


def other_wonders(rng, data):
    """Wonders that are built often, other contributions and consequences."""
    works = data["works_of_wonder"]
    for card in works["wonders"]:
        card |= {"cost": rng.randint(1, 6), "influence": rng.randint(0, 7), "tax": rng.randint(0, 5),
                 "vp": rng.randint(0, 20), "virtue_on_build": rng.randint(0, 4)}
    for card in works["contribution_consequence"]:
        card["contribution"] = {kind: gains(rng) | rng.choice([{}, {"reward_card": 1}]) for kind in GOODS}
        princess, profiteer = rng.sample(PLACES, 2)
        effect = rng.choice([{"gain": {"debt": 1}}, {"gain": {"influence": 3}}, {"lose": {"virtue": 2}}])
        card["consequence"] = {
            "princess_location": princess, "profiteer_location": profiteer,
            "profiteer_effect": effect | {"then": "all_own_workers_there_to_prison"},
            "princess_reward": [gains(rng) for _ in range(rng.randint(1, 2))]}


def other_opponents(rng, data):
    solo = data["works_of_wonder"]["solo"]
    for board in solo["opponents"]:
        board |= {"start_virtue": rng.randint(0, 14), "start_influence": rng.randint(0, 12)}
        for key in ("capture_tiebreak", "wonder_token_priority"):
            board[key] = rng.sample(board[key], len(board[key]))
    solo["wonder_payment"]["total"] = rng.randint(5, 12)


PARTS = [short_piles, cheap_buildings, other_apprentices, other_start, other_tracks, other_market, other_wonders,
         other_opponents]
