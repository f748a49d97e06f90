"""Selection inside the tree: which edge an iteration follows. Each formula stands in one place."""
from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t

from kingmaker.games._rng cimport rng_below, rng_t
from kingmaker.search.tree._pool cimport (
    NONE, EdgeC, ExtraC, NodeC, PoolC, pool_fill, pool_find, pool_insert, pool_position
)
from kingmaker.search.tree._settings cimport SettingsC

cdef enum:
    N_LOGS = 65536
    N_INVERSES = 4096

cdef extern from *:
    void prefetch "__builtin_prefetch" (const void* address) noexcept nogil

cdef extern from *:
    """
    typedef struct {double one; double root;} kingmaker_inverse;
    static double kingmaker_root_logs[65536];
    static kingmaker_inverse kingmaker_inverses[4096];
    """
    ctypedef struct InverseC "kingmaker_inverse":
        double one
        double root
    double* ROOT_LOGS "kingmaker_root_logs"
    InverseC* INVERSES "kingmaker_inverses"


cdef struct LegalC:     # the legal actions of the player to act, and what the tree knows of them
    int32_t* actions    # ascending
    int32_t* match      # place of each action's edge in the node's block; ~place where it is still to be made
    int32_t* untried    # places in `actions` of those without a visit
    double* priors      # filled where priors are used and something is untried
    int n
    int n_untried


cdef inline void fill_tables() noexcept nogil:
    """Fill the including module's tables: sqrt(log n), 1 / n, sqrt(1 / n); they hold what libm and division return."""
    cdef int i
    for i in range(1, N_LOGS):
        ROOT_LOGS[i] = sqrt(log(i))
    for i in range(1, N_INVERSES):
        INVERSES[i].one = 1.0 / i
        INVERSES[i].root = sqrt(1.0 / i)


cdef inline double root_log(uint32_t n) noexcept nogil:
    return ROOT_LOGS[n] if n < N_LOGS else sqrt(log(n))


cdef inline double ucb(double value, uint32_t visits, double width) noexcept nogil:
    """UCB1 for subset-armed bandits: Cowling, Powley & Whitehouse 2012, section IV; the availability count stands
    where UCT has the parent's visits.

    `value` is a sum of utilities in [0, 1], `width` is c sqrt(log available). Tables take the place of a division and
    a square root for the first few thousand visits: they were a fifth of an iteration.
    """
    if visits < N_INVERSES:
        return value * INVERSES[visits].one + width * INVERSES[visits].root
    return value * (1.0 / visits) + width * sqrt(1.0 / visits)


cdef inline double bias(double weight, double prior, uint32_t visits) noexcept nogil:
    """Progressive bias: Chaslot et al. 2008; fades as 1 / (visits + 1)."""
    return weight * prior / (visits + 1.0)


cdef inline int match_legal(PoolC* pool, int32_t node, LegalC* legal, double c) noexcept nogil:
    """Find each legal action's edge, count it as available, and return the place of the best bound, or NONE.

    Both lists are sorted, so one pass does all three; with something untried the bound is not worked out. Priors
    are not in it: `best_bound` is the general form.
    """
    cdef EdgeC* edges = pool.edges + pool.nodes[node].first
    cdef int i, j = 0, n_edges = pool.nodes[node].n_edges, n_untried = 0, best = NONE
    cdef int32_t action
    cdef uint32_t last_available = 0
    cdef double score, width = 0, best_score = -1e300
    for i in range(legal.n):
        action = legal.actions[i]
        while j < n_edges and edges[j].action < action:
            j += 1
        legal.match[i] = j
        if j < n_edges and edges[j].action == action:
            edges[j].available += 1
            if n_untried == 0 and edges[j].visits > 0:
                if edges[j].available != last_available:    # siblings mostly share it
                    last_available = edges[j].available
                    width = c * root_log(last_available)
                score = ucb(edges[j].value, edges[j].visits, width)
                best = j if best == NONE or score > best_score else best
                best_score = max(score, best_score)
            elif edges[j].visits == 0:
                legal.untried[n_untried] = i
                n_untried += 1
            j += 1
        else:
            legal.match[i] = ~j
            legal.untried[n_untried] = i
            n_untried += 1
    legal.n_untried = n_untried
    return best


