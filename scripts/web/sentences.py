"""A hint and a review as the page gets them: their numbers, and the sentences that the command prints too."""
from __future__ import annotations

import math
from contextlib import suppress
from typing import Any

from kingmaker.games import GameState
from kingmaker.scripts.web.view import told
from kingmaker.search.estimate import Estimate
from kingmaker.search.hint import words
from kingmaker.search.hint.brief import brief
from kingmaker.search.hint.hint import Hint, is_little_known
from kingmaker.search.hint.language import Language, language
from kingmaker.search.hint.plans import Plan
from kingmaker.search.hint.review import Judged, Review
from kingmaker.search.result import MoveStats

MOST_MOVES = 40
WIDE = 10_000  # columns: the page breaks lines by itself


def hint_view(found: Hint, lang: str) -> dict[str, Any]:
    """Return a frame of a hint: a chance and a margin, the plan, the moves with their intervals."""
    result, say = found.result, language(lang)
    frame: dict[str, Any] = {
        "player": result.player, "iterations": result.iterations, "certain": result.certain,
        "stopped_by": result.stopped_by if found.is_final else None, "final": found.is_final,
        "win": _share(found.win, say, is_certain=result.certain), "margin": _points(found.margin, say),
        "note": "" if found.calibrated or result.certain else say.say("chance", "not-calibrated"),
        "plan": list(found.plan.moves), "told": list(found.plan.told), "ends": found.plan.ends,
        "moves": [_move(found, move, plan, group, lang, say) for group, rows in
                  zip(("best", "worse", "few"), found.groups, strict=True) for move, plan in rows][:MOST_MOVES],
    }
    if not found.is_final:
        return frame
    names, rows = words.points_rows(found, lang)

    def called(move: str) -> str:
        return _called(result.state, move, lang)

    return frame | {
        "brief": [line.split(":", 1) for line in brief(found, lang, WIDE)],
        "then": words.branch_lines(found, lang, in_words=True),
        "points": {"names": names, "rows": rows},
        "why": [*words.played_line(found, lang), *words.depends_lines(found, lang),
                *words.variation_lines(result, found.sensitivity, lang, called=called,
                                       with_numbers=not found.calibrated),
                *words.alternative_lines(found, lang, called)],
        "source": words.source_lines(result, lang),
    }


def _move(found: Hint, move: MoveStats, plan: Plan, group: str, lang: str,
          say: Language) -> dict[str, Any]:
    return {
        "move": move.move, "words": told(found.result.state, move.move, lang), "plan": list(plan.moves),
        "told": list(plan.told),
        "ends": plan.ends, "group": group, "tied": move.tied, "best": move is found.best, "visits": move.visits,
        "win": _share(move.win, say, is_certain=move.certain), "margin": _points(move.margin, say),
        "p_best": move.p_best, "few": is_little_known(move), "orders": found.orders(move.move),
    }


def _called(state: GameState, move: str, lang: str) -> str:
    """Return a move as an instruction; one of a table with other data need not be legal here."""
    if move in state.legal_moves():
        return told(state, move, lang)
    tell = state.game.spec.tell
    if tell is not None:
        for action in range(state.game.n_actions):
            with suppress(ValueError):  # an id of nothing
                if state.format_action(action) == move:
                    return tell(state, action, lang)
    return move


def _share(one: Estimate, say: Language, *, is_certain: bool) -> dict[str, Any]:
    """Return a chance: its numbers, and how it is said."""
    return _numbers(one) | {"said": [_or_dash(x, say.percent(x, is_certain=is_certain) if x == x else "")
                                     for x in (one.mean, one.low, one.high)]}


def _points(one: Estimate, say: Language) -> dict[str, Any]:
    return _numbers(one) | {"said": [_or_dash(x, say.signed(x)) for x in (one.mean, one.low, one.high)]}


def _or_dash(x: float, text: str) -> str:
    return "–" if math.isnan(x) else text


def _numbers(one: Estimate) -> dict[str, Any]:
    mean, low, high = (None if math.isnan(x) else round(x, 4) for x in (one.mean, one.low, one.high))
    return {"mean": mean, "low": low, "high": high}


def review_row(one: Judged, state: GameState, n: int, lang: str) -> dict[str, Any]:
    """Return a judged decision; `state` is the one in which it was made."""
    words = {"told": told(state, one.chosen.move, lang), "plan_told": list(one.plan.told)}
    return {"judged": one.to_dict(state.game) | words, "of": n}


def review_view(found: Review) -> dict[str, Any]:
    """Return what a review comes to."""
    return {"worst": [turn.to_dict(found.game) for turn in found.worst], "wins": list(found.wins),
            "iterations": found.iterations, "stopped_by": found.stopped_by}
