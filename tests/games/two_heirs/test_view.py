"""The picture of The Two Heirs: well-formed, legible, in three languages, and silent about what nobody may see."""
import copy
import re
import struct
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import ImageFont

from kingmaker.games import load_game
from kingmaker.games.core import svg
from kingmaker.games.errors import ConfigError
from kingmaker.games.files.positions import load_position, write_position
from kingmaker.games.two_heirs import _draw, components, view
from kingmaker.games.two_heirs._icons import ICONS
from kingmaker.games.two_heirs.components import TERRAINS, read_tiles, read_treasures
from kingmaker.games.two_heirs.names import LANGUAGES, name_of
from kingmaker.games.two_heirs.view import draw

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted(path for path in (ROOT / "examples" / "two_heirs").iterdir() if path.suffix in (".json", ".toml"))
PICTURES = ROOT / "docs" / "pictures" / "two_heirs"
SPACE = "{http://www.w3.org/2000/svg}"
TERRAIN = {tile.id: tile.terrain for tile in read_tiles()}
STATES = {path.stem: load_position(path) for path in EXAMPLES}
KEYS = {name: write_position(state) for name, state in STATES.items()}
DUELS = [name for name, keys in KEYS.items() if keys["mode"] == "duel"]
SOLOS = [name for name, keys in KEYS.items() if keys["mode"] == "solo"]


def texts(picture):
    return [element.text for element in ElementTree.fromstring(picture).iter(f"{SPACE}text")]


def words_of(picture):
    return ElementTree.fromstring(picture).find(f"{SPACE}desc").text


# -- the examples -------------------------------------------------------------------------------------------------


def test_there_are_ten_examples_of_every_kind():
    assert len(EXAMPLES) == 10
    assert {keys.get("level") for keys in KEYS.values()} == {None, 1, 2, 3}
    assert {keys["phase"] for keys in KEYS.values()} == {"main", "siege", "discard"}
    assert {path.suffix for path in EXAMPLES} == {".json", ".toml"}
    assert [name for name, state in STATES.items() if state.is_view] == ["unknowns"]
    assert {turns for keys in KEYS.values() if (turns := keys["turns_after_this"]) is not None} >= {0, 1}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_has_the_picture_that_is_drawn_today(path):
    state = STATES[path.stem]
    stored = (PICTURES / path.stem).with_suffix(".svg").read_text(encoding="utf-8")
    assert stored == state.svg(max(state.player, 0)) + "\n", "run examples/two_heirs/make.py"


def test_a_state_draws_as_its_keys_do():
    for name, state in STATES.items():
        for observer in range(state.n_players):
            assert state.svg(observer) == draw(KEYS[name], observer)


def test_whole_random_games_can_be_drawn():
    for options in ({}, {"mode": "solo", "level": 3, "sets": "war,crafts,guard"}):
        state = load_game("two-heirs", **options).new(5)
        n = 0
        while not state.is_over:
            actions = state.legal_actions()
            state.apply(actions[(7 * n) % len(actions)])
            ElementTree.fromstring(state.svg(n % state.n_players))
            n += 1


# -- form ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", KEYS)
def test_pictures_are_well_formed_and_600_wide(name, lang):
    picture = draw(KEYS[name], lang=lang)
    root = ElementTree.fromstring(picture)
    assert root.find(f"{SPACE}title").text == name_of("game", "title", lang)
    assert root.get("width") == "600"
    assert root.get("viewBox") == f"0 0 600 {root.get('height')}"
    assert picture._repr_svg_() == picture
    assert not re.search(r"\bnan\b", picture)
    assert "None" not in picture


def letters(element, scale=1.0, dx=0.0, dy=0.0):
    """Yield every text as (text, size, left, right, baseline) in the picture's own measure."""
    move = re.match(r"translate\(([-\d.e]+) ([-\d.e]+)\) scale\(([-\d.e]+)\)", element.get("transform", ""))
    if move:
        dx, dy, scale = dx + scale * float(move[1]), dy + scale * float(move[2]), scale * float(move[3])
    if element.tag == f"{SPACE}text" and element.text:
        size = float(element.get("font-size"))
        width = font(element.get("font-weight") == "bold").getlength(element.text) * size / 100
        left = float(element.get("x")) - {"start": 0, "middle": width / 2, "end": width}[element.get("text-anchor")]
        yield (element.text, size * scale, dx + scale * left, dx + scale * (left + width),
               dy + scale * float(element.get("y")))
    for child in element:
        yield from letters(child, scale, dx, dy)


