"""Position files: both forms, round trips, and messages that name the place."""
import json
from dataclasses import replace

import pytest

from kingmaker.games import KingmakerError, NotationError, Rng, available_games, game_spec, load_game
from kingmaker.games.files import positions
from kingmaker.games.files.positions import format_position, load_position, parse_position
from kingmaker.games.spec import Game

KUHN = '{"game": "kuhn-poker", "version": 1, "state": "KJ:pb"}'


def position(**changes):
    """Return Kuhn's position with some keys changed, those set to None left out."""
    data = json.loads(KUHN) | changes
    return json.dumps({key: value for key, value in data.items() if value is not None})


@pytest.mark.parametrize("name", available_games())
def test_positions_round_trip(name):
    game = game_spec(name).bind(game_spec(name).enumerable[-1])
    state, rng = game.new(3), Rng(3)
    while not state.is_over:
        back = parse_position(format_position(state))
        if game.spec.read_position is None:  # a schema of the game's own need not hold every option
            assert back.game == game
        assert back.text() == state.text()
        state.apply(state.sample(rng))
    assert parse_position(format_position(state)).returns() == state.returns()


def test_json_and_toml_say_the_same(tmp_path):
    (tmp_path / "p.json").write_text('{"game": "oh-hell", "version": 1, "options": {"players": 4}, "deal": 7}')
    (tmp_path / "p.toml").write_text('game = "oh-hell"\nversion = 1\ndeal = 7\n[options]\nplayers = 4\n')
    (tmp_path / "json").write_text((tmp_path / "p.json").read_text())
    (tmp_path / "toml").write_text("\ufeff# a comment\n" + (tmp_path / "p.toml").read_text(), encoding="utf-8")
    texts = {load_position(tmp_path / name).text() for name in ("p.json", "p.toml", "json", "toml")}
    assert texts == {load_game("oh-hell:players=4").new(7).text()}


def test_moves_follow_a_deal():
    game = load_game("oh-hell:players=4,tricks=2")
    state = game.new(9)
    state.apply_move("bid1")
    state.apply_move("bid0")
    read = parse_position(json.dumps(
        {"game": "oh-hell", "version": 1, "options": {"players": 4, "tricks": 2}, "deal": 9,
         "moves": ["bid1", "bid0"]}))
    assert read.text() == state.text()


def test_options_in_the_name_give_way_to_options():
    read = parse_position('{"game": "oh-hell:players=4,tricks=2", "version": 1, "options": {"tricks": 3}, "deal": 1}')
    assert (read.game.n_players, read.game.options["tricks"]) == (4, 3)


@pytest.mark.parametrize(("text", "message"), [
    ("", "line 1, column 1: not JSON"),
    ("{", "line 1, column 2: not JSON"),
    ("[1, 2]", "expected an object with the keys game, version"),
    ("game == 3\n", "not TOML: .*line 1"),
    ('{"game": "kuhn-poker", "game": "oh-hell"}', "the key 'game' is written twice"),
    ('{"game": ' + "[" * 100_000, "p: "),
    ('{"deal": ' + "1" * 5000 + "}", "p: "),
    (position(game=None), "the key 'game' is missing: expected a text"),
    (position(game=3), "game: expected a text, got 3"),
    (position(game="kuhn"), "unknown game 'kuhn'; known: .*kuhn-poker"),
    (position(version=None, verison=1), "unknown key 'verison'; known: .*did you mean 'version'"),
    (position(version=2), "version: expected 1, got 2"),
    (position(version=True), "version: expected a whole number, got True"),
    (position(stat="x"), "unknown key 'stat'; known: .*did you mean 'state'"),
    (position(deal=3), "expected exactly one of 'state' and 'deal'; got both"),
    (position(state=None), "expected exactly one of 'state' and 'deal'; got none"),
    (position(moves=["pass"]), "moves: they follow a deal"),
    (position(state=7), "state: expected a text, got 7"),
    (position(state="KK:pb"), "p: state: "),
    (position(options={"players": 3}), "unknown option 'players'; known: it has none"),
    (position(options={"name": 3}), "unknown option 'name'"),
    (position(options=[]), r"options: expected a table of keys, got \[\]"),
    (position(state=None, deal=-1), r"deal: expected a whole number in \[0, 2\^63\), got -1"),
    (position(state=None, deal="7"), "deal: expected a whole number, got '7'"),
    (position(state=None, deal=7, moves="pass"), "moves: expected a list, got 'pass'"),
    (position(state=None, deal=7, moves=["pass", 4]), r"moves\[1\]: expected a text, got 4"),
    (position(state=None, deal=7, moves=["pass", "fold"]), r"moves\[1\]: illegal move 'fold'; legal: pass, bet"),
    (position(state=None, deal=7, moves=["pass"] * 3), r"moves\[2\]: illegal move 'pass': the game is over"),
])
def test_bad_positions_are_refused_with_the_place(text, message):
    with pytest.raises(KingmakerError, match=message) as caught:
        parse_position(text, where="p")
    assert str(caught.value).startswith("p: ")


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "p.json"
    path.write_bytes(b'{"game": "\xff"}')
    with pytest.raises(NotationError, match=r"p\.json: line 1: expected UTF-8 text, byte 10 of the file is 0xff"):
        load_position(path)


def test_a_game_brings_a_schema_of_its_own(monkeypatch):
    def read(data):
        if data["hands"] != ["K", "J", None]:
            raise NotationError(f"hands: got {data['hands']!r}")
        return plain.parse("KJ:pb")

    plain = load_game("kuhn-poker")
    spec = replace(plain.spec, read_position=read, write_position=lambda state: {"hands": ["K", "J", None]})
    monkeypatch.setattr(positions, "load_game", lambda name: Game(spec, {}))
    for text in ('{"game": "kuhn-poker", "version": 1, "hands": ["K", "J", null]}',
                 'game = "kuhn-poker"\nversion = 1\nhands = ["K", "J", "-"]'):
        assert parse_position(text).text() == "KJ:pb"
    with pytest.raises(NotationError, match=r"^position: hands: got \['Q'\]"):
        parse_position('{"game": "kuhn-poker", "version": 1, "hands": ["Q"]}')
    written = positions.write_position(spec.parse(Game(spec, {}), "KJ:pb"))
    assert written == {"game": "kuhn-poker", "version": 1, "hands": ["K", "J", None]}
