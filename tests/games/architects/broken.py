"""Texts of states that somebody hostile writes: changed by hand, with a right checksum and the options of the rules."""
import json
import re
import zlib
from random import Random

from kingmaker.games import NotationError, Rng, load_game
from tests.games.architects.play import BUILDER, LIKINGS, choose

VARIANTS = [
    {"players": 2}, {"players": 3, "boards": "variable"}, {"players": 5}, {"players": 2, "wonders": 1},
    {"players": 4, "wonders": 1, "boards": "variable"}, {"players": 1, "wonders": 1, "opponent": "O1"},
    {"players": 3, "wonders": 1, "opponent": "O4", "boards": "variable"}, {"players": 2, "short": 6},
    {"players": 1, "wonders": 1, "opponent": "O5", "short": 6},
]
OFFERED = re.compile(r"state\.(options|more): expected (\d+)")


def keys_of(text):
    return json.loads(text.split(" ", 1)[1])


def written(keys):
    """Return the text of changed keys, its checksum mended."""
    body = json.dumps(keys, separators=(",", ":"))
    return f"{zlib.crc32(body.encode()):08x} {body}"


def states(seeds, every=13):
    """Return games and texts of states on their way, some of them worlds that a player holds possible."""
    found = []
    for seed in seeds:
        rng, options = Random(seed), VARIANTS[seed % len(VARIANTS)]
        game = load_game("architects", **options)
        liking = rng.choice([{}, BUILDER, *(LIKINGS if options.get("wonders") else LIKINGS[:4])])
        state, n = game.new(seed), 0
        while not state.is_over and n < 600:
            if rng.randrange(every) == 0:
                seen = state.world(rng.randrange(game.n_players), Rng(n)) if rng.random() < 0.2 else state
                found.append((game, seen.text()))
            state.apply(state.parse_action(choose(rng, state.legal_moves(), liking)))
            n += 1
        found.append((game, state.text()))
    return found


def places(value, path=()):
    """Yield the paths of all numbers and lists in the keys."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))
            if isinstance(inner, list):
                yield (*path, key)
    else:
        yield path


def at(keys, path):
    for key in path:
        keys = keys[key]
    return keys


def change(rng, keys):
    """Change something; some changes keep the sum of the pieces."""
    try:
        rng.choice([_number, _number, _number, _swap, _swap, _worker, _list, _task, _fact])(rng, keys)
    except (IndexError, ValueError):  # a change before left nothing to change there
        return


def _number(rng, keys):
    *way, last = rng.choice([path for path in places(keys) if isinstance(at(keys, path), int)])
    holder = at(keys, way)
    old = holder[last]
    holder[last] = rng.choice([old + 1, old - 1, 0, -1, 1, 2, 5, 31, 63, 64, 127, old ^ 1 << rng.randrange(6),
                               rng.randrange(70), old + rng.randrange(-9, 10)])


def _swap(rng, keys):
    """Two cards, or other numbers, change places."""
    some = [path for path in places(keys) if isinstance(at(keys, path), int)]
    if rng.random() < 0.7:
        some = [path for path in some if path[0] in ("cards", "drawn", "packs", "facts", "apprentices", "display")
                or "hand" in path or "buildings" in path or "apprentices" in path] or some
    (*one, i), (*two, j) = rng.choice(some), rng.choice(some)
    one, two = at(keys, one), at(keys, two)
    one[i], two[j] = two[j], one[i]


def _worker(rng, keys):
    """A worker goes elsewhere, or a debt."""
    seat = rng.choice(keys["seats"])
    seat["supply"] -= 1
    where = rng.choice(["at", "prison", "captured"])
    if where == "prison":
        seat["prison"] += 1
    elif where == "at":
        seat["at"][rng.randrange(len(seat["at"]))] += 1
    elif len(seat["captured"]) == len(keys["seats"]):
        rng.choice(keys["seats"])["captured"][keys["seats"].index(seat)] += 1


def _list(rng, keys):
    some = at(keys, rng.choice([path for path in places(keys) if isinstance(at(keys, path), list)]))
    if some:
        rng.choice([lambda: some.pop(rng.randrange(len(some))), lambda: some.append(rng.choice(some)),
                    lambda: rng.shuffle(some), some.reverse, some.clear])()


def _task(rng, keys):
    """One more task, one less, or another one."""
    stack = keys["stack"]
    task = [rng.randrange(56), rng.randrange(len(keys["seats"])), rng.choice([0, 1, 2, rng.randrange(70)]),
            rng.choice([0, 0, 1, 2])]
    spot = rng.randrange(len(stack) + 1)
    if stack and rng.random() < 0.5:
        stack[spot - 1][rng.randrange(len(stack[spot - 1]))] = rng.choice(task)
    else:
        stack.insert(spot, task)


def _fact(rng, keys):
    """Somebody knows something more, true or not."""
    facts = rng.choice(keys["facts"])
    cards = [card for seat in keys["seats"] for card in seat["hand"]] or [0]
    facts.insert(0, [rng.choice(cards), 0, rng.randrange(1, 32)])


def mended(game, keys, tries=3):
    """Return the state, with the options that the refusal names, or None if it is refused."""
    for _ in range(tries):
        try:
            return game.parse(written(keys))
        except NotationError as error:
            told = OFFERED.search(str(error))
            if not told:
                return None
            keys[told[1]] = int(told[2])
    return None
