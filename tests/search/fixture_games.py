"""Small games made for one question each, with answers worked out by hand or by brute force.

Each is a `PythonState` of a secret number and a public history, unless it says otherwise.
"""
from itertools import permutations
from math import factorial

from kingmaker.games import TERMINAL, UNSEEN, Game, GameSpec, Limits, PyGameState, PythonState


class Secret(PythonState):
    """A secret, drawn uniformly from range(n_secrets), that only some players know; every action is public."""

    n_players = 2
    n_secrets = 1
    knows = ()  # players who know the secret
    points = (-1.0, 1.0)
    n_actions = 2
    depth = 3  # most decisions
    win_weight = 0.0
    hidden_actions = False

    def __init__(self, secret, history=()):
        self.secret = secret
        self.history = history

    def copy(self):
        return type(self)(self.secret, self.history)

    def apply(self, action):
        self.history += (action,)

    def determinize(self, observer, rng):
        if observer not in self.knows:
            self.secret = rng.below(self.n_secrets)

    def n_worlds(self, observer):
        return 1 if observer in self.knows else self.n_secrets

    def set_world(self, observer, index):
        if observer not in self.knows:
            self.secret = index

    def text(self):
        return f"{self.secret}:{','.join(map(str, self.history))}"

    def view(self, observer):
        secret = self.secret if observer in self.knows or self.player() == TERMINAL else "?"
        return f"{secret}:{','.join(map(str, self.history))}"

    def svg(self, observer):
        return f"<svg xmlns='http://www.w3.org/2000/svg'><title>{self.view(observer)}</title></svg>"


def game_of(state_class, **changes):
    """The game of a `Secret` class; `changes` replace its fields of GameSpec."""
    def parse(game, text):
        secret, _, history = text.partition(":")
        return PyGameState(game, state_class(int(secret), tuple(map(int, filter(None, history.split(","))))))

    fields = {
        "name": state_class.__name__.lower(),
        "title": state_class.__name__,
        "limits": lambda options: Limits(
            n_players=state_class.n_players, n_actions=state_class.n_actions, max_legal=state_class.n_actions,
            max_decisions=state_class.depth, min_return=state_class.points[0], max_return=state_class.points[1]),
        "new": lambda game, rng: PyGameState(game, state_class(rng.below(state_class.n_secrets))),
        "parse": parse,
        "win_weight": state_class.win_weight,
        "hidden_actions": state_class.hidden_actions,
        "features": frozenset({"worlds"}),
    }
    return GameSpec(**{**fields, **changes}).bind({})


class Diamond(Secret):
    """Strategy fusion (Frank & Basin 1998; Cowling, Powley & Whitehouse 2012, Fig. 1), for one player.

    `safe` pays 0.7 at once. `guess` leads to a choice that pays 1 if it names the secret bit, else 0: in each world a
    sure 1, for who must not know the world 0.5.
    """

    n_players = 1
    n_secrets = 2
    points = (0.0, 1.0)
    depth = 2
    SAFE, GUESS = range(2)

    def player(self):
        return TERMINAL if len(self.history) == 2 or self.history == (self.SAFE,) else 0

    def legal_actions(self):
        return [0, 1]

    def returns(self):
        return [0.7 if self.history == (self.SAFE,) else float(self.history[1] == self.secret)]

    def format_action(self, action):
        return ("safe", "guess")[action] if not self.history else f"name {action}"