def font(bold, cache={}):  # noqa: B006
    if bold not in cache:
        from kingmaker.games.core.png import _fonts

        cache[bold] = ImageFont.truetype(_fonts()[bold], 100)
    return cache[bold]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", KEYS)
def test_every_word_can_be_read_and_stays_inside(name, lang):
    for observer in range(2 if name in DUELS else 1):
        root = ElementTree.fromstring(draw(KEYS[name], observer, lang=lang))
        lines = {}
        for words, size, left, right, y in letters(root):
            assert size >= 8, words
            assert left >= 2, words
            assert right <= 598, words
            lines.setdefault(round(y, 2), []).append((left, right, words))
        for line in lines.values():
            line.sort()
            for (_, end, first), (start, _, second) in pairwise(line):
                assert end <= start + 1 or first == second, (first, second)  # an id stands twice on a pale tile


def in_a_row(keys, n, down):
    """Return a position with all its tiles on the board in one line."""
    keys = copy.deepcopy(keys)
    named = [place["tile"] for place in keys["board"]]
    every = [tile.id for tile in read_tiles() if tile.set in keys["sets"] and tile.id not in named]
    every = (named + every)[:n]
    cells = [[0, k] if down else [k, 0] for k in range(n)]
    keys["board"] = [{"at": cell, "tile": tile, "owner": ["blue", "white"][k % 2] if k else None}
                     for k, (cell, tile) in enumerate(zip(cells, every, strict=True))]
    for k, unit in enumerate(unit for units in keys["units"].values() for unit in units):
        unit["at"] = cells[k]
    return keys | {"supply": [None] * 6, "stack": [], "hands": {"blue": [], "white": []}, "removed": [],
                   "turns_after_this": 0}


@pytest.mark.parametrize("down", [True, False])
def test_27_tiles_in_a_row_fit(down):
    picture = draw(in_a_row(KEYS["midgame"], 27, down))
    root = ElementTree.fromstring(picture)
    assert float(root.get("height")) < 1200
    corners = re.findall(r"translate\(([-\d.e]+) ([-\d.e]+)\)", picture)
    assert all(0 <= float(x) <= 600 and 0 <= float(y) <= float(root.get("height")) for x, y in corners)


# -- what must not be seen ----------------------------------------------------------------------------------------


def same_colour(keys, one):
    """Return tiles of the stack of one tile's colour, the top left out."""
    return [tile for tile in keys["stack"][1:] if TERRAIN[tile] == TERRAIN[one]]


@pytest.mark.parametrize("name", [name for name in KEYS if name != "unknowns" and len(KEYS[name]["stack"]) > 3])
def test_the_stack_below_its_top_and_the_start_tile_are_not_drawn(name):
    keys = KEYS[name]
    pictures = [draw(keys, observer, lang="cs") for observer in (0, 1)]
    other = copy.deepcopy(keys)
    other["stack"] = [keys["stack"][0], *reversed(keys["stack"][1:])]
    assert [draw(other, observer, lang="cs") for observer in (0, 1)] == pictures
    start = next(place for place in other["board"] if place["at"] == [0, 0])
    for tile in same_colour(keys, start["tile"])[:1]:
        other["stack"][other["stack"].index(tile)] = start["tile"]
        start["tile"] = tile
        assert [draw(other, observer, lang="cs") for observer in (0, 1)] == pictures
    view = {**keys, "stack": {"left": len(keys["stack"]), "top": TERRAIN[keys["stack"][0]]}}
    assert [draw(view, observer, lang="cs") for observer in (0, 1)] == pictures


def test_the_stacks_top_shows_its_colour_alone():
    keys = copy.deepcopy(KEYS["opening"])
    top = keys["stack"][0]
    same, other = same_colour(keys, top)[0], next(t for t in keys["stack"] if TERRAIN[t] != TERRAIN[top])
    picture = draw(keys)
    for tile, is_same in ((same, True), (other, False)):
        k = keys["stack"].index(tile)
        swapped = [tile, *keys["stack"][1:k], top, *keys["stack"][k + 1:]]
        assert (draw({**keys, "stack": swapped}) == picture) is is_same


