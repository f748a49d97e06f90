"""Every format that comes from outside: sound examples of it, how it is mutated, and what reads it.

A reader may return or refuse (`KingmakerError`, `OSError`); whatever else it raises is a fault of ours.
"""
import json
import shutil
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

import kingmaker
from kingmaker import ladders, studies
from kingmaker.analysis.data import dataset
from kingmaker.calibrating import Games, outcomes_of
from kingmaker.datasets import replay_game, selfplay
from kingmaker.games import Rng, available_games, load_game
from kingmaker.games.files.positions import load_position, write_position
from kingmaker.games.files.replays import load_replays
from kingmaker.games.files.session import Session
from kingmaker.games.files.short_forms import completions
from kingmaker.games.registry import game_spec
from kingmaker.search.agents import parse_agent, parse_agents
from kingmaker.search.forecast import N_WEIGHTS, Forecaster, written
from kingmaker.search.hint.queries import answer_all
from kingmaker.search.match.records import record_games
from tests.fuzz import mutations

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
OWN = ROOT / "games"
SMALL = ["kuhn-poker", "leduc-poker", "oh-hell:players=3,ranks=6,tricks=2", "two-heirs:short=1",
         "two-heirs:mode=solo,short=1", "brian-boru:short=1", "brian-boru:short=2,players=4", "tic-tac-toe",
         "architects:short=4", "architects:players=1,wonders=1,opponent=O2,short=6"]
LADDER = {"game": "kuhn-poker", "agents": ["random", "ismcts:iterations=20"], "pairs": 6, "seed": 3}


# -- examples ---------------------------------------------------------------------------------------------------------


@cache
def positions(ending):
    return [path.read_bytes() for path in sorted(EXAMPLES.rglob(f"*.{ending}"))]


@cache
def states():
    games = [load_game(name) for name in (*available_games(), *SMALL)]
    return [(game, game.new(seed).text()) for game in games for seed in (1, 2)]


@cache
def records():
    found = []
    for name in SMALL:
        game = load_game(name)
        lines = next(iter(record_games(game, parse_agents("random"), 1, seed=4)))
        found.append("".join(json.dumps(line) + "\n" for line in lines).encode())
    return found


@cache
def sessions():
    open_game = Session(game_spec("tic-tac-toe"), {})
    for move in ("b2", "a1", "c3"):
        open_game.read(move)
    heirs = Session(game_spec("two-heirs"), {"mode": "solo", "level": "2", "sets": "travel,dominion,trade"})
    for line in ("T1 T2 T3 D1 D2 D4", "green yellow", "t1 d9 green", "end"):
        heirs.read(line)
    middle = json.loads((EXAMPLES / "two_heirs" / "solo_brave.json").read_text(encoding="utf-8"))
    heads = [{"table": 1, "game": "tic-tac-toe", "given": {}}, {"table": 1, "game": "two-heirs", "given": heirs.given},
             {"table": 1, "game": "two-heirs", "given": {}, "position": middle}]
    return ["".join(json.dumps(line) + "\n" for line in (head, *({kind: text} for kind, text in entries))).encode()
            for head, entries in zip(heads, (open_game.entries, heirs.entries, []), strict=True)]


@cache
def data_sets(place):
    """Return folders of small data sets: of a duel, alone, with decisions."""
    plans = [("kuhn-poker", ["random"], {}), ("two-heirs", ["random", "policy"], {"arms": ["first=T3"]}),
             ("two-heirs:mode=solo,short=1", ["random", "greedy"], {"each": ["level"]}),
             ("brian-boru:short=1", ["random"], {"decisions": True})]
    folders = []
    for k, (game, agents, keys) in enumerate(plans):
        folders.append(place / f"set{k}")
        selfplay(game, agents, 24, folders[-1], seed=1, shard=12, **keys)
    return folders


# -- readers ----------------------------------------------------------------------------------------------------------


def read_position(path):
    state = load_position(path)
    if not state.is_over:
        assert state.legal_moves()
    json.dumps(write_position(state))


def read_records(path):
    for replay in load_replays(path):
        assert replay.game.name


@cache
def forecasts() -> bytes:
    """Return a file of forecasts."""
    nothing = np.zeros(N_WEIGHTS)
    one = Forecaster(options={"off_bid": "no"}, agent="greedy", n_games=9, n_positions=40, length=8.0, scale=8.0,
                     win=nothing, margin=nothing, win_error=np.outer(nothing, nothing),
                     margin_error=np.outer(nothing, nothing))
    return json.dumps({"forecasts": "oh-hell", "fits": [written(one)]}).encode()


def read_forecasts(path):
    kingmaker.hint(load_game("oh-hell", players=3, tricks=2).new(1), iterations=60, seed=1, why=False, forecasts=path)


