"""The Architects followed by taps on a phone, with unknown cards turned up; the library reads the same in the file."""
import json
import shutil
from pathlib import Path

import pytest

from kingmaker.games import game_spec
from kingmaker.games.files.session import Session, entry_of
from tests.games.architects.test_following import Table
from tests.scripts.web.clicking import PHONE, WIDE, Page, reach
from tests.scripts.web.setting import kept, served

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "architects"
ASKED = 3  # questions of the setup that are answered on the page; those before, somebody answered at a terminal
SOLO = {"players": 1, "wonders": 1, "opponent": "O3"}
WONDERS = {"players": 3, "wonders": 1, "boards": "variable"}


class Tapped:
    """A game of which a session is told from one seat, options and cards asked; and the page on which it is tapped."""

    def __init__(self, table):
        self.table, self.n = table, 0

    def keep(self, path, but):
        """Write down what was told so far but for the last entries, as `kingmaker table` does."""
        told = self.table.session.entries[:-but]
        self.n = len(told)
        rows = [{"table": 1, "game": "architects", "given": {}}, *({kind: text} for kind, text in told)]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    def new(self):
        """Return what the session was told since the last time."""
        found = self.table.session.entries[self.n:]
        self.n += len(found)
        return found

    def tap(self, page):
        for kind, text in self.new():
            if kind == "move":
                page.tap(text)
            else:
                page.answer(text)

    def play(self, page, decisions):
        for _ in range(decisions):
            self.table.step()
            self.tap(page)


def check(path, table):
    """The file, read through the library, holds just the moves and what the player knows."""
    session = Session(game_spec("architects"), {})
    rows = [entry_of(row) for row in kept(path)[1:]]
    assert rows == table.session.entries
    for row in rows:
        session.enter(*row)
    assert session.state.text() == table.session.state.text()
    assert session.state.view(table.viewer) == table.truth.view(table.viewer)
    assert session.state.score() == table.truth.score()
    assert session.knower == table.viewer


@pytest.mark.parametrize(("options", "seed", "viewer", "decisions", "size", "is_set_up"), [
    pytest.param(SOLO, 1, 0, 6, PHONE, True, id="solo"), pytest.param({"players": 2}, 3, 1, 6, PHONE, True, id="two"),
    pytest.param(SOLO, 2, 0, 40, PHONE, False, id="solo-long", marks=pytest.mark.slow),
    pytest.param({"players": 2}, 5, 0, 60, PHONE, False, id="two-long", marks=pytest.mark.slow),
    pytest.param(WONDERS, 4, 1, 50, WIDE, False, id="wonders-long", marks=pytest.mark.slow)])
def test_first_turns_are_followed_by_taps(chromium, tmp_path, options, seed, viewer, decisions, size, is_set_up):
    """Options, the open cards, the draft from one seat, and turns, others' and the opponent's too."""
    path, game = tmp_path / "game.jsonl", Tapped(Table(options, seed, viewer, given={}))
    if is_set_up:
        game.keep(path, ASKED)
    with served(path) as server:
        page = Page(chromium, server.link, size)
        if not is_set_up:
            page.page.click('[data-game="architects"]')
        game.tap(page)
        game.play(page, decisions)
        assert game.table.truth.turn, "turns have begun"
        assert page.fits(), "no sideways scrolling"
        assert page.small_targets() == []
        page.close()
    check(path, game.table)


def test_a_position_is_shown_followed_and_hinted(chromium, tmp_path):
    """Solo against the Noblewoman: a wrong touch is explained, the opponent's turn told, a plan stands on the board."""
    path = tmp_path / "solo_noblewoman.json"
    shutil.copy(EXAMPLES / path.name, path)
    with served(path) as server:
        page = Page(chromium, server.link, PHONE)
        page.page.locator('#areas [data-target="A37"]').first.click()
        page.wait(lambda: page.said().endswith("to the Workshop, or to the middle of the Black Market"))
        page.page.locator('#areas [data-target="large"]').first.click()
        page.wait(lambda: page.said().endswith("a worker lies there already (A10)"))
        page.tap("place quarry")
        assert page.title() == "which scheme does the opponent turn?"
        page.answer("S11")
        told = page.page.locator("#told li").all_inner_texts()
        assert told[2] == "opp turns S11: the King's Storehouse: 1 marble for 2 workers (1 virtue with one)"
        page.page.click("#think")
        page.page.wait_for_selector("#figures")
        page.page.click("#stop")
        page.page.wait_for_selector("#think")
        plan = page.page.locator("ol.plan li").first.inner_text()
        assert plan.startswith("send a worker to: ")
        page.wait(lambda: page.page.locator('#areas svg circle[fill="#b0307c"]').count() >= 1)
        page.close()


def test_a_turn_by_keyboard_alone(chromium, tmp_path):
    """A worker placed, the opponent's turn told, a hint, the score's tables, an undo: with Tab, arrows and Enter."""
    path = tmp_path / "solo_noblewoman.json"
    shutil.copy(EXAMPLES / path.name, path)
    with served(path) as server:
        page = Page(chromium, server.link)

        def press(selector, key="Enter"):
            reach(page, selector)
            page.page.keyboard.press(key)

        press('#areas [data-target="quarry"]')
        page.settle(1)
        press('#act [data-answer="S11"]', " ")
        page.settle(2)
        assert page.page.locator("#told li").count() >= 3
        press("#think")
        page.page.wait_for_selector("#figures")
        press("#stop")
        page.page.wait_for_selector("#brief")
        reach(page, "#tab-hint")
        for name in ("story", "score"):
            page.page.keyboard.press("ArrowRight")
            assert page.page.get_attribute(f"#tab-{name}", "aria-selected") == "true"
        page.settle()
        reach(page, "#panel .scroll")
        press("#undo")
        page.settle(3)
        page.close()
    assert kept(tmp_path / "solo_noblewoman.jsonl")[1:] == [{"move": "place quarry"}, {"seen": "S11"}, {"undo": ""}]
