"""Interventions: tiles forced into the first supply, and what a side may not do. README.md says what each means."""
import pickle
from collections import Counter

import pytest
from scipy import stats

from kingmaker.games import ConfigError, IllegalActionError, Rng, load_game
from kingmaker.games.check.conformance import CHECKS, run_check
from kingmaker.games.check.trial import Trial
from kingmaker.games.files.positions import read_position
from kingmaker.search import run_search
from kingmaker.search.match.blocks import play_game
from tests.games.two_heirs.setting import SET_OF, TILES, position

PLAIN = load_game("two-heirs")
BUILDING_OF = {row["id"]: row["building"] for row in TILES}
WAR = "dominion,war,guard"


def states(game, n=12):
    """Yield the running states of random games."""
    for seed in range(n):
        state, rng = game.new(seed), Rng(1000 + seed)
        while not state.is_over:
            yield state
            state.apply(state.sample(rng))


def order(state):
    """Return every dealt tile: first supply, start tile, stack from its top."""
    shot = state.snapshot()
    return [*shot.supply, shot.board[0, 0][0], *shot.stack]


# -- first ----------------------------------------------------------------------------------------------------------


def test_a_tile_in_the_first_supply_is_exchanged_for_one_that_would_lie_there():
    game = load_game("two-heirs", first="T3")
    moved = 0
    for seed in range(200):
        plain, forced = PLAIN.new(seed), game.new(seed)
        before, after = order(plain), order(forced)
        changed = [i for i in range(27) if before[i] != after[i]]
        assert plain.player == forced.player
        assert "T3" in after[:6]
        if "T3" in before[:6]:
            assert not changed
            continue
        moved += 1
        here, there = changed
        assert here < 6 <= there
        assert (after[here], after[there]) == ("T3", before[here])
        assert before[there] == "T3"
    assert moved > 100  # 21 of 27 deals


def test_each_place_of_the_first_supply_is_equally_likely():
    game = load_game("two-heirs", first="D5")
    places = Counter(order(game.new(seed)).index("D5") for seed in range(1200))
    assert stats.chisquare([places[i] for i in range(6)]).pvalue > 1e-4


def test_several_tiles_are_forced_together():
    game = load_game("two-heirs", first="C9+T1+D1+D2+T9+C1")
    assert game.options["first"] == "T1+T9+D1+D2+C1+C9"  # in the order of the table
    for seed in range(40):
        dealt = order(game.new(seed))
        assert set(dealt[:6]) == {"T1", "T9", "D1", "D2", "C1", "C9"}
        assert len(set(dealt)) == 27


def test_the_treasures_are_not_touched():
    for seed in range(20):
        plain, forced = (load_game("two-heirs", mode="solo", level=2, first=tile).new(seed).snapshot()
                         for tile in ("", "T8"))
        assert (plain.pile, plain.unused) == (forced.pile, forced.unused)


# -- bans -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "banned"), [
    ({"ban": "cathedral"}, [["C7", "C8", "C9"]] * 2),
    ({"ban_blue": "T3+travel"}, [[f"T{n}" for n in range(1, 10)], []]),
    ({"ban": "D4", "ban_white": "farm"}, [["D4"], ["D4", "C1"]]),  # the only farm
])
def test_a_banned_tile_may_be_taken_and_laid_but_not_built(options, banned):
    expected = [set(side) for side in banned]
    game, missing, kept = load_game("two-heirs", **options), 0, 0
    for state in states(game):
        all_moves = set(PLAIN.parse(state.text()).legal_moves())
        forbidden = {move for move in all_moves
                     if move.startswith("build") and move.split()[1] in expected[state.player]}
        assert set(state.legal_moves()) == all_moves - forbidden
        missing += len(forbidden)
        kept += any(move.split()[:2] == ["extend", tile] for tile in expected[state.player] for move in all_moves)
    assert missing > 30
    assert kept > 10


