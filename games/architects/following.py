"""Following a real game of the Architects: what to ask when a card turns up, and the opponent's turn step by step.

The session follows the table from one player's side, the one whose hand it is told. What others hold stays unknown: of
their cards only what all see is told, as `build B12`; where they choose in secret nothing is asked.
"""
from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

import numpy as np

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.architects._components import Rules, rules_of
from kingmaker.games.architects._state import ArchState
from kingmaker.games.architects.cards import Cards, cards_of
from kingmaker.games.architects.hints import in_words
from kingmaker.games.architects.names import DECISIONS, GUILDHALL, PHASES, TARGETS, TASKS, WORDS
from kingmaker.games.architects.position import Keys, dump, load_keys
from kingmaker.games.architects.saying import said
from kingmaker.games.architects.seen import keys_seen
from kingmaker.games.architects.telling import tell
from kingmaker.games.core.following import Ask, Followed, Following
from kingmaker.games.errors import ConfigError, IllegalActionError, NotationError
from kingmaker.games.registry import game_spec
from kingmaker.games.spec import Game

FILL = 1_000_003
MOST_TRIES = 6000
TO_HALL = f"place {GUILDHALL}"
UNSEEN = "?"  # the card of a choice that others do not see
Turned = tuple[str, int]  # a kind of card, and which
Steps = list[tuple[str | None, Keys]]
_CHOICES_OF_CARDS = tuple(map(DECISIONS.index, ("build", "discard", "keep")))


def asked(key: str, lang: str, *values: object) -> str:
    """Return a question."""
    return said("questions", key, lang, *values)


# -- setup -----------------------------------------------------------------------------------------------------------


def setup(given: Mapping[str, str], lang: str) -> Generator[Ask, str, GameState]:
    """Ask what is played and what lies open before the first decision; A1 to A8, W1 to W7, W20."""
    spec = game_spec("architects")
    options: dict[str, str] = dict(given)
    if "opponent" not in options:
        cards = cards_of(rules_of(spec.bind({})).parts, lang)
        options["opponent"] = yield Ask(question=asked("opponent", lang), choices={
            "none": asked("alone", lang), **{id_: cards.name(id_) for id_ in cards.opponents}})
    alone = options["opponent"] != "none"
    if "players" not in options:
        options["players"] = yield Ask(question=asked("players", lang), choices={
            str(n): "" for n in (range(1, 5) if alone else range(2, 6))})
    if "wonders" not in options:
        options["wonders"] = "1" if alone else (yield Ask(question=asked("wonders", lang), choices={
            word: asked(f"wonders-{word}", lang) for word in ("0", "1")}))
    if "boards" not in options:
        options["boards"] = yield Ask(question=asked("boards", lang), choices={
            word: asked(f"boards-{word}", lang) for word in ("standard", "variable")})
    game = spec.bind(options)
    if game.options["short"]:
        raise ConfigError("short: an exercise is dealt by the program; a real game is whole")
    state = game.new(FILL)
    assert isinstance(state, ArchState)
    rules, keys = state.rules, dump(state)
    n = int(game.options["players"])
    names = rules.seats[:n]
    viewer = names.index((yield Ask(question=asked("you", lang), choices=dict.fromkeys(names, ""))))
    if game.options["boards"] == "variable":
        yield from _ask_boards(keys, rules, names, lang, wonders=bool(game.options["wonders"]))
    firsts = _may_begin(keys, rules, n)
    keys["first"] = names.index((yield Ask(question=asked("first", lang), choices={names[i]: "" for i in firsts})))
    _give(keys, rules, n)
    yield from _ask_table(keys, rules, lang)
    keys["viewer"] = viewer
    keys = _begun(keys, game, n)
    started = load_keys(game, keys)
    return (yield from _settled(started, keys, lang))


def _ask_boards(keys: Keys, rules: Rules, names: Sequence[str], lang: str, *,
                wonders: bool) -> Generator[Ask, str, None]:
    boards = rules.parts.boards if wonders else rules.parts.boards[:rules.parts.n_base_boards]
    free = [board.name for board in boards]
    for i, name in enumerate(names):
        cards = cards_of(rules.parts, lang)
        says = {one: cards.ability(cards.boards[one]) for one in free}
        chosen = yield Ask(question=asked("board", lang, name), choices=says)
        free.remove(chosen)
        keys["seats"][i]["board"] = [board.name for board in boards].index(chosen)


