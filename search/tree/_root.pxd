"""The root is a bandit of its own: equal visits, sequential halving, or top-two; the tree below stays UCT.

UCB minimises regret while it searches; what a hint needs is a small error of the recommendation.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from kingmaker.games._rng cimport rng_below, rng_t
from kingmaker.search.tree._pool cimport NONE, EdgeC
from kingmaker.search.tree._select cimport root_log, ucb
from kingmaker.search.tree._settings cimport ROOT_HALVING, ROOT_TOPTWO, SettingsC


cdef struct MoveC:          # what one root action earned
    int64_t visits
    double value            # root player's utility, and its square
    double value2
    double margin
    double margin2
    double win2
    double wins[8]          # MAX_PLAYERS; every player's
    double returns[8]
    uint64_t trace          # hash of the sequence of utilities; equal in flat search = the moves are equivalent


cdef struct RootC:
    int n                   # legal actions of the root
    int32_t* actions        # ascending
    MoveC* moves            # their records, in the same order
    bint* alive             # still in sequential halving's race
    bint* kept              # never dropped from it: the user asked about them
    int n_alive
    int64_t next_halving    # iterations at which the race is next cut; 0 = not yet started


cdef inline int root_rank(const RootC* root, int32_t action) noexcept nogil:
    """Return the place of an action among the root's legal ones."""
    cdef int low = 0, high = root.n - 1, middle
    while low < high:
        middle = (low + high) >> 1
        if root.actions[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline void root_halve(RootC* root, const EdgeC* edges, const int32_t* match, int64_t planned) noexcept nogil:
    """Sequential halving (Karnin, Koren & Somekh 2013): equal budgets for the rounds, after each the worse half
    of the racing actions leaves, kept ones excepted."""
    cdef int i, worst, n_rounds = 0, n_drop = root.n_alive // 2 if root.next_halving > 0 else 0
    cdef double mean, worst_mean
    while (1 << n_rounds) < root.n:
        n_rounds += 1
    while n_drop > 0:
        worst = NONE
        worst_mean = 1e300
        for i in range(root.n):
            mean = edges[match[i]].value / edges[match[i]].visits
            if root.alive[i] and not root.kept[i] and mean < worst_mean:
                worst = i
                worst_mean = mean
        if worst == NONE:
            break
        root.alive[worst] = False
        root.n_alive -= 1
        n_drop -= 1
    root.next_halving += max(planned // max(n_rounds, 1), 1)


cdef inline int32_t root_race(RootC* root, const EdgeC* edges, const int32_t* match, const SettingsC* settings,
                              int64_t iterations, int64_t planned, rng_t* rng) noexcept nogil:
    """Return the place in the block of the edge to follow; match[i] is that of the i-th action, each visited."""
    cdef int i, best = NONE, leader = 0
    cdef const EdgeC* edge
    cdef const EdgeC* other
    cdef double score, width, best_score = -1e300
    if settings.root == ROOT_TOPTWO:
        for i in range(1, root.n):
            edge = edges + match[i]
            other = edges + match[leader]
            if edge.value * other.visits > other.value * edge.visits:
                leader = i
        if root.n == 1 or rng_below(rng, 2) == 0:
            return match[leader]
        width = settings.c * root_log(edges[match[0]].available)
        for i in range(root.n):     # the challenger: who could most easily be better
            edge = edges + match[i]
            score = ucb(edge.value, edge.visits, width)
            if i != leader and score > best_score:
                best_score = score
                best = i
        return match[best]
    if settings.root == ROOT_HALVING and iterations >= root.next_halving:
        root_halve(root, edges, match, planned)
    for i in range(root.n):     # equal visits among those in the race
        if root.alive[i] and (best == NONE or edges[match[i]].visits < edges[match[best]].visits):
            best = i
    return match[best]
