"""Picture and text: what is on the table stands there, in words, and nothing that the observer does not know."""
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from kingmaker.games import ConfigError, Rng, load_game
from kingmaker.games.architects import _pieces as pieces
from kingmaker.games.architects.cards import Cards, cards_of
from kingmaker.games.architects.components import read_components
from kingmaker.games.architects.view import draw
from kingmaker.games.core import svg
from kingmaker.games.files.positions import load_position
from kingmaker.search.hint.page import picture

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "architects"
GAMES = ["architects:players=5", "architects:players=4,wonders=1,opponent=O2,boards=variable",
         "architects:players=1,wonders=1,opponent=O4", "architects:players=2,wonders=1"]


def texts(drawn):
    """Every text of a picture: left and right end, baseline, size, words."""
    for node in ET.fromstring(drawn).iter():
        if node.tag.endswith("text"):
            size, words = float(node.get("font-size")), node.text or ""
            wide = pieces.width_of(words, size) * (0.94 if node.get("font-weight") is None else 1.0)
            x = float(node.get("x")) - {"start": 0, "middle": wide / 2, "end": wide}[node.get("text-anchor")]
            yield x, x + wide, float(node.get("y")), size, words


def states(name, seed, step):
    state, rng, n = load_game(name).new(seed), Rng(seed), 0
    while not state.is_over:
        if n % step == 0:
            yield state
        state.apply(state.sample(rng))
        n += 1
    yield state


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["en", "cs"])
def test_no_words_leave_the_picture_or_lie_on_others(name, lang):
    for state in states(name, 4, 90):
        observer = max(state.player, 0)
        found = list(texts(draw(state, observer, lang)))
        for left, right, _, size, words in found:
            assert left >= 0, words
            assert right <= 1002, words
            assert size * 0.6 >= 8, "readable at 600 pixels"
            assert "…" not in words or "more" in words or "další" in words, "names are written in full"
        for i, (left, right, base, size, words) in enumerate(found):
            for other in found[:i]:
                apart = (right <= other[0] + 3 or other[1] <= left + 3 or base - 0.7 * size >= other[2]
                         or other[2] - 0.7 * other[3] >= base)
                assert apart, (words, other[4])


def test_the_own_hand_is_drawn_and_others_are_not():
    state = load_position(EXAMPLES / "midgame.json")
    names = [cards_of(state.rules.parts).name(id_) for id_ in state.table()["seats"]["p2"]["hand"]]
    mine, other = str(draw(state, 1)), str(draw(state, 0))
    assert all(name in mine for name in ("Trading Post", "Armoury", "Keep"))
    assert len(names) == 6
    assert "Armoury" not in other
    assert "your hand" not in other


def test_pictures_are_the_same_in_every_world_that_looks_the_same():
    for name in GAMES[1:3]:
        for state in states(name, 2, 120):
            if not state.is_over:
                world = state.world(0, Rng(5))
                assert str(draw(state, 0)) == str(draw(world, 0))
                assert state.game.spec.plain(state, 0, "en") == state.game.spec.plain(world, 0, "en")


def marks(text):
    """How many frames and numbers of a plan there are."""
    root = list(ET.fromstring(text).iter())
    return (sum(node.get("fill") == svg.PLAN and node.tag.endswith("circle") for node in root),
            sum(node.get("stroke") == svg.PLAN for node in root))


@pytest.mark.parametrize(("place", "moves", "n"), [
    ("midgame", ["place workshop", "hire A21"], 2), ("midgame", ["place guildhall", "build B38"], 2),
    ("draft", ["keep B16"], 1), ("solo_noblewoman", ["place mines", "mine gold"], 1), ("midgame", ["place middle"], 1),
    ("solo_peddler", ["place guildhall", "cathedral", "discard B31"], 3)])
def test_what_a_plan_names_is_marked(place, moves, n):
    path = next(EXAMPLES.glob(f"{place}.*"))
    state = load_position(path)
    assert moves[0] in state.legal_moves()
    drawn, plain = picture(state, state.player, moves), picture(state, state.player)
    assert marks(drawn) == (n, n)
    assert marks(plain) == (0, 0)
    assert f"plan: {moves[0]}" in drawn


# -- words -----------------------------------------------------------------------------------------------------------


