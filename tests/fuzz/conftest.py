"""What the fuzz tests share: commands in this process, and data sets that are made once."""
import pytest
from typer.testing import CliRunner

from kingmaker.datasets import selfplay
from kingmaker.scripts.cli import app

KUHN = '{"game": "kuhn-poker", "version": 1, "state": "KJ:pb"}'


def run(*args, code=0, **options):
    """Run a command in this process; there is no traceback whatever its code."""
    result = CliRunner().invoke(app, [str(arg) for arg in args], **options)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code == code, result.output + result.stderr
    return result


@pytest.fixture(scope="session")
def kuhn_set(tmp_path_factory):
    """A small data set; tests that change it copy it."""
    folder = tmp_path_factory.mktemp("sets") / "data"
    selfplay("kuhn-poker", ["random"], 40, folder, seed=1, shard=20)
    return folder


@pytest.fixture
def kuhn(tmp_path):
    path = tmp_path / "kuhn.json"
    path.write_text(KUHN, encoding="utf-8")
    return path
