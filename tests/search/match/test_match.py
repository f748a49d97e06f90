"""Matches: mirrored blocks, streams that do not disturb each other, and counting by hand."""
import json
import math
import random
from dataclasses import replace

import joblib
import numpy as np
import pytest
from scipy import stats

from kingmaker.games import ConfigError, ContractError, available_games, game_spec, load_game
from kingmaker.games.files.positions import parse_position
from kingmaker.search.agents import Agent, parse_agent
from kingmaker.search.estimate import share_estimate
from kingmaker.search.match.blocks import PlayedGame, play_block, play_game
from kingmaker.search.match.match import (
    MatchSoFar,
    count_block,
    elo,
    play_games,
    play_match,
    score_estimate,
    solo_lead,
)
from kingmaker.search.seeds import AGENT, branch, to_int

SMALL = [spec.bind(spec.enumerable[-1]) for spec in map(game_spec, available_games())]
THREE = "goofspiel:players=3,cards=4"
FOUR = "oh-hell:players=4,ranks=4,tricks=3"


class Scripted(Agent):
    """Makes its n-th legal action; counts what it is told."""

    listens = True

    def __init__(self, name, pick):
        super().__init__(name)
        self.pick = pick
        self.heard = []

    def think(self, state, legal, seed):
        return legal[self.pick % len(legal)]

    def told(self, before, action, after):
        assert action in before.legal_actions()
        self.heard.append((before.text(), after.text()))


class Maker:
    def __init__(self, name="own", pick=0, games_before_ctrl_c=None):
        self.name, self.pick, self.left, self.made = name, pick, games_before_ctrl_c, []

    def make(self, game):
        self.made.append(Scripted(self.name, self.pick))
        if self.left is not None and len(self.made) > self.left:
            raise KeyboardInterrupt
        return self.made[-1]


# -- streams ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("agent", ["random", "ismcts:iterations=40", "pimc:iterations=40,n_worlds=4"])
@pytest.mark.parametrize("game", [*SMALL, load_game(THREE), load_game(FOUR)], ids=str)
def test_an_agent_that_meets_itself_cancels_exactly(game, agent):
    result = play_match(game, [agent, agent], 6, seed=11)
    par = 1 / game.n_players
    assert result.block_scores == (pytest.approx(par, abs=1e-15),) * 6
    assert result.score.mean == result.score.low == result.score.high == result.block_scores[0]
    assert (result.lead.mean, result.lead.low, result.lead.high) == (0, 0, 0)
    assert (result.elo.mean, result.elo.low, result.elo.high) == (0, 0, 0)
    for block in range(3):
        first, *others = play_block(game, agent, agent, 11, block)
        assert {other.moves for other in others} == {first.moves}
        assert {played.deal for played in others} == {first.deal}


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_thinking_does_not_disturb_the_game(game):
    random.seed(4)
    np.random.seed(4)
    before = random.getstate(), np.random.get_state()[1].tolist()
    little, much = ([play_game(game, [f"ismcts:iterations={n}"] * len(game.acting), deal) for deal in range(2)]
                    for n in (10, 1000))
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before
    for played in (*little, *much):  # the moves were made in the deal that the number alone decides
        state = game.new(played.deal)
        for move in played.moves:
            state.apply_move(move)
        assert state.is_over
        assert tuple(state.returns()) == played.returns


def test_deals_depend_on_the_match_seed_and_block_alone():
    one = [g.deal for g in play_games("leduc-poker", ["random", "ismcts:iterations=20"], 5, seed=8)]
    other = [g.deal for g in play_games(FOUR, ["flat:iterations=9", "random"], 5, seed=8)]
    assert one[::2] == one[1::2] == other[::4]
    assert len(set(one)) == 5
    assert not set(one) & {g.deal for g in play_games("leduc-poker", ["random", "random"], 5, seed=9)}


