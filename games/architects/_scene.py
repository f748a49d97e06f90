"""Parts of the table as drawings, each in the room that it is given: for the whole picture, and for the page."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from kingmaker.games.architects import _pieces as pieces
from kingmaker.games.architects._pieces import GREY, SMALL, TITLE, box, coin, good, marked, token, tokens
from kingmaker.games.architects.cards import Cards
from kingmaker.games.architects.names import GOODS, GUILDHALL, SPACES
from kingmaker.games.architects.saying import said, say
from kingmaker.games.architects.words import (
    BLACK_MARKET,
    consequence_words,
    name_of,
    reward_words,
    short_cost,
    short_gain,
)
from kingmaker.games.core import svg
from kingmaker.games.core.board import touchable

if TYPE_CHECKING:
    from kingmaker.games.architects.components import Components

BROAD = 180  # of a place: from there on its name stands in one line
SLOT_TINT = "#efe6d2"
PLACE_TINT = "#fffdf6"
MARKET_TINT = "#e4dfe6"
ALARM = "#c0392b"
SIGNS = {"quarry": "stone", "forest": "wood", "mines": "clay"}  # what a place gives, drawn before its words
FIGURES = (("princess", "P", "#b0307c"), ("profiteer", "p", "#3d3d3d"))
SLOT = "slot "  # before a good where it is one to be laid on the contribution card
PRISON = "prison"


class Scene:
    """What is drawn: a table as somebody sees it, and what of it a plan names.

    Parameters
    ----------
    table : of `seen.table_seen`
    steps : cards and places that a plan names, with the number of the move
    is_touched : parts carry the word that a touch of them means
    """

    def __init__(self, table: Mapping[str, Any], parts: Components, cards: Cards, steps: Mapping[str, int],
                 opponent: str, *, is_touched: bool = False) -> None:
        self.table, self.parts, self.cards, self.lang, self.steps = table, parts, cards, cards.lang, steps
        self.opponent, self.is_touched = opponent, is_touched
        self.seats = list(table["seats"])
        self.wonders = "princess" in table

    def name(self, what: str) -> str:
        """Return a name in the picture's language."""
        return name_of(what, self.lang)

    def say(self, key: str, *values: object) -> str:
        """Return what the picture says."""
        return say(key, self.lang, *values)

    def good(self, x: float, y: float, kind: str, n: object, *, size: float, dim: bool = False) -> list[str]:
        """Draw a good by its letter in the picture's language."""
        return good(x, y, kind, n, size=size, dim=dim, lang=self.lang)

    def end(self, x: float, y: float, w: float, h: float, word: str, label: str) -> list[str]:
        """Draw what lies over a part: the plan's number, and what is touched."""
        over = [touchable(word, label, svg.rect(x, y, w, h, stroke="none", rx=6))] if self.is_touched else []
        return [*marked(x, y, w, h, self.steps.get(word)), *over]

    # -- places --------------------------------------------------------------------------------------------------------

    def place_lines(self, place: str, w: float) -> tuple[list[str], list[str]]:
        """Return a place's name and what it does, in lines."""
        size = (16 if w > BROAD else 14) * pieces.BOLD
        name = pieces.lines_of(self.name(place), size, w - 18 - 40 * (place == "tax_stand"), 2)
        does = pieces.lines_of(said("does", place, self.lang), SMALL, w - 14 - 20 * (place in SIGNS), 2)
        return name, does

    def place_height(self, places: Sequence[str], w: float) -> float:
        """Return how high some places beside each other have to be."""
        lines = [self.place_lines(place, w) for place in places]
        rows = max(1, *(ceil(len(self.table["workers"][place]) / self._across(w)) for place in places))
        figures = any(self._stands(place) for place in places)
        return float(14 + 17 * max(len(name) for name, _ in lines) + 16 * max(len(does) for _, does in lines)
                     + 36 * figures + 26 * rows)

    def _across(self, w: float) -> int:
        return int((w - 8) // (45 if w > BROAD else 39))

    def _stands(self, place: str) -> list[str]:
        """Return which figures stand at a place: Princess, Profiteer, tokens of wonders."""
        if not self.wonders:
            return []
        return [*(who for who, _, _ in FIGURES if self.table[who] == place),
                *(wonder for wonder, now in self.table["wonders"].items() if now["token"] == place)]

    def place(self, x: float, y: float, w: float, h: float, place: str) -> list[str]:
        """Draw one of the nine places with its workers."""
        name, does = self.place_lines(place, w)
        size, row = 16 if w > BROAD else 14, y + 21
        drawn = [box(x, y, w, h, fill=PLACE_TINT)]
        for line in name:
            drawn.append(svg.text(x + 9, row, line, size=size, anchor="start", bold=True, fill=TITLE))
            row += 17
        if place in SIGNS:
            drawn += self.good(x + 9, row - 12, SIGNS[place], "", size=15)
        for line in does:
            drawn.append(svg.text(x + 9 + 20 * (place in SIGNS), row, line, size=SMALL, anchor="start", fill=GREY))
            row += 16
        if place == "tax_stand":
            drawn += [svg.circle(x + w - 21, y + 22, 16, fill=ALARM),
                      svg.text(x + w - 21, y + 28, self.table["tax"], size=17, fill="white", bold=True)]
        across, here = self._across(w), self.table["workers"][place]
        step, rows = (w - 8) / across if w <= BROAD else 45, max(1, ceil(len(here) / across))
        drawn += self._figures(x + w - 20, y + h - 26 * rows - 16, place)
        every = list(here.items())
        for k in range(rows):
            drawn += tokens(x + 17, y + h - 15 - 26 * (rows - 1 - k), dict(every[across * k:across * (k + 1)]), r=11,
                            step=step)
        return drawn + self.end(x, y, w, h, place, self.place_words(place))

    def place_words(self, place: str) -> str:
        """Return a place with all that stands there, for who cannot see it."""
        found = [f"{self.name(place)}: {said('does', place, self.lang)}"]
        found += [f"{name} {n}" for name, n in self.table["workers"][place].items()]
        found += [self.name(who) if who in ("princess", "profiteer") else self.cards.name(who)
                  for who in self._stands(place)]
        return ", ".join(found + [f"{self.table['tax']} {self.say('silver')}"] * (place == "tax_stand"))

    def _figures(self, at: float, y: float, place: str) -> list[str]:
        drawn: list[str] = []
        for who in self._stands(place):
            found = next(((letter, fill) for figure, letter, fill in FIGURES if figure == who), None)
            if found:
                drawn += figure(at, y, *found)
                at -= 26
                continue
            drawn += [pieces.polygon([(at - 13, y + 13), (at, y - 13), (at + 13, y + 13)], "#d9c27a"),
                      svg.text(at, y + 10, who[1:], size=SMALL, bold=True)]
            owner = self.owner(who)
            if owner:
                drawn.append(token(at - 21, y + 5, 7.5, owner))
            at -= 38
        return drawn

    def owner(self, wonder: str) -> str | None:
        """Return who has built a wonder."""
        return next((name for name in self.seats if wonder in self.table["seats"][name]["buildings"]), None)

    # -- tracks --------------------------------------------------------------------------------------------------------

    def tracks(self, x: float, y: float, w: float) -> tuple[list[str], float]:
        """Draw the tracks of virtue and, in Works of Wonder, influence; return the pieces and where they end."""
        drawn, y = self._track(x, y, w, "virtue", len(self.parts.virtue))
        if self.wonders:
            more, y = self._track(x, y, w, "influence", 13)
            drawn += more
        return drawn, y

    def _track(self, x: float, y: float, w: float, what: str, n: int) -> tuple[list[str], float]:
        is_broad = w > 600
        left, top = (x + 104, y) if is_broad else (x, y + 20)
        step = (x + w - left) / n
        levels = [self.table["seats"][name][what] for name in self.seats]
        across = 3 if is_broad else 1
        rows = max(1, max(ceil(levels.count(level) / across) for level in levels))
        base = 20 if is_broad else 20 + 14 * (what == "virtue")
        h = base + 18.0 * rows + 3
        drawn = [svg.text(x, y + (20 if is_broad else 14), self.name(what), size=15, anchor="start", bold=True)]
        if what == "virtue":
            drawn.append(svg.text(x if is_broad else x + w, y + (38 if is_broad else 14), self.say("points"),
                                  size=SMALL, anchor="start" if is_broad else "end", fill=GREY))
        for i in range(n):
            at = left + step * i
            _, _, hall, market = self.parts.virtue[i] if what == "virtue" else (0, 0, True, True)
            drawn += [box(at, top, step - 3, h, fill="white" if hall and market else SLOT_TINT, rx=4),
                      svg.text(at + 4 if is_broad else at + step / 2 - 1.5, top + 15, i, size=SMALL,
                               anchor="start" if is_broad else "middle", fill=GREY)]
            under = self._under(what, i)
            if under and (is_broad or what == "virtue"):
                drawn.append(svg.text(at + step - 6 if is_broad else at + step / 2 - 1.5,
                                      top + (15 if is_broad else 29), under, size=SMALL,
                                      anchor="end" if is_broad else "middle", fill=GREY))
            here = [name for name in self.seats if self.table["seats"][name][what] == i]
            drawn += [token(at + (12 if is_broad else step / 2 - 1.5) + 18 * (k % across),
                            top + base + 9 + 18 * (k // across), 7.8, name) for k, name in enumerate(here)]
        return drawn, top + h + 6

    def _under(self, what: str, i: int) -> str:
        if what == "influence":
            return self.say("card") if i in (5, 9) else ""
        points = self.parts.virtue[i][0]
        return f"{points:+d}" if points else "0"

    # -- Guildhall and cathedral ---------------------------------------------------------------------------------------

    def guildhall(self, x: float, y: float, w: float) -> list[str]:
        """Draw the slots; a reset comes where R stands."""
        hall, laid = self.parts.hall[len(self.seats)], self.table[GUILDHALL]
        total, resets = hall[0], hall[1:]
        columns = total // 4 if total % 4 == 0 else 6
        step = min(44.0, (w - 16) / columns)
        drawn = [box(x, y, w, 134, fill=PLACE_TINT),
                 pieces.title(x + 9, y + 21, self.name(GUILDHALL).split(" / ")[0], w - 80, 16, 14, fill=TITLE),
                 svg.text(x + w - 8, y + 21, self.say("n-of", len(laid), total), size=14, anchor="end", fill=GREY)]
        for i in range(total):
            at, row = x + 10 + step * (i % columns), y + 31 + 25 * (i // columns)
            drawn.append(svg.rect(at, row, step - 4, 22, fill=SLOT_TINT, stroke=svg.LINE, rx=3))
            if i < len(laid):
                drawn.append(token(at + step / 2 - 2, row + 11, 9, laid[i]))
            elif i + 1 in resets:
                drawn.append(svg.text(at + step / 2 - 2, row + 17, "R", size=15, fill=ALARM, bold=True))
        beside = laid[total:]
        drawn += [token(x + w - 16 - 20 * (i % 5), y + 44 + 24 * (i // 5), 9, name) for i, name in enumerate(beside)]
        at = x + 10 + step * columns + 6
        if not beside and w - (at - x) > 100:
            if len(laid) < resets[1]:
                drawn += pieces.written(at, y + 48, self.say("reset-mark"), SMALL, x + w - at - 6, 3, fill=GREY)
            if self.table["left"] is not None:
                drawn += pieces.written(at, y + 96, self.say("full"), SMALL, x + w - at - 6, 2, fill=ALARM)
        words = f"{self.name(GUILDHALL)}: {self.say('n-of', len(laid), total)}; {' '.join(laid)}"
        return drawn + self.end(x, y, w, 134, GUILDHALL, words.rstrip("; "))

    def cathedral(self, x: float, y: float, w: float) -> list[str]:
        """Draw the levels, the highest on top; who has none stands beside the name, or below where there is no room."""
        table, is_broad = self.table, w > 260
        h, inset, step = (150, 16.0, 26) if is_broad else (134, 9.0, 19)
        drawn = [box(x, y, w, h, fill=PLACE_TINT),
                 pieces.title(x + 9, y + 21, self.name("cathedral"), w - 60, 16 if is_broad else 14, fill=TITLE)]
        if is_broad:
            drawn.append(svg.text(x + w - 8, y + 21, self.say("rewards", table["piles"]["rewards"]), size=14,
                                  anchor="end", fill=GREY))
        for i in range(5):
            level, tall = 5 - i, 23 if is_broad else 20.5
            row, indent = y + 30 + tall * i, inset * (4 - i)
            card = self.cards.levels[level - 1]
            cost = self.say("of", card["cost"]["count"], self.say("two-goods")) if "count" in card["cost"] else (
                short_cost(card["cost"], self.lang))
            drawn += [svg.rect(x + 8 + indent / 2, row, w - 88 - indent, tall - 2, fill=SLOT_TINT, stroke=svg.LINE,
                               rx=3),
                      svg.text(x + 13 + indent / 2, row + 15, f"{card['vp']}", size=14, anchor="start", bold=True),
                      svg.text(x + w - 77, row + 15, cost, size=SMALL, anchor="start", fill=GREY)]
            here = [name for name in self.seats if table["seats"][name]["cathedral"] == level]
            at = x + (52 if is_broad else 44) + indent / 2
            for k in range(card["spaces"]):
                drawn.append(svg.circle(at + step * k, row + tall / 2 - 1, 8, fill="white", stroke=svg.LINE))
                if k < len(here):
                    drawn.append(token(at + step * k, row + tall / 2 - 1, 8.3, here[k]))
        below = [name for name in self.seats if table["seats"][name]["cathedral"] == 0]
        left = x + 134 if is_broad else x + w - 12 - 19 * (len(below[:5]) - 1)
        drawn += [token(left + (22 if is_broad else 19) * k, y + 16, 8.5, name) for k, name in enumerate(below[:5])]
        words = ", ".join(f"{name} {table['seats'][name]['cathedral']}" for name in self.seats)
        return drawn + self.end(x, y, w, h, "cathedral", f"{self.name('cathedral')}: {words}")

    # -- Black Market --------------------------------------------------------------------------------------------------

    def space(self, x: float, y: float, w: float, h: float, i: int) -> list[str]:
        """Draw a space of the Black Market: its price, what it gives, who lies there."""
        space, open_ = SPACES[i], self.table["cards"]
        called, whose = self.say(space), self.table["market"][space]
        drawn = [box(x, y, w, h), svg.text(x + 9, y + 21, called, size=14, anchor="start", bold=True),
                 *coin(x + 20 + pieces.width_of(called, 14) * pieces.BOLD, y + 16, i + 1),
                 svg.circle(x + w - 20, y + 19, 15, fill=SLOT_TINT, stroke=svg.LINE)]
        if whose:
            drawn.append(token(x + w - 20, y + 19, 12, whose))
        if space == "middle":
            drawn += pieces.written(x + 9, y + 48, self.say("middle-gives"), SMALL, w - 12, 3 if w > BROAD else 4)
            words = self.say("middle-gives")
        else:
            card = open_[space]
            goods = self.cards.market[card][space] if card else self.cards.printed[f"{space}_space"]
            step = min(46.0, (w - 12) / len(goods))
            for k, (kind, n) in enumerate(goods.items()):
                drawn += self.good(x + 9 + step * k, y + 38, kind, n, size=22 if step > 40 else 17)
            below, n = card or self.say("printed"), self.table["piles"]["market"]
            if space == "small":
                whole = f"{below}  {self.say('pile', n)}"
                below = whole if pieces.fits(whole, SMALL, w - 14) else f"{below} +{n}"
            drawn.append(svg.text(x + 9, y + h - 8, below, size=SMALL, anchor="start", fill=GREY))
            words = short_gain(goods, self.lang)
        label = f"{self.name(BLACK_MARKET)}, {called}, {i + 1} {self.say('silver')}: {words}"
        return drawn + self.end(x, y, w, h, space, label + (f"; {whose}" if whose else ""))

    # -- Works of Wonder -----------------------------------------------------------------------------------------------

    def contributions(self, x: float, y: float, w: float) -> list[str]:
        """Draw the open contribution card: a good in each slot, or what it brings."""
        id_, laid = self.table["contribution"]
        card = self.cards.contributions[id_]["contribution"]
        drawn = [box(x, y, w, 122), svg.text(x + 9, y + 21, self.say("contributions", id_), size=15, anchor="start",
                                             bold=True, fill=TITLE),
                 svg.text(x + w - 8, y + 20, self.say("pile", self.table["piles"]["contributions"]), size=SMALL,
                          anchor="end", fill=GREY)]
        step = (w - 12) / 5
        for i, kind in enumerate(GOODS):
            at, given = x + 8 + step * i, kind in laid
            drawn += [svg.rect(at, y + 29, step - 4, 88, fill=SLOT_TINT if given else "white", stroke=svg.LINE, rx=4),
                      *self.good(at + 5, y + 34, kind, "", size=22)]
            if given:
                drawn.append(svg.text(at + 31, y + 51, self.say("laid"), size=14, anchor="start", bold=True))
            gain = short_gain(card[kind], self.lang)
            drawn += pieces.written(at + 5, y + 72, gain, SMALL, step - 9, 3)
            label = f"{self.name(kind)}: {self.say('laid') if given else gain}"
            drawn += self.end(at, y + 29, step - 4, 88, f"{SLOT}{kind}", label)
        return drawn

    def consequence(self, x: float, y: float, w: float) -> list[str]:
        """Draw what the next reset brings to whom."""
        card = self.cards.contributions[self.table["consequence"]]
        drawn = [box(x, y, w, 122), svg.text(x + 10, y + 21, self.say("consequence", self.table["consequence"]),
                                             size=15, anchor="start", bold=True, fill=TITLE)]
        says = (self.say("most", reward_words(card, self.lang)), self.say("owners", consequence_words(card, self.lang)))
        for i, ((who, letter, fill), words) in enumerate(zip(FIGURES, says, strict=True)):
            row = y + 51 + 46 * i
            title = f"{self.name(who)}: {self.name(self.table[who])}"
            drawn += [*figure(x + 22, row + 2, letter, fill),
                      pieces.title(x + 42, row - 6, title, w - 50, 14, SMALL),
                      *pieces.written(x + 42, row + 10, words, SMALL, w - 48, 2, step=15)]
        return drawn

    def wonder(self, x: float, y: float, w: float, wonder: str) -> list[str]:
        """Draw a wonder's card: points, what it still costs, or who has built it."""
        card, now, owner = self.cards.wonders[wonder], self.table["wonders"][wonder], self.owner(wonder)
        name, h = self.wonder_lines(wonder, w), self.wonder_height(w)
        drawn = [box(x, y, w, h, fill=SLOT_TINT if owner else PLACE_TINT),
                 svg.circle(x + 16, y + 17, 12, fill=TITLE, stroke="none"),
                 svg.text(x + 16, y + 22.5, card["vp"], size=14, fill="white", bold=True),
                 *(svg.text(x + 32, y + 21 + 16 * k, line, size=SMALL, anchor="start", bold=True)
                   for k, line in enumerate(name))]
        row = y + 13 + 16 * len(name)
        if owner:
            built = self.say("built-by")
            drawn += [svg.text(x + 8, row + 24, built, size=14, anchor="start"),
                      token(x + 24 + pieces.width_of(built, 14), row + 19, 11, owner)]
            label = f"{built} {owner}"
        else:
            drawn += self.good(x + 8, row + 4, card["resource"], f"{card['cost'] - now['goods']}", size=18)
            if now["goods"]:
                drawn.append(svg.text(x + 58, row + 18, self.say("of-cost", card["cost"]), size=SMALL, anchor="start",
                                      fill=GREY))
            besides = self.say("influence-tax", card["influence"], card["tax"])
            drawn += pieces.written(x + 8, row + 39, besides, SMALL, w - 12, 2, step=15)
            label = f"{card['cost'] - now['goods']} {self.name(card['resource'])}, {besides}"
        label = f"{self.cards.name(wonder)} ({wonder}), {card['vp']}: {label}"
        return drawn + self.end(x, y, w, h, wonder, label)

    def wonder_lines(self, wonder: str, w: float) -> list[str]:
        """Return a wonder's name in lines."""
        name = self.cards.name(wonder)
        lines = pieces.lines_of(name, SMALL * pieces.BOLD, w - 38, 2)
        return lines if " ".join(lines) == name else pieces.lines_of(name.removesuffix(" (en)"), SMALL * pieces.BOLD,
                                                                     w - 38, 2)

    def wonder_height(self, w: float) -> float:
        """Return how high the wonders' cards have to be."""
        lines = max(len(self.wonder_lines(wonder, w)) for wonder in self.table["wonders"])
        besides = max(len(pieces.lines_of(self.say("influence-tax", card["influence"], card["tax"]), SMALL, w - 12, 2))
                      for card in self.cards.wonders.values())
        return float(44 + 16 * lines + 15 * besides)



def figure(x: float, y: float, letter: str, fill: str) -> list[str]:
    """Draw Princess (a crown over P) or Profiteer (a hat over p) as a figure."""
    head = ([(x - 10, y - 6), (x - 10, y - 16), (x - 5, y - 11), (x, y - 18), (x + 5, y - 11), (x + 10, y - 16),
             (x + 10, y - 6)] if letter == "P" else
            [(x - 12, y - 7), (x - 7, y - 9), (x - 6, y - 16), (x + 6, y - 16), (x + 7, y - 9), (x + 12, y - 7)])
    return [svg.rect(x - 10, y - 6, 20, 19, fill=fill, rx=3), pieces.polygon(head, fill),
            svg.text(x, y + 9, letter, size=14, fill="white", bold=True)]
