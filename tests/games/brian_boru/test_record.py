"""Records: the lines and keys that another program reads, told apart from how the game makes them."""
import json

import pytest
from typer.testing import CliRunner

from kingmaker.games import Rng, load_game
from kingmaker.games.files.records import record_game
from kingmaker.games.files.replays import load_replays
from kingmaker.scripts.cli import app
from tests.games.brian_boru.setting import DATA, DEALT, ROUNDS, seats

TABLE = ["round", "phase", "marker", "active", "battle", "coins", "renown", "points", "raiders", "church", "track",
         "towns", "claims", "marriages", "princess", "hands", "trick"]
PARTS = ["track", "coins", "marker", "renown", "claims", "shared", "regions"]


def recorded(n, seed):
    rng = Rng(seed)
    lines = list(record_game(load_game("brian-boru", players=n), seed, lambda state: state.sample(rng)))
    return lines[0], lines[1:-1], lines[-1]["result"]


@pytest.fixture(scope="module", params=[3, 4, 5])
def record(request):
    """Return the number of players, head, decisions and result of a random game."""
    return request.param, *recorded(request.param, 11 + request.param)


def test_the_head_tells_all_that_was_drawn_at_the_setup(record):
    n, head, _, _ = record
    assert list(head) == ["record", "version", "seed", "players", "first", "viking_deck", "marriage_deck", "data"]
    assert (head["record"], head["version"], head["seed"], head["players"]) == ("brian-boru", 1, 11 + n, n)
    assert head["first"] in seats(n)
    assert sorted(head["viking_deck"]) == [9, 10, 11, 12, 12, 13, 14]
    assert len(head["marriage_deck"]) == ROUNDS[n]
    assert head["data"] == DATA


def test_interventions_stand_in_the_head_so_that_the_game_can_be_played_again(tmp_path):
    game, rng = load_game("brian-boru", players=3, dealt="25+3", princess="spurn"), Rng(5)
    lines = list(record_game(game, 5, lambda state: state.sample(rng)))
    assert lines[0]["options"] == {"dealt": "3+25", "princess": "spurn"}
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    [replay] = load_replays(path)
    assert replay.game == game
    assert replay.end.score() == lines[-1]["result"]


def test_each_decision_has_its_keys_and_a_choice(record):
    n, _, decisions, _ = record
    for number, line in enumerate(decisions, 1):
        assert list(line) == ["n", "player", "legal", "move", "events", "table"]
        assert line["n"] == number
        assert line["player"] in seats(n)
        assert line["legal"] == sorted(set(line["legal"]))
        assert len(line["legal"]) > 1
        assert line["move"] in line["legal"]
        assert list(line["table"]) == TABLE


def test_events_hang_on_the_end_of_the_setup_and_of_each_upkeep(record):
    n, head, decisions, _ = record
    dealt = [(i, line) for i, line in enumerate(decisions) if line["events"]]
    assert len(dealt) == ROUNDS[n]
    for number, (i, line) in enumerate(dealt):
        words = [event.split() for event in line["events"]]
        assert words[0] == ["viking", str(head["viking_deck"][number])]
        assert words[1] == ["marriage", head["marriage_deck"][number]]
        hands = [list(map(int, cards)) for word, _, *cards in words[2:2 + n] if word == "deal"]
        assert [word[1] for word in words[2:2 + n]] == seats(n)
        assert all(len(hand) == DEALT[n] and hand == sorted(hand) for hand in hands)
        aside = [int(word[1]) for word in words[2 + n:]]
        assert len(aside) == (n < 5)
        assert sorted([*aside, *(card for hand in hands for card in hand)]) == list(range(1, 26))
        assert line["table"]["round"] == number + 1
        assert line["table"]["phase"] == decisions[i + 1]["table"]["phase"] == "draft"


def test_rounds_count_from_0_in_the_setup_to_the_last_one_at_the_end(record):
    n, _, decisions, _ = record
    rounds = [line["table"]["round"] for line in decisions]
    assert rounds[:n - 1] == [0] * (n - 1)
    assert rounds == sorted(rounds)
    assert decisions[-1]["table"]["phase"] == "over"
    assert rounds[-1] == ROUNDS[n]


def test_picks_show_at_once_and_the_last_cards_after_the_last_pick(record):
    n, _, decisions, _ = record
    hands = {seat: [] for seat in seats(n)}
    dealt = {}
    for line in decisions:
        verb, *words = line["move"].split()
        if line["events"]:
            dealt = {event.split()[1]: event for event in line["events"] if event.startswith("deal")}
            hands = {seat: [] for seat in seats(n)}
        if verb == "pick":
            hands[line["player"]] += map(int, words)
            shown = line["table"]["hands"]
            if line["table"]["phase"] == "draft":
                assert shown == {seat: sorted(cards) for seat, cards in hands.items()}
            else:
                assert all(len(cards) == DEALT[n] for cards in shown.values()) or line["table"]["trick"]
                assert all(set(hands[seat]) <= set(shown[seat]) | {card for _, card in line["table"]["trick"]}
                           for seat in seats(n))
                assert dealt


def test_the_leader_holds_the_marker_and_the_town_shows_from_its_choice(record):
    _, _, decisions, _ = record
    for line in decisions:
        verb, *words = line["move"].split()
        if verb == "town":
            assert line["table"]["active"] == words[0]
            assert line["table"]["marker"] == line["player"]
        if line["table"]["phase"] in ("setup", "draft", "upkeep", "over"):
            assert (line["table"]["active"], line["table"]["trick"]) == (None, [])


def test_the_result_adds_up(record):
    n, _, decisions, result = record
    assert list(result) == ["points", "parts", "winners"]
    assert list(result["points"]) == seats(n)
    for seat in seats(n):
        assert list(result["parts"][seat]) == PARTS
        assert sum(result["parts"][seat].values()) == result["points"][seat]
        assert result["parts"][seat]["track"] == decisions[-1]["table"]["points"][seat]
    most = max(result["points"].values())
    assert all(result["points"][seat] == most for seat in result["winners"])
    assert result["winners"]


def test_the_command_prints_the_same_lines_for_the_same_seed(tmp_path):
    call = ["record", "--game", "brian-boru", "--players", "4", "--agent", "random", "--games", "2", "--seed", "1"]
    first, second = (CliRunner().invoke(app, call) for _ in range(2))
    assert first.exit_code == second.exit_code == 0
    assert CliRunner().invoke(app, [*call, "--out", str(tmp_path / "games.jsonl")]).stdout == ""
    assert first.stdout == second.stdout == (tmp_path / "games.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in first.stdout.splitlines()]
    assert sum("record" in line for line in lines) == sum("result" in line for line in lines) == 2