def test_each_decision_has_the_stream_of_deal_seat_and_its_number():
    game = load_game("leduc-poker")
    played = play_game(game, ["random", "ismcts:iterations=80"], 123)
    state, counts = game.new(123), [0, 0]
    agents = [parse_agent("random").make(game), parse_agent("ismcts:iterations=80").make(game)]
    for move in played.moves:
        seat = state.player
        action = agents[seat].choose(state, branch(123, AGENT, seat, counts[seat]))
        assert state.format_action(action) == move
        counts[seat] += 1
        state.apply(action)


def test_a_game_can_be_opened_again_as_a_position():
    for played in play_games(FOUR, ["ismcts:iterations=20", "random"], 2, seed=1):
        row = played.to_dict()
        text = json.dumps({"game": row["game"], "version": 1, "deal": row["deal"], "moves": row["moves"]})
        assert tuple(parse_position(text).returns()) == played.returns


def test_numbers_of_streams_are_exact_in_json():
    for k in range(50):
        number = to_int(branch(1, k))
        assert 0 <= number < 2**53
        assert int(float(number)) == number


# -- seats --------------------------------------------------------------------------------------------------------


def test_the_first_contestant_sits_in_every_seat_once():
    games = list(play_games(FOUR, ["flat:iterations=8", "random"], 2, seed=1))
    assert [(g.block, g.rotation) for g in games] == [(b, r) for b in range(2) for r in range(4)]
    for g in games:
        assert [name == "flat:iterations=8" for name in g.agents] == [seat == g.rotation for seat in range(4)]


def test_every_seat_is_told_of_every_decision():
    a, b = Maker("a", 0), Maker("b", 1)
    played = play_game("leduc-poker", [a, b], 5)
    assert played.agents == ("a", "b")
    (first,), (second,) = a.made, b.made
    assert first.heard == second.heard
    assert len(first.heard) == len(played.moves)
    assert all(after == before for (_, after), (before, _) in zip(first.heard, first.heard[1:], strict=False))


def test_own_agents_play_matches():
    result = play_match("tic-tac-toe", [Maker("first", 0), Maker("last", -1)], 2, seed=1)
    assert (result.a, result.b, result.games) == ("first", "last", 4)


# -- counting -----------------------------------------------------------------------------------------------------


def played(block, rotation, returns, wins):
    return PlayedGame(game="x", block=block, rotation=rotation, deal=1, agents=("a",) * len(returns), moves=(),
                      returns=returns, wins=wins)


def tallied(game, blocks, a="a", b="b", **given):
    tally = MatchSoFar(load_game(game), a, b, 7, **given)
    for games in blocks:
        tally.add(games)
    return tally.result("pairs")


def test_two_players_by_hand():
    blocks = [[played(0, 0, (3.0, -3.0), (1.0, 0.0)), played(0, 1, (1.0, -1.0), (1.0, 0.0))],  # won by 6, lost by 2
              [played(1, 0, (0.0, 0.0), (0.5, 0.5)), played(1, 1, (-4.0, 4.0), (0.0, 1.0))]]  # drawn, won by 8
    result = tallied("kuhn-poker", blocks)
    assert (result.pairs, result.games, result.wins, result.draws, result.losses) == (2, 4, 2, 1, 1)
    assert result.block_scores == (0.5, 0.75)
    assert result.score.mean == 0.625
    assert result.lead.mean == 3.0  # blocks (6 - 2) / 2 and (0 + 8) / 2
    half = stats.t.ppf(0.975, 1) * 0.125
    assert (result.score.low, result.score.high) == (max(0, 0.625 - half), min(1, 0.625 + half))
    half = stats.t.ppf(0.975, 1) * 1.0
    assert result.lead.low == pytest.approx(3 - half)
    assert result.lead.high == pytest.approx(3 + half)


