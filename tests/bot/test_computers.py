"""Seats that a computer plays: given and taken, orders through the moderator, posted before their dice, handed back."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from desk import ANNA, BORIS, Desk
from fake_transport import FakeTransport
from test_timekeeper import DAILY, run_out, said, to_question

from bot.discord.features.computers.text import told_orders
from bot.discord.features.look.buttons import weighed_reply
from bot.discord.features.orders.strikethrough import strike
from bot.discord.features.panel.panel import compose
from bot.game import PlayError, Situation, open_powers
from bot.game.clock.deadlines import DAY
from bot.game.computers.computers import BACK, PHASE, TURN, Computer, computers
from bot.game.consent.going_back import take_back
from bot.game.moderator.outbox_messages import Answering
from bot.processes.picture import Picture
from bot.store import DropTimers, Seat
from bot.workers import computer_seats
from bot.workers.computer_seats import ComputerSeats, _Work
from rules.play.game import Game, NoDice, Outcome
from rules.play.narrate import order_text
from seats import Thought, reply, think

RECRUIT = Computer("recruit")


class Thinker:
    """Thinks here and now. stuck: what it says instead."""

    def __init__(self) -> None:
        self.stuck = ""

    async def think(self, game: Game, level: str, seed: int, memory: dict[str, Any]) -> Thought:
        if self.stuck:
            return Thought((), False, {}, self.stuck)
        return think(game.copy(), level, seed, memory)

    async def reply(self, game: Game) -> str:
        return reply(game.copy())


class Room:
    """Computer players at a desk, with the messages they post."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.transport, self.thinker = desk, FakeTransport(), Thinker()

        self.drawn: list[Any] = []

        async def battle(game: Game, entries: Any, ended: bool) -> list[Any]:
            assert {entry.number for entry in entries} <= {entry.number for entry in game.log.here}, (
                "the game afterwards"
            )
            return []

        async def boards(request: Any, name: str) -> list[Any]:
            self.drawn += [request] if request else []
            return []

        media = SimpleNamespace(of_battle=battle, boards=boards)
        services = SimpleNamespace(
            store=desk.store, games=desk.moderator, thinking=self.thinker, media=media, answering=Answering()
        )
        self.seats = ComputerSeats(services, self.transport, lambda: desk.now)  # type: ignore[arg-type]
        self.work = _Work()

    async def step(self) -> float | None:
        return await self.seats._step(self.desk.game_id, self.work)

    async def until_a_person(self, most: int = 60) -> None:
        for _ in range(most):
            wait = await self.step()
            if wait is None:
                return
            self.desk.now += wait
        raise AssertionError("no end")

    @property
    def texts(self) -> list[str]:
        return [m.text for m in self.transport.messages.values()]


async def text_now(room: Room, posted: int) -> str:
    """The text of a message that tells of orders, as it has to be by now."""
    await room.desk.store.apply(*room.seats.services.answering.left)
    (told,) = [one for one in await room.desk.store.told(room.desk.game_id) if one.message == posted]
    return strike((await room.desk.situation()).game, told.text, told.lines)


@pytest.fixture
async def room(desk: Desk) -> Room:
    await desk.begin({"USSR": BORIS})
    return Room(desk)


async def test_a_computer_plays_its_turn_and_stops_before_a_person(room: Room) -> None:
    desk = room.desk
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": RECRUIT})
    await room.until_a_person()
    state = await desk.state()
    assert (state.turn.power, state.turn.phase) != ("USSR", "purchase")
    assert state.pending or state.turn.power == "Germany"
    heads = [text.split("\n")[0] for text in room.texts]
    assert heads == ["**USSR** (computer, recruit)"] * len(heads) and 1 <= len(heads) <= 2
    assert "__Purchase__" in room.texts[0]
    assert any("to take" in text for text in room.texts)
    givers = {e.player for e in await desk.store.entries(desk.game_id)}
    assert givers <= {"computer", "auto"}


