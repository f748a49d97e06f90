"""Position files of the Architects: short for people, whole for programs.

A position at the beginning of a turn needs what lies on the table and little else; whatever has a usual value may be
left out. One in the middle of a turn has a part `running`, which only programs write. What is left out of hands and
piles, or is `?`, is unknown: the position is then a view, of `seen_by` or of the player to act, and the rest is drawn.
`read_position` and `write_position` are the game's hooks for games/files/positions.py.
"""
from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.architects import text as texts
from kingmaker.games.architects._components import Rules
from kingmaker.games.architects._position_fill import FILL
from kingmaker.games.architects._position_reader import KEYS, Reader
from kingmaker.games.architects._state import ArchState, half
from kingmaker.games.architects.names import DECISIONS, GOODS, GUILDHALL, OPPONENT, PHASES, PLACES, SPACES, TASKS
from kingmaker.games.architects.seen import keys_seen
from kingmaker.games.core.fields import UNKNOWN, Fields
from kingmaker.games.errors import KingmakerError, NotationError
from kingmaker.games.registry import game_spec, load_game
from kingmaker.reading import parse_json

Keys = dict[str, Any]
AT_TURN = ("place", "recall")  # decisions with which a turn begins: nothing else is running


def read_position(data: Mapping[str, Any], *, seed: int = FILL) -> ArchState:
    """Return the state that the keys of a position describe.

    Parameters
    ----------
    data : the keys; `"-"` has been read as null
    seed : draws what a view leaves open
    """
    fields = Fields(data, "", KEYS)
    game = game_spec("architects").bind(_options(fields))
    reader = Reader(fields, game, checksum(data))
    keys = reader.read()
    return filled(game, keys, reader, seed)


def carried(state: ArchState, game: Any) -> ArchState:
    """Return the position in a game with other components as the player to act sees it; refused if it cannot be."""
    data = position(state, state.player)
    reader = Reader(Fields(data, "", KEYS), game, checksum(data))
    return filled(game, reader.read(), reader, FILL)


def filled(game: Any, keys: Keys, reader: Reader, seed: int) -> ArchState:
    """Return the state of some keys; what a view does not know is drawn, what may be chosen is found."""
    state = load_keys(game, keys)
    if keys.get("viewer") is not None:
        try:
            state.determinize(keys["viewer"], Rng(seed))
        except KingmakerError:
            raise NotationError("knowledge: no world fits what it says, with all else that is known") from None
    elif DECISIONS[keys["stage"]] in ("place", "build", "discard", "keep"):
        other = state.clone()
        other.determinize(keys["actor"], Rng(seed))
        found = dump(other)
        state = load_keys(game, keys | {"options": found["options"], "more": found["more"]})
    game.parse(state.text())  # which refuses what does not fit together
    if not state.is_over and len(state.legal_actions()) < 2:
        raise reader.fields.refuse("decision", f"a decision with a choice: {state.decision!r} has one way or none "
                                               "here, which happens by itself")
    return state


def write_position(state: GameState) -> Keys:
    """Return the keys of a state's position file; of a state that was read from a view, those of the view."""
    assert isinstance(state, ArchState)
    return position(state, state.viewer)


def dump(state: ArchState) -> Keys:
    """Return all keys of a state, as its text has them."""
    return dict(parse_json(state.text().partition(" ")[2], "state"))


def load_keys(game: Any, keys: Keys) -> ArchState:
    """Return the state with these keys, in which something may still be to be drawn or found."""
    body = json.dumps({name: value for name, value in keys.items() if value is not None}, separators=(",", ":"))
    return half(game, texts.write_text(body.encode()))


def checksum(data: Mapping[str, Any]) -> str:
    """Return the checksum of a position without its own."""
    rest = {key: value for key, value in data.items() if key not in ("game", "version")}
    if isinstance(rest.get("running"), Mapping):
        rest["running"] = {key: value for key, value in rest["running"].items() if key != "check"}
    try:
        body = json.dumps(rest, sort_keys=True)
    except (TypeError, ValueError):
        return ""
    return f"{zlib.crc32(body.encode()):08x}"


