"""Edits: warned where no play leads, facilities too, taken back as long as nothing was ordered on them."""

from __future__ import annotations

import pytest
from desk import ANNA, Desk

from bot.discord.features.master.audit import act_line
from bot.game import PlayError
from bot.game.record.narration import titled
from rules.cases import edits
from rules.legal.consistency import oddities
from rules.model.refusals import Refused


async def edit(desk: Desk, what: edits.Change) -> str:
    """An edit; what is said of it."""
    return "\n".join(map(str, (await desk.master.edit(ANNA, desk.game_id, desk.fresh(), what, "a reason")).lines))


@pytest.mark.parametrize(
    ("units", "place", "odd"),
    [
        ("2 infantry", "Baltic Sea Zone", "infantry in Baltic Sea Zone stands in the sea"),
        ("1 fighter", "Baltic Sea Zone", "hang over Baltic Sea Zone without decks"),
        ("1 infantry", "Germany", "stand in Germany, held by Germany"),
        ("1 battleship", "Russia", "lies on land"),
        ("1 infantry", "Russia", ""),
    ],
)
async def test_what_no_play_leads_to_is_said(desk: Desk, units: str, place: str, odd: str) -> None:
    await desk.begin()
    assert oddities((await desk.moderator.table(desk.game_id)).game.view) == []
    said = await edit(desk, edits.add_units("USSR", units, place))
    assert (odd in said and "Warning" in said) if odd else "Warning" not in said


async def test_an_edit_is_told_in_its_masters_words(desk: Desk) -> None:
    """And not as events; so is its end, in the log and on the record."""
    await desk.begin()
    added = edits.add_units("USSR", "2 fighter, 1 transport (cargo: 1 infantry)", "Baltic Sea Zone")
    said = "USSR gets 2 fighters, 1 transport (cargo: 1 infantry) in Baltic Sea Zone"
    told = (await edit(desk, added)).split("\n")
    assert told[0] == f"Edit by the game master: {said}. Reason: a reason" and len(told) == len(set(told))
    table = await desk.moderator.table(desk.game_id)
    assert titled(table.game.log[-1]) == f"Game master: {said}"
    done = await desk.master.undo_edit(ANNA, desk.game_id, desk.fresh(), "a slip")
    assert [line.text for line in done.lines] == [f"Taken back: “{said}”."]
    assert act_line((await desk.store.audit(desk.game_id))[0]) == f"<@{ANNA}> took an edit back: {said} (a slip)"


async def test_what_is_said_of_a_unit_must_mean_something(desk: Desk) -> None:
    await desk.begin()
    for units in ("1 armor (elite)", "1 armor (damagd)", "1 transport (cargo: 1 infantry (elite))"):
        with pytest.raises(Refused, match="is nothing that is said of"):
            await edit(desk, edits.add_units("USSR", units, "Russia"))


async def test_facilities(desk: Desk) -> None:
    await desk.begin(board="global1940")
    await edit(desk, edits.set_damage("Germany", "air base", "Western Germany", 4))
    await edit(desk, edits.add_units("Germany", "1 infantry, 1 naval base", "Germany"))
    await edit(desk, edits.remove_units("Germany", "1 naval base", "Western Germany"))
    game = (await desk.moderator.table(desk.game_id)).game
    west = {f.type: f.damage for f in game.state.facilities["Western Germany"]}
    assert west["air base"] == 4 and "naval base" not in west
    assert "naval base" in [f.type for f in game.state.facilities["Germany"]]
    with pytest.raises(Refused, match="theirs"):
        await edit(desk, edits.add_units("Germany", "1 air base", "France"))
    with pytest.raises(Refused, match="at most 6"):
        await edit(desk, edits.set_damage("Germany", "air base", "Western Germany", 7))


async def test_the_last_edit_can_be_taken_back(desk: Desk) -> None:
    await desk.begin()
    before = (await desk.row()).state_hash
    await edit(desk, edits.add_units("USSR", "2 armor", "Russia"))
    await desk.master.undo_edit(ANNA, desk.game_id, desk.fresh(), "wrong place")
    assert (await desk.row()).state_hash == before
    with pytest.raises(PlayError, match="no edit"):
        await desk.master.undo_edit(ANNA, desk.game_id, desk.fresh(), "again")
    await edit(desk, edits.set_money("USSR", 40))
    await desk.ok("done")
    with pytest.raises(PlayError, match="/back order:3"):
        await desk.master.undo_edit(ANNA, desk.game_id, desk.fresh(), "late")


async def test_what_is_laid_on_borders_can_be_edited(desk: Desk) -> None:
    await desk.begin(board="global1940", rules=["x4"])
    said = await edit(desk, edits.add_units("Soviet Union", "4 landmine", "East Poland | Poland"))
    assert "Soviet Union gets 4 landmines on Eastern Poland | Poland" in said and "(setup)" not in said
    await edit(desk, edits.remove_units("Soviet Union", "3 landmine", "Poland | Eastern Poland"))
    assert [m.count for m in (await desk.state()).borders["Eastern Poland | Poland"]] == [1]
    for units, place, why in (
        ("1 tank", "Germany | Poland", "borders"),
        ("1 landmine", "Germany | Japan", "no common"),
    ):
        with pytest.raises(Refused, match=why):
            await edit(desk, edits.add_units("Germany", units, place))
    with pytest.raises(Refused, match="has 1 landmine"):
        await edit(desk, edits.remove_units("Soviet Union", "2 landmine", "Poland | Eastern Poland"))