async def test_dice_are_bound_to_the_message_that_was_posted_before(room: Room) -> None:
    desk = room.desk
    await desk.master.set_computers(ANNA, desk.game_id, dict.fromkeys(("USSR", "Germany"), RECRUIT))
    while not (rolls := [x for x in await desk.store.dice_log(desk.game_id) if x["kind"] == "roll"]):
        desk.now += await room.step() or 0
    assert int(rolls[0]["interaction"]) in room.transport.messages
    posted = room.transport.messages[int(rolls[0]["interaction"])]
    table = (await desk.moderator.table(desk.game_id)).game.table
    assert posted.edits == 1 and "Rolled" in posted.text
    assert order_text(table, rolls[0]["order"].split("\n")[-1]) in posted.text


async def test_it_pauses_between_phases_and_waits_for_the_button(room: Room) -> None:
    desk = room.desk
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": RECRUIT})
    await room.step()
    assert await room.step() == 10
    await desk.master.set_settings(ANNA, desk.game_id, {"pace": "button"})
    assert await room.step() is None
    room.work.pressed = True
    assert await room.step() == 0


async def test_it_answers_at_once_and_tells_only_what_changes_something(desk: Desk) -> None:
    await desk.begin(settings={"pace": "button"})
    await to_question(desk)
    await desk.master.set_computers(ANNA, desk.game_id, {"Germany": RECRUIT})
    room = Room(desk)
    asked = await desk.state()
    await room.step()
    assert (await desk.state()).pending[:1] != asked.pending[:1]


async def test_seats_of_computers_are_not_open_and_a_person_can_take_them(desk: Desk) -> None:
    await desk.begin({"USSR": BORIS})
    await desk.lobby.seating.leave(desk.game_id, BORIS)
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": RECRUIT})
    assert open_powers(await desk.row(), await desk.store.seats(desk.game_id)) == []
    await desk.lobby.seating.join(Seat(desk.game_id, "USSR", BORIS))
    assert computers(await desk.row()) == {}
    assert await Room(desk).step() is None


async def test_the_owner_takes_it_back_by_any_order(room: Room) -> None:
    desk = room.desk
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": Computer("recruit", BACK)})
    await desk.ok("done", user=BORIS)
    assert computers(await desk.row()) == {}
    assert (await desk.store.audit(desk.game_id, limit=1))[0].action == "computer"


async def test_it_takes_over_after_the_deadline_and_hands_back_when_the_turn_is_over(desk: Desk) -> None:
    await desk.begin({"USSR": BORIS}, settings={**DAILY, "on_expiry": "computer"})
    for _ in range(9):
        if computers(await desk.row()):
            break
        await run_out(desk)
    assert computers(await desk.row()) == {"USSR": Computer("officer", TURN)}
    assert any("a computer plays this turn" in text for text in await said(desk))
    room = Room(desk)
    for _ in range(80):
        if (wait := await room.step()) is None and (await desk.state()).turn.power == "USSR":
            from rules.legal import decision_choices

            await desk.ok(decision_choices(await desk.game())[0])
        elif wait is None:
            break
        desk.now += wait or 0
    assert (await desk.state()).turn.power == "Germany"
    assert computers(await desk.row()) == {}


async def test_it_hands_back_at_the_next_phase_with_time_anew(desk: Desk) -> None:
    await desk.begin({"USSR": BORIS}, settings={"deadline": {"profile": "daily"}})
    await desk.store.apply(DropTimers(desk.game_id))
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": Computer("recruit", PHASE)})
    room, first = Room(desk), (await desk.state()).turn.phase
    for _ in range(20):
        if not computers(await desk.row()):
            break
        desk.now += await room.step() or 0
    turn = (await desk.state()).turn
    assert turn.power == "USSR" and turn.phase != first
    due = {t.payload["power"]: t.due for t in await desk.store.timers.of_game(desk.game_id) if t.kind == "deadline"}
    assert due == {"USSR": desk.now + DAY}


