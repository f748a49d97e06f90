"""Reviews of finished games: what a decision cost, by hand where a game has a known answer."""
import json
import math
from types import SimpleNamespace

import pytest

from kingmaker.games import ConfigError, NotationError, load_game
from kingmaker.games.files.records import record_game
from kingmaker.games.files.replays import Replay, load_replays
from kingmaker.games.two_heirs.position import read_position
from kingmaker.search import StopFlag
from kingmaker.search.hint.review import Judged, review_game
from tests.games.two_heirs.setting import position


def played(name, moves, **options):
    """Return the replay of a game from a text of its state, or its deal, with moves."""
    game = load_game(name, **options)
    state, decisions = game.new(3), []
    for move in moves:
        decisions.append((state.clone(), state.parse_action(move)))
        state.apply_move(move)
    return Replay(tuple(decisions), state)


def test_a_missed_win_costs_the_win():
    """Tic-tac-toe: with a1 b1 against a2 b2, c1 wins at once; the player plays c3 and the other wins with c2."""
    replay = played("tic-tac-toe", ["a1", "a2", "b1", "b2", "c3", "c2"])
    review = review_game(replay.decisions, replay.end, iterations=4000, seed=1)
    missed, last = review.decisions[4:]
    assert (missed.verdict, missed.best.move, missed.chosen.move) == ("worse", "c1", "c3")
    assert missed.best.win.mean == 1
    assert missed.chosen.win.mean < 0.1, "the other's winning answer is seen"
    assert missed.chosen.loss.low > 0.8
    assert (last.verdict, last.chosen.win.mean) == ("best", 1)
    assert review.worst[0].costliest is missed
    assert [turn.turn for turn in review.turns] == [1, 2, 3, 4, 5, 6]
    assert review.wins == (0, 1)
    rows = review.to_rows()
    assert [row["win"] for row in rows[-2:]] == [0, 1], "the result ends each line"
    assert rows[4]["is_worst"]


def test_open_cards_change_the_judgement():
    """Kuhn: with the queen against a bet, folding gives up what calling wins of the jack; the holder does not see it.

    Deal QJ, `pass bet pass`: seen from the queen the other has king or jack with equal chance (-1 for folding, 0 on
    average for calling); with open cards calling wins 2.
    """
    game = load_game("kuhn-poker")
    before = game.parse("QJ:pb")
    after = before.clone()
    after.apply_move("pass")
    replay = Replay(((before, before.parse_action("pass")),), after)
    honest, cheating = (
        review_game(replay.decisions, replay.end, iterations=4000, seed=1, is_open=is_open).decisions[0]
        for is_open in (False, True))
    assert cheating.best.margin.mean == 4, "2 against -2"
    assert honest.best.margin.mean == pytest.approx(0, abs=0.4), "half the worlds are won with 4, half lost with -4"
    assert honest.chosen.margin.mean == cheating.chosen.margin.mean == -2


def test_turns_last_until_the_game_says_so_where_one_acts_alone():
    game = load_game("two-heirs", mode="solo", short=1)
    lines = list(record_game(game, 2, lambda state: state.legal_actions()[0]))
    state = game.new(2)
    decisions = []
    for line in lines[1:-1]:
        decisions.append((state.clone(), state.parse_action(line["move"])))
        state.apply_move(line["move"])
    review = review_game(decisions, state, iterations=16, seed=1)
    ends = [k for k, (before, action) in enumerate(decisions) if before.ends_turn(action)]
    assert len(review.turns) == len(ends) > 1
    assert sum(len(turn.decisions) for turn in review.turns) == len(decisions)


