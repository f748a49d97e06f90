"""The picture: the board, the apprentices for hire, Works of Wonder, each player's board, the own hand."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kingmaker.games.architects import _pieces as pieces
from kingmaker.games.architects._boards import draw_seats
from kingmaker.games.architects._pieces import GREY, SMALL, TITLE, box, coin, fitted, marked, token, width_of
from kingmaker.games.architects._scene import MARKET_TINT, SLOT, SLOT_TINT, Scene
from kingmaker.games.architects.cards import cards_of
from kingmaker.games.architects.saying import said
from kingmaker.games.architects.seen import table_seen
from kingmaker.games.architects.words import BLACK_MARKET
from kingmaker.games.core import svg

if TYPE_CHECKING:
    from kingmaker.games.architects._state import ArchState

WIDTH, EDGE = 1000, 12
SIDE = 652  # where Guildhall and cathedral begin
GAP = 8
PLACE_W = 204
SHOWN = ("quarry", "silversmith", "workshop", "forest", "kings_storehouse", "town_centre", "mines", "tax_stand",
         "guardhouse")  # of the grid, row by row
NAMING = ("place", "recall", "hire", "keep", "dismiss", "build", "discard", "trade", "capture", "token", "cathedral")


def draw(state: ArchState, observer: int, lang: str = "en", plan: Sequence[str] = ()) -> svg.SvgString:
    """Draw what a player sees.

    Parameters
    ----------
    plan : moves of the observer: the places and cards that they name are marked with the moves' numbers
    """
    table, parts = table_seen(state, observer), state.rules.parts
    scene = Scene(table, parts, cards_of(parts, lang), steps_of(plan), state.game.options["opponent"])
    drawn, y = scene.tracks(EDGE, 50, WIDTH - 2 * EDGE)
    drawn += _head(scene)
    for part in (_town, _display, _dark, *([_court] if scene.wonders else []), draw_seats):
        more, y = part(scene, y)
        drawn += more
    more, y = _legend(scene, y)
    return svg.document(WIDTH, y, [*drawn, *more], title=scene.say("title"), words=_spoken(table, plan))


def steps_of(plan: Sequence[str]) -> dict[str, int]:
    """Return the number of the move that first names a card or a place.

    Examples
    --------
    >>> steps_of(["place forest", "contribute clay", "hire A12", "done", "capture forest p2", "mine gold"])
    {'forest': 1, 'slot clay': 2, 'A12': 3}
    """
    steps: dict[str, int] = {}
    for n, move in enumerate(plan, 1):
        verb, *names = move.split()
        if verb in NAMING:
            steps.setdefault((names or [verb])[0], n)
        elif verb == "contribute":
            steps.setdefault(SLOT + names[0], n)
    return steps


def _spoken(table: Mapping[str, Any], plan: Sequence[str]) -> str:
    """Describe the table for readers without eyes."""
    seats = "; ".join(f"{name} virtue {seat['virtue']}, cathedral {seat['cathedral']}, "
                      f"buildings {' '.join(seat['buildings']) or 'none'}"
                      for name, seat in table["seats"].items())
    workers = "; ".join(f"{place} " + " ".join(f"{name} {n}" for name, n in here.items())
                        for place, here in table["workers"].items() if here)
    hand = " ".join(table["seats"][table["observer"]].get("hand", [])) or "nothing"
    return (f"turn {table['turn']}, {table['player'] or 'nobody'} decides: {table['decision']}; {seats}; workers: "
            f"{workers or 'none'}; {table['observer']} holds {hand}"
            + (f"; plan: {', '.join(plan)}" if plan else ""))


# -- parts: each is given where it begins, and returns what it drew and where it ends ----------------------------------


def turn_words(scene: Scene) -> str:
    """Return which turn it is."""
    table = scene.table
    turn = {"hire": scene.say("before"), "draft": scene.say("draft")}.get(table["phase"],
                                                                          scene.say("turn", table["turn"]))
    left = table["left"]
    if left is None or table["phase"] != "turn":
        return turn
    return f"{turn} · {scene.say('more', left) if left else scene.say('last')}"


def _head(scene: Scene) -> list[str]:
    """Draw whose turn it is."""
    table = scene.table
    words = scene.say("over") if table["player"] is None else scene.say(
        "decides", said("decisions", table["decision"], scene.lang))
    if "points" in table:
        words += ": " + ", ".join(f"{name} {points}" for name, points in table["points"].items())
    drawn = [svg.text(EDGE, 32, turn_words(scene), size=20, anchor="start", bold=True, fill=TITLE),
             svg.text(WIDTH - EDGE, 32, words, size=18, anchor="end")]
    if table["player"] is not None:
        drawn.append(token(WIDTH - EDGE - width_of(words, 18) - 18, 26, 13, table["player"]))
    return drawn


def _town(scene: Scene, y: float) -> tuple[list[str], float]:
    """Draw the nine places with their workers, Guildhall and cathedral."""
    top = y + 2
    drawn = scene.guildhall(SIDE, top, WIDTH - EDGE - SIDE)
    drawn += scene.cathedral(SIDE, top + 142, WIDTH - EDGE - SIDE)
    row = top
    for k in range(3):
        places = SHOWN[3 * k:3 * k + 3]
        h = max(92.0, scene.place_height(places, PLACE_W))
        for i, place in enumerate(places):
            drawn += scene.place(EDGE + (PLACE_W + GAP) * i, row, PLACE_W, h, place)
        row += h + GAP
    return drawn, max(row, top + 300) + 2


def _display(scene: Scene, y: float) -> tuple[list[str], float]:
    """Draw the apprentices for hire: a column's price in workers, the silver that lies on a card."""
    rows = scene.table["display"]
    n = len(rows[0])
    top, w, h = y + 2, (WIDTH - 2 * EDGE - (n - 1) * GAP) / n, 108
    drawn = []
    for k in range(n):
        words = scene.say("price-first") if not k else scene.say("price", k + 1)
        drawn.append(svg.text(EDGE + (w + GAP) * k + 4, top + 14, words, size=SMALL, anchor="start", fill=GREY))
    for i, row in enumerate(rows):
        for k, id_ in enumerate(row):
            drawn += _apprentice(scene, EDGE + (w + GAP) * k, top + 20 + (h + 6) * i, w, h, id_)
    return drawn, top + 20 + 2 * (h + 6)


