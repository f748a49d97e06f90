#!/bin/sh
# Make the sdist and a manylinux wheel of this Python in dist/, and use the wheel as somebody does who has no compiler.
# The wheel is made from the sdist, elsewhere, out of what `make` compiled here: nothing is compiled twice.
#   tests/wheels.sh PYTHON
# KINGMAKER_WIDE: which modules the wheel holds a second time, for newer processors; all unless told otherwise.
set -eu
python=$1
tools=$(dirname "$python")
tree=$(pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
quietly() { "$@" > "$room/log" 2>&1 || { tail -40 "$room/log" >&2; exit 1; }; }
rm -rf dist

echo "sdist: all sources of the compiled part, or a wheel made from it would hold no engine and say nothing" >&2
quietly "$python" setup.py sdist --dist-dir dist
mkdir "$room/sdist" && tar -xzf dist/kingmaker-*.tar.gz -C "$room/sdist" --strip-components 1
sources() { (cd "$1" && find -L kingmaker -type f ! -path '*__pycache__*' | grep -E '[.](py|py[xi]|pxd|toml|csv|json|html|css|js|svg|typed)$' | sort); }
sources src > "$room/here" && sources "$room/sdist/src" > "$room/there"
diff "$room/here" "$room/there"

echo "wheel: from that sdist" >&2
cd "$room/sdist"
cp -a "$tree/build" .
find build -path '*lib.*' -type f | while read -r file; do  # what older versions left there is in no wheel
    source=src/${file#build/lib.*/}
    case $file in *.so) [ -f "${source%%.*}.pyx" ] || rm "$file" ;; *) rm "$file" ;; esac
done
quietly env KINGMAKER_WIDE="${KINGMAKER_WIDE-*}" "$python" setup.py bdist_wheel --dist-dir "$room/raw"
! grep "^gcc\|^cc " "$room/log" | grep -v "build/wide-" || { echo "it compiled again what was compiled" >&2; exit 1; }
PATH="$tools:$PATH" quietly "$python" -m auditwheel repair --strip --wheel-dir "$tree/dist" "$room"/raw/*.whl
wheel=$(ls "$tree"/dist/*.whl)
"$python" -m zipfile --list "$wheel" | cut -d' ' -f1 | sort > "$room/packed"
! grep -v '[.]pyx$' "$room/here" | comm -23 - "$room/packed" | grep . || { echo "these are not in the wheel" >&2; exit 1; }
cd "$tree"

echo "use: a clean environment outside of the tree, in a folder whose files would shadow packages" >&2
quietly "$tools/uv" venv --python "$python" "$room/venv"
quietly "$tools/uv" pip install --python "$room/venv/bin/python" --no-build "$wheel"
mkdir "$room/home" "$room/empty" && cp -r "$tree/tests/use_wheel.py" "$tree/examples" "$room/"
for name in search games analysis scripts; do
    echo 'raise SystemExit("a file of the user was imported")' > "$room/home/$name.py"
done
cd "$room/home"
! env -i PATH="$room/venv/bin" /bin/sh -c "command -v cc gcc clang cython make" || exit 1
use="env -i HOME=$room/home PATH=$room/venv/bin $room/venv/bin/python -P $room/use_wheel.py $room/examples/demo.py"
if [ "$(id -u)" = 0 ] && unshare --mount true 2> /dev/null; then  # headers and compilers are not there at all
    unshare --mount sh -c "for one in /usr/include /usr/lib/gcc; do ! [ -d \$one ] || mount --bind $room/empty \$one; done; $use"
else
    $use
fi
ls -l "$tree/dist" >&2
