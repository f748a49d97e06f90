"""What tests of commands share: a cluster of one's own."""
import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT / "src"), os.environ.get("PYTHONPATH"))))}


@contextmanager
def running_cluster(folder):
    """Start a scheduler and two workers on loopback; yield its address and the workers."""
    pytest.importorskip("distributed")
    told = folder / "scheduler.json"
    processes = [subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
         "--no-dashboard", "--scheduler-file", told], env=ENV, cwd=ROOT, stderr=subprocess.DEVNULL)]
    end = time.monotonic() + 60
    while not (told.exists() and told.read_text(encoding="utf-8").endswith("}")):
        assert time.monotonic() < end
        time.sleep(0.05)
    address = json.loads(told.read_text(encoding="utf-8"))["address"].removeprefix("tcp://")
    for k in range(2):
        processes.append(subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard",
             "--no-nanny", "--local-directory", folder / f"worker-{k}"], env=ENV, cwd=ROOT,
            stderr=subprocess.DEVNULL))
    try:
        yield address, processes[1:]
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A cluster for tests that leave it whole."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as parts:
        yield parts


@pytest.fixture
def mortal_cluster(tmp_path):
    """A cluster of which something dies."""
    with running_cluster(tmp_path) as parts:
        yield parts
