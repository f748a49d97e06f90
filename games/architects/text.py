"""Texts: moves, the line that holds a whole state, views, and the tables of records."""
from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kingmaker.errors import told_as
from kingmaker.games.architects.components import Components
from kingmaker.games.architects.fields import Node
from kingmaker.games.architects.names import GOODS, GUILDHALL, PHASES, PLACES, RECALLS, SPACES, TARGETS, WORDS
from kingmaker.games.architects.sound import check_sound
from kingmaker.games.errors import NotationError
from kingmaker.reading import parse_json

if TYPE_CHECKING:
    from kingmaker.games.architects._components import Rules

Keys = dict[str, Any]
N_CARDS, N_STAGES, N_TASKS, MOST_TAGS, MOST_FACTS, N_ROWS = 64, 26, 55, 24, 20, 10
MOST = 30_000  # of goods and silver
# first ids of actions, as in _flow.pxd, with how the move begins and how the rest is written
HIRE, KEEP, DISMISS, BUILD, DISCARD, TRADE, PLACE, RECALL, CAPTURE, MIX, REPLACE, GOLD, DESTROY, WORD = (
    0, 64, 128, 192, 256, 320, 384, 400, 416, 464, 1193, 1305, 1321, 1353)
REPLACED = (*GOODS, "silver", "virtue")


# -- moves -----------------------------------------------------------------------------------------------------------


