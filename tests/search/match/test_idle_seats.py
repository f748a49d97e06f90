"""Several who act beside a seat that never does: they meet one another, and what the idle seat wins is nobody's."""
from dataclasses import replace

import pandas as pd
import pytest

from kingmaker.analysis.stats.ratings import rate
from kingmaker.games import TERMINAL, GameSpec, Limits, PyGameState
from kingmaker.search.agents import Agent, parse_agents
from kingmaker.search.match.blocks import PlayedGame, acting_wins, n_sides, play_block, variants_of
from kingmaker.search.match.ladder import Ladder, pairings, seat_rows
from kingmaker.search.match.match import count_block, play_match
from kingmaker.search.match.selfplay import play_batches
from kingmaker.search.match.selfplay_config import configure
from tests.search.fixture_games import Secret


class Dikes(Secret):
    """Seats 0 and 2 put 0, 1 or 2 each; the sea, seat 1, has the secret (0 to 3) and drowns all who put less."""

    n_players = 3
    n_secrets = 4
    n_actions = 3

    def player(self):
        return (0, 2, TERMINAL)[len(self.history)]

    def legal_actions(self):
        return [0, 1, 2]

    def returns(self):
        first, second = self.history
        return [float(first), float(self.secret), float(second)]


def new_spec(idle=(1,)):
    def parse(game, text):
        secret, _, history = text.partition(":")
        return PyGameState(game, Dikes(int(secret), tuple(map(int, filter(None, history.split(","))))))

    return GameSpec(
        name="dikes", title="Dikes", parse=parse, win_weight=0.0,
        new=lambda game, rng: PyGameState(game, Dikes(rng.below(4))), features=frozenset({"worlds"}),
        limits=lambda options: Limits(n_players=3, n_actions=3, max_legal=3, max_decisions=2, min_return=0.0,
                                      max_return=3.0, idle=idle))


GAME = new_spec().bind({})


class Puts(Agent):
    """Always puts the same."""

    def __init__(self, n):
        super().__init__(f"puts {n}")
        self.n = n

    def make(self, game):
        return self

    def think(self, state, legal, seed):
        return self.n


def played(rotation, returns):
    wins = [float(x == max(returns)) for x in returns]
    return PlayedGame(game="dikes", block=0, rotation=rotation, deal=0, agents=("a", "-", "b"), moves=(),
                      returns=tuple(map(float, returns)), wins=tuple(x / sum(wins) for x in wins))


def test_contestants_go_through_the_seats_that_act():
    assert (n_sides(GAME), variants_of(GAME)) == (2, [GAME])
    first, second = play_block(GAME, Puts(2), Puts(0), 1, 0)
    assert (first.agents, first.rotation) == (("puts 2", "-", "puts 0"), 0)
    assert (second.agents, second.rotation) == (("puts 0", "-", "puts 2"), 2)
    assert first.deal == second.deal
    assert first.returns == second.returns[::-1]


def test_what_the_idle_seat_wins_is_shared_by_who_acts():
    """2 against 0 with the sea at 1: won; at 3: the sea wins both games, which counts as drawn; at 2: a tie with it."""
    assert acting_wins(GAME, (0.0, 1.0, 0.0)) == [0.5, 0.5]
    assert acting_wins(GAME, (0.5, 0.5, 0.0)) == [0.75, 0.25]
    won = count_block(GAME, [played(0, (2, 1, 0)), played(2, (0, 1, 2))])
    assert (won.score, won.lead, won.wins, won.draws, won.losses, won.idle) == (1, 2, 2, 0, 0, 0)
    drowned = count_block(GAME, [played(0, (2, 3, 0)), played(2, (0, 3, 2))])
    assert (drowned.score, drowned.lead, drowned.wins, drowned.draws, drowned.losses, drowned.idle) == (
        0.5, 2, 0, 2, 0, 1)
    tied = count_block(GAME, [played(0, (2, 2, 0)), played(2, (0, 2, 2))])
    assert (tied.score, tied.wins, tied.draws, tied.idle) == (0.75, 0, 2, 0.5)


def test_a_match_counts_those_who_act():
    """2 against 1: the sea (0 to 3, alike) loses to both, ties with nobody, ties with 2, wins: 1, 1, 0.75, 0.5."""
    result = play_match(GAME, [Puts(2), Puts(1)], 60, seed=3)
    assert (result.par, result.games, result.lead.mean) == (0.5, 120, 1)
    assert set(result.block_scores) == {1.0, 0.75, 0.5}
    seas = {1.0: 0.0, 0.75: 0.5, 0.5: 1.0}
    assert result.idle_win.mean == pytest.approx(sum(seas[score] for score in result.block_scores) / 60)
    row = result.to_dict()
    assert row["idle_win"] == result.idle_win.mean
    assert row["margin"] == 1
    assert result.to_dict() == play_match(GAME, [Puts(2), Puts(1)], 60, seed=3).to_dict()


@pytest.mark.parametrize("agent", ["random", "ismcts:iterations=30"])
def test_an_agent_that_meets_itself_cancels_exactly(agent):
    result = play_match(GAME, [agent, agent], 8, seed=2)
    assert set(result.block_scores) == {0.5}
    assert (result.lead.mean, result.lead.low, result.lead.high) == (0, 0, 0)
    assert result.idle_win.mean > 0


def test_search_beats_chance_beside_an_idle_seat():
    assert play_match(GAME, ["ismcts:iterations=200", "random"], 60, seed=2).lead.low > 0


def test_a_ladder_rates_those_who_act():
    ladder = Ladder(game=GAME, agents=tuple(parse_agents("random;ismcts:iterations=60;ismcts:iterations=20")), seed=5)
    blocks = list(ladder.play(30))
    assert [ladder.restore(block.task, block.to_dict()) for block in blocks] == blocks
    rows = list(seat_rows(ladder, 0, blocks))
    assert {row["seat"] for row in rows} == {0, 1}
    assert {row["agent"] for row in rows} == set(ladder.names)
    by_game = pd.DataFrame(rows).groupby("game")["win"]
    assert by_game.sum().tolist() == pytest.approx([1.0] * (3 * 30 * 2))
    rated = rate(pd.DataFrame(rows), anchor="random", n_resamples=50).agents
    assert rated["agent"].tolist()[-1] == "random"
    met = pairings(ladder, 0, blocks)
    assert [(one.b, one.games) for one in met] == [
        ("ismcts:iterations=60", 60), ("ismcts:iterations=20", 60), ("ismcts:iterations=20", 60)]
    assert all(one.idle_win is not None for one in met)


def test_self_play_rotates_those_who_act(monkeypatch):
    monkeypatch.setattr("kingmaker.search.match.selfplay_config.load_game", lambda name: GAME)
    config = configure("dikes", ["random", "ismcts:iterations=20"], 20, seed=1)
    assert [entry.agents for entry in config.entries] == [
        ("random", None, "ismcts:iterations=20"), ("ismcts:iterations=20", None, "random")]
    (batch,) = play_batches(config, [0])
    games = batch.tables["games"]
    assert set(games["agent_1"]) == {None}
    assert set(games["starter"]) == {0}
    assert (games["points_0"] - games["margin"]).tolist() == [
        max(sea, other) for sea, other in zip(games["points_1"], games["points_2"], strict=True)]


def test_a_seat_said_to_be_idle_must_not_act():
    spec = replace(new_spec(), limits=new_spec((2,)).limits)
    with pytest.raises(Exception, match="player 2 acts, declared idle="):
        play_match(spec.bind({}), ["random", "random"], 1, seed=1)
