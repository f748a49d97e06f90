"""Games between agents: blocks, matches, ladders, self-play, and what can be learned from it."""
