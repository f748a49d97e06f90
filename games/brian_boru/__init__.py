"""Brian Boru, High King of Ireland: tricks win towns, towns win regions; for three to five."""
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.brian_boru._state import N_ACTIONS, BoruState, new, parse
from kingmaker.games.brian_boru.alternatives import alternative, alternatives
from kingmaker.games.brian_boru.board import BOARD
from kingmaker.games.brian_boru.components import OWN, most_points, read_components, reconstruction
from kingmaker.games.brian_boru.following import FOLLOWING
from kingmaker.games.brian_boru.hints import explain, named, parts, tell
from kingmaker.games.brian_boru.interventions import OPTIONS, arms, check_options
from kingmaker.games.brian_boru.ledger import BoruLedger
from kingmaker.games.brian_boru.names import PLAYERS
from kingmaker.games.brian_boru.plain import TINTS, plain
from kingmaker.games.brian_boru.position import read_position, write_position
from kingmaker.games.brian_boru.record import RECORD
from kingmaker.games.brian_boru.tuning import TUNING
from kingmaker.games.brian_boru.view import draw
from kingmaker.games.brian_boru.weights import LEARNING, PATH
from kingmaker.games.brian_boru.words import LANGUAGES, refusals
from kingmaker.games.core.options import PathOption
from kingmaker.games.core.provenance import component_files
from kingmaker.games.core.weights import read_weights
from kingmaker.games.spec import Game, GameSpec, Limits, Option


def _limits(options: Mapping[str, Any]) -> Limits:
    """Return the bounds; they depend on the components."""
    components, players, short = read_components(options["data"]), options["players"], options["short"]
    check_options(options, components)
    read_weights(LEARNING, Path(options["weights"] or PATH), str(players))
    cards = short or components.deal[players]
    n_rounds = 1 if short else components.rounds[players]
    an_action = 2 + max(len(action) for card in components.cards for action in (card.primary, *card.secondary))
    a_round = players * (cards // 2) + (cards - 1) * (1 + players + players * an_action) + 3 + 3 * players
    return Limits(
        n_players=players,
        n_actions=N_ACTIONS,
        max_legal=max(64, len(components.towns) + 1),
        max_decisions=players + n_rounds * a_round,
        min_return=0.0,
        max_return=float(most_points(components, n_rounds, cards - 1)),
    )


def _advice(game: Game) -> dict[str, Any]:
    """Return what was measured to play well (docs/strength.md)."""
    return {"select": "puct", "c": 0.3, "rollout": "policy", "epsilon": 0.0, "temperature": 0.3, "depth": 20,
            "final": "bound"}


def _score(state: GameState) -> dict[str, Any]:
    assert isinstance(state, BoruState)
    return state.score()


def _draw_plan(state: GameState, observer: int, lang: str, moves: Sequence[str]) -> str:
    assert isinstance(state, BoruState)
    keys = state.position(None if state.is_over else observer)
    return draw(keys, observer, state.rules.parts, moves, lang)


def _draw(state: GameState, observer: int, lang: str) -> str:
    return _draw_plan(state, observer, lang, ())


GAME = GameSpec(
    name="brian-boru",
    title="Brian Boru: High King of Ireland",
    limits=_limits,
    new=new,
    parse=parse,
    options={
        "players": Option(4, "how many play", 3, 5),
        "data": PathOption("", "your own component file; @3 or FILE@3: with the third Viking deck that may be "
                           "as well"),
        "weights": PathOption("", "your own weights of the policy and the evaluation (`kingmaker learn`)"),
        "short": Option(0, "an exercise: one round on a full board, so many cards each; 0 = the whole game", 0, 3),
        **OPTIONS,
    },
    hidden_actions=True,
    win_weight=0.67,
    margin_scale=10.0,
    youth=0.05,  # measured: docs/search.md
    features=frozenset({"policy", "priors", "evaluation"}),
    advice=_advice,
    enumerable=({"players": 3, "short": 2}, {"players": 3, "short": 3}),
    reconstructed=lambda options: reconstruction(read_components(options["data"])),
    read_position=read_position,
    write_position=write_position,
    seats=PLAYERS,
    record=RECORD,
    learning=LEARNING,
    score=_score,
    parts=parts,
    tell=tell,
    named=named,
    languages=LANGUAGES,
    draw=_draw,
    plain=plain,
    tints=TINTS,
    explain=explain,
    files=lambda options: component_files(options["data"], OWN, lambda path: read_components(path).raw),
    ledger=BoruLedger,
    arms=arms,
    alternative=alternative,
    alternatives=alternatives,
    draw_plan=_draw_plan,
    following=FOLLOWING,
    board=BOARD,
    tuning=TUNING,
    refusals=refusals,
    study="kingmaker.games.brian_boru.study",
)
