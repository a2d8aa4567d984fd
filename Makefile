# One command for each thing that people do here; each does its own set-up. See .ci/setup.
.DEFAULT_GOAL := help
.PHONY: help run test test-all test-core complaints check types types-3.13 contracts size pictures lock words

BIN := .venv/bin
# Two cores here, four on a Raspberry Pi; more workers than that cost more to start than they save.
WORKERS ?= auto --maxprocesses=4
# Logs are written to the disk play by play: the tests' are kept in memory, where it has 2 GB for them.
IN_MEMORY := $(shell df -k --output=avail /dev/shm 2>/dev/null | awk '$$1 + 0 > 2000000 { print "TMPDIR=/dev/shm" }')
# The tests of a file share what they draw and record: one worker runs them all.
PYTEST := $(IN_MEMORY) $(BIN)/pytest -n $(WORKERS) --dist loadfile
SLOW :=
TYPES := types
# From rules to scenes: what a change of a game touches.
CORE := $(addprefix tests/,rules storage session reading showing) $(wildcard tests/test_*.py)
PACKAGES := companion vision devices ui calibration
# Tests start hundreds of programs; without kept bytecode each of them compiles all modules anew.
unexport PYTHONDONTWRITEBYTECODE
FR := companion/locale/fr/LC_MESSAGES/companion

help: ## this list
	@grep -E '^[a-z%-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z%-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

# Ctrl-C ends the demonstration as it should, with 130: no error for make to report.
run: ## play the demonstration
	@.ci/setup run
	@trap : INT; $(BIN)/companion demo || { code=$$?; [ $$code -eq 130 ] || exit $$code; }

test: check ## check everything: format, lint, types, imports, tests

test-all: SLOW := -m ""
test-all: TYPES := types types-3.13
test-all: check ## the same, with the slow tests, and types for two Pythons

test-core: ## the core's tests alone: no hall, no screen, no camera, no other process, 30 seconds
	@.ci/setup check
	$(PYTEST) -m "not (ui or drawn or process or many or slow)" $(CORE)

complaints: ## the complaints of neighbours' users, each as a test
	@.ci/setup check
	$(PYTEST) -m "" tests/complaints

check:
	@.ci/setup check
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	@$(MAKE) --no-print-directory --jobs=2 --output-sync $(TYPES) contracts
	$(PYTEST) $(SLOW)

types:
	$(BIN)/mypy

types-3.13:
	$(BIN)/mypy --python-version 3.13

contracts:
	$(BIN)/lint-imports

size: ## count the product's lines of code by room (SINCE=COMMIT: compare)
	@.ci/setup check
	@$(BIN)/python -m tests.bench size $(if $(SINCE),--since $(SINCE))

bench-%: ## measure or drill a subject (ARGS="…"); without a subject: see `python -m tests.bench --help`
	@.ci/setup check
	@$(BIN)/python -m tests.bench $* $(ARGS)

pictures: ## draw the README's pictures anew
	@.ci/setup run
	@$(BIN)/python docs/pictures/draw.py

lock: ## write .locks anew from pyproject.toml (UPGRADE=1: newest versions)
	@.ci/lock

# English is the language of the code and needs no catalogue. A sentence that changed keeps its old translation,
# marked fuzzy, for a person to look at; the tests refuse it until then. No dates and no line numbers are written,
# so that the same sentences make the same files.
words: ## collect the sentences for translation, compile the catalogues
	@.ci/setup check
	@pot=$$(mktemp) && trap 'rm -f "$$pot"' EXIT && \
	$(BIN)/pybabel -q extract --mapping-file=pyproject.toml --no-default-keywords -k _ -k N_ -k Text:1 -k illegal:2 --add-location=file --sort-by-file \
		--width=110 --project=companion --version="" --copyright-holder=companion --output="$$pot" $(PACKAGES) && \
	$(BIN)/pybabel -q update --domain=companion --locale=fr --input-file="$$pot" --output-file=$(FR).po \
		--init-missing --ignore-obsolete --ignore-pot-creation-date --width=110
	@.ci/setup check
