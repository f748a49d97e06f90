"""What games advise is a search that works, and agents follow it where it goes together with what they are."""
import pytest

from kingmaker.games import available_games, load_game
from kingmaker.search import SearchConfig, run_search
from kingmaker.search.agents import PRESETS, SEARCHES, parse_agent
from kingmaker.search.config import advised, settings_for

ADVISING = [name for name in available_games() if load_game(name).spec.advice(load_game(name))]


def test_the_two_heirs_advise_something():
    assert "two-heirs" in ADVISING


@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.parametrize("name", ADVISING)
def test_every_searching_agent_can_follow(name, kind):
    game = load_game(name)
    config = parse_agent(kind).config(game)
    settings_for(config, game, 100)
    plain = parse_agent(f"{kind}:preset=plain").config(game)
    assert plain == parse_agent(kind).config()
    assert (config == plain) == (kind == "pimc")    # which stays plain


def test_keys_that_are_given_count_more():
    game = load_game("two-heirs")
    assert parse_agent("ismcts").config(game).select == "puct"
    assert parse_agent("ismcts:select=ucb").config(game).select == "ucb"
    assert parse_agent("ismcts:select=ucb").config(game).final == "bound"
    assert parse_agent("ismcts:preset=strong").config(game).iterations == PRESETS["strong"]["iterations"]
    assert parse_agent("ismcts:preset=strong,iterations=5").config(game).iterations == 5
    assert parse_agent("ismcts:preset=strong,seconds=5").config(game).iterations is None
    assert advised(game, {"trees": "none"}).keys() == {"rollout", "epsilon", "temperature", "turns"}


def test_run_search_follows_where_no_settings_are_given():
    state = load_game("two-heirs").new(1)
    assert run_search(state, iterations=80, seed=1).config.select == "puct"
    assert run_search(state, SearchConfig(iterations=80), seed=1).config.select == "ucb"
