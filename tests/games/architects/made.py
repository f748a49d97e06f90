"""Tables of the compiled game, written shortly: everything that is not named lies as the components list it.

    made(2, p1="silver 9 clay 2 hand:B01,B02 apprentices:A04", workers="quarry p1 2, forest p2 1", tax=4)
"""
import json

from kingmaker.games import load_game
from kingmaker.games.architects.components import OWN
from tests.games.architects.broken import OFFERED, keys_of, written

DATA = json.loads(OWN.read_text(encoding="utf-8"))
GOODS = ("clay", "wood", "stone", "gold", "marble")
PLACES = ("quarry", "forest", "silversmith", "mines", "kings_storehouse", "workshop", "town_centre", "tax_stand",
          "guardhouse")
SPACES = ("small", "middle", "large")


def ids(kind, wonders):
    """Return the ids of a kind of cards, in the order in which states number them."""
    found = [card["id"] for card in DATA["base"].get(kind, [])]
    return found + ([card["id"] for card in DATA["works_of_wonder"][kind]] if wonders and kind in
                    DATA["works_of_wonder"] else [])


class Made:
    """A state of the compiled game, with short questions."""

    def __init__(self, state):
        self.state, self.game = state, state.game

    @property
    def player(self):
        return None if self.state.is_over else self.game.player_name(self.state.player)

    @property
    def legal(self):
        return [] if self.state.is_over else sorted(self.state.legal_moves())

    @property
    def table(self):
        return self.state.table()

    def seen(self, *verbs):
        """Return the legal moves that begin so."""
        return [move for move in self.legal if move.split()[0] in verbs]

    def of(self, what, seat="p1"):
        """Return what a seat has: a good, or as the table of records calls it; `unpaid`, `paid` debts."""
        row = self.table["seats"][seat]
        if what in ("unpaid", "paid"):
            return row["debts"][what == "paid"]
        return row["goods"][GOODS.index(what)] if what in GOODS and "goods" in row else row[what]

    def all_of(self, *what, seat="p1"):
        return tuple(self.of(one, seat) for one in what)

    def at(self, place, seat="p1"):
        return self.table["workers"][place].get(seat, 0)

    def move(self, *moves):
        """Make moves; each has to be one of several."""
        for move in moves:
            assert move in self.legal, f"{move}: {self.legal}"
            self.state.apply(self.state.parse_action(move))
        return self

    def pile(self, name):
        """Return the ids in the pile of buildings or apprentices, top first."""
        names = ids(name, "contributions" in keys_of(self.state.text()))
        return [names[card] for card in keys_of(self.state.text())["cards" if name == "buildings" else name]]

    def result(self):
        return self.state.score()


def begun(players=2, *, wonders=False, opponent=None, boards=None, first="p1", **piles):
    """Return a game at its first decision, with all piles in the order of the components and those named on top."""
    game = load_game("architects", players=players, wonders=int(wonders), opponent=opponent or "none",
                     boards="variable" if boards else "standard")
    keys = keys_of(game.new(3).text())
    _lay(keys, wonders, opponent, piles)
    keys["first"] = int(first[1:]) - 1
    _seat(keys, players, boards, opponent)
    n = keys["first"]
    if not wonders:
        cards = _order(ids("buildings", False), piles.get("buildings", ""))
        numbers = [ids("buildings", False).index(card) for card in cards]
        keys["packs"] = [sorted(numbers[4 * ((i - n) % players):][:4]) for i in range(players)]
        keys["cards"] = numbers[4 * players:]
        keys["known"] = [0] * len(keys["cards"])
        keys["actor"] = n
    else:
        names = ids("buildings", True)
        keys["cards"] = [names.index(card) for card in _order(names, piles.get("buildings", ""))]
        keys["actor"] = (n - 1) % players
    return Made(_read(game, keys))


def _read(game, keys):
    for _ in range(3):
        try:
            return game.parse(written(keys))
        except Exception as error:
            told = OFFERED.search(str(error))
            if not told:
                raise
            keys[told[1]] = int(told[2])
    raise AssertionError("no choice")


def _order(cards, top):
    top = top.split()
    assert set(top) <= set(cards), (top, cards)
    return top + [card for card in cards if card not in top]


def _lay(keys, wonders, opponent, piles):
    """Lay the piles and the display; `display` is on top of the apprentices, row after row."""
    names = ids("apprentices", wonders)
    numbers = [names.index(card) for card in _order(names, piles.get("apprentices", ""))]
    n = 5 if wonders else 4
    rows = [numbers[:n], numbers[n:2 * n]]
    keys["display"] = [*rows[0], *[-1] * (5 - n), *rows[1], *[-1] * (5 - n)]
    keys["apprentices"] = numbers[2 * n:]
    keys["blind"] = len(keys["apprentices"])
    keys["coins"] = [0] * 10
    for name, kind in (("rewards", "rewards"), ("market", "black_market"),
                       ("contributions", "contribution_consequence")):
        if name in keys:
            known = ids(kind, wonders) or ids(kind, True)
            keys[name][0] = [known.index(card) for card in _order(known, piles.get(name, ""))]
    if wonders:
        keys["contributions"][1] = 1
        _stand(keys)
    if opponent:
        names = [card["id"] for card in DATA["works_of_wonder"]["solo"]["schemes"] if card["id"] not in ("S12", "F12")]
        for name, letter in (("schemes", "S"), ("future", "F")):
            own = [card for card in names if card[0] == letter]
            keys[name] = [names.index(card) for card in _order(own, piles.get(name, ""))][::-1]
        keys["gone"] = []


