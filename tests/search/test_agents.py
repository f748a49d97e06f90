"""Agents: their texts, their choices, their honesty."""
import random
import time
from dataclasses import replace

import numpy as np
import pytest

from kingmaker.games import ConfigError, Rng, available_games, game_spec, load_game
from kingmaker.search import agents, branch, run_search
from kingmaker.search.agents import AGENTS, SEARCHES, parse_agent, parse_agents
from kingmaker.search.seeds import to_int

SEED = np.random.SeedSequence(5)
HONEST = [name for name in SEARCHES if name != "cheat"]
SMALL = [spec.bind(options) for spec in map(game_spec, available_games()) for options in spec.enumerable]


def random_positions(game, seed, least_legal=2):
    """Yield the positions of one random game where somebody has a choice."""
    rng, state = Rng(seed), game.new(seed)
    while not state.is_over:
        if len(state.legal_actions()) >= least_legal:
            yield state.clone()
        state.apply(state.sample(rng))


def choose(text, state, seed=SEED):
    return parse_agent(text).make(state.game).choose(state, seed)


# -- texts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "canonical"), [
    ("random", "random"),
    ("greedy", "greedy"),
    ("greedy:worlds=8", "greedy"),
    ("greedy:worlds=3", "greedy:worlds=3"),
    ("ismcts", "ismcts:iterations=1000"),
    ("ismcts:c=0.70", "ismcts:iterations=1000,c=0.7"),
    ("ismcts:preset=strong", "ismcts:preset=strong"),
    ("ismcts:seconds=1,preset=quick,c=2", "ismcts:preset=quick,seconds=1,c=2"),
    ("ismcts:preset=plain", "ismcts:preset=plain,iterations=1000"),
    ("ismcts:c=1,iterations=20", "ismcts:iterations=20,c=1"),
    ("ismcts:seconds=0.5", "ismcts:seconds=0.5"),
    ("ismcts:seconds=2,iterations=9", "ismcts:iterations=9,seconds=2"),
    ("ismcts:replicates=8,priors=false", "ismcts:iterations=1000,replicates=8,priors=false"),
    ("so-ismcts:win_weight=none,redeterminize=true", "so-ismcts:iterations=1000,redeterminize=true,win_weight=none"),
    ("flat:root=equal", "flat:iterations=1000,root=equal"),
    ("pimc:n_worlds=10", "pimc:iterations=1000,n_worlds=10"),
    ("cheat:trees=none", "cheat:iterations=1000,trees=none"),
    ("mixed", "mixed:iterations=1000"),
    ("mixed:seconds=2", "mixed:seconds=2"),
    ("mo-ismcts:worlds=stratified", "mo-ismcts:iterations=1000,worlds=stratified"),
    ("policy:temperature=0.50", "policy:temperature=0.5"),
])
def test_texts_are_canonical_and_read_back(text, canonical):
    spec = parse_agent(text)
    assert str(spec) == canonical
    assert str(parse_agent(canonical)) == canonical
    if spec.is_search:
        assert parse_agent(canonical).config() == spec.config()


def test_agents_are_separated_by_commas_or_semicolons():
    assert [str(a) for a in parse_agents("random,greedy")] == ["random", "greedy"]
    assert [str(a) for a in parse_agents("flat:c=0.5,iterations=9; random")] == ["flat:iterations=9,c=0.5", "random"]
    assert [str(a) for a in parse_agents("ismcts:iterations=9,c=0.5")] == ["ismcts:iterations=9,c=0.5"]
    assert [str(a) for a in parse_agents("random;policy")] == ["random", "policy"]


