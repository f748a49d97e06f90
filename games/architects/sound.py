"""Whether the parts of a state that was read fit together: cards, workers, debts, tasks, and what players know.

Each field has its bounds (`text.py`). Here each card and worker is in one place, each task has what it needs, and what
players know is true, so that there is a world in which it is; what may be chosen is compared with the rules
(`_sound.pxd`).
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from kingmaker.games.architects.components import N_BASE, N_CONTRIBUTIONS, N_MARKET, N_REWARDS, Components
from kingmaker.games.architects.effects import EFFECTS
from kingmaker.games.architects.fields import Node
from kingmaker.games.architects.names import DECISIONS, PHASES, PLACES, TARGETS

N_CARDS, WORKERS, FIRST_WONDER, FIRST_TAG, MOST_GROUP, PASSES, PACK = 64, 20, 64, 5, 3, 3, 4
FIRST_SPACE, GUILDHALL, MOST_DEPTH = 9, 12, 12
RUDOLF = "Rudolf"
PAYMENTS = ("mix", "influence", "with gold")
LOSSES = ("bribe", "influence virtue", *PAYMENTS)
TASKS = ("next turn", "end turn", "reset due", "reset", "each", "ask token", "ask before", "act", "ask after", "lose",
         "ask destroy", "cards", "take reward", "trades", "traded", "pay hire", "hired", "get goods", "captures",
         "captured", "guards", "guarded", "built", "special", "raised", "raise", "free capture", "free hire",
         "market paid", "market goods", "caroline", "take tax", "to hall", "given", "hire setup", "draft",
         "deal extra", "somebody loses", "somebody gains", "consequence", "princess gains", "debts", "abilities",
         "step 3", "end gains", "end losses", "finish", "scheme", "section", "rescued", "paid off", "change virtue",
         "put it")  # in the order of _struct.pxd
LEVEL = {  # a task lies above those of lower levels alone; what is not named is never left at a decision
    "end turn": 0, "hire setup": 0, "draft": 0, "finish": 0, "end losses": 1, "scheme": 1, "end gains": 2, "reset": 2,
    "step 3": 3, "consequence": 3, "princess gains": 3, "abilities": 3, "somebody loses": 3, "somebody gains": 3,
    "ask after": 3, "act": 4, "ask before": 5, "ask token": 6, "trades": 7, "captures": 7, "guards": 7, "caroline": 7,
    "free capture": 8, "special": 8, "change virtue": 8, "market goods": 8, "each": 9, "get goods": 10, "put it": 11}
LOOSE = ("cards", "take reward")  # these lie anywhere
ON_TOP = {  # these lie on top alone, while something of their own is asked
    "pay hire": ("dismiss",), "raise": ("discard",), "take tax": LOSSES, "rescued": LOSSES,
    **dict.fromkeys(("hired", "traded", "captured", "paid off", "built", "raised", "given", "lose"), PAYMENTS)}
BOTTOM = {"hire": "hire setup", "draft": "draft", "turn": "end turn", "end": "finish"}  # by phase
AT = {"mine": 3, "trade": 4, "guard": 8, "build": GUILDHALL, "token": GUILDHALL, "choose": GUILDHALL,
      "payoff": GUILDHALL}  # decisions that belong to one place
HOME = {  # tasks that belong to some places
    "trades": (4,), "traded": (4,), "captures": (6,), "captured": (6,), "guards": (8,), "rescued": (8,),
    "paid off": (8,), "take tax": (7,), "market goods": (9, 10, 11), "caroline": (9, 10, 11), "lose": (9, 10, 11),
    "pay hire": (-1, 5, 10, 12), "hired": (-1, 5, 10, 12), "change virtue": (8, 12), "each": range(13),
    **dict.fromkeys(("special", "free capture", "put it", "built", "raised", "raise", "somebody gains"), (12,))}
OTHERS = ("reset", "step 3", "consequence", "princess gains", "abilities", "somebody loses", "somebody gains",
          *LOOSE)  # tasks of any seat while turns are taken


@dataclass
class Look:
    """The state that is looked at."""

    node: Node
    keys: dict[str, Any]
    parts: Components
    n_humans: int
    wonders: bool
    opponent: bool
    variable: bool
    brief: bool

    def __post_init__(self) -> None:
        self.seats: list[dict[str, Any]] = self.keys["seats"]
        self.n_seats = self.n_humans + self.opponent
        self.phase = PHASES[self.keys["phase"]]
        self.stage = DECISIONS[self.keys["stage"]]
        self.names = [TASKS[task[0]] if task[0] < len(TASKS) else "" for task in self.keys["stack"]]
        self.place = self.keys["action"][0]

    def need(self, kept: object, key: str, expected: str) -> None:
        """Refuse a field unless something is so."""
        if not kept:
            node = self.node
            for part in key.split("."):
                node = Node(node.value[int(part)], f"{node.place}[{part}]") if part.isdigit() else node[part]
            raise node.refuse(expected)


def check_sound(node: Node, parts: Components, players: int, wonders: bool, opponent: bool, variable: bool,
                brief: bool) -> None:
    """Refuse a state whose parts do not fit together; each field is within its bounds already."""
    look = Look(node, dict(node.table()), parts, players, wonders, opponent, variable, brief)
    _check_phase(look)
    _check_seats(look)
    _check_workers(look)
    _check_cards(look)
    _check_piles(look)
    if wonders:
        _check_wonders(look)
    if opponent:
        _check_opponent(look)
    _check_draft(look)
    _check_facts(look)
    if look.phase != "over":
        _check_stack(look)
        _check_stage(look)


# -- rules of texts and positions alike: _position_checks.py says them in a position's words -------------------------


def most_apprentices(parts: Components, seat: Mapping[str, Any]) -> int:
    """Return how many apprentices a seat may have; Rudolf one more."""
    return parts.apprentice_limit + int(seat["board"] >= 0 and parts.boards[seat["board"]].name == RUDOLF)


def overfull_levels(parts: Components, seats: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, int, list[int]]]:
    """Yield each level of the cathedral on which too many stand: its number, its spaces, who; A25."""
    for level, (_, spaces, _) in enumerate(parts.levels, 1):
        here = [i for i, seat in enumerate(seats) if seat["cathedral"] == level]
        if len(here) > spaces:
            yield level, spaces, here


def n_debts(keys: Mapping[str, Any]) -> int:
    """Return how many debts there are, in the supply and with the seats."""
    return int(keys["supply"] + sum(sum(seat["debts"]) for seat in keys["seats"]))


def same_token_places(keys: Mapping[str, Any]) -> bool:
    """Whether two wonder tokens lie on one place; W17."""
    places = [place for place in keys["tokens"] if place >= 0]
    return len(set(places)) < len(places)


def has_token_unbuilt(keys: Mapping[str, Any], wonder: int) -> bool:
    """Whether a wonder that nobody built has a token."""
    return bool(keys["builders"][wonder] < 0 <= keys["tokens"][wonder])


def has_goods_built(keys: Mapping[str, Any], wonder: int) -> bool:
    """Whether goods lie on a wonder that is built; W15, W16."""
    return bool(keys["builders"][wonder] >= 0 and keys["goods_on"][wonder])


def _once(items: Iterable[int], all_of: Iterable[int]) -> bool:
    return sorted(items) == sorted(all_of)


# -- the table -------------------------------------------------------------------------------------------------------


def _check_phase(look: Look) -> None:
    keys, running = look.keys, look.phase == "turn"
    look.need((look.stage == "over") == (look.phase == "over"), "stage", "`over` with phase `over` alone")
    look.need(look.wonders or look.phase != "hire", "phase", "no hires without Works of Wonder")
    look.need(keys["first"] < look.n_humans, "first", "a player")
    look.need((keys["active"] >= 0) == running, "active", "a seat while turns are taken, else -1")
    look.need(keys["turn"] <= 10**8 and (keys["turn"] > 0) == (look.phase not in ("hire", "draft")), "turn",
              "0 in the setup, then from 1 to 100000000")
    full = len(keys["guild"]) >= look.parts.hall[look.n_seats][0]
    look.need((keys["left"] >= 0) == full if running else keys["left"] == (0 if look.phase in ("end", "over") else -1),
              "left", "the turns left with a full Guildhall, -1 before, 0 in the end")
    look.need(None not in keys["spaces"] and (-1 in keys["spaces"] or keys["action"][5] or look.phase == "over"),
              "spaces", "a reset that is due where all three are taken")


def _check_seats(look: Look) -> None:
    parts = look.parts
    boards = [seat["board"] for seat in look.seats[:look.n_humans]]
    n_boards = len(parts.boards) if look.wonders else parts.n_base_boards
    fit = len(set(boards)) == len(boards) and all(0 <= board < n_boards for board in boards)
    look.need(fit if look.variable else set(boards) == {-1}, "seats",
              "a board of the game for each player" if look.variable else "board -1 with standard boards")
    for i, seat in enumerate(look.seats):
        limit = most_apprentices(parts, seat)
        look.need(len(seat["apprentices"]) <= limit, f"seats.{i}.apprentices", f"at most {limit}")
        look.need(look.wonders or not seat["influence"], f"seats.{i}.influence", "0 without Works of Wonder")
        built = len(seat["buildings"]) + seat["cathedral"]
        look.need(built <= look.keys["guild"].count(i), f"seats.{i}.buildings",
                  "a worker in the Guildhall for each building and level of the cathedral")
    if look.opponent:
        seat = look.seats[-1]
        look.need(not (seat["hand"] or seat["apprentices"] or seat["silver"] or seat["spare"] or any(seat["goods"][:4]))
                  and seat["board"] == -1, f"seats.{look.n_humans}", "an opponent with marble and wonders alone")
    for level, spaces, _ in overfull_levels(parts, look.seats):
        look.need(False, "seats", f"at most {spaces} on level {level} of the cathedral")
    debts = n_debts(look.keys)
    look.need(debts == parts.debts, "supply", f"{parts.debts} debts with those of the seats; there are {debts}")


def _check_workers(look: Look) -> None:
    keys = look.keys
    hall = look.parts.hall[look.n_seats][0] + look.n_seats
    look.need(len(keys["guild"]) <= hall, "guild", f"at most {hall} workers")
    for i, seat in enumerate(look.seats):
        look.need(seat["captured"][i] == 0, f"seats.{i}.captured", "none of its own")
        n = (seat["supply"] + seat["prison"] + sum(seat["at"]) + keys["spaces"].count(i) + keys["guild"].count(i)
             + sum(other["captured"][i] for other in look.seats))
        look.need(n == WORKERS, f"seats.{i}.supply", f"{WORKERS} workers with those that lie elsewhere; there are {n}")


# -- cards -----------------------------------------------------------------------------------------------------------


def _check_cards(look: Look) -> None:
    keys, seats = look.keys, look.seats
    total = PACK * look.n_humans + 1 if look.brief else N_CARDS if look.wonders else N_BASE
    packs = [card for pack in keys["packs"] for card in pack]
    hands = [card for seat in seats for card in (*seat["hand"], *seat["buildings"]) if card < FIRST_WONDER]
    look.need(_once([*keys["cards"], *keys["drawn"], *packs, *hands], range(total)), "cards",
              f"{total} building cards, with those of packs, hands and boards each once")
    wonders = [card for seat in seats for card in seat["buildings"] if card >= FIRST_WONDER]
    look.need(len(set(wonders)) == len(wonders) and (look.wonders or not wonders), "seats", "each wonder built once")
    total = N_CARDS if look.wonders else N_BASE
    display = keys["display"]
    shown = [card for card in display if card >= 0]
    own = [card for seat in seats for card in seat["apprentices"]]
    look.need(_once([*keys["apprentices"], *shown, *own], range(total)), "apprentices",
              f"{total} apprentices, with those of the display and the boards each once")
    look.need(look.wonders or display[4] == display[9] == -1, "display", "four columns without Works of Wonder")
    look.need(all(card >= 0 or not silver for card, silver in zip(display, keys["coins"], strict=True)), "coins",
              "silver on cards alone")
    look.need(keys["blind"] <= len(keys["apprentices"]), "blind", "no more than the pile has")
    everybody = (1 << look.n_humans) - 1
    for name in ("known", "drawn_known"):
        look.need(all(mask <= everybody for mask in keys[name]), name, "players alone")


def _check_piles(look: Look) -> None:
    cards, n, taken = look.keys["rewards"]
    box = len(look.parts.rewards) if look.wonders else N_REWARDS
    size = box if look.wonders else 2 * look.n_seats + 1
    look.need(_once(cards, range(box)) and n == size and taken <= n, "rewards",
              f"each of {box} cards once, {size} of them in the pile, at most as many taken")
    cards, flipped = look.keys["market"]
    look.need(_once(cards, range(N_MARKET)) and flipped <= N_MARKET, "market", f"each of {N_MARKET} cards once")


def _check_wonders(look: Look) -> None:
    keys, parts = look.keys, look.parts
    cards, at = keys["contributions"]
    look.need(_once(cards, range(N_CONTRIBUTIONS)), "contributions", "each card once")
    card = parts.contributions[cards[at - 1]]
    look.need(keys["princess"] == card.princess, "princess", f"{card.princess}, as the card says")
    look.need(keys["profiteer"] == card.profiteer, "profiteer", f"{card.profiteer}, as the card says")
    look.need(keys["given"] < 31 or keys["action"][5] or "reset" in look.names or look.phase == "over", "given",
              "a reset that is due where all five lie on the card")
    look.need(not same_token_places(keys) and {-1, *keys["tokens"]} <= {-1, *parts.token_places}, "tokens",
              "one a place, where tokens may lie")
    for w, builder in enumerate(keys["builders"]):
        owners = [i for i, seat in enumerate(look.seats) if FIRST_WONDER + w in seat["buildings"]]
        look.need(owners == [i for i in (builder,) if i >= 0], "builders", f"those that have wonder {w}")
        look.need(not has_token_unbuilt(keys, w), "tokens", "tokens of built wonders alone")
        look.need(not has_goods_built(keys, w), "goods_on", "nothing on built wonders")


def _check_opponent(look: Look) -> None:
    keys = look.keys
    starting, future = ([i for i, scheme in enumerate(look.parts.schemes) if scheme[1] == which]
                        for which in (False, True))
    if look.brief:
        starting, future = starting[2:6], future[:3]
    look.need(_once([*keys["schemes"], *keys["gone"], *keys["future"]], [*starting, *future]), "schemes",
              "each scheme once, with those gone and to come")
    look.need(set(keys["future"]) <= set(future), "future", "future schemes alone")
    look.need(keys["card"] in (-1, *keys["gone"]), "card", "a scheme that lies on the discard")


def _check_draft(look: Look) -> None:
    """A7: packs, picks and hands as the passes leave them."""
    keys, n = look.keys, look.n_humans
    if look.phase == "over":
        return
    if look.phase != "draft":
        look.need(not any(keys["packs"]) and keys["pass"] == 0, "packs", "none outside of the draft")
        look.need({card for picks in keys["picks"] for card in picks} == {-1}, "picks", "none outside of the draft")
        n_drawn = len(keys["drawn"])
        look.need(2 <= n_drawn <= 5 if look.stage == "keep" else n_drawn == 0, "drawn", "cards to keep one of")
        return
    look.need(keys["pass"] < PASSES and not keys["drawn"], "pass", f"0 to {PASSES - 1}")
    look.need(look.stage == "keep" and keys["actor"] < n, "stage", "`keep` in the draft")
    turn = (keys["actor"] - keys["first"]) % n
    for q, picks in enumerate(keys["picks"]):
        kept = [k < keys["pass"] or (k == keys["pass"] and ((q + k) % n - keys["first"]) % n < turn)
                for k in range(PASSES)]
        look.need([card >= 0 for card in picks] == kept, f"picks.{q}", "a card of every pass that is done")
        look.need(len(keys["packs"][q]) == PACK - sum(kept), f"packs.{q}", "four cards but for those kept")
        for k, card in enumerate(picks):
            look.need(card < 0 or card in look.seats[(q + k) % n]["hand"], f"picks.{q}", "cards of the hands")


# -- what players know -----------------------------------------------------------------------------------------------


def _check_facts(look: Look) -> None:
    keys = look.keys
    pile = [*keys["drawn"], *keys["cards"]]
    tags = [tag for tag in keys["tags"] if tag >= 0]
    look.need(len(set(tags)) == len(tags) and all(tag < len(pile) for tag in tags), "tags",
              "different places of the pile")
    look.need(look.phase not in ("hire", "draft") or not (tags or any(keys["known"])), "tags",
              "nothing known of the pile before turns")
    where = {card: 1 << i for i, seat in enumerate(look.seats) for card in seat["hand"]}
    for t, tag in enumerate(keys["tags"]):
        if tag >= 0:
            where[pile[tag]] = 1 << FIRST_TAG + t
    known = [*keys["drawn_known"], *keys["known"]]
    for i, facts in enumerate(keys["facts"]):
        key = f"facts.{i}"
        allowed = (1 << look.n_humans) - 1 & ~(1 << i) | sum(
            1 << FIRST_TAG + t for t, tag in enumerate(keys["tags"]) if tag >= 0 and not known[tag] >> i & 1)
        look.need(not facts or look.phase in ("turn", "end"), key, "none before turns and after the end")
        look.need(len({fact[0] for fact in facts}) == len(facts), key, "at most one fact a card")
        groups = [fact[1] for fact in facts]
        look.need(groups == sorted(groups), key, "groups one after the other")
        look.need(all(fact[2] and not fact[2] & ~allowed for fact in facts), key,
                  "hands of others and places of the pile that have a tag and are not known")
        for group, n in Counter(groups).items():
            look.need(group == 0 or n <= MOST_GROUP, key, f"groups of at most {MOST_GROUP}")
            some = [fact for fact in facts if fact[1] == group]
            fits = _fits(some, where) if group else all(where.get(card, 0) & places for card, _, places in some)
            look.need(fits, key, "what is so: cards where some place of theirs allows them")


def _fits(facts: Sequence[Sequence[int]], where: dict[int, int]) -> bool:
    """Whether the cards of a group lie in its places, in any order."""
    return any(all(where.get(fact[0], 0) & places for fact, places in zip(facts, order, strict=True))
               for order in permutations([fact[2] for fact in facts]))


# -- what is being decided -------------------------------------------------------------------------------------------


def _check_stack(look: Look) -> None:
    """Tasks in their order, each with what it needs."""
    tasks, names = look.keys["stack"], look.names
    look.need(0 < len(tasks) <= MOST_DEPTH and names[0] == BOTTOM[look.phase], "stack",
              f"1 to {MOST_DEPTH} tasks, `{BOTTOM[look.phase]}` ({TASKS.index(BOTTOM[look.phase])}) below all")
    level, last = -1, ""
    for i, name in enumerate(names):
        key = f"stack.{i}"
        look.need(name in LEVEL or name in LOOSE or name in ON_TOP, key, "a task that waits for decisions")
        if name in LEVEL:
            look.need(LEVEL[name] > level or name == last == "consequence", key, "tasks in their order")
            level = LEVEL[name]
        if name in ON_TOP:
            look.need(i == len(names) - 1 and look.stage in ON_TOP[name], key, "tasks in their order")
        last = name
        _check_task(look, key, name, *tasks[i][1:])
    if look.phase == "end":
        look.need(names[1:2] == ["end losses"], "stack", "the end's losses above its last task")
    if "scheme" in names:
        look.need(names[2:3] == ["reset"], "stack", "a reset before another scheme")


def _check_task(look: Look, key: str, name: str, seat: int, a: int, b: int) -> None:
    """A task's seat and arguments."""
    reset = look.phase == "turn" and "reset" in look.names
    n, everybody = look.n_seats, 1 << look.n_seats
    look.need(0 <= seat < n, key, "a seat")
    own = look.seats[seat]
    human = seat < look.n_humans
    active = look.keys["active"]
    shown = a in look.keys["display"] if a >= 0 else False
    building = look.parts.buildings[a] if 0 <= a < N_CARDS else None
    column = look.keys["display"].index(a) % 5 if shown else 0
    fits: dict[str, object] = {
        "end turn": seat == active, "hire setup": seat == 0 < a <= look.n_humans and b == 0,
        "draft": seat == b == 0 and a == (look.keys["actor"] - look.keys["first"]) % look.n_humans + 1,
        "finish": True, "end losses": 0 <= a <= n and 0 <= b <= WORKERS, "end gains": 0 <= a <= n and 0 <= b <= WORKERS,
        "scheme": look.opponent and not human and seat == active,
        "reset": a in ((3, 4, 5, 6, 9, 10, 11) if look.wonders else (9, 10, 11)) and not look.keys["action"][5],
        "step 3": reset and 0 <= a <= n and 0 <= b <= 6, "abilities": reset and 0 <= a <= n and 0 <= b <= 6,
        "consequence": reset and look.wonders and 0 <= a < everybody and b in (0, 1) and not a * b,
        "princess gains": reset and look.wonders and 0 <= a < everybody,
        "somebody loses": 0 <= a < everybody and 1 <= b <= 9,
        "somebody gains": building and EFFECTS[building.kind] == "all_players" and 0 <= b < everybody,
        "ask after": _is_special(look, seat), "ask before": _is_special(look, seat),
        "act": human and seat == active and _is_there(look, seat), "ask token": human and _has_token(look, seat),
        "trades": human, "captures": human, "guards": human,
        "caroline": human, "free capture": human and 1 <= a <= 9,
        "special": human and building and a in own["buildings"], "change virtue": -9 <= a <= 9,
        "market goods": human and FIRST_SPACE <= a < GUILDHALL and look.keys["spaces"][a - FIRST_SPACE] == seat,
        "each": human and (a in (3, 4, 7) or 16 <= a <= 25) and 0 <= b <= 6, "get goods": 0 <= a <= 6 and 1 <= b <= 20,
        "put it": human and 0 <= a < 5 and look.wonders and FIRST_WONDER + a in own["buildings"]
                  and look.keys["tokens"][a] < 0,
        "cards": human and 0 <= a <= 20 and 0 <= b <= 3, "take reward": True,
        "pay hire": human and shown and b in (0, 1, 2), "hired": human and shown and -1 <= b <= column,
        "raise": human and own["cathedral"] < 5, "raised": human and own["cathedral"] < 5,
        "take tax": human, "rescued": human,
        "traded": human and (a in own["apprentices"] or a in (86, 87)),
        "captured": human and 0 <= a < len(PLACES) and 0 <= b < n and look.seats[b]["at"][a] > 0,
        "paid off": human and own["debts"][0] > 0,
        "built": human and (a in own["hand"] or (look.wonders and 0 <= a - FIRST_WONDER < 5
                                                 and look.keys["builders"][a - FIRST_WONDER] < 0)),
        "given": human and look.wonders and 0 <= a < 5 and not look.keys["given"] >> a & 1,
        "lose": human and -9 <= a <= 1 and b in (0, 1)}
    look.need(fits[name], key, f"what `{name}` needs")
    look.need(name not in HOME or look.place in HOME[name], key, f"`{name}` where it happens")
    look.need(name not in ON_TOP or seat == look.keys["actor"], key, "the seat that is asked")
    look.need(look.phase != "turn" or name in OTHERS or seat == active, key, "the seat whose turn it is")


