"""Growth of the tree's memory, and its export as arrays."""
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc

import numpy as np

cdef int32_t FIRST_CAPACITY = 256
cdef int64_t LAST_CAPACITY = 2147483647     # links are 32-bit

EDGE_BYTES = sizeof(EdgeC) + sizeof(ExtraC)
NODE_BYTES = sizeof(NodeC)
EDGE_TYPE = np.dtype([("node", "i4"), ("action", "i4"), ("visits", "u4"), ("available", "u4"),
                      ("value", "f8"), ("win", "f8"), ("margin", "f8"), ("prior", "f8")])
NODE_TYPE = np.dtype([("parent_edge", "i4"), ("label", "i4"), ("player", "i4"), ("depth", "i4")])


cdef int64_t _next_capacity(const PoolC* pool, int64_t capacity, int64_t wanted, int64_t bytes_each) noexcept nogil:
    """Double, but stay within the byte limit; return 0 if even `wanted` does not fit."""
    cdef int64_t target = max(2 * capacity, FIRST_CAPACITY)
    cdef int64_t room = capacity + (pool.byte_limit - pool_bytes(pool)) // bytes_each
    while target < wanted:
        target *= 2
    target = min(target, min(room, LAST_CAPACITY))
    return target if target >= wanted else 0


cdef int pool_grow_edges(PoolC* pool, int64_t wanted) noexcept nogil:
    cdef int64_t target = _next_capacity(pool, pool.edge_capacity, wanted, pool_edge_bytes(pool))
    cdef EdgeC* edges
    cdef ExtraC* extras
    cdef double* bounds
    if target == 0:
        return NO_MEMORY
    if pool.n_sides:
        bounds = <double*> realloc(pool.bounds, 2 * pool.n_sides * target * sizeof(double))
        if bounds is NULL:
            return NO_MEMORY
        pool.bounds = bounds
    extras = <ExtraC*> realloc(pool.extras, target * sizeof(ExtraC))
    if extras is NULL:
        return NO_MEMORY
    pool.extras = extras
    edges = <EdgeC*> realloc(pool.edges, target * sizeof(EdgeC))
    if edges is NULL:
        return NO_MEMORY
    pool.edges = edges
    pool.edge_capacity = <int32_t> target
    return 0


cdef int pool_grow_nodes(PoolC* pool) noexcept nogil:
    cdef int64_t target = _next_capacity(pool, pool.node_capacity, pool.n_nodes + 1, sizeof(NodeC))
    cdef NodeC* nodes
    if target == 0:
        return NO_MEMORY
    nodes = <NodeC*> realloc(pool.nodes, target * sizeof(NodeC))
    if nodes is NULL:
        return NO_MEMORY
    pool.nodes = nodes
    pool.node_capacity = <int32_t> target
    return 0


cdef void pool_free(PoolC* pool) noexcept nogil:
    free(pool.edges)
    free(pool.extras)
    free(pool.bounds)
    free(pool.nodes)
    pool.edges = NULL
    pool.extras = NULL
    pool.bounds = NULL
    pool.nodes = NULL
    pool.edge_capacity = pool.node_capacity = 0
    pool_clear(pool)


cdef int pool_count(const PoolC* pool, int32_t index, int player, int32_t but) noexcept nogil:
    """Count the nodes from this one on in which a player acts, those of a label left out."""
    if index == NONE:
        return 0
    return ((pool.nodes[index].player == player and pool.nodes[index].label != but)
            + pool_count(pool, pool.nodes[index].more[0], player, but)
            + pool_count(pool, pool.nodes[index].more[1], player, but))


cdef list _children(const PoolC* pool, int32_t first):
    """The nodes below an edge, the newest first."""
    cdef int32_t index
    found = [first] if first != NONE else []
    for index in found:     # it grows
        found += [below for below in (pool.nodes[index].more[0], pool.nodes[index].more[1]) if below != NONE]
    return sorted(found, reverse=True)


cdef object pool_export(const PoolC* pool, int32_t root):
    """Return (nodes, edges) below a root as structured arrays; node 0 is the root, links are row numbers."""
    cdef const EdgeC* edge      # untyped, a struct would turn into a dict
    cdef const ExtraC* extra
    node_rows = [(-1, pool.nodes[root].label, pool.nodes[root].player, 0)]
    sources = [root]
    edge_rows = []
    row = 0
    while row < len(sources):
        index = sources[row]
        depth = node_rows[row][3]
        for i in range(pool.nodes[index].n_edges):
            edge = pool.edges + <int32_t> (pool.nodes[index].first + i)
            extra = pool.extras + <int32_t> (pool.nodes[index].first + i)
            for below in _children(pool, edge.child):
                node_rows.append((len(edge_rows), pool.nodes[<int32_t> below].label,
                                  pool.nodes[<int32_t> below].player, depth + 1))
                sources.append(below)
            edge_rows.append((row, edge.action, edge.visits, edge.available,
                              edge.value, extra.win, extra.margin, extra.prior))
        row += 1
    return np.array(node_rows, dtype=NODE_TYPE), np.array(edge_rows, dtype=EDGE_TYPE)
