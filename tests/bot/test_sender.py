"""The sender: each channel a queue of its own, each refusal of Discord answered by its number, failures survived."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from asked import Asked
from desk import ANNA, BORIS, Desk
from fake_transport import FakeTransport, Sent

from bot.discord import delivery as d
from bot.discord.features.orders.commands import give
from bot.discord.features.orders.strikethrough import numbered, told_of, told_steps
from bot.discord.response import Reply
from bot.discord.text import words
from bot.game import Accepted
from bot.game.consent.going_back import take_back
from bot.game.moderator.outbox_messages import direct, panel, recap, say
from bot.game.moderator.pending_answers import REPLY
from bot.ops.health import Unwell
from bot.processes.picture import Picture
from bot.services import Services
from bot.settings import Settings
from bot.store import (
    DropPost,
    Enqueue,
    MarkSent,
    Message,
    Post,
    PutTold,
    SetPost,
    SetPreference,
    SetTimer,
    StoreError,
    Unavailable,
)
from bot.workers import outbox_worker
from bot.workers import panels as panels_module
from bot.workers.outbox_worker import Sender
from bot.workers.scheduler import Scheduler
from bot.workers.watch import Watch


async def remember(services: Services, outcome: Accepted, *what: Any) -> None:
    """Note which message tells of some orders."""
    log = (await services.games.situation(outcome.game_id)).game.log
    await services.store.apply(*told_steps(log, outcome, told_of(outcome, *what)))


class Bench:
    """A game that has begun, a sender that runs, and what it sends."""

    def __init__(self, desk: Desk, sender: Sender, transport: FakeTransport, watch: Watch) -> None:
        self.desk, self.sender, self.transport, self.watch = desk, sender, transport, watch
        self.skew = 0.0
        sender._elapsed = lambda: desk.now - self.skew
        sender._begun, sender._ahead = sender._elapsed(), 0.0

    async def until(self, holds: Callable[[], bool | Awaitable[bool]]) -> None:
        """Wait for something."""
        async with asyncio.timeout(20):
            while True:
                found = holds()
                if found if isinstance(found, bool) else await found:
                    return
                await asyncio.sleep(0.01)

    async def quiet(self) -> None:
        """Wait until nothing is to be sent."""

        async def nothing() -> bool:
            counts = await self.desk.store.outbox.counts()
            return not counts.get("waiting") and not counts.get("sending")

        await self.until(nothing)

    async def refresh(self, key: str, steady: bool = False) -> None:
        """Ask for the panel and wait for it."""
        await self.desk.store.outbox.put(panel(await self.desk.row(), key, steady), game_id=self.desk.game_id)
        await self.quiet()

    async def say(self, key: str, place: int | None = None) -> None:
        """Say something in a channel."""
        row = await self.desk.row()
        message = say(row, key, key) if place is None else Message(place, "say", {"content": key}, key)
        await self.desk.store.outbox.put(message, game_id=row.id)

    async def post(self) -> Post | None:
        """Where the panel stands."""
        return (await self.desk.store.posts(self.desk.game_id)).get("panel")

    async def shown(self) -> Sent:
        """The panel."""
        found = await self.post()
        assert found is not None
        return self.transport.messages[found.message_id]

    async def states(self) -> dict[str, int]:
        """Messages by state."""
        return await self.desk.store.outbox.counts()

    async def set_clock(self, seconds: float) -> None:
        """The clock is set forward or back; no time passes."""
        self.skew += seconds
        await self.go(seconds)

    async def go(self, seconds: float) -> None:
        """Let time pass."""
        self.desk.now += seconds
        self.transport.now = self.desk.now
        self.desk.store.outbox.queued.set()


@pytest.fixture
async def bench(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bench]:
    """The sender at work on a game of Classic. Its clock is the desk's: backing off takes no time but by `go`."""
    await desk.begin({"Germany": BORIS})
    await desk.ok("done")
    settings = Settings(data_dir=desk.folder, pictures=False, _env_file=None)  # type: ignore[call-arg]
    transport = FakeTransport()
    sender = Sender(Services.over(settings, desk.store, desk.moderator), transport, lambda: desk.now)
    watch = Watch("sender", sender.run, desk.store, first_pause=0.05)
    watch.start()
    made = Bench(desk, sender, transport, watch)
    await made.until(lambda: bool(transport.messages))
    await made.quiet()
    yield made
    await watch.stop()
    await sender.finish(1)


