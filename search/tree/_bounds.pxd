"""What is proved of the actions in a tree: bounds of their values, from ended games upwards.

MCTS-Solver (Winands, Bjornsson & Saito 2008) with bounds in place of won and lost (Cazenave & Saffidine 2010), so that
points and draws are proved too; with more than two players a pair of bounds for each (max^n, Luckhardt & Irani 1986).
An edge has a pair for each side: one alone where two want the opposite of one another or nobody else acts.
"""
from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint32_t

from kingmaker.search.tree._pool cimport NONE, EdgeC, PoolC, has_siblings
from kingmaker.search.tree._select cimport LegalC, bias, mean_value, root_log, ucb
from kingmaker.search.tree._settings cimport SELECT_PUCT, SettingsC


cdef inline double least(const PoolC* pool, int32_t edge, int mover) noexcept nogil:
    """What an action is worth at least to who makes it; to an opponent with the sign turned round."""
    if pool.n_sides == 1:
        return pool.bounds[2 * edge] if mover == pool.owner else -pool.bounds[2 * edge + 1]
    return pool.bounds[2 * (pool.n_sides * <Py_ssize_t> edge + mover)]


cdef inline double most(const PoolC* pool, int32_t edge, int mover) noexcept nogil:
    """What an action is worth at most to who makes it, on the same scale."""
    if pool.n_sides == 1:
        return pool.bounds[2 * edge + 1] if mover == pool.owner else -pool.bounds[2 * edge]
    return pool.bounds[2 * (pool.n_sides * <Py_ssize_t> edge + mover) + 1]


cdef inline double top(const PoolC* pool, int mover) noexcept nogil:
    """What nothing is better than, on the same scale."""
    return 0 if pool.n_sides == 1 and mover != pool.owner else 1


cdef inline bint is_proved(const PoolC* pool, int32_t edge) noexcept nogil:
    """Whether an action's value is known to every side."""
    cdef const double* pair = pool.bounds + 2 * pool.n_sides * <Py_ssize_t> edge
    cdef int k
    for k in range(pool.n_sides):
        if pair[2 * k] != pair[2 * k + 1]:
            return False
    return True


cdef inline int surest(const PoolC* pool, int32_t node, int mover) noexcept nogil:
    """Return the place in the node's block of the action that is worth most at least, of equals at most; or NONE."""
    cdef int32_t first = pool.nodes[node].first
    cdef int j, best = NONE
    cdef double low, high, best_low = -2, best_high = -2
    for j in range(pool.nodes[node].n_edges):
        low = least(pool, first + j, mover)
        high = most(pool, first + j, mover)
        if low > best_low or (low == best_low and (
                high > best_high or (high == best_high and is_proved(pool, first + j)
                                     and not is_proved(pool, first + best)))):
            best = j
            best_low = low
            best_high = high
    return best


cdef inline bint may_be_best(const PoolC* pool, int32_t edge, int mover, double best) noexcept nogil:
    """Whether an action can still turn out better than one that is worth `best` at least.

    With more than two players equal ones differ to the others, so that those count too.
    """
    if pool.n_sides == 1:
        return most(pool, edge, mover) > best
    return most(pool, edge, mover) >= best and not is_proved(pool, edge)


cdef inline bint is_beaten(const PoolC* pool, int32_t node, int32_t edge) noexcept nogil:
    """Whether an action is proved to be no better than another that is the one to play."""
    cdef int mover = pool.nodes[node].player
    cdef int32_t best = pool.nodes[node].first + surest(pool, node, mover)
    return best != edge and not may_be_best(pool, edge, mover, least(pool, best, mover)) and (
        not is_proved(pool, edge) or least(pool, edge, mover) < least(pool, best, mover)
        or not is_proved(pool, best))


cdef inline bint is_closed(const PoolC* pool, int32_t node, int n_legal, int mover) noexcept nogil:
    """Whether nothing is left to find out about who acts at a node: its best action is proved."""
    cdef int32_t first = pool.nodes[node].first
    cdef int j, at = surest(pool, node, mover)
    cdef double best
    if at == NONE or not is_proved(pool, first + at):
        return False
    best = least(pool, first + at, mover)
    if best >= top(pool, mover):
        return True
    if pool.nodes[node].n_edges < n_legal:
        return False
    for j in range(n_legal):
        if may_be_best(pool, first + j, mover, best):
            return False
    return True