def test_a_worst_turn_has_a_better_plan():
    """The last turn of a game of which nothing is hidden: with the market in hand Blue ends without building it.

    The plan begins with what was played up to that decision and can be played to the end of the game; played so, it
    gives more points than the turn that was played.
    """
    start = read_position(position({"0,0": "C2", "1,0": "T1 blue", "-1,0": "C9 white"}, hand="T4",
                                   supply="C3 D3 - - - -", blue="1,0 supply supply", white="0,0 supply supply",
                                   stack="", turns_after_this=0))
    state, decisions = start.clone(), []
    for move in ("take C3", "end"):
        decisions.append((state.clone(), state.parse_action(move)))
        state.apply_move(move)
    review = review_game(decisions, state, iterations=4000, seed=1)
    [turn] = review.worst
    assert turn.plan[:turn.costliest.n - 1] == ("take C3", "end")[:turn.costliest.n - 1]
    assert turn.costliest.plan.ends == "game"
    better = start.clone()
    for move in turn.plan:
        better.apply_move(move)
    assert better.is_over
    assert better.returns()[0] - better.returns()[1] > state.returns()[0] - state.returns()[1]
    row = review.to_dict()["worst"][0]
    assert (row["moves"], row["plan"], row["ends"]) == (["take C3", "end"], list(turn.plan), "game")
    assert (row["win_before"], row["win_after"]) == (turn.costliest.best.win.mean, turn.costliest.chosen.win.mean)


def test_one_players_decisions_and_an_early_stop():
    replay = played("tic-tac-toe", ["b2", "a1", "c3"])
    own = review_game(replay.decisions, replay.end, iterations=80, seed=1, player=1)
    assert [one.n for one in own.decisions] == [2]
    everything = review_game(replay.decisions, replay.end, iterations=80, seed=1)
    assert own.decisions[0] == everything.decisions[1], "a decision is judged alike whoever else is"
    stop = StopFlag()
    part = review_game(replay.decisions, replay.end, iterations=80, seed=1, stop=stop,
                       on_progress=lambda n: stop.set() if n == 2 else None)
    assert [one.n for one in part.decisions] == [1, 2]
    assert part.stopped_by == "interrupt"


def test_a_move_that_no_tree_tried_is_not_judged():
    """Eight trees of one iteration look at eight of sixteen first moves at most."""
    start = load_game("phantom-444").new(1)
    untried = []
    for action in start.legal_actions():
        after = start.clone()
        after.apply(action)
        review = review_game([(start, action)], after, iterations=8, seed=4)
        untried += [one for one in review.decisions if one.chosen.visits == 0]
    assert untried
    for one in untried:
        assert math.isnan(one.chosen.loss.mean)
        assert (one.cost, one.verdict, one.to_dict(start.game)["loss"]) == (0, "tied", None)


def test_nothing_to_review_is_refused():
    state = load_game("tic-tac-toe").new(1)
    with pytest.raises(ConfigError, match="nobody has decided anything"):
        review_game((), state, seed=1)


def test_a_record_of_other_rules_is_refused(tmp_path):
    lines = list(record_game(load_game("oh-hell", tricks=2), 1, lambda state: state.legal_actions()[0]))
    path = tmp_path / "games.jsonl"

    def written(changed):
        path.write_text("".join(json.dumps(line) + "\n" for line in changed), encoding="utf-8")
        return path

    twice = load_replays(written([*lines, *lines]))
    assert len(twice) == 2
    assert twice[0].end.returns() == lines[-1]["result"]["points"]
    with pytest.raises(NotationError, match="game 1: decision 2: the rules give other legal moves"):
        load_replays(written([*lines[:2], lines[2] | {"legal": ["bid9"]}, *lines[3:]]))
    with pytest.raises(NotationError, match="result: the rules give"):
        load_replays(written([*lines[:-1], {"result": {"points": [9, 9, 9]}}]))
    with pytest.raises(NotationError, match="move 1: illegal move 'jump'"):
        load_replays(written([lines[0], lines[1] | {"move": "jump"}]))
    path.write_text('{"record": "oh-hell"}\nnonsense\n', encoding="utf-8")
    with pytest.raises(NotationError, match="line 2: not JSON"):
        load_replays(path)


@pytest.mark.parametrize(("best", "chosen", "lost"), [
    ((0.45, 2.0), (0.33, 1.0), {"win": 0.12}),
    ((1.0, 9.0), (1.0, 6.7), {"margin": 2.3}),
    ((0.5, 1.0), (0.5, 1.0), {}),
])
def test_what_a_mistake_cost_is_chance_else_points(best, chosen, lost):
    def moved(win, margin):
        return SimpleNamespace(win=SimpleNamespace(mean=win), margin=SimpleNamespace(mean=margin), is_tried=True)

    one = Judged(n=1, turn=1, player=0, n_legal=2, best=moved(*best), chosen=moved(*chosen), plan=None)
    assert one.lost == pytest.approx(lost)
