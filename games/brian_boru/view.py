"""The picture: map, players, track, claim tokens and cards, as one player knows them."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from kingmaker.games.brian_boru.components import Components
from kingmaker.games.brian_boru.telling import both_actions, wedding_name, wedding_words
from kingmaker.games.brian_boru.words import counted, name_of, say
from kingmaker.games.core import svg

WIDTH = 800  # shown 600 wide what is 12 here is 9
MAP_X, MAP_Y, MAP_W, MAP_H = 36, 114, 420, 570
TOP = MAP_Y - 12  # of the right half
ROW = 62  # of a player there
SIDE = 500  # where the right half begins
CARD_W, CARD_H = 384, 78  # a card with its words
LINE = 46  # letters of these
TINTS = {"red": "#eba79f", "blue": "#a9c4ea", "yellow": "#f5df8c", "white": "#ffffff"}
RIMS = {"red": "#9c2f24", "blue": "#2c5a97", "yellow": "#8a6d00", "white": svg.INK}
GOLD = "#e69f00"
GREY = "#666666"
PLACED = ("place", "pick", "town", "play", "expand", "liberate", "lose", "monastery")  # moves that name what is drawn
BENEFITS = {"coin": "coin-letter", "renown": "renown-letter", "any_town": "town-letter"}
FACTS = ("coins", "renown", "raiders", "church")
Keys = dict[str, Any]


def draw(keys: Keys, observer: int, parts: Components, plan: Sequence[str] = (), lang: str = "en") -> svg.SvgString:
    """Draw a position.

    Parameters
    ----------
    keys : of a position, with `?` for what the observer does not know
    observer : whose seat is marked
    plan : moves of the observer: the towns and cards that they name are marked with the moves' numbers
    """
    players, steps = list(keys["points"]), _steps(plan)
    below, height = _cards(keys, parts, players, observer, steps, lang)
    pieces = [*_map(keys, parts, players, steps), *_head(keys, parts, lang),
              *_players(keys, players, observer, lang), *_track(keys, parts, players, lang),
              *_claims(keys, parts, players, lang), *below,
              *(svg.text(16, height + 16 + 16 * k, line, anchor="start", size=12, fill=GREY)
                for k, line in enumerate((say("legend", lang), say("legend-track", lang))))]
    return svg.document(WIDTH, height + 44, pieces, title=say("title", lang),
                        words=_words(keys, players, observer, plan, lang))


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


def _words(keys: Keys, players: list[str], observer: int, plan: Sequence[str], lang: str) -> str:
    """Describe the table for readers without eyes."""
    hand = " ".join(str(card) for card in keys["hands"][players[observer]]) or say("nothing", lang)
    found = [say("round", lang, keys["round"], len(keys["marriage_deck"]), name_of("phases", keys["phase"], lang)),
             _decides(keys, lang),
             say("points", lang, ", ".join(f"{player} {keys['points'][player]}" for player in players))]
    for player in players:
        own = [name + f" ({say('vikings', lang)})" * town["viking"] for name, town in keys["towns"].items()
               if town["disc"] == player]
        found.append(say("has", lang, player, " ".join(own) or say("no-town", lang)))
    found.append(say("holds", lang, players[observer], hand))
    return "; ".join(found + ([say("plan", lang, ", ".join(plan))] if plan else []))


def _decides(keys: Keys, lang: str) -> str:
    if keys["player"] is None:
        return say("over", lang)
    return say("decides", lang, keys["player"], name_of("decisions", keys["decision"], lang))


# -- map -----------------------------------------------------------------------------------------------------------


def _at(x: float, y: float) -> tuple[float, float]:
    return MAP_X + x * MAP_W / 100, MAP_Y + y * MAP_H / 100


def _map(keys: dict[str, Any], parts: Components, players: list[str], steps: Mapping[int | str, int]) -> list[str]:
    """Draw region letters, roads and towns."""
    places = {town.id: _at(town.x, town.y) for town in parts.towns}
    pieces = [svg.rect(12, MAP_Y - 28, MAP_W + 48, MAP_H + 66, fill="#eef3ea", stroke=svg.LINE, rx=8)]
    for region in parts.regions:
        own = [places[town.id] for town in parts.towns if town.region == region.id]
        x, y = sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own)
        pieces.append(svg.text(x, y + 24, region.id, size=64, fill="#d5dfcd", bold=True))
    for a, b in parts.roads:
        pieces.append(svg.line(*places[a], *places[b], stroke="#a08d68", width=3))
    for town in parts.towns:
        pieces += _town(town.colour, *places[town.id], keys["towns"].get(town.id), players,
                        active=keys["active"] == town.id)
    pieces += [_label(town.id, places) for town in parts.towns]
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


def _town(colour: str, x: float, y: float, town: dict[str, Any] | None, players: list[str], *,
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
                       svg.text(x + 10, y - 5, "V", size=11, fill="white", bold=True)]
    return pieces


def _label(name: str, places: Mapping[str, tuple[float, float]]) -> str:
    """Write a town's name below it, or where other towns leave more room."""
    x, y = places[name]
    others = [place for town, place in places.items() if town != name]

    def room(spot: tuple[float, float]) -> float:
        return min((min((spot[0] - a) ** 2 + (spot[1] - b) ** 2, 26.0 ** 2) for a, b in others), default=0.0)

    dx, dy = max(((0, 22), (0, -21), (25, 0), (-25, 0)), key=lambda by: room((x + by[0], y + by[1])))
    return svg.text(x + dx, y + dy + 4, name, size=12)


