"""`kingmaker record`, `score` and `play`, as their users run them."""
import json
import re

import pytest
from typer.testing import CliRunner

from kingmaker.games import load_game
from kingmaker.games.files.positions import read_position
from kingmaker.scripts.cli import app


def run(*args, code=0, **options):
    result = CliRunner().invoke(app, [str(arg) for arg in args], **options)
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


@pytest.mark.parametrize("name", ["kuhn-poker", "goofspiel", "oh-hell", "phantom-444"])
def test_a_record_replays_without_the_agents(name, tmp_path):
    out = tmp_path / "games.jsonl"
    run("record", "--game", name, "--games", 3, "--seed", 5, "--out", out)
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    heads = [k for k, line in enumerate(lines) if "record" in line]
    assert len(heads) == 3
    for start, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        head, *decisions, last = lines[start:end]
        state = load_game(name, **head["options"]).parse(head["state"])
        for n, line in enumerate(decisions, 1):
            assert (line["n"], line["player"]) == (n, state.player)
            assert line["legal"] == sorted(state.legal_moves())
            state.apply_move(line["move"])
            assert line["state"] == state.text()
        assert last["result"] == {"points": state.returns(), "wins": state.wins()}


def test_game_options_are_flags():
    out = run("record", "--game", "oh-hell", "--players", 4, "--tricks=2", "--seed", 1).stdout
    head = json.loads(out.split("\n")[0])
    assert head["options"]["players"] == 4
    assert head["options"]["tricks"] == 2
    message = run("record", "--game", "oh-hell", "--playrs", 4, code=2).stderr
    assert "--playrs: not an option of this command; oh-hell: unknown option 'playrs'; known: players=3..5" in message
    assert "--players 4" in run("record", "--game", "oh-hell", "stray", code=2).stderr


def test_agents_for_record_are_one_or_one_a_seat():
    assert run("record", "--game", "leduc-poker", "--agent", "policy,random", "--seed", 1).stdout
    assert "expected one agent or 3" in run("record", "--game", "oh-hell", "--agent", "random,random", code=2).stderr


def test_the_same_seed_gives_the_same_record():
    first, second = (run("record", "--game", "goofspiel", "--games", 2, "--agent", "ismcts:iterations=50",
                         "--seed", 9).stdout for _ in range(2))
    assert first == second


def test_score_of_a_finished_game_and_of_a_running_one(tmp_path):
    path = tmp_path / "over.json"
    path.write_text('{"game": "kuhn-poker", "version": 1, "state": "KJ:bb"}', encoding="utf-8")
    assert json.loads(run("score", path).stdout) == {"points": [2.0, -2.0], "wins": [1.0, 0.0]}
    path.write_text('{"game": "kuhn-poker", "version": 1, "state": "KJ:b"}', encoding="utf-8")
    assert "not over" in run("score", path, code=2).stderr


def test_a_person_plays_by_number_and_by_text_and_takes_back():
    """Leduc with seed 4: the person folds at once, takes it back, and calls to the end."""
    said = "1\nundo\ncall\n" + "1\n" * 6
    out = run("play", "--game", "leduc-poker", "--agent", "policy", "--seed", 4, input=said).stdout
    assert "the game is over: player 0 " in out
    assert out.count("J?:\n") == 2, "asked again after the undo"


def test_play_shows_what_the_person_knows():
    state = load_game("leduc-poker").new(4)
    out = run("play", "--game", "leduc-poker", "--agent", "random", "--seed", 4, input="quit\n").stdout
    assert state.view(0) in out
    assert state.text() not in out


def test_play_gives_a_hint_and_explains_mistakes():
    done = run("play", "--game", "kuhn-poker", "--agent", "random", "--seed", 1, input="?\nfold\nundo\nquit\n")
    assert re.search(r"> player 0: +(pass|bet)\.\nChance: +over 99 % to win", done.stdout), "the king wins the showdown"
    assert "illegal move 'fold'; legal: pass, bet" in done.stderr
    assert "nothing to take back" in done.stderr


HEIRS = ["play", "--game", "two-heirs", "--mode", "solo", "--level", 2, "--seed", 3]


def test_henrys_turn_is_told_step_by_step_and_short_forms_do():
    """Seed 3 deals a Market in reach; the stack shows yellow, so that Henry takes the first yellow tile."""
    out = run(*HEIRS, input="help\ntake market\nshow\ne\nquit\n").stdout
    assert "a move       by its number" in out
    assert "blue: take T5\n  refill: D9 Camp, yellow, 1 wood; on top of the stack now: yellow\n" in out
    assert out.count("hand of blue: T5 Market") == 3, "once by itself, once for `show`, once after the turn"
    assert re.search(r"blue: end\n  Henry takes C9 Cathedral, .*the first from the shield in the colour of the stack's "
                     r"top \(yellow\)\n(?:  .*\n)*  Henry builds C9 on .*, bottom to the north", out)


def test_a_game_that_is_played_is_kept_and_read_by_all(tmp_path):
    path, now = tmp_path / "mine.jsonl", tmp_path / "now.json"
    run(*HEIRS, "--save", path, input=f"t5\ne\nundo\nwrite {now}\n")
    assert [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()][1:] == [
        {"move": "take T5"}, {"move": "end"}, {"undo": ""}]
    again = run(*HEIRS, "--save", path, input="e\n")
    assert "gone on with after 3 entries, 1 decisions" in again.stderr
    assert "hand of blue: T5 Market" in again.stdout
    assert "hand of blue: T5 Market" in run("table", "--save", path, "--seed", 1, input="").stdout
    assert "hand of blue: T5 Market" in run("show", path, "--out", tmp_path / "end.json").stdout
    read = read_position(json.loads(now.read_text(encoding="utf-8")))
    assert (read.snapshot().hands[0], read.snapshot().taken) == (["T5"], True)
    assert "has a game of" in run(*HEIRS[:-3], 3, "--save", path, code=2).stderr


def test_what_a_seat_does_not_see_is_not_told(tmp_path):
    """Goofspiel: both bid at once, so the other's bid is hidden until mine is made; its file is gone on with too."""
    path = tmp_path / "bids.jsonl"
    args = ["play", "--game", "goofspiel", "--seat", 1, "--agent", "random", "--save", path]
    assert "player 0: (hidden)\n" in run(*args, "--seed", 4, input="1\nquit\n").stdout
    assert "gone on with" in run(*args, input="1\nquit\n").stderr
    assert "view 1" in run("show", path).stdout
    assert "Chance: " in run("hint", path, "--at", 1, "--iterations", 64, "--seed", 1).stdout
    assert "player 1" in run("review", path, "--iterations", 16, "--seed", 1).stdout


def test_play_of_a_game_without_input_ends():
    run("play", "--game", "tic-tac-toe", "--agent", "random", "--seed", 1, input="")
    assert "expected a seat in [0, 1]" in run("play", "--game", "tic-tac-toe", "--seat", 2, code=2).stderr


def test_positions_of_records_are_positions():
    lines = [json.loads(line) for line in run("record", "--game", "leduc-poker", "--seed", 3).stdout.splitlines()]
    for line in lines[:-1]:
        position = {"game": "leduc-poker", "version": 1, "state": line["state"]}
        assert read_position(position).text() == line["state"]
