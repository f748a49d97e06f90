"""A state as plain lists and numbers, and back: what texts, views and tables are made of."""
from cpython.long cimport PyLong_AsLongLongAndOverflow
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport int8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from kingmaker.games.architects cimport _struct
from kingmaker.games.architects._facts cimport clear_facts
from kingmaker.games.architects._struct cimport (
    COLUMNS, MOST_SEATS, NONE, N_GOODS, N_MARKET, N_PLACES, ArchC, CostC, RulesC, TaskC, pack_task, unpack_task)
from kingmaker.games.core._bits cimport bit


cdef enum:
    MOST_LINE = 1 << 15     # bytes of keys in one line, several times what the largest state has
    MOST_WORD = 64          # ... of a name or a number


# -- keys in one line ------------------------------------------------------------------------------------------------


cdef inline int _put_number(char* out, int at, object value) except -1:
    """Write a whole number; return where it ends."""
    cdef char digits[24]
    cdef int n = 0, too_large = 0
    cdef long long small = PyLong_AsLongLongAndOverflow(value, &too_large)
    cdef uint64_t rest = value if too_large else <uint64_t> small
    if small < 0 and not too_large:
        rest = <uint64_t> -small
        out[at] = 45        # -
        at += 1
    while rest > 9:
        digits[n] = <char> (48 + rest % 10)
        rest //= 10
        n += 1
    out[at] = <char> (48 + rest)
    at += 1
    while n > 0:
        n -= 1
        out[at] = digits[n]
        at += 1
    return at


cdef inline int _put_word(char* out, int at, str word) except -1:
    """Write a name with its quotes and a colon."""
    cdef Py_ssize_t n
    cdef const char* letters = PyUnicode_AsUTF8AndSize(word, &n)
    if n > MOST_WORD - 8:
        raise ValueError(word)
    out[at] = 34            # "
    memcpy(out + at + 1, letters, n)
    memcpy(out + at + 1 + n, b'":', 2)
    return at + <int> n + 3


cdef inline int _put(char* out, int at, object value) except -1:
    """Write a value as JSON; return where it ends."""
    cdef int start = at
    if at > MOST_LINE - 2 * MOST_WORD:
        raise ValueError("architects: a state too long for a line")
    if value is None:
        memcpy(out + at, b"null", 4)
        return at + 4
    if isinstance(value, list):
        for item in <list> value:
            out[at] = 44    # ,
            at = _put(out, at + 1, item)
        at += at == start
        out[start], out[at] = 91, 93    # [ ]
        return at + 1
    if isinstance(value, dict):
        for key, item in (<dict> value).items():
            out[at] = 44
            at = _put(out, _put_word(out, at + 1, key), item)
        at += at == start
        out[start], out[at] = 123, 125  # { }
        return at + 1
    return _put_number(out, at, value)


cdef inline bytes as_line(dict keys):
    """Keys in one line of JSON: names, whole numbers and nulls alone, for which this is ten times as quick as repr."""
    cdef char out[MOST_LINE]
    return out[:_put(out, 0, keys)]


# -- arrays ----------------------------------------------------------------------------------------------------------


cdef inline int fill(int8_t* items, list cards) except -1:
    """Numbers into an array."""
    cdef int i
    for i, card in enumerate(cards):
        items[i] = card
    return 0


cdef inline void clear_state(ArchC* s) noexcept:
    """Nothing anywhere."""
    cdef int i
    memset(s, 0, sizeof(ArchC))
    clear_facts(s)
    for i in range(3):
        s.space[i] = NONE
    for i in range(_struct.MOST_DISPLAY):
        s.display[i] = NONE
    for i in range(N_GOODS):
        s.token[i] = s.builder[i] = NONE
    for i in range(MOST_SEATS):
        s.seat[i].board = NONE
        s.pick[i][0] = s.pick[i][1] = s.pick[i][2] = NONE
    s.active = s.left = s.place = s.card = NONE
    s.princess = s.profiteer = s.viewer = NONE
    s.unchecked = 255


cdef inline list _mask(uint64_t mask):
    cdef int i
    return [i for i in range(64) if mask >> i & 1]


cdef inline list _bytes(const int8_t* items, int n):
    cdef int i
    return [items[i] for i in range(n)]


cdef inline list _cost(const CostC* c):
    cdef int i
    return [*[c.goods[i] for i in range(N_GOODS)], c.silver, c.tax, c.skip, c.influence, c.k, c.kinds, c.physical]