def _stand(keys):
    """W7: Princess and Profiteer stand where the consequence card has them."""
    cards, at = keys["contributions"]
    says = DATA["works_of_wonder"]["contribution_consequence"][cards[at - 1]]["consequence"]
    keys["princess"] = PLACES.index(says["princess_location"])
    keys["profiteer"] = PLACES.index(says["profiteer_location"])


def _seat(keys, players, boards, opponent):
    """Seats as A6 and A8 have them, without anything in hand."""
    names = [board["name"] for part in ("base", "works_of_wonder") for board in DATA[part]["player_boards"]
             if not board.get("promo")]
    more = {board["name"]: board for part in ("base", "works_of_wonder") for board in DATA[part]["player_boards"]}
    keys["supply"] = 22
    for i, seat in enumerate(keys["seats"][:players]):
        seat |= {"hand": [], "apprentices": [], "buildings": [], "prison": 0, "supply": 20, "goods": [0] * 5}
        if boards:
            board = more[boards[i]]
            seat |= {"board": names.index(boards[i]), "virtue": board["virtue"], "prison": board["workers_in_prison"],
                     "influence": board["influence"] if "contributions" in keys else 0,
                     "silver": board["silver"] + board["extra"].get("silver", 0),
                     "goods": [board["extra"].get(good, 0) for good in GOODS],
                     "debts": [board["extra"].get("debt", 0), 0], "supply": 20 - board["workers_in_prison"]}
            keys["supply"] -= seat["debts"][0]
        else:
            seat["silver"] = 3 + (i - keys["first"]) % players


def made(players=2, *, wonders=False, opponent=None, boards=None, workers="", spaces="", guildhall="", tax=4, left=-1,
         turn=1, coins="", given="", goods_on="", tokens="", drop="", gone="", plain=False, **more):
    """Return a game at p1's turn. Seats by name: `p1="silver 9 virtue 4 captured:p2,p2 hand:B01 buildings:W1"`.

    `workers` are "quarry p1 2, forest p2 1"; `spaces` "small p1, large p2"; `guildhall` "p1 p2", to which come the
    workers for all that was built; `coins` "A03 2"; `goods_on` "W3 2"; `tokens` "W1 quarry"; `drop` names piles that
    are empty; `gone` schemes on the discard, `turns` those on
    top of the pile, future ones too; piles by name, what is named lies on top. A seat keeps the goods and
    silver of its board unless they are named; `plain` gives everybody virtue 7, no goods, no silver.
    """
    piles = {name: text for name, text in more.items() if name[0] != "p" and name != "opp"}
    seats = {name: text for name, text in more.items() if name not in piles}
    game = load_game("architects", players=players, wonders=int(wonders), opponent=opponent or "none",
                     boards="variable" if boards else "standard")
    keys = keys_of(game.new(3).text())
    keys["first"] = 0
    _lay(keys, wonders, opponent, piles)
    _seat(keys, players, boards, opponent)
    names = [*(f"p{i + 1}" for i in range(players)), *(["opp"] if opponent else [])]
    n = len(names)
    keys |= {"turn": turn, "phase": 2, "active": 0, "left": left, "tax": tax, "packs": [[] for _ in range(players)],
             "picks": [[-1] * 3 for _ in range(players)], "pass": 0, "stage": 1, "actor": 0, "argument": 0,
             "stack": [[1, 0, 0, 0]], "action": [-1, 0, 0, 0, 0, 0], "drawn": [], "drawn_known": []}
    if plain:
        for seat in keys["seats"]:
            seat |= {"virtue": 7, "goods": [0] * 5, "silver": 0}
    _fill(keys, names, seats, wonders)
    _pieces(keys, names, workers, spaces, guildhall)
    for entry in coins.split(","):
        if entry.strip():
            card, silver = entry.split()
            keys["coins"][keys["display"].index(ids("apprentices", wonders).index(card))] = int(silver)
    _wonders(keys, names, given, goods_on, tokens)
    _cards(keys, wonders, piles, drop, gone)
    for i, seat in enumerate(keys["seats"]):
        laid = (seat["prison"] + sum(seat["at"]) + keys["spaces"].count(i) + keys["guild"].count(i)
                + sum(other["captured"][i] for other in keys["seats"]))
        seat["supply"] = 20 - laid
        assert seat["captured"][i] == 0
        keys["supply"] = 22 - sum(sum(one["debts"]) for one in keys["seats"][:n])
    if keys["seats"][0]["supply"] == 0:
        keys["stage"] = 4
    return Made(_read(game, keys))


