"""The one table of a server: its file, its sessions in several languages, and who is told that it has changed."""
from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kingmaker.errors import KingmakerError
from kingmaker.games.core.options import PathOption
from kingmaker.games.errors import ConfigError, NotationError
from kingmaker.games.files.kept import KEY, KeptSession, head_in
from kingmaker.games.files.positions import load_keys, parse_keys, parse_position, with_options
from kingmaker.games.files.session import HEAD, Correction, Session, begin, entry_of
from kingmaker.games.registry import available_games, game_spec, parse_options
from kingmaker.reading import parse_lines
from kingmaker.shapes import fit, table, whole

MOST_TABLES = 1000  # files of a folder that are looked at


class Stale(KingmakerError):
    """Somebody has told the table something meanwhile."""


class Table:
    """What everybody at the page sees; all calls may come from several threads.

    Parameters
    ----------
    path : the file; where there is none yet, it is made once a game is chosen
    head : of a new file; None = what the file says, or nothing is chosen yet
    remark : hears what the person who started the server should know
    """

    def __init__(self, path: Path, head: Mapping[str, Any] | None = None,
                 remark: Callable[[str], Any] = lambda text: None) -> None:
        self.lock = threading.RLock()
        self.path, self._remark = path, remark
        self._kept: KeptSession | None = None
        self._others: dict[str, Session] = {}
        self._boot, self._n_changes = secrets.token_hex(4), 0
        self.on_change: Callable[[], Any] = lambda: None
        head = head or head_in(path)
        if head:
            self._open(path, head)

    @property
    def version(self) -> str:
        """Something that differs whenever the table does."""
        return f"{self._boot}-{self._n_changes}"

    @property
    def is_chosen(self) -> bool:
        """Whether it is known what is played."""
        return self._kept is not None

    def session(self, lang: str) -> Session:
        """Return the session with its words in a language; one that the game does not speak is English."""
        main = self._main().session
        lang = lang if lang in main.spec.languages else main.spec.languages[0]
        if lang == main.lang:
            return main
        other = self._others.setdefault(lang, main.anew(lang))
        for entry in main.entries[len(other.entries):]:
            other.enter(*entry)
        return other

    def head(self) -> Mapping[str, Any]:
        """Return the first line of the file."""
        return self._main().head

    def enter(self, kind: str, text: str, at: int, file: str | None = None) -> None:
        """Make an entry; refused where the table is another one, or has more entries, than who makes it has seen."""
        with self.lock:
            self._check(at, file)
            self._main().enter(kind, text)
            self._changed()

    def correct(self, step: int, place: int, text: str, at: int, file: str | None = None) -> Correction:
        """Change an earlier entry; what was told behind it stays as long as it can be."""
        with self.lock:
            self._check(at, file)
            found = self._main().correct(step, place, text)
            self._changed()
        return found

    def before(self, step: int, place: int, lang: str) -> Session:
        """Return a session told all that stands before an entry: there it is seen what else could be told."""
        with self.lock:
            session = self.session(lang)
            standing = session.standing
            if not 0 <= step < len(standing) or not 0 <= place < len(standing[step]):
                raise NotationError(f"expected an entry that stands, of {len(standing)} steps; got {step}, {place}")
            trial = session.anew()
        for entry in (*(entry for entries in standing[:step] for entry in entries), *standing[step][:place]):
            trial.enter(*entry)
        return trial

    # -- other tables -------------------------------------------------------------------------------------------

    def begin(self, game: str, given: Mapping[str, str]) -> None:
        """Begin a game in a new file."""
        refuse_files(game, given)
        spec = game_spec(game)
        spec.read_options(given)  # refuses at once what would be asked about much later
        self._begin({KEY: 1, "game": spec.name, "given": dict(given)}, [])

    def load(self, text: str) -> None:
        """Begin a table with what a text holds: a position, or a followed game."""
        if text.lstrip().startswith(f'{{"{KEY}"'):
            head, *rows = parse_lines(text if text.endswith("\n") else text + "\n", "text")
            fit(head, HEAD, "text: line 1", NotationError)
            for named in (head["game"], head.get("position", {}).get("game", head["game"])):
                refuse_files(str(named), head.get("given", {}))
            self._begin(head, rows)
            return
        keys = parse_keys(text, where="text")
        refuse_files(str(keys.get("game", "")), {})
        state = parse_position(text, where="text")
        self._begin({KEY: 1, "game": state.game.name, "given": {}, "position": keys}, [])

    def _begin(self, head: Mapping[str, Any], rows: list[dict[str, Any]]) -> None:
        trial, entries = begin(head), []
        for number, row in enumerate(rows, 2):
            try:
                entries.append(entry_of(row))
                trial.enter(*entries[-1])
            except KingmakerError as error:
                raise NotationError(f"text: line {number}: {error}") from None
        with self.lock:
            self._open(self._free(), head)
            for entry in entries:
                self._main().session.enter(*entry)
            self._main().keep()
            self._changed()

    def open(self, name: str) -> None:
        """Go to another table in the same folder."""
        with self.lock:
            if name not in self.names():
                raise NotationError(f"expected one of the tables in the folder, got {name[:80]!r}")
            if self._kept is None or self.path.name != name:
                path = self.path.with_name(name)
                self._open(path, head_in(path))
            self._changed()

    def names(self, lang: str = "en") -> dict[str, str]:
        """Return the tables in the folder, the newest first, and what is played there."""
        files = sorted(self.path.parent.glob("*.jsonl"))[:MOST_TABLES]
        found = {}
        for file in sorted((file for file in files if file.is_file()), key=lambda file: -file.stat().st_mtime):
            try:
                head = head_in(file)
                if head:
                    found[file.name] = game_spec(head["game"]).titled(lang)
            except (KingmakerError, OSError):
                continue
        return found

    def _free(self) -> Path:
        """Return the file for a new table: the one that was named, as long as there is none, else the next number."""
        if self._kept is None and not self.path.exists():
            return self.path
        stem = self.path.stem.rstrip("0123456789").rstrip("-")
        return next(path for n in range(2, MOST_TABLES)
                    if not (path := self.path.with_name(f"{stem}-{n}{self.path.suffix}")).exists())

    def _open(self, path: Path, head: Mapping[str, Any]) -> None:
        opened = KeptSession(path, head, remark=self._remark)
        if self._kept is not None:
            self._kept.close()
        self._kept, self.path = opened, path
        self._others.clear()

    def close(self) -> None:
        """Let go of the file."""
        if self._kept is not None:
            self._kept.close()

    def _main(self) -> KeptSession:
        if self._kept is None:
            raise NotationError("no game is chosen yet")
        return self._kept

    def _check(self, at: int, file: str | None) -> None:
        n = len(self._main().session.entries)
        if file not in (None, self.path.name):
            raise Stale(f"another table has been opened meanwhile: {self.path.name}, and you saw {file}; nothing was "
                        "changed, look again")
        if at != n:
            raise Stale(f"the table has changed meanwhile: it has {n} entries, and you saw {at}; look again")

    def _changed(self) -> None:
        self._n_changes += 1
        self.on_change()


