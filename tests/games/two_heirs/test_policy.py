"""What The Two Heirs' learned policy and evaluation look at: gains, features, keys, ends of turns, weights."""
import json
from collections import Counter

import numpy as np
import pytest

from kingmaker.games import ConfigError, Rng, load_game
from kingmaker.games.core.weights import read_weights, write_section
from kingmaker.games.two_heirs.position import write_position
from kingmaker.games.two_heirs.weights import LEARNING, PATH

SETS = load_game("two-heirs").spec.options["sets"].choices
GAIN = [i for i, name in enumerate(LEARNING.features)
        if name.startswith(("build gain", "extend gain", "unit gain"))]


def games(n, **options):
    """Yield n positions' histories: one game each, played half at random and half by the policy."""
    for seed in range(n):
        game = load_game("two-heirs", sets=SETS[seed % 20], **options)
        yield seed, game.new(seed), Rng(seed)


def play_on(state, rng):
    state.apply(state.policy(rng) if rng.below(2) else state.sample(rng))


def points(state):
    score = state.score()["points"]
    return score["blue"], score["white"]


@pytest.mark.parametrize("mode", ["duel", "solo"])
def test_a_gain_is_what_the_score_changes(mode):
    """Building, extending and moving are done, and the score counted anew; the features say so beforehand.

    Left out: towers that may destroy, whose gain is what they may take, and in solo what changes Henry's best three
    (rule 9.9), which the features take as they were.
    """
    checked = 0
    for _, state, rng in games(20, mode=mode, **({"level": 3} if mode == "solo" else {})):
        while not state.is_over:
            me, before, doubled = state.player, points(state), doubled_of_white(state)
            for action, row in zip(state.legal_actions(), state.action_features(), strict=True):
                if state.format_action(action).split()[0] not in ("build", "extend", "move", "summon", "withdraw"):
                    continue
                after = state.clone()
                after.apply(action)
                if "spare" in map(after.format_action, after.legal_actions()):
                    continue
                if mode == "solo" and doubled_of_white(after) != doubled:
                    continue
                now = points(after)
                assert row[GAIN].sum() == now[me] - now[1 - me] - before[me] + before[1 - me], (
                    state.text(), state.format_action(action))
                checked += 1
            play_on(state, rng)
    assert checked > 5000


def doubled_of_white(state):
    return {b["tile"]: b["points"] for b in state.score()["buildings"] if b["owner"] == "white" and b["doubled"]}


def test_a_step_onto_the_own_cathedral_gains_five():
    """Rule 7.3 by hand: a cathedral counts 5, and 5 more with a unit on it; the unit comes from open terrain."""
    game = load_game("two-heirs")
    text = "blue main 1 0 0 / D1 T2 T3 D2 T4 D3 / - / - / - / D5@0,0 C7b@1,0 / 0,0 s s / 0,0 s s / T1"
    state = game.parse(complete(game, text))
    rows = dict(zip(map(state.format_action, state.legal_actions()), state.action_features(), strict=True))
    assert rows["move 0,0 1,0"][GAIN].sum() == 5
    assert rows["end"][GAIN].sum() == 0


def complete(game, text):
    """Fill the stack with all tiles that are not named; the start tile stays the last named one."""
    named = {word.strip("!").rstrip("bw").split("@")[0].rstrip("bw") for word in text.replace("/", " ").split()}
    parts = text.split(" / ")
    parts[-1] = " ".join(tile.id for tile in game.new(0).rules.tiles if tile.id not in named - {parts[-1]})
    return " / ".join(parts)


def test_nothing_hidden_reaches_policy_priors_features_evaluation_or_key():
    """Every world of a position gives the same numbers: they look at what both players see."""
    for options in ({}, {"mode": "solo", "level": 2}):
        for seed, state, rng in games(8, **options):
            while not state.is_over:
                if rng.below(5) == 0:
                    world = state.world(state.player, Rng(1000 + seed))
                    assert world.priors() == state.priors()
                    assert (world.action_features() == state.action_features()).all()
                    assert world.state_features()[0] == state.state_features()[0]
                    assert (world.state_features()[1] == state.state_features()[1]).all()
                    assert world.evaluate() == state.evaluate()
                    assert world.key() == state.key()
                    assert world.policy(Rng(5)) == state.policy(Rng(5))
                play_on(state, rng)