GAMES = Games(load_game("kuhn-poker"), parse_agent("random"), seed=1, iterations=8)  # as the file was begun


@cache
def outcomes() -> bytes:
    """Return a file of games whose positions a search was asked about."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        outcomes_of(GAMES, 4, kept=path)
        return path.read_bytes()


def read_outcomes(path):
    outcomes_of(GAMES, 2, kept=path)


def read_weights(path):
    load_game("two-heirs", weights=str(path)).new(1).priors()


def read_tiles(path):
    game = load_game("two-heirs", tiles=str(path))
    game.new(1).legal_moves()
    load_game("two-heirs", tiles=f"{path}@1").new(1).legal_moves()


def read_treasures(path):
    load_game("two-heirs", mode="solo", treasures=str(path)).new(1).legal_moves()


def read_components(path):
    game = load_game("brian-boru", data=str(path))
    game.new(1).legal_moves()
    load_game("brian-boru", data=f"{path}@1").new(1).legal_moves()


def read_cards(path):
    game = load_game("architects", wonders=1, players=1, opponent="O4", boards="variable", data=str(path))
    state = game.new(1)
    state.legal_moves()
    state.playout(Rng(1))


def read_queries(path):
    lines = path.read_bytes().decode(errors="surrogateescape").split("\n")
    answers = []
    tally = answer_all(lines, answers.append, seed=1)
    assert len(answers) == sum(1 for line in lines if line.strip()) == tally.answered + tally.refused
    for answer in answers:
        json.loads(answer)


def read_ladder(path):
    ladders.ladder(LADDER["game"], LADDER["agents"], LADDER["pairs"], seed=LADDER["seed"], out=path)


def read_data_set(folder):
    """Do everything that is done with a data set; nothing outside of it may be touched."""
    for work in (_frames, _check, _export, _replay, _studies, _go_on, _drop):
        try:
            work(folder)
        except (kingmaker.KingmakerError, OSError):
            continue


def _frames(folder):
    data = kingmaker.load(folder)
    data.figures()
    for table in data.tables:
        len(data[table])


def _check(folder):
    dataset.check(folder)
    dataset.unlisted(folder)


def _export(folder):
    dataset.export(folder, folder.parent / "out" / "csv")


def _replay(folder):
    replay_game(kingmaker.load(folder), 3)


def _studies(folder):
    try:
        studies.balance(folder)
    except (kingmaker.KingmakerError, OSError):
        studies.difficulty(folder)


def _go_on(folder):
    selfplay("kuhn-poker", ["random"], 24, folder, seed=1, shard=12)


def _drop(folder):
    dataset.drop(folder, dataset.check(folder))


# -- mutations --------------------------------------------------------------------------------------------------------


def queries(rng):
    lines = [line for line in (EXAMPLES / "queries.jsonl").read_bytes().splitlines() if line.strip()]
    own = [{"id": 1, "position": {"game": "kuhn-poker", "version": 1, "state": "KJ:pb"}, "iterations": 8, "seed": 1},
           {"id": "a", "path": str(EXAMPLES / "leduc_poker.toml"), "iterations": 16, "agent": "ismcts:c=0.5",
            "moves": ["call"]},
           {"position": {"game": "oh-hell", "version": 1, "deal": 3}, "iterations": 16, "why": False, "lang": "en",
            "confidence": 90}]
    small = [_small(json.loads(line)) for line in lines]
    chosen = [json.dumps(rng.choice([*own, *small])).encode() for _ in range(3)]
    k = rng.randrange(3)
    chosen[k] = _bounded(mutations.of_json(rng, chosen[k]))
    return b"\n".join(chosen)


def _small(query):
    return {key: inner for key, inner in query.items() if key not in ("seconds", "why")} | {
        "iterations": 16, **({"path": str(ROOT / query["path"])} if "path" in query else {})}


def _bounded(line):
    """Return a query whose budget ends soon: a mutation may ask for more than anybody waits for, rightly."""
    try:
        query = json.loads(line)
    except ValueError:
        return line
    if isinstance(query, dict):
        if isinstance(query.get("iterations"), int) and query["iterations"] > 1000:
            query["iterations"] = 1000
        if "iterations" not in query and "seconds" not in query:
            query["iterations"] = 16
        if isinstance(query.get("seconds"), int | float) and query["seconds"] > 0.01:
            query["seconds"] = 0.01
        return json.dumps(query).encode()
    return line


def typed_lines(rng):
    """Type mutated lines into a followed game, as `table` does."""
    session = Session(game_spec("two-heirs"), {"mode": "solo", "level": "2", "sets": "travel,dominion,trade"})
    for line in ("T1 T2 T3 D1 D2 D4", "green yellow", "t1 d9 green", "end", "C2 yellow", "K5", "undo", "t2"):
        said = mutations.of_text(rng, line) if rng.random() < 0.4 else line
        try:
            if said in ("undo", "u"):
                session.enter("undo")
            elif said:
                session.read(said)
                completions(said, said, session.state.legal_moves() if session.has_begun else [])
        except kingmaker.KingmakerError:
            continue


def options_text(rng):
    """Read mutated names of games and agents."""
    words = ["two-heirs:mode=solo,level=2,sets=travel,dominion,trade", "oh-hell:players=4,tricks=8",
             "brian-boru:players=3,data=@1", "architects:players=3,wonders=1,boards=variable,opponent=O4,data=a",
             "two-heirs:tiles=@3,treasures=@2", "two-heirs:first=T3", "kuhn-poker", "two-heirs:tiles=a",
             "brian-boru:data=a"]
    agents = ["ismcts:iterations=2000;greedy", "random,policy", "ismcts:preset=quick,c=0.5",
              "pimc:n_worlds=8,iterations=80",
              "greedy:worlds=8", "flat:seconds=1,depth=4", "ismcts:root=halving,iterations=90,final=bound"]
    for read, text in ((lambda text: load_game(text).new(1), rng.choice(words)), (parse_agents, rng.choice(agents)),
                       (studies.read_task, "level=2,sets=travel")):
        try:
            read(mutations.of_text(rng, text))
        except (kingmaker.KingmakerError, OSError):
            continue


def state_text(rng):
    game, text = rng.choice(states())
    state = game.parse(mutations.of_text(rng, text))
    if not state.is_over:
        state.legal_moves()


def ladder_file(rng, place):
    whole = place / "whole.jsonl"
    if not whole.exists():
        read_ladder(whole)
    return mutations.of_json(rng, whole.read_bytes())


def damaged(rng, place, target, kind):
    """Make a data set with a mutated manifest, or a mutated file of a shard, in a folder of its own."""
    folder = rng.choice(data_sets(place))
    shutil.copytree(folder, target)
    manifest = target / "manifest.json"
    if kind == "manifest":
        manifest.write_bytes(mutations.of_json(rng, manifest.read_bytes()))
        return
    path = rng.choice(sorted(target.rglob("*.parquet")))
    path.write_bytes(mutations.of_bytes(rng, path.read_bytes()))
    if rng.random() < 0.7:  # as somebody hostile hands it in: bytes and hash agree
        said = json.loads(manifest.read_text(encoding="utf-8"))
        for entry in said["shards"].values():
            for file in entry["files"].values():
                if target / file["file"] == path:
                    file["bytes"], file["sha256"] = path.stat().st_size, dataset._hash_of(path)
        manifest.write_text(json.dumps(said), encoding="utf-8")


FILES = {  # format -> (ending, rng and a folder -> bytes, reader)
    "position json": (".json", lambda rng, place: mutations.of_json(rng, rng.choice(positions("json"))), read_position),
    "position toml": (".toml", lambda rng, place: mutations.of_bytes(rng, rng.choice(positions("toml"))),
                      read_position),
    "record": (".jsonl", lambda rng, place: mutations.of_json(rng, rng.choice(records())), read_records),
    "session": (".jsonl", lambda rng, place: mutations.of_json(rng, rng.choice(sessions())), read_records),
    "weights": (".json", lambda rng, place: mutations.of_json(rng, (OWN / "two_heirs" / "weights.json").read_bytes()),
                read_weights),
    "forecasts": (".json", lambda rng, place: mutations.of_json(rng, forecasts()), read_forecasts),
    "outcomes": (".jsonl", lambda rng, place: mutations.of_json(rng, outcomes()), read_outcomes),
    "components": (".json", lambda rng, place: mutations.of_json(
        rng, (OWN / "brian_boru" / "components.json").read_bytes()), read_components),
    "cards": (".json", lambda rng, place: mutations.of_json(
        rng, (OWN / "architects" / "components.json").read_bytes()), read_cards),
    "tiles": (".csv", lambda rng, place: mutations.of_bytes(rng, (OWN / "two_heirs" / "tiles.csv").read_bytes()),
              read_tiles),
    "treasures": (".csv", lambda rng, place: mutations.of_bytes(
        rng, (OWN / "two_heirs" / "treasures.csv").read_bytes()), read_treasures),
    "queries": (".jsonl", lambda rng, place: queries(rng), read_queries),
    "ladder": (".jsonl", ladder_file, read_ladder),
}
TEXTS = {"state text": state_text, "typed lines": typed_lines, "options": options_text}
FOLDERS = ("manifest", "parquet")
