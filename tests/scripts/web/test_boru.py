"""Brian Boru followed by taps from one seat, as somebody does who sits at the real table."""
import pytest

from kingmaker.games import game_spec
from kingmaker.games.files.positions import load_position, read_position, write_position
from kingmaker.games.files.session import Session, entry_of
from tests.games.brian_boru.followed import Table, Truth
from tests.games.brian_boru.laid import taps
from tests.scripts.web.clicking import PHONE, WIDE, Page
from tests.scripts.web.setting import ROOT, kept, served

SEAT = 1  # p2, who sits left of the first leader or further on


class Tapped:
    """A true game, a session that is told it, and the page on which the same is tapped."""

    def __init__(self, page, seed):
        self.page, self.n = page, 0
        self.truth = Truth({"players": 4}, seed, SEAT)
        self.table = Table(self.truth, Session(game_spec("brian-boru"), {}))

    def step(self):
        """Make one decision of the true game."""
        self.last = self.truth.state.game.player_name(self.truth.state.player)
        self.table.step()

    def tap(self):
        """Tap all that the session was told since."""
        for kind, text in self.table.session.entries[self.n:]:
            if kind == "move":
                self.page.tap(text)
            else:
                self.page.answer(text)
        self.n = len(self.table.session.entries)

    def is_round(self, number):
        state = self.truth.state
        return not state.is_over and state.position()["round"] >= number


def check(path, table):
    """The file, read through the library, holds just what the player knows of the true game."""
    session = Session(game_spec("brian-boru"), {})
    for row in kept(path)[1:]:
        session.enter(*entry_of(row))
    truth = table.truth.state
    assert session.state.view(SEAT) == truth.view(SEAT)
    assert session.state.score() == truth.score()
    assert session.knower == SEAT


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"),
                                  pytest.param(WIDE, id="wide", marks=pytest.mark.slow)])
def test_a_round_is_followed_from_one_seat(chromium, tmp_path, size):
    """First discs, the two cards turned up, the draft, five tricks and the upkeep, up to the next round's packet."""
    path = tmp_path / "game.jsonl"
    with served(path) as server:
        page = Page(chromium, server.link, size)
        page.page.click('[data-game="brian-boru"]')
        table = Tapped(page, 4)
        while not table.is_round(2):
            table.step()
            table.tap()
            if table.truth.state.player == SEAT and table.truth.state.decision == "follow":
                looked_at(page)
        assert page.title() == "p2's turn"
        assert page.fits(), "no sideways scrolling"
        assert page.small_targets() == []
        page.close()
    check(path, table)


def looked_at(page):
    """At a card to play: every card of the hand has both its actions in words."""
    hand = page.page.locator('section[aria-label="p2: hand"] .piece')
    for words in hand.all_inner_texts():
        assert "wins: town" in words
        assert "loses: " in words


def test_a_hint_a_wrong_touch_an_undo_and_a_correction(chromium, tmp_path):
    path = tmp_path / "game.jsonl"
    with served(path) as server:
        page = Page(chromium, server.link)
        page.page.click('[data-game="brian-boru"]')
        table = Tapped(page, 4)
        while table.truth.state.decision != "pick":
            table.step()
        table.tap()
        page.page.locator('#areas [data-target="N1"]').first.click()
        page.wait(lambda: page.said().endswith("p2 is to choose two cards to keep"))
        page.page.click("#think")
        page.page.wait_for_selector("#figures")
        page.page.click("#stop")
        page.page.wait_for_selector("#think")
        page.page.wait_for_selector("#areas .piece.planned")
        n = page.n
        page.page.click("#undo")  # all that came with the last disc
        page.later(n)
        assert page.title() == f"{table.last}'s turn"
        table.n -= next(k for k, entry in enumerate(reversed(table.table.session.entries), 1) if entry[0] == "move")
        table.tap()
        correct_a_card(page)
        page.close()
    rows = [entry_of(row) for row in kept(path)[1:]]
    assert [kind for kind, _ in rows].count("undo") == 3
    check(path, table)


def correct_a_card(page):
    """Say that another card had been dealt, then that it was the right one after all."""
    page.tab("story")
    step = page.page.evaluate("import('/static/state.js').then(({at}) => at.view.history.length - 1)")
    right = page.page.evaluate("import('/static/state.js').then(({at}) => at.view.history.at(-1).seen.at(-1))")
    page.correct(f'[data-entry^="{step}-"]', right)


def test_a_short_game_with_options_is_begun_by_clicks(chromium, tmp_path):
    """What cannot be is told above and at its place; without it the game begins, and asks what is left."""
    path = tmp_path / "game.jsonl"
    with served(path) as server:
        page = Page(chromium, server.link, PHONE)

        def choose(option, value):
            field = page.page.locator(f'#dialog [data-option="{option}"]')
            if not field.locator(f'[data-value="{value}"]').is_visible():
                field.locator("summary").click()
            before = page.page.get_attribute("#dialog", "data-chosen")
            field.locator(f'[data-value="{value}"]').click()
            page.wait(lambda: page.page.get_attribute("#dialog", "data-chosen") != before)

        page.tab("files")
        page.page.click('[data-options="brian-boru"]')
        page.page.wait_for_selector("#begin:not([disabled])")
        choose("short", "1")
        choose("princess", "spurn")
        choose("dealt", "4")
        choose("dealt", "7")
        assert page.page.is_disabled("#begin")
        why = "a short game is dealt in a way of its own; expected whole game"
        assert page.page.text_content("#fault") == f"cards that p1 is dealt in every round: {why}"
        assert page.page.text_content('#dialog [data-option="dealt"].wrong .fault') == why
        assert page.fits()
        choose("dealt", "4")
        choose("dealt", "7")
        page.page.click("#begin:not([disabled])")
        page.page.wait_for_selector('#act [data-answer="3"]')
        page.answer("3")
        page.answer("p3")
        assert page.title() == "p3's turn"
        page.close()
    assert kept(path)[0] == {"table": 1, "game": "brian-boru", "given": {"short": "1", "princess": "spurn"}}


# -- a position laid by clicks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "size", "by_hand"), [
    pytest.param("trick", PHONE, 6, id="trick, the last taps"),
    *(pytest.param(name, size, None, id=f"{name}, every tap", marks=pytest.mark.slow)
      for name, size in (("draft", WIDE), ("trick", PHONE), ("upkeep", WIDE)))])
def test_a_position_is_laid_by_clicks_alone(chromium, tmp_path, name, size, by_hand):
    wanted = write_position(load_position(ROOT / "examples" / "brian_boru" / f"{name}.json"))
    steps = list(taps(wanted))
    with served(tmp_path / "game.jsonl") as server:
        page = Page(chromium, server.link, size)
        page.lay("brian-boru", steps, laid=0 if by_hand is None else len(steps) - by_hand)
        assert page.page.text_content("#fault") == "This position can be."
        assert page.fits()
        page.page.click("#begin")
        page.page.wait_for_selector("#areas section")
        page.close()
    head, *rows = kept(tmp_path / "game.jsonl")
    assert rows == []
    assert write_position(read_position(head["position"])) == wanted
