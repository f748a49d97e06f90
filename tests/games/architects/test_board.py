"""The table to be touched: what stands in its areas, what is touched for a move, why a touch leads nowhere."""
import re
from pathlib import Path

import pytest

from kingmaker.games import Rng, load_game
from kingmaker.games.architects.board import BOARD, WIDTH
from kingmaker.games.architects.names import GOODS, GUILDHALL, PLACES, SPACES
from kingmaker.games.files.positions import load_position
from tests.games.architects.test_view import states, texts

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "architects"
GAMES = ["architects:players=5", "architects:players=4,wonders=1,opponent=O2,boards=variable",
         "architects:players=1,wonders=1,opponent=O4"]


def example(name):
    return load_position(next(EXAMPLES.glob(f"{name}.*")))


def areas(state, observer=0, lang="en", plan=()):
    return {area.name: area for area in BOARD.areas(state, observer, lang, (), plan)}


def words(area):
    return [spot.word for spot in area.spots]


# -- areas ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["en", "cs"])
def test_no_words_leave_a_picture_or_lie_on_others(name, lang):
    """A phone shows the pictures at 0.77 of their size: letters are 10 pixels high there."""
    for state in states(name, 4, 150):
        for area in areas(state, max(state.player, 0), lang).values():
            found = list(texts(area.picture)) if area.picture else []
            for i, (left, right, base, size, said) in enumerate(found):
                assert left >= 0, said
                assert right <= WIDTH + 2, said
                assert size >= 13.5, said
                assert "…" not in said, "names are written in full"
                for other in found[:i]:
                    apart = (right <= other[0] + 3 or other[1] <= left + 3 or base - 0.7 * size >= other[2]
                             or other[2] - 0.7 * other[3] >= base)
                    assert apart, (said, other[4])


def test_all_that_moves_name_can_be_touched():
    """Places, spaces, hall and cathedral, Black Market and prison, seats, slots of contributions, wonders, cards."""
    found = areas(example("solo_noblewoman"))
    pictured = {word for area in found.values() for word in re.findall(r'data-target="([^"]+)"', area.picture)}
    assert pictured == {*PLACES, *SPACES, GUILDHALL, "cathedral", "black_market", "prison", "p1", "opp",
                        "W1", "W2", "W3", "W4", "W5", *(f"slot {kind}" for kind in GOODS)}
    assert words(found["hire"]) == ["A37", "WA03", "WA05", "A33", "WA20", "A38", "A26", "A09", "A30", "A04"]
    assert [spot.mark for spot in found["hire"].spots] == ["1", "2", "3", "4", "5"] * 2
    assert words(found["hand"]) == ["B26", "WB10", "WB14", "WB15", "WB19"]
    assert words(found["cards-p1"]) == ["A25", "B27"]


def test_silver_on_an_apprentice_is_told():
    marks = {spot.word: spot.mark for spot in areas(example("endgame"))["hire"].spots}
    assert (marks["A35"], marks["A14"], marks["A22"]) == ("1 +2 silver", "2 +1 silver", "4")


def test_what_is_heard_of_a_place():
    picture = areas(example("solo_noblewoman"))["town"].picture
    assert 'data-target="guardhouse" data-label="Guardhouse: n actions, opp 4, Princess"' in picture
    assert 'data-target="tax_stand" data-label="Tax Stand: 2 virtue: the tax, opp 1, 5 silver"' in picture


def test_every_word_has_a_piece_with_its_words_in_both_languages():
    for lang in ("en", "cs"):
        pieces = BOARD.pieces({}, lang)
        for name in ("midgame", "solo_peddler", "wonders", "draft"):
            state = example(name)
            for area in areas(state, state.viewer or 0, lang).values():
                assert {*filter(None, words(area))} <= {*pieces}
    english, czech = (BOARD.pieces({}, lang)["WA24"] for lang in ("en", "cs"))
    assert english.name == "Extortionist (WA24)\nmasonry; -1 virtue; taking a debt: 1 influence"
    assert czech.name.startswith("Vyděrač (WA24)\n")


def test_the_draft_shows_the_packet():
    found = areas(example("draft"), 2)
    assert found["packet"].title == "Packet 2: keep one"
    assert words(found["packet"]) == ["B16", "B28", "WB04"]
    assert found["packet"].lines == ("all pick at once; what others keep nobody sees",)
    assert "packet" not in areas(example("draft"), 0)


@pytest.mark.parametrize("name", GAMES[1:])
def test_the_board_is_the_same_whatever_others_hold(name):
    """Also where the page is asked for the opponent's seat, which has no eyes."""
    for state in states(name, 2, 150):
        if not state.is_over:
            world = state.world(0, Rng(5))
            assert BOARD.areas(state, 0, "en", (), ()) == BOARD.areas(world, 0, "en", (), ())
            assert areas(state, state.game.n_players - 1)