@pytest.mark.parametrize("name", SOLOS)
def test_the_treasure_pile_and_the_tokens_removed_are_not_drawn(name):
    keys = copy.deepcopy(KEYS[name])
    picture = draw(keys)
    henry = keys["henry"]
    hidden = [*henry["pile"], *henry["unused"]][::-1]
    henry["pile"], henry["unused"] = hidden[:len(henry["pile"])], hidden[len(henry["pile"]):]
    assert draw(keys) == picture
    henry["pile"], henry["unused"] = ["?"] * len(henry["pile"]), ["?"] * len(henry["unused"])
    assert draw(keys) == picture


@pytest.mark.parametrize("name", KEYS)
def test_worlds_draw_alike(name):
    from kingmaker.games._rng import Rng

    state = STATES[name]
    for observer in range(state.n_players):
        for seed in range(3):
            world = state.clone()
            world.determinize(observer, Rng(seed))
            assert world.svg(observer) == state.svg(observer)


def test_unknown_tiles_are_drawn_as_such():
    keys, picture = KEYS["unknowns"], draw(KEYS["unknowns"])
    assert "?" in texts(picture)
    hidden = [tile.id for tile in read_tiles() if tile.set in keys["sets"]]
    shown = [place["tile"] for place in keys["board"]] + keys["supply"] + keys["hands"]["blue"] + keys["hands"]["white"]
    assert not set(texts(picture)) & (set(hidden) - set(shown))
    assert "unknown" in words_of(picture)


# -- what must be seen --------------------------------------------------------------------------------------------


def test_supply_hands_and_board_show_their_tiles():
    keys = KEYS["midgame"]
    found = texts(draw(keys))
    for tile in keys["supply"] + keys["hands"]["blue"] + keys["hands"]["white"]:
        assert tile in found
    assert sorted(words for words in found if words in {p["tile"] for p in keys["board"]}) == sorted(
        place["tile"] for place in keys["board"] if place["owner"])


