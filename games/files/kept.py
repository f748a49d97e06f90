"""A followed game with the file that keeps it: every entry is on the disk before anybody hears that it was taken."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kingmaker.games.errors import ConfigError, KingmakerError, NotationError
from kingmaker.games.files.session import HEAD, Correction, Entry, Head, begin, corrected, entry_of
from kingmaker.shapes import fit
from kingmaker.writing import Lines, kept_head

KEY = "table"  # by which the head of a file tells what it is


def head_in(path: Path, *, force: bool = False) -> dict[str, Any]:
    """Return the head of a file with a followed game; nothing where there is none yet."""
    kept = kept_head(path, KEY, force=force)
    return fit(kept, HEAD, f"{path}: line 1") if kept else {}


class KeptSession:
    """A session and its file; what the file holds already is gone on with.

    Parameters
    ----------
    path : of the file; None = nothing is kept
    head : what is followed, and from where on: the file's first line
    lang : of names
    seat : who is told what follows by itself, where all is known; None = all of it is told
    where : what messages call the head where it is refused; the file itself if left out
    remark : hears what a person should know of the file
    force : the user has said that a file of another kind may be replaced
    """

    def __init__(self, path: Path | None, head: Head, lang: str = "en", *, seat: int | None = None, where: str = "",
                 remark: Callable[[str], Any] = lambda text: None, force: bool = False) -> None:
        self.path, self.head = path, head
        try:
            self.session = begin(head, lang, seat=seat)
        except NotationError as error:
            raise NotationError(f"{where or path}: {error}") from None
        self._lines = Lines(path, KEY, head, flag="--save", to_disk=True, remark=remark, force=force)
        try:
            self._replay(self._lines.rows, remark)
        except BaseException:
            self.close()
            raise
        self._n_kept = len(self.session.entries)

    def _replay(self, rows: list[dict[str, Any]], remark: Callable[[str], Any]) -> None:
        """Bring the session to where its file ends."""
        for number, row in enumerate(rows, 2):
            try:
                self.session.enter(*entry_of(row))
            except KingmakerError as error:
                raise ConfigError(f"{self.path}: line {number}: {error}") from None
        if rows:
            remark(f"{self.path}: gone on with after {len(rows)} entries, {len(self.session.decisions)} decisions")

    def keep(self) -> None:
        """Write down what the session was told since the last time; where that fails, it was never said."""
        new = self.session.entries[self._n_kept:]
        try:
            self._lines.add(*map(_row, new))
        except BaseException:
            old = self.session
            self.session = old.anew()
            for entry in old.entries[:self._n_kept]:
                self.session.enter(*entry)
            raise
        self._n_kept = len(self.session.entries)

    def enter(self, kind: str, text: str = "") -> None:
        """Make one entry and keep it."""
        self.session.enter(kind, text)
        self.keep()

    def correct(self, step: int, place: int, text: str) -> Correction:
        """Change an earlier entry, as `corrected` does, and keep that: all of it, or nothing."""
        found = corrected(self.session, step, place, text)
        for entry in found.entries:
            self.session.enter(*entry)
        self.keep()
        return found

    def close(self) -> None:
        """Let go of the file."""
        self._lines.close()


def _row(entry: Entry) -> Mapping[str, str]:
    kind, text = entry
    return {kind: text}
