"""Architects of the West Kingdom with Works of Wonder: workers, virtue and buildings; for one to five."""
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.architects._state import MOST_LEGAL, N_ACTIONS, ArchState, new, parse
from kingmaker.games.architects.alternatives import alternative, alternatives
from kingmaker.games.architects.board import BOARD
from kingmaker.games.architects.components import MOST_SHORT, OWN, read_components, reconstruction
from kingmaker.games.architects.following import FOLLOWING
from kingmaker.games.architects.hints import gains, named, tell
from kingmaker.games.architects.interventions import OPTIONS, arms, check_options
from kingmaker.games.architects.ledger import ArchLedger
from kingmaker.games.architects.names import OPPONENT, PLAYERS
from kingmaker.games.architects.plain import explain, plain
from kingmaker.games.architects.position import read_position, write_position
from kingmaker.games.architects.record import RECORD
from kingmaker.games.architects.saying import refusals
from kingmaker.games.architects.tuning import TUNING
from kingmaker.games.architects.view import draw
from kingmaker.games.architects.weights import LEARNING, PATH, section_of
from kingmaker.games.architects.words import LANGUAGES
from kingmaker.games.core.options import PathOption
from kingmaker.games.core.provenance import component_files
from kingmaker.games.core.weights import read_weights
from kingmaker.games.errors import ConfigError
from kingmaker.games.spec import Game, GameSpec, Limits, Option

OPPONENTS = ("O1", "O2", "O3", "O4", "O5", "O6")
MOST_DECISIONS = 1_000_000  # the rules set no bound: nothing ends a game in which nobody builds
CUT_A_SEAT = 300  # decisions in a rollout, for each seat: half as long again as random games last on average


@dataclass(frozen=True)
class OpponentOption(Option):
    """Nobody, or one of the six; who plays alone needs one."""

    def values(self, options: Mapping[str, Any] | None = None) -> list[int | str]:
        """Return what may be chosen with so many players."""
        return list(OPPONENTS if options is not None and options["players"] == 1 else self.choices)


def _limits(options: Mapping[str, Any]) -> Limits:
    """Return the bounds; refuse options that do not go together."""
    read_components(options["data"])
    read_weights(LEARNING, Path(options["weights"] or PATH), section_of(options))
    check_options(options)
    opponent, players = options["opponent"] != "none", options["players"]
    if opponent and not options["wonders"]:
        raise ConfigError("architects: option opponent: the opponents belong to Works of Wonder; expected wonders=1")
    if players == 1 and not opponent:
        raise ConfigError(f"architects: option players: one player needs an opponent, one of {', '.join(OPPONENTS)}")
    if players == 5 and opponent:
        raise ConfigError("architects: option players: expected 1 to 4 beside an opponent, got 5")
    return Limits(
        n_players=players + opponent,
        n_actions=N_ACTIONS,
        max_legal=MOST_LEGAL,
        max_decisions=MOST_DECISIONS,
        min_return=-200.0,
        max_return=1000.0,
        idle=(players,) if opponent else (),
        rollout_cut=CUT_A_SEAT * (players + opponent),
    )


def _advice(game: Game) -> dict[str, Any]:
    """Return what was measured to play well (docs/strength.md): who is alone sees the end coming, two do not."""
    return {"select": "puct", "c": 1.0, "rollout": "policy", "epsilon": 0.0, "temperature": 0.5,
            "turns": 4 if len(game.acting) == 1 else 30, "final": "bound"}


def _seats(options: Mapping[str, Any]) -> tuple[str, ...]:
    return (*PLAYERS[:options["players"]], *([OPPONENT] if options["opponent"] != "none" else []))


def _score(state: GameState) -> dict[str, Any]:
    assert isinstance(state, ArchState)
    return state.score()


def _parts(state: GameState) -> dict[str, list[float]]:
    """Return the points of each seat by where they come from, as records have them."""
    assert isinstance(state, ArchState)
    rows = state.score()["parts"].values()
    return {name: [float(row[name]) for row in rows] for name in next(iter(rows))}


def _reconstructed(options: Mapping[str, Any]) -> str:
    """Say what of the components that these options play with is not from a source."""
    return reconstruction(read_components(options["data"]), wonders=options["wonders"] > 0,
                          opponent=options["opponent"] != "none")


def _draw(state: GameState, observer: int, lang: str, moves: Sequence[str] = ()) -> str:
    assert isinstance(state, ArchState)
    return draw(state, observer, lang, moves)


GAME = GameSpec(
    name="architects",
    title="Architects of the West Kingdom",
    limits=_limits,
    new=new,
    parse=parse,
    options={
        "players": Option(2, "how many play; 1 with an opponent alone", 1, 5),
        "wonders": Option(0, "1: with Works of Wonder", 0, 1),
        "boards": Option("standard", "player boards: all alike, or each its own", choices=("standard", "variable")),
        "opponent": OpponentOption("none", "the solo opponent of Works of Wonder, beside the players",
                                   choices=("none", *OPPONENTS)),
        "data": PathOption("", "your own component file; @3 or FILE@3: the third drawing of what is reconstructed"),
        "weights": PathOption("", "your own weights of the policy and the evaluation (`kingmaker learn`)"),
        "short": Option(0, "an exercise: so many turns with few cards and a hand of three; 0 = the whole game",
                        0, MOST_SHORT),
        **OPTIONS,
    },
    hidden_actions=True,
    win_weight=0.67,
    margin_scale=10.0,
    features=frozenset({"evaluation", "policy", "priors", "score", "turns"}),
    advice=_advice,
    learning=LEARNING,
    enumerable=({"players": 2, "short": 6}, {"players": 1, "wonders": 1, "opponent": "O1", "short": 6}),
    reconstructed=_reconstructed,
    read_position=read_position,
    write_position=write_position,
    seats=_seats,
    record=RECORD,
    score=_score,
    parts=_parts,
    ledger=ArchLedger,
    arms=arms,
    refusals=refusals,
    study="kingmaker.games.architects.study",
    files=lambda options: component_files(options["data"], OWN, lambda path: read_components(path).raw),
    alternative=alternative,
    alternatives=alternatives,
    languages=LANGUAGES,
    draw=_draw,
    draw_plan=_draw,
    plain=plain,
    explain=explain,
    tell=tell,
    gains=gains,
    named=named,
    following=FOLLOWING,
    board=BOARD,
    tuning=TUNING,
)
