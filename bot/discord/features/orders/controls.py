"""The buttons and menus for what has to be done now: under the panel, and under the reply to an order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, islice, zip_longest

import discord

from bot.discord.components.build import BLUE, GREY, ROW, Button, Choice, Select, button, menu, view
from bot.discord.components.custom_id import make
from bot.discord.components.forms import FIELDS
from bot.discord.features.battle import questions
from bot.discord.features.battle.questions import Row, decision_rows
from bot.discord.text.limits import CHOICE, OPTIONS
from bot.game import standing
from bot.game.computers.computers import computers, pace
from bot.game.moderator.situation import Hands, Situation, meanwhile
from bot.game.moderator.threads import ponder
from bot.store import Game
from rules.core.table import Table
from rules.economy import prices
from rules.legal import DESTROYS, ForSale, Legal, Mover, Repairable, ahead, charge, hover, legal, tier
from rules.library.purposes import purpose
from rules.model.names import several
from rules.model.profiles import FACILITY, LAND
from rules.model.state import NONCOMBAT
from rules.phases.research import rolls
from rules.play import narrate
from rules.play.game import Game as EngineGame

FIRE = "shell "
"""How orders begin that come before all battles."""
LAND_ALL = "Land them all"
MENUS = 4
"""Rows of menus above the row of buttons."""


def newly(before: str, call: str) -> set[int] | None:
    """Those among the called who had not been called before in the same turn; None: it is another turn."""
    (turn, _, known), (now, _, people) = before.partition(":"), call.partition(":")
    return {int(user) for user in people.split()} - {int(user) for user in known.split()} if turn == now else None


async def buttons(now: Situation, details: bool = False) -> discord.ui.View | None:
    """The components for what has to be done now. details: what has been done in the turn can be looked at, too."""

    def made(copy: EngineGame) -> list[Row]:
        found = rows(now.row, copy, now.hands)
        if details and found and isinstance(found[-1], list):
            found[-1].append(button("Details", make("details", now.row.id)))
        return found

    return view(*await ponder(now.game, made))


def rows(row: Game, game: EngineGame, hands: Hands | None = None) -> list[Row]:
    """The same as rows; the last one is of buttons that are always there."""
    number = game.log[-1].number
    if game.state.pending:
        fights = () if game.state.turn.power in computers(row) else meanwhile(game)
        return [*decision_rows(row.id, game, hands, fights), _lookups(row, game)]
    if game.to_act in computers(row):
        return [computer_buttons(row, game) or [map_button(row)]]
    found = legal(game, game.to_act)
    if found.turn.phase == "conduct combat":
        return [battle_buttons(row.id, game), *_also(row, game, found, number), _lookups(row, game)]
    return [*_phase_rows(row, game, found, number), [*_home(row, game, number), *_ends(row, found, number)]]


def _home(row: Game, game: EngineGame, number: int) -> list[Button]:
    """Brings home at once all aircraft that wait for it in the last phase of moves."""
    waiting = game.state.turn.phase == NONCOMBAT and hover(game)
    return [button(LAND_ALL, make("landall", row.id, number), BLUE)] if waiting else []


def _ends(row: Game, found: Legal, number: int) -> list[Button]:
    """What takes back and what ends, and the forms."""
    undo = button("Undo", make("undo", row.id, number), off=not found.undo)
    done = button("Done", make("done", row.id, number), BLUE, off=found.done is not None)
    forms = button("Orders...", make("orders", row.id)), button("Plan...", make("orders", row.id, rest="plan"))
    return [undo, done, *forms, map_button(row)]


def acts(row: Game, game: EngineGame, hands: Hands | None = None) -> list[Row]:
    """Those of the rows that carry a game on, without menus of what can be ordered: for what comes between, such as a
    refusal."""
    if game.state.pending:
        return decision_rows(row.id, game, hands)
    if game.to_act in computers(row):
        return []
    if game.state.turn.phase == "conduct combat":
        return [battle_buttons(row.id, game)]
    return [_ends(row, legal(game, game.to_act), game.log[-1].number)]


def computer_buttons(row: Game, game: EngineGame) -> list[Button]:
    """The buttons between two steps of a computer in its turn; none where it does not pause."""
    rest = pace(row)
    if game.state.pending or game.state.winner or rest == 0 or game.to_act not in computers(row):
        return []
    label = "Next" if rest is None else f"Next (by itself in {rest:g} seconds)"
    on = button("Play to my next decision", make("cplay", row.id), BLUE)
    return [button(label, make("cnext", row.id)), on, map_button(row)]


def map_button(row: Game) -> Button:
    """Shows the map to whoever presses."""
    return button("Map", make("map", row.id), GREY)


def _lookups(row: Game, game: EngineGame) -> list[Button]:
    """What can be looked at while battles are fought, and the answers that can be left ahead."""
    found = [map_button(row), button("Odds", make("odds", row.id))]
    asked = {one.power for one in standing.ahead(game)} - set(computers(row))
    return [*found, button("Ahead...", make("ahead", row.id))] if asked else found


def _phase_rows(row: Game, game: EngineGame, found: Legal, number: int) -> list[Row]:
    """Menus of what can be ordered in the phase, likeliest first."""
    rows: list[Row] = [*_shop(row, game, found)]
    repairs = [_order_line(game.table, r.order, _repair_price(game, r)) for r in found.repairs if r.most]
    if repairs and len(rows) < MENUS - 1:
        rows.append(menu("Repair...", make("do", row.id, number, "repair"), repairs))
        repairs = []
    if found.place:
        sites = [f"place {n} {entry.unit}: {site}" for entry in found.place for site, n in entry.sites.items()]
        free = {f"place {n} {e.unit}: {site}" for e in found.place if e.free for site, n in e.sites.items()}
        lines = [_order_line(game.table, text, "free" if text in free else "") for text in _varied(sites)]
        rows += [menu("Place...", make("do", row.id, number, "place"), lines)] if lines else []
    if found.movers:
        rows.append(move_menu(row, game.table, found))
    rows += _also(row, game, found, number, repairs)
    if "research" in found.verbs and found.turn.phase == "research":
        rows += _research(row, game, number)
    return rows[:MENUS]


def _also(row: Game, game: EngineGame, found: Legal, number: int, first: Sequence[Choice] = ()) -> list[Select]:
    """A menu of what rules offer beside all that has a menu of its own; `first` stands before it."""
    offers = [_order_line(game.table, t, _foretold(game, t, found.turn.power)) for t in likely(found.offers)]
    every = len(first) + len(found.offers)
    more = f" ({OPTIONS} of {every}; commands have all)" if every > OPTIONS else ""
    name = (
        "Before any battle: fire from afar..."
        if found.offers[:1] and found.offers[0].startswith(FIRE)
        else "Also possible..."
    )
    return [menu(f"{name}{more}", make("do", row.id, number, "also"), [*first, *offers])] if every else []


def likely(offers: Sequence[str]) -> list[str]:
    """As many offers as fit into a menu, the first of every way to act before all others; what destroys what is one's own
    comes last, and only where there is room for it."""
    firsts: dict[tuple[str, str, str], str] = {}
    for text in offers:
        if tier(text) < DESTROYS:
            firsts.setdefault(_way(text), text)
    chosen = list(firsts.values())[:OPTIONS]
    for _, alike in groupby([text for text in offers if text not in set(chosen)], key=tier):
        chosen += _varied(list(alike), OPTIONS - len(chosen))
    return chosen


def _way(text: str) -> tuple[str, str, str]:
    """The way in which an order acts: its verb, how it is done, what carries: `("move", "by rail", "")`."""
    how, craft = re.search(r"\((by [^)]*)\)", text), re.search(r" using [0-9]+ ([^:(]+)", text)
    return text.partition(" ")[0], how[1] if how else "", craft[1].strip() if craft else ""


def _varied(texts: Sequence[str], most: int = OPTIONS) -> list[str]:
    """At most so many order texts, some of every kind (what stands before the colon), in their order."""
    kinds: dict[str, list[str]] = {}
    for text in texts:
        kinds.setdefault(text.partition(":")[0], []).append(text)
    in_turn = (text for turn in zip_longest(*kinds.values()) for text in turn if text)
    chosen = set(islice(in_turn, most))
    return [text for text in texts if text in chosen]


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
    return [_shelf(row, game, name, n, entries) for n, (name, entries) in enumerate(shelves.items()) if entries]


def _shelf(row: Game, game: EngineGame, name: str, number: int, entries: Sequence[ForSale]) -> Select:
    """One menu of the shop; what a house rule's unit is for stands beside it."""
    named = {s.unit: s.unit if s.batch == 1 else narrate.count(game.table, s.batch, s.unit) for s in entries}
    lines = [Choice(f"{named[s.unit]}: {s.price} IPC", s.unit, _about(game, s)) for s in entries]
    return menu(name, make("buy", row.id, rest=str(number or "")), lines, most=min(len(lines), FIELDS - 1))