def test_priors_are_the_softmax_of_the_weighed_features():
    weights = read_weights(LEARNING, PATH)
    for mode in ("duel", "solo"):
        for _, state, rng in games(4, mode=mode):
            while not state.is_over:
                scores = state.action_features() @ np.array(weights["policy"][mode])
                shares = np.exp(scores - scores.max())
                assert np.allclose(state.priors(), shares / shares.sum())
                play_on(state, rng)


def test_the_policy_draws_in_proportion_to_the_priors():
    rng, n = Rng(3), 4000
    state = load_game("two-heirs").new(2)
    for _ in range(12):
        state.apply(state.policy(rng))
    drawn = Counter(state.policy(rng) for _ in range(n))
    for action, prior in zip(state.legal_actions(), state.priors(), strict=True):
        assert abs(drawn[action] - n * prior) <= 5 * (n * prior * (1 - prior)) ** 0.5 + 1


def test_the_evaluation_is_the_score_with_the_weighed_margin():
    weights = read_weights(LEARNING, PATH)
    for mode in ("duel", "solo"):
        for _, state, rng in games(4, mode=mode):
            while not state.is_over:
                stage, row = state.state_features()
                blue, white = state.evaluate()
                mine = blue - white if state.player == 0 else white - blue
                assert mine == pytest.approx(row @ np.array(weights["value"][mode][stage]))
                assert blue + white == pytest.approx(max(sum(points(state)), abs(mine)))
                play_on(state, rng)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_evaluation_of_solo_games_sees_the_stack_the_turns_to_come_and_henrys_points(level):
    """Turns are counted by playing on (section 6), amid one and at its beginning, this one too; no camp is used."""
    at = [LEARNING.values.index(name) for name in ("stack", "turns", "henry")]
    for _, state, rng in games(12, mode="solo", level=level):
        seen, ended = [], 0
        while not state.is_over:
            where = write_position(state)
            seen.append((ended, state.state_features()[1][at].tolist(), len(where["stack"]), points(state)[1]))
            action = state.policy(rng) if rng.below(2) else state.sample(rng)
            while state.format_action(action).startswith("camp"):
                action = state.sample(rng)
            ended += state.ends_turn(action)
            state.apply(action)
        assert len(seen) > ended > 5
        for before, row, stack, henry in seen:
            assert row == [stack, ended - before, henry]


def test_the_evaluation_of_duels_sees_nothing_of_solo_games():
    at = [LEARNING.values.index(name) for name in ("treasures", "stack", "turns", "henry")]
    for _, state, rng in games(4):
        while not state.is_over:
            assert not state.state_features()[1][at].any()
            play_on(state, rng)


def test_the_evaluation_counts_tiles_by_kind():
    """What the position file says: buildings and hands of who is to move less the other's, and the supply."""
    seen = Counter()
    for _, state, rng in games(12):
        kind = {tile.id: tile.building for tile in state.rules.tiles}
        while not state.is_over:
            where, (_, row) = write_position(state), state.state_features()
            me, other = (where["player"], "white" if where["player"] == "blue" else "blue")
            expected = Counter({f"open: {kind[tile]}": 0 for tile in kind})
            expected.update(f"open: {kind[tile]}" for tile in where["supply"] if tile is not None)
            for sign, who in ((1, me), (-1, other)):
                for tile in where["hands"][who]:
                    expected[f"held: {kind[tile]}"] += sign
                for lain in where["board"]:
                    if lain["owner"] == who:
                        expected[f"built: {kind[lain['tile']]}"] += sign
            found = {name: row[i] for i, name in enumerate(LEARNING.values) if name.split(":")[-1][1:] in kind.values()
                     and name.split(":")[0] in ("built", "held", "open") and row[i]}
            assert found == {name: n for name, n in expected.items() if n}
            seen.update(found.keys())
            play_on(state, rng)
    assert len(seen) > 60


def test_rule_6_an_odd_stack_gives_the_last_turn_to_whose_turn_begins():
    """The evaluation's `odd`, held against games played on without camps, which change it (rule 7.1)."""
    at = LEARNING.values.index("odd")
    checked = 0
    for _, state, rng in games(20):
        begun, is_start = [], True
        while not state.is_over:
            if is_start and state.state_features()[0] < LEARNING.stages.index("last but one"):
                begun.append((state.player, state.state_features()[1][at]))
            mover, action = state.player, state.policy(rng) if rng.below(2) else state.sample(rng)
            while state.format_action(action).startswith("camp"):
                action = state.sample(rng)
            is_start = state.ends_turn(action)
            state.apply(action)
        for player, odd in begun:
            assert odd == (player == mover)
            checked += 1
    assert checked > 300


