"""A finished game that is opened in the browser and judged there, decision by decision."""
import json
import random

import pytest

from kingmaker.games import game_spec
from kingmaker.games.files.positions import load_keys, read_position
from kingmaker.games.files.session import Session
from tests.games.brian_boru.followed import Table, Truth
from tests.scripts.web.clicking import PHONE, WIDE, Page
from tests.scripts.web.setting import ROOT, served


def boru():
    """An exercise of Brian Boru from p2's seat, played at random to its end."""
    truth = Truth({"players": 3, "short": 3}, 3, 1)
    table = Table(truth, Session(game_spec("brian-boru"), {"short": "3"}))
    while not truth.state.is_over:
        table.step()
    return {"game": "brian-boru", "given": {"short": "3"}}, table.session


def heirs():
    """The last turns of a duel of The Two Heirs, played at random."""
    keys = load_keys(ROOT / "examples" / "two_heirs" / "endgame.toml")
    session, rng = Session(game_spec("two-heirs"), {}, start=read_position(keys)), random.Random(5)
    while session.ask or not session.state.is_over:
        if session.ask:
            session.enter("seen", rng.choice(list(session.ask.choices)))
        else:
            session.enter("move", rng.choice(session.moves()))
    return {"game": "two-heirs", "given": {}, "position": keys}, session


@pytest.mark.parametrize(("game", "size", "lang", "own"), [
    pytest.param(boru, PHONE, "cs", "p2", id="Brian Boru, phone, Czech"),
    pytest.param(heirs, WIDE, "en", None, id="The Two Heirs, wide", marks=pytest.mark.slow)])
def test_a_finished_game_is_judged_on_the_page(chromium, tmp_path, game, size, lang, own):
    """Every decision of whose cards are known has its points in both graphs; tapped, the board of then is shown."""
    head, session = game()
    rows = [{"table": 1, **head}, *({kind: text} for kind, text in session.entries)]
    path = tmp_path / "over.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    names = [one.before.game.player_name(one.before.player) for one in session.decisions]
    judged = [n for n, name in enumerate(names, 1) if own in (None, name)]
    with served(path) as server:
        page = Page(chromium, server.link, size)
        page.page.select_option("#language", lang)
        page.settle()
        page.tab("review")
        page.page.click("#judge")
        page.page.wait_for_selector("#judge:not([disabled])", timeout=60_000)
        keys = page.page.eval_on_selector_all(".dot", "found => found.map((x) => x.dataset.key)")
        assert keys == [f"{kind}-{n}" for kind in ("graph", "graph_points") for n in judged]
        page.page.locator(f'[data-key="graph_points-{judged[0]}"]').click()
        page.settle()
        shown = page.page.text_content("#areas > :first-child")
        assert f"{'Rozhodnutí' if lang == 'cs' else 'Decision'} {judged[0]} · " in shown
        for which in ("played", "better"):
            page.page.click(f'[data-key="show-{which}"]')
            page.settle()
            title = page.page.text_content("#areas > :first-child span")
            assert lang == "en" or not any(word in title for word in ("play card", "wins", "keep", "put"))
        graph = page.page.locator("svg.graph").first
        graph.scroll_into_view_if_needed()  # a board above may be taller than a phone
        box = graph.bounding_box()
        page.page.mouse.click(box["x"] + box["width"] - 15, box["y"] + box["height"] - 6)  # below the last dot
        page.settle()
        assert f" {judged[-1]} · " in page.page.text_content("#areas > :first-child")
        page.page.click('[data-key="review-earlier"]')
        page.settle()
        assert f" {judged[-2]} · " in page.page.text_content("#areas > :first-child")
        assert page.small_targets() == [], "each decision is reached by targets as large as a finger"
        assert page.fits()
        page.page.click('[data-key="back"]')
        assert not page.page.locator('[data-key="back"]').count()
        page.close()