def _options(fields: Fields) -> dict[str, object]:
    """Return the game's options: those said, else those that follow from the rest."""
    data = fields.data
    options: dict[str, object] = dict(load_game(fields.word("game")).options) if "game" in data else {}
    seats = data.get("seats")
    names = list(seats) if isinstance(seats, Mapping) else []
    boards = isinstance(seats, Mapping) and any(isinstance(seat, Mapping) and seat.get("board")
                                                for seat in seats.values())
    n = max(1, len(names) - (OPPONENT in names))
    options["players"] = fields.whole("players", 1, 5) if "players" in data else n
    if data.get("opponent") is not None:
        known = load_game("architects").spec.options["opponent"].choices
        options["opponent"] = fields.word("opponent", known)
    options["wonders"] = int(fields.flag("wonders")) if "wonders" in data else int(
        options.get("opponent", "none") != "none" or "contributions" in data or bool(options.get("wonders", 0)))
    options["boards"] = fields.word("boards", ("standard", "variable")) if "boards" in data else (
        "variable" if boards else "standard")
    if "short" in data:
        options["short"] = fields.whole("short", 0, 12)
    return options


# -- writing ---------------------------------------------------------------------------------------------------------


def position(state: ArchState, observer: int | None) -> Keys:
    """Return the position, whole or as a player sees it."""
    keys = dump(state) if observer is None else keys_seen(state, observer)
    rules, options = state.rules, state.game.options
    out: Keys = {name: bool(options[name]) for name in ("wonders",) if options[name]}
    if options["opponent"] != "none":
        out["opponent"] = options["opponent"]
    if options["boards"] != "standard":
        out["boards"] = options["boards"]
    if options["short"]:
        out["short"] = options["short"]
    if observer is not None:
        out["seen_by"] = rules.seats[observer]
    out |= _running_table(keys, rules)
    out["seats"] = {name: _seat(rules, keys, i, i >= options["players"]) for i, name in enumerate(rules.seats)}
    out |= _on_board(keys, rules)
    out |= _piles(keys, rules, observer, bool(options["short"]))
    if "princess" in keys:
        out |= _wonders(keys, rules)
    if "marker" in keys:
        out["schemes"] = _schemes(keys, rules, observer)
    out |= _knowledge(keys, rules, observer)
    if PHASES[keys["phase"]] == "draft":
        out["draft"] = _draft(keys, rules, observer)
    if observer is None:
        out["shuffles"] = str(keys["shuffles"])
    out = {name: value for name, value in out.items() if value not in ({}, [])}
    running = _running(keys, rules)
    if running:
        out["running"] = running
        out["running"]["check"] = checksum(out)
    return out


def _running_table(keys: Keys, rules: Rules) -> Keys:
    out: Keys = {"turn": keys["turn"]}
    phase = PHASES[keys["phase"]]
    if phase != "turn":
        out["phase"] = phase
    over = DECISIONS[keys["stage"]] == "over"
    out["player"] = None if over else rules.seats[keys["actor"]]
    if not over and DECISIONS[keys["stage"]] != "place":
        out["decision"] = DECISIONS[keys["stage"]]
    active = rules.seats[keys["active"]] if keys["active"] >= 0 else None
    if active != out["player"]:
        out["active"] = active
    out["first"] = rules.seats[keys["first"]]
    if keys["left"] >= 0:
        out["left"] = keys["left"]
    return out | {"tax": keys["tax"], "debts": keys["supply"]}


def _seat(rules: Rules, keys: Keys, number: int, is_opponent: bool) -> Keys:
    seat = keys["seats"][number]
    out: Keys = {}
    if seat["board"] >= 0:
        out["board"] = rules.parts.boards[seat["board"]].name
    out["virtue"] = seat["virtue"]
    if "princess" in keys:
        out["influence"] = seat["influence"]
    if is_opponent:
        out |= {"marker": GOODS[keys["marker"]], "marble": seat["goods"][4]}
    else:
        out |= {"silver": seat["silver"], "goods": {kind: n for kind, n in zip(GOODS, seat["goods"], strict=True) if n}}
    out["supply"] = seat["supply"]
    for name in ("prison", "cathedral", "spare"):
        if seat[name]:
            out[name] = seat[name]
    captured = {name: n for name, n in zip(rules.seats, seat["captured"], strict=True) if n}
    if captured:
        out["captured"] = captured
    if any(seat["debts"]):
        out["debts"] = seat["debts"]
    if not is_opponent:
        hand = seat["hand"]
        out["hand"] = [UNKNOWN] * hand if isinstance(hand, int) else [rules.buildings[card] for card in hand]
        out["apprentices"] = [rules.apprentices[card] for card in seat["apprentices"]]
    out["buildings"] = [rules.buildings[card] for card in seat["buildings"]]
    return {name: value for name, value in out.items() if value not in ({}, [])}


