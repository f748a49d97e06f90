"""Oh Hell's texts: cards, and a whole position as one line that reads back exactly."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingmaker.games.errors import NotationError

SUITS = "CDSH"
RANKS = "23456789TJQKA"
FIELDS = ("tricks", "dealer", "trump", "hands", "played", "bids", "won", "voids", "leader", "trick")
EXAMPLE = ("tricks=2 dealer=2 trump=C4 hands=C3/C2.D3/D2.D4 played=C5 bids=1/0/2 won=0/0/0 voids=-/-/- "
           "leader=0 trick=C5")


@dataclass(frozen=True, kw_only=True)
class Position:
    """A position in plain values. A card is suit * 16 + rank; players' entries are in order of seat.

    Parameters
    ----------
    hands : what each player holds
    played : all cards played so far, those of the current trick included
    bids : None for a player who has not bid
    voids : suits that each player is known to lack, having failed to follow them
    trick : the cards on the table in the order played, from the leader on
    """

    tricks: int
    dealer: int
    trump: int
    hands: tuple[tuple[int, ...], ...]
    played: tuple[int, ...]
    bids: tuple[int | None, ...]
    won: tuple[int, ...]
    voids: tuple[tuple[int, ...], ...]
    leader: int
    trick: tuple[int, ...]

    @property
    def all_bid(self) -> bool:
        """Whether the bidding is over."""
        return None not in self.bids


def format_card(card: int) -> str:
    """Return a card as text, suit first.

    Examples
    --------
    >>> format_card(3 * 16 + 12)
    'HA'
    """
    return SUITS[card >> 4] + RANKS[card & 15]


def format_cards(cards: Sequence[int]) -> str:
    """Return cards as text, `-` for none."""
    return ".".join(map(format_card, cards)) or "-"


def format_public(position: Position) -> str:
    """Return what everybody knows."""
    bids = "/".join("-" if bid is None else str(bid) for bid in position.bids)
    voids = "/".join("".join(SUITS[suit] for suit in suits) or "-" for suits in position.voids)
    return (f"played={format_cards(position.played)} bids={bids} won={'/'.join(map(str, position.won))} "
            f"voids={voids} leader={position.leader} trick={format_cards(position.trick)}")


def format_position(position: Position) -> str:
    """Return the whole position."""
    hands = "/".join(map(format_cards, position.hands))
    return (f"tricks={position.tricks} dealer={position.dealer} trump={format_card(position.trump)} hands={hands} "
            + format_public(position))


def format_view(position: Position, observer: int) -> str:
    """Return what one player knows."""
    return (f"tricks={position.tricks} dealer={position.dealer} trump={format_card(position.trump)} "
            f"player={observer} hand={format_cards(position.hands[observer])} " + format_public(position))


def _refuse(what: str) -> NotationError:
    return NotationError(f"oh-hell: {what}")


def _number(name: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not low <= int(text) <= high:
        raise _refuse(f"{name}: expected a whole number in [{low}, {high}], got {text!r}")
    return int(text)


def _card(name: str, text: str, suits: int, ranks: int) -> int:
    if len(text) != 2 or text[0] not in SUITS[:suits] or text[1] not in RANKS[:ranks]:
        raise _refuse(f"{name}: expected a card as one of {SUITS[:suits]} and one of {RANKS[:ranks]}, got {text!r}")
    return SUITS.index(text[0]) * 16 + RANKS.index(text[1])


def _cards(name: str, text: str, suits: int, ranks: int) -> tuple[int, ...]:
    return () if text == "-" else tuple(_card(name, part, suits, ranks) for part in text.split("."))


def _seats(name: str, text: str, players: int) -> list[str]:
    parts = text.split("/")
    if len(parts) != players:
        raise _refuse(f"{name}: expected {players} entries with / between, one a player, got {text!r}")
    return parts


def _suits(text: str, suits: int) -> tuple[int, ...]:
    found = () if text == "-" else tuple(SUITS.find(letter) for letter in text)
    if list(found) != sorted(set(found)) or not all(0 <= suit < suits for suit in found):
        raise _refuse(f"voids: expected letters of {SUITS[:suits]} in that order or -, got {text!r}")
    return found


def parse_position(text: str, options: Mapping[str, Any]) -> Position:
    """Read what `format_position` wrote; a position that no game can reach is refused where that is seen."""
    parts = [part.partition("=") for part in str(text).split(" ")]
    if tuple(name for name, _, _ in parts) != FIELDS:
        raise _refuse(f"expected a position like {EXAMPLE!r}, got {text!r}")
    raw = {name: value for name, _, value in parts}
    players, suits, ranks = options["players"], options["suits"], options["ranks"]
    most = (suits * ranks - 1) // players
    fixed = options["tricks"]
    tricks = _number("tricks", raw["tricks"], fixed or 1, fixed or most)
    position = Position(
        tricks=tricks,
        dealer=_number("dealer", raw["dealer"], 0, players - 1),
        trump=_card("trump", raw["trump"], suits, ranks),
        hands=tuple(tuple(sorted(_cards("hands", hand, suits, ranks)))
                    for hand in _seats("hands", raw["hands"], players)),
        played=tuple(sorted(_cards("played", raw["played"], suits, ranks))),
        bids=tuple(None if bid == "-" else _number("bids", bid, 0, tricks)
                   for bid in _seats("bids", raw["bids"], players)),
        won=tuple(_number("won", won, 0, tricks) for won in _seats("won", raw["won"], players)),
        voids=tuple(_suits(voids, suits) for voids in _seats("voids", raw["voids"], players)),
        leader=_number("leader", raw["leader"], 0, players - 1),
        trick=_cards("trick", raw["trick"], suits, ranks),
    )
    _check_counts(position, players)
    _check_bids(position, players)
    _check_voids(position, players)
    return position


def _check_counts(position: Position, players: int) -> None:
    """Every card in one place; as many cards in each hand as the tricks leave."""
    cards = [position.trump, *position.played, *(card for hand in position.hands for card in hand)]
    twice = sorted({card for card in cards if cards.count(card) > 1})
    if twice:
        raise _refuse(f"expected each card in one place, got {format_cards(twice)} twice in trump, hands and played")
    done = sum(position.won)
    if done > position.tricks:
        raise _refuse(f"won: expected at most {position.tricks} tricks together, got {done}")
    on_table = len(position.trick)
    if on_table >= players or not set(position.trick) <= set(position.played) or len(set(position.trick)) != on_table:
        raise _refuse(f"trick: expected at most {players - 1} different cards that are in played too, "
                      f"got {format_cards(position.trick)}")
    if len(position.played) != players * done + on_table:
        raise _refuse(f"played: expected {players * done + on_table} cards ({players} for each of {done} tricks and "
                      f"{on_table} on the table), got {len(position.played)}")
    for seat, hand in enumerate(position.hands):
        size = position.tricks - done - ((seat - position.leader) % players < on_table)
        if len(hand) != size:
            raise _refuse(f"hands: expected {size} cards for player {seat}, got {format_cards(hand)}")


def _check_bids(position: Position, players: int) -> None:
    """Bids from the dealer's left on, the last one not the forbidden one, and no card before the last bid."""
    first = (position.dealer + 1) % players
    order = [position.bids[(first + i) % players] for i in range(players)]
    made = [bid for bid in order if bid is not None]
    if order[:len(made)] != made:
        raise _refuse(f"bids: expected them in order from player {first} on, got {format_public(position)!r}")
    if len(made) < players and position.played:
        raise _refuse("bids: expected one from each player before the first card, but cards are played")
    if len(made) == players and sum(made) == position.tricks:
        raise _refuse(f"bids: expected a sum other than the number of tricks, got {position.tricks}")
    if not sum(position.won) and position.leader != first:
        raise _refuse(f"leader: expected player {first} before a trick is taken, got {position.leader}")
    if sum(position.won) and not position.won[position.leader]:
        raise _refuse(f"leader: expected a player who has taken a trick, got {position.leader}")


def _check_voids(position: Position, players: int) -> None:
    """Nobody holds a suit that he failed to follow, and whoever fails to follow is known to."""
    for seat, (hand, voids) in enumerate(zip(position.hands, position.voids, strict=True)):
        if voids and not position.played:
            raise _refuse("voids: expected none before the first card")
        held = [card for card in hand if card >> 4 in voids]
        if held:
            raise _refuse(f"voids: player {seat} cannot lack the suit of {format_cards(held)}, which he holds")
    for i, card in enumerate(position.trick):
        seat = (position.leader + i) % players
        led = position.trick[0] >> 4
        if card >> 4 in position.voids[seat] or (card >> 4 != led and led not in position.voids[seat]):
            raise _refuse(f"voids: player {seat}, who played {format_card(card)} to {format_card(position.trick[0])}, "
                          f"must lack {SUITS[led]} if and only if he did not follow, and not the suit he played")
