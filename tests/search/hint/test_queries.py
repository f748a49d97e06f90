"""Queries of other programs: answers in order, whole lines, mistakes that stop nobody else."""
import json
import threading

import pytest

from kingmaker.games import load_game
from kingmaker.games.files.positions import write_position
from kingmaker.search import StopFlag, run_search
from kingmaker.search.hint.hint import hint
from kingmaker.search.hint.queries import answer_all, answer_query

KUHN = {"game": "kuhn-poker", "version": 1, "state": "KJ:pb"}
HEIRS = write_position(load_game("two-heirs", mode="solo").new(1))


def ask(query, **keys):
    return answer_query(query if isinstance(query, str) else json.dumps(query), where="line 7", seed=5, **keys)


def test_an_answer_is_that_of_a_search():
    answer = ask({"id": {"any": "thing"}, "position": KUHN, "iterations": 400})
    result = run_search(load_game("kuhn-poker").parse("KJ:pb"), iterations=400, replicates=8, seed=5, c=0.7)
    expected = result.to_dict()
    for found, wanted in ((answer, expected), *zip(answer["moves"], expected.pop("moves"), strict=True)):
        assert {key: found[key] for key in wanted} == wanted
    assert (answer["id"], answer["warnings"]) == ({"any": "thing"}, [])
    assert (answer["hangs_on"], answer["points"], answer["sensitivity"]) == (None, None, []), "only where it is asked"
    own = ask({"position": KUHN, "iterations": 400, "seed": 6, "agent": "ismcts:replicates=4"})
    assert (own["id"], own["seed"], own["replicates"]) == (None, 6, 4)


def test_answers_have_plans_and_groups():
    """The opening: take, then see what is turned up; a move with a plan is in one of the three groups."""
    answer = ask({"position": write_position(load_game("two-heirs").new(1)), "iterations": 2000})
    assert [len(row["plan"]) for row in answer["moves"]] == [1, 1, 1]
    assert {row["ends"] for row in answer["moves"]} == {"unknown"}
    assert sum(one["share"] for one in answer["then"]) == pytest.approx(1)
    assert answer["groups"]["best"][0] == answer["moves"][0]["move"]
    assert sorted(move for group in answer["groups"].values() for move in group) == sorted(
        row["move"] for row in answer["moves"])


def test_why_is_answered_where_it_is_asked():
    keys = {"position": write_position(load_game("two-heirs", mode="solo").new(1)), "iterations": 800, "lang": "cs"}
    answer, short = ask({**keys, "why": True}), ask(keys)
    found = hint(load_game("two-heirs", mode="solo").new(1), iterations=800, replicates=8, seed=5, lang="cs")
    assert answer == {"id": None, **found.to_dict(), "warnings": []}
    assert answer["hangs_on"]["playouts"] == 25 * 8, "a quarter of the iterations, eight in a world"
    assert set(answer["wins"]) == {"blue", "white"}
    assert {**answer, "hangs_on": None, "points": None, "wins": None, "sensitivity": [],
            "alternatives": None, "runner_up": {**answer["runner_up"], "changes": None}} == short


def test_moves_to_look_at_are_compared_with_the_best():
    """Sequential halving keeps them: with 8 trees of 25 iterations a move named is seen by each tree to the end."""
    state = load_game("two-heirs", mode="solo").new(1)
    state.apply_move(state.legal_moves()[0])
    position, named = write_position(state), state.legal_moves()[-1]
    answer = ask({"id": 1, "position": position, "iterations": 800, "moves": [named]})
    assert len(answer["moves"]) <= 2 < len(state.legal_moves())
    (row,) = (row for row in answer["moves"] if row["move"] == named)
    assert row["visits"] > 800 / len(state.legal_moves())
    assert row["loss_ci"][0] is not None


@pytest.mark.parametrize(("query", "message"), [
    ("no json", "line 7: not JSON"),
    ("[1]", "line 7: expected a JSON object, got [1]"),
    ('{"id": 1}', "expected exactly one of 'position' and 'path'; got none"),
    ({"position": KUHN, "path": "x.json"}, "got both"),
    ({"position": KUHN | {"state": "KJ:bb"}}, "the game is over"),
    ({"position": KUHN | {"state": "AJ:"}}, "state: "),
    ({"path": "no/such.json"}, "No such file"),
    ({"position": KUHN, "iterations": "many"}, "to 1000000000000, got 'many'"),
    ({"position": KUHN, "iterations": True}, "iterations: expected a whole number from 1 to 1000000000000, got True"),
    ({"position": KUHN, "why": 1}, "why: expected true or false, got 1"),
    ({"position": KUHN, "lang": "cs"}, "lang: kuhn-poker speaks en; got 'cs'"),
    ({"position": KUHN, "seed": -1}, "seed: expected a whole number from 0"),
    ({"position": KUHN, "moves": [["bet"]]}, "moves[0]: expected a text, got ['bet']"),
    ({"position": KUHN, "moves": ["fold"]}, "illegal move 'fold'; legal: pass, bet"),
    ({"position": KUHN, "moves": ["bet"], "seconds": 1}, "moves: they are compared in a race"),
    ({"position": KUHN, "agent": "ismcts:iterations=50", "iterations": 50}, "iterations: it is also given in agent"),
    ({"position": KUHN, "agent": "greedy"}, "does not search"),
])
def test_mistakes_are_answered(query, message):
    answer = ask(query)
    assert set(answer) == {"id", "error"}
    assert message in answer["error"]


def test_unknown_keys_are_warned_about():
    answer = ask({"position": KUHN, "iterations": 80, "iteration": 3, "comment": "mine"})
    assert answer["warnings"] == ["unknown key 'iteration'; did you mean 'iterations'?", "unknown key 'comment'"]


def queries(n):
    lines = [json.dumps({"id": k, "position": HEIRS, "iterations": 160 + 40 * (k % 3)}) + "\n" for k in range(n)]
    return [*lines[:3], "\n", "broken\n", *lines[3:]]


def test_the_number_of_jobs_changes_nothing():
    outputs = []
    for jobs in (1, 3):
        lines = []
        tally = answer_all(queries(9), lines.append, seed=2, jobs=jobs)
        assert (tally.answered, tally.refused, tally.dropped) == (9, 1, 0)
        outputs.append(lines)
    assert outputs[0] == outputs[1]
    assert [json.loads(line)["id"] for line in outputs[0]] == [0, 1, 2, None, 3, 4, 5, 6, 7, 8]
    assert json.loads(outputs[0][3])["error"].startswith("query line 5: not JSON")


def test_a_caller_who_waits_for_each_answer_gets_it():
    """The next query comes only after the answer to the one before was seen."""
    seen, lines = threading.Semaphore(0), []

    def talk():
        for line in queries(3)[:3]:
            yield line
            assert seen.acquire(timeout=20)

    def write(line):
        lines.append(line)
        seen.release()

    assert answer_all(talk(), write, seed=1, jobs=2).answered == 3
    assert len(lines) == 3


def test_a_stop_drops_what_is_not_finished():
    stop, lines = StopFlag(), []

    def write(line):
        lines.append(line)
        stop.set()

    long = json.dumps({"id": "long", "position": HEIRS, "seconds": 100}) + "\n"
    tally = answer_all([*queries(1)[:1], long, long, long], write, seed=1, jobs=2, stop=stop)
    assert [json.loads(line)["id"] for line in lines] == [0]
    assert (tally.answered, tally.was_interrupted) == (1, True)
    assert tally.dropped <= 3


def test_a_reader_who_left_is_told_to_the_caller():
    def write(line):
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        answer_all(queries(6), write, seed=1, jobs=2)
