"""How the page is used: killed, in two tabs, by keyboard alone, by people who cannot see it, with hostile data."""
import json
import random
import shutil
import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest

from tests.scripts.web.clicking import PHONE, WIDE, Page, reach, serious
from tests.scripts.web.setting import DUEL, ROOT, SOLO, Served, Truth, begun, kept, opening, served
from tests.scripts.web.test_page import follow


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_a_killed_server_loses_nothing_and_the_page_comes_back(chromium, tmp_path, kills):
    """Killed at random moments while moves are tapped: what the page showed as taken is in the file."""
    path, rng = opening(tmp_path / "game.jsonl"), random.Random(7)
    server = Served(path).start()
    try:
        page = Page(chromium, server.link)
        n_kills = 0
        while n_kills < kills:
            timer = threading.Timer(rng.uniform(0, 0.4), server.kill)
            timer.start()
            while timer.is_alive():
                tap_anything(page, rng)
            timer.join()
            acknowledged = page.n
            n_kills += 1
            rows = kept(path)
            assert len(rows) - 1 >= acknowledged, "no acknowledged entry is lost"
            page.wait(lambda: page.page.is_visible("#trouble"))
            server.start()
            page.wait(lambda rows=rows: page.page.is_hidden("#trouble") and page.n == len(rows) - 1)
        page.close()
    finally:
        server.kill()


def tap_anything(page, rng):
    """Answer what is asked, or make any move of the list, as far as the server still hears it."""
    page.page.evaluate("""async (x) => {
        const {at} = await import('/static/state.js');
        const {enter} = await import('/static/board.js');
        const pick = (list) => list[Math.floor(x * list.length)];
        const {ask, moves, over} = at.view;
        if (over) await enter('undo', '');
        else if (ask) await enter(ask.kind, pick(Object.keys(ask.choices)));
        else await enter('move', pick(moves).move);
    }""", rng.random())


def test_two_tabs_and_a_reload_show_the_same_table(chromium, tmp_path):
    with served(opening(tmp_path / "game.jsonl")) as server:
        one, two = Page(chromium, server.link), Page(chromium, server.link, PHONE)
        one.tap("take T1")
        two.wait(lambda: two.n == one.n)
        assert two.ask() == one.ask()
        two.answer("D9")
        one.wait(lambda: one.n == two.n)
        one.page.reload()
        one.page.wait_for_selector("html[data-entries]", state="attached")
        one.wait(lambda: one.n == two.n)
        assert (one.n, one.title()) == (10, "colour of the stack's new top?")
        one.close()
        two.close()


def test_a_tab_that_has_not_heard_of_another_table_changes_nothing(chromium, tmp_path):
    path = opening(tmp_path / "game.jsonl")
    with served(path) as server:
        one, two = Page(chromium, server.link), Page(chromium, server.link)
        one.page.route("**/api/events", lambda route: route.abort())
        one.page.reload()
        one.page.wait_for_selector("html[data-entries]", state="attached")
        one.wait(lambda: one.n == 8)
        two.tab("files")
        two.page.fill("textarea", path.read_text(encoding="utf-8"))
        two.page.click("text=Load this text")
        two.wait(lambda: two.page.evaluate("import('/static/state.js').then(({at}) => at.view.file)") == "game-2.jsonl")
        one.page.locator('#areas [data-target="T1"]').first.click()
        one.wait(lambda: one.said() == "Meanwhile another table was opened: game-2.jsonl. Nothing was changed.")
        assert (one.n, two.n) == (8, 8)
        one.close()
        two.close()
    assert len(kept(path)) == 9


def test_hints_come_at_once_and_often_and_the_page_stays_usable(chromium, tmp_path, release_machine):
    with served(opening(tmp_path / "game.jsonl")) as server:
        page = Page(chromium, server.link)
        page.page.evaluate("document.getElementById('seconds').value = 4; "
                           "document.getElementById('seconds').dispatchEvent(new Event('input'))")
        page.page.click("#think")
        page.page.wait_for_selector("#figures")
        began = time.monotonic()
        page.page.click("#areas [data-target='D4']")
        page.wait(lambda: "out of reach" in page.said())
        usable = time.monotonic() - began
        page.page.wait_for_selector("#think-on", timeout=60_000)
        came = page.page.evaluate("import('/static/hint.js').then(({timing}) => timing)")
        page.close()
    gaps = [later - earlier for earlier, later in pairwise(came)]
    print(f"first frame {came[0]:.0f} ms, {len(came)} frames in {came[-1]:.0f} ms, longest gap {max(gaps):.0f} ms, "
          f"a tap meanwhile answered in {1000 * usable:.0f} ms")
    assert came[0] <= 500 * release_machine
    assert len(came) >= 4 * came[-1] / 1000 / release_machine
    assert usable < 1 * release_machine


