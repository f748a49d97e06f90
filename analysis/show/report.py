"""One self-contained HTML file: findings in words, plots, sortable tables; each plot also as file, its data as CSV."""
from __future__ import annotations

import html
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingmaker.analysis.data.dataset import to_csv
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.show.pictures import NARROW, drawn, narrow
from kingmaker.analysis.show.statistics import STATISTICS, Statistic
from kingmaker.writing import HTML, PNG, SVG, save, table_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff;
overflow-wrap:anywhere}
table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums;margin:1rem 0}
th,td{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:right}th:first-child,td:first-child{text-align:left}
th{cursor:pointer;position:sticky;top:0;background:#eee}
th button{all:unset;cursor:pointer}th button:focus{outline:2px solid}
th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
.wide{overflow:auto;max-height:80vh;overflow-wrap:normal}svg{max-width:100%;height:auto}
.slim{display:none}
@media(max-width:40rem){.plot{overflow-x:auto}.plot .broad{display:none}.plot .slim{display:inline}
.plot .grid{max-width:none}}
.note{color:#555}ul.note{font-size:.85rem;padding-left:1.2rem}ol{columns:24rem}
.off{font-weight:bold}td.text{text-align:left}
@media print{th{position:static}.wide{max-height:none}}
"""
SORTING = """
for (const button of document.querySelectorAll("th button")) button.addEventListener("click", () => {
  const head = button.parentElement, table = head.closest("table"), body = table.tBodies[0];
  const down = head.getAttribute("aria-sort") === "ascending", k = head.cellIndex;
  for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const key = row => { const cell = row.cells[k]; return cell.dataset.x ?? cell.textContent; };
  const rows = [...body.rows].sort((a, b) => {
    const x = key(a), y = key(b), both = x !== "" && y !== "" && !isNaN(x) && !isNaN(y);
    return both ? x - y : x.localeCompare(y); });
  for (const row of down ? rows.reverse() : rows) body.append(row);
});
"""

OPEN_ROWS = 20  # longer tables are folded


@dataclass(frozen=True)
class Section:
    """One part of a report: what it is, what it found, the numbers, how they are drawn.

    Parameters
    ----------
    name : of its files
    statistics : names of the registry, or of the game's own, that its columns and rows show
    found : sentences
    draw : makes the plot, from the frame; None for a table alone
    """

    name: str
    title: str
    frame: pd.DataFrame
    statistics: tuple[str, ...]
    found: tuple[str, ...] = ()
    draw: Callable[[pd.DataFrame], Axes] | None = None


def write_report(folder: str | Path, title: str, sections: Sequence[Section], *, about: Sequence[str] = (),
                 statistics: Mapping[str, Statistic] = STATISTICS, force: bool = False) -> Path:
    """Write report.html, and each section's plot as PNG and SVG and its data as CSV; return the HTML file.

    The page needs nothing else and no network. The same sections give the same bytes.

    Parameters
    ----------
    about : lines under the title: what was played, with which seed, what is reconstructed
    statistics : what the numbers are; those of the registry, and the game's own
    force : replace files of these names that are something else
    """
    folder = Path(folder)
    parts = [f"<h1>{html.escape(title)}</h1>"]
    if about:
        parts += ['<ul class="note">', *(f"<li>{html.escape(line)}</li>" for line in about), "</ul>"]
    parts += ["<ol>", *(f'<li><a href="#{one.name}">{html.escape(one.title)}</a></li>' for one in sections), "</ol>"]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for section in sections:
            parts += _section(folder, section, force)
        parts += _glossary(sections, statistics)
        path = folder / "report.html"
        save(path, f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
             f'content="width=device-width"><title>{html.escape(title)}</title><style>{STYLE}</style></head>'
             f"<body>{chr(10).join(parts)}<script>{SORTING}</script></body></html>\n", HTML, force=force)
    except OSError as error:
        raise DataError(f"{error.filename or folder}: {error.strerror}") from None
    return path


def _section(folder: Path, section: Section, force: bool) -> list[str]:
    parts = [f'<h2 id="{section.name}">{html.escape(section.title)}</h2>',
             *(f"<p>{html.escape(line)}</p>" for line in section.found)]
    files = [f"{section.name}.csv"]
    table = to_csv(section.frame)
    save(folder / files[0], table, table_of(table.partition("\n")[0]), force=force)
    if section.draw is not None and len(section.frame):
        parts.append(f'<div class="plot">{_draw(section.draw, section.frame, folder / section.name, force)}</div>')
        files += [f"{section.name}.png", f"{section.name}.svg"]
    links = ", ".join(f'<a href="{file}">{file}</a>' for file in files)
    is_open = section.draw is None and len(section.frame) <= OPEN_ROWS
    n = f"{len(section.frame):,} row{'s' * (len(section.frame) != 1)}"
    parts.append(f'<details{" open" * is_open}><summary>Numbers ({n})</summary>{to_table(section.frame)}'
                 f'<p class="note">{links}</p></details>')
    return parts


def _draw(draw: Callable[[pd.DataFrame], Axes], frame: pd.DataFrame, path: Path, force: bool) -> str:
    """Save a plot as PNG and SVG; return SVGs to stand in the page, one for a screen and one for a phone."""
    def as_drawn(how: Callable[[], Axes], *forms: str) -> Any:
        return drawn(how, *forms, settings={"svg.hashsalt": path.name, "svg.fonttype": "path"},
                     svg={"metadata": {"Date": None}, "dpi": "figure"})
    png, svg = as_drawn(lambda: draw(frame), "png", "svg")
    save(path.with_suffix(".png"), png, PNG, force=force)
    save(path.with_suffix(".svg"), svg, SVG, force=force)
    slim = as_drawn(narrow(lambda: draw(frame)), "svg")
    if _size(slim) == _size(svg):
        return _inline(svg, path.name, "grid" if _size(svg) > NARROW else "fits")
    return _inline(svg, path.name, "broad") + _inline(slim, path.name, "slim")


def _size(svg: bytes) -> float:
    """Return how broad a plot is, in inches."""
    return float(svg.partition(b'viewBox="')[2].partition(b'"')[0].split()[2]) / 72


def _inline(svg: bytes, name: str, kind: str) -> str:
    """Return an SVG as a part of the page: several plots share it, so their ids must not be the same."""
    inner = svg.decode()
    inner = inner[inner.index("<svg"):]
    for place in ('id="', 'href="#', "url(#"):
        inner = inner.replace(place, f"{place}{name}-{kind}-")
    return inner.replace("<svg", f'<svg class="{kind}" role="img" aria-label="{html.escape(name)}"', 1)


def to_table(frame: pd.DataFrame) -> str:
    """Return a frame as an HTML table whose columns sort by a click."""
    head = "".join(f"<th><button>{html.escape(str(name))}</button></th>" for name in frame.columns)
    rows = ("".join(_cell(value) for value in row) for row in frame.itertuples(index=False))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f'<td data-x="{"" if math.isnan(value) else repr(float(value))}">{written(value)}</td>'
    return f'<td class="off">{value}</td>' if value == "off" else f"<td>{html.escape(str(value))}</td>"


def written(value: object) -> str:
    """Return a value as people read it: four digits that matter, a dash for what is missing.

    Examples
    --------
    >>> [written(x) for x in (1.23456, 1234.5, float("nan"), "word", 0.00004, -0.0)]
    ['1.235', '1,234', '-', 'word', '4e-05', '0']
    """
    if not isinstance(value, float):
        return str(value)
    if math.isnan(value):
        return "-"
    if (value.is_integer() and abs(value) < 1e15) or abs(value) >= 1000:
        return f"{value:z,.0f}"
    return f"{value:.4g}" if abs(value) < 0.001 else f"{value:.3f}"


def _glossary(sections: Sequence[Section], known: Mapping[str, Statistic]) -> list[str]:
    """Return the definitions of all statistics that the sections show."""
    names = list(dict.fromkeys(name for section in sections for name in section.statistics))
    rows = "".join(f'<tr><td>{name}</td><td class="text">{html.escape(known[name].formula)}</td>'
                   f'<td class="text">{html.escape(known[name].denominator)}</td></tr>' for name in names)
    return ["<h2>What the numbers are</h2>",
            "<p>Every interval is a 95 % interval over blocks: the games of one deal count as one. Where many are "
            "shown, one in twenty misses the truth; q and p_max allow for that.</p>"
            '<div class="wide"><table><thead><tr><th>name</th><th>formula</th><th>denominator</th></tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"]
