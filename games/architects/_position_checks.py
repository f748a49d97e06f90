"""Whether what a position says can be; the draft."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kingmaker.games._rng import Rng
from kingmaker.games.architects import sound
from kingmaker.games.architects.names import DECISIONS, PHASES
from kingmaker.games.core.fields import Fields
from kingmaker.games.errors import NotationError

if TYPE_CHECKING:
    from kingmaker.games.architects._components import Rules
    from kingmaker.games.architects._position_reader import Reader

Keys = dict[str, Any]


def n_away(keys: Keys, seat: int) -> int:
    """Return how many workers of a seat are not in its supply."""
    return int(sum(keys["seats"][seat]["at"]) + keys["seats"][seat]["prison"] + keys["guild"].count(seat)
               + keys["spaces"].count(seat) + sum(other["captured"][seat] for other in keys["seats"]))


def recalls(keys: Keys, seat: int) -> int:
    """Return where a worker may be taken back from, as a mask; A11."""
    own = keys["seats"][seat]
    found = sum(1 << place for place, n in enumerate(own["at"]) if n)
    if found:
        return found
    found |= (seat in keys["spaces"]) << 9 | (own["prison"] > 0) << 10
    return int(found | sum(1 << 11 + i for i, other in enumerate(keys["seats"]) if other["captured"][seat]))


def faults(keys: Keys, rules: Rules, n_humans: int) -> Iterator[str]:
    """Yield what cannot be."""
    parts, names = rules.parts, rules.seats
    n = len(names)
    total = parts.hall[n][0]
    guild = len(keys["guild"])
    running = not _at_turn(keys)
    if guild > total + n + 3:
        yield f"guildhall: expected at most {total} workers and those of the last turns; got {guild}"
    if (guild >= total) != (keys["left"] >= 0) and not running and PHASES[keys["phase"]] == "turn":
        yield ("left: expected the turns that follow this one, as the Guildhall is full; got null" if guild >= total
               else f"left: expected null until {total} workers lie in the Guildhall; got {keys['left']}")
    if not running and -1 not in keys["spaces"]:
        yield "market: expected a free space at the beginning of a turn: with the third worker it is reset"
    if keys.get("given") == 31 and not running:
        yield "contributions.laid: expected a kind that is missing: with the fifth the market is reset"
    debts = sound.n_debts(keys)
    if debts > parts.debts:
        yield f"debts: expected {parts.debts} in all, with those that players have; got {debts}"
    for level, spaces, here in sound.overfull_levels(parts, keys["seats"]):
        yield f"cathedral: level {level} has {spaces} spaces; got {', '.join(names[i] for i in here)} there"
    for i, seat in enumerate(keys["seats"]):
        most = sound.most_apprentices(parts, seat)
        if len(seat["apprentices"]) > most:
            yield f"seats.{names[i]}.apprentices: expected at most {most}; got {len(seat['apprentices'])}"
        if len(seat["buildings"]) > 20:
            yield f"seats.{names[i]}.buildings: expected at most 20; got {len(seat['buildings'])}"
    boards = [seat["board"] for seat in keys["seats"] if seat["board"] >= 0]
    if len(set(boards)) < len(boards):
        yield "seats: expected each player board once"
    if boards and len(boards) < n_humans:
        yield "seats: expected a board for every player, or none"
    yield from _turn(keys, rules)
    yield from _wonders(keys, rules)
    viewer = keys.get("viewer")
    if viewer is not None:
        yield from _facts(keys, rules, viewer, n_humans)


def _at_turn(keys: Keys) -> bool:
    """Whether a turn begins."""
    return DECISIONS[keys["stage"]] in ("place", "recall") and keys["stack"] == [[1, keys["actor"], 0, 0]]


def _turn(keys: Keys, rules: Rules) -> Iterator[str]:
    decision, seat = DECISIONS[keys["stage"]], keys["seats"][keys["actor"]]
    name = rules.seats[keys["actor"]]
    if not _at_turn(keys):
        return
    if decision == "place" and seat["supply"] == 0:
        yield f"decision: expected recall, as {name} has no worker in supply; got 'place'"
    if decision == "recall" and seat["supply"] > 0:
        yield f"decision: expected place, as {name} has workers in supply; got 'recall'"
    if decision in ("place", "recall") and PHASES[keys["phase"]] != "turn":
        yield f"phase: expected turn with the decision {decision!r}; got {PHASES[keys['phase']]!r}"
    if decision in ("place", "recall") and keys["active"] != keys["actor"]:
        yield f"active: expected {name}, who is to act"


def _wonders(keys: Keys, rules: Rules) -> Iterator[str]:
    if "builders" not in keys:
        for i, seat in enumerate(keys["seats"]):
            if seat["influence"]:
                yield f"seats.{rules.seats[i]}.influence: expected 0 without Works of Wonder; got {seat['influence']}"
        return
    if sound.same_token_places(keys):
        yield "tokens: expected at most one wonder at each place"
    for i, wonder in enumerate(rules.parts.wonders):
        built = keys["builders"][i] >= 0
        if built and keys["tokens"][i] < 0 and _at_turn(keys):
            yield f"tokens.{wonder.id}: expected where it stands, as it is built"
        if sound.has_token_unbuilt(keys, i):
            yield f"tokens.{wonder.id}: expected no token: nobody has built it"
        if sound.has_goods_built(keys, i):
            yield f"tokens.{wonder.id}: expected no goods on it, as it is built"
        if keys["tokens"][i] >= 0 and keys["tokens"][i] not in rules.parts.token_places:
            yield f"tokens.{wonder.id}: expected one of the places where wonders may stand"
    if keys["princess"] == keys["profiteer"]:
        yield "princess: expected another place than the Profiteer's"


def _facts(keys: Keys, rules: Rules, viewer: int, n_humans: int) -> Iterator[str]:
    """Yield why no world fits what the viewer knows: each card needs a place of its own."""
    slots: list[tuple[str, int]] = []
    for i, seat in enumerate(keys["seats"][:n_humans]):
        if i != viewer:
            slots += [("hand", i)] * len(seat["hand"])
    shift = len(keys["drawn"])
    masks = [*keys["drawn_known"], *keys["known"]]
    seen = {card for card, mask in zip([*keys["drawn"], *keys["cards"]], masks, strict=True) if mask >> viewer & 1}
    seen |= {*keys["seats"][viewer]["hand"], *(card for seat in keys["seats"] for card in seat["buildings"])}
    slots += [("pile", place) for place, mask in enumerate(masks)
              if not mask >> viewer & 1 and not (place < shift and keys["actor"] == viewer)]
    facts = [(card, places) for card, _, places in keys["facts"][viewer] if card not in seen]
    if len({card for card, _ in facts}) < len(facts):
        yield f"knowledge.{rules.seats[viewer]}: expected each card once"
    taken: dict[int, int] = {}

    def fits(slot: tuple[str, int], places: int) -> bool:
        kind, at = slot
        if kind == "hand":
            return bool(places >> at & 1)
        return any(tag == at and places >> 5 + t & 1 for t, tag in enumerate(keys["tags"]) if tag >= 0)

    def lay(fact: int, tried: set[int]) -> bool:
        for s, slot in enumerate(slots):
            if s not in tried and fits(slot, facts[fact][1]):
                tried.add(s)
                if s not in taken or lay(taken[s], tried):
                    taken[s] = fact
                    return True
        return False

    for i, (card, _) in enumerate(facts):
        if not lay(i, set()):
            yield (f"knowledge.{rules.seats[viewer]}: {rules.buildings[card]} has no place among those named, with all "
                   "else that is known")


# -- the draft -------------------------------------------------------------------------------------------------------


def read_draft(reader: Reader) -> None:
    """Read packs and picks, or what a player saw of them; A7, M29."""
    keys, n = reader.keys, reader.n_humans
    names = reader.seats[:n]
    inner = reader.fields.inner("draft", ("pass", "packs", "picks", "looks", "taken"))
    keys["pass"] = inner.whole("pass", 0, 2)
    made = [[number < keys["pass"] or (number == keys["pass"] and _has_picked(keys, n, (pack + number) % n))
             for number in range(3)] for pack in range(n)]
    packs: list[list[Any]] = [[None] * (4 - sum(row)) for row in made]
    picks: list[list[Any]] = [[None if done else -1 for done in row] for row in made]
    reader.where = {at: where for at, where in reader.where.items() if at[0] != "buildings" or ".hand" not in where}
    if "packs" in inner.data:
        _read_whole(reader, inner, packs, picks)
    else:
        _read_looks(reader, inner, packs, picks)
    rng = Rng(7)
    total = reader.n_buildings
    used = {card for pile in (*packs, *picks, keys["cards"]) for card in pile if card is not None}
    left = [card for card in range(total) if card not in used]
    rng.shuffle(left)
    for pile in (*packs, *picks, keys["cards"]):
        for i, card in enumerate(pile):
            if card is None:
                if not left:
                    raise NotationError("draft: more building cards than there are")
                pile[i] = left.pop()
    if left:
        raise NotationError(f"draft: {len(left)} building cards lie nowhere")
    keys["packs"], keys["picks"] = [sorted(pack) for pack in packs], picks
    for seat in range(n):
        keys["seats"][seat]["hand"] = sorted(picks[pack][number] for pack in range(n) for number in range(3)
                                             if (pack + number) % n == seat and picks[pack][number] >= 0)
    for name in names:
        if len(keys["seats"][names.index(name)]["hand"]) > 3:
            raise NotationError(f"draft: {name} has more than 3 cards")


def _has_picked(keys: Keys, n: int, seat: int) -> bool:
    """Whether a player has chosen in the running pass: clockwise from the first player to the one to act."""
    return bool((seat - keys["first"]) % n < (keys["actor"] - keys["first"]) % n)


def _read_whole(reader: Reader, inner: Fields, packs: list[list[Any]], picks: list[list[Any]]) -> None:
    names = reader.seats[:reader.n_humans]
    held, taken = (inner.inner(key, names, whole=True) for key in ("packs", "picks"))
    for i, name in enumerate(names):
        cards = reader._list(held, name, "buildings")
        if len(cards) != len(packs[i]):
            raise held.refuse(name, f"{len(packs[i])} cards")
        packs[i] = list(cards)
        row = reader._list(taken, name, "buildings", holes=True)
        if [card >= 0 for card in row] != [card is None for card in picks[i]]:
            raise taken.refuse(name, "a card for each pass in which this pack was chosen from, else null")
        picks[i] = list(row)


def _read_looks(reader: Reader, inner: Fields, packs: list[list[Any]], picks: list[list[Any]]) -> None:
    """Put cards where the viewer saw them; what was taken between two looks follows."""
    names, viewer = reader.seats[:reader.n_humans], reader.viewer
    n = len(names)
    looks: dict[int, dict[int, list[int]]] = {}
    for i, row in enumerate(inner.items("looks")):
        look = Fields(row, f"draft.looks[{i}]", ("pack", "pass", "cards"))
        pack, number = names.index(look.word("pack", names)), look.whole("pass", 0, 2)
        if (pack + number) % n != viewer or number > reader.keys["pass"]:
            raise look.refuse("pass", f"a pass in which {names[viewer or 0]} held this pack")
        cards = [reader._card("buildings", card, f"draft.looks[{i}].cards") for card in look.items("cards", 4 - number)]
        if len(set(cards)) < len(cards):
            raise look.refuse("cards", f"{4 - number} different cards")
        looks.setdefault(pack, {})[number] = cards
    for i, row in enumerate(inner.items("taken") if "taken" in inner.data else []):
        take = Fields(row, f"draft.taken[{i}]", ("pack", "pass", "card"))
        pack, number = names.index(take.word("pack", names)), take.whole("pass", 0, 2)
        card = reader._card("buildings", take.get("card"), take.place("card"))
        if number not in looks.get(pack, {}) or card not in looks[pack][number] or picks[pack][number] == -1:
            raise take.refuse("card", "a card that this player saw in that pass, and took")
        picks[pack][number] = card
    for pack in range(n):
        for number in range(reader.keys["pass"] + 1):
            if (pack + number) % n == viewer and number not in looks.get(pack, {}):
                raise NotationError(f"draft.looks: expected the cards of {names[pack]}'s pack in pass {number}, which "
                                    f"{names[viewer or 0]} held")
            if (pack + number) % n == viewer and picks[pack][number] is None:
                raise NotationError(f"draft.taken: expected what {names[viewer or 0]} took of {names[pack]}'s pack in "
                                    f"pass {number}")
        _settle(looks.get(pack, {}), packs[pack], picks[pack])


def _settle(looks: dict[int, list[int]], pack: list[Any], picks: list[Any]) -> None:
    """Tell what follows for one pack: what is missing between two looks was taken, the rest is in the pack or taken."""
    if not looks:
        return
    seen = sorted(looks)
    for earlier, later in pairwise(seen):
        gone = [card for card in looks[earlier] if card not in looks[later] and card not in picks]
        for number in range(earlier, later):
            if picks[number] is None and gone:
                picks[number] = gone.pop()
    rest = [card for card in looks[seen[-1]] if card not in picks]
    for number in range(seen[-1], 3):
        if picks[number] is None:
            picks[number] = rest.pop()
    pack[:] = rest