def test_three_players_by_hand():
    block = [played(0, 0, (5.0, 1.0, 3.0), (1.0, 0.0, 0.0)),  # won, 3 more than the others' mean
             played(0, 1, (5.0, 2.0, 3.0), (1.0, 0.0, 0.0)),  # lost, 2 less
             played(0, 2, (4.0, 1.0, 4.0), (0.5, 0.0, 0.5))]  # shared, 1.5 more
    count = count_block(load_game(THREE), block)
    assert (count.score, count.wins, count.draws, count.losses) == (0.5, 1, 1, 1)
    assert count.lead == pytest.approx((3 - 2 + 1.5) / 3)
    result = tallied(THREE, [block])
    assert result.par == pytest.approx(1 / 3)
    assert result.to_dict()["score_ci"] == result.to_dict()["margin_ci"] == result.to_dict()["elo_ci"] == [None, None]


@pytest.mark.parametrize(("score", "rating"), [
    (0.5, 0), (0.75, 190.85), (0.25, -190.85), (0.909090909, 400), (0.64, 99.95), (1, math.inf), (0, -math.inf)])
def test_elo_of_known_scores(score, rating):
    assert elo(score) == pytest.approx(rating, abs=0.005)


def test_elo_with_more_players_is_zero_at_par():
    assert [elo(1 / n, n) for n in (2, 3, 4, 5)] == [0, 0, 0, 0]
    assert elo(10 / 13, 4) == pytest.approx(400)  # odds 10 : 1 : 1 : 1
    assert math.isnan(elo(math.nan))


def test_intervals_are_those_of_blocks():
    scores = [0.5, 1.0, 0.75, 0.5, 0.0, 1.0, 0.5]
    estimate = score_estimate(scores)
    low, high = stats.t.interval(0.95, 6, np.mean(scores), stats.sem(scores))
    assert (estimate.low, estimate.high) == pytest.approx((low, min(high, 1)))


@pytest.mark.parametrize("n", [2, 5, 40])
def test_blocks_won_whole_leave_the_limit_of_clopper_and_pearson(n):
    limit = stats.beta.ppf(0.025, n, 1)
    won, lost = score_estimate([1.0] * n), score_estimate([0.0] * n)
    assert (won.mean, won.low, won.high) == pytest.approx((1, limit, 1))
    assert (lost.mean, lost.low, lost.high) == pytest.approx((0, 0, 1 - limit))


def test_a_sweep_has_no_number_for_elo():
    result = play_match("connect-four", ["ismcts:iterations=300", "random"], 8, seed=1)
    row = result.to_dict()
    assert row["score"] == 1
    assert row["elo"] is row["elo_ci"][1] is None
    assert row["elo_ci"][0] > 0
    json.dumps(row, allow_nan=False)


def test_the_dict_has_the_keys_of_the_format():
    row = play_match("kuhn-poker", ["ismcts:iterations=20", "random"], 3, seed=1).to_dict()
    assert {"a", "b", "pairs", "wins", "draws", "losses", "score", "score_ci", "margin", "margin_ci", "elo",
            "elo_ci"} <= set(row)
    assert {"game", "seed", "par", "games", "version", "stopped_by"} <= set(row)
    assert row["wins"] + row["draws"] + row["losses"] == row["games"] == 6


@pytest.mark.parametrize("name", ["tic-tac-toe", "leduc-poker", "phantom-444:board=3", THREE])
def test_search_beats_chance(name):
    result = play_match(name, ["ismcts:iterations=200", "random"], 60, seed=2)
    assert result.lead.low > 0, result


# -- variants in rotation -----------------------------------------------------------------------------------------


def test_blocks_take_the_variants_in_turn():
    game = load_game("two-heirs:short=1")
    games = list(play_games(game, ["random", "random"], 21, seed=5, rotate=["sets"]))
    names = [str(one) for one in game.variants("sets")]
    assert [played.game for played in games] == [name for name in [*names, names[0]] for _ in range(2)]
    for one in games[::7]:
        assert list(play_block(one.game, "random", "random", 5, one.block))[one.rotation] == one