@pytest.mark.parametrize(("text", "message"), [
    ("", "unknown agent ''; known: random, greedy, policy, flat"),
    ("greddy", "did you mean 'greedy'"),
    ("ismcts:", "expected key=value after ':'"),
    ("ismcts:iters=5", "unknown key 'iters'; known: preset=none, iterations=1000.*did you mean 'iterations'"),
    ("ismcts:c", "expected key=value, got 'c'"),
    ("ismcts:c=1,greedy", "got 'greedy'; agents with keys are separated by ';'"),
    ("random,ismcts:c=1", "separated by ';', not ','"),
    ("ismcts:c=1,c=2", "'c' is given twice"),
    ("ismcts:c=much", "c: expected a number, got 'much'"),
    ("ismcts:iterations=0", "iterations: expected a number in"),
    ("ismcts:iterations=1.5", "expected a whole number, got '1.5'"),
    ("ismcts:redeterminize=yes", "expected true or false"),
    ("ismcts:trees=single", "trees is settled by the name 'ismcts'"),
    ("cheat:worlds=fresh", "worlds is settled by the name 'cheat'"),
    ("ismcts:worlds=true", "expected one of fresh, stratified, got 'true'"),
    ("pimc:root=equal", "grows single trees with root=ucb"),
    ("ismcts:root=halving,seconds=1", "root=halving shares out a known number of iterations"),
    ("random:c=1", "unknown key 'c'; known: it has none"),
    ("greedy:worlds=0", "worlds: expected a whole number in"),
    ("greedy:worlds=x", "worlds: expected a whole number in"),
    ("greedy:world=2", "known: worlds=8; did you mean 'worlds'"),
    ("policy:temperature=0", "temperature: expected a number above 0, at most 1000; got '0'"),
    ("policy:temperature=nan", "temperature: expected a number above 0"),
    ("policy:heat=2", "unknown key 'heat'; known: temperature=1"),
])
def test_bad_texts_are_refused_by_name(text, message):
    with pytest.raises(ConfigError, match=message):
        parse_agents(text)


@pytest.mark.parametrize(("text", "game", "message"), [
    ("greedy", "kuhn-poker", "kuhn-poker has no evaluation; of policy, priors, evaluation, worlds it has: worlds"),
    ("policy", "tic-tac-toe", "tic-tac-toe has no policy"),
    ("policy:temperature=2", "tic-tac-toe", "tic-tac-toe has no priors"),
    ("ismcts:rollout=policy", "tic-tac-toe", "tic-tac-toe has no policy"),
    ("ismcts:priors=true", "kuhn-poker", "kuhn-poker has no priors"),
])
def test_agents_refuse_games_that_lack_what_they_need(text, game, message):
    with pytest.raises(ConfigError, match=message):
        parse_agent(text).make(load_game(game))


def test_a_budget_given_replaces_the_budgets_of_the_defaults():
    config = parse_agent("ismcts:seconds=3").config(defaults={"iterations": 500, "seconds": 10.0, "replicates": 4})
    assert (config.iterations, config.seconds, config.replicates) == (None, 3.0, 4)
    config = parse_agent("ismcts:c=2").config(defaults={"seconds": 10.0, "replicates": 4})
    assert (config.iterations, config.seconds, config.c) == (None, 10.0, 2.0)
    with pytest.raises(ConfigError, match="'random' does not search; those that do: flat"):
        parse_agent("random").config()


# -- choices ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "ismcts", "so-ismcts:iterations=200", "mo-ismcts:iterations=150", "pimc:n_worlds=10", "flat", "cheat",
    "ismcts:root=halving", "ismcts:root=toptwo", "ismcts:rollout=mast", "ismcts:c=0.3,win_weight=0.5"])
@pytest.mark.parametrize("name", ["tic-tac-toe", "leduc-poker", "phantom-444:board=3", "goofspiel:cards=4,players=3"])
def test_one_replicate_chooses_what_run_search_recommends(text, name):
    game = load_game(name)
    agent = parse_agent(text).make(game)
    for k, state in enumerate(random_positions(game, 3)):
        seed = branch(9, k)
        assert agent.choose(state, seed) == run_search(state, agent.config, seed=to_int(seed)).best.action


