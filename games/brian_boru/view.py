"""The picture: map, players, track, claim tokens and cards, as one player knows them."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kingmaker.games.brian_boru.components import Components
from kingmaker.games.brian_boru.names import PRINCESS
from kingmaker.games.core import svg

MAP_X, MAP_Y, MAP_W, MAP_H = 40, 40, 500, 640
SIDE = 590  # where the right half begins
WIDTH, HEIGHT = 1120, 720
TINTS = {"red": "#eba79f", "blue": "#a9c4ea", "yellow": "#f5df8c", "white": "#ffffff"}
RIMS = {"red": "#9c2f24", "blue": "#2c5a97", "yellow": "#8a6d00", "white": svg.INK}
GOLD = "#e69f00"
VERBS = {"dowry": "place", "gift": "place", "lead": "play", "follow": "play", "chapel": "monastery",
         "cloister": "monastery"}
PLACED = ("place", "pick", "town", "play", "expand", "liberate", "lose", "monastery")  # moves that name what is drawn
LEGEND = "gold ring: active town · V: held by the Vikings · broken ring: monastery · pennant: active town marker"
BENEFITS = {"coin": "c", "renown": "r", "any_town": "town"}
COLUMNS = (("points", "points"), ("coins", "coins"), ("renown", "renown"), ("raiders", "raiders"), ("church", "church"))


def draw(keys: dict[str, Any], observer: int, parts: Components, plan: Sequence[str] = ()) -> svg.SvgString:
    """Draw a position.

    Parameters
    ----------
    keys : of a position, with `?` for what the observer does not know
    observer : whose seat is marked
    plan : moves of the observer: the towns and cards that they name are marked with the moves' numbers
    """
    players, steps = list(keys["points"]), _steps(plan)
    pieces = [*_map(keys, parts, players, steps), *_head(keys, parts), *_players(keys, players, observer),
              *_track(keys, parts, players), *_claims(keys, parts, players),
              *_cards(keys, parts, players, observer, steps),
              svg.text(SIDE, HEIGHT - 18, LEGEND, anchor="start", size=10, fill="#666666")]
    return svg.document(WIDTH, HEIGHT, pieces, title="Brian Boru", words=_words(keys, players, observer, plan))


def _steps(plan: Sequence[str]) -> dict[int | str, int]:
    """Return the number of the move that first names a card (a whole number) or a town.

    Examples
    --------
    >>> _steps(["town C1", "play 11"]), _steps(["pick 5 17"]), _steps(["buy 2"])
    ({'C1': 1, 11: 2}, {5: 1, 17: 1}, {})
    """
    steps: dict[int | str, int] = {}
    for n, move in enumerate(plan, 1):
        verb, *names = move.split()
        for name in names if verb in PLACED else ():
            steps.setdefault(int(name) if name.isdecimal() else name, n)
    return steps


def _words(keys: dict[str, Any], players: list[str], observer: int, plan: Sequence[str]) -> str:
    """Describe the table for readers without eyes."""
    hand = " ".join(str(card) for card in keys["hands"][players[observer]]) or "nothing"
    towns = "; ".join(f"{player} has " + (" ".join(
        name + " (Vikings)" * town["viking"] for name, town in keys["towns"].items() if town["disc"] == player)
        or "no town") for player in players)
    points = ", ".join(f"{player} {keys['points'][player]}" for player in players)
    return (f"round {keys['round']}, {keys['phase']}, {keys['player'] or 'nobody'} decides; points {points}; {towns}; "
            f"{players[observer]} holds {hand}" + (f"; plan: {', '.join(plan)}" if plan else ""))


# -- map -----------------------------------------------------------------------------------------------------------


def _at(x: float, y: float) -> tuple[float, float]:
    return MAP_X + x * MAP_W / 100, MAP_Y + y * MAP_H / 100


def _map(keys: dict[str, Any], parts: Components, players: list[str], steps: Mapping[int | str, int]) -> list[str]:
    """Draw region letters, roads and towns."""
    places = {town.id: _at(town.x, town.y) for town in parts.towns}
    pieces = [svg.rect(12, 12, MAP_W + 56, HEIGHT - 24, fill="#eef3ea", stroke=svg.LINE, rx=8)]
    for region in parts.regions:
        own = [places[town.id] for town in parts.towns if town.region == region.id]
        x, y = sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own)
        pieces.append(svg.text(x, y + 24, region.id, size=64, fill="#d5dfcd", bold=True))
    for a, b in parts.roads:
        pieces.append(svg.line(*places[a], *places[b], stroke="#a08d68", width=3))
    for town in parts.towns:
        pieces += _town(town.id, town.colour, *places[town.id], keys["towns"].get(town.id), players,
                        active=keys["active"] == town.id)
    for town in parts.towns:
        if town.id in steps:
            x, y = places[town.id]
            pieces += [f'<circle cx="{x:g}" cy="{y:g}" r="23" fill="none" stroke="{svg.PLAN}" stroke-width="3.5" '
                       'stroke-dasharray="7 4"/>', svg.number(x + 23, y, steps[town.id], 9)]
    return pieces


def _shape(colour: str, x: float, y: float, r: float, *, fill: str, stroke: str, width: float = 1.6) -> str:
    """Return a colour's shape, for eyes that see no colour: square red, circle blue, diamond yellow."""
    style = f'fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"'
    if colour == "red":
        return f'<rect x="{x - r * 0.9:g}" y="{y - r * 0.9:g}" width="{r * 1.8:g}" height="{r * 1.8:g}" {style}/>'
    if colour == "blue":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {style}/>'
    corners = " ".join(f"{x + dx * r * 1.25:g},{y + dy * r * 1.25:g}" for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)))
    return f'<polygon points="{corners}" {style}/>'


