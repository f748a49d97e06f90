"""What the tests of Brian Boru share: the data, tables written shortly, and one face for both implementations."""
import json
from copy import deepcopy
from pathlib import Path

from kingmaker.games import Rng, load_game
from kingmaker.games.check.perft import perft as count
from kingmaker.games.files import positions
from kingmaker.games.files.records import record_move
from tests.games.brian_boru.twin import Twin, perft

ROOT = Path(__file__).resolve().parents[3]
DATA = json.loads((ROOT / "games" / "brian_boru" / "components.json").read_text(encoding="utf-8"))
CARD = {card["number"]: card for card in DATA["cards"]}
COLOUR = {town["id"]: town["colour"] for town in DATA["towns"]}
REGIONS = [region["id"] for region in DATA["regions"]]
CARDS = [card["number"] for card in DATA["cards"]]
STRENGTHS = [card["strength"] for card in DATA["viking_cards"]["strengths"]]
ORDINARY = [card["name"] for card in DATA["marriage_cards"]]
ROUNDS = {3: 3, 4: 4, 5: 4}
DEALT = {3: 8, 4: 6, 5: 5}
COUNTS = (3, 4, 5)


def seats(n):
    return [f"p{seat}" for seat in range(1, n + 1)]


# -- what is hidden ------------------------------------------------------------------------------------------------


def hidden_setup(n=4, *, first="p1", vikings=None, marriages="Brigid Aoife Niall", deals=()):
    """Return a whole deal: Viking cards and marriage cards top first, and the cards of each round.

    Parameters
    ----------
    vikings : strengths, the whole deck in an order; None = weakest first
    marriages : ordinary cards, of which as many lie on the Princess as the number of players says
    deals : for each of the first rounds "1 2 3 ... | 4 5 6 ..."; the others deal the cards in order
    """
    deck = [*marriages.split()[:ROUNDS[n] - 1], "Princess"]
    return {"players": n, "first": first, "viking_deck": vikings or sorted(STRENGTHS), "marriage_deck": deck,
            "deals": [split(text, n) for text in deals] + [in_order(n)] * (ROUNDS[n] - len(deals))}


def split(text, n):
    """Return "1 2 | 3 4" as the players' cards."""
    hands = [[int(card) for card in hand.split()] for hand in text.split("|")] if text else [[]] * n
    return dict(zip(seats(n), hands, strict=True))


def in_order(n):
    return {seat: CARDS[at * DEALT[n]:(at + 1) * DEALT[n]] for at, seat in enumerate(seats(n))}


# -- tables --------------------------------------------------------------------------------------------------------


def table(n=4, *, hands="", towns="", claims="", round_=1, phase="trick", marker="p1", active=None, battle=0,
          coins=None, renown=None, points=None, raiders=None, church=None, track=None, marriages=None, princess=None,
          trick=""):
    """Return a public state, written shortly.

    Parameters
    ----------
    hands : "11 12 | 2 1 | 13 20 | 17 14"
    towns : "C1 p1, C2 p2 v, C3 p1 m, C4 p3 vm": v = held by the Vikings, m = with a monastery
    claims : "C p1, L -": face up in front of a player, or on the board; the others are face down
    coins, renown, points, raiders, church, track : "3 0 2 5", one a player; None = as after the setup
    marriages : player -> names
    princess : "p1 military"
    trick : "p1 11, p2 2"
    """
    def each(text, default):
        numbers = [int(word) for word in text.split()] if text else [default] * n
        return dict(zip(seats(n), numbers, strict=True))

    up = dict(text.split() for text in listed(claims))
    return {
        "round": round_, "phase": phase, "marker": marker, "active": active, "battle": battle,
        "coins": each(coins, 3), "renown": each(renown, 1), "points": each(points, 10), "raiders": each(raiders, 0),
        "church": each(church, 0), "track": each(track, 0),
        "towns": {town: {"disc": disc, "viking": "v" in "".join(marks), "monastery": "m" in "".join(marks)}
                  for town, disc, *marks in (text.split() for text in listed(towns))},
        "claims": {region: {"up": region in up, "holder": up.get(region, "-").replace("-", "") or None}
                   for region in REGIONS},
        "marriages": {seat: list((marriages or {}).get(seat, [])) for seat in seats(n)},
        "princess": dict(zip(("holder", "use"), princess.split(), strict=True)) if princess else None,
        "hands": split(hands, n),
        "trick": [[player, int(card)] for player, card in (text.split() for text in listed(trick))],
    }


def listed(text):
    return [part.strip() for part in text.split(",")] if text else []