CHANGES = {
    "player": lambda keys: keys.update(player="blue"),
    "taken": lambda keys: keys.update(taken=True),
    "discounts": lambda keys: keys.update(discounts=2),
    "phase": lambda keys: keys.update(phase="discard"),
    "supply": lambda keys: keys["supply"].__setitem__(0, None),
    "reach": lambda keys: keys["units"]["white"][1].update(at="supply"),
    "moved": lambda keys: keys["units"]["white"][0].update(moved=True),
    "owner": lambda keys: keys["board"][1].update(owner="blue" if keys["board"][1]["owner"] != "blue" else "white"),
    "flipped": lambda keys: next(p for p in keys["board"] if p["owner"]).update(owner=None),
    "removed": lambda keys: keys["removed"].append(keys["stack"].pop()),
    "targets": lambda keys: keys.update(phase="siege", targets=[keys["board"][1]["at"]]),
    "stack": lambda keys: keys["stack"].pop(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_public_changes_picture_and_words(change):
    keys = copy.deepcopy(KEYS["midgame"])
    CHANGES[change](keys)
    assert draw(keys) != draw(KEYS["midgame"])
    if change != "targets":
        assert words_of(draw(keys)) != words_of(draw(KEYS["midgame"]))


SOLO_CHANGES = {
    "last": lambda henry: henry.update(last=None),
    "gone": lambda henry: henry["gone"].append(henry["treasures"].pop()["token"]),
    "pile": lambda henry: henry["pile"].append("?"),
    "treasure": lambda henry: henry["treasures"][0].update(token="K3"),
    "units": lambda henry: henry["units"].update(green=None),
}


@pytest.mark.parametrize("change", SOLO_CHANGES)
def test_whatever_is_public_of_henry_changes_picture_and_words(change):
    keys = copy.deepcopy(KEYS["solo_brave"])
    before = draw(keys)
    SOLO_CHANGES[change](keys["henry"])
    assert draw(keys) != before
    assert words_of(draw(keys)) != words_of(before)


def test_reach_skips_gaps():
    keys = copy.deepcopy(KEYS["opening"])
    table = view.Scene(keys, 0, "en", {tile.id: tile for tile in read_tiles()}, {})
    assert table.in_reach == [0, 1, 2]
    gaps = {**keys, "supply": [None, keys["supply"][0], None, keys["supply"][1], None, None]}
    table = view.Scene(gaps, 0, "en", {tile.id: tile for tile in read_tiles()}, {})
    assert table.in_reach == [1, 3]


def test_the_crown_flips_when_taken():
    for taken, crown in ((False, "white"), (True, "blue")):
        keys = {**KEYS["midgame"], "taken": taken}
        assert view.Scene(keys, 0, "en", {}, {}).crown == crown
        assert f"royal shield: {crown.title()}" in words_of(draw(keys))


def test_white_sees_the_board_from_the_other_side():
    keys = copy.deepcopy(KEYS["opening"])
    keys["board"].append({"at": [1, 0], "tile": keys["stack"].pop(), "owner": "blue"})
    own = view._frame(view.Scene(keys, 0, "en", {t.id: t for t in read_tiles()}, {}), 0)
    other = view._frame(view.Scene(keys, 1, "en", {t.id: t for t in read_tiles()}, {}), 0)
    assert own.corner(0, 0)[0] < own.corner(1, 0)[0]
    assert other.corner(0, 0)[0] > other.corner(1, 0)[0]
    assert "rotate(180" in draw(keys, 1)
    assert "rotate(180" not in draw(keys, 0)


def test_a_users_own_tables_are_drawn():
    keys = KEYS["opening"]
    text = (components.HERE / "tiles.csv").read_text(encoding="utf-8")
    tile = next(tile for tile in read_tiles() if tile.id == keys["supply"][0])
    row = next(line for line in text.splitlines() if line.startswith(f"{tile.id},"))
    mine = components.parse_tiles(text.replace(row, row.replace(f",{tile.wood},", f",{tile.wood + 1},", 1)))
    assert draw(keys, tiles=mine) != draw(keys)


# -- pieces -------------------------------------------------------------------------------------------------------


def test_every_building_has_its_own_icon():
    assert set(ICONS) == set(components.SET_OF)
    assert len({str(layers) for layers in ICONS.values()}) == len(ICONS)


def test_no_two_tiles_or_tokens_look_alike_but_for_copies():
    faces = {}
    for tile in read_tiles():
        plain = tile.building, tile.terrain, tile.cost, tile.roads, tile.param
        faces.setdefault("".join(_draw.face(tile, with_cost=True)).replace(f">{tile.id}<", "><"), set()).add(plain)
    assert all(len(kinds) == 1 for kinds in faces.values())
    tokens = {_draw.token(0, 0, 40, token) for token in read_treasures()}
    assert len(tokens) == 10


def test_terrains_differ_without_colour():
    plain = {re.sub(r"#[0-9a-f]{6}", "", "".join(_draw.back(terrain))) for terrain in (*TERRAINS, "")}
    assert len(plain) == 4


def test_joined_roads_run_through_and_separate_ones_stop():
    tile = read_tiles()[5]
    table = (components.HERE / "tiles.csv").read_text(encoding="utf-8")
    crossing = components.parse_tiles(table.replace("N+E+S+W", "NESW"))[5]
    assert "M30 0L30 30" in "".join(_draw.roads(crossing))
    assert "M30 0L30 9.6" in "".join(_draw.roads(tile))
    assert not _draw.roads(read_tiles()[2])


def test_high_costs_are_written_as_numbers():
    text = (components.HERE / "tiles.csv").read_text(encoding="utf-8").replace("D4,dominion,bakery,yellow,1,0,2",
                                                                           "D4,dominion,bakery,yellow,12,0,3")
    assert ">12<" in "".join(_draw.cost(components.parse_tiles(text)[12]))


def test_an_unknown_language_is_refused():
    with pytest.raises(ConfigError, match="expected one of en, cs, pl; got 'de'"):
        draw(KEYS["opening"], lang="de")


# -- PNG ----------------------------------------------------------------------------------------------------------


def test_png_has_the_width_asked_for(tmp_path):
    pytest.importorskip("resvg_py")
    from kingmaker.games.core.png import to_png

    picture = draw(KEYS["opening"])
    (tmp_path / "a.png").write_bytes(to_png(picture))
    (tmp_path / "b.png").write_bytes(to_png(picture, width=1200))
    for name, width in (("a.png", 600), ("b.png", 1200)):
        raw = (tmp_path / name).read_bytes()
        assert raw[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">I", raw[16:20])[0] == width
        assert len(raw) > 10_000, "without letters and lines it would be smaller"


@pytest.mark.parametrize("width", [0, -1, 9000])
def test_png_of_an_impossible_width_is_refused(width):
    from kingmaker.games.core.png import to_png

    with pytest.raises(ConfigError, match=rf"expected a width in \[1, 8192\], got {width}"):
        to_png(svg.document(10, 10, [], title="", words=""), width=width)


def test_png_without_its_package_says_what_to_install(monkeypatch):
    from kingmaker.games.core.png import to_png

    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ConfigError, match=r"resvg-py, which is not installed: pip install 'kingmaker\[png\]'"):
        to_png("<svg/>")