def test_temperature_is_how_far_a_player_keeps_to_the_priors():
    """Of 400 choices each: at 1 as often as the prior says, near 0 the likeliest, far above 1 any."""
    game = load_game("two-heirs:short=4")
    state = next(state for state in random_positions(game, 3, least_legal=6))
    legal, priors = state.legal_actions(), np.array(state.priors())
    for temperature in (1.0, 2.0, 0.01, 1000.0):
        agent = parse_agent(f"policy:temperature={temperature}").make(game)
        chosen = [legal.index(agent.choose(state, branch(7, k))) for k in range(400)]
        counts = np.bincount(chosen, minlength=len(legal))
        wanted = priors ** (1 / temperature) / (priors ** (1 / temperature)).sum() * 400
        if temperature == 0.01:
            assert counts.argmax() == priors.argmax()
            assert counts.max() == 400
        else:
            assert (np.abs(counts - wanted) < 4.5 * np.sqrt(np.maximum(wanted, 1)) + 2).all()


def test_replicates_choose_what_run_search_recommends():
    state = load_game("leduc-poker").new(2)
    agent = parse_agent("ismcts:iterations=400,replicates=4").make(state.game)
    assert agent.choose(state, SEED) == run_search(state, agent.config, seed=to_int(SEED)).best.action


def test_a_search_cut_short_ends_the_game_instead_of_deciding_it(monkeypatch):
    state = load_game("leduc-poker").new(2)
    agent = parse_agent("ismcts:replicates=2").make(state.game)
    real = agents.run_search
    monkeypatch.setattr(agents, "run_search", lambda *a, **k: replace(real(*a, **k), stopped_by="interrupt"))
    with pytest.raises(KeyboardInterrupt):
        agent.choose(state, SEED)


@pytest.mark.parametrize("text", [name for name in AGENTS if name not in ("greedy", "policy", "mixed")])
def test_a_single_legal_action_is_made_without_thinking(text, monkeypatch):
    state = load_game("tic-tac-toe").parse("xox/oox/.xo")
    agent = parse_agent(text).make(state.game)
    monkeypatch.setattr(agent, "think", None)
    assert agent.choose(state, SEED) == 6


@pytest.mark.parametrize("text", AGENTS)
def test_choosing_repeats_and_changes_nothing(text):
    special = {"mo-ismcts": "phantom-444:board=3", "mixed": "goofspiel:cards=4"}
    game = load_game(special.get(text, "oh-hell:ranks=4,tricks=3"))
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tolist()
    for state in random_positions(game, 4):
        text_before = state.text()
        assert choose(text, state) == choose(text, state) in state.legal_actions()
        assert state.text() == text_before
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before


def test_random_takes_every_action_about_equally_often():
    state = load_game("tic-tac-toe").new(0)
    counts = np.bincount([choose("random", state, branch(1, k)) for k in range(900)], minlength=9)
    assert ((counts - 100) ** 2 / 100).sum() < 26.1  # chi-square, 8 degrees of freedom: 1 in 1000


def test_greedy_wins_at_once_and_prefers_the_better_evaluation():
    game = load_game("connect-four")
    assert choose("greedy", game.parse("......./......./......./......./ooo..../xxx....")) == 3
    state = game.parse("......./......./......./......./......./x.o....")
    values = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        values.append(after.evaluate()[0] - after.evaluate()[1])
    best = {action for action, value in zip(state.legal_actions(), values, strict=True) if value == max(values)}
    assert {choose("greedy", state, branch(2, k)) for k in range(60)} == best


def test_greedy_looks_at_worlds_and_not_at_the_truth():
    game = load_game("leduc-poker")
    # player 0 holds the queen; the evaluation is the showdown of the world at hand
    choices = {deal: [choose("greedy", game.parse(f"{deal}:"), branch(3, k)) for k in range(20)]
               for deal in ("QsJhJs", "QsKhKs", "QsKhJs")}
    assert choices["QsJhJs"] == choices["QsKhKs"] == choices["QsKhJs"]