def _disc(x: float, y: float, r: float, seat: int) -> list[str]:
    return [svg.circle(x, y, r, fill=svg.PLAYERS[seat], stroke="white"),
            svg.text(x, y + r * 0.42, seat + 1, size=r * 1.25, fill="white", bold=True)]


def _town(name: str, colour: str, x: float, y: float, town: dict[str, Any] | None, players: list[str], *,
          active: bool) -> list[str]:
    pieces = []
    if active:
        pieces.append(f'<circle cx="{x:g}" cy="{y:g}" r="19" fill="none" stroke="{GOLD}" stroke-width="4"/>')
    if town and town["monastery"]:  # a wall around the town
        pieces.append(f'<circle cx="{x:g}" cy="{y:g}" r="15.5" fill="white" stroke="{svg.INK}" stroke-width="2" '
                      'stroke-dasharray="5 3"/>')
    pieces.append(_shape(colour, x, y, 11, fill=TINTS[colour], stroke=RIMS[colour]))
    if town:
        pieces += _disc(x, y, 8, players.index(town["disc"]))
        if town["viking"]:
            pieces += [svg.circle(x + 10, y - 9, 6.5, fill=svg.INK, stroke="white"),
                       svg.text(x + 10, y - 5.5, "V", size=10, fill="white", bold=True)]
    pieces.append(svg.text(x, y + 24, name, size=9))
    return pieces


# -- right half ----------------------------------------------------------------------------------------------------


def _head(keys: dict[str, Any], parts: Components) -> list[str]:
    if keys["player"] is None:
        words = "the game is over"
    else:
        words = f"{keys['player']} decides: {VERBS.get(keys['decision'], keys['decision'])}"
    pieces = [svg.text(SIDE, 34, f"Round {keys['round']} of {len(keys['marriage_deck'])}, {keys['phase']}",
                       anchor="start", size=18, bold=True),
              svg.text(WIDTH - 16, 34, words, anchor="end", size=14)]
    turned = keys["marriage_deck"][keys["round"] - 1] if keys["round"] else "none yet"
    gives = ""
    for card in parts.weddings:
        if card.name == turned:
            gives = f" ({card.points} points" + f", {card.renown} renown" * (card.renown > 0) + (
                f", town in {card.region})" if card.region else ")")
    pieces.append(svg.text(SIDE, 58, f"marriage card: {turned}{gives}; raiders in the battle area: {keys['battle']}",
                           anchor="start", size=13))
    return pieces


def _players(keys: dict[str, Any], players: list[str], observer: int) -> list[str]:
    """Draw the table of what each player has."""
    xs = [SIDE + 122 + 62 * i for i in range(len(COLUMNS))]
    pieces = [svg.text(x, 86, head, size=12, fill="#666666") for x, (head, _) in zip(xs, COLUMNS, strict=True)]
    pieces.append(svg.text(xs[-1] + 40, 86, "married", anchor="start", size=12, fill="#666666"))
    for seat, player in enumerate(players):
        y = 108 + 24 * seat
        name = player + (" (you)" if seat == observer else "")
        pieces += _disc(SIDE + 8, y - 5, 8, seat)
        pieces.append(svg.text(SIDE + 22, y, name, anchor="start", size=13, bold=player == keys["player"]))
        if player == keys["marker"]:
            pieces.append(f'<path d="M{SIDE + 92} {y - 12}l10 5l-10 5z" fill="{GOLD}" stroke="{svg.INK}"/>')
        pieces += [svg.text(x, y, keys[key][player], size=14, bold=key == "points")
                   for x, (_, key) in zip(xs, COLUMNS, strict=True)]
        married = list(keys["marriages"][player])
        if keys["princess"] and keys["princess"]["holder"] == player:
            married.append(f"{PRINCESS} ({keys['princess']['use']})")
        pieces.append(svg.text(xs[-1] + 40, y, ", ".join(married) or "-", anchor="start", size=11))
    return pieces


