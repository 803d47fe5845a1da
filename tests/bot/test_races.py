"""Two things at once about one game or one channel: each is done as if the other came before or after it.

A commit is held up in the middle (`Gate`), so that the other one comes exactly then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from asked import press
from desk import ANNA, BORIS, CHEN, Desk
from test_timekeeper import DAILY, deadline, keeper

from bot.discord.features.battle.questions import mark_of
from bot.discord.features.orders import buttons as orders
from bot.game import Accepted, Denied, Moderator, PlayError, Stale
from bot.game.files import transfer
from bot.game.moderator import tables
from bot.game.moderator.outbox_messages import announce
from bot.game.moderator.table import Table
from bot.game.standing.leaving import StandingDesk
from bot.store import PlaceTaken, Policy, Receipt, Require, Seat, SetGame, StatusConflict
from rules.cases import edits
from rules.dice import Ledger
from rules.legal import decision_choices
from rules.play.game import Game

ENDS_TURN = {"deadline": {"profile": "daily", "excuses": 0}, "on_expiry": "done"}
HERE = {"guild_id": 9, "channel_id": 77, "name": "Test", "board": "classic", "master": ANNA}


class Gate:
    """Holds the next write of a store up until it is opened."""

    def __init__(self, desk: Desk, name: str = "commit") -> None:
        self.reached, self.open = asyncio.Event(), asyncio.Event()
        self._write: Callable[..., Coroutine[Any, Any, Receipt]] = getattr(desk.store, name)
        self._store, self._name = desk.store, name
        setattr(desk.store, name, self._held)

    async def _held(self, *args: Any) -> Receipt:
        setattr(self._store, self._name, self._write)
        self.reached.set()
        await self.open.wait()
        return await self._write(*args)


async def during(gate: Gate, first: Coroutine[Any, Any, Any], second: Coroutine[Any, Any, Any]) -> tuple[Any, Any]:
    """Begin one thing, begin another while the first is being stored, and let both end."""
    one = asyncio.create_task(first)
    await gate.reached.wait()
    two = asyncio.create_task(second)
    await asyncio.sleep(0.05)
    gate.open.set()
    found = await asyncio.gather(one, two, return_exceptions=True)
    return found[0], found[1]


async def at_the_end_of_a_turn(desk: Desk) -> None:
    """USSR's next `done` ends its turn."""
    await desk.begin({"Germany": BORIS}, settings=ENDS_TURN)
    await desk.ok("done", "done", "done")
    assert (await desk.state()).turn.phase == "noncombat move"


async def test_a_deadline_that_comes_due_while_the_turn_ends_spares_the_next_player(desk: Desk) -> None:
    await at_the_end_of_a_turn(desk)
    timer = await deadline(desk)
    desk.now = timer.due + 1
    await during(Gate(desk), desk.ok("done"), keeper(desk).fire(timer))
    state = await desk.state()
    assert (state.turn.power, state.turn.phase) == ("Germany", "research")
    assert "timer" not in {e.player for e in await desk.store.entries(desk.game_id)}


async def test_an_order_that_comes_while_a_deadline_ends_the_turn_is_too_late(desk: Desk) -> None:
    await at_the_end_of_a_turn(desk)
    timer = await deadline(desk)
    desk.now = timer.due + 1
    _, outcome = await during(Gate(desk), keeper(desk).fire(timer), desk.give("done"))
    assert isinstance(outcome, Denied) and outcome.refusal.code == "not-your-turn"
    assert (await desk.state()).turn.phase == "research"


async def test_two_who_press_the_same_seat(desk: Desk) -> None:
    row = await desk.lobby.create(desk.fresh(), HERE)
    both = [Seat(row.id, "Germany", user, "player", "", desk.fresh()) for user in (BORIS, CHEN)]
    first, second = await during(Gate(desk, "apply"), *map(desk.lobby.seating.toggle, both))
    assert first is None and isinstance(second, PlayError)
    assert [s.user_id for s in await desk.store.seats(row.id)] == [BORIS]


async def test_two_starts_log_the_seats_once_and_the_dice_hold(desk: Desk) -> None:
    row = await desk.lobby.create(desk.fresh(), HERE)
    desk.game_id = row.id
    await desk.lobby.seating.take_open_seats(row.id, ANNA, "", desk.fresh())
    await during(Gate(desk), desk.lobby.start(row.id, "50"), desk.lobby.start(row.id, "51"))
    await desk.ok("research 1")
    lines = await desk.store.dice_log(row.id)
    assert [line["kind"] for line in lines].count("seat") == 5
    Ledger(lines)
    await desk.open()
    await desk.ok("research 1")


