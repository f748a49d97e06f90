"""One browser for all tests of a worker."""
import pytest

from tests.scripts.web.clicking import browser, needed


@pytest.fixture(scope="session")
def chromium():
    needed()
    with browser() as found:
        yield found
