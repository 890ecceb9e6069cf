# flinksim: everything from nothing, on a machine that has only Python 3.11 or later.
#
#   make demo   the classic program on a real day of flights; writes demo.html
#   make lab    JupyterLab on the first notebook
#   make test   lint, types, import rules and every test
#
# Each goal makes what it needs and no more: the demo needs the simulator alone, which needs the
# standard library alone. Nothing is installed outside of .venv, but for the system packages that
# tools/system_packages.sh names (and installs, where it may).

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help demo lab test format lint types imports pytest clean

VENV := .venv
BIN := $(VENV)/bin
# The first Python that is new enough; say `make PYTHON=/path/to/python ...` to choose another.
PYTHON ?= $(shell tools/find_python.sh)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

help: ## what one can make
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

demo: $(VENV)/.simulator ## run the classic program on a real day of flights; writes demo.html
	@$(BIN)/flinksim demo --html demo.html

lab: $(VENV)/.notebook ## open JupyterLab on the first notebook
	@tools/system_packages.sh graphviz
	@$(BIN)/flinksim lab

test: lint types imports pytest ## lint, types, import rules and every test

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

pytest: $(VENV)/.dev ## every test; `make pytest TESTS=tests/connectors` for some
	@tools/system_packages.sh chromium java
	@tools/node_packages.sh
	@$(BIN)/python -m pytest $(TESTS)

clean: ## remove the environment, caches and what the demo wrote
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	rm -f demo.html demo.flinktrace
	find . -name __pycache__ -type d -not -path './widgets/node_modules/*' -prune -exec rm -rf {} +

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
	@echo "installing flinksim for notebooks"
	@$(PIP) install -e '.[notebook]'
	@touch $@ $(VENV)/.simulator

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	@echo "installing flinksim for development"
	@$(PIP) install -e '.[notebook,spark,dev]'
	@touch $@ $(VENV)/.notebook $(VENV)/.simulator
