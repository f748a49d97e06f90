"""`kingmaker report`: balance and difficulty as one HTML file, with plots and data beside it."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingmaker.scripts._options import say
from kingmaker.scripts._studies import Folders, MarginOption, WinMarginOption, opened
from kingmaker.scripts.designing.balance import about_of, sections_of

if TYPE_CHECKING:
    from kingmaker.analysis.data.dataset import Dataset


def report(
    directories: Folders,
    out: Annotated[Path, typer.Option(help="Folder for report.html, the plots (PNG, SVG) and their data (CSV).")],
    margin: MarginOption = 1.0,
    win_margin: WinMarginOption = 0.03,
    title: Annotated[str, typer.Option(help="Above the report.")] = "Balance and difficulty",
) -> None:
    """Write one HTML file that needs no network: duels first, then solo play; tables sort by a click.

    The first data set of duels, or of a game of several players, and the first of solo play are reported in full; the
    others, played by other agents or with other tables (two-heirs:tiles=@1), tell which of their conclusions survive.
    One more of the first one's agents and tables but without interventions, as selfplay makes it, describes the games.
    """
    import matplotlib as mpl

    from kingmaker.analysis.show.report import write_report
    from kingmaker.analysis.show.sections import difficulty_sections, solo_sensitivity

    mpl.use("Agg")
    data = opened(directories)
    solo = [one for one in data if _is_solo(one)]
    duels = [one for one in data if not _is_solo(one)]
    sections = sections_of(duels, margin, win_margin) if duels else []
    sections += difficulty_sections(solo[0]) + solo_sensitivity(solo) if solo else []
    about = dict.fromkeys(line for one in (*duels, *solo) for line in about_of(one))
    path = write_report(out, title, sections, about=list(about))
    say(f"{len(sections)} sections, with plots and data in {out}")
    typer.echo(str(path))


def _is_solo(data: Dataset) -> bool:
    return all("mode=solo" in str(entry["game"]) for entry in data.manifest["block"])
