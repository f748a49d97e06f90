"""A hint for people who play: at most ten short lines, in their language. All the rest is in `words`."""
from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from kingmaker.search.hint.against import Change, reasons
from kingmaker.search.hint.hint import Hint
from kingmaker.search.hint.language import Language, language
from kingmaker.search.hint.plans import Plan
from kingmaker.search.result import MoveStats

LINES, COLUMNS = 10, 80
CLEAR = 0.95  # P(best) from which on a move is called clear
SELDOM = 0.05  # share of a mixture below which a move is not told
OFTEN = 0.5  # share of the worlds from which on a continuation is told before what comes is known
GLUE = "\u00a0"  # holds words together that belong on one line


def brief(hint: Hint, lang: str = "en", columns: int = COLUMNS) -> list[str]:
    """Return what to do, the chance, how sure that is, how to vary, the runner-up, why it is better, one warning.

    What does not fit into ten lines is left out, the least important first: the second and third reason, what comes
    after the turn's next unknown, the first reason, the end of a very long plan.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> from kingmaker.search.hint.hint import hint
    >>> print(*brief(hint(load_game("tic-tac-toe").new(1), iterations=800, seed=1)), sep="\\n")
    player 0:    a1.
    Result:      a draw, if everybody plays as well as can be
    How sure:    certain: every way in which the game can go on was looked at
    Runner-up:   b1: just as good
    """
    say, game = language(lang), hint.result.game
    name = game.word(game.player_name(hint.result.player), lang)
    rows = [(say.say("labels", "result" if hint.result.certain else "score" if _is_alone(hint) else "chance"),
             _chance(hint, say)),
            (say.say("labels", "sure"), _sure(hint, say)), (say.say("labels", "mix"), _mix(hint, say)),
            (say.say("labels", "other"), _other(hint, say))]
    warning = (say.say("labels", "careful"), _careful(hint, say))
    why = say.say("labels", "why")
    edge = max(len(label) for label, _ in (*rows, warning, (why, ""), (name, ""))) + 3
    width = max(columns - edge, 20)

    def lines(label: str, text: str) -> list[str]:
        found = textwrap.wrap(text, width, break_on_hyphens=False)
        return [f"{f'{label}:' if k == 0 else '':<{edge}}{line}".replace(GLUE, " ") for k, line in enumerate(found)]

    middle = [line for label, text in rows for line in lines(label, text)]
    end = lines(*warning)
    room = LINES - len(middle) - len(end)
    told = [_reason(hint, change, say, lang) for change in reasons(hint.against or (), hint.result.player)]
    first = lines(why, told[0]) if told else []
    plan = _plan(hint, say, lambda text, spare: len(lines(name, text)) + spare * len(first) <= room)
    room -= len(lines(name, plan))
    arguments = ""
    for reason in told:
        longer = "; ".join(filter(None, (arguments, reason)))
        if len(lines(why, longer)) <= room:
            arguments = longer
    return [*lines(name, plan), *middle, *lines(why, arguments), *end]


def plan_sentence(hint: Hint, say: Language) -> str:
    """Return the moves of the plan as instructions, and how it ends."""
    return _moves(hint.plan.told) + "." + _ends(hint.plan, say)


def _moves(told: Sequence[str]) -> str:
    return "; ".join(told)


def _ends(plan: Plan, say: Language) -> str:
    return f" {say.say('plan', plan.ends)}" if plan.ends in ("unknown", "open") else ""


def _plan(hint: Hint, say: Language, fits: Callable[[str, bool], bool]) -> str:
    """Return the plan with the likeliest continuation, the plan alone, or so much of it as fits.

    Parameters
    ----------
    fits : (text, room for a reason too) -> whether there is so much room
    """
    short = plan_sentence(hint, say)
    branch = next((one for one in hint.plan.branches if one.told and one.share >= OFTEN), None)
    if branch is not None:
        sure = len(hint.plan.branches) == 1
        kind, share = "whatever" if sure else "mostly", say.percent(branch.share)
        then = say.say("plan", kind, share=share, moves=_moves(branch.told))
        longer = f"{_moves(hint.plan.told)}. {then}"
        if fits(longer, True):
            return longer
    told = hint.plan.told
    n = len(told)
    while n > 1 and not fits(short, False):
        n -= 1
        short = f"{_moves(told[:n])}; {say.say('plan', 'more', n=len(told) - n)}"
    return short


def _is_alone(hint: Hint) -> bool:
    return hint.result.game.n_players == 1


def _has_points(hint: Hint) -> bool:
    """Whether there is more to tell of a result than who wins."""
    game = hint.result.game
    return game.max_return > 1 or _is_alone(hint)


