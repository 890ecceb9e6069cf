# flinksim: every target starts from a clean clone. You need only Python 3.11 or later.
#
#   make demo   run the demo on a real day of flights; writes demo.html
#   make lab    open the course in JupyterLab
#   make test   lint, types, import rules and all tests except the slow ones: some minutes
#   make site   build the site into site/, for any static host
#   make test-all   all tests, as in CI
#
# Each target installs only what it needs into .venv. The demo needs only the standard library. Missing
# system packages are listed, or installed if you are root on Debian (tools/system_packages.sh).

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help demo lab site site-tools serve recorder wheel test test-all format lint types imports pytest tested mutants crash-everywhere bad-inputs fuzz bench clean

VENV := .venv
BIN := $(VENV)/bin
# The first Python that is new enough. To choose another: make PYTHON=/path/to/python ...
PYTHON ?= $(shell tools/find_python.sh)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Number of test processes. Each may start a Spark session.
WORKERS ?= 2
# Tests of one file stay in one worker, to share fixtures; an idle worker takes tests from another.
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --minutes

help: ## list all targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

demo: $(VENV)/.simulator ## run the demo on a real day of flights; writes demo.html
	@$(BIN)/flinksim demo --html demo.html

lab: $(VENV)/.notebook ## open the course in JupyterLab
	@tools/system_packages.sh graphviz java
	@$(BIN)/flinksim lab

test: lint types imports tested ## run lint, types, import rules and all tests except the slow ones
	@$(PYTEST) -m 'not slow'

test-all: lint types imports tested ## run lint, types, import rules and all tests, as in CI
	@$(PYTEST)

site: site-tools ## build the site into site/, for any static host
	@$(BIN)/python -m website

site-tools: $(VENV)/.site
	@tools/node_packages.sh website "what the site is made of" required

wheel: $(VENV)/.release ## build wheel and source archive into dist/, and check them
	@rm -rf dist && $(BIN)/python -m build --outdir dist . >/dev/null && $(BIN)/python -m twine check --strict dist/*

recorder: ## build the recorder for real Flink; needs a JDK and Flink's jars: FLINK_JARS=FOLDER
	@recorder/build.sh "$(FLINK_JARS)" flinksim/recording/flinksim-recorder.jar

serve: ## serve the built site on http://localhost:8000
	@test -d site || { echo "there is no site yet; run: make site"; exit 1; }
	@cd site && $(BIN:%=../%)/python -m http.server --bind localhost 8000

format: $(VENV)/.dev ## format the code
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

lint: $(VENV)/.dev ## run ruff
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types: $(VENV)/.dev ## run mypy
	@$(BIN)/mypy

imports: $(VENV)/.dev ## check the import order
	@$(BIN)/lint-imports

pytest: tested ## run all tests, or some: make pytest TESTS=tests/connectors
	@$(PYTEST) $(TESTS)

tested: $(VENV)/.dev
	@tools/system_packages.sh chromium java
	@tools/node_packages.sh
	@tools/node_packages.sh website "what the site is made of"

bad-inputs: tested ## try bad inputs by area; with coverage guidance: make bad-inputs BAD='--minutes 10 --seed 7'
	@$(BIN)/python tools/bad_inputs.py $(BAD)

fuzz: $(VENV)/.fuzz ## fuzz the readers of areas with atheris: make fuzz FUZZ='--minutes 30 --areas trace payload'
	@$(BIN)/python tools/fuzz_readers.py $(FUZZ)

mutants: $(VENV)/.mutants ## plant random faults in the core; some: make mutants FAULTS='valve --seed 7'
	@$(BIN)/python tools/mutants.py $(FAULTS)

bench: $(VENV)/.dev ## measure costs beside goals and the last committed figures: some minutes
	@$(BIN)/python benchmarks/bench.py $(BENCH)

crash-everywhere: tested ## kill a task at every step of 23 jobs; options: CRASHES='--seed 7'
	@$(BIN)/python -m tests.crash_everywhere --processes $(WORKERS) $(CRASHES)

clean: ## remove the environment, caches and generated files
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	rm -rf site dist website/.cache
	rm -f demo.html demo.flinktrace
	find . -name __pycache__ -type d -not -path './*/node_modules/*' -prune -exec rm -rf {} +

# --- environments: one .venv, filled as far as a target needs -----------------------------------------

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
	@$(PIP) install -e '.[notebook,spark,sql,avro,kafka,connect,lakes,site,dev]'
	@touch $@ $(VENV)/.site $(VENV)/.notebook $(VENV)/.simulator

$(VENV)/.release: pyproject.toml | $(BIN)/python
	@$(PIP) install -e '.[release]'
	@touch $@ $(VENV)/.simulator

$(VENV)/.site: pyproject.toml | $(BIN)/python
	@echo "installing what builds the site"
	@$(PIP) install -e '.[notebook,site]'
	@touch $@ $(VENV)/.notebook $(VENV)/.simulator

# no extra of pyproject.toml, since the environment of conda has all extras, and macOS has no atheris
$(VENV)/.fuzz: | $(VENV)/.dev
	@$(PIP) install atheris==3.0.0
	@touch $@

$(VENV)/.mutants: pyproject.toml | $(VENV)/.dev
	@echo "installing what plants faults"
	@$(PIP) install -e '.[mutants]'
	@touch $@