def _on_board(keys: Keys, rules: Rules) -> Keys:
    workers = {place: {name: seat["at"][k] for name, seat in zip(rules.seats, keys["seats"], strict=True)
                       if seat["at"][k]} for k, place in enumerate(PLACES)}
    n = rules.n_columns
    display = keys["display"]
    out: Keys = {
        "workers": {place: here for place, here in workers.items() if here},
        "market": {space: rules.seats[seat] for space, seat in zip(SPACES, keys["spaces"], strict=True) if seat >= 0},
        GUILDHALL: [rules.seats[seat] for seat in keys["guild"]],
        "display": [[rules.apprentices[card] if card >= 0 else None for card in display[row:row + n]]
                    for row in (0, 5)],
    }
    coins = {rules.apprentices[card]: silver for card, silver in zip(display, keys["coins"], strict=True) if silver}
    return out | ({"coins": coins} if coins else {})


def _named(names: Any, cards: list[Any]) -> list[str]:
    return [UNKNOWN if card is None else names[card] for card in cards]


def _tail(names: list[str]) -> list[str]:
    """Return a pile from its top without the unknown cards at its bottom."""
    while names and names[-1] == UNKNOWN:
        names.pop()
    return names


def _low(names: list[str]) -> list[str]:
    """Return a pile without the unknown cards on its top."""
    while names and names[0] == UNKNOWN:
        names.pop(0)
    return names


def _piles(keys: Keys, rules: Rules, observer: int | None, short: bool) -> Keys:
    rewards, n, at = keys["rewards"]
    apprentices = _low(_named(rules.apprentices, keys["apprentices"]))
    seen = len(keys["apprentices"]) - keys["blind"]
    usual = len(apprentices) if len(apprentices) < len(keys["apprentices"]) else 0
    out: Keys = {
        "black_market": _deck(rules.market, *keys["market"]),
        "rewards": _deck(rules.rewards, rewards[:n], at),
        "apprentices": {"pile": apprentices} | ({"seen": seen} if seen != usual else {}),
        "buildings": {"pile": _low(_named(rules.buildings, keys["cards"]))},
    }
    if _tail(_named(rules.rewards, rewards[n:])):
        out["rewards"]["box"] = _named(rules.rewards, rewards[n:])
    known = _known(keys["known"], rules)
    if known:
        out["buildings"]["known"] = known
    if keys["drawn"]:
        out["buildings"]["drawn"] = _named(rules.buildings, keys["drawn"])
        if _known(keys["drawn_known"], rules):
            out["buildings"]["drawn_known"] = _known(keys["drawn_known"], rules)
    return {name: deck for name, deck in out.items() if any(deck.values())}


def _deck(names: Any, cards: list[Any], at: int) -> Keys:
    """Return a pile of which so many cards are gone."""
    gone = {"gone": _named(names, cards[:at])} if at else {}
    pile = _tail(_named(names, cards[at:]))
    return gone | ({"pile": pile} if pile else {})


def _known(masks: list[int], rules: Rules) -> Keys:
    """Return at which places of the pile, counted from its top, each player knows the card."""
    out = {name: [place + 1 for place, mask in enumerate(masks) if mask >> seat & 1]
           for seat, name in enumerate(rules.seats)}
    return {name: places for name, places in out.items() if places}


