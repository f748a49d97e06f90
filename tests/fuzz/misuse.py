"""Misused calls: every public method with whatever arguments, from one thread or two; the answer: a value, an error.

`python -m tests.fuzz.misuse 20000` runs many, a second number is the seed. Under the
sanitizers a fault ends the process, and the file named by KINGMAKER_MISUSE_LOG holds the case in hand.
"""
import faulthandler
import inspect
import os
import sys
import threading
import time
from collections import Counter
from random import Random

import numpy as np

from kingmaker.games import Rng
from kingmaker.games.errors import KingmakerError
from kingmaker.search.tree._searcher import StopFlag
from tests.fuzz import subjects

EXPECTED = (KingmakerError, TypeError, OverflowError, ValueError)
OF_BUFFERS = ("play_quickly", "fill_rows")      # which may be given one that cannot be written to
HANG_S = 10.0
MOST = 300      # where a count of something to do is asked for, larger ones are merely long, and no misuse
COUNTING = ("draws", "run", "verify", "can_redraw", "playouts", "one_step", "stream_draws", "playout")
DEEP = ("perft", "perft_divide", "count")       # which take a time that grows with the power of it
DEEPEST = 2
DUNDERS = ("__init__", "__reduce__", "__reduce_ex__", "__repr__", "__eq__", "__lt__", "__hash__", "__setattr__",
           "__delattr__", "__getattribute__", "__sizeof__", "__format__", "__dir__", "__getstate__", "__copy__",
           "__setstate__", "__setstate_cython__", "__reduce_cython__", "__new__", "__class__", "__init_subclass__")


class World:
    """What the cases of one run share; states are made anew from time to time, since calls change them."""

    def __init__(self, seed):
        self.random = Random(f"misuse {seed}")
        self.games = subjects.variants()
        self.functions = subjects.functions(self.games)
        self.refresh()

    def refresh(self):
        """Make other states, and searchers and ledgers as they are at first."""
        self.states = [state for game in self.games for state in subjects.positions(game, self.random)]
        self.searchers = subjects.searchers(self.games, self.random)
        self.ledgers = subjects.ledgers(self.games)

    def subject(self):
        """One object to call methods of, or a function."""
        pools = (self.states, self.states, self.states, self.searchers, self.searchers, self.games, self.ledgers,
                 [Rng(1), Rng.__new__(Rng)], [StopFlag()], self.functions)
        return self.random.choice(self.random.choice(pools))

    def call(self, subject):
        """One call of a subject, as (name, function, arguments)."""
        if callable(subject):
            name, function = getattr(subject, "__name__", str(subject)), subject
        else:
            public = [name for name in dir(subject) if not name.startswith("_")]
            name = self.random.choice(DUNDERS if self.random.random() < 0.1 else public)
            function = _reader(subject, name)
        n = _n_wanted(subject if callable(subject) else getattr(type(subject), name, None), self.random)
        arguments = [subjects.hostile(self.random, self.states, self.games) for _ in range(n)]
        if self.random.random() < 0.6:
            arguments = self.nearly_right(name, subject, arguments)
        if name in COUNTING:
            arguments = [MOST if isinstance(one, int) and MOST < one < 2**62 else one for one in arguments]
        if name in DEEP:
            arguments = [DEEPEST if isinstance(one, int) and DEEPEST < one < 2**62 else one for one in arguments]
        return name, function, tuple(arguments)

    def nearly_right(self, name, subject, arguments):
        """Put in what belongs in some places, so that the others are looked at."""
        random, state = self.random, self.random.choice(self.states)
        own = {"determinize": (0, Rng(1)), "world": (0, Rng(1)), "sample": (Rng(1),), "policy": (Rng(1),),
               "playout": (Rng(1),), "nth_world": (0, 0), "observe": (0, 0), "can_redraw": (0, 5, Rng(1)),
               "run": (8, 1.0, StopFlag()), "verify": (0, 8), "totals_after": (state, [0]),
               "play_on": (state, [0], Rng(1)), "one_step": (state, 3, Rng(1), False), "draws": (3, 3),
               "play_quickly": (state, [0] * state.n_players, 1, np.zeros(400, "i4"), np.zeros(400, "i1")),
               "playouts": ([state], 3, Rng(1)), "count": (state, 2), "add": (0, state, np.zeros(9, "i4")),
               "Searcher": _search_arguments(state), "Trees": _search_arguments(state),
               "Playouts": _search_arguments(state)}.get(name)
        if own is None:
            return arguments
        mixed = list(own)
        for i in range(len(mixed)):
            if random.random() < 0.4 and arguments:
                mixed[i] = random.choice(arguments)
        return mixed


