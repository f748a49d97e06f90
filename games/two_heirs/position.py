"""Position files of The Two Heirs: reading with every rule of what can be, and writing.

`read_position` and `write_position` are the game's hooks for games/files/positions.py; `Game.parse` calls `read_text`.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.core.fields import Faults, Fields, refusal
from kingmaker.games.errors import NotationError
from kingmaker.games.registry import game_spec, load_game
from kingmaker.games.spec import Game
from kingmaker.games.two_heirs._checks import KEYS, check_snapshot, read_turn
from kingmaker.games.two_heirs._components import rules_of
from kingmaker.games.two_heirs._state import HeirsState, load, met_tokens
from kingmaker.games.two_heirs._usual import usual
from kingmaker.games.two_heirs.components import SETS, TERRAINS
from kingmaker.games.two_heirs.interventions import OPTIONS
from kingmaker.games.two_heirs.names import PHASES, PLAYERS
from kingmaker.games.two_heirs.notation import DOUBTS, parse_text
from kingmaker.games.two_heirs.snapshot import Doubt, Snapshot

FILL = 1_000_003  # seed of what stands where a view says nothing: always the same, so that commands repeat


def read_position(data: Mapping[str, Any], *, tiles: str = "", treasures: str = "", seed: int = FILL) -> HeirsState:
    """Return the state that the keys of a position describe.

    Parameters
    ----------
    data : the keys; `"-"` has been read as null
    tiles, treasures : files with a user's own tables; empty = the game's own, or those that `game` names as options
    seed : draws what a view leaves open
    """
    faults = Faults()
    fields = Fields(usual(data), "", KEYS, faults)
    game = _game_of(fields, tiles, treasures)
    if game is None:  # which tiles there are hangs on it
        read_turn(fields)
        faults.refuse()
    assert game is not None
    return _read(game, fields, seed)


def write_position(state: GameState) -> dict[str, Any]:
    """Return the keys of a state's position file; of a state that was read from a view, those of a view."""
    assert isinstance(state, HeirsState)
    return _keys(state, state.snapshot())


def carried(state: GameState, game: Game) -> HeirsState:
    """Return the position in a game with other tables as the player to act sees it.

    Tiles keep their ids and places. The stack keeps its number of tiles and the colour of its top; which tiles lie in
    it, and under the start tile, is as unknown as before. Refused if that cannot be with these tables.
    """
    assert isinstance(state, HeirsState)
    shot = state.snapshot()
    shot.doubt = replace(shot.doubt or Doubt(), stack=True, start=True, pile=True, unused=True)
    return _read(game, Fields(_keys(state, shot), "", KEYS, Faults()), FILL)


def read_text(game: Game, text: str) -> HeirsState:
    """Return the state that a one-line text describes."""
    if not text.isprintable() or len(text) > 5000:
        raise NotationError(f"two-heirs: expected one line that a state wrote, got {text[:80]!r}")
    options = game.options
    keys, doubts = parse_text(text, str(options["mode"]), int(options["level"]), str(options["sets"]).split(","))
    state = _read(game, Fields(keys, "", KEYS, Faults()), FILL)
    if state.is_view:
        raise NotationError(f"two-heirs: expected the whole truth, got unknown tiles in {text!r}")
    if doubts:
        state = load(game, _doubted(state.snapshot(), doubts))
    if state.text() != text:
        raise NotationError(f"two-heirs: expected {state.text()!r} for this state, got {text!r}")
    return state


# -- helpers ------------------------------------------------------------------------------------------------------


