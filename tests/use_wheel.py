"""Use an installed kingmaker as a stranger would, nothing of the tree at hand: `python -P use_wheel.py demo.py`."""
import os
import subprocess
import sys
import sysconfig
from importlib.metadata import files
from importlib.metadata import version as installed
from pathlib import Path

import kingmaker
from kingmaker.wide import runs_here

paths = sysconfig.get_paths()
assert Path(kingmaker.__file__).is_relative_to(paths["platlib"]), kingmaker.__file__
tops = {path.parts[0] for path in files("kingmaker")} - {".."}  # .. holds the command
assert {top.partition("-")[0].partition(".")[0] for top in tops} == {"kingmaker"}, tops
modules = {path.with_suffix("").with_suffix("") for path in files("kingmaker") if path.suffix == ".so"}
wide = {path for path in modules if path.is_relative_to("kingmaker/_wide")}  # the second ones, for newer processors
compiled = modules - wide
assert {Path("kingmaker", path.relative_to("kingmaker/_wide")) for path in wide} <= compiled, wide
declared = {path.with_suffix("") for path in files("kingmaker") if path.suffix == ".pyi" and path.stem.startswith("_")}
assert declared - {Path("kingmaker/__init__")} <= compiled, "a compiled module is missing"


def about(**settings):
    """Return what the command says of itself."""
    return subprocess.run(["kingmaker", "--version"], check=True, capture_output=True, text=True,
                          env={**os.environ, **settings}).stdout


told = about(KINGMAKER_WIDE="none")
print(told, end="")
version, build = told.splitlines()[:2]
assert version == f"kingmaker {installed('kingmaker')}", version
assert build.startswith("build      release, "), build
assert build.endswith((" for x86-64", " for arm64")), f"{build}: it would not run on every machine"
if wide and runs_here():
    assert about().splitlines()[1].endswith(" for x86-64-v3"), "a newer processor, and none of the code for it"
if len(wide) == len(compiled) and runs_here():
    plain, newer = (subprocess.run(["kingmaker", "bench", "--signature"], check=True, capture_output=True, text=True,
                                   env={**os.environ, "KINGMAKER_WIDE": way}).stdout for way in ("none", ""))
    assert plain == newer, f"the code for newer processors searches otherwise: {newer}, {plain}"

state = kingmaker.load_game("oh-hell").new(seed=1)
assert kingmaker.hint(state, iterations=400, seed=1).best.move
subprocess.run([sys.executable, "-P", sys.argv[1], "--small"], check=True)  # all three uses
print(f"installed: {len(compiled)} compiled modules, {len(wide)} of them twice; {len(files('kingmaker'))} files, "
      "all of them in kingmaker")
