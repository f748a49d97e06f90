"""`kingmaker learn`: fit a game's policy and evaluation, or its forecasts, to its own self-play."""
from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingmaker.scripts._options import (
    GAME_FLAGS,
    GameOption,
    JobsOption,
    PlotOption,
    RotateOption,
    SeedOption,
    checked_plot,
    chosen_game,
    read_names,
    say,
    seed_or_drawn,
)
from kingmaker.scripts._render import progress, save_plot
from kingmaker.scripts.terminal import print_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kingmaker.analysis.stats.forecasting import Judgement
    from kingmaker.calibrating import Games
    from kingmaker.games import Game
    from kingmaker.learning import Learnt

SETTINGS = GAME_FLAGS
TEACHER, PLAYER, ROLLER = "ismcts:iterations=500", "ismcts:preset=standard", "policy:temperature=0.5"
EXPLORE, AT_RANDOM, ASKED = 0.08, 0.03, 4000
OF_FORECASTS = {"iterations": "it goes with --calibrate; else write them as --agent ismcts:iterations=...",
                "tables": "it goes with --calibrate; else name one table as the game's option",
                "keep": "it goes with --calibrate; games that weights are learned from are not kept",
                "judge": "it goes with --calibrate; weights are judged by kingmaker match",
                "again": "it goes with --calibrate",
                "plot": "it goes with --calibrate; what is drawn is how forecasts do"}


def learn(
    context: typer.Context,
    game: GameOption,
    out: Annotated[Path, typer.Option(help="The file; what it holds of other sections, options or agents stays.")],
    agent: Annotated[str | None, typer.Option(
        help=f"A searching agent, the teacher; {TEACHER} if not given. With --evaluation: any agent, who plays on; "
             f"{ROLLER}. With --calibrate: the same; {PLAYER}.")] = None,
    games: Annotated[int, typer.Option(min=10, help="Games of self-play.")] = 300,
    explore: Annotated[float | None, typer.Option(
        min=0, max=1, help=f"Share of decisions left to the policy; {EXPLORE} if not given. With --evaluation: made "
                           f"at random; {AT_RANDOM}.")] = None,
    temperature: Annotated[float | None, typer.Option(
        min=0.05, max=20, help="Of the visits that the policy is fitted to: below 1 it becomes sharper than they are; "
                               "1 if not given.")] = None,
    against: Annotated[str | None, typer.Option(
        help="An agent that has all seats but one in every second game: what the teacher never does has to be met to "
             "be known.")] = None,
    evaluation: Annotated[bool, typer.Option(
        "--evaluation", help="Fit the evaluation alone, to how games end that the agent plays on: for rollouts that "
                             "are cut short and play as it does.")] = False,
    calibrate: Annotated[bool, typer.Option(
        "--calibrate", help="Fit what comes of positions to what a search says of them: the chance and the margin that "
                            "hints tell.")] = False,
    iterations: Annotated[int | None, typer.Option(
        min=8, help=f"With --calibrate: of the search that is asked; {ASKED:,} if not given.")] = None,
    judge: Annotated[bool, typer.Option(
        "--judge", help="With --calibrate: fit nothing; play games that no fit has seen, and tell how the forecasts of "
                        "--out do on them.")] = False,
    tables: Annotated[str | None, typer.Option(
        metavar="A-B", help="With --calibrate: play every second game with component data drawn anew where it is "
                            "reconstructed, drawings A to B in turn (kingmaker alternatives shows them).")] = None,
    again: Annotated[int | None, typer.Option(
        min=2, max=1000, help="With --calibrate: play the positions of one game of twenty on so often once more, so that "
        "hints can tell how far a single position may lie from those that look alike.")] = None,
    keep: Annotated[Path | None, typer.Option(
        help="With --calibrate: write the games into this file as they end; those it holds already are not played "
             "again.")] = None,
    rotate: RotateOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    plot: PlotOption = None,
) -> None:
    """Let a searching agent play itself, and fit the game's policy to its visits and the evaluation to the margins.

    The game plays with the weights it has, or with those of its option `weights`: so a second round goes on from a
    first one's file. With --evaluation the policy stays: some positions of an agent's own games are played on by it to
    the end, in worlds that whose turn it is cannot tell apart. With --calibrate it is forecasts that are fitted, which
    hints read (hint --forecasts FILE).
    """
    from kingmaker.calibrating import Games
    from kingmaker.games import ConfigError
    from kingmaker.search.agents import parse_agent

    ways = {"--evaluation": evaluation, "--calibrate": calibrate}
    if all(ways.values()):
        raise ConfigError("--evaluation --calibrate: they learn different things; give one of them")
    way = next((name for name, wanted in ways.items() if wanted), "")
    if way and against is not None:
        raise ConfigError(f"--against: with {way} all seats are the agent's; leave it out")
    if way and temperature is not None:
        raise ConfigError(f"--temperature: with {way} no policy is fitted; leave it out")
    if calibrate and explore is not None:
        raise ConfigError("--explore: with --calibrate all decisions are the agent's; leave it out")
    for flag, given in {"iterations": iterations, "tables": tables, "keep": keep, "judge": judge or None, "again": again,
                        "plot": plot}.items():
        if given is not None and not calibrate:
            raise ConfigError(f"--{flag}: {OF_FORECASTS[flag]}")
    checked_plot(plot)
    chosen, names = chosen_game(game, context.args), read_names(rotate)
    spec = parse_agent(agent or {"": TEACHER, "--evaluation": ROLLER, "--calibrate": PLAYER}[way])
    if calibrate:
        plan = Games(chosen, spec, names, _read_tables(tables), seed=_seed_of(seed, keep),
                     iterations=iterations or ASKED, again=again or 0)
        found = (_judge if judge else _calibrate)(plan, out, games, keep, jobs)
        if plot is not None:
            save_plot(lambda: _drawn(found, chosen), plot, "what was said and what came")
        return
    seed = seed_or_drawn(seed)
    with progress(f"{spec} plays {chosen.name}", games) as move:
        keys: dict[str, Any] = {"agent": spec, "games": games, "rotate": names, "seed": seed, "jobs": jobs,
                                "on_progress": move}
        if not evaluation:
            keys |= {"temperature": temperature or 1.0, "against": against}
        _tell(_learned(chosen, out, evaluation, explore, keys), out)