cdef inline int best_of_all(PoolC* pool, int32_t node, const LegalC* legal, double c) noexcept nogil:
    """As `match_legal` and `best_bound` in one pass, for a node whose edges are just the legal actions, all visited.

    Return NONE, with nothing counted, where that is not so. Most nodes near the root are of this kind.
    """
    cdef EdgeC* edges = pool.edges + pool.nodes[node].first
    cdef int i, best = 0
    cdef uint32_t last_available = 0
    cdef double score, width = 0, best_score = -1e300
    if pool.nodes[node].n_edges != legal.n:
        return NONE
    for i in range(legal.n):
        if edges[i].action != legal.actions[i] or edges[i].visits == 0:
            return NONE
    for i in range(legal.n):
        edges[i].available += 1
        if edges[i].available != last_available:    # siblings mostly share it
            last_available = edges[i].available
            width = c * root_log(last_available)
        score = ucb(edges[i].value, edges[i].visits, width)
        best = i if score > best_score else best
        best_score = max(score, best_score)
    return best


cdef inline int32_t try_one(PoolC* pool, int32_t node, LegalC* legal, bint use_priors, rng_t* rng) noexcept nogil:
    """Return the edge, made if need be, of the untried action with the highest prior, else of a random one."""
    cdef int i, k, pick
    cdef int32_t edge
    if use_priors:
        pick = legal.untried[0]
        for k in range(1, legal.n_untried):
            i = legal.untried[k]
            if legal.priors[i] > legal.priors[pick]:
                pick = i
    else:
        pick = legal.untried[rng_below(rng, legal.n_untried)]
    if legal.match[pick] >= 0:
        return pool.nodes[node].first + legal.match[pick]
    edge = pool_insert(pool, node, ~legal.match[pick], legal.actions[pick])
    if edge >= 0:
        pool.edges[edge].available = 1
        if use_priors:
            pool.extras[edge].prior = legal.priors[pick]
    return edge


cdef inline int best_bound(const PoolC* pool, int32_t node, const LegalC* legal, const SettingsC* settings,
                           double* bound) noexcept nogil:
    """Return the place in the node's block of the visited edge with the best upper bound, or NONE."""
    cdef const EdgeC* edges = pool.edges + pool.nodes[node].first
    cdef const EdgeC* edge
    cdef int i, best = NONE
    cdef uint32_t last_available = 0
    cdef double score, width = 0
    bound[0] = -1e300
    for i in range(legal.n):
        if legal.match[i] < 0:
            continue
        edge = edges + legal.match[i]
        if edge.visits == 0:
            continue
        if edge.available != last_available:    # siblings mostly share it
            last_available = edge.available
            width = settings.c * root_log(last_available)
        score = ucb(edge.value, edge.visits, width)
        if settings.bias_weight != 0:
            score += bias(settings.bias_weight, pool.extras[pool.nodes[node].first + legal.match[i]].prior, edge.visits)
        if best == NONE or score > bound[0]:
            bound[0] = score
            best = legal.match[i]
    return best