def _apprentice(scene: Scene, x: float, y: float, w: float, h: float, id_: str | None) -> list[str]:
    if id_ is None:
        return [svg.rect(x, y, w, h, fill=SLOT_TINT, stroke=svg.LINE, rx=6)]
    card = scene.cards.apprentices[id_]
    drawn = [box(x, y, w, h)]
    room = w - 16 - 19 * len(card["skills"])
    drawn.append(pieces.title(x + 8, y + 20, scene.cards.name(id_), room, 15, SMALL))
    for i, name in enumerate(card["skills"]):
        drawn += pieces.skill(x + w - 14 - 19 * i, y + 15, name, lang=scene.lang)
    virtue = f"{card['virtue']:+d} {scene.name('virtue')}; " if card["virtue"] else ""
    says = scene.cards.words(id_).split("; ")[-1]
    drawn += pieces.written(x + 8, y + 38, virtue + says, SMALL, w - 14, 4)
    silver = scene.table["coins"].get(id_)
    if silver:
        drawn += coin(x + w - 16, y + h - 16, silver)
    drawn.append(svg.text(x + w - (34 if silver else 6), y + h - 6, id_, size=SMALL, anchor="end", fill=GREY))
    return drawn + marked(x, y, w, h, scene.steps.get(id_))


def _dark(scene: Scene, y: float) -> tuple[list[str], float]:
    """Draw the Black Market's three spaces, and what else there is to know of the supply."""
    top, table = y + 4, scene.table
    w, h = WIDTH - 2 * EDGE, 98
    drawn = [box(EDGE, top, w, h, fill=MARKET_TINT),
             svg.text(EDGE + 10, top + 22, scene.name(BLACK_MARKET), size=16, anchor="start", bold=True, fill=TITLE),
             *pieces.written(EDGE + 10, top + 42, scene.say("market"), SMALL, 166, 4, fill=GREY, step=15)]
    step = (w - 184) / 3
    for i in range(3):
        drawn += scene.space(EDGE + 180 + step * i, top + 7, step - 8, h - 14, i)
    supply = "   ·   ".join((f"{scene.name('kings_storehouse')}: {scene.say('trades')}",
                             scene.say("buildings-pile", table["piles"]["buildings"])))
    piles = "   ·   ".join((f"{scene.say('apprentices')}: {scene.say('pile', table['piles']['apprentices'])}",
                            scene.say("debts-left", table["debts"])))
    for k, line in enumerate((supply, piles)):
        drawn.append(svg.text(EDGE + 4, top + h + 18 + 18 * k, fitted(line, SMALL, w - 8), size=SMALL, anchor="start",
                              fill=GREY))
    return drawn, top + h + 44


def _court(scene: Scene, y: float) -> tuple[list[str], float]:
    """Draw contribution and consequence cards and the wonders."""
    half = (WIDTH - 2 * EDGE - GAP) / 2
    drawn = [*scene.contributions(EDGE, y, half), *scene.consequence(EDGE + half + GAP, y, half)]
    wonders = scene.table["wonders"]
    w = (WIDTH - 2 * EDGE - (len(wonders) - 1) * GAP) / len(wonders)
    for i, wonder in enumerate(wonders):
        drawn += scene.wonder(EDGE + (w + GAP) * i, y + 128, w, wonder)
    return drawn, y + 136 + scene.wonder_height(w)


def _legend(scene: Scene, y: float) -> tuple[list[str], float]:
    """Draw what the marks mean."""
    drawn, at = [], float(EDGE + 10)
    for name in ("carpentry", "tiling", "masonry"):
        words = scene.say(name)
        drawn += [*pieces.skill(at, y + 8, name, lang=scene.lang),
                  svg.text(at + 12, y + 13, words, size=SMALL, anchor="start", fill=GREY)]
        at += 38 + width_of(words, SMALL)
    drawn.append(svg.text(at, y + 13, scene.say("legend"), size=SMALL, anchor="start", fill=GREY))
    if scene.wonders:
        drawn.append(svg.text(EDGE + 2, y + 32, scene.say("reconstructed"), size=SMALL, anchor="start", fill=GREY))
    return drawn, y + 20 + 18 * scene.wonders
