"""The compiled engine against its plain twin: the same counts and sums, edge by edge, to the last bit."""
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingmaker.games import ConfigError, Rng, load_game
from kingmaker.search import SearchConfig, Searcher, run_search
from kingmaker.search.config import settings_for
from kingmaker.search.reference import ReferenceSearcher
from kingmaker.search.seeds import replicate_streams

GAMES = {  # name: iterations of one comparison
    "kuhn-poker": 500,
    "kuhn-python": 300,
    "leduc-poker": 500,
    "tic-tac-toe": 400,
    "connect-four": 150,
    "phantom-444": 150,
    "phantom-444:board=3": 300,
    "oh-hell:players=3,suits=2,ranks=4,tricks=2": 400,
    "oh-hell:players=4,tricks=3": 150,
    "goofspiel:cards=4": 400,
    "goofspiel:cards=4,info=hidden,returns=point-difference": 400,
    "goofspiel:cards=3,players=3": 300,
    "architects": 60,
    "architects:players=1,wonders=1,opponent=O3": 60,
    "brian-boru:players=3,short=3": 60,
}
HIDDEN = [name for name in GAMES if load_game(name).spec.hidden]
SEARCHES = {
    "default": {},
    "one tree": {"trees": "single"},
    "many trees": {"trees": "many"},
    "pimc": {"worlds": "fixed", "n_worlds": 3},
    "cheat": {"worlds": "true"},
    "cheat, many trees": {"worlds": "true", "trees": "many"},
    "frozen": {"opponents": "uniform"},
    "frozen, many trees": {"opponents": "uniform", "trees": "many"},
    "stratified": {"worlds": "stratified"},
    "greedy c": {"c": 0.0},
    "wide c": {"c": 3.0, "win_weight": 0.5, "margin_scale": 2.0},
}
GUIDED = {  # only in games that offer what they need
    "puct": {"select": "puct"},
    "puct, wide c": {"select": "puct", "c": 2.0, "win_weight": 0.5, "margin_scale": 2.0},
    "puct, cheat": {"select": "puct", "worlds": "true"},
    "policy": {"rollout": "policy", "epsilon": 0.3},
    "turns": {"turns": 2},
    "turns, none": {"select": "puct", "turns": 0},
    "turns, policy": {"select": "puct", "rollout": "policy", "turns": 3, "epsilon": 0.1},
    "sharp": {"rollout": "policy", "epsilon": 0.1, "temperature": 0.5},
    "blunt": {"rollout": "policy", "epsilon": 0.0, "temperature": 1.7, "turns": 2},
    "puct, pimc": {"select": "puct", "worlds": "fixed", "n_worlds": 3},
    "advised": {"select": "puct", "rollout": "policy", "epsilon": 0.0, "temperature": 0.5, "turns": 2},
}
MEMORY = 1 << 26


def position(game, seed):
    """A position of a random game, from the first decision to the last."""
    states = [game.new(seed)]
    rng = Rng(seed + 1)
    while not states[-1].is_over:
        after = states[-1].clone()
        after.apply(after.sample(rng))
        states.append(after)
    return states[rng.below(len(states) - 1)]


def searchers(state, seed, planned=0, **options):
    config = SearchConfig(replicates=1, **options)
    chosen = settings_for(config, state.game, planned)
    streams = replicate_streams(seed, 0)
    return (Searcher(state, state.player, chosen, streams, planned, (), MEMORY),
            ReferenceSearcher(state, state.player, chosen, streams))


def table(nodes, edges):
    """The exported tree as `ReferenceSearcher.table` has it."""
    rows = {}
    done = {0: ()}

    def path_of(row):
        if row not in done:
            parent = int(nodes[row]["parent_edge"])
            done[row] = (*path_of(int(edges[parent]["node"])), int(edges[parent]["action"]),
                         (int(nodes[row]["player"]), int(nodes[row]["label"])))
        return done[row]

    for edge in edges:
        path = (*path_of(int(edge["node"])), int(edge["action"]))
        assert path not in rows, f"two edges are one: {path}"
        rows[path] = tuple(edge[name].item() for name in ("visits", "available", "value", "win", "margin"))
    return rows


