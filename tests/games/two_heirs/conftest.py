"""Each test of a rule asks both implementations."""
import pytest

from tests.games.two_heirs.setting import PLAYERS


@pytest.fixture(params=list(PLAYERS))
def game(request):
    """Return an implementation: `game.start(position)`, `game.deal(sets, level, seed)`."""
    return PLAYERS[request.param]
