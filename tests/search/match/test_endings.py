"""An evaluation learned from how an agent's own games end: what is collected, what is told, and that nothing leaks."""
import json

import numpy as np
import pytest
from typer.testing import CliRunner

from kingmaker.games import ConfigError, Limits, PyGameState, Rng, load_game
from kingmaker.games.core.weights import Learning, read_weights
from kingmaker.games.two_heirs.weights import LEARNING as LEARNED
from kingmaker.learning import learn_evaluation
from kingmaker.scripts.cli import app
from kingmaker.search.agents import parse_agent
from kingmaker.search.match.endings import N_WORLDS, PER_STAGE, endings_of, play_endings
from tests.search.fixture_games import Secret, game_of

LEARNING = Learning(features=("zero", "one"), values=("always", "secret", "said"), stages=("first", "then"),
                    sections=("all",), section=lambda game: "all")


class Asked(Secret):
    """Two say 0 or 1, one after the other; player 0 gets ten times the secret and what both said, player 1 nothing."""

    n_secrets = 3
    points = (0.0, 22.0)
    depth = 2
    n_said = 2

    def player(self):
        return -4 if len(self.history) == self.n_said else len(self.history) % 2

    def legal_actions(self):
        return [0, 1]

    def returns(self):
        return [10.0 * self.secret + sum(self.history), 0.0]


class Known(Asked):
    """The same, and player 0 knows the secret."""

    knows = (0,)


class Endless(Asked):
    """A hundred say something, which is longer than rollouts go from its beginning."""

    points = (0.0, 120.0)
    depth = n_said = 100

    def evaluate(self):
        return [0.0, 0.0]


class Shown(PyGameState):
    """With features that show everything, the secret too."""

    def state_features(self):
        secret, _, history = self.text().partition(":")
        said = [int(one) for one in history.split(",") if one]
        return int(len(said) > 0), np.array([1.0, float(secret), float(sum(said))])


def game_with(state_class, **changes):
    return game_of(state_class, learning=LEARNING, new=lambda game, rng: Shown(game, state_class(rng.below(3))),
                   **changes)


def run(*args, code=0):
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


def collected(game, agent="random", n=40, **keys):
    return list(play_endings([game], parse_agent(agent), n, seed=3, jobs=1, **keys))


@pytest.mark.parametrize("state_class", [Asked, Known])
def test_the_target_is_the_margin_at_the_end_of_the_world_that_is_seen(state_class):
    """Player 0 gets 10 * secret and 0 to 2; where nobody has said anything he begins, then player 1 is behind by it."""
    own = set()
    for one in collected(game_with(state_class)):
        assert one.section == "all"
        assert (one.seats, one.n_open) == (1, 0)
        assert list(one.stages) == [0] * N_WORLDS + [1] * N_WORLDS  # a game has one start of each stage
        secrets, said = one.states[:, 1], one.states[:, 2]
        sign = np.where(one.stages == 0, 1, -1)
        to_come = sign * one.targets - 10 * secrets - said
        assert ((to_come == 0) | (to_come == 1) | ((to_come == 2) & (one.stages == 0))).all()
        own |= {tuple(secrets[:N_WORLDS])}
    # who does not know the secret is shown any two of the three, who knows it the true one alone
    assert own == ({(s, s) for s in range(3)} if state_class is Known else {(s, t) for s in range(3) for t in range(3)})


def test_a_stage_gives_as_many_positions_however_long_it_is():
    one = collected(game_with(Endless), n=1)[0]
    assert list(one.stages) == [0] * N_WORLDS + [1] * N_WORLDS * PER_STAGE
    assert len({row.tobytes() for row in one.states[N_WORLDS:]}) > 1


def test_games_without_an_end_teach_nothing_and_are_counted():
    """Rollouts go 30 decisions: from the starts of the first 31 decisions of a hundred there is no end."""
    def limits(options):
        return Limits(n_players=2, n_actions=2, max_legal=2, max_decisions=101, min_return=0.0, max_return=120.0,
                      rollout_cut=30)

    one = collected(game_with(Endless, limits=limits, features=frozenset({"evaluation", "worlds"})), n=1)[0]
    assert len(one.stages) == 0
    assert one.states.shape == (0, 3)
    assert one.n_open == N_WORLDS * (1 + PER_STAGE)


@pytest.mark.parametrize("options", [{"game": "two-heirs"}, {"game": "architects", "players": 3}])
def test_what_whose_turn_it_is_cannot_see_reaches_no_ending(options):
    """All that is hidden is exchanged, and everything stays: stage, features, returns."""
    game = load_game(options.pop("game"), **options)
    agent, rng, looked = parse_agent("policy:temperature=0.5").make(game), Rng(4), 0
    state = game.new(4)
    for k in range(40):
        if k % 8 == 0:
            other = state.world(state.player, Rng(100 + k))
            assert other.text() != state.text()
            seed = np.random.SeedSequence(k)
            for mine, yours in zip(endings_of(state, agent, seed), endings_of(other, agent, seed), strict=True):
                assert mine[:2] == yours[:2]
                assert (mine[2] == yours[2]).all()
                assert mine[3] == yours[3]
                looked += 1
        state.apply(state.policy(rng))
    assert looked == 5 * N_WORLDS


