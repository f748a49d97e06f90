#!/bin/sh
# Build a wheel from the sdist, install it into a fresh environment outside of the tree, and use it from a folder whose
# own search.py, games.py, analysis.py and scripts.py would shadow packages of these names.
set -eu
python=$1
tree=$(pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

"$python" setup.py --quiet sdist --dist-dir "$room" > "$room/sdist.log" 2>&1 || { tail -40 "$room/sdist.log" >&2; exit 1; }
"$python" -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$room" "$room"/kingmaker-*.tar.gz
"$python" -m venv "$room/venv"
"$room/venv/bin/pip" install --quiet --disable-pip-version-check "$room"/kingmaker-*.whl

mkdir "$room/home" && cd "$room/home"
for name in search games analysis scripts; do
    echo 'raise SystemExit("a file of the user was imported")' > $name.py
done
cp "$tree/examples/two_heirs/midgame.json" .
PATH="$room/venv/bin:$PATH"
kingmaker --version
kingmaker games > games.txt
kingmaker hint midgame.json --iterations 800 --seed 1 > hint.txt
kingmaker selfplay --game two-heirs --agents greedy --games 40 --seed 1 --jobs 2 --out games
kingmaker balance study --run greedy --game two-heirs --games 172 --seed 1 > balance.txt
kingmaker report study --out report > /dev/null
python - <<'PY'
import sysconfig
from importlib.metadata import files
from pathlib import Path

import kingmaker

assert Path(kingmaker.__file__).is_relative_to(sysconfig.get_paths()["purelib"]) or Path(kingmaker.__file__).is_relative_to(
    sysconfig.get_paths()["platlib"]), kingmaker.__file__
state = kingmaker.load_game("oh-hell").new(seed=1)
assert kingmaker.hint(state, iterations=400, seed=1).best.move
tops = {path.parts[0] for path in files("kingmaker")} - {".."}  # .. holds the command
assert {top.partition("-")[0] for top in tops} == {"kingmaker"}, tops
engine = [path for path in files("kingmaker") if path.suffix == ".so"]
print(f"installed: {len(engine)} compiled modules, {len(files('kingmaker'))} files, all of them in kingmaker")
PY
test -s report/report.html
