"""Where self-play and data sets meet: the one plays without files, the other stores without games."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from kingmaker.analysis.data.dataset import Dataset
    from kingmaker.analysis.data.store import Head
    from kingmaker.search.match.selfplay_config import SelfplayConfig

Backend = Literal["loky", "threading", "dask"]


def head_of(plan: SelfplayConfig) -> Head:
    """Return what the data set of a plan is."""
    from kingmaker.analysis.data import schema
    from kingmaker.analysis.data.store import Head
    from kingmaker.search.result import version

    first = plan.entries[0].game
    own = {name: [schema.Column(**asdict(column)) for column in columns] for name, columns in plan.tables().items()}
    core = schema.core_tables(plan.n_players, plan.options(), decisions=plan.decisions)
    return Head(
        config=plan.to_dict(), shard_games=plan.blocks_per_batch * len(plan.entries), program=version(),
        data=first.spec.files(first.options) if first.spec.files else {},
        tables=schema.join_tables(core, own),
        about={"reconstructed": first.spec.reconstructed, "n_games": plan.n_games, "n_blocks": plan.n_blocks,
               "block": [{"game": str(entry.game), "arm": entry.arm, "rotation": entry.rotation,
                          "agents": entry.agents} for entry in plan.entries]})


def plan_of(dataset: Dataset) -> SelfplayConfig:
    """Return the plan of a data set; refuse one whose component data is not what the games would be played with now."""
    import hashlib

    from kingmaker.games import ConfigError
    from kingmaker.search.match.selfplay_config import config_from_dict

    plan = config_from_dict(dataset.manifest["config"])
    first = plan.entries[0].game
    for name, path in (first.spec.files(first.options) if first.spec.files else {}).items():
        kept = dataset.manifest["data"][name]
        if hashlib.sha256(path.read_bytes()).hexdigest() != kept["sha256"]:
            raise ConfigError(f"{path}: not the {name} that the games were played with; those lie in "
                              f"{dataset.directory / kept['file']}")
    return plan


@contextmanager
def backend_of(name: Backend, address: str | None) -> Iterator[None]:
    """Play on a joblib backend; for `dask` on the cluster whose scheduler listens at the address."""
    import joblib

    from kingmaker.games import ConfigError

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
    with client, joblib.parallel_config(backend="dask", wait_for_workers_timeout=60):
        yield
