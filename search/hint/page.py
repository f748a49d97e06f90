"""A hint as HTML: one file with everything in it, for a browser without a network; a part of it for notebooks."""
from __future__ import annotations

import math
import re
from collections.abc import Sequence
from html import escape

from kingmaker.games import GameState
from kingmaker.search.estimate import Estimate
from kingmaker.search.hint import words
from kingmaker.search.hint.brief import brief
from kingmaker.search.hint.hint import Hint, is_little_known
from kingmaker.search.hint.language import language
from kingmaker.search.hint.plans import Plan
from kingmaker.search.result import MoveStats

BAR = 110  # width of an interval's bar
STYLE = """
.hint { font: 15px/1.45 "DejaVu Sans", Verdana, sans-serif; color: #222; max-width: 1320px; margin: 0 auto; }
.hint .sides { display: flex; flex-wrap: wrap; gap: 28px; align-items: flex-start; }
.hint .table { flex: 0 1 480px; min-width: min(320px, 100%); }
.hint .table.wide { flex-basis: 100%; }
.hint .table svg { width: 100%; height: auto; }
.hint .words { flex: 1 1 560px; min-width: 0; }
.hint .scroll { overflow-x: auto; }
.hint h1 { font-size: 21px; margin: 0 0 14px; }
.hint h2 { font-size: 15px; margin: 22px 0 6px; border-bottom: 1px solid #b8b2a5; }
.hint table { border-collapse: collapse; width: 100%; font-size: 13px; }
.hint td, .hint th { padding: 3px 8px 3px 0; text-align: right; vertical-align: top; }
.hint td.left, .hint th.left { text-align: left; }
.hint td.left.of { padding-left: 6px; border-left: 4px solid transparent; }
.hint tr.tie td.left.of { border-left-color: #b0307c; }
.hint tr.then td { color: #555; padding: 0 0 6px; }
.hint tr.then span { display: inline-block; max-width: 86vw; }
.hint tr.few td { color: #8a8578; }
.hint ol, .hint ul { margin: 4px 0; padding-left: 26px; }
.hint li.step::marker { color: #b0307c; font-weight: bold; }
.hint small { color: #555; display: block; font-size: 12px; }
.hint pre { white-space: pre-wrap; margin: 4px 0; }
.hint .then { color: #555; }
.hint small, .hint li { overflow-wrap: anywhere; }
.hint td.left b { white-space: nowrap; }
.hint .num { white-space: nowrap; }
@media (max-width: 640px) {
  .hint { font-size: 14px; }
  .hint table { font-size: 12px; }
  .hint td, .hint th { padding-right: 6px; }
  .hint td svg { width: 70px; height: auto; }
}
"""
WIDE = 1.25  # width to height of a picture that gets the whole width


def page(hint: Hint, lang: str = "en") -> str:
    """Return a hint as a whole page."""
    return (f'<!DOCTYPE html>\n<html lang="{escape(lang)}"><head><meta charset="utf-8"><meta name="viewport" '
            f'content="width=device-width"><title>{escape(_title(hint, lang))}</title><style>body {{ '
            f"background: #faf8f3; margin: 24px; }}</style></head><body>\n{fragment(hint, lang)}\n</body></html>\n")


def fragment(hint: Hint, lang: str = "en") -> str:
    """Return a hint as a part of a page."""
    state, result = hint.result.state, hint.result
    drawn = picture(state, result.player, hint.plan.moves, lang)
    say = language(lang)
    parts = [_brief(hint, lang), _plan(hint, lang), _moves(hint, lang),
             _list(say.say("page", "depends"), words.depends_lines(hint, lang)), _points(hint, lang),
             _list(say.say("page", "others"), words.other_lines(hint, lang))]
    sources = "".join(f"<small>{escape(line)}</small>" for line in words.source_lines(result, lang))
    size = "table wide" if _is_wide(drawn) else "table"
    return (f'<style>{STYLE}</style><div class="hint"><h1>{escape(_title(hint, lang))}</h1><div class="sides">'
            f'<div class="{size}">{drawn}</div><div class="words">{"".join(parts)}</div></div>'
            f"<h2>{say.say('page', 'sources')}</h2>{sources}</div>")


def picture(state: GameState, player: int, moves: Sequence[str] = (), lang: str = "en") -> str:
    """Return the table as a player sees it, with moves drawn on it where the game draws them."""
    spec = state.game.spec
    if spec.draw_plan is not None and moves:
        return str(spec.draw_plan(state, player, lang, moves))
    return str(state.svg(player) if spec.draw is None else spec.draw(state, player, lang))


def _is_wide(drawn: str) -> bool:
    """Whether a picture is so wide that beside the words nothing could be read on it."""
    box = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', drawn)
    return box is not None and float(box[1]) > WIDE * float(box[2])


def _title(hint: Hint, lang: str) -> str:
    game, say = hint.result.game, language(lang)
    title = say.say("page", "title", game=game.word(game.spec.title, lang),
                    player=game.word(game.player_name(hint.result.player), lang))
    return title if hint.is_final else say.say("page", "so-far", title=title)


def _brief(hint: Hint, lang: str) -> str:
    """Return what the terminal shows."""
    lines = "\n".join(escape(line) for line in brief(hint, lang))
    return f"<h2>{language(lang).say('page', 'brief')}</h2><pre>{lines}</pre>"


