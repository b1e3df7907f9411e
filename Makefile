# `make play` and `make test` are all you need; `make help` lists the rest.

PORT ?= 8000
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
BUILD_READY := $(VENV)/.build-ready
TEST_READY := $(VENV)/.test-ready
LOCKS_READY := $(VENV)/.locks-ready
NODE_READY := node_modules/.ready
BROWSER_READY := $(VENV)/browser-path
ENGINES_TRIED := $(VENV)/.engines-tried
EARS_READY := $(VENV)/.ears-ready
HOMES_READY := $(VENV)/.homes-ready
PO_FILES := $(wildcard static/locale/*/LC_MESSAGES/*.po)
CATALOGUES := $(VENV)/.catalogues-ready
NODE_WANTED := $(shell sed -n 's/.*"node": ">=\([0-9]*\)".*/\1/p' package.json)
TESTS ?= tests
# CI answers for a commit: each run of one tries the same. Others search on, by chance.
SEARCH := $(if $(CI),--hypothesis-profile=repeatable)
# What a release tries of the file to carry that it was handed.
PLAY_FILE := tests/e2e/test_file.py::test_a_match_against_a_computer_is_played_and_kept

# Compiled once for all of the processes that a run starts, whatever the surroundings say.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test ci lint vendored unit e2e ear homes again in-browsers js site file smoke try dry-run reproducible wheel pictures bench lab soak \
  upgrade coverage catalogues format locks clean

help: ## list what there is
	@grep -E '^[a-z0-9-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(BUILD_READY) $(NODE_READY) ## serve the game from the working tree (PORT=8000)
	@$(RUN) -m tools.serve --port $(PORT) --open

test: BUT := and not ci
test: ci ## every check, and the tests of what befalls many; ten minutes on two cores (asks before it installs Debian's browsers, YES=1 says yes)

ci: ## every check and every test, as CI runs them; twenty minutes
	@$(MAKE) --no-print-directory $(BROWSER_READY) $(ENGINES_TRIED)
	@$(MAKE) --no-print-directory --jobs=4 lint js site
	@$(MAKE) --no-print-directory unit BUT="$(BUT)"
	@$(if $(BUT),,$(MAKE) --no-print-directory lab dry-run)
	@$(MAKE) --no-print-directory in-browsers BUT="$(BUT)"

lint: $(TEST_READY) vendored ## style and types, of Python, JavaScript and style sheets
	@$(RUN) -m ruff check --quiet .
	@$(RUN) -m ruff format --check --quiet . || { echo "format it with: make format"; exit 1; }
	@$(RUN) -m mypy --no-error-summary
	@node_modules/.bin/tsc -p tools/jsconfig.json
	@node_modules/.bin/biome check --error-on-warnings --log-level=error || { echo "format it with: make format"; exit 1; }

js: $(TEST_READY) vendored ## the JavaScript tests
	@node --test --test-timeout=300000 --test-reporter=dot tests/js/*.test.js

vendored: $(BUILD_READY) $(NODE_READY) ## have the source be a page that any web server plays
	@$(RUN) -m tools.vendor

unit: $(TEST_READY) $(NODE_READY) $(CATALOGUES) ## the tests that need no browser
	@$(RUN) -m pytest -q $(SEARCH) -n 2 --dist worksteal -m "not e2e and not soak and not ear $(BUT)" --ignore tests/e2e --ignore tests/ear $(TESTS)

e2e: site ## the tests in real browsers
	@$(MAKE) --no-print-directory in-browsers

ear: $(EARS_READY) site ## hear the page by the screen reader Orca, in two browsers, as a release is (asks before it installs Debian's packages, YES=1 says yes; WRITE=1 writes docs/heard/)
	@$(if $(WRITE),SPIELTISCH_HEARD=docs/heard) $(RUN) -m pytest -q -rsfE -m ear $(patsubst tests,tests/ear,$(TESTS))

homes: $(HOMES_READY) site ## play live between two homes behind routers, with a real relay and a TURN server, as root, on Linux (asks before it installs Debian's packages, YES=1 says yes)
	@SPIELTISCH_TEST_SITE=_site $(RUN) -m pytest -q -rsfE -m soak $(patsubst tests,tests/e2e/test_homes.py,$(TESTS))

again: $(TEST_READY) $(NODE_READY) $(BROWSER_READY) ## run what failed last once more, and keep a trace of it (SPIELTISCH_FAILURES=folder)
	@SPIELTISCH_TEST_SITE=_site SPIELTISCH_TRACES=1 $(RUN) -m pytest -q -rfE --last-failed --last-failed-no-failures none -m "not soak and not ear" tests

# On the site that was built last.
in-browsers: $(TEST_READY) $(NODE_READY) $(BROWSER_READY) $(ENGINES_TRIED)
	@SPIELTISCH_TEST_SITE=_site $(RUN) -m pytest -q $(SEARCH) -rsfE -n 3 --dist loadfile --no-loadscope-reorder -m "e2e and not soak $(BUT)" $(patsubst tests,tests/e2e,$(TESTS))

# Building the site writes static/vendor/, too. Written before, it does not change while lint reads it.
site: vendored ## build _site/, ready for any static host (ADDRESS=https://... for previews of links; KILL=1 ends service workers; KEEP=https://... keeps what is published there, MAY_BE_FIRST=1 if anything is; LIVE=live.json names a relay)
	@$(RUN) -m tools.site $(if $(ADDRESS),--address $(ADDRESS)) $(if $(KILL),--kill) $(if $(LIVE),--live $(LIVE)) $(if $(KEEP),--keep $(KEEP)) $(if $(MAY_BE_FIRST),--may-be-first)

file: site ## build the site, and dist/spieltisch.html: all of the game in one file, to be carried (ADDRESS=https://... for the links that it sends)
	@$(RUN) -m tools.carry $(if $(ADDRESS),--address $(ADDRESS))

smoke: site ## build the site and play a move of each game on it
	@$(MAKE) --no-print-directory try

try: $(TEST_READY) $(NODE_READY) $(BROWSER_READY) ## play a move of each game on the site that is there, as a release does with what it was handed
	@SPIELTISCH_TEST_SITE=_site $(RUN) -m pytest -q -m e2e tests/e2e/test_smoke.py $(if $(SPIELTISCH_TEST_FILE),$(PLAY_FILE))

wheel: $(BUILD_READY) ## build the package, and play with it in a fresh environment (ADDRESS=https://... SOURCE=https://... to be told in it)
	@$(RUN) -m tools.wheel $(if $(ADDRESS),--address $(ADDRESS)) $(if $(SOURCE),--source $(SOURCE))

dry-run: $(BUILD_READY) ## go through all steps of a release that need no network, with the site that was built last
	@$(RUN) -m tools.release --dry-run

reproducible: $(BUILD_READY) $(NODE_READY) ## build the site twice in other surroundings: is it the same to the byte? (NODE=path of another one)
	@$(RUN) -m tools.reproducible $(if $(ADDRESS),--address $(ADDRESS)) $(if $(NODE),--node $(NODE))

pictures: $(TEST_READY) $(BROWSER_READY) site ## draw the icons, the picture of shared links and those of the README anew
	@PYTHONPATH=py $(RUN) -m tools.pictures
	@PYTHONPATH=py $(RUN) -m tools.screenshots

bench: $(TEST_READY) $(NODE_READY) $(BROWSER_READY) ## measure the start and a click, as ratios, and write it into docs/figures.md (PART=boot for one part, ENGINE=firefox; PART=turns SITES="a b")
	@PYTHONPATH=py $(RUN) -m tools.bench $(PART) $(if $(ENGINE),--engine $(ENGINE)) $(if $(SITES),--sites $(SITES))

lab: ## types and tests of the laboratory (what else it does: make -f lab/Makefile)
	@$(MAKE) --no-print-directory -f lab/Makefile check

soak: $(TEST_READY) $(NODE_READY) $(CATALOGUES) $(BROWSER_READY) $(ENGINES_TRIED) site ## the long-running tests, and the cases that make test leaves out (PART=1/4 for a quarter of them)
	@SPIELTISCH_TEST_SITE=_site $(RUN) -m pytest -q -rsfE -n 2 --dist loadfile -m soak $(if $(PART),--part $(PART)) $(if $(filter tests,$(TESTS)),tests lab/tests,$(TESTS))

coverage: $(TEST_READY) $(NODE_READY) $(CATALOGUES) ## which branches of py/spieltisch the unit tests take; takes a quarter of an hour
	@$(RUN) -m coverage run -m pytest -q -m "not e2e and not soak and not ear" $(TESTS)
	@$(RUN) -m coverage report --skip-covered

catalogues: $(BUILD_READY) ## bring the translations up to date with the code
	@$(RUN) -m tools.catalogues update

format: $(TEST_READY) $(NODE_READY) ## format Python, JavaScript and style sheets
	@$(RUN) -m ruff check --fix-only --quiet .
	@$(RUN) -m ruff format --quiet .
	@node_modules/.bin/biome check --write --log-level=error

upgrade: $(TEST_READY) $(NODE_READY) $(BROWSER_READY) ## bring another Pyodide, and try whether it plays (PYODIDE=version)
	@$(RUN) -m tools.upgrade $(or $(PYODIDE),$(error say which: make upgrade PYODIDE=version))

# In this order: each of the later ones agrees with those before it.
locks: $(LOCKS_READY) ## after a version in requirements/*.in of tools/ or lab/ changed: find what it brings, and the digests (UPGRADE=1: newest of what they bring)
	@for name in $(patsubst %,tools/requirements/%,build test locks) $(patsubst %,lab/requirements/%,bench ladder); do \
	  $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	    --custom-compile-command "make locks" $(if $(UPGRADE),--upgrade) \
	    $$name.in -o $$name.txt || exit 1; done

clean: ## remove everything that was made
	rm -rf _site dist .mutants .failures .coverage $(VENV) node_modules static/vendor static/made py/spieltisch/locale

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed, $(PYTHON) is $$($(PYTHON) --version 2>&1);" \
	    "name another: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) has no venv or no ensurepip: install them" \
	    "(Debian, Ubuntu: apt-get install python3-venv), then run make again."; exit 1; }
	@echo "making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

# Each lock names every file by its digest, so nothing else is ever installed.
define install
@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r $< 2>$(VENV)/pip.log \
  || { cat $(VENV)/pip.log; exit 1; }
@touch $@
endef

$(BUILD_READY): tools/requirements/build.txt | $(VENV)/bin/python
	$(install)

$(TEST_READY): tools/requirements/test.txt $(BUILD_READY)
	@echo "installing what the tests need ..."
	$(install)

$(LOCKS_READY): tools/requirements/locks.txt | $(VENV)/bin/python
	$(install)

$(NODE_READY): package.json package-lock.json
	@command -v node >/dev/null && command -v npm >/dev/null || { \
	  echo "Node $(NODE_WANTED) or newer with npm is needed: it brings Pyodide and PyScript."; exit 1; }
	@node -e 'process.exit(parseInt(process.versions.node) < $(NODE_WANTED) ? 1 : 0)' || { \
	  echo "Node $(NODE_WANTED) or newer is needed, this is $$(node --version)."; exit 1; }
	@echo "installing Pyodide and PyScript ..."
	@log=$$(npm ci 2>&1) || { echo "$$log"; exit 1; }
	@touch $@

$(BROWSER_READY): $(TEST_READY) tools/browser.py
	@$(RUN) -m tools.browser
	@touch $@

# One after the other: both may install packages.
$(ENGINES_TRIED): $(TEST_READY) | $(BROWSER_READY)
	@$(RUN) -m tools.engines
	@touch $@

$(EARS_READY): $(TEST_READY) tools/ears.py | $(BROWSER_READY)
	@$(RUN) -m tools.ears
	@touch $@

$(HOMES_READY): $(TEST_READY) tools/homes.py | $(BROWSER_READY)
	@$(RUN) -m tools.homes
	@touch $@

$(CATALOGUES): $(BUILD_READY) $(PO_FILES)
	@$(RUN) -m tools.catalogues compile
	@touch $@
