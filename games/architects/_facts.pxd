"""What each player knows of building cards that others hold, or that others put under the pile.

Exact knowledge of a place in the pile is a mask there (`knows`). All else is a fact: a card and the places where it
may be, hands (bits 0 to 4) or places in the pile (bits from 5 on, each a tag). When a player puts a card of his hand
under the pile unseen, each fact that has his hand among its places gets the new place too. Facts of one group share
their places: the cards that a player passed on in the draft lie in the places of the group, in any order. Where such a
group cannot be told apart any more, its places are joined, and if there are too many facts or tags facts are forgotten:
then more worlds are held possible than need be, never fewer.
"""
from libc.stdint cimport uint32_t

from kingmaker.games.architects._struct cimport MOST_FACTS, MOST_TAGS, NONE, ArchC, FactsC, RulesC
from kingmaker.games.core._bits cimport bit, n_bits

cdef enum:
    FIRST_TAG = 5


cdef inline int find_tag(const ArchC* s, int at) noexcept nogil:
    """The tag of a place in the pile, or NONE."""
    cdef int t
    for t in range(MOST_TAGS):
        if s.tag[t] == at:
            return t
    return NONE


cdef inline int make_tag(ArchC* s, int at) noexcept nogil:
    """A tag for a place in the pile, or NONE if there is no more."""
    cdef int t = find_tag(s, at)
    if t == NONE:
        t = find_tag(s, NONE)
        if t != NONE:
            s.tag[t] = at
    return t


cdef inline void drop_fact(FactsC* f, int i) noexcept nogil:
    """Forget a fact; the order of the others stays."""
    cdef int k
    f.n -= 1
    for k in range(i, f.n):
        f.places[k] = f.places[k + 1]
        f.card[k] = f.card[k + 1]
        f.group[k] = f.group[k + 1]
    f.places[f.n] = 0
    f.card[f.n] = f.group[f.n] = 0


cdef inline void forget(FactsC* f, int i) noexcept nogil:
    """Forget a fact and those of its group: what is true of the group's cards is true of all of them together."""
    cdef int group = f.group[i], k
    if group == 0:
        drop_fact(f, i)
        return
    for k in range(f.n - 1, -1, -1):
        if f.group[k] == group:
            drop_fact(f, k)


cdef inline void add_fact(FactsC* f, int card, uint32_t places, int group) noexcept nogil:
    """One more fact; the oldest single one makes room."""
    cdef int i = 0
    if f.n == MOST_FACTS:
        while i < MOST_FACTS - 1 and f.group[i]:
            i += 1
        forget(f, i)
    f.places[f.n] = places
    f.card[f.n] = card
    f.group[f.n] = group
    f.n += 1


cdef inline void close_groups(FactsC* f) noexcept nogil:
    """A group of one is none."""
    cdef int i, k, n
    for i in range(f.n):
        n = 0
        for k in range(f.n):
            n += f.group[k] == f.group[i]
        if n == 1:
            f.group[i] = 0


cdef inline void swap_facts(FactsC* f, int i, int j) noexcept nogil:
    """Two facts change places."""
    f.places[i], f.places[j] = f.places[j], f.places[i]
    f.card[i], f.card[j] = f.card[j], f.card[i]
    f.group[i], f.group[j] = f.group[j], f.group[i]


cdef inline void tidy(FactsC* f) noexcept nogil:
    """Put facts in an order that tells nothing of the truth: by group, its cards and its places each ascending."""
    cdef int i, j
    cdef uint32_t places
    for i in range(1, f.n):
        j = i
        while j > 0 and (f.group[j - 1] > f.group[j] or (
                f.group[j - 1] == f.group[j] and f.card[j - 1] > f.card[j])):
            swap_facts(f, j - 1, j)
            j -= 1
    for i in range(1, f.n):
        j = i
        while j > 0 and f.group[j] and f.group[j - 1] == f.group[j] and f.places[j - 1] > f.places[j]:
            places = f.places[j]
            f.places[j] = f.places[j - 1]
            f.places[j - 1] = places
            j -= 1


cdef inline void tidy_all(ArchC* s, const RulesC* r) noexcept nogil:
    """All players' facts."""
    cdef int seat
    for seat in range(r.n_humans):
        tidy(&s.facts[seat])


cdef inline void show(FactsC* f, int card, uint32_t place) noexcept nogil:
    """The card was seen at a place: its fact is done; one of its group's places goes with it, the closest."""
    cdef int i, j, best
    cdef uint32_t gone
    for i in range(f.n):
        if f.card[i] == card:
            break
    else:
        return
    if f.group[i]:
        best = i if f.places[i] & place else NONE
        for j in range(f.n):
            if f.group[j] == f.group[i] and f.places[j] & place and (
                    best == NONE or n_bits(f.places[j]) < n_bits(f.places[best])):
                best = j
        if best != NONE:
            gone = f.places[best]
            f.places[best] = f.places[i]
            for j in range(f.n):
                if j != i and f.group[j] == f.group[i] and f.places[j] & place and gone & ~f.places[j]:
                    f.places[j] |= gone
    drop_fact(f, i)
    close_groups(f)