def altered_cards(file, **actions):
    """Write components in which some cards print other actions, and return the file.

    `actions` maps "c20" to the primary action and the secondary ones, such as "town renown | coin | church battle".
    """
    data = deepcopy(DATA)
    for card, text in actions.items():
        primary, *secondary = (action.split() for action in text.split("|"))
        data["cards"][int(card[1:]) - 1] |= {"primary": primary, "secondary": secondary}
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def to_come(start, *, marriage="Brigid", deals=(), received=None):
    """Return the hidden rest for a table: the revealed marriage card, what lies below it, and the coming rounds.

    The Princess is revealed in the last round alone; the Viking cards left are the strongest.
    """
    n, now = len(start["hands"]), start["round"]
    left = ROUNDS[n] - now
    others = [name for name in ORDINARY if name != marriage and
              name not in [name for names in start["marriages"].values() for name in names]]
    rest = {"players": n, "marriage": marriage if left else "Princess", "viking_deck": sorted(STRENGTHS)[now:],
            "marriage_deck": [*others[:left - 1], "Princess"] if left else [],
            "deals": [split(text, n) for text in deals] + [in_order(n)] * (left - len(deals))}
    return rest | ({"received": split(received, n)} if received else {})


# -- the two implementations ---------------------------------------------------------------------------------------


class Player:
    """What the tests ask of an implementation; `deal` and `start` make one."""

    def play(self, *moves):
        """Make moves, each written as "p1 town C1"; return the events of the last."""
        for text in moves:
            player, move = text.split(" ", 1)
            assert (self.player(), move in self.legal()) == (player, True), f"{text}: {self.player()} {self.legal()}"
            events = self.move(move)
        return events

    def choices(self):
        """Return who decides and the legal moves, in one text."""
        return f"{self.player()}: {', '.join(self.legal())}"

    def of(self, what, *more):
        """Return a part of the table: of("coins", "p1"); of("coins") is "3 3 4", one a player."""
        part = self.table()[what]
        for key in more:
            part = part[key]
        return " ".join(str(value) for value in part.values()) if what in NUMBERS and not more else part

    def towns(self):
        """Return the towns with a disc as `table` writes them, by name."""
        def marks(what):
            return "v" * what["viking"] + "m" * what["monastery"]

        towns = self.table()["towns"]
        return ", ".join(f"{town} {towns[town]['disc']} {marks(towns[town])}".strip() for town in sorted(towns))

    def claims(self):
        """Return the claim tokens that are face up as `table` writes them, in the order of the regions."""
        return ", ".join(f"{region} {claim['holder'] or '-'}" for region, claim in self.table()["claims"].items()
                         if claim["up"])


NUMBERS = ("coins", "renown", "points", "raiders", "church", "track")


def lose(game, card, *moves, file=None, **facts):
    """Return a game after p2 lost a trick with a card and made some moves; with none p2 is about to act.

    p1 wins M10 with 20 (M9 if the card is blue) and keeps the marker; p3 and p4 lose with 14 and 15 and gain a coin
    each. Each has 2 cards left.
    """
    a, b, c, d, e, f, g = [other for other in range(1, 10) if other != card][:7]
    white = 13 if card != 13 else 22  # a second card that fits, for a choice
    town = "M9" if CARD[card]["suit"] == "blue" else "M10"
    hands = f"20 {white} {a} | {card} {b} {c} | 14 {d} {e} | 15 {f} {g}"
    state = game.start(table(hands=hands, **facts), file=file)
    state.play(f"p1 town {town}", "p1 play 20", f"p2 play {card}", "p3 play 14", "p4 play 15")
    acts = ["p3 secondary 1", "p4 secondary 1"]
    before = acts if card > 15 else []
    after = acts if moves and card <= 15 else []
    return _play_all(state, [*before, *(f"p2 {move}" for move in moves), *after])


def win(game, card, town, *moves, file=None, **facts):
    """Return a game after p2, who led, won a town with a card and made some moves; with none p2 may be about to act.

    The others lose with cards of other colours and gain a coin each if p2 is not asked. Each has 2 cards left.
    """
    colours = {CARD[card]["suit"], COLOUR[town]}
    low = [other for other in range(14, 20) if CARD[other]["suit"] not in colours][:3]
    a, b, c, d, e, f = [other for other in range(1, 10) if other != card][:6]
    white = 13 if card != 13 else 22  # a second card that fits, for a choice
    hands = f"{low[2]} {a} {b} | {card} {white} {10 if card != 10 else 11} | {low[0]} {c} {d} | {low[1]} {e} {f}"
    state = game.start(table(hands=hands, marker="p2", **facts), file=file)
    plays = {"p3": low[0], "p4": low[1], "p1": low[2]}
    state.play(f"p2 town {town}", f"p2 play {card}", *(f"{player} play {other}" for player, other in plays.items()))
    before = [f"{player} secondary 1" for player, other in plays.items() if other < card]
    after = [f"{player} secondary 1" for player, other in plays.items() if other > card]
    if not moves and state.player() == "p2":
        return state
    return _play_all(state, [*before, *(f"p2 {move}" for move in moves), *after])


def upkeep(game, n=4, *, leader="p1", town="M10", **facts):
    """Return a game in the upkeep, or after it if nobody was asked, in the last trick of which little happened.

    The leader won `town`, or the only empty one, with 20 and keeps the marker; the others lost and gained a coin each,
    the one to its left first. `marriage` and `deals` go to `to_come`.
    """
    order = seats(n)[int(leader[1]) - 1:] + seats(n)[:int(leader[1]) - 1]
    hand = dict(zip(order, ("20 13", "14 2", "15 3", "16 4", "17 5"), strict=False))
    rest = {name: facts.pop(name) for name in ("marriage", "deals") if name in facts}
    start = table(n, hands=" | ".join(hand[player] for player in seats(n)), marker=leader, **facts)
    state = game.start(start, **rest)
    if state.of("active") is None:
        state.play(f"{leader} town {town}")
    state.play(*(f"{player} play {hand[player].split()[0]}" for player in order))
    state.play(*(f"{player} secondary 1" for player in order[1:]))
    return state