async def test_a_join_beside_the_start_finds_the_game_begun(desk: Desk) -> None:
    row = await desk.lobby.create(desk.fresh(), HERE)
    await desk.lobby.seating.take_open_seats(row.id, ANNA, "", desk.fresh())
    late = desk.lobby.seating.join(Seat(row.id, "USSR", BORIS, "player", "", "9"))
    _, second = await during(Gate(desk), desk.lobby.start(row.id, "50"), late)
    assert isinstance(second, PlayError)
    assert len([line for line in await desk.store.dice_log(row.id) if line["kind"] == "seat"]) == 5


async def test_rules_changed_beside_the_start(desk: Desk) -> None:
    row = await desk.lobby.create(desk.fresh(), HERE)
    await desk.lobby.seating.take_open_seats(row.id, ANNA, "", desk.fresh())
    start, change = desk.lobby.start(row.id, "50"), desk.lobby.switch_rule(row.id, "rw", True)
    _, second = await during(Gate(desk), start, change)
    assert isinstance(second, PlayError) and (await desk.store.game(row.id)).rules == []


async def test_two_games_in_a_channel(desk: Desk) -> None:
    open_one, open_two = desk.lobby.create("61", HERE), desk.lobby.create("62", HERE)
    first, second = await during(Gate(desk), open_one, open_two)
    assert first.place == 77 and isinstance(second, PlaceTaken)
    assert len(await desk.store.games(9)) == 1
    other = await desk.lobby.create("63", {**HERE, "channel_id": 78})
    with pytest.raises(PlaceTaken):
        await desk.lobby.move_to(ANNA, other.id, None, 77)


async def test_two_imports_in_a_channel_and_one_beside_a_new_game(desk: Desk) -> None:
    await desk.begin()
    await desk.ok("research 1")
    data = await transfer.dump(desk.store, await desk.row())
    where = {"guild_id": 9, "channel_id": 77, "thread_id": None, "master": ANNA}
    one, two = (transfer.restore(desk.lobby, asyncio.to_thread, number, where, data, "Anna") for number in ("71", "72"))
    first, second = await during(Gate(desk), one, two)
    assert first.revision == 1 and isinstance(second, PlaceTaken)
    with pytest.raises(PlaceTaken):
        await desk.lobby.create("73", HERE)


async def test_an_order_beside_a_pause(desk: Desk) -> None:
    await desk.begin(settings=DAILY)
    pause = desk.master.set_status(ANNA, desk.game_id, "paused")
    _, outcome = await during(Gate(desk, "apply"), pause, desk.give("done"))
    assert isinstance(outcome, Denied) and "paused" in outcome.refusal.message
    await desk.master.set_status(ANNA, desk.game_id, "running")
    pause = desk.master.set_status(ANNA, desk.game_id, "paused")
    outcome, _ = await during(Gate(desk), desk.give("done"), pause)
    assert isinstance(outcome, Accepted) and (await desk.row()).status == "paused"


async def test_an_edit_beside_an_order(desk: Desk) -> None:
    await desk.begin()
    edit = desk.master.edit(ANNA, desk.game_id, "40", edits.add_units("USSR", "2 armor", "Russia"), "forgot")
    _, outcome = await during(Gate(desk), edit, desk.give("done"))
    assert isinstance(outcome, Accepted) and outcome.number == 2
    hash_before = (await desk.row()).state_hash
    await desk.open()
    assert (await desk.moderator.table(desk.game_id)).game.hash == hash_before


async def test_an_edit_that_comes_twice_is_done_once(desk: Desk) -> None:
    await desk.begin()
    for _ in range(2):
        await desk.master.edit(ANNA, desk.game_id, "40", edits.add_units("USSR", "2 armor", "Russia"), "forgot")
    table = await desk.moderator.table(desk.game_id)
    assert table.game.log[-1].number == table.revision == 1
    await desk.ok("done")


async def test_another_process_that_changed_the_state_is_noticed_in_the_transaction(desk: Desk) -> None:
    await desk.begin()
    real = desk.store.commit

    async def meanwhile(*args: Any) -> Any:
        await desk.store.apply(SetGame(desk.game_id, {"status": "paused"}))
        return await real(*args)

    desk.store.commit = meanwhile  # type: ignore[method-assign]
    with pytest.raises(StatusConflict):
        await desk.give("done")
    assert (await desk.row()).revision == 0
    with pytest.raises(StatusConflict):
        await desk.store.apply(Require(desk.game_id, ("running",)))


