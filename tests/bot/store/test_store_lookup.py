"""What was stored is found again: games, seats, entries taken back, snapshots, wishes, the audit trail."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from store_helpers import CHANNEL, Clock, create, order

from bot.store import (
    Change,
    DiceLines,
    DropPolicy,
    DropPost,
    DropSeat,
    ErrorRow,
    Message,
    NewSnapshot,
    Policy,
    Post,
    PutSeat,
    Record,
    Seat,
    SetGame,
    SetPolicy,
    SetPost,
    SetPreference,
    SetTimer,
    Store,
)
from bot.store.records import Json
from bot.store.transactions import RECENT_SNAPSHOTS


async def test_a_game_keeps_what_it_was_made_with(open_store: Callable[[], Awaitable[Store]], clock: Clock) -> None:
    store = await open_store()
    await create(store, rules=["rw.destroyers"], options={"battleship_hits": 2}, rules_version="1", thread_id=9)
    await store.apply(SetGame("g1", {"status": "running", "engine": {"board": "classic"}}))
    clock.go(5)
    game = await (await open_store()).game("g1")
    assert (game.rules, game.options, game.rules_version) == (["rw.destroyers"], {"battleship_hits": 2}, "1")
    assert (game.status, game.engine, game.place, game.created) == ("running", {"board": "classic"}, 9, clock.now - 5)


async def test_the_game_of_a_channel_is_the_newest_that_is_not_over(store: Store, clock: Clock) -> None:
    clock.go(1)
    await create(store, "g2", status="over")
    await create(store, "g3", thread_id=800)
    found = [await store.game_in(place) for place in (CHANNEL, 800, 12345)]
    assert [game and game.id for game in found] == ["g1", "g3", None]
    await store.apply(SetGame("g1", {"status": "over"}))
    found = [await store.game_in(CHANNEL)]
    assert found[0] and found[0].id == "g2"


async def test_games_are_listed_by_server_status_and_person(store: Store, clock: Clock) -> None:
    clock.go(1)
    await create(store, "g2", guild_id=2, status="running", master=6)
    await store.apply(PutSeat(Seat("g2", "Japan", 5)))
    assert [game.id for game in await store.games()] == ["g2", "g1"]
    assert [game.id for game in await store.games(guild_id=1)] == ["g1"]
    assert [game.id for game in await store.games(status=["running", "paused"])] == ["g2"]
    assert [game.id for game in await store.games(user_id=5)] == ["g2", "g1"]
    assert [game.id for game in await store.games(user_id=6)] == ["g2"]
    assert await store.counts() == {"lobby": 1, "running": 1}


async def test_seats(store: Store, clock: Clock) -> None:
    await store.apply(PutSeat(Seat("g1", "Germany", 5, interaction_id="77", phrase="luck")))
    clock.go(1)
    await store.apply(PutSeat(Seat("g1", "Germany", 6)), PutSeat(Seat("g1", "Japan", 5)))
    await store.apply(PutSeat(Seat("g1", "Germany", 6, role="substitute")), DropSeat("g1", "Japan", 5))
    first, second = await store.seats("g1")
    assert (first.user_id, first.phrase, first.interaction_id, first.role) == (5, "luck", "77", "player")
    assert (second.user_id, second.role) == (6, "substitute")


async def test_an_entry_taken_back_stays_and_says_by_which(store: Store) -> None:
    await store.commit(Change("1", "g1", entries=(order("a"), order("b"))))
    await store.commit(Change("2", "g1", entries=(order("undo", kind="undo", voids=(2,)),)))
    assert [(e.seq, e.order, e.voided_by) for e in await store.entries("g1")] == [
        (1, "a", None),
        (2, "b", 3),
        (3, "undo", None),
    ]
    assert [e.seq for e in await store.entries("g1", after=1, limit=1)] == [2]


async def test_loading_passes_over_snapshots_that_hold_entries_taken_back(store: Store) -> None:
    await store.commit(Change("1", "g1", entries=(order("a"),), snapshot=NewSnapshot({"at": 1})))
    await store.commit(Change("2", "g1", entries=(order("b"),), snapshot=NewSnapshot({"at": 2})))
    await store.commit(Change("3", "g1", entries=(order("undo", kind="undo", voids=(2,)),)))
    loaded = await store.load("g1")
    assert loaded.snapshot and loaded.snapshot.seq == 1
    assert [e.seq for e in loaded.entries] == [2, 3]
    await store.commit(Change("4", "g1", entries=(order("c"),), snapshot=NewSnapshot({"at": 4})))
    loaded = await store.load("g1")
    assert loaded.snapshot and loaded.snapshot.data == {"at": 4} and loaded.entries == []


async def test_snapshots_are_thinned_out_but_for_those_to_keep(store: Store) -> None:
    for n in range(1, 8):
        kept = n == 2
        await store.commit(Change(str(n), "g1", entries=(order(),), snapshot=NewSnapshot({"at": n}, keep=kept)))
    at = {n: await store.snapshot_before("g1", n) for n in range(1, 8)}
    assert at[1] is None
    assert [at[n] and at[n].seq for n in (2, 3, 4)] == [2, 2, 2]
    assert [at[n] and at[n].seq for n in (5, 6, 7)] == [5, 6, 7] and RECENT_SNAPSHOTS == 3


async def test_wishes_and_posts(store: Store) -> None:
    await store.apply(
        SetPolicy(Policy("g1", "Japan", "casualties", 5, {"order": ["infantry"]})),
        SetPolicy(Policy("g1", "Japan", "scramble", 5, {"answer": "pass"})),
        SetPost(Post("g1", "status", CHANNEL, 1)),
        SetPost(Post("g1", "status", CHANNEL, 2)),
        SetPreference("user", "5", "quiet", {"zone": "UTC"}),
        SetPreference("user", "5", "mention", False),
        SetPreference("server", "1", "quiet", 3),
    )
    await store.apply(DropPolicy("g1", "Japan", "scramble"), SetPreference("user", "5", "mention", None))
    assert [(p.kind, p.data) for p in await store.policies("g1", "Japan")] == [("casualties", {"order": ["infantry"]})]
    assert await store.policies("g1", "Germany") == []
    assert (await store.posts("g1"))["status"].message_id == 2
    assert await store.preferences("user", 5) == {"quiet": {"zone": "UTC"}}
    await store.apply(DropPost("g1", "status"))
    assert await store.posts("g1") == {}


async def test_the_audit_trail(store: Store) -> None:
    await store.apply(Record("5", "kick", {"user": 6}, "g1"), Record("5", "pause", game_id="g1"), Record("5", "x"))
    assert [(line.action, line.detail) for line in await store.audit("g1")] == [("pause", {}), ("kick", {"user": 6})]
    assert [line.action for line in await store.audit(None)] == ["x"]


async def test_errors_are_found_by_their_id(store: Store, clock: Clock) -> None:
    await store.record_error(ErrorRow("ABC234", "KeyError", "move: 'x'", "Traceback ...", {"game_id": "g1"}))
    found = await store.error("ABC234")
    assert found and (found.kind, found.context, found.at) == ("KeyError", {"game_id": "g1"}, clock.now)
    assert await store.error("NOTONE") is None


async def test_what_is_remembered_holds_only_until_the_next_write(store: Store) -> None:
    game = await store.game_in(CHANNEL)
    assert game is await store.game_in(CHANNEL) and await store.seats("g1") == []
    await store.apply(PutSeat(Seat("g1", "Japan", 5)))
    assert [seat.power for seat in await store.seats("g1")] == ["Japan"]
    await store.apply(SetGame("g1", {"name": "other"}))
    named = await store.game_in(CHANNEL)
    assert named and named.name == "other" and (await store.game("g1")).name == "other"
    changes = asyncio.gather(*(store.apply(SetGame("g1", {"name": f"name {n}"})) for n in range(20)))
    while not changes.done():
        await store.game("g1")
        await asyncio.sleep(0)  # what is known is told at once
    await changes
    assert (await store.game("g1")).name == "name 19"


async def test_the_last_rolls_and_the_commitment(store: Store) -> None:
    assert (await store.commitment("g1"), await store.last_rolls("g1", 2)) == ("", [])
    lines: list[dict[str, Json]] = [{"kind": "chain", "commitment": "c0"}]
    lines += [{"kind": "roll", "roll": n, "id": f"{n}-ab"} for n in (1, 2, 3)]
    lines += [{"kind": "void", "rolls": [3]}, {"kind": "chain", "commitment": "c1"}]
    await store.commit(Change("1", "g1", steps=(DiceLines("g1", lines),)))
    assert await store.commitment("g1") == "c0"
    assert [line["roll"] for line in await store.last_rolls("g1", 2)] == [2, 3]


async def test_open_games_are_counted(open_store: Callable[[], Awaitable[Store]]) -> None:
    store = await open_store()
    for number, (guild, master, status) in enumerate(
        [(1, 5, "lobby"), (1, 6, "paused"), (1, 5, "over"), (2, 5, "lobby")]
    ):
        await create(store, f"g{number}", guild_id=guild, master=master, channel_id=CHANNEL + number)
        await store.apply(SetGame(f"g{number}", {"status": status}))
    assert await store.open_games(1, 5) == (2, 1)
    assert await store.open_games(3, 5) == (0, 0)


def reads_of(store: Store) -> list[int]:
    """The reads of a store from now on, as a list that grows."""
    found, real = list[int](), store._database.read

    async def read(*given: object) -> object:
        found.append(1)
        return await real(*given)  # type: ignore[arg-type]

    store._database.read = read  # type: ignore[method-assign, assignment]
    return found


async def test_the_facts_of_a_game_are_one_read_and_hold_until_it_is_written_about(store: Store) -> None:
    await create(store, "g2", channel_id=900)
    await store.apply(
        PutSeat(Seat("g1", "Japan", 7)),
        SetPolicy(Policy("g1", "Japan", "kamikaze", 7, {"do": "never"})),
        SetPost(Post("g1", "panel", CHANNEL, 12)),
        SetTimer("turn:1", "deadline", 5.0, {}, "g1"),
        SetPreference("game", "g1", "called", "x"),
        SetPreference("answerer", "g1", "Japan", 8),
        SetPreference("user", "7", "notify", "direct"),
        SetPreference("user", "8", "detail", "short"),
        SetPreference("user", "9", "detail", "short"),
    )
    reads = reads_of(store)
    found = await store.facts_in(CHANNEL)
    assert found is not None and found.game.id == "g1" and len(reads) == 1
    assert ([s.user_id for s in found.seats], [p.kind for p in found.policies]) == ([7], ["kamikaze"])
    assert found.posts["panel"].message_id == 12 and [t.key for t in found.timers] == ["turn:1"]
    assert (found.own, found.answerers) == ({"called": "x"}, {"Japan": 8})
    assert found.people == {7: {"notify": "direct"}, 8: {"detail": "short"}}
    await store.queue(Message(CHANNEL, "say", {}, "k"), game_id="g1")
    await store.claim(20)
    await store.apply(PutSeat(Seat("g2", "Japan", 7)), Record("5", "seat", {}, "g1"))
    assert await store.facts("g1") is found and await store.facts_in(CHANNEL) is found and len(reads) == 1
    await store.timers.failed(found.timers[0])
    assert (await store.facts("g1")).timers[0].attempts == 1 and len(reads) == 2
    await store.apply(SetPreference("user", "7", "notify", "never"))
    assert (await store.facts("g1")).people[7] == {"notify": "never"} and len(reads) == 3
    await store.apply(SetGame("g2", {"channel_id": CHANNEL}), SetGame("g1", {"status": "over"}))
    assert (await store.game_in(CHANNEL)).id == "g2"  # type: ignore[union-attr]
