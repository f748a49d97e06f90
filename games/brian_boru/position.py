"""Position files of Brian Boru: reading with every rule of what can be, and writing.

`read_position` and `write_position` are the game's hooks for games/files/positions.py; `Game.parse` calls `read_text`.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingmaker.errors import told_as
from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.brian_boru._checks import DOWRY, KEYS, LEAD, OVER, PICK, read_public
from kingmaker.games.brian_boru._checks_cards import Cards, read_deals
from kingmaker.games.brian_boru._components import rules_of
from kingmaker.games.brian_boru._state import BoruState, load
from kingmaker.games.brian_boru._usual import usual, with_players
from kingmaker.games.brian_boru.names import DECISIONS
from kingmaker.games.brian_boru.snapshot import NONE, Snapshot
from kingmaker.games.core.fields import UNKNOWN, Faults, Fields
from kingmaker.games.errors import NotationError
from kingmaker.games.registry import game_spec, load_game
from kingmaker.games.spec import Game
from kingmaker.reading import parse_json

FILL = 1_000_003  # seed of what stands where a view says nothing: always the same, so that commands repeat
MOST_TEXT = 20_000
MOST_TRIES = 100_000


def read_position(data: Mapping[str, Any], *, seed: int = FILL) -> BoruState:
    """Return the state that the keys of a position describe.

    Parameters
    ----------
    data : the keys; `"-"` has been read as null
    seed : draws what a view leaves open
    """
    faults = Faults()
    fields = Fields(with_players(data), "", KEYS, faults)
    options: dict[str, object] = {"players": fields.whole("players", 3, 5)}
    if "short" in data:
        options["short"] = fields.whole("short", 1, 3)
    if not faults.is_sound("players", "short"):  # who there is hangs on it
        faults.refuse()
    named = load_game(fields.word("game")).options if "game" in data else {}
    options |= {name: named[name] for name in ("data", "princess") if name in named}
    game = game_spec("brian-boru").bind(options)
    return _read(game, Fields(usual(fields.data, rules_of(game)), "", KEYS, Faults()), seed)


def write_position(state: GameState) -> dict[str, Any]:
    """Return the keys of a state's position file; of a state that was read from a view, those of the view."""
    assert isinstance(state, BoruState)
    return state.position(state.viewer)


def carried(state: GameState, game: Game) -> BoruState:
    """Return the position in a game with other components as the player to act sees it; refused if it cannot be."""
    assert isinstance(state, BoruState)
    return _read(game, Fields(state.position(state.player), "", KEYS[2:], Faults()), FILL)


def read_text(game: Game, text: str) -> BoruState:
    """Return the state that a one-line text describes."""
    if not text.isprintable() or len(text) > MOST_TEXT:
        raise NotationError(f"brian-boru: expected one line that a state wrote, got {text[:80]!r}")
    with told_as(NotationError, "brian-boru: expected a position as JSON, in one line: "):
        data = parse_json(text, f"{text[:80]!r}")
    state = _read(game, Fields(data, "", KEYS[2:], Faults()), FILL)
    if state.is_view:
        raise NotationError(f"brian-boru: expected the whole truth, got unknown parts in {text[:80]!r}")
    if state.text() != text:
        raise NotationError(f"brian-boru: expected {state.text()!r} for this state, got {text!r}")
    return state


def _read(game: Game, fields: Fields, seed: int) -> BoruState:
    rules, faults = rules_of(game), fields.faults
    assert faults is not None
    for key, value in (("players", len(rules.players)), ("short", rules.short_size)):
        if fields.data.get(key, 0) != value or isinstance(fields.data.get(key), bool):
            faults.add(fields.refuse(key, f"{value}, as the game's options have it"))
    n_rounds = rules.n_rounds
    shot = read_public(fields, rules, n_rounds, faults)
    shot.asides = [NONE] * n_rounds
    faults.check(["decision", "round", "player", "marker", "trick", "players"],
                 Cards(fields, rules, shot, faults).read)
    is_known = faults.check(["decision", "round", "viking_deck", "marriage_deck"], read_deals, fields, rules, shot,
                            n_rounds)
    faults.refuse()
    if not is_known and shot.viewer == NONE:
        shot.viewer = _only_decks_unknown(fields, shot)
    if shot.viewer != NONE:
        _check_view(fields, shot)
    state = load(game, shot)
    if state is None:
        raise fields.refuse("decision", f"a decision with a choice: {DECISIONS[shot.stage]!r} has one way or none "
                                        f"here, which happens by itself")
    if shot.stage == LEAD:
        _check_lead(fields, state)
    if state.is_view:
        if PICK <= shot.stage < DOWRY and not state.can_redraw(shot.viewer, MOST_TRIES, Rng(seed)):
            raise fields.refuse("owns", "cards that the players can hold, by all else that is known")
        state.determinize(shot.viewer, Rng(seed))
    return state


def _only_decks_unknown(fields: Fields, shot: Snapshot) -> int:
    """Return the viewer of a position without unknown hands; while cards are in hand they must be unknown too."""
    if shot.stage < DOWRY and shot.round > 0:
        raise fields.refuse("deals", "the deals of rounds to come and no ? in the decks, or a view: ? for the others' "
                                     "cards too")
    return shot.actor if shot.stage != OVER else 0


def _check_view(fields: Fields, shot: Snapshot) -> None:
    """A view knows nothing of what is to come."""
    vikings, weddings = fields.get("viking_deck"), fields.get("marriage_deck")
    if "deals" in fields.data:
        raise fields.refuse("deals", "no such key in a view")
    for key, deck in (("viking_deck", vikings[shot.round:]), ("marriage_deck", weddings[shot.round:-1])):
        if any(card != UNKNOWN for card in deck):
            raise fields.refuse(key, "? for what is not turned up yet, in a view")


def _check_lead(fields: Fields, state: BoruState) -> None:
    """The active town must be one that the leader may choose; R24, A2."""
    town = state.position()["active"]
    if town is not None and town not in state.lead_towns():
        raise fields.refuse("active", f"one of {', '.join(state.lead_towns())}, for which the leader has a card")
