"""The Two Heirs: two brothers build on their father's land; a duel, or alone against Henry."""
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.core.options import PathOption
from kingmaker.games.core.weights import read_weights
from kingmaker.games.spec import Game, GameSpec, Limits, Option
from kingmaker.games.two_heirs._state import MOST_LEGAL, N_ACTIONS, HeirsState, new, parse
from kingmaker.games.two_heirs.alternatives import alternative, alternatives, component_files
from kingmaker.games.two_heirs.board import BOARD
from kingmaker.games.two_heirs.components import SETS, Tile, read_tiles, read_treasures, reconstruction
from kingmaker.games.two_heirs.following import FOLLOWING
from kingmaker.games.two_heirs.hints import events, explain, facts, gains, named, parts, tell
from kingmaker.games.two_heirs.interventions import OPTIONS, arms, check_options
from kingmaker.games.two_heirs.ledger import HeirsLedger
from kingmaker.games.two_heirs.names import LANGUAGES, PLAYERS, refusals
from kingmaker.games.two_heirs.plain import TINTS, plain
from kingmaker.games.two_heirs.position import read_position, write_position
from kingmaker.games.two_heirs.record import RECORD
from kingmaker.games.two_heirs.tuning import TUNING
from kingmaker.games.two_heirs.view import draw
from kingmaker.games.two_heirs.weights import LEARNING, PATH


def _most(tile: Tile, tiles: list[Tile]) -> int:
    """Return a bound of the points of a building, before doubling; section 7."""
    n_alike = sum(other.terrain == tile.terrain for other in tiles)
    n_counted = sum(other.building in tile.param.split("+") for other in tiles)
    n_war = sum(other.building in ("siege-tower", "fortress") for other in tiles)
    n_watching = sum(other.building == "watchtower" for other in tiles)
    known = {"inn": 7, "market": 5, "robber-keep": 10, "camp": 2, "farm": 0, "sawmill": 0, "quarry": 0,
             "siege-tower": 0, "guildhall": 0, "cathedral": 5, "trading-post": 3 * n_counted, "fortress": n_war,
             "basketry": 8, "pottery": 8, "cooperage": 8, "watchtower": n_alike, "guardhouse": 2 + 2 * n_watching}
    return known.get(tile.building, len(tiles))


def _reconstructed(options: Mapping[str, Any]) -> str:
    """Say what of the tables of tiles and treasures is not from a source."""
    return reconstruction(read_tiles(options["tiles"] or None), read_treasures(options["treasures"] or None))


def _limits(options: Mapping[str, Any]) -> Limits:
    """Return the bounds; they depend on the tiles in play."""
    check_options(options)
    tiles = [tile for tile in read_tiles(options["tiles"] or None) if tile.set in options["sets"].split(",")]
    read_treasures(options["treasures"] or None)
    read_weights(LEARNING, Path(options["weights"] or PATH), str(options["mode"]))
    points = sorted(_most(tile, tiles) for tile in tiles)
    treasures = 50 if options["mode"] == "solo" else 0
    return Limits(
        n_players=2,  # Henry is player 1 and never acts, so that margins and wins mean the same in both modes
        n_actions=N_ACTIONS,
        max_legal=MOST_LEGAL,
        max_decisions=200,  # 26 takes, 26 tiles played or dropped, 23 turns of 3 units and an end, 9 camps, 36 sieges
        min_return=0.0,
        max_return=float(sum(points) + sum(points[-3:]) + len(tiles) + treasures),
        idle=(1,) if options["mode"] == "solo" else (),
    )


def _score(state: GameState) -> dict[str, Any]:
    assert isinstance(state, HeirsState)
    return state.score()


def _advice(game: Game) -> dict[str, Any]:
    """Return what was measured to play well (docs/strength.md)."""
    return {"select": "puct", "c": 1.0, "rollout": "policy", "epsilon": 0.0, "temperature": 0.5, "turns": 2,
            "final": "bound"}


GAME = GameSpec(
    name="two-heirs",
    title="The Two Heirs",
    limits=_limits,
    new=new,
    parse=parse,
    options={
        "mode": Option("duel", "two players, or alone against Henry", choices=("duel", "solo")),
        "level": Option(1, "of Henry: 1 poor, 2 brave, 3 relentless; solo only", 1, 3),
        "sets": Option("travel,dominion,trade", "three sets of tiles",
                       choices=tuple(map(",".join, combinations(SETS, 3)))),
        "short": Option(0, "an exercise: so many tiles in the stack, all but they and the start tile dealt as always; "
                        "0 = the whole game", 0, 8),
        "tiles": PathOption("", "your own table of tiles; @3 or FILE@3: the third drawn from what is not known of it"),
        "weights": PathOption("", "your own weights of the policy and the evaluation (`kingmaker learn`)"),
        "treasures": PathOption("", "your own table of treasure tokens; @3 as for tiles"),
        **OPTIONS,
    },
    win_weight=0.67,
    margin_scale=10.0,
    youth=0.12,  # measured: docs/search.md
    features=frozenset({"evaluation", "key", "policy", "priors", "score", "turns"}),
    advice=_advice,
    enumerable=({"short": 4}, {"mode": "solo", "level": 1, "short": 2, "sets": "dominion,war,guard"}),
    reconstructed=_reconstructed,
    read_position=read_position,
    write_position=write_position,
    seats=PLAYERS,
    learning=LEARNING,
    record=RECORD,
    score=_score,
    languages=LANGUAGES,
    draw=lambda state, observer, lang: draw(state, observer, lang=lang),
    plain=plain,
    tints=TINTS,
    explain=explain,
    files=component_files,
    ledger=HeirsLedger,
    arms=arms,
    events=events,
    facts=facts,
    parts=parts,
    tell=tell,
    gains=gains,
    named=named,
    draw_plan=lambda state, observer, lang, moves: draw(state, observer, lang=lang, plan=moves),
    following=FOLLOWING,
    board=BOARD,
    alternative=alternative,
    alternatives=alternatives,
    tuning=TUNING,
    difficulty=Path(__file__).with_name("difficulty.json"),
    forecasts=Path(__file__).with_name("forecasts.json"),
    refusals=refusals,
    study="kingmaker.games.two_heirs.study",
)
