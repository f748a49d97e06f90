"""The table to be touched: what stands on the map, what is touched for a move, why a touch leads nowhere."""
import re
from itertools import combinations
from pathlib import Path

import pytest

from kingmaker.games import Rng, load_game
from kingmaker.games.brian_boru.board import BOARD
from kingmaker.games.brian_boru.following import setup
from kingmaker.games.brian_boru.land import label_box, land_of, name_box, overlap, town_box
from kingmaker.games.files.positions import load_position
from tests.games.brian_boru.test_following import drafted, placed, table, until

RULES = load_game("brian-boru").new(1).rules


def area(state, name, observer=0, moves=(), plan=()):
    return next(one for one in BOARD.areas(state, observer, "en", moves, plan) if one.name == name)


# -- map --------------------------------------------------------------------------------------------------


def test_names_collide_with_nothing():
    parts = RULES.parts
    land = land_of(parts)
    boxes = [*(town_box(place) for place in land.places.values()), *(label_box(spot) for spot in land.labels.values()),
             *(name_box(region, land.names[region.id]) for region in parts.regions)]
    assert len(boxes) == 53 + 53 + 8
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))


def test_every_town_is_touched_where_it_lies():
    """A finger on a town's middle hits no other one: the target drawn last covers no other's middle."""
    picture = area(placed().state, "map").picture
    assert set(re.findall(r'data-target="(\w+)"', picture)) == set(RULES.towns)
    places = land_of(RULES.parts).places.values()
    assert all(max(abs(a - c), abs(b - d)) > 30 for (a, b), (c, d) in combinations(places, 2))


def test_each_region_has_an_outline_and_its_name_on_its_own_land():
    """The nearest town to the middle of a region's name is of that region."""
    parts = RULES.parts
    land, region_of = land_of(parts), {town.id: town.region for town in parts.towns}
    for region in parts.regions:
        x, y = land.names[region.id]
        near = min(land.places, key=lambda name: (land.places[name][0] - x) ** 2 + (land.places[name][1] - y) ** 2)
        assert region_of[near] == region.id
    outline = re.search(r'<path d="([^"]+)"', area(placed().state, "map").picture)[1]
    assert outline.count("M") > 8 * 6


def test_what_is_heard_of_a_town():
    picture = area(drafted().state, "map").picture
    assert 'data-target="C1" data-label="C1, Connaught, red, disc of p1"' in picture
    assert 'data-target="N3" data-label="N3, Northern Uí Néill, blue, empty"' in picture


# -- cards --------------------------------------------------------------------------------------------------


def test_a_card_has_both_actions_in_words():
    card = BOARD.pieces({}, "en")["card 13"]
    assert card.name == "wins: town, coin\nloses: 2 coins, expand or pay a coin, liberate"
    assert card.label == "13 white; wins: town, coin; loses: 2 coins, expand or pay a coin, liberate"
    assert card.is_wide


@pytest.mark.parametrize(("move", "touched"), [
    ("pick 5 17", ["card 5", "card 17"]), ("play 11", ["card 11"]), ("town C1", ["C1"]), ("monastery C3", ["C3"]),
    ("secondary 1", []), ("buy 2", []), ("pass", []), ("princess trade", [])])
def test_what_is_touched_for_a_move(move, touched):
    """A number that is no card's is chosen from the list: card 1 is not the first secondary action."""
    assert BOARD.targets(move) == touched


def words(area):
    return [spot.word for spot in area.spots]


def test_the_draft_shows_the_packet_and_what_was_kept():
    session = placed()
    for word in ("12", "Aoife", "3", "8", "1", "2", "4", "5"):
        session.enter("seen", word)
    assert words(area(session.state, "packet")) == [f"card {card}" for card in (1, 2, 3, 4, 5, 8)]
    session.enter("move", "pick 3 8")
    for word in ("11", "13", "6", "7"):
        session.enter("seen", word)
    assert words(area(session.state, "packet")) == [f"card {card}" for card in (6, 7, 11, 13)]
    assert words(area(session.state, "hand")) == ["card 3", "card 8"]