async def test_a_seat_that_cannot_go_on_is_given_to_the_game_master(room: Room) -> None:
    desk = room.desk
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": RECRUIT})
    room.thinker.stuck = "400 orders in a row were refused"
    await room.step()
    assert computers(await desk.row()) == {}
    assert any("can't go on for **USSR**" in text for text in await said(desk))


async def test_nothing_is_done_when_the_game_has_moved_on(room: Room) -> None:
    desk = room.desk
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": RECRUIT})

    async def think_while_others_order(game: Game, level: str, seed: int, memory: dict[str, Any]) -> Thought:
        found = think(game.copy(), level, seed, memory)
        await desk.ok("done", user=BORIS)
        return found

    room.thinker.think = think_while_others_order  # type: ignore[method-assign]
    before = (await desk.row()).revision
    await room.step()
    assert (await desk.row()).revision == before + 1
    assert room.texts == []


async def test_a_post_that_hangs_holds_up_nobody_for_long(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is free again, and what was posted after all is the same message when it is tried again."""
    desk, place = room.desk, (await room.desk.row()).place
    monkeypatch.setattr(computer_seats, "LONGEST_POST", 0.05)
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": RECRUIT})
    room.transport.slow[place] = asyncio.Event()
    assert await room.seats._tried(desk.game_id, room.work) == computer_seats.REST
    assert not desk.moderator.locks.game(desk.game_id).locked() and room.texts == []
    del room.transport.slow[place]
    await room.step()
    assert len(room.texts) == 1 and (await desk.row()).revision


async def test_the_master_is_told_what_there_is(room: Room) -> None:
    with pytest.raises(PlayError):
        await room.desk.master.set_status(ANNA, room.desk.game_id, "over")
        await room.desk.master.set_computers(ANNA, room.desk.game_id, {"USSR": RECRUIT})


async def test_the_panel_offers_next_and_no_orders(room: Room) -> None:
    desk = room.desk
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": RECRUIT})
    services: Any = SimpleNamespace(store=desk.store, games=desk.moderator)

    async def nothing(*_: Any) -> list[Any]:
        return []

    services.odds = SimpleNamespace(due=nothing, raids=nothing)
    panel = await compose(services, await desk.situation())
    assert "computer, recruit" in panel.reply.text and panel.people == ()
    assert panel.reply.view is not None
    shown = [getattr(item, "label", "") for item in panel.reply.view.children]
    assert shown == ["Next (by itself in 10 seconds)", "Play to my next decision", "Map"] and not panel.drawn
    await desk.master.set_settings(ANNA, desk.game_id, {"pace": "at once"})
    panel = await compose(services, await desk.situation())
    assert panel.reply.view is not None and len(panel.reply.view.children) == 1


async def test_the_moves_of_a_phase_are_one_picture_and_what_was_not_done_can_be_asked(room: Room) -> None:
    desk = room.desk
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": Computer("officer")})
    await room.until_a_person()
    assert room.drawn
    assert all(request.view.changes.arrows for request in room.drawn)
    services: Any = SimpleNamespace(store=desk.store)
    reply = await weighed_reply(services, await desk.row(), "USSR")
    assert "Not done" in reply.text and reply.private
    assert (await weighed_reply(services, await desk.row(), "ussr")).text == reply.text
    for typed, told in (("japan", "No computer plays Japan. One plays USSR."), (":", "No computer plays that.")):
        with pytest.raises(PlayError, match=told):
            await weighed_reply(services, await desk.row(), typed)


async def test_the_odds_of_a_question_are_told_once_with_the_picture_too(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = room.desk

    async def odds(*_: Any) -> list[str]:
        return ["Held 12 %"]

    async def same(*_: Any) -> str:
        return "the panel stays"

    async def card(*_: Any, **__: Any) -> list[Picture]:
        return [Picture("battle.webp", b"", "a card")]

    monkeypatch.setattr(computer_seats, "odds_lines", odds)
    monkeypatch.setattr(Situation, "mark", same)
    monkeypatch.setattr(room.seats.services.media, "of_battle", card)
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": RECRUIT})
    await room.until_a_person()
    asking = [m for m in room.transport.messages.values() if "Held 12 %" in m.text]
    assert asking and all(m.text.count("Held 12 %") == 1 and m.edits == 2 for m in asking)


async def test_orders_of_a_computer_that_are_taken_back_are_struck_through(room: Room) -> None:
    """A line that tells of several is struck with the last of them; until then what still stands is told behind it."""
    desk = room.desk
    await desk.stand("combat move")
    moves = ("move 2 infantry: Karelia S.S.R. > Ukraine S.S.R.", "move 1 fighter: Karelia S.S.R. > Ukraine S.S.R.")
    orders = tuple((text, "Ukraine S.S.R.: worth it.") for text in moves)

    async def attack(*_: Any) -> Thought:
        return Thought(orders, False, {}, "", "combat move")

    room.thinker.think = attack  # type: ignore[method-assign]
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": Computer("recruit", BACK)})
    await room.step()
    ((posted, message),) = room.transport.messages.items()
    head, phase, together = message.text.split("\n")
    assert together == "- **Ukraine S.S.R.**: 2 infantry, 1 fighter: worth it."
    assert await text_now(room, posted) == message.text
    await desk.ok("undo", user=BORIS)
    left = f"- ~~{together[2:]}~~ 2 infantry: Karelia S.S.R. → Ukraine S.S.R."
    assert await text_now(room, posted) == f"{head}\n{phase}\n{left}"
    await desk.ok("undo", user=BORIS)
    assert await text_now(room, posted) == f"{head}\n{phase}\n- ~~{together[2:]}~~"


async def test_a_battle_of_a_computer_that_is_taken_back_is_struck_through_with_its_order(room: Room) -> None:
    desk, fight = room.desk, "fight Ukraine S.S.R."
    await desk.ok("done", "done", "move 3 infantry, 1 armor: Karelia S.S.R. > Ukraine S.S.R.", "done", user=BORIS)

    async def attack(*_: Any) -> Thought:
        return Thought(((fight, ""),), True, {}, "", "conduct combat")

    room.thinker.think = attack  # type: ignore[method-assign]
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": Computer("recruit", BACK)})
    await room.step()
    ((posted, message),) = room.transport.messages.items()
    number = next(e.number for e in (await desk.moderator.table(desk.game_id)).game.log.here if e.text == fight)
    await take_back(desk.moderator, desk.game_id, desk.fresh(), ANNA, number, "the game master's word", "a slip")
    lines, now = message.text.split("\n"), (await text_now(room, posted)).split("\n")
    assert now[:2] == lines[:2] and now[2] == "- ~~Fight Ukraine S.S.R.~~" and now[3] == f"~~{lines[3]}~~"


def test_orders_are_told_as_anybodys_by_reason() -> None:
    """Units that go the same way for the same reason in one line, the reason behind; what is rolled for as it is ordered."""
    game = Game.new("classic", ())
    orders = (
        ("done", ""),
        ("done", ""),
        ("move 3 infantry: Karelia S.S.R. > Ukraine S.S.R.", "Ukraine: worth it."),
        ("move 1 fighter: Karelia S.S.R. > Ukraine S.S.R.", ""),
        ("move 2 armor: Russia > Ukraine S.S.R.", ""),
        ("move 1 fighter: Russia > Karelia S.S.R. > Ukraine S.S.R.", "Ukraine: worth it."),
        ("done", ""),
        ("fight Ukraine S.S.R.", ""),
    )
    brought = []
    for text, _ in orders[:-1]:
        outcome = game.submit(text, NoDice())
        assert isinstance(outcome, Outcome)
        brought.append([outcome.entry])
    told = told_orders(game.table, "USSR", Thought(orders, True, {}), [*brought, []])
    assert [line.text for line in told] == [
        "- 3 infantry, 1 fighter: Karelia S.S.R. → Ukraine S.S.R.",
        "- 2 armor, 1 fighter: Russia → Ukraine S.S.R.",
        "-# Ukraine: worth it.",
        "- Fight Ukraine S.S.R.",
    ]