# -- right half ----------------------------------------------------------------------------------------------------


def _head(keys: Keys, parts: Components, lang: str) -> list[str]:
    title = say("round", lang, keys["round"], len(keys["marriage_deck"]), name_of("phases", keys["phase"], lang))
    turned = keys["marriage_deck"][keys["round"] - 1] if keys["round"] else None
    gives = say("none-yet", lang) if turned is None else (
        f"{wedding_name(turned, lang)} ({wedding_words(parts, lang)[turned]})")
    return [svg.text(16, 28, title, anchor="start", size=19, bold=True),
            svg.text(WIDTH - 16, 28, _decides(keys, lang), anchor="end", size=15),
            svg.text(16, 52, say("wedding", lang, gives), anchor="start", size=14),
            svg.text(16, 73, say("battle", lang, keys["battle"]), anchor="start", size=14)]


def _players(keys: Keys, players: list[str], observer: int, lang: str) -> list[str]:
    """Draw what each player has, a name with points and a line of numbers each."""
    pieces = []
    for seat, player in enumerate(players):
        y = TOP + ROW * seat
        fill = "#fff7dc" if player == keys["player"] else "white"
        pieces += [svg.rect(SIDE, y - 16, WIDTH - SIDE - 12, 58, fill=fill, rx=6, stroke=svg.LINE),
                   *_disc(SIDE + 16, y, 9, seat)]
        name = player + (f" ({say('you', lang)})" if seat == observer else "")
        pieces.append(svg.text(SIDE + 32, y + 5, name, anchor="start", size=14, bold=True))
        if player == keys["marker"]:
            pieces.append(f'<path d="M{SIDE + 108} {y - 9}v18" stroke="{svg.INK}" stroke-width="1.6"/>'
                          f'<path d="M{SIDE + 109} {y - 9}l14 5l-14 5z" fill="{GOLD}" stroke="{svg.INK}"/>')
        held = keys["hands"][player]
        count = f" · {counted('card', len(held), lang)}" if held else ""
        pieces.append(svg.text(WIDTH - 22, y + 5, counted("point", keys["points"][player], lang) + count, anchor="end",
                               size=14, bold=True))
        facts = " · ".join(f"{name_of('counts', key, lang)} {keys[key][player]}" for key in FACTS)
        pieces.append(svg.text(SIDE + 10, y + 22, facts, anchor="start", size=12))
        married = [wedding_name(card, lang) for card in keys["marriages"][player]]
        if keys["princess"] and keys["princess"]["holder"] == player:
            married.append(f"{say('princess', lang)} ({name_of('uses', keys['princess']['use'], lang)})")
        if married:
            words = say("married", lang, ", ".join(married))
            pieces.append(svg.text(SIDE + 10, y + 37, words, anchor="start", size=12))
    return pieces


