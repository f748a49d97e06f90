#!/bin/sh
# Build the committed and changed files in a tree of their own, with checks (debug) or sanitizers (asan), and test there:
# everything that means something in such a build, or the tests that are named.
set -eu
mode=$1 python=$2
shift 2
tree=build/$mode-tree
rm -rf "$tree" && mkdir -p "$tree"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp -d --parents -t "$tree" 2> /dev/null || true
cd "$tree"
KINGMAKER_BUILD=$mode "$python" setup.py build_ext --inplace --force > build.log 2>&1 || { tail -40 build.log >&2; exit 1; }
if [ "$mode" = asan ]; then
    # Leaks are the interpreter's own; speed and process tests mean nothing at a tenth of the speed.
    LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
    export LD_PRELOAD ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc UBSAN_OPTIONS=print_stacktrace=1
fi
KINGMAKER_CHECKED=$mode "$python" -m pytest -m "not slow and not release" -p no:cacheprovider --capture=sys "$@"
