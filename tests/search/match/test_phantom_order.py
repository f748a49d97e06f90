"""Cowling, Powley & Whitehouse 2012, phantom (4,4,4): MO-ISMCTS > determinized UCT > SO-ISMCTS, and cheating beats all.

10,000 iterations a decision as there, pairs of games on swapped sides. About ten minutes on one core: slow.
"""
import pytest

from kingmaker.games import load_game
from kingmaker.search import parse_agent
from kingmaker.search.match.match import play_match

PAIRS = 600


def score(a, b):
    agents = [parse_agent(f"{kind}:iterations=10000") for kind in (a, b)]
    return play_match(load_game("phantom-444"), agents, pairs=PAIRS, seed=2012, jobs=2).score


@pytest.mark.slow
def test_mo_beats_pimc_significantly():
    assert score("mo-ismcts", "pimc").low > 0.5


@pytest.mark.slow
def test_pimc_beats_so():
    assert score("pimc", "so-ismcts").low > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("honest", ["mo-ismcts", "pimc", "so-ismcts"])
def test_cheating_beats_all(honest):
    assert score("cheat", honest).low > 0.5
