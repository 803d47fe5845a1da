"""/analysis: what decided a game, worked out in the background; the curve first, then luck and decisions, then the turning
points against computers."""

from __future__ import annotations

import contextlib
from concurrent.futures.process import BrokenProcessPool

import discord

from analysis.chance import model_for
from analysis.course import Course
from analysis.instead import Instead
from bot.discord.components.build import button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.context import may_master
from bot.discord.delivery import Delivery
from bot.discord.features.analysis.findings import keep as keep_findings
from bot.discord.features.analysis.learning import learn
from bot.discord.features.analysis.pictures import buttons
from bot.discord.features.analysis.report_text import chart_of, findings_of, grounds_text, report_text
from bot.discord.features.analysis.telling import Telling
from bot.discord.features.master.proposals import carries_out, put
from bot.discord.response import Reply, answer
from bot.discord.text.limits import CONTENT, clip
from bot.game import PlayError
from bot.game.analysis import people
from bot.game.analysis.works import Begun, forget, note
from bot.game.consent.proposals import concerned, keep
from bot.game.record.history import whole
from bot.ops.logging_setup import report
from bot.processes import analysis_jobs as jobs
from bot.processes.analysis_service import Stopped, Work
from bot.processes.apart import TooBusy
from bot.services import Services
from bot.store import Game, Proposal
from rules.play.game import Game as EngineGame

ANALYSIS = "analysis"
STOPPED = "Stopped by a player: what stands here is what was worked out by then."
FAILED = "The rest could not be worked out: an error of mine, which has been noted."
NO_TIME = "The rest took longer than I may take for it."


def name_of_work(game_id: str) -> str:
    """The name under which the desk knows the analysis of a game."""
    return f"{ANALYSIS} {game_id}"


async def ask(services: Services, interaction: discord.Interaction, row: Game) -> None:
    """An analysis of a game that is over; of one that goes on where all who play agree. Raises PlayError."""
    if row.revision == 0:
        raise PlayError("Nothing has been played yet that could be analysed.")
    others = concerned(row, await services.store.seats(row.id), interaction.user.id)
    if row.status == "over" or not others:
        await start(services, interaction, row)
        return
    if not await services.games.permission(row.id, interaction.user.id) and not may_master(row, interaction):
        raise PlayError("This game goes on: only those who play can propose that it is analysed.")
    made = Proposal(str(interaction.id), ANALYSIS, interaction.user.id, others, (), "", row.revision)
    await keep(services.store, row.id, made)
    text = f"<@{made.by}> proposes that I analyse the game so far, for all to see: chances, luck, decisions."
    await put(services, interaction, row, made, text)


@carries_out(ANALYSIS)
async def _agreed(
    services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, consent: str
) -> None:
    await start(services, interaction, row)


async def start(services: Services, interaction: discord.Interaction, row: Game) -> None:
    """Begin. Raises PlayError."""
    if services.analysis.under_way(name_of_work(row.id)):
        raise PlayError("This game is being analysed already: the message is above.")
    if services.analysis.full:
        raise PlayError("I am at work on other games now. Try again in some minutes.")
    sent = await answer(interaction, _progress(row, "reading its log"))
    telling = Telling(Delivery(interaction.client, None), row, sent)
    game = (await services.games.table(row.id)).game.frozen()
    begun = Begun(ANALYSIS, row.id, interaction.user.id, sent, game.log[-1].number)
    await note(services.store, begun)
    begin(services, begun, telling, game)


def begin(services: Services, begun: Begun, telling: Telling, game: EngineGame) -> None:
    """Begin a work that is noted, and forget it when it is over; what a stop of the bot breaks off stays noted."""

    async def work(work: Work) -> None:
        await analyse(services, work, telling, game)
        await forget(services.store, begun)
        with contextlib.suppress(Stopped, TimeoutError, BrokenProcessPool, TooBusy, MemoryError):
            await learn(services, work, telling.row)

    services.analysis.begin(begun.name, begun.by, work)


def _progress(row: Game, what: str) -> Reply:
    return Reply(f"**Analysing {row.name}:** {what} ...", view=view([button("Stop", make("anstop", row.id))]))


async def analyse(services: Services, work: Work, telling: Telling, game: EngineGame) -> None:
    """Work it out piece by piece, and tell it as it comes."""
    row, found, ended = telling.row, dict[int, Instead | None](), ""
    own = await people.models(services.store, row.guild_id, row.board)
    async with whole(services.store, row, game) as all_of_it:
        given = (game.head(), game.snapshot(), tuple(all_of_it.log), own)
    course, told = Course(("", ""), ()), False
    try:
        course = await work.piece(jobs.curve, *given)
        await telling.now(await _drawn(services, row, course, _progress(row, "luck and decisions")))
        course, told = await work.piece(jobs.course, *given), True
        points = course.turning_points()
        for number, one in enumerate(points, 1):
            doing = f"what computers would have done, turning point {number} of {len(points)}"
            reply = _progress(row, doing)
            await telling.now(await _drawn(services, row, course, reply, told=True) if number == 1 else reply)
            found[one.first] = await work.piece(jobs.instead, *given, one)
    except Stopped:
        ended = STOPPED
    except (TimeoutError, BrokenProcessPool, TooBusy, MemoryError):
        ended = NO_TIME
    except Exception as error:
        await report(services.store, error, "an analysis")
        ended = FAILED
    if not told:
        await telling.end(await _drawn(services, row, course, Reply(f"**Analysis of {row.name}.** {ended}")))
        return
    grounds = grounds_text(model_for(game.table, own), game.table)
    text, chart = report_text(row.name, course, found, ended, grounds), chart_of(row.name, course, told)
    findings = findings_of(chart, course, found, game.log[-1].number, text)
    await keep_findings(services.store, row.id, findings)
    reply = Reply(clip(text, CONTENT), view=view(buttons(row, findings)))
    await telling.end(await _drawn(services, row, course, reply, told))


async def _drawn(services: Services, row: Game, course: Course, reply: Reply, told: bool = False) -> Reply:
    """A reply with the course as its picture."""
    if course.turns:
        picture = await services.media.of_course(chart_of(row.name, course, told))
        reply.pictures = [picture] if picture else []
    return reply


@route("anstop")
async def stop(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Whoever began it, or the game master, ends it; what is known by then is told."""
    row, work = await services.store.game(press.game_id), services.analysis.under_way(name_of_work(press.game_id))
    if work is None:
        raise PlayError("Nothing is being analysed here any more. `/analysis` begins anew.")
    if work.by != interaction.user.id and not may_master(row, interaction):
        raise PlayError("Only who began it, or the game master, can stop it.")
    work.stop()
    await answer(interaction, Reply("It stops now.", private=True))