def _keys(state: HeirsState, shot: Snapshot) -> dict[str, Any]:
    """Return the keys of a position file."""
    options = state.game.options
    solo = options["mode"] == "solo"
    terrain = {tile.id: tile.terrain for tile in state.rules.tiles}
    doubt = shot.doubt or Doubt()
    position: dict[str, Any] = {"mode": options["mode"]} | ({"level": options["level"]} if solo else {})
    position |= {
        "sets": str(options["sets"]).split(","), "player": PLAYERS[shot.player], "phase": PHASES[shot.phase],
        "taken": shot.taken, "discounts": shot.discounts, "turns_after_this": shot.turns_after,
    }
    if shot.targets:
        position["targets"] = [list(cell) for cell in shot.targets]
    vague = doubt.vague[0] | doubt.vague[1] | doubt.lost_vague
    tinted = doubt.tinted[0] | doubt.tinted[1] | doubt.lost_tinted

    def dimmed(names: Iterable[str]) -> list[str]:
        return ["?" if name in vague else f"?{terrain[name]}" if name in tinted else name for name in names]

    board = [{"at": list(at), "tile": tile, "owner": None if owner is None else PLAYERS[owner]}
             for at, (tile, owner) in shot.board.items()]
    if doubt.start:
        board[0]["tile"] = f"?{terrain[shot.board[0, 0][0]]}"
    position |= {
        "supply": shot.supply, "stack": _write_stack(shot, doubt, terrain),
        "hands": {name: dimmed(hand) for name, hand in zip(PLAYERS, shot.hands, strict=True)}, "board": board,
        "units": {name: [{"kind": "regular" if i else "elite", "at": "supply" if at is None else list(at),
                          "moved": moved} for i, (at, moved) in enumerate(units)]
                  for name, units in zip(PLAYERS, shot.units, strict=False)},
        "removed": dimmed(shot.removed),
    }
    if solo:
        position["henry"] = _write_henry(shot, doubt)
    return position


def _game_of(fields: Fields, tiles: str, treasures: str) -> Game | None:
    """Return the game that a position is of; None where its options are wrong."""
    faults = fields.faults
    assert faults is not None
    mode, sets = fields.word("mode", ("duel", "solo")), fields.items("sets")
    if faults.is_sound("sets") and (len(sets) != 3 or any(
            not isinstance(name, str) or name not in SETS for name in sets) or len(set(sets)) != 3):
        faults.add(refusal("sets", f"three different of {', '.join(SETS)}", sets))
    options: dict[str, object] = {"mode": mode, "sets": ",".join(name for name in SETS if name in sets)}
    if mode == "solo":
        options["level"] = fields.whole("level", 1, 3)
    if not faults.is_sound("mode", "sets"):  # which keys and tiles there are hangs on these
        return None
    named = load_game(fields.word("game")).options if "game" in fields.data else {}
    options |= {"tiles": tiles or named.get("tiles", ""), "treasures": treasures or named.get("treasures", "")}
    options |= {name: named[name] for name in OPTIONS if name in named}
    return game_spec("two-heirs").bind(options)


def _read(game: Game, fields: Fields, seed: int) -> HeirsState:
    rules = rules_of(game)
    shot = check_snapshot(fields, game, rules.tiles, [token.id for token in rules.treasures], Rng(seed))
    state = load(game, shot)
    for token in met_tokens(state):
        raise NotationError(f"henry.treasures: expected treasures that are not met yet; {token} is met, so it is gone")
    return state


def _write_stack(shot: Snapshot, doubt: Doubt, terrain: Mapping[str, str]) -> Any:
    if not doubt.stack or not shot.stack:
        return shot.stack
    if doubt.top:
        return ["?"] * len(shot.stack)
    return {"left": len(shot.stack), "top": terrain[shot.stack[0]]}


def _write_henry(shot: Snapshot, doubt: Doubt) -> dict[str, Any]:
    return {
        "units": {colour: at and list(at) for colour, at in zip(TERRAINS, shot.henry_units, strict=True)},
        "last": shot.last and list(shot.last), "pile": ["?"] * len(shot.pile) if doubt.pile else shot.pile,
        "treasures": [{"at": list(at), "token": token} for at, token in shot.treasures], "gone": shot.gone,
        "unused": ["?"] * len(shot.unused) if doubt.unused else shot.unused,
    }


def _doubted(shot: Snapshot, words: list[str]) -> Snapshot:
    """Add what is unknown, as a text says it."""
    doubt = Doubt()
    for word in words:
        if word in DOUBTS:
            setattr(doubt, word, True)
            continue
        vague, name = word[:1] == "?", word[1:]
        homes: list[tuple[list[str], set[str], set[str]]] = [
            (shot.hands[0], doubt.vague[0], doubt.tinted[0]), (shot.hands[1], doubt.vague[1], doubt.tinted[1]),
            (shot.removed, doubt.lost_vague, doubt.lost_tinted)]
        home = next((home for home in homes if name in home[0]), None)
        if home is None or word[:1] not in ("?", "~"):
            raise NotationError(f"two-heirs: last section: expected ?T3 or ~T3 for an unknown tile in a hand or out of "
                                f"the game, or one of {', '.join(DOUBTS)}; got {word!r}")
        (home[1] if vague else home[2]).add(name)
    shot.doubt = doubt
    return shot
