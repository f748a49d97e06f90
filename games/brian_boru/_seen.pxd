"""What players see of each other's decisions and of what follows: the labels of the contract.

Picks are seen by nobody until all have picked. A leader's town and card come out at once: others notice nothing of the
town before, for how many cards fit it must not show where a single one is played by itself.
"""
from libc.stdint cimport int32_t, uint32_t

from kingmaker.games._base cimport UNSEEN
from kingmaker.games.brian_boru._draft cimport holds
from kingmaker.games.brian_boru._flow cimport first_id
from kingmaker.games.brian_boru._struct cimport (
    LEAD, N_CARDS, NEW_CARDS, NEW_LEAD, NEW_ROUND, PICK, TOWN, BoruC, RulesC, left_of)
from kingmaker.games.brian_boru._trick cimport lead_cards
from kingmaker.games.core._bits cimport highest, lowest, n_bits

cdef enum:
    N_TURNED = 57           # what a round turns up: nothing, or 8 * a Viking card's rank + a marriage card
    N_PAIRS = 676           # one or two cards
    N_HANDS = 1 << 25


cdef inline int32_t lead_label(int town, int card) noexcept nogil:
    """A town and the card led for it, from 1."""
    return 1 + (town + 1) * <int32_t> N_CARDS + card


cdef inline int32_t seen_action(const BoruC* s, const RulesC* r, int32_t action, int observer) noexcept nogil:
    """What another player sees of an action."""
    cdef int choice = action - first_id(s.stage)
    cdef uint32_t cards
    if observer == s.actor:
        return action
    if s.stage == PICK:
        return 0 if left_of(r, s.actor) == s.marker else UNSEEN
    if s.stage == LEAD:
        return lead_label(s.active, choice)
    if s.stage == TOWN:
        cards = lead_cards(r, choice, s.hand[s.actor])
        return lead_label(choice, lowest(cards)) if n_bits(cards) == 1 else UNSEEN
    return action


cdef inline int32_t turned_up(const BoruC* s, const RulesC* r) noexcept nogil:
    """The Viking and the marriage card of a new round, from 1."""
    cdef int i, rank = 0
    for i in range(r.n_vikings):
        rank += s.viking[i] < s.viking[s.round - 1]
    return 1 + 8 * rank + s.marriage[s.round - 1]


cdef inline int32_t received(const BoruC* s, const RulesC* r, int observer) noexcept nogil:
    """The cards that came to a player: a pair's number where the draft is over, else the mask."""
    cdef uint32_t cards
    if s.stage == PICK:
        return <int32_t> s.packet[holds(r, observer, s.pass_)]
    if s.pass_ == 0:
        return 0            # the round is over already
    cards = s.pick[holds(r, observer, s.pass_ - 1)][s.pass_ - 1]
    return 26 * lowest(cards) + highest(cards)


cdef inline int32_t seen_outcome(const BoruC* s, const RulesC* r, int observer) noexcept nogil:
    """What a player saw follow the last decision; 0 is nothing."""
    cdef int32_t label = 0
    if not s.fresh:
        return 0
    if s.fresh & NEW_LEAD:
        label = lead_label(s.active, s.laid[s.leader])
    label *= N_TURNED
    if s.fresh & NEW_ROUND:
        label += turned_up(s, r)
    label *= N_HANDS if s.stage == PICK else N_PAIRS
    if s.fresh & NEW_CARDS:
        label += received(s, r, observer)
    return label + 1
