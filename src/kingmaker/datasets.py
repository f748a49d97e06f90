"""Data sets that are played: self-play knows no files and data sets know no games; here they meet."""
from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Literal

import joblib

from kingmaker.analysis.data import schema
from kingmaker.analysis.data.dataset import PLAIN, Dataset, load
from kingmaker.analysis.data.manifest import MANIFEST, check_played, read_manifest
from kingmaker.analysis.data.store import Head, Store
from kingmaker.games import ConfigError, Game, load_game
from kingmaker.games.spec import reconstructed_in
from kingmaker.journal import unheard
from kingmaker.search.match.selfplay import Replay, play_batches, replay
from kingmaker.search.match.selfplay_config import SelfplayConfig, config_from_dict, configure
from kingmaker.search.result import version
from kingmaker.search.seeds import draw_seed
from kingmaker.search.workers import checked_jobs
from kingmaker.studies import balance_arms, load_study

PLAIN_SEARCH = "ismcts:preset=plain,iterations=50,solve=false"
MOST_PLAIN, FEWEST_PLAIN, PLAIN_SHARE = 20, 10, 20  # deals, and one in so many

Backend = Literal["loky", "threading", "dask"]


def selfplay(game: Game | str, agents: Sequence[str], games: int, out: str | Path, *, seed: int | None = None,
             each: Sequence[str] = (), arms: Sequence[str] = (), decisions: bool = False, judge: str | None = None,
             shard: int = 1000, jobs: int = 1, on_progress: Callable[[int], Any] | None = None) -> Dataset:
    """Play games in blocks into a folder and return them as a data set; one that lies there is gone on with.

    The rows do not depend on `jobs` or on how often the run was stopped. Ctrl-C returns what is there by then.

    Parameters
    ----------
    game : with its options, as `two-heirs:mode=solo`
    agents : one for all seats; or one for each seat, rotated; or two, of which the first has each seat in turn
    games : how many in all, at least; the last block is played whole
    out : folder of the data set
    seed : whole number from 0; that of the data set which lies there if None, else drawn
    each : options over whose values every block goes: `level`, or `level=1;3`
    arms : interventions, besides none, as options of the game: `first=T3`; `ban=*` is one for each value
    decisions : whether to keep a row a decision
    judge : a search that weighs every decision for that table
    shard : about how many games a file has
    jobs : processes, -1 for all cores
    on_progress : called with the number of games that are there

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     data = selfplay("kuhn-poker", ["random"], 40, folder, seed=1)
    ...     data.n_games, sorted(set(data["games"]["points_0"]))
    (40, [-2.0, -1.0, 1.0, 2.0])
    """
    out = Path(out)
    seed = kept_seed(out) if seed is None else seed
    config = configure(str(game), agents, games, seed=draw_seed() if seed is None else seed, each=each, arms=arms,
                       decisions=decisions, judge=judge, batch=shard)
    play_into(config, out, jobs=jobs, on_progress=on_progress)
    return load(out)


def study(game: Game | str, agents: Sequence[str], games: int, out: str | Path, *, seed: int | None = None,
          each: Sequence[str] = (), pieces: bool = False, learn: int | None = None, plain: int | None = None,
          jobs: int = 1, on_progress: Callable[[int], Any] | None = None,
          remark: Callable[[str], Any] = unheard) -> Dataset:
    """Play the study of a game's balance into a folder: each deal without and with each of the game's interventions.

    Its players know the table that they play: where their weights were learned on another one, they learn this one
    first. Then a plain search, which knows nothing of any table, plays some of the deals too, and reports hold the
    players against it.

    Parameters
    ----------
    pieces : intervene on single pieces too
    learn : games of self-play from which the players learn the table, kept for all studies of it; 0: they play with
        what they know; None: 450, where they have learned another table
    plain : deals that plain search plays; None: a twentieth of them, 20 at most, and none where that is less than 10
    remark : hears what the players learned and how strong they are
    game, agents, games, out, seed, each, jobs, on_progress : as for `selfplay`; Ctrl-C returns what is there by then,
        and while the players learn it is raised
    """
    from kingmaker.teaching import taught

    chosen = load_game(game) if isinstance(game, str) else game
    known = taught(chosen, agents, learn, each=each, jobs=jobs, remark=remark)
    out = Path(out)
    seed = kept_seed(out) if seed is None else seed
    config = configure(str(known), agents, games, seed=draw_seed() if seed is None else seed, each=each,
                       arms=balance_arms(chosen, each, pieces=pieces))
    told = play_into(config, out, jobs=jobs, on_progress=on_progress, remark=remark)
    if (deals := plain_deals(config, plain)) and told["stopped_by"] != "interrupt":
        play_plain(config, out, deals, jobs=jobs)
    return load(out)