async def test_a_slow_channel_holds_up_nobody_else(bench: Bench) -> None:
    bench.transport.slow[77] = asyncio.Event()
    for number in range(3):
        await bench.say(f"slow {number}", 77)
    for number in range(30):
        await bench.say(f"quick {number}")
    await bench.until(lambda: sum(m.text.startswith("quick") for m in bench.transport.messages.values()) == 30)
    assert not [m for m in bench.transport.messages.values() if m.place == 77]
    bench.transport.slow[77].set()
    await bench.quiet()
    texts = [m.text for m in bench.transport.messages.values()]
    assert [t for t in texts if t.startswith("slow")] == ["slow 0", "slow 1", "slow 2"]
    assert [t for t in texts if t.startswith("quick")] == [f"quick {n}" for n in range(30)]


async def test_the_panel_is_edited_and_posted_anew_for_somebody_else(bench: Bench) -> None:
    first = await bench.post()
    await bench.desk.ok("buy 1 infantry")
    await bench.quiet()
    assert await bench.post() == first and (await bench.shown()).edits == 1
    await bench.desk.ok("done", "done")
    await bench.desk.ok("done")
    await bench.quiet()
    last = await bench.post()
    await bench.desk.ok("place 1 infantry: Russia", "done")
    await bench.quiet()
    panel_now = await bench.shown()
    assert await bench.post() != last and panel_now.mention == (BORIS,) and not panel_now.silent
    assert last is not None and not bench.transport.messages[last.message_id].buttons


async def test_the_panel_is_the_last_thing_behind_a_recap_that_came_late(bench: Bench) -> None:
    """A panel that was being sent already can show the next turn before the recap of the last one is out."""
    await bench.desk.ok("done")
    await bench.quiet()
    row, shown = await bench.desk.row(), await bench.post()
    await bench.desk.store.outbox.put(recap(row, 1, row.revision), game_id=row.id)
    await bench.quiet()
    (told,) = [number for number, sent in bench.transport.messages.items() if sent.text.startswith("**Round 1, USSR**")]
    last = await bench.post()
    assert shown and last and shown.message_id < told < last.message_id and (await bench.shown()).silent


async def test_the_panel_comes_down_silently_with_each_phase(bench: Bench) -> None:
    first = await bench.post()
    await bench.desk.ok("done")
    await bench.quiet()
    now = await bench.shown()
    assert first is not None and first.message_id not in bench.transport.messages
    assert now.silent and now.mention == () and now.embed == "USSR: Combat move"


async def test_what_is_said_does_not_leave_the_panel_behind(bench: Bench) -> None:
    first = await bench.post()
    await bench.say("USSR is reminded")
    await bench.quiet()
    assert list(bench.transport.messages)[-1] == (await bench.post()).message_id  # type: ignore[union-attr]
    assert await bench.post() != first and (await bench.shown()).silent


async def test_of_all_answers_the_last_has_live_controls(bench: Bench) -> None:
    row = await bench.desk.row()
    for number in (1, 2):
        bench.transport.messages[number] = Sent(10, f"answer {number}", buttons=True)
        bench.sender.services.answering.light((await bench.desk.situation()).facts, Post(row.id, REPLY, 10, number))
    bench.desk.store.outbox.queued.set()
    await bench.until(lambda: not bench.sender.services.answering.left)
    await bench.quiet()
    assert [bench.transport.messages[n].buttons for n in (1, 2)] == [False, True]
    await bench.desk.ok("done")
    await bench.quiet()
    assert not bench.transport.messages[2].buttons and bench.transport.messages[2].text == "answer 2"


