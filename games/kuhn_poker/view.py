"""Kuhn poker's picture."""
from __future__ import annotations

from kingmaker.games.core import svg


def draw(cards: list[str | None], actions: list[str], observer: int) -> svg.SvgString:
    """Draw both cards (None: face down) and what was done, as the observer sees it."""
    parts = []
    for player in (0, 1):
        y = 20 + 90 * player
        colour = svg.PLAYERS[player]
        name = f"player {player}" + (" (you)" if player == observer else "")
        parts.append(svg.card(20, y, cards[player]))
        parts.append(svg.text(80, y + 24, name, anchor="start", fill=colour, bold=True))
        done = ", ".join(actions[player::2]) or "-"
        parts.append(svg.text(80, y + 48, done, anchor="start"))
    seen = " and ".join(card or "a hidden card" for card in cards)
    return svg.document(260, 190, parts, title="Kuhn poker", words=f"{seen}; actions: {', '.join(actions) or 'none'}")
