"""A real game, followed with what a person at the table sees, gives just what that person knows."""
import json
import random
from pathlib import Path

import pytest

from kingmaker.games import NotationError, game_spec, load_game
from kingmaker.games.architects.following import TO_HALL, _Known, check
from kingmaker.games.architects.position import dump
from kingmaker.games.architects.saying import said
from kingmaker.games.files.positions import load_position
from kingmaker.games.files.session import Session

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "architects"


def spec_of(options):
    return {name: str(value) for name, value in options.items()}


def in_secret(state, viewer):
    """Whether a choice is seen by nobody but the one who makes it."""
    return not state.is_over and state.player != viewer and (
        state.decision == "keep" or (state.decision == "discard" and "skip" not in state.legal_moves()))


class Table:
    """A true game, and the session of one player at it."""

    def __init__(self, options, seed, viewer=0, given=None):
        self.truth = load_game("architects", **options).new(seed)
        self.viewer, self.rng = viewer, random.Random(seed)
        self.session = Session(game_spec("architects"), spec_of(options) if given is None else given)
        self.told = []
        self.set_up()

    def set_up(self):
        rules, keys = self.truth.rules, dump(self.truth)
        n = self.truth.game.options["players"]
        chosen = self.truth.game.options
        answers = {"opponent": chosen["opponent"], "players": str(n), "with Works of Wonder": str(chosen["wonders"]),
                   "player boards": chosen["boards"], "which player are you": rules.seats[self.viewer],
                   "who begins": rules.seats[keys["first"]]}
        for i in range(n):
            if keys["seats"][i]["board"] >= 0:
                answers[f"{rules.seats[i]}'s board"] = rules.parts.boards[keys["seats"][i]["board"]].name
        shown = [rules.apprentices[card] for card in keys["display"] if card >= 0]
        pack = [rules.buildings[card] for card in [*keys["packs"][self.viewer], *keys["seats"][self.viewer]["hand"]]]
        while self.session.ask is not None:
            question = self.session.ask.question
            if question.startswith("apprentice in row"):
                word = shown.pop(0)
            elif question.startswith("the Black Market"):
                word = rules.market[keys["market"][0][0]]
            elif question.startswith("the consequence"):
                word = rules.contributions[keys["contributions"][0][0]]
            elif question.startswith("the open contribution"):
                word = rules.contributions[keys["contributions"][0][1]]
            elif question.startswith("your building card"):
                word = pack.pop(0)
            else:
                word = answers[question]
            self.session.enter("setup", word)
        while in_secret(self.truth, self.viewer):
            self.truth.apply(self.rng.choice(self.truth.legal_actions()))

    def step(self):
        """One decision of the true game, told; those that nobody sees behind it too."""
        truth, viewer = self.truth, self.viewer
        action = self.rng.choice(truth.legal_actions())
        move, player, known, before = truth.format_action(action), truth.player, _Known(truth, viewer), dump(truth)
        steps = truth.trace(action)
        built = [*dump(truth)["seats"][player]["buildings"]]
        level = before["seats"][player]["cathedral"]
        library = truth.decision == "discard" and player != viewer
        truth.apply(action)
        choice = None
        if move == TO_HALL and player != viewer:
            if not truth.is_over and truth.decision == "build" and truth.player == player:
                action = self.rng.choice(truth.legal_actions())
                choice = truth.format_action(action).removeprefix("build ")
                steps += truth.trace(action)
                truth.apply(action)
            else:
                choice = self.forced(steps, player, built, level)
        while in_secret(truth, viewer):
            action = self.rng.choice(truth.legal_actions())
            steps += truth.trace(action)
            truth.apply(action)
        self.session.enter("move", "discard ?" if library and move != "skip" else move)
        self.answer(list(known.turned(before, steps)), choice)

    def forced(self, steps, player, built, level):
        for _, keys in steps:
            for op, _, a, _ in keys["stack"]:
                if op == 22:
                    return self.truth.rules.buildings[a]
                if op in (24, 25):
                    return "cathedral"
        raise AssertionError((built, level))

    def answer(self, cards, choice):
        told = []
        while self.session.ask is not None:
            question = self.session.ask.question
            if question.startswith("what does"):
                self.session.enter("seen", choice)
                continue
            kind, card, left = cards.pop(0)
            choices = [other for other in left if (kind, other) not in told]
            told.append((kind, card))
            if len(choices) > 1:
                assert question == said("questions", kind)
                names = {"scheme": "schemes", "future": "schemes", "market": "market"}.get(kind, f"{kind}s")
                self.session.enter("seen", getattr(self.truth.rules, names)[card])
        self.told += self.session.told


