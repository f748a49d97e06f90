"""A game that the house has never seen, from a package of its own: everything works with it, no shared line for it.

Three seats, of which the last is a rival that never decides; an option named `boards`; a difficulty with words for
values; interventions that forbid something to one seat, and one that changes the deal; solo play.
"""
import importlib
import importlib.metadata
import json
import sys
from types import SimpleNamespace

import matplotlib as mpl
import pytest
from typer.testing import CliRunner

import kingmaker
from kingmaker import studies
from kingmaker.games import registry
from kingmaker.games.check.conformance import check_game
from kingmaker.scripts.cli import app

mpl.use("Agg")
TWO = "random;ismcts:iterations=20"

GAME = '''
"""Lanterns: each player lights one of three lamps a round; a lamp that nobody else lit shines as bright as its oil."""
from kingmaker.games import ConfigError, GameSpec, Limits, NotationError, Option, PyGameState, PythonState
from kingmaker.games.core import svg

LAMPS, ROUNDS = 3, 2
WATCH = {"dusk": 1, "night": 3, "storm": 5}  # points of the rival, a round


class State(PythonState):
    """Hidden: the oil of the lamps of the second board, which nobody sees before the end."""

    def __init__(self, options, oil, lit=()):
        self.options, self.oil, self.lit = options, oil, lit

    def copy(self):
        return type(self)(self.options, self.oil, self.lit)

    def _acting(self):
        return (0,) if self.options["mode"] == "alone" else (0, 1)

    def player(self):
        acting = self._acting()
        over = len(self.lit) == ROUNDS * len(acting)
        return -4 if over else acting[len(self.lit) % len(acting)]

    def legal_actions(self):
        dark = self.options[f"dark_{self.player()}"]
        return [lamp for lamp in range(LAMPS) if str(lamp) != dark]

    def apply(self, action):
        self.lit += (action,)

    def returns(self):
        acting, points = self._acting(), [0.0, 0.0, 0.0]
        for k in range(0, len(self.lit), len(acting)):
            lamps = self.lit[k:k + len(acting)]
            for seat, lamp in zip(acting, lamps):
                points[seat] += (self.oil[lamp] + lamp) / lamps.count(lamp)
            points[2] += WATCH[self.options["weather"]]
        return points

    def determinize(self, observer, rng):
        self.set_world(observer, rng.below(6))

    def n_worlds(self, observer):
        return 6

    def set_world(self, observer, index):
        first, second = divmod(index, 2)
        rest = [x for x in range(LAMPS) if x != first]
        oil = [first, rest[second], rest[1 - second]]
        self.oil = brought(oil, self.options)

    def text(self):
        return "".join(map(str, self.oil)) + ":" + "".join(map(str, self.lit))

    def view(self, observer):
        return ":" + "".join(map(str, self.lit))

    def svg(self, observer):
        words = "lit: " + (" ".join(map(str, self.lit)) or "none")
        return svg.document(200, 60, [svg.text(100, 30, words)], title="Lanterns", words=words)


def brought(oil, options):
    """The oil, every lamp with what the board and an intervention add: the same for all worlds."""
    more = {"garden": 0, "harbour": 2, "hill,high": 4}[options["boards"]] + (3 if options["oil"] == "rich" else 0)
    return [x % 3 + more for x in oil]


def new(game, rng):
    oil = [0, 1, 2]
    for k in (2, 1):
        other = rng.below(k + 1)
        oil[k], oil[other] = oil[other], oil[k]
    return PyGameState(game, State(game.options, brought(oil, game.options)))


def parse(game, text):
    oil, colon, lit = str(text).partition(":")
    more = brought([0, 0, 0], game.options)[0]
    good = {"".join(str(x + more) for x in one) for one in
            ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))}
    if oil not in good or not colon:
        raise NotationError(f"lanterns: expected the oil of three lamps, a colon and lamps; got {text!r}")
    state = State(game.options, [int(x) for x in oil])
    for letter in lit:
        if state.player() == -4 or letter not in map(str, state.legal_actions()):
            raise NotationError(f"lanterns: {letter!r} is no lamp to light in {text!r}")
        state.apply(int(letter))
    return PyGameState(game, state)


def limits(options):
    if options["mode"] == "alone" and options["dark_1"]:
        raise ConfigError("lanterns: option dark_1: that seat does not decide")
    return Limits(n_players=3, n_actions=LAMPS, max_legal=LAMPS, max_decisions=4, min_return=0.0, max_return=30.0,
                  idle=(1, 2) if options["mode"] == "alone" else (2,))


def arms(variants, pieces):
    """Lamp 2 forbidden to either seat, and more oil."""
    both = any(options["mode"] == "pair" for options in variants)
    return ["dark_0=2", *(["dark_1=2"] if both else []), "oil=rich"]


DARK = ("", "0", "1", "2")
GAME = GameSpec(
    name="lanterns", title="Lanterns", limits=limits, new=new, parse=parse, win_weight=0.5, margin_scale=5.0,
    options={"mode": Option("pair", "who decides", choices=("pair", "alone")),
             "boards": Option("garden", "which board", choices=("garden", "harbour", "hill,high")),
             "weather": Option("dusk", "how well the rival sees", choices=("dusk", "night", "storm")),
             "oil": Option("plain", "how much oil there is", choices=("plain", "rich")),
             "dark_0": Option("", "a lamp that seat 0 may not light", choices=DARK),
             "dark_1": Option("", "a lamp that seat 1 may not light", choices=DARK)},
    features=frozenset({"worlds"}), enumerable=({}, {"mode": "alone", "boards": "harbour"}), arms=arms,
    study="lanterns_game.study")
'''
STUDY = '''
"""What the game adds to its study: plain words."""
from kingmaker.analysis.show.study import Study

STUDY = Study(difficulty="weather", opponent="the night watch", forbids={"dark_0": 0, "dark_1": 1})
'''