class Bidding(Secret):
    """Non-locality: player 0 sees whether his hand is strong (secret 1), drops or raises; player 1 folds or calls.

    Points of player 0: drop 0 · strong raise: 1 if folded, 2 if called · weak raise: -1 if folded, -3 if called.
    So player 0 raises strong and drops weak, whatever player 1 does: a raise says "strong". Then calling costs player 1
    two points, folding one. Who takes both hands for equally likely expects (3 - 2) / 2 = 0.5 from calling, 0 from
    folding.
    """

    n_secrets = 2
    knows = (0,)
    points = (-3.0, 3.0)
    depth = 2
    DROP, RAISE = FOLD, CALL = range(2)

    def player(self):
        return TERMINAL if len(self.history) == 2 or self.history == (self.DROP,) else len(self.history)

    def legal_actions(self):
        return [0, 1]

    def returns(self):
        raised = ((-1.0, -3.0), (1.0, 2.0))[self.secret]
        points = 0.0 if self.history == (self.DROP,) else raised[self.history[1]]
        return [points, -points]


class Rare(Secret):
    """Player 1 waits or leaves, for 0 points; after waiting player 0 acts, who has a second action if the secret is 0.

    The usual action pays nobody anything; the rare one pays player 0 `rare`.
    """

    n_secrets = 100
    knows = (0,)
    depth = 2
    rare = 1.0
    WAIT, LEAVE = USUAL, RARE = range(2)

    def player(self):
        if not self.history:
            return 1
        return 0 if self.history == (self.WAIT,) else TERMINAL

    def legal_actions(self):
        return [0, 1] if not self.history or self.secret == 0 else [0]

    def returns(self):
        points = self.rare if self.history == (self.WAIT, self.RARE) else 0.0
        return [points, -points]


class RareLoss(Rare):
    """The same, but the rare action costs its player something."""

    rare = -0.5


class Decided(Secret):
    """Nothing hidden: player 0 chooses among three sure wins, by 1, 5 and 2 points."""

    n_actions = 3
    depth = 1
    points = (-9.0, 9.0)
    win_weight = 1.0
    margins = (1.0, 5.0, 2.0)

    def player(self):
        return TERMINAL if self.history else 0

    def legal_actions(self):
        return [0, 1, 2]

    def returns(self):
        return [self.margins[self.history[0]], 0.0]


class Lost(Decided):
    """Three sure losses, by 5, 1 and 2 points."""

    margins = (-5.0, -1.0, -2.0)


class Alike(Secret):
    """Actions 0 and 2 are one and the same under two names; action 1 is as good on average, but not the same."""

    n_secrets = 10
    n_actions = 3
    depth = 1
    points = (0.0, 9.0)

    def player(self):
        return TERMINAL if self.history else 0

    def legal_actions(self):
        return [0, 1, 2]

    def returns(self):
        points = float(9 - self.secret if self.history[0] == 1 else self.secret)
        return [points, 9 - points]


class Unnoticed(Secret):
    """Player 0 starts; player 1 either does something unnoticed (0) or taps (1, seen by all, and player 0 loses); then
    player 0, who has not been told of anything but is to act, wins with action 0 and loses with action 1."""

    depth = 3
    hidden_actions = True

    def player(self):
        if len(self.history) == 3 or self.history[1:] == (1,):
            return TERMINAL
        return len(self.history) % 2

    def legal_actions(self):
        return [0, 1] if self.history else [0]

    def returns(self):
        points = 1.0 if self.history[1:] == (0, 0) else -1.0
        return [points, -points]

    def observe(self, action, observer):
        return UNSEEN if observer == 0 and action == 0 else action


class Coin(Secret):
    """Player 0 can only begin; then player 1 chooses heads, which pays player 0 a point, or tails, which costs one."""

    depth = 2

    def player(self):
        return TERMINAL if len(self.history) == 2 else len(self.history)

    def legal_actions(self):
        return [0, 1] if self.history else [0]

    def returns(self):
        points = 1.0 if self.history[1] == 0 else -1.0
        return [points, -points]


class Walk(Secret):
    """One player either stops at once, for no points, with the last action, or makes twenty steps of 0 or 1 point."""

    n_players = 1
    points = (0.0, 20.0)
    depth = 21
    WALK, STOP = range(2)

    def player(self):
        return TERMINAL if len(self.history) == 21 or self.history[:1] == (self.STOP,) else 0

    def legal_actions(self):
        return [0, 1]

    def returns(self):
        return [float(sum(self.history[1:]))]


