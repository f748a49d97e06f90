"""Each test of a rule asks both implementations."""
import pytest

from tests.games.brian_boru.setting import PLAYERS


@pytest.fixture(params=list(PLAYERS))
def game(request):
    """Return an implementation: `game.start(table)`, `game.deal(setup)`."""
    return PLAYERS[request.param]
