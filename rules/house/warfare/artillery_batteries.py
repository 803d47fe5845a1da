"""Artillery batteries: one shot into a battle next door, or a raid on a complex next door."""

from __future__ import annotations

from typing import Final

from rules.battle import raid
from rules.battle.sides import ATTACKER
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.board import EVERY_BOARD
from rules.model.ledger import Role
from rules.model.names import several
from rules.model.orders import Bomb, Launch, Order
from rules.model.profiles import LAND, UnitType
from rules.model.refusals import Refusal
from rules.model.salvo import Shot
from rules.model.state import COMBAT_MOVE, Battle, Unit

ID = "rw.artillery-batteries"
NAME = "artillery battery"
BATTERY = UnitType(
    NAME,
    LAND,
    plural="artillery batteries",
    aliases=("battery", "artillery", "batteries"),
    attack=3,
    defense=1,
    move=1,
    cost=8,
    cargo=2,
    traits=frozenset({"not in combat move"}),
    numbers={"per_place": 1, "raid_dice": 1},
    rule=ID,
)
FIRED: Final[Role] = "fire afar"
SHELLS: Final[Role] = "raid afar"


class ArtilleryBatteries(Rule):
    """A battery supports a battle that its owner began in a neighbouring space, from where it stands."""

    id = ID
    title = "Artillery batteries"
    text = (
        "A battery costs 8 IPC, moves 1 in noncombat move only, defends at 1, and is carried like an antiaircraft gun; "
        "one may stand in a territory. Once a turn it fires into a battle its owner began in a neighbouring space, in "
        "the first cycle, at 3 (`launch 1 artillery battery: Germany > Eastern Europe`); units it hits fire back, it "
        "cannot be lost there and takes nothing. Or it raids a complex next door: one die of IPC "
        "(`bomb industrial complex: 1 artillery battery: Germany > Eastern Europe`)."
    )
    source = "Rules of Warfare: New Units, Artillery Batteries"
    entries = tuple(f"RW-1.{n}" for n in range(1, 12))
    boards = EVERY_BOARD
    units = (BATTERY,)

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """Batteries move in noncombat move only."""
        if unit.type == NAME and phase == COMBAT_MOVE:
            return Refusal("wrong-phase", "Batteries move in noncombat move only.", "RW-1.2")
        return None

    def may_load(self, view: View, unit: Unit, ship: Unit, phase: str) -> Refusal | None:
        """Nor are they loaded in combat move."""
        if unit.type == NAME and phase == COMBAT_MOVE:
            return Refusal("wrong-phase", "Batteries are loaded and landed in noncombat move only.", "RW-1.3")
        return None

    def handle(self, act: Act, order: Order) -> bool:
        """`launch` into a battle, `bomb` a complex."""
        if isinstance(order, Launch) and any(i.unit == NAME for i in order.items):
            _support(act, order)
            return True
        if isinstance(order, Bomb) and any(i.unit == NAME for i in order.items):
            _raid(act, order)
            return True
        return False

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Raids in combat move, shots into battles that are due in conduct combat."""
        at = sorted({u.place for u in view.state.units.values() if u.type == NAME and u.owner == power and not u.role})
        if view.phase == COMBAT_MOVE:
            targets = [(p, n) for p in at for n in view.board.near(p) if view.complexes(n)]
            return tuple(f"bomb industrial complex: 1 {NAME}: {p} > {n}" for p, n in targets)
        if view.phase == "conduct combat":
            due = {b.place for b in view.state.battles.values() if b.status == "due"}
            return tuple(f"launch 1 {NAME}: {p} > {n}" for p in at for n in view.board.near(p) if n in due)
        return ()

    def shots(self, view: View, battle: Battle, step: str, side: str, shots: tuple[Shot, ...]) -> tuple[Shot, ...]:
        """The shots of supporting batteries, in the first cycle."""
        if (step, side) != ("fire", ATTACKER) or battle.round != 1:
            return shots
        firing = [
            u for u in view.state.units.values() if u.type == NAME and u.role == FIRED and u.target == battle.place
        ]
        return (*shots, *(Shot(u.id, view.of(u).attack, u.type) for u in firing))

    @moments.attacks_made
    def _make_raids(self, act: Act) -> None:
        """Raids by batteries become battles; a shot declared for a battle that did not come is not used up."""
        for place in sorted({u.target for u in act.state.units.values() if u.type == NAME and u.role == SHELLS}):
            if f"raid {place}" not in act.state.battles:
                act.set_battle(Battle(f"raid {place}", "raid", place, act.active))

    def fired_upon(self, view: View, battle: Battle, fired: bool) -> bool:
        """A raid by batteries alone is fought too."""
        return fired or any(u.type == NAME for u in raid.from_afar(view, battle))


def _pick(act: Act, order: Launch | Bomb) -> list[Unit]:
    """The batteries an order names: in its first place, not used this turn, next to its last."""
    origin, target = order.path[0], order.path[-1]
    if any(i.unit != NAME for i in order.items):
        act.refuse("not-eligible", "Batteries are ordered by themselves.", "RW-1.5")
    if target not in act.board.near(origin):
        act.refuse("too-far", f"{target} does not touch {origin}.", "RW-1.5")
    here = [u for u in act.units(origin, act.active) if u.type == NAME and u.carrier is None]
    count = sum(i.count for i in order.items)
    if len(here) < count:
        act.refuse("not-enough-units", f"{act.active} has {several(len(here), 'battery')} in {origin}.", "RW-1.5")
    free = [u for u in here if not u.role and not u.fought]
    if len(free) < count:
        act.refuse("already-used", "That battery fires or raids already this turn.", "RW-1.11")
    return free[:count]


def _support(act: Act, order: Launch) -> None:
    target = order.path[-1]
    batteries = _pick(act, order)
    battle = act.state.battles.get(target)
    begun = act.phase == "conduct combat" and battle is not None and battle.status == "due"
    if act.phase == COMBAT_MOVE:
        mine = [u for u in act.state.units.values() if u.owner == act.active]
        begun = any((u.role, u.place) == ("attack", target) or (u.role, u.target) == ("assault", target) for u in mine)
    if not begun:
        act.refuse("no-target", f"{act.active} has begun no battle in {target}.", "RW-1.5")
    for unit in batteries:
        act.change(unit, role=FIRED, target=target, fought=True)


def _raid(act: Act, order: Bomb) -> None:
    target = order.path[-1]
    if act.phase != COMBAT_MOVE:
        act.refuse("wrong-phase", "Raids are ordered in combat move.", "RW-1.10")
    batteries = _pick(act, order)
    if act.place(target).is_sea or not act.complexes(target) or not act.at_war(act.owner(target), act.active):
        act.refuse("no-target", f"There is no enemy complex in {target}.", "RW-1.10")
    for unit in batteries:
        act.change(unit, role=SHELLS, target=target, fought=True)


RULE = ArtilleryBatteries()
