"""Every number of a hint, in sentences: what the plan depends on, other searches, where it comes from (`--more`)."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from kingmaker.search.agents import SEARCHES, format_agent
from kingmaker.search.config import SearchConfig
from kingmaker.search.estimate import Estimate
from kingmaker.search.hint.hint import Hint, is_little_known
from kingmaker.search.hint.language import Language, language
from kingmaker.search.hint.plans import Branch, Plan
from kingmaker.search.hint.sensitivity import Variation
from kingmaker.search.result import MoveStats, SearchResult, version

MAX_SEEN = 3  # outcomes named of a branch
MAX_BRANCHES = 6


def number(x: float, digits: int = 3) -> str:
    """Return a number as text; a dash where there is none.

    Examples
    --------
    >>> number(-0.0001, 2), number(float("nan"))
    ('0.00', '-')
    """
    text = "-" if math.isnan(x) else f"{x:.{digits}f}"
    return text.lstrip("-") if text.startswith("-0") and not text.strip("-0.") else text


def plus_minus(estimate: Estimate, digits: int = 3) -> str:
    """Return a mean with half its interval, which is symmetric."""
    if math.isnan(estimate.low):
        return number(estimate.mean, digits)
    return f"{number(estimate.mean, digits)} ±{(estimate.high - estimate.low) / 2:.{digits}f}"


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:.0f} %"


def ends(how: str, lang: str = "en") -> str:
    """Return how a plan ends, behind it."""
    return language(lang).table["ends"].get(how, "")


def plan_line(hint: Hint, lang: str = "en") -> str:
    """Return the plan with its moves numbered, as the picture numbers them."""
    moves = "  ".join(f"{n} {move}" for n, move in enumerate(hint.plan.moves, 1))
    return moves + ends(hint.plan.ends, lang)


def worth_line(hint: Hint, lang: str = "en") -> str:
    """Return what the plan is worth, with intervals that cover what a much longer search would make of it."""
    say, margin = language(lang), number(hint.margin.mean, 1)
    if hint.forecast is not None:
        one = hint.forecast.forecaster
        said = say.say("more", "forecast", win=interval(hint.win), margin=interval(hint.margin, 1), agent=one.agent,
                       n=f"{one.n_games:,}")
        return said + _spread(hint, say)
    if hint.result.certain:
        kind = {1.0: "win-certain", 0.5: "draw-certain", 0.0: "loss-certain"}.get(hint.win.mean)
        what = say.say("chance", kind or "win", share=say.percent(hint.win.mean, is_certain=True), range="")
        return say.say("more", "proved", what=what, margin=margin)
    has_value = hint.result.game.spec.win_weight not in (0, 1)
    value = say.say("more", "value", value=interval(hint.value)) if has_value else ""
    return say.say("more", "worth", win=interval(hint.win), margin=interval(hint.margin, 1), value=value)


def _spread(hint: Hint, say: Language) -> str:
    """Return how far a single position may lie from the mean of those that look alike, if that was measured."""
    found = None if hint.forecast is None else hint.forecast.spread(hint.win, hint.margin)
    if found is None:
        return ""
    win, margin = found
    return say.say("more", "spread", win_low=f"{win[0]:.2f}", win_high=f"{win[1]:.2f}", low=number(margin[0], 1),
                   high=number(margin[1], 1))


def played_line(hint: Hint, lang: str = "en") -> list[str]:
    """Return what playing the plan out to the end of the game gives; a search may stop at its evaluation before.

    What follows the plan is played by the trees as far as they know, then as in rollouts: weaker than a search. Where
    there is a forecast it says more, and one chance is enough.
    """
    found = hint.depends_on
    if found is None or hint.result.certain or hint.calibrated:
        return []
    return [language(lang).say("more", "played-out", n=f"{found.n_worlds * found.per_world:,}",
                               win=interval(found.wins[hint.result.player]), margin=interval(found.margin, 1))]


def interval(estimate: Estimate, digits: int = 3) -> str:
    """Return a mean with its interval."""
    if math.isnan(estimate.low):
        return number(estimate.mean, digits)
    return f"{number(estimate.mean, digits)} [{number(estimate.low, digits)}, {number(estimate.high, digits)}]"


def figure(estimate: Estimate, digits: int = 3, *, is_certain: bool) -> str:
    """Return a number as lists of moves have it: alone where it is proved."""
    return number(estimate.mean, digits) if is_certain else plus_minus(estimate, digits)


def branch_lines(hint: Hint, lang: str = "en", *, in_words: bool = False) -> list[str]:
    """Return what to do after each outcome, the likeliest first; moves as texts, or as instructions to a person."""
    say = language(lang)
    known = [one for one in hint.plan.branches if one.moves]
    lines = [say.say("more", "branch", share=percent(one.share), seen=_seen(one, say),
                     moves="; ".join(one.told) if in_words and one.told else ", ".join(one.moves))
             for one in known[:MAX_BRANCHES]]
    told = sum(one.share for one in known[:MAX_BRANCHES])
    if hint.plan.branches and told < 0.995:
        lines.append(say.say("more", "other-outcomes", share=percent(1 - told)))
    return lines


def _seen(one: Branch, say: Language) -> str:
    more = len(one.seen) - MAX_SEEN
    return "; ".join(one.seen[:MAX_SEEN]) + (say.say("more", "seen-more", n=more) if more > 0 else "")


def depends_lines(hint: Hint, lang: str = "en") -> list[str]:
    """Return how the plan's margin differs between worlds, and which hidden facts explain most of that."""
    found, say = hint.depends_on, language(lang)
    if found is None or not hint.result.game.spec.hidden:
        return []
    if hint.result.certain:
        return [say.say("more", "hidden-none")]
    spread = found.sd_worlds
    lines = [say.say("more", "hidden" if spread.low > 0 else "hidden-little", mean=number(spread.mean, 1),
                     low=number(spread.low, 1), high=number(spread.high, 1), noise=number(found.sd_noise, 1),
                     worlds=found.n_worlds, each=found.per_world)]
    if not spread.low > 0:
        return lines
    for k, fact in enumerate(found.facts):
        lines.append(say.say("more", "fact-further" if k else "fact", fact=fact.text, share=percent(fact.share),
                             holds=plus_minus(fact.margin_if, 1), fails=plus_minus(fact.margin_if_not, 1),
                             mean=percent(fact.explained.mean), low=percent(fact.explained.low),
                             high=percent(fact.explained.high)))
    if not found.facts and hint.result.game.spec.facts is not None:
        lines.append(say.say("more", "no-fact"))
    return lines