def head_for(path: Path, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the head of a new table that begins with a position file."""
    keys = load_keys(path)
    state = parse_position(path.read_text(encoding="utf-8"), where=str(path),
                           form="toml" if path.suffix == ".toml" else None, options=given)
    return {KEY: 1, "game": state.game.name, "given": dict(given), "position": with_options(keys, given)}


def followable(lang: str) -> list[dict[str, Any]]:
    """Return the games that can be followed, with the languages that they speak."""
    specs = map(game_spec, available_games())
    return [{"name": spec.name, "title": spec.titled(lang), "languages": list(spec.languages),
             "options": any(not isinstance(option, PathOption) for option in spec.options.values()),
             "laid": spec.board is not None and spec.board.laying is not None}
            for spec in specs if spec.following is not None or not spec.hidden]


def refuse_files(game: str, given: Mapping[str, str]) -> None:
    """Refuse options that name files of this computer: those are for who started the server, on the command line."""
    name, _, options = game.partition(":")
    every = {**(parse_options(options, "game") if options else {}), **given}
    for key, option in game_spec(name).options.items():
        if isinstance(option, PathOption) and every.get(key):
            raise ConfigError(f"{key}: a file can be named on the command line of `kingmaker serve` alone")


def checked_place(value: Any) -> tuple[int, int]:
    """Return a place among the entries that stand."""
    found = fit(value, table({"step": whole(0, 10**6), "place": whole(0, 10**6)}, others=True), "", ConfigError)
    return found["step"], found["place"]
