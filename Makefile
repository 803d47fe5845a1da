# Everything a newcomer needs: `make play` and `make test` do their own set-up.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.ready
PLAYABLE := $(VENV)/.playable
# One more than processors: tests that drive other processes mostly wait for them.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD = 1
# Each process of a test run would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test lint bench soak months mutants pages rule pictures league league-review release clean setup browser

setup: $(STAMP)

$(STAMP): pyproject.toml requirements.lock
	@echo "Setting up, once: an environment of its own in $(VENV) ..."
	$(PYTHON) -m venv $(VENV)
	@echo "Installing the packages of requirements.lock (a minute where they come quickly) ..."
	$(PY) -m pip install --progress-bar off --disable-pip-version-check -r requirements.lock | grep --line-buffered "^Collecting" || true
	@$(PY) -c "import discord, aiohttp, sqlalchemy, pytest" || { echo "The packages could not be installed; the lines above say why."; exit 1; }
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $(PLAYABLE) $(STAMP)

# What the bot needs, and nothing for tests: so the first game waits for less.
$(PLAYABLE): deploy/bot.lock
	@$(PYTHON) tools/first_start.py
	@touch $(PLAYABLE)

play: $(PLAYABLE)
	@echo "Starting Adjutant; it prints an address to open in a browser ..."
	@$(PY) -m bot

# What FAST=1 leaves out, a fifth of the tests and most of the time: other processes, the browser, PostgreSQL, whole maps, games,
# battles and texts at random, files and tables of thousands of rows, databases moved and brought up, computers' whole turns and
# games, tournaments, sending that fails; and other files whose tests take more than 80 ms of the processor each.
SLOW := analysis/test_adjudication.py analysis/test_course.py bot/store/test_store_backup.py bot/store/test_store_copy.py \
  bot/store/test_store_crash.py bot/store/test_store_database.py bot/store/test_store_dump.py \
  bot/store/test_store_migrations.py bot/store/test_store_share.py bot/store/test_store_tournaments.py \
  bot/test_analyses.py bot/test_answered.py bot/test_apart.py bot/test_archive.py bot/test_challenges.py \
  bot/test_coming_back.py bot/test_computers.py bot/test_deploy.py bot/test_edits.py bot/test_endings.py \
  bot/test_fewer_presses.py bot/test_format_clocks.py bot/test_going_back.py bot/test_growth.py bot/test_health.py \
  bot/test_learning.py bot/test_logs.py bot/test_long_games.py bot/test_looking.py bot/test_moderator.py \
  bot/test_months.py bot/test_odds_desk.py bot/test_off_the_loop.py bot/test_postgres_play.py bot/test_races.py \
  bot/test_reporting.py bot/test_results.py bot/test_rounds_of_computers.py bot/test_saves.py bot/test_seasons.py \
  bot/test_sender* bot/test_servers.py bot/test_shares.py bot/test_taking_over.py bot/test_tickets.py \
  bot/test_timekeeper.py bot/test_torn.py bot/test_tournament* bot/test_transfer.py bot/test_vacations.py \
  bot/test_waits.py composed e2e league/test_league_season.py local_discord/test_command_line.py \
  local_discord/test_deferred.py local_discord/test_page.py local_discord/test_round_trips.py \
  render/test_battle_card.py render/test_charts.py render/test_film.py render/test_map_* render/test_story.py \
  rules/test_case_words.py rules/test_deck_losses.py rules/test_hostile_texts.py rules/test_houses.py \
  rules/test_lookup_examples.py rules/test_odds.py rules/test_odds_ashore.py rules/test_odds_cases.py \
  rules/test_odds_engine.py rules/test_odds_exact.py rules/test_odds_random.py rules/test_odds_rerolls.py \
  rules/test_offers.py rules/test_order_words.py rules/test_program_threads.py rules/test_questions.py \
  rules/test_rule_check.py rules/test_russian_winter.py rules/test_shared_names.py rules/test_siege_guns.py \
  rules/test_soak* rules/test_start_position.py seats/test_computers_openings.py seats/test_planner.py \
  seats/test_plans.py seats/test_player.py seats/test_roster.py seats/test_sanity.py \
  triplea/test_triplea_round_trips.py triplea/test_triplea_saves.py triplea/test_triplea_summary.py

test: setup  ## all tests; FAST=1: for work in between, a minute of two processors
ifdef FAST
	$(PY) -m pytest -n $$(getconf _NPROCESSORS_ONLN) --dist worksteal -k "not postgresql" \
	  $(foreach path,$(SLOW),--ignore-glob='tests/$(path)')
else
	$(PY) -m pytest -n $(WORKERS) --dist worksteal
endif

lint: setup
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports

bench: setup
	$(PY) -m tests.benchmarks

soak: setup
	$(PY) -m tests.soak

months: setup  ## two people, one visit a day each, through the local channel: how often a turn waits (docs/players.md)
	$(PY) -m tests.e2e.two_people

mutants: setup  ## small faults in a room of rules/ (ROOM=house), to see which nobody notices (tests/mutation/README.md)
	test -d .mutation || nice -n 15 $(PY) -m tests.mutation --record
	nice -n 15 $(PY) -m tests.mutation $(ROOM)

release: setup  ## the wheel, tried in an environment of its own, with its bill of materials and licences, in dist/
	$(PY) -m tools.release

league: setup
	$(PY) -m seats league

league-review: setup  ## what a strong player would count in whole games of the computers
	$(PY) -m seats review

rule: setup  ## one house rule (ID=hr.war-bonds): its cases, code, words and some random games; what is still missing
	@$(PY) -m tests.rule $(ID)

pages: setup  ## the pages, and parts of pages, that are written by programs
	$(PY) -m rules library --rulings > docs/rulings.md
	$(PY) -m tests.counts
	$(PY) -m tests.hooks_page

pictures: pages  ## every picture in docs/, and those pages
	$(PY) -m render.examples docs/pictures
	$(PY) -m render.map.examples docs/pictures
	$(PY) -m render.icons docs/icons.png

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache build *.egg-info
