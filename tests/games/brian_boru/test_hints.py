"""What a hint calls moves and points."""
import pytest

from kingmaker.games import load_game
from kingmaker.games.brian_boru.hints import VERBS, explain, named, parts, tell
from kingmaker.games.brian_boru.words import _names
from kingmaker.games.files.positions import load_position


def test_moves_as_instructions():
    state = load_position("examples/brian_boru/trick.json")
    said = dict(zip(state.legal_moves(), (tell(state, action, "en") for action in state.legal_actions()), strict=True))
    assert said["play 22"].startswith("play card 22 (white; wins: town, ")
    assert said["play 22"] == f"play card {explain(state, state.parse_action('play 22')).replace(': ', ' (', 1)})"
    state = load_position("examples/brian_boru/upkeep.json")
    said = dict(zip(state.legal_moves(), (tell(state, action, "en") for action in state.legal_actions()), strict=True))
    assert said["lose N1"] == "N1 (Northern Uí Néill) falls to the Vikings"


@pytest.mark.parametrize("lang", ["en", "cs"])
@pytest.mark.parametrize("seed", range(3))
def test_every_move_of_a_game_can_be_told(seed, lang):
    state, verbs = load_game("brian-boru", players=3 + seed).new(seed), set()
    while not state.is_over:
        for move, action in zip(state.legal_moves(), state.legal_actions(), strict=True):
            assert "{" not in tell(state, action, lang) + explain(state, action, lang)
            verbs.add(move.split()[0])
        state.apply(state.legal_actions()[seed % len(state.legal_actions())])
    assert verbs <= set(VERBS)
    assert all(named(state.game, name, "en") for name in parts(state))


def test_czech_is_whole():
    """The rulebook's words: a white card is a royal one, štych is a trick, the action says what it does."""
    state = load_position("examples/brian_boru/trick.json")
    said = tell(state, state.parse_action("play 5"), "cs")
    assert said.startswith("zahraj kartu 5 (červená; výhra: město, ")
    assert "; prohra: " in said
    assert named(state.game, "claims", "cs") == "žetony nároku"
    assert all(len(words) == 5 if table == "symbols" else len(words) == 2
               for table, rows in _names().items() for words in rows.values())
