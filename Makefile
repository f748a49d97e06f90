# Two commands do everything: `make demo` and `make test`. Each sets up what it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
TOOLS := $(VENV)/.tools
EXTRAS ?= dev
comma := ,
INSTALLED := $(VENV)/.installed-$(subst $(comma),-,$(EXTRAS))
READY := $(VENV)/.ready
SOURCES := $(shell find games search -name '*.pyx' -o -name '*.pxd' 2>/dev/null) setup.py
BUILT := build/.built-release

LEARN = $(BIN)/kingmaker learn --game two-heirs --rotate sets
LEARN_BORU = $(BIN)/kingmaker learn --rotate players
LEARN_SOLO = $(BIN)/kingmaker learn --game two-heirs --mode solo --rotate level,sets
PLAYS_ON := --evaluation --agent policy:temperature=0.3 --explore 0.05
TEACHER := ismcts:preset=plain,iterations=3000
PUPIL_BORU := ismcts:preset=plain,iterations=250,c=0.2,rollout=policy,epsilon=0,temperature=0.2,depth=10
PUPIL := ismcts:iterations=1500,turns=1,temperature=1

.PHONY: demo test test-slow wheels site lint types debug asan fuzz bench peers report difficulty weights weights-boru clean

demo: $(BUILT) $(READY)  ## all three uses on small settings, and a page that shows them: demo/index.html
	@$(BIN)/python examples/demo.py

test: $(BUILT) $(INSTALLED)  ## the whole suite but the slow part
	@$(BIN)/python -m pytest -n 2 -m "not slow"

test-slow: $(BUILT) $(INSTALLED)  ## everything, and once more under the sanitizers
	@$(BIN)/python -m pytest -n 2
	@$(MAKE) --no-print-directory asan

wheels: $(BUILT) $(INSTALLED)  ## sdist and manylinux wheel into dist/, the wheel used where there is no compiler
	@tests/wheels.sh $(abspath $(BIN))/python

site: $(BUILT) $(INSTALLED)  ## the documentation as pages that need no network, into build/site/index.html
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@! grep -rlE '<(script|link|img|iframe)[^>]+(src|href)="?(https?:)?//' --include='*.html' build/site || \
		{ echo "these pages need a network" >&2; exit 1; }
	@echo "open build/site/index.html"

lint: $(BUILT) $(INSTALLED)
	@$(BIN)/ruff check .
	@PATH="$(abspath $(BIN)):$$PATH" cython-lint games search  # it looks for pycodestyle on the path

types: $(BUILT) $(INSTALLED)
	@$(BIN)/mypy
	@$(BIN)/python -m mypy.stubtest $$(find games search -name '*.pyi' | sed 's/\.pyi$$//; s|/|.|g; s/^/kingmaker./') --mypy-config-file pyproject.toml --allowlist tests/stubtest_allowlist.txt --concise

bench: $(BUILT) $(READY)
	@$(BIN)/kingmaker bench

weights: $(BUILT) $(READY)  ## learn the policy and evaluation of The Two Heirs again, from nothing, in six rounds (alone: four), into build/weights6.json
	@for round in 1 2 3 4 5 6; do cp games/two_heirs/no_weights.json build/weights$$round.json; done
	@$(LEARN) --weights games/two_heirs/no_weights.json --agent $(TEACHER) --games 120 --seed 1 --out build/weights1.json
	@$(LEARN) --weights build/weights1.json --agent $(PUPIL) --games 400 --seed 2 --out build/weights2.json
	@$(LEARN) --weights build/weights2.json --agent $(PUPIL) --games 600 --seed 3 --out build/weights3.json
	@$(LEARN) --weights build/weights3.json --agent ismcts:iterations=1000 --games 500 --seed 4 --out build/weights4.json
	@$(LEARN) --weights build/weights4.json --agent ismcts:iterations=400 --games 2000 --seed 5 --out build/weights5.json
	@$(LEARN) --weights build/weights5.json --agent ismcts:iterations=800 --games 3000 --seed 6 --out build/weights6.json
	@$(LEARN_SOLO) --weights games/two_heirs/no_weights.json --agent $(TEACHER) --games 120 --seed 1 --out build/weights1.json
	@$(LEARN_SOLO) --weights build/weights1.json --agent $(PUPIL) --games 360 --seed 2 --out build/weights2.json
	@$(LEARN_SOLO) --weights build/weights2.json --agent $(PUPIL) --games 480 --seed 3 --out build/weights3.json
	@$(LEARN_SOLO) --weights build/weights3.json --agent ismcts:iterations=1000,turns=2 --games 600 --seed 4 --out build/weights4.json
	@$(LEARN_SOLO) --evaluation --weights build/weights4.json --games 1800 --seed 1 --out build/weights6.json