def test_of_a_followed_game_no_seat_sees_what_was_filled_in():
    """p2 follows: what p1 and p3 hold is drawn, so nobody's view shows it."""
    state = example("midgame")
    assert state.viewer == 1
    for observer in (0, 2):
        assert "hand" not in areas(state, observer)
        other = state.clone()
        other.determinize(1, Rng(3))
        assert BOARD.areas(state, observer, "en", (), ()) == BOARD.areas(other, observer, "en", (), ())


def test_a_plan_has_its_numbers():
    found = areas(example("midgame"), 1, plan=("place workshop", "hire A21"))
    assert found["town"].picture.count('fill="#b0307c"') == 1
    assert BOARD.targets("hire A21") == ["A21"], "by which the page marks the card"
    contributed = areas(example("wonders"), 1, plan=("contribute clay",))["court"].picture
    assert contributed.count('stroke="#b0307c"') == 1


@pytest.mark.parametrize(("move", "touched"), [
    ("place forest", ["forest"]), ("recall black_market", ["black_market"]), ("recall p2", ["p2"]),
    ("capture forest p2", ["forest", "p2"]), ("trade A14", ["A14"]), ("trade virtue", []), ("build W3", ["W3"]),
    ("cathedral", ["cathedral"]), ("contribute wood", ["slot wood"]), ("mine gold", []), ("token quarry", ["quarry"]),
    ("discard ?", []), ("mix 0 3 1", []), ("destroy 1", []), ("prison", [])])
def test_what_is_touched_for_a_move(move, touched):
    assert BOARD.targets(move) == touched


# -- why not ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "word", "why"), [
    ("solo_noblewoman", "large", "a worker lies there already (A10)"),
    ("solo_noblewoman", "small", "1 silver cannot be paid (A18)"),
    ("solo_noblewoman", "town_centre", "1 tax cannot be paid (A10)"),
    ("solo_noblewoman", "A37", "to hire: a worker to the Workshop, or to the middle of the Black Market"),
    ("solo_noblewoman", "B26", "to build: a worker to the Guildhall"),
    ("solo_noblewoman", "slot clay", "a contribution is laid by who places at the Princess (W11)"),
    ("solo_noblewoman", "prison", "workers are taken back only with none in the supply (A11)"),
    ("solo_noblewoman", "opp", "arrests are made from the Town Centre"),
    ("wonders", "silversmith", "p2 has no worker there to take back; p2 has no worker in the supply: one is taken back "
                               "first (A11)"),
    ("draft", "quarry", "p3 is to decide: keep a building card"),
    ("draft", "B01", "p3 is to decide: keep a building card")])
def test_why_a_touch_leads_nowhere(name, word, why):
    state = example(name)
    assert not any(word in BOARD.targets(move) for move in state.legal_moves())
    assert BOARD.why_not(state, [word], "en") == why


def test_why_a_card_cannot_be_built_or_hired():
    """Turn 72 of a random game: masonry and carpentry, 5 clay. Turn 26: 3 silver, one worker at the Workshop."""
    said = {}
    for state in states("architects:players=2", 0, 1):
        if state.table()["turn"] == 26 and state.decision == "hire":
            column = state.table()["display"][0][2]
            assert f"hire {column}" not in state.legal_moves()
            said["hire"] = BOARD.why_not(state, [column], "en")
        if state.table()["turn"] == 72 and state.decision == "build":
            hand = state.table()["seats"]["p2"]["hand"]
            said |= {card: BOARD.why_not(state, [card], "en") for card in hand if f"build {card}" not in
                     state.legal_moves()}
            break
    assert said.pop("hire").startswith("column 3: 3 own workers at the Workshop with the new one, or silver")
    assert sorted(said.values()) == [
        "Library needs tiling: no own apprentice has it (A24)", "Reservoir lacks 1 clay",
        "Treasury needs tiling: no own apprentice has it (A24)"]
    assert BOARD.why_not(state, ["W1"], "en") == "p2 is to decide: what to build"


def test_reasons_are_given_in_czech():
    state = example("solo_noblewoman")
    assert BOARD.why_not(state, ["large"], "cs") == "už tam leží služebník (A10)"
    assert BOARD.why_not(state, ["W1"], "cs") == "staví se na radnici"


def test_the_score_has_names():
    score = load_game("architects").new(1).score()
    row = next(iter(score["parts"].values()))
    assert {*row, "parts", "winners"} <= {*BOARD.names("cs")}