@pytest.fixture
def release_machine():
    """How much slower this machine is now than an idle one: what another process takes is not the page's fault."""
    began = time.perf_counter()
    work = time.process_time()
    sum(range(10**7))
    return max(1.0, 1.5 * (time.perf_counter() - began) / max(time.process_time() - work, 1e-6))


def threads(process):
    return len(list(Path(f"/proc/{process.pid}/task").iterdir()))


def memory(process):
    """Megabytes that a process holds."""
    rows = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("VmRSS")) / 1024


@pytest.mark.release
def test_fifty_hints_that_are_left_leave_no_thread_and_no_memory(tmp_path):
    """Each is begun by a client that goes away in the middle, as a page does that is closed."""
    httpx2 = pytest.importorskip("httpx2")
    with served(opening(tmp_path / "game.jsonl")) as server:
        client = httpx2.Client(base_url=server.link.partition("/?")[0], timeout=30)
        client.get(f"/?token={server.token}")

        def leave_one():
            with client.stream("GET", "/api/hint", params={"seconds": 60}) as answer:
                for _, line in zip(range(3), answer.iter_lines(), strict=False):
                    assert line == "" or json.loads(line[6:])
        for _ in range(3):
            leave_one()
        settle(server.process)
        before = threads(server.process), memory(server.process)
        for _ in range(50):
            leave_one()
        settle(server.process)
        after = threads(server.process), memory(server.process)
    print(f"threads {before[0]} -> {after[0]}, memory {before[1]:.0f} -> {after[1]:.0f} MB")
    assert after[0] <= before[0] + 2
    assert after[1] <= before[1] + 30


def settle(process):
    """Wait until a process does nothing any more."""
    def used():
        fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return sum(map(int, fields[11:13]))

    last, end = -1, time.monotonic() + 30
    while (now := used()) > last + 2:
        assert time.monotonic() < end, "it thinks on"
        last = now
        time.sleep(0.5)


# -- people -----------------------------------------------------------------------------------------------------------


def test_a_turn_by_keyboard_alone(chromium, tmp_path):
    """Set up, take, answer, lay a tile, end the turn, hint, undo: with Tab, arrows, Enter, space and Escape."""
    truth, path = Truth(SOLO, 3), tmp_path / "game.jsonl"
    with served(path) as server:
        page = Page(chromium, server.link)

        def press(selector, key="Enter"):
            reach(page, selector)
            page.page.keyboard.press(key)

        def tell(selector, key="Enter"):
            n = page.n
            press(selector, key)
            page.later(n)

        press('[data-game="two-heirs"]')
        page.page.wait_for_selector('[data-answer="solo"]')
        for word in ["solo", "2", *SOLO["sets"].split(","), *truth.setup()]:
            tell(f'#act [data-answer="{word}"]', " ")
        taken = next(move for move in truth.state.legal_moves() if move.startswith("take"))
        told = [taken, next(f"extend {taken.split()[1]} {cell}" for cell in ["0,1"]), "end"]
        for move in told:
            truth.play(move)
            for word in move.split()[1:]:
                press(f'#areas [data-target="{word}"]')
            page.settle()
            if len(kept(path)) == 1 + page.n and not truth_is_told(page, move):
                tell(f'#act [data-move="{move}"]')
            while (ask := page.ask()) is not None:
                tell(f'#act [data-answer="{truth.answer(ask["question"], ask["choices"])}"]')
        assert kept(path)[-1] != {"move": "end"}, "Henry's tile was asked for"
        press("#tab-hint")
        press("#think")
        page.page.wait_for_selector("#figures")
        press("#stop")
        page.page.wait_for_selector("#think")
        page.page.keyboard.press("Escape")
        reach(page, "#tab-hint")
        page.page.keyboard.press("ArrowRight")
        assert page.page.get_attribute("#tab-story", "aria-selected") == "true"
        n = page.n
        press("#undo")
        page.later(n)
        page.close()
    assert [entry for entry in kept(path) if "move" in entry] == [{"move": move} for move in told]


def truth_is_told(page, move):
    history = page.page.evaluate("import('/static/state.js').then(({at}) => at.view.history)")
    return any(step["text"] == move for step in history)


# what is looked at, light on a wide screen and dark on a phone
LOOKS = ({"color_scheme": "light"}, WIDE), ({"color_scheme": "dark"}, PHONE)


def nothing_serious(page, where):
    """Refuse what keeps people out, light and wide, dark and on a phone."""
    for media, size in LOOKS:
        page.page.emulate_media(**media)
        page.page.set_viewport_size(size)
        page.settle()
        assert serious(page) == [], (where, media)