async def test_an_old_panel_is_posted_anew_without_a_call(bench: Bench) -> None:
    first = await bench.post()
    await bench.go(51 * 60)
    await bench.refresh("steady", steady=True)
    assert await bench.post() == first
    await bench.desk.ok("buy 1 infantry")
    await bench.quiet()
    second = await bench.post()
    assert second != first and (await bench.shown()).mention == ()
    assert first is not None and first.message_id not in bench.transport.messages


async def test_a_clock_that_is_set_back_keeps_no_message_waiting(bench: Bench) -> None:
    bench.transport.refuse("send", status=503)
    await bench.say("late", 77)

    async def put_off() -> bool:
        return any(m.attempts for m in await bench.desk.store.outbox.listed(["waiting"]))

    await bench.until(put_off)
    await bench.set_clock(-3590)
    await bench.go(3)
    await bench.until(lambda: any(m.text == "late" for m in bench.transport.messages.values()))


async def test_a_clock_that_is_set_forward_in_an_outage_kills_no_message(bench: Bench) -> None:
    bench.transport.refuse("send", status=503, times=2)
    await bench.say("late", 77)

    async def put_off() -> bool:
        return any(m.attempts for m in await bench.desk.store.outbox.listed(["waiting"]))

    await bench.until(put_off)
    await bench.set_clock(2 * 86400)
    for _ in range(3):
        await bench.go(300)
        await asyncio.sleep(0.05)
    await bench.until(lambda: any(m.text == "late" for m in bench.transport.messages.values()))
    assert "dead" not in await bench.states()


async def test_a_message_that_waits_for_long_is_told_to_whoever_watches(bench: Bench) -> None:
    assert "0 waiting" in await bench.sender.stuck()
    bench.transport.refuse("send", status=503, times=100)
    await bench.say("stuck", 77)
    for _ in range(4):
        await bench.go(200)
        await asyncio.sleep(0.05)
    with pytest.raises(Unwell, match="waiting for 13 minutes"):
        await bench.sender.stuck()
    bench.transport.refusals.clear()
    await bench.go(300)
    await bench.quiet()
    assert "0 waiting" in await bench.sender.stuck()


async def test_30046_too_many_edits(bench: Bench) -> None:
    first = await bench.post()
    bench.transport.refuse("edit", d.TOO_MANY_EDITS, 400)
    await bench.desk.ok("buy 1 infantry")
    await bench.quiet()
    assert await bench.post() != first and (await bench.shown()).mention == ()
    assert "dead" not in await bench.states()


async def test_10008_the_panel_was_deleted(bench: Bench) -> None:
    first = await bench.post()
    bench.transport.refuse("edit", d.UNKNOWN_MESSAGE, 404)
    await bench.refresh("again")
    assert await bench.post() != first and len(bench.transport.messages) == 2


@pytest.mark.parametrize("what", ["edit", "send"])
async def test_50083_an_archived_thread_is_opened(bench: Bench, what: str) -> None:
    bench.transport.refuse(what, d.ARCHIVED, 400)
    await bench.desk.ok("buy 1 infantry")
    await bench.say("hello")
    await bench.quiet()
    assert bench.transport.opened == [10] and "dead" not in await bench.states()


async def test_50007_closed_direct_messages_become_a_mention(bench: Bench) -> None:
    bench.transport.refuse("direct", d.NO_DIRECT)
    message = direct(BORIS, "Your move", "k", 10)
    await bench.desk.store.outbox.put(message, game_id=bench.desk.game_id)
    await bench.until(lambda: any("Your move" in m.text for m in bench.transport.messages.values()))
    said = next(m for m in bench.transport.messages.values() if "Your move" in m.text)
    assert said.mention == (BORIS,) and said.place == 10


