"""Ladders: who meets whom on which deals, and that the parts of one fit together."""
import json

import pytest

from kingmaker.games import ConfigError, ContractError, load_game
from kingmaker.search.agents import parse_agents
from kingmaker.search.match.ladder import (
    Contest,
    Ladder,
    LadderTask,
    budget_rows,
    pairings,
    seat_rows,
    solo_results,
    with_iterations,
)
from kingmaker.search.match.match import play_games, play_match

SOLO = "two-heirs:mode=solo,short=2"
AGENTS = "random;ismcts:iterations=20;ismcts:iterations=60"


def ladder(game="leduc-poker", agents=AGENTS, **given):
    return Ladder(game=load_game(game), agents=tuple(parse_agents(agents)), **{"seed": 5, **given})


# -- who meets whom -----------------------------------------------------------------------------------------------


def test_all_meet_all_or_their_neighbours():
    four = "random;flat:iterations=9;pimc:iterations=50;ismcts:iterations=9"
    met = [(c.a, c.b) for c in ladder(agents=four).contests(0)]
    assert met == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    met = [(c.a, c.b) for c in ladder(agents=four, schedule="neighbours").contests(0)]
    assert met == [(0, 1), (1, 2), (2, 3)]
    assert ladder(SOLO).contests(0) == [Contest(0), Contest(1), Contest(2)]


def test_blocks_go_deal_by_deal_through_all_groups():
    plan = ladder("oh-hell:ranks=4,tricks=2", "random;policy", each=("off_bid",))
    assert plan.tasks(2) == [LadderTask(group, block, Contest(0, 1)) for block in range(2) for group in range(2)]
    assert plan.tasks(5)[:4] == plan.tasks(2)
    games = [block.games[0].game for block in plan.play(2)]
    assert games == ["oh-hell:ranks=4,tricks=2", "oh-hell:ranks=4,tricks=2,off_bid=yes"] * 2


def test_groups_may_differ_in_players_but_rotation_may_not():
    plan = ladder("goofspiel:cards=4", "random;ismcts:iterations=9", each=("players",))
    counts = [len(block.games) for block in plan.play(1)]
    assert counts == [game.n_players for game in plan.groups]
    assert len(set(counts)) > 1
    with pytest.raises(ConfigError, match="different numbers of players"):
        ladder("goofspiel:cards=4", "random;ismcts:iterations=9", rotate=("players",))


def test_every_contest_has_the_same_deals_and_variants_in_turn():
    plan = ladder("oh-hell:ranks=4,tricks=2", "random;policy;flat:iterations=6", rotate=("off_bid",))
    blocks = list(plan.play(4))
    for number in range(4):
        assert len({block.games[0].deal for block in blocks if block.task.block == number}) == 1
    assert [block.games[0].game.endswith("off_bid=yes") for block in blocks] == [False] * 3 + [True] * 3 + [
        False] * 3 + [True] * 3


def test_budgets_are_given_to_those_who_name_none():
    entered = with_iterations(parse_agents("random;ismcts;pimc:iterations=70;flat:seconds=1;flat:c=0.5"), [8, 16])
    assert [str(agent) for agent in entered] == [
        "random", "ismcts:iterations=8", "ismcts:iterations=16", "pimc:iterations=70", "flat:seconds=1",
        "flat:iterations=8,c=0.5", "flat:iterations=16,c=0.5"]
    assert with_iterations(parse_agents("ismcts"), []) == parse_agents("ismcts")


def test_families_are_agents_without_their_iterations():
    rows = budget_rows(parse_agents("random;ismcts:iterations=8,c=0.5;ismcts:c=0.5;flat:seconds=1;ismcts"))
    assert [(row["family"], row["iterations"]) for row in rows] == [
        ("random", None), ("ismcts:c=0.5", 8), ("ismcts:c=0.5", 1000), ("flat:seconds=1", None), ("ismcts", 1000)]


# -- numbers ------------------------------------------------------------------------------------------------------


