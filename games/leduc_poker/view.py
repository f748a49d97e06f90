"""Leduc poker's picture."""
from __future__ import annotations

from kingmaker.games.core import svg


def draw(hands: list[str | None], public: str | None, stakes: list[int], done: list[list[str]],
         observer: int) -> svg.SvgString:
    """Draw the ranks (None: face down), the chips put in and each round's actions, as the observer sees them."""
    parts = [svg.text(292, 28, "public card"), svg.card(270, 40, public)]
    for player in (0, 1):
        y = 20 + 90 * player
        name = f"player {player}" + (" (you)" if player == observer else "")
        chips = f"{stakes[player]} chip" + ("s" if stakes[player] != 1 else "")
        parts.append(svg.card(20, y, hands[player]))
        parts.append(svg.text(80, y + 20, name, anchor="start", fill=svg.PLAYERS[player], bold=True))
        parts.append(svg.text(80, y + 41, chips + " put in", anchor="start"))
        moves = " | ".join(", ".join(actions[player::2]) or "-" for actions in done)
        parts.append(svg.text(80, y + 62, moves, anchor="start"))
    seen = ", ".join(f"player {p} holds {hands[p] or 'a hidden card'}, {stakes[p]} put in" for p in (0, 1))
    rounds = "; ".join(f"round {i + 1}: {', '.join(actions) or 'no action yet'}" for i, actions in enumerate(done))
    words = f"{seen}; public card {public or 'face down'}; {rounds}"
    return svg.document(360, 190, parts, title="Leduc poker", words=words)