def _may_begin(keys: Keys, rules: Rules, n: int) -> list[int]:
    """Return who may begin: with own boards whoever has most virtue, then influence; A8, W4."""
    boards = [rules.parts.boards[seat["board"]] if seat["board"] >= 0 else None for seat in keys["seats"][:n]]
    rank = [(board.virtue, board.influence if "princess" in keys else 0) if board else (0, 0) for board in boards]
    return [i for i in range(n) if rank[i] == max(rank)]


def _give(keys: Keys, rules: Rules, n: int) -> None:
    """Give each player what the setup says: A6, A8."""
    keys["supply"] = rules.parts.debts
    for i, seat in enumerate(keys["seats"][:n]):
        seat |= {"goods": [0] * 5, "prison": 0, "debts": [0, 0], "influence": 0, "supply": 20, "hand": [],
                 "virtue": rules.parts.start_virtue,
                 "silver": rules.parts.start_silver[(i - keys["first"]) % n]}
        if seat["board"] >= 0:
            board = rules.parts.boards[seat["board"]]
            seat |= {"goods": list(board.extra.amounts[:5]), "prison": board.prison, "supply": 20 - board.prison,
                     "virtue": board.virtue, "silver": board.silver + board.extra["silver"],
                     "influence": board.influence if "princess" in keys else 0, "debts": [board.extra["debt"], 0]}
            keys["supply"] -= board.extra["debt"]


def _ask_table(keys: Keys, rules: Rules, lang: str) -> Generator[Ask, str, None]:
    """Ask for the open cards: apprentices row by row, the Black Market's, contributions."""
    cards = cards_of(rules.parts, lang)
    n = rules.n_columns
    box = sorted([*(card for card in keys["display"] if card >= 0), *keys["apprentices"]])
    shown: list[int] = []
    for row in range(2):
        for column in range(n):
            left = [card for card in box if card not in shown]
            shown.append((yield from _ask_card(asked("display", lang, row + 1, column + 1),
                                               left, rules.apprentices, cards)))
            keys["display"][5 * row + column] = shown[-1]
    keys["apprentices"] = [card for card in box if card not in shown]
    keys["blind"] = len(keys["apprentices"])
    market = keys["market"][0]
    top = yield from _ask_card(asked("small", lang), sorted(market), rules.market, cards)
    keys["market"][0] = [top, *(card for card in market if card != top)]
    if "contributions" in keys:
        pile = sorted(keys["contributions"][0])
        first = yield from _ask_card(asked("consequence-card", lang), pile, rules.contributions, cards)
        pile.remove(first)
        second = yield from _ask_card(asked("contribution-card", lang), pile, rules.contributions, cards)
        pile.remove(second)
        keys["contributions"] = [[first, second, *pile], 1]
        side = rules.parts.contributions[first]
        keys["princess"], keys["profiteer"] = side.princess, side.profiteer


def _ask_card(question: str, left: Sequence[int], names: Sequence[str], cards: Cards) -> Generator[Ask, str, int]:
    choices = {names[card]: f"{cards.name(names[card])}: {cards.words(names[card])}" for card in left}
    return names.index((yield Ask(question=question, choices=choices)))


def _begun(keys: Keys, game: Game, n: int) -> Keys:
    """Return the keys just before the first decision; a task is left that asks it."""
    wonders = bool(game.options["wonders"])
    order = [(keys["first"] + i) % n for i in range(n)]
    keys |= {"turn": 0, "active": -1, "left": -1, "stage": 1, "options": 0, "more": 0, "argument": 0,
             "actor": 0, "stack": [], "drawn": [], "drawn_known": [], "pass": 0}
    keys.pop("payment", None)
    buildings = sorted([*keys["cards"], *(card for pack in keys["packs"] for card in pack)])
    keys["picks"] = [[-1] * 3 for _ in range(n)]
    if wonders:
        keys |= {"phase": PHASES.index("hire"), "packs": [[] for _ in range(n)], "cards": buildings,
                 "known": [0] * len(buildings), "stage": 2, "actor": order[-1], "argument": 2,
                 "stack": [[TASKS.index("hire_setup"), 0, 1, 0]],
                 "options": sum(1 << card for card in keys["display"] if card >= 0)}
        return keys
    keys["packs"] = [[] for _ in range(n)]
    for i, seat in enumerate(order):
        keys["packs"][seat] = buildings[4 * i:4 * i + 4]
    rest = buildings[4 * n:]
    return keys | {"phase": PHASES.index("draft"), "cards": rest, "known": [0] * len(rest), "stage": 3,
                   "actor": order[0], "stack": [[TASKS.index("draft"), 0, 1, 0]],
                   "options": sum(1 << card for card in keys["packs"][order[0]])}