def _chance(hint: Hint, say: Language) -> str:
    """Return the one chance and the one expected score."""
    if hint.result.certain:
        return _result(hint, say)
    win, margin = hint.win, hint.margin
    parts = [] if _is_alone(hint) else [say.say("chance", "win", share=say.percent(win.mean), range=say.shares(win))]
    if _has_points(hint):
        parts.append(_points(hint, say, say.interval(margin.low, margin.high)))
    if hint.forecast is None:
        parts.append(say.say("chance", "not-calibrated"))
    elif hint.like:
        parts.append(say.say("chance", "like", hint.like))
    return ", ".join(_glued(part) for part in parts)


def _points(hint: Hint, say: Language, interval: str = "") -> str:
    key = "points" if _is_alone(hint) else "lead"
    return say.say("chance", key, n=say.signed(hint.margin.mean), range=interval)


def _result(hint: Hint, say: Language) -> str:
    """Return a proved result."""
    kind = {1.0: "win-certain", 0.5: "draw-certain", 0.0: "loss-certain"}.get(hint.win.mean)
    share = say.percent(hint.win.mean, is_certain=True)
    parts = [] if _is_alone(hint) else [say.say("chance", kind or "win", share=share, range="")]
    parts += [_points(hint, say)] if _has_points(hint) else []
    return ", ".join([*map(_glued, parts), say.say("chance", "best-play")])


def _glued(text: str) -> str:
    """Return words that are not to be parted at the end of a line."""
    return text.replace(" ", GLUE)


def _sure(hint: Hint, say: Language) -> str:
    """Say how sure the move is: proved, clear, or close."""
    if hint.result.certain:
        return say.say("sure", "certain")
    if len(hint.result.moves) == 1:
        return say.say("sure", "only")
    if hint.runner_up is None and not hint.groups[1] and len(hint.groups[0]) == 1:
        return say.say("sure", "unrivalled")
    chance = sum(move.p_best for move in _same_plan(hint))
    return say.say("sure", "clear" if chance >= CLEAR else "close", chance=_glued(say.percent(min(chance, 1.0))))


def _mix(hint: Hint, say: Language) -> str:
    """Say how often to play what, the most often first, where that is more or another thing than the best move."""
    if hint.mixture is None:
        return ""
    told = {move.move: plan.told[0] for move, plan in zip(hint.result.moves, hint.plans, strict=True)}
    often = sorted(((share, move) for move, share in hint.mixture.shares.items() if share >= SELDOM), reverse=True)
    moves = ", ".join(_glued(f"{told[move]} {say.percent(share)}") for share, move in often)
    return "" if [move for _, move in often] == [hint.best.move] else say.say("mix", "safe", moves=moves)


def _same_plan(hint: Hint) -> list[MoveStats]:
    """Return the moves that begin the recommended plan, in any order."""
    return [hint.best, *(move for move, plan in zip(hint.result.moves, hint.plans, strict=True)
                         if plan.order_of == hint.best.move)]


def _other(hint: Hint, say: Language) -> str:
    """Name the runner-up and what it costs."""
    found = hint.runner_up
    if found is None:
        return ""
    move, plan = found
    first = plan.told[0] + ("; …" if len(plan.told) > 1 else "")
    if move.loss.mean != move.loss.mean:
        return f"{first}: {say.say('other', 'not-better')}"
    certain, parts = hint.result.certain, []
    if certain and move.loss.mean == 0 and (move.win.mean, move.margin.mean) == (hint.win.mean, hint.margin.mean):
        return f"{first}: {say.say('other', 'as-good')}"
    if not _is_alone(hint):
        new, old = (say.percent(one.mean, is_certain=certain) for one in (move.win, hint.win))
        parts.append(_instead(say, "chance", new, old))
    if _has_points(hint):
        new, old = (say.signed(one.mean) for one in (move.margin, hint.margin))
        parts.append(_instead(say, "points" if _is_alone(hint) else "lead", new, old))
    return f"{first}: {', '.join(parts)}"


def _instead(say: Language, key: str, new: str, old: str) -> str:
    if new == old:
        return _glued(say.say("other", key, new))
    return _glued(say.say("other", key, say.say("other", "instead", new=new, old=old)))


def _reason(hint: Hint, change: Change, say: Language, lang: str) -> str:
    game, more = hint.result.game, "more" if change.by.mean > 0 else "less"
    who = "gain" if change.player is None else "own" if change.player == hint.result.player else "else"
    name = "" if change.player is None else game.word(game.player_name(change.player), lang)
    what = game.word(change.what, lang)
    text = say.say("why", f"{who}-{more}", n=say.number(abs(change.by.mean)), what=what, who=name)
    half = (change.by.high - change.by.low) / 2
    return text if half < 0.05 else f"{text} (±{say.number(half)})"


def _careful(hint: Hint, say: Language) -> str:
    """Warn where another move is best with other versions of reconstructed data."""
    others = hint.alternatives or ()
    unlike = sum(one.verdict in ("worse", "illegal") for one in others)
    return say.say("careful", "other-data", n=unlike, all=len(others)) if unlike else ""
