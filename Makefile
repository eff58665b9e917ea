# Two commands do everything on a fresh machine: `make run` and `make test`.
# Both make .venv first, with uv where it is present, else with venv and pip. The lock is complete, hence --no-deps: pip would
# otherwise want a hash for "gql[requests]" beside the one for gql.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: help run test check slow format lock clean dev docs accuracy soak
help: ## this list
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

$(STAMP): requirements.lock pyproject.toml
	@echo "Making the environment in $(VENV) (once; a minute or two) ..."
	@$(PYTHON) -c 'import sys; sys.exit(0 if (3, 11) <= sys.version_info[:2] <= (3, 13) else "Python 3.11, 3.12 or 3.13 is needed; name one with: make PYTHON=python3.12 ...")'
	@if command -v uv >/dev/null 2>&1; then \
	  uv venv --quiet --allow-existing --python "$(PYTHON)" $(VENV) && \
	  uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock && \
	  uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e . ; \
	else \
	  $(PYTHON) -m venv $(VENV) && \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock && \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . ; \
	fi
	@touch $(STAMP)

run: $(STAMP) ## the main job on the bundled captures; no network needed
	@$(BIN)/fab-pipeline run

test: $(STAMP) ## the test suite without the slow tests
	@echo "Running the tests (slow ones are left to 'make slow') ..."
	@$(BIN)/python -m pytest -n auto -m "not slow"

slow: $(STAMP) ## the slow tests: Dagster daemon, browser, PostgreSQL, kill -9
	@echo "Running the slow tests ..."
	@$(BIN)/python -m pytest -m slow

soak: $(STAMP) ## the whole of the long trials, an hour or two; figures go to docs/reliability.md (ONLY=kills for one of them)
	@$(BIN)/python -m fab_pipeline_tests.trials.soak $(if $(ONLY),--only $(ONLY))

check: $(STAMP) ## format, lint, types, rooms, generated docs
	@$(BIN)/ruff format --check . && $(BIN)/ruff check .
	@$(BIN)/basedpyright
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/fab-pipeline docs --check

format: $(STAMP) ## format and fix what can be fixed
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

dev: $(STAMP) ## the Dagster UI with daemon, on http://127.0.0.1:3000
	@$(BIN)/fab-pipeline dev

docs: $(STAMP) ## write the generated documentation
	@$(BIN)/fab-pipeline docs

lock: ## compile requirements.lock anew (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --extra dev --extra postgres pyproject.toml -o requirements.lock

clean: ## remove everything made at run time, keep captures that were collected
	rm -rf data/tables data/releases data/latest data/latest.json .pytest_cache .ruff_cache

accuracy: $(STAMP) ## precision and recall on the labelled cases beside the repository, our own pages, and folders of labelled PAGES
	@$(BIN)/python -m fab_pipeline_tests.accuracy $(PAGES)