# -- what turns up ---------------------------------------------------------------------------------------------------


def reveal(state: GameState, action: int, lang: str) -> Generator[Ask, str, Followed]:
    """Ask which cards an action turns up, in the order of the table, and go on with just these."""
    assert isinstance(state, ArchState)
    viewer, rules = state.viewer, state.rules
    assert viewer is not None
    start, choice = state, ""
    if state.format_action(action) == TO_HALL and state.player != viewer:
        start, choice = yield from _ask_what_is_built(state, viewer, lang)
    keys, known = dump(start), _Known(start, viewer)
    told: list[Turned] = []
    while True:
        steps, after = _played(start.game, keys, action, choice, viewer, told)
        found = list(known.turned(keys, steps, told))
        if len(found) == len(told):
            break
        kind, card, left = found[len(told)]
        answer = yield from _ask_card(asked(kind, lang), [other for other in left if (kind, other) not in told],
                                      _names(rules, kind), cards_of(rules.parts, lang))
        told.append((kind, answer))
        keys = _with(keys, known, told, card,
                     lambda keys: _played(start.game, keys, action, choice, viewer, told)[0])
    if not after.is_over:
        after.determinize(viewer, Rng(FILL))
    return Followed(state=after, told=tuple(tell(steps, keys, rules, viewer, lang)))


def _played(game: Game, keys: Keys, action: int, choice: str, viewer: int,
            told: Sequence[Turned]) -> tuple[Steps, ArchState]:
    """Return what an action brings about, with others' choices that nobody sees, and the state after it."""
    world = load_keys(game, keys)
    steps, after = world.trace(action), world.clone()
    after.apply(action)
    if choice and after.decision == "build" and after.player == world.player:
        steps = [*steps, *after.trace(after.parse_action(choice))]
        after.apply_move(choice)
    return _in_secret(steps, after, viewer, [card for kind, card in told if kind == "building"])


def _in_secret(steps: Steps, after: ArchState, viewer: int, but: Sequence[int] = ()) -> tuple[Steps, ArchState]:
    """Let others choose where nobody sees what: a card of the draft or of the Black Market, one put under the pile.

    Parameters
    ----------
    but : cards that they did not take, for they came to the player
    """
    while not after.is_over and after.player != viewer and (
            after.decision == "keep" or (after.decision == "discard" and "skip" not in after.legal_moves())):
        hidden = min(after.legal_actions(), key=lambda action: (action % 64 in but, action))  # ids as in _flow.pxd
        steps = [*steps, *after.trace(hidden)]
        after.apply(hidden)
    return steps, after


def _with(keys: Keys, known: _Known, told: list[Turned], card: int, play: Callable[[Keys], Steps]) -> Keys:
    """Return keys with which just what was told turns up: two cards change places, else another shuffle is found."""
    kind, answer = told[-1]

    def agrees(keys: Keys) -> bool:
        found = [(kind, card) for kind, card, _ in known.turned(keys, play(keys), told)]
        return found[:len(told)] == told

    other = json.loads(json.dumps(keys))
    _swap(other, kind, card, answer)
    if agrees(other):
        return dict(other)
    seed = np.random.default_rng(FILL)
    for _ in range(MOST_TRIES):
        keys["shuffles"] = int(seed.integers(2**63))
        if agrees(keys):
            return keys
    raise NotationError(f"{asked(kind, 'en')}: no order of the pile has just what was told turn up")


