"""A hint in sentences: the plan, what it depends on, how it holds under other searches, where it comes from."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from kingmaker.search.agents import SEARCHES, format_agent
from kingmaker.search.config import SearchConfig
from kingmaker.search.estimate import Estimate
from kingmaker.search.hint.hint import Hint, is_little_known
from kingmaker.search.hint.plans import Branch, Plan
from kingmaker.search.hint.sensitivity import Variation
from kingmaker.search.result import MoveStats, SearchResult, version

ENDS = {"turn": "", "game": "", "unknown": "; then see what comes", "open": "; the trees know no further"}
MAX_SEEN = 3  # outcomes named of a branch
MAX_BRANCHES = 6
KEY_LINE = "win: share of the win; margin: points ahead of the best other; loss: utility (0 to 1) given up against *"


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


def plan_line(hint: Hint) -> str:
    """Return the plan with its moves numbered, as the picture numbers them."""
    moves = "  ".join(f"{n} {move}" for n, move in enumerate(hint.plan.moves, 1))
    return moves + ENDS[hint.plan.ends]


def worth_line(hint: Hint) -> str:
    """Return what the plan is worth, with intervals that cover what a much longer search would make of it."""
    if hint.result.certain:
        what = {1.0: "a win", 0.5: "a draw", 0.0: "a loss"}.get(hint.win.mean, f"win {number(hint.win.mean)}")
        return (f"certain  {what}, margin {number(hint.margin.mean, 1)}, if everybody plays on as well as can be: all "
                "ways to go on were looked at")
    value = "" if hint.result.game.spec.win_weight in (0, 1) else f", value {interval(hint.value)}"
    return (f"worth  win {interval(hint.win)}, margin {interval(hint.margin, 1)}{value}; a much longer search should "
            "end within these")


def played_line(hint: Hint) -> list[str]:
    """Return what playing the plan out to the end of the game gives; a search may stop at its evaluation before.

    What follows the plan is played by the trees as far as they know, then as in rollouts: weaker than a search.
    """
    found = hint.depends_on
    if found is None or hint.result.certain:
        return []
    win, times = interval(found.wins[hint.result.player]), found.n_worlds * found.per_world
    return [f"played out to the end {times:,} times (by the trees, then by rollouts), the plan wins {win}, "
            f"margin {interval(found.margin, 1)}"]


def interval(estimate: Estimate, digits: int = 3) -> str:
    """Return a mean with its interval."""
    if math.isnan(estimate.low):
        return number(estimate.mean, digits)
    return f"{number(estimate.mean, digits)} [{number(estimate.low, digits)}, {number(estimate.high, digits)}]"


def figure(estimate: Estimate, digits: int = 3, *, is_certain: bool) -> str:
    """Return a number as lists of moves have it: alone where it is proved."""
    return number(estimate.mean, digits) if is_certain else plus_minus(estimate, digits)


def branch_lines(hint: Hint) -> list[str]:
    """Return what to do after each outcome, the likeliest first."""
    known = [one for one in hint.plan.branches if one.moves]
    lines = [f"{percent(one.share):>5}  {', '.join(one.moves)}  if {_seen(one)}" for one in known[:MAX_BRANCHES]]
    shown = sum(one.share for one in known[:MAX_BRANCHES])
    if hint.plan.branches and shown < 0.995:
        lines.append(f"{percent(1 - shown):>5}  other outcomes; ask again then")
    return lines


def _seen(one: Branch) -> str:
    more = len(one.seen) - MAX_SEEN
    return "; ".join(one.seen[:MAX_SEEN]) + (f"; {more} more" if more > 0 else "")


def depends_lines(hint: Hint) -> list[str]:
    """Return how the plan's margin differs between worlds, and which hidden facts explain most of that."""
    found = hint.depends_on
    if found is None or not hint.result.game.spec.hidden:
        return []
    if hint.result.certain:
        return ["what is hidden can make no difference any more"]
    played = f"{found.n_worlds} worlds, {found.per_world} playouts of the plan in each"
    low, high = found.sd_worlds.low, found.sd_worlds.high
    if not low > 0:
        return [f"what is hidden makes no difference that {played} can show: the margin's standard deviation between "
                f"worlds is at most {number(high, 1)}, within a world {number(found.sd_noise, 1)}"]
    lines = [f"the margin's standard deviation is {number(found.sd_worlds.mean, 1)} [{number(low, 1)}, "
             f"{number(high, 1)}] between worlds by what is hidden, {number(found.sd_noise, 1)} within a world by play "
             f"({played})"]
    lines += [f"{fact.text} ({percent(fact.share)} of worlds): margin {plus_minus(fact.margin_if, 1)}, else "
              f"{plus_minus(fact.margin_if_not, 1)}; explains {'a further ' if k else ''}"
              f"{percent(fact.explained.mean)} [{percent(fact.explained.low)}, {percent(fact.explained.high)}] of the "
              f"variance between worlds" for k, fact in enumerate(found.facts)]
    if not found.facts and hint.result.game.spec.facts is not None:
        lines.append("no single fact explains a clear share of it")
    return lines


