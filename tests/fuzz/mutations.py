"""Mutations of bytes, of JSON and of words: what somebody careless, or hostile, could hand in.

Every case follows from its number and a seed alone (`rng_of`), so that a failure that names both can be repeated.
"""
import copy
import json
import os
import random
import re
import resource
import signal
import time

N = int(os.environ.get("KINGMAKER_FUZZ", "0"))
SEED = int(os.environ.get("KINGMAKER_FUZZ_SEED", "1"))
MOST_SECONDS = 10     # of the processor
MOST_WAITING = 60     # by the clock: this machine may be busy with other things
MOST_MB = 1024

TEXTS = ["", " ", "-", "?", "-1", "²", "é", "Königin", "a\u0000b", "\u001b[31mred", "\u202eevil", "../../evil",
         "/etc/passwd",
         "/dev/zero", "=1+1", "@SUM(A1)", "+1", "$\\frac$", "<script>", "x" * 5000, "a,b", "a=b", ":", "@1",
         "@999999999",
         "true", "null", "nan", "1e999", "9" * 5000, "0x" + "f" * 50, "T1", "two-heirs", "kuhn-poker:state=1", "\n",
         "\t", "a\nb"]
NUMBERS = [0, -1, 1, 2, 3, 255, 2**31 - 1, 2**31, 2**63 - 1, 2**63, -2**63, 10**30, 10**400, 0.5, -0.0, 1e308, 1e-308]
OTHERS = [None, True, False, [], {}, [[]], [None], {"": None}, [1] * 60, {"a": {"b": []}}]
RAW = [b"\x00", b"\xff", b"\xed\xa0\x80", b"NaN", b"Infinity", b"-Infinity", b"1e999", b"[" * 200, b"{" * 200,
       b'{"a":' * 100,
       b'"\\ud800"', b'"\\u0000"', b"9" * 6000, b"0x" + b"f" * 6000, b"\n", b"\r", b",", b'"', b"\\", b"=", b"[", b"}",
       b"a.a" * 80, b"'''", b'"""', b"\xef\xbb\xbf", b"#", b"1979-05-27T07:32:00Z"]


def rng_of(name, number):
    """Return the random numbers of one case."""
    return random.Random(f"{name}:{number}:{SEED}")


def value(rng):
    """Return a value that is seldom expected."""
    return copy.deepcopy(rng.choice(rng.choice([TEXTS, NUMBERS, OTHERS])))


# -- bytes ------------------------------------------------------------------------------------------------------------


def of_bytes(rng, raw):
    """Return bytes with one to four changes."""
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        raw = rng.choice([_flip, _cut, _drop, _double, _insert, _number, _swap])(rng, raw)
    return raw


def _place(rng, raw):
    return rng.randrange(len(raw) + 1)


def _flip(rng, raw):
    if not raw:
        return raw
    k = rng.randrange(len(raw))
    return raw[:k] + bytes([raw[k] ^ (1 << rng.randrange(8))]) + raw[k + 1:]


def _cut(rng, raw):
    return raw[:_place(rng, raw)]


def _drop(rng, raw):
    k = _place(rng, raw)
    return raw[:k] + raw[k + rng.choice([1, 1, 2, 8, 100]):]


def _double(rng, raw):
    k = _place(rng, raw)
    part = raw[k:k + rng.choice([1, 5, 40, 400])]
    return raw[:k] + part * rng.choice([2, 2, 3, 50]) + raw[k:]


def _insert(rng, raw):
    k = _place(rng, raw)
    return raw[:k] + rng.choice(RAW) + raw[k:]


def _number(rng, raw):
    found = list(re.finditer(rb"-?\d+", raw))
    if not found:
        return raw
    match = rng.choice(found)
    new = rng.choice([b"-1", b"0", b"99999999999999999999", b"1e999", b"1.5", b'"1"', b"null", b"1", b"2", b"7"])
    return raw[:match.start()] + new + raw[match.end():]


def _swap(rng, raw):
    lines = raw.split(b"\n")
    if len(lines) < 2:
        return raw
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"\n".join(lines)


# -- trees ------------------------------------------------------------------------------------------------------------


def places(tree):
    """Return the containers of a tree, each with a key of it."""
    found, todo = [], [tree]
    while todo:
        one = todo.pop()
        keys = list(one) if isinstance(one, dict) else list(range(len(one))) if isinstance(one, list) else []
        found += [(one, key) for key in keys]
        todo += [one[key] for key in keys]
    return found


def of_tree(rng, tree):
    """Return a copy of a value with one to three changes."""
    tree = copy.deepcopy(tree)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        found = places(tree)
        if not found or rng.random() < 0.02:
            return value(rng)
        home, key = rng.choice(found)
        change = rng.randrange(9)
        if change < 4:
            home[key] = value(rng)
        elif change == 4:
            del home[key]
        elif change == 5 and isinstance(home, dict):
            home[rng.choice([*TEXTS, "game", "moves", "state", "options"])] = home.pop(key)
        elif change == 6 and isinstance(home, list):
            home.insert(rng.randrange(len(home) + 1), copy.deepcopy(home[key]))
        elif change == 7:
            other, its = rng.choice(found)
            if its in other if isinstance(other, dict) else its < len(other):
                home[key] = copy.deepcopy(other[its])
        elif isinstance(home[key], int | float) and not isinstance(home[key], bool) and abs(home[key]) < 1e300:
            home[key] += rng.choice([-1, 1, 10, -1000, 0.5])
        else:
            home[key] = [home[key]]
    return tree


def of_json(rng, raw):
    """Return JSON, or lines of JSON, changed as a tree or as bytes."""
    if rng.random() < 0.4:
        return of_bytes(rng, raw)
    lines = [raw] if not raw.strip().count(b"\n") or raw.lstrip()[:2] == b"{\n" else raw.split(b"\n")
    k = rng.choice([k for k, line in enumerate(lines) if line.strip()])
    try:
        lines[k] = json.dumps(of_tree(rng, json.loads(lines[k]))).encode()
    except ValueError:
        return of_bytes(rng, raw)
    return b"\n".join(lines)


def of_text(rng, text):
    """Return a text with changes."""
    if rng.random() < 0.15:
        return rng.choice(TEXTS)
    return of_bytes(rng, text.encode()).decode(errors="surrogateescape")


# -- judging ----------------------------------------------------------------------------------------------------------


class TooLongError(BaseException):
    """A case took longer than any may."""


class limited:
    """End what takes longer than any case may."""

    def __enter__(self):
        slow = float(os.environ.get("KINGMAKER_FUZZ_SLOW", "1"))
        for timer, number, seconds in ((signal.ITIMER_PROF, signal.SIGPROF, MOST_SECONDS),
                                       (signal.ITIMER_REAL, signal.SIGALRM, MOST_WAITING)):
            signal.signal(number, _too_long)
            signal.setitimer(timer, seconds * slow)
        self.begun = time.monotonic()
        return self

    def __exit__(self, *_):
        for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
            signal.setitimer(timer, 0)


def _too_long(number, frame):
    raise TooLongError


def memory_mb():
    """Return the most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
