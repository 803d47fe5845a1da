"""What changes that no battle tells are worth, in IPC, by trial on a copy: technologies, and what rules offer beside
moves and purchases."""

from __future__ import annotations

from rules.core.view import View
from rules.economy.income import income_of
from rules.legal import legal
from rules.model.profiles import UnitType
from rules.phases.research import chart as technologies
from rules.phases.research import charts, open_charts
from rules.play.game import Game, NoDice, Outcome
from seats.situation import Situation
from seats.wish import Wish

TURNS = 4.0  # turns of income that a lasting change is worth
ATTACK, DEFENSE, BODIES, SPEED = 0.5, 0.4, 0.6, 0.05
UNIT = 3.6  # IPC of one unit of strength: what infantry costs for its own
SUCCESS = 1 / 6
MOST_DICE = 6
LEAST = 0.5  # IPC by which an offer has to better things
MOST = 16  # offers tried a phase


def strength(p: UnitType) -> float:
    """What a unit is worth in IPC by its numbers, whatever it costs."""
    fights = ATTACK * p.attack * p.attack_dice + DEFENSE * p.defense * p.defense_dice
    return UNIT * (fights / 6 + BODIES * p.hits + SPEED * p.move)


def standing(view: View, me: str) -> float:
    """How a power's side stands in IPC: cash, army, industry, income of some turns, less the same of the enemy."""
    total, side = 0.0, view.side(me)
    for unit in view.state.units.values():
        if unit.owner in view.board.powers:
            total += (1 if view.side(unit.owner) == side else -1) * strength(view.of(unit))
    for purse, power in view.board.purse_power.items():
        if view.board.powers[power].plays:
            sign = 1 if view.side(power) == side else -1
            total += sign * (view.state.money.get(purse, 0) + TURNS * income_of(view, purse))
    return total


def of_technology(view: View, me: str, name: str) -> float:
    """What a technology would be worth to a power now."""
    state = view.state.copy()
    state.flags[f"tech.{me}"] = (*view.techs(me), name)
    return standing(View(view.table, state), me) - standing(view, me)


def research(s: Situation) -> list[Wish]:
    """Dice for research, as many as are expected to pay."""
    view, me = s.view, s.me
    new = [t for n in open_charts(view, me) for t in technologies(view, n) if t not in view.techs(me)]
    if not new or s.game.trial("research 1"):
        return []
    worth, price = sum(of_technology(view, me, t) for t in new) / len(new), float(view.edition("research_cost", 5))
    dice = 0
    while dice < MOST_DICE and (1 - SUCCESS) ** (dice if charts(view) > 1 else 0) * SUCCESS * worth > price:
        dice += 1
    dice = min(dice, int(view.money(me) / 3 / price))
    return [Wish(f"research {dice}", f"A technology is worth {worth:.0f} IPC on the mean.")] if dice else []


def offers(s: Situation, game: Game) -> list[Wish]:
    """What rules offer now and what would be for the better, one after another. game: the phase as far as it is planned."""
    found, me = list[Wish](), s.me
    twin = Game(game.table, game.state.copy(), game.log.copy())
    for text in list(legal(twin, me).offers)[:MOST]:
        before, dice = standing(twin.view, me), NoDice()
        tried = Game(twin.table, twin.state.copy(), twin.log.copy())
        if not isinstance(tried.submit(text, dice), Outcome) or dice.used or tried.state.pending:
            continue
        gain = standing(tried.view, me) - before
        if gain > LEAST:
            found.append(Wish(text, f"It is worth {gain:+.1f} IPC."))
            twin = tried
    return found
