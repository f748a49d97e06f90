"""Reading the keys of a position: what each says, whether it can be, and who knows what."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kingmaker.errors import near, shown
from kingmaker.games.architects import _position_checks as checks
from kingmaker.games.architects import _position_fill as fill
from kingmaker.games.architects._components import rules_of
from kingmaker.games.architects.cards import cards_of
from kingmaker.games.architects.names import (
    DECISIONS,
    GOODS,
    GUILDHALL,
    OPPONENT,
    PHASES,
    PLACES,
    SPACES,
    TASKS,
)
from kingmaker.games.core.fields import UNKNOWN, Faults, Fields, refusal
from kingmaker.games.errors import NotationError
from kingmaker.games.spec import Game
from kingmaker.reading import parse_json

KEYS = ("game", "version", "players", "wonders", "opponent", "boards", "short", "seen_by", "turn", "phase", "player",
        "decision", "active", "first", "left", "tax", "debts", "seats", "workers", "market", GUILDHALL, "display",
        "coins", "black_market", "rewards", "apprentices", "buildings", "contributions", "princess", "profiteer",
        "tokens", "schemes", "knowledge", "tags", "draft", "shuffles", "running")
SEAT_KEYS = ("board", "virtue", "influence", "silver", "goods", "supply", "prison", "cathedral", "spare", "captured",
             "debts", "hand", "apprentices", "buildings")
OPPONENT_KEYS = ("virtue", "influence", "marker", "marble", "supply", "prison", "cathedral", "captured", "debts",
                 "buildings")
WORKERS = 20
MOST = 9999
FOR_LIBRARY, SKIP = 1, 4  # of a discard: as in _action.pxd; the word `skip` as a mask
MOST_TAGS, MOST_FACTS = 24, 20
Keys = dict[str, Any]
LOST = None  # an unknown card


class Reader:
    """One position, read; `faults` is all that is wrong with it."""

    def __init__(self, fields: Fields, game: Game, check: str) -> None:
        self.fields, self.game, self.check = fields, game, check
        self.rules = rules_of(game)
        self.parts, self.cards = self.rules.parts, cards_of(self.rules.parts)
        self.seats = self.rules.seats
        self.n_humans = len(self.seats) - (game.options["opponent"] != "none")
        self.faults = Faults()
        self.keys: Keys = {}
        self.where: dict[tuple[str, int], str] = {}  # each card that lies somewhere, by its kind and number
        self.unknown = False
        self.box = dict(parse_json(game.new(0).text().partition(" ")[2], "state"))  # what the box holds
        self.sizes = {"rewards": len(self.box["rewards"][0]),
                      "apprentices": len(self.box["apprentices"]) + sum(card >= 0 for card in self.box["display"])}
        self.n_buildings = self.sizes["buildings"] = len(self.box["cards"]) + sum(map(len, self.box["packs"])) + sum(
            len(seat["hand"]) for seat in self.box["seats"])

    def read(self) -> Keys:
        """Return all keys of the state; with faults they are not whole."""
        for part in (self._turn, self._seats, self._town, self._display, self._decks, self._wonders, self._schemes):
            with self.faults.caught():
                part()
            if "seats" not in self.keys and part == self._seats:
                break
        self.faults.refuse()
        self._viewer()
        for part in (self._hands, self._pile, self._draft, self._running):
            with self.faults.caught():
                part()
            self.faults.refuse()
        self.faults.add(*checks.faults(self.keys, self.rules, self.n_humans))
        self.faults.refuse()
        return self.keys

    # -- helpers -------------------------------------------------------------------------------------------------------

    def _whole(self, fields: Fields, key: str, low: int, high: int, usual: int) -> int:
        found = usual
        with self.faults.caught():
            found = fields.whole(key, low, high) if key in fields.data else usual
        return found

    def _seat(self, fields: Fields, key: str, usual: int, *, names: Sequence[str] = ()) -> int:
        """Return the number of a seat, -1 for null."""
        if key not in fields.data:
            return usual
        return fields.index(key, names or self.seats)

    def _card(self, kind: str, value: Any, place: str) -> int:
        """Return the number of a card by its id or its name."""
        names: Sequence[str] = getattr(self.rules, kind)[:self.sizes.get(kind)]
        if isinstance(value, str) and value in names:
            return names.index(value)
        known: Mapping[str, Any] = getattr(self.cards, kind, {})
        if isinstance(value, str) and kind in ("apprentices", "buildings"):
            ids = [id_ for id_ in names if id_ in known and value.casefold() in (
                str(known[id_].get(name, "")).casefold() for name in ("name", "name_cz"))]
            free = [id_ for id_ in ids if (kind, names.index(id_)) not in self.where] or ids
            if len({self.cards.words(id_) for id_ in ids}) == 1:
                return names.index(free[0])
            if ids:
                raise refusal(place, f"one of {'; '.join(map(self.cards.label, ids))}", value)
        called = [known[id_]["name"] for id_ in names if "name" in known.get(id_, {})]
        like = near(value, [*names, *called]) if isinstance(value, str) else ""
        raise NotationError(f"{place}: expected an id such as {names[0]}"
                            f"{' or a name' if kind in ('apprentices', 'buildings') else ''}; got {shown(value)}{like}")

    def _lay(self, kind: str, value: Any, place: str) -> int:
        """Return the number of a card, which lies nowhere else."""
        card = self._card(kind, value, place)
        before = self.where.setdefault((kind, card), place)
        if before != place:
            raise NotationError(f"{place}: {shown(value)} lies at {before} already")
        return card

    def _list(self, fields: Fields, key: str, kind: str, *, unknown: bool = False, holes: bool = False) -> list[Any]:
        """Return cards; `?` as None where some may be unknown, null as -1 where there may be none."""
        found: list[Any] = []
        for i, value in enumerate(fields.items(key) if key in fields.data else []):
            with self.faults.caught():
                if unknown and value == UNKNOWN:
                    found.append(LOST)
                elif holes and value is None:
                    found.append(-1)
                else:
                    found.append(self._lay(kind, value, f"{fields.place(key)}[{i}]"))
        return found

    def _by_seat(self, fields: Fields, key: str, most: int = WORKERS) -> list[int]:
        inner = fields.inner(key, self.seats) if key in fields.data else None
        return [0 if inner is None else self._whole(inner, name, 0, most, 0) for name in self.seats]

    # -- the table -----------------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        f, keys = self.fields, self.keys
        keys["turn"] = self._whole(f, "turn", 0, 2**31 - 1, 1)
        phase = f.word("phase", PHASES) if "phase" in f.data else "turn"
        decision = f.word("decision", DECISIONS[1:]) if "decision" in f.data else "over" if phase == "over" else "place"
        over = decision == "over"
        keys["phase"], keys["stage"] = PHASES.index(phase), DECISIONS.index(decision)
        humans = self.seats[:self.n_humans]
        player = self._seat(f, "player", self._seat(f, "active", 0), names=humans)
        keys["actor"] = max(0, player)
        if over != (player < 0) and "player" in f.data:
            raise f.refuse("player", "null: the game is over" if over else f"one of {', '.join(humans)}")
        keys["active"] = self._seat(f, "active", player if phase == "turn" else -1)
        keys["first"] = self._seat(f, "first", 0, names=humans)
        keys["left"] = self._whole(f, "left", 0, len(self.seats), -1) if f.data.get("left") is not None else -1
        keys["tax"] = self._whole(f, "tax", 0, MOST, self.parts.tax)

    def _seats(self) -> None:
        f = self.fields
        table = f.inner("seats", self.seats)
        self.keys["seats"] = []
        debts = 0
        for number, name in enumerate(self.seats):
            is_opponent = name == OPPONENT
            seat = self._blank()
            with self.faults.caught():
                if name not in table.data and not is_opponent:
                    raise NotationError(f"seats.{name}: the key is missing")
                known = OPPONENT_KEYS if is_opponent else SEAT_KEYS
                inner = table.inner(name, known) if name in table.data else Fields({}, f"seats.{name}", known)
                (self._opponent if is_opponent else self._player)(inner, seat, number)
            debts += sum(seat["debts"])
            self.keys["seats"].append(seat)
        self.keys["supply"] = self._whole(f, "debts", 0, 99, max(0, self.parts.debts - debts))

    def _blank(self) -> Keys:
        n = len(self.seats)
        return {"board": -1, "virtue": self.parts.start_virtue, "influence": 0, "silver": 0, "goods": [0] * 5,
                "supply": -1, "prison": 0, "captured": [0] * n, "at": [0] * 9, "cathedral": 0, "debts": [0, 0],
                "spare": 0, "hand": [], "apprentices": [], "buildings": []}

    def _numbers(self, inner: Fields, seat: Keys) -> None:
        """Read what players and the opponent have alike."""
        for name, low, high in (("virtue", 0, 14), ("influence", 0, 12), ("prison", 0, WORKERS), ("cathedral", 0, 5)):
            seat[name] = self._whole(inner, name, low, high, seat[name])
        if "supply" in inner.data:
            seat["supply"] = self._whole(inner, "supply", 0, WORKERS, 0)
        with self.faults.caught():
            seat["captured"] = self._by_seat(inner, "captured")
        with self.faults.caught():
            debts = inner.data.get("debts", [0, 0])
            debts = [debts, 0] if isinstance(debts, int) and not isinstance(debts, bool) else debts
            if not isinstance(debts, list) or len(debts) != 2 or any(
                    not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= 99 for n in debts):
                raise inner.refuse("debts", "how many are unpaid, or a list: unpaid, paid")
            seat["debts"] = debts
        for i, value in enumerate(inner.items("buildings") if "buildings" in inner.data else []):
            with self.faults.caught():
                seat["buildings"].append(self._built(value, f"{inner.place('buildings')}[{i}]"))

    def _built(self, value: Any, place: str) -> int:
        for i, wonder in enumerate(self.parts.wonders):
            if self.game.options["wonders"] and value in (wonder.id, wonder.name):
                before = self.where.setdefault(("wonders", i), place)
                if before != place:
                    raise NotationError(f"{place}: {shown(value)} lies at {before} already")
                return 64 + i
        return self._lay("buildings", value, place)

    def _player(self, inner: Fields, seat: Keys, number: int) -> None:
        with self.faults.caught():
            if inner.data.get("board") is not None:
                names = [board.name for board in self.parts.boards]
                seat["board"] = inner.index("board", names if self.game.options["wonders"] else
                                            names[:self.parts.n_base_boards])
                board = self.parts.boards[seat["board"]]
                seat["virtue"] = board.virtue
        self._numbers(inner, seat)
        seat["silver"] = self._whole(inner, "silver", 0, MOST, 0)
        seat["spare"] = self._whole(inner, "spare", 0, 1, 0)
        with self.faults.caught():
            given = inner.data.get("goods", {})
            if isinstance(given, list):
                seat["goods"] = [Fields({"n": n}, f"{inner.place('goods')}[{i}]", ("n",)).whole("n", 0, MOST)
                                 for i, n in enumerate(inner.items("goods", 5))]
            else:
                goods = inner.inner("goods", GOODS) if "goods" in inner.data else Fields({}, "", GOODS)
                seat["goods"] = [self._whole(goods, kind, 0, MOST, 0) for kind in GOODS]
        with self.faults.caught():
            if isinstance(inner.data.get("hand"), int):
                seat["hand"] = [LOST] * self._whole(inner, "hand", 0, 64, 0)
            else:
                seat["hand"] = self._list(inner, "hand", "buildings", unknown=True)
            self.unknown |= LOST in seat["hand"]
        with self.faults.caught():
            seat["apprentices"] = self._list(inner, "apprentices", "apprentices")

    def _opponent(self, inner: Fields, seat: Keys, number: int) -> None:
        which = int(str(self.game.options["opponent"])[1:]) - 1
        seat["virtue"] = self.parts.opponents[which].virtue
        seat["influence"] = self.parts.opponents[which].influence
        self.keys["marker"] = 0
        self._numbers(inner, seat)
        seat["goods"][4] = self._whole(inner, "marble", 0, MOST, 0)
        with self.faults.caught():
            self.keys["marker"] = inner.index("marker", GOODS) if "marker" in inner.data else 0

    def _town(self) -> None:
        f, keys = self.fields, self.keys
        with self.faults.caught():
            if "workers" in f.data:
                inner = f.inner("workers", PLACES)
                for k, place in enumerate(PLACES):
                    for seat, n in zip(keys["seats"], self._by_seat(inner, place), strict=True):
                        seat["at"][k] = n
        with self.faults.caught():
            spaces = f.inner("market", SPACES) if "market" in f.data else Fields({}, "", SPACES)
            keys["spaces"] = [self._seat(spaces, space, -1) for space in SPACES]
        with self.faults.caught():
            keys["guild"] = []
            for i, name in enumerate(f.items(GUILDHALL) if GUILDHALL in f.data else []):
                if name not in self.seats:
                    raise refusal(f"{GUILDHALL}[{i}]", f"one of {', '.join(self.seats)}", name)
                keys["guild"].append(self.seats.index(name))

    def _display(self) -> None:
        f, keys, n = self.fields, self.keys, self.rules.n_columns
        keys["display"], keys["coins"] = [-1] * 10, [0] * 10
        rows = f.items("display", 2)
        for i, row in enumerate(rows):
            inner = Fields({"row": row}, f"display[{i}]", ("row",))
            found = self._list(Fields({f"display[{i}]": row}, "", (f"display[{i}]",)), f"display[{i}]", "apprentices",
                               holes=True) if isinstance(row, list) else inner.items("row")
            if len(row) > n:
                raise refusal(f"display[{i}]", f"at most {n} apprentices, those nearest the Workshop first", row)
            keys["display"][5 * i:5 * i + len(found)] = found
        if "coins" in f.data:
            lying = [self.rules.apprentices[card] if card >= 0 else "" for card in keys["display"]]
            coins = f.inner("coins", [name for name in lying if name])
            for name in coins.data:
                keys["coins"][lying.index(name)] = self._whole(coins, name, 1, MOST, 1)

    # -- piles ---------------------------------------------------------------------------------------------------------

    def _deck(self, key: str, kind: str, n: int, *, seen: int = 0, more: Sequence[str] = ()) -> tuple[list[Any], int]:
        """Return a pile with what is gone of it in front, and how much is gone; the first `seen` must be named."""
        inner = self.fields.inner(key, ("gone", "pile", *more)) if key in self.fields.data else Fields(
            {}, key, ("gone", "pile"))
        gone = self._list(inner, "gone", kind)
        pile = self._list(inner, "pile", kind, unknown=True)
        if len(gone) + len(pile) > n:
            raise refusal(key, f"at most {n} cards", [*inner.data.get("gone", []), *inner.data.get("pile", [])])
        if len(gone) + seen <= n and LOST in (*pile[:seen], *[LOST] * (seen - len(pile))):
            raise NotationError(f"{inner.place('pile')}: expected the card on top by its id, for it lies open")
        return [*gone, *pile, *[LOST] * (n - len(gone) - len(pile))], len(gone)

    def _decks(self) -> None:
        keys, box = self.keys, self.box
        with self.faults.caught():
            cards, at = self._deck("black_market", "market", 10, seen=1)
            keys["market"] = [cards, at]
            self.unknown |= LOST in cards
        with self.faults.caught():
            total, n = len(box["rewards"][0]), box["rewards"][1]
            cards, at = self._deck("rewards", "rewards", n, more=("box",))
            aside = self._list(self.fields.inner("rewards", ("gone", "pile", "box")), "box", "rewards",
                               unknown=True) if "rewards" in self.fields.data else []
            if len(aside) > total - n:
                raise NotationError(f"rewards.box: expected at most {total - n} cards that are not played with")
            self.unknown |= LOST in cards
            keys["rewards"] = [[*cards, *aside, *[LOST] * (total - n - len(aside))], n, at]
        with self.faults.caught():
            self._apprentice_pile()

    def _apprentice_pile(self) -> None:
        keys, f = self.keys, self.fields
        inner = f.inner("apprentices", ("pile", "seen")) if "apprentices" in f.data else Fields({}, "apprentices", ())
        low = self._list(inner, "pile", "apprentices", unknown=True)
        total = len(self.box["apprentices"]) + sum(card >= 0 for card in self.box["display"])
        away = sum(len(seat["apprentices"]) for seat in keys["seats"]) + sum(card >= 0 for card in keys["display"])
        n = total - away
        if len(low) > n:
            raise NotationError(f"{inner.place('pile')}: expected at most the {n} cards that lie nowhere else, the "
                                f"bottom last; got {len(low)}")
        pile = [*[LOST] * (n - len(low)), *low]
        known = 0
        while known < n and pile[n - 1 - known] is not LOST:
            known += 1
        self.unknown |= known < n
        seen = self._whole(inner, "seen", 0, n, known if known < n else 0)
        if LOST in pile[n - seen:]:
            raise inner.refuse("seen", "how many cards at the bottom everybody saw, each named in `pile`")
        keys["apprentices"], keys["blind"] = pile, n - seen

    def _wonders(self) -> None:
        f, keys = self.fields, self.keys
        if not self.game.options["wonders"]:
            for name in ("contributions", "princess", "profiteer", "tokens"):
                if name in f.data:
                    self.faults.add(f"{name}: a key of Works of Wonder alone: expected wonders = true beside it")
            return
        cards, at = self._deck("contributions", "contributions", 7, seen=1, more=("laid",))
        if not 1 <= at <= 6:
            raise NotationError("contributions.gone: expected 1 to 6 cards, the last one with the consequence")
        keys["contributions"] = [cards, at]
        self.unknown |= LOST in cards
        laid = f.inner("contributions", ("gone", "pile", "laid"))
        keys["given"] = 0
        for i, kind in enumerate(laid.items("laid") if "laid" in laid.data else []):
            if kind not in GOODS:
                raise refusal(f"contributions.laid[{i}]", f"one of {', '.join(GOODS)}", kind)
            keys["given"] |= 1 << GOODS.index(kind)
        side = self.parts.contributions[cards[at - 1]]
        for who, usual in (("princess", side.princess), ("profiteer", side.profiteer)):
            keys[who] = PLACES.index(f.word(who, PLACES)) if who in f.data else usual
        keys["goods_on"], keys["tokens"] = [0] * 5, [-1] * 5
        ids = [wonder.id for wonder in self.parts.wonders]
        tokens = f.inner("tokens", ids) if "tokens" in f.data else Fields({}, "", ids)
        for i, id_ in enumerate(ids):
            if id_ in tokens.data:
                now = tokens.inner(id_, ("goods", "token"))
                keys["goods_on"][i] = self._whole(now, "goods", 0, 99, 0)
                keys["tokens"][i] = PLACES.index(now.word("token", PLACES)) if now.data.get("token") is not None else -1
        keys["builders"] = [next((s for s, seat in enumerate(keys["seats"]) if 64 + i in seat["buildings"]), -1)
                            for i in range(5)]

    def _schemes(self) -> None:
        f, keys = self.fields, self.keys
        if self.game.options["opponent"] == "none":
            if "schemes" in f.data:
                self.faults.add("schemes: a key of games with an opponent alone")
            return
        names = ("pile", "gone", "future", "card")
        inner = f.inner("schemes", names) if "schemes" in f.data else Fields({}, "schemes", names)
        whole = {*self.box["schemes"], *self.box["future"]}
        gone = self._list(inner, "gone", "schemes")
        future = self._list(inner, "future", "schemes") if "future" in inner.data else sorted(
            card for card in self.box["future"] if ("schemes", card) not in self.where)
        pile = self._list(inner, "pile", "schemes") if "pile" in inner.data else sorted(whole - {*gone, *future})
        if {*gone, *future, *pile} != whole or len(gone) + len(future) + len(pile) != len(whole):
            raise NotationError(f"schemes: expected {len(whole)} schemes, each in one of gone, pile and future; got "
                                f"{len(gone)}, {len(pile)} and {len(future)}")
        if not {*future} <= {*self.box["future"]}:
            raise NotationError("schemes.future: expected future schemes alone, F01 to F11")
        self.unknown |= "pile" not in inner.data and len(pile) > 1
        keys["schemes"], keys["gone"], keys["future"] = pile[::-1], gone, future[::-1]
        card = inner.data.get("card")
        keys["card"] = -1 if card is None else self._card("schemes", card, "schemes.card")

    # -- what is hidden ------------------------------------------------------------------------------------------------

    def _viewer(self) -> None:
        """Whose view it is: of `seen_by`, or of the player to act if anything is unknown."""
        pile = self.fields.data.get("buildings")
        low = pile.get("pile") if isinstance(pile, Mapping) else None
        n = self._n_pile()
        self.unknown |= not isinstance(low, list) or len(low) < n or UNKNOWN in low
        if self.keys["phase"] == PHASES.index("draft"):
            draft = self.fields.data.get("draft")
            self.unknown |= not isinstance(draft, Mapping) or "packs" not in draft
        self.viewer: int | None = None
        humans = self.seats[:self.n_humans]
        if self.fields.data.get("seen_by") is not None:
            self.viewer = self.fields.index("seen_by", humans)
        elif self.unknown:
            self.viewer = self.keys["actor"]
        if self.viewer is not None:
            self.keys["viewer"] = self.viewer

    def _n_pile(self) -> int:
        """How many building cards lie in the pile."""
        keys = self.keys
        away = sum(len(seat["hand"]) + sum(card < 64 for card in seat["buildings"]) for seat in keys["seats"])
        if keys["phase"] == PHASES.index("draft"):
            away = 4 * self.n_humans
        pile = self.fields.data.get("buildings")
        drawn = pile.get("drawn") if isinstance(pile, Mapping) else None
        return self.n_buildings - int(away) - (len(drawn) if isinstance(drawn, list) else 0)

    def _hands(self) -> None:
        """Cards named in another's hand are what the viewer knows; his own must be named."""
        keys = self.keys
        keys["facts"], keys["tags"] = [[] for _ in range(self.n_humans)], [-1] * MOST_TAGS
        if (self.viewer is not None and LOST in keys["seats"][self.viewer]["hand"]
                and keys["phase"] != PHASES.index("draft")):
            raise NotationError(f"seats.{self.seats[self.viewer]}.hand: expected each card of the player whose view it "
                                "is (seen_by)")

    def _pile(self) -> None:
        keys, f = self.keys, self.fields
        names = ("pile", "known", "drawn", "drawn_known")
        inner = f.inner("buildings", names) if "buildings" in f.data else Fields({}, "buildings", names)
        low = self._list(inner, "pile", "buildings", unknown=True)
        drawn = self._list(inner, "drawn", "buildings", unknown=True)
        n = self._n_pile()
        if n < 0:
            raise NotationError(f"seats: {-n} building cards more than there are")
        if len(low) > n:
            raise NotationError(f"{inner.place('pile')}: expected at most the {n} cards that lie nowhere else, the "
                                f"bottom last; got {len(low)}")
        keys["cards"] = [*[LOST] * (n - len(low)), *low]
        keys["drawn"] = drawn
        keys["known"] = self._masks(inner, "known", n)
        keys["drawn_known"] = self._masks(inner, "drawn_known", len(drawn))
        if self.viewer is not None:
            for name, known in (("cards", "known"), ("drawn", "drawn_known")):
                for i, card in enumerate(keys[name]):
                    if card is not LOST and not (name == "drawn" and keys["actor"] == self.viewer):
                        keys[known][i] |= 1 << self.viewer
                    elif card is LOST and keys[known][i] >> self.viewer & 1:
                        raise NotationError(f"buildings.{known}: {self.seats[self.viewer]} knows card {i + 1}, so it "
                                            "is named in the pile")
        self._knowledge()
        if keys["phase"] != PHASES.index("draft"):
            fill.fill_in(self)

    def _masks(self, inner: Fields, key: str, n: int) -> list[int]:
        masks = [0] * n
        table = inner.inner(key, self.seats[:self.n_humans]) if key in inner.data else Fields({}, "", ())
        for name in table.data:
            for i, place in enumerate(table.items(name)):
                if not isinstance(place, int) or isinstance(place, bool) or not 1 <= place <= n:
                    raise refusal(f"{table.place(name)}[{i}]", f"a place in the pile, 1 (its top) to {n}", place)
                masks[place - 1] |= 1 << self.seats.index(name)
        return masks

    def _knowledge(self) -> None:
        """Read facts: cards and where they may be."""
        f, keys = self.fields, self.keys
        n, humans = len(keys["cards"]), self.seats[:self.n_humans]
        tags = [] if "tags" not in f.data else [
            -1 if tag is None else Fields({"t": tag}, f"tags[{i}]", ("t",)).whole("t", 1, n + 5) - 1
            for i, tag in enumerate(f.items("tags", MOST_TAGS))]
        table = f.inner("knowledge", humans) if "knowledge" in f.data else Fields({}, "", ())
        shift = len(keys["drawn"])
        for name in table.data:
            rows = []
            for i, row in enumerate(table.items(name)):
                fact = Fields(row, f"{table.place(name)}[{i}]", ("card", "hands", "pile", "group"))
                card = self._card("buildings", fact.get("card"), fact.place("card"))
                group = self._whole(fact, "group", 0, 5, 0)
                places = 0
                for hand in fact.items("hands") if "hands" in fact.data else []:
                    if hand not in humans:
                        raise refusal(fact.place("hands"), f"players, of {', '.join(humans)}", hand)
                    places |= 1 << humans.index(hand)
                for place in fact.items("pile") if "pile" in fact.data else []:
                    if not isinstance(place, int) or isinstance(place, bool) or not 1 <= place <= n + shift:
                        raise refusal(fact.place("pile"), f"places in the pile, 1 (its top) to {n}", place)
                    if place - 1 not in tags:
                        free = next((k for k, tag in enumerate(tags) if tag < 0), len(tags))
                        tags[free:free + 1] = [place - 1]
                    places |= 1 << 5 + tags.index(place - 1)
                rows.append([card, group, places])
            keys["facts"][humans.index(name)] = rows
        if len(tags) > MOST_TAGS or any(len(rows) > MOST_FACTS for rows in keys["facts"]):
            raise NotationError(f"knowledge: expected at most {MOST_FACTS} facts a player, about {MOST_TAGS} places")
        keys["tags"] = [*tags, *[-1] * (MOST_TAGS - len(tags))]
        if self.viewer is not None and keys["phase"] != PHASES.index("draft"):
            told = {fact[0] for fact in keys["facts"][self.viewer]}
            for seat, holder in enumerate(keys["seats"]):
                for card in holder["hand"] if seat != self.viewer else []:
                    if card is not LOST and card not in told:
                        keys["facts"][self.viewer].append([card, 0, 1 << seat])

    # -- draft, the middle of a turn -----------------------------------------------------------------------------------

    def _draft(self) -> None:
        keys, n = self.keys, self.n_humans
        keys["packs"], keys["picks"], keys["pass"] = [[] for _ in range(n)], [[-1] * 3 for _ in range(n)], 0
        if keys["phase"] != PHASES.index("draft"):
            if "draft" in self.fields.data:
                raise NotationError("draft: a key of the phase 'draft' alone")
            return
        checks.read_draft(self)
        fill.fill_orders(self)

    def _running(self) -> None:
        f, keys = self.fields, self.keys
        decision, actor = DECISIONS[keys["stage"]], keys["actor"]
        keys |= {"options": 0, "more": 0, "argument": 0, "stack": [[1, actor, 0, 0]], "action": [-1, 0, 0, 0, 0, 0]}
        with self.faults.caught():
            shuffles = f.data.get("shuffles", 0)
            if not str(shuffles).isdecimal() or int(str(shuffles)) >= 2**64:
                raise f.refuse("shuffles", "a whole number below 2^64, which decides the shuffles to come")
            keys["shuffles"] = int(str(shuffles)) if "shuffles" in f.data else fill.FILL
        self._supplies()
        if "running" not in f.data:
            if decision == "over":
                keys["stack"] = []
            elif decision == "recall":
                keys["options"] = checks.recalls(keys, actor)
            elif decision != "place":
                raise f.refuse("decision", "place or recall, with which a turn begins: what is in the middle of one is "
                                           "read as a program wrote it, with `running`")
            return
        running = f.inner("running", ("argument", "action", "stack", "options", "more", "payment", "actor", "check"))
        if running.get("check") != self.check:
            raise running.refuse("check", f"{self.check}: a position in the middle of a turn is read as a program "
                                          "wrote it; begin at a player's `place` to change anything")
        if "actor" in running.data:
            keys["actor"] = running.index("actor", self.seats)
        keys |= {"argument": running.get("argument"), "action": running.get("action")}
        keys["stack"] = [[TASKS.index(row.split()[0]), *map(int, row.split()[1:])] for row in running.items("stack")]
        for name in ("options", "more"):
            if name in running.data:
                keys[name] = int(running.data[name])
        if decision == "discard" and keys["argument"] == FOR_LIBRARY:
            keys["more"] = SKIP
        if "payment" in running.data:
            keys["payment"] = running.get("payment")
        if decision == "build" and self.viewer not in (None, actor):
            raise f.refuse("seen_by", f"{self.seats[actor]}, who is to act: others cannot tell whether there is a "
                                      "choice")

    def _supplies(self) -> None:
        """Workers that are nowhere else are in the supply."""
        keys = self.keys
        for number, seat in enumerate(keys["seats"]):
            away = checks.n_away(keys, number)
            if seat["supply"] < 0:
                seat["supply"] = max(0, WORKERS - away)
            if seat["supply"] + away != WORKERS:
                self.faults.add(f"seats.{self.seats[number]}: expected {WORKERS} workers in all; got {away} on the "
                                   f"board, in prison, on other boards and in the Guildhall and {seat['supply']} in "
                                   "supply")
