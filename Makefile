# The one door. `make play` and `make test` do all their set-up themselves.

UV ?= $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
RUN = $(UV) run --no-sync

.PHONY: play test test-all check format bench bench-server bench-web picture screenshots protocol \
  setup browser clean

play: setup
	@$(RUN) pioche

test: check browser
	$(RUN) pytest -n 2

test-all: check browser
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

# How soon the page can be used, and how smoothly cards travel.
bench-web: setup browser
	$(RUN) python tests/bench/web.py

# Every page and state, as pictures: build/screenshots/index.html
screenshots: setup browser
	$(RUN) python tests/browser/screenshots.py

picture: setup
	$(RUN) python docs/images/terminal.py

# What docs/protocol.md and the web app know of the wire, from the server's structs.
protocol: setup
	$(RUN) python -m pioche.server.protocol

# The package is installed built, not editable: what is tested is what users get.
setup: $(UV)
	@$(UV) sync --locked --no-editable --quiet

# The browser of the tests. Where it can't be had they are skipped, unless this is a CI run.
browser:
	@sh tests/browser/install.sh || test -z "$$CI"

.uv/bin/uv:
	python3 -m venv .uv && .uv/bin/pip install --quiet uv \
	|| python3 -m pip install --quiet --target .uv --upgrade uv

clean:
	rm -rf .uv .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist
