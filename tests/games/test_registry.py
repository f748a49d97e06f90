"""Finding games by name, reading their options, plug-ins by entry point."""
import importlib.metadata
import pickle
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from kingmaker import games
from kingmaker.games import (
    ConfigError,
    ContractError,
    Game,
    GameSpec,
    NotationError,
    Option,
    available_games,
    load_game,
    registry,
)
from kingmaker.games.kuhn_python import GAME as KUHN
from kingmaker.games.registry import game_spec, parse_options
from kingmaker.games.spec import reconstructed_in

OPTIONS = {"players": Option(3, "how many", 2, 5), "deck": Option("short", "which cards", choices=("short", "long"))}


@pytest.fixture
def entry_points(monkeypatch):
    """Return a function that pretends that packages with these entry points (name, value) are installed."""
    def install(*pairs):
        points = [SimpleNamespace(name=name, value=value) for name, value in pairs]
        asked = []
        monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: asked.append(group) or points)
        monkeypatch.setattr(registry, "entry_points", importlib.metadata.entry_points)
        registry._places.cache_clear()
        game_spec.cache_clear()
        return asked

    yield install
    monkeypatch.undo()
    registry._places.cache_clear()
    game_spec.cache_clear()


@pytest.fixture
def outside(monkeypatch):
    """Put a module outside of games/ with a game that has options."""
    module = ModuleType("outside_games")
    module.GAME = module.POKER = replace(KUHN, name="far-poker", options=OPTIONS)
    module.NOTHING = 3
    monkeypatch.setitem(sys.modules, "outside_games", module)


def test_every_folder_with_rules_is_a_game_and_names_agree():
    folders = {path.parent.name for path in Path(games.__file__).parent.glob("*/__init__.py")} - registry.ROOMS
    assert {name.replace("_", "-") for name in folders} <= set(available_games())
    assert available_games() == sorted(available_games())
    for name in available_games():
        assert game_spec(name).name == name
        assert str(load_game(name)).partition(":")[0] == name


def test_underscores_and_hyphens_name_the_same_game():
    assert load_game("kuhn_poker") == load_game("kuhn-poker")


@pytest.mark.parametrize(("name", "near"), [("kuhn-pokr", "kuhn-poker"), ("kuhn_phyton", "kuhn-python")])
def test_unknown_game_lists_the_known_ones_and_the_nearest(name, near):
    with pytest.raises(ConfigError, match=rf"unknown game .*known: .*kuhn-poker, kuhn-python.*did you mean '{near}'\?"):
        load_game(name)


def test_unknown_game_like_no_other_suggests_nothing():
    with pytest.raises(ConfigError) as caught:
        load_game("zzz")
    assert "did you mean" not in str(caught.value)
    assert "known: " in str(caught.value)


def test_plug_in_is_found_by_its_entry_point(entry_points, outside):
    asked = entry_points(("far-poker", "outside_games:POKER"))
    assert "far-poker" in available_games()
    assert asked == ["kingmaker.games"]
    assert load_game("far_poker", players=4).options == {"players": 4, "deck": "short"}


def test_plug_in_without_attribute_means_game(entry_points, outside):
    entry_points(("far-poker", "outside_games"))
    assert game_spec("far-poker").name == "far-poker"


def test_plug_in_that_is_no_game_is_refused(entry_points, outside):
    entry_points(("nothing", "outside_games:NOTHING"), ("missing", "outside_games:MISSING"))
    with pytest.raises(ContractError, match="outside_games:NOTHING: expected a GameSpec, got int"):
        load_game("nothing")
    with pytest.raises(ContractError, match="outside_games:MISSING: expected a GameSpec, got NoneType"):
        load_game("missing")


def test_two_games_of_one_name_are_refused(entry_points, outside):
    entry_points(("kuhn-poker", "outside_games:POKER"))
    with pytest.raises(ConfigError, match=r"two games .* 'kuhn-poker': kingmaker\.games\.kuhn_poker:GAME and outside"):
        available_games()


def test_options_come_from_the_name_and_from_arguments(entry_points, outside):
    entry_points(("far-poker", "outside_games:POKER"))
    assert load_game("far-poker:players=4,deck=long").options == {"players": 4, "deck": "long"}
    assert load_game("far-poker:players=4", players=5, deck="long").options == {"players": 5, "deck": "long"}
    assert str(load_game("far-poker:deck=long")) == "far-poker:deck=long"


def test_game_with_options_is_equal_hashable_and_pickles(entry_points, outside):
    entry_points(("far-poker", "outside_games:POKER"))
    game = load_game("far-poker", players=4)
    copy = pickle.loads(pickle.dumps(game))
    assert isinstance(copy, Game)
    assert copy == game
    assert len({game, copy, load_game("far-poker", players=5)}) == 2