def _fill(keys, names, seats, wonders):
    apprentices, buildings = ids("apprentices", wonders), [*ids("buildings", True), *ids("wonders", True)]
    for name, text in seats.items():
        seat, words = keys["seats"][names.index(name)], text.split()
        numbers = [word for word in words if ":" not in word]
        for key, value in zip(numbers[::2], numbers[1::2], strict=True):
            if key in GOODS:
                seat["goods"][GOODS.index(key)] = int(value)
            elif key in ("unpaid", "paid"):
                seat["debts"][key == "paid"] = int(value)
            elif key == "marker":
                keys["marker"] = GOODS.index(value)
            else:
                assert key in seat, key
                seat[key] = int(value)
        for word in words:
            key, _, cards = word.partition(":")
            some = cards.split(",")
            if key == "captured" and cards:
                for whose in some:
                    seat["captured"][names.index(whose)] += 1
            elif cards:
                known = apprentices if key == "apprentices" else buildings
                seat[key] = [known.index(card) for card in some]
    used = {card for seat in keys["seats"] for card in seat["apprentices"]}
    for i, card in enumerate(keys["display"]):
        if card in used:
            keys["display"][i] = next(other for other in keys["apprentices"] if other not in used)
            keys["apprentices"].remove(keys["display"][i])
    keys["apprentices"] = [card for card in keys["apprentices"] if card not in used]
    keys["blind"] = len(keys["apprentices"])


def _pieces(keys, names, workers, spaces, guildhall):
    for seat in keys["seats"]:
        seat["at"] = [0] * 9
    for entry in workers.split(","):
        if entry.strip():
            place, name, n = entry.split()
            keys["seats"][names.index(name)]["at"][PLACES.index(place)] += int(n)
    keys["spaces"] = [-1, -1, -1]
    for entry in spaces.split(","):
        if entry.strip():
            space, name = entry.split()
            keys["spaces"][SPACES.index(space)] = names.index(name)
    keys["guild"] = [names.index(name) for name in guildhall.split()]
    for i, seat in enumerate(keys["seats"]):
        need = len(seat["buildings"]) + seat["cathedral"] - keys["guild"].count(i)
        keys["guild"] += [i] * max(0, need)


def _wonders(keys, names, given, goods_on, tokens):
    if "given" not in keys:
        return
    keys["given"] = sum(1 << GOODS.index(kind) for kind in given.split())
    keys["goods_on"], keys["tokens"], keys["builders"] = [0] * 5, [-1] * 5, [-1] * 5
    for entry in filter(None, map(str.strip, goods_on.split(","))):
        card, n = entry.split()
        keys["goods_on"][int(card[1]) - 1] = int(n)
    for entry in filter(None, map(str.strip, tokens.split(","))):
        card, place = entry.split()
        keys["tokens"][int(card[1]) - 1] = PLACES.index(place)
    for i, seat in enumerate(keys["seats"]):
        for card in seat["buildings"]:
            if card >= 64:
                keys["builders"][card - 64] = i


def _cards(keys, wonders, piles, drop, gone):
    """Lay the building cards that nobody has, and empty piles where cards may go elsewhere."""
    names = ids("buildings", wonders)
    used = {card for seat in keys["seats"] for card in (*seat["hand"], *seat["buildings"])}
    numbers = [names.index(card) for card in _order(names, piles.get("buildings", ""))]
    keys["cards"] = [card for card in numbers if card not in used]
    drop = drop.split()
    if "buildings" in drop:
        keys["seats"][1]["hand"] = sorted([*keys["seats"][1]["hand"], *keys["cards"]])
        keys["cards"] = []
    keys["known"] = [0] * len(keys["cards"])
    keys["tags"] = [-1] * 24
    keys["facts"] = [[] for _ in keys["facts"]]
    if "rewards" in drop:
        keys["rewards"][2] = keys["rewards"][1]
    if "market" in drop:
        keys["market"][1] = 10
    if "contributions" in drop:
        keys["contributions"][1] = 6
        _stand(keys)
    solo = [card["id"] for card in DATA["works_of_wonder"]["solo"]["schemes"] if card["id"] not in ("S12", "F12")]
    for card in gone.split():
        number = solo.index(card)
        for name in ("schemes", "future"):
            if number in keys[name]:
                keys[name].remove(number)
        keys["gone"].append(number)
    for card in piles.get("turns", "").split()[::-1]:
        number = solo.index(card)
        for name in ("schemes", "future"):
            if number in keys[name]:
                keys[name].remove(number)
        keys["schemes"].append(number)
    for name in ("schemes", "future"):
        if name in drop:
            keys["gone"] += keys[name]
            keys[name] = []
