"""What a position file may leave out: whatever has one sensible value."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kingmaker.games.brian_boru._checks import DOWRY, PICK
from kingmaker.games.brian_boru.names import DECISIONS, PHASES, PLAYERS, PRINCESS, REGIONS
from kingmaker.games.core.fields import UNKNOWN

if TYPE_CHECKING:
    from kingmaker.games.brian_boru._components import Rules

COUNTED = ("coins", "renown", "points", "raiders", "church", "track")


def with_players(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the keys with the number of players, where it is left out and others tell it."""
    if not isinstance(data, Mapping) or "players" in data:
        return data
    told = next((data[key] for key in ("hands", *COUNTED) if isinstance(data.get(key), (Mapping, list))), None)
    return data if told is None else {**data, "players": len(told)}


def usual(data: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Return the keys of a position with those added that are left out; what is there stays as it is.

    Numbers of all players may be a list in the order of their seats, hands of others a number of cards, a town the
    player whose disc lies there, a claim token its holder; decks what was turned up of them.
    """
    keys = dict(data)
    players: Sequence[str] = rules.players
    _fill_turn(keys, players)
    keys = {"active": None, "battle": 0, "towns": {}, "claims": {}, "marriages": {}, "princess": None, "hands": {},
            "trick": [], **keys}
    for name in COUNTED:
        keys[name] = _by_player(keys.get(name, {}), players, 0)
    keys["marriages"] = _by_player(keys["marriages"], players, [])
    hands = _by_player(keys["hands"], players, [])
    keys["hands"] = {player: [UNKNOWN] * hand if isinstance(hand, int) and not isinstance(hand, bool) and 0 <= hand < 26
                     else hand for player, hand in hands.items()} if isinstance(hands, Mapping) else hands
    if isinstance(keys["towns"], Mapping):
        keys["towns"] = {name: {"viking": False, "monastery": False,
                                **(town if isinstance(town, Mapping) else {"disc": town})}
                         for name, town in keys["towns"].items()}
    if isinstance(keys["claims"], Mapping):
        keys["claims"] = {**{region: {"up": False, "holder": None} for region in REGIONS},
                          **{region: _claim(claim) for region, claim in keys["claims"].items()}}
    if keys.get("decision") in DECISIONS and PICK <= DECISIONS.index(keys["decision"]) < DOWRY:
        keys = {"played": {}, "draft": None, **keys}
        keys["played"] = _by_player(keys["played"], players, [])
        if keys["draft"] is None:
            keys.setdefault("aside", None)
    _fill_decks(keys, rules)
    return keys


def _fill_turn(keys: dict[str, Any], players: Sequence[str]) -> None:
    """Add whose turn it is and for what, where the trick tells it."""
    trick = keys.get("trick")
    if isinstance(trick, list) and trick and all(isinstance(laid, list) and laid for laid in trick):
        if len(trick) < len(players):
            keys.setdefault("decision", "follow")
            if trick[-1][0] in players:
                keys.setdefault("player", players[(players.index(trick[-1][0]) + 1) % len(players)])
        if keys.get("decision") == "follow":
            keys.setdefault("marker", trick[0][0])
    elif keys.get("active") is not None and not trick:
        keys.setdefault("decision", "lead")
    if keys.get("decision") in DECISIONS:  # which a list is compared with, though it has no hash
        keys.setdefault("phase", PHASES[keys["decision"]])
    if keys.get("decision") in ("town", "lead"):
        for one, other in (("player", "marker"), ("marker", "player")):
            if other in keys:
                keys.setdefault(one, keys[other])
    if keys.get("decision") == "over":
        keys.setdefault("player", None)


def _by_player(value: Any, players: Sequence[str], usual: Any) -> Any:
    """Return a value for each player: of a list by seat, or of a table that leaves some out."""
    if isinstance(value, list) and len(value) == len(players):
        return dict(zip(players, value, strict=True))
    return {**dict.fromkeys(players, usual), **value} if isinstance(value, Mapping) else value


def _claim(claim: Any) -> Any:
    """Return a claim token: its holder, whether it lies face up, or a table that leaves some out."""
    if isinstance(claim, Mapping):
        return {"up": claim.get("holder") is not None, "holder": None, **claim}
    return {"up": claim, "holder": None} if isinstance(claim, bool) else {"up": True, "holder": claim} if (
        claim in PLAYERS) else claim


def _fill_decks(keys: dict[str, Any], rules: Rules) -> None:
    """Add the cards of both decks that are not turned up yet; the last marriage card is the Princess."""
    n_rounds, n_vikings = rules.n_rounds, 1 if rules.short_size else len(rules.parts.strengths)
    vikings, weddings = keys.get("viking_deck", []), keys.get("marriage_deck", [])
    if isinstance(vikings, list):
        keys["viking_deck"] = [*vikings, *[UNKNOWN] * (n_vikings - len(vikings))]
    if isinstance(weddings, list) and len(weddings) < n_rounds:
        keys["marriage_deck"] = [*weddings, *[UNKNOWN] * (n_rounds - 1 - len(weddings)), PRINCESS]
