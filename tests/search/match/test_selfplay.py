"""Self-play: what a block is, quick games against slow ones, batches whatever the workers."""
import json
from itertools import pairwise

import joblib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingmaker.games import ConfigError, ContractError, Rng, available_games, game_spec, load_game
from kingmaker.search._quick import KINDS, play_quickly, stream_draws
from kingmaker.search.match.blocks import play_game
from kingmaker.search.match.selfplay import play_batches, play_blocks, replay
from kingmaker.search.match.selfplay_config import config_from_dict, configure
from kingmaker.search.seeds import AGENT, DEAL, JUDGE, branch, to_int

SMALL = [str(spec.bind(spec.enumerable[-1])) for spec in map(game_spec, available_games())]
FOUR = "oh-hell:players=4,ranks=4,tricks=3"


def rows(plan, **options):
    """Return all rows of a plan: table -> column -> list."""
    batches = list(play_batches(plan, range(plan.n_batches), **options))
    return {table: {column: np.concatenate([batch.tables[table][column] for batch in batches]).tolist()
                    for column in batches[0].tables[table]} for table in batches[0].tables}


def without_times(tables):
    return repr({name: columns for name, columns in tables.items() if name != "times"})


# -- streams --------------------------------------------------------------------------------------------------------


@given(st.integers(0, 2**53 - 1), *[st.integers(0, 2**31 - 1)] * 3)
def test_streams_in_c_are_those_of_numpy(seed, first, second, third):
    assert stream_draws(seed, first, second, third, 4) == Rng(branch(seed, first, second, third)).draws(4, 2**32 - 1)


@pytest.mark.parametrize("agents", [["random"], ["policy"], ["random", "policy"]], ids="-".join)
@pytest.mark.parametrize("name", [*SMALL, FOUR, "two-heirs"])
def test_quick_games_are_the_games_of_a_match(name, agents):
    game = load_game(name)
    if "policy" in agents and not game.has("policy"):
        pytest.skip("the game has no policy")
    agents = (agents * game.n_players)[:game.n_players]
    actions, seats = np.zeros(game.max_decisions, np.int32), np.zeros(game.max_decisions, np.int8)
    for deal in range(8):
        state, again = game.new(deal), game.new(deal)
        n = play_quickly(state, [KINDS[agent] for agent in agents], deal, actions, seats)
        played = play_game(game, agents[:len(game.acting)], deal)
        assert n == len(played.moves)
        for action, seat, move in zip(actions[:n].tolist(), seats[:n], played.moves, strict=True):
            assert (again.player, again.format_action(action)) == (seat, move)
            again.apply(action)
        assert tuple(state.returns()) == played.returns
        assert state == again


def test_a_game_longer_than_declared_is_refused():
    game = load_game("two-heirs")
    with pytest.raises(ContractError, match="longer than its declared max_decisions=20"):
        play_quickly(game.new(1), [0, 0], 1, np.zeros(20, np.int32), np.zeros(20, np.int8))


# -- blocks ---------------------------------------------------------------------------------------------------------


def entries(*args, **options):
    plan = configure(*args, seed=1, **options)
    return plan, [(str(entry.game), entry.arm, entry.rotation, entry.agents) for entry in plan.entries]


def test_one_agent_has_all_seats_once():
    assert entries(FOUR, ["random"], 3)[1] == [(FOUR, "", 0, ("random",) * 4)]


def test_agents_are_mirrored_or_rotated():
    assert [seats for *_, seats in entries("kuhn-poker", ["random", "ismcts"], 1)[1]] == [
        ("random", "ismcts:iterations=1000"), ("ismcts:iterations=1000", "random")]
    four = ["random", "policy", "flat:iterations=9", "flat:iterations=8"]
    assert [seats for *_, seats in entries(FOUR, four, 1)[1]] == [
        tuple(four), (four[3], *four[:3]), (*four[2:], *four[:2]), (*four[1:], four[0])]
    assert [seats.index("policy") for *_, seats in entries(FOUR, ["policy", "random"], 1)[1]] == [0, 1, 2, 3]