def points_rows(hint: Hint) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table: each player's expected final points by origin, and share of the win."""
    found, game = hint.depends_on, hint.result.game
    if found is None:
        return [], []
    names = list(found.points[0])
    total = ["in all"] if len(names) > 1 else []
    is_certain = hint.result.certain
    rows = [[game.player_name(p), *(figure(parts[name], 1, is_certain=is_certain) for name in names),
             *(number(sum(part.mean for part in parts.values()), 1) for _ in total),
             figure(found.wins[p], is_certain=is_certain)]
            for p, parts in enumerate(found.points)]
    return ["", *names, *total, "win"], rows


def variation_lines(result: SearchResult, others: Sequence[Variation]) -> list[str]:
    """Say how the recommended move fares when the search is another."""
    lines = []
    for other in others:
        verdict = "also its best" if other.best == result.best.move else f"its best is {other.best}"
        lines.append(f"{other.change} ({other.iterations:,} iterations): {result.best.move} wins "
                     f"{plus_minus(other.win)}, margin {plus_minus(other.margin, 2)}; {verdict}")
    return lines


def alternative_lines(hint: Hint) -> list[str]:
    """Say whether the recommended move stays among the best where reconstructed data is drawn anew."""
    others, move = hint.alternatives, hint.best.move
    if others is None:
        return []
    if not others:
        return ["whether this rests on reconstructed data was not tried: the position cannot be with other data"]
    n, few = len(others), sum(one.verdict == "few" for one in others)
    unlike = [f"{one.best} in {one.game}" + (f" ({move} is not possible)" if one.verdict == "illegal" else "")
              for one in others if not one.stays and one.verdict != "few"]
    undecided = f", too little looked at in {few}" if few else ""
    return [f"reconstructed data drawn anew {n} times ({others[0].iterations:,} iterations each): {move} stays among "
            f"the best in {sum(one.stays for one in others)} of {n}{undecided}"
            + (f"; else the best is {'; '.join(unlike)}" if unlike else "")]


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


MOVE_HEAD = MoveRow("", "move", "win", "margin", "loss", "P(best)", "visits", "and then")


def move_row(hint: Hint, move: MoveStats, plan: Plan, lang: str) -> MoveRow:
    """Return a move's line; `notes` is the rest of its plan and what else there is to say."""
    explain, orders, is_best = hint.result.game.spec.explain, hint.orders(move.move), move is hint.best
    about = "" if explain is None else explain(hint.result.state, move.action, lang)
    notes = [f"({about})" if about else "", ", ".join(plan.moves[1:]),
             f"or begin with {', '.join(orders)}" if orders else "", f"as {move.same_as}" if move.same_as else "",
             "few visits" if is_little_known(move) else ""]
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


def source_lines(result: SearchResult) -> list[str]:
    """Return where the numbers come from, and what they do not cover."""
    game, config = result.game, result.config
    if result.certain:
        lines = [f"proved in {result.elapsed_s:.1f} s · {game} · seen by {game.player_name(result.player)} · "
                 f"kingmaker {version()}"]
        return lines + ([f"rests on reconstructed data: {game.reconstructed}"] if game.reconstructed else [])
    lines = [
        f"{result.iterations:,} iterations in {result.elapsed_s:.1f} s, ended by {result.stopped_by} · "
        f"{_worlds(result)} · seed {result.seed}",
        f"{game} · seen by {game.player_name(result.player)} · {agent_of(config)} ({result.algorithm}) · "
        f"kingmaker {version()}",
        "the intervals do not cover that opponents and playouts may play otherwise than the search supposes",
    ]
    if game.reconstructed:
        lines.append(f"rests on reconstructed data: {game.reconstructed}")
    return lines


def key_lines(result: SearchResult) -> list[str]:
    """Say what the signs and columns of the list of moves mean."""
    if result.certain:
        bound = "" if all(move.certain for move in result.moves) else "; -: no better than *, not worked out further"
        return [f"* best, = as good; all numbers are exact, and {result.game.player_name(result.player)}'s{bound}",
                KEY_LINE]
    return [f"* best, = not told apart from it; ± 95 % from the spread between {result.config.replicates} independent "
            f"trees; numbers are {result.game.player_name(result.player)}'s",
            KEY_LINE]


def untried_lines(hint: Hint) -> list[str]:
    """Name the moves that the search never tried."""
    names = [move.move for move, _ in hint.groups[2] if not move.is_tried]
    return [f"never tried: {', '.join(names)}"] if names else []


def _worlds(result: SearchResult) -> str:
    """Say how many worlds were looked at."""
    if not result.game.spec.hidden:
        return "nothing is hidden"
    if result.config.worlds == "true":
        return "THE TRUE POSITION: it cheats"
    return f"{result.n_worlds:,} worlds" + (" in turn" if result.config.worlds == "stratified" else "")
