# flinksim: everything from nothing, on a machine that has only Python 3.11 or later.
#
#   make demo   the classic program on a real day of flights; writes demo.html
#   make lab    JupyterLab on the first notebook
#   make test   lint, types, import rules and all tests but the slow ones: some minutes
#   make site   the site, in site/: playground, course, runs, docs, for any static host
#   make test-all   the slow ones too, as CI does
#
# Each goal makes what it needs and no more: the demo needs the simulator alone, which needs the
# standard library alone. Nothing is installed outside of .venv, but for the system packages that
# tools/system_packages.sh names (and installs, where it may).

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help demo lab site site-tools serve wheel test test-all format lint types imports pytest tested mutants crash-everywhere bad-inputs clean

VENV := .venv
BIN := $(VENV)/bin
# The first Python that is new enough; say `make PYTHON=/path/to/python ...` to choose another.
PYTHON ?= $(shell tools/find_python.sh)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Tests run side by side in so many processes; each may come to start a Spark session of its own.
WORKERS ?= 2
# A worker keeps to neighbours, which share what is dear; the first to be done takes from the other.
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --minutes

help: ## what one can make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

demo: $(VENV)/.simulator ## run the classic program on a real day of flights; writes demo.html
	@$(BIN)/flinksim demo --html demo.html

lab: $(VENV)/.notebook ## open JupyterLab on the first lesson, with what all lessons need
	@tools/system_packages.sh graphviz java
	@$(BIN)/flinksim lab

test: lint types imports tested ## lint, types, import rules and all tests but the slow ones
	@$(PYTEST) -m 'not slow'

test-all: lint types imports tested ## lint, types, import rules and every test, as in CI
	@$(PYTEST)

site: site-tools ## build the site into site/, which any static host serves
	@$(BIN)/python -m website

site-tools: $(VENV)/.site
	@tools/node_packages.sh website "what the site is made of" required

wheel: $(VENV)/.release ## build wheel and source archive into dist/, and check them
	@rm -rf dist && $(BIN)/python -m build --outdir dist . >/dev/null && $(BIN)/python -m twine check --strict dist/*

serve: ## look at the built site: http://localhost:8000
	@test -d site || { echo "there is no site yet: make site"; exit 1; }
	@cd site && $(BIN:%=../%)/python -m http.server --bind localhost 8000

format: $(VENV)/.dev ## put the code in form
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

lint: $(VENV)/.dev ## ruff: form and rules
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types: $(VENV)/.dev ## mypy, strict
	@$(BIN)/mypy

imports: $(VENV)/.dev ## import-linter: who may import whom
	@$(BIN)/lint-imports

pytest: tested ## every test; `make pytest TESTS=tests/connectors` for some
	@$(PYTEST) $(TESTS)

tested: $(VENV)/.dev
	@tools/system_packages.sh chromium java
	@tools/node_packages.sh
	@tools/node_packages.sh website "what the site is made of"

bad-inputs: tested ## bad inputs by area; `make bad-inputs BAD='--minutes 10 --seed 7'` goes on, guided by coverage
	@$(BIN)/python tools/bad_inputs.py $(BAD)

mutants: $(VENV)/.mutants ## plant random faults; `make mutants FAULTS='valve --seed 7'` for some
	@$(BIN)/python tools/mutants.py $(FAULTS)

crash-everywhere: tested ## kill a task at every step of 23 jobs; `make crash-everywhere CRASHES='--seed 7'`
	@$(BIN)/python -m tests.crash_everywhere --processes $(WORKERS) $(CRASHES)

clean: ## remove the environment, caches and what the demo wrote
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	rm -rf site dist website/.cache
	rm -f demo.html demo.flinktrace
	find . -name __pycache__ -type d -not -path './*/node_modules/*' -prune -exec rm -rf {} +

# --- environments: one .venv, filled as far as a goal needs -----------------------------------------

$(BIN)/python:
	@test -n "$(PYTHON)" || { tools/find_python.sh --explain; exit 1; }
	@echo "making $(VENV) with $$($(PYTHON) --version)"
	@tools/make_venv.sh "$(PYTHON)" $(VENV)

$(VENV)/.simulator: pyproject.toml | $(BIN)/python
	@echo "installing flinksim (standard library only)"
	@$(PIP) install -e .
	@touch $@

$(VENV)/.notebook: pyproject.toml | $(BIN)/python
	@echo "installing flinksim for notebooks, and Spark for the last lessons"
	@$(PIP) install -e '.[notebook,spark,sql]'
	@touch $@ $(VENV)/.simulator

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	@echo "installing flinksim for development"
	@$(PIP) install -e '.[notebook,spark,sql,connect,lakes,site,dev]'
	@touch $@ $(VENV)/.site $(VENV)/.notebook $(VENV)/.simulator

$(VENV)/.release: pyproject.toml | $(BIN)/python
	@$(PIP) install -e '.[release]'
	@touch $@ $(VENV)/.simulator

$(VENV)/.site: pyproject.toml | $(BIN)/python
	@echo "installing what builds the site"
	@$(PIP) install -e '.[notebook,site]'
	@touch $@ $(VENV)/.notebook $(VENV)/.simulator

$(VENV)/.mutants: pyproject.toml | $(VENV)/.dev
	@echo "installing what plants faults"
	@$(PIP) install -e '.[mutants]'
	@touch $@