@pytest.mark.parametrize(("text", "message"), [
    ("far-poker:colour=red", r"unknown option 'colour'; known: players=2\.\.5, deck=short\|long"),
    ("far-poker:players=6", r"option players: expected a whole number in \[2, 5\], got '6'"),
    ("far-poker:players=many", r"expected a whole number in \[2, 5\], got 'many'"),
    ("far-poker:deck=wide", r"option deck: expected one of short, long; got 'wide'"),
])
def test_bad_options_are_refused_with_what_is_allowed(entry_points, outside, text, message):
    entry_points(("far-poker", "outside_games:POKER"))
    with pytest.raises(ConfigError, match=message):
        load_game(text)


def test_variants_are_all_combinations_of_all_values(entry_points, outside):
    entry_points(("far-poker", "outside_games:POKER"))
    game = load_game("far-poker", players=4)
    assert [str(one) for one in game.variants("deck")] == ["far-poker:players=4", "far-poker:players=4,deck=long"]
    assert [tuple(one.options.values()) for one in game.variants("players", "deck")] == [
        (players, deck) for players in (2, 3, 4, 5) for deck in ("short", "long")]
    assert game.variants() == [game]
    with pytest.raises(ConfigError, match="unknown option 'colour'; known: players, deck"):
        game.variants("deck", "colour")
    with pytest.raises(ConfigError, match="unknown option 'x'; known: it has none"):
        load_game("kuhn-poker").variants("x")


def test_the_two_heirs_have_twenty_combinations_of_sets():
    game = load_game("two-heirs:mode=solo")
    variants = game.variants("sets")
    assert len({str(one) for one in variants}) == 20
    assert {one.options["mode"] for one in variants} == {"solo"}
    assert len(game.variants("level", "sets")) == 60
    with pytest.raises(ConfigError, match="the values of option tiles cannot be counted"):
        game.variants("tiles")


def test_seats_that_never_act():
    assert load_game("two-heirs").acting == (0, 1)
    assert load_game("two-heirs:mode=solo").acting == (0,)
    with pytest.raises(ContractError, match="idle: seats, not all of them"):
        replace(KUHN, limits=lambda options: replace(KUHN.limits(options), idle=(0, 1))).bind({})
    with pytest.raises(ContractError, match="idle: seats, not all of them"):
        replace(KUHN, limits=lambda options: replace(KUHN.limits(options), idle=(2,))).bind({})


def test_option_of_a_game_without_options():
    with pytest.raises(ConfigError, match="unknown option 'players'; known: it has none"):
        load_game("kuhn-poker:players=2")


@pytest.mark.parametrize(("text", "options"), [
    ("a=1", {"a": "1"}),
    ("a=1,b=2", {"a": "1", "b": "2"}),
    ("sets=x,y,z,b=2", {"sets": "x,y,z", "b": "2"}),
    ("a=", {"a": ""}),
    ("a=b=c", {"a": "b=c"}),
])
def test_option_texts(text, options):
    assert parse_options(text, "here") == options


@pytest.mark.parametrize(("text", "message"), [
    ("a=1,a=2", "here: 'a' is given twice"),
    ("x", "here: expected key=value"),
    ("=1", "here: expected key=value"),
])
def test_bad_option_texts(text, message):
    with pytest.raises(NotationError, match=message):
        parse_options(text, "here")


def test_spec_is_frozen_and_game_shows_its_name():
    assert repr(load_game("kuhn-poker")) == "<Game kuhn-poker>"
    assert isinstance(game_spec("kuhn-poker"), GameSpec)
    with pytest.raises(AttributeError):
        game_spec("kuhn-poker").name = "other"


def test_the_order_of_a_list_is_free():
    assert load_game("two-heirs:sets=trade,travel,dominion").options["sets"] == "travel,dominion,trade"
    with pytest.raises(ConfigError, match="expected one of travel,dominion,trade; travel,dominion,war; "):
        load_game("two-heirs:sets=trade,travel,travel")


def test_what_is_reconstructed_hangs_on_the_options():
    """A game may say it once for all its options, or of those that are played."""
    spec = replace(KUHN, name="deck", options=OPTIONS, reconstructed=lambda options: f"deck: {options['deck']}" * (
        options["deck"] == "long"))
    assert spec.bind({}).reconstructed == ""
    assert spec.bind({"deck": "long"}).reconstructed == "deck: long"
    assert replace(spec, reconstructed="all cards").bind({"players": 2}).reconstructed == "all cards"


def test_games_in_turn_say_what_is_reconstructed_once():
    spec = replace(KUHN, name="deck", options=OPTIONS, reconstructed=lambda options: {"short": "", "long": "long deck"}[
        options["deck"]])
    assert reconstructed_in(spec.bind({}).variants("deck", "players")) == "long deck"
    assert reconstructed_in([spec.bind({})]) == ""
    other = replace(spec, reconstructed="prices").bind({})
    assert reconstructed_in([spec.bind({"deck": "long"}), other]) == "long deck | prices"
