"""Plans, what they hang on, and that a hint changes nothing of the search it is made from."""
import json
import math

import numpy as np
import pytest

from kingmaker.games import Rng, load_game
from kingmaker.games.files.positions import load_position
from kingmaker.games.two_heirs.position import read_position
from kingmaker.search import SearchConfig, run_search
from kingmaker.search.engine import grow_tree, search_trees
from kingmaker.search.hint.depends_on import _components, n_worlds_for
from kingmaker.search.hint.hint import hint
from kingmaker.search.hint.plans import Guide, make_plans
from tests.games.two_heirs.setting import position
from tests.search.fixture_games import Bag, Coin, Secret, bag_game, bag_values, game_of

PLAYED_OUT = SearchConfig(iterations=16_000, select="puct", c=1.0, rollout="policy", epsilon=0.0)


def ends(state, actions):
    """The state after actions."""
    after = state.clone()
    for action in actions:
        after.apply(action)
    return after


# -- plans --------------------------------------------------------------------------------------------------------


def best_margin(state, player, known):
    """The best end of a turn that ends the game, by trying everything; positions are told apart by their key."""
    if state.is_over:
        points = state.returns()
        return points[player] - points[1 - player]
    key = state.key()
    if key not in known:
        known[key] = max(best_margin(ends(state, [action]), player, known) for action in state.legal_actions())
    return known[key]


def last_turn(**more):
    """Blue's last turn, the game's last: nothing is hidden any more."""
    board = {"0,0": "C2", "1,0": "T1 blue", "-1,0": "C9 white", **more}
    return read_position(position(board, hand="T4", supply="C3 D3 - - - -", blue="1,0 supply supply",
                                  white="0,0 supply supply", stack="", turns_after_this=0))


def test_the_plan_of_a_last_turn_is_the_best_there_is():
    state = last_turn()
    best = best_margin(state, 0, {})
    found = hint(state, PLAYED_OUT, seed=1)
    end = ends(state, found.plan.actions)
    assert end.is_over
    assert found.plan.ends == "game"
    points = end.returns()
    assert points[0] - points[1] == best == found.depends_on.margin.mean
    assert found.depends_on.sd_noise == found.depends_on.sd_worlds.mean == 0


def test_orders_of_one_plan_are_recognised():
    state = last_turn(**{"2,0": "D1 blue", "2,1": "C7 blue"})
    found = hint(state, PLAYED_OUT, seed=1)
    others = [plan for plan in found.plans if plan.order_of is not None]
    assert others
    for plan in others:
        first = next(one for one in found.plans if one.moves[0] == plan.order_of)
        assert plan.moves[0] in found.orders(plan.order_of)
        assert sorted(plan.moves) == sorted(first.moves)
        assert ends(state, plan.actions).text() == ends(state, first.actions).text()
    shown = [move.move for group in found.groups for move, _ in group]
    assert not set(shown) & {plan.moves[0] for plan in others}
    assert len({ends(state, plan.actions).text() for plan in found.plans if plan.order_of is None}
               ) == sum(plan.order_of is None for plan in found.plans)


def test_a_plan_ends_at_the_refill_and_its_moves_are_legal():
    state = load_position("examples/two_heirs/opening.json")
    found = hint(state, iterations=4000, seed=1)
    for plan in found.plans:
        assert plan.moves[0] == state.format_action(plan.actions[0])
        assert plan.moves[-1].startswith("take")
        assert plan.ends == "unknown"
        assert ends(state, plan.actions).player == state.player


def test_branches_are_those_of_expectimax():
    """Drawn 4 of a bag of 1, 2, 4, 7, 11: whatever comes next, expectimax knows what to do."""
    state = bag_game().parse("4.1.2.7.11/1/")
    values = bag_values((4,), (1, 2, 7, 11))
    found = hint(state, iterations=40_000, seed=1)
    best = max(values, key=values.get)
    assert found.plan.actions == (best,)
    assert found.plan.ends == "unknown"
    kept = (4,) if best == Bag.KEEP else ()
    then = {tile: bag_values((4, tile), tuple({1, 2, 7, 11} - {tile}), kept) for tile in (1, 2, 7, 11)}
    for one in found.plan.branches:
        for label in one.seen:
            tile = int(label.split()[1])
            name = {Bag.KEEP: "keep", Bag.DISCARD: "discard"}[max(then[tile], key=then[tile].get)]
            assert one.moves[0] == name
            then.pop(tile)
    assert not then
    assert sum(one.share for one in found.plan.branches) == pytest.approx(1)