def test_the_evaluation_sees_the_camps_that_change_who_has_the_last_turn():
    at = {name: i for i, name in enumerate(LEARNING.values)}
    seen = Counter()
    for _, state, rng in games(30):
        kind = {tile.id: tile.building for tile in state.rules.tiles}
        while not state.is_over:
            where, (_, row) = write_position(state), state.state_features()
            n = {"built": sum(kind.get(one["tile"]) == "camp" and one["owner"] is not None for one in where["board"]),
                 "held": sum(kind[tile] == "camp" for hand in where["hands"].values() for tile in hand),
                 "open": sum(kind[tile] == "camp" for tile in where["supply"] if tile is not None)}
            odd = len(where["stack"]) % 2
            assert row[at["odd"]] == odd
            assert [row[at[f"camps: {where}"]] for where in ("built", "held")] == [n["built"], n["held"]]
            assert [row[at[f"odd camps: {where}"]] for where in n] == [odd * n[where] for where in n]
            assert row[at["odd: sure"]] == (odd and not any(n.values()))
            seen.update(where for where in n if n[where])
            for action, features in zip(state.legal_actions(), state.action_features(), strict=True):
                camp = state.format_action(action).startswith("camp")
                found = sum(features[i] for i, name in enumerate(LEARNING.features) if name.startswith("camp odd"))
                assert found == (camp and odd)
                seen["used"] += found
            play_on(state, rng)
    assert min(seen[where] for where in ("built", "held", "open", "used")) > 20


def test_the_evaluation_has_stages_of_its_own_for_each_of_the_last_turns():
    """Three, two tiles in the stack, one; the last turn but one, the last; whoever takes, however the game began."""
    for options in ({}, {"mode": "solo", "level": 2}):
        for _, state, rng in games(6, **options):
            while not state.is_over:
                where, stage = write_position(state), LEARNING.stages[state.state_features()[0]]
                left, after = len(where["stack"]), where["turns_after_this"]
                expected = ("last", "last but one")[after] if after in (0, 1) else {
                    3: "three left", 2: "two left", 1: "one left", 0: "one left"}.get(
                        left, "late" if left <= 6 else "middle" if left <= 13 else "early")
                assert stage == expected
                play_on(state, rng)


def test_a_policy_draws_in_proportion_to_its_priors():
    state = load_game("two-heirs").new(3)
    legal, priors = state.legal_actions(), np.array(state.priors())
    rng, n = Rng(1), 20_000
    counts = np.bincount([legal.index(state.policy(rng)) for _ in range(n)], minlength=len(legal))
    likely = priors * n >= 5
    chi = ((counts - priors * n)[likely] ** 2 / (priors * n)[likely]).sum()
    assert chi < likely.sum() + 4 * np.sqrt(2 * likely.sum()) + 10  # far beyond any chance


def test_other_orders_of_the_same_choices_share_a_key():
    """Two steps of two units, made in either order, are one position; another position has another key."""
    seen = 0
    for _, state, rng in games(10):
        while not state.is_over:
            steps = [a for a in state.legal_actions() if state.format_action(a).split()[0] in ("move", "extend")]
            for one in steps[:4]:
                first = state.clone()
                first.apply(one)
                assert first.key() != state.key()
                for two in steps[:4]:
                    second = state.clone()
                    second.apply(two)
                    if one in second.legal_actions() and two in first.legal_actions():
                        a, b = first.clone(), second.clone()
                        a.apply(two)
                        b.apply(one)
                        if a.text() == b.text():
                            assert a.key() == b.key()
                            seen += 1
            play_on(state, rng)
    assert seen > 100


def test_positions_that_differ_for_their_players_have_other_keys():
    keys = {}
    for _, state, rng in games(20):
        while not state.is_over:
            view = (state.game.options["sets"], state.view(0), state.view(1))
            assert keys.setdefault((state.game.options["sets"], state.key()), view) == view
            play_on(state, rng)
    assert len(keys) > 1000