def _search_arguments(state):
    if state.is_over:
        return state, 0, {}, (1, 2, 3)
    config = subjects.SearchConfig(iterations=8, replicates=1)
    settings = dict(subjects.settings_for(config, state.game, 8))
    key = Random(state.text()).choice(list(settings))
    if key != "per_world" or len(state.text()) % 2:
        settings[key] = Random(state.text()).choice((-1, 0, 7, 99, 2**31, 1e300, float("nan"), float("inf"), None, "x"))
    return state, state.player, settings, subjects.replicate_streams(1, 0)


def _n_wanted(function, random):
    """How many arguments to give: mostly as many as are wanted."""
    try:
        wanted = len([one for one in inspect.signature(function).parameters.values()
                      if one.name != "self" and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)])
    except (TypeError, ValueError):
        wanted = random.randrange(4)
    return wanted if random.random() < 0.8 else random.choice((0, 1, 2, 3, 4, 6))


def _reader(subject, name):
    """A method or property of an object, taken and then called where it can be."""
    def read(*arguments):
        if name in ("__class__", "__init_subclass__", "__new__"):
            return type(subject).__new__(type(subject), *arguments)
        found = getattr(subject, name, None)
        return found(*arguments) if callable(found) else found
    return read


def answer(name, function, arguments):
    """Make a call; return what became of it, or raise what must not come."""
    try:
        function(*arguments)
    except EXPECTED as error:
        str(error)
        return type(error).__name__
    except BufferError as error:
        if name in OF_BUFFERS:
            return type(error).__name__
        raise
    except AttributeError as error:     # of attributes that are no methods, and of games that do not change
        if name in ("__setattr__", "__delattr__", "__getattribute__", "__init__"):
            return type(error).__name__
        raise
    return "a value"


def together(calls):
    """Make two calls again and again in two threads; return what must not have come."""
    faults = []

    def work(name, function, arguments):
        try:
            for _ in range(3):
                answer(name, function, arguments)
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=work, args=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return faults


def note(number, calls):
    """Write the case in hand where a fault of the process leaves it."""
    if path := os.environ.get("KINGMAKER_MISUSE_LOG"):
        words = [f"{name} of {_said(getattr(function, '__closure__', None) or function)}: {_said(arguments)}"
                 for name, function, arguments in calls]
        with open(path, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{number}\n" + "\n".join(words) + "\n")


def _said(value):
    if isinstance(value, tuple):
        return [_said(getattr(one, "cell_contents", one)) for one in value]
    try:
        return repr(value)[:200]
    except Exception:
        return type(value).__name__


def run(n, seed=0):
    """Make n misused calls; return how often what came of them. Anything that is not expected is raised."""
    world, seen, longest = World(seed), Counter(), 0.0
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for number in range(n):
            if number and number % 500 == 0:
                world.refresh()
            subject = world.subject()
            calls = [world.call(subject)]
            if world.random.random() < 0.15:
                calls.append(world.call(subject))
            note(number, calls)
            faulthandler.dump_traceback_later(HANG_S, exit=True, file=sys.__stderr__)
            began = time.monotonic()
            if len(calls) == 1:
                seen[answer(*calls[0])] += 1
            else:
                for fault in together(calls):
                    raise fault
                seen["two threads"] += 1
            longest = max(longest, time.monotonic() - began)
            faulthandler.cancel_dump_traceback_later()
    finally:
        faulthandler.cancel_dump_traceback_later()
        sys.setswitchinterval(switch)
    seen["longest ms"] = int(1000 * longest)
    return seen


if __name__ == "__main__":
    print(dict(run(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)))