@pytest.mark.parametrize(
    ("code", "status", "told"),
    [(d.NO_PERMISSION, 403, "Embed Links"), (d.NO_ACCESS, 403, "Embed Links"), (d.UNKNOWN_CHANNEL, 404, "gone")],
)
async def test_50013_50001_10003_the_master_is_told_once_a_day(bench: Bench, code: int, status: int, told: str) -> None:
    bench.transport.lacking = ["Embed Links"]
    bench.transport.refuse("edit", code, status, times=2)
    if code == d.UNKNOWN_CHANNEL:
        bench.transport.refuse("missing", code, status, times=2)
    await bench.desk.ok("buy 1 infantry")
    await bench.quiet()
    await bench.refresh("once more")
    assert [user for user, _ in bench.transport.directs] == [ANNA] and told in bench.transport.directs[0][1]
    assert (await bench.states())["dead"] == 2
    await bench.refresh("it is possible again")
    assert (await bench.shown()).edits == 1


async def test_429_is_waited_out_and_never_given_up(bench: Bench) -> None:
    bench.transport.refuse("edit", 0, 429, times=20, after=7.0)
    await bench.desk.ok("buy 1 infantry")
    async with asyncio.timeout(20):
        while not (await bench.shown()).edits:
            await bench.go(8)
            await asyncio.sleep(0.02)
    await bench.quiet()
    assert "dead" not in await bench.states() and not bench.transport.refusals["edit"]


async def test_an_outage_of_an_hour_loses_nothing(bench: Bench) -> None:
    bench.transport.refuse("edit", 0, 503, times=30)
    await bench.desk.ok("buy 1 infantry")
    async with asyncio.timeout(20):
        while await bench.desk.store.outbox.listed(("waiting", "sending")):
            await bench.go(301)
            await asyncio.sleep(0.02)
    assert (await bench.shown()).embed.startswith("USSR: Purchase")
    assert "dead" not in await bench.states()


async def test_a_store_that_fails_for_a_while_ends_nothing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    store, broken = bench.desk.store, True
    real = store.claim

    async def sometimes(*args: Any) -> Any:
        if broken:
            raise Unavailable("database or disk is full")
        return await real(*args)

    monkeypatch.setattr(store, "claim", sometimes)
    await bench.desk.ok("buy 1 infantry")
    await bench.until(lambda: bench.watch.failures >= 2)
    with pytest.raises(RuntimeError):
        await bench.watch.state()
    broken = False
    await bench.quiet()
    assert (await bench.shown()).edits >= 1
    assert await bench.desk.store.error("x") is None


