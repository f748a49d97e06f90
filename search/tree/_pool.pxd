"""The tree's memory: edges and nodes in two growing arrays, integer links, no pointers between them.

A node is an information set of the player to act, as one tree's owner sees it. Its edges lie side by side, sorted by
label, in a block of 2^k places; a full block moves to one of twice the size, and the old one is kept for the next
node that needs its size. An edge leads to the nodes of the outcomes that followed it: few mostly, but as many as visits
where cards were dealt. They hang in a tree by a hash of what they are found by, a bit of it at each fork, so that they
are found in as many steps as their number has digits.
"""
from libc.stdint cimport int16_t, int32_t, int64_t, uint32_t
from libc.string cimport memcpy, memmove, memset

cdef enum:
    NONE = -1
    NO_MEMORY = -3          # the memory budget is used up: an answer, not an error
    N_CLASSES = 24          # block sizes 2^0 .. 2^23


cdef struct EdgeC:          # 24 bytes: what selection reads, packed for the cache
    int32_t action          # the mover's action id, or what the tree's owner saw of it
    int32_t child           # the first node below, or NONE
    uint32_t visits         # iterations through this edge
    uint32_t available      # iterations at its node in which it was legal
    double value            # sum of the mover's utility


cdef struct ExtraC:         # 24 bytes: the rest of the edge with the same index
    double win              # sum of the root player's win shares
    double margin           # sum of the root player's margins
    double prior            # the game's prior of the action, 0 where unused


cdef struct NodeC:          # 28 bytes
    int32_t first           # its block in `edges`, 0 while it has no edges
    int32_t label           # the outcome that leads here
    int32_t more[2]         # the next nodes below the same edge, by a bit of their hashes, or NONE
    int32_t n_edges
    uint32_t legal          # hash of the legal actions whose priors its edges have; 0 where unused
    int16_t player          # who acts here
    int16_t block_class     # the block has 2^block_class places


cdef struct PoolC:
    EdgeC* edges
    ExtraC* extras
    NodeC* nodes
    double* bounds          # of each edge, 2 * n_sides (`_bounds.pxd`); NULL where n_sides is 0: nothing can be proved
    int32_t n_sides
    int32_t owner           # whose value the bounds are of, where there is one side
    bint is_shared          # the values of all sides add up to 1
    int32_t n_edges         # places handed out, free ones included
    int32_t n_nodes
    int32_t edge_capacity
    int32_t node_capacity
    int64_t byte_limit
    int32_t free_blocks[N_CLASSES]      # first free block of each size; `child` links to the next


cdef inline void pool_clear(PoolC* pool) noexcept nogil:
    """Forget all nodes and edges; the memory stays."""
    cdef int k
    pool.n_edges = 0
    pool.n_nodes = 0
    for k in range(N_CLASSES):
        pool.free_blocks[k] = NONE


cdef inline int64_t pool_edge_bytes(const PoolC* pool) noexcept nogil:
    return sizeof(EdgeC) + sizeof(ExtraC) + 2 * pool.n_sides * <int64_t> sizeof(double)


cdef inline int64_t pool_bytes(const PoolC* pool) noexcept nogil:
    return (pool.edge_capacity * pool_edge_bytes(pool)
            + pool.node_capacity * <int64_t> sizeof(NodeC))


cdef int pool_grow_edges(PoolC* pool, int64_t wanted) noexcept nogil
cdef int pool_grow_nodes(PoolC* pool) noexcept nogil


cdef inline int32_t pool_take_block(PoolC* pool, int block_class) noexcept nogil:
    """Return a block of 2^block_class edge places, or NO_MEMORY."""
    cdef int32_t block = pool.free_blocks[block_class]
    cdef int64_t end = pool.n_edges + (<int64_t> 1 << block_class)
    if block != NONE:
        pool.free_blocks[block_class] = pool.edges[block].child
        return block
    if end > pool.edge_capacity and pool_grow_edges(pool, end) != 0:
        return NO_MEMORY
    block = pool.n_edges
    pool.n_edges = <int32_t> end
    return block


cdef inline int32_t pool_add_node(PoolC* pool, int32_t label, int32_t player) noexcept nogil:
    """Return a new node without edges, or NO_MEMORY."""
    cdef int32_t index = pool.n_nodes
    cdef NodeC* node
    if index == pool.node_capacity and pool_grow_nodes(pool) != 0:
        return NO_MEMORY
    pool.n_nodes += 1
    node = pool.nodes + index
    node.first = 0
    node.label = label
    node.more[0] = node.more[1] = NONE
    node.n_edges = 0
    node.player = <int16_t> player
    node.legal = 0
    node.block_class = 0
    return index


cdef inline void pool_open_bounds(PoolC* pool, int32_t old, int32_t new, int position, int n) noexcept nogil:
    """Move the bounds of a block of n edges along with it, and make room for one of which nothing is known yet."""
    cdef int k, width = 2 * pool.n_sides
    cdef double* pair = pool.bounds + width * <int64_t> (new + position)
    if old != new:
        memcpy(pool.bounds + width * <int64_t> new, pool.bounds + width * <int64_t> old, n * width * sizeof(double))
    memmove(pair + width, pair, (n - position) * width * sizeof(double))
    for k in range(width):
        pair[k] = k & 1