cdef inline uint32_t hash_legal(const LegalC* legal) noexcept nogil:
    """A number for a set of legal actions, never 0: nodes work out priors once for each."""
    cdef uint32_t h[4]      # four at a time, which do not wait for each other
    cdef int i, k, whole = legal.n & ~3
    h[0] = 2166136261
    h[1] = h[2] = h[3] = <uint32_t> legal.n
    for i in range(0, whole, 4):
        for k in range(4):
            h[k] = (h[k] ^ <uint32_t> legal.actions[i + k]) * <uint32_t> 0x9E3779B1
            h[k] ^= h[k] >> 15
    for i in range(whole, legal.n):
        h[0] = (h[0] ^ <uint32_t> legal.actions[i]) * <uint32_t> 0x9E3779B1
        h[0] ^= h[0] >> 15
    for k in range(1, 4):
        h[0] = (h[0] ^ h[k]) * <uint32_t> 0x9E3779B1
        h[0] ^= h[0] >> 15
    return h[0] | 1


cdef inline int open_edges(PoolC* pool, int32_t node, const LegalC* legal) noexcept nogil:
    """Give a node an edge, with its prior, for each legal action."""
    cdef int i
    cdef int32_t edge
    if pool.nodes[node].n_edges == 0:       # most are opened once
        edge = pool_fill(pool, node, legal.actions, legal.n)
        if edge >= 0:
            for i in range(legal.n):
                pool.extras[edge + i].prior = legal.priors[i]
        return edge
    for i in range(legal.n):
        edge = pool_find(pool, node, legal.actions[i])
        if edge == NONE:
            edge = pool_insert(pool, node, pool_position(pool, node, legal.actions[i]), legal.actions[i])
            if edge < 0:
                return edge
        pool.extras[edge].prior = legal.priors[i]
    return 0


cdef inline double mean_value(const PoolC* pool, int32_t node, double otherwise) noexcept nogil:
    """The mean utility of the visits of a node's edges; what was never visited has no value to wait for."""
    cdef const EdgeC* edges = pool.edges + pool.nodes[node].first
    cdef int i
    cdef double value = 0
    cdef int64_t visits = 0
    for i in range(pool.nodes[node].n_edges):
        if edges[i].visits:
            value += edges[i].value
            visits += edges[i].visits
    return value / visits if visits else otherwise


cdef inline double puct(const EdgeC* edge, double prior, double first, double c, double root) noexcept nogil:
    """PUCT (Rosin 2011; Silver et al. 2017); `root` is the square root of how often the edge was available."""
    return (edge.value / edge.visits if edge.visits else first) + c * prior * root / (1.0 + edge.visits)


cdef inline int best_puct(PoolC* pool, int32_t node, const LegalC* legal, const SettingsC* settings) noexcept nogil:
    """Count the legal edges as available; return the place of the best by PUCT.

    An unvisited edge counts with the first-play urgency, below 0 with the node's mean so far.
    """
    cdef EdgeC* edges = pool.edges + pool.nodes[node].first
    cdef ExtraC* extras = pool.extras + pool.nodes[node].first
    cdef int i = 0, j, best = NONE
    cdef uint32_t last_available = 0
    cdef double score, best_score = -1e300, first = settings.fpu, root = 0
    if first < 0:
        first = mean_value(pool, node, 0.5)
    for j in range(pool.nodes[node].n_edges):
        if i == legal.n:
            break
        if legal.actions[i] != edges[j].action:     # both are sorted, and mostly the same
            while i < legal.n and legal.actions[i] < edges[j].action:
                i += 1
            if i == legal.n or legal.actions[i] != edges[j].action:
                continue
        i += 1
        edges[j].available += 1
        if edges[j].available != last_available:    # siblings mostly share it
            last_available = edges[j].available
            root = sqrt(<double> last_available)
        score = puct(edges + j, extras[j].prior, first, settings.c, root)
        if score > best_score:
            best = j
            best_score = score
    return best


cdef inline double untried_bound(const LegalC* legal, const SettingsC* settings) noexcept nogil:
    """First-play urgency (Gelly & Wang 2006): what the best untried action counts with."""
    cdef int k
    cdef double prior = 0
    if settings.use_priors:
        for k in range(legal.n_untried):
            prior = max(prior, legal.priors[legal.untried[k]])
    return settings.fpu + bias(settings.bias_weight, prior, 0)