def test_outcomes_with_one_continuation_are_one_group():
    """11 is kept, 1 thrown away, 2 comes third and 4 or 7 will be the last: it is kept, whichever it is."""
    state = bag_game().parse("11.1.2.7.4/3/11")
    found = hint(state, iterations=8000, seed=1)
    assert (found.plan.moves, found.plan.ends) == (("discard",), "unknown")
    assert [(one.share, one.moves) for one in found.plan.branches] == [(1.0, ("keep",))]
    assert sorted(found.plan.branches[0].seen) == ["outcome 4", "outcome 7"]


def test_a_move_that_ends_the_game_is_a_whole_plan():
    plan = hint(load_game("kuhn-poker").parse("KJ:pb"), iterations=800, seed=1).plan
    assert (plan.moves, plan.ends, plan.branches) == (("bet",), "game", ())


def test_a_plan_ends_where_another_acts():
    state = load_position("examples/oh_hell.toml")
    assert {(len(plan.moves), plan.ends) for plan in hint(state, iterations=800, seed=1).plans} == {(1, "turn")}


@pytest.mark.parametrize("keys", [{"trees": "none"}, {"worlds": "fixed"}, {"worlds": "true"}, {"trees": "many"}])
def test_every_kind_of_search_gives_a_hint(keys):
    state = load_position("examples/leduc_poker.toml")
    found = hint(state, SearchConfig(iterations=800, **keys), seed=1)
    assert len(found.plans) == len(found.result.moves)
    assert json.loads(found.to_json())["final"] is True


# -- what the trees are asked -------------------------------------------------------------------------------------


def test_totals_at_the_root_are_those_of_the_root():
    state = load_position("examples/two_heirs/midgame.json")
    searcher = grow_tree(state, iterations=4000, seed=1)
    world = state.world(state.player, Rng(1))
    records = searcher.records()
    assert searcher.totals_after(world, []).tolist() == [
        records["visits"].tolist(), records["value"].tolist(), records["wins"][:, state.player].tolist(),
        records["margin"].tolist()]


def test_totals_below_add_up():
    """In Kuhn poker nothing follows but the opponent's answer: its visits are those of the bet but the first."""
    state = load_game("kuhn-poker").parse("QJ:")
    searcher = grow_tree(state, iterations=800, seed=1)
    world = state.world(0, Rng(1))
    for k, action in enumerate(state.legal_actions()):
        below = searcher.totals_after(world, [action])[0].sum()
        assert below == searcher.records()["visits"][k] - 1


def test_what_the_trees_do_not_know_has_no_visits():
    state = load_position("examples/two_heirs/midgame.json")
    searcher = grow_tree(state, iterations=8, seed=1)
    world, line = state.world(state.player, Rng(1)), []
    now = world.clone()
    while not now.is_over:
        line.append(now.legal_actions()[-1])
        now.apply(line[-1])
    assert searcher.totals_after(world, line[:-1]).sum() == 0
    assert searcher.totals_after(world, line).shape == (4, 0)


@pytest.mark.parametrize("keys", [{}, {"rollout": "mast"}, {"rollout": "policy", "depth": 2}])
def test_playing_on_ends_the_game_and_leaves_the_search_alone(keys):
    state = load_game("leduc-poker").new(3)
    asked, quiet = (grow_tree(state, iterations=800, replicates=1, seed=1, **keys) for _ in range(2))
    world, rng = state.world(state.player, Rng(1)), Rng(2)
    before = world.text()
    for action in state.legal_actions():
        assert asked.play_on(world, [action], rng).is_over
    assert world.text() == before
    asked.run(400)
    quiet.run(400)
    assert (asked.records() == quiet.records()).all()


@pytest.mark.parametrize("name", ["two_heirs/midgame.json", "two_heirs/solo_brave.json", "brian_boru/draft.json"])
def test_a_handful_of_iterations_gives_a_hint_too(name):
    """One iteration a tree: most moves were never tried, by other searches neither; what is not known is null."""
    found = hint(load_position(f"examples/{name}"), iterations=8, seed=1)
    row = json.loads(found.to_json())
    untried = [one for one in row["moves"] if one["visits"] == 0]
    assert untried
    assert all(one["win"] is None and one["loss"] is None for one in untried)
    assert row["stopped_by"] == "iterations"


def test_a_partial_hint_was_not_stopped():
    partial = []
    hint(load_position("examples/leduc_poker.toml"), iterations=2000, seed=1, on_hint=partial.append)
    assert [json.loads(one.to_json())["stopped_by"] for one in partial] == [None] * len(partial) != []
    assert partial[0].result.iterations == 8 * 32, "soon"


