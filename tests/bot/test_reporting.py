"""Reports: kept with what it takes to look into them; any moment of a game as a case that plays."""

from __future__ import annotations

import dataclasses
import gzip
import json
from itertools import groupby
from pathlib import Path

import pytest
from desk import ANNA, BORIS, Desk

from bot.game.master import reports
from rules.cases import edits
from rules.cases.run import run_text
from rules.cases.write import case_text
from rules.model.refusals import Refused
from rules.play.game import Game, load_entry

FOLDER = Path(__file__).parents[1] / "data" / "saves"
# Of each game the newest save: what an older one has done, today's rules may do otherwise.
SAVES = list({path.name.split(".")[0]: path for path in sorted(FOLDER.glob("*.json.gz"))}.values())
ATTACK = (
    "done",
    "buy 1 infantry",
    "buy 1 armor",
    "undo",
    "done",
    "move 3 infantry: Karelia S.S.R. > Ukraine S.S.R.",
    "done",
)


async def test_a_report_has_a_number_and_what_happened(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    await desk.ok(*ATTACK)
    row = await desk.row()
    first = await reports.report(desk.store, row, BORIS, "that was no attack", row.revision)
    second = await reports.report(desk.store, row, ANNA, "nor that", 2)
    assert second > first
    kept = (await desk.store.reports(row.id))[1]
    assert (kept.id, kept.user_id, kept.revision) == (first, BORIS, row.revision)
    assert kept.data["orders"][-1] == f"{row.revision} USSR: done" and kept.data["rules_version"] == row.rules_version


async def test_a_disputed_moment_plays_as_a_case(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    await desk.ok(*ATTACK)
    await desk.ok("fight Ukraine S.S.R.")
    row = await desk.row()
    for number in (3, row.revision):
        (result,) = run_text(await reports.case_of(desk.store, row, number), "report")
        assert result.ok, result.why
    dice = [die for line in (await desk.store.entries(row.id))[-1].dice for die in line["dice"]]
    assert f"dice = {dice}" in await reports.case_of(desk.store, row, row.revision)


async def test_a_case_has_the_edits_of_its_turn(desk: Desk) -> None:
    """Those that were taken back are not in it."""
    await desk.begin()
    await desk.ok("done")
    for what in (
        edits.set_money("USSR", 60),
        edits.add_units("USSR", "2 fighter, 1 transport (cargo: 1 infantry)", "Karelia S.S.R."),
        edits.set_owner("Turkey", "Germany"),
    ):
        await desk.master.edit(ANNA, desk.game_id, desk.fresh(), what, "a gift")
    await desk.master.undo_edit(ANNA, desk.game_id, desk.fresh(), "too much")
    await desk.ok("buy 2 bomber", "done")
    row = await desk.row()
    text = await reports.case_of(desk.store, row, row.revision)
    (result,) = run_text(text, "report")
    assert result.ok, result.why
    assert 'edit = "USSR has 60 IPC"' in text and "USSR gets 2 fighters" in text and "Turkey goes" not in text


async def test_a_case_begins_behind_the_bid(desk: Desk) -> None:
    await desk.begin(board="global1940", options={"bid": "Allies 7"})
    while (await desk.state()).pending:
        await desk.ok("pass")
    await desk.ok("buy 3 infantry")
    row = await desk.row()
    (result,) = run_text(await reports.case_of(desk.store, row, row.revision), "report")
    assert result.ok, result.why


@pytest.mark.parametrize(
    "text",
    [
        "Germany gets 2 fighters, 1 naval base in Western Germany",
        "Germany loses 1 fighter in Western Germany",
        "Germany gets 1 naval base in Germany",
        "Sweden goes to Germany",
        "Sweden goes to nobody",
        "UK Pacific has 3 IPC",
        "air base in Western Germany has 2 damage",
        "Germany's battleship in SZ 113 has 1 damage",
    ],
)
def test_what_an_edit_says_can_be_read_back(text: str) -> None:
    game = Game.new("global1940")
    _, said, _ = edits.carry_out(game, edits.read(text), "a test")
    assert said == text
    with pytest.raises(Refused, match="could not read"):
        edits.read(text.replace(" ", "-"))


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.name.split(".")[0])
def test_turns_of_random_games_come_out_the_same(path: Path) -> None:
    data = json.loads(gzip.decompress(path.read_bytes()))
    log = [load_entry(entry) for entry in data["log"]]
    game = Game.load(data["head"], data["start"], log[:1])
    for number, (_, group) in enumerate(groupby(log[1:], key=lambda entry: (entry.turn.round, entry.turn.power))):
        start, entries = Game(game.table, game.state.copy()), []
        for entry in group:
            # Whoever's turn it is may go on to another battle while one waits for an answer.
            by = entry.turn.power if entry.text.startswith("fight") else game.to_act
            entries.append(dataclasses.replace(entry, by=by))
            game.replay(entry)
        if number % 3 == 0:
            (result,) = run_text(case_text(start, game, entries, "X-1", "a turn"), "x")
            assert result.ok, result.why