def format_action(rules: Rules, action: int) -> str:
    """Return an action as text."""
    if action >= WORD:
        return WORDS[action - WORD]
    if action >= DESTROY:
        return f"destroy {action - DESTROY}"
    if action >= GOLD:
        return f"with gold {action - GOLD}"
    if action >= REPLACE:
        kind, n = divmod(action - REPLACE, 16)
        return f"influence {REPLACED[kind]} {n}"
    if action >= MIX:
        clay, rest = divmod(action - MIX, 81)
        return f"mix {clay} {rest // 9} {rest % 9}"
    if action >= CAPTURE:
        place, whose = divmod(action - CAPTURE, 5)
        return f"capture {PLACES[place]} {rules.seats[whose]}"
    if action >= RECALL:
        where = action - RECALL
        return f"recall {RECALLS[where] if where < len(RECALLS) else rules.seats[where - len(RECALLS)]}"
    if action >= PLACE:
        return f"place {TARGETS[action - PLACE]}"
    verb = ("hire", "keep", "dismiss", "build", "discard", "trade")[action // 64]
    names = rules.apprentices if verb in ("hire", "dismiss", "trade") else rules.buildings
    return f"{verb} {names[action % 64]}"


# -- a whole state in one line ---------------------------------------------------------------------------------------


def write_text(body: bytes) -> str:
    """Return all keys, in one line, with a checksum in front: it is written by programs, positions are for people."""
    return f"{zlib.crc32(body):08x} {body.decode('ascii')}"


def read_text(text: str, parts: Components, options: Mapping[str, Any]) -> Keys:
    """Return the keys of a text, each within its bounds; whether they are one state, `check_whole` says."""
    check, _, body = text.partition(" ")
    if check != f"{zlib.crc32(body.encode()):08x}":
        raise NotationError("state: expected eight hexadecimal digits that are the checksum of what follows them; got "
                            f"{text[:20]!r}")
    with told_as(NotationError):
        node = Node(parse_json(body, "state"), "state")
    n_humans, opponent = options["players"], options["opponent"] != "none"
    n_seats = n_humans + opponent
    _check_table(node, n_seats)
    _check_seats(node, n_seats)
    _check_piles(node, n_humans)
    _check_running(node, n_seats, n_humans)
    if "viewer" in node:
        node["viewer"].whole(0, n_humans - 1)
    if options["wonders"]:
        _check_wonders(node, n_seats)
    if opponent:
        for name, most in (("schemes", 22), ("gone", 22), ("future", 11)):
            _list(node[name], most, 0, 21)
        node["marker"].whole(0, 4)
        node["card"].whole(-1, 21)
    return dict(node.table())


def check_whole(keys: Keys, parts: Components, options: Mapping[str, Any]) -> None:
    """Refuse keys, each within its bounds, that are no state together."""
    check_sound(Node(keys, "state"), parts, options["players"], bool(options["wonders"]), options["opponent"] != "none",
                options["boards"] == "variable", options["short"] > 0)


def _list(node: Node, most: int, low: int, high: int) -> None:
    if len(node.wholes(None, low, high)) > most:
        raise node.refuse(f"a list of at most {most}")


def _check_table(node: Node, n_seats: int) -> None:
    for name, low, high in (("turn", 0, 2**31 - 1), ("phase", 0, 4), ("active", -1, n_seats - 1),
                            ("first", 0, n_seats - 1), ("left", -1, n_seats), ("tax", 0, MOST), ("supply", 0, 99),
                            ("shuffles", 0, 2**64 - 1), ("blind", 0, N_CARDS), ("pass", 0, 3)):
        node[name].whole(low, high)
    node["spaces"].wholes(3, -1, n_seats - 1)
    _list(node["guild"], 32, 0, n_seats - 1)
    node["display"].wholes(N_ROWS, -1, N_CARDS - 1)
    node["coins"].wholes(N_ROWS, 0, MOST)


def _check_seats(node: Node, n_seats: int) -> None:
    for seat in node["seats"].items(n_seats):
        for name, low, high in (("board", -1, 10), ("virtue", 0, 14), ("influence", 0, 12), ("silver", 0, MOST),
                                ("supply", 0, 20), ("prison", 0, 20), ("cathedral", 0, 5), ("spare", 0, 1)):
            seat[name].whole(low, high)
        seat["goods"].wholes(5, 0, MOST)
        seat["captured"].wholes(n_seats, 0, 20)
        seat["at"].wholes(9, 0, 20)
        seat["debts"].wholes(2, 0, 99)
        _list(seat["hand"], N_CARDS, 0, N_CARDS - 1)
        _list(seat["apprentices"], 6, 0, N_CARDS - 1)
        _list(seat["buildings"], 20, 0, N_CARDS + 4)


def _check_piles(node: Node, n_humans: int) -> None:
    _list(node["apprentices"], N_CARDS, 0, N_CARDS - 1)
    _list(node["cards"], N_CARDS - len(node["drawn"].wholes(None, 0, N_CARDS - 1)), 0, N_CARDS - 1)
    for cards, known in (("cards", "known"), ("drawn", "drawn_known")):
        node[known].wholes(len(node[cards].value), 0, 31)
    node["tags"].wholes(MOST_TAGS, -1, N_CARDS - 1)
    for facts in node["facts"].items(n_humans):
        if len(list(facts.items())) > MOST_FACTS:
            raise facts.refuse(f"at most {MOST_FACTS} facts")
        for fact in facts.items():
            card, group, places = fact.items(3)
            card.whole(0, N_CARDS - 1)
            group.whole(0, 5)
            places.whole(0, 2**29 - 1)
    for name, n, least in (("rewards", 23, 2), ("market", 10, 1)):
        first, *rest = node[name].items(least + 1)
        _list(first, n, 0, n - 1)
        for item in rest:
            item.whole(0, n)
    for pack in node["packs"].items(n_humans):
        _list(pack, 4, 0, N_CARDS - 1)
    for picks in node["picks"].items(n_humans):
        picks.wholes(3, -1, N_CARDS - 1)


def _check_running(node: Node, n_seats: int, n_humans: int) -> None:
    node["stage"].whole(1, N_STAGES - 1)
    node["actor"].whole(0, n_humans - 1)
    node["argument"].whole(-128, 127)
    for name in ("options", "more"):
        node[name].whole(0, 2**64 - 1)
    tasks = list(node["stack"].items())
    if len(tasks) > 40:
        raise node["stack"].refuse("at most 40 tasks")
    for task in tasks:
        op, *rest = task.items(4)
        op.whole(0, N_TASKS - 1)
        for item in rest:
            item.whole(-128, 127)
    place, n_acts, n_done, flags, cleared, due = node["action"].items(6)
    place.whole(-1, 12)
    for item, high in ((n_acts, 127), (n_done, 127), (flags, 255), (cleared, 511), (due, 1)):
        item.whole(0, high)
    if "payment" in node:
        payer, step, *amounts = node["payment"].items(14)
        payer.whole(0, n_humans - 1)
        step.whole(0, 8)
        for amount in amounts:
            amount.whole(0, 99)


def _check_wonders(node: Node, n_seats: int) -> None:
    cards, at = node["contributions"].items(2)
    cards.wholes(7, 0, 6)
    at.whole(1, 6)
    node["given"].whole(0, 31)
    node["goods_on"].wholes(5, 0, MOST)
    node["tokens"].wholes(5, -1, 8)
    node["builders"].wholes(5, -1, n_seats - 1)
    node["princess"].whole(0, 8)
    node["profiteer"].whole(0, 8)


# -- records ---------------------------------------------------------------------------------------------------------


def start(rules: Rules, keys: Keys) -> Keys:
    """Return what is shuffled before the first decision, top first."""
    boards = rules.parts.boards
    n = len(keys["packs"])
    order = [(keys["first"] + i) % n for i in range(n)]
    cards = [card for seat in order for card in keys["packs"][seat]] + keys["cards"]
    rewards, n_rewards, _ = keys["rewards"]
    return {
        "first": rules.seats[keys["first"]],
        "player_boards": {rules.seats[i]: boards[seat["board"]].name for i, seat in enumerate(keys["seats"])
                          if seat["board"] >= 0},
        "apprentices": _named(rules.apprentices, [card for card in keys["display"] if card >= 0]
                              + keys["apprentices"]),
        "buildings": _named(rules.buildings, cards),
        "rewards": _named(rules.rewards, rewards[:n_rewards]),
        "market": _named(rules.market, keys["market"][0]),
        "contributions": _named(rules.contributions, keys.get("contributions", [[]])[0]),
        "schemes": _named(rules.schemes, keys.get("schemes", [])[::-1]),
        "future": _named(rules.schemes, keys.get("future", [])[::-1]),
    }


def _named(names: Sequence[str], cards: Sequence[int]) -> list[str]:
    return [names[card] for card in cards]


def shuffles(rules: Rules, kinds: Sequence[int], market: Sequence[int], contributions: Sequence[int],
             schemes: Sequence[int]) -> list[str]:
    """Return what was shuffled on the way as events, in order."""
    orders = {1: ("market", rules.market, market), 2: ("contributions", rules.contributions, contributions),
              3: ("schemes", rules.schemes, schemes)}
    return [" ".join([orders[kind][0], *_named(*orders[kind][1:])]) for kind in kinds]


def table(rules: Rules, keys: Keys) -> Keys:
    """Return the state with its private parts, as records have it."""
    seats = rules.seats
    out = {
        "turn": keys["turn"], "active": seats[keys["active"]] if keys["active"] >= 0 else None,
        "left": keys["left"] if keys["left"] >= 0 else None, "phase": PHASES[keys["phase"]], "tax": keys["tax"],
        "debts": keys["supply"],
        "seats": {name: (_player if i < len(keys["facts"]) else _opponent)(rules, keys, keys["seats"][i])
                  for i, name in enumerate(seats)},
        "workers": {place: {name: seat["at"][k] for name, seat in zip(seats, keys["seats"], strict=True)
                            if seat["at"][k]} for k, place in enumerate(PLACES)},
        "market": {space: _seat(rules, keys["spaces"][i]) for i, space in enumerate(SPACES)},
        GUILDHALL: [seats[seat] for seat in keys["guild"]],
    }
    return out | _cards(rules, keys) | (_wonders(rules, keys) if "contributions" in keys else {}) | (
        {"schemes": _named(rules.schemes, keys["gone"])} if "schemes" in keys else {})


def _seat(rules: Rules, seat: int) -> str | None:
    return rules.seats[seat] if seat >= 0 else None


def _player(rules: Rules, keys: Keys, seat: Keys) -> Keys:
    board = rules.parts.boards[seat["board"]].name if seat["board"] >= 0 else None
    return {"board": board, **{name: seat[name] for name in ("virtue", "influence", "silver", "goods", "supply",
                                                              "prison")},
            "captured": _captured(rules, seat), "cathedral": seat["cathedral"], "debts": seat["debts"],
            "hand": _named(rules.buildings, seat["hand"]),
            "apprentices": _named(rules.apprentices, seat["apprentices"]),
            "buildings": _named(rules.buildings, seat["buildings"])}


def _opponent(rules: Rules, keys: Keys, seat: Keys) -> Keys:
    return {"virtue": seat["virtue"], "influence": seat["influence"], "marker": GOODS[keys["marker"]],
            "marble": seat["goods"][4], "supply": seat["supply"], "prison": seat["prison"],
            "captured": _captured(rules, seat), "cathedral": seat["cathedral"], "debts": seat["debts"],
            "buildings": _named(rules.buildings, seat["buildings"])}


def _captured(rules: Rules, seat: Keys) -> Keys:
    return {name: n for name, n in zip(rules.seats, seat["captured"], strict=True) if n}


def _cards(rules: Rules, keys: Keys) -> Keys:
    """Return the display and the piles."""
    n = rules.n_columns
    market, at = keys["market"]
    piles = {"apprentices": len(keys["apprentices"]), "buildings": len(keys["cards"]),
             "rewards": keys["rewards"][1] - keys["rewards"][2], "market": len(market) - at}
    if "contributions" in keys:
        piles["contributions"] = len(keys["contributions"][0]) - keys["contributions"][1]
    if "schemes" in keys:
        piles |= {"schemes": len(keys["schemes"]), "future": len(keys["future"])}
    display = keys["display"]
    return {
        "display": [[rules.apprentices[card] if card >= 0 else None for card in display[row:row + n]]
                    for row in (0, 5)],
        "coins": {rules.apprentices[card]: silver for card, silver in zip(display, keys["coins"], strict=True)
                  if silver},
        "cards": {"small": rules.market[market[at]] if at < len(market) else None,
                  "large": rules.market[market[at - 1]] if at else None},
        "piles": piles,
    }


def _wonders(rules: Rules, keys: Keys) -> Keys:
    cards, at = keys["contributions"]
    return {
        "princess": PLACES[keys["princess"]], "profiteer": PLACES[keys["profiteer"]],
        "contribution": [rules.contributions[cards[at]],
                         [kind for i, kind in enumerate(GOODS) if keys["given"] >> i & 1]],
        "consequence": rules.contributions[cards[at - 1]],
        "wonders": {wonder.id: {"goods": keys["goods_on"][i],
                                "token": PLACES[keys["tokens"][i]] if keys["tokens"][i] >= 0 else None}
                    for i, wonder in enumerate(rules.parts.wonders)},
    }