def points_rows(hint: Hint, lang: str = "en") -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table: each player's expected final points by origin, and share of the win."""
    found, game, say = hint.depends_on, hint.result.game, language(lang)
    if found is None:
        return [], []
    names = list(found.points[0])
    total = [say.say("columns", "total")] if len(names) > 1 else []
    chance = [] if hint.calibrated else [say.say("columns", "win")]  # beside a forecast one chance is enough
    is_certain = hint.result.certain
    rows = [[game.word(game.player_name(p), lang),
             *(figure(parts[name], 1, is_certain=is_certain) for name in names),
             *(number(sum(part.mean for part in parts.values()), 1) for _ in total),
             *(figure(found.wins[p], is_certain=is_certain) for _ in chance)] for p, parts in enumerate(found.points)]
    return ["", *(game.word(name, lang) for name in names), *total, *chance], rows


def variation_lines(result: SearchResult, others: Sequence[Variation], lang: str = "en", *,
                    with_numbers: bool = True, called: Callable[[str], str] = str) -> list[str]:
    """Say how the recommended move fares when the search is another; beside a forecast only whether it is the best.

    Parameters
    ----------
    called : what a move is called
    """
    say, lines = language(lang), []
    for other in others:
        kind, _, value = other.change.partition("=")
        same = "same" if other.best == result.best.move else "other"
        lines.append(say.say(
            "more", f"variation-{same}" if with_numbers else f"variation-{same}-alone",
            change=say.say("more", kind, value), n=f"{other.iterations:,}", move=called(result.best.move),
            win=plus_minus(other.win), margin=plus_minus(other.margin, 2), best=called(other.best)))
    return lines


def other_lines(hint: Hint, lang: str = "en") -> list[str]:
    """Say how the recommended move fares in other searches, and with other data."""
    with_numbers = not hint.calibrated
    return [*variation_lines(hint.result, hint.sensitivity, lang, with_numbers=with_numbers),
            *alternative_lines(hint, lang)]


def alternative_lines(hint: Hint, lang: str = "en", called: Callable[[str], str] = str) -> list[str]:
    """Say whether the recommended move stays among the best where reconstructed data is drawn anew."""
    others, move, say = hint.alternatives, called(hint.best.move), language(lang)
    if others is None:
        return []
    if not others:
        return [say.say("more", "data-none")]
    few = sum(one.verdict == "few" for one in others)
    unlike = [say.say("more", "data-illegal" if one.verdict == "illegal" else "data-best", best=called(one.best),
                      game=one.game, move=move) for one in others if not one.stays and one.verdict != "few"]
    return [say.say("more", "data", n=len(others), iterations=f"{others[0].iterations:,}", move=move,
                    stays=f"{sum(one.stays for one in others)}/{len(others)}",
                    few=say.say("more", "data-few", few=few) if few else "",
                    unlike=say.say("more", "data-unlike", unlike="; ".join(unlike)) if unlike else "")]


