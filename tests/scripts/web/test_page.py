"""Whole games by clicks, as somebody with the real game before them uses the page."""
import random
import shutil

import pytest

from kingmaker.games import game_spec
from kingmaker.games.files.positions import load_position, read_position, write_position
from kingmaker.games.files.session import Session, entry_of
from tests.games.two_heirs.laid import taps
from tests.scripts.web.clicking import PHONE, WIDE, Page
from tests.scripts.web.setting import DUEL, ROOT, SOLO, Truth, kept, served


def chosen(rng, state):
    """A move of somebody who builds often and moves now and then, so that games are short and have everything."""
    moves = state.legal_moves()
    for verb, often in (("take", 0.9), ("build", 0.9), ("destroy", 0.5), ("camp", 0.5), ("extend", 0.2), ("move", 0.2),
                        ("summon", 0.3), ("end", 1)):
        of_kind = [move for move in moves if move.split()[0] == verb]
        if of_kind and rng.random() < often:
            return rng.choice(of_kind)
    return rng.choice(moves)


def follow(page, truth, rng, *, most=10**6):
    """Tap a game to its end, or so many moves of it."""
    made = 0
    while not truth.state.is_over and made < most:
        move = chosen(rng, truth.state)
        truth.play(move)
        page.tap(move)
        while (ask := page.ask()) is not None:
            page.answer(truth.answer(ask["question"], ask["choices"]))
        made += 1


def library(path, options):
    """The state to which the entries of a file lead through the library."""
    session = Session(game_spec("two-heirs"), options)
    for row in kept(path)[1:]:
        session.enter(*entry_of(row))
    return session.state


@pytest.mark.parametrize(("options", "size", "seed"), [
    pytest.param(SOLO, PHONE, 4, id="solo phone"), pytest.param(DUEL, WIDE, 5, id="duel wide"),
    pytest.param(SOLO, WIDE, 3, id="solo wide", marks=pytest.mark.slow),
    pytest.param(DUEL, PHONE, 6, id="duel phone", marks=pytest.mark.slow)])
def test_a_whole_game_is_followed_by_clicks(chromium, tmp_path, options, size, seed):
    """Set up by tapping, with refills that nobody knew; an undo, a hint and a correction in the middle."""
    truth, rng, path = Truth(options, seed), random.Random(seed), tmp_path / "game.jsonl"
    with served(path) as server:
        page = Page(chromium, server.link, size)
        page.page.click('[data-game="two-heirs"]')
        for word in [options["mode"], *([options["level"]] if "level" in options else []), *options["sets"].split(",")]:
            page.answer(word)
        for word in truth.setup():
            page.answer(word)
        follow(page, truth, rng, most=4)
        undo_and_again(page)
        hint_and_stop(page)
        correct_a_refill(page)
        assert page.fits(), "no sideways scrolling"
        assert page.small_targets() == []
        follow(page, truth, rng)
        assert page.title().startswith("The game is over: ")
        points = [int(x) for x in truth.state.returns()]
        other = "Henry" if options is SOLO else "White"
        assert page.title().startswith(f"The game is over: Blue {points[0]}, {other} {points[1]}; won by ")
        assert page.fits()
        page.close()
    state = library(path, {})
    assert state.is_over
    assert state.returns() == truth.state.returns()
    assert state.view(0) == truth.state.view(0)


