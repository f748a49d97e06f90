"""The picture of a plan: what its moves name is marked once, with their numbers."""
from xml.etree import ElementTree as ET

import pytest

from kingmaker.games import load_game
from kingmaker.games.core import svg
from kingmaker.games.files.positions import load_position
from kingmaker.search.hint.page import picture


def marks(text):
    """The numbers on discs of a plan's colour, and how many other things have that colour's rim."""
    discs = [node.get("fill") == svg.PLAN for node in ET.fromstring(text).iter() if node.tag.endswith("circle")]
    rims = [node.get("stroke") == svg.PLAN for node in ET.fromstring(text).iter()]
    return sum(discs), sum(rims)


@pytest.mark.parametrize(("place", "moves", "n"), [
    ("draft", ["pick 13 15"], 2), ("draft", ["pick 5 7"], 2), ("trick", ["play 23"], 1), ("upkeep", ["lose N1"], 1)])
def test_what_a_plan_names_is_marked(place, moves, n):
    """A pick marks two of the cards received, a played card and a lost town are one each."""
    state = load_position(f"examples/brian_boru/{place}.json")
    assert set(moves) <= set(state.legal_moves())
    drawn, plain = picture(state, state.player, moves), picture(state, state.player)
    assert marks(drawn) == (n, n)
    assert marks(plain) == (0, 0)
    assert f"plan: {moves[0]}" in drawn
    assert svg.PLAN not in plain


def test_a_leaders_plan_is_numbered():
    """The leader names a town, then plays a card: 1 beside the town, 2 on the card."""
    state = load_game("brian-boru", players=3).new(3)
    while not state.legal_moves()[0].startswith("town"):
        state.apply_move(state.legal_moves()[0])
    town = state.legal_moves()[0]
    after = state.clone()
    after.apply_move(town)
    drawn = picture(state, state.player, [town, after.legal_moves()[0]])
    assert marks(drawn) == (2, 2)


def test_moves_that_name_nothing_on_the_table_mark_nothing():
    state = load_position("examples/brian_boru/trick.json")
    assert marks(picture(state, state.player, ["buy 2", "pass", "secondary 1", "princess trade"])) == (0, 0)


@pytest.mark.parametrize("lang", ["en", "cs"])
@pytest.mark.parametrize("place", ["draft", "trick", "upkeep"])
def test_the_picture_can_be_read_600_pixels_wide(place, lang):
    """No letters under 8 pixels there but those on discs and the map's markers, and none beyond the edge."""
    state = load_position(f"examples/brian_boru/{place}.json")
    root = ET.fromstring(state.game.spec.draw(state, state.player, lang))
    scale = 600 / float(root.get("width"))
    for node in root.iter():
        if node.tag.endswith("text") and node.text and not node.text.isdecimal() and node.text != "V":
            size = float(node.get("font-size"))
            assert size * scale >= 8, node.text
            wide, x = 0.5 * size * len(node.text), float(node.get("x"))
            left = x - {"start": 0, "middle": wide / 2, "end": wide}[node.get("text-anchor")]
            assert left >= 0, node.text
            assert (left + wide) * scale <= 600, node.text


@pytest.mark.parametrize(("lang", "words"), [
    ("en", ["wins: town, 2 coins", "loses: 2 coins, expand or 2 church discs", "your hand", "white"]),
    ("cs", ["výhra: město, 2 mince", "vaše ruka", "bílá", "kolo 3 z 4, fáze akcí"])])
def test_cards_are_drawn_and_written_with_both_actions_in_words(lang, words):
    """examples/brian_boru/trick.json: p3 holds the blue 12, which brings a town and two coins where it wins."""
    state = load_position("examples/brian_boru/trick.json")
    drawn, written = state.game.spec.draw(state, 2, lang), state.game.spec.plain(state, 2, lang)
    for word in words:
        assert word in drawn
        assert word in written
