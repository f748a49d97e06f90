"""Goofspiel's picture."""
from __future__ import annotations

from dataclasses import dataclass

from kingmaker.games.core import svg

LEFT = 120
STEP = 44
W, H = 36, 50
ROW = 92


@dataclass(frozen=True)
class Seat:
    """One player's row: bids by round (None: face down), points, and cards left (None: not known)."""

    bids: list[str | None]
    points: int
    left: list[str] | None


def _prize_row(prizes: list[str | None], winners: list[int]) -> list[str]:
    """Draw the prizes and below each who took it."""
    parts = [svg.text(16, 20 + H / 2 + 5, "prizes", anchor="start", bold=True)]
    current = len(winners)
    for i, prize in enumerate(prizes):
        x = LEFT + STEP * i
        parts.append(svg.card(x, 20, prize, w=W, h=H, fill="#fff3c4" if i == current else "white"))
        if i < current:
            winner = winners[i]
            words, ink = ("nobody", svg.INK) if winner < 0 else (f"to {winner}", svg.PLAYERS[winner])
            parts.append(svg.text(x + W / 2, 20 + H + 14, words, size=10, fill=ink))
    return parts


def _seat_row(seat: Seat, player: int, observer: int, winners: list[int]) -> list[str]:
    """Draw a player's bids; the bids that took a prize are framed in his colour."""
    y = 20 + ROW * (player + 1)
    colour = svg.PLAYERS[player]
    name = f"player {player}" + (" (you)" if player == observer else "")
    parts = [svg.text(16, y + 20, name, anchor="start", size=12, fill=colour, bold=True),
             svg.text(16, y + 40, f"{seat.points} point{'' if seat.points == 1 else 's'}", anchor="start", size=12)]
    for i, bid in enumerate(seat.bids):
        x = LEFT + STEP * i
        parts.append(svg.card(x, y, bid, w=W, h=H, ink=colour))
        if i < len(winners) and winners[i] == player:
            parts.append(svg.rect(x - 2, y - 2, W + 4, H + 4, stroke=colour, rx=6))
    parts.append(svg.text(LEFT, y + H + 17, _left(seat), anchor="start", size=12))
    return parts


def _left(seat: Seat) -> str:
    """Say which cards a player has left, as far as the observer knows."""
    if seat.left is None:
        return "cards left: not known"
    hidden = " (the hidden bid is one of them)" if None in seat.bids else ""
    return f"cards left: {' '.join(seat.left) or 'none'}{hidden}"


def draw(prizes: list[str | None], winners: list[int], seats: list[Seat], observer: int,
         to_bid: int | None) -> svg.SvgString:
    """Draw prizes and bids, a column a round, as the observer sees them; winners are -1 where bids were tied."""
    parts = _prize_row(prizes, winners)
    for player, seat in enumerate(seats):
        parts += _seat_row(seat, player, observer, winners)
    state = "the game is over" if to_bid is None else f"player {to_bid} is to bid"
    bottom = 20 + ROW * (len(seats) + 1)
    parts.append(svg.text(16, bottom + 8, state, anchor="start", size=12))
    words = "; ".join([f"prizes {' '.join(prize or '?' for prize in prizes)}"]
                      + [f"player {p}: {seat.points} points, bids {' '.join(bid or '?' for bid in seat.bids) or 'none'}"
                         for p, seat in enumerate(seats)] + [state])
    return svg.document(max(LEFT + STEP * len(prizes) + 16, 330), bottom + 24, parts, title="Goofspiel", words=words)
