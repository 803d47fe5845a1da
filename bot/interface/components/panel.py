"""The panel of a game: one message that says whose move it is, with the buttons for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.game import standing
from bot.game.computers import computers
from bot.game.deadlines import DEADLINE
from bot.game.waiting import people_acting
from bot.interface.components import lobby
from bot.interface.components.build import BLUE, GREY, Button, Choice, Select, button, menu, view
from bot.interface.components.custom_id import make
from bot.interface.components.decision import Row, decision_rows
from bot.interface.components.odds import odds_lines
from bot.interface.components.submit_order import battle_buttons
from bot.interface.response import Reply
from bot.interface.text.limits import CONTENT, EMBED, EMBED_TITLE, OPTIONS, clip
from bot.interface.text.status import body, recent, title
from bot.interface.text.words import listed, mentions, until
from bot.services import Services
from bot.store import Game, Store
from rules.legal import ForSale, Legal, legal
from rules.model.profiles import FACILITY, LAND
from rules.play import lines
from rules.play.game import Game as EngineGame

AXIS, ALLIES, OVER = 0x7A2E2E, 0x2E4F7A, 0x8A7B52
MENUS = 4
"""Rows of menus above the row of buttons."""


@dataclass(slots=True)
class Panel:
    """A panel to send. mark: what has to change for it to be posted anew. people: who have to act.

    due: when their time is up.
    """

    reply: Reply
    mark: str
    people: tuple[int, ...] = ()
    game: EngineGame | None = None
    due: float | None = None


async def compose(services: Services, row: Game) -> Panel:
    """The panel of a game as it stands, without its picture."""
    if row.status == "lobby" or row.engine is None:
        return Panel(await lobby.compose(services, row), "lobby")
    game = (await services.games.table(row.id)).game
    people = await people_acting(services.store, row, game)
    due = await deadline(services.store, row)
    odds = await odds_lines(services, game) if row.status == "running" else []
    return Panel(_reply(row, game, people, due, odds), _mark(row, game, people), people, game, due)


async def deadline(store: Store, row: Game) -> float | None:
    """When the time of whoever has to act is up, as long as a clock runs for it."""
    if row.status != "running":
        return None
    return next((t.due for t in await store.timers.of_game(row.id) if t.kind == DEADLINE), None)


async def compose_plain(services: Services, row: Game) -> Panel:
    """A panel without menus: for one that Discord refused."""
    panel = await compose(services, row)
    if panel.game is not None and panel.reply.view is not None:
        panel.reply.view = view(_steady(row, panel.game))
    return panel


async def compose_bare(services: Services, row: Game) -> Panel:
    """One sentence that cannot be refused."""
    game = (await services.games.table(row.id)).game
    people = await people_acting(services.store, row, game)
    text = f"{mentions(people)}: {_call(game)} {title(game)}. `/orders`, `/answer` and `/done` work as always."
    return Panel(Reply(clip(text, CONTENT)), _mark(row, game, people), people, game)


def _steady(row: Game, game: EngineGame) -> list[Button]:
    """Buttons that are the same in every position."""
    number = game.log[-1].number
    if game.state.pending:
        return [button("Answer...", make("other", row.id, number)), _map(row)]
    return [
        button("Orders...", make("orders", row.id)),
        button("Undo", make("undo", row.id, number)),
        button("Done", make("done", row.id, number), BLUE),
        _map(row),
    ]


def _mark(row: Game, game: EngineGame, people: Sequence[int]) -> str:
    turn = game.state.turn
    return f"{row.status} {turn.round} {turn.power} {' '.join(map(str, people))}"


def _reply(row: Game, game: EngineGame, people: Sequence[int], due: float | None, odds: Sequence[str] = ()) -> Reply:
    embed = discord.Embed(title=clip(f"{title(game)}", EMBED_TITLE), colour=_colour(game))
    embed.description = clip("\n".join(_lines(row, game, due, odds)), EMBED)
    embed.set_footer(text=f"{row.name} · order {game.log[-1].number}")
    content = (
        f"{mentions(people)}: {_call(game)}{f' Until {until(due)}.' if due else ''}" if people else _standing(row, game)
    )
    live = row.status == "running" and not game.state.winner
    return Reply(content, embed=embed, view=buttons(row, game) if live else None)


def _colour(game: EngineGame) -> int:
    if game.state.winner:
        return OVER
    return AXIS if game.view.side(game.state.turn.power) == "Axis" else ALLIES


def _call(game: EngineGame) -> str:
    if game.state.pending:
        asked = lines.asked(game.state)
        return f"{listed([f'**{power}**' for power in asked])} {'has' if len(asked) == 1 else 'have'} to answer."
    return f"**{game.to_act}** to move."


def _standing(row: Game, game: EngineGame) -> str:
    if game.state.winner:
        return f"**The {game.state.winner} have won.**"
    if row.status == "running" and (computer := computers(row).get(game.to_act)):
        return f"**{game.to_act}** ({computer.title}) has to act."
    if row.status == "running":
        return f"**{game.to_act}** has to act, and nobody plays it: `/game join power:{game.to_act}`"
    return f"The game is {row.status}."


def _lines(row: Game, game: EngineGame, due: float | None, odds: Sequence[str]) -> list[str]:
    lines = body(game)
    if due is not None:
        lines.insert(1, f"Time: until {until(due)}")
    if odds:
        lines += ["", "**Odds**", *odds]
    if log := recent(game):
        lines += ["", *log]
    return lines


def buttons(row: Game, game: EngineGame) -> discord.ui.View | None:
    """The components for what has to be done now."""
    number = game.log[-1].number
    if game.to_act in computers(row):
        further = [button("Next", make("cnext", row.id), BLUE)] if not game.state.pending else []
        return view([*further, _map(row)])
    if game.state.pending:
        return view(*decision_rows(row.id, game), _lookups(row, game))
    found = legal(game, game.to_act)
    last = [button("Orders...", make("orders", row.id)), button("Plan...", make("orders", row.id, rest="plan"))]
    if found.turn.phase == "conduct combat":
        return view(battle_buttons(row.id, game), _lookups(row, game))
    ends = [button("Undo", make("undo", row.id, number), off=not found.undo)]
    ends.append(button("Done", make("done", row.id, number), BLUE, off=found.done is not None))
    return view(*_phase_rows(row, game, found, number), [*ends, *last, _map(row)])


def _map(row: Game) -> Button:
    return button("Map", make("map", row.id), GREY)


def _lookups(row: Game, game: EngineGame) -> list[Button]:
    """What can be looked at while battles are fought, and the answers that can be left ahead."""
    found = [_map(row), button("Odds", make("odds", row.id))]
    return [*found, button("Ahead...", make("ahead", row.id))] if standing.ahead(game) else found


def _phase_rows(row: Game, game: EngineGame, found: Legal, number: int) -> list[Row]:
    """Menus of what can be ordered in the phase, likeliest first."""
    rows: list[Row] = [*_shop(row, game, found)]
    repairs = [_order_line(r.order) for r in found.repairs if r.most]
    if repairs and len(rows) < MENUS - 1:
        rows.append(menu("Repair...", make("do", row.id, number, "repair"), repairs))
        repairs = []
    if found.place:
        lines = [
            _order_line(f"place {n} {entry.unit}: {site}") for entry in found.place for site, n in entry.sites.items()
        ]
        rows += [menu("Place...", make("do", row.id, number, "place"), lines)] if lines else []
    if found.movers:
        rows.append(move_menu(row, found))
    if lines := [*repairs, *(_order_line(text) for text in found.offers)]:
        more = f" (the first {OPTIONS} of {len(lines)}; commands have all)" if len(lines) > OPTIONS else ""
        rows.append(menu(f"Also possible...{more}", make("do", row.id, number, "also"), lines))
    if "research" in found.verbs and found.turn.phase == "research":
        rows += _research(row, game, number)
    return rows[:MENUS]


def _shop(row: Game, game: EngineGame, found: Legal) -> list[Row]:
    """What can be bought now; too much for one menu is split: standard units, special ones of the army, all else."""
    sold = [s for s in found.sale if any(s.most.values())]
    units = game.table.units
    shelves: dict[str, list[ForSale]] = {"Buy...": sold}
    if len(sold) > OPTIONS:
        special = [s for s in sold if units[s.unit].rule]
        army = [s for s in special if units[s.unit].domain == LAND and units[s.unit].move]
        rest = [s for s in sold if s not in army and (s in special or units[s.unit].domain == FACILITY)]
        shelves = {
            "Buy standard units...": [s for s in sold if s not in army and s not in rest],
            "Buy special units of the army...": army,
            "Buy special aircraft, ships, works, buildings...": rest,
        }
    return [_shelf(row, name, n, entries) for n, (name, entries) in enumerate(shelves.items()) if entries]


def _shelf(row: Game, name: str, number: int, entries: Sequence[ForSale]) -> Select:
    """One menu of the shop."""
    lines = [Choice(f"{s.unit}: {s.price} IPC", s.unit, f"at most {max(s.most.values())} now") for s in entries]
    return menu(name, make("buy", row.id, rest=str(number or "")), lines)


def _order_line(text: str) -> Choice:
    return Choice(text[:1].upper() + text[1:], text)


def move_menu(row: Game, found: Legal) -> Select:
    """Places from which something can move; the next steps are asked in private."""
    places: dict[str, list[str]] = {}
    for mover in found.movers:
        places.setdefault(mover.place, []).append(f"{mover.count} {mover.name}")
    lines = [Choice(place, place, ", ".join(units)) for place, units in places.items()]
    lines.sort(key=lambda c: -len(c.about))
    return menu("Move from...", make("from", row.id), lines)


def _research(row: Game, game: EngineGame, number: int) -> list[Row]:
    most = min(5, game.view.money(game.to_act) // int(game.view.edition("research_cost", 5)))
    dice = [
        button(f"{n} {'die' if n == 1 else 'dice'}", make("do", row.id, number, f"research {n}"))
        for n in range(1, most + 1)
        if game.trial(f"research {n}", by=game.to_act) is None
    ]
    return [dice] if dice else []
