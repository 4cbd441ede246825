# The one door. `make play` and `make test` do all their set-up themselves.

UV ?= $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
RUN = $(UV) run --no-sync

.PHONY: play test test-all check format bench bench-server picture protocol setup clean

play: setup
	@$(RUN) pioche

test: check
	$(RUN) pytest -n 2

test-all: check
	$(RUN) pytest -n 2 -m "long or not long"

check: setup
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) mypy
	$(RUN) lint-imports

format: setup
	$(RUN) ruff format .
	$(RUN) ruff check --fix .

bench: setup
	$(RUN) python tests/bench/engine.py
	$(RUN) python tests/bench/bots.py

bench-server: setup
	$(RUN) python tests/bench/server/run.py

picture: setup
	$(RUN) python docs/images/terminal.py

# What docs/protocol.md and the web app know of the wire, from the server's structs.
protocol: setup
	$(RUN) python -m pioche.server.protocol

# The package is installed built, not editable: what is tested is what users get.
setup: $(UV)
	@$(UV) sync --locked --no-editable --quiet

.uv/bin/uv:
	python3 -m venv .uv && .uv/bin/pip install --quiet uv \
	|| python3 -m pip install --quiet --target .uv --upgrade uv

clean:
	rm -rf .uv .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist
