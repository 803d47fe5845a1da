"""Messages whose orders are taken back are struck through, and known as long as their orders."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from asked import Asked
from bench import Bench
from desk import ANNA

from bot.discord.features.orders.commands import give
from bot.discord.response import Reply
from bot.discord.text import words
from bot.game import Accepted
from bot.game.consent.going_back import take_back
from bot.game.moderator.outbox_messages import REPLY
from bot.game.record.narration import numbered, told_of, told_steps
from bot.services import Services
from bot.store import Post, PutTold, SetPost


async def remember(services: Services, outcome: Accepted, *what: Any) -> None:
    """Note which message tells of some orders."""
    log = (await services.games.situation(outcome.game_id)).game.log
    await services.store.apply(*told_steps(log, outcome, told_of(outcome, *what)))


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
    assert len(writes) == 2  # the order, from which its panel is taken; the panel and what the answer left noted
    bench.sender.services.answering.leave(SetPost(Post(bench.desk.game_id, REPLY, 10, 1)))
    await bench.watch.stop()
    await bench.sender.finish(0)
    assert (await store.posts(bench.desk.game_id))[REPLY].message_id == 1
