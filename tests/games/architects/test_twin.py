"""The compiled game against its twin: random games of every kind, random components, planted mistakes.

Every few decisions the compiled game is written as text and read again. In the default run a few games of each case
and a few mistakes are compared (COMPARED_DAY=7 takes others); the slow tests compare 2,000 games of each case and
plant all.
"""
import json
import os
from collections import Counter
from contextlib import contextmanager
from copy import deepcopy
from random import Random

import pytest

from kingmaker.games import NotationError
from kingmaker.games.architects.components import parse_components
from kingmaker.games.files.records import record_game
from tests.games.architects.compiled import KNOWN, Compiled, leaf, load, put, write_data
from tests.games.architects.mistakes import MISTAKES
from tests.games.architects.play import BASE, BUILDER, LIKINGS, SOLO, WONDERS, choose
from tests.games.architects.replay import Told, everything, replay
from tests.games.architects.setting import DATA
from tests.games.architects.twin import Twin

EXTRA = [{"players": n, "wonders": True, "boards": boards, "opponent": f"O{at}"}
         for n in (2, 3, 4) for at in range(1, 7) for boards in ("standard", "variable")]


def of_boards(kinds, boards):
    return [kind for kind in kinds if kind["boards"] == boards]


CASES = {
    "base": BASE, "wonders": WONDERS,
    "solo standard": of_boards(SOLO, "standard"), "solo variable": of_boards(SOLO, "variable"),
    "extra standard": of_boards(EXTRA, "standard"), "extra variable": of_boards(EXTRA, "variable"),
}
WITH_WONDERS = LIKINGS + 9 * [BUILDER]
WITHOUT = [liking for liking in LIKINGS if "build W5" not in liking] + 3 * [BUILDER]  # those would not build at all
CAP = 5000
DAY = int(os.environ.get("COMPARED_DAY", "0"))  # which games the default run compares
FEW = {"base": 8, "wonders": 10, "solo standard": 20, "solo variable": 20, "extra standard": 14, "extra variable": 14}
MANY = 2000


# -- one game ------------------------------------------------------------------------------------------------------


def compare(compiled, twin):
    """Assert that both stand alike at a decision, or at the end."""
    assert (compiled.player, compiled.legal) == (twin.player, list(twin.legal))
    assert compiled.events == twin.events
    assert compiled.table() == twin.table()
    if not twin.legal:
        assert compiled.result() == twin.result()


def compare_piles(compiled, twin):
    """Assert that the piles lie alike, also far below; in the setup packs are dealt from them."""
    if twin.phase not in ("hire", "draft"):
        assert compiled.piles({name: len(cards) for name, cards in twin.piles.items()}) == twin.piles


def play_both(kind, seed, twin=Twin, file=None, cap=CAP):
    """Play one random game on both, the compiled one dealing and shuffling; return the twin's."""
    rng = Random(f"both {seed}")
    compiled, told = Compiled(kind, seed, file), Told()
    game = twin(compiled.head["data"], compiled.head, told)
    liking = rng.choice(WITH_WONDERS if kind.get("wonders") else WITHOUT)
    while True:
        compare(compiled, game)
        if not game.legal or len(game.moves) >= cap:
            compare_piles(compiled, game)
            return game
        if rng.random() < 0.02:
            compiled.write_and_read()
            compare_piles(compiled, game)
        move = choose(rng, game.legal, liking)
        told.listen(compiled.move(move))
        game.move(move)


@contextmanager
def in_case(*words):
    """Name the case in the message of a failure."""
    try:
        yield
    except Exception as error:
        raise AssertionError(f"{' '.join(map(str, words))}: {error}") from error


def games(case, seeds):
    """Compare random games of a case; return what occurred in them."""
    seen, kinds = Counter(), CASES[case]
    for seed in seeds:
        kind = kinds[seed % len(kinds)]
        with in_case(kind, "seed", seed):
            seen += play_both(kind, seed).seen
    return seen


def games_of_random_components(folder, case, seeds, cap=600):
    kinds = CASES[case]
    for seed in seeds:
        kind = kinds[seed % len(kinds)]
        with in_case(kind, "components", seed):
            play_both(kind, seed, file=write_data(folder, seed, Random(f"data {seed}")), cap=cap)


@pytest.mark.parametrize("case", CASES)
def test_random_games_agree(case):
    games(case, range(DAY * FEW[case], (DAY + 1) * FEW[case]))


@pytest.mark.parametrize("case", CASES)
def test_random_components_agree(tmp_path, case):
    games_of_random_components(tmp_path, case, range(2 * DAY, 2 * DAY + 2), cap=250)


@pytest.mark.parametrize("case", CASES)
def test_records_are_replayed_without_the_game(case):
    """All that the twin is told stands in the record: components, piles, who begins, shuffles in the events."""
    rng, kind = Random(case), CASES[case][DAY % len(CASES[case])]
    liking = rng.choice(WITHOUT)
    record = record_game(load(kind), DAY, lambda state: state.parse_action(choose(rng, state.legal_moves(), liking)))
    assert replay([json.dumps(line) for line in record]) == []


@pytest.mark.parametrize("path", [*KNOWN, "base.supply.debt_cards"])
def test_numbers_that_the_rules_know_are_not_read_over(path):
    data = deepcopy(DATA)
    put(data, path, leaf(data, path) + 1)
    with pytest.raises(NotationError, match=path.replace(".", r"\.")):
        parse_components(data)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_thousands_of_random_components_agree(tmp_path, case):
    games_of_random_components(tmp_path, case, range(1000))


# -- what the thousands of games show ------------------------------------------------------------------------------

WORKS = DATA["works_of_wonder"]
ADDED = {card["id"] for kind in ("apprentices", "buildings", "rewards", "wonders", "contribution_consequence")
         for card in WORKS[kind]} | {board["name"] for board in WORKS["player_boards"]}
LEAST = 50


def shown_in(key):
    """Return the case whose games have to show something."""
    what, *which = key.split()
    if what in ("scheme", "opponent", "focus", "ability") or key == "shuffle schemes":
        return "extra standard"
    more = what in ("move", "replaced", "shuffle") or ADDED & set(which)
    return "wonders" if more else "base"


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_thousands_of_random_games_agree_and_show_everything(case):
    """Each effect, scheme, consequence, reward and kind of move occurs 50 times and more."""
    seen = games(case, range(MANY))
    assert {key: seen[key] for key in everything(DATA) if shown_in(key) == case and seen[key] < LEAST} == {}


# -- planted mistakes ----------------------------------------------------------------------------------------------


def found(mistake, folder, tries):
    """Whether a record of the compiled game gives a spoiled twin away; from the 20th on also other components."""
    for at in range(tries):
        kind = mistake.kinds[at % len(mistake.kinds)]
        try:
            play_both(kind, at, mistake.twin)
            if at >= 20:
                play_both(kind, at, mistake.twin, write_data(folder, at, Random(f"data {at}")), cap=600)
        except Exception:  # a spoiled twin may lead anywhere
            return True
    return False


@pytest.mark.parametrize("name", sorted(MISTAKES)[DAY % 25::25])
def test_a_planted_mistake_is_found(tmp_path, name):
    assert found(MISTAKES[name], tmp_path, 100)


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_all_planted_mistakes_are_found(tmp_path, name):
    assert found(MISTAKES[name], tmp_path, 100)
