"""What one player at a table knows, and whether something more can be: worlds that agree with both.

Cards are numbers from 0 here, as in a snapshot. What can be is worked out exactly, by finding a place for every card.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from kingmaker.games.brian_boru._checks import KEYS, read_public
from kingmaker.games.brian_boru._checks_cards import Cards, read_deals
from kingmaker.games.brian_boru._components import rules_of
from kingmaker.games.brian_boru._state import BoruState, load
from kingmaker.games.brian_boru.names import LEADING
from kingmaker.games.brian_boru.snapshot import NONE, Snapshot, mask_of
from kingmaker.games.core.fields import Faults, Fields
from kingmaker.games.errors import NotationError
from kingmaker.games.spec import Game

N_CARDS = 25
Keys = dict[str, Any]


@dataclass(frozen=True)
class Turned:
    """What a new round turned up, and the cards that it dealt to the player."""

    viking: int
    wedding: int
    dealt: Sequence[int]


@dataclass(frozen=True)
class More:
    """What is to hold in a world beside what is known.

    Parameters
    ----------
    lies : the seat that has a card
    waits : the packet in which a card waits to be passed on
    lacking : cards that a seat has not, as a mask
    """

    lies: Mapping[int, int] = field(default_factory=dict)
    waits: Mapping[int, int] = field(default_factory=dict)
    lacking: Mapping[int, int] = field(default_factory=dict)


NOTHING = More()


def seen_by(state: BoruState, viewer: int) -> Keys:
    """Return the keys of what a player knows; how far another's lead is told stands in the state itself."""
    keys = state.position(viewer)
    if keys["decision"] == LEADING:
        keys |= {"decision": state.decision, "active": state.position()["active"]}
    return keys


