"""Mixed strategies over the whole of a small game: counterfactual regret minimisation without sampling.

Where every world has a number (feature `worlds`), all deals that nobody can rule out are listed: the worlds of one
player, from each of them those of another, and so on. All that can follow each deal is written down once, as nodes in
rows; deals that differ in nothing that somebody gets to know, nor in any end, are one that counts for several. From
there on the game is not asked any more: CFR+ (Tammelin 2014) sweeps over the rows, one player learning at a time, no
regret below zero, later sweeps counting more. To each player all worlds are equally likely (the contract), so all
deals are.

A walk is one deal gone through, to 64 ends at most, as for `Mixer`: a deal with more ends counts for several.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memset

from kingmaker.games._base cimport MAX_PLAYERS, GameState
from kingmaker.games._checks cimport check_whole
from kingmaker.search.tree._clock cimport hear_signals, now
from kingmaker.search.tree._pool cimport NONE
from kingmaker.search.tree._searcher cimport StopFlag
from kingmaker.search.tree._table cimport MOST_MADE, WIDTH, KnownC, Table

from kingmaker.games.errors import ConfigError

cdef enum:
    MOST_DEALS = 4096       # listed; each is compared with all before it
    MOST_NODES = 1 << 30    # places of nodes are 32-bit
    TRIES = 64              # deals drawn to find those that the observer takes to be possible
    LEAST = 8               # sweeps of each player that the walks must pay for, or sampling learns more from them
    SHARE = 4               # one in so many walks goes into the listing at most
    FAR = 10                # times as much as there is: the listing is given up at once
    LOOK = 1024             # nodes between two looks at the clock
cdef int64_t MOST = 1LL << 62


cdef inline uint64_t _stirred(uint64_t mark, const void* start, int64_t n_bytes) noexcept nogil:
    """Fold memory, whole 8 bytes of it, into a number."""
    cdef const uint64_t* words = <const uint64_t*> start
    cdef int64_t i
    for i in range(n_bytes // 8):
        mark = (mark ^ words[i]) * <uint64_t> 0x9E3779B97F4A7C15
        mark ^= mark >> 32
    return mark


cdef class Whole(Table):
    """One replicate of a mixture, over all that can happen; `list_all` first says whether the game is small enough."""

    def __cinit__(self, GameState root not None, *args, **kwargs):
        if not root.game.has("worlds"):
            raise ConfigError(f"mix: {root.game.name} does not number its worlds, so its deals are not listed")
        self.deals = <DealC*> malloc(MOST_DEALS * sizeof(DealC))
        if self.deals is NULL:
            raise MemoryError
        self._widen()

    def __dealloc__(self):
        free(self.nodes)
        free(self.ends)
        free(self.points)
        free(self.reach)
        free(self.value)
        free(self.deals)
        free(self.share)
        free(self.step)
        free(self.gain)
        free(self.own)
        free(self.here)

    # -- listing --------------------------------------------------------------------------------------------

    cdef list _blocks(self, set seen):
        """Return a state for each thing that player 0 may know where `deal` is what truly is: its worlds are all deals.

        From each world the others' worlds are gone through, and whatever player 0 may know in one of them is added.
        None where those are too many; empty where they were seen before.
        """
        cdef GameState first, other = self.root.clone()
        cdef int64_t i, k, n, n_others
        cdef int64_t looked[MAX_PLAYERS]        # deals seen by each player's numbering: no deal twice
        cdef int player
        if (0, self.deal.c_sight(0)) in seen:
            return []
        blocks = [self.deal.clone()]
        seen.add((0, self.deal.c_sight(0)))
        self.n_all = self.n_done = 0
        for player in range(self.n_players):
            looked[player] = 0
        for first in blocks:        # which grow meanwhile
            n = first.c_n_worlds(0)
            self.n_all += n
            if self.n_all > MOST_DEALS:
                return None
            for i in range(n):
                self.world.c_copy(first)
                self.world.c_set_world(0, i)
                for player in range(1, self.n_players):
                    known = player, self.world.c_sight(player)
                    if known in seen:
                        continue
                    seen.add(known)
                    n_others = self.world.c_n_worlds(player)
                    looked[player] += n_others
                    if looked[player] > MOST_DEALS:
                        return None
                    for k in range(n_others):
                        other.c_copy(self.world)
                        other.c_set_world(player, k)
                        known = 0, other.c_sight(0)
                        if known not in seen:
                            seen.add(known)
                            blocks.append(other.clone())
        return blocks

    cdef int _clear(self) except -1:
        """Forget what is listed."""
        self.n_nodes = self.n_deals = self.n_known = self.n_options = 0
        self.cost = 0
        memset(self.slots, 0xff, self.n_slots * sizeof(int32_t))     # NONE
        return 0

    cdef int _widen(self) except -1 nogil:
        """Make room for twice as many nodes; 1 where the limit does not allow it."""
        cdef int64_t n = max(1024, 2 * <int64_t> self.node_capacity), wide = n * self.n_players * sizeof(double)
        cdef int64_t n_bytes = n * (sizeof(NodeC) + 6 * sizeof(double) + sizeof(int32_t)) + 2 * wide + self._bytes()
        cdef void* nodes
        cdef void* ends
        cdef void* points
        if self.node_capacity and (n > MOST_NODES or n_bytes > self.byte_limit):
            return 1
        nodes = realloc(self.nodes, n * sizeof(NodeC))
        if nodes is not NULL:
            self.nodes = <NodeC*> nodes
        ends = realloc(self.ends, wide)
        if ends is not NULL:
            self.ends = <double*> ends
        points = realloc(self.points, wide)
        if points is not NULL:
            self.points = <double*> points
        if nodes is NULL or ends is NULL or points is NULL:
            with gil:
                raise MemoryError
        self.node_capacity = <int32_t> n
        return 0

    cdef bint _is_late(self) except -1 nogil:
        """Whether the listing is to be given up: stopped, too much for the walks or the time, or going to be by far.

        How much is to come is guessed from what is done: an action of n stands for one n-th of what lies behind.
        """
        cdef int64_t walks = self.n_ends // WIDTH, spent = self.iterations + walks
        cdef double time, part = (self.n_done + self.part) / self.n_all
        if spent > self.walks // SHARE or spent + LEAST * self.n_players * (self.cost + walks) > self.walks:
            return True
        self.n_added += 1
        if self.n_added % LOOK:
            return False
        time = now()
        hear_signals(time, &self.last_signal)
        return (self.stop.raised or time - self.start >= self.seconds
                or time - self.try_start > FAR * part * self.seconds
                or spent - self.try_walks > FAR * part * (self.walks // SHARE))

    cdef int32_t _add(self, int32_t before, int32_t option, double part) except -9 nogil:
        """Add the world's position; return its node, or NONE where that is too much."""
        cdef int32_t node = self.n_nodes
        cdef int p, n = self.n_players
        cdef bint is_end = self.world.c_player() < 0
        if self._is_late() or node == self.node_capacity and self._widen() != 0:
            return NONE
        self.nodes[node].back = 0 if before == NONE else node - before
        self.nodes[node].option = option
        self.nodes[node].place = self.nodes[node].player = NONE
        if is_end:
            self._score(self.world)
            self.n_ends += 1
            self.part += part
        for p in range(n):
            self.ends[<int64_t> node * n + p] = self.utility[p] if is_end else 0
            self.points[<int64_t> node * n + p] = self.returns[p] if is_end else 0
        self.n_nodes += 1
        return node

    cdef int32_t _know(self, int player) except -9 nogil:
        """Return the place of what who acts knows; NONE where there is no room, or where they forget what they did."""
        cdef uint64_t sight = self.world.c_sight(player)
        cdef int32_t place = self._find(sight)
        if place == NONE:
            place = self._open(sight)
            if place != NONE:
                self.known[place].player = player
                self.known[place].before = self.last[player]
        elif self.known[place].before != self.last[player]:
            return NONE
        return place

    cdef int _list(self, int32_t before, int32_t option, double part) except -1 nogil:
        """List the world's position and all that can follow; 1 where that is too much."""
        cdef int player = self.world.c_player()
        cdef int32_t place, node = self._add(before, option, part)
        if node == NONE:
            return 1
        if player < 0:
            return 0
        place = self._know(player)
        if place == NONE or self.n_made == MOST_MADE:
            return 1
        self.nodes[node].place = place
        self.nodes[node].player = player
        return self._list_actions(node, part)

    cdef int _list_actions(self, int32_t node, double part) except -1 nogil:
        """List what can follow each action."""
        cdef int player = self.nodes[node].player, n_made = self.n_made
        cdef int32_t place = self.nodes[node].place, i, first = self.known[place].first, last = self.last[player]
        for i in range(self.known[place].n):
            if i > 0:
                self._come_back(n_made)
            self._make(self.options[first + i].action)
            self.last[player] = first + i
            if self._list(node, first + i, part / self.known[place].n) != 0:
                return 1
        self.last[player] = last
        return 0

    cdef int _list_deal(self) except -1 nogil:
        """List all that can follow `deal`; 1 where that is too much."""
        cdef DealC* deal = self.deals + self.n_deals
        cdef int p
        for p in range(self.n_players):
            self.last[p] = NONE
        self._come_back(0)
        self.n_ends = 0
        self.part = 0
        deal.first = self.n_nodes
        if self._list(NONE, NONE, 1) != 0:
            self.iterations += 1 + self.n_ends // WIDTH
            return 1
        deal.n = self.n_nodes - deal.first
        deal.n_alike = 1
        deal.n_walks = (self.n_ends + WIDTH - 1) // WIDTH
        self.iterations += deal.n_walks
        self.n_done += 1
        self._join()
        return 0

    cdef void _join(self) noexcept nogil:
        """Keep the deal just listed; where one is kept that is like it in all that counts, let that count once more."""
        cdef DealC* new = self.deals + self.n_deals
        cdef DealC* old
        cdef int64_t wide = self.n_players * sizeof(double), place = new.first * wide, n_bytes = new.n * wide
        cdef int32_t i
        new.mark = _stirred(0, self.nodes + new.first, new.n * sizeof(NodeC))
        new.mark = _stirred(new.mark, <char*> self.points + place, n_bytes)
        for i in range(self.n_deals):
            old = self.deals + i
            if (old.mark == new.mark and old.n == new.n
                    and memcmp(self.nodes + old.first, self.nodes + new.first, new.n * sizeof(NodeC)) == 0
                    and memcmp(<char*> self.points + old.first * wide, <char*> self.points + place, n_bytes) == 0
                    and memcmp(<char*> self.ends + old.first * wide, <char*> self.ends + place, n_bytes) == 0):
                old.n_alike += 1
                self.n_nodes = new.first
                return
        self.cost += new.n_walks
        self.n_deals += 1

    cdef int _prepare(self) except -1:
        """Make room for sweeps over what is listed; every action is as likely as another at first."""
        cdef int32_t i, place = self._find(self.sight)
        self.reach = <double*> malloc(self.n_nodes * sizeof(double))
        self.value = <double*> malloc(self.n_nodes * sizeof(double))
        self.share = <double*> malloc(self.n_options * sizeof(double))
        self.step = <double*> malloc(self.n_options * sizeof(double))
        self.gain = <double*> calloc(self.n_options, sizeof(double))
        self.own = <double*> malloc(self.n_options * sizeof(double))
        self.here = <int32_t*> malloc(self.n_nodes * sizeof(int32_t))
        if (self.reach is NULL or self.value is NULL or self.share is NULL or self.step is NULL or self.gain is NULL
                or self.own is NULL or self.here is NULL):
            raise MemoryError
        for i in range(self.n_nodes):
            if self.nodes[i].place == place:
                self.here[self.n_here] = i
                self.n_here += 1
        for i in range(self.n_known):
            self._match(i)
        self.n_ends = 0
        self.is_listed = True
        return 0

    # -- sweeps ---------------------------------------------------------------------------------------------

    cdef void _match(self, int32_t place) noexcept nogil:
        """Regret matching: each action's share now is in proportion to what is regretted of it."""
        cdef int32_t i, first = self.known[place].first, n = self.known[place].n
        cdef double total = 0
        for i in range(first, first + n):
            total += self.options[i].regret
        for i in range(first, first + n):
            self.share[i] = self.options[i].regret / total if total > 0 else 1.0 / n

    cdef void _go_down(self, int learner) noexcept nogil:
        """From each deal to its ends: how often all but the learner come to each node."""
        cdef int32_t i, k, d
        cdef const NodeC* node
        for i in range(self.n_known):
            for k in range(self.known[i].first, self.known[i].first + self.known[i].n):
                self.step[k] = 1 if self.known[i].player == learner else self.share[k]
        for d in range(self.n_deals):
            k = self.deals[d].first
            self.reach[k] = self.deals[d].n_alike
            for k in range(k + 1, k + self.deals[d].n):
                node = self.nodes + k
                self.reach[k] = self.reach[k - node.back] * self.step[node.option]

    cdef void _go_up(self, const double* ends, int player) noexcept nogil:
        """From the ends back to each deal: what a player has of each node, and what each action earns."""
        cdef int32_t i, k, d
        cdef double value
        cdef const NodeC* node
        memset(self.value, 0, self.n_nodes * sizeof(double))
        memset(self.gain, 0, self.n_options * sizeof(double))
        for d in range(self.n_deals):
            k = self.deals[d].first
            for i in range(k + self.deals[d].n - 1, k, -1):
                node = self.nodes + i
                value = self.value[i] + ends[<int64_t> i * self.n_players + player]
                self.gain[node.option] += self.reach[i] * value
                self.value[i - node.back] += self.share[node.option] * value

    cdef void _regret(self, int learner) noexcept nogil:
        """Add what is regretted of each of the learner's actions, and what the new shares count for in the mean."""
        cdef int32_t i, k, first
        cdef double mean, own, turn = 1 + self.sweeps // self.n_players, weight = turn * turn
        cdef const KnownC* known
        for i in range(self.n_known):
            known = self.known + i
            if known.player != learner:
                continue
            first = known.first
            mean = 0
            for k in range(first, first + known.n):
                mean += self.share[k] * self.gain[k]
            for k in range(first, first + known.n):
                self.options[k].regret = max(self.options[k].regret + self.gain[k] - mean, 0)
            self._match(i)
            own = 1 if known.before == NONE else self.own[known.before]     # listed before: it is done
            for k in range(first, first + known.n):
                self.own[k] = own * self.share[k]
                self.options[k].total += weight * self.own[k]

    cdef void _count_here(self) noexcept nogil:
        """Count the deals of this sweep that come to the root."""
        cdef int32_t i, d = 0, counted = NONE
        for i in range(self.n_here):
            while self.here[i] >= self.deals[d].first + self.deals[d].n:
                d += 1
            if d != counted and self.reach[self.here[i]] > 0:
                self.came += 1
                counted = d

    cdef int64_t _walk(self, int64_t left) except -1 nogil:
        """One sweep: a player learns, against all deals."""
        cdef int learner = <int> (self.sweeps % self.n_players)
        if not self.is_listed or left < self.cost:
            return 0
        self._go_down(learner)
        self._count_here()
        self._go_up(self.ends, learner)
        self._regret(learner)
        self.sweeps += 1
        self.iterations += self.cost
        return self.cost

    # -- people's side --------------------------------------------------------------------------------------

    def list_all(self, walks, seconds=1e300, StopFlag stop=None):
        """List all that can happen; return whether sweeps over it make good use of so many walks in all.

        Once, before `run`; where it does not, there is nothing to run. The listing takes a quarter of the walks and
        these seconds at most; what it took is in `iterations` either way.
        """
        self._refuse_busy("list_all")
        if self.iterations > 0:
            raise ConfigError("list_all: expected a game that is not listed yet; it is listed once")
        self.walks = check_whole(walks, "list_all: expected walks", 0, MOST + 1, ConfigError)
        self.start = self.last_signal = now()
        self.seconds = seconds
        self.stop = StopFlag() if stop is None else stop
        self.busy = True
        try:
            return self._listed()
        finally:
            self.busy = False

    cdef bint _listed(self) except -1:
        """Draw deals until the root is among what can follow: what everybody knows here may rule out others."""
        cdef GameState first
        cdef int64_t i
        cdef int refused
        cdef set seen = set()
        for _ in range(TRIES):
            self.try_start = now()
            self.try_walks = self.iterations
            self.deal.c_copy(self.root)
            self.deal.c_rewind(&self.world_rng)
            blocks = self._blocks(seen)
            if blocks is None:
                return False
            for first in blocks:
                for i in range(first.c_n_worlds(0)):
                    self.deal.c_copy(first)
                    self.deal.c_set_world(0, i)
                    with nogil:
                        refused = self._list_deal()
                    if refused:
                        return False
            if self._find(self.sight) != NONE:
                self._prepare()
                return True
            self._clear()
        return False

    @property
    def cost_of_sweep(self):
        """As how many walks one sweep counts, in which one player learns."""
        return self.cost

    @property
    def n_listed(self):
        """How many deals are listed, and how many of them differ in anything that counts."""
        self._refuse_busy("n_listed")
        return sum(self.deals[i].n_alike for i in range(self.n_deals)), self.n_deals

    @property
    def walks_here(self):
        """How many walks in which somebody learnt have come to the root."""
        self._refuse_busy("walks_here")
        return self.came

    def earned(self):
        """Return by root action the mean points of all players in games that go on by the mixtures; empty where none
        comes there."""
        cdef int32_t i, k, first, place = self._find(self.sight)
        cdef int p, n
        cdef double chance = 0
        self._refuse_busy("earned")
        if not self.is_listed:
            return [()] * self.n_actions_here
        for i in range(self.n_known):
            n = self._average(i)
            for k in range(n):
                self.share[self.known[i].first + k] = self.shares[k]
        self._go_down(self.observer)
        for i in range(self.n_here):
            chance += self.reach[self.here[i]]
        means = []
        first = self.known[place].first
        for p in range(self.n_players):
            self._go_up(self.points, p)
            means.append([self.gain[first + k] / chance if chance > 0 else 0 for k in range(self.n_actions_here)])
        for i in range(self.n_known):
            self._match(i)
        return [tuple(row[k] for row in means) if chance > 0 else () for k in range(self.n_actions_here)]
