"""What players see of each other's decisions and of what follows: the labels of the contract."""
from libc.stdint cimport int32_t, uint32_t

from kingmaker.games.architects._flow cimport DO_DISCARD, DO_KEEP, DO_WORD
from kingmaker.games.architects._struct cimport DISCARD, KEEP, ArchC


cdef inline int32_t seen_action(const ArchC* s, int32_t action, int observer) noexcept nogil:
    """Of `keep` and `discard` others see only that it happened."""
    if observer == s.actor or action >= DO_WORD:
        return action
    if s.stage == KEEP:
        return DO_KEEP
    return DO_DISCARD if s.stage == DISCARD else action


cdef inline int32_t seen_outcome(const ArchC* s, int observer) noexcept nogil:
    """What a player saw follow the last decision: cards turned up for all, and those that came to him; 0 is nothing."""
    cdef uint32_t news = s.news * <uint32_t> 31 + s.own_news[observer] if observer < 5 else s.news
    if s.news == 0 and s.own_news[observer] == 0:
        return 0
    return <int32_t> (1 + (news & <uint32_t> 0x3FFFFFFF))
