"""What a position leaves unknown, put somewhere; a view is drawn again afterwards."""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kingmaker.games._rng import Rng
from kingmaker.games.errors import NotationError

if TYPE_CHECKING:
    from kingmaker.games.architects._position_reader import Reader

FILL = 1_000_003  # seed of what stands where a view says nothing: always the same, so that commands repeat


def fill_in(reader: Reader) -> None:
    """Put unknown building cards anywhere, and draw the unknown orders."""
    keys, rng = reader.keys, Rng(FILL)
    piles = [keys["drawn"], keys["cards"], *(seat["hand"] for seat in keys["seats"])]
    _fill_kind(reader, "buildings", range(reader.n_buildings), piles, rng)
    fill_orders(reader, rng)
    for seat in keys["seats"]:
        seat["hand"].sort()


def fill_orders(reader: Reader, rng: Rng | None = None) -> None:
    """Draw the unknown orders of all piles but that of building cards."""
    keys, box, rng = reader.keys, reader.box, rng or Rng(FILL)
    apprentices = [*box["apprentices"], *(card for card in box["display"] if card >= 0)]
    _fill_kind(reader, "apprentices", apprentices, [keys["apprentices"]], rng)
    _fill_kind(reader, "rewards", range(len(box["rewards"][0])), [keys["rewards"][0]], rng)
    _fill_kind(reader, "market", range(10), [keys["market"][0]], rng)
    if "contributions" in keys:
        _fill_kind(reader, "contributions", range(7), [keys["contributions"][0]], rng)
    if "schemes" in keys and "pile" not in (reader.fields.data.get("schemes") or {}):
        rng.shuffle(keys["schemes"])


def _fill_kind(reader: Reader, kind: str, box: Iterable[int], piles: list[list[Any]], rng: Rng) -> None:
    used = {card for name, card in reader.where if name == kind}
    left = [card for card in box if card not in used]
    rng.shuffle(left)
    for pile in piles:
        for i, card in enumerate(pile):
            if card is None:
                if not left:
                    raise NotationError(f"{kind}: more cards than there are")
                pile[i] = left.pop()
    if left:
        raise NotationError(f"{kind}: {len(left)} cards lie nowhere, such as {getattr(reader.rules, kind)[left[0]]}")