def test_partial_hints_do_not_change_the_final_one():
    state = load_position("examples/two_heirs/midgame.json")
    partial = []
    watched = hint(state, iterations=8000, seed=3, on_hint=partial.append)
    assert [one.is_final for one in partial] == [False] * len(partial) != []
    assert watched.to_json() == hint(state, iterations=8000, seed=3, jobs=2).to_json()


def test_the_search_behind_a_hint_is_run_search():
    state = load_position("examples/leduc_poker.toml")
    assert hint(state, iterations=4000, seed=5).result.to_json() == run_search(state, iterations=4000, seed=5).to_json()


# -- what it depends on ---------------------------------------------------------------------------------------------


def test_the_card_that_decides_is_named():
    """Kuhn, who holds the queen after a bet: J means four points ahead, K four behind, and nothing else matters."""
    found = hint(load_game("kuhn-poker").parse("QJ:pb"), SearchConfig(iterations=4000), seed=1).depends_on
    assert [fact.text for fact in found.facts] in (["the other card is J"], ["the other card is K"])
    fact = found.facts[0]
    holds, fails = (4, -4) if fact.text.endswith("J") else (-4, 4)
    assert (fact.margin_if.mean, fact.margin_if_not.mean) == (holds, fails)
    assert fact.explained.mean == 1
    assert found.sd_noise == 0
    p = (found.margin.mean + 4) / 8
    assert found.sd_worlds.mean == pytest.approx(8 * math.sqrt(p * (1 - p) * found.n_worlds / (found.n_worlds - 1)))


class Weighed(Secret):
    """Player 0 looks on; player 1 does anything of four things. The secret is three bits: they are worth 8, 2 and 0
    points, what is done 0 to 3."""

    n_secrets = 8
    n_actions = 4
    points = (0.0, 13.0)
    depth = 2

    def player(self):
        from kingmaker.games import TERMINAL
        return TERMINAL if len(self.history) == 2 else len(self.history)

    def legal_actions(self):
        return [0, 1, 2, 3] if self.history else [0]

    def returns(self):
        first, second = self.secret & 1, self.secret >> 1 & 1
        return [8.0 * first + 2.0 * second + self.history[1], 0.0]


def bits(state, world, lang):
    secret = world.python_state.secret
    return [f"bit {k} is set" for k in range(3) if secret >> k & 1]


def test_two_facts_share_what_differs_between_worlds():
    """Variances of independent bits of 8 and 2 points: 16 and 1, so 94 % and 6 % of the 17 between worlds; uniform play
    of 0 to 3 points has a variance of 1.25 within each."""
    game = game_of(Weighed, facts=bits)
    found = hint(game.new(1), SearchConfig(iterations=20_000, opponents="uniform"), seed=2).depends_on
    assert [fact.text for fact in found.facts] == ["bit 0 is set", "bit 1 is set"]
    assert found.facts[0].explained.mean == pytest.approx(16 / 17, abs=0.03)
    assert found.facts[1].explained.mean == pytest.approx(1 / 17, abs=0.03)
    assert found.sd_noise**2 == pytest.approx(1.25, rel=0.1)
    assert found.sd_worlds.low < math.sqrt(17) < found.sd_worlds.high


def test_noise_is_not_taken_for_hidden_facts():
    """The same, but no bit is worth anything: what is left is play."""
    class Worthless(Weighed):
        def returns(self):
            return [float(self.history[1]), 0.0]

    named = 0
    for seed in range(10):
        found = hint(game_of(Worthless, facts=bits).new(1), SearchConfig(iterations=4000, opponents="uniform"),
                     seed=seed).depends_on
        named += bool(found.facts)
        assert found.sd_noise**2 == pytest.approx(1.25, rel=0.2)
    assert named <= 1


def test_the_components_of_variance_are_those_of_the_textbook():
    """Means 2, 4 and 9 of two playouts, one a point above, one below: MSW = 2, MSB = 2 * 13; (26 - 2) / 2 = 12."""
    margins = np.array([[1.0, 3.0], [3.0, 5.0], [8.0, 10.0]])
    assert _components(margins) == (pytest.approx(12), pytest.approx(2))


def test_nothing_hidden_makes_no_difference():
    found = hint(game_of(Coin).new(1), SearchConfig(iterations=800, opponents="uniform"), seed=1).depends_on
    assert not found.sd_worlds.low > 0
    assert found.facts == ()