def _swap(keys: Keys, kind: str, one: int, other: int) -> None:
    """Let two cards of a kind change places, wherever they lie unseen."""
    change = {one: other, other: one}

    def swapped(cards: list[int]) -> list[int]:
        return [change.get(card, card) for card in cards]

    if kind == "building":
        for name in ("cards", "drawn"):
            keys[name] = swapped(keys[name])
        for seat in keys["seats"]:
            seat["hand"] = sorted(swapped(seat["hand"]))
        keys["packs"] = [sorted(swapped(pack)) for pack in keys["packs"]]
        keys["picks"] = [swapped(picks) for picks in keys["picks"]]
        if keys["stage"] in _CHOICES_OF_CARDS:
            keys["options"] = sum(1 << change.get(card, card) for card in range(64) if keys["options"] >> card & 1)
    elif kind in ("reward", "market", "contribution"):
        name = {"reward": "rewards", "market": "market", "contribution": "contributions"}[kind]
        at = keys[name][-1] + (kind != "reward")  # what lies open keeps its place
        keys[name][0] = [*keys[name][0][:at], *swapped(keys[name][0][at:])]
    elif kind == "apprentice":
        n = keys["blind"]
        keys["apprentices"] = [*swapped(keys["apprentices"][:n]), *keys["apprentices"][n:]]
    else:
        name = "schemes" if kind == "scheme" else "future"
        keys[name] = swapped(keys[name])


class _Known:
    """What a player knows before an action, and so what an action turns up for him."""

    def __init__(self, state: ArchState, viewer: int) -> None:
        self.viewer, self.n = viewer, int(state.game.options["players"])
        seen = keys_seen(state, viewer)
        keys = dump(state)
        self.facts = seen["facts"]
        open_ = {*keys["seats"][viewer]["hand"], *(card for seat in keys["seats"] for card in seat["buildings"]),
                 *(card for card in (*seen["cards"], *seen["drawn"]) if card is not None),
                 *(card for _, _, card in seen.get("picks", []))}
        self.hidden = [card for card in range(len(state.rules.buildings)) if card not in open_]
        everything = {*keys["cards"], *keys["drawn"], *(card for pack in keys["packs"] for card in pack),
                      *(card for picks in keys["picks"] for card in picks),
                      *(card for seat in keys["seats"] for card in seat["hand"])}
        self.hidden = [card for card in self.hidden if card in everything]

    def turned(self, before: Keys, steps: Steps, told: Sequence[Turned] = ()) -> Iterator[tuple[str, int, list[int]]]:
        """Yield what turns up, with what else it might have been; in the order of the steps, and of a pack as told."""
        for _, after in steps:
            yield from self._open(before, after)
            yield from self._own(before, after, told)
            before = after

    def _open(self, a: Keys, b: Keys) -> Iterator[tuple[str, int, list[int]]]:
        """Yield what all see."""
        if "gone" in a:
            kept = b["gone"][:len(a["gone"])] == a["gone"]
            gained = [card for card in reversed(a["future"]) if card not in b["future"]]
            for card in b["gone"][len(a["gone"]) if kept else 0:]:
                if card not in gained:
                    yield "scheme", card, sorted(a["schemes"] if kept else {*a["schemes"], *a["gone"]})
            for card in gained:
                yield "future", card, sorted(a["future"])
        n = a["blind"] - b["blind"]
        for card in a["apprentices"][:n]:
            yield "apprentice", card, sorted(a["apprentices"][:a["blind"]])
        for card in b["rewards"][0][a["rewards"][2]:b["rewards"][2]]:
            yield "reward", card, sorted(a["rewards"][0][a["rewards"][2]:])
        for kind, name in (("market", "market"), ("contribution", "contributions")):
            if name in a and a[name] != b[name]:
                (old, was), (new, at) = a[name], b[name]
                kept = new[:was + 1] == old[:was + 1] and at >= was
                for card in new[was + 1 if kept else 0:at + 1]:
                    yield kind, card, sorted(old[was + 1:] if kept else old)

    def _own(self, a: Keys, b: Keys, told: Sequence[Turned]) -> Iterator[tuple[str, int, list[int]]]:
        """Yield building cards that come to the player."""
        viewer = self.viewer
        came: list[tuple[int, int]] = []
        places = {card: place for place, card in enumerate(a["cards"]) if not a["known"][place] >> viewer & 1}
        for card in b["seats"][viewer]["hand"]:
            if card not in a["seats"][viewer]["hand"] and card in places:
                came.append((places[card], card))
        if b["drawn"] and not a["drawn"] and b["actor"] == viewer:
            came += [(places[card], card) for card in b["drawn"] if card in places]
        for place, card in sorted(came):
            yield "building", card, [other for other in self.hidden if self._may_lie(other, place, len(b["drawn"]))]
        if PHASES[b["phase"]] == "draft" and (PHASES[a["phase"]] != "draft" or b["pass"] > a["pass"]):
            yield from self._pack(b, told)

    def _pack(self, b: Keys, told: Sequence[Turned]) -> Iterator[tuple[str, int, list[int]]]:
        """Yield the cards of the pack that a player is handed."""
        number = b["pass"]
        if self.n == 1 and number:
            return
        pack = (self.viewer - number) % self.n
        left = self.hidden
        if number >= self.n:  # he saw it before: what is gone was taken by others
            left = sorted({*b["packs"][pack], *(card for card in b["picks"][pack][number - self.n + 1:] if card >= 0)})
        first = [card for kind, card in told if kind == "building"]
        for card in sorted(b["packs"][pack], key=lambda card: first.index(card) if card in first else len(first)):
            yield "building", card, left

    def _may_lie(self, card: int, place: int, shift: int) -> bool:
        """Whether a card may lie at a place of the pile, by what the player knows."""
        facts = [fact for fact in self.facts if fact[0] == card]
        for _, group, _, pile in facts:
            places = {at for fact in self.facts if group and fact[1] == group for at in fact[3]} | set(pile)
            return place in places
        return True