def test_of_another_player_the_cards_are_shown_that_can_be_told():
    session = drafted("p1", "p1")
    session.enter("move", "town N2")
    session.enter("move", "play 11")
    theirs = area(session.state, "theirs", 0, session.moves())
    assert theirs.title == "p2: which card?"
    assert words(theirs) == [f"card {move.split()[1]}" for move in session.moves()]
    assert words(area(session.state, "trick")) == ["card 11"]


def test_the_board_is_the_same_whatever_others_hold():
    one = until(until(table({"players": 4}, 5, 1), "pick"), "follow")
    for state in (one.session.state, one.truth.state):
        world = state.clone()
        world.determinize(1, Rng(4))
        assert BOARD.areas(world, 1, "en", one.session.moves(), ()) == BOARD.areas(
            one.session.state, 1, "en", one.session.moves(), ())


def test_a_plan_has_its_numbers_on_the_map():
    picture = area(drafted().state, "map", plan=("town N2", "play 11")).picture
    assert picture.count('fill="#b0307c"') == 1, "one disc with a number"


# -- why not --------------------------------------------------------------------------------------------------


def test_why_a_touch_leads_nowhere():
    session = placed()
    for word in ("12", "Aoife", "3", "8", "1", "2", "4", "5"):
        session.enter("seen", word)
    assert BOARD.why_not(session.state, ["N2"], "en") == "p1 is to choose two cards to keep"
    assert BOARD.why_not(session.state, ["card 20"], "en") == "p1 keeps two cards of the packet"
    session = drafted()
    assert BOARD.why_not(session.state, ["C1"], "en") == "C1 is not empty: it has a disc of p1"
    assert BOARD.why_not(session.state, ["card 11"], "en") == "p1 is to choose a town for the marker"
    session.enter("move", "town N2")
    assert BOARD.why_not(session.state, ["card 25"], "en") == "for N2 a red or a white card is led (R25)"
    session.enter("move", "play 11")
    assert BOARD.why_not(session.state, ["card 25"], "en") == "p1 holds it; p2 is to choose a card to play"


def test_a_first_disc_goes_to_a_region_of_its_own():
    session = placed(3)
    session.enter("undo")
    assert BOARD.why_not(session.state, ["L2"], "en") == "the first disc goes to a region where nobody has one (R17)"


# -- languages ------------------------------------------------------------------------------------------------

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "brian_boru"
NEUTRAL = re.compile(r"[pNUBSDCLM\d ,·]*")  # seats, towns and numbers


def said(state, lang):
    """All that the page says of a state."""
    for one in BOARD.areas(state, 0, lang, state.legal_moves(), ()):
        yield from (one.title, *one.lines, *re.findall('data-label="([^"]+)"', one.picture))
        yield from re.findall(">([^<>]+)</text>", one.picture)
    yield BOARD.why_not(state, ["N1"], lang)
    yield BOARD.why_not(state, ["card 11"], lang)


@pytest.mark.parametrize("name", ["draft", "trick", "upkeep"])
def test_what_the_page_says_is_whole_in_czech(name):
    """Nothing but names of places and people is the same in both languages."""
    state = load_position(EXAMPLES / f"{name}.json")
    names = {part for region in RULES.parts.regions for part in (region.name, *region.name.split(" ", 1))}
    same = {text for text in {*said(state, "en")} & {*said(state, "cs")} if not NEUTRAL.fullmatch(text)}
    assert same <= {*names, "V"}
    pieces = BOARD.pieces({}, "en"), BOARD.pieces({}, "cs")
    assert not {piece.label for piece in pieces[0].values()} & {piece.label for piece in pieces[1].values()} - set(
        RULES.players) - {"p5"}


def test_questions_and_reasons_are_asked_in_czech():
    assert next(setup({}, "cs")).question == "kolik je hráčů"
    told = placed()
    session = told.anew("cs")
    for entry in told.entries:
        session.enter(*entry)
    assert session.ask.question == "kolik nájezdníků je na otočené kartě vikingů"
    assert BOARD.why_not(drafted().state, ["C1"], "cs") == "C1 není prázdné: leží tam disk hráče p1"
    assert BOARD.why_not(drafted().state, ["card 11"], "cs") == "p1 má zvolit, na které město položí ukazatel"

