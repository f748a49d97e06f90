"""Options that all tests share."""
import pytest


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="write golden files anew instead of comparing")


@pytest.fixture
def golden(request):
    """Compare a text with a stored file, or store it under --update-golden; read the diff before committing it."""
    def compare(path, text):
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{path} is missing; run pytest --update-golden and read what it writes"
        stored = path.read_text(encoding="utf-8")
        assert text == stored, f"{path} differs; if the change is meant, run pytest --update-golden"

    return compare