cdef inline int32_t pool_insert(PoolC* pool, int32_t index, int position, int32_t action) noexcept nogil:
    """Insert an unvisited edge at a position of a node's block; return its index, or NO_MEMORY."""
    cdef NodeC* node = pool.nodes + index
    cdef int32_t block, old = node.first
    cdef EdgeC* edge
    cdef ExtraC* extra
    if node.n_edges == 0:
        block = pool_take_block(pool, 0)
        if block < 0:
            return NO_MEMORY
        old = node.first = block
    elif node.n_edges == 1 << node.block_class:
        if node.block_class + 1 >= N_CLASSES:
            return NO_MEMORY
        block = pool_take_block(pool, node.block_class + 1)
        if block < 0:
            return NO_MEMORY
        memcpy(pool.edges + block, pool.edges + node.first, node.n_edges * sizeof(EdgeC))
        memcpy(pool.extras + block, pool.extras + node.first, node.n_edges * sizeof(ExtraC))
        pool.edges[node.first].child = pool.free_blocks[node.block_class]
        pool.free_blocks[node.block_class] = node.first
        node.first = block
        node.block_class += 1
    if pool.n_sides:
        pool_open_bounds(pool, old, node.first, position, node.n_edges)
    edge = pool.edges + node.first + position
    extra = pool.extras + node.first + position
    memmove(edge + 1, edge, (node.n_edges - position) * sizeof(EdgeC))
    memmove(extra + 1, extra, (node.n_edges - position) * sizeof(ExtraC))
    node.n_edges += 1
    edge.action = action
    edge.child = NONE
    edge.visits = 0
    edge.available = 0
    edge.value = 0
    extra.win = 0
    extra.margin = 0
    extra.prior = 0
    return node.first + position


cdef inline int32_t pool_fill(PoolC* pool, int32_t index, const int32_t* actions, int n) noexcept nogil:
    """Give a node without edges one, unvisited, for each action; they ascend. Return the first one, or NO_MEMORY."""
    cdef NodeC* node = pool.nodes + index
    cdef int i, k, width = 2 * pool.n_sides, block_class = 0
    cdef int32_t block
    while 1 << block_class < n:
        block_class += 1
    if block_class >= N_CLASSES:
        return NO_MEMORY
    block = pool_take_block(pool, block_class)
    if block < 0:
        return NO_MEMORY
    node.first = block
    node.n_edges = n
    node.block_class = <int16_t> block_class
    memset(pool.edges + block, 0, n * sizeof(EdgeC))
    memset(pool.extras + block, 0, n * sizeof(ExtraC))
    for i in range(n):
        pool.edges[block + i].action = actions[i]
        pool.edges[block + i].child = NONE
        for k in range(width):
            pool.bounds[width * <int64_t> (block + i) + k] = k & 1
    return block


cdef inline uint32_t child_hash(int32_t label, int player) noexcept nogil:
    """What a node is found by below its edge; different labels of one player never share it."""
    cdef uint32_t h = (<uint32_t> label + <uint32_t> player * <uint32_t> 0x85EBCA6B) * <uint32_t> 0x9E3779B1
    return h ^ h >> 15


cdef inline int32_t pool_hang(PoolC* pool, int32_t edge, int32_t label, int player) noexcept nogil:
    """Return a new node below an edge, or NO_MEMORY."""
    cdef int32_t index = pool_add_node(pool, label, player)
    cdef uint32_t h = child_hash(label, player)
    cdef int32_t* place
    if index >= 0:
        place = &pool.edges[edge].child
        while place[0] != NONE:
            place = pool.nodes[place[0]].more + (h & 1)
            h >>= 1
        place[0] = index
    return index


cdef inline int pool_position(const PoolC* pool, int32_t index, int32_t action) noexcept nogil:
    """Return where in the node's block the action stands, or would stand."""
    cdef const NodeC* node = pool.nodes + index
    cdef int low = 0, high = node.n_edges, middle
    while low < high:
        middle = (low + high) >> 1
        if pool.edges[node.first + middle].action < action:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline int32_t pool_find(const PoolC* pool, int32_t index, int32_t action) noexcept nogil:
    """Return the node's edge of this action, or NONE."""
    cdef int position = pool_position(pool, index, action)
    cdef const NodeC* node = pool.nodes + index
    if position < node.n_edges and pool.edges[node.first + position].action == action:
        return node.first + position
    return NONE


cdef inline int32_t pool_child(const PoolC* pool, int32_t edge, int32_t label, int player) noexcept nogil:
    """Return the node below an edge for an outcome and who acts then, or NONE."""
    cdef int32_t index = pool.edges[edge].child
    cdef uint32_t h = child_hash(label, player)
    while index != NONE and (pool.nodes[index].label != label or pool.nodes[index].player != player):
        index = pool.nodes[index].more[h & 1]
        h >>= 1
    return index


cdef inline bint has_siblings(const PoolC* pool, int32_t index) noexcept nogil:
    """Whether more nodes hang below the edge whose first node this is."""
    return pool.nodes[index].more[0] != NONE or pool.nodes[index].more[1] != NONE


cdef int pool_count(const PoolC* pool, int32_t index, int player, int32_t but) noexcept nogil
cdef void pool_free(PoolC* pool) noexcept nogil
cdef object pool_export(const PoolC* pool, int32_t root)