cdef inline dict _dump_seat(const ArchC* s, const RulesC* r, int seat):
    cdef const _struct.SeatC* p = &s.seat[seat]
    cdef int i
    return {
        "board": p.board, "virtue": p.virtue, "influence": p.influence, "silver": p.silver,
        "goods": [p.goods[i] for i in range(N_GOODS)], "supply": p.supply, "prison": p.prison,
        "captured": _bytes(p.captured, r.n_seats), "at": _bytes(p.at, N_PLACES), "cathedral": p.cathedral,
        "debts": [p.unpaid, p.paid], "spare": p.spare, "hand": _mask(p.hand), "apprentices": _bytes(p.apps, p.n_apps),
        "buildings": _bytes(p.built, p.n_built),
    }


cdef inline list _dump_facts(const ArchC* s, int seat):
    cdef int i
    return [[s.facts[seat].card[i], s.facts[seat].group[i], s.facts[seat].places[i]] for i in range(s.facts[seat].n)]


cdef inline dict _dump_draft(const ArchC* s, const RulesC* r):
    """Packs, picks, and the cards drawn at `middle`."""
    cdef int i, q
    return {"packs": [_mask(s.pack[q]) for q in range(r.n_humans)],
            "picks": [_bytes(s.pick[q], 3) for q in range(r.n_humans)], "pass": s.pass_,
            "drawn": [s.cards[(s.card_head - s.n_drawn + i) & 63] for i in range(s.n_drawn)],
            "drawn_known": [s.knows[(s.card_head - s.n_drawn + i) & 63] for i in range(s.n_drawn)]}


cdef inline dict _dump_wonders(const ArchC* s, const RulesC* r):
    """What Works of Wonder adds."""
    cdef int i
    return {"contributions": [_bytes(s.contribution, _struct.N_CONTRIBUTIONS), s.open_at], "given": s.given,
            "goods_on": [s.goods_on[i] for i in range(N_GOODS)], "tokens": _bytes(s.token, N_GOODS),
            "builders": _bytes(s.builder, N_GOODS), "princess": s.princess, "profiteer": s.profiteer}


cdef inline dict _dump_opponent(const ArchC* s):
    """What the opponent adds."""
    return {"schemes": _bytes(s.scheme, s.n_scheme), "gone": _bytes(s.gone, s.n_gone),
            "future": _bytes(s.to_come, s.n_to_come), "marker": s.marker, "card": s.card}


cdef inline list _task(uint32_t packed):
    cdef TaskC task = unpack_task(packed)
    return [task.op, task.seat, task.a, task.b]


cdef inline dict _dump_running(const ArchC* s):
    """What is being decided and what follows it."""
    cdef int i
    keys = {"stage": s.stage, "actor": s.actor, "options": s.options, "more": s.more, "argument": s.argument}
    keys["stack"] = [_task(s.stack[i]) for i in range(s.n_stack)]
    keys["action"] = [s.place, s.n_acts, s.n_done, s.flags, s.cleared, s.reset_due]
    if s.stage in (_struct.MIX, _struct.REPLACE, _struct.WITH_GOLD):
        keys["payment"] = [s.payer, s.step, *_cost(&s.pay)]
    return keys


cdef inline dict dump(const ArchC* s, const RulesC* r):
    """The whole truth."""
    cdef int i
    n = COLUMNS * 2
    keys = {
        "turn": s.turn, "phase": s.phase, "active": s.active, "first": s.first, "left": s.left, "tax": s.tax,
        "supply": s.debts, "seats": [_dump_seat(s, r, i) for i in range(r.n_seats)], "spaces": _bytes(s.space, 3),
        "guild": _bytes(s.guild, s.n_guild), "display": _bytes(s.display, n), "coins": [s.coins[i] for i in range(n)],
        "apprentices": [s.apps[(s.app_head + i) & 63] for i in range(s.n_app)], "blind": s.n_blind,
        "cards": [s.cards[(s.card_head + i) & 63] for i in range(s.n_card)],
        "known": [s.knows[(s.card_head + i) & 63] for i in range(s.n_card)],
        "tags": [NONE if s.tag[i] == NONE else (s.tag[i] - s.card_head + s.n_drawn) & 63
                 for i in range(_struct.MOST_TAGS)],
        "facts": [_dump_facts(s, i) for i in range(r.n_humans)],
        "rewards": [_bytes(s.rewards, box_of_rewards(r)), s.n_rewards, s.reward_at],
        "market": [_bytes(s.market, N_MARKET), s.market_at], "shuffles": s.future,
    }
    keys |= _dump_running(s)
    keys |= _dump_draft(s, r)
    if r.wonders:
        keys |= _dump_wonders(s, r)
    if r.opponent != NONE:
        keys |= _dump_opponent(s)
    if s.viewer != NONE:
        keys["viewer"] = s.viewer
    return keys


