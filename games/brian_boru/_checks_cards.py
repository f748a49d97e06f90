"""Whether a position can be: the cards. Who picked what follows from what was received, for whoever knows all or some.

In a full position every card's place is given. A view gives what the player to act knows; the rest is filled in so that
it fits, and then drawn anew. Without a draft (`null`) nothing is known of other hands but their size.
"""
from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from kingmaker.games.brian_boru._checks import DOWRY, PICK
from kingmaker.games.brian_boru.snapshot import NONE, Snapshot, mask_of
from kingmaker.games.core.fields import UNKNOWN, Faults, Fields, refusal
from kingmaker.games.errors import NotationError

if TYPE_CHECKING:
    from kingmaker.games.brian_boru._components import Rules

CARD_KEYS = ("played", "lacks", "owns", "draft", "aside")


def read_cards(value: Any, place: str) -> list[int]:
    """Return different cards, numbered from 0, in ascending order."""
    if not isinstance(value, list) or any(
            not isinstance(card, int) or isinstance(card, bool) or not 1 <= card <= 25 for card in value) or len(
            set(value)) != len(value):
        raise refusal(place, "a list of different cards from 1 to 25", value)
    return sorted(card - 1 for card in value)


def cards_of(fields: Fields, key: str) -> list[int]:
    """Return the cards that stand under a key; none where that is no list of cards."""
    value = fields.get(key)
    with fields.faults.caught() if fields.faults else nullcontext():
        return read_cards(value, fields.place(key))
    return []