def test_a_match_in_rotation_reports_it():
    result = play_match("oh-hell:ranks=4,tricks=2", ["random", "policy"], 4, seed=1, rotate=["off_bid"])
    row = result.to_dict()
    assert row["rotated"] == {"off_bid": ["no", "yes"]}
    assert "off_bid" not in row["options"]
    assert row["options"]["tricks"] == 2
    even, odd = (play_match(f"oh-hell:ranks=4,tricks=2,off_bid={value}", ["random", "policy"], 4, seed=1)
                 for value in ("no", "yes"))
    assert result.block_scores[::2] == even.block_scores[::2]
    assert result.block_scores[1::2] == odd.block_scores[1::2]


# -- solo play ----------------------------------------------------------------------------------------------------

SOLO = "two-heirs:mode=solo,short=4"


def test_solo_play_by_hand():
    blocks = [[played(0, 0, (30.0, 10.0), (1.0, 0.0)), played(0, 1, (15.0, 25.0), (0.0, 1.0))],  # 20 ahead, 10 behind
              [played(1, 0, (8.0, 20.0), (0.0, 1.0)), played(1, 1, (7.0, 17.0), (0.0, 1.0))],  # 12 and 10 behind
              [played(2, 0, (9.0, 9.0), (0.5, 0.5)), played(2, 1, (12.0, 12.0), (0.5, 0.5))],  # both even
              [played(3, 0, (5.0, 1.0), (1.0, 0.0)), played(3, 1, (3.0, 1.0), (1.0, 0.0))]]  # 4 and 2 ahead
    result = tallied(SOLO, blocks)
    assert (result.pairs, result.games, result.wins, result.draws, result.losses) == (4, 8, 2, 1, 1)
    assert result.block_scores == (1, 0, 0.5, 1)
    assert (result.par, result.score.mean) == (0.5, 0.625)
    differences = (30, -2, 0, 2)
    low, high = stats.t.interval(0.95, 3, np.mean(differences), stats.sem(differences))
    assert (result.lead.mean, result.lead.low, result.lead.high) == pytest.approx((7.5, low, high))
    a, b = result.solo
    assert (a.agent, a.lead.mean, a.win.mean) == ("a", (20 - 12 + 0 + 4) / 4, 2.5 / 4)
    assert (b.agent, b.lead.mean, b.win.mean) == ("b", (-10 - 10 + 0 + 2) / 4, 1.5 / 4)
    low, high = stats.t.interval(0.95, 3, 3, stats.sem((20, -12, 0, 4)))
    assert (a.lead.low, a.lead.high) == pytest.approx((low, high))


def test_alone_among_no_others_the_points_count():
    assert solo_lead((7.0,), 0) == 7
    assert solo_lead((7.0, 4.0, 2.0), 0) == 4


@pytest.mark.parametrize(("wins", "n"), [(0, 30), (7, 30), (30, 30), (1, 4)])
def test_win_shares_have_the_interval_of_wilson(wins, n):
    estimate = share_estimate([1] * wins + [0] * (n - wins))
    limits = stats.binomtest(wins, n).proportion_ci(method="wilson")
    assert (estimate.low, estimate.high) == pytest.approx((limits.low, limits.high))
    assert (estimate.mean, estimate.n) == (wins / n, n)


def test_both_have_the_same_deals_in_solo_play():
    games = list(play_games(SOLO, ["greedy", "random"], 6, seed=2))
    assert [g.deal for g in games[::2]] == [g.deal for g in games[1::2]]
    assert {g.agents for g in games[::2]} == {("greedy", "-")}
    assert {g.agents for g in games[1::2]} == {("random", "-")}
    result, turned = (play_match(SOLO, agents, 6, seed=2) for agents in (["greedy", "random"], ["random", "greedy"]))
    assert result.solo == turned.solo[::-1]
    assert result.lead.mean == pytest.approx(-turned.lead.mean)
    assert result.lead.mean == pytest.approx(result.solo[0].lead.mean - result.solo[1].lead.mean)
    assert (result.wins, result.losses) == (turned.losses, turned.wins)