cdef inline int box_of_rewards(const RulesC* r) noexcept:
    """Reward cards of the box."""
    return _struct.MOST_REWARDS if r.wonders else 11


cdef inline list _told_fact(const ArchC* s, fact):
    """A fact as its player sees it: the card, its group, in whose hand and where in the pile it may be."""
    cdef int i
    card, group, places = fact
    return [card, group, _mask(places & 31), sorted([(s.tag[i] - s.card_head + s.n_drawn) & 63
                                                     for i in range(_struct.MOST_TAGS) if places >> 5 + i & 1])]


cdef inline dict dump_seen(const ArchC* s, const RulesC* r, int observer):
    """The keys that a player sees: hidden cards are null."""
    cdef int i
    keys = dump(s, r)
    human = observer < r.n_humans
    for i, seat in enumerate(keys["seats"]):
        if i != observer:
            seat["hand"] = len(seat["hand"])
    keys["apprentices"] = [None] * s.n_blind + keys["apprentices"][s.n_blind:] if r.loose_apps else keys["apprentices"]
    for cards, known, sees in (("cards", "known", False), ("drawn", "drawn_known", s.actor == observer)):
        keys[cards] = [card if sees or (human and mask >> observer & 1) else None
                       for card, mask in zip(keys[cards], keys[known], strict=True)]
    keys["facts"] = [_told_fact(s, fact) for fact in keys["facts"][observer]] if human else []
    del keys["tags"]
    keys.pop("viewer", None)
    for name, seen, loose in (("rewards", s.reward_at, r.loose_rewards), ("market", s.market_at + 1, r.loose_market),
                              ("contributions", s.open_at + 1, r.loose_contributions)):
        if name in keys:
            keys[name][0] = [None if seen <= i < loose else card for i, card in enumerate(keys[name][0])]
    if r.opponent != NONE:
        keys["schemes"] = sorted(keys["schemes"])
        keys["future"] = sorted(keys["future"]) if r.loose_future else keys["future"]
    _hide_draft(keys, s, r, observer)
    del keys["shuffles"]
    if s.actor != observer and s.stage in (_struct.PLACE, _struct.BUILD, _struct.DISCARD, _struct.KEEP):
        keys["options"] = keys["more"] = None
    return keys


cdef inline dict dump_filled(const ArchC* s, const RulesC* r):
    """The keys that anybody but the one whose view the state was read from sees: nothing that was filled in."""
    keys = dump_seen(s, r, s.viewer)
    seat = keys["seats"][s.viewer]
    seat["hand"] = len(seat["hand"])
    for name in ("cards", "drawn"):
        keys[name] = [None] * len(keys[name])
    keys["facts"], keys["looks"], keys["picks"] = [], [], []
    if s.stage in (_struct.PLACE, _struct.BUILD, _struct.DISCARD, _struct.KEEP):
        keys["options"] = keys["more"] = None
    return keys


cdef inline _hide_draft(dict keys, const ArchC* s, const RulesC* r, int observer):
    """In the place of packs and picks: the packs that the player saw, and what he took."""
    cdef int q, k, j
    looks, taken = [], []
    for q in range(r.n_humans if s.phase == _struct.DRAFTING else 0):
        for k in range(s.pass_ + 1):
            if (q + k) % r.n_humans == observer:
                looks.append([q, k, sorted([*_mask(s.pack[q]), *[s.pick[q][j] for j in range(k, 3)
                                                                 if s.pick[q][j] != NONE]])])
                if s.pick[q][k] != NONE:
                    taken.append([q, k, s.pick[q][k]])
    del keys["packs"]
    keys["looks"], keys["picks"] = looks, taken


