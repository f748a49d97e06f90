"""A browser for tests, and somebody who taps on the page what happens at a table."""
import shutil
import subprocess
import time
from contextlib import contextmanager

import pytest

from tests.scripts.web.setting import ROOT

AXE = "4.14.0"
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}


def needed():
    """Skip, with the reason, where there is no browser to test with."""
    pytest.importorskip("starlette", reason="the extra [web] is not installed")
    pytest.importorskip("playwright", reason="playwright is not installed")
    if not shutil.which(CHROMIUM):
        pytest.skip(f"{CHROMIUM} is not installed")


@contextmanager
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as player:
        found = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield found
        finally:
            found.close()


class Page:
    """The page, as a finger uses it; anything that the browser complains of fails the test."""

    def __init__(self, browser, link, size=WIDE, *, dark=False):
        self.context = browser.new_context(viewport=size, color_scheme="dark" if dark else "light", locale="en-GB",
                                           reduced_motion="reduce", has_touch=size is PHONE)
        self.page, self.complaints = self.context.new_page(), []
        self.page.set_default_timeout(15_000)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self.page.goto(link)
        self.page.wait_for_selector("html[data-entries]", state="attached")

    def _hear(self, message):
        expected = "Failed to load resource"  # a refusal that the page tells, a server that was killed
        if message.type == "error" and expected not in message.text:
            self.complaints.append(message.text)

    @property
    def n(self):
        """Number of the entries that the page shows."""
        return int(self.page.get_attribute("html", "data-entries"))

    def later(self, n):
        """Wait until the page shows more entries, and has said all."""
        self.settle(n + 1)

    def settle(self, least=0):
        """Wait until the page shows so many entries at least and nothing that it asked for is under way.

        The page's own rules forbid what Playwright waits with, and asking again and again takes the page's time.
        """
        done = self.page.evaluate("""(least) => new Promise((done) => {
            const root = document.documentElement;
            const end = (is) => { watch.disconnect(); clearTimeout(late); done(is); };
            const watch = new MutationObserver(() => look());
            const look = () => {
                if (Number(root.dataset.entries) >= least && root.dataset.busy === undefined) end(true);
            };
            const late = setTimeout(() => end(false), 15000);
            watch.observe(root, { attributes: true });
            look();
        })""", least)
        assert done, f"it takes too long; the page says {self.title()!r}, {self.said()!r}"

    @property
    def is_busy(self):
        """Whether the page waits for the server, or has not drawn yet what came."""
        return self.page.get_attribute("html", "data-busy") is not None

    def wait(self, condition, seconds=15):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"it takes too long; the page says {self.title()!r}, {self.said()!r}"
            time.sleep(0.01)

    def answer(self, word):
        n = self.n
        self.page.click(f'#act [data-answer="{word}"]')
        self.later(n)

    def tap(self, move):
        """Touch the pieces and cells of a move; where they could mean several, choose it from what is offered."""
        n = self.n
        for word in self.targets(move):
            self.page.locator(f'#areas [data-target="{word}"]').first.click()
        self.settle()
        if self.n == n:
            self.page.locator(f'#act [data-move="{move}"]:visible').first.click()
        self.later(n)

    def targets(self, move):
        """What is touched for a move."""
        return self.page.evaluate("""(move) => import('/static/state.js').then(({at}) =>
            (at.view.moves ?? []).find((row) => row.move === move)?.targets ?? move.split(' ').slice(1))""", move)

    def ask(self):
        return self.page.evaluate("import('/static/state.js').then(({at}) => at.view.ask)")

    def title(self):
        return self.page.text_content("#now-title")

    def correct(self, entry, right):
        """Say that something else had turned up, then that it was the right one after all; all behind it stays."""
        for wanted in (None, right):
            n = self.n
            self.page.locator(entry).last.click()
            self.page.wait_for_selector("#dialog[open]")
            words = self.page.eval_on_selector_all("#dialog [data-answer]:not(:disabled)",
                                                   "found => found.map((x) => x.dataset.answer)")
            self.page.click(f'#dialog [data-answer="{wanted or next(word for word in words if word != right)}"]')
            self.later(n)
            self.wait(lambda: self.said() == "Corrected; all that came after still holds.")

    def lay(self, game, taps, *, laid=0):
        """Lay a position by taps on its places; the first so many are there already, as after a reload."""
        taps = [list(tap) for tap in taps]
        self.tab("files")
        self.page.click(f'[data-lay="{game}"]')
        self.page.wait_for_selector("#fault")
        if laid:
            self.page.evaluate("""async ([game, taps]) => {
                const {lay} = await import('/static/lay.js');
                await lay(game, taps);
            }""", [game, taps[:laid]])
        for n, (place, answer) in enumerate(taps[laid:], laid + 1):
            found = self.page.locator(f'#dialog [data-place="{place}"], #dialog [data-target="{place}"]').first
            if not found.is_visible():  # it lies folded
                found.locator("xpath=ancestor::details/summary").click()
            found.click()
            self.page.locator(f'#dialog [data-answer="{answer}"]').click()
            self.wait(lambda n=n: self.page.get_attribute("#dialog", "data-taps") == str(n))

    def said(self):
        return self.page.text_content("#said")

    def tab(self, name):
        self.page.click(f"#tab-{name}")

    def fits(self):
        """Whether nothing hangs over the page's side."""
        return self.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")

    def small_targets(self):
        """What can be tapped and is smaller than a finger; of a graph all can be tapped, its dots only mark places."""
        return self.page.evaluate("""() => [...document.querySelectorAll('button, select, summary, [role=button], a')]
            .filter((x) => !x.closest('.graph') && x.getBoundingClientRect().width > 0)
            .map((x) => [x.textContent.slice(0, 30) || x.getAttribute('aria-label'), x.getBoundingClientRect()])
            .filter(([, box]) => box.width < 43.5 || box.height < 43.5).map(([name, box]) =>
                `${name}: ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`)""")

    def close(self):
        self.context.close()
        assert self.complaints == []