class Cards:
    """Reads the cards of the running round into a shot.

    Parameters
    ----------
    viewer : whose cards a view knows; the player to act if left out
    lies : the seat that has a card, besides what the fields tell
    waits : the packet in which a card waits to be passed on
    lacking : cards that a seat has not, as a mask
    """

    def __init__(self, fields: Fields, rules: Rules, shot: Snapshot, faults: Faults, *, viewer: int | None = None,
                 lies: Mapping[int, int] | None = None, waits: Mapping[int, int] | None = None,
                 lacking: Mapping[int, int] | None = None) -> None:
        self.viewer = shot.actor if viewer is None else viewer
        self.lies, self.waits, self.lacking = lies or {}, waits or {}, lacking or {}
        self.fields = fields
        self.faults = faults
        self.rules = rules
        self.shot = shot
        self.players = rules.players
        self.n = len(rules.players)
        self.size = rules.short_size or rules.parts.deal[self.n]
        self.deck = mask_of([card - 1 for card in rules.deck])

    def read(self) -> None:
        """Read hands, cards played, the draft and the card set aside."""
        if not PICK <= self.shot.stage < DOWRY:
            self._read_none()
            return
        self._read_played()
        if self.faults.is_sound("played", "lacks", "owns"):
            self._read_hands_and_draft()

    def _read_hands_and_draft(self) -> None:
        self.fields = self.fields.strict
        hands = self._read_hands()
        if self.fields.get("draft") is None:
            self._read_plain(hands)
        else:
            self._read_draft(hands)

    def _read_none(self) -> None:
        for key in CARD_KEYS:
            if key in self.fields.data:
                self.faults.add(f"{key}: a key of the draft and of tricks alone")
        inner = self.fields.inner("hands", self.players, whole=True)
        for player in self.players:
            if cards_of(inner, player):
                self.faults.add(inner.refuse(player, "no cards outside of the draft and of tricks"))

    def _read_played(self) -> None:
        """Read what everybody has played and what everybody is known to lack."""
        shot = self.shot
        inner = self.fields.inner("played", self.players, whole=True)
        for seat, player in enumerate(self.players):
            shot.played[seat] = mask_of(cards_of(inner, player))
            laid = shot.laid[seat]
            if laid != NONE and not shot.played[seat] >> laid & 1:
                raise inner.refuse(player, f"the card {laid + 1} of the trick among them")
        if shot.stage == PICK and any(shot.played):
            raise self.fields.refuse("played", "no cards before the first trick")
        self._check_apart([(f"played.{player}", shot.played[seat]) for seat, player in enumerate(self.players)])
        for key, known in (("lacks", shot.lacks), ("owns", shot.owns)):
            if key in self.fields.data:
                inner = self.fields.inner(key, self.players)
                for seat, player in enumerate(self.players):
                    if player in inner.data:
                        known[seat] = mask_of(cards_of(inner, player))
                        if not known[seat]:
                            raise inner.refuse(player, "cards, or no such key")

    def _read_hands(self) -> list[int | None]:
        """Return the hands, None for one that is unknown; sets the viewer of a view."""
        inner, shot = self.fields.inner("hands", self.players, whole=True), self.shot
        hands: list[int | None] = []
        sizes = []
        for player in self.players:
            cards = inner.items(player)
            sizes.append(len(cards))
            unknown = bool(cards) and cards.count(UNKNOWN) == len(cards)
            hands.append(None if unknown else mask_of(read_cards(cards, inner.place(player))))
        others = [hand for seat, hand in enumerate(hands) if seat != self.viewer and sizes[seat]]
        if hands[self.viewer] is None:
            raise inner.refuse(self.players[self.viewer], "known cards: this player is to act")
        draft = self.fields.get("draft")
        if None in others or (isinstance(draft, Mapping) and UNKNOWN in draft.values()):
            if any(hand is not None for hand in others):
                raise self.fields.refuse("hands", "either all hands, or that of the player to act alone and ? for the "
                                                  "others' cards")
            shot.viewer = self.viewer
        self._check_sizes(sizes)
        self._check_apart([(f"hands.{player}", hand or 0) for player, hand in zip(self.players, hands, strict=True)]
                          + [(f"played.{player}", shot.played[seat]) for seat, player in enumerate(self.players)])
        for seat, player in enumerate(self.players):
            if (hands[seat] or 0) & shot.lacks[seat]:
                raise inner.refuse(player, "none of the cards in 'lacks'")
            if hands[seat] is not None and shot.owns[seat] and not (hands[seat] or 0) & shot.owns[seat]:
                raise inner.refuse(player, "one of the cards in 'owns'")
        return hands

    def _check_sizes(self, sizes: list[int]) -> None:
        """Everybody holds as many cards as everybody else, but for those laid in the running trick."""
        shot = self.shot
        if shot.stage == PICK:
            return
        whole = [size + (shot.laid[seat] != NONE) for seat, size in enumerate(sizes)]
        if len(set(whole)) > 1 or not 2 <= whole[0] <= self.size:
            raise self.fields.refuse("hands", f"as many cards for all when a trick begins, 2 to {self.size}")

    def _check_apart(self, places: list[tuple[str, int]]) -> None:
        """No card in two places, and none that is not in use."""
        seen = 0
        for place, cards in places:
            for card in range(25):
                if cards >> card & 1 and (seen >> card & 1 or not self.deck >> card & 1):
                    raise NotationError(f"{place}: expected each card of the deck once; got {card + 1}"
                                        + (" twice" if seen >> card & 1 else ", which is not in use"))
            seen |= cards

    def _read_aside(self, known: int) -> int:
        """Return the card set aside; `known` are those that lie elsewhere."""
        left = bin(self.deck).count("1") - self.n * self.size
        value = self.fields.get("aside")
        if left == 0:
            if value is not None:
                raise self.fields.refuse("aside", "null, as all cards are dealt")
            return NONE
        if self.shot.viewer != NONE:
            if value != UNKNOWN:
                raise self.fields.refuse("aside", "?, as nobody knows it")
            return NONE
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 25 or (
                not (self.deck & ~known) >> (value - 1) & 1):
            raise self.fields.refuse("aside", "the card that is left over")
        return value - 1

    # -- no draft ------------------------------------------------------------------------------------------------

    def _read_plain(self, hands: list[int | None]) -> None:
        """Hands alone: what is in no hand and was not played is out, and nobody knows what that is."""
        shot = self.shot
        if shot.stage == PICK:
            raise self.fields.refuse("draft", "what was received and picked, at the decision 'pick'")
        if self.fields.get("aside") is not None:
            raise self.fields.refuse("aside", "null, as nothing is told of the draft")
        shot.is_plain = True
        free = self.deck & ~(hands[self.viewer] or 0)
        for played in shot.played:
            free &= ~played
        inner = self.fields.inner("hands", self.players)
        slots = []
        for seat, hand in enumerate(hands):
            if hand is None:
                slots += [(seat, seat)] * len(inner.items(self.players[seat]))
            else:
                shot.hand[seat] = hand
        for card, seat in self._match(free, slots).items():
            shot.hand[seat] |= 1 << card

    # -- draft ---------------------------------------------------------------------------------------------------

    def _read_draft(self, hands: list[int | None]) -> None:
        shot, inner = self.shot, self.fields.inner("draft", self.players, whole=True)
        for seat, player in enumerate(self.players):
            known = shot.viewer in (NONE, seat)
            if (inner.get(player) == UNKNOWN) == known:
                raise inner.refuse(player, "what the player received and picked" if known else "?")
        told = {seat: self._read_passes(inner, seat) for seat in range(self.n) if shot.viewer in (NONE, seat)}
        shot.pass_ = len(told[self.viewer][0]) - (shot.stage == PICK)
        if shot.viewer == NONE:
            self._set_all(inner, told)
        else:
            self._set_viewed(*told[shot.viewer])
        self._check_hands(hands)

    def _n_passes(self) -> int:
        return (self.size + 1) // 2

    def _read_passes(self, inner: Fields, seat: int) -> tuple[list[int], list[int]]:
        """Return what a player received and picked in each pass."""
        player = self.players[seat]
        own = inner.inner(player, ("received", "picked"), whole=True)
        n_received = len(own.items("received"))
        if self.shot.stage == PICK:
            if n_received < 1 or self.size - 2 * (n_received - 1) <= 2:
                raise own.refuse("received", "one list for each pass up to this one, in which there is a choice")
            marker = self.shot.marker
            done = (seat - marker) % self.n < (self.shot.actor - marker) % self.n
            n_picked = n_received - (not done)
        else:
            n_picked = self._n_passes()
            own.items("received", n_picked)
        own.items("picked", n_picked)
        received, picked = [], []
        for k, cards in enumerate(own.items("received")):
            place = f"{own.place('received')}[{k}]"
            received.append(mask_of(read_cards(cards, place)))
            if len(cards) != self.size - 2 * k or received[-1] & ~self.deck:
                raise NotationError(f"{place}: expected {self.size - 2 * k} cards of the deck; got {cards!r}")
        for k, cards in enumerate(own.items("picked")):
            place = f"{own.place('picked')}[{k}]"
            picked.append(mask_of(read_cards(cards, place)))
            if len(cards) != min(2, self.size - 2 * k) or picked[-1] & ~received[k]:
                n = min(2, self.size - 2 * k)
                raise NotationError(f"{place}: expected {n} of the cards received; got {cards!r}")
        return received, picked

    def _set_all(self, inner: Fields, told: dict[int, tuple[list[int], list[int]]]) -> None:
        """Set the packets of a full position; what is passed on must arrive."""
        shot, n = self.shot, self.n
        if len({len(received) for received, _ in told.values()}) > 1:
            raise NotationError("draft: expected as many passes of every player")
        for seat, (received, picked) in told.items():
            for k in range(1, len(received)):
                before = told[(seat - 1) % n]
                if received[k] != before[0][k - 1] & ~before[1][k - 1]:
                    raise NotationError(f"{inner.place(self.players[seat])}.received[{k}]: expected what "
                                        f"{self.players[(seat - 1) % n]} passed on")
            for k, cards in enumerate(picked):
                shot.pick[(seat - k) % n][k] = cards
            if shot.stage == PICK:
                k = len(received) - 1
                shot.packet[(seat - k) % n] = received[k] & ~(picked[k] if k < len(picked) else 0)
        dealt = [received[0] for received, _ in told.values()]
        self._check_apart([(f"draft.{self.players[seat]}.received[0]", cards) for seat, cards in enumerate(dealt)])
        shot.asides[shot.round - 1] = self._read_aside(sum(dealt))

    def _set_viewed(self, received: list[int], picked: list[int]) -> None:
        """Set packets so that they fit what one player saw."""
        shot, n, viewer = self.shot, self.n, self.shot.viewer
        unseen = self.deck
        slots: list[tuple[tuple[int, int], int]] = []
        for packet in range(n):
            group, open_slots, last = 0, slots, NONE
            for k in range(4):
                if (packet + k) % n == viewer and k < len(received):
                    if last != NONE:
                        self._fill(group & ~received[k], open_slots)
                    unseen &= ~received[k]
                    last, open_slots = k, []
                    shot.pick[packet][k] = picked[k] if k < len(picked) else 0
                    group = received[k] & ~shot.pick[packet][k]
                elif self._was_picked(packet, k):
                    open_slots += [((packet, k), (packet + k) % n)] * min(2, self.size - 2 * k)
            rest = self.size - sum(min(2, self.size - 2 * k) for k in range(4) if self._was_picked(packet, k))
            if rest and (packet + shot.pass_) % n == viewer:
                shot.packet[packet] = group
            else:
                open_slots += [((packet, NONE), NONE)] * rest
                if last != NONE:
                    self._fill(group, open_slots)
        self._read_aside(0)
        aside = bin(self.deck).count("1") - n * self.size
        self._fill(unseen, slots + [((NONE, NONE), NONE)] * aside)

    def _was_picked(self, packet: int, k: int) -> bool:
        """Whether somebody has taken cards out of a packet in a pass."""
        shot = self.shot
        if k >= self._n_passes():
            return False
        if shot.stage != PICK or k < shot.pass_:
            return True
        seat = (packet + k) % self.n
        return k == shot.pass_ and (seat - shot.marker) % self.n < (shot.actor - shot.marker) % self.n

    def _fill(self, cards: int, slots: list[tuple[tuple[int, int], int]]) -> None:
        """Put cards into slots of packets so that it fits."""
        shot = self.shot
        if bin(cards).count("1") != len(slots):
            raise self.fields.refuse("draft", "packets that come back with the cards that were passed on")
        for card, (packet, k) in self._match(cards, slots).items():
            if packet == NONE:
                shot.asides[shot.round - 1] = card
            elif k == NONE:
                shot.packet[packet] |= 1 << card
            else:
                shot.pick[packet][k] |= 1 << card

    def _match(self, cards: int, slots: list[tuple[Any, int]]) -> dict[int, Any]:
        """Return a slot for each of some cards, by augmenting paths; a slot is a name and the seat it belongs to.

        Every slot is filled. A card that was played lies with whoever played it; none lies where it is lacking.
        """
        holder: dict[int, int] = {}

        def may(card: int, slot: int) -> bool:
            name, seat = slots[slot]
            by = [other for other in range(self.n) if self.shot.played[other] >> card & 1]
            if by:
                return seat == by[0]
            if card in self.waits:
                return bool(name == (self.waits[card], NONE))
            if seat != self.lies.get(card, seat):
                return False
            return seat == NONE or not (self.shot.lacks[seat] | self.lacking.get(seat, 0)) >> card & 1

        def place(slot: int, tried: set[int]) -> bool:
            for card in range(25):
                if cards >> card & 1 and card not in tried and may(card, slot):
                    tried.add(card)
                    if card not in holder or place(holder[card], tried):
                        holder[card] = slot
                        return True
            return False

        if not all(place(slot, set()) for slot in range(len(slots))):
            raise self.fields.refuse("played", "cards that those who played them can have had, by what the player to "
                                               "act saw of the draft and by 'lacks'")
        return {card: slots[slot][0] for card, slot in holder.items()}

    def _check_hands(self, hands: list[int | None]) -> None:
        """What was picked is in hand or was played."""
        shot = self.shot
        inner = self.fields.inner("hands", self.players)
        for seat, player in enumerate(self.players):
            mine = 0
            for packet in range(self.n):
                for k in range(4):
                    mine |= shot.pick[packet][k] if (packet + k) % self.n == seat else 0
            if shot.played[seat] & ~mine:
                raise NotationError(f"played.{player}: expected cards that the player picked")
            shot.hand[seat] = mine & ~shot.played[seat]
            given = hands[seat]
            if (given is not None and given != shot.hand[seat]) or (
                    len(inner.items(player)) != bin(shot.hand[seat]).count("1")):
                raise inner.refuse(player, "the cards that the player picked and has not played")


