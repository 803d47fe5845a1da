"""Research: buying dice, breakthroughs, the tables of technologies (CL-3, G40-3).

Data of the edition: `technologies` (in table order, six to a chart), `research_cost`, `research_charts`
(more than one: the player names the chart, and a turn gives one breakthrough at most), `research_aimed` (dice are rolled
for one technology that is named, and succeed on its number), `research_tokens` (dice are kept until one succeeds).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core.act import Act, Handlers
from rules.core.view import View
from rules.model.names import one_meant, several
from rules.model.orders import Chart, Order, Research
from rules.model.state import Decision

SUCCESS = 6
_REROLLS = 200
_MOST = 6  # dice of one order that are worth offering
DEVELOPED = "turn.developed"
"""Flag: technologies that are there when the turn ends."""


def begin(act: Act) -> None:
    """Nothing happens by itself."""


def end(act: Act) -> None:
    """Nothing is left to do."""


def charts(view: View) -> int:
    """Number of technology tables."""
    return int(view.edition("research_charts", 1))


def chart(view: View, number: int) -> tuple[str, ...]:
    """The technologies of one table, in the order of the die."""
    names: tuple[str, ...] = tuple(view.edition("technologies", ()))
    return names[6 * (number - 1) : 6 * number]


def open_charts(view: View, power: str) -> list[int]:
    """Tables that still hold something new for a power."""
    return [n for n in range(1, charts(view) + 1) if set(chart(view, n)) - set(view.techs(power))]


def kept(view: View, power: str) -> int:
    """Dice that a power has paid for in earlier turns and still has."""
    keeps = view.edition("research_tokens") or view.option("research_dice_kept")
    return int(view.flag(f"research.{power}", 0)) if keeps else 0


def rolls(view: View, power: str) -> tuple[str, ...]:
    """Orders of research worth offering: kept dice alone, then bought ones; where one aims, for each technology in turn."""
    most = min(_MOST, view.money(power) // int(view.edition("research_cost")))
    counts = range(1, most + 1)
    if not view.edition("research_aimed"):
        return tuple(f"research {n}" for n in ((0, *counts) if kept(view, power) else counts))
    new = [name for name in chart(view, 1) if name not in {*view.techs(power), *view.flag(DEVELOPED, ())}]
    return tuple(f"research {n} for {name}" for n in counts for name in new)


def research(act: Act, order: Research) -> None:
    """`research N`: pay, roll, and gain a technology for a six."""
    power, rule = act.active, act.cite("research")
    if act.edition("research_aimed"):
        return _aimed(act, order)
    _may_research(act, order)
    if not open_charts(act, power):
        act.refuse("already-used", f"{power} has every technology.", rule)
    _pay(act, order)
    keeps = act.edition("research_tokens") or act.option("research_dice_kept")
    count = order.dice + kept(act, power)
    if not count:
        act.refuse("syntax", "Buy at least one die: research 1.", rule)
    dice = act.roll(count, "research", "", power, (0,) * count, ("breakthrough on 6",) * count)
    act.set_flag("turn.researched", True)
    sixes = dice.count(SUCCESS)
    if keeps:
        act.set_flag(f"research.{power}", None if sixes else count)
    if charts(act) > 1:
        if sixes:
            act.ask("chart", power)
    else:
        for _ in range(sixes):
            _gain(act, power, 1)


def _aimed(act: Act, order: Research) -> None:
    """`research N for TECHNOLOGY`: each die with the technology's number develops it."""
    power, rule, names = act.active, act.cite("research"), chart(act, 1)
    known = {*act.techs(power), *act.flag(DEVELOPED, ())}
    new = [name for name in names if name not in known]
    choices = tuple(f"research {max(1, order.dice)} for {name}" for name in new)
    if not new:
        act.refuse("already-used", f"{power} has every technology.", rule)
    aim = one_meant(order.aim, names)
    if aim is None:
        act.refuse("syntax", f"Name what is to be developed: {choices[0]}.", rule, choices)
    if aim not in new:
        act.refuse("already-used", f"{power} has {aim}.", rule, choices)
    if not order.dice:
        act.refuse("syntax", f"Buy at least one die: research 1 for {aim}.", rule)
    _pay(act, order)
    number = names.index(aim) + 1
    dice = act.roll(order.dice, "research", "", power, (0,) * order.dice, (f"{aim} on {number}",) * order.dice)
    if number in dice and act.option("lhtr"):
        act.set_flag(DEVELOPED, (*act.flag(DEVELOPED, ()), aim))
        act.note(f"{power} will have {aim} when its turn ends.")
    elif number in dice:
        gain(act, power, aim)


def gain(act: Act, power: str, tech: str) -> None:
    """A power has a technology from now on."""
    act.set_flag(f"tech.{power}", (*act.techs(power), tech))


def _may_research(act: Act, order: Research) -> None:
    power, rule = act.active, act.cite("research")
    purses = act.purses(power)
    if order.aim and order.aim not in [p.lower() for p in purses]:
        act.refuse("not-eligible", "One cannot aim at a technology here: the die chooses.", rule)
    if charts(act) == 1:
        return
    if act.flag("turn.researched"):
        act.refuse("already-used", f"{power} has rolled for research this turn.", rule)
    if all(act.capital_lost(p) for p in purses):
        act.refuse("capital-lost", f"{power} cannot research while its capital is in enemy hands.", rule)


def _pay(act: Act, order: Research) -> None:
    """The named purse pays first, then the others in order (only the United Kingdom has several)."""
    purses = sorted(act.purses(act.active), key=lambda p: p.lower() != order.aim)
    each = int(act.edition("research_cost"))
    cost, have = each * order.dice, sum(act.state.money.get(p, 0) for p in purses)
    if cost > have:
        dice = several(order.dice, "die", "dice")
        text = f"A die costs {each} IPC, {dice} {cost}; {act.active} has {have}: at most {have // each}."
        act.refuse("not-enough-money", text, act.cite("research"))
    for purse in purses:
        part = min(cost, act.state.money.get(purse, 0))
        act.pay(purse, part, "research")
        cost -= part


def _gain(act: Act, power: str, number: int) -> None:
    """Roll on a table until something new comes up."""
    names = chart(act, number)
    new = [n for n in names if n not in act.techs(power)]
    if not new:
        act.note(f"{power} has every technology of the chart already.")
        return
    for _ in range(_REROLLS):
        (die,) = act.roll(1, "technology", "", power, (0,), (f"table {number}",))
        found = names[die - 1]
        if found in new:
            break
    else:
        found = new[0]
    gain(act, power, found)


def choose_chart(act: Act, decision: Decision, order: Order) -> None:
    """The answer `chart N` to a breakthrough (G40-3.3)."""
    possible = open_charts(act, decision.power)
    named = order.number if isinstance(order, Chart) else 0
    if named not in possible:
        choices = tuple(f"chart {n}" for n in possible)
        text = f"Name a chart that still has something new: {' or '.join(choices)}."
        act.refuse("not-eligible", text, act.cite("charts"), choices)
    act.answered()
    _gain(act, decision.power, named)


HANDLERS: Handlers = {Research: research}
ANSWERS: Mapping[str, Callable[[Act, Decision, Order], None]] = {"chart": choose_chart}
UNDO = True
