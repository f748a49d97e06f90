"""`kingmaker match`: two agents on the same deals."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from kingmaker.printing import tell
from kingmaker.scripts._options import (
    GAME_FLAGS,
    FormatOption,
    GameOption,
    JobsOption,
    RotateOption,
    SeedOption,
    chosen_game,
    read_names,
    say_clocks,
    say_uneven,
    seed_or_drawn,
)
from kingmaker.scripts._render import interval, number, progress
from kingmaker.scripts.terminal import print_table

SETTINGS = GAME_FLAGS
PAIRS, MOST_PAIRS = 100, 20000

if TYPE_CHECKING:
    from kingmaker.search.match.match import MatchResult
    from kingmaker.search.match.sprt import SprtConfig


def match(
    context: typer.Context,
    game: GameOption,
    agents: Annotated[str, typer.Option(
        help="Two agents as random,greedy or ismcts:iterations=2000;greedy; the numbers are the first one's.")],
    pairs: Annotated[int | None, typer.Option(min=1, help=(
        "Deals. Each is played with the seats exchanged, or with the first agent in every seat. "
        f"{PAIRS} if absent; with --sprt the most there will be, {MOST_PAIRS}."))] = None,
    rotate: RotateOption = None,
    sprt: Annotated[str | None, typer.Option(metavar="ELO0,ELO1", help=(
        "Stop as soon as the blocks tell these two ratings of the first agent apart."))] = None,
    alpha: Annotated[float, typer.Option(help="With --sprt: chance of accepting ELO1 where ELO0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option(help="With --sprt: chance of accepting ELO0 where ELO1 is true.")] = 0.05,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    output: FormatOption = "table",
) -> None:
    """Let two agents meet on the same deals in every seat.

    Where one seat alone acts (solo play) both play each deal, and the margins decide. The game's options may be given
    as flags too: --players 4. Ctrl-C prints the result of the deals played so far. The result does not depend on
    --jobs.
    """
    from kingmaker.games import ConfigError
    from kingmaker.search.agents import parse_agents
    from kingmaker.search.match.blocks import variants_of
    from kingmaker.search.match.match import play_match

    chosen, specs, options = chosen_game(game, context.args), parse_agents(agents), read_names(rotate)
    if len(specs) != 2:
        raise ConfigError(f"--agents: expected two agents, got {len(specs)} in {agents!r}")
    test = None if sprt is None else _read_sprt(sprt, alpha, beta)
    pairs = pairs or (PAIRS if test is None else MOST_PAIRS)
    n_variants = len(variants_of(chosen, options))
    say_clocks(specs)
    if test is None:
        say_uneven(pairs, n_variants)
    seed = seed_or_drawn(seed)
    with progress(f"{specs[0].kind} - {specs[1].kind}", pairs, "pairs") as move:
        result = play_match(chosen, specs, pairs, seed=seed, jobs=jobs, rotate=options, sprt=test,
                            on_progress=None if move is None else lambda done, so_far: move(done, _short(so_far)))
    if output == "json":
        tell(json.dumps(result.to_dict(), allow_nan=False), form="json")
    else:
        _print(result)
    if result.stopped_by == "interrupt":
        raise typer.Exit(130)


def _read_sprt(text: str, alpha: float, beta: float) -> SprtConfig:
    from kingmaker.games import ConfigError
    from kingmaker.search.match.sprt import SprtConfig

    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise ConfigError(f"--sprt: expected two ratings as 0,20; got {text!r}") from None
    return SprtConfig(low, high, alpha, beta)


def _short(result: MatchResult) -> str:
    """Return the score so far, for the progress bar."""
    test = "" if result.sprt is None else f"  LLR {result.sprt.llr:.2f}"
    return f"score {interval(result.score)}{test}"


def _print(result: MatchResult) -> None:
    from kingmaker.search.match.blocks import is_solo

    alone = is_solo(result.game)
    lead = "margin" if result.game.n_players == 2 else "lead"  # with two they are the same
    head = ("pairs", "games", "won", "drawn", "lost", "score", lead, "Elo")
    row = (str(result.pairs), str(result.games), str(result.wins), str(result.draws),
           str(result.losses), interval(result.score), interval(result.lead, 2), interval(result.elo, 0))
    tell(f"a  {result.a}\nb  {result.b}")
    print_table(head, [row], [] if alone else _foot(result))
    if alone:
        rows = [(name, interval(one.lead, 2), interval(one.win)) for name, one in zip("ab", result.solo, strict=True)]
        print_table(("alone", lead, "win"), rows, _foot(result))


def _foot(result: MatchResult) -> list[str]:
    """Return what the numbers are and what they rest on."""
    from kingmaker.games.spec import reconstructed_in
    from kingmaker.search.match.blocks import is_solo
    from kingmaker.search.result import version

    game, n = result.game, len(result.game.acting)
    seats = ("both seats" if n == 2 else f"each of {n} seats") + (" that act" if game.limits.idle else "")
    how = (f"won, drawn, lost: deals on which a ended further ahead of {_idle(result)} than b, as far, less far"
           if is_solo(game) else f"each deal played with a in {seats}")
    if result.idle_win is not None:
        how += f"; what {_idle(result)} wins, {interval(result.idle_win)} of all, counts as shared by those who act"
    foot = [f"a's numbers, 95 % intervals from the spread between deals; equals score {number(result.par)}", how]
    if result.sprt is not None:
        foot.append(f"sequential test: {result.sprt}")
    if result.stopped_by == "sprt":
        foot.append("the match ended when the score was clear, so score, margin and Elo lean outwards and their "
                    "intervals are too narrow; alpha and beta hold for the verdict")
    variants = game.variants(*result.rotate)
    rotated = f" · {len(variants)} {', '.join(result.rotate)} in turn" if result.rotate else ""
    foot.append(f"{game}{rotated} · ended by {result.stopped_by} · seed {result.seed} · kingmaker {version()}")
    reconstructed = reconstructed_in(variants)
    if reconstructed:
        foot.append(f"rests on reconstructed data: {reconstructed}")
    return foot


def _idle(result: MatchResult) -> str:
    """Name whom the rules play for."""
    return " and ".join(map(result.game.player_name, result.game.limits.idle)) or "nobody"
