"""The compiled game as the comparisons use it: one face with the twin, and components that its loader takes."""
import json
from copy import deepcopy

from kingmaker.games import load_game
from kingmaker.games.architects.record import record_head, record_move
from tests.games.architects.random_data import PARTS, random_data, short_piles
from tests.games.architects.setting import DATA


def load(kind, file=None):
    """Return the game of a kind, as play.py names them."""
    return load_game("architects", players=kind["players"], wonders=int(kind.get("wonders", False)),
                     boards=kind["boards"], opponent=kind.get("opponent") or "none", data=str(file or ""))


class Compiled:
    """One compiled game, by its public face; dealt by the compiled game itself."""

    def __init__(self, kind, seed, file=None):
        self.game = load(kind, file)
        self.state = self.game.new(seed)
        self.head = record_head(self.state, seed)
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

    def write_and_read(self):
        """Go on with what the text of the state says."""
        text = self.state.text()
        self.state = self.game.parse(text)
        assert self.state.text() == text


def loadable_data(rng):
    """Return random components that the compiled loader takes."""
    parts = [part for part in PARTS if part is not short_piles]  # it wants every pile whole
    data = random_data(rng, DATA, [part for part in parts if rng.random() < 0.5])
    data["base"]["reward_empty"] = deepcopy(DATA["base"]["reward_empty"])
    works, usual = data["works_of_wonder"], DATA["works_of_wonder"]
    works["influence_track"]["end_bonus"] = deepcopy(usual["influence_track"]["end_bonus"])
    works["solo"]["wonder_payment"] = deepcopy(usual["solo"]["wonder_payment"])
    data["base"]["debt_card"]["count"] = data["base"]["supply"]["debt_cards"]
    return data


def write_data(folder, seed, rng):
    """Write random components; return the file."""
    file = folder / f"{seed}.json"
    file.write_text(json.dumps(loadable_data(rng)), encoding="utf-8")
    return file
