"""The report in a browser, on a screen and on a phone: nothing scrolls sideways, no label is cut or overprinted."""
import shutil

import pytest

import kingmaker
from kingmaker.depth import measure_depth
from kingmaker.games import load_game

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
ARMS = [f"ban_{side}={word}" for word in ("travel", "trade", "inn", "cathedral", "market") for side in
        ("blue", "white")]
LABELS = """() => {
  const found = {page: [document.documentElement.scrollWidth, innerWidth], plots: 0, labels: 0, cut: [], over: []};
  for (const plot of document.querySelectorAll("svg")) {
    const box = plot.getBoundingClientRect(), before = [];
    if (!box.width) continue;
    found.plots += 1;
    const hidden = plot.classList.contains("grid") ? null : plot.parentElement.getBoundingClientRect();
    for (const label of plot.querySelectorAll('g[id*="text_"]')) {
      const at = label.getBoundingClientRect(), name = plot.getAttribute("aria-label") + " " + label.id;
      if (!at.width) continue;
      found.labels += 1;
      for (const room of [box, hidden]) if (room && (at.left < room.left - 1 || at.right > room.right + 1 ||
          at.top < room.top - 1 || at.bottom > room.bottom + 1)) found.cut.push(name);
      for (const other of before) if (Math.min(at.right, other.right) - Math.max(at.left, other.left) > 2 &&
          Math.min(at.bottom, other.bottom) - Math.max(at.top, other.top) > 2) found.over.push(name);
      before.push(at);
    }
  }
  return found;
}"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    duels = kingmaker.selfplay("two-heirs", ["policy"], 1100, folder / "duels", seed=1, arms=ARMS,
                               each=["sets=travel,dominion,trade;travel,dominion,guard"])
    measure_depth(load_game("two-heirs", short=3), duels.directory, 2, seed=1)
    alone = kingmaker.selfplay("two-heirs:mode=solo", ["random", "policy", "policy:temperature=0.1"], 180,
                               folder / "solo", seed=1, each=["level"])
    return kingmaker.report(duels.directory, alone.directory, out=folder / "report")


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_is_cut(page, width):
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not shutil.which(CHROMIUM):
        pytest.skip(f"{CHROMIUM} is not installed")
    with playwright.sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            shown = browser.new_page(viewport={"width": width, "height": 900})
            complaints = []
            shown.on("pageerror", lambda error: complaints.append(str(error)))
            shown.goto(page.as_uri())
            found = shown.evaluate(LABELS)
            for fold in shown.query_selector_all("details:not([open]) summary"):
                fold.click()
            unfolded = shown.evaluate("() => document.documentElement.scrollWidth")
        finally:
            browser.close()
    assert not complaints
    assert found["plots"] > 10
    assert found["labels"] > 200
    assert found["page"] == [width, width]
    assert unfolded == width
    assert not found["cut"]
    assert not found["over"]