def test_a_seat_that_must_not_act_has_nobody_to_act():
    spec = game_spec("tic-tac-toe")
    limits = replace(spec.limits({}), idle=(1,))
    with pytest.raises(ContractError, match="player 1 acts, declared idle="):
        play_game(replace(spec, limits=lambda options: limits).bind({}), ["random"], 1)


# -- running ------------------------------------------------------------------------------------------------------


def test_processes_do_not_change_a_byte():
    agents = ["ismcts:iterations=50", "random"]
    one, two = (json.dumps(play_match(FOUR, agents, 12, seed=6, jobs=jobs).to_dict()) for jobs in (1, 2))
    assert one == two
    assert list(play_games(THREE, agents, 5, seed=6)) == list(play_games(THREE, agents, 5, seed=6, jobs=2))


def test_the_caller_chooses_the_backend():
    agents = ["ismcts:iterations=50", "random"]
    with joblib.parallel_config(backend="threading"):
        threads = play_match("leduc-poker", agents, 6, seed=6, jobs=2)
    assert threads.to_dict() == play_match("leduc-poker", agents, 6, seed=6).to_dict()


def test_progress_is_told_after_every_block():
    heard = []
    result = play_match("kuhn-poker", ["random", "random"], 4, seed=1,
                        on_progress=lambda done, so_far: heard.append((done, so_far)))
    assert [done for done, _ in heard] == [1, 2, 3, 4]
    assert heard[-1][1] == result
    assert [so_far.block_scores for _, so_far in heard] == [result.block_scores[:k] for k in (1, 2, 3, 4)]


def test_ctrl_c_gives_the_blocks_done():
    # made once to see that it can play, once for its name, then twice in every block
    result = play_match("kuhn-poker", [Maker(games_before_ctrl_c=2 + 2 * 3 + 1), "random"], 10, seed=1)
    assert (result.pairs, result.stopped_by) == (3, "interrupt")
    assert result.block_scores == play_match("kuhn-poker", [Maker(), "random"], 3, seed=1).block_scores
    with pytest.raises(KeyboardInterrupt):
        play_match("kuhn-poker", [Maker(games_before_ctrl_c=3), "random"], 10, seed=1)


def test_a_seed_is_drawn_and_told():
    result = play_match("kuhn-poker", ["random", "random"], 2)
    assert play_match("kuhn-poker", ["random", "random"], 2, seed=result.seed) == result


@pytest.mark.parametrize(("call", "message"), [
    (lambda: play_match("kuhn-poker", ["random"], 2), "expected two agents, got 1"),
    (lambda: play_match("oh-hell", ["random"] * 2, 2, rotate=["players"]), "different numbers of players"),
    (lambda: play_match("oh-hell", ["random"] * 2, 2, rotate=["sets"]), "unknown option 'sets'; known: players"),
    (lambda: play_match("goofspiel", ["random", "policy"], 2, rotate=["info"]), "goofspiel has no policy"),
    (lambda: play_match("kuhn-poker", ["random", "greedy"], 2), "kuhn-poker has no evaluation"),
    (lambda: play_match("kuhn-poker", ["random", "nobody"], 2), "unknown agent 'nobody'"),
    (lambda: play_match("nothing", ["random", "random"], 2), "unknown game 'nothing'"),
    (lambda: play_match("kuhn-poker", ["random", "random"], 0), "pairs: expected at least 1, got 0"),
    (lambda: play_match("kuhn-poker", ["random", "random"], 2, jobs=0), "jobs: expected at least 1"),
    (lambda: play_games("kuhn-poker", ["random", "random"], 0, seed=1), "pairs: expected at least 1"),
    (lambda: play_game(THREE, ["random"] * 2, 1), "expected 3 agents, one for each seat that acts; got 2"),
])
def test_bad_matches_are_refused_before_a_game_is_played(call, message):
    with pytest.raises(ConfigError, match=message):
        call()