def test_cheat_sees_the_other_card_and_ismcts_does_not():
    game = load_game("kuhn-poker")
    weak, strong = game.parse("QJ:pb"), game.parse("QK:pb")  # call a jack's bluff, fold to a king
    assert weak.format_action(choose("cheat:iterations=400", weak)) == "bet"
    assert strong.format_action(choose("cheat:iterations=400", strong)) == "pass"
    assert choose("ismcts:iterations=400", weak) == choose("ismcts:iterations=400", strong)


def test_a_clock_is_kept():
    state = load_game("connect-four").new(0)
    start = time.perf_counter()
    choose("ismcts:seconds=0.2", state)
    assert 0.19 < time.perf_counter() - start < 1.5


# -- honesty ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [g for g in SMALL if g.spec.hidden], ids=str)
def test_choices_do_not_depend_on_what_the_player_cannot_know(game):
    texts = ["random", *(f"{name}:iterations=60" for name in HONEST)]
    texts += ["greedy"] * game.has("evaluation") + ["policy"] * game.has("policy")
    texts += ["policy:temperature=2"] * game.has("priors")
    for state in random_positions(game, 6):
        twin = state.world(state.player, Rng(8))
        for text in texts:
            assert choose(text, state) == choose(text, twin), f"{text} in {state.text()} and {twin.text()}"


# -- no win missed ------------------------------------------------------------------------------------------------


def wins_surely(state, action, at_once=False, count=60):
    """Whether an action wins in all of many worlds, played on at random (or ending the game at once)."""
    for k in range(count):
        world = state.world(state.player, Rng(k))
        world.apply(action)
        if at_once and not world.is_over:
            return False
        world.playout(Rng(k))
        if world.wins()[state.player] < 1:
            return False
    return True


def mates(game, count=3):
    """Return positions with an action that wins at once whatever is hidden, and their sure wins, if not all are."""
    found = []
    for seed in range(60):
        for state in random_positions(game, seed):
            sure = [action for action in state.legal_actions() if wins_surely(state, action)]
            if len(sure) < len(state.legal_actions()) and any(wins_surely(state, a, at_once=True) for a in sure):
                found.append((state, sure))
                break
        if len(found) == count:
            break
    return found


def is_proved_win(state, action):
    """Whether the mover wins by playing on well, though not at random: proved, in a turn that goes on."""
    after = state.clone()
    after.apply(action)
    if after.is_over or after.player != state.player:
        return False
    found = run_search(after, iterations=1000, win_weight=1.0, seed=5)
    return found.stopped_by == "proved" and found.best.win.mean == 1


MATES = {str(game): mates(game) for game in SMALL}


def test_most_games_have_a_quick_win():
    having = {name.partition(":")[0] for name, found in MATES.items() if found}
    assert having >= {"tic-tac-toe", "connect-four", "kuhn-poker", "kuhn-python", "leduc-poker", "phantom-444"}


@pytest.mark.parametrize("name", [name for name, found in MATES.items() if found])
@pytest.mark.parametrize("text", [*SEARCHES, "ismcts:root=halving", "ismcts:root=toptwo"])
def test_a_win_at_once_is_taken(text, name):
    game = load_game(name)
    if text == "cheat" and game.spec.hidden:
        pytest.skip("it knows of other sure wins")
    for state, wins in MATES[name]:
        full = text + ("," if ":" in text else ":") + "win_weight=1"  # else a risk for more points may be right
        full += ",solve=false"  # of sure wins a proof takes the one by most points, which may take longer
        full += ",iterations=10000" if text == "flat" else ""   # 98 % is told from a sure win by visits alone
        action = choose(full, state)
        assert action in wins or is_proved_win(state, action), f"{text} in {state.text()}"
