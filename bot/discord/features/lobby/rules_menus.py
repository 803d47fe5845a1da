"""Rules and options of a game in its lobby, from menus: the game master switches them, everybody can read them."""

from __future__ import annotations

from collections.abc import Container, Sequence

import discord

from bot.discord.components.build import Choice, button, menu, view
from bot.discord.components.custom_id import NotOurs, Press, fits, make
from bot.discord.components.forms import Field, form
from bot.discord.components.router import route
from bot.discord.context import may_master, must_master
from bot.discord.features.lobby.buttons import lobby_of, rules_line, shown
from bot.discord.response import Reply, answer, open_form, show
from bot.discord.text.limits import CHOICE, CONTENT, beginning, clip
from bot.discord.text.words import plural
from bot.game import PlayError
from bot.game.moderator.outbox_messages import panel as refresh
from bot.services import Services
from bot.store import Game
from rules.core.documents import Document, TableError, documents, expand, gathered, house_rules, left_out
from rules.core.identity import Identity, plays_on
from rules.core.offered import missing, text_on
from rules.core.table import Table
from rules.core.versions import versions
from rules.model.board import Option
from rules.model.names import listing

A_MENU, MOST = 25, 100


@route("lrules")
async def choose_rules(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The documents of house rules: menus to switch them for the game master."""
    row = await lobby_of(services, press)
    await show(interaction, rules_reply(row, switches=may_master(row, interaction)))


def rules_reply(row: Game, wrong: str = "", switches: bool = True, wanted: Sequence[str] = ()) -> Reply:
    """The menus: whole documents, and for a document that is chosen its rules one by one. wrong: why what was chosen
    (wanted) is not taken; the menus show what holds. switches: for somebody who may switch them."""
    fitting = [d for d in documents().values() if plays_on(d.boards, row.board)]
    if not fitting:
        return Reply("There are no house rules for this board yet.", private=True)
    chosen = [Choice(d.title, d.id, d.summary, d.id in row.rules) for d in fitting]
    documents_menu = menu("Documents, whole", make("setdocs", row.id), chosen, most=len(chosen), least=0)
    on = set(Table(row.board, row.rules).house)
    singles = [button(f"{d.title}: one by one", make("onerules", row.id, rest=d.id)) for d in fitting]
    how = "A menu takes effect at once." if switches else f"<@{row.master}> can switch them until the game begins."
    told = f"House rules now: {rules_line(row)} ({plural(len(on), 'rule')}). {how}{_left_out(row)}"
    either = _either(row, wanted)
    choices = [button(f"{documents()[d].title}'s version", _take(row, wanted, d)) for d, _ in either]
    head = [*_refused(wrong), *(line for _, line in either), told, ""]
    text = "\n".join([*head, *_about(row, fitting)])
    if len(text) > CONTENT:
        text = "\n".join([*head, *_about(row, fitting, brief=True)])
    return Reply(clip(text, CONTENT), private=True, view=view(documents_menu if switches else None, choices, singles))


def _about(row: Game, fitting: Sequence[Document], brief: bool = False) -> list[str]:
    """What each document is, and which of its rules are not played here. brief: the first sentence of each."""
    told = {d.id: f"{d.summary.partition('. ')[0].rstrip('.')}." if brief else d.summary for d in fitting}
    return [f"**{d.title}** {told[d.id]}{_not_here(row, d.id)}" for d in fitting]


def _either(row: Game, wanted: Sequence[str]) -> list[tuple[str, str]]:
    """Of documents with rules that exclude one another: whose version may be taken, and what that leaves out."""
    found = versions(row.board, wanted).items() if wanted else ()
    return [
        (name, f"- {documents()[name].title}'s version: without {listing(_told(row, wanted, gone))}.")
        for name, (_, gone) in found
        if fits("lversion", row.id, None, _rest(wanted, name))
    ]


def _told(row: Game, wanted: Sequence[str], gone: Sequence[str]) -> list[str]:
    """Rules that are left out by their titles; all of a document by its own."""
    on, told = expand(row.board, wanted), list[str]()
    for name, document in documents().items():
        mine = [i for i in on if i.startswith(f"{name}.")]
        left = [i for i in mine if i in gone]
        told += [document.title] if left == mine and len(mine) > 1 else [house_rules()[i].title for i in left]
    return told


def _rest(wanted: Sequence[str], document: str) -> str:
    """Whole documents that are wanted, and whose version."""
    return f"{','.join(name for name in wanted if name in documents())}/{document}"


def _take(row: Game, wanted: Sequence[str], document: str) -> str:
    return make("lversion", row.id, rest=_rest(wanted, document))


def _not_here(row: Game, document: str) -> str:
    """The rules of a document that this board has no place for, and what it lacks."""
    titles = {i: rule.title for i, rule in house_rules().items()}
    found = [f"{titles[i]} ({', '.join(lacks)})" for i, lacks in missing(row.board, document).items()]
    return f" Not on this board, for what it lacks or has of its own: {'; '.join(found)}." if found else ""


def _refused(wrong: str) -> list[str]:
    return [f"**Not changed.** {wrong}"] if wrong else []


def _left_out(row: Game) -> str:
    """What whole documents leave out, because it needs a rule that is not chosen."""
    titles = {i: rule.title for i, rule in house_rules().items()}
    lines = [
        f"\n- {titles[rule]} is left out: it needs {', '.join(titles[i] for i in needs)}."
        for rule, needs in left_out(row.board, row.rules).items()
    ]
    return "".join(lines)


@route("setdocs")
async def set_documents(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Switch on exactly the chosen documents; single rules stay."""
    row = await lobby_of(services, press)
    must_master(row, interaction)
    rules = [*press.values, *(r for r in row.rules if r not in documents())]
    row, wrong = await _changed(services, interaction, row, rules)
    await show(interaction, rules_reply(row, wrong, wanted=rules if wrong else ()))


@route("lversion")
async def take_version(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Of rules that exclude one another those of one document; single rules stay."""
    row = await lobby_of(services, press)
    must_master(row, interaction)
    whole, document = press.parts(2, "/")
    names = [name for name in whole.split(",") if name in documents()]
    wanted = [*names, *(r for r in row.rules if r not in documents())]
    chosen = versions(row.board, wanted).get(document)
    if chosen is None:
        raise NotOurs
    row, wrong = await _changed(services, interaction, row, list(chosen[0]))
    await show(interaction, rules_reply(row, wrong))


async def _changed(
    services: Services, interaction: discord.Interaction, row: Game, rules: list[str]
) -> tuple[Game, str]:
    """The game with other rules; or as it was, and why they do not fit together. A menu that was refused would keep what
    was chosen, and send it again with the next choice: it is shown anew."""
    try:
        row = await services.lobby.set_rules(row.id, gathered(row.board, rules), row.options)
    except TableError as error:
        return row, str(error)
    await services.store.queue(refresh(row, f"rules {interaction.id}"), game_id=row.id)
    return row, ""


@route("onerules")
async def one_by_one(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The rules of a document, each to be switched or read; 25 a menu."""
    row = await lobby_of(services, press)
    document, _, reads = press.rest.partition("/")
    if document not in documents():
        raise NotOurs
    switches = may_master(row, interaction)
    await show(interaction, single_rules(row, document, switches=switches and not reads, may_switch=switches))


@route("readrule")
async def read_rule(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """What a rule of a document says."""
    row = await lobby_of(services, press)
    document, _ = press.parts(2, "/")
    rule = house_rules().get(press.values[0] if press.values else "")
    if document not in documents() or rule is None:
        raise NotOurs
    about = f"**{rule.title}** {text_on(row.board, rule)}"
    reply = single_rules(row, document, about=about, switches=False, may_switch=may_master(row, interaction))
    await show(interaction, reply)


def rules_of(row: Game, document: str) -> list[Identity]:
    """The rules of a document that go with the game's board."""
    prefix = document + "."
    return [r for r in house_rules().values() if r.id.startswith(prefix) and plays_on(r.boards, row.board)]


def single_rules(
    row: Game, document: str, wrong: str = "", about: str = "", switches: bool = True, may_switch: bool = True
) -> Reply:
    """The rules of a document in menus. about: what one of them says. switches: choosing switches them; else it tells.
    may_switch: for somebody who may do the one and the other."""
    on = {r.id for r in Table(row.board, row.rules).house}
    rules = rules_of(row, document)
    menus = []
    for at in range(0, min(len(rules), MOST), A_MENU):
        here = rules[at : at + A_MENU]
        custom = make("setrules" if switches else "readrule", row.id, rest=f"{document}/{at}")
        name = f"Rules {at + 1} to {at + len(here)}"
        if switches:
            part = [Choice(r.title or r.id, r.id, beginning(text_on(row.board, r), CHOICE), r.id in on) for r in here]
            menus.append(menu(name, custom, part, most=len(part), least=0))
        else:
            told = [Choice(_titled(r, on), r.id, beginning(text_on(row.board, r), CHOICE)) for r in here]
            menus.append(menu(f"{name}: read", custom, told))
    back = [button("Back", make("lrules", row.id))]
    if may_switch:
        other = "Read them" if switches else "Switch them"
        back.append(button(other, make("onerules", row.id, rest=f"{document}/read" if switches else document)))
    lines = [*_refused(wrong), f"**{documents()[document].title}**, rule by rule: those marked are on.", about]
    return Reply(clip("\n".join(filter(None, lines)), CONTENT), private=True, view=view(*menus, back))


def _titled(rule: Identity, on: Container[str]) -> str:
    return f"{'✓ ' if rule.id in on else ''}{rule.title or rule.id}"


@route("setrules")
async def set_rules(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Switch on exactly the chosen rules of one menu."""
    row = await lobby_of(services, press)
    must_master(row, interaction)
    document, at = press.parts(2, "/")
    if document not in documents() or not at.isdecimal():
        raise NotOurs
    here = {r.id for r in rules_of(row, document)[int(at) : int(at) + A_MENU]}
    on = [r.id for r in Table(row.board, row.rules).house]
    wanted = [r for r in on if r not in here] + list(press.values)
    row, wrong = await _changed(services, interaction, row, wanted)
    await show(interaction, single_rules(row, document, wrong))


@route("loptions")
async def choose_option(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The game's options: a menu for the game master, else a list."""
    row = await lobby_of(services, press)
    await answer(interaction, options_reply(row) if may_master(row, interaction) else _options_told(row))


def _options_told(row: Game) -> Reply:
    table = Table(row.board, row.rules, row.options)
    lines = [f"- {o.called}: **{shown(table.options[o.name]) or 'none'}**" for o in table.known_options.values()]
    text = f"Options now; <@{row.master}> can change them until the game begins."
    return Reply(clip("\n".join([text, *lines]), CONTENT), private=True)


def options_reply(row: Game) -> Reply:
    """Options in menus of 25: choosing one switches it, or opens a form for its number."""
    table = Table(row.board, row.rules, row.options)
    names = list(table.known_options.values())
    menus = [
        menu(
            f"Options {at + 1} to {at + len(part)}",
            make("option", row.id, rest=str(at)),
            [Choice(o.title, o.name, _now(o, table.options[o.name])) for o in part],
        )
        for at in range(0, min(len(names), MOST), A_MENU)
        if (part := names[at : at + A_MENU])
    ]
    return Reply("Choose an option to change it.", private=True, view=view(*menus))


def _now(option: Option, value: object) -> str:
    """`Now: off · on trial: the odds ...`."""
    return f"Now: {shown(value) or 'none'}" + (f" · on trial: {option.trial}" if option.trial else "")


@route("option", form=True)
async def change_option(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """An option was chosen: a switch is switched, a number asked for."""
    row = await lobby_of(services, press)
    must_master(row, interaction)
    name = press.values[0] if press.values else ""
    options = Table(row.board, row.rules, row.options)
    if name not in options.known_options:
        raise PlayError("There is no such option in this game.")
    value = options.options[name]
    if isinstance(value, bool):
        row = await services.lobby.set_option(row.id, name, "off" if value else "on")
        await services.store.queue(refresh(row, f"option {interaction.id}"), game_id=row.id)
        await show(interaction, options_reply(row))
        return
    title = options.known_options[name].title
    field = Field("value", "Its value", str(value), title, most=20)
    await open_form(interaction, form(title, make("setoption", row.id, rest=name), field))


@route("setoption")
async def set_option(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The form of an option that is a number or text."""
    row = await lobby_of(services, press)
    must_master(row, interaction)
    row = await services.lobby.set_option(row.id, press.rest, press.field("value"))
    await services.store.queue(refresh(row, f"option {interaction.id}"), game_id=row.id)
    await show(interaction, options_reply(row))