def _names(rules: Rules, kind: str) -> Sequence[str]:
    names: Sequence[str] = getattr(rules, {"scheme": "schemes", "future": "schemes", "market": "market"}.get(
        kind, f"{kind}s"))
    return names


# -- players whose cards are hidden ----------------------------------------------------------------------------------


def moves(state: GameState) -> list[str]:
    """Return what may be told of the player to act: of others all that can be in some world, `?` for what is unseen."""
    assert isinstance(state, ArchState)
    legal = state.legal_moves()
    if state.viewer in (None, state.player):
        return legal
    if state.decision == "discard":
        return ["skip", f"discard {UNSEEN}"]
    if state.decision == "place" and TO_HALL not in legal and _world_with(state, TO_HALL) is not None:
        legal.append(TO_HALL)
    return legal


def accept(state: GameState, move: str) -> tuple[GameState, int]:
    """Return the position with what is unknown drawn so that a move can be, and the move's id."""
    assert isinstance(state, ArchState)
    if state.viewer not in (None, state.player):
        if move == f"discard {UNSEEN}" and state.decision == "discard":
            return state, state.legal_actions()[0]
        if move == TO_HALL and move not in state.legal_moves():
            found = _world_with(state, move)
            if found is not None:
                return found, found.parse_action(move)
    return state, state.parse_action(move)


def _world_with(state: ArchState, move: str) -> ArchState | None:
    """Return a world in which a move of another player is legal."""
    viewer = state.viewer
    assert viewer is not None
    world = state.clone()
    for seed in range(60):
        world.determinize(viewer, Rng(seed))
        if move in world.legal_moves():
            return world
    return next((found for _, found in _worlds_to_build(state, viewer)), None)


def _worlds_to_build(state: ArchState, viewer: int) -> Iterator[tuple[str, ArchState]]:
    """Yield what another player may build at the Guildhall, each with a world in which it can be."""
    keys, seat = dump(state), state.player
    hand = keys["seats"][seat]["hand"]
    yielded: set[str] = set()
    for card in [*hand[:1], *(_Known(state, viewer).hidden if hand else ())]:
        other = json.loads(json.dumps(keys))
        if card not in hand:
            _swap(other, "building", hand[0], card)
        other["options"] |= 1 << TARGETS.index(GUILDHALL)
        world = load_keys(state.game, other)
        for choice in _builds(world):
            if choice not in yielded and (choice[6:] == state.rules.buildings[card] or (choice[6:7] != "B"
                                          and not choice[6:].startswith("WB"))):
                yielded.add(choice)
                yield choice, world