def test_playouts_are_a_quarter_of_the_search_within_bounds():
    assert [n_worlds_for(n) for n in (1, 2000, 4000, 10**7)] == [16, 62, 125, 256]


def test_every_player_has_a_share_of_the_win():
    """Of a hand of Oh Hell at the table of three; Kuhn's queen wins against the jack alone, margin 4 or -4."""
    found = hint(load_position("examples/oh_hell.toml"), iterations=800, seed=1)
    shares = [win.mean for win in found.depends_on.wins]
    assert len(shares) == found.result.game.n_players > 2
    assert sum(shares) == pytest.approx(1)
    assert list(found.to_dict()["wins"]) == [found.result.game.player_name(p) for p in range(len(shares))]
    kuhn = hint(load_game("kuhn-poker").parse("QJ:pb"), SearchConfig(iterations=4000), seed=1).depends_on
    assert kuhn.wins[0].mean == pytest.approx((kuhn.margin.mean + 4) / 8)


def test_a_hint_without_why_is_the_search_and_its_plans():
    state = load_position("examples/two_heirs/midgame.json")
    whole, short = (hint(state, iterations=2000, seed=1, why=why) for why in (True, False))
    assert (short.plans, short.groups, short.is_final) == (whole.plans, whole.groups, True)
    assert (short.depends_on, short.sensitivity) == (None, ())


def test_points_add_up_to_the_margin():
    found = hint(load_position("examples/two_heirs/solo_brave.json"), iterations=2000, seed=1).depends_on
    blue, white = (sum(part.mean for part in parts.values()) for parts in found.points)
    assert blue - white == pytest.approx(found.margin.mean)
    assert list(found.points[0]) == ["building", "doubling", "road", "treasure"]


# -- other searches -----------------------------------------------------------------------------------------------


def test_half_and_other_rollouts_come_with_every_hint():
    found = hint(load_position("examples/leduc_poker.toml"), iterations=8000, seed=1)
    assert [(one.change, one.iterations) for one in found.sensitivity] == [("half", 4000), ("rollout=policy", 2000)]


def test_plans_of_a_line_follow_priors_where_trees_know_nothing():
    state = load_position("examples/two_heirs/midgame.json")
    result, searchers = search_trees(state, iterations=64, seed=1)
    plans = make_plans(Guide(state, searchers, result.config, 1), [move.action for move in result.moves])
    assert min(plan.n_known for plan in plans) == 1
    for plan in plans:
        assert ends(state, plan.actions[:-1]).player == state.player
        assert plan.ends in ("turn", "unknown")


def test_a_hint_is_less_sure_of_its_value_than_the_trees_agree():
    """Half widths: sqrt(error^2 + (0.08 sqrt(p (1 - p)))^2) times t; an error of 0.024, p = 0.2: 0.04 t."""
    from kingmaker.search.estimate import Estimate, t_quantile
    from kingmaker.search.hint.hint import _outlook
    t = t_quantile(0.975, 7)
    wide = _outlook(Estimate(0.2, 0.2 - 0.024 * t, 0.2 + 0.024 * t, 8), 0.4)
    assert (wide.low, wide.high) == pytest.approx((0.2 - 0.04 * t, 0.2 + 0.04 * t))
    alone = _outlook(Estimate(0.2, 0.2 - 0.024 * t, 0.2 + 0.024 * t, 8), 0.4, rise=0.175)
    assert (alone.low, alone.high) == pytest.approx((0.2 - 0.04 * t, 0.2 + 0.074 * t))
    sure = hint(load_game("kuhn-poker").parse("KJ:pb"), iterations=800, seed=1)
    assert 0.97 < sure.win.low < sure.win.high == 1  # always won, but not proved
    open_ = hint(load_position("examples/two_heirs/opening.json"), iterations=2000, seed=1)
    assert open_.value.low < open_.best.value.low
    assert open_.value.mean == open_.best.value.mean
    solo = hint(load_position("examples/two_heirs/solo_brave.json"), iterations=2000, seed=1)
    assert solo.value.high - solo.value.mean > 2 * (solo.value.mean - solo.value.low)   # who plays alone improves


def test_a_stopped_hint_has_a_plan_but_no_playouts():
    from kingmaker.search import StopFlag
    stop = StopFlag()
    found = hint(load_position("examples/two_heirs/opening.json"), iterations=10**6, seed=1, stop=stop,
                 on_hint=lambda _: stop.set())
    assert found.result.stopped_by == "interrupt"
    assert found.plan.moves[-1].startswith("take")
    assert found.depends_on is None
    assert json.loads(found.to_json())["points"] is None