async def test_what_is_sent_but_not_noted_is_noted_later_and_not_sent_twice(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, real = [Unavailable("locked"), Unavailable("locked")], bench.desk.store.claim

    async def twice(limit: int, *steps: Any) -> Any:
        if steps and left:
            raise left.pop()
        return await real(limit, *steps)

    monkeypatch.setattr(bench.desk.store, "claim", twice)
    await bench.say("once")
    await bench.quiet()
    assert [m.text for m in bench.transport.messages.values()].count("once") == 1 and not left


async def test_timers_survive_a_store_that_fails(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    store, fired, left = bench.desk.store, list[str](), [StoreError("full")] * 3
    real = store.timers.due

    async def due(limit: int = 100) -> Any:
        if left:
            raise left.pop()
        return await real(limit)

    async def fire(timer: Any) -> None:
        fired.append(timer.key)

    monkeypatch.setattr(store.timers, "due", due)
    await store.apply(SetTimer("k", "x", bench.desk.now, {}, bench.desk.game_id))
    watch = Watch("timers", Scheduler(store, fire, lambda: bench.desk.now).run, store, first_pause=0.01)
    watch.start()
    await bench.until(lambda: fired == ["k"])
    assert watch.failures == 3
    await watch.stop()


async def test_the_change_of_a_panel_is_noted_in_one_transaction(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its message; what the store does not take is not sent again, but noted again."""
    first, real, calls = await bench.post(), bench.desk.store.claim, list[tuple[Any, ...]]()

    async def fails(limit: int, *steps: Any) -> Any:
        calls.append(steps)
        if steps and len([one for one in calls if one]) == 1:
            raise Unavailable("not now")
        return await real(limit, *steps)

    monkeypatch.setattr(bench.desk.store, "claim", fails)
    bench.transport.refuse("edit", d.TOO_MANY_EDITS, 400, times=2)
    await bench.refresh("soon")
    tried, noted = [steps for steps in calls if steps][:2]
    kinds = {type(step) for step in noted}
    assert kinds == {MarkSent, SetPost, SetPreference, Enqueue} and tried == noted
    assert await bench.post() != first and len(bench.transport.messages) == 1


async def test_sent_rows_are_dropped_daily(bench: Bench) -> None:
    await bench.say("old")
    await bench.quiet()
    await bench.go(outbox_worker.KEEP_SENT + 2 * outbox_worker.DAY)
    await bench.say("new")
    await bench.quiet()
    kept = await bench.desk.store.outbox.listed(("sent",))
    assert "old" not in {m.payload.get("content") for m in kept}


async def test_an_order_that_is_taken_back_is_struck_through(bench: Bench) -> None:
    await bench.desk.stand("purchase")
    outcome = await bench.desk.ok("buy 2 infantry", "buy 1 armor")
    place, text = (await bench.desk.row()).place, words.accepted(outcome)
    sent = await bench.transport.send(place, Reply(text))
    told = numbered(outcome.lines, outcome.entries, words.told)
    await remember(bench.sender.services, outcome, told, text, place, sent)
    first, second = text.split("\n")
    for struck in (f"{first}\n~~{second}~~", f"~~{first}~~\n~~{second}~~"):
        await bench.desk.ok("undo")
        await bench.quiet()
        assert bench.transport.messages[sent].text == struck


async def test_what_is_taken_back_at_once_is_one_edit_of_a_message(bench: Bench) -> None:
    """Over the end of a phase: each message that told of some of it is changed once."""
    desk, sent, firsts = bench.desk, list[int](), list[int]()
    for orders in (["buy 1 infantry"], ["buy 2 infantry", "buy 1 armor"], ["done", "move 1 inf: Caucasus > Ukraine"]):
        outcome = await desk.ok(*orders)
        firsts.append(outcome.entries[0].number)
        text, told = words.accepted(outcome), numbered(outcome.lines, outcome.entries, words.told)
        sent.append(await bench.transport.send(10, Reply(text), nonce=text[:24]))
        await remember(bench.sender.services, outcome, told, text, 10, sent[-1])
    await take_back(desk.moderator, desk.game_id, desk.fresh(), ANNA, firsts[1], "the game master's word", "a slip")
    await bench.quiet()
    assert [bench.transport.messages[one].edits for one in sent] == [0, 1, 1]
    lines = [line for one in sent[1:] for line in bench.transport.messages[one].text.split("\n")]
    assert all(line.startswith(("~~", "-# ")) for line in lines), lines


async def test_messages_are_known_as_long_as_their_orders(bench: Bench) -> None:
    """Over the end of a phase, which can be taken back by agreement, and no longer than the table keeps its log."""
    await bench.desk.stand("purchase")
    for orders in (["buy 2 infantry"], ["done", "move 1 inf: Caucasus > Ukraine"]):
        outcome = await bench.desk.ok(*orders)
        told = numbered(outcome.lines, outcome.entries, words.told)
        await remember(bench.sender.services, outcome, told, words.accepted(outcome), 10, 1000 + outcome.number)
    kept = await bench.desk.store.told(bench.desk.game_id)
    assert len(kept) == 2
    table = await bench.desk.moderator.table(bench.desk.game_id)
    table.game.log = table.game.log.since(outcome.entries[0].number)
    await remember(bench.sender.services, outcome, told, words.accepted(outcome), 10, 2000)
    kept = await bench.desk.store.told(bench.desk.game_id)
    assert [one.message for one in kept] == [2000]


async def test_every_running_game_is_redrawn_at_a_start(bench: Bench) -> None:
    """Who was not answered before a kill sees on the panel what came of his order."""
    await bench.watch.stop()
    edits = (await bench.shown()).edits
    await bench.go(5)
    again = Sender(bench.sender.services, bench.transport, lambda: bench.desk.now)
    watch = Watch("sender", again.run, bench.desk.store, first_pause=0.05)
    watch.start()
    await bench.until(lambda: any(m.edits > edits for m in bench.transport.messages.values()))
    await watch.stop()
    await again.finish(1)


async def start_anew(bench: Bench) -> None:
    """Another sender on the same store, as after a kill, until it has nothing left to do."""
    await bench.go(5)
    again = Sender(bench.sender.services, bench.transport, lambda: bench.desk.now)
    watch = Watch("sender", again.run, bench.desk.store, first_pause=0.05)
    watch.start()
    await bench.until(lambda: again._redrawn)
    await bench.quiet()
    await watch.stop()
    await again.finish(1)


async def test_a_panel_posted_before_a_kill_is_not_posted_again(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed before it was noted where the panel stands: after the start there is one, and nobody is called twice."""
    row, posted, never = await bench.desk.row(), len(bench.transport.nonces), asyncio.Event()
    real = bench.desk.store.claim
    with monkeypatch.context() as killed:
        killed.setattr(bench.desk.store, "claim", lambda limit, *steps: never.wait() if steps else real(limit))
        await bench.desk.store.outbox.put(panel(row, "down", down=True), game_id=row.id)
        await bench.until(lambda: len(bench.transport.nonces) == posted + 1)
        await bench.watch.stop()
    bench.sender._ended.clear()
    bench.sender.services.answering.left.clear()
    await bench.sender.finish(0)
    await bench.desk.store.outbox.put(panel(row, "an order meanwhile"), game_id=row.id)
    await start_anew(bench)
    assert len(bench.transport.nonces) == posted + 1
    assert [m.buttons for m in bench.transport.messages.values()].count(True) == 1


async def test_a_panel_whose_answer_was_lost_is_not_posted_again(bench: Bench) -> None:
    """Posted, but the line broke before Discord had said so; then comes the next order."""
    row, posted, real = await bench.desk.row(), len(bench.transport.nonces), bench.transport.send
    lost = [d.NotDelivered("connection reset")]

    async def send(*given: Any, **named: Any) -> int:
        sent = await real(*given, **named)
        if lost:
            raise lost.pop()
        return sent

    bench.transport.send = send  # type: ignore[method-assign]
    await bench.desk.store.outbox.put(panel(row, "down", down=True), game_id=row.id)

    async def put_off() -> bool:
        return any(m.attempts for m in await bench.desk.store.outbox.listed(("waiting",)))

    await bench.until(put_off)
    await bench.desk.store.outbox.put(panel(row, "the next order"), game_id=row.id)
    await bench.go(10)
    await bench.quiet()
    assert len(bench.transport.nonces) == posted + 1
    assert [m.buttons for m in bench.transport.messages.values()].count(True) == 1


async def test_a_lobby_has_its_panel_whatever_is_killed(bench: Bench) -> None:
    """The panel is queued with the game; and one that was lost all the same comes at the next start."""
    values = {"guild_id": 9, "channel_id": 20, "name": "Second", "board": "classic", "master": ANNA}
    second = await bench.desk.lobby.create("new 2", values)
    assert [m.channel_id for m in await bench.desk.store.outbox.listed() if m.game_id == second.id] == [20]
    await bench.quiet()
    post = (await bench.desk.store.posts(second.id))["panel"]
    await bench.watch.stop()
    await bench.desk.store.apply(DropPost(second.id, "panel"))
    del bench.transport.messages[post.message_id]
    await bench.go(30 * 86400.0)
    await start_anew(bench)
    assert "panel" in await bench.desk.store.posts(second.id)
    assert [m.place for m in bench.transport.messages.values()].count(20) == 1


async def test_a_panel_does_not_wait_for_all_that_was_taken_back(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many undos in a row: the panel comes first, each message is struck once."""
    services, row, said = bench.sender.services, await bench.desk.row(), dict[int, str]()
    for number in range(12):
        bought = await bench.desk.ok("buy 1 infantry")
        told = numbered(bought.lines, bought.entries)
        text = "\n".join(line for line, _ in told)
        said[await bench.transport.send(10, Reply(text), nonce=f"order {number}")] = text
        await remember(services, bought, told, text, 10, list(said)[-1])
        await bench.desk.ok("undo")
    edited, real = list[int](), bench.transport.edit

    async def edit(place: int, message: int, reply: Reply) -> None:
        edited.append(message)
        await real(place, message, reply)

    await bench.quiet()
    assert all(bench.transport.messages[m].text == f"~~{text}~~" for m, text in said.items())
    assert all(bench.transport.messages[m].edits == 1 for m in said)
    for message in said:
        bench.transport.messages[message].text = ""
    for kept in await bench.desk.store.told(row.id):
        await bench.desk.store.apply(PutTold(replace(kept, shown="")))
    monkeypatch.setattr(bench.transport, "edit", edit)
    bought = await bench.desk.ok("buy 1 infantry")
    await bench.desk.ok("undo")
    await bench.quiet()
    panel_id = (await bench.post()).message_id  # type: ignore[union-attr]
    assert panel_id in edited[:7] and sorted(m for m in edited if m in said) == sorted(said)


async def test_what_can_never_be_noted_keeps_no_message_back(bench: Bench) -> None:
    bench.sender.services.answering.leave(SetPost(Post("no such game", "panel", 10, 1)))
    await bench.say("all the same")
    await bench.until(lambda: any(m.text == "all the same" for m in bench.transport.messages.values()))
    await bench.quiet()


async def test_what_an_answer_leaves_is_noted_with_the_panel_behind_it(bench: Bench) -> None:
    """No transaction of its own; and a stop takes care of what is still to be noted."""
    writes, store = list[int](), bench.desk.store
    real = store._database.write

    async def write(*given: Any) -> Any:
        writes.append(1)
        return await real(*given)

    store._database.write = write  # type: ignore[method-assign]
    asked: Any = Asked(77, ANNA)
    await give(bench.sender.services, asked, await bench.desk.row(), ["buy 2 infantry"])
    await bench.quiet()
    await bench.until(lambda: not bench.sender.services.answering.left)
    assert [one.text for one in await store.told(bench.desk.game_id)] == asked.told
    assert len(writes) == 3  # the order; its panel taken; the panel and what the answer left noted
    bench.sender.services.answering.leave(SetPost(Post(bench.desk.game_id, REPLY, 10, 1)))
    await bench.watch.stop()
    await bench.sender.finish(0)
    assert (await store.posts(bench.desk.game_id))[REPLY].message_id == 1


async def test_a_picture_is_put_into_the_panel_when_it_is_drawn(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """By an edit, without another look at the game; by a refresh, where the game has moved on or Discord refuses."""
    panels, drawn, pictures, real = bench.sender.panels, asyncio.Event(), list[int](), bench.transport.edit

    async def board(request: Any) -> Picture:
        await drawn.wait()
        return Picture("map.webp", b"", "a map")

    async def edit(place: int, message: int, reply: Reply) -> None:
        await real(place, message, reply)
        pictures.append(len(reply.pictures))

    monkeypatch.setattr(bench.transport, "edit", edit)
    monkeypatch.setattr(panels_module, "AT_MOST_EVERY", 0.0)
    settings = Settings(data_dir=bench.desk.folder, pictures=True, _env_file=None)  # type: ignore[call-arg]
    media: Any = SimpleNamespace(board=board)
    panels.services = replace(bench.sender.services, settings=settings, media=media)
    for moved_on, refused in ((False, False), (True, False), (False, True)):
        drawn.clear(), pictures.clear()
        await bench.desk.ok("buy 1 infantry")
        await bench.quiet()
        assert pictures == [0]
        sheet, sent = panels._sheets[bench.desk.game_id], (await bench.states())["sent"]
        sheet.wanted = "another map" if moved_on else sheet.wanted
        if refused:
            bench.transport.refuse("edit", 0, 503)
        drawn.set()
        await bench.until(lambda: pictures == [0, 1])
        await bench.quiet()
        assert (await bench.states())["sent"] == sent + (moved_on or refused)
        sheet.shown = ""