GAMES = [({"players": 1, "wonders": 1, "opponent": "O3"}, 1, 0),
         ({"players": 1, "wonders": 1, "opponent": "O4", "boards": "variable"}, 2, 0),
         ({"players": 2}, 3, 1), ({"players": 3, "wonders": 1, "boards": "variable"}, 4, 1)]


@pytest.mark.parametrize(("options", "seed", "viewer"), GAMES)
def test_what_the_session_knows_is_what_the_player_knows(options, seed, viewer):
    """Random games, told step by step: the views agree after each decision."""
    table = Table(options, seed, viewer)
    for _ in range(70):
        assert table.session.state.player == table.truth.player
        if table.truth.is_over:
            assert table.session.state.returns() == table.truth.returns()
            break
        seen, known = (json.loads(state.view(viewer)) for state in (table.truth, table.session.state))
        assert {key: (value, known[key]) for key, value in seen.items() if known[key] != value} == {}
        if table.truth.player == viewer:
            assert table.session.state.legal_moves() == table.truth.legal_moves()
        table.step()
    assert table.session.knower == viewer


# -- what is told and asked ------------------------------------------------------------------------------------------


def test_the_entries_are_the_whole_session():
    options, seed, viewer = GAMES[3]
    table = Table(options, seed, viewer)
    for _ in range(25):
        table.step()
    again = Session(game_spec("architects"), spec_of(options))
    for kind, text in table.session.entries:
        again.enter(kind, text)
    assert again.state.text() == table.session.state.text()


def test_the_opponents_turn_is_told_step_by_step():
    """S11: the King's Storehouse, where it has one worker already, so 1 marble for the two."""
    session = Session(game_spec("architects"), {}, start=load_position(EXAMPLES / "solo_noblewoman.json"))
    session.read("place quarry")
    assert session.ask.question == "which scheme does the opponent turn"
    assert "S10" not in session.ask.choices, "it was turned since the shuffle"
    session.read("S11")
    assert session.told[:2] == ("p1: a worker to the Quarry, 6 there now", "p1: stone 13 -> 19")
    assert session.told[2] == "opp turns S11: the King's Storehouse: 1 marble for 2 workers (1 virtue with one)"
    assert session.told[3] == "opp: a worker to the King's Storehouse, 2 there now"
    assert "marble 0 -> 1" in session.told[4]


def test_questions_and_what_follows_are_told_in_czech():
    session = Session(game_spec("architects"), {}, "cs", start=load_position(EXAMPLES / "solo_noblewoman.json"))
    session.read("place quarry")
    assert session.ask.question == "kterou intriku protivník otočil"
    session.read("S11")
    assert session.told == (
        "p1: služebník na: Kamenolom, teď jich tam je 6", "p1: kámen 13 -> 19",
        "opp otáčí S11: Královský sklad: 1 × mramor za 2 služebníky (s jedním 1 × počestnost)",
        "opp: služebník na: Královský sklad, teď jich tam je 2", "opp: mramor 0 -> 1")


def test_what_others_choose_in_secret_is_not_asked():
    """Others' hands stay unknown: what is built at the Guildhall is asked, hints are for the own decisions alone."""
    start = load_position(EXAMPLES / "midgame.json")
    session = Session(game_spec("architects"), {}, start=start)
    assert session.knower == 1
    session.read("place quarry")
    assert session.state.player == 2
    assert "place guildhall" in session.moves()
    session.read("place guildhall")
    assert session.ask.question == "what does p3 build"
    assert "cathedral" in session.ask.choices
    assert not set(session.ask.choices) & {"B07", "B14", "B26"}, "they are in the own hand"
    before = session.state.text()
    session.enter("undo")
    assert session.state.text() == before


def test_a_building_that_cannot_be_is_refused():
    session = Session(game_spec("architects"), {}, start=load_position(EXAMPLES / "midgame.json"))
    session.read("place quarry")
    session.read("place guildhall")
    with pytest.raises(NotationError, match=r"expected one of.*got 'B07'"):
        session.enter("seen", "B07")


def test_a_position_in_the_middle_of_anothers_building_is_refused():
    state = next(state for state in played("architects:players=2", 3) if state.decision == "build")
    assert check(state) is None, "of the whole truth it may be gone on from"


def played(name, seed):
    state, rng = load_game(name).new(seed), random.Random(seed)
    while not state.is_over:
        yield state
        state.apply(rng.choice(state.legal_actions()))


def test_of_the_whole_truth_nothing_is_asked():
    state = next(state for state in played("architects:players=2", 5) if state.decision == "place")
    session = Session(game_spec("architects"), {}, start=state.clone())
    for _ in range(20):
        session.enter("move", session.state.legal_moves()[0])
        assert session.ask is None
    assert session.knower is None
