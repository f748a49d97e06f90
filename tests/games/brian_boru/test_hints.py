"""What a hint calls moves and points."""
import pytest

from kingmaker.games import load_game
from kingmaker.games.brian_boru.hints import INSTRUCTIONS, named, parts, tell
from kingmaker.games.files.positions import load_position


def test_moves_as_instructions():
    state = load_position("examples/brian_boru/trick.json")
    said = dict(zip(state.legal_moves(), (tell(state, action, "en") for action in state.legal_actions()), strict=True))
    assert said["play 22"] == "play card 22 (white)"
    state = load_position("examples/brian_boru/upkeep.json")
    said = dict(zip(state.legal_moves(), (tell(state, action, "en") for action in state.legal_actions()), strict=True))
    assert said["lose N1"] == "N1 (Northern Uí Néill) falls to the Vikings"


@pytest.mark.parametrize("seed", range(3))
def test_every_move_of_a_game_can_be_told(seed):
    state, verbs = load_game("brian-boru", players=3 + seed).new(seed), set()
    while not state.is_over:
        for move, action in zip(state.legal_moves(), state.legal_actions(), strict=True):
            assert "{" not in tell(state, action, "en")
            verbs.add(move.split()[0])
        state.apply(state.legal_actions()[seed % len(state.legal_actions())])
    assert verbs <= set(INSTRUCTIONS)
    assert all(named(state.game, name, "en") for name in parts(state))