# -- who cannot see the page, or uses no mouse ------------------------------------------------------------------------


def reach(page, selector, most=400):
    """Go with Tab to where something is, from wherever the focus stands."""
    wanted = page.page.locator(f"{selector}:visible").first
    wanted.wait_for()
    away = wanted.evaluate("""(wanted) => {
        const every = 'a[href], button:not(:disabled), select, input, textarea, summary, [tabindex="0"]';
        const stops = [...document.querySelectorAll(every)].filter((x) => x.tabIndex >= 0 && x.checkVisibility());
        return (stops.indexOf(wanted) - stops.indexOf(document.activeElement) + stops.length) % stops.length;
    }""")  # about so far; where that is wrong it is gone on with step by step
    for _ in range(away):
        page.page.keyboard.press("Tab")
    for _ in range(most):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def axe_source():
    """The tester of accessibility, fetched once for the tests: it is never shipped."""
    folder = ROOT / "build" / f"axe-{AXE}"
    source = folder / "package" / "axe.min.js"
    if not source.exists():
        if not shutil.which("npm"):
            pytest.skip("npm is not installed, so axe-core cannot be fetched")
        folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["npm", "pack", f"axe-core@{AXE}", "--silent"], cwd=folder, capture_output=True,
                              timeout=60)
        if done.returncode:
            pytest.skip(f"npm cannot fetch axe-core {AXE}")
        shutil.unpack_archive(folder / f"axe-core-{AXE}.tgz", folder)
    return source.read_text(encoding="utf-8")


def serious(page):
    """What axe finds that keeps people out."""
    if not page.page.evaluate("'axe' in window"):
        page.page.evaluate(axe_source())
    found = page.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']}: {one['help']}: {node['html'][:120]}" for one in found["violations"] for node in one["nodes"]
            if one["impact"] in ("serious", "critical")]