def _builds(world: ArchState) -> list[str]:
    """Return what the player to act may build at the Guildhall."""
    action = world.parse_action(TO_HALL)
    for task, keys in world.trace(action):
        if task == "to_hall" or keys["stage"] == DECISIONS.index("build"):
            after = world.clone()
            after.apply(action)
            if after.decision == "build" and after.player == world.player:
                return after.legal_moves()
        for op, seat, a, _ in keys["stack"]:
            if seat != world.player:
                continue
            if TASKS[op] == "built":
                return [f"build {world.rules.buildings[a]}"]
            if TASKS[op] in ("raised", "raise"):
                return ["cathedral"]
    after = world.clone()
    after.apply(action)
    return after.legal_moves() if after.decision == "build" and after.player == world.player else []


def _ask_what_is_built(state: ArchState, viewer: int, lang: str) -> Generator[Ask, str, tuple[ArchState, str]]:
    """Ask what another player does at the Guildhall; return a world in which it can be."""
    cards = cards_of(state.rules.parts, lang)
    worlds = dict(_worlds_to_build(state, viewer))
    if not worlds:
        raise IllegalActionError(f"{TO_HALL}: {state.game.player_name(state.player)} can build nothing")
    names = {choice.removeprefix("build "): choice for choice in worlds}
    told = yield Ask(question=asked("builds", lang, state.game.player_name(state.player)), choices={
        name: "" if name == "cathedral" else f"{cards.name(name)}: {cards.words(name)}" for name in sorted(names)})
    return worlds[names[told]], names[told]


def _settled(state: ArchState, keys: Keys, lang: str) -> Generator[Ask, str, GameState]:
    """Ask for the first pack, if the draft comes first; let others choose of theirs."""
    viewer, rules = state.viewer, state.rules
    assert viewer is not None
    if PHASES[keys["phase"]] == "draft":
        taken: list[int] = []
        box = sorted([*keys["cards"], *(card for pack in keys["packs"] for card in pack)])
        for i in range(4):
            left = [card for card in box if card not in taken]
            taken.append((yield from _ask_card(asked("own-card", lang, i + 1), left, rules.buildings,
                                               cards_of(rules.parts, lang))))
        for i, card in enumerate(taken):
            place = next(old for old in keys["packs"][viewer] if old not in taken[:i])
            _swap(keys, "building", card, place)
        keys["options"] = sum(1 << card for card in keys["packs"][keys["actor"]])
        state = load_keys(state.game, keys)
        _, state = _in_secret([], state, viewer)
    state.determinize(viewer, Rng(FILL))
    return state


def check(state: GameState) -> None:
    """Refuse a position in which another player has begun to build: what could be built is not seen."""
    assert isinstance(state, ArchState)
    if state.viewer is not None and not state.is_over and state.decision == "build" and state.player != state.viewer:
        raise NotationError("decision: expected another than 'build' of a player whose hand is unknown, to go on from")


def knower(state: GameState) -> int | None:
    """Return whose cards the session knows, None if everybody's."""
    assert isinstance(state, ArchState)
    return state.viewer


def _came(before: GameState, action: int, after: GameState, seat: int | None, lang: str) -> list[str]:
    assert isinstance(before, ArchState)
    return list(tell(before.trace(action), dump(before), before.rules, seat, lang))


def _words(game: Game) -> list[str]:
    rules = rules_of(game)
    verbs = ("hire", "keep", "dismiss", "build", "discard", "trade", "place", "recall", "capture", "mix", "influence",
             "with", "destroy")
    return [*dict.fromkeys([*verbs, *(word for words in WORDS for word in words.split()), *TARGETS, *rules.seats,
                            *rules.apprentices, *rules.buildings])]


def _told_as(state: GameState, move: str, lang: str) -> str:
    assert isinstance(state, ArchState)
    return in_words(state.rules.parts, move, lang)


FOLLOWING = Following(setup=setup, reveal=reveal, words=_words, check=check, moves=moves, accept=accept, told=_came,
                      knower=knower, tell=_told_as)
