"""Names in English, Czech and Polish: every word of the files has one in each language."""
import re
import string

import pytest

from kingmaker.games.errors import ConfigError
from kingmaker.games.two_heirs import components
from kingmaker.games.two_heirs.illegal import VERBS
from kingmaker.games.two_heirs.names import LANGUAGES, name_of, say
from kingmaker.games.two_heirs.names import all_names as names

KEYS = {
    "sets": components.SETS, "buildings": components.SET_OF, "terrains": components.COLOURS,
    "resources": components.RESOURCES,
    "units": ("elite", "regular"), "treasures": components.KINDS, "levels": ("1", "2", "3"),
    "players": ("blue", "white", "henry"),
    "parts": ("building", "doubling", "road", "treasure", "resources"),
    "instructions": [verb for verb in VERBS if verb != "move"] + ["move-elite", "move-regular"],
}


@pytest.mark.parametrize("table", KEYS)
def test_every_key_has_a_name_and_nothing_else_has(table):
    assert sorted(names()[table]) == sorted(KEYS[table])


def test_every_name_is_there_in_every_language():
    for table, rows in names().items():
        for key, words in rows.items():
            assert len(words) == len(LANGUAGES), (table, key)
            assert all(word and word == word.strip() for word in words), (table, key)


@pytest.mark.parametrize("table", KEYS)
def test_no_two_things_share_a_name(table):
    for column in zip(*names()[table].values(), strict=True):
        assert len(set(column)) == len(column)


@pytest.mark.parametrize("table", ["words", "instructions", "events"])
def test_words_take_the_same_values_in_every_language(table):
    for key, words in names()[table].items():
        slots = {sum(field is not None for _, field, _, _ in string.Formatter().parse(word)) for word in words}
        assert len(slots) == 1, key


def test_every_word_that_the_code_says_is_there_and_every_one_there_is_said():
    files = ("view.py", "_words.py", "_scene.py", "hints.py")
    code = "".join((components.HERE / name).read_text(encoding="utf-8") for name in files)
    for key in names()["words"]:
        assert re.search(rf"[\"']{key}[\"']", code), f"{key} is never said"


@pytest.mark.parametrize(("table", "key", "english", "czech", "polish"), [  # as the rulebooks print them
    ("game", "title", "The Two Heirs", "Dva bratři", "Dwóch następców"),
    ("sets", "trade", "Trade & Church", "Obchod & církev", "Handel i Kościół"),
    ("sets", "dominion", "Dominion", "Dominium", "Ziemie i Przemysł"),
    ("buildings", "robber-keep", "Robber Keep", "Lapkovská tvrz", "Baronia rabusiów"),
    ("buildings", "cooperage", "Cooperage", "Bednářská dílna", "Warsztat bednarski"),
    ("buildings", "guardhouse", "Guardhouse", "Strážnice", "Garnizon"),
    ("units", "elite", "elite unit", "elitní jednotka", "oddział orszaku"),
    ("levels", 3, "Henry the Relentless", "Jindřich Neúprosný", "Henryk Mocarny"),
    ("resources", "wheat", "wheat", "obilí", "pszenica"),
])
def test_names_as_printed(table, key, english, czech, polish):
    assert [name_of(table, key, lang) for lang in LANGUAGES] == [english, czech, polish]


@pytest.mark.parametrize("lang", ["de", "", "EN", "cz"])
def test_an_unknown_language_is_refused(lang):
    with pytest.raises(ConfigError, match=f"expected one of en, cs, pl; got '{lang}'"):
        name_of("sets", "war", lang)
    with pytest.raises(ConfigError, match="expected one of en, cs, pl"):
        say("none", lang)
