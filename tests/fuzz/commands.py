"""Command lines: sound ones of every command, and what somebody careless, or hostile, could make of them.

They run in this process, in a folder of their own. What would merely take long (a search of ten million iterations) is
made small, since it is no fault; everything else is left as it comes.
"""
import json
import re
from functools import cache

import typer

from kingmaker.scripts.cli import app
from tests.fuzz import mutations

SMALL = 40          # of anything that is counted: iterations, games, seconds
COUNTED = {"--iterations": "40", "--games": "2", "--pairs": "1", "--count": "1", "--seconds": "0.1", "--shard": "20"}
GAMES = ["kuhn-poker", "tic-tac-toe", "leduc-poker", "oh-hell:players=3,ranks=6,tricks=2", "two-heirs:short=1",
         "brian-boru:short=1"]
LINES = """
analyse queries.jsonl --seed 1 --jobs 1
games --format json
hint kuhn.json --iterations 40 --seed 1 --jobs 1 --format json --plot hint.svg
hint heirs.json --iterations 40 --seed 1 --jobs 1 --lang cs --vary
hint kuhn.json --iterations 40 --stream --agent ismcts:c=0.7 --seed 2 --jobs 1
legal heirs.json
legal boru.json
play --game tic-tac-toe --agent ismcts:iterations=40 --seat 0 --seed 1 --svg play.svg
review record.jsonl --player first --iterations 40 --seed 1 --jobs 1 --plot review.png --game-number 1
score heirs.json
show heirs.json --observer 1 --svg show.svg --png show.png --lang de
show boru.json --observer 0 --svg show.svg
table --game tic-tac-toe --save table.jsonl --seconds 0.1 --seed 1 --jobs 1
table --game two-heirs --mode solo --level 2 --sets travel,dominion,trade --svg table.svg --seed 1
alternatives --game two-heirs --count 1 --seed 1 --out tables
balance data --format json --margin 1 --plot balance.svg
balance new --run random --game two-heirs:short=1 --games 2 --seed 1 --jobs 1
dataset info data
dataset check data --drop
dataset replay data 3 --out again.jsonl
dataset export data --out csv
difficulty data --ask level=2 --like greedy
difficulty new --run random;greedy --game two-heirs:mode=solo,short=1 --games 2 --seed 1 --jobs 1
report data --out report --title Ours
selfplay --game kuhn-poker --out new --agents random --games 2 --seed 1 --jobs 1 --decisions --shard 20
selfplay --game two-heirs:short=1 --out new --agents random,greedy --games 2 --each sets --arm first=T3 --seed \
1 --jobs 1
bench --game kuhn-poker --seconds 0.1 --format json
ladder --game kuhn-poker --agents random;ismcts --iterations 10,20 --pairs 1 --schedule all --seed 1 --jobs 1 \
--out ladder.jsonl
learn --game two-heirs --mode solo --level 1 --out weights.json --agent ismcts:iterations=20 --games 10 \
--explore 0.5 --seed 1 --jobs 1
learn --evaluation --game two-heirs --out weights.json --agent policy:temperature=0.5 --games 10 --seed 1 \
--jobs 1
match --game oh-hell --players 3 --ranks 6 --tricks 2 --agents random,greedy --pairs 1 --seed 1 --jobs 1
match --game kuhn-poker --agents random,random --pairs 1 --sprt 0,9 --alpha 0.1 --beta 0.1 --seed 1 --jobs 1
perft kuhn.json 3 --divide
record --game brian-boru:short=1 --agent random --games 1 --seed 1 --out game.jsonl
record --game two-heirs --mode solo --level 2 --agent policy --games 1 --seed 1
""".strip().splitlines()
TYPED = ["quit", "", "b2", "undo", "hint", "show", "help", "?", "1", "-1", "save", "T1 T2 T3 D1 D2 D4", "green yellow",
         "end", "what",
         "a1", "²", "\x1b[31m", "x" * 300, "take T1", "why", "score", "legal"]