cdef inline void free_tag(ArchC* s, const RulesC* r, int t) noexcept nogil:
    """Nobody says anything of this place any more."""
    cdef int seat, i
    s.tag[t] = NONE
    for seat in range(r.n_humans):
        for i in range(s.facts[seat].n):
            s.facts[seat].places[i] &= ~<uint32_t> bit(FIRST_TAG + t)


cdef inline void see_place(ArchC* s, const RulesC* r, int seat, int at, int card) noexcept nogil:
    """A player sees which card lies at a place of the pile."""
    cdef FactsC* f = &s.facts[seat]
    cdef int t = find_tag(s, at), i
    if t == NONE:
        return
    show(f, card, <uint32_t> bit(FIRST_TAG + t))
    for i in range(f.n):
        f.places[i] &= ~<uint32_t> bit(FIRST_TAG + t)


cdef inline void fact_drawn(ArchC* s, const RulesC* r, int seat, int at, int card) noexcept nogil:
    """A player drew the card at a place of the pile into his hand."""
    cdef int t, other, i
    cdef uint32_t here
    see_place(s, r, seat, at, card)
    t = find_tag(s, at)
    here = <uint32_t> bit(FIRST_TAG + t) if t != NONE else 0
    for other in range(r.n_humans):
        if other == seat:
            continue
        if s.knows[at] >> other & 1:
            add_fact(&s.facts[other], card, <uint32_t> bit(seat), 0)
        elif here:
            for i in range(s.facts[other].n):
                if s.facts[other].places[i] & here:
                    s.facts[other].places[i] |= <uint32_t> bit(seat)
    s.knows[at] = 0
    if t != NONE:
        free_tag(s, r, t)


cdef inline bint knows_of_hand(const ArchC* s, const RulesC* r, int seat, int but) noexcept nogil:
    """Whether anybody but one knows something of a hand."""
    cdef int other, i
    for other in range(r.n_humans):
        if other != but:
            for i in range(s.facts[other].n):
                if s.facts[other].places[i] >> seat & 1:
                    return True
    return False


cdef inline void fact_put(ArchC* s, const RulesC* r, int seat, int at) noexcept nogil:
    """A player put a card of his hand under the pile, unseen by others."""
    cdef int other, i, t
    s.knows[at] = <unsigned char> bit(seat)
    if not knows_of_hand(s, r, seat, seat):
        return
    t = make_tag(s, at)
    for other in range(r.n_humans):
        if other == seat:
            continue
        i = 0
        while i < s.facts[other].n:
            if s.facts[other].places[i] >> seat & 1:
                if t == NONE:
                    forget(&s.facts[other], i)
                    i = 0
                    continue
                s.facts[other].places[i] |= <uint32_t> bit(FIRST_TAG + t)
            i += 1


cdef inline void fact_shown(ArchC* s, const RulesC* r, int seat, int card) noexcept nogil:
    """Everybody saw a card of a player's hand."""
    cdef int other
    for other in range(r.n_humans):
        if other != seat:
            show(&s.facts[other], card, <uint32_t> bit(seat))


cdef inline void fact_kept(ArchC* s, const RulesC* r, int seat, int start, int n, int below) noexcept nogil:
    """Of n cards drawn from `start` on one was kept, unseen, the rest put under the pile from `below` on; A18."""
    cdef int other, i, k, at, old
    cdef uint32_t here, there
    for k in range(n):
        at = (start + k) & 63
        old = find_tag(s, at)
        here = <uint32_t> bit(FIRST_TAG + old) if old != NONE else 0
        there = 0
        if here or s.knows[at] & ~<unsigned char> bit(seat):
            there = lower_places(s, k, n, below)
        for other in range(r.n_humans):
            if other == seat:
                continue
            if s.knows[at] >> other & 1:
                if there:
                    add_fact(&s.facts[other], s.cards[at], there | <uint32_t> bit(seat), 0)
                continue
            i = 0
            while i < s.facts[other].n:
                if not s.facts[other].places[i] & here:
                    i += 1
                elif there:
                    s.facts[other].places[i] |= there | <uint32_t> bit(seat)
                    i += 1
                else:
                    forget(&s.facts[other], i)
                    i = 0
        s.knows[at] = 0
        if old != NONE:
            free_tag(s, r, old)
    for k in range(n - 1):
        s.knows[(below + k) & 63] = <unsigned char> bit(seat)


cdef inline uint32_t lower_places(ArchC* s, int k, int n, int below) noexcept nogil:
    """Where the k-th of the drawn cards may lie now; 0 if there is no tag left to tell it by."""
    cdef uint32_t found = 0
    cdef int i, t
    for i in range(k - 1, k + 1):
        if 0 <= i < n - 1:
            t = make_tag(s, (below + i) & 63)
            if t == NONE:
                return 0
            found |= <uint32_t> bit(FIRST_TAG + t)
    return found


cdef inline void clear_facts(ArchC* s) noexcept nogil:
    """Nobody knows anything."""
    cdef int seat, i
    for seat in range(5):
        while s.facts[seat].n > 0:
            drop_fact(&s.facts[seat], s.facts[seat].n - 1)
        s.own_news[seat] = 0
    for i in range(MOST_TAGS):
        s.tag[i] = NONE
    for i in range(64):
        s.knows[i] = 0
    s.news = 0
