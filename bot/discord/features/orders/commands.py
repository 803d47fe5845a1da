"""Orders of a person: the slash commands for them, one for each verb (specs.py), and how all of them are
carried out and answered, those of buttons and forms too."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.discord.components.build import BLUE, Button, button, view
from bot.discord.components.custom_id import fits, make
from bot.discord.context import game_here
from bot.discord.features.battle.questions import Row
from bot.discord.features.odds.buttons import attack_lines, odds_lines
from bot.discord.features.orders.autocomplete import offered
from bot.discord.features.orders.controls import acts, buttons
from bot.discord.features.orders.specs import VERBS, Slot, Verb
from bot.discord.features.panel.status import ask_lines
from bot.discord.response import Instead, Reply, Unanswered, answer, patience, strip
from bot.discord.text import words
from bot.discord.text.limits import CONTENT, clip
from bot.game import Accepted, Denied, Outcome, PlayError, Situation, Stale
from bot.game.moderator.confirmations import CONFIRM
from bot.game.moderator.moderator import STALE
from bot.game.moderator.outbox_messages import REPLY, say
from bot.game.moderator.threads import ponder
from bot.game.record.narration import numbered, told_of, told_steps
from bot.ops.logging_setup import report
from bot.processes.picture import Picture
from bot.services import Services
from bot.store import Game, Post
from rules.core.table import Table
from rules.legal import guesses
from rules.model.brief import brief
from rules.model.events import UnitChanged, UnitMoved
from rules.model.parse import ANYWAY, meant
from rules.play.game import Game as EngineGame
from rules.play.lines import shown
from rules.play.narrate import order_text

log = structlog.get_logger()
# Seconds that the text of an answer waits for the card of its battle.
CARD_PATIENCE = 8.0
# Orders that cure a refusal of `done`, as buttons.
CURES = 3
# The most characters of a command's option.
LONGEST = 1000
Choices = list[app_commands.Choice[str]]


class OrderCommand(app_commands.Command[Any, Any, Any]):
    """A slash command made from a verb."""

    def __init__(self, services: Services, verb: Verb) -> None:
        async def callback(interaction: discord.Interaction, **values: str) -> None:
            row = await game_here(services, interaction)
            given = {slot.name: str(values.get(_inner(slot)) or "").strip() for slot in verb.slots}
            if any(len(value) > LONGEST for value in given.values()):
                raise PlayError("That is too long for an order. `/orders` takes many, one a line.")
            await give(services, interaction, row, [verb.order(given)])

        # discord.py reads the options off the signature.
        parameters = [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
        parameters[0] = parameters[0].replace(annotation=discord.Interaction)
        callback.__signature__ = inspect.Signature([*parameters, *map(_parameter, verb.slots)])  # type: ignore[attr-defined]
        app_commands.describe(**{_inner(slot): slot.about for slot in verb.slots})(callback)
        app_commands.rename(**{_inner(slot): slot.name for slot in verb.slots})(callback)
        completions = {_inner(slot): _completion(services, verb, slot) for slot in verb.slots if slot.kind}
        app_commands.autocomplete(**completions)(callback)
        super().__init__(name=verb.command, description=verb.about, callback=callback)
        self.guild_only = True


def _inner(slot: Slot) -> str:
    """The option's name in Python, where `from` is none."""
    return f"{slot.name}_"


def _parameter(slot: Slot) -> inspect.Parameter:
    default = inspect.Parameter.empty if slot.required else ""
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(_inner(slot), kind, default=default, annotation=str)


def _completion(services: Services, verb: Verb, slot: Slot) -> Any:
    async def complete(interaction: discord.Interaction, typed: str) -> Choices:
        row = await services.store.game_in(interaction.channel_id or 0)
        if row is None or row.status != "running":
            return []
        powers = (await services.games.permission(row.id, interaction.user.id)).powers
        game = (await services.games.table(row.id)).game
        if game.to_act not in powers:
            return []
        values = {name: str(value) for name, value in interaction.namespace}
        lines = await ponder(game, lambda copy: offered(copy, copy.to_act, verb, slot, values, typed))
        return [app_commands.Choice(name=shown, value=text) for shown, text in lines]

    return complete


# --- carried out and answered --------------------------------------------------------------------------------------