def test_a_line_of_the_score_is_shown_on_the_board(chromium, tmp_path):
    """Totals as the command has them; a building's line lights its cell, a road's its cells, once more puts it out."""
    shutil.copy(ROOT / "examples" / "two_heirs" / "midgame.json", tmp_path / "now.json")
    score = load_position(tmp_path / "now.json").score()
    with served(tmp_path / "now.json") as server:
        page = Page(chromium, server.link, PHONE)
        page.tab("score")
        page.settle()
        assert page.page.locator("#score strong").all_inner_texts() == [str(n) for n in score["points"].values()]
        lines = page.page.locator("tr.tappable")
        wanted = [[row["at"]] for row in score["buildings"]] + [row["cells"] for row in score["roads"]]
        assert lines.count() == len(wanted)
        for n in (0, len(wanted) - 1):
            lines.nth(n).click()
            lit = page.page.locator("#areas .spot.shown").evaluate_all("found => found.map((x) => x.dataset.target)")
            assert sorted(lit) == sorted(f"{x},{y}" for x, y in wanted[n])
        lines.nth(len(wanted) - 1).click()
        assert page.page.locator("#areas .spot.shown").count() == 0
        page.close()


def undo_and_again(page):
    """Take the last decision back and tell it again, with what had turned up."""
    n, step = page.n, page.page.evaluate("import('/static/state.js').then(({at}) => at.view.history.at(-1))")
    page.page.click("#undo")
    page.later(n)
    page.tap(step["text"])
    for word in step["seen"]:
        page.answer(word)


def hint_and_stop(page):
    page.tab("hint")
    page.page.click("#think")
    page.page.wait_for_selector("#figures")
    page.page.click("#stop")
    page.page.wait_for_selector("#think")
    assert page.page.locator(".bars button").count() >= 1
    page.page.locator(".bars button").last.click()
    page.page.wait_for_selector("#why-not")
    page.page.keyboard.press("Escape")


def correct_a_refill(page):
    """Say that another tile had turned up, then that it was the right one after all: nothing is lost."""
    before = page.page.evaluate("import('/static/state.js').then(({at}) => at.view.history)")
    step = max(k for k, one in enumerate(before) if one["seen"] and one["text"].startswith("take"))
    right = before[step]["seen"][0]
    page.tab("story")
    page.correct(f'[data-entry="{step}-1"]', right)
    after = page.page.evaluate("import('/static/state.js').then(({at}) => at.view.history)")
    assert after == before


@pytest.mark.parametrize(("name", "size", "by_hand"), [
    pytest.param("solo_relentless.toml", WIDE, 8, id="solo, the last taps"),
    *(pytest.param(name, size, None, id=f"{name}, every tap", marks=pytest.mark.slow)
      for name, size in (("solo_relentless.toml", WIDE), ("siege.json", PHONE)))])
def test_a_position_is_laid_by_clicks_alone(chromium, tmp_path, name, size, by_hand):
    wanted = write_position(load_position(ROOT / "examples" / "two_heirs" / name))
    steps = list(taps(wanted))
    with served(tmp_path / "game.jsonl") as server:
        page = Page(chromium, server.link, size)
        page.lay("two-heirs", steps, laid=0 if by_hand is None else len(steps) - by_hand)
        assert page.page.text_content("#fault") == "This position can be."
        page.page.click("#begin")
        page.page.wait_for_selector("#areas section")
        assert page.fits()
        page.close()
    head, *rows = kept(tmp_path / "game.jsonl")
    assert rows == []
    assert write_position(read_position(head["position"])) == wanted


def test_a_position_that_cannot_be_followed_says_so_where_it_is_laid(chromium, tmp_path):
    """All have seen every tile of a hand taken: `table` refuses a '?' there, and so does the page."""
    wanted = write_position(load_position(ROOT / "examples" / "two_heirs" / "unknowns.toml"))
    with served(tmp_path / "game.jsonl") as server:
        page = Page(chromium, server.link)
        page.tab("files")
        page.page.click('[data-lay="two-heirs"]')
        assert page.page.is_disabled("#begin"), "nothing lies there yet"
        page.page.evaluate("""async (taps) => {
            const {lay} = await import('/static/lay.js');
            await lay('two-heirs', taps);
        }""", [list(tap) for tap in taps(wanted)])
        page.page.click("#begin:not([disabled])")
        page.wait(lambda: "expected every tile by its name" in page.page.text_content("#fault"))
        page.close()