@pytest.fixture(params=["with a study", "without"])
def lanterns(tmp_path, monkeypatch, request):
    """Install the game as a package of its own would be; once it announces a study, once it does not."""
    package = tmp_path / "installed" / "lanterns_game"
    package.mkdir(parents=True)
    text = GAME if request.param == "with a study" else GAME.replace('study="lanterns_game.study"', "")
    (package / "__init__.py").write_text(text, encoding="utf-8")
    (package / "study.py").write_text(STUDY, encoding="utf-8")
    monkeypatch.syspath_prepend(str(package.parent))
    points = [SimpleNamespace(name="lanterns", value="lanterns_game:GAME")]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    clear = (registry._places.cache_clear, registry.game_spec.cache_clear)
    for one in clear:
        one()
    importlib.invalidate_caches()
    yield request.param == "with a study"
    monkeypatch.undo()
    for name in [name for name in sys.modules if name.startswith("lanterns_game")]:
        del sys.modules[name]
    for one in clear:
        one()


def run(*words):
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.output + done.stderr
    return done.stdout


def by_name(text):
    told = json.loads(text)
    return {section["name"]: section for section in told["sections"]}


def estimates(section, *keys):
    return {tuple(row[key] for key in keys): row["estimate"] for row in section["rows"]}


def test_it_keeps_the_contract_and_leaks_nothing(lanterns):
    for options in ("", ":mode=alone,boards=harbour"):
        check_game(kingmaker.load_game(f"lanterns{options}"), seed=0).raise_for_failures()


def test_hint_and_selfplay(lanterns, tmp_path):
    found = kingmaker.hint(kingmaker.load_game("lanterns").new(1), iterations=300, seed=1)
    assert found.to_dict()["moves"]
    run("selfplay", "--game", "lanterns", "--agents", TWO, "--games", 12, "--seed", 1, "--jobs",
        1, "--out", tmp_path / "d")
    games = kingmaker.load(tmp_path / "d")["games"]
    assert games["agent_2"].isna().all()
    assert games[["agent_0", "agent_1"]].notna().all(axis=None)


def test_match_alone(lanterns):
    run("match", "--game", "lanterns", "--mode", "alone", "--agents", TWO, "--pairs", 5, "--seed", 1, "--jobs", 1)


def test_match_of_several_beside_an_idle_opponent(lanterns):
    run("match", "--game", "lanterns", "--agents", TWO, "--pairs", 5, "--seed", 1, "--jobs", 1)


