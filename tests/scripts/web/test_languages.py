"""Every page is whole in its language: nothing seen or heard on it in Czech or Polish reads as on the English one."""
import re
import shutil

import pytest

from tests.scripts.web.clicking import WIDE, Page
from tests.scripts.web.setting import ROOT, served

TEXTS = """() => {
    const found = new Set([document.title]);
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const around = walk.currentNode.parentElement;
        if (around.checkVisibility() && !around.closest('noscript')) found.add(walk.currentNode.data.trim());
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-description'])
        for (const one of document.querySelectorAll(`[${name}]`))
            if (one.checkVisibility()) found.add(one.getAttribute(name));
    return [...found];
}"""
ENGLISH = re.compile(r"\b(the|of|and|with|that|which|you|your|expected|got|one|cards?|tiles?|turn|is|are|from|for|this|"
                     r"what|take|build|has|have|not|each|players?|points?|workers?|hand|round|gone|option)\b", re.I)
NAMES = re.compile(r"Kingmaker|English|Čeština|Polski|Stop|Plan|solo|.*\.jsonl?|"  # as they are, or alike in both
                   r"Northern|Southern|Uí Néill|Ulaid|Bréifne|Dubhlinn|Connaught|Leinster|Munster|"
                   r"Orlaith|Aodhan|Conall|Aoife|"  # on the map
                   r"Brigid|Cormac|Niall|Princess|Lothaire|Therese|Hugo|Caroline|Ada|Clovis|Frederick|Fara|Rudolf|Bertha|"
                   r"Arnold|Louis|Zesiro|Patron|Diplomat \(WA0\d\)")
KEPT = re.compile(r"[\w' ]+ \(en\)|'[^']*'|Brian Boru: High King of Ireland|Architects of the West Kingdom|rollout=\w+|"
                  r"[\w-]+:\w+=\S+")  # games and agents, as commands name them


def seen(page, texts):
    """Note what stands on the page now."""
    page.settle()
    texts.update(page.page.evaluate(TEXTS))


def walked(page, game):
    """All that stands on the page while somebody goes through it: each panel, a hint, options, a position laid."""
    texts = set()
    for name in ("story", "score", "review", "files", "hint"):
        page.tab(name)
        seen(page, texts)
    if page.page.is_enabled("#think"):
        page.page.evaluate("document.getElementById('seconds').value = 1; "
                           "document.getElementById('seconds').dispatchEvent(new Event('input'))")
        page.page.click("#think")
        page.page.wait_for_selector("#brief", timeout=60_000)
        seen(page, texts)
        unfold(page, "#panel")
        seen(page, texts)
        page.page.locator(".bars button").last.click()
        seen(page, texts)
        page.page.keyboard.press("Escape")
    unfold(page, "#act")
    idle = page.page.locator("#areas [data-target]:not(.can)")
    for word in idle.evaluate_all("found => found.map((x) => x.dataset.target)")[:12]:
        page.page.locator(f'#areas [data-target="{word}"]').first.dispatch_event("click")  # it leads nowhere
        seen(page, texts)
    page.tab("files")
    for what in ("options", "lay"):
        page.page.click(f'[data-{what}="{game}"]')
        page.page.wait_for_selector("#dialog #fault")
        unfold(page, "#dialog")
        seen(page, texts)
        page.page.keyboard.press("Escape")
        page.page.evaluate("document.getElementById('dialog').replaceChildren()")  # so that the next one is waited for
    return texts


def unfold(page, where):
    folds = page.page.locator(f"{where} details:not([open]) > summary")
    while folds.count():
        folds.first.click()


@pytest.mark.parametrize(("game", "example", "lang", "is_compared"), [
    ("two-heirs", "solo_brave.json", "pl", False),
    *(pytest.param(*row, True, marks=pytest.mark.slow) for row in (
        ("two-heirs", "solo_brave.json", "pl"), ("two-heirs", "midgame.json", "cs"), ("two-heirs", "siege.json", "pl"),
        ("brian-boru", "trick.json", "cs"), ("brian-boru", "upkeep.json", "cs"), ("brian-boru", "draft.json", "cs"),
        ("architects", "solo_noblewoman.json", "cs"), ("architects", "wonders.json", "cs")))])
def test_a_page_is_whole_in_its_language(chromium, tmp_path, game, example, lang, is_compared):
    """Words of English stand nowhere; where it is compared, nothing reads as on the English page either."""
    path = tmp_path / example
    shutil.copy(ROOT / "examples" / game.replace("-", "_") / example, path)
    with served(path) as server:
        page = Page(chromium, server.link, WIDE)
        english = walked(page, game) if is_compared else set()
        page.page.select_option("#language", lang)
        page.settle()
        texts = walked(page, game)
        assert page.page.get_attribute("html", "lang") == lang
        page.close()
    words = {text for text in texts if re.search("[A-Za-z]{3}", KEPT.sub("", text)) and not NAMES.fullmatch(text)}
    assert len(words) > 100
    assert "Internal Server Error" not in texts | english
    assert {text for text in words if text in english} == set()
    assert {text for text in words if ENGLISH.search(KEPT.sub("", text))} == set()
