"""Coming back: the recap at each hand-over, what is new for one person, the whole log, any turn's replay."""

from __future__ import annotations

import re
from dataclasses import replace

from desk import ANNA, BORIS, CHEN, Desk
from fake_transport import FakeTransport

from bot.discord.features.record.buttons import log_reply
from bot.discord.features.record.recap import news, since_reply, told_turns
from bot.game.record import history
from bot.processes import map_requests
from bot.store import Outgoing, SetPreference
from bot.workers.outbox_worker import Sender
from render.input import history as history_of
from render.input.scene import Replay
from render.map import alt
from rules.legal import decision_choices
from rules.play.game import Game as EngineGame
from rules.play.game import NoDice, Outcome

TURN = (
    "done",
    "buy 4 infantry",
    "done",
    "move 2 infantry: Caucasus > Ukraine S.S.R.",
    "undo",
    "done",
    "move 1 infantry: Caucasus > Russia",
    "done",
    "place 4 infantry: Russia",
    "done",
)
# Conduct combat ends by itself.
LAST = len(TURN) + 1


async def waiting(desk: Desk, kind: str) -> list[Outgoing]:
    """Messages of a kind in the outbox."""
    return [m for m in await desk.store.outbox.listed() if m.kind == kind]


async def test_a_recap_when_a_turn_is_over(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    for text in TURN[:-1]:
        await desk.ok(text)
    assert await waiting(desk, "recap") == []
    await desk.ok(TURN[-1])
    (message,) = await waiting(desk, "recap")
    assert (message.payload["first"], message.payload["last"]) == (1, LAST)
    transport = FakeTransport()
    sent, _ = await Sender(desk.services, transport).deliveries.films.tell(message)
    text = transport.messages[sent].text
    assert "**Round 1, USSR** (<@1>)" in text and "Bought: 4 infantry (12 IPC)" in text
    assert "income 24, 36 IPC now" in text and transport.messages[sent].mention == ()
    assert transport.messages[sent].buttons


async def test_who_is_called_by_direct_message_reads_there_what_happened(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    await desk.store.apply(SetPreference("user", str(BORIS), "notify", "direct"))
    for text in TURN:
        await desk.ok(text)
    transport = FakeTransport()
    sender = Sender(desk.services, transport)
    await sender.deliveries.panels.refresh((await waiting(desk, "panel"))[-1])
    await desk.store.apply(*sender.services.answering.left)
    (message,) = await waiting(desk, "direct")
    await sender.send(message)
    ((user, text),) = transport.directs
    assert user == BORIS and text.startswith("Your move in **Test**: <#10>")
    assert "**Round 1, USSR** (<@1>)" in text and "Bought: 4 infantry" in text
    row = await desk.row()
    await desk.store.apply(SetPreference("user", str(BORIS), "news", "short"))
    assert await news(desk.services, row, BORIS) == ["**Round 1, USSR** (<@1>)"]
    await desk.store.apply(SetPreference("user", str(BORIS), "news", "nothing"))
    assert await news(desk.services, row, BORIS) == []


async def test_a_recap_tells_luck_in_money(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    await desk.ok("done", "done", "move 3 infantry, 1 armor, 1 fighter: Karelia S.S.R. > Ukraine S.S.R.", "done")
    await desk.ok("fight Ukraine S.S.R.")
    await end_battle(desk)
    row = await desk.row()
    services = desk.services
    line = ""
    while "luck" not in line:  # the process is still starting
        (line,) = [one for one in await told_turns(services, row, 1, row.revision) if "**Ukraine S.S.R.**" in one]
    services.odds.close()
    assert re.search(r"; luck [+-][0-9]+$", line)


async def end_battle(desk: Desk) -> None:
    """The first answer to every question."""
    while (state := await desk.state()).pending:
        await desk.ok(
            decision_choices(await desk.game())[0], user=BORIS if state.pending[0].power == "Germany" else ANNA
        )


async def test_what_is_new_since_somebody_was_here(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    for text in TURN:
        await desk.ok(text)
    await desk.ok("done", "buy 2 armor", user=BORIS)
    found = await since_reply(desk.services, await desk.row(), ANNA)
    assert found.private and "Since you were last here: 2 orders" in found.text
    assert "Germany" in found.text and "2 armor" in found.text and "**Round 1, USSR" not in found.text
    again = await since_reply(desk.services, await desk.row(), ANNA)
    assert again.text == found.text
    desk.now += 3600
    assert "Nothing has happened" in (await since_reply(desk.services, await desk.row(), ANNA)).text
    assert "Nothing has happened" in (await since_reply(desk.services, await desk.row(), BORIS)).text
    onlooker = await since_reply(desk.services, await desk.row(), CHEN)
    assert "**Round 1, USSR" in onlooker.text and "**Round 1, Germany" in onlooker.text


async def test_the_log_is_complete_by_pages(desk: Desk) -> None:
    await desk.begin()
    await desk.ok("done")
    for _ in range(60):
        await desk.ok("buy 1 infantry")
        await desk.ok("unbuy 1 infantry")
    row, game = await desk.row(), (await desk.moderator.table(desk.game_id)).game
    parts = [(await log_reply(desk.services, row, 0, part)).text for part in range(20)]
    whole = "\n".join(dict.fromkeys(parts))
    assert len(set(parts)) > 2 and all(len(part) <= 2000 for part in parts)
    assert all(f"`{number}`" in whole for number in range(1, len(game.log)))


async def test_a_finished_turn_can_be_replayed(desk: Desk) -> None:
    await desk.begin()
    for text in TURN:
        await desk.ok(text)
    row = await desk.row()
    span = history.turn_with(await history.turns(desk.store, row), 3)
    assert span == history.TurnSpan(1, "USSR", 1, LAST)
    then = await history.position_after(desk.store, row, span.last, since=span.first)
    request = map_requests.replay(then, then.log[span.first :])
    assert request is not None and "Research" in request.scene.phase.capitalize()
    assert len(request.view.frames) == 1


def test_a_large_replay_shows_one_part_of_the_board_after_the_other_where_moves_lie_far_apart() -> None:
    """All at once where they are close together; else the parts, each with what happened there, and the whole board."""
    game, dice = EngineGame.new("global1940"), NoDice()
    while (game.state.turn.power, game.state.turn.phase) != ("Soviet Union", "noncombat move"):
        assert isinstance(game.submit("done", dice), Outcome)
    first = len(game.log)
    assert isinstance(game.submit("move 1 infantry: Baltic States > Novgorod", dice), Outcome)
    near = map_requests.large_replay(game, game.log[first:])
    assert near is not None and (near.shows, near.others, near.request.width) == ("", (), map_requests.LARGE)
    small = map_requests.replay(game, game.log[first:], 720)
    assert small is not None and small.width < near.request.width
    assert isinstance(game.submit("move 2 infantry: Amur > Siberia", dice), Outcome)
    parts = map_requests.large_replay(game, game.log[first:])
    assert parts is not None and parts.shows != map_requests.WHOLE and parts.others[-1] == map_requests.WHOLE
    seen = set()
    for name in (parts.shows, *parts.others):
        one = map_requests.large_replay(game, game.log[first:], name)
        assert one is not None and one.shows == name and isinstance(one.request.view, Replay)
        frames = one.request.view.frames
        seen.add(tuple(arrow.path[-1] for frame in frames for arrow in frame.arrows))
    assert seen == {("Novgorod",), ("Siberia",), ("Novgorod", "Siberia")}
    assert map_requests.large_replay(game, game.log[first:], "no such part") == parts


def test_the_words_of_a_film_say_what_moves_and_each_caption_once() -> None:
    game, dice = EngineGame.new("classic"), NoDice()
    for text in ("done", "done"):
        game.submit(text, dice)
    first = len(game.log)
    for text in ("move 1 infantry: Russia > Caucasus", "move 2 infantry: Caucasus > Ukraine S.S.R."):
        game.submit(text, dice)
    before, view = history_of.replay(game, game.log[first:])
    twice = Replay(tuple(replace(frame, caption="Combat move") for frame in view.frames))
    words = alt.text(before, twice)
    assert words.count(". Combat move") == 1
    assert "USSR moved 2 infantry from Caucasus to Ukraine S.S.R." in words


async def test_a_phase_that_is_skipped_is_no_turn_of_the_next_power(desk: Desk) -> None:
    """Research of Revised cannot begin before round 4 with Expansion II: Germany's is passed over with the Soviet `done`."""
    await desk.begin({"Germany": BORIS}, board="revised", rules=["x2"])
    while (await desk.state()).turn.power == "Soviet Union":
        await desk.ok("done anyway")
    assert (await desk.state()).turn.phase == "purchase"
    (message,) = await waiting(desk, "recap")
    told = "\n".join(
        await told_turns(desk.services, await desk.row(), message.payload["first"], message.payload["last"])
    )
    assert "**Round 1, Soviet Union**" in told and "Germany" not in told