def final(game, n=4, **facts):
    """Return what `upkeep` does for the last round."""
    return upkeep(game, n, round_=ROUNDS[n], **facts)


def _play_all(state, moves):
    if moves:
        state.play(*moves)
    return state


class TwinPlayer(Player):
    """The twin."""

    def __init__(self, game):
        self.game = game

    @classmethod
    def deal(cls, setup, *, file=None):
        """Return the beginning of a game with a chosen hidden setup; `file` holds components of a user."""
        return cls(Twin(_data(file), setup))

    @classmethod
    def start(cls, start, *, file=None, **rest):
        """Return the game from a table on; `rest` is for `to_come`."""
        return cls(Twin(_data(file), to_come(start, **rest), start))

    def player(self):
        return self.game.player

    def legal(self):
        return self.game.legal

    def move(self, text):
        return self.game.move(text)

    def table(self):
        return self.game.table()

    def result(self):
        return self.game.result()

    def perft(self, depth):
        return perft(self.game, depth)


def _data(file):
    return json.loads(file.read_text(encoding="utf-8")) if file else DATA


class CompiledPlayer(Player):
    """The compiled game, by its public face."""

    def __init__(self, state):
        self.state = state

    @classmethod
    def new(cls, n, seed, **options):
        return cls(load_game("brian-boru", players=n, **options).new(seed))

    @classmethod
    def deal(cls, setup, *, file=None):
        twin = Twin(_data(file), setup)
        return cls._read(twin, setup["viking_deck"], setup["marriage_deck"], setup["deals"], file)

    @classmethod
    def start(cls, start, *, file=None, **rest):
        """Return the game from a table on. A position has a choice, so the twin plays what is forced before it."""
        hidden = to_come(start, **rest)
        gone = list(STRENGTHS)
        for strength in hidden["viking_deck"]:
            gone.remove(strength)
        taken = [name for names in start["marriages"].values() for name in names]
        past = [name for name in ORDINARY if name not in (*taken, hidden["marriage"], *hidden["marriage_deck"])]
        past = (taken + past)[:start["round"] - 1]
        return cls._read(Twin(_data(file), hidden, start), gone + hidden["viking_deck"],
                         [*past, hidden["marriage"], *hidden["marriage_deck"]], hidden["deals"], file)

    @classmethod
    def _read(cls, twin, vikings, marriages, deals, file):
        now = twin.table()
        kind = "follow" if now["trick"] else "lead"
        cards = {"played": {seat: [card for player, card in now["trick"] if player == seat] for seat in twin.players},
                 "draft": None, "aside": None}
        return cls(positions.read_position({
            "game": f"brian-boru:data={file}" if file else "brian-boru", "version": 1, "players": len(twin.players),
            **now, "player": twin.player,
            "decision": {"town": "town", "place": "place", "play": kind}[twin.legal[0].split()[0]],
            **(cards if now["phase"] == "trick" else {}), "viking_deck": vikings, "marriage_deck": marriages,
            "deals": [deal | _aside(deal) for deal in deals],
        }))

    def hidden_setup(self):
        """Return the whole deal, before anything is placed."""
        keys = positions.write_position(self.state)
        return {"players": keys["players"], "first": keys["marker"], "viking_deck": keys["viking_deck"],
                "marriage_deck": keys["marriage_deck"],
                "deals": [{seat: deal[seat] for seat in seats(keys["players"])} for deal in keys["deals"]]}

    def player(self):
        return None if self.state.is_over else f"p{self.state.player + 1}"

    def legal(self):
        return sorted(self.state.legal_moves())

    def move(self, text):
        return record_move(self.state, self.state.parse_action(text), 1)["events"]

    def table(self):
        return self.state.table()

    def result(self):
        return self.state.score()

    def perft(self, depth):
        return count(self.state, depth)

    def read_again(self):
        """Return the same game, from the position that it writes and from its text."""
        written = json.loads(json.dumps(positions.write_position(self.state)))
        game = self.state.game
        written["game"] += f":data={game.options['data']}" if game.options["data"] else ""
        state = positions.read_position(written)
        assert state.text() == self.state.text() == game.parse(self.state.text()).text()
        return CompiledPlayer(state)

    def worlds(self, observer, n):
        """Return the tables of worlds drawn from what a player knows."""
        rng = Rng(1)
        return [self.state.world(observer, rng).table() for _ in range(n)]


def _aside(deal):
    left = set(CARDS) - {card for cards in deal.values() for card in cards}
    return {"aside": left.pop()} if left else {}


PLAYERS = {"twin": TwinPlayer, "compiled": CompiledPlayer}