def test_a_pairing_is_the_match_of_its_two():
    plan = ladder(rotate=())
    found = pairings(plan, 0, list(plan.play(6)))
    names = plan.names
    expected = [play_match("leduc-poker", [names[a], names[b]], 6, seed=5) for a, b in ((0, 1), (0, 2), (1, 2))]
    assert found == expected


def test_solo_play_is_that_of_a_match():
    plan = ladder(SOLO, "random;greedy", rotate=("sets",))
    assert solo_results(plan, 0, list(plan.play(7))) == list(
        play_match(SOLO, ["random", "greedy"], 7, seed=5, rotate=["sets"]).solo)


def test_rows_for_ratings_are_those_of_the_games():
    plan = ladder(agents="random;ismcts:iterations=20")
    games = list(play_games("leduc-poker", plan.names, 3, seed=5))
    rows = list(seat_rows(plan, 0, list(plan.play(3))))
    assert [(row["block"], row["game"], row["seat"], row["agent"], row["win"]) for row in rows] == [
        (game.block, n, seat, game.agents[seat], game.wins[seat]) for n, game in enumerate(games) for seat in (0, 1)]


def test_a_ladder_cut_short_counts_what_there_is():
    plan = ladder()
    blocks = list(plan.play(2))[:4]
    assert [result.pairs for result in pairings(plan, 0, blocks)] == [2, 1, 1]
    assert [result.pairs for result in pairings(plan, 0, blocks[:1])] == [1]
    alone = ladder(SOLO, "random;greedy")
    assert [one.agent for one in solo_results(alone, 0, list(alone.play(1))[:1])] == ["random"]


# -- in pieces ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["leduc-poker", SOLO])
def test_processes_and_pieces_do_not_change_a_byte(game):
    plan = ladder(game, "random;ismcts:iterations=20")
    whole, other = ([json.dumps(block.to_dict()) for block in plan.play(5, jobs=jobs)] for jobs in (1, 2))
    assert whole == other
    pieces = [*plan.play(5)][:3] + list(plan.play(5, done=3))
    assert [json.dumps(block.to_dict()) for block in pieces] == whole
    assert list(plan.play(5, done=len(whole))) == []


@pytest.mark.parametrize("game", ["leduc-poker", SOLO, "goofspiel:players=3,cards=4"])
def test_blocks_come_back_from_their_rows(game):
    plan = ladder(game, "random;ismcts:iterations=20")
    for task, block in zip(plan.tasks(3), plan.play(3), strict=True):
        assert plan.restore(task, json.loads(json.dumps(block.to_dict()))) == block


@pytest.mark.parametrize("change", [{"deal": 1}, {"block": 9}, {"b": 0}, {"wins": 3}, {"wins": []}, {"more": 1},
                                    {"game": "x"}, {"returns": [[1]]}])
def test_rows_of_another_ladder_are_refused(change):
    plan = ladder()
    (block, *_) = plan.play(1)
    with pytest.raises(ContractError, match="expected block 0 of Contest"):
        plan.restore(block.task, block.to_dict() | change)
    with pytest.raises(ContractError, match="expected block 0"):
        plan.restore(block.task, {})


@pytest.mark.parametrize(("given", "message"), [
    ({"agents": "random"}, "at least two agents, got 1"),
    ({"agents": "random;ismcts;ismcts:iterations=1000"}, "agent 'ismcts:iterations=1000' is named twice"),
    ({"schedule": "swiss"}, "expected one of all, neighbours; got 'swiss'"),
    ({"game": "kuhn-poker", "agents": "random;greedy"}, "kuhn-poker has no evaluation"),
    ({"each": ("sets",)}, "unknown option 'sets'"),
    ({"game": "oh-hell", "each": ("off_bid",), "rotate": ("off_bid",)}, "option off_bid cannot both rotate"),
])
def test_bad_ladders_are_refused(given, message):
    with pytest.raises(ConfigError, match=message):
        ladder(**given)
