"""Standing orders to look at, to try and to leave by menus: what is left, what would happen now, questions ahead."""

from __future__ import annotations

import discord

from bot.discord.components.build import BLUE, Choice, Item, button, menu, view
from bot.discord.components.custom_id import Press, fits, make
from bot.discord.components.router import route
from bot.discord.features.master.audit import act_line
from bot.discord.response import Reply, answer, patience
from bot.discord.text import words
from bot.discord.text.limits import CONTENT, clip
from bot.game import PlayError, standing
from bot.game.moderator.threads import ponder
from bot.game.standing import seals
from bot.services import Services
from bot.store import Game, Policy
from rules.core.table import Table
from rules.play import asking
from rules.play.game import Game as EngineGame

# One menu a row, and a row of buttons below.
MENUS = 4
NOTHING = "Nothing that concerns you is asked now, nor would it be if the combat move ended now."
NONE_AHEAD = (
    "Ahead is for whoever is attacked: what the battles of this turn may ask them. Nothing of it concerns you now; "
    "`/policy` leaves answers for your attacks too."
)


async def shown(services: Services, row: Game, user: int, changed: bool = False) -> Reply:
    """A person's standing orders, in private, with what can be left. changed: one of them just was; what can be left has
    been told then."""
    table = await services.games.rules_of(row)
    now = await services.games.situation(row.id)
    held, lines = now.permission(user).powers, list[str]()
    mine = [p for p in now.facts.policies if p.power in held]
    for power in held:
        told = [standing.told(p) for p in mine if p.power == power]
        other = now.facts.answerers.get(power)
        told += [f"<@{other}> may answer for it"] if other is not None else []
        lines.append(f"{power}: {'; '.join(told) or 'you are asked about everything'}")
    lines += [] if changed else _what_can_be_left(table)
    buttons = [button("What would happen now", make("tryout", row.id)), button("Ahead...", make("ahead", row.id), BLUE)]
    back = [Choice(_line(p), f"{p.power}|{p.kind}") for p in mine]
    rows = [menu("Take back...", make("unleave", row.id), back)] if back else []
    record = [button("Seals", make("seals", row.id))]
    return Reply(clip("\n".join(lines), CONTENT), True, view(*rows, [*(buttons if row.engine else []), *record]))


def _what_can_be_left(table: Table) -> list[str]:
    """The kinds of questions of a game, and how they can be answered beforehand."""
    kinds = standing.kinds(table)
    lines = ["", *(f"-# {kind}: {about} ({_hows(kind)})" for kind, about in kinds.items())]
    rises = ("2 fighter to SZ 110 if odds of at least 60 %",) if "scramble" in kinds else ()
    examples = (*rises, "hold if odds of at least 60 %", "infantry, fighter if there is a transport")
    return [*lines, f"-# Also: {', '.join(f'`{text}`' for text in examples)}"]


