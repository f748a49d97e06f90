"""The state as bytes and as text: its size, the round trip, options, and that no piece is made or lost."""
import json

import pytest

from kingmaker.games import ConfigError, Rng, load_game
from kingmaker.games.errors import NotationError
from tests.games.architects.setting import keys_of

VARIANTS = [
    {"players": 2}, {"players": 3, "boards": "variable"}, {"players": 5}, {"players": 2, "wonders": 1},
    {"players": 4, "wonders": 1, "boards": "variable"}, {"players": 1, "wonders": 1, "opponent": "O1"},
    {"players": 3, "wonders": 1, "opponent": "O4", "boards": "variable"},
]
MOST_BYTES = 2048


def play(options, seed):
    """Yield every state of a random game, each a copy."""
    state, rng = load_game("architects", **options).new(seed), Rng(seed)
    yield state.clone()
    while not state.is_over:
        state.apply(state.sample(rng))
        yield state.clone()


def test_a_state_is_small():
    assert 0 < load_game("architects").new(1).size <= MOST_BYTES


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_state_comes_back_from_its_text(options):
    game = load_game("architects", **options)
    for i, state in enumerate(play(options, 3)):
        if i % 7:
            continue
        copy = game.parse(state.text())
        assert copy.text() == state.text()
        assert copy.legal_moves() == state.legal_moves()
        assert copy.table() == state.table()
        if not state.is_over:
            move = state.legal_actions()[-1]
            state.apply(move)
            copy.apply(move)
            assert copy.text() == state.text()


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_no_piece_is_made_or_lost(options):
    """A1: 20 workers each, every card once, 22 debts; nothing is ever below 0."""
    n_cards = 64 if options.get("wonders") else 40
    debts = None
    for state in play(options, 5):
        table, keys = state.table(), keys_of(state)
        for name, seat in table["seats"].items():
            workers = seat["supply"] + seat["prison"] + table["guildhall"].count(name) + sum(
                at.get(name, 0) for at in table["workers"].values()) + sum(
                whose == name for whose in table["market"].values()) + sum(
                other["captured"].get(name, 0) for other in table["seats"].values())
            assert workers == 20
            assert min(*seat.get("goods", [0]), seat.get("silver", 0), seat["supply"], seat["prison"]) >= 0
            assert 0 <= seat["virtue"] <= 14
            assert 0 <= seat["influence"] <= 12
        cards = [*keys["cards"], *keys["drawn"], *(c for pack in keys["packs"] for c in pack),
                 *(c for seat in keys["seats"] for c in (*seat["hand"], *seat["buildings"]) if c < 64)]
        assert sorted(cards) == list(range(n_cards))
        apprentices = [*keys["apprentices"], *(c for c in keys["display"] if c >= 0),
                       *(c for seat in keys["seats"] for c in seat["apprentices"])]
        assert sorted(apprentices) == list(range(n_cards))
        unpaid = table["debts"] + sum(sum(seat["debts"]) for seat in table["seats"].values())
        assert unpaid == 22
        debts = unpaid
    assert debts == 22


def test_a_playout_ends_where_play_by_hand_does():
    """The quick playout follows the same rules: it makes as many decisions, and its ends have scores like theirs."""
    game = load_game("architects", players=2)
    fast, slow = [], []
    for seed in range(150):
        state = game.new(seed)
        fast.append(state.playout(Rng(seed)))
        assert state.is_over
    for seed in range(150):
        slow.append(sum(1 for _ in play({"players": 2}, 1000 + seed)) - 1)
    assert abs(sum(fast) - sum(slow)) / len(fast) < 30  # some five standard errors


@pytest.mark.parametrize(("options", "message"), [
    ({"players": 1}, "one player needs an opponent"),
    ({"players": 2, "opponent": "O1"}, "belong to Works of Wonder"),
    ({"players": 5, "wonders": 1, "opponent": "O1"}, "1 to 4 beside an opponent"),
    ({"players": 6}, r"whole number in \[1, 5\]"),
    ({"boards": "mixed"}, "standard, variable"),
])
def test_options_that_do_not_go_together_are_refused(options, message):
    with pytest.raises(ConfigError, match=message):
        load_game("architects", **options)


@pytest.mark.parametrize("text", ["", "0", "00000000 {}", "x" * 200])
def test_texts_that_are_none_are_refused(text):
    with pytest.raises(NotationError, match="expected"):
        load_game("architects").parse(text)


def test_component_files_are_checked(tmp_path):
    from kingmaker.games.architects.components import OWN, read_components
    data = json.loads(OWN.read_text())
    data["base"]["buildings"][3]["effect"] = {"hire": 1}
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(data))
    with pytest.raises(NotationError, match=r"base.buildings\[3\].effect: expected an effect"):
        read_components(path)
    data["base"]["buildings"][3]["effect"] = {"gain": {"silver": 3}}
    data["base"]["virtue_track"][7]["vp"] = 5
    path.write_text(json.dumps(data))
    game = load_game("architects", data=str(path))
    assert game.new(1).score()["parts"]["p1"]["virtue"] == 5


def test_records_have_the_lines_of_the_format():
    """FORMATS 8: a head with all that is shuffled, a line a decision, the result."""
    from kingmaker.games.files.records import record_game
    game, rng = load_game("architects", players=2, wonders=1, boards="variable"), Rng(4)
    head, *moves, last = list(record_game(game, 9, lambda state: state.sample(rng)))
    assert head["wonders"] is True
    assert head["opponent"] is None
    assert len(head["apprentices"]) == 64
    assert len(head["buildings"]) == 64
    assert len(head["rewards"]) == 23
    assert len(head["contributions"]) == 7
    assert [move["n"] for move in moves] == list(range(1, len(moves) + 1))
    assert all(move["legal"] == sorted(move["legal"]) and move["move"] in move["legal"] for move in moves)
    assert moves[0]["table"]["phase"] == "hire"
    assert moves[-1]["table"]["phase"] == "over"
    assert set(last["result"]) == {"points", "parts", "winners"}
    for name, parts in last["result"]["parts"].items():
        assert sum(parts.values()) == last["result"]["points"][name]
