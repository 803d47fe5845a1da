"""The moderator: who may order, all or nothing, once, durable."""

from __future__ import annotations

import asyncio

import pytest
from desk import ANNA, BORIS, CHEN, Desk

from bot.game import Accepted, Denied, PlayError
from bot.store import Policy, Seat, SetGame, SetPolicy
from bot.store.reader import _facts, _game
from rules.cases import edits
from rules.core.documents import TableError
from rules.dice import Ledger


async def test_only_a_seat_orders(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    assert (await desk.no("done", user=CHEN)).refusal.code == "not-your-turn"
    assert "turn of USSR" in (await desk.no("done", user=BORIS)).refusal.message
    await desk.ok("done")
    assert (await desk.moderator.permission(desk.game_id, BORIS)).powers == ("Germany",)
    assert (await desk.moderator.permission(desk.game_id, ANNA)).master
    assert not await desk.moderator.permission(desk.game_id, CHEN)


async def test_a_substitute_and_a_team_order_too(desk: Desk) -> None:
    await desk.begin({"USSR": BORIS})
    with pytest.raises(PlayError, match="taken"):
        await desk.lobby.seating.join(Seat(desk.game_id, "USSR", CHEN, "substitute"))
    await desk.lobby.seating.seat_by_master(ANNA, Seat(desk.game_id, "USSR", CHEN, "substitute"))
    await desk.ok("done", user=CHEN)
    await desk.ok("buy 1 infantry", user=BORIS)


async def test_all_or_nothing(desk: Desk) -> None:
    await desk.begin()
    before = (await desk.row()).state_hash
    denied = await desk.no("done", "buy 3 infantry", "buy 30 bomber", "buy 1 armor")
    assert (denied.line, denied.text, denied.lines) == (3, "buy 30 bomber", 4)
    assert denied.refusal.code == "not-enough-money"
    assert (await desk.row()).state_hash == before and (await desk.row()).revision == 0
    wrong = await desk.no("done", "nonsense")
    assert wrong.line == 2 and wrong.refusal.code == "syntax"
    await desk.ok("done", "buy 3 infantry")
    assert (await desk.row()).revision == 2


async def test_an_interaction_counts_once(desk: Desk) -> None:
    await desk.begin()
    first = await desk.moderator.orders(desk.game_id, "77", ANNA, ["research 1"])
    again = await desk.moderator.orders(desk.game_id, "77", ANNA, ["research 1"])
    assert isinstance(first, Accepted) and isinstance(again, Accepted)
    assert again.repeated and (again.lines, again.number, again.rolls) == (first.lines, first.number, first.rolls)
    assert (await desk.row()).revision == 1
    both = await asyncio.gather(
        *(desk.moderator.orders(desk.game_id, "78", ANNA, ["done", "buy 1 infantry"]) for _ in range(5))
    )
    assert sum(not o.repeated for o in both if isinstance(o, Accepted)) == 1
    assert (await desk.row()).revision == 3


async def test_what_is_known_of_a_game_after_an_order_is_what_is_stored(desk: Desk) -> None:
    """An order that writes to the game's log alone leaves its facts known, without a question; whatever else is written
    has them read anew."""
    await desk.begin()
    asked = 0

    async def look() -> None:
        fresh = await desk.store._database.read(lambda c: _facts(c, _game(c, desk.game_id)))
        assert await desk.store.facts(desk.game_id) == fresh

    await desk.ok("done")
    for texts in (["buy 1 infantry"], ["undo"], ["buy 1 armor", "buy 1 infantry"], ["done"]):
        await desk.ok(*texts)
        asked += desk.store._known(desk.game_id) is not None
        await look()
    assert asked == 4
    await asyncio.gather(desk.ok("done"), desk.store.apply(SetPolicy(Policy(desk.game_id, "USSR", "losses", ANNA, {}))))
    await look()
    assert [policy.kind for policy in await desk.store.policies(desk.game_id)] == ["losses"]
    await desk.store.apply(SetGame(desk.game_id, {"status": "paused"}))
    await desk.no("done")
    await look()


async def test_orders_at_once_go_one_after_another(desk: Desk) -> None:
    await desk.begin()
    await desk.ok("done")
    outcomes = await asyncio.gather(*(desk.give("buy 1 infantry") for _ in range(10)))
    assert sum(isinstance(o, Accepted) for o in outcomes) == 8
    assert (await desk.row()).revision == 9 and (await desk.state()).money["USSR"] == 0


async def test_a_stale_button_is_refused(desk: Desk) -> None:
    await desk.begin()
    await desk.ok("done")
    assert (await desk.no("done", expected=0)).refusal.code == "stale"
    assert isinstance(await desk.give("done", expected=1), Accepted)


async def test_who_plays_several_powers_orders_for_the_right_one(desk: Desk) -> None:
    await desk.begin()
    await desk.ok("done", "buy 1 infantry", "done", "done")
    await desk.ok("done")
    await desk.ok("place 1 infantry: Russia", "done")
    await desk.ok("done", "buy 1 infantry")
    assert [e.power for e in await desk.store.entries(desk.game_id)][-1] == "Germany"
    refused = await desk.no("buy 1 infantry", power="USSR")
    assert refused.refusal.code == "not-your-turn"


async def test_undo(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    await desk.ok("done", "buy 2 infantry", "buy 1 armor")
    await desk.ok("undo")
    state = await desk.state()
    assert [(b.type, b.count) for b in state.pool["USSR"]] == [("infantry", 2)]
    voided = [(e.seq, e.voided_by) for e in await desk.store.entries(desk.game_id)]
    assert voided == [(1, None), (2, None), (3, 4), (4, None)]
    assert (await desk.no("undo", user=BORIS)).refusal.code == "not-your-turn"
    await desk.ok("undo")
    assert (await desk.no("undo")).refusal.code == "too-late"
    await desk.open()
    assert not (await desk.state()).pool.get("USSR")


async def test_dice_are_not_taken_back(desk: Desk) -> None:
    await desk.begin()
    await desk.ok("research 1")
    assert (await desk.no("undo")).refusal.code == "too-late"


ORDERS = (
    ("research 2",),
    ("done", "buy 3 infantry, 1 armor", "done"),
    ("move 3 infantry, 1 armor: Karelia S.S.R. > Ukraine S.S.R.",),
    ("undo",),
    ("move 3 infantry, 1 armor, 1 fighter: Karelia S.S.R. > Ukraine S.S.R.", "done"),
)


async def test_after_a_crash_the_table_is_the_same(desk: Desk) -> None:
    await desk.begin()
    for texts in ORDERS:
        await desk.ok(*texts)
        before = await desk.moderator.table(desk.game_id)
        await desk.open()
        after = await desk.moderator.table(desk.game_id)
        assert after is not before
        assert (after.game.hash, after.revision) == (before.game.hash, before.revision)
        assert after.game.log == before.game.log
        assert after.ledger.next_roll == before.ledger.next_roll
    await desk.ok("fight Ukraine S.S.R.")
    assert (await desk.row()).state_hash == (await desk.moderator.table(desk.game_id)).game.hash


async def test_the_same_interaction_gives_the_same_dice_after_a_crash(desk: Desk) -> None:
    await desk.begin()
    outcome = await desk.moderator.orders(desk.game_id, "500", ANNA, ["research 3"])
    assert isinstance(outcome, Accepted)
    await desk.open()
    again = await desk.moderator.orders(desk.game_id, "500", ANNA, ["research 3"])
    assert isinstance(again, Accepted) and again.lines == outcome.lines


async def test_the_dice_log_holds_and_binds_orders(desk: Desk) -> None:
    await desk.begin()
    await desk.ok("research 1")
    await desk.ok("research 1", "research 1")
    lines = await desk.store.dice_log(desk.game_id)
    assert [line["kind"] for line in lines[:6]] == ["chain", *["seat"] * 5]
    ledger = Ledger(lines)
    orders = [line["order"] for line in lines if line["kind"] == "roll"]
    assert orders[0] == "research 1" and orders[-1] == "research 1\nresearch 1"
    assert ledger.next_roll == len(orders) + 1


async def test_a_plan_shows_no_dice_and_changes_nothing(desk: Desk) -> None:
    await desk.begin()
    plan, game = await desk.moderator.plan(desk.game_id, ANNA, ["done", "buy 1 infantry", "buy 99 armor"])
    assert plan.accepted == ("done", "buy 1 infantry") and plan.denied is not None and plan.denied.line == 3
    assert game.state.money["USSR"] == 21 and (await desk.state()).money["USSR"] == 24
    plan, game = await desk.moderator.plan(desk.game_id, ANNA, ["research 2"])
    assert plan.accepted == () and "dice" in plan.denied.refusal.message  # type: ignore[union-attr]
    assert game.state.money["USSR"] == 24
    plan, _ = await desk.moderator.plan(desk.game_id, CHEN, ["done"])
    assert plan.denied is not None and plan.denied.refusal.code == "not-your-turn"


async def test_standing_orders_answer_in_the_same_change(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    policy = Policy(desk.game_id, "Germany", "casualties", BORIS, {"question": "casualties", "do": "fighter, armor"})
    await desk.store.apply(SetPolicy(policy))
    await desk.ok("done", "done", "move 3 infantry, 1 armor, 1 fighter: Karelia S.S.R. > Ukraine S.S.R.", "done")
    units = dict((await desk.state()).units)
    outcome = await desk.ok("fight Ukraine S.S.R.")
    for _ in range(60):
        state = await desk.state()
        assert not state.pending or state.pending[0].power == "USSR"
        if not state.pending:
            break
        kind = state.pending[0].kind
        outcome = await desk.ok("press on" if kind == "retreat" else _losses(await desk.moderator.table(desk.game_id)))
    entries = await desk.store.entries(desk.game_id)
    answers = [e for e in entries if e.player == "policy"]
    assert all(e.power == "Germany" and e.order.startswith("casualties") for e in answers)
    if answers:
        assert "fighter" in answers[0].order or "armor" in answers[0].order
    assert len(units) >= len((await desk.state()).units) and outcome


def _losses(table: object) -> str:
    from rules.legal import decision_choices

    return decision_choices(table.game.copy())[0]  # type: ignore[attr-defined]


async def test_phases_that_hold_nothing_end_by_themselves(desk: Desk) -> None:
    await desk.begin()
    outcome = await desk.ok("done", "done", "done")
    assert (await desk.state()).turn.phase == "noncombat move"
    assert outcome.entries[-1].text == "done"
    entries = await desk.store.entries(desk.game_id)
    assert [e.player for e in entries] == ["1", "1", "1", "auto"]
    await desk.ok("done")
    assert (await desk.state()).turn.power == "Germany"


async def test_they_wait_if_the_game_wants_it(desk: Desk) -> None:
    await desk.begin(settings={"auto_done": False})
    await desk.ok("done", "done", "done")
    assert (await desk.state()).turn.phase == "conduct combat"


async def test_a_placed_unit_can_be_taken_back(desk: Desk) -> None:
    await desk.begin()
    await desk.ok("done", "buy 1 infantry", "done", "done")
    await desk.ok("done")
    await desk.ok("place 1 infantry: Russia")
    assert (await desk.state()).turn.phase == "mobilize"
    await desk.ok("undo")
    await desk.ok("place 1 infantry: Karelia S.S.R.", "done")


async def test_nothing_goes_in_a_paused_or_ended_game(desk: Desk) -> None:
    await desk.begin()
    await desk.master.set_status(ANNA, desk.game_id, "paused")
    assert "paused" in (await desk.no("done")).refusal.message
    await desk.master.set_status(ANNA, desk.game_id, "running")
    await desk.ok("done")
    await desk.master.set_status(ANNA, desk.game_id, "over")
    assert "over" in (await desk.no("done")).refusal.message
    with pytest.raises(PlayError):
        await desk.master.set_status(ANNA, desk.game_id, "running")
    assert [line.action for line in await desk.store.audit(desk.game_id)] == [
        "game over",
        "game running",
        "game paused",
    ]


async def test_conceding_for_one_of_several_powers(desk: Desk) -> None:
    await desk.begin()
    for power in ("Germany", "Japan"):
        await desk.give("concede", power=power)
    assert (await desk.row()).status == "over" and (await desk.state()).winner == "Allies"
    assert isinstance(await desk.give("done"), Denied)


async def test_a_lobby(desk: Desk) -> None:
    values = {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": ANNA}
    game = await desk.lobby.create("5", values)
    assert (await desk.lobby.create("5", values)).id == game.id
    assert len(await desk.store.games(9)) == 1
    with pytest.raises(PlayError, match="Still open"):
        await desk.lobby.start(game.id, "6")
    with pytest.raises(PlayError, match="no such power"):
        await desk.lobby.seating.join(Seat(game.id, "Atlantis", BORIS))
    with pytest.raises(PlayError, match="not started"):
        await desk.moderator.table(game.id)
    assert len(await desk.lobby.seating.take_open_seats(game.id, ANNA, "Anna", "7")) == 5
    with pytest.raises(TableError):
        await desk.lobby.set_option(game.id, "no_such_option", "on")
    with pytest.raises(TableError):
        await desk.lobby.set_option(game.id, "battleship_hits", "many")
    assert (await desk.lobby.set_option(game.id, "battleship_hits", "2")).options == {"battleship_hits": 2}
    await desk.lobby.start(game.id, "8")
    await desk.lobby.start(game.id, "9")
    with pytest.raises(PlayError, match="has started"):
        await desk.lobby.set_option(game.id, "battleship_hits", "1")
    commit = (await desk.store.dice_log(game.id))[0]
    assert commit["kind"] == "chain" and len(commit["commitment"]) == 64


async def test_documents_and_single_rules(desk: Desk) -> None:
    from rules.core.documents import documents, expand, house_rules

    boards = {d.id: d.boards for d in documents().values()}
    for number, (document, fit) in enumerate(boards.items(), 10):
        board = fit[0] if fit else "classic"
        values = {"guild_id": 9, "channel_id": number, "name": "Test", "board": board, "master": ANNA}
        game = await desk.lobby.create(desk.fresh(), values)
        rules = list(expand(board, [document]))
        if not rules:
            continue
        on = await desk.lobby.switch_rule(game.id, document, True)
        assert on.rules == [document]
        free = [r for r in rules if not any(r in house_rules()[o].requires for o in rules)]
        without = await desk.lobby.switch_rule(game.id, free[0], False)
        assert free[0] not in without.rules and len(without.rules) == len(rules) - 1


async def test_the_game_masters_edit_is_an_entry(desk: Desk) -> None:

    await desk.begin()
    await desk.ok("done")
    done = await desk.master.edit(ANNA, desk.game_id, "40", edits.add_units("USSR", "2 armor", "Russia"), "forgot")
    assert "forgot" in "\n".join(map(str, done.lines))
    entry = (await desk.store.entries(desk.game_id))[-1]
    assert (entry.kind, entry.player) == ("edit", "1")
    assert (await desk.no("undo")).refusal.code in ("too-late", "not-your-turn")
    await desk.open()
    assert sum(u.type == "armor" and u.place == "Russia" for u in (await desk.state()).units.values()) >= 2
    await desk.ok("buy 1 infantry", "undo")


@pytest.mark.parametrize(
    ("units", "place"),
    [
        ("9999 infantry", "Russia"),
        ("201 infantry", "Russia"),
        ("1 infantry (cargo: 1 infantry)", "Russia"),
        ("1 transport (cargo: 3 infantry)", "Baltic Sea Zone"),
        ("1 transport (cargo: 99 infantry)", "Baltic Sea Zone"),
        ("1 battleship (damaged 5)", "Baltic Sea Zone"),
        ("1 battleship (damaged x)", "Baltic Sea Zone"),
        (",", "Russia"),
    ],
)
async def test_an_edit_leads_to_no_impossible_position(desk: Desk, units: str, place: str) -> None:
    from rules.model.refusals import Refused

    await desk.begin()
    before = (await desk.row()).state_hash
    with pytest.raises(Refused):
        await desk.master.edit(ANNA, desk.game_id, "40", edits.add_units("USSR", units, place), "why not")
    assert (await desk.row()).state_hash == before
    assert (await desk.moderator.table(desk.game_id)).game.hash == before


async def test_an_edit_that_can_be(desk: Desk) -> None:

    await desk.begin()
    units = "1 transport (cargo: 2 infantry), 1 carrier (cargo: 1 fighter)"
    await desk.master.edit(ANNA, desk.game_id, "40", edits.add_units("USSR", units, "Baltic Sea Zone"), "a fleet")
    await desk.master.edit(ANNA, desk.game_id, "41", edits.add_units("USSR", "200 infantry", "Russia"), "many")