def test_banned_camps_are_built_but_not_flipped():
    game, flips = load_game("two-heirs", ban_blue="camps"), 0
    for state in states(game, 60):
        all_moves = PLAIN.parse(state.text()).legal_moves()
        mine = [move for move in all_moves if move.startswith("camp") and state.player == 0]
        assert state.legal_moves() == [move for move in all_moves if move not in mine]
        flips += len(mine)
    assert flips > 5


def test_a_banned_siege_destroys_nothing():
    plain, banned, sieges = load_game("two-heirs", sets=WAR), load_game("two-heirs", sets=WAR, ban_white="sieges"), 0
    for state in states(plain, 150):
        towers = [move for move in state.legal_moves()
                  if move.startswith("build W") and BUILDING_OF[move.split()[1]] == "siege-tower"]
        for move in towers[:2]:
            one, other = state.clone(), banned.parse(state.text())
            one.apply_move(move)
            other.apply_move(move)
            if "spare" not in one.legal_moves():
                assert other.text() == one.text()
            elif state.player == 0:
                assert "spare" in other.legal_moves()
            else:
                sieges += 1
                assert other.snapshot().phase == 0
                assert not other.snapshot().targets
    assert sieges > 3


def test_banned_roads_give_no_points_and_all_else_stands():
    blue, both, some = load_game("two-heirs", ban_blue="roads"), load_game("two-heirs", ban="roads"), 0
    for seed in range(600):
        state, rng = PLAIN.new(seed), Rng(seed)
        while not state.is_over:
            state.apply(state.sample(rng))
        plain = state.score()
        leads = [road["blue"] - road["white"] for road in plain["roads"]]
        by_roads = {"blue": sum(max(lead, 0) for lead in leads), "white": sum(max(-lead, 0) for lead in leads)}
        some += by_roads["blue"] > 0
        one, none = (game.parse(state.text()).score() for game in (blue, both))
        assert one["points"] == {"blue": plain["points"]["blue"] - by_roads["blue"], "white": plain["points"]["white"]}
        assert none["points"] == {side: plain["points"][side] - by_roads[side] for side in by_roads}
        assert one["buildings"] == none["buildings"] == plain["buildings"]
    assert some > 10


def test_henry_is_bound_by_nothing():
    game = load_game("two-heirs", mode="solo", level=1, ban="market+roads+inn")
    built = Counter()
    for seed in range(60):
        state, rng = game.new(seed), Rng(seed)
        while not state.is_over:
            state.apply(state.sample(rng))
        result = state.score()
        for building in result["buildings"]:
            built[building["owner"]] += BUILDING_OF[building["tile"]] in ("market", "inn")
        plain = load_game("two-heirs", mode="solo", level=1).parse(state.text()).score()
        assert result["points"]["white"] == plain["points"]["white"]
    assert built["blue"] == 0
    assert built["white"] > 20


@pytest.mark.parametrize("options", [
    {"ban": "inn+camps", "ban_white": "dominion+roads", "short": 4},
    {"mode": "solo", "sets": WAR, "ban": "war+camps", "first": "D1+G3"},
], ids=str)
def test_games_with_bans_keep_the_contract(options):
    trial = Trial(load_game("two-heirs", **options), n_games=6)
    results = [run_check(trial, name) for name in CHECKS if name not in ("spec", "uniformity", "enumeration")]
    assert not [str(result) for result in results if result.passed is False]


# -- searches -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("agent", ["random", "greedy:worlds=2", "ismcts:iterations=40", "flat:iterations=60"])
def test_no_agent_builds_what_it_may_not(agent):
    game = load_game("two-heirs", ban_white="travel+dominion")
    for deal in range(3):
        played = play_game(game, [agent, agent], deal)
        state = game.new(deal)
        for move in played.moves:
            words = move.split()
            assert state.player == 0 or words[0] != "build" or SET_OF[words[1]] == "trade"
            state.apply_move(move)