def _track(keys: Keys, parts: Components, players: list[str], lang: str) -> list[str]:
    """Draw the marriage track, the first space on the left."""
    y, room = TOP + ROW * 5 + 22, WIDTH - SIDE - 12
    step = min(48.0, room / len(parts.track))
    pieces = [svg.text(SIDE, y - 8, say("track", lang), anchor="start", size=13, fill=GREY)]
    for space, benefit in enumerate(parts.track):
        x = SIDE + step * space
        pieces.append(svg.rect(x, y, step - 2, 66, fill="white", rx=4, stroke=svg.LINE))
        letters = "".join(say(BENEFITS[part], lang) for part in benefit)
        if letters:
            pieces.append(svg.text(x + step / 2 - 1, y + 61, letters, size=13))
        here = [seat for seat, player in enumerate(players) if keys["track"][player] == space]
        for i, seat in enumerate(here):
            pieces += _disc(x + 8 + 13 * (i % 2), y + 9 + 15 * (i // 2), 6.5, seat)
    return pieces


def _claims(keys: Keys, parts: Components, players: list[str], lang: str) -> list[str]:
    """Draw the claim tokens: grey while face down, with their holder's disc."""
    top, step = TOP + ROW * 5 + 120, (WIDTH - SIDE - 8) / 4
    pieces = [svg.text(SIDE, top - 8, say("claims", lang), anchor="start", size=13, fill=GREY)]
    for i, region in enumerate(parts.regions):
        claim, x, y = keys["claims"][region.id], SIDE + step * (i % 4), top + 48 * (i // 4)
        pieces.append(svg.rect(x, y, step - 6, 42, fill="#fff3cf" if claim["up"] else "#d9d9d9", rx=6, stroke=svg.LINE))
        pieces.append(svg.text(x + 7, y + 18, f"{region.id} {region.points}", anchor="start", size=15, bold=True))
        pieces.append(svg.text(x + 7, y + 35, say("needs", lang, region.threshold) if not claim["up"] else
                               say("board", lang) if claim["holder"] is None else claim["holder"], anchor="start",
                               size=12))
        if claim["holder"]:
            pieces += _disc(x + step - 20, y + 14, 9, players.index(claim["holder"]))
    return pieces


# -- cards ---------------------------------------------------------------------------------------------------------


def _card(x: float, y: float, number: int, parts: Components, lang: str, step: int | None = None,
          seat: int | None = None) -> list[str]:
    """Draw a card with both actions in words; a plan's step marks it, and a disc says whose it is."""
    card = parts.cards[number - 1]
    lines = [line for words in both_actions(card, lang) for line in wrap(words, LINE, subsequent_indent="   ")]
    pieces = [svg.rect(x, y, CARD_W, CARD_H, fill="white", rx=6, stroke=svg.LINE),
              svg.card(x + 6, y + 7, str(number), w=42, h=50, fill=TINTS[card.suit], ink=RIMS[card.suit]),
              svg.text(x + 27, y + 71, name_of("suits", card.suit, lang), size=12, fill=RIMS[card.suit]),
              *(svg.text(x + 56, y + 18 + 16 * k, line, anchor="start", size=12.5) for k, line in enumerate(lines))]
    if seat is not None:
        pieces += _disc(x + CARD_W - 14, y + 14, 9, seat)
    if step is not None:
        pieces += [f'<rect x="{x - 2:g}" y="{y - 2:g}" width="{CARD_W + 4}" height="{CARD_H + 4}" rx="7" fill="none" '
                   f'stroke="{svg.PLAN}" stroke-width="3.5"/>', svg.number(x + CARD_W - 4, y + 4, step, 10)]
    return pieces


def _cards(keys: Keys, parts: Components, players: list[str], observer: int, steps: Mapping[int | str, int],
           lang: str) -> tuple[list[str], float]:
    """Draw the trick, the observer's hand, and in the draft what there is to pick from; return where it ends."""
    top = MAP_Y + MAP_H + 62.0
    me = players[observer]
    is_draft = keys["phase"] == "draft"
    draft = (keys.get("draft") or {}).get(me)
    groups: list[tuple[str, list[tuple[int, int | None]]]] = [
        ("trick", [(card, players.index(player)) for player, card in keys["trick"]]),
        ("received", [(card, None) for card in draft["received"][-1]] if is_draft and isinstance(draft, dict) else []),
        ("picked" if is_draft else "your-hand", [(card, None) for card in keys["hands"][me] if card != "?"])]
    pieces = []
    for title, cards in groups:
        if not cards:
            continue
        pieces.append(svg.text(16, top, say(title, lang), anchor="start", size=14, bold=True))
        for i, (card, seat) in enumerate(cards):
            x, y = 12 + (CARD_W + 8) * (i % 2), top + 8 + (CARD_H + 8) * (i // 2)
            pieces += _card(x, y, card, parts, lang, steps.get(card) if seat is None else None, seat)
        top += 8 + (CARD_H + 8) * ((len(cards) + 1) // 2) + 20
    return pieces, top - 12