def _about(game: EngineGame, entry: ForSale) -> str:
    unit = game.view.profile(game.to_act, entry.unit)
    use = purpose(unit) if unit.rule else ""
    most = max(entry.most.values())
    first, *dearer = prices.lots(game.view, game.to_act, entry.unit, most)
    now = f"at most {most} now" + (f", {first} of them at this price" if dearer else "")
    return now + (f" · {use}" if use else "")


def _foretold(game: EngineGame, order: str, power: str) -> str:
    """What an offer costs, and what it would run into on its way."""
    paid = charge(game, order, power)
    return " · ".join((*([f"{paid} IPC"] if paid else ()), *ahead(game, order, power)))


def _order_line(table: Table, text: str, about: str = "") -> Choice:
    """An order as a line of a menu; one that is too long for a menu's value goes by its mark."""
    return Choice(narrate.order_text(table, text), text if len(text) <= CHOICE else questions.mark_of(text), about)


def _repair_price(game: EngineGame, repair: Repairable) -> str:
    return f"{prices.repair_price(game.view, game.to_act, repair.facility, repair.most)} IPC"


def offered(game: EngineGame, mark: str) -> str:
    """The order that a line of a menu stands for."""
    found = legal(game, game.to_act)
    return next((text for text in found.offers if questions.mark_of(text) == mark), mark)