def test_a_seat_that_never_decides_has_no_agent():
    _, games = entries("two-heirs:mode=solo", ["random", "greedy", "ismcts"], 1)
    assert [seats for *_, seats in games] == [("random", None), ("greedy", None), ("ismcts:iterations=1000", None)]


def test_variants_arms_and_seats_are_crossed_on_every_deal():
    plan, games = entries("two-heirs:sets=war,crafts,guard", ["random", "greedy"], 100,
                          each=["sets=travel,dominion,war;war,crafts,guard"], arms=["first=W1", "ban_blue=W1,first=G2"])
    assert len(games) == 2 * 2 + 2 * 2 + 2  # none and first=W1 in both sets, the other where there is a G2
    assert plan.partial_arms == ("ban_blue=W1,first=G2",)
    assert plan.n_games == 100
    assert plan.n_blocks == 10
    arms = [(game.split("sets=")[1].split(",first")[0], arm, rotation) for game, arm, rotation, _ in games]
    assert arms[:6] == [("travel,dominion,war", "", 0), ("travel,dominion,war", "", 1),
                        ("travel,dominion,war", "first=W1", 0), ("travel,dominion,war", "first=W1", 1),
                        ("war,crafts,guard", "", 0), ("war,crafts,guard", "", 1)]
    assert games[-1][1:3] == ("ban_blue=W1,first=G2", 1)


def test_every_value_of_an_option_and_of_an_arm():
    _, games = entries("two-heirs:mode=solo", ["random"], 1, each=["level"], arms=["first=*"])
    assert len(games) == 3 * (1 + 27)
    assert [arm for _, arm, *_ in games[1:28]] == [f"first={letter}{n}" for letter in "TDC" for n in range(1, 10)]
    assert len(entries("two-heirs", ["random"], 1, each=["sets"])[1]) == 20


def test_the_deal_is_that_of_a_match_and_common_to_the_block():
    plan = configure("two-heirs", ["random", "policy"] if load_game("two-heirs").has("policy") else ["random"], 40,
                         seed=5, arms=["first=T3"])
    games = rows(plan)["games"]
    n = len(plan.entries)
    for block in range(plan.n_blocks):
        assert games["deal"][block * n:block * n + n] == [to_int(branch(5, DEAL, block))] * n
        assert games["block"][block * n:block * n + n] == [block] * n
    assert games["game"] == list(range(plan.n_games))


def test_identical_agents_in_mirrored_blocks_cancel_exactly():
    for agents in (["random", "random"], ["greedy:worlds=1", "greedy:worlds=1"]):
        margins = rows(configure("two-heirs", agents, 20, seed=3))["games"]["margin"]
        assert margins[::2] == margins[1::2]


def test_an_intervention_that_changes_nothing_leaves_the_game_as_it_was():
    plan = configure("two-heirs", ["random"], 2 * 60, seed=3, arms=["first=T3"])
    games, same = rows(plan)["games"], 0
    for block in range(plan.n_blocks):
        entry, deal = plan.find(2 * block)
        if "T3" in entry.game.new(deal).snapshot().supply:
            same += 1
            assert games["points_0"][2 * block] == games["points_0"][2 * block + 1]
            assert games["decisions"][2 * block] == games["decisions"][2 * block + 1]
    assert same > 3


# -- rows -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_rows_are_what_a_replay_gives(name):
    plan = configure(name, ["random"], 6, seed=2)
    games = rows(plan)["games"]
    for number in range(6):
        again = replay(plan, number)
        n = len(again.points)
        assert [games[f"points_{seat}"][number] for seat in range(n)] == again.points
        assert games["decisions"][number] == again.decisions == len(again.lines) - 2
        margin = again.points[0] - max(again.points[1:], default=0)
        assert games["margin"][number] == margin
        wins = [games[f"win_{seat}"][number] for seat in range(n)]
        assert sum(wins) == pytest.approx(1)
        assert games["winner"][number] == (wins.index(1) if 1 in wins else -1)


