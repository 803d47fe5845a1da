"""Questions that are to be foreseen, and standing orders tried on the position as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.game.standing import given
from bot.store.records import Policy
from rules.battle import losses, sides
from rules.battle.sides import DEFENDER
from rules.core.view import View
from rules.model.orders import DONE
from rules.model.refusals import Refusal
from rules.model.state import Battle, Decision
from rules.play import asking, lines
from rules.play.game import Game, NoDice

MOST = 60


@dataclass(frozen=True, slots=True)
class Ahead:
    """A question that may come: its kind, who will be asked, and where."""

    kind: str
    power: str
    place: str


def ahead(game: Game) -> tuple[Ahead, ...]:
    """The questions that the battles still to be fought this turn may put to their defenders."""
    view = game.view
    found: list[Ahead] = []
    for battle in game.state.battles.values():
        if battle.status != "over" and battle.kind in ("land", "sea", "raid"):
            found += _of(view, battle)
    for decision in lines.shown(game.state):
        # Who may come to a battle by his answer may lose there too.
        for place in lines.concerns(view, decision) or ():
            if place in game.state.battles and game.state.battles[place].kind == "sea":
                owners = (u.owner for u in sides.units(view, game.state.battles[place], DEFENDER))
                found += [Ahead("casualties", p, place) for p in (decision.power, *owners) if p in view.board.powers]
    return tuple(dict.fromkeys(found))


def _of(view: View, battle: Battle) -> list[Ahead]:
    units = sides.units(view, battle, DEFENDER)
    found = []
    if len({losses.casualty_key(view, u) for u in units}) > 1:
        found += [Ahead("casualties", owner, battle.place) for owner in dict.fromkeys(u.owner for u in units)]
    if battle.kind == "sea":
        # What keeps them from diving now may be lost before they are asked.
        for owner in dict.fromkeys(u.owner for u in units if view.has(u, "submerges")):
            found.append(Ahead("submerge", owner, battle.place))
    return [one for one in found if one.power in view.board.powers]


def after_combat_move(game: Game) -> Game:
    """A copy of the game in which the combat move that goes on has ended, if it may, and what comes before combat."""
    twin = game.copy()
    while twin.view.attacks_wait and not twin.state.pending:
        if isinstance(twin.submit(DONE, NoDice(), twin.state.turn.power), Refusal):
            break
    return twin


def tried(game: Game, policies: Sequence[Policy], powers: Sequence[str]) -> list[str]:
    """What standing orders of some powers would do now, in lines: to the questions that are open, or that would be if
    the combat move ended now; and how losses would be taken."""
    twin, told = after_combat_move(game), list[str]()
    mine = [p for p in policies if p.power in powers]
    for _ in range(MOST):
        one = given.standing_answer(twin, mine)
        if one is None or _rolls(twin, one):
            break
        told.append(f"{one.power}: `{one.text}` ({one.why})")
    asked = [d for d in lines.shown(twin.state) if set(lines.askers(d)) & set(powers)]
    told += [f"{d.power} is asked: {asking.named(game.table, d)}" for d in asked]
    return told + [_foreseen(twin, mine, one) for one in ahead(twin) if one.power in powers]


def _rolls(twin: Game, one: given.Answer) -> bool:
    """Give the answer on the copy; whether dice would fall, which nobody knows."""
    dice = NoDice()
    return isinstance(twin.submit(one.text, dice, one.power), Refusal) or bool(dice.used)


def _foreseen(game: Game, policies: Sequence[Policy], one: Ahead) -> str:
    """What would be answered to a question that may come."""
    found = given.holding(game, Decision(one.kind, one.power, one.place), one.power, policies)
    how = f"**{found[0].data.get('do')}**" if found else "you are asked"
    return f"{one.power} in {one.place} ({asking.question(game.table, one.kind)}): {how}"
