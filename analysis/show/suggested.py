"""Sections on what to change in a table: what is proposed, judged on new deals, and every table that was tried."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from kingmaker.analysis.show import figures
from kingmaker.analysis.show.report import Section

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = ("word", "change", "before", "estimate", "low", "high", "n", "margin", "p_balanced", "verdict", "more")
STATISTICS = ("p_balanced", "verdict", "more")
OF = {"worth_relative": "what as many copies of its kind bring", "relative_effect": "the mean of its kind"}
VERDICTS = {"within": "balanced", "beyond": "off", "open": "open"}  # of a table that was tried
MEANT = {"balanced": "surely within the margin", "off": "surely outside the margin", "open": "not told yet"}


def proposal_section(judged: Sequence[Mapping[str, Any]], words: Sequence[str],
                     changes: Mapping[str, Mapping[str, tuple[int, int]]], ended: Mapping[str, str], *,
                     stopped: bool = False) -> Section:
    """Return what to change, and how far each piece then is from what it should bring.

    Parameters
    ----------
    judged : of each piece on new deals: word, before, after (rows of `pieces.judged`, with `by`, of OF)
    words : what was asked about
    changes : piece -> what is turned -> as it was, as proposed
    ended : piece -> why its search ended
    stopped : somebody did not want to wait
    """
    rows, lines = [], []
    for one in judged:
        word, after = one["word"], one["after"]
        rows.append({"word": word, "change": _change(changes.get(word)), "before": one["before"]["estimate"],
                     **{name: after[name] for name in COLUMNS[3:]}})
        lines.append(_said(word, changes.get(word), one["before"], after))
    lines += [_unjudged(word, changes, ended) for word in words if word not in {one["word"] for one in judged}]
    if not words:
        lines.append("Nothing that can be turned is surely off: there is nothing to change.")
    if stopped:
        lines.append("Stopped: this is what was known by then; the same command goes on.")
    return Section("proposal", "What to change", pd.DataFrame(rows, columns=list(COLUMNS)),
                   (*dict.fromkeys(one["after"]["by"] for one in judged), *STATISTICS), tuple(lines))


def _change(values: Mapping[str, tuple[int, int]] | None) -> str:
    return "; ".join(f"{name} {was} -> {now}" for name, (was, now) in values.items()) if values else "as it is"


def _said(word: str, values: Mapping[str, tuple[int, int]] | None, before: Mapping[str, Any],
          after: Mapping[str, Any]) -> str:
    more = after["more"]
    wanted = "" if not isinstance(more, float) or math.isnan(more) else (
        "; it lies on the margin, and no number of deals will tell" if math.isinf(more) else
        f"; {more:,.0f} more deals would tell")
    return (f"{word}: {_change(values)}. On {after['n']:,.0f} new deals "
            f"{figures.interval_text(after, 1, sign=True)} points from {OF[after['by']]}, margin "
            f"±{after['margin']:.1f}: {after['verdict']} ({MEANT[after['verdict']]}{wanted}); before "
            f"{figures.interval_text(before, 1, sign=True)}.")


def _unjudged(word: str, changes: Mapping[str, Mapping[str, tuple[int, int]]], ended: Mapping[str, str]) -> str:
    why = f" ({ended[word]})" if word in ended else ""
    if word in changes:
        return f"{word}: {_change(changes[word])}{why}; not judged on new deals yet."
    return f"{word}: no change is proposed{why}."


def tries_section(tries: Sequence[Mapping[str, Any]]) -> Section:
    """Return every table that was tried, in the order of what was turned; `by`, of OF: against what."""
    frame = pd.DataFrame(list(tries))
    turned = [name for name in frame.columns if name not in (*COLUMNS, "deals", "by")]
    frame = frame.sort_values(["word", *turned], kind="stable", ignore_index=True)
    by = list(frame["by"].unique())
    return Section("tries", "What was tried, on common deals", frame.drop(columns="by"), (*by, "more"), (),
                   partial(_drawn, turned=turned, of=" or ".join(OF[name] for name in by)))


def _drawn(frame: pd.DataFrame, *, turned: Sequence[str], of: str) -> Axes:
    names = frame["word"] + frame[list(turned)].apply(
        lambda row: "".join(f", {name} {value:g}" for name, value in row.items() if pd.notna(value)), axis=1)
    rows = frame.rename(columns={"deals": "n"}).assign(name=names, verdict=frame["verdict"].map(VERDICTS))
    return figures.plot_effects(rows.head(figures.SHOWN), name="name",
                                label=f"points beyond {of}", title=figures.title_of("What was tried", len(frame)))