class Bag(PythonState):
    """One player, a bag of known tiles in unknown order: each tile drawn is kept for its value or thrown away.

    At most `DRAWS` tiles are drawn, and the game ends once `KEEPS` are kept. `order` is the whole bag; the first
    `n_drawn` tiles have been seen.
    """

    TILES = (1, 2, 4, 7, 11)
    KEEPS = 2
    DRAWS = 4
    DISCARD, KEEP = range(2)

    def __init__(self, order, n_drawn=1, kept=()):
        self.order = order
        self.n_drawn = n_drawn
        self.kept = kept

    def copy(self):
        return type(self)(self.order, self.n_drawn, self.kept)

    def player(self):
        return TERMINAL if self.n_drawn > self.DRAWS or len(self.kept) == self.KEEPS else 0

    def legal_actions(self):
        return [self.DISCARD, self.KEEP]

    def apply(self, action):
        if action == self.KEEP:
            self.kept += (self.order[self.n_drawn - 1],)
        self.n_drawn += 1

    def returns(self):
        return [float(sum(self.kept))]

    def outcome(self, observer):
        return 0 if self.player() == TERMINAL or self.n_drawn == 1 else self.order[self.n_drawn - 1]

    def _unseen(self):
        return sorted(self.order[self.n_drawn:])

    def determinize(self, observer, rng):
        unseen = self._unseen()
        rng.shuffle(unseen)
        self.order = (*self.order[:self.n_drawn], *unseen)

    def n_worlds(self, observer):
        return factorial(len(self._unseen()))

    def set_world(self, observer, index):
        worlds = list(permutations(self._unseen()))
        self.order = (*self.order[:self.n_drawn], *worlds[index])

    def format_action(self, action):
        return ("discard", "keep")[action]

    def text(self):
        return f"{'.'.join(map(str, self.order))}/{self.n_drawn}/{'.'.join(map(str, self.kept))}"

    def view(self, observer):
        return f"{'.'.join(map(str, self.order[:self.n_drawn]))}/{'.'.join(map(str, self.kept))}"

    def svg(self, observer):
        return f"<svg xmlns='http://www.w3.org/2000/svg'><title>{self.view(observer)}</title></svg>"


def bag_game():
    """The bag's game."""
    def new(game, rng):
        tiles = list(Bag.TILES)
        rng.shuffle(tiles)
        return PyGameState(game, Bag(tuple(tiles)))

    def parse(game, text):
        order, drawn, kept = text.split("/")
        return PyGameState(game, Bag(_numbers(order), int(drawn), _numbers(kept)))

    spec = GameSpec(
        name="bag", title="Bag", new=new, parse=parse, win_weight=0.0, features=frozenset({"worlds"}),
        limits=lambda options: Limits(n_players=1, n_actions=2, max_legal=2, max_decisions=Bag.DRAWS,
                                      min_return=0.0, max_return=float(sum(sorted(Bag.TILES)[-Bag.KEEPS:]))))
    return Game(spec, {})


def _numbers(text):
    return tuple(map(int, filter(None, text.split("."))))


def bag_values(seen, unseen, kept=()):
    """The exact value of each action by expectimax: the tile just drawn is the last of `seen`."""
    def value(seen, unseen, kept):
        return max(bag_values(seen, unseen, kept).values())

    values = {}
    for action in (Bag.DISCARD, Bag.KEEP):
        now = (*kept, seen[-1]) if action == Bag.KEEP else kept
        if len(now) == Bag.KEEPS or len(seen) == Bag.DRAWS:
            values[action] = float(sum(now))
        else:
            values[action] = sum(value((*seen, tile), tuple(t for t in unseen if t != tile), now)
                                 for tile in unseen) / len(unseen)
    return values