def read_deals(fields: Fields, rules: Rules, shot: Snapshot, n_rounds: int) -> bool:
    """Read the deals of rounds to come and both decks; return whether they are known."""
    n, size, fields = len(rules.players), rules.short_size or rules.parts.deal[len(rules.players)], fields.strict
    deck = mask_of([card - 1 for card in rules.deck])
    names = {name: i for i, name in enumerate(rules.weddings)}
    vikings, weddings = fields.get("viking_deck"), fields.get("marriage_deck")
    known = "?" not in vikings and "?" not in weddings and ("deals" in fields.data or shot.round == n_rounds)
    left = list(rules.parts.strengths[:1] if rules.short_size else rules.parts.strengths)
    spare = [i for i in range(len(names) - 1) if rules.weddings[i] not in weddings]
    for value in vikings:
        if value != UNKNOWN:
            left.remove(value)
    shot.viking = [left.pop() if value == UNKNOWN else value for value in vikings]
    shot.marriage = [spare.pop() if name == UNKNOWN else names[name] for name in weddings]
    deals = fields.items("deals", n_rounds - shot.round) if "deals" in fields.data else None
    for k in range(n_rounds):
        shot.deals.append([0] * n)
        if k < shot.round:
            continue
        if deals is None:
            cards = [card for card in range(25) if deck >> card & 1]
            shot.deals[k] = [mask_of(cards[seat * size:(seat + 1) * size]) for seat in range(n)]
            shot.asides[k] = cards[-1] if len(cards) > n * size else NONE
        else:
            at = k - shot.round
            _read_deal(Fields(deals[at], f"deals[{at}]", (*rules.players, "aside")), rules, shot, k, deck)
    return known


def _read_deal(deal: Fields, rules: Rules, shot: Snapshot, k: int, deck: int) -> None:
    size = rules.short_size or rules.parts.deal[len(rules.players)]
    left = deck
    for seat, player in enumerate(rules.players):
        cards = mask_of(cards_of(deal, player))
        if cards & ~left or bin(cards).count("1") != size:
            raise deal.refuse(player, f"{size} cards of the deck, each in one place")
        shot.deals[k][seat] = cards
        left &= ~cards
    if left:
        shot.asides[k] = deal.whole("aside", 1, 25) - 1
        if left != 1 << shot.asides[k]:
            raise deal.refuse("aside", f"the card that is left over, {left.bit_length()}")
    elif "aside" in deal.data:
        raise deal.refuse("aside", "no such key, as all cards are dealt")