cdef inline _load_seat(ArchC* s, int seat, keys):
    cdef _struct.SeatC* p = &s.seat[seat]
    cdef int i
    for i, n in enumerate(keys["goods"]):
        p.goods[i] = n
    p.board = keys["board"]
    p.ability = 0 if p.board == NONE else p.board + 1
    p.virtue, p.influence, p.silver = keys["virtue"], keys["influence"], keys["silver"]
    p.supply, p.prison, p.cathedral, p.spare = keys["supply"], keys["prison"], keys["cathedral"], keys["spare"]
    p.unpaid, p.paid = keys["debts"]
    fill(p.captured, keys["captured"])
    fill(p.at, keys["at"])
    fill(p.apps, keys["apprentices"])
    fill(p.built, keys["buildings"])
    p.n_apps, p.n_built = len(keys["apprentices"]), len(keys["buildings"])
    for i in keys["hand"]:
        p.hand |= bit(i)
    for i in keys["apprentices"]:
        p.own |= bit(i)


cdef inline load(ArchC* s, const RulesC* r, keys):
    """Become what the keys say."""
    cdef int i, k, seat
    clear_state(s)
    s.turn, s.phase, s.active, s.first, s.left = [
        keys[name] for name in ("turn", "phase", "active", "first", "left")]
    s.tax, s.debts, s.future = keys["tax"], keys["supply"], keys["shuffles"]
    for seat in range(r.n_seats):
        _load_seat(s, seat, keys["seats"][seat])
    fill(s.space, keys["spaces"])
    fill(s.guild, keys["guild"])
    s.n_guild = len(keys["guild"])
    fill(s.display, keys["display"])
    for i, n in enumerate(keys["coins"]):
        s.coins[i] = n
    fill(s.apps, keys["apprentices"])
    s.n_app, s.n_blind = len(keys["apprentices"]), keys["blind"]
    s.n_drawn = len(keys["drawn"])
    s.card_head = s.n_drawn
    s.n_card = len(keys["cards"])
    fill(s.cards, keys["drawn"] + keys["cards"])
    for i, mask in enumerate(keys["drawn_known"] + keys["known"]):
        s.knows[i] = mask
    fill(s.tag, keys["tags"])
    for seat in range(r.n_humans):
        s.facts[seat].n = len(keys["facts"][seat])
        for i, fact in enumerate(keys["facts"][seat]):
            s.facts[seat].card[i], s.facts[seat].group[i], s.facts[seat].places[i] = fact
        for k in keys["packs"][seat]:
            s.pack[seat] |= bit(k)
        fill(s.pick[seat], keys["picks"][seat])
    fill(s.rewards, keys["rewards"][0])
    s.n_rewards, s.reward_at = keys["rewards"][1:]
    fill(s.market, keys["market"][0])
    s.market_at = keys["market"][1]
    s.pass_ = keys["pass"]
    s.viewer = keys.get("viewer", NONE)
    _load_running(s, keys)
    if r.wonders:
        _load_wonders(s, keys)
    if r.opponent != NONE:
        _load_opponent(s, keys)


cdef inline _load_running(ArchC* s, keys):
    cdef int i
    s.stage, s.actor, s.argument = keys["stage"], keys["actor"], keys["argument"]
    s.options, s.more = keys["options"], keys["more"]
    s.n_stack = len(keys["stack"])
    for i, task in enumerate(keys["stack"]):
        s.stack[i] = pack_task(task[0], task[1], task[2], task[3])
    s.place, s.n_acts, s.n_done, s.flags, s.cleared, s.reset_due = keys["action"]
    if "payment" in keys:
        s.payer, s.step = keys["payment"][:2]
        for i in range(N_GOODS):
            s.pay.goods[i] = keys["payment"][2 + i]
        (s.pay.silver, s.pay.tax, s.pay.skip, s.pay.influence, s.pay.k, s.pay.kinds,
         s.pay.physical) = keys["payment"][7:]


cdef inline _load_wonders(ArchC* s, keys):
    cdef int i
    fill(s.contribution, keys["contributions"][0])
    s.open_at = keys["contributions"][1]
    s.given, s.princess, s.profiteer = keys["given"], keys["princess"], keys["profiteer"]
    for i in range(N_GOODS):
        s.goods_on[i] = keys["goods_on"][i]
    fill(s.token, keys["tokens"])
    fill(s.builder, keys["builders"])
    for i in range(N_GOODS):
        if s.token[i] != NONE and s.builder[i] != NONE:
            s.seat[s.builder[i]].tokens |= <unsigned short> bit(s.token[i])


cdef inline _load_opponent(ArchC* s, keys):
    fill(s.scheme, keys["schemes"])
    fill(s.gone, keys["gone"])
    fill(s.to_come, keys["future"])
    s.n_scheme, s.n_gone, s.n_to_come = len(keys["schemes"]), len(keys["gone"]), len(keys["future"])
    s.marker, s.card = keys["marker"], keys["card"]
