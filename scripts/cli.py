"""`kingmaker`: gathers the subcommands and turns errors into exit codes.

Each module in one of the folders here is a subcommand: its function, or its group, of the same name. They import numpy,
joblib and the games only within, so that `kingmaker --help` is quick.
"""
from __future__ import annotations

if __name__ == "__main__":  # by `python -m`: the door first, which imports this module by its name
    from kingmaker.scripts.door import main as enter

    enter()

import importlib
import inspect
import pkgutil
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
import typer.main
from typer.core import TyperGroup

from kingmaker.errors import KingmakerError
from kingmaker.printing import abandon, finish, prepare, say, tell
from kingmaker.scripts import door

OK, FAILED, BAD_INPUT = 0, 1, 2
GROUPS = {"at_the_table": "At the table", "designing": "Designing", "measuring": "Measuring"}
CLICK_ERROR = typer.BadParameter.__mro__[2]  # click's base of errors of usage; typer brings a click of its own


class _Commands(Mapping[str, Any]):
    """Every subcommand by name, read when it is asked for: to read them all takes longer than to import typer."""

    def __init__(self) -> None:
        self._folders = {name: folder for folder in GROUPS for name in _names(folder)}
        self._known: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        folder = self._folders[name]
        if name not in self._known:
            self._known[name] = _read(folder, name)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._folders)

    def __len__(self) -> int:
        return len(self._folders)


class Kingmaker(TyperGroup):
    """The group of all commands: bad usage and bad input end in one line and code 2, never in a traceback."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _Commands()  # type: ignore[assignment]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands in the groups of the people who need them."""
        width = formatter.width - 6 - max(map(len, self.commands))
        for folder, title in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, _in_short(_room(folder, name), width)) for name in _names(folder)])

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, complete_var: str | None = None,
             standalone_mode: bool = True, windows_expand_args: bool = True, **extra: Any) -> Any:
        """Run a command and leave with its exit code."""
        door.begin_work()
        prepare()
        if not (sys.argv[1:] if args is None else args):
            args = ["--help"]  # whoever says nothing is told what can be said
        try:
            code = super().main(args, "kingmaker", complete_var, False, windows_expand_args, **extra)
            finish()
        except BrokenPipeError:  # `kingmaker ... | head`: whoever reads has enough
            abandon()
            code = OK
        except SystemExit:  # so typer takes a broken pipe; no command leaves this way
            code = OK
        except (KeyboardInterrupt, typer.Abort):
            code = door.INTERRUPTED
        except OSError as error:
            code = _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except Exception as error:
            code = _complain(_message(error))
        why = door.end_work()
        if code == door.INTERRUPTED or door.was_asked():
            say("interrupted")
            code = why
        sys.exit(code if isinstance(code, int) else OK)


def _message(error: Exception) -> str:
    """Return what a user can mend; raise everything else on, it is our fault."""
    if isinstance(error, CLICK_ERROR):
        said, at = str(error.format_message()), getattr(error, "ctx", None)  # type: ignore[attr-defined]
        return f"{said.rstrip('.')}; `{at.command_path} --help` tells more" if at is not None else said
    if isinstance(error, KingmakerError):
        return str(error)
    if door.was_asked():  # some libraries make another error of Ctrl-C
        return "stopped in the middle"
    raise error


def _complain(message: str) -> int:
    with suppress(OSError):  # what was printed so far, if it can be
        finish()
    say(f"error: {message}")
    return BAD_INPUT


def _show_version(wanted: bool) -> None:
    if wanted:
        from kingmaker.search.bench.about import about

        tell(about())
        raise typer.Exit


def _main(
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True,
                                          help="Show version, build and signature, and exit.")] = False,
) -> None:
    """Monte Carlo tree search analysis of board games with hidden information."""


def _names(folder: str) -> list[str]:
    """Return the names of a group's commands."""
    return [module.name.replace("_", "-") for module in pkgutil.iter_modules([str(Path(__file__).parent / folder)])
            if not module.name.startswith("_")]


def _room(folder: str, name: str) -> Any:
    """Return the function, or the group, that a command's module brings."""
    stem = name.replace("-", "_")
    return getattr(importlib.import_module(f"kingmaker.scripts.{folder}.{stem}"), stem)


def _in_short(room: Any, width: int) -> str:
    """Return the first words of a command's help, as far as they stand by themselves."""
    text = inspect.getdoc(room) if inspect.isfunction(room) else room.info.help
    return textwrap.shorten(re.split(r"[.,:;]\s", f"{text} ")[0], width, placeholder=" ...")


def _read(folder: str, name: str) -> Any:
    """Return a command with its options as typer reads them."""
    room, alone = _room(folder, name), _new()
    if isinstance(room, typer.Typer):
        alone.add_typer(room, name=name)
        return typer.main.get_group(alone).commands[name]
    settings = getattr(sys.modules[room.__module__], "SETTINGS", None)
    alone.command(name, context_settings=settings)(room)
    return typer.main.get_command(alone)


def _new(**settings: Any) -> typer.Typer:
    return typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None,
                       context_settings={"help_option_names": ["-h", "--help"]}, **settings)


app = _new(cls=Kingmaker)
app.callback()(_main)


def main() -> None:
    """Run `kingmaker`, as commands do that were installed before there was the door."""
    door.main()