def test_axe_finds_nothing_serious(chromium, tmp_path):
    with served(tmp_path / "game.jsonl") as server:
        page = Page(chromium, server.link)
        nothing_serious(page, "choosing a game")
        page.page.click('[data-game="two-heirs"]')
        truth = Truth(DUEL, 5)
        for word in ["duel", *DUEL["sets"].split(",")]:
            page.answer(word)
        nothing_serious(page, "the palette")
        for word in truth.setup():
            page.answer(word)
        follow(page, truth, random.Random(5), most=5)
        in_panels(page)
        page.tab("story")
        page.page.locator("[data-entry]").first.click()
        page.page.wait_for_selector("#dialog[open]")
        nothing_serious(page, "the dialog")
        page.page.click("#dialog >> text=Cancel")
        laid(page, "two-heirs")
        page.close()


PANELS = ("hint", "story", "score", "review", "files")


def in_panels(page, panels=PANELS):
    """Look at panels; a hint is thought of first, and all that is folded in it is unfolded."""
    page.page.click("#think")
    page.page.wait_for_selector("#figures")
    page.page.click("#stop")
    page.page.wait_for_selector("#brief")
    page.settle()
    folds = page.page.locator("#panel summary")
    for n in range(folds.count()):
        folds.nth(n).click()
    for name in panels:
        if name != "hint":
            page.tab(name)
        page.settle()
        nothing_serious(page, name)


def laid(page, game):
    page.tab("files")
    page.page.click(f'[data-lay="{game}"]')
    page.page.wait_for_selector("#fault")
    nothing_serious(page, "where a position is laid")


@pytest.mark.parametrize(("game", "example", "panels"), [
    ("architects", "solo_noblewoman.json", ("hint", "score")),
    pytest.param("brian_boru", "trick.json", PANELS, marks=pytest.mark.slow),
    pytest.param("architects", "wonders.json", PANELS, marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious_on_the_page_of_every_game(chromium, tmp_path, game, example, panels):
    path = tmp_path / example
    shutil.copy(ROOT / "examples" / game / example, path)
    with served(path) as server:
        page = Page(chromium, server.link)
        in_panels(page, panels)
        laid(page, game.replace("_", "-"))
        page.close()


def test_another_device_is_let_in_by_the_link_that_its_qr_code_holds(tmp_path):
    """`--lan` says who can come in; the code in the terminal is that of the second link, light on dark."""
    segno, httpx2 = pytest.importorskip("segno"), pytest.importorskip("httpx2")
    server = Served(opening(tmp_path / "game.jsonl"), "--lan").start()
    try:
        told = [server.process.stdout.readline() for _ in range(2)]
        link = told[0].split()[-1]
        assert link.startswith("http://")
        assert "127.0.0.1" not in link
        assert told[1].startswith("Whoever has this link can see the table and change it")
        drawn = []
        while set(row := server.process.stdout.readline().rstrip("\n")) <= set(" ▄▀█"):
            drawn += [[not " ▄▀█".index(sign) & bit for sign in row] for bit in (2, 1)]
        code = [[bool(dot) for dot in row] for row in segno.make(link, error="l").matrix_iter(border=2)]
        assert drawn[:len(code)] == code
        assert httpx2.get(link).status_code == 303
        assert httpx2.get(link[:-1]).status_code == 403
    finally:
        server.kill()


# -- hostile data -----------------------------------------------------------------------------------------------------

HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>'


def test_no_script_runs_from_data(chromium, tmp_path):
    """A file and its folder are called like markup; the page shows their names, and nothing more."""
    folder = tmp_path / "<b onclick=alert(1)>"
    folder.mkdir()
    path = begun(folder / "<svg onload=alert(1)>.jsonl", SOLO)
    with served(path) as server:
        page = Page(chromium, server.link)
        page.tab("files")
        page.page.wait_for_selector("text=<svg onload=alert(1)>.jsonl")
        page.page.fill("textarea", HOSTILE)
        page.page.click("text=Load this text")
        page.wait(lambda: page.said() != "")
        assert page.title() == "tile 1 of 6 of the supply, clockwise from the shield?"
        assert page.page.title() == "The Two Heirs · Kingmaker"
        drawn = page.page.evaluate("""(text) => import('/static/dom.js').then(({picture}) => {
            document.body.append(picture(text));
            return document.body.lastElementChild.outerHTML;
        })""", '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=3"><script>document.title=4</script>'
               '<a href="javascript:1"><rect onclick="x()" style="fill:url(http://evil)" width="1"/></a>'
               '<foreignObject><p>x</p></foreignObject><rect width="2"/></svg>')
        assert drawn == '<svg xmlns="http://www.w3.org/2000/svg"><rect width="2"></rect></svg>'
        assert page.page.title() == "The Two Heirs · Kingmaker"
        assert all("Content Security Policy" in one for one in page.complaints), "the browser refuses the style too"
        page.complaints.clear()
        page.close()