def _track(keys: dict[str, Any], parts: Components, players: list[str]) -> list[str]:
    """Draw the marriage track, the first space on the left."""
    step, y = min(52.0, 510 / len(parts.track)), 252
    pieces = [svg.text(SIDE, y - 8, "marriage track", anchor="start", size=12, fill="#666666")]
    for space, benefit in enumerate(parts.track):
        x = SIDE + step * space
        pieces.append(svg.rect(x, y, step - 3, 42, fill="white", rx=4, stroke=svg.LINE))
        words = " ".join(BENEFITS[part] for part in benefit)
        pieces.append(svg.text(x + step / 2, y + 39, words, size=9))
        here = [seat for seat, player in enumerate(players) if keys["track"][player] == space]
        for i, seat in enumerate(here):
            pieces += _disc(x + 10 + 14 * (i % 3), y + 9 + 15 * (i // 3), 7, seat)
    return pieces


def _claims(keys: dict[str, Any], parts: Components, players: list[str]) -> list[str]:
    """Draw the claim tokens: grey while face down, with their holder's disc."""
    y, step = 330, 64
    pieces = [svg.text(SIDE, y - 8, "claim tokens: points, and towns needed", anchor="start", size=12, fill="#666666")]
    for i, region in enumerate(parts.regions):
        claim, x = keys["claims"][region.id], SIDE + step * i
        pieces.append(svg.rect(x, y, step - 6, 40, fill="#fff3cf" if claim["up"] else "#d9d9d9", rx=6, stroke=svg.LINE))
        pieces.append(svg.text(x + 6, y + 18, f"{region.id} {region.points}", anchor="start", size=14, bold=True))
        pieces.append(svg.text(x + 6, y + 34, f"needs {region.threshold}" if not claim["up"] else
                               "board" if claim["holder"] is None else claim["holder"], anchor="start", size=10))
        if claim["holder"]:
            pieces += _disc(x + step - 18, y + 14, 8, players.index(claim["holder"]))
    return pieces


def _card(x: float, y: float, number: int | str, parts: Components, step: int | None = None) -> list[str]:
    """Draw a card by its value, with its suit's colour and first letter; `?` is a back; a plan's step marks it."""
    if isinstance(number, str):
        return [svg.card(x, y, None, w=32, h=44)]
    suit = parts.cards[number - 1].suit
    pieces = [svg.card(x, y, str(number), w=32, h=44, fill=TINTS[suit], ink=RIMS[suit]),
              svg.text(x + 5, y + 11, suit[0], size=9, fill=RIMS[suit])]
    if step is not None:
        pieces += [f'<rect x="{x - 2:g}" y="{y - 2:g}" width="36" height="48" rx="6" fill="none" stroke="{svg.PLAN}" '
                   'stroke-width="3.5"/>', svg.number(x + 31, y, step, 8)]
    return pieces


def _cards(keys: dict[str, Any], parts: Components, players: list[str], observer: int,
           steps: Mapping[int | str, int]) -> list[str]:
    """Draw hands, the trick, and in the draft what the observer may pick from."""
    top = 392
    pieces = [svg.text(SIDE, top, "hands" if keys["phase"] != "draft" else "picked", anchor="start", size=12,
                       fill="#666666"),
              svg.text(SIDE + 420, top, "trick", anchor="start", size=12, fill="#666666")]
    laid = dict(keys["trick"])
    for seat, player in enumerate(players):
        y = top + 8 + 50 * seat
        pieces += _disc(SIDE + 8, y + 22, 8, seat)
        cards = keys["hands"][player]
        for i, card in enumerate(cards):
            pieces += _card(SIDE + 26 + (36 if cards[0] != "?" else 20) * i, y, card, parts,
                            steps.get(card) if seat == observer else None)
        if player in laid:
            pieces += _card(SIDE + 420, y, laid[player], parts)
    draft = (keys.get("draft") or {}).get(players[observer])
    if keys["phase"] == "draft" and isinstance(draft, dict):
        y = top + 8 + 50 * len(players)
        pieces.append(svg.text(SIDE, y + 14, "received", anchor="start", size=12, fill="#666666"))
        for i, card in enumerate(draft["received"][-1]):
            pieces += _card(SIDE + 70 + 36 * i, y + 4, card, parts, steps.get(card))
    return pieces
