"""`kingmaker match`: two agents on the same deals."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from scripts._options import (
    GAME_FLAGS,
    FormatOption,
    GameOption,
    JobsOption,
    SeedOption,
    chosen_game,
    say,
    seed_or_drawn,
)
from scripts._render import interval, number, print_table, progress

SETTINGS = GAME_FLAGS

if TYPE_CHECKING:
    from search.match import MatchResult


def match(
    context: typer.Context,
    game: GameOption,
    agents: Annotated[str, typer.Option(
        help="Two agents as random,greedy or ismcts:iterations=2000;greedy; the numbers are the first one's.")],
    pairs: Annotated[int, typer.Option(
        min=1, help="Deals. Each is played with the seats exchanged, or with the first agent in every seat.")] = 100,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    output: FormatOption = "table",
) -> None:
    """Let two agents meet on the same deals in every seat.

    The game's options may be given as flags too: --players 4. Ctrl-C prints the result of the deals played so far.
    The result does not depend on --jobs.
    """
    from games import ConfigError
    from search.agents import parse_agents
    from search.match import play_match

    chosen, specs = chosen_game(game, context.args), parse_agents(agents)
    if len(specs) != 2:
        raise ConfigError(f"--agents: expected two agents, got {len(specs)} in {agents!r}")
    if any(spec.is_search and spec.config().seconds is not None for spec in specs):
        say("a clock is a budget here: the same seed will not give the same games")
    seed = seed_or_drawn(seed)
    with progress(f"{specs[0]} - {specs[1]}", pairs) as move:
        result = play_match(chosen, specs, pairs, seed=seed, jobs=jobs,
                            on_progress=None if move is None else lambda done, _: move(done))
    if output == "json":
        typer.echo(json.dumps(result.to_dict(), allow_nan=False))
    else:
        _print(result)
    if result.stopped_by == "interrupt":
        raise typer.Exit(130)


def _print(result: MatchResult) -> None:
    from search.result import version

    n = result.game.n_players
    head = ("pairs", "games", "won", "drawn", "lost", "score", "margin", "Elo")
    row = (str(result.pairs), str(result.games), str(result.wins), str(result.draws),
           str(result.losses), interval(result.score), interval(result.margin, 2), interval(result.elo, 0))
    seats = "both seats" if n == 2 else f"each of {n} seats"
    foot = [
        f"a's numbers, 95 % intervals from the spread between deals; equals score {number(result.par)}; each deal "
        f"played with a in {seats}",
        f"{result.game} · ended by {result.stopped_by} · seed {result.seed} · kingmaker {version()}",
    ]
    if result.game.spec.reconstructed:
        foot.append(f"rests on reconstructed data: {result.game.spec.reconstructed}")
    typer.echo(f"a  {result.a}\nb  {result.b}")
    print_table(head, [row], foot)