def lay(folder, kuhn_set):
    """Put the files that sound command lines name into a folder."""
    import shutil

    from kingmaker.games import load_game
    from kingmaker.games.files.positions import write_position
    from kingmaker.search.agents import parse_agents
    from kingmaker.search.match.records import record_games

    for name, game in (("kuhn", "kuhn-poker"), ("heirs", "two-heirs:short=1"), ("boru", "brian-boru:short=1")):
        (folder / f"{name}.json").write_text(json.dumps(write_position(load_game(game).new(1))), encoding="utf-8")
    lines = next(iter(record_games(load_game("kuhn-poker"), parse_agents("random"), 1, seed=4)))
    (folder / "record.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    query = {"id": 1, "position": json.loads((folder / "kuhn.json").read_text(encoding="utf-8")), "iterations": 40}
    (folder / "queries.jsonl").write_text(json.dumps(query) + "\n", encoding="utf-8")
    (folder / "mine.txt").write_text("my only copy", encoding="utf-8")
    shutil.copytree(kuhn_set, folder / "data")


@cache
def options():
    """Return the options of all commands, each with whether a value follows."""
    found, todo = {}, [typer.main.get_command(app)]
    while todo:
        one = todo.pop()
        todo += getattr(one, "commands", {}).values()
        found |= {name: not getattr(param, "is_flag", False) for param in one.params for name in param.opts
                  if name.startswith("--")}
    return [(name, takes) for name, takes in sorted(found.items()) if name not in ("--help", "--force", "--peers")]


def line(rng):
    """Return the words of one command line, and what is typed while it runs."""
    words = rng.choice(LINES).split()
    for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
        words = _change(rng, words)
    typed = "\n".join(rng.choice(TYPED) if rng.random() < 0.7 else mutations.of_text(rng, "take T1") for _
                      in range(rng.randrange(8)))
    return _bounded(words), f"{typed}\nquit\nquit\n".encode(errors="surrogateescape")


def _change(rng, words):
    words = list(words) or [""]
    k = rng.randrange(len(words))
    change = rng.randrange(8)
    if change < 3:
        words[k] = mutations.of_text(rng, words[k])
    elif change == 3:
        words[k] = rng.choice([*mutations.TEXTS, *map(str, mutations.NUMBERS), *GAMES, "mine.txt", ".", "data",
                               "kuhn.json", "nowhere/x"])
    elif change == 4:
        del words[k]
    elif change == 5:
        words.insert(k, rng.choice(words))
    elif change == 6:
        name, takes = rng.choice(options())
        words += [name, rng.choice([mutations.of_text(rng, "1"), "1", "0", "2", "json", "mine.txt",
                                    *GAMES])] if takes else [name]
    else:
        other = rng.choice(LINES).split()
        words[k] = rng.choice(other)
    return words


def _bounded(words):
    """Make small what would take long, give a budget where there is none, keep away from what is not the folder's."""
    words = [re.sub(r"\b(iterations|seconds|worlds|n_worlds|rollouts|turns)=\d[\d.e]*", r"\1=20", word)
             for word in words]
    words = [word if not word.startswith("/") or word.startswith("/dev/") else word.replace("/", "_") for word in words]
    for k, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in COUNTED and not equals and k + 1 < len(words):
            words[k + 1] = _few(words[k + 1], COUNTED[name])
        elif name in COUNTED:
            words[k] = f"{name}={_few(value, COUNTED[name])}"
    for name in COUNTED:    # an option that the command lacks is refused all the same
        if any(line.startswith(words[0]) and name in line.split() for line in LINES if words) and name not in words:
            words += [name, COUNTED[name]]
    if words and words[0] == "bench" and "--game" not in words:
        words += ["--game", "kuhn-poker"]
    if words and words[0] == "perft":
        words = [_few(word, "2", most=3) for word in words]
    return words


def _few(text, instead, most=SMALL):
    try:
        return instead if any(float(part) > most for part in text.split(",")) else text
    except ValueError:
        return text
