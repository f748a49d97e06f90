"""A true game of Brian Boru, and what a person at one seat of it sees and tells."""
import random

from kingmaker.games import load_game

LEADS = ("town", "lead")


class Truth:
    """A true game with random moves; `told` is what the person at the seat tells next, `answer` what turned up."""

    def __init__(self, options, seed, viewer=0):
        self.state = load_game("brian-boru", **options).new(seed)
        self.viewer, self.rng = viewer, random.Random(seed)
        self.me, self.last = f"p{viewer + 1}", ""

    def setup(self):
        """The answers with which a table begins."""
        first = [] if self.state.game.options["short"] else [self.state.position()["marker"]]
        return [str(self.state.game.n_players), self.me, *first]

    def step(self):
        """Make one decision, and the picks that nobody sees behind it; return the moves that the person sees."""
        state, before = self.state, self.state.position()
        move = self.chosen()
        told = [move]
        is_marked = self.last.startswith("town") or not before["active"]
        if state.decision == "lead" and not is_marked and state.player != self.viewer:
            told.insert(0, f"town {before['active']}")  # which could be no other
        state.apply_move(move)
        while not state.is_over and state.decision == "pick" and state.player != self.viewer:
            state.apply_move(self.chosen())
        after = state.position()
        trick = after["trick"][:1]
        if trick and trick[0] not in before["trick"] and move != f"play {trick[0][1]}" and trick[0][0] != self.me:
            told += [f"town {after['active']}"] * (not move.startswith("town") and after["active"] is not None)
            told.append(f"play {trick[0][1]}")  # whoever leads had no other way
        self.last = told[-1]
        return told

    def chosen(self):
        return self.rng.choice(self.state.legal_moves())

    def answer(self, question):
        keys = self.state.position()
        words = question.split()
        if question.startswith("raiders"):
            return str(keys["viking_deck"][keys["round"] - 1])
        if question.startswith("which marriage"):
            return keys["marriage_deck"][keys["round"] - 1]
        received = keys["draft"][self.me]["received"]
        if question.startswith("your card"):
            return str(received[0][int(words[2]) - 1])
        assert question.startswith("card"), question
        return str(received[-1][int(words[1]) - 1])


class Table:
    """Tells a session all that happens."""

    def __init__(self, truth, session):
        self.truth, self.session = truth, session
        for word in truth.setup():
            if session.ask is not None and word in session.ask.choices:
                session.enter("setup", word)

    def step(self):
        for move in self.truth.step():
            self.tell(move)

    def tell(self, move):
        session = self.session
        if session.ask is not None and move.split()[1] in session.ask.choices:
            session.enter("seen", move.split()[1])
            return
        if not self.is_told(move):
            assert move in session.moves(), (move, session.moves())
            session.enter("move", move)
        while session.ask is not None and not session.ask.question.startswith(("on which town", "which card")):
            session.enter("seen", self.truth.answer(session.ask.question))

    def is_told(self, move):
        """Whether the session has worked out a lead by itself, as it could be no other."""
        state, (verb, *words) = self.session.state, move.split()
        keys = state.position()
        if verb == "play":
            return bool(keys["trick"]) and keys["trick"][0][1] == int(words[0])
        return verb == "town" and state.decision in ("lead", "follow") and keys["active"] == words[0]
