"""`kingmaker report`: balance and difficulty as one HTML file, with plots and data beside it."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kingmaker.printing import tell
from kingmaker.scripts._options import ForceOption, say
from kingmaker.scripts._studies import Folders, MarginOption, ShareOption, WinMarginOption


def report(
    directories: Folders,
    out: Annotated[Path, typer.Option(help="Folder for report.html, the plots (PNG, SVG) and their data (CSV).")],
    margin: MarginOption = "1",
    share: ShareOption = 0.5,
    win_margin: WinMarginOption = 0.03,
    title: Annotated[str, typer.Option(help="Above the report.")] = "Balance and difficulty",
    force: ForceOption = False,
) -> None:
    """Write one HTML file that needs no network: balance first, then difficulty; tables sort by a click.

    The first data set of people who play against one another, and the first of play alone or against an opponent that
    never decides, are reported in full; the others, played by other agents or with other component data, tell which of
    their conclusions survive. One more of the first one's agents and data but without interventions, as selfplay makes
    it, describes the games.
    """
    import kingmaker.studies as studies

    path = studies.report(*directories, out=out, margin=margin, win_margin=win_margin, share=share, title=title,
                          remark=say, force=force)
    say(f"plots and data are in {out}")
    tell(str(path))