def test_turns_are_runs_of_one_seat_and_the_starter_decides_first():
    plan = configure("leduc-poker", ["random"], 30, seed=2)
    games = rows(plan)["games"]
    for number in range(30):
        seats = [line["player"] for line in replay(plan, number).lines[1:-1]]
        assert games["starter"][number] == seats[0]
        assert games["turns"][number] == 1 + sum(a != b for a, b in pairwise(seats))


def test_seats_that_a_variant_does_not_have_are_missing():
    games = rows(configure("oh-hell:ranks=4,tricks=3", ["random"], 4, seed=1, each=["players=3;4"]))["games"]
    assert games["players"] == [3, 4, 3, 4]
    assert np.isnan(games["points_3"]).tolist() == [True, False, True, False]
    assert games["agent_3"] == [None, "random", None, "random"]


def test_a_search_tells_what_it_thinks_of_its_choice():
    plan = configure("leduc-poker", ["ismcts:iterations=60", "random"], 10, seed=4, decisions=True)
    tables = rows(plan)
    table = tables["decisions"]
    assert len(table["game"]) == sum(tables["games"]["decisions"])
    for number, seat, legal, move, best, value, visits, loss in zip(*[table[name] for name in (
            "game", "seat", "legal", "move", "best", "value", "visits", "loss")], strict=True):
        searched = plan.entries[number % 2].agents[seat].startswith("ismcts") and legal > 1
        assert (best == move and 0 <= value <= 1 and 0 < visits <= 60 and loss == 0) == searched
        assert searched or (best is None and np.isnan(value) and visits == -1 and np.isnan(loss))


def test_decisions_are_those_of_the_game():
    plan = configure(FOUR, ["random"], 3, seed=4, decisions=True)
    table = rows(plan)["decisions"]
    assert without_times({k: v for k, v in rows(plan).items() if k != "decisions"}) == without_times(
        rows(configure(FOUR, ["random"], 3, seed=4)))  # keeping them changes no game
    at = 0
    for number in range(3):
        for k, line in enumerate(replay(plan, number).lines[1:-1]):
            assert [table[name][at] for name in ("game", "decision", "seat", "legal", "move")] == [
                number, k + 1, line["player"], len(line["legal"]), line["move"]]
            at += 1


def test_a_judge_weighs_the_decisions_of_others():
    from kingmaker.search import run_search
    from kingmaker.search.agents import parse_agent

    plan = configure("leduc-poker", ["random"], 4, seed=4, decisions=True, judge="ismcts:iterations=80")
    table = rows(plan)["decisions"]
    entry, deal = plan.find(0)
    state = entry.game.new(deal)
    config = parse_agent("ismcts:iterations=80").config()
    for k in range(table["game"].count(0)):
        result = run_search(state, config, seed=to_int(branch(deal, JUDGE, k)))
        move = next(m for m in result.moves if m.move == table["move"][k])
        assert (table["best"][k], table["value"][k], table["visits"][k]) == (
            result.best.move, move.value.mean, move.visits)
        assert table["loss"][k] == pytest.approx(result.best.value.mean - move.value.mean)
        state.apply_move(move.move)


def test_thinking_does_not_change_with_what_is_kept():
    """The judge has streams of its own."""
    plain = rows(configure("leduc-poker", ["ismcts:iterations=30"], 5, seed=4))
    judged = rows(configure("leduc-poker", ["ismcts:iterations=30"], 5, seed=4, decisions=True,
                                judge="flat:iterations=20"))
    assert plain["games"] == judged["games"]


# -- many -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "agents", "options"), [
    ("two-heirs", ["random"], {"arms": ["first=T3"]}),
    ("two-heirs:mode=solo", ["random", "greedy:worlds=1"], {"each": ["level"]}),
    ("leduc-poker", ["ismcts:iterations=30", "random"], {"decisions": True}),
])
def test_rows_do_not_depend_on_workers(name, agents, options):
    plan = configure(name, agents, 90, seed=6, batch=24, **options)
    one = without_times(rows(plan))
    assert without_times(rows(plan, jobs=2)) == one
    with joblib.parallel_config(backend="threading"):
        assert without_times(rows(plan, jobs=3)) == one
    whole = play_blocks(plan, 0, plan.n_blocks).tables
    assert repr({table: {name: column.tolist() for name, column in columns.items()}
                 for table, columns in whole.items() if table != "times"}) == one