def _learned(game: Game, out: Path, evaluation: bool, explore: float | None, keys: dict[str, Any]) -> list[Learnt]:
    from kingmaker.learning import learn as fit
    from kingmaker.learning import learn_evaluation

    if evaluation:
        return learn_evaluation(game, out, explore=AT_RANDOM if explore is None else explore, **keys)
    return fit(game, out, explore=EXPLORE if explore is None else explore, **keys)


def _tell(sections: list[Learnt], out: Path) -> None:
    """Tell how the fits do on what they were not fitted to."""
    rows = []
    for one in sections:
        if (policy := one.policy) is not None:
            rows.append((one.section, "policy", f"{policy.n_decisions:,}", f"cross-entropy {policy.cross_entropy:.3f}",
                         f"entropy {policy.entropy:.3f}", f"agreement {policy.agreement:.3f}"))
        rows += [(one.section, name, f"{stage.n:,}", f"residual {stage.residual:.2f}", f"spread {stage.spread:.2f}", "")
                 for name, stage in one.stages.items()]
    notes = [f"written to {out}"]
    if n_open := sum(one.n_open for one in sections):
        notes.append(f"{n_open:,} games found no end as far as rollouts may go: how they end was not learned from them")
    print_table(("section", "what", "n", "held out", "of", ""), rows, notes, left=("section", "what"))
    say(sections[0].command)


def _read_tables(text: str | None) -> tuple[int, int] | None:
    from kingmaker.games import ConfigError

    if text is None:
        return None
    first, _, last = text.partition("-")
    if not (first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last) < 10**6):
        raise ConfigError(f"--tables: expected the first and the last drawing, as 1-8; got {text!r}")
    return int(first), int(last)


def _seed_of(seed: int | None, keep: Path | None) -> int:
    """Return the seed that was given, or that of the games which a file holds, or one drawn."""
    from kingmaker.calibrating import kept_seed

    return seed_or_drawn(kept_seed(keep) if seed is None else seed)


def _calibrate(games: Games, out: Path, n_games: int, keep: Path | None, jobs: int) -> dict[str, Judgement]:
    """Fit forecasts, and tell how they do on games that the fit has not seen."""
    from kingmaker.calibrating import calibrate

    with progress(f"{games.agent} plays {games.game.name}", n_games) as move:
        found = calibrate(games, out, n_games, jobs=jobs, kept=keep, on_progress=move, remark=say)
    for one in found:
        _tell_judged("a fit to three quarters of the games, on the last quarter", one.name, one.judged,
                     f"fitted to all {one.forecaster.n_games} games; written to {out}")
    say(found[0].forecaster.command)
    return {one.name: one.judged for one in found}


def _judge(games: Games, out: Path, n_games: int, keep: Path | None, jobs: int) -> dict[str, Judgement]:
    """Tell how the forecasts of a file do on games that they were not fitted to."""
    from kingmaker.calibrating import judge_games

    with progress(f"{games.agent} plays {games.game.name}", n_games) as move:
        found = judge_games(games, n_games, out, jobs=jobs, kept=keep, on_progress=move, remark=say)
    for name, judged in found.items():
        _tell_judged(f"{out}, on games that it has not seen", name, judged)
    return found


def _tell_judged(title: str, name: str, judged: Judgement, *notes: str) -> None:
    title += f": {name}" if name else ""
    print_table((title, ""), _judged_rows(judged), notes, left=(title,))


def _drawn(found: dict[str, Judgement], game: Game) -> Axes:
    from kingmaker.analysis.show.forecasts import plot_judgements

    return plot_judgements({f"{game}, {judged.n_games:,} games" + (f", {name}" if name else ""): judged
                            for name, judged in found.items()})


def _judged_rows(judged: Judgement) -> list[tuple[str, str]]:
    return [
        ("games, positions", f"{judged.n_games:,}, {judged.n_positions:,}"),
        ("what came on what was said, slope in log-odds (1 is right)",
         "not to be told, nearly all games end alike" if isnan(judged.slope)
         else f"{judged.slope:.2f} [{judged.slope_low:.2f}, {judged.slope_high:.2f}]"),
        ("calibration error of the chance", f"{judged.calibration_error:.3f}"),
        ("mean squared miss of the chance; the search's own; a constant's",
         f"{judged.brier:.3f}; {judged.brier_search:.3f}; {judged.brier_constant:.3f}"),
        ("margin said too high, by fifths of the game",
         "; ".join(f"{mean:+.1f} ±{half:.1f}" for mean, half in judged.margin_miss)),
        ("bins of 50 positions whose mean outcome lies in the interval", f"{100 * judged.covered:.0f} %"),
    ]
