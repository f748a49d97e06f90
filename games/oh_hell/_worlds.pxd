"""Which worlds an observer holds possible, and one of them drawn uniformly.

Unknown are the others' hands. A hand is any set of the right size of cards that the observer has not seen, without
the suits which its player is known to lack; every way of dealing such hands is equally likely.
"""
from libc.stdint cimport int8_t, uint32_t, uint64_t

from kingmaker.games._rng cimport rng_double, rng_t
from kingmaker.games.core._bits cimport n_bits
from kingmaker.games.oh_hell._cards cimport draw_cards, lane
from kingmaker.games.oh_hell._rules cimport N_SUITS, SEATS, OhHellC, hand_size, offer_actions

cdef enum:
    MAX_TRIES = 64      # then the worlds are weighed one class at a time: slower, but it always ends


cdef struct DealC:              # the hands to be drawn, in the order of drawing
    uint64_t pool               # cards the observer has not seen
    uint64_t allowed[SEATS]     # those of them which this hand may hold
    int n_allowed[SEATS]
    int most[SEATS]             # bound on how many of them the hands before may have left
    int size[SEATS]
    int seat[SEATS]
    int n_hands
    int n_bound                 # the first so many hands lack a suit


cdef struct SplitC:                     # a walk over all ways to split the bound hands by suit
    int left[N_SUITS]                   # cards of each suit not yet given away
    int8_t now[SEATS][N_SUITS]          # cards of each suit in each hand, on the walk
    int8_t kept[SEATS][N_SUITS]         # the same, as drawn
    double total                        # weight of what was walked


cdef inline double chance(int n, int of, int size) noexcept nogil:
    """C(n, size) / C(of, size), where n <= of."""
    cdef double above = 1.0, below = 1.0
    cdef int i
    if n < size:
        return 0.0
    for i in range(size):
        above *= n - i
        below *= of - i
    return above / below


cdef inline double ways(int n, int size) noexcept nogil:
    """C(n, size)."""
    cdef double above = 1.0, below = 1.0
    cdef int i
    if n < size:
        return 0.0
    for i in range(size):
        above *= n - i
        below *= i + 1
    return above / below


cdef inline void add_hand(DealC* d, const OhHellC* s, int seat) noexcept nogil:
    """Put a hand in the order: the fewer cards it may hold, the earlier it is drawn."""
    cdef int place = d.n_hands, suit, n
    cdef uint64_t allowed = d.pool
    cdef uint32_t voids = (s.voids >> (4 * seat)) & 15
    for suit in range(N_SUITS):
        if (voids >> suit) & 1:
            allowed &= ~lane(suit)
    n = n_bits(allowed)
    d.n_bound += allowed != d.pool
    d.n_hands += 1
    while place > 0 and d.n_allowed[place - 1] > n:
        d.allowed[place] = d.allowed[place - 1]
        d.n_allowed[place] = d.n_allowed[place - 1]
        d.size[place] = d.size[place - 1]
        d.seat[place] = d.seat[place - 1]
        place -= 1
    d.allowed[place] = allowed
    d.n_allowed[place] = n
    d.size[place] = hand_size(s, seat)
    d.seat[place] = seat


cdef inline void bound_hand(DealC* d, int hand) noexcept nogil:
    """Set `most`: of this hand's cards the earlier hands take at least what they cannot find elsewhere."""
    cdef int i, spare, taken = 0, wanted = 0
    for i in range(hand):
        wanted += d.size[i]
        spare = n_bits(d.allowed[i] & ~d.allowed[hand])
        if d.size[i] > spare:
            taken += d.size[i] - spare
    spare = n_bits(d.pool & ~d.allowed[hand])
    if wanted - spare > taken:
        taken = wanted - spare
    d.most[hand] = d.n_allowed[hand] - taken


cdef inline bint try_deal(OhHellC* s, const DealC* d, rng_t* rng) noexcept nogil:
    """Draw hand after hand; True if all could be drawn and the deal is kept.

    A deal comes up with probability 1 / prod C(a, size), where a is how many cards stood open to each hand. Keeping
    it with probability prod C(a, size) / C(most, size) makes all deals equally likely.
    """
    cdef int i, n
    cdef uint64_t left = d.pool, open_cards, hand
    for i in range(d.n_hands):
        open_cards = left & d.allowed[i]
        n = n_bits(open_cards)
        if n != d.most[i]:
            if n < d.size[i] or rng_double(rng) >= chance(n, d.most[i], d.size[i]):
                return False
        hand = draw_cards(open_cards, n, d.size[i], rng)
        left ^= hand
        s.hands[d.seat[i]] = hand
    return True


