"""The table as plain text, for the terminal: what one player knows."""
from __future__ import annotations

from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.brian_boru._state import BoruState
from kingmaker.games.brian_boru.names import PRINCESS, REGIONS

FACTS = ("points", "coins", "renown", "raiders", "church", "track")


def plain(state: GameState, observer: int, lang: str = "en") -> str:
    """Return the table in lines."""
    assert isinstance(state, BoruState)
    keys = state.position(None if state.is_over else observer)
    round_ = keys["round"]
    turned = keys["marriage_deck"][round_ - 1] if round_ else "-"
    lines = [
        f"round {round_} of {len(keys['marriage_deck'])}, {keys['phase']}"
        + (f", {keys['player']} decides: {keys['decision']}" if keys["player"] else ""),
        f"marker {keys['marker']}, active town {keys['active'] or '-'}, raiders {keys['battle']}, marriage card "
        f"{turned}",
        *(_player(keys, player) for player in keys["points"]),
        "trick: " + (", ".join(f"{player} {card}" for player, card in keys["trick"]) or "-"),
        *(_region(keys, state, region) for region in REGIONS),
    ]
    draft = (keys.get("draft") or {}).get(state.rules.players[observer])
    if keys["phase"] == "draft" and isinstance(draft, dict):
        lines.append(f"received: {' '.join(map(str, draft['received'][-1]))}")
    return "\n".join(lines)


def _player(keys: dict[str, Any], player: str) -> str:
    married = list(keys["marriages"][player])
    if keys["princess"] and keys["princess"]["holder"] == player:
        married.append(f"{PRINCESS} ({keys['princess']['use']})")
    facts = ", ".join(f"{name} {keys[name][player]}" for name in FACTS)
    hand = " ".join(map(str, keys["hands"][player])) or "-"
    return f"{player}: {facts}, hand {hand}" + (f", married {', '.join(married)}" if married else "")


def _region(keys: dict[str, Any], state: BoruState, region: str) -> str:
    """Return a region's towns with their owners: V held by the Vikings, m with a monastery."""
    part = next(part for part in state.rules.parts.regions if part.id == region)
    claim = keys["claims"][region]
    token = (claim["holder"] or "board") if claim["up"] else f"needs {part.threshold}"
    towns = []
    for town in state.rules.parts.towns:
        if town.region == region:
            held = keys["towns"].get(town.id)
            marks = f" {held['disc']}{'V' * held['viking']}{'m' * held['monastery']}" if held else ""
            towns.append(f"{town.id}({town.colour[0]}){marks}")
    return f"{region} {part.points} points, {token}: {', '.join(towns)}"