def plain_deals(config: SelfplayConfig, wanted: int | None = None) -> int:
    """Return how many deals of a study a plain search plays too; none where nothing is forbidden to a seat.

    Parameters
    ----------
    wanted : None: a twentieth of them, MOST_PLAIN at most, and none where that is less than FEWEST_PLAIN
    """
    if wanted is not None and wanted < 0:
        raise ConfigError(f"plain: expected a number of deals from 0; got {wanted}")
    forbids = load_study(config.entries[0].game.spec.study).forbids
    if not any(arm.partition("=")[0] in forbids for arm in config.arms):
        return 0
    some = min(config.n_blocks // PLAIN_SHARE, MOST_PLAIN)
    return (some if some >= FEWEST_PLAIN else 0) if wanted is None else min(wanted, config.n_blocks)


def play_plain(config: SelfplayConfig, out: Path, deals: int, *, jobs: int = 1,
               on_progress: Callable[[int], Any] | None = None) -> dict[str, Any]:
    """Let a plain search play the first deals of a study too, into a folder within; reports read it beside the study.

    What it knows is how to play, and nothing of the table, so that it tells where players misjudge theirs.
    """
    one = replace(config, agents=(PLAIN_SEARCH,), games=1, decisions=False, judge=None)
    return play_into(replace(one, games=deals * len(one.entries)), out / PLAIN, jobs=jobs, on_progress=on_progress)


def kept_seed(out: Path) -> int | None:
    """Return the seed of the data set that lies in a folder; None where there is none."""
    seed: int | None = read_manifest(out)["config"].get("seed") if (out / MANIFEST).exists() else None
    return seed


# -- playing ----------------------------------------------------------------------------------------------------------


def head_of(config: SelfplayConfig) -> Head:
    """Return what the data set of a configuration is."""
    first = config.entries[0].game
    own = {name: [schema.Column(**asdict(column)) for column in columns] for name, columns in config.tables().items()}
    core = schema.core_tables(config.n_players, config.options(), decisions=config.decisions)
    return Head(
        config=config.to_dict(), shard_games=config.blocks_per_batch * len(config.entries), program=version(),
        data=first.spec.files(first.options) if first.spec.files else {},
        tables=schema.join_tables(core, own),
        about={"reconstructed": reconstructed_in(entry.game for entry in config.entries),
               "n_games": config.n_games, "n_blocks": config.n_blocks,
               "block": [{"game": str(entry.game), "arm": entry.arm, "rotation": entry.rotation,
                          "agents": entry.agents} for entry in config.entries]})


def play_into(config: SelfplayConfig, out: str | Path, *, jobs: int = 1,
              on_progress: Callable[[int], Any] | None = None,
              remark: Callable[[str], Any] = unheard) -> dict[str, Any]:
    """Play what is missing of a data set and return the figures of this run, as docs/formats.md has them.

    Parameters
    ----------
    out : folder of the data set
    jobs : processes, -1 for all cores; `backend_of` chooses others
    on_progress : called with the number of games that are there
    remark : hears what the user should know of what lay there
    """
    checked_jobs(jobs)  # before there is a folder
    with Store(Path(out), head_of(config), config.n_batches) as store:
        for problem in store.redone:
            remark(f"played again: {problem}")
        if store.n_games:
            remark(f"{store.n_games} of {config.n_games} games are there")
        return _fill(config, store, jobs, on_progress)


def _fill(config: SelfplayConfig, store: Store, jobs: int, on_progress: Callable[[int], Any] | None) -> dict[str, Any]:
    wall, cpu = time.perf_counter(), time.process_time()
    there, playing_s, worked_s, stopped_by = store.n_games, 0.0, 0.0, "games"
    missing = store.missing
    batches = play_batches(config, missing, jobs=jobs,
                           on_progress=None if on_progress is None else lambda n: on_progress(there + n))
    try:
        for shard, batch in zip(missing, batches, strict=True):
            store.write(shard, batch.n_games, batch.tables, playing_s=batch.playing_s, seconds=batch.total_s)
            playing_s += batch.playing_s
            worked_s += batch.total_s
    except KeyboardInterrupt:
        stopped_by = "interrupt"
    finally:
        batches.close()
    store.save()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    spent = cpu if jobs == 1 else cpu + worked_s
    return {"games": store.n_games - there, "there": store.n_games, "planned": config.n_games,
            "shards": config.n_batches - len(store.missing), "bytes": store.n_bytes, "seconds": round(wall, 3),
            "games_per_s": round((store.n_games - there) / wall, 1), "processor_s": round(spent, 3),
            "playing_s": round(playing_s, 3), "overhead": round(1 - playing_s / spent, 4) if spent else None,
            "seed": config.seed, "stopped_by": stopped_by}


@contextmanager
def backend_of(name: Backend, address: str | None = None) -> Iterator[None]:
    """Play on a joblib backend; for `dask` on the cluster whose scheduler listens at the address."""
    if (name == "dask") != (address is not None):
        raise ConfigError("--backend dask needs --address HOST:PORT of a running scheduler, and nothing else does")
    if name != "dask":
        with joblib.parallel_config(backend=name):
            yield
        return
    try:
        from distributed import Client
    except ImportError:
        raise ConfigError("--backend dask needs dask: pip install 'kingmaker[dask]'") from None
    try:
        connect: Any = Client
        client = connect(address, timeout=5)
    except (OSError, TimeoutError, ValueError) as error:
        raise ConfigError(f"--address {address}: no Dask scheduler answers there: {error}") from None
    with client, _quiet_when_stopped(), joblib.parallel_config(backend="dask", wait_for_workers_timeout=60):
        yield


@contextmanager
def _quiet_when_stopped() -> Iterator[None]:
    """Keep Dask's threads from telling in tracebacks that their client was closed, where a user meant just that."""
    try:
        yield
    except KeyboardInterrupt:
        for name in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        raise


# -- again ------------------------------------------------------------------------------------------------------------


def replay_game(dataset: Dataset, number: int) -> Replay:
    """Play one game of a data set again from its number; its record is `lines`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     data = selfplay("kuhn-poker", ["random"], 40, folder, seed=1)
    ...     bool(replay_game(data, 7).points[0] == data["games"]["points_0"][7])
    True
    """
    return replay(config_of(dataset), number)


def config_of(dataset: Dataset) -> SelfplayConfig:
    """Return what a data set was played from; refuse one whose component data is not what would be played with now."""
    check_played(dataset.manifest, str(dataset.directory / MANIFEST))
    config = config_from_dict(dataset.manifest["config"])
    first = config.entries[0].game
    for name, path in (first.spec.files(first.options) if first.spec.files else {}).items():
        kept = dataset.data_file(name)
        if hashlib.sha256(path.read_bytes()).hexdigest() != dataset.manifest["data"][name]["sha256"]:
            raise ConfigError(f"{path}: not the {name} that the games were played with; those lie in {kept}")
    return config
