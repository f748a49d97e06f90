"""Setup with decisions: free hires (W5) and the draft (A7, M29, M30)."""
from libc.stdint cimport int8_t, uint32_t, uint64_t

from kingmaker.games.architects._action cimport slide
from kingmaker.games.architects._can cimport free_hires
from kingmaker.games.architects._facts cimport FIRST_TAG, add_fact, make_tag
from kingmaker.games.architects._gain cimport draw_cards, news_of
from kingmaker.games.architects._place cimport HIRE_FIRST
from kingmaker.games.architects._struct cimport (
    DRAFT, DRAFTING, HIRE, HIRE_SETUP, KEEP, NEXT_TURN, NONE, PLAYING, ArchC, RulesC, ask, push)
from kingmaker.games.core._bits cimport bit, lowest


cdef enum:
    PASSES = 3
    PACK = 4


cdef inline int player_at(const ArchC* s, const RulesC* r, int i) noexcept nogil:
    """The i-th player clockwise from the first."""
    return (s.first + i) % r.n_humans


cdef inline int pack_of(const RulesC* r, int seat, int pass_) noexcept nogil:
    """The pack that a player holds in a pass; they go clockwise: M29."""
    return (seat - pass_ + 4 * r.n_humans) % r.n_humans


cdef inline void hire_setup(ArchC* s, const RulesC* r, int done) noexcept nogil:
    """W5: counter-clockwise, the first player last; then the rows are filled."""
    cdef int seat = player_at(s, r, 2 * r.n_humans - 1 - done)
    if done == r.n_humans:
        slide(s, r, 0, 0)
        slide(s, r, 1, 0)
        start_draft(s, r)
        return
    push(s, HIRE_SETUP, 0, done + 1, 0)
    s.argument = HIRE_FIRST
    ask(s, HIRE, seat, free_hires(s, r, seat), 0)


cdef inline void start_draft(ArchC* s, const RulesC* r) noexcept nogil:
    """Four cards each, in turn order; M30."""
    cdef int i, _k, seat
    s.phase = DRAFTING
    s.pass_ = 0
    for i in range(r.n_humans):
        seat = player_at(s, r, i)
        for _k in range(PACK):
            s.pack[seat] |= bit(s.cards[s.card_head])
            s.card_head = (s.card_head + 1) & 63
            s.n_card -= 1
    tell_packs(s, r)
    push(s, DRAFT, 0, 0, 0)


cdef inline void tell_packs(ArchC* s, const RulesC* r) noexcept nogil:
    """Each player sees the pack that he holds."""
    cdef int seat
    cdef uint64_t left
    if s.blind:
        return
    for seat in range(r.n_humans):
        left = s.pack[pack_of(r, seat, s.pass_)]
        while left:
            s.own_news[seat] += news_of(9, 0, lowest(left))
            left &= left - 1


cdef inline void draft(ArchC* s, const RulesC* r, int done) noexcept nogil:
    """A7: everybody keeps one, clockwise from the first player, then the packs go on."""
    cdef int seat
    if done == r.n_humans:
        done = 0
        s.pass_ += 1
        if s.pass_ == PASSES:
            end_draft(s, r)
            return
        tell_packs(s, r)
    seat = player_at(s, r, done)
    push(s, DRAFT, 0, done + 1, 0)
    ask(s, KEEP, seat, s.pack[pack_of(r, seat, s.pass_)], 0)


cdef inline void keep_drafted(ArchC* s, const RulesC* r, int seat, int card) noexcept nogil:
    """A card of the pack in hand."""
    cdef int q = pack_of(r, seat, s.pass_)
    s.pick[q][s.pass_] = card
    s.pack[q] &= ~bit(card)
    s.seat[seat].hand |= bit(card)


cdef inline void end_draft(ArchC* s, const RulesC* r) noexcept nogil:
    """The cards left over go under the pile in turn order of those who hold them; then the boards' cards; M29, M30."""
    cdef int8_t place[5]
    cdef int i, k, seat, q
    for i in range(r.n_humans):
        seat = player_at(s, r, i)
        q = pack_of(r, seat, PASSES - 1)
        place[q] = (s.card_head + s.n_card) & 63
        s.cards[place[q]] = lowest(s.pack[q])
        s.n_card += 1
        if not s.blind:
            s.knows[place[q]] = <unsigned char> bit(seat)
    if not s.blind:
        for q in range(r.n_humans):
            remember_pack(s, r, q, place[q])
    for q in range(r.n_humans):
        s.pack[q] = 0
        for k in range(PASSES):
            s.pick[q][k] = NONE
    s.phase = PLAYING
    s.pass_ = 0
    for i in range(r.n_humans):
        seat = player_at(s, r, i)
        if s.seat[seat].board != NONE:
            draw_cards(s, r, seat, r.board[s.seat[seat].board].extra.cards)
    s.active = s.first
    push(s, NEXT_TURN, 0, 0, 0)


cdef inline void remember_pack(ArchC* s, const RulesC* r, int q, int at) noexcept nogil:
    """What each player knows of a pack: the cards that he passed on lie with those who took from it after him."""
    cdef int seat, k, last, tag
    for seat in range(r.n_humans):
        last = NONE
        for k in range(PASSES):
            if (q + k) % r.n_humans == seat:
                if last != NONE and k - last == 2:      # he saw what the one between took
                    add_fact(&s.facts[seat], s.pick[q][last + 1], <uint32_t> bit((q + last + 1) % r.n_humans), 0)
                last = k
        if last == NONE or last == PASSES - 1:
            continue
        for k in range(last + 1, PASSES):
            add_fact(&s.facts[seat], s.pick[q][k], <uint32_t> bit((q + k) % r.n_humans), q + 1)
        tag = make_tag(s, at)
        add_fact(&s.facts[seat], lowest(s.pack[q]), <uint32_t> bit(FIRST_TAG + tag), q + 1)
