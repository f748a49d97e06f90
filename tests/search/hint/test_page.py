"""The page of a hint: whole, offline, and with the plan on the table."""
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from kingmaker.games.files.positions import load_position
from kingmaker.search.hint.hint import hint
from kingmaker.search.hint.page import fragment, page, picture
from kingmaker.search.hint.words import branch_lines, depends_lines, plan_line, source_lines, variation_lines

VOID = {"meta", "br"}


class Balanced(HTMLParser):
    """Counts tags and refuses those that do not close in order."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))


@pytest.fixture(scope="module", params=["two_heirs/midgame.json", "two_heirs/solo_brave.json", "leduc_poker.toml"])
def found(request):
    return hint(load_position(f"examples/{request.param}"), iterations=4000, seed=1)


def read(text):
    reader = Balanced()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader.seen


def test_the_page_is_whole_and_needs_no_network(found):
    seen = read(page(found))
    assert not [tag for tag, _ in seen if tag in ("script", "link", "img", "iframe")]
    assert not [attrs for _, attrs in seen if attrs.keys() & {"src", "href"}]
    assert page(found).startswith("<!DOCTYPE html>")


def test_every_shown_move_has_a_row_and_a_bar(found):
    text = page(found)
    rows = [(move, plan) for group in found.groups for move, plan in group if move.visits > 0]
    assert text.count('role="img" aria-label') == len(rows)
    for move, _ in rows:
        assert f"<b>{move.move}</b>" in text


def test_the_page_says_where_it_comes_from(found):
    text = page(found)
    for line in source_lines(found.result):
        assert line in text
    assert "Under other searches" in text
    told = variation_lines(found.result, found.sensitivity, with_numbers=not found.calibrated)
    assert all(line in text for line in told)
    assert found._repr_html_() == fragment(found)
    assert "(so far)" in page(replace(found, is_final=False))
    assert "(so far)" not in text


def test_the_plan_is_drawn_on_the_table():
    state = load_position("examples/two_heirs/midgame.json")
    found = hint(state, iterations=4000, seed=1)
    drawn = picture(state, state.player, found.plan.moves)
    assert drawn in page(found)
    assert drawn != picture(state, state.player)
    for n, move in enumerate(found.plan.moves, 1):
        assert f"{n} {move}" in plan_line(found)


def test_a_hint_in_sentences():
    found = hint(load_position("examples/two_heirs/solo_brave.json"), iterations=8000, seed=1)
    assert plan_line(found).endswith("; then see what comes")
    shares = [int(line.split("%")[0]) for line in branch_lines(found)]
    assert abs(sum(shares) - 100) <= len(shares)
    first = depends_lines(found)[0]
    assert "what is hidden" in first
    assert "250 worlds, 8 playouts" in first
