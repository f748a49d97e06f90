"""The picture: the board, the apprentices for hire, Works of Wonder, each player's board, the own hand."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kingmaker.games.architects import _pieces as pieces
from kingmaker.games.architects._boards import draw_seats
from kingmaker.games.architects._pieces import GREY, TITLE, box, fitted, good, marked, token, tokens, width_of
from kingmaker.games.architects.names import GOODS, GUILDHALL, PLACES, SPACES
from kingmaker.games.architects.seen import table_seen
from kingmaker.games.architects.words import (
    BLACK_MARKET,
    DOES,
    TRADES,
    Cards,
    cards_of,
    consequence_words,
    name_of,
    reward_words,
    short_gain,
)
from kingmaker.games.core import svg

if TYPE_CHECKING:
    from kingmaker.games.architects._state import ArchState
    from kingmaker.games.architects.components import Components

WIDTH, EDGE = 1000, 12
SIDE = 652  # where Guildhall and cathedral begin
GAP = 8
PLACE_W = 204
SHOWN = ("quarry", "silversmith", "workshop", "forest", "kings_storehouse", "town_centre", "mines", "tax_stand",
         "guardhouse")  # of the grid, row by row
SLOT_TINT = "#efe6d2"
BLACK_TINT = "#e4dfe6"
ASKED = {"place": "place a worker", "hire": "hire an apprentice", "keep": "keep a building card",
         "recall": "take a worker back", "guard": "an action of the Guardhouse", "token": "where the wonder stands",
         "over": "the game is over", "mix": "which goods are paid", "influence": "how much influence pays",
         "with gold": "how much gold pays", "influence virtue": "how much influence saves virtue"}
FREE = {"bribe": "pay 2 silver, or lose virtue", "destroy": "how many debts are destroyed"}


def draw(state: ArchState, observer: int, lang: str = "en", plan: Sequence[str] = ()) -> svg.SvgString:
    """Draw what a player sees.

    Parameters
    ----------
    plan : moves of the observer: the places and cards that they name are marked with the moves' numbers
    """
    table, parts = table_seen(state, observer), state.rules.parts
    scene = _Scene(table, parts, cards_of(parts, lang), lang, _steps(plan), state.game.options["opponent"])
    drawn = [*scene.head(), *scene.tracks(), *scene.town(), *scene.display(), *scene.dark()]
    if "princess" in table:
        drawn += scene.court()
    more, height = draw_seats(scene.y, table, scene.cards, scene.steps, state.game.options["opponent"])
    drawn += [*more, *scene.legend(height)]
    height += 20 + 18 * scene.wonders
    return svg.document(WIDTH, height, drawn, title="Architects of the West Kingdom",
                        words=scene.said(plan))


def _steps(plan: Sequence[str]) -> dict[str, int]:
    """Return the number of the move that first names a card or a place.

    Examples
    --------
    >>> _steps(["place forest", "hire A12", "done", "capture forest p2", "mine gold"])
    {'forest': 1, 'A12': 2}
    """
    steps: dict[str, int] = {}
    for n, move in enumerate(plan, 1):
        verb, *names = move.split()
        if verb in ("place", "recall", "hire", "keep", "dismiss", "build", "discard", "trade", "capture", "token",
                    "cathedral", "contribute"):
            steps.setdefault((names or [verb])[0], n)
    return steps


class _Scene:
    """One picture; `y` is where the next part begins."""

    def __init__(self, table: Mapping[str, Any], parts: Components, cards: Cards, lang: str, steps: Mapping[str, int],
                 opponent: str) -> None:
        self.table, self.parts, self.cards, self.lang, self.steps = table, parts, cards, lang, steps
        self.opponent, self.y = opponent, 0.0
        self.seats = list(table["seats"])
        self.wonders = "princess" in table
        self.place_h = 108 if self.wonders else 84

    def name(self, what: str) -> str:
        """Return a name in the picture's language."""
        return name_of(what, self.lang)

    def said(self, plan: Sequence[str]) -> str:
        """Describe the table for readers without eyes."""
        table = self.table
        seats = "; ".join(f"{name} virtue {seat['virtue']}, cathedral {seat['cathedral']}, "
                          f"buildings {' '.join(seat['buildings']) or 'none'}"
                          for name, seat in table["seats"].items())
        workers = "; ".join(f"{place} " + " ".join(f"{name} {n}" for name, n in here.items())
                            for place, here in table["workers"].items() if here)
        hand = " ".join(table["seats"][table["observer"]].get("hand", [])) or "nothing"
        return (f"turn {table['turn']}, {table['player'] or 'nobody'} decides: {table['decision']}; {seats}; workers: "
                f"{workers or 'none'}; {table['observer']} holds {hand}"
                + (f"; plan: {', '.join(plan)}" if plan else ""))

    def legend(self, y: float) -> list[str]:
        """Draw what the marks mean."""
        words = "n: own workers there, the new one too · R: a reset · v: virtue"
        drawn = [*pieces.skill(EDGE + 10, y + 8, "carpentry"), svg.text(EDGE + 22, y + 13, "carpentry", size=13,
                                                                       anchor="start", fill=GREY),
                 *pieces.skill(EDGE + 110, y + 8, "tiling"), svg.text(EDGE + 122, y + 13, "tiling", size=13,
                                                                     anchor="start", fill=GREY),
                 *pieces.skill(EDGE + 182, y + 8, "masonry"), svg.text(EDGE + 194, y + 13, "masonry", size=13,
                                                                      anchor="start", fill=GREY),
                 svg.text(EDGE + 280, y + 13, words, size=13, anchor="start", fill=GREY)]
        if self.wonders:
            drawn.append(svg.text(EDGE + 2, y + 32, "costs, points and texts of Works of Wonder: in part "
                                  "reconstructed, see the game's README", size=13, anchor="start", fill=GREY))
        return drawn

    def head(self) -> list[str]:
        """Draw whose turn it is."""
        table = self.table
        asked = ASKED.get(table["decision"]) or FREE.get(table["decision"], table["decision"])
        words = "the game is over" if table["player"] is None else f"decides: {asked}"
        left = table["left"]
        if "points" in table:
            words += ": " + ", ".join(f"{name} {points}" for name, points in table["points"].items())
        turn = {"hire": "before the first turn", "draft": "draft of buildings"}.get(table["phase"],
                                                                                     f"turn {table['turn']}")
        if left is not None and table["phase"] == "turn":
            turn += f" · {left} more after it" if left else " · the last"
        self.y = 50
        drawn = [svg.text(EDGE, 32, turn, size=20, anchor="start", bold=True, fill=TITLE),
                 svg.text(WIDTH - EDGE, 32, words, size=18, anchor="end")]
        if table["player"] is not None:
            at = WIDTH - EDGE - width_of(words, 18) - 18
            drawn.append(token(at, 26, 13, table["player"]))
        return drawn

    def tracks(self) -> list[str]:
        """Draw the tracks of virtue and, in Works of Wonder, influence, with everybody's marker."""
        drawn = self._track("virtue", 15, lambda n: f"{self.parts.virtue[n][0]:+d}" if self.parts.virtue[n][0] else "0",
                            "points")
        if self.wonders:
            drawn += self._track("influence", 13, lambda n: "card" if n in (5, 9) else "", "")
        return drawn

    def _track(self, what: str, n: int, under: Any, unit: str) -> list[str]:
        left, top = 116, self.y
        step = (WIDTH - EDGE - left) / n
        levels = [self.table["seats"][name][what] for name in self.seats]
        h = 57 if any(levels.count(level) > 3 for level in levels) else 42
        drawn = [svg.text(EDGE, top + 20, self.name(what), size=15, anchor="start", bold=True)]
        if unit:
            drawn.append(svg.text(EDGE, top + 38, unit, size=13, anchor="start", fill=GREY))
        for i in range(n):
            x = left + step * i
            closed = what == "virtue" and (not self.parts.virtue[i][2] or not self.parts.virtue[i][3])
            drawn += [box(x, top, step - 3, h, fill=SLOT_TINT if closed else "white", rx=4),
                      svg.text(x + 5, top + 15, i, size=13, anchor="start", fill=GREY)]
            if under(i):
                drawn.append(svg.text(x + step - 7, top + 15, under(i), size=12, anchor="end", fill=GREY))
            here = [name for name in self.seats if self.table["seats"][name][what] == i]
            drawn += [token(x + 11 + 18 * (k % 3), top + 30 + 17 * (k // 3), 7.5, name) for k, name in enumerate(here)]
        self.y = top + h + 6
        return drawn

    # -- the town ------------------------------------------------------------------------------------------------------

    def town(self) -> list[str]:
        """Draw the nine places with their workers, Guildhall and cathedral."""
        top = self.y + 2
        drawn = []
        for i, place in enumerate(SHOWN):
            x, y = EDGE + (PLACE_W + GAP) * (i % 3), top + (self.place_h + GAP) * (i // 3)
            drawn += self._place(x, y, place)
        drawn += self._guildhall(SIDE, top) + self._cathedral(SIDE, top + 142 + 12 * self.wonders)
        self.y = top + max(3 * (self.place_h + GAP), 304) + 2
        return drawn

    def _place(self, x: float, y: float, place: str) -> list[str]:
        table = self.table
        drawn = [box(x, y, PLACE_W, self.place_h, fill="#fffdf6"),
                 svg.text(x + 10, y + 22, self.name(place), size=16, anchor="start", bold=True, fill=TITLE),
                 *pieces.written(x + 10, y + 40, DOES[place], 13, PLACE_W - 18 - 38 * (place == "tax_stand"), 1,
                                 fill=GREY)]
        at = x + PLACE_W - 20
        if place == "tax_stand":
            drawn += [svg.circle(at - 2, y + 24, 17, fill="#c0392b"),
                      svg.text(at - 2, y + 30, table["tax"], size=17, fill="white", bold=True)]
        if self.wonders:
            for who, letter, fill in (("princess", "P", "#b0307c"), ("profiteer", "p", "#3d3d3d")):
                if table[who] == place:
                    drawn += self._figure(at, y + 66, letter, fill)
                    at -= 26
            for wonder, card in table["wonders"].items():
                if card["token"] == place:
                    drawn += [pieces.polygon([(at - 13, y + 78), (at, y + 52), (at + 13, y + 78)], "#d9c27a"),
                              svg.text(at, y + 75, wonder[1:], size=13, bold=True)]
                    owner = next((name for name in self.seats if wonder in table["seats"][name]["buildings"]), None)
                    if owner:
                        drawn.append(token(at - 22, y + 70, 7, owner))
        here = table["workers"][place]
        drawn += tokens(x + 20, y + self.place_h - 18, here, r=11, step=38 if len(here) > 4 else 45)
        return drawn + marked(x, y, PLACE_W, self.place_h, self.steps.get(place))

    def _figure(self, x: float, y: float, letter: str, fill: str) -> list[str]:
        """Draw Princess (a crown over P) or Profiteer (a hat over p) as a figure."""
        head = ([(x - 10, y - 6), (x - 10, y - 16), (x - 5, y - 11), (x, y - 18), (x + 5, y - 11), (x + 10, y - 16),
                 (x + 10, y - 6)] if letter == "P" else
                [(x - 12, y - 7), (x - 7, y - 9), (x - 6, y - 16), (x + 6, y - 16), (x + 7, y - 9), (x + 12, y - 7)])
        return [svg.rect(x - 10, y - 6, 20, 19, fill=fill, rx=3), pieces.polygon(head, fill),
                svg.text(x, y + 9, letter, size=14, fill="white", bold=True)]

    def _guildhall(self, x: float, y: float) -> list[str]:
        """Draw the slots; a reset comes where R stands."""
        hall, laid = self.parts.hall[len(self.seats)], self.table[GUILDHALL]
        total, resets = hall[0], hall[1:]
        w = WIDTH - EDGE - x
        columns = total // 4 if total % 4 == 0 else 6
        step = min(44.0, (w - 20) / columns)
        drawn = [box(x, y, w, 134, fill="#fffdf6"),
                 svg.text(x + 10, y + 22, self.name(GUILDHALL), size=16, anchor="start", bold=True, fill=TITLE),
                 svg.text(x + w - 8, y + 21, f"{len(laid)} of {total}", size=14, anchor="end", fill=GREY)]
        for i in range(total):
            at, row = x + 10 + step * (i % columns), y + 31 + 25 * (i // columns)
            drawn.append(svg.rect(at, row, step - 4, 22, fill=SLOT_TINT, stroke=svg.LINE, rx=3))
            if i < len(laid):
                drawn.append(token(at + step / 2 - 2, row + 11, 9, laid[i]))
            elif i + 1 in resets:
                drawn.append(svg.text(at + step / 2 - 2, row + 17, "R", size=15, fill="#c0392b", bold=True))
        beside = laid[total:]
        for i, name in enumerate(beside):
            drawn.append(token(x + w - 16 - 20 * (i % 5), y + 44 + 24 * (i // 5), 9, name))
        at = x + 10 + step * columns + 6
        if not beside and w - (at - x) > 100:
            drawn += pieces.written(at, y + 48, "R: the market is reset" if len(laid) < resets[1] else "", 13,
                                    WIDTH - EDGE - at - 6, 3, fill=GREY)
            if self.table["left"] is not None:
                drawn += pieces.written(at, y + 96, "full: the end", 13, WIDTH - EDGE - at - 6, 2, fill="#c0392b")
        return drawn + marked(x, y, w, 134, self.steps.get(GUILDHALL))

    def _cathedral(self, x: float, y: float) -> list[str]:
        """Draw the levels, the highest on top."""
        w, table = WIDTH - EDGE - x, self.table
        drawn = [box(x, y, w, 150, fill="#fffdf6"),
                 svg.text(x + 10, y + 22, self.name("cathedral"), size=16, anchor="start", bold=True, fill=TITLE),
                 svg.text(x + w - 8, y + 21, f"{table['piles']['rewards']} rewards", size=14, anchor="end", fill=GREY)]
        below = [name for name in self.seats if table["seats"][name]["cathedral"] == 0]
        for i in range(5):
            level = 5 - i
            row, inset = y + 30 + 23 * i, 16.0 * (4 - i)
            card = self.cards.levels[level - 1]
            cost = card["cost"]
            words = f"{cost['count']} of W, S" if "count" in cost else short_gain(cost)
            drawn += [svg.rect(x + 8 + inset / 2, row, w - 92 - inset, 21, fill=SLOT_TINT, stroke=svg.LINE, rx=3),
                      svg.text(x + 14 + inset / 2, row + 16, f"{card['vp']}", size=14, anchor="start", bold=True),
                      svg.text(x + w - 80, row + 16, words, size=13, anchor="start", fill=GREY)]
            here = [name for name in self.seats if table["seats"][name]["cathedral"] == level]
            at = x + 52 + inset / 2
            for k in range(card["spaces"]):
                drawn.append(svg.circle(at + 26 * k, row + 10.5, 8, fill="white", stroke=svg.LINE))
                if k < len(here):
                    drawn.append(token(at + 26 * k, row + 10.5, 8.5, here[k]))
        for k, name in enumerate(below[:5]):
            drawn.append(token(x + 134 + 22 * k, y + 16, 8.5, name))
        return drawn + marked(x, y, w, 150, self.steps.get("cathedral"))

    # -- apprentices ---------------------------------------------------------------------------------------------------

    def display(self) -> list[str]:
        """Draw the apprentices for hire: a column's price in workers, the silver that lies on a card."""
        table = self.table
        rows = table["display"]
        n = len(rows[0])
        top, w = self.y + 2, (WIDTH - 2 * EDGE - (n - 1) * GAP) / n
        h = 104
        drawn = []
        pile = table["piles"]["apprentices"]
        for k in range(n):
            words = f"{k + 1} worker{'s' * (k > 0)}" + (" or silver" if k else ": 2 silver, 2 tax")
            drawn.append(svg.text(EDGE + (w + GAP) * k + 4, top + 14, words, size=13, anchor="start", fill=GREY))
        drawn.append(svg.text(WIDTH - EDGE, top + 14, f"pile {pile}", size=13, anchor="end", fill=GREY))
        for i, row in enumerate(rows):
            for k, id_ in enumerate(row):
                x, y = EDGE + (w + GAP) * k, top + 20 + (h + 6) * i
                drawn += self._apprentice(x, y, w, h, id_)
        self.y = top + 20 + 2 * (h + 6)
        return drawn

    def _apprentice(self, x: float, y: float, w: float, h: float, id_: str | None) -> list[str]:
        if id_ is None:
            return [svg.rect(x, y, w, h, fill=SLOT_TINT, stroke=svg.LINE, rx=6)]
        card = self.cards.apprentices[id_]
        drawn = [box(x, y, w, h)]
        room = w - 16 - 19 * len(card["skills"])
        drawn.append(pieces.title(x + 8, y + 20, self.cards.name(id_), room, 15, 13))
        for i, name in enumerate(card["skills"]):
            drawn += pieces.skill(x + w - 14 - 19 * i, y + 15, name)
        virtue = f"{card['virtue']:+d} virtue; " if card["virtue"] else ""
        says = self.cards.words(id_).split("; ")[-1]
        silver = self.table["coins"].get(id_)
        drawn += pieces.written(x + 8, y + 38, virtue + says, 12 if silver else 13, w - 14, 4, step=13 if silver else 0)
        drawn.append(svg.text(x + w - 6, y + h - 6, id_, size=12, anchor="end", fill=GREY))
        if silver:
            drawn += [svg.circle(x + 16, y + h - 12, 10, fill="#dfe3e6"),
                      svg.text(x + 16, y + h - 7, silver, size=14, bold=True)]
        return drawn + marked(x, y, w, h, self.steps.get(id_))

    # -- Black Market, wonders -----------------------------------------------------------------------------------------

    def dark(self) -> list[str]:
        """Draw the Black Market's three spaces, with prices, goods and workers, and the silver of the Storehouse."""
        top, table = self.y + 4, self.table
        w, h = WIDTH - 2 * EDGE, 92
        drawn = [box(EDGE, top, w, h, fill=BLACK_TINT),
                 svg.text(EDGE + 10, top + 22, self.name(BLACK_MARKET), size=16, anchor="start", bold=True, fill=TITLE),
                 *pieces.written(EDGE + 10, top + 42, "each −1 virtue; 3 workers here, or R at the Guildhall: reset",
                                 13, 164, 3, fill=GREY)]
        open_ = table["cards"]
        goods = []
        for side, printed in (("small", "small_space"), ("large", "large_space")):
            goods.append(self.cards.market[open_[side]][side] if open_[side] else self.cards.printed[printed])
        step = (w - 184) / 3
        for i, space in enumerate(SPACES):
            x = EDGE + 180 + step * i
            drawn += [box(x, top + 7, step - 8, h - 14),
                      svg.text(x + 10, top + 27, f"{space}, {i + 1} silver", size=14, anchor="start", bold=True)]
            whose = table["market"][space]
            drawn.append(svg.circle(x + step - 34, top + 32, 17, fill=SLOT_TINT, stroke=svg.LINE))
            if whose:
                drawn.append(token(x + step - 34, top + 32, 13, whose))
            if space == "middle":
                drawn += pieces.written(x + 10, top + 50, "hire one free, or see 5 buildings, keep 1", 13, step - 76, 2)
                continue
            at = x + 10
            for kind, n in goods[i // 2].items():
                drawn += good(at, top + 38, kind, n, size=22)
                at += 46
            below = f"pile {table['piles']['market']}" if space == "small" else ""
            drawn.append(svg.text(x + 10, top + 78, f"{open_[space] or 'printed'}  {below}".strip(), size=13,
                                  anchor="start", fill=GREY))
            drawn += marked(x, top + 7, step - 8, h - 14, self.steps.get(space))
        drawn += marked(EDGE + 180 + step, top + 7, step - 8, h - 14, self.steps.get("middle"))
        supply = (f"{self.name('kings_storehouse')}: {TRADES}   ·   buildings: pile {table['piles']['buildings']}   "
                  f"·   debts left {table['debts']}")
        drawn.append(svg.text(EDGE + 4, top + h + 18, fitted(supply, 13, w - 8), size=13, anchor="start", fill=GREY))
        self.y = top + h + 26
        return drawn

    def court(self) -> list[str]:
        """Draw contribution and consequence cards and the wonders."""
        top, table = self.y, self.table
        w, h = (WIDTH - 2 * EDGE - GAP) / 2, 118
        card, laid = self.cards.contributions[table["contribution"][0]], table["contribution"][1]
        drawn = [box(EDGE, top, w, h),
                 svg.text(EDGE + 10, top + 21, f"Contributions {table['contribution'][0]}", size=15, anchor="start",
                          bold=True, fill=TITLE),
                 svg.text(EDGE + w - 8, top + 20, f"pile {table['piles']['contributions']}", size=13, anchor="end",
                          fill=GREY)]
        step = (w - 16) / 5
        for i, kind in enumerate(GOODS):
            x = EDGE + 8 + step * i
            given = kind in laid
            drawn += [svg.rect(x, top + 30, step - 5, 82, fill=SLOT_TINT if given else "white", stroke=svg.LINE, rx=4),
                      *good(x + 7, top + 36, kind, "", size=24)]
            if given:
                drawn.append(svg.text(x + 38, top + 54, "laid", size=14, anchor="start", bold=True))
            drawn += pieces.written(x + 7, top + 78, short_gain(card["contribution"][kind]), 13, step - 16, 2)
            drawn += marked(x, top + 30, step - 5, 82, self.steps.get(kind))
        return [*drawn, *self._consequence(EDGE + w + GAP, top, w, h), *self._wonders(top + h + 6)]

    def _consequence(self, x: float, y: float, w: float, h: float) -> list[str]:
        card = self.cards.contributions[self.table["consequence"]]
        drawn = [box(x, y, w, h), svg.text(x + 10, y + 21, f"At the next reset {self.table['consequence']}", size=15,
                                           anchor="start", bold=True, fill=TITLE)]
        says = (("P", "#b0307c", "princess", f"most workers there: {reward_words(card)}"),
                ("p", "#3d3d3d", "profiteer", f"each worker's owner: {consequence_words(card)}, then prison"))
        for i, (letter, fill, who, words) in enumerate(says):
            row = y + 52 + 40 * i
            drawn += [*self._figure(x + 22, row, letter, fill),
                      svg.text(x + 42, row - 4, f"{self.name(who)}: {self.name(self.table[who])}", size=14,
                               anchor="start", bold=True),
                      svg.text(x + 42, row + 13, fitted(words, 13, w - 50), size=13, anchor="start")]
        return drawn

    def _wonders(self, top: float) -> list[str]:
        n = len(self.table["wonders"])
        w, h, drawn = (WIDTH - 2 * EDGE - (n - 1) * GAP) / n, 74, []
        for i, (wonder, now) in enumerate(self.table["wonders"].items()):
            x, card = EDGE + (w + GAP) * i, self.cards.wonders[wonder]
            owner = next((name for name in self.seats if wonder in self.table["seats"][name]["buildings"]), None)
            drawn += [box(x, top, w, h, fill=SLOT_TINT if owner else "#fffdf6"),
                      svg.circle(x + 16, top + 16, 12, fill=TITLE, stroke="none"),
                      svg.text(x + 16, top + 21.5, card["vp"], size=14, fill="white", bold=True),
                      pieces.title(x + 33, top + 21, self.cards.name(wonder), w - 36, 14, 13, 12)]
            if owner:
                drawn += [svg.text(x + 8, top + 54, "built by", size=14, anchor="start"),
                          token(x + 84, top + 49, 11, owner)]
            else:
                drawn += good(x + 8, top + 32, card["resource"], f"{card['cost'] - now['goods']}", size=18)
                words = f"of {card['cost']}" if now["goods"] else ""
                drawn += [svg.text(x + 58, top + 46, words, size=13, anchor="start", fill=GREY),
                          svg.text(x + 8, top + 67, f"{card['influence']} influence, {card['tax']} tax", size=13,
                                   anchor="start")]
            drawn += marked(x, top, w, h, self.steps.get(wonder))
        self.y = top + h + 8
        return drawn


__all__ = ["PLACES", "draw"]
