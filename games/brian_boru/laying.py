"""A position laid by tapping: what lies where, what can be put there, and the keys of the position it makes."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from typing import Any

from kingmaker.games.brian_boru._checks import CHOOSE, DOWRY, KEYS, LIBERATE, MOST, OVER, PICK
from kingmaker.games.brian_boru._components import Rules, rules_of
from kingmaker.games.brian_boru.interventions import ANY
from kingmaker.games.brian_boru.names import CARD, DECISIONS, PHASES, PLAYERS, PRINCESS, REGIONS, USES
from kingmaker.games.brian_boru.telling import COUNTS, action_words, card_words, wedding_words
from kingmaker.games.brian_boru.words import name_of
from kingmaker.games.core.fields import UNKNOWN
from kingmaker.games.errors import NotationError
from kingmaker.games.registry import game_spec

N_PASSES, MOST_ROUNDS = 4, 4
PASSES = ("0", "1", "2", "3")
SMALL = 21  # numbers below it are tapped at once, larger ones in steps
STEP = 10
CLEAR, NONE = "clear", "-"
Draft = dict[str, Any]


def blank() -> Draft:
    """Return a draft on which nothing lies: four players before the first lead."""
    return {
        "players": 4, "short": 0, "allowed": ANY, "round": 1, "decision": "town", "player": "p1", "marker": "p1",
        "active": None, "battle": 0, "loser": "p1", "use": 0, "symbol": 0, "towns": {},
        "claims": {region: {"up": False, "holder": None} for region in REGIONS}, "princess": None, "trick": [],
        **{count: dict.fromkeys(PLAYERS, 0) for count in COUNTS},
        **{name: {player: [] for player in PLAYERS} for name in ("marriages", "hands", "played", "lacks", "owns")},
        **{name: {player: [[] for _ in range(N_PASSES)] for player in PLAYERS} for name in ("received", "picked")},
        "vikings": [UNKNOWN] * 7, "weddings": [UNKNOWN] * (MOST_ROUNDS - 1),
        "deals": [{player: [] for player in PLAYERS} for _ in range(MOST_ROUNDS)],
    }


@cache
def _rules(players: int, short: int, allowed: str) -> Rules:
    return rules_of(game_spec("brian-boru").bind({"players": players, "short": short, "princess": allowed}))


def rules_for(draft: Draft) -> Rules:
    """Return the components for who plays in a draft."""
    return _rules(draft["players"], draft["short"], draft["allowed"])


def stage_of(draft: Draft) -> int:
    """Return the number of the decision."""
    return DECISIONS.index(draft["decision"])


def has_cards(draft: Draft) -> bool:
    """Whether cards are in hand at the decision."""
    return PICK <= stage_of(draft) < DOWRY


def acts(draft: Draft) -> bool:
    """Whether the action of a card is resolved at the decision."""
    return CHOOSE <= stage_of(draft) <= LIBERATE


# -- the keys of the position -------------------------------------------------------------------------------------


def position(draft: Draft) -> dict[str, Any]:
    """Return the keys of the position; what hangs on other things is counted by itself."""
    rules, stage = rules_for(draft), stage_of(draft)
    players = rules.players
    named = "brian-boru" + (f":princess={draft['allowed']}" if draft["allowed"] != ANY else "")
    keys: dict[str, Any] = {"game": named, "version": 1, "players": len(players)}
    keys |= {"short": draft["short"]} if draft["short"] else {}
    keys |= {name: draft[name] for name in ("round", "decision", "marker", "active", "battle", "towns", "claims",
                                            "princess", "trick")}
    keys |= {"phase": PHASES[draft["decision"]], "player": None if stage == OVER else draft["player"]}
    keys |= {name: {player: draft[name][player] for player in players} for name in (*COUNTS, "marriages", "hands")}
    keys |= {"loser": draft["loser"]} if draft["decision"] == "lose" else {}
    if acts(draft):
        keys["action"] = {"card": laid_by(draft, draft["player"]), "use": draft["use"], "symbol": draft["symbol"]}
    keys |= _cards(draft, rules) if has_cards(draft) else {}
    keys["viking_deck"] = draft["vikings"][:1 if draft["short"] else len(rules.parts.strengths)]
    keys["marriage_deck"] = [*draft["weddings"][:rules.n_rounds - 1], PRINCESS]
    to_come = draft["deals"][draft["round"]:rules.n_rounds]
    if any(cards for deal in to_come for cards in deal.values()):
        keys["deals"] = [_deal(deal, rules) for deal in to_come]
    return {key: keys[key] for key in KEYS if key in keys}


def laid_by(draft: Draft, player: str) -> int | None:
    """Return the card that a player has laid in the trick."""
    return next((card for one, card in draft["trick"] if one == player), None)


def _cards(draft: Draft, rules: Rules) -> dict[str, Any]:
    """Return what is told of the cards of the running round; the card set aside is counted by itself."""
    players = rules.players
    played = {player: sorted({*draft["played"][player], *(card for one, card in draft["trick"] if one == player)})
              for player in players}
    found: dict[str, Any] = {"played": played, "draft": None}
    for name in ("lacks", "owns"):
        told = {player: cards for player in players if (cards := draft[name][player])}
        found |= {name: told} if told else {}
    if not any(draft["received"][player][0] for player in players):
        return found | {"aside": None}
    found["draft"] = {player: {name: _told(draft[name][player]) for name in ("received", "picked")}
                      if draft["received"][player][0] else UNKNOWN for player in players}
    is_whole = UNKNOWN not in found["draft"].values() and not any(UNKNOWN in draft["hands"][one] for one in players)
    left = set(rules.deck) - {card for player in players for card in draft["received"][player][0]}
    all_dealt = len(rules.deck) == len(players) * (draft["short"] or rules.parts.deal[len(players)])
    return found | {"aside": None if all_dealt else min(left) if is_whole and len(left) == 1 else UNKNOWN}


def _told(passes: list[list[int]]) -> list[list[int]]:
    """Return the passes up to the last one of which something is told."""
    n = max((k + 1 for k, cards in enumerate(passes) if cards), default=0)
    return passes[:n]


def _deal(deal: Mapping[str, list[int]], rules: Rules) -> dict[str, Any]:
    """Return the deal of a round to come; the card that is left over is set aside."""
    dealt = {player: deal[player] for player in rules.players}
    left = set(rules.deck) - {card for cards in dealt.values() for card in cards}
    return {**dealt, **({"aside": min(left)} if len(left) == 1 else {})}


# -- what can be put ----------------------------------------------------------------------------------------------


def choices(draft: Draft, place: str, lang: str) -> dict[str, str]:
    """Return what can be put into a place, in words; nothing where there is no such place."""
    kind, _, which = place.partition(".")
    rules = rules_for(draft)
    if place in rules.number:
        return _of_town(draft, place, lang)
    if found := _of_word(draft, rules, place, lang):
        return found
    if place == "battle" or (kind in COUNTS and which in rules.players):
        most = MOST.get(kind, 500 if place == "battle" else len(rules.parts.track) - 1)
        return _numbers(draft["battle"] if place == "battle" else draft[kind][which], most)
    if kind == "claims" and which in REGIONS:
        return {"down": words("down", lang), "up": words("up", lang)} | {
            player: words("held", lang, player) for player in rules.players}
    if kind in ("viking", "wedding"):
        return _of_deck(draft, rules, kind, which, lang)
    if kind == "trick" and which in rules.players:
        laid = {card for _, card in draft["trick"]}
        return _pieces(rules, {*rules.deck} - laid - _in_play(draft), lang) | {CLEAR: words("clear", lang)}
    name, _, n = place.rpartition(".")
    laid_there = list_at(draft, name) if n.isdecimal() else None
    if laid_there is not None and list_at(draft, place) is None:
        return {CLEAR: words("clear", lang)} if int(n) < len(laid_there) else {}
    return {} if list_at(draft, place) is None else _of_list(draft, rules, place, lang)


def words(key: str, lang: str, *values: object) -> str:
    """Return one of the words of a position that is laid."""
    return name_of("laying", key, lang, *values)


def number_words(rules: Rules, card: int, lang: str) -> str:
    """Return a card by its number and what it does."""
    return f"{card} {card_words(rules.parts.cards[card - 1], lang)}"


def _pieces(rules: Rules, cards: set[int], lang: str) -> dict[str, str]:
    return {f"{CARD}{card}": number_words(rules, card, lang) for card in sorted(cards)}


def _of_word(draft: Draft, rules: Rules, place: str, lang: str) -> dict[str, str]:
    """Return what a place holds that holds one of a few words; nothing where it holds something else."""
    if place in ("player", "marker", "loser"):
        return dict.fromkeys(rules.players, "")
    if place == "players":
        return dict.fromkeys(("3", "4", "5"), "")
    if place == "short":
        return {"0": words("whole", lang), **{str(n): words("short-cards", lang, n) for n in (1, 2, 3)}}
    if place == "allowed":
        return {ANY: words("any", lang), **{use: name_of("uses", use, lang) for use in USES}}
    if place in ("round", "symbol"):
        return {str(n): "" for n in range(rules.n_rounds + 1 if place == "round" else 6)}
    if place == "decision":
        return {word: name_of("decisions", word, lang) for word in DECISIONS}
    if place == "active":
        regions = {one.id: one.name for one in rules.parts.regions}
        return {NONE: words("none", lang), **{town.id: f"{town.id} ({regions[town.region]})"
                                              for town in rules.parts.towns}}
    if place == "princess":
        return {NONE: words("none-yet", lang), **{f"{player}-{use}": f"{player}: {name_of('uses', use, lang)}"
                                                  for player in rules.players for use in USES[:2]}}
    return _uses(draft, rules, lang) if place == "use" else {}


def _uses(draft: Draft, rules: Rules, lang: str) -> dict[str, str]:
    """Return the actions of the card of the player to act."""
    card = laid_by(draft, draft["player"])
    if card is None:
        return {"0": words("primary", lang)}
    one = rules.parts.cards[card - 1]
    return {str(n): action_words(use, lang) for n, use in enumerate((one.primary, *one.secondary))}


def _weddings(draft: Draft, rules: Rules, lang: str, laid: list[str]) -> dict[str, str]:
    told = wedding_words(rules.parts, lang)
    return {name: f"{name} ({told[name]})" for name in rules.weddings[:-1] if name not in laid}


def _numbers(now: int, most: int) -> dict[str, str]:
    """Return numbers to choose from: small ones, and steps to large ones."""
    found = {str(n): "" for n in range(min(SMALL, most + 1))}
    found |= {f"+{STEP}": ""} if now + STEP <= most else {}
    return found | ({f"-{STEP}": ""} if now >= STEP else {})


def _of_town(draft: Draft, town: str, lang: str) -> dict[str, str]:
    found = {f"disc-{player}": words("disc", lang, player) for player in PLAYERS[:draft["players"]]}
    laid = draft["towns"].get(town)
    found |= {"active": words("make-active", lang)}
    if laid is None:
        return found
    for what in ("viking", "monastery"):
        found[f"no-{what}" if laid[what] else what] = words(f"no-{what}" if laid[what] else what, lang)
    return found | {CLEAR: words("clear", lang)}


def _of_deck(draft: Draft, rules: Rules, kind: str, which: str, lang: str) -> dict[str, str]:
    """Return what can lie at a place of a deck: a card that lies nowhere else, or nobody knows."""
    if kind == "viking":
        strengths = list(rules.parts.strengths[:1] if draft["short"] else rules.parts.strengths)
        if which not in map(str, range(len(strengths))):
            return {}
        for strength in draft["vikings"]:
            if strength in strengths:
                strengths.remove(strength)
        return {str(n): words("raiders", lang, n) for n in sorted(set(strengths))} | {UNKNOWN: words("unknown", lang)}
    if which not in map(str, range(rules.n_rounds - 1)):
        return {}
    return _weddings(draft, rules, lang, draft["weddings"]) | {UNKNOWN: words("unknown", lang)}


def list_at(draft: Draft, place: str) -> list[Any] | None:
    """Return the list of cards that a place is, None where it is none."""
    players = PLAYERS[:draft["players"]]
    parts = place.split(".")
    if len(parts) == 2 and parts[0] in ("hands", "played", "lacks", "owns", "marriages") and parts[1] in players:
        found: list[Any] = draft[parts[0]][parts[1]]
        return found
    if len(parts) == 3 and parts[0] in ("received", "picked") and parts[1] in players and parts[2] in PASSES:
        passed: list[Any] = draft[parts[0]][parts[1]][int(parts[2])]
        return passed
    if len(parts) == 3 and parts[0] == "deals" and parts[1] in PASSES and parts[2] in players:
        dealt: list[Any] = draft["deals"][int(parts[1])][parts[2]]
        return dealt
    return None


def _in_play(draft: Draft) -> set[int]:
    """Return the cards in hands and those that were played."""
    return {card for name in ("hands", "played") for cards in draft[name].values() for card in cards if card != UNKNOWN}


def _of_list(draft: Draft, rules: Rules, place: str, lang: str) -> dict[str, str]:
    """Return the cards that can be added to a list: those that lie in no other one of its kind."""
    kind, one, *rest = place.split(".")
    if kind == "marriages":
        return _weddings(draft, rules, lang, [name for taken in draft["marriages"].values() for name in taken])
    laid = set(list_at(draft, place) or ()) - {UNKNOWN}
    every = [card.number for card in rules.parts.cards]  # of hands is told what they lack of all cards there are
    free = {*(every if kind in ("lacks", "owns") else rules.deck)} - laid
    if kind in ("hands", "played"):
        free -= _in_play(draft) | {card for _, card in draft["trick"]}
    elif kind == "deals":
        free -= {card for cards in draft["deals"][int(one)].values() for card in cards}
    elif kind == "picked":
        free = {*draft["received"][one][int(rest[0])]} - laid
    elif kind == "received" and rest == ["0"]:
        free -= {card for passes in draft["received"].values() for card in passes[0]}
    return _pieces(rules, free, lang) | ({UNKNOWN: words("unknown", lang)} if kind == "hands" else {})


# -- putting ------------------------------------------------------------------------------------------------------


def put(draft: Draft, place: str, answer: str) -> Draft:
    """Return the draft with something put into a place; refused where that is none of the choices."""
    can = choices(draft, place, "en")
    if answer not in can:
        raise NotationError(f"{place[:40]}: expected one of {', '.join(can) or 'no place of this position'}; "
                            f"got {answer[:40]!r}")
    draft = deepcopy(draft)
    kind, _, which = place.partition(".")
    cards = list_at(draft, place)
    name, _, n = place.rpartition(".")
    if place in rules_for(draft).number:
        _put_on(draft, place, answer)
    elif cards is not None:
        cards.append(card_of(answer) if answer.startswith(CARD) else answer)
        if kind != "marriages":
            cards.sort(key=lambda card: (card == UNKNOWN, card if card != UNKNOWN else 0))
    elif n.isdecimal() and (cards := list_at(draft, name)) is not None:
        cards.pop(int(n))
    elif kind in COUNTS:
        draft[kind][which] = _stepped(draft[kind][which], answer)
    elif kind == "claims":
        draft["claims"][which] = {"up": answer != "down", "holder": answer if answer in PLAYERS else None}
    elif kind == "viking":
        draft["vikings"][int(which)] = answer if answer == UNKNOWN else int(answer)
    elif kind == "wedding":
        draft["weddings"][int(which)] = answer
    elif kind == "trick":
        _lay(draft["trick"], which, answer)
    else:
        _set(draft, place, answer)
    return draft


def card_of(piece: str) -> int:
    """Return the number of a card that is a piece."""
    return int(piece.removeprefix(CARD))


def _stepped(now: int, answer: str) -> int:
    return now + int(answer) if answer[0] in "+-" else int(answer)


def _lay(trick: list[list[Any]], player: str, answer: str) -> None:
    """Lay a card in the trick, or take it away; whose card is laid first leads."""
    laid = next((one for one in trick if one[0] == player), None)
    if answer == CLEAR:
        trick[:] = [one for one in trick if one[0] != player]
    elif laid is None:
        trick.append([player, card_of(answer)])
    else:
        laid[1] = card_of(answer)


def _set(draft: Draft, place: str, answer: str) -> None:
    """Set one of the values that stand beside the table."""
    if place == "battle":
        draft["battle"] = _stepped(draft["battle"], answer)
    elif place in ("players", "short", "round", "use", "symbol"):
        draft[place] = int(answer)
    elif place == "princess":
        holder, _, use = answer.partition("-")
        draft["princess"] = {"holder": holder, "use": use} if holder else None
    else:
        draft[place] = None if answer == NONE else answer


def _put_on(draft: Draft, town: str, answer: str) -> None:
    """Put something on a town, or take it away."""
    towns, (what, _, player) = draft["towns"], answer.partition("-")
    if answer == CLEAR:
        del towns[town]
    elif answer == "active":
        draft["active"] = town
    elif what == "disc":
        towns[town] = {"viking": False, "monastery": False, **towns.get(town, {}), "disc": player}
    elif what == "no":
        towns[town][player] = False
    else:
        towns[town][what] = True


# -- where a fault is mended --------------------------------------------------------------------------------------

CALLED = {"phase": "decision", "viking_deck": "viking.0", "marriage_deck": "wedding.0", "action.use": "use",
          "action.symbol": "symbol", "action.card": "player"}


def spot(draft: Draft, place: str) -> str:
    """Return the place to be tapped for the one that a message names.

    Examples
    --------
    >>> spot(blank(), "towns.N1.disc"), spot(blank(), "hands.p1[0]"), spot(blank(), "viking_deck[2]")
    ('N1', 'hands.p1', 'viking.2')
    >>> spot(blank(), "draft.p2.picked[1]"), spot(blank(), "track"), spot(blank(), "princess.holder")
    ('picked.p2.1', 'track.p1', 'princess')
    """
    place = place.partition(", ")[0]
    if place in CALLED:
        return CALLED[place]
    return next((found for found in _spots(draft, place) if list_at(draft, found) is not None
                 or choices(draft, found, "en")), "")


def _spots(draft: Draft, place: str) -> Iterator[str]:
    """Yield places that may be meant."""
    parts = place.replace("]", "").replace("[", ".").split(".")
    kind, rest = parts[0], parts[1:]
    if kind == "trick":
        laid = {str(n): player for n, (player, _) in enumerate(draft["trick"])}
        yield f"trick.{laid.get(rest[0] if rest else '', draft['player'])}"
    elif kind == "towns" and rest:
        yield rest[0]
    elif kind == "draft":
        name, k = (rest[1], rest[2]) if len(rest) > 2 else ("received", "0")
        yield f"{name}.{rest[0] if rest else draft['player']}.{k}"
    elif kind == "deals" and rest:
        yield f"deals.{draft['round'] + int(rest[0])}.{rest[1] if rest[1:] else 'p1'}"
    yield ".".join(({"viking_deck": "viking", "marriage_deck": "wedding"}.get(kind, kind), *rest[:1]))
    yield kind
    yield f"{kind}.{draft['player']}"