def test_every_card_has_words():
    cards = Cards(read_components())
    for kind in (cards.apprentices, cards.buildings, cards.wonders, cards.rewards, cards.market, cards.contributions,
                 cards.schemes):
        for id_, card in kind.items():
            if "Age of Artisans" not in str(card.get("note")) and not card.get("promo"):
                assert cards.words(id_), id_


def test_what_cards_do_is_told_in_czech():
    cards = Cards(read_components(), "cs")
    assert cards.words("A37") == "tesařství; sklad: 2 × dřevo → 1 × mramor"
    assert cards.words("WB10").endswith("chce zednictví; konec: 1 × počestnost za každého učedníka: zednictví")
    assert cards.words("S03").startswith("stojí-li spolu 4 služebníci jednoho hráče: Rynek: 1 daň, zajetí za každého")
    english = Cards(read_components())

    def words(cards, id_):
        return set(re.findall("[a-z]{3,}", cards.words(id_)))

    for kind in (cards.apprentices, cards.buildings, cards.wonders, cards.market, cards.contributions, cards.schemes):
        for id_, card in kind.items():
            if "Age of Artisans" not in str(card.get("note")) and not card.get("promo"):
                assert not words(cards, id_) & words(english, id_)
    for card in (*cards.boards.values(), *cards.opponents.values()):
        assert cards.ability(card) != card["ability"]


def test_czech_names_are_those_of_the_rulebook_and_no_others():
    cards = Cards(read_components(), "cs")
    assert cards.name("WA24") == "Vyděrač"
    assert cards.name("WB14") == "Škola"
    assert cards.name("A01") == "Acolyte (en)"
    assert cards.name("O6") == "Pouliční prodavač"
    assert cards.board("Charles") == "Karel"
    assert cards.name("W1") == "Monument: hlína", "wonders are called by what they are built of"
    for kind in (cards.apprentices, cards.buildings):
        for id_, card in kind.items():
            assert ("name_cz" in card) != cards.name(id_).endswith("(en)")


def test_the_text_begins_with_who_decides_and_how_all_stand():
    state = load_position(EXAMPLES / "solo_peddler.toml")
    lines = state.game.spec.plain(state, 0, "en").splitlines()
    assert lines[0] == "turn 41: p1 decides: place"
    assert lines[1].startswith("*p1 Therese: virtue 8, influence 11, silver 0, 8C 3W 1S 2G 1M, 9 workers")
    assert lines[2].startswith(" opp Peddler: virtue 8, influence 5, marble 5, marker on gold")
    assert "last scheme S01: the Guildhall: a wonder, else the cathedral, else 4 marble" in lines
    assert "  B31 Library: 8 points for 4 wood, 2 stone, 1 marble, needs carpentry and tiling; may discard a building "\
           "card for 2 gold" in lines
    czech = state.game.spec.plain(state, 0, "cs")
    assert "Pouliční prodavač" in czech
    assert "Stříbrotepec" in czech
    assert "Library (en)" in czech


def test_moves_that_name_cards_are_explained():
    state = load_position(EXAMPLES / "draft.json")
    explain = state.game.spec.explain
    assert explain(state, state.parse_action("keep B16"), "en") == (
        "Betting House: 7 points for 1 clay, 2 stone, 1 gold; -1 virtue; 1 debt")
    state = load_position(EXAMPLES / "midgame.json")
    assert explain(state, state.parse_action("place forest"), "en") == ""
    assert explain(state, state.parse_action("place forest"), "cs") == "Les"


def test_the_end_tells_the_points():
    *_, state = states(GAMES[3], 4, 1000)
    assert state.game.spec.plain(state, 0, "en").startswith("the game is over: p1 ")
    assert "the game is over: p1 " in draw(state, 0)


def test_an_unknown_language_is_refused():
    with pytest.raises(ConfigError, match="language: expected one of en, cs"):
        Cards(read_components(), "de")


@pytest.mark.parametrize("opponent", ["O1", "O2", "O3", "O4", "O5", "O6"])
@pytest.mark.parametrize("lang", ["en", "cs"])
def test_the_opponents_names_are_written_in_full(opponent, lang):
    state = load_game(f"architects:players=1,wonders=1,opponent={opponent}").new(1)
    assert not [words for *_, words in texts(draw(state, 0, lang)) if words.endswith("…")]
