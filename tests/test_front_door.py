"""`import kingmaker`: quick, in step with its types, in step with its page, and no function hides a module."""
import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kingmaker
from kingmaker.scripts.cli import GROUPS

ROOT = Path(__file__).resolve().parents[1]
STUB = ast.parse((ROOT / "src/kingmaker/__init__.pyi").read_text(encoding="utf-8"))


def test_the_types_are_those_of_the_places():
    there = {alias.asname or alias.name: (node.module, alias.name)
             for node in STUB.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    (listed,) = (ast.literal_eval(node.value) for node in STUB.body if isinstance(node, ast.Assign))
    assert there == kingmaker._WHERE
    assert listed == kingmaker.__all__ == sorted(there)


@pytest.mark.parametrize("name", kingmaker.__all__)
def test_every_name_is_there_and_told_about(name):
    thing = getattr(kingmaker, name)
    assert thing.__doc__, name
    assert name in dir(kingmaker)


def test_a_name_that_is_not_there_is_refused():
    with pytest.raises(AttributeError, match="module 'kingmaker' has no attribute 'hnit'"):
        kingmaker.hnit  # noqa: B018


def test_import_is_quick():
    code = ("import sys, kingmaker; dir(kingmaker); heavy = {'numpy', 'typer', 'kingmaker.games', 'kingmaker.search', "
            "'kingmaker.analysis'} & set(sys.modules); sys.exit(', '.join(heavy) or 0)")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT / "src", capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr


def test_no_function_hides_a_module():
    """`import kingmaker.search.hint` is a module, and so is every other name of a room or a module.

    A game's own folder is its own matter: nobody imports from it.
    """
    found = pkgutil.walk_packages(kingmaker.__path__, "kingmaker.")
    packages = ["kingmaker", *(one.name for one in found if one.ispkg)]
    packages = [name for name in packages if not hasattr(importlib.import_module(name), "GAME")]
    assert "kingmaker.search.hint" in packages
    for name in packages:
        package = importlib.import_module(name)
        modules = {one.name for one in pkgutil.iter_modules(package.__path__)}
        for hidden in modules & (set(getattr(package, "__all__", ())) | set(vars(package))):
            assert getattr(package, hidden).__name__ == f"{name}.{hidden}", f"{name}.{hidden}"


def test_no_test_imports_what_is_private_to_the_commands():
    private = re.compile(r"^\s*(?:from|import) kingmaker\.scripts(?:\.\w+)*(?:\._| import _)", re.MULTILINE)
    wrong = [path.name for path in (ROOT / "tests").rglob("*.py") if private.search(path.read_text(encoding="utf-8"))]
    assert wrong == []


def test_no_command_imports_another():
    groups = [ROOT / "scripts" / name for name in GROUPS]
    commands = re.compile(rf"kingmaker\.scripts\.({'|'.join(group.name for group in groups)})\.")
    wrong = [path.name for group in groups for path in group.glob("*.py")
             if commands.search(path.read_text(encoding="utf-8"))]
    assert wrong == []


def test_the_page_of_the_api_has_every_name():
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^::: kingmaker\.(\w+)$", page, re.MULTILINE)) == kingmaker.__all__