async def test_who_loses_the_seat_loses_the_standing_orders(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS, "Japan": BORIS})
    never = {"question": "kamikaze", "do": "never"}
    await StandingDesk(desk.moderator).keep([Policy(desk.game_id, "Germany", "kamikaze", BORIS, never)])
    await StandingDesk(desk.moderator).keep([Policy(desk.game_id, "Japan", "kamikaze", BORIS, never)])
    seat = Seat(desk.game_id, "Germany", CHEN, "player", "", "1")
    await desk.lobby.seating.seat_by_master(ANNA, seat, BORIS)
    assert [p.power for p in await desk.store.policies(desk.game_id)] == ["Japan"]
    with pytest.raises(PlayError):
        await StandingDesk(desk.moderator).keep([Policy(desk.game_id, "Germany", "kamikaze", BORIS, never)])
    await desk.lobby.seating.kick(ANNA, desk.game_id, BORIS)
    assert await desk.store.policies(desk.game_id) == []


# --- a commit whose outcome is not learned -----------------------------------------------------------------------


@pytest.mark.parametrize("stored", [True, False])
async def test_a_commit_whose_answer_is_lost_shows_what_is_stored(desk: Desk, stored: bool) -> None:
    """At once, to whoever looks, and orders go on from there."""
    await desk.begin()
    real = desk.store.commit

    async def lost(change: Any) -> Receipt:
        desk.store.commit = real  # type: ignore[method-assign]
        if stored:
            await real(change)
        raise ConnectionError("the answer was lost")

    desk.store.commit = lost  # type: ignore[method-assign]
    with pytest.raises(ConnectionError):
        await desk.give("done")
    assert (await desk.moderator.table(desk.game_id)).revision == int(stored) == (await desk.row()).revision
    await desk.ok("done" if not stored else "buy 1 infantry")
    assert (await desk.state()).turn.phase == "purchase"


async def test_an_order_beside_another_process_that_stored_one_is_told_so(desk: Desk) -> None:
    """It is refused, and the next one sees what there is."""
    await desk.begin()
    other, real = Moderator(desk.store, announce, lambda: desk.now), desk.store.commit

    async def meanwhile(*values: Any) -> Any:
        desk.store.commit = real  # type: ignore[method-assign]
        assert isinstance(await other.orders(desk.game_id, desk.fresh(), ANNA, ["done"]), Accepted)
        return await real(*values)

    desk.store.commit = meanwhile  # type: ignore[method-assign]
    assert (await desk.no("done")).refusal.code == "stale"
    assert (await desk.state()).turn.phase == "purchase"
    await desk.ok("buy 1 infantry")


async def test_a_game_that_was_being_loaded_while_an_order_was_stored_is_not_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.begin()
    desk.moderator.forget(desk.game_id)
    read, waits, goes_on = tables.load_table, asyncio.Event(), asyncio.Event()

    async def slowly(*values: Any) -> Table:
        found = await read(*values)
        waits.set()
        await goes_on.wait()
        return found

    monkeypatch.setattr(tables, "load_table", slowly)
    looking = asyncio.create_task(desk.moderator.table(desk.game_id))
    await waits.wait()
    monkeypatch.setattr(tables, "load_table", read)
    await desk.ok("done")
    desk.moderator.forget(desk.game_id)  # as a lost answer does
    goes_on.set()
    await looking
    assert (await desk.moderator.table(desk.game_id)).revision == 1


# --- buttons of an earlier round ----------------------------------------------------------------------------------


async def test_an_answer_pressed_twice_does_not_answer_the_same_question_of_the_next_round(desk: Desk) -> None:
    """Whether to press on is asked in the same words after each round: the button is for the round it stood under."""
    await desk.begin()
    infantry = {"Karelia S.S.R.": {"USSR": "20 infantry"}, "Ukraine S.S.R.": {"Germany": "20 infantry"}}
    await desk.stand("combat move", setup="empty", units=infantry)
    await desk.ok("move 20 infantry: Karelia S.S.R. > Ukraine S.S.R.", "done anyway", "fight Ukraine S.S.R.")
    first = await to_retreat(desk)
    mark = f"{mark_of(first.state.pending[0])}.{mark_of('press on')}"
    await press(desk, "pick", orders.pick, mark, number=len(first.log) - 1)
    second = await to_retreat(desk)
    assert mark_of(second.state.pending[0]) == mark_of(first.state.pending[0])
    rounds = [battle.round for battle in second.state.battles.values()]
    with pytest.raises(Stale):
        await press(desk, "pick", orders.pick, mark, number=len(first.log) - 1)
    assert [battle.round for battle in (await desk.state()).battles.values()] == rounds


async def to_retreat(desk: Desk) -> Game:
    """The first answer to every question, to the one whether to press on."""
    while (game := await desk.game()).state.pending[0].kind != "retreat":
        await desk.ok(decision_choices(game)[0])
    return game