def test_balance(lanterns, tmp_path):
    """Lamp 2 pays 2 beside its oil; more oil pays everybody; the board pays everybody: no effect on who leads whom."""
    text = run("balance", tmp_path / "d", "--run", "random", "--game", "lanterns", "--each", "boards", "--games", 720,
               "--seed", 1, "--jobs", 1, "--format", "json")
    found = by_name(text)
    assert {"seats", "seat_leads", "games", "opponent", "interventions"} <= found.keys()
    assert found["opponent"]["title"] == ("Against the night watch" if lanterns else "Against the opponent")
    seats = found["seat_leads"]["rows"]
    assert [row["seat"] for row in seats] == ["2 players: 1", "2 players: 2"], "the opponent sits in no seat"
    assert seats[0]["estimate"] == pytest.approx(-seats[1]["estimate"])
    assert len({row["variant"] for row in found["opponent"]["rows"]}) == 3
    games = kingmaker.load(tmp_path / "d")["games"]
    rich = games[games["arm"].isin(["", "oil=rich"])]
    mean = rich[["points_0", "points_1"]].mean(axis=1).groupby([rich["block"], rich["boards"], rich["arm"]]).sum()
    gain = (mean.unstack()["oil=rich"] - mean.unstack()[""]).mean()
    assert estimates(found["interventions"], "arm", "measure")["oil=rich", "points_mean"] == pytest.approx(gain)
    if lanterns:
        assert [row["word"] for row in found["worth"]["rows"]] == ["2"]
        dark = games.assign(lead=games["points_0"] - games["points_1"]).pivot(
            index=["block", "boards"], columns="arm", values="lead")
        by_hand = ((dark[""] - dark["dark_0=2"]) - (dark[""] - dark["dark_1=2"])).mean() / 2
        assert found["worth"]["rows"][0]["estimate"] == pytest.approx(by_hand)
    else:
        assert {"dark_0=2", "dark_1=2", "oil=rich"} == {row["arm"] for row in found["effects"]["rows"]}


@pytest.mark.parametrize("mode", ["alone", "pair"])
def test_difficulty(lanterns, tmp_path, mode):
    each = ["--each", "boards"] if lanterns else ["--each", "boards", "--each", "weather"]
    text = run("difficulty", tmp_path / "d", "--run", TWO if mode == "alone" else "random", "--game",
               f"lanterns:mode={mode}", *each, "--games", 180, "--seed", 1, "--jobs", 1, "--format", "json")
    found = by_name(text)
    games = kingmaker.load(tmp_path / "d")["games"]
    assert len(found["tasks"]["rows"]) == 9
    if not lanterns:
        assert "step_cost" not in found, "who names no difficulty has tasks, and no steps"
        return
    rows = games[games["agent_0"] == "random"]
    own = rows["points_0"] if mode == "alone" else rows[["points_0", "points_1"]].mean(axis=1)
    margin = own - (rows[["points_1", "points_2"]].max(axis=1) if mode == "alone" else rows["points_2"])
    by = margin.groupby(rows["weather"]).mean()
    told = estimates(found["margin_by_weather"], "agent", "weather")
    who = "random"
    assert [told[who, word] for word in ("dusk", "night", "storm")] == pytest.approx(
        [by[word] for word in ("dusk", "night", "storm")])
    assert found["margin_by_weather"]["title"] == "Margin over the night watch by weather and agent"
    assert [row["weather"] for row in found["step_cost"]["rows"] if row["agent"] == who] == ["night", "storm"], (
        "words keep the order in which the game has them")
    one, same, several = (
        by_name(run("difficulty", tmp_path / "d", "--ask", task, "--like", who, "--format", "json"))["answer"]
        for task in ("boards=hill,high,weather=night", "weather=night,boards=hill,high", "weather=night"))
    assert one["rows"] == same["rows"], "in any order"
    assert {row["boards"] for row in several["rows"]} == {"garden", "harbour", "hill,high"}
    assert sum("Of the 8 other tasks" in line for line in several["found"]) == 3


def test_report(lanterns, tmp_path):
    run("balance", tmp_path / "b", "--run", "random", "--game", "lanterns", "--games", 80, "--seed", 1, "--jobs", 1)
    run("difficulty", tmp_path / "d", "--run", TWO, "--game", "lanterns:mode=alone", "--each",
        "boards=garden;harbour", "--games", 60, "--seed", 1, "--jobs", 1)
    page = kingmaker.report(tmp_path / "b", tmp_path / "d", out=tmp_path / "page")
    text = page.read_text(encoding="utf-8")
    for heading in ("Seats: points against the others", "Difficulty of each task", "What the numbers are"):
        assert heading in text
    names = [one.name for one in kingmaker.balance(tmp_path / "b")]
    assert all((page.parent / f"{name}.csv").exists() for name in names)


def test_a_game_that_is_not_installed_has_the_plain_report(lanterns, tmp_path, monkeypatch):
    run("balance", tmp_path / "b", "--run", "random", "--game", "lanterns", "--games", 80, "--seed", 1, "--jobs", 1)
    monkeypatch.setattr(registry, "entry_points", lambda group: [])
    registry._places.cache_clear()
    registry.game_spec.cache_clear()
    remarks = []
    assert "seats" in [one.name for one in studies.balance(tmp_path / "b", remark=remarks.append)]
    assert remarks == ["lanterns is not installed here: the report is without what that game itself would add"]
