"""Oh Hell's picture: the table as one player sees it."""
from __future__ import annotations

from kingmaker.games.core import svg
from kingmaker.games.oh_hell.notation import RANKS, SUITS, Position, format_card

SIGNS = {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}
INKS = {"C": svg.INK, "S": svg.INK, "D": "#c1272d", "H": "#c1272d"}
ROW, LEFT = 84, 190
OPEN, CLOSED = 48, 20  # from card to card: faces stand side by side, backs overlap


def _face(x: float, y: float, card: int) -> str:
    suit = SUITS[card >> 4]
    return svg.card(x, y, SIGNS[suit] + RANKS[card & 15], ink=INKS[suit])


def _player(position: Position, seat: int, y: float, observer: int, player: int, returns: list[float] | None) -> str:
    """Draw a player's row: bid, tricks, the hand (face up only for its holder) and the card on the table."""
    n = len(position.hands)
    name = f"player {seat}" + (" (you)" if seat == observer else "") + (" •" if seat == player else "")
    bid = position.bids[seat]
    words = f"bid {'-' if bid is None else bid}, won {position.won[seat]}"
    if returns is not None:
        words += f", {returns[seat]:g} points"
    extra = ["dealer"] if seat == position.dealer else []
    if position.voids[seat]:
        extra.append("no " + "".join(SIGNS[SUITS[suit]] for suit in position.voids[seat]))
    parts = [svg.text(16, y + 18, name, anchor="start", fill=svg.PLAYERS[seat], bold=True),
             svg.text(16, y + 38, words, anchor="start", size=13),
             svg.text(16, y + 58, ", ".join(extra), anchor="start", size=13)]
    for i, card in enumerate(position.hands[seat]):
        parts.append(_face(LEFT + OPEN * i, y, card) if seat == observer else svg.card(LEFT + CLOSED * i, y, None))
    place = (seat - position.leader) % n
    if place < len(position.trick):
        parts.append(_face(LEFT + OPEN * position.tricks + 30, y, position.trick[place]))
    return "".join(parts)


def draw(position: Position, observer: int, player: int, returns: list[float] | None) -> svg.SvgString:
    """Draw the trump card, each player's row and the trick, as the observer sees them; `returns` once it is over."""
    n = len(position.hands)
    width = LEFT + OPEN * position.tricks + 94
    parts = [svg.text(16, 30, "Oh Hell", anchor="start", size=16, bold=True),
             svg.text(16, 52, f"{position.tricks} tricks; trump card:", anchor="start", size=13),
             _face(LEFT, 12, position.trump),
             svg.text(LEFT + OPEN * position.tricks + 52, 80, "trick", size=13)]
    for seat in range(n):
        y = ROW * (seat + 1) + 10
        parts.append(svg.line(16, y - 6, width - 16, y - 6, stroke=svg.LINE))
        parts.append(_player(position, seat, y, observer, player, returns))
    hand = " ".join(map(format_card, position.hands[observer])) or "nothing"
    trick = " ".join(map(format_card, position.trick)) or "nothing"
    words = f"player {observer} holds {hand}; on the table {trick}; trump card {format_card(position.trump)}"
    return svg.document(width, ROW * (n + 1) + 10, parts, title="Oh Hell", words=words)