def test_rule_3_4_a_turn_ends_with_end_or_the_last_discard():
    ends = {"end": 0, "discard": 0}
    for seed, state, rng in games(30):
        while not state.is_over:
            action = state.sample(rng)
            if seed % 2:    # hoard tiles: take first, then end
                action = min(state.legal_actions(), key=lambda a: state.format_action(a).split()[0] not in (
                    "take", "end", "discard"))
            word, hand = state.format_action(action).split()[0], len(hand_of(state))
            expected = (word == "end" and hand <= 3) or (word == "discard" and hand == 4)
            assert state.ends_turn(action) == expected
            mover = state.player
            state.apply(action)
            if expected:
                ends[word] += 1
                assert state.is_over or state.player != mover
            else:
                assert state.player == mover
    assert min(ends.values()) > 10


def hand_of(state):
    return write_position(state)["hands"][("blue", "white")[state.player]]


def test_a_fresh_file_holds_one_mode_and_plays_that_alone(tmp_path):
    path = tmp_path / "fresh.json"
    n, m = len(LEARNING.features), len(LEARNING.values)
    write_section(LEARNING, path, "duel", [0.5] * n, [[1.25] * m] * 8, [6.5] * 8, "by hand")
    assert load_game("two-heirs", weights=str(path)).new(1).spread() == 6.5
    with pytest.raises(ConfigError, match=r"fresh.json': expected weights of 'solo', the file holds duel; kingmaker"):
        load_game("two-heirs", weights=str(path), mode="solo")


def test_weights_are_read_back_and_bad_files_are_refused(tmp_path):
    path = tmp_path / "weights.json"
    n, m = len(LEARNING.features), len(LEARNING.values)
    for section in LEARNING.sections:
        write_section(LEARNING, path, section, [0.5] * n, [[1.25] * m] * 8, [6.5, 6, 5, 4, 3, 2, 2, 1], "by hand")
    weights = read_weights(LEARNING, path)
    assert weights["policy"]["solo"] == [0.5] * n
    assert weights["value"]["duel"] == [[1.25] * m] * 8
    game = load_game("two-heirs", weights=str(path))
    _, row = game.new(1).state_features()
    assert np.ptp(game.new(1).evaluate()) == pytest.approx(abs(1.25 * row.sum()))
    assert game.new(1).spread() == 6.5
    raw = json.loads(path.read_text())
    old = json.loads(path.read_text())
    del old["value"]["duel"]["three left"]
    other = tmp_path / "other.json"
    other.write_text(json.dumps(old))
    with pytest.raises(ConfigError, match=r"other.json.*value.duel: the key 'three left' is missing"):
        load_game("two-heirs", weights=str(other)).new(1)
    raw["policy"]["duel"]["build: castle"] = 1
    other = tmp_path / "another.json"
    other.write_text(json.dumps(raw))
    with pytest.raises(ConfigError, match=r"another.json.*policy.duel: unknown key 'build: castle'; known: build"):
        load_game("two-heirs", weights=str(other)).new(1)
    other.write_text("{}")
    with pytest.raises(ConfigError, match="the key 'policy' is missing; the key 'value' is missing"):
        load_game("two-heirs", weights=str(tmp_path / "." / "another.json")).new(1)
    with pytest.raises(ConfigError, match=r"weights .*none.json"):
        load_game("two-heirs", weights=str(tmp_path / "none.json")).new(1)


@pytest.mark.parametrize("mode", ["duel", "solo"])
def test_what_was_seen_of_one_position_does_not_reach_another(mode):
    """What a state remembers from decision to decision: one that sees them all says what one does that sees its first.

    It goes along with a game, so that tiles come one by one, and jumps to others in between, back and forth.
    """
    others = [state for _, state, _ in games(4, mode=mode)]
    checked = 0
    for seed, state, rng in games(12, mode=mode):
        if state.game.options["sets"] != others[seed % 4].game.options["sets"]:
            others[seed % 4] = state.game.new(seed + 100)
        old = state.clone()
        while not state.is_over:
            if rng.below(4) == 0:
                other = others[seed % 4]
                old.copy_from(other)
                assert old.priors() == other.clone().priors()
                if rng.below(2):
                    play_on(other, rng)
                    if other.is_over:
                        others[seed % 4] = state.game.new(seed + 200 + checked)
            old.copy_from(state)
            fresh = state.clone()
            assert old.priors() == fresh.priors()
            assert old.evaluate() == state.clone().evaluate()
            assert (old.action_features() == state.clone().action_features()).all()
            checked += 1
            play_on(state, rng)
    assert checked > 500
