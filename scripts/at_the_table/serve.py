"""`kingmaker serve`: the table as a page in the browser, on this computer or for a phone beside the board."""
from __future__ import annotations

import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from kingmaker.printing import tell
from kingmaker.scripts._options import GAME_FLAGS, JobsOption, game_flags, say

SETTINGS = GAME_FLAGS
PORT = 8344
LOOPBACK = "127.0.0.1"
USUAL = Path("table.jsonl")
NEEDED = ("starlette", "uvicorn", "segno")


def serve(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(
        metavar="[POSITION|GAME.jsonl]", help="A followed game to go on with, or a position to begin with.")] = None,
    save: Annotated[Path | None, typer.Option(
        help="The file that keeps the table; table.jsonl in this folder if left out, or the game named first.")] = None,
    game: Annotated[str | None, typer.Option("--game", help="Begin with this game; else the page asks.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where to listen; 0 = any that is free.")] = PORT,
    lan: Annotated[bool, typer.Option(
        "--lan", help="Let other devices of this network in that have the link; its QR code is shown.")] = False,
    jobs: JobsOption = -1,
) -> None:
    """Open the table as a page in the browser: tap what happens, ask for hints, score; the same file as `table`.

    Only this computer can open it, unless you say --lan; and only with the link printed here, which carries a secret.
    """
    _check_extra()
    import uvicorn

    from kingmaker.scripts.web.app import make_app

    path, head = _what(file, save, game, game_flags(context.args))
    from kingmaker.scripts.web.table import Table

    table = Table(path, head, remark=say)
    try:
        sockets = _listen(port, lan)
        port = sockets[0].getsockname()[1]
        hosts = [f"{LOOPBACK}:{port}", f"localhost:{port}", *(f"{one.getsockname()[0]}:{port}" for one in sockets[1:])]
        token = token_beside(path)
        _announce(token, hosts, lan)
        config = uvicorn.Config(make_app(table, token, hosts, jobs=jobs), log_level="warning", access_log=False,
                                timeout_graceful_shutdown=1, limit_concurrency=100, server_header=False)
        uvicorn.Server(config).run(sockets=sockets)
    finally:
        table.close()
        tell(f"{table.path}: all is kept; the same command goes on")


def _check_extra() -> None:
    """Refuse to begin without the packages of the page."""
    from importlib.util import find_spec

    from kingmaker.games import ConfigError

    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ConfigError(f"the page needs {', '.join(missing)}: pip install 'kingmaker[web]'")


def _what(file: Path | None, save: Path | None, game: str | None,
          given: dict[str, str]) -> tuple[Path, dict[str, object] | None]:
    """Return the file that keeps the table, and the head of a new one."""
    from kingmaker.games import ConfigError
    from kingmaker.games.files.kept import head_in
    from kingmaker.scripts._tables import table_head

    position = file if file is not None and file.suffix != ".jsonl" else None
    if position is None:
        if save is not None and file is not None and save != file:
            raise ConfigError(f"--save {save}: {file} is itself the file that is gone on with")
        path = save or file or USUAL
        if game is None and not given:
            return path, head_in(path) or None
        return path, table_head(path, game, None, given, force=False)
    return save or position.with_suffix(".jsonl"), table_head(
        save or position.with_suffix(".jsonl"), game, str(position), given, force=False)


def token_beside(path: Path) -> str:
    """Return the secret of a table, made once: with it a page finds back after the server was started again."""
    hidden = path.with_name(f".kingmaker-{path.name[:40]}.token")
    with suppress(OSError, UnicodeDecodeError):
        kept = hidden.read_text(encoding="ascii").strip()
        if len(kept) >= 32:
            return kept
    token = secrets.token_urlsafe(32)
    with suppress(OSError):  # a folder that cannot be written: the link changes with every start then
        hidden.unlink(missing_ok=True)
        descriptor = os.open(hidden, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as out:
            out.write(token + "\n")
    return token


def _listen(port: int, lan: bool) -> list[socket.socket]:
    """Return open sockets: of this computer alone, and of its address in the network where that is wished."""
    addresses = [LOOPBACK]
    if lan:
        addresses += [address for address in [_lan_address()] if address != LOOPBACK]
    sockets: list[socket.socket] = []
    for address in addresses:
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((address, port))
            one.listen(128)  # whoever comes before the server is ready waits
        except OSError as error:
            from kingmaker.games import ConfigError

            raise ConfigError(f"--port {port}: {error.strerror}; name another one, or 0 for any that is free") from None
        port = one.getsockname()[1]
        sockets.append(one)
    return sockets


def _lan_address() -> str:
    """Return this computer's address in its network; no packet is sent to find it."""
    from kingmaker.games import ConfigError

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # of a block kept for documentation: nobody has it
            return str(probe.getsockname()[0])
        except OSError:
            raise ConfigError("--lan: this computer is in no network") from None


def _announce(token: str, hosts: list[str], lan: bool) -> None:
    """Print the link, and for a phone its QR code."""
    import segno

    tell(f"open http://{hosts[0]}/?token={token}")
    if lan:
        link = f"http://{hosts[-1]}/?token={token}"
        tell(f"or from another device of this network {link}\n"
             "Whoever has this link can see the table and change it; without --lan nobody else can.")
        picture = segno.make(link, error="l")
        rows = [list(row) for row in picture.matrix_iter(border=2)]
        rows += [[0] * len(rows[0])] * (len(rows) % 2)
        for upper, lower in zip(rows[::2], rows[1::2], strict=True):
            tell("".join(" ▄▀█"[2 * (not above) + (not below)] for above, below in zip(upper, lower, strict=True)))
    tell("Ctrl-C ends it; everything tapped is kept at once")
