"""docs/datasets.md defines every column of every table that there can be."""
import re
from pathlib import Path

from kingmaker.analysis.data import schema
from kingmaker.datasets import head_of
from kingmaker.games import available_games, game_spec
from kingmaker.scripts.cli import app
from kingmaker.search.match.selfplay_config import configure

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "datasets.md").read_text(encoding="utf-8")


def row(column):
    return f"| `{column.name}` | {column.type}{'?' if column.optional else ''} | {column.help} |"


def test_columns_of_all_games_are_defined():
    for columns in schema.core_tables(2, {}, decisions=True).values():
        for column in columns:
            assert row(column) in PAGE


def test_columns_of_each_games_own_tables_are_defined():
    """On this page, or on one that the game's README is."""
    for name in available_games():
        spec = game_spec(name)
        if spec.ledger is None:
            continue
        readme = (ROOT / "games" / name.replace("-", "_") / "README.md").read_text(encoding="utf-8")
        variants = [spec.bind(options).options for options in ({}, *spec.enumerable)]
        for columns in spec.ledger(variants).tables.values():
            for column in columns[1:]:
                assert row(column) in PAGE + readme, f"{name}: {row(column)}"


def test_the_options_of_the_two_heirs_are_named():
    for name in game_spec("two-heirs").options:
        assert f"`{name}`" in PAGE


def test_nothing_is_defined_that_is_not_there():
    plan = configure("two-heirs", ["random"], 1, seed=1, each=["mode"], decisions=True)
    known = {row(column) for columns in head_of(plan).tables.values() for column in columns}
    known |= {row(column) for columns in schema.core_tables(2, {}, decisions=True).values() for column in columns}
    written = re.findall(r"^\| `\w+` \| (?:u?int\d+|float64|bool|text|word)\??[ ]\|.*\|$", PAGE, re.MULTILINE)
    assert len(written) > 40
    assert set(written) <= known


def test_keys_of_the_manifest_are_named(tmp_path):
    from typer.testing import CliRunner

    from kingmaker.analysis.data.store import read_manifest

    done = CliRunner().invoke(app, ["selfplay", "--game", "kuhn-poker", "--games", "3", "--seed", "1", "--jobs", "1",
                                    "--out", str(tmp_path / "data")])
    assert done.exit_code == 0, done.output
    part = PAGE.split("| key of the manifest |")[1].split("\n\n")[0]
    for key in read_manifest(tmp_path / "data").keys() - {"dataset"}:
        assert f"`{key}`" in part, key
