"""Records: written by the twin, and replayed on it.

    differences = replay(record)       # record: the lines of one game, as objects or as JSON text
    for game in games(open("FILE.jsonl")): ...
"""
import json
from collections import Counter, defaultdict
from typing import NamedTuple

from tests.games.architects.setting import DATA
from tests.games.architects.twin import Twin
from tests.games.architects.twin.table import GOODS, PILES

HEAD = ("seed", "players", "wonders", "boards", "opponent", "first", "player_boards", *PILES)
SHUFFLED = ("market", "contributions", "schemes")


class Difference(NamedTuple):
    """Something that the twin expects otherwise; lines are counted from 1 in their game."""

    line: int
    key: str
    expected: object
    got: object


def games(lines):
    """Yield the games of a file: lists of objects."""
    game = []
    for line in lines:
        line = json.loads(line) if isinstance(line, str) else line
        if "record" in line and game:
            yield game
            game = []
        game.append(line)
    if game:
        yield game


# -- writing -------------------------------------------------------------------------------------------------------


def write(game, choose):
    """Play a game and return its record; `choose` picks one of the legal moves."""
    lines = [{"record": "architects", "version": 1, **{key: game.setup[key] for key in HEAD}, "data": game.data}]
    while game.legal:
        line = {"n": len(lines), "player": game.player, "legal": list(game.legal), "move": choose(game.legal)}
        line["events"] = list(game.move(line["move"]))
        line["table"] = game.table()
        lines.append(line)
    return [*lines, {"result": game.result()}]


# -- replaying -----------------------------------------------------------------------------------------------------


class Told:
    """Shuffles as the events of a record tell them; what they do not tell comes in order."""

    def __init__(self):
        self.orders = defaultdict(list)

    def listen(self, events):
        self.orders.clear()
        for event in events:
            pile, *cards = event.split()
            self.orders[pile].append(cards)

    def __call__(self, pile, cards):
        order = self.orders[pile].pop(0) if self.orders[pile] else None
        return order if order and sorted(order) == sorted(cards) else sorted(cards)


def replay(record, twin=Twin, data=None, most=20):
    """Replay one game; return where the twin (expected) and the record (got) differ, at most so many differences.

    Parameters
    ----------
    twin : the class to play on, such as one with a planted mistake
    data : the component data; None = the record's own, or this project's if it has none
    """
    return Replay(record, twin, data).run(most)


class Replay:
    """One game replayed; `game` is the twin's."""

    def __init__(self, record, twin=Twin, data=None):
        self.head, *self.lines = (json.loads(line) if isinstance(line, str) else line for line in record)
        self.twin, self.data = twin, data or self.head.get("data") or DATA
        self.told, self.found, self.game = Told(), [], None

    def run(self, most=20):
        try:
            self.game = self.twin(self.data, self.head, self.told)
            for number, line in enumerate(self.lines, 2):
                if len(self.found) >= most or not self.step(number, line):
                    break
            else:
                self.compare(len(self.lines) + 1, "end", self.game.player is None, "result" in (self.lines or [{}])[-1])
        except Exception as error:  # a game that differs may lead anywhere
            self.found.append(Difference(self.line_now(), "error", repr(error), None))
        return self.found[:most]

    def line_now(self):
        return len(self.game.moves) + 1 if self.game else 1

    def step(self, number, line):
        """Compare one line; return whether the game can go on."""
        game = self.game
        if "result" in line:
            self.compare(number, "player", game.player, None)
            self.compare(number, "result", game.result(), line["result"])
            return True
        self.compare(number, "player", game.player, line["player"])
        self.compare(number, "legal", list(game.legal), line["legal"])
        if line["move"] not in game.legal:
            self.found.append(Difference(number, "move", list(game.legal), line["move"]))
            return False
        self.told.listen(line["events"])
        self.compare(number, "events", game.move(line["move"]), line["events"])
        self.compare(number, "table", game.table(), line["table"])
        return True

    def compare(self, number, key, expected, got):
        """Note every leaf in which two objects differ."""
        if isinstance(expected, dict) and isinstance(got, dict):
            for name in sorted({*expected, *got}):
                self.compare(number, f"{key}.{name}", expected.get(name), got.get(name))
        elif expected != got:
            self.found.append(Difference(number, key, expected, got))


# -- coverage ------------------------------------------------------------------------------------------------------


def coverage(records, twin=Twin, data=None):
    """Count how often everything of `everything` occurred, 0 included, and whatever else the twin counts."""
    seen = Counter()
    for record in records:
        one = Replay(record, twin, data)
        one.run()
        if one.game:
            seen += one.game.seen
        data = data or one.data
    return {key: seen[key] for key in sorted({*everything(data or DATA), *seen})}


def everything(data):
    """Return the names of all effects, branches and kinds of moves that games can come by."""
    base, works = data["base"], data["works_of_wonder"]
    solo = works["solo"]
    keys = {f"apprentice {card['id']}" for part in (base, works) for card in part["apprentices"]
            if card["effect"]["when"] != "none"}
    for part in (base, works):
        for card in part["buildings"]:
            keys |= {f"building {card['id']}"} | ({f"end {card['id']}"} if card["timing"] == "end" else set())
        keys |= {f"reward {card['id']}" for card in part["rewards"]}
        keys |= {f"board {board['name']}" for board in part["player_boards"] if not board.get("promo")}
    for card in works["contribution_consequence"]:
        keys |= {f"contribution {card['id']} {kind}" for kind in GOODS} | {f"consequence {card['id']}"}
        keys |= {f"princess {card['id']} {n}" for n in range(1, len(card["consequence"]["princess_reward"]) + 1)}
    for card in solo["schemes"]:
        if "gain_craft" not in card["top"]["effects"]:
            keys |= {f"scheme {card['id']} top"} | ({f"scheme {card['id']} bottom"} if card["bottom"] else set())
    keys |= {f"{what} {board['id']}" for board in solo["opponents"] for what in ("focus", "ability")}
    keys |= {f"{what} {card['id']}" for card in works["wonders"] for what in ("wonder", "opponent wonder")}
    keys |= {f"replaced {kind}" for kind in (*GOODS, "silver", "virtue")} | {f"shuffle {pile}" for pile in SHUFFLED}
    return keys | {f"move {verb}" for verb in VERBS}


VERBS = ("hire", "keep", "place", "recall", "wonder", "profiteer", "contribute", "later", "pass", "mine", "trade",
         "done", "draw", "dismiss", "capture", "skip", "prison", "release", "rescue", "payoff", "build", "cathedral",
         "token", "discard", "choose", "destroy", "reward", "bribe", "accept", "influence", "mix", "with")