def _list(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    return f"<h2>{title}</h2><ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"


def _plan(hint: Hint, lang: str) -> str:
    """Return the plan as a numbered list, with what each move is about, and what to do then."""
    explain, now, rows = hint.result.game.spec.explain, hint.result.state.clone(), []
    for n, (action, move) in enumerate(zip(hint.plan.actions, hint.plan.moves, strict=True)):
        note = "" if explain is None else explain(now, action, lang)
        rows.append(f'<li class="step">{escape(move)}{f" ({escape(note)})" if note else ""}</li>')
        if n + 1 < len(hint.plan.moves):
            now.apply(action)
    ends = words.ends(hint.plan.ends, lang).removeprefix("; ")
    then = "".join(f"<li>{escape(line.strip())}</li>" for line in words.branch_lines(hint, lang))
    worth = "<br>".join(escape(line) for line in (words.worth_line(hint, lang), *words.played_line(hint, lang)))
    return (f"<h2>{language(lang).say('page', 'plan')}</h2><ol>{''.join(rows)}</ol><div>{worth}</div>"
            + (f'<div class="then">{ends}</div>' if ends else "") + (f"<ul>{then}</ul>" if then else ""))


def _moves(hint: Hint, lang: str) -> str:
    """Return the moves with their intervals as bars, those not told apart from the best first."""
    groups = hint.groups
    tied, rows = groups[0], [row for group in groups for row in group if row[0].is_tried]
    low, high = _range([move.win for move, _ in groups[0] + groups[1]], [move.win.mean for move, _ in rows])
    names, say = words.move_head(lang), language(lang)
    head = "".join(f"<th>{name}</th>" for name in (names.win, "", *names[3:-1]))
    body = "".join(_row(hint, move, plan, "tie" if k < len(tied) else "rest", (low, high), lang)
                   for k, (move, plan) in enumerate(rows))
    title = say.say("page", "moves" if len(tied) == 1 else "moves-tied", n=len(tied))
    notes = "".join(f"<small>{escape(line)}</small>" for line in (*words.key_lines(hint.result, lang),
                                                                  *words.untried_lines(hint, lang)))
    return (f'<h2>{title}</h2><div class="scroll"><table><tr><th class="left">{names.move}, {names.notes}</th>{head}'
            f"</tr>{body}</table></div>{notes}"
            f"<small>{say.say('page', 'bars', low=f'{low:.2f}', high=f'{high:.2f}')}</small>")


def _row(hint: Hint, move: MoveStats, plan: Plan, kind: str, axis: tuple[float, float], lang: str) -> str:
    text = words.move_row(hint, move, plan, lang)
    cells = (text.win, _bar(move.win, *axis), text.margin, text.loss, text.p_best, text.visits)
    kind += " few" if is_little_known(move) else ""
    sign = f"{text.sign} " if text.sign else ""
    row = (f'<tr class="{kind}"><td class="left of">{sign}<b>{escape(text.move)}</b></td>'
           + "".join(f'<td class="num">{cell}</td>' for cell in cells) + "</tr>")
    if not text.notes:
        return row
    return row + (f'<tr class="{kind} then"><td class="left of" colspan="{1 + len(cells)}"><span>{escape(text.notes)}'
                  "</span></td></tr>")


def _range(estimates: Sequence[Estimate], means: Sequence[float]) -> tuple[float, float]:
    """Return the ends of the axis that all bars share: of whole intervals, and of means whose interval is too wide."""
    known = [x for one in estimates for x in (one.low, one.high) if not math.isnan(x)]
    known += [mean for mean in means if not math.isnan(mean)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    return (low, high) if high - low > 1e-9 else (max(low - 0.05, 0.0), min(high + 0.05, 1.0))


def _bar(one: Estimate, low: float, high: float) -> str:
    """Return an interval as a bar with a mark at the mean."""
    if math.isnan(one.mean):
        return ""

    def at(x: float) -> float:
        return 3 + (BAR - 6) * (min(max(x, low), high) - low) / (high - low)

    left, right = (one.mean, one.mean) if math.isnan(one.low) else (one.low, one.high)
    return (f'<svg width="{BAR}" height="12" viewBox="0 0 {BAR} 12" role="img" aria-label="{escape(str(one))}">'
            f'<line x1="0" y1="6" x2="{BAR}" y2="6" stroke="#e4dfd3"/>'
            f'<rect x="{at(left):.1f}" y="3" width="{max(at(right) - at(left), 1):.1f}" height="6" fill="#56b4e9"/>'
            f'<circle cx="{at(one.mean):.1f}" cy="6" r="3" fill="#222"/></svg>')


def _points(hint: Hint, lang: str) -> str:
    head, rows = words.points_rows(hint, lang)
    if not rows:
        return ""
    heads = "".join(f"<th>{escape(name)}</th>" for name in head[1:])
    body = "".join(f'<tr><td class="left">{escape(row[0])}</td>' + "".join(f"<td>{cell}</td>" for cell in row[1:])
                   + "</tr>" for row in rows)
    say = language(lang)
    return (f"<h2>{say.say('page', 'points')}</h2><div class=\"scroll\"><table><tr><th class=\"left\">"
            f"{say.say('page', 'expected')}</th>{heads}</tr>{body}</table></div>")
