"""How deep a game goes: what a search saw in some games of it, and what thinking twice as long gains, kept in a study.

Reports read the file beside the study's games (analysis/studies/depth.py says what the numbers are).
"""
from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kingmaker.analysis.studies.depth import FILE, KEY, VERSION
from kingmaker.games import Game
from kingmaker.journal import unheard
from kingmaker.search.agents import parse_agent
from kingmaker.search.estimate import Estimate
from kingmaker.search.match.depth import weigh_games
from kingmaker.search.match.match import play_match
from kingmaker.writing import json_with, save

THINKER = "ismcts:iterations=50,replicates=4,solve=false"
ITERATIONS = (25, 50, 100)  # each against twice as many


def measure_depth(game: Game, out: str | Path, n: int, *, seed: int, rotate: Sequence[str] = (), jobs: int = 1,
                  remark: Callable[[str], Any] = unheard) -> Path:
    """Weigh every decision of `n` games, play `n` deals for each doubling, and keep what was found in a study's folder.

    Parameters
    ----------
    out : folder of the data set
    rotate : options through whose values the games go
    remark : hears what is being done
    """
    variants = game.variants(*rotate) if rotate else [game]
    remark(f"{THINKER} weighs every decision of {n} games")
    games = [{"legal": one.legal, "at_stake": [round(x, 4) for x in one.at_stake],
              "chances": [[round(x, 4) for x in row] for row in one.chances], "wins": one.wins}
             for one in weigh_games(variants, parse_agent(THINKER), n, seed, jobs=jobs)]
    doublings = []
    for few in ITERATIONS:
        remark(f"{2 * few} iterations against {few} on {n} deals")
        found = play_match(game, [f"ismcts:iterations={k},solve=false" for k in (2 * few, few)], n, seed=seed,
                           rotate=rotate, jobs=jobs)
        if found.stopped_by == "interrupt":
            raise KeyboardInterrupt
        doublings.append({"from": few, "to": 2 * few, "score": _ends(found.score), "lead": _ends(found.lead), "n": n})
    path = Path(out) / FILE
    raw = {KEY: VERSION, "about": f"{game} · {THINKER} · {n} games · seed {seed}", "games": games,
           "doublings": doublings}
    save(path, json.dumps(raw, separators=(",", ":")) + "\n", json_with(KEY))
    return path


def _ends(found: Estimate) -> list[float | None]:
    return [x if math.isfinite(x) else None for x in (found.mean, found.low, found.high)]
