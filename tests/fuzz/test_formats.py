"""Mutations of every format, read in this process: read or refused, within seconds, and nothing outside is touched."""
import shutil
import warnings

import pytest

from kingmaker.errors import KingmakerError
from tests.fuzz import formats, mutations

CASES = mutations.N or 30
FEW = {"manifest": 6, "parquet": 6}  # of the short run: these take longer


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


def judge(name, number, work, keep=None):
    """Run one case; whatever it raises but a refusal fails, with what is needed to repeat it."""
    told = f"{name}, case {number}, KINGMAKER_FUZZ_SEED={mutations.SEED}"
    try:
        with mutations.limited():
            work()
    except (KingmakerError, OSError) as error:
        str(error).encode(errors="backslashreplace")
    except mutations.TooLongError:
        pytest.fail(f"{told}: longer than {mutations.MOST_SECONDS} s; {keep or ''}")
    except BaseException as error:
        raise AssertionError(f"{told}: {type(error).__name__}: {error}; {keep or ''}") from error


def numbers(name):
    return range(mutations.N or FEW.get(name, CASES))


@pytest.mark.parametrize("name", formats.FILES)
def test_files_are_read_or_refused(place, name):
    ending, mutate, read = formats.FILES[name]
    folder = place / name.replace(" ", "_")
    folder.mkdir()
    for number in numbers(name):
        rng = mutations.rng_of(name, number)
        path = folder / f"{number}{ending}"
        path.write_bytes(mutate(rng, folder))
        judge(name, number, lambda path=path: read(path), path)
        path.unlink()
    assert mutations.memory_mb() < mutations.MOST_MB


@pytest.mark.parametrize("name", formats.TEXTS)
def test_texts_are_read_or_refused(name):
    for number in numbers(name):
        judge(name, number, lambda number=number: formats.TEXTS[name](mutations.rng_of(name, number)))
    assert mutations.memory_mb() < mutations.MOST_MB


@pytest.mark.parametrize("name", formats.FOLDERS)
def test_data_sets_are_read_or_refused_and_stay_inside(place, name):
    for number in numbers(name):
        home = place / f"{name}-{number}"
        (home / "out").mkdir(parents=True)
        victims = [home / "victim.txt", home / "out" / "victim.txt"]
        for victim in victims:
            victim.write_text("my only copy", encoding="utf-8")
        formats.damaged(mutations.rng_of(name, number), place, home / "data", name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            judge(name, number, lambda home=home: formats.read_data_set(home / "data"), home)
        assert all(victim.read_text(encoding="utf-8") == "my only copy" for victim in victims), (name, number)
        there = {path.relative_to(home).parts[0] for path in home.rglob("*")}
        assert there <= {"data", "out", "victim.txt"}, (name, number)
        assert {path.name for path in (home / "out").iterdir()} <= {"victim.txt", "csv"}, (name, number)
        shutil.rmtree(home)
    assert mutations.memory_mb() < mutations.MOST_MB
