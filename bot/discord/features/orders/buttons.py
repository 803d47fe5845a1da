"""Buttons, menus and forms that give orders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord

from bot.discord.components.build import BLUE, Choice, button, menu, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.forms import Field, Part, form
from bot.discord.components.router import route
from bot.discord.features.battle.losses_form import loss_parts, losses_in
from bot.discord.features.battle.questions import answers_of, mark_of, marked, second_step, single_rows
from bot.discord.features.battle.upcoming_questions import plan_asks
from bot.discord.features.odds.buttons import plan_lines
from bot.discord.features.orders.commands import cures, give
from bot.discord.features.orders.controls import LAND_ALL, offered
from bot.discord.features.orders.controls import buttons as controls
from bot.discord.features.panel.status import ask_lines, done_asks, title
from bot.discord.response import Reply, answer, open_form, patience, show
from bot.discord.text import words
from bot.discord.text.limits import OPTIONS
from bot.game import Denied, PlayError, Stale
from bot.game.moderator.situation import acting, answering, question_of
from bot.game.moderator.threads import ponder
from bot.game.people import plans
from bot.processes import map_requests as scenes
from bot.services import Services
from bot.store import Game
from rules.legal import answer_to, decision_choices, landings, loss_kinds, warnings
from rules.model.examples import on_board
from rules.model.names import listing, tidy
from rules.model.parse import ANYWAY, MEANT
from rules.model.state import Decision
from rules.play import asking, lines
from rules.play.game import Game as EngineGame


async def _in_phase(services: Services, press: Press) -> Game:
    """The game of a button that holds for its phase, whatever else was ordered in it since. Raises PlayError."""
    row = await services.store.game(press.game_id)
    game = (await services.games.table(row.id)).game
    later, power = game.log.since((press.number or 0) + 1), game.state.turn.power
    if game.state.pending and power not in await acting(game):
        raise Stale(press.game_id)
    if any(entry.turn != game.state.turn for entry in later.here if entry.by == power):
        raise Stale(press.game_id)
    return row


@route("pick")
async def pick(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """An answer to a question, for each of the powers it is put to; both by their marks, so that it holds whatever
    others have answered since."""
    row, game = await _running(services, press)
    question, _, mark = press.rest.partition(".")
    answers = list[tuple[Decision, str]]()
    for asked in _still_asked(game, press, question):
        if step := await ponder(game, partial(second_step, decision=asked, mark=mark)):
            await answer(interaction, _where_to(row, game, asked, *step))
            return
        text = await ponder(game, partial(_answer_with, decision=asked, mark=mark))
        if not text:
            raise Stale(press.game_id)
        answers.append((asked, text))
    await _answer(services, interaction, row, game, answers)


def _answer_with(game: EngineGame, decision: Decision, mark: str) -> str:
    """The answer that a mark stands for; "" where it is not offered any more."""
    return next((text for text in answers_of(game, decision) if mark_of(text) == mark), "")


def _where_to(row: Game, game: EngineGame, asked: Decision, what: str, places: Sequence[Choice]) -> Reply:
    """The second step of an answer: where."""
    chosen = menu("Where", make("choose", row.id, game.log[-1].number, mark_of(asked)), places)
    more = f" ({OPTIONS} likeliest of {len(places)}; Other... takes all)" if len(places) > OPTIONS else ""
    other_ = button("Other...", make("other", row.id, game.log[-1].number, mark_of(asked)))
    return Reply(f"**{asked.power}**: {what}, where?{more}", private=True, view=view(chosen, [other_]))


@route("choose")
async def choose(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The same from a menu."""
    chosen = press.values[0] if press.values else ""
    await pick(services, interaction, Press("pick", press.game_id, press.number, chosen))