weights-boru: $(BUILT) $(READY)  ## learn policy and evaluation of Brian Boru from nothing, in five rounds, into build/boru5.json
	@for round in 1 2 3 4 5; do cp games/brian_boru/no_weights.json build/boru$$round.json; done
	@$(LEARN_BORU) --game brian-boru:weights=games/brian_boru/no_weights.json --agent ismcts:preset=plain,iterations=100 --games 60 --seed 1 --out build/boru1.json
	@$(LEARN_BORU) --game brian-boru:weights=build/boru1.json $(PLAYS_ON) --games 600 --seed 1 --out build/boru1.json
	@$(LEARN_BORU) --game brian-boru:weights=build/boru1.json --agent ismcts:preset=plain,iterations=800,depth=10 --games 150 --temperature 0.5 --seed 2 --out build/boru2.json
	@$(LEARN_BORU) --game brian-boru:weights=build/boru2.json $(PLAYS_ON) --games 600 --seed 2 --out build/boru2.json
	@$(LEARN_BORU) --game brian-boru:weights=build/boru2.json --agent ismcts:preset=plain,iterations=1000,depth=10,c=0.15 --games 150 --temperature 0.5 --seed 3 --out build/boru3.json
	@$(LEARN_BORU) --game brian-boru:weights=build/boru3.json $(PLAYS_ON) --games 600 --seed 3 --out build/boru3.json
	@$(LEARN_BORU) --game brian-boru:weights=build/boru3.json --agent $(PUPIL_BORU) --games 150 --explore 0.1 --temperature 0.25 --seed 4 --out build/boru4.json
	@$(LEARN_BORU) --game brian-boru:weights=build/boru4.json $(PLAYS_ON) --games 900 --seed 5 --out build/boru4.json
	@$(LEARN_BORU) --game brian-boru:weights=build/boru4.json --agent ismcts:iterations=600 --games 300 --explore 0.1 --temperature 0.5 --seed 6 --out build/boru5.json
	@$(LEARN_BORU) --game brian-boru:weights=build/boru5.json $(PLAYS_ON) --games 1500 --seed 7 --out build/boru5.json

SOLO_AGENTS := policy:temperature=4;policy;policy:temperature=0.5;policy:temperature=0.1;greedy;ismcts:iterations=25

report: $(BUILT) $(READY)  ## the full report of The Two Heirs into build/report (some 90 minutes on two cores; PERCENT=10 for a tenth)
	@PATH="$(abspath $(BIN)):$$PATH" docs/report_two_heirs.sh build/report

difficulty: $(BUILT) $(READY)  ## the results on difficulty that come with The Two Heirs, by cheap agents (some 5 processor minutes)
	@rm -rf build/difficulty && mkdir -p build
	@$(BIN)/kingmaker difficulty build/difficulty --run "$(SOLO_AGENTS)" --game two-heirs:mode=solo --each sets --games 5760 --seed 1 \
		--keep games/two_heirs/difficulty.json > build/difficulty.txt

peers: $(BUILT) $(READY)  ## the same beside open_spiel
	@$(PIP) 'open_spiel>=2.0'
	@$(BIN)/kingmaker bench --peers

debug asan: $(BUILT) $(INSTALLED)  ## the suite in a checked build, in a tree of its own so that the release build stays
	@tests/checked_build.sh $@ $(abspath $(BIN))/python

# A failure names its case and the seed; KINGMAKER_FUZZ_SEED=7 make fuzz mutates otherwise.
fuzz: export KINGMAKER_FUZZ ?= 20000
fuzz: export KINGMAKER_COMMANDS ?= 5000
fuzz: export KINGMAKER_MISUSES ?= 20000
fuzz: $(BUILT) $(INSTALLED)  ## 20,000 mutations of each format, 5,000 command lines, 20,000 misused calls under sanitizers (hours)
	@$(BIN)/python -m pytest -n 2 tests/fuzz
	@tests/checked_build.sh asan $(abspath $(BIN))/python tests/fuzz/test_misuse.py

$(TOOLS): tests/preflight.sh
	@tests/preflight.sh $(PYTHON)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "setting up $(VENV)" >&2
	@$(PIP) 'setuptools>=77' 'cython>=3.1.2,<4' 'numpy>=2.0,<3'
	@touch $@

# The log is kept because one line in it matters: a "performance hint" means that a hot call takes the interpreter's lock.
$(BUILT): $(TOOLS) $(SOURCES)
	@mkdir -p build
	@echo "compiling games and search (a minute or two the first time)" >&2
	@$(BIN)/python setup.py build_ext --inplace > build/build.log 2>&1 || { tail -40 build/build.log >&2; exit 1; }
	@! grep "performance hint" build/build.log || { rm -rf build/cython-release; \
		echo "performance hints: see build/build.log" >&2; exit 1; }
	@touch $@

$(INSTALLED): pyproject.toml | $(BUILT)
	@echo "installing kingmaker and its tools into $(VENV)" >&2
	@KINGMAKER_BUILD=none $(PIP) --no-build-isolation -e '.[$(EXTRAS)]'
	@touch $@ $(READY)

$(READY): pyproject.toml | $(BUILT)
	@echo "installing kingmaker into $(VENV)" >&2
	@KINGMAKER_BUILD=none $(PIP) --no-build-isolation -e .
	@touch $@

clean:
	rm -rf build dist demo *.egg-info
	find games search -name '*.so' -delete