def test_a_search_knows_that_the_other_may_not():
    """Every world and every playout of a search is a state of the very same game."""
    state = next(s for s in states(load_game("two-heirs", sets=WAR), 60) if s.player == 1
                 and any(move.startswith("destroy") for move in s.legal_moves()))
    banned = load_game("two-heirs", sets=WAR, ban_white="sieges")
    rng, text = Rng(3), state.text()
    for _ in range(60):
        world = banned.parse(text).world(0, rng)
        assert world.game == banned
        while not world.is_over:
            before = world.snapshot()
            world.apply(world.sample(rng))
            assert world.snapshot().phase != 1 or before.phase == 1 or before.player == 0
    moves = {move.move for move in run_search(banned.parse(text), iterations=100, seed=1).moves}
    assert moves == set(banned.parse(text).legal_moves())


# -- words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "message"), [
    ({"first": "X1"}, "option first: expected up to six tiles, `\\+` between; got 'X1'"),
    ({"first": "inn"}, "option first: expected up to six tiles"),
    ({"first": "W1"}, "option first: expected something of the sets travel, dominion, trade; got 'W1', of war"),
    ({"first": "T1+T2+T3+T4+T5+T6+T7"}, "at most 6 tiles"),
    ({"first": "T1", "short": 4}, "expected short=0"),
    ({"ban": "castle"}, "ban: expected tiles, buildings, sets, camps, sieges, roads, `\\+` between; got 'castle'"),
    ({"ban_blue": "fortress"}, "got 'fortress', of war"),
    ({"ban_blue": "sieges"}, "got 'sieges', of war"),
    ({"ban_white": "T1", "mode": "solo"}, "Henry decides nothing"),
])
def test_what_means_nothing_is_refused(options, message):
    with pytest.raises(ConfigError, match=message):
        load_game("two-heirs", **options)


def test_a_study_forbids_what_means_something_in_one_of_its_variants():
    """Three sets, their 4 + 7 + 5 buildings, camps, roads; all six have 24 and sieges; a set has nine tiles."""
    plain, war = load_game("two-heirs"), load_game("two-heirs", sets="war,crafts,guard")
    found = plain.spec.arms([plain.options], False)
    assert len(found) == 2 * (3 + 7 + 4 + 5 + 2)
    assert found[:2] == ["ban_blue=travel", "ban_white=travel"]
    assert "ban_blue=sieges" not in found
    both = plain.spec.arms([plain.options, war.options], False)
    assert len(both) == 2 * (6 + 24 + 3)
    assert set(plain.spec.arms([plain.options], True)) - set(found) == {
        f"{side}={letter}{k}" for side in ("ban_blue", "ban_white") for letter in "TDC" for k in range(1, 10)}


def test_a_game_with_bans_travels_and_reads_back():
    game = load_game("two-heirs", ban="trade+T3", ban_white="roads", first="T3+D1")
    assert str(game) == "two-heirs:first=T3+D1,ban=trade+T3,ban_white=roads"
    assert pickle.loads(pickle.dumps(game)) == game == load_game(str(game))
    state = game.new(4)
    assert pickle.loads(pickle.dumps(state)).legal_actions() == state.legal_actions()


def test_a_position_names_its_bans():
    keys = position({"0,0": "C1", "1,0": "T2 blue"}, hand="T3", taken=True)
    free, bound = read_position(keys), read_position({**keys, "game": "two-heirs:ban_blue=market"})
    assert {move for move in free.legal_moves() if move not in bound.legal_moves()} == {
        move for move in free.legal_moves() if move.startswith("build T3")}
    move = next(move for move in free.legal_moves() if move.startswith("build T3"))
    with pytest.raises(IllegalActionError, match="blue may not build T3: an option of the game forbids it"):
        bound.apply_move(move)


def test_a_banned_flip_is_explained():
    keys = position({"0,0": "C1", "1,0": "D7 blue"}, taken=True)
    assert BUILDING_OF["D7"] == "camp"
    assert "camp 1,0" in read_position(keys).legal_moves()
    with pytest.raises(IllegalActionError, match="blue may not flip camps: an option of the game forbids it"):
        read_position({**keys, "game": "two-heirs:ban=camps"}).apply_move("camp 1,0")