@route("question")
async def question(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """One of the questions that have no menu of their own: its answers."""
    row, game = await _running(services, press)
    asked = tuple(_still_asked(game, press, press.values[0] if press.values else ""))
    rows = await ponder(game, lambda copy: single_rows(row.id, copy, asked))
    about = ask_lines(game.view, asked)[0]
    await answer(interaction, Reply(about, private=True, view=view(*rows)))


@route("other", form=True)
async def other(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """An answer to be typed."""
    row, game = await _running(services, press)
    may = await services.games.permission(row.id, interaction.user.id)
    asked = marked(game, press.rest.partition("+")[0]) or question_of(game, (*may.powers, *may.answers))
    if not game.state.pending:
        raise Stale(press.game_id)
    asked = question = asked or game.state.pending[0]
    if answering(asked, (*may.powers, *may.answers)) is None:
        raise PlayError(f"{asked.power} has to answer that.")
    first = next(iter(await ponder(game, lambda copy: decision_choices(copy.facing(question)))), "")
    kinds = await ponder(game, lambda copy: loss_kinds(copy.facing(question)))
    parts: list[Part] = [Field("text", "Your answer", first, "for example: " + first)]
    parts = loss_parts(game, asked, kinds) if len(kinds) > 1 else parts
    heading = f"{asked.power}: {asking.asked(game.table, asked)}"
    typed_ = make("typed", row.id, game.log[-1].number, press.rest or mark_of(asked))
    await open_form(interaction, form(heading, typed_, *parts))


@route("typed")
async def typed(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The typed answer, or that of a form with a menu for each kind of loss."""
    row, game = await _running(services, press)
    asked, text = _still_asked(game, press, press.rest), losses_in(press) or press.field("text")
    await _answer(services, interaction, row, game, [await ponder(game, lambda copy: answer_to(copy, asked, text))])


async def _running(services: Services, press: Press) -> tuple[Game, EngineGame]:
    """The game of a button."""
    row = await services.store.game(press.game_id)
    return row, (await services.games.table(row.id)).game


def _still_asked(game: EngineGame, press: Press, marks: str) -> list[Decision]:
    """The question of a button, of several powers perhaps, if it is open and none of those it was put to has acted since.
    Raises Stale."""
    later, found = game.log.since((press.number or 0) + 1), list[Decision]()
    for mark in marks.split("+"):
        asked = marked(game, mark)
        if asked is None or any(entry.by in lines.askers(asked) for entry in later.here):
            raise Stale(press.game_id)
        found.append(asked)
    return found


async def _answer(
    services: Services,
    interaction: discord.Interaction,
    row: Game,
    game: EngineGame,
    answers: Sequence[tuple[Decision, str]],
) -> None:
    """Give answers to questions, each for the power that the person may answer for."""
    may = await services.games.permission(row.id, interaction.user.id)
    powers = [answering(asked, (*may.powers, *may.answers)) or "" for asked, _ in answers]
    if may.powers and len(answers) > 1 and not any(powers):
        raise PlayError(f"That is asked of {listing([asked.power for asked, _ in answers])}.")
    texts = [lines.addressed(game.state, asked, text) for asked, text in answers]
    await give(services, interaction, row, texts, powers if all(powers) else None)


@route("do")
async def do(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """An order whose text is the button's rest, or the chosen line of a menu."""
    row = await _in_phase(services, press)
    game = (await services.games.table(row.id)).game
    text = await ponder(game, lambda copy: offered(copy, press.values[0])) if press.values else press.rest
    await give(services, interaction, row, [text])


@route("fight")
async def fight(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Fight a battle."""
    row = await _in_phase(services, press)
    await give(services, interaction, row, [f"fight {press.rest}"])


@route("undo")
async def undo(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Take the last order back, if it still is the last."""
    row = await services.store.game(press.game_id)
    await give(services, interaction, row, ["undo"], expected=press.number)


@route("done")
async def done(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """End the phase; what would be left unused is asked about first."""
    row = await _in_phase(services, press)
    await end_phase(services, interaction, row)


@route("sure")
async def sure(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """End the phase all the same."""
    row = await services.store.game(press.game_id)
    await give(services, interaction, row, [ANYWAY], expected=press.number)


@route("notyet")
async def not_yet(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The phase goes on: what can be done in it, in the place of the question."""
    row, game = await _running(services, press)
    now = await controls(await services.games.situation(row.id))
    await show(interaction, Reply(f"{title(game)} goes on.", private=True, view=now))


@route("landall")
async def land_all(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Bring home all aircraft that would be lost, each to where fewest enemies press."""
    row = await _in_phase(services, press)
    found = await ponder((await services.games.table(row.id)).game, landings)
    if not found:
        raise PlayError("No aircraft that can still fly home waits for it.")
    await give(services, interaction, row, list(found))


async def end_phase(services: Services, interaction: discord.Interaction, row: Game, sure: bool = False) -> None:
    """`done`, or a question whether it is meant."""
    game = (await services.games.table(row.id)).game
    number = game.log[-1].number
    may = await services.games.permission(row.id, interaction.user.id)
    left = [] if sure or game.to_act not in may.powers else await ponder(game, warnings)
    if not left:
        await give(services, interaction, row, [ANYWAY if sure else "done"], expected=number)
        return
    ways = [way for danger in left for way in danger.ways]
    end = button("End the phase", make("sure", row.id, number), BLUE)
    home = [button(LAND_ALL, make("landall", row.id, number))] if sum(d.kind == "aircraft" for d in left) > 1 else []
    buttons = [*home, *cures(row.id, number, ways), end, button("Not yet", make("notyet", row.id))]
    lost = "; ".join(danger.text for danger in left)
    text = tidy(f"{title(game)} would end with: {lost}. Undo does not lead back then; `/back` asks the others.")
    text += f"\nIt asks {asks}" if (asks := await done_asks(game)) else ""
    await answer(interaction, Reply(text, private=True, view=view(buttons)))


# --- several orders at once ------------------------------------------------------------------------------------


def orders_form(row: Game, game: EngineGame, plan: bool, text: str = "") -> discord.ui.Modal:
    """The form for many orders, one a line."""
    moving = "move" in game.state.turn.phase
    hint = on_board("move 3 infantry: Germany > Poland" if moving else "buy 3 infantry, 1 tank", game.table.board)
    field = Field("orders", "Orders, one a line (or a ; between them)", text, hint, long=True)
    return form(f"{'Plan' if plan else 'Orders'}: {title(game)}", make("plan" if plan else "bulk", row.id), field)


@route("orders", form=True)
async def open_orders(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Open the form for orders."""
    row = await services.store.game(press.game_id)
    game = (await services.games.table(row.id)).game
    await open_form(interaction, orders_form(row, game, plan=press.rest == "plan"))


@route("bulk")
async def bulk(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """All lines of the form, or none; what was written is kept until it goes in."""
    row = await services.store.game(press.game_id)
    await give_form(services, interaction, row, press.field("orders"))


async def give_form(services: Services, interaction: discord.Interaction, row: Game, text: str) -> None:
    """Give the orders of a form's text, one a line."""
    texts = lines_in(text)
    if not texts:
        raise PlayError("There was no order in it.")
    await plans.keep_form(services.store, row.id, interaction.user.id, text)
    outcome = await give(services, interaction, row, texts, form=True)
    if not isinstance(outcome, Denied):
        await plans.keep_form(services.store, row.id, interaction.user.id, "")


@route("mend", form=True)
async def mend(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The form again, with what was written."""
    row = await services.store.game(press.game_id)
    game = (await services.games.table(row.id)).game
    text = await plans.kept_form(services.store, row.id, interaction.user.id)
    await open_form(interaction, orders_form(row, game, False, text))


@route("anyway")
async def anyway(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The orders of the refused form once more, with `anyway` behind the line that asked for it."""
    row = await services.store.game(press.game_id)
    texts = lines_in(await plans.kept_form(services.store, row.id, interaction.user.id))
    if not press.rest.isdecimal() or not 1 <= int(press.rest) <= len(texts):
        raise PlayError("That form is no longer kept: write it again with `/orders`.")
    texts[int(press.rest) - 1] += MEANT
    await give_form(services, interaction, row, "\n".join(texts))


def lines_in(text: str) -> list[str]:
    """The orders in a text, without comments: one a line, or several with semicolons between them."""
    said = (order.strip() for line in text.splitlines() for order in line.split("#")[0].split(";"))
    return [order for order in said if order]


@route("plan")
async def plan(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Try orders in private and show what would come of them."""
    row = await services.store.game(press.game_id)
    await show_plan(services, interaction, row, press.field("orders"))


async def show_plan(services: Services, interaction: discord.Interaction, row: Game, text: str) -> None:
    """The outcome of a plan, kept for its Submit button."""
    texts = lines_in(text)
    if not texts:
        raise PlayError("There was no order in it.")
    async with patience(interaction, private=True):
        before = (await services.games.table(row.id)).game.copy()
        result, game = await services.games.plan(row.id, interaction.user.id, texts)
        await plans.keep_plan(services.store, row.id, interaction.user.id, texts)
        pictures = await services.media.boards(await ponder(game, lambda copy: scenes.plan(copy, before)), "plan")
        odds, asks = await plan_lines(services, game), await plan_asks(services, game)
    told = "\n".join([words.plan(result, len(texts)), *(["Odds:", *odds] if odds else []), *asks])
    number = (await services.games.table(row.id)).game.log[-1].number
    legal_lines = len(result.accepted)
    name = "Submit" if result.denied is None else f"Submit the {words.plural(legal_lines, 'line')} before it"
    submit = [button(name, make("submit", row.id, number, str(legal_lines)), BLUE)] if legal_lines else []
    change = button("Change", make("replan", row.id))
    await answer(interaction, Reply(told, True, view([*submit, change]), pictures))


@route("replan", form=True)
async def replan(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The form again, with the plan in it."""
    row = await services.store.game(press.game_id)
    game = (await services.games.table(row.id)).game
    texts = await plans.kept_plan(services.store, row.id, interaction.user.id)
    await open_form(interaction, orders_form(row, game, True, "\n".join(texts)))


@route("submit")
async def submit(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Give the orders of the plan."""
    row = await services.store.game(press.game_id)
    texts = await plans.kept_plan(services.store, row.id, interaction.user.id)
    if not texts:
        raise PlayError("That plan is no longer kept: make it again with `/plan`.")
    ready = int(press.rest) if press.rest.isdecimal() else len(texts)
    outcome = await give(services, interaction, row, texts[:ready], expected=press.number)
    if not isinstance(outcome, Denied):
        await plans.keep_plan(services.store, row.id, interaction.user.id, texts[ready:])


@route("concede")
async def concede(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """A power gives up."""
    row = await services.store.game(press.game_id)
    await give(services, interaction, row, ["concede"], power=press.rest)
