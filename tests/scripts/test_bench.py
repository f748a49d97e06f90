import json
import sys

import pytest
from typer.testing import CliRunner

from kingmaker.games import ConfigError, available_games, load_game
from kingmaker.scripts.cli import app
from kingmaker.search.bench.peers import PEERS, bench_name, find_rival


def run(*arguments):
    return CliRunner().invoke(app, ["bench", *arguments])


def test_json_is_all_that_stands_on_standard_output():
    result = run("--game", "kuhn-poker", "--game", "tic-tac-toe", "--seconds", "0.02", "--format", "json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert [row["game"] for row in answer["games"]] == ["kuhn-poker", "tic-tac-toe"]
    for row in answer["games"]:
        assert row["playouts_per_s"] > row["ismcts_iterations_per_s"] > 1000
        assert row["edge_bytes"] > 0
        assert row["state_bytes"] > 0
    assert isinstance(answer["signature"], int)


def test_the_table_ends_with_the_signature():
    arguments = ("--game", "kuhn-poker", "--seconds", "0.02")
    lines = run(*arguments).stdout.splitlines()
    assert lines[1].startswith("kuhn-poker ")
    assert lines[-1].split()[0] == "signature"
    assert run("--signature", "--game", "kuhn-poker").stdout.strip() == lines[-1].split()[1]


def test_an_unknown_game_is_refused_before_anything_is_measured():
    result = run("--game", "kuhn-poker", "--game", "kuhn-pokre")
    assert result.exit_code == 2
    assert "did you mean 'kuhn-poker'" in result.stderr
    assert result.stdout == ""


def test_games_are_measured_at_the_size_of_their_peer():
    assert bench_name("oh_hell") == bench_name("oh-hell") == "oh-hell:players=3,tricks=8"
    assert bench_name("oh-hell:points_per_trick=3") == "oh-hell:points_per_trick=3"
    assert bench_name("goofspiel") == "goofspiel"
    assert set(PEERS) <= set(available_games())


def test_missing_open_spiel_is_a_plain_message(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ConfigError, match=r"--peers needs open_spiel.*pip install open_spiel"):
        find_rival(load_game("kuhn-poker"), 1)


@pytest.mark.parametrize("name", sorted(PEERS))
def test_the_peer_plays_the_same_game(name):
    pyspiel = pytest.importorskip("pyspiel")
    game = load_game(bench_name(name))
    rival = find_rival(game, 1)
    theirs = pyspiel.load_game(rival.game)
    assert theirs.num_players() == game.n_players
    assert theirs.max_game_length() >= game.max_decisions
    rival.search(20, 1)
    rival.playouts(20, 1)


def test_a_game_the_peer_cannot_match_has_no_peer():
    pytest.importorskip("pyspiel")
    assert find_rival(load_game("goofspiel"), 1) is None
    assert find_rival(load_game("oh-hell:tricks=0"), 1) is None
    assert find_rival(load_game("oh-hell:tricks=4,off_bid=yes"), 1) is None
    assert "num_tricks_fixed=4" in find_rival(load_game("oh-hell:tricks=4"), 1).game


def test_peers_stand_beside_our_figures():
    pytest.importorskip("pyspiel")
    result = run("--game", "leduc-poker", "--game", "goofspiel", "--peers", "--seconds", "0.1", "--format", "json")
    leduc, goofspiel = json.loads(result.stdout)["games"]
    assert leduc["peer"]["program"] == "open_spiel"
    assert leduc["peer"]["algorithm"] == "ISMCTSBot"
    assert leduc["peer"]["iterations_per_s"] > 10_000
    assert leduc["peer"]["ratio"] > 1
    assert "peer" not in goofspiel