class MoveRow(NamedTuple):
    """A move's line in the list of moves, in texts."""

    sign: str
    move: str
    win: str
    margin: str
    loss: str
    p_best: str
    visits: str
    notes: str


def move_head(lang: str = "en") -> MoveRow:
    """Return the heads of the list's columns."""
    say = language(lang)
    return MoveRow("", *(say.say("columns", name) for name in MoveRow._fields[1:]))


def move_row(hint: Hint, move: MoveStats, plan: Plan, lang: str) -> MoveRow:
    """Return a move's line; `notes` is the rest of its plan and what else there is to say."""
    explain, orders, is_best = hint.result.game.spec.explain, hint.orders(move.move), move is hint.best
    say, about = language(lang), "" if explain is None else explain(hint.result.state, move.action, lang)
    notes = [f"({about})" if about else "", ", ".join(plan.moves[1:]),
             say.say("more", "or-begin", ", ".join(orders)) if orders else "",
             say.say("more", "same-as", move.same_as) if move.same_as else "",
             say.say("more", "few-visits") if is_little_known(move) else ""]
    win, margin, loss = (figure(one, digits, is_certain=hint.result.certain) for one, digits in (
        (move.win, 3), (move.margin, 2), (move.loss, 3)))
    return MoveRow("*" if is_best else "=" if move.tied else "", move.move, win, margin, "" if is_best else loss,
                   number(move.p_best, 2), f"{move.visits:,}", "; ".join(filter(None, notes)))


def agent_of(config: SearchConfig) -> str:
    """Return the text of the agent that searches so.

    Examples
    --------
    >>> agent_of(SearchConfig(iterations=80, worlds="fixed"))
    'pimc:iterations=80,replicates=8'
    """
    kinds = sorted(SEARCHES, key=lambda kind: (-len(SEARCHES[kind]), "worlds" not in SEARCHES[kind]))
    fitting = (kind for kind in kinds
               if all(getattr(config, name) == value for name, value in SEARCHES[kind].items()))
    return format_agent(next(fitting, "ismcts"), config)


def source_lines(result: SearchResult, lang: str = "en") -> list[str]:
    """Return where the numbers come from, and what they do not cover."""
    game, config, say = result.game, result.config, language(lang)
    player, seconds = game.word(game.player_name(result.player), lang), f"{result.elapsed_s:.1f}"
    if result.certain:
        lines = [say.say("more", "source-proved", seconds=seconds, game=game, player=player, version=version())]
    else:
        lines = [say.say("more", "source", n=f"{result.iterations:,}", seconds=seconds,
                         stopped=say.say("stopped", result.stopped_by), worlds=_worlds(result, say), seed=result.seed),
                 say.say("more", "source-game", game=game, player=player, agent=agent_of(config),
                         algorithm=result.algorithm, version=version()),
                 say.say("more", "source-intervals")]
    if game.reconstructed:
        lines.append(say.say("more", "reconstructed", game.reconstructed))
    return lines


def key_lines(result: SearchResult, lang: str = "en") -> list[str]:
    """Say what the signs and columns of the list of moves mean."""
    say, player = language(lang), result.game.word(result.game.player_name(result.player), lang)
    if result.certain:
        bound = "" if all(move.certain for move in result.moves) else say.say("more", "key-bound")
        signs = say.say("more", "key-certain", player=player) + bound
    else:
        signs = say.say("more", "key", n=result.config.replicates, player=player)
    return [signs, say.say("more", "key-columns")]


def untried_lines(hint: Hint, lang: str = "en") -> list[str]:
    """Name the moves that the search never tried."""
    names = [move.move for move, _ in hint.groups[2] if not move.is_tried]
    return [language(lang).say("more", "never-tried", ", ".join(names))] if names else []


def _worlds(result: SearchResult, say: Language) -> str:
    """Say how many worlds were looked at."""
    if not result.game.spec.hidden:
        return say.say("more", "nothing-hidden")
    if result.config.worlds == "true":
        return say.say("more", "cheats")
    kind = "worlds-in-turn" if result.config.worlds == "stratified" else "worlds"
    return say.say("more", kind, n=f"{result.n_worlds:,}")