async def give(
    services: Services,
    interaction: discord.Interaction,
    row: Game,
    texts: Sequence[str],
    power: str | Sequence[str] | None = None,
    expected: int | None = None,
    form: bool = False,
) -> Outcome:
    """Carry out orders of the person and answer: publicly what happened, privately why it is not possible.

    form: they stood in a form, which can be opened again. Raises Stale if the game went on since `expected`.
    """
    user, spent = interaction.user.id, used_up(interaction)
    with services.answering.of(row.id):
        before = await services.games.situation(row.id)
        wishes, mark = before.wishes(user), await before.mark()
        async with patience(interaction, wishes.private, in_place=spent):
            outcome = await services.games.orders(row.id, str(interaction.id), user, texts, power, expected)
            if isinstance(outcome, Denied) and outcome.refusal.code == STALE:
                raise Stale(row.id)
            now = await services.games.situation(row.id)
            stays = await now.mark() == mark
            reply = await outcome_reply(services, now, outcome, wishes.private, form, stays, wishes.short, user)
        if isinstance(outcome, Denied):
            services.refusals.remember(user, row.id, outcome)
        elif spent:
            await strip(interaction)
        sent = await answer(interaction, reply, by_outbox(services, interaction, row))
        await note_told(services, now, outcome, reply, interaction.channel_id, sent)
    return outcome


def by_outbox(services: Services, interaction: discord.Interaction, row: Game) -> Instead:
    """What is done where an answer to orders does not get through: what is for everybody goes out by the outbox as soon as
    it can. Raises Unanswered for what is private."""

    async def instead(reply: Reply) -> None:
        if reply.private:
            raise Unanswered
        log.warning("told by the outbox", interaction=interaction.id, game=row.id)
        late = say(row, clip(reply.text, CONTENT), f"unanswered {interaction.id}")
        await services.store.queue(late, game_id=row.id)

    return instead


async def note_told(
    services: Services, now: Situation, outcome: Outcome, reply: Reply, place: int | None, sent: int | None
) -> None:
    """What an answer to orders leaves behind: where they were told, should they be taken back; and that of all public
    answers only the last one has controls."""
    if isinstance(outcome, Accepted) and place and sent and not reply.private:
        lines = numbered(outcome.lines, outcome.entries, words.told)
        told = told_of(outcome, lines, reply.text, place, sent)
        services.answering.leave(*told_steps(now.game.log, outcome, told))
        facts = await services.store.facts(now.row.id)  # another answer may have come meanwhile
        services.answering.light(facts, Post(now.row.id, REPLY, place, sent) if reply.view else None)


def used_up(interaction: discord.Interaction) -> bool:
    """Whether the buttons under a pressed message have done their work once one of them did. A panel's have
    not: it is refreshed."""
    message = interaction.message
    pressed = interaction.type is discord.InteractionType.component
    return pressed and message is not None and not message.embeds


async def outcome_reply(
    services: Services,
    now: Situation,
    outcome: Outcome,
    private: bool = False,
    form: bool = False,
    controls: bool = True,
    short: bool = False,
    user: int = 0,
) -> Reply:
    """What to say about orders, with the buttons that fit. user: whose they were. form: they stood in a form, which can be
    mended. controls: what comes next is offered too, as long as nothing else has happened; not where the panel comes down
    with it. short: only what came of them, without dice, odds of battles and the cards of those that go on."""
    if isinstance(outcome, Denied):
        return await _refused(now, outcome, form, user)
    told = words.accepted(outcome, short)
    try:
        return await _with_what_follows(services, now, outcome, told, private, controls, short)
    except Exception as error:  # it is done: whatever else fails, that is told
        await report(services.store, error, "composing an answer", game_id=now.row.id)
        return Reply(told, private)


async def _refused(now: Situation, outcome: Denied, form: bool, user: int) -> Reply:
    """Why orders are not possible, with what mends them; and below it what could be pressed before, for whoever may."""
    text, row = words.denied(outcome), now.row
    if now.position is None:
        return Reply(text, private=True, view=view(mending(row.id, 0, outcome, form)))
    number = now.position.log[-1].number
    mends, maybe, below = mending(row.id, number, outcome, form), list[Button](), list[Row]()
    asks = outcome.refusal.code == CONFIRM
    if powers := () if asks or outcome.lines > 1 else now.permission(user).powers:
        by = now.position.to_act if now.position.to_act in powers else powers[0]
        found = await ponder(now.position, lambda copy: _guessed(copy, outcome, by))
        offered = {mend.label for mend in mends}
        maybe = [b for b in did_you_mean(row.id, number, found, now.position.table) if b.label not in offered]
        unsaid = [order for order in found if order not in outcome.refusal.choices]
        text += f"\n**Did you mean:** {words.listed(unsaid)}" if unsaid else ""
    if user in await now.people():
        below = await ponder(now.position, lambda copy: acts(row, copy, now.hands))
    return Reply(text, private=True, view=view(*([maybe] if maybe else []), *([mends] if mends else []), *below))