@route("seals")
async def seals_told(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """When standing orders were left, and what those were that have been used: for everybody, newest first."""
    found = await services.store.audit(press.game_id, limit=25, only=seals.ACTS)
    lines = [f"<t:{int(line.at)}:f> {act_line(line)}" for line in found]
    head = "Left in secret, under seal; words and key are here once used (the key behind the words makes the seal)."
    await answer(interaction, Reply(clip("\n".join([head, *(lines or ["Nothing so far."])]), CONTENT), private=True))


def _line(policy: Policy) -> str:
    return f"{policy.power}: {standing.told(policy).replace('**', '')}"


def _hows(kind: str) -> str:
    return words.listed(list(standing.vocabulary(kind)))


@route("tryout")
async def tryout(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """What a person's standing orders would do on the position as it is, in private."""
    row, game, held = await _mine(services, interaction, press)
    policies = await services.store.policies(row.id)
    async with patience(interaction, private=True):
        found = await ponder(game, lambda copy: standing.tried(copy, policies, held))
    text = "\n".join(["**What would happen now**", *(f"- {line}" for line in found)]) if found else NOTHING
    await answer(interaction, Reply(clip(text, CONTENT), private=True))


@route("ahead")
async def ahead(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Menus for the questions that the battles of this turn may put to a person."""
    row, game, held = await _mine(services, interaction, press)
    await answer(interaction, await _ahead_reply(services, row, game, held))


async def _ahead_reply(services: Services, row: Game, game: EngineGame, held: tuple[str, ...]) -> Reply:
    found = [one for one in standing.ahead(game) if one.power in held]
    if not found:
        return Reply(NONE_AHEAD, private=True)
    left = {(p.power, p.data.get("question"), p.data.get("place")): p for p in await services.store.policies(row.id)}
    rows: list[Item] = []
    for one in found:
        rest = f"{one.kind}|{one.power}|{one.place}"
        policy = left.get((one.power, one.kind, one.place))
        now = policy.data.get("do") if policy else standing.ASK
        # A menu shows what is chosen in place of its name.
        head = f"{one.power}, {one.place}: {asking.question(game.table, one.kind)}"
        lines = [Choice(f"{head}: {_title(how)}", how, chosen=how == now) for how in standing.vocabulary(one.kind)]
        if len(rows) < MENUS and fits("leave", row.id, None, rest):
            rows.append(menu(head, make("leave", row.id, rest=rest), lines))
    told = [f"- {one.power}: {asking.question(game.table, one.kind)} in {one.place}" for one in found]
    text = "\n".join(["What you may be asked this turn; what you leave here holds for this turn only.", *told])
    return Reply(
        clip(text, CONTENT), True, view(*rows, [button("Recommended for all", make("leaveall", row.id), BLUE)])
    )


def _title(how: str) -> str:
    return {"default": "the recommended losses", "ask": "ask me"}.get(how, how)


@route("leave")
async def leave(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """What was chosen for one question ahead, for this turn."""
    row, game, _ = await _mine(services, interaction, press)
    kind, power, place = press.parts(3)
    how = press.values[0] if press.values else standing.ASK
    await _keep(services, interaction, row, game, [standing.Ahead(kind, power, place)], how)


@route("leaveall")
async def leave_all(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The recommended losses for all battles of this turn, and submarines stay."""
    row, game, held = await _mine(services, interaction, press)
    await _keep(services, interaction, row, game, [one for one in standing.ahead(game) if one.power in held], "")


async def _keep(
    services: Services,
    interaction: discord.Interaction,
    row: Game,
    game: EngineGame,
    ones: list[standing.Ahead],
    how: str,
) -> None:
    """Keep one word for some questions ahead ("" the recommended ones), and tell."""
    user, turn = interaction.user.id, game.state.turn
    made = []
    for one in ones:
        word = how or ("default" if one.kind == "casualties" else "never")
        made.append(standing.made(row.id, one.power, user, game.table, one.kind, word, one.place, turn))
    if not made:
        raise PlayError(NONE_AHEAD)
    await services.standing.keep(made)
    told = "\n".join(f"- {p.power}, {standing.told(p)}" for p in made)
    await answer(interaction, Reply(clip(f"Left for this turn:\n{told}", CONTENT), private=True))


@route("unleave")
async def take_back(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Take a standing order back."""
    power, _, kind = (press.values[0] if press.values else "").partition("|")
    row = await services.store.game(press.game_id)
    await services.standing.drop(row.id, interaction.user.id, power, kind)
    await answer(interaction, await shown(services, row, interaction.user.id, changed=True))


async def _mine(
    services: Services, interaction: discord.Interaction, press: Press
) -> tuple[Game, EngineGame, tuple[str, ...]]:
    """The game of a button, and the presser's powers. Raises PlayError without a seat."""
    row = await services.store.game(press.game_id)
    held = (await services.games.permission(row.id, interaction.user.id)).powers
    if not held:
        raise PlayError("You hold no seat in this game.")
    return row, (await services.games.table(row.id)).game, held
