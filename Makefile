SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILE = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate pyproject.toml

# The house: a table of each game with an automatic dealer, at the printed address.
.PHONY: serve demo test check lint generated bench lock clean

serve: $(VENV)/.run
	$(BIN)/croupier serve $(ARGS)

demo: $(VENV)/.run
	$(BIN)/croupier demo $(ARGS)

test: lint
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m pytest -q -n auto $(ARGS)

# The inner loop: what changed most often, in a few seconds.
check: $(VENV)/.dev
	$(BIN)/ruff check -q . && $(BIN)/ruff format -q --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n auto -x --ignore tests/test_hands.py --ignore tests/test_reference.py $(ARGS)

lint: $(VENV)/.dev
	$(BIN)/ruff check -q .
	$(BIN)/ruff format -q --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# The list of tests behind each clause and the generated pages; tests compare both.
generated: $(VENV)/.dev
	$(BIN)/python -m tools.evidence
	$(BIN)/python -m tools.pages

bench: $(VENV)/.dev
	$(BIN)/python -m bench.settle
	$(BIN)/python -m bench.start
	$(BIN)/python -m bench.lab
	$(BIN)/python -m bench.table
	$(BIN)/python -m bench.established
	$(BIN)/python -m bench.server

lock: $(VENV)/.dev
	$(COMPILE) --group build -o requirements/run.lock
	$(COMPILE) --group dev -c requirements/run.lock -o requirements/dev.lock
	echo uv | $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --no-annotate - -o requirements/uv.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis build dist

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "croupier needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements/run.lock requirements/uv.lock pyproject.toml | $(BIN)/python
	sh tools/pip.sh --require-hashes -r requirements/run.lock
	sh tools/pip.sh --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q -j 0 $(VENV)/lib src
	@touch $@

$(VENV)/.dev: requirements/dev.lock $(VENV)/.run
	sh tools/pip.sh --require-hashes -r requirements/dev.lock
	@touch $@
