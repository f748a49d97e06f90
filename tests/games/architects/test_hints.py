"""Moves as instructions: each one in words, cards and places by name, in both languages."""
import re

import pytest

from kingmaker.games import Rng, load_game
from kingmaker.games.architects.hints import INSTRUCTIONS, gains, named, tell
from kingmaker.games.architects.names import PLACES, WORDS

GAMES = ["architects", "architects:players=3,wonders=1,boards=variable", "architects:players=1,wonders=1,opponent=O3"]


def told(game, seed):
    """Yield the texts and instructions of all legal moves of a random game's first 400 decisions."""
    state, rng = load_game(game).new(seed), Rng(seed)
    for _ in range(400):
        if state.is_over:
            return
        legal = state.legal_actions()
        for action in legal:
            yield state.format_action(action), tell(state, action, "en"), tell(state, action, "cs")
        state.apply(rng.choice(legal))


@pytest.mark.parametrize("game", GAMES)
def test_every_move_is_told_by_names(game):
    texts = [row for seed in range(4) for row in told(game, seed)]
    assert len({text.split()[0] for text, _, _ in texts}) > 12
    for text, english, czech in texts:
        assert "_" not in english + czech
        assert "{" not in english + czech
        assert english != czech, text
        for place in text.split():
            assert place not in PLACES or place not in english  # King's Storehouse, not kings_storehouse
        for card in re.findall(r"\b[A-Z]+\d+\b", text):
            assert f"({card})" in english
            assert f"({card})" in czech


def test_every_word_of_a_move_has_an_instruction():
    for words in WORDS:
        assert words in INSTRUCTIONS or words.split()[0] in INSTRUCTIONS


def test_instructions_by_hand():
    state = load_game("architects").new(1)
    while "place quarry" not in state.legal_moves():
        state.apply(state.legal_actions()[0])
    by_text = {state.format_action(action): action for action in state.legal_actions()}
    assert tell(state, by_text["place quarry"], "en") == "send a worker to: Quarry"
    assert tell(state, by_text["place quarry"], "cs") == "pošli služebníka: Kamenolom"
    assert tell(state, by_text["place town_centre"], "en") == "send a worker to: Town Centre"


def test_parts_and_gains_have_names():
    game = load_game("architects:players=1,wonders=1,opponent=O3")
    state = game.new(1)
    for word in (*game.spec.parts(state), *gains(state, 0), "opp"):
        for lang in ("en", "cs"):
            assert named(game, word, lang) != "opp"
            assert "_" not in named(game, word, lang)
    assert gains(state, 0).keys() == {"resources", "coins"}
