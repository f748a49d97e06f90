"""The compiled game as the comparisons use it: one face with the twin, and components that its loader takes."""
import json

from kingmaker.games import load_game
from kingmaker.games.architects.record import RECORD
from kingmaker.games.files.records import record_move
from tests.games.architects.random_data import PARTS, random_data, short_piles
from tests.games.architects.setting import DATA

KNOWN = [  # numbers that the compiled rules know by themselves: other ones are refused
    "base.reward_empty.virtue", "base.standard_start.buildings_dealt", "base.standard_start.buildings_drafted",
    "base.supply.workers_per_player", "works_of_wonder.display.apprentice_columns",
    "works_of_wonder.influence_track.max", "works_of_wonder.influence_track.end_bonus.gold",
    "works_of_wonder.solo.wonder_payment.total", "works_of_wonder.solo.black_market_block.always.virtue"]


def leaf(data, path):
    """Return what stands at a path such as "base.supply.clay"."""
    for key in path.split("."):
        data = data[key]
    return data


def put(data, path, value):
    """Write at a path."""
    upper, _, key = path.rpartition(".")
    leaf(data, upper)[key] = value


def load(kind, file=None):
    """Return the game of a kind, as play.py names them."""
    return load_game("architects", players=kind["players"], wonders=int(kind.get("wonders", False)),
                     boards=kind["boards"], opponent=kind.get("opponent") or "none", data=str(file or ""))


class Compiled:
    """One compiled game, by its public face; dealt by the compiled game itself."""

    def __init__(self, kind, seed, file=None):
        self.game = load(kind, file)
        self.state = self.game.new(seed)
        self.head = RECORD.head(self.state) | {"seed": seed}
        self.moves, self.events = [], []

    @property
    def player(self):
        return None if self.state.is_over else self.game.player_name(self.state.player)

    @property
    def legal(self):
        return [] if self.state.is_over else sorted(self.state.legal_moves())

    def move(self, text):
        """Make a move as `kingmaker record` does; return the events that followed."""
        self.moves.append(text)
        self.events = record_move(self.state, self.state.parse_action(text), len(self.moves))["events"]
        return self.events

    def table(self):
        return self.state.table()

    def result(self):
        return self.state.score()

    def piles(self, sizes):
        """Return what lies hidden in piles of these sizes, top first."""
        cards = self.state.start()
        return {name: cards[name][len(cards[name]) - n:] for name, n in sizes.items()}

    def write_and_read(self):
        """Go on with what the text of the state says."""
        text = self.state.text()
        self.state = self.game.parse(text)
        assert self.state.text() == text


def loadable_data(rng):
    """Return random components that the compiled loader takes."""
    parts = [part for part in PARTS if part is not short_piles]  # it wants every pile whole
    data = random_data(rng, DATA, [part for part in parts if rng.random() < 0.5])
    for path in KNOWN:
        put(data, path, leaf(DATA, path))
    data["base"]["debt_card"]["count"] = data["base"]["supply"]["debt_cards"]
    return data


def write_data(folder, seed, rng):
    """Write random components; return the file."""
    file = folder / f"{seed}.json"
    file.write_text(json.dumps(loadable_data(rng)), encoding="utf-8")
    return file