def mover_words(table: Table, mover: Mover, number: int) -> str:
    """Units that can move in words: `2 tanks`, `1 transport (cargo: 2 infantry)`."""
    return narrate.count(table, number, mover.unit) + mover.name.removeprefix(mover.unit)


def move_menu(row: Game, table: Table, found: Legal) -> Select:
    """Places from which something can move; the next steps are asked in private."""
    places: dict[str, list[str]] = {}
    for mover in found.movers:
        places.setdefault(mover.place, []).append(mover_words(table, mover, mover.count))
    lines = [Choice(place, place, ", ".join(units)) for place, units in places.items()]
    lines.sort(key=lambda c: -len(c.about))
    return menu("Move from...", make("from", row.id), lines)


def _research(row: Game, game: EngineGame, number: int) -> list[Row]:
    """Dice to roll: a button each, or a menu where one says what for."""
    texts = [text for text in rolls(game.view, game.to_act) if game.trial(text, by=game.to_act) is None]
    if any(" for " in text for text in texts):
        each = int(game.view.edition("research_cost", 5))
        lines = [_order_line(game.table, t, f"{each * int(t.split()[1])} IPC") for t in texts][:OPTIONS]
        return [menu("Research...", make("do", row.id, number, "research"), lines)]
    bought = ("researcher", "researchers") if game.view.edition("research_tokens") else ("die", "dice")
    dice = [(int(text.split()[1]), text) for text in texts[:ROW]]
    labels = {n: several(n, *bought) if n else "Roll what is kept" for n, _ in dice}
    found = [button(labels[n], make("do", row.id, number, text)) for n, text in dice]
    return [found] if found else []


def battle_buttons(game_id: str, game: EngineGame) -> list[Button]:
    """A button for each battle that is due, out as long as others come first; Done when none must be fought."""
    number, found = game.log[-1].number, legal(game, game.to_act)
    places = list(dict.fromkeys(b.place for b in found.battles))[:15]
    now = {b.place for b in found.battles if b.now}  # others wait for these: raids and assaults come first
    fights = [button(f"Fight {p}", make("fight", game_id, number, p), BLUE, off=p not in now) for p in places]
    if found.done is not None:
        return fights
    return [*fights, button("Done", make("done", game_id, number), GREY if fights else BLUE)]
