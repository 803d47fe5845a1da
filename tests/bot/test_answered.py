"""Whoever asks is answered, whatever fails on the way; and what had been carried out is not called undone."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any, cast

import discord
import pytest
from asked import Asked, refusal
from desk import ANNA, Desk
from sqlalchemy import select

from bot.discord import client as client_module
from bot.discord import response
from bot.discord.client import CARRIED_OUT, ENDING, UNDONE, UNKNOWN, Adjutant
from bot.discord.components import router
from bot.discord.components.custom_id import make
from bot.discord.features.orders import commands as orders_module
from bot.discord.features.orders.buttons import show_plan
from bot.discord.features.orders.commands import give, outcome_reply
from bot.discord.response import Reply, Unanswered, answer, open_form, strip, update
from bot.game.moderator import threads
from bot.ops.threads import Threads
from bot.processes.apart import Apart
from bot.processes.picture_service import Pictures
from bot.services import Services
from bot.settings import Settings
from bot.store import MarkSent, Unavailable, tables
from rules.core.documents import TableError
from rules.play.game import Game


@pytest.fixture
async def services(desk: Desk) -> Services:
    """A bot's services over a game in which USSR buys."""
    await desk.begin()
    await desk.ok("done")
    return desk.services


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent again is sent again at once."""
    monkeypatch.setattr(response, "FIRST_PAUSE", 0)


def asked(desk: Desk, *failing: BaseException, **more: Any) -> Any:
    return Asked(int(desk.fresh()), ANNA, *failing, **more)


def fails(error: BaseException) -> Any:
    async def failing(*values: Any, **more: Any) -> Any:
        raise error

    return failing


# --- thoughts -----------------------------------------------------------------------------------------------------


def _stops(*values: Any) -> Any:
    return next(iter(()))


async def test_a_thought_that_stops_short_is_an_error_and_holds_nothing_up(desk: Desk, monkeypatch: Any) -> None:
    """asyncio takes no StopIteration over from a thread: the order waited for ever, and all others behind it."""
    await desk.begin()
    with monkeypatch.context() as patch:
        patch.setattr("bot.game.moderator.moderator.judge", _stops)
        with pytest.raises(RuntimeError, match="StopIteration"):
            await desk.give("done")
    await desk.ok("done")
    asyncio.get_running_loop().set_default_executor(Threads())
    with pytest.raises(RuntimeError, match="StopIteration"):
        await asyncio.to_thread(_stops)


async def test_a_thought_without_end_is_given_up_and_others_go_on(desk: Desk, monkeypatch: Any) -> None:
    await desk.begin()
    end, begun = threading.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def endless(game: Game) -> None:
        loop.call_soon_threadsafe(begun.set)
        end.wait(60)

    game = (await desk.moderator.table(desk.game_id)).game
    monkeypatch.setattr(threads, "LONGEST", 0.2)
    stuck = asyncio.create_task(threads.ponder(game, endless))
    await begun.wait()
    behind = asyncio.create_task(threads.ponder(game, lambda copy: copy.state.turn.power))
    with pytest.raises(threads.EndlessThought):
        await stuck
    monkeypatch.setattr(threads, "LONGEST", 60.0)
    assert await behind == "USSR"
    end.set()
    assert await threads.ponder(game, lambda copy: copy.state.turn.phase) == "research"


# --- answers ------------------------------------------------------------------------------------------------------


async def test_an_answer_is_sent_until_it_arrives(desk: Desk, quick: None) -> None:
    act = asked(desk, OSError(), refusal(0, 503), TimeoutError())
    assert await answer(act, Reply("told")) == 1
    assert act.told == ["told"]


async def test_a_late_answer_to_all_is_said_in_the_channel_even_over_a_bad_line(desk: Desk, quick: None) -> None:
    act = asked(desk, refusal(10062), OSError())
    await answer(act, Reply("told"))
    assert [values["content"] for values in act.posted] == ["told"]


async def test_of_a_late_private_answer_the_channel_learns_only_that_there_was_one(desk: Desk) -> None:
    act = asked(desk, refusal(10062))
    await answer(act, Reply("a secret", private=True))
    (note,) = act.posted
    assert f"<@{ANNA}>" in note["content"] and "secret" not in note["content"] and not act.sent
    assert note["allowed_mentions"].to_dict() == discord.AllowedMentions.none().to_dict()


async def test_orders_that_cannot_be_answered_are_told_by_the_outbox(
    desk: Desk, services: Services, quick: None
) -> None:
    act, row = asked(desk, *[OSError()] * response.ATTEMPTS), await desk.row()
    await give(services, act, row, ["buy 2 infantry"])
    said = list[str]()
    messages, _ = await desk.store.claim(20)
    while messages:
        said += [m.payload["content"] for m in messages if m.kind == "say"]
        messages, _ = await desk.store.claim(20, *(MarkSent(message.id) for message in messages))
    assert not act.sent and len(said) == 1 and "2 infantry" in said[0]


async def test_buttons_that_stay_do_not_keep_the_answer_back(desk: Desk) -> None:
    for error in (OSError(), refusal(0, 503), refusal(50013, 403)):
        await strip(asked(desk, error, kind="component"))


async def test_forms_and_changed_messages_go_over_a_bad_line_too(desk: Desk, quick: None) -> None:
    for send in (lambda act: open_form(act, cast(Any, "form")), lambda act: update(act, Reply("changed"))):
        act = asked(desk, OSError(), refusal(0, 502), refusal(40060, 400), kind="component")
        await send(act)
        assert not act.failing
        with pytest.raises(Unanswered):
            await send(asked(desk, *[OSError()] * response.ATTEMPTS, kind="component"))


async def test_what_was_done_is_told_though_its_picture_and_buttons_fail(
    desk: Desk, services: Services, monkeypatch: Any
) -> None:
    outcome = await desk.ok("buy 2 infantry")
    monkeypatch.setattr(orders_module, "buttons", fails(LookupError("menus")))
    reply = await outcome_reply(services, await desk.situation(), outcome)
    assert "2 infantry" in reply.text and reply.view is None


async def test_a_plan_is_deferred_while_its_odds_are_worked_out(
    desk: Desk, services: Services, monkeypatch: Any
) -> None:
    act, deferred = asked(desk), asyncio.Event()

    async def defer(**values: Any) -> None:
        assert values["ephemeral"]
        deferred.set()

    async def odds(*values: Any) -> list[str]:
        await deferred.wait()
        return ["the odds"]

    act.defer = defer
    monkeypatch.setattr(response, "PATIENCE", 0)
    monkeypatch.setattr("bot.discord.features.orders.buttons.plan_lines", odds)
    await show_plan(services, act, await desk.row(), "done")
    assert "the odds" in act.told[0]


async def test_a_press_whose_work_takes_long_is_put_off_unseen_and_answered(
    desk: Desk, services: Services, monkeypatch: Any
) -> None:
    act, deferred = asked(desk, kind="component"), asyncio.Event()
    act.message, act.data = object(), {"custom_id": make("slow")}

    async def defer(**values: Any) -> None:
        assert not values["thinking"]
        deferred.set()

    async def slow(services: Services, interaction: Any, press: Any) -> None:
        await deferred.wait()
        await answer(interaction, Reply("done", private=True))

    act.defer = defer
    monkeypatch.setattr(response, "PATIENCE", 0)
    monkeypatch.setitem(router.ROUTES, "slow", slow)
    await router.dispatch(services, act)
    assert act.told == ["done"] and response.DEFERRED not in act.extras


async def test_patience_counts_from_when_an_interaction_came(desk: Desk, services: Services, monkeypatch: Any) -> None:
    act, deferred = asked(desk), asyncio.Event()

    async def defer(**values: Any) -> None:
        deferred.set()

    act.defer = defer
    monkeypatch.setattr(response, "PATIENCE", 1000)
    act.extras[response.CAME] = asyncio.get_running_loop().time() - 1000
    async with response.patience(act):
        await deferred.wait()


async def test_whoever_waits_inside_says_how_it_is_put_off(desk: Desk, services: Services, monkeypatch: Any) -> None:
    act, told = asked(desk), list[Any]()
    deferred = asyncio.Event()

    async def defer(**values: Any) -> None:
        told.append(values)
        deferred.set()

    act.defer = defer
    monkeypatch.setattr(response, "PATIENCE", 0)
    async with response.patience(act, in_place=True), response.patience(act, private=True):
        await deferred.wait()
    assert told == [{"ephemeral": True, "thinking": True}]


async def test_a_form_is_no_answer_of_a_route_that_may_be_put_off(
    desk: Desk, services: Services, monkeypatch: Any
) -> None:
    act = asked(desk, kind="component")
    act.message, act.data = object(), {"custom_id": make("asks")}

    async def asks(services: Services, interaction: Any, press: Any) -> None:
        await open_form(interaction, discord.ui.Modal(title="A form"))

    monkeypatch.setitem(router.ROUTES, "asks", asks)
    with pytest.raises(RuntimeError, match="form=True"):
        await router.dispatch(services, act)


async def test_a_card_that_takes_too_long_is_left_out(desk: Desk, services: Services, monkeypatch: Any) -> None:
    async def never(*values: Any, **more: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(orders_module, "CARD_PATIENCE", 0.01)
    monkeypatch.setattr(Pictures, "of_battle", never)
    outcome = await desk.ok("buy 2 infantry")
    reply = await outcome_reply(services, await desk.situation(), outcome)
    assert "2 infantry" in reply.text and not reply.pictures and reply.view is not None


# --- errors -------------------------------------------------------------------------------------------------------


@pytest.fixture
async def client(services: Services, tmp_path: Path) -> Adjutant:
    """The client, not logged in."""
    return Adjutant(Services.over(Settings(data_dir=tmp_path, pictures=False), services.store, services.games))


def pressed(desk: Desk, *failing: BaseException) -> Any:
    act = asked(desk, *failing, kind="component")
    act.data = {"custom_id": f"a1:trial:{desk.game_id}::"}
    return act


async def _press(client: Adjutant, monkeypatch: Any, act: Any, handler: Any) -> list[str]:
    monkeypatch.setitem(router.ROUTES, "trial", handler)
    await client.on_interaction(cast(Any, act))
    assert all(values["ephemeral"] for values in act.sent)
    return list(act.told)


async def test_an_error_says_whether_the_order_was_carried_out(client: Adjutant, desk: Desk, monkeypatch: Any) -> None:
    async def orders(services: Services, act: Any, press: Any) -> None:
        await services.games.orders(desk.game_id, str(act.id), ANNA, ["buy 2 infantry"])
        raise LookupError("afterwards")

    (told,) = await _press(client, monkeypatch, pressed(desk), orders)
    assert CARRIED_OUT in told
    (told,) = await _press(client, monkeypatch, pressed(desk), fails(LookupError("before")))
    assert UNDONE in told
    monkeypatch.setattr(client.services.store, "receipt", fails(Unavailable("locked")))
    (told,) = await _press(client, monkeypatch, pressed(desk), fails(LookupError("before")))
    assert UNKNOWN in told


async def test_a_token_that_is_over_is_no_error_of_ours(client: Adjutant, desk: Desk, monkeypatch: Any) -> None:
    await _press(client, monkeypatch, pressed(desk), fails(refusal(10062)))
    assert list(await desk.store._database.rows(select(tables.errors))) == []


async def test_a_refusal_echoes_no_book(client: Adjutant, desk: Desk, monkeypatch: Any) -> None:
    (told,) = await _press(client, monkeypatch, pressed(desk), fails(TableError("no such rule: " + "x" * 6000)))
    assert told.startswith("no such rule") and len(told) <= 2000


async def test_an_error_while_an_error_is_told_is_answered(client: Adjutant, desk: Desk, monkeypatch: Any) -> None:
    monkeypatch.setattr(client_module, "stale_reply", fails(LookupError("locked")))
    (told,) = await _press(client, monkeypatch, pressed(desk), fails(client_module.Stale(desk.game_id)))
    assert "error of mine" in told


async def test_work_that_was_cancelled_elsewhere_is_answered(client: Adjutant, desk: Desk, monkeypatch: Any) -> None:
    """As when a pool of processes is ended with the work of others in it."""
    (told,) = await _press(client, monkeypatch, pressed(desk), fails(asyncio.CancelledError()))
    assert "error of mine" in told


async def test_who_comes_while_the_bot_ends_is_told(client: Adjutant, desk: Desk, monkeypatch: Any) -> None:
    await client.quiet_end()
    assert await _press(client, monkeypatch, pressed(desk), fails(AssertionError())) == [ENDING]


async def test_work_of_others_in_processes_that_were_ended_begins_again(monkeypatch: Any) -> None:
    """Only who asked for it may be cancelled by it."""
    apart, pools = Apart(60, 5), ["first", "second"]

    async def started() -> Any:
        apart._pool = cast(Any, pools[0])
        return pools[0]

    async def done(pool: Any, work: Any, *arguments: Any) -> Any:
        if pool == "first":
            pools.pop(0)
            apart._pool = None  # somebody else's time was up
            raise asyncio.CancelledError
        return "done"

    monkeypatch.setattr(apart, "_started", started)
    monkeypatch.setattr(apart, "_end", lambda pool: None)
    monkeypatch.setattr("bot.processes.apart._done", done)
    assert await apart.run(cast(Any, None)) == "done"