def test_batches_are_asked_for_by_number():
    plan = configure("kuhn-poker", ["random", "random"], 50, seed=6, batch=12)
    assert (plan.blocks_per_batch, plan.n_batches) == (6, 5)
    assert [plan.blocks_of(batch) for batch in range(5)] == [(0, 6), (6, 12), (12, 18), (18, 24), (24, 25)]
    assert [(b.first, b.last, b.n_games) for b in play_batches(plan, [1, 4], jobs=2)] == [(6, 12, 12), (24, 25, 2)]
    heard = []
    list(play_batches(plan, range(5), on_progress=heard.append))
    assert heard == sorted(heard)
    assert heard[-1] == 50


def test_a_plan_survives_its_manifest():
    plan = configure("two-heirs", ["random", "greedy"], 10, seed=6, each=["mode"], arms=["ban=camps"],
                         decisions=True, judge="ismcts")
    again = config_from_dict(json.loads(json.dumps(plan.to_dict())))
    assert again == plan
    assert again.entries == plan.entries


@pytest.mark.parametrize(("call", "message"), [
    (lambda: configure("kuhn-poker", ["random"], 0, seed=1), "at least one game"),
    (lambda: configure("kuhn-poker", [], 1, seed=1), "at least one agent"),
    (lambda: configure(FOUR, ["random"] * 3, 1, seed=1), "expected one agent, two, or 4; got 3"),
    (lambda: configure("kuhn-poker", ["greedy"], 1, seed=1), "kuhn-poker has no evaluation"),
    (lambda: configure("kuhn-poker", ["ismcts:seconds=1"], 1, seed=1), "a clock as budget cannot be repeated"),
    (lambda: configure("kuhn-poker", ["random"], 1, seed=1, judge="ismcts"), "keep them"),
    (lambda: configure("kuhn-poker", ["random"], 1, seed=1, decisions=True, judge="random"), "does not search"),
    (lambda: configure("kuhn-poker", ["random"], 1, seed=1, each=["level"]), "each 'level': expected an option of"),
    (lambda: configure("two-heirs", ["random"], 1, seed=1, each=["level=1;4"]), r"whole number in \[1, 3\]"),
    (lambda: configure("two-heirs", ["random"], 1, seed=1, each=["level=1;1"]), "given twice"),
    (lambda: configure("two-heirs", ["random"], 1, seed=1, arms=["frist=T1"]), "unknown option 'frist'"),
    (lambda: configure("two-heirs", ["random"], 1, seed=1, arms=["first=W1"]), "arm 'first=W1': .* of war"),
    (lambda: configure("two-heirs", ["random"], 5, seed=1).find(5), r"expected a number in \[0, 5\), got 5"),
    (lambda: list(play_batches(configure("kuhn-poker", ["random"], 1, seed=1), [0], jobs=0)), "jobs: expected"),
])
def test_what_cannot_be_played_is_refused(call, message):
    with pytest.raises(ValueError, match=message) as refusal:
        call()
    assert isinstance(refusal.value, ConfigError) or "unknown option" in message


def test_agent_streams_are_those_of_the_deal():
    plan = configure("leduc-poker", ["random"], 3, seed=9)
    entry, deal = plan.find(2)
    state, counts = entry.game.new(deal), [0, 0]
    for line in replay(plan, 2).lines[1:-1]:
        seat, legal = state.player, state.legal_actions()
        choice = legal[0] if len(legal) == 1 else Rng(branch(deal, AGENT, seat, counts[seat])).choice(legal)
        assert state.format_action(choice) == line["move"]
        counts[seat] += 1
        state.apply(choice)
