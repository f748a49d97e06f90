"""Use an installed kingmaker as a stranger would, nothing of the tree at hand: `python -P use_wheel.py demo.py`."""
import subprocess
import sys
import sysconfig
from importlib.metadata import files
from importlib.metadata import version as installed
from pathlib import Path

import kingmaker

paths = sysconfig.get_paths()
assert Path(kingmaker.__file__).is_relative_to(paths["platlib"]), kingmaker.__file__
tops = {path.parts[0] for path in files("kingmaker")} - {".."}  # .. holds the command
assert {top.partition("-")[0].partition(".")[0] for top in tops} == {"kingmaker"}, tops
compiled = {path.with_suffix("").with_suffix("") for path in files("kingmaker") if path.suffix == ".so"}
declared = {path.with_suffix("") for path in files("kingmaker") if path.suffix == ".pyi" and path.stem.startswith("_")}
assert declared - {Path("kingmaker/__init__")} <= compiled, "a compiled module is missing"

told = subprocess.run(["kingmaker", "--version"], check=True, capture_output=True, text=True).stdout
print(told, end="")
version, build = told.splitlines()[:2]
assert version == f"kingmaker {installed('kingmaker')}", version
assert build.startswith("build      release, "), build
assert build.endswith((" for x86-64", " for arm64")), f"{build}: it would not run on every machine"

state = kingmaker.load_game("oh-hell").new(seed=1)
assert kingmaker.hint(state, iterations=400, seed=1).best.move
subprocess.run([sys.executable, "-P", sys.argv[1], "--small"], check=True)  # all three uses
print(f"installed: {len(compiled)} compiled modules, {len(files('kingmaker'))} files, all of them in kingmaker")