cdef inline int best_open(const PoolC* pool, int32_t node, const LegalC* legal, const SettingsC* settings,
                          int mover, bint is_root) noexcept nogil:
    """Return the place of the edge to follow by UCB or PUCT, without those that are proved to be no better; or NONE.

    An action whose value is proved counts with that alone: there is nothing to find out below it, and at the root it
    gets no visits as long as there is another, as they are not what says that it is good. NONE, with nothing
    counted, where something is untried and not beaten before it is tried.
    """
    cdef int32_t first = pool.nodes[node].first
    cdef EdgeC* edges = pool.edges + first
    cdef int j, at = surest(pool, node, mover), chosen = NONE
    cdef uint32_t last_available = 0
    cdef double score, best, width = 0, urgency = settings.fpu, best_score = -1e300
    cdef bint is_sure
    if at == NONE:
        return NONE
    best = least(pool, first + at, mover)
    if best >= top(pool, mover):
        edges[at].available += 1
        return at
    is_sure = is_proved(pool, first + at)       # else something unproved is as good at least
    if settings.select == SELECT_PUCT:
        urgency = mean_value(pool, node, 0.5) if urgency < 0 else urgency
    elif pool.nodes[node].n_edges < legal.n:
        return NONE
    else:
        for j in range(legal.n):
            if edges[j].visits == 0:
                return NONE
    for j in range(pool.nodes[node].n_edges):
        edges[j].available += 1
        if is_proved(pool, first + j):
            if least(pool, first + j, mover) < best or not is_sure:
                continue
            score = -1e299 if is_root else best if top(pool, mover) == 1 else 1 + best
        elif not may_be_best(pool, first + j, mover, best):
            continue
        elif settings.select == SELECT_PUCT:
            score = edges[j].value / edges[j].visits if edges[j].visits else urgency
            score += settings.c * pool.extras[first + j].prior * sqrt(<double> edges[j].available) / (
                1.0 + edges[j].visits)
        else:
            if edges[j].available != last_available:    # siblings mostly share it
                last_available = edges[j].available
                width = settings.c * root_log(last_available)
            score = ucb(edges[j].value, edges[j].visits, width)
        if score > best_score:
            chosen = j
            best_score = score
    return chosen


cdef inline bint gather(PoolC* pool, int32_t edge, int32_t node, int n_legal, int mover) noexcept nogil:
    """Work out an edge's bounds from those of the actions at the node below it; returns whether they changed.

    The mover gets what is best; of equally good actions nobody else knows which it will be.
    """
    cdef double* pair = pool.bounds + 2 * pool.n_sides * <Py_ssize_t> edge
    cdef const double* below
    cdef int32_t first = pool.nodes[node].first
    cdef int j, k, at = surest(pool, node, mover), n_edges = pool.nodes[node].n_edges
    cdef bint is_whole = n_edges == n_legal, changed = False
    cdef double low, high, best = least(pool, first + at, mover)
    if has_siblings(pool, pool.edges[edge].child):
        return False        # more than one thing can follow: nothing is said of the edge
    for k in range(pool.n_sides):
        low = 1
        high = 0
        if pool.n_sides == 1 or k == mover:
            low = high = best
            for j in range(n_edges):
                high = max(high, most(pool, first + j, mover))
            high = high if is_whole else top(pool, mover)
            if top(pool, mover) == 0:       # an opponent's scale, turned back
                low, high = 0 - high, 0 - low       # never -0.0
        else:
            for j in range(n_edges):
                if most(pool, first + j, mover) >= best:
                    below = pool.bounds + 2 * pool.n_sides * <Py_ssize_t> (first + j)
                    low = min(low, below[2 * k])
                    high = max(high, below[2 * k + 1])
            if not is_whole:
                low = 0
                high = 1
            if pool.is_shared:
                high = min(high, 1 - best)
                low = min(low, high)
        if low != pair[2 * k] or high != pair[2 * k + 1]:
            pair[2 * k] = low
            pair[2 * k + 1] = high
            changed = True
    return changed
