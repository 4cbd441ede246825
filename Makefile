# The one door. `make play` and `make test` do all their set-up themselves.

UV ?= $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
RUN = $(UV) run --no-sync

# Python keeps what it has compiled, whatever the shell says: tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-all test-rl test-python dist check format bench bench-rl bench-server attack bench-web picture \
  screenshots \
  protocol views tensors new-game setup browser clean

play:
	@python3 tools/setup.py $(UV) play
	@$(RUN) pioche

# More processes than most machines for tests have processors: many tests wait, for browsers,
# databases and clocks. A process that has nothing left to do takes over what others have not begun.
PYTEST = $(RUN) pytest -n 3 --dist worksteal

# `make test K=expression` runs only the tests that match, as pytest's -k does.
test: check browser
	$(PYTEST) $(if $(K),-k "$(K)")

test-all: check browser
	$(PYTEST) -m "long or not long" $(if $(K),-k "$(K)")

# The environments and all they rest on, training too. PyTorch comes by pip rather than uv, as
# that takes a build for processors only where the machine has one.
test-rl: setup
	python3 -m pip --python .venv/bin/python install --quiet torch==2.13.0
	$(PYTEST) tests/rl tests/conformance/test_tensors.py -m "long or not long"

# Engine, tables and server, built and tested on every Python from 3.11 to 3.14 that is here.
# `make test-python PYTHON="3.12 3.13"` names some.
test-python: setup
	@python3 tools/test_pythons.py $(UV) $(PYTHON)

check: setup
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) mypy
	$(RUN) env PYTHONPATH=src lint-imports

format: setup
	$(RUN) ruff format .
	$(RUN) ruff check --fix .

bench: setup
	$(RUN) python tests/bench/engine.py
	$(RUN) python tests/bench/bots.py

# How fast the environments are. What they are compared with has an environment of its own.
bench-rl: setup
	@UV_PROJECT_ENVIRONMENT=.venv-bench $(UV) sync --locked --no-editable --quiet \
	  --no-default-groups --group bench-rl --extra rl --extra openspiel
	@UV_PROJECT_ENVIRONMENT=.venv-bench $(RUN) python tests/bench/rl.py

bench-server: setup
	$(RUN) python tests/bench/server/run.py

# How one hostile client is felt by others: four people play beside each kind of flood.
attack: setup
	$(RUN) python tests/bench/server/attack.py

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
	$(RUN) python -m tools.protocol

# What docs/formats.md and the web app know of views and events, from the games' schemas.
views: setup
	$(RUN) python -m tools.views

# A folder with a tiny game, to be made into a new one: make new-game NAME="Night Train"
new-game: setup
	@$(RUN) python -m tools.new_game "$(NAME)" $(if $(PREFIX),--prefix "$(PREFIX)")

# What docs/tensors.md knows of observations, from the games' fields.
tensors: setup
	$(RUN) python -m tools.tensors

# What people install, into dist/: the sources with the built page, and a wheel for this machine
# that is built from them. Then both are installed and tried where there is no Node.js.
dist: setup
	@rm -rf dist
	PIOCHE_COMPILE=1 PIOCHE_PAGE=1 $(UV) build --quiet
	PIOCHE_DIST=dist $(RUN) pytest -m long tests/packaging/test_release.py
	@ls -l dist

# The package is installed built, not editable: what is tested is what users get.
setup:
	@python3 tools/setup.py $(UV) develop

# The browser of the tests. Where it can't be had they are skipped, unless this is a CI run.
browser:
	@sh tests/browser/install.sh || test -z "$$CI"

clean:
	rm -rf .uv .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist
