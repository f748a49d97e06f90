#!/bin/sh
# Say what a fresh machine lacks, in words, before anything fails in a long log.
python=$1
command -v "$python" > /dev/null || { echo "kingmaker needs Python 3.11 or newer: '$python' was not found (apt install python3)" >&2; exit 1; }
"$python" - <<'PY' || exit 1
import pathlib, shutil, sys, sysconfig
missing = []
if sys.version_info < (3, 11):
    missing.append(f"Python 3.11 or newer; this is {sys.version.split()[0]} (try: make PYTHON=python3.12)")
try:
    import ensurepip, venv
except ImportError:
    missing.append("Python's venv module (apt install python3-venv)")
if not (pathlib.Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
    missing.append("Python's C headers (apt install python3-dev)")
if not any(map(shutil.which, ("cc", "gcc", "clang"))):
    missing.append("a C compiler (apt install gcc)")
for item in missing:
    print(f"kingmaker needs {item}", file=sys.stderr)
sys.exit(bool(missing))
PY
