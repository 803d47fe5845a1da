"""Playing a position out in the background: a progress message that can be stopped, then the verdict with what may come of
it."""

from __future__ import annotations

import time
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace

import discord

from analysis import adjudication
from analysis.adjudication import Played
from bot.discord.components.build import BLUE, RED, button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.context import may_master
from bot.discord.delivery import Delivery
from bot.discord.features.analysis.telling import Telling
from bot.discord.features.analysis.text import progress_text, verdict_text
from bot.discord.features.master.proposals import carries_out, carry_out, put
from bot.discord.response import Reply, answer
from bot.game import PlayError
from bot.game.analysis.verdicts import Verdict, accept, close, keep, kept, verdict_of
from bot.game.analysis.works import Begun, forget, note
from bot.game.consent.proposals import concerned
from bot.game.consent.proposals import keep as keep_proposal
from bot.ops.logging_setup import report
from bot.processes import analysis_jobs as jobs
from bot.processes.analysis_service import Stopped, Work
from bot.processes.apart import TooBusy
from bot.services import Services
from bot.store import Game, Proposal
from rules.play.game import Game as EngineGame

ADJUDICATED, ADJUDICATE = "adjudicated", "adjudicate"
BUDGET = 3600.0  # seconds that one may take
FAILED = "The next game could not be played: an error of mine, which has been noted."
OUT_OF_TIME = "That is all there was time for."


def name_of_work(game_id: str) -> str:
    """The name under which the desk knows the adjudication of a game."""
    return f"{ADJUDICATE} {game_id}"


async def start(services: Services, interaction: discord.Interaction, row: Game, game: EngineGame, games: int) -> None:
    """Begin to play a position out. Raises PlayError."""
    if services.analysis.under_way(name_of_work(row.id)):
        raise PlayError("A position of this game is being played out already: its message is above.")
    if services.analysis.full:
        raise PlayError("I am at work on other games now. Try again in some minutes.")
    try:
        played = adjudication.begin(game, games)
    except ValueError as error:
        raise PlayError(str(error)) from None
    sent = await answer(interaction, _progress(row, played))
    told = Telling(Delivery(interaction.client, None), row, sent)
    begun = Begun(ADJUDICATE, row.id, interaction.user.id, sent, game.log[-1].number, games)
    await note(services.store, begun)
    begin(services, begun, told, game.frozen())


def begin(services: Services, begun: Begun, telling: Telling, game: EngineGame) -> None:
    """Begin a work that is noted, and forget it when it is over; what a stop of the bot breaks off stays noted. Raises
    ValueError where there is nothing to play out."""
    played = adjudication.begin(game, begun.games)

    async def work(work: Work) -> None:
        await play_all(services, work, telling, game, played, begun.revision)
        await forget(services.store, begun)

    services.analysis.begin(begun.name, begun.by, work)


def _progress(row: Game, played: Played) -> Reply:
    return Reply(progress_text(played), view=view([button("Stop", make("adjstop", row.id))]))


async def play_all(
    services: Services, work: Work, telling: Telling, game: EngineGame, played: Played, revision: int
) -> None:
    """Play the games, one after the other, and tell what came of them."""
    head, position, ended, began = game.head(), game.snapshot(), "", time.monotonic()
    while len(played.games) < played.asked and not ended:
        try:
            bare = replace(played, games=())
            one = await work.piece(jobs.played_out, head, position, bare, len(played.games) + 1)
            played = replace(played, games=(*played.games, one))
            await telling.progress(_progress(telling.row, played))
        except Stopped:
            ended = f"Stopped by a player after {len(played.games)} of {played.asked} games."
        except (TimeoutError, BrokenProcessPool, TooBusy, MemoryError):
            ended = OUT_OF_TIME
        except Exception as error:
            await report(services.store, error, "an adjudication")
            ended = FAILED
        if time.monotonic() - began > BUDGET:
            ended = ended or OUT_OF_TIME
    verdict = verdict_of(played, revision)
    if verdict is None:
        await telling.end(Reply(f"**This position was not played out.** {ended}"))
        return
    await keep(services.store, telling.row.id, verdict)
    await telling.end(verdict_reply(telling.row, played, verdict, ended))


def verdict_reply(row: Game, played: Played, verdict: Verdict, ended: str = "") -> Reply:
    """The verdict, with what those who play can do with it."""
    buttons = [
        button("Propose it as the result", make("adjpropose", row.id, verdict.revision), BLUE),
        button("End the game so, as game master", make("adjword", row.id, verdict.revision), RED),
    ]
    return Reply(verdict_text(played, verdict, ended), view=view(buttons))


@route("adjstop")
async def stop(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Whoever began it, or the game master, ends it; what was played by then is told."""
    row, work = await services.store.game(press.game_id), services.analysis.under_way(name_of_work(press.game_id))
    if work is None:
        raise PlayError(
            "Nothing is being played out here any more. `/adjudicate` begins anew; the same position gives the same games."
        )
    if work.by != interaction.user.id and not may_master(row, interaction):
        raise PlayError("Only who began it, or the game master, can stop it.")
    work.stop()
    await answer(interaction, Reply("It stops now.", private=True))


@route("adjpropose")
async def propose(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Put the verdict to all who play; the last who agrees ends the game."""
    row, verdict = await _open(services, press)
    if not await services.games.permission(row.id, interaction.user.id):
        raise PlayError("Only those who play can propose that.")
    others = concerned(row, await services.store.seats(row.id), interaction.user.id)
    made = Proposal(str(interaction.id), ADJUDICATED, interaction.user.id, others, (), "", row.revision)
    if not others:
        await carry_out(services, interaction, row, made, "nobody else plays")
        return
    await keep_proposal(services.store, row.id, made)
    text = f"<@{made.by}> proposes that the game ends here and the **{verdict.winner}** have won: {verdict.text}."
    await put(services, interaction, row, made, text)


@route("adjword")
async def word(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The game master decides."""
    row, verdict = await _open(services, press)
    if not may_master(row, interaction):
        raise PlayError("Only the game master can decide that alone.")
    await close(services.master, row, interaction.user.id, verdict)
    text = f"**The game is over by the game master's word.** {verdict.text.capitalize()}."
    await answer(interaction, Reply(f"{text}\n-# In a league an arbiter says who has won: `/arbiter adjudicate`."))


async def _open(services: Services, press: Press) -> tuple[Game, Verdict]:
    """The game, and its verdict, as long as it is of the position that is played now. Raises PlayError."""
    row, verdict = await services.store.game(press.game_id), await kept(services.store, press.game_id)
    if verdict is None or not verdict.revision == row.revision == press.number:
        raise PlayError("The game has gone on since. `/adjudicate` plays out the position as it is now.")
    return row, verdict


@carries_out(ADJUDICATED)
async def _end(
    services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, consent: str
) -> None:
    verdict = await kept(services.store, row.id)
    if verdict is None or verdict.revision != row.revision:
        raise PlayError("The game has gone on since.")
    await accept(services.results, row, str(interaction.id), {proposal.by, *proposal.agreed}, verdict)
    text = (
        f"**The game is over: the {verdict.winner} have won, adjudicated.** {verdict.text.capitalize()}.\n-# {consent}"
    )
    await answer(interaction, Reply(text))