async def _with_what_follows(
    services: Services, now: Situation, outcome: Accepted, told: str, private: bool, controls: bool, short: bool
) -> Reply:
    """What happened with the card of its battle, the odds and buttons of what comes next."""
    game = now.game
    if not controls or game.log[-1].number != outcome.number or game.state.winner:
        return Reply(told, private, pictures=await _cards(services, game, outcome, short))
    told_odds = now.undecided and (game.state.pending or not short)
    odds = await odds_lines(services, now.row, game) if told_odds else []
    if now.attacks_wait and not short:
        odds += await attack_lines(services, game, attacked(game, outcome))
    asked = [line for line in ask_lines(game.view, shown(game.state)) if line not in told]
    told = asked_once(told, asked)
    pictures = await _cards(services, game, outcome, short)  # with the odds that are known now
    return Reply("\n".join((told, *asked, *odds)), private, await buttons(now), pictures)


def asked_once(told: str, asked: Sequence[str]) -> str:
    """What is told without the questions to one power each that are asked of several in one line."""
    parts = [line.removeprefix("**").partition("**") for line in asked]
    single = {f"**{power}**{rest}" for powers, _, rest in parts for power in powers.split(" / ") if power != powers}
    return "\n".join(line for line in told.split("\n") if line not in single)


def attacked(game: EngineGame, outcome: Accepted) -> set[str]:
    """The places against which accepted orders have sent somebody, as far as enemies stand there."""
    sent = {e.after for entry in outcome.entries for e in entry.events if isinstance(e, UnitMoved | UnitChanged)}
    places = {place for unit in sent if unit for place in (unit.place, unit.target) if place}
    return {p for p in places if any(game.view.enemy_units(p, game.state.turn.power))}


async def _cards(services: Services, game: EngineGame, outcome: Accepted, short: bool) -> list[Picture]:
    """The battle's card; none where it would keep the text waiting."""
    try:
        async with asyncio.timeout(CARD_PATIENCE):
            return await services.media.of_battle(game, outcome.entries, ended=short)
    except TimeoutError:
        log.warning("answered without a battle's card", game=outcome.game_id, seconds=CARD_PATIENCE)
        return []


def _guessed(game: EngineGame, outcome: Denied, by: str) -> dict[str, str]:
    """What a refused order may have meant, each with its text in few letters."""
    return {text: brief(text, game.table.lexicon) for text in guesses(game, outcome.text, outcome.refusal, by)}


def did_you_mean(game_id: str, number: int, orders: Mapping[str, str], table: Table) -> list[Button]:
    """What a refused order may have meant, each as a button: nothing of it is done before one is pressed. orders: text -> the
    same in few letters, as an id has room for few."""
    fit = [(text, short) for text, short in orders.items() if fits("do", game_id, number, short)]
    return [button(order_text(table, text), make("do", game_id, number, short), BLUE) for text, short in fit]


def mending(game_id: str, number: int, outcome: Denied, form: bool) -> list[Button]:
    """The buttons under a refusal: what cures it, the form again, the rule behind it."""
    refusal, found = outcome.refusal, list[Button]()
    if refusal.code == CONFIRM and form:
        found.append(button("Give them all the same", make("anyway", game_id, rest=str(outcome.line)), BLUE))
    elif refusal.code == CONFIRM and outcome.text.lower() == "done":
        found += cures(game_id, number, refusal.choices)
        found.append(button("End the phase all the same", make("sure", game_id, number), BLUE))
    elif refusal.code == CONFIRM:
        found += cures(game_id, number, [text for text in refusal.choices if not meant(text)])
        sure = [text for text in refusal.choices if meant(text) and fits("do", game_id, number, text)]
        found += [button("Order it all the same", make("do", game_id, number, text), BLUE) for text in sure]
    elif not form and outcome.text.lower() == "done":
        found += cures(game_id, number, refusal.choices)
    if refusal.code == CONFIRM and outcome.text.lower() == "done" and not form:
        found.append(button("Not yet", make("notyet", game_id)))
    if form:
        found.append(button("Change", make("mend", game_id)))
    if refusal.rule:
        found.append(button("Why?", make("why", rest=refusal.rule)))
    return found


def cures(game_id: str, number: int, orders: Sequence[str]) -> list[Button]:
    """Orders that cure what stands against the end of a phase, as buttons; what cures two things takes the room of one."""
    texts = [text for text in dict.fromkeys(orders) if text != ANYWAY and fits("do", game_id, number, text)][:CURES]
    return [button(text[:1].upper() + text[1:], make("do", game_id, number, text)) for text in texts]


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the order commands."""
    for verb in VERBS:
        bot.tree.add_command(OrderCommand(services, verb))