def _is_special(look: Look, seat: int) -> bool:
    """Whether the running action is a player's at the Princess or the Profiteer."""
    return look.wonders and seat < look.n_humans and look.place in (look.keys["princess"], look.keys["profiteer"])


def _has_token(look: Look, seat: int) -> bool:
    """Whether a seat's own wonder has its token where the running action is."""
    return look.wonders and look.place >= 0 and any(
        token == look.place and builder == seat
        for token, builder in zip(look.keys["tokens"], look.keys["builders"], strict=True))


def _is_there(look: Look, seat: int) -> bool:
    """Whether a seat's worker lies at the place of the running action."""
    if look.place < 0 or look.place == GUILDHALL:
        return look.place == GUILDHALL and seat in look.keys["guild"]
    if look.place >= FIRST_SPACE:
        return bool(look.keys["spaces"][look.place - FIRST_SPACE] == seat)
    return bool(look.seats[seat]["at"][look.place] > 0)


def _check_stage(look: Look) -> None:
    """The question has what it needs; its options are compared with the rules."""
    keys, stage = look.keys, look.stage
    actor, argument = keys["actor"], keys["argument"]
    own = look.seats[actor]
    place, n_acts, n_done, flags, _, _ = keys["action"]
    look.need(flags < 32 and n_acts <= WORKERS + 2 and n_done <= n_acts, "action", "a running action")
    look.need(("payment" in keys) == (stage in PAYMENTS), "stage", "a payment where one is decided alone")
    if stage in PAYMENTS:
        look.need(keys["payment"][0] == actor, "payment", "the payment of the one who is asked")
    if stage in ("place", "recall"):
        look.need(len(look.names) == 1 and actor == keys["active"] and place == -1
                  and (own["supply"] > 0) == (stage == "place"), "stage", "a turn that begins")
    if stage in AT:
        look.need(place == AT[stage], "action", f"what happens at {TARGETS[AT[stage]]}")
    if stage in ("wonder", "profiteer", "contribute"):
        look.need(look.wonders and 0 <= place < len(PLACES), "action", "a place with a large circle")
    if stage == "hire":
        places: tuple[int, ...] = ((5,), (10, 12), (-1,))[argument] if 0 <= argument <= 2 else ()
        look.need(place in places and (argument == 2) == (look.phase == "hire"), "argument", "0, 1 or 2 as hires are")
    if stage == "capture":
        look.need(place == (6 if n_acts else GUILDHALL), "action", "captures at the Town Centre or of a building")
    last = own["buildings"][-1] if own["buildings"] else FIRST_WONDER
    effect = EFFECTS[look.parts.buildings[last].kind] if last < FIRST_WONDER else ""
    if stage == "discard":
        look.need(0 <= argument <= 2 and (argument != 1 or effect == "may_discard_building_card_for")
                  and (argument == 0) == (look.names[-1] == "raise"), "argument", "0, 1 or 2 as discards are")
    if stage == "choose":
        look.need(argument == last and effect in ("choice", "barracks"), "argument", "the building just built")
    if stage == "token":
        look.need(0 <= argument < 5 and FIRST_WONDER + argument in own["buildings"] and keys["tokens"][argument] < 0,
                  "argument", "a wonder just built")
    if stage in ("bribe", "influence virtue"):
        look.need(1 <= argument <= 20, "argument", "virtue to be lost")
    if stage == "reward":
        look.need(look.wonders and "princess gains" in look.names, "stage", "a reward of the Princess")