def check_same(state, seed, iterations, **options):
    compiled, twin = searchers(state, seed, iterations, **options)
    assert compiled.run(iterations) == "iterations"
    twin.run(iterations)
    where = f"{state!r}, seed {seed}, {options}"
    for owner in twin.owners:
        ours, theirs = table(*compiled.to_arrays(owner)), twin.table(owner)
        assert ours.keys() == theirs.keys(), where
        wrong = {path: (ours[path], theirs[path]) for path in ours if ours[path] != theirs[path]}
        assert not wrong, f"{where}: {len(wrong)} edges differ (engine, twin): {list(wrong.items())[:3]}"
    return compiled, twin


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("name", GAMES)
def test_engine_equals_its_twin(name, search):
    game = load_game(name)
    if search == "stratified" and not game.has("worlds"):
        pytest.skip("the game does not enumerate worlds")
    for seed in range(2):
        check_same(position(game, 10 * seed + 1), seed, GAMES[name], **SEARCHES[search])
    check_same(game.new(5), 7, GAMES[name], **SEARCHES[search])


@pytest.mark.parametrize("search", GUIDED)
@pytest.mark.parametrize("name", [*GAMES, "two-heirs:short=8", "two-heirs:mode=solo,level=3,short=6"])
def test_engine_equals_its_twin_with_the_games_help(name, search):
    game, options = load_game(name), GUIDED[search]
    needs = {"puct": "priors", "policy": "policy", "turns": "evaluation", "temperature": "priors"}
    wanted = {"puct"} & set(map(str, options.values())) | {"policy"} & set(map(str, options.values())) | (
        {"turns", "temperature"} & options.keys())
    if any(not game.has(needs[part]) for part in wanted):
        pytest.skip("the game does not offer it")
    for seed in range(2):
        check_same(position(game, 10 * seed + 1), seed, 120, **options)
    check_same(game.new(5), 7, 120, **options)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), iterations=st.integers(1, 120), c=st.floats(0, 3), many=st.booleans(),
       worlds=st.sampled_from(["fresh", "true", "fixed"]), opponents=st.sampled_from(["tree", "uniform"]))
def test_engine_equals_its_twin_anywhere(name, seed, iterations, c, many, worlds, opponents):
    trees = "many" if many and worlds != "fixed" else "auto"
    check_same(position(load_game(name), seed), seed, iterations, c=c, trees=trees, worlds=worlds, n_worlds=4,
               opponents=opponents)


@pytest.mark.parametrize("name", HIDDEN)
def test_records_of_the_root_are_its_edges(name):
    """What a result is made of equals what the tree holds."""
    compiled, _ = check_same(load_game(name).new(3), 3, 200)
    nodes, edges = compiled.to_arrays(compiled.observer)
    root = edges[edges["node"] == 0]
    records = compiled.records()
    assert [int(a) for a in root["action"]] == compiled.actions
    for name_ in ("visits", "value", "margin"):
        assert records[name_].tolist() == root[name_].tolist()
    assert records["wins"][:, compiled.observer].tolist() == root["win"].tolist()
    assert nodes[0]["parent_edge"] == -1


def test_run_search_merges_what_twins_find():
    """Replicates by their seeds, merged by action: sums of visits and of values, divided once."""
    state = load_game("leduc-poker").new(3)
    result = run_search(state, iterations=900, replicates=3, seed=11)
    twins = []
    for r in range(3):
        twin = ReferenceSearcher(state, state.player, settings_for(result.config, state.game, 300),
                                 replicate_streams(11, r))
        twin.run(300)
        twins.append(twin.roots[0].edges)
    for move in result.moves:
        visits = sum(edges[move.action].visits for edges in twins)
        assert move.visits == visits
        assert move.value.mean == pytest.approx(sum(edges[move.action].value for edges in twins) / visits, rel=1e-12)
        assert move.availability == 900


@pytest.mark.parametrize("options", [{"rollout": "mast"}, {"fpu": 0.5}, {"root": "equal"}, {"outcomes": "open"},
                                     {"trees": "none"}, {"depth": 3}, {"opponents": "policy"}])
def test_twin_refuses_what_it_does_not_know(options):
    state = load_game("leduc-poker").new(1)
    with pytest.raises(ConfigError, match="this search has more"):
        ReferenceSearcher(state, 0, settings_for(SearchConfig(**options), state.game, 0), replicate_streams(1, 0))
