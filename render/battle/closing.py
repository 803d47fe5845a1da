"""What a battle came to: what each side lost and has left, and how lucky it was, over all its rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from render.battle.model import Account
from render.battle.volleys import Volley, volleys
from render.input.position import listed
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.view import View
from rules.model.events import BattleChanged, Event, UnitRemoved
from rules.model.state import Battle, State, Unit


def accounts(view: View, battle: Battle, events: Sequence[Event], end: State) -> tuple[Account, ...]:
    """One account for each side that lost something or has something left. events: the whole battle's, from its beginning
    to what its end brought with it; end: the position after them."""
    fired = volleys(events, battle)
    removed = {e.unit.id: e.unit for e in events if isinstance(e, UnitRemoved) and e.unit.place == battle.place}
    members = {side: _members(battle.id, events, side) for side in (ATTACKER, DEFENDER)}
    sides = [side for side in members if members[side]]
    found = (_account(view, side, members[side], removed.values(), end, fired, battle) for side in sides)
    return tuple(account for account in found if account.powers)


def _members(id_: str, events: Iterable[Event], side: str) -> set[int]:
    """Everybody who ever was in the battle on a side."""
    battles = [b for e in events if isinstance(e, BattleChanged) and e.id == id_ for b in (e.before, e.after) if b]
    return {unit for b in battles for unit in (b.attackers if side == ATTACKER else b.defenders)}


def _account(
    view: View,
    side: str,
    members: set[int],
    removed: Iterable[Unit],
    end: State,
    fired: Sequence[Volley],
    battle: Battle,
) -> Account:
    lost = [u for u in removed if _on(view, u, side, battle)]
    left = [end.units[i] for i in sorted(members) if i in end.units and _on(view, end.units[i], side, battle)]
    shots = [s for volley in fired if volley.side == side for s in volley.shots if s.need and s.die.counted]
    owners = dict.fromkeys(u.owner for u in (*lost, *left))
    return Account(
        powers=tuple(owners) or ((battle.attacker,) if side == ATTACKER else ()),
        lost=listed(view, lost),
        cost=sum(view.table.units[u.type].cost for u in lost),
        left=listed(view, left),
        hits=sum(s.die.hit for s in shots),
        expected=sum(s.need / 6 for s in shots),
    )


def _on(view: View, unit: Unit, side: str, battle: Battle) -> bool:
    """Whether a unit is the attacker's or one of his enemies'."""
    attacks = unit.owner == battle.attacker or view.allied(unit.owner, battle.attacker)
    return attacks == (side == ATTACKER)