def test_an_evaluation_by_seat_has_whose_turn_it_is_first():
    """Of each position there are three rows: the features and the points of who is to move, then the others'."""
    game = load_game("architects", players=3, short=9)
    on_turn = game.spec.learning.values.index("on turn")
    rows = collected(game, "policy:temperature=0.5", n=3)
    assert all(one.seats == 3 and len(one.states) == len(one.targets) == len(one.stages) > 0 for one in rows)
    turns = np.concatenate([one.states.reshape(-1, 3, one.states.shape[1]) for one in rows])
    playing = turns[:, :, on_turn].any(axis=1)  # nobody's turn is on in the draft
    assert playing.sum() > 5
    assert turns[playing, 0, on_turn].all()
    assert not turns[:, 1:, on_turn].any()


def test_the_same_file_whatever_the_jobs(tmp_path):
    files = [tmp_path / f"{jobs}.json" for jobs in (1, 2)]
    for jobs, out in enumerate(files, 1):
        learn_evaluation("two-heirs:mode=solo", out, games=12, rotate=["level"], seed=7, jobs=jobs)
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.fixture
def own(tmp_path):
    """A copy of the weights that come with The Two Heirs."""
    path = tmp_path / "weights.json"
    path.write_bytes(LEARNED.path.read_bytes())
    return path


def test_the_policy_stays_and_both_commands_are_told(own):
    before = json.loads(own.read_text())
    game = load_game("two-heirs", weights=str(own))
    for seed in (2, 3):  # the second one takes the place of the first
        found = learn_evaluation(game, own, games=12, explore=0.1, seed=seed)[0]
    after = json.loads(own.read_text())
    assert found.command == (f"kingmaker learn --evaluation --game two-heirs:weights={own} "
                             "--agent policy:temperature=0.5 --games 12 --explore 0.1 --seed 3")
    first = before["learned"]["duel"].partition("; then ")[0]
    assert after["learned"]["duel"] == f"{first}; then the evaluation: {found.command}"
    assert after["policy"] == before["policy"]
    assert found.policy is None
    assert after["value"]["duel"] != before["value"]["duel"]
    for part in after:
        assert after[part]["solo"] == before[part]["solo"]
    for number, (stage, fitted) in enumerate(found.stages.items()):
        written = read_weights(LEARNED, own)["value"]["duel"][number]
        assert written == pytest.approx(fitted.weights.tolist(), abs=6e-4)
        assert after["spread"]["duel"][stage] == pytest.approx(fitted.residual, abs=6e-4)


def test_a_fresh_file_has_the_policy_that_played(tmp_path):
    out = tmp_path / "fresh.json"
    learn_evaluation("two-heirs:mode=solo", out, games=10, seed=2)
    made, known = json.loads(out.read_text()), json.loads(LEARNED.path.read_text())
    assert made["policy"] == {"solo": known["policy"]["solo"]}
    assert made["learned"]["solo"].startswith("kingmaker learn --game two-heirs:mode=solo")
    assert "; then the evaluation: kingmaker learn --evaluation " in made["learned"]["solo"]


def test_an_evaluation_of_another_policy_than_the_files_is_refused(own):
    raw = json.loads(own.read_text())
    raw["policy"]["duel"]["build: early"] += 1
    own.write_text(json.dumps(raw))
    before = own.read_bytes()
    with pytest.raises(ConfigError, match="hold another policy of 'duel' than the one that plays; play with them "):
        learn_evaluation("two-heirs", own, games=10, seed=1)
    assert own.read_bytes() == before
    learn_evaluation("two-heirs:mode=solo", own, games=10, seed=1)  # another section's policy is no matter


def test_what_cannot_be_learned_is_refused(tmp_path):
    out = tmp_path / "weights.json"
    with pytest.raises(ConfigError, match="oh-hell: the game has no weights to learn"):
        learn_evaluation("oh-hell", out)
    with pytest.raises(ConfigError, match="asked does not say which weights it plays with"):
        learn_evaluation(game_with(Asked), out, agent="random", games=10, seed=1)


@pytest.mark.parametrize(("given", "told"), [
    (["--evaluation", "--calibrate"], "--evaluation --calibrate: they learn different things; give one of them"),
    (["--evaluation", "--against", "greedy"], "--against: with --evaluation all seats are the agent's; leave it out"),
    (["--evaluation", "--temperature", "0.5"], "--temperature: with --evaluation no policy is fitted; leave it out"),
    (["--evaluation", "--iterations", "50"], "--iterations: it goes with --calibrate"),
])
def test_options_that_do_not_go_together_are_refused(tmp_path, given, told):
    assert told in run("learn", "--game", "two-heirs", "--out", tmp_path / "w.json", *given, code=2).stderr


def test_the_command_tells_how_the_fit_does(tmp_path):
    out = tmp_path / "weights.json"
    done = run("learn", "--evaluation", "--game", "two-heirs", "--games", 10, "--seed", 1, "--jobs", 1,
               "--out", out)
    assert done.stdout.count("residual") == 8
    assert "policy" not in done.stdout
    assert ("kingmaker learn --evaluation --game two-heirs --agent policy:temperature=0.5 --games 10 "
            "--explore 0.03 --seed 1\n") in done.stderr
