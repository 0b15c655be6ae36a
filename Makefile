# Everything runs in a virtual environment of its own; nothing is installed by hand.
# `make run` and `make test` set themselves up on a machine with python3, git and make.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2

.PHONY: run test lint docs check-all coverage bench fuzz constraints clean

run: $(VENV)/ready
	@$(BIN)/nimatron serve

test: $(VENV)/ready lint docs
	@tools/ensure g++ g++ chromium chromium
	$(BIN)/pytest -m "not heavy" -n $(WORKERS)

lint: $(VENV)/ready
	$(BIN)/ruff check src tests benchmarks docs
	$(BIN)/ruff format --check src tests benchmarks docs
	$(BIN)/mypy

# The documents, offline, every warning an error; they are in build/docs.
docs: $(VENV)/ready
	$(BIN)/python -m sphinx -b html -W --keep-going -q docs build/docs

# What takes minutes: every claim further than the suite goes, long runs, rare paths; kernels with every
# index looked at, and as plain Python.
KERNEL_TESTS := $(addprefix tests/test_,$(addsuffix .py,kernels sequences graphs ranges))
check-all: $(VENV)/ready lint
	@tools/ensure g++ g++ chromium chromium
	$(BIN)/pytest -n $(WORKERS)
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(CURDIR)/build/bounds $(BIN)/pytest -m "not heavy" \
		-n $(WORKERS) $(KERNEL_TESTS)
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -m "not heavy" -n $(WORKERS) $(KERNEL_TESTS)
	$(BIN)/nimatron verify --up-to 12

# Which lines no test runs. Kernels are machine code and cannot be looked into.
coverage: $(VENV)/ready
	$(BIN)/pytest -m "not heavy" -n $(WORKERS) --cov --cov-report=term-missing:skip-covered

# Every reader under a coverage-guided fuzzer, so many seconds each.
EACH ?= 60
fuzz: $(VENV)/ready
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[dev,fuzz]'
	$(BIN)/python tests/fuzz.py --seconds $(EACH)

# One table of all figures and a chart of how cost grows; docs/figures.md is made from them.
bench: $(VENV)/ready
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/growth.py
	$(BIN)/python docs/generate.py

$(VENV)/ready: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Nimatron needs Python 3.11 or newer; install it, or say make PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

# Names and versions only, for every platform; needs uv.
constraints: $(VENV)/ready
	uv pip compile --quiet --universal --no-header --no-annotate --python-version 3.11 \
		--all-extras pyproject.toml -o constraints.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