cdef inline void weigh(const DealC* d, SplitC* w, double weight, rng_t* rng) noexcept nogil:
    """The end of a walk: the last bound hand may be any of what is left to it. Keep the split by its weight."""
    cdef int i, suit, hand = d.n_bound - 1, n_open = 0
    for suit in range(N_SUITS):
        if d.allowed[hand] & lane(suit):
            n_open += w.left[suit]
    weight *= ways(n_open, d.size[hand])
    w.total += weight
    if rng_double(rng) * w.total < weight:
        for i in range(hand):
            for suit in range(N_SUITS):
                w.kept[i][suit] = w.now[i][suit]


cdef inline void walk(const DealC* d, SplitC* w, int hand, int suit, int wanted, double weight,
                      rng_t* rng) noexcept nogil:
    """Give the hand every possible number of cards of this suit, and go on with the next suit or hand."""
    cdef int n, most
    if suit == N_SUITS:
        if wanted == 0:
            walk(d, w, hand + 1, 0, d.size[hand + 1], weight, rng)
        return
    if hand == d.n_bound - 1:
        weigh(d, w, weight, rng)
        return
    most = w.left[suit] if d.allowed[hand] & lane(suit) else 0
    most = min(most, wanted)
    for n in range(most + 1):
        w.now[hand][suit] = <int8_t> n
        w.left[suit] -= n
        walk(d, w, hand, suit + 1, wanted - n, weight * ways(w.left[suit] + n, n), rng)
        w.left[suit] += n


cdef inline void weighed_deal(OhHellC* s, const DealC* d, rng_t* rng) noexcept nogil:
    """Draw how many cards of each suit the bound hands hold, by the number of worlds of each split; then the cards."""
    cdef SplitC w
    cdef int i, suit
    cdef uint64_t left = d.pool, open_cards, hand
    for suit in range(N_SUITS):
        w.left[suit] = n_bits(d.pool & lane(suit))
        for i in range(SEATS):
            w.kept[i][suit] = 0
    w.total = 0.0
    walk(d, &w, 0, 0, d.size[0], 1.0, rng)
    for i in range(d.n_hands):
        open_cards = left & d.allowed[i]
        hand = 0
        if i < d.n_bound - 1:
            for suit in range(N_SUITS):
                hand |= draw_cards(open_cards & lane(suit), n_bits(open_cards & lane(suit)), w.kept[i][suit], rng)
        else:
            hand = draw_cards(open_cards, n_bits(open_cards), d.size[i], rng)
        left ^= hand
        s.hands[d.seat[i]] = hand


cdef inline void order_hands(DealC* d, const OhHellC* s, int observer) noexcept nogil:
    """List the hands to draw."""
    cdef int seat
    d.pool = s.dark & ~s.hands[observer]
    d.n_hands = d.n_bound = 0
    for seat in range(s.n_players):
        if seat != observer:
            add_hand(d, s, seat)


cdef inline void redraw_bound(OhHellC* s, int observer, rng_t* rng) noexcept nogil:
    """Redraw hands of which some are known to lack suits."""
    cdef DealC d
    cdef int i, _i
    order_hands(&d, s, observer)
    for i in range(d.n_hands):
        bound_hand(&d, i)
    for _i in range(MAX_TRIES):
        if try_deal(s, &d, rng):
            return
    weighed_deal(s, &d, rng)    # as uniform as the tries, so giving them up biases nothing


cdef inline void redraw_free(OhHellC* s, int observer, rng_t* rng) noexcept nogil:
    """Redraw hands of which nothing is known."""
    cdef uint64_t left = s.dark & ~s.hands[observer]
    cdef int seat, size, n_left = n_bits(left)
    for seat in range(s.n_players):
        if seat != observer:
            size = hand_size(s, seat)
            s.hands[seat] = draw_cards(left, n_left, size, rng)
            left ^= s.hands[seat]
            n_left -= size


cdef inline void redraw(OhHellC* s, int observer, rng_t* rng) noexcept nogil:
    """Redraw the others' hands, uniformly among those consistent with what the observer has seen."""
    if s.voids & ~(<uint32_t> 15 << (4 * observer)):
        redraw_bound(s, observer, rng)
    else:
        redraw_free(s, observer, rng)
    if s.player != observer and not s.first_id:
        offer_actions(s)
