"""Home Defense of the United Kingdom."""

from __future__ import annotations

from rules.battle.setup import attacked_lands
from rules.battle.sides import ATTACKER
from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.house.europe1943.document import UK, Section
from rules.model.orders import PASS, Invoke, Order
from rules.model.ranks import Ranks
from rules.model.state import Battle, Decision, Unit

ID, PLACE, QUESTION = "y43.home-defense", "Southeast England", "home defense"
USED, NOW = "y43.home-defense", "turn.home defense"
FIGHTERS, INFANTRY = 5, 3


class HomeDefense(Section):
    """Once a game, in the first round."""

    id = ID
    title = "Home Defense"
    text = (
        "Once a game, when Southeast England is attacked (not only raided), the United Kingdom is asked at the end of "
        "the enemy's combat move and may invoke Home Defense: in the first round all Allied fighters there defend at "
        "5 and all Allied infantry of any kind at 3 at least (invoke home defense, or pass)."
    )
    source = "Axis and Allies 1943: United Kingdom, Home Defense"
    entries = ("Y43-16.6",)
    questions = {QUESTION: "Whether the Home Defense is called"}
    asks = {QUESTION: "invoke Home Defense?"}
    flags = {USED: "true once Home Defense has been invoked"}
    priority = -5

    @moments.attacks_made
    def _ask(self, act: Act) -> None:
        """The question."""
        if not act.flag(USED, False) and _attacked(act):
            act.ask(QUESTION, UK, PLACE, may_pass=True)

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`invoke home defense`, or `pass`."""
        if decision.kind != QUESTION:
            return False
        called = isinstance(order, Invoke) and order.name == QUESTION
        if not called and order != PASS:
            act.refuse("not-your-decision", "Invoke home defense, or pass.", "Y43-16.6", (f"invoke {QUESTION}", "pass"))
        act.answered()
        if called:
            act.set_flag(USED, True)
            act.set_flag(NOW, True)
            act.note("The United Kingdom invokes Home Defense.", place=PLACE)
        return True

    def any_time(self, act: Act, order: Order) -> bool:
        """Elsewhere it is refused."""
        return _refuse(act, order)

    def handle(self, act: Act, order: Order) -> bool:
        """Elsewhere it is refused."""
        return _refuse(act, order)

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """Better defenders in the first round."""
        if side == ATTACKER or battle.round > 1 or battle.place != PLACE or not view.flag(NOW, False):
            return ranks
        return ranks.each(lambda unit, number: max(number, _first_round(view, unit)))

    def assumed(self, view: View, battle: Battle, told: tuple[str, ...]) -> tuple[str, ...]:
        """Defenders that are typed in may stand anywhere, there too."""
        ours = any(view.side(u.owner) == view.side(UK) for u in view.get(battle.defenders))
        here = battle.typed and battle.kind == "land" and ours
        return (*told, f"no {QUESTION} in {PLACE}") if here else told

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Both answers."""
        first = view.state.pending[0] if view.state.pending else None
        asked = first is not None and (first.kind, first.power) == (QUESTION, power)
        return (f"invoke {QUESTION}", "pass") if asked else ()


def _first_round(view: View, unit: Unit) -> int:
    if unit.type == "fighter":
        return FIGHTERS
    return INFANTRY if view.of(unit).is_a("infantry") else 0


def _attacked(view: View) -> bool:
    if view.side(view.active) == view.side(UK) or view.side(view.owner(PLACE) or "") != view.side(UK):
        return False
    return PLACE in attacked_lands(view)


def _refuse(act: Act, order: Order) -> bool:
    if not isinstance(order, Invoke) or order.name != QUESTION:
        return False
    if act.flag(USED, False):
        act.refuse("already-used", "Home Defense has been invoked: once a game.", "Y43-16.6")
    act.refuse("wrong-phase", f"Home Defense is invoked when asked, as {PLACE} is attacked.", "Y43-16.6")


RULE = HomeDefense()
