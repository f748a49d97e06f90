"""One seed, many independent streams. Each purpose has its own branch, so that no stream can disturb another."""
from __future__ import annotations

import secrets

import numpy as np

# Numbers stay, as they are the streams; 3 is free.
DEAL, AGENT, SEARCH, _, SENSITIVITY, JUDGE, HINT, REVIEW, PROOF, FORECAST, MIXTURE, ENDING = range(12)
N_STREAMS = 3  # of a replicate: worlds, tree, rollouts


def draw_seed() -> int:
    """Return a seed for a caller who gave none; say it, so that the run can be repeated."""
    return secrets.randbelow(2**32)


def branch(seed: int | np.random.SeedSequence, *key: int) -> np.random.SeedSequence:
    """Return the branch of a seed at a key such as (DEAL, game). Nothing is spawned or counted."""
    if isinstance(seed, np.random.SeedSequence):
        return np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, *key))
    return np.random.SeedSequence(seed, spawn_key=key)


def replicate_streams(seed: int | np.random.SeedSequence, replicate: int) -> list[np.random.SeedSequence]:
    """Return the streams of one replicate: worlds, tree, rollouts."""
    return [branch(seed, SEARCH, replicate, stream) for stream in range(N_STREAMS)]


def to_int(seed: np.random.SeedSequence) -> int:
    """Return a whole number for a stream, one that JSON and TOML keep exactly (53 bits), so that people can give it."""
    return int(seed.generate_state(1, np.uint64)[0]) >> 11