class Known:
    """What a player knows at a decision.

    Parameters
    ----------
    keys : of `seen_by`
    """

    def __init__(self, game: Game, keys: Keys, viewer: int) -> None:
        self.game, self.keys, self.viewer, self.rules = game, keys, viewer, rules_of(game)

    def fill(self, more: More = NOTHING) -> Snapshot | None:
        """Return a position with what is unknown filled in so that it fits, or None if it cannot."""
        faults, rules = Faults(), self.rules
        fields = Fields(self.keys, "", KEYS[2:], faults)
        shot = read_public(fields, rules, rules.n_rounds, faults)
        faults.refuse()
        shot.asides = [NONE] * rules.n_rounds
        try:
            Cards(fields, rules, shot, faults, viewer=self.viewer, lies=more.lies, waits=more.waits,
                  lacking=more.lacking).read()
            faults.refuse()
        except NotationError:
            return None
        if not all(shot.hand[seat] >> card & 1 for card, seat in more.lies.items()) or not all(
                shot.packet[packet] >> card & 1 for card, packet in more.waits.items()):
            return None  # the card is known to lie elsewhere
        read_deals(fields, rules, shot, rules.n_rounds)
        shot.viewer = self.viewer
        return shot

    def world(self, more: More = NOTHING, turned: Turned | None = None) -> BoruState | None:
        """Return a state in which it is so; None if there is none, or nobody would have a choice in it."""
        shot = self.fill(more)
        if shot is None:
            return None
        if turned is not None:
            _turn(shot, turned, self.viewer, len(self.rules.players), mask_of([card - 1 for card in self.rules.deck]))
        return load(self.game, shot)

    # -- cards ------------------------------------------------------------------------------------------------------

    def unseen(self) -> list[int]:
        """Return the cards that may be in other hands: those that are not the player's and were not played."""
        own = {card - 1 for card in self.keys["hands"][self.rules.players[self.viewer]]}
        played = {card - 1 for cards in self.keys["played"].values() for card in cards}
        return [card - 1 for card in self.rules.deck if card - 1 not in own | played]

    def holdable(self, seat: int) -> list[int]:
        """Return the cards that another player may have in hand."""
        shot = self.fill()
        assert shot is not None
        if any(shot.lacks):
            return [card for card in self.unseen() if self.fill(More(lies={card: seat})) is not None]
        places, cards = self._places(shot), self.unseen()
        groups = {places[card][0] for card in cards if places[card][1] == seat}
        return [card for card in cards if places[card][0] in groups]

    def waiting(self, packet: int) -> list[int]:
        """Return the cards that may wait in a packet of the draft."""
        shot = self.fill()
        assert shot is not None
        places = self._places(shot)
        groups = {places[card][0] for card in range(N_CARDS) if shot.packet[packet] >> card & 1}
        return [card for card in self.unseen() if places[card][0] in groups]

    def _places(self, shot: Snapshot) -> dict[int, tuple[str, int]]:
        """Return the group and the seat of each card: the player cannot tell apart the cards of a group."""
        n, n_seen = len(self.rules.players), shot.pass_ + (self.keys["decision"] == "pick")
        found: dict[int, tuple[str, int]] = {card - 1: ("unseen", NONE) for card in self.rules.deck}
        if shot.is_plain:
            return found | {card: ("unseen", seat) for seat in range(n) for card in range(N_CARDS)
                            if shot.hand[seat] >> card & 1}
        for packet in range(n):
            group = "unseen"
            for k in range(4):
                seat = (packet + k) % n
                if seat == self.viewer and k < n_seen:
                    group = f"{packet} {k}"
                found |= {card: (group, seat) for card in range(N_CARDS) if shot.pick[packet][k] >> card & 1}
            own = (packet + shot.pass_) % n == self.viewer
            found |= {card: ("own" if own else group, NONE) for card in range(N_CARDS)
                      if shot.packet[packet] >> card & 1}
        return found

    # -- another's lead ---------------------------------------------------------------------------------------------

    def empty(self) -> list[str]:
        """Return the towns without a disc; R10."""
        return [town for town in self.rules.towns if town not in self.keys["towns"]]

    def fits(self, card: int, town: str) -> bool:
        """Whether a card may be led for a town by its colour; R25."""
        suit = self.rules.parts.cards[card].suit
        return suit in ("white", self.rules.parts.towns[self.rules.number[town]].colour)

    def none_fits(self, seat: int) -> More:
        """Return that a player has no card for any empty town."""
        empty = self.empty()
        return More(lacking={seat: mask_of([card for card in range(N_CARDS)
                                            if any(self.fits(card, town) for town in empty)])})

    def towns(self, seat: int) -> list[str]:
        """Return the towns that a leader may make active; R24, A2."""
        empty, cards = self.empty(), self.holdable(seat)
        if self.fill(self.none_fits(seat)) is not None:
            return empty
        return [town for town in empty if any(self.fits(card, town) for card in cards)]

    def leads(self, seat: int, town: str | None) -> list[int]:
        """Return the cards that a player may lead for a town; R25, A2."""
        cards, none_fits = self.holdable(seat), self.none_fits(seat)
        can_lack = self.fill(none_fits) is not None
        return [card for card in cards if town is None or self.fits(card, town) or (can_lack and self.fill(
            More(lies={card: seat}, lacking=none_fits.lacking)) is not None)]

    def has_choice(self, seat: int, town: str | None) -> BoruState | None:
        """Return a world in which whoever leads can choose: a town, or a card where the town is known; if there is one.

        Parameters
        ----------
        town : the active town; None = it is still to be chosen, or there is none
        """
        empty, cards = self.empty(), self.holdable(seat)
        goals = {card: [goal for goal in (empty if town is None else [town]) if self.fits(card, goal)]
                 for card in cards}
        if not empty:
            return self.told_town(None).world()
        ways = [More(lies={card: seat}) for card in cards if len(goals[card]) > 1]
        ways += [More(lies={one: seat, other: seat}) for one, other in combinations(cards, 2)
                 if (goals[one] and goals[other] if town else len({*goals[one], *goals[other]}) > 1)]
        for more in (*ways, self.none_fits(seat)):
            found = self.world(more)
            if found is not None:
                return found
        return None

    def told_town(self, town: str | None) -> Known:
        """Return what is known once the leader has put the marker on a town."""
        return self._with(decision="lead", active=town)

    def told_lead(self, seat: int, card: int) -> Known:
        """Return what is known once a card is led; a card that fits no town tells of the others (A2)."""
        name, empty = self.rules.players[seat], self.empty()
        keys = self.keys
        played = {**keys["played"], name: sorted([*keys["played"][name], card + 1])}
        hands = {**keys["hands"], name: keys["hands"][name][1:]}
        lacks, owns = dict(keys.get("lacks", {})), dict(keys.get("owns", {}))
        if empty and not any(self.fits(card, town) for town in empty):
            known = mask_of([other - 1 for other in lacks.get(name, [])]) | self.none_fits(seat).lacking[seat]
            lacks[name] = [other + 1 for other in range(N_CARDS) if known >> other & 1]
        if card + 1 in owns.get(name, []):
            del owns[name]
        left = self.rules.players[(seat + 1) % len(self.rules.players)]
        return self._with(decision="follow", player=left, trick=[[name, card + 1]], played=played, hands=hands,
                          lacks=lacks, owns=owns)

    def _with(self, **changes: Any) -> Known:
        keys = {**self.keys, **changes}
        for name in ("lacks", "owns"):
            if not keys.get(name, True):
                del keys[name]
        return Known(self.game, keys, self.viewer)

    def before_lead(self, before: Known, told: int | None) -> Known:
        """Return what is known at the beginning of the trick, whatever the leader does in the world that was played.

        Parameters
        ----------
        before : at the last decision
        told : the card that was played in it
        """
        keys = dict(self.keys)
        leader = keys["marker"]
        if keys["decision"] == "follow":  # in that world the leader had no choice
            (_, card), = keys["trick"]
            for name in ("lacks", "owns"):
                kept = dict(keys.get(name, {}))
                kept.pop(leader, None)
                old = before.keys.get(name, {}).get(leader) if before.keys["round"] == keys["round"] else None
                if old and not (name == "owns" and told is not None and told + 1 in old):
                    kept[leader] = old
                keys[name] = kept
            keys |= {"played": {**keys["played"], leader: [c for c in keys["played"][leader] if c != card]},
                     "hands": {**keys["hands"], leader: [*keys["hands"][leader], "?"]}}
        return Known(self.game, keys, self.viewer)._with(decision="town", player=leader, trick=[], active=None)


def _turn(shot: Snapshot, turned: Turned, viewer: int, n: int, deck: int) -> None:
    """Let a new round turn up and deal just this."""
    k = shot.round
    place = shot.viking.index(turned.viking, k)
    shot.viking[k], shot.viking[place] = shot.viking[place], shot.viking[k]
    if turned.wedding in shot.marriage[k:]:
        place = shot.marriage.index(turned.wedding, k)
        shot.marriage[place] = shot.marriage[k]
    shot.marriage[k] = turned.wedding
    size = len(turned.dealt)
    left = [card for card in range(N_CARDS) if deck >> card & 1 and card not in turned.dealt]
    for i, seat in enumerate(seat for seat in range(n) if seat != viewer):
        shot.deals[k][seat] = mask_of(left[i * size:(i + 1) * size])
    shot.deals[k][viewer] = mask_of(list(turned.dealt))
    shot.asides[k] = left[(n - 1) * size] if len(left) > (n - 1) * size else NONE