def _wonders(keys: Keys, rules: Rules) -> Keys:
    cards, at = keys["contributions"]
    out: Keys = {"contributions": _deck(rules.contributions, cards, at)}
    laid = [kind for i, kind in enumerate(GOODS) if keys["given"] >> i & 1]
    if laid:
        out["contributions"]["laid"] = laid
    side = rules.parts.contributions[cards[at - 1]]
    for who, usual in (("princess", side.princess), ("profiteer", side.profiteer)):
        if keys[who] != usual:
            out[who] = PLACES[keys[who]]
    tokens: Keys = {}
    for i, wonder in enumerate(rules.parts.wonders):
        now: Keys = {"goods": keys["goods_on"][i]} if keys["goods_on"][i] else {}
        if keys["tokens"][i] >= 0:
            now["token"] = PLACES[keys["tokens"][i]]
        if now:
            tokens[wonder.id] = now
    return out | ({"tokens": tokens} if tokens else {})


def _schemes(keys: Keys, rules: Rules, observer: int | None) -> Keys:
    """Return the opponent's schemes, the top of a pile first; in a view the order of piles says nothing."""
    out: Keys = {}
    if keys["gone"]:
        out["gone"] = _named(rules.schemes, keys["gone"])
    if observer is None:
        out["pile"] = _named(rules.schemes, keys["schemes"][::-1])
    out["future"] = _named(rules.schemes, keys["future"][::-1])
    if keys["card"] >= 0:
        out["card"] = rules.schemes[keys["card"]]
    return out


def _knowledge(keys: Keys, rules: Rules, observer: int | None) -> Keys:
    """Return what players know of cards in others' hands and in the pile."""
    out: Keys = {}
    seats = range(len(keys["facts"])) if observer is None else [observer]
    tags = keys.get("tags", [])
    for seat in seats:
        rows = []
        for fact in keys["facts"][seat] if observer is None else keys["facts"]:
            if observer is None:
                card, group, places = fact
                hands = [i for i in range(5) if places >> i & 1]
                pile = [tags[i] for i in range(len(tags)) if places >> 5 + i & 1]
            else:
                card, group, hands, pile = fact
            row: Keys = {"card": rules.buildings[card]}
            if hands:
                row["hands"] = [rules.seats[hand] for hand in hands]
            if pile:
                row["pile"] = [place + 1 for place in pile]
            rows.append(row | ({"group": group} if group else {}))
        if rows:
            out[rules.seats[seat]] = rows
    return ({"knowledge": out} if out else {}) | ({"tags": [None if tag < 0 else tag + 1 for tag in tags]}
                                                  if any(tag >= 0 for tag in tags) else {})


def _draft(keys: Keys, rules: Rules, observer: int | None) -> Keys:
    out: Keys = {"pass": keys["pass"]}
    if observer is None:
        out["packs"] = {rules.seats[i]: _named(rules.buildings, pack) for i, pack in enumerate(keys["packs"])}
        out["picks"] = {rules.seats[i]: [None if card < 0 else rules.buildings[card] for card in picks]
                        for i, picks in enumerate(keys["picks"])}
        return out
    out["looks"] = [{"pack": rules.seats[pack], "pass": number, "cards": _named(rules.buildings, cards)}
                    for pack, number, cards in keys["looks"]]
    out["taken"] = [{"pack": rules.seats[pack], "pass": number, "card": rules.buildings[card]}
                    for pack, number, card in keys["picks"]]
    return out


def _running(keys: Keys, rules: Rules) -> Keys:
    """Return what else is going on; nothing at the beginning of a turn."""
    decision, seat = DECISIONS[keys["stage"]], keys["actor"]
    usual = {"argument": 0, "stack": [[1, seat, 0, 0]], "action": [-1, 0, 0, 0, 0, 0]}
    if decision in AT_TURN and keys["active"] == seat and all(keys[name] == value for name, value in usual.items()):
        return {}
    if decision == "over" and not keys["stack"] and seat == 0 and all(
            keys[name] == usual[name] for name in ("argument", "action")):
        return {}
    out: Keys = {"actor": rules.seats[seat]} if decision == "over" else {}
    out |= {"argument": keys["argument"], "action": keys["action"],
            "stack": [f"{TASKS[op]} {whose} {a} {b}" for op, whose, a, b in keys["stack"]]}
    if decision not in ("place", "build", "discard", "keep") and keys["options"] is not None:
        out |= {"options": str(keys["options"]), "more": str(keys["more"])}
    if "payment" in keys:
        out["payment"] = keys["payment"]
    return out
