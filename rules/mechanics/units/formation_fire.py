"""Formations in battle: whole ones roll more dice.

Which ones are active is a fact of the battle from its beginning; its extra dice hang on the ranks of its members, so that
battle, odds and battle card have them from one place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.battle import sides
from rules.battle.sides import ATTACKER, BOTH, DEFENDER, side_of
from rules.core.act import Act
from rules.core.steps import Step
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.mechanics.units.formations import kind_named, tag_of
from rules.model.board import Option
from rules.model.names import article, listing
from rules.model.orders import PASS, Invoke, Order
from rules.model.ranks import Ranks, positive
from rules.model.state import Battle, Decision, Unit

FACT: Final = "formations"
CHOICE: Final = "choose formation"
QUESTION: Final = "formation"
DOUBLED: Final = "turn.two dice"
Active = tuple[str, str]
"""Owner and tag of a formation."""


@dataclass(frozen=True, eq=False, kw_only=True)
class FormationFire(Mechanic):
    """One formation a side is active in a battle: the only one there, else the one that its side names before the
    first die (question `formation`; among allies the owner of the territory speaks). It rolls what its kind says as
    long as it is whole; it attacks only together, by land, from one territory.

    every: all that are whole when the battle begins are active instead, and neither give nor take support. substitute:
    option by which another takes the place of one that has been broken. cites: "one", "dice".
    """

    questions = {QUESTION: "Which of several formations is active in a battle"}
    asks = {QUESTION: "which formation is active?"}
    every: bool = False
    substitute: Option | None = None

    # --- which one ---------------------------------------------------------------------------------------

    def battle_facts(self, view: View, battle: Battle, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The active ones of each side; where only one may be, the strongest until its side says otherwise."""
        if battle.kind != "land" or FACT in facts:
            return facts
        found = {side: able(view, battle, side) for side in BOTH}
        active = {side: tuple(keys if self.every else _strongest(view, keys)) for side, keys in found.items() if keys}
        return {**facts, FACT: active}

    def battle_steps(self, view: View, battle: Battle, each_round: bool, steps: tuple[str, ...]) -> tuple[str, ...]:
        """The question comes before any fire."""
        asked = (
            not each_round and not self.every and battle.kind == "land" and CHOICE not in steps and battle.fact(FACT)
        )
        return (CHOICE, *steps) if asked else steps

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`invoke panzer army`, `invoke tank army (United States)`, or `pass` for none."""
        if decision.kind != QUESTION:
            return False
        battle, side = act.battle(decision.data["battle"]), decision.data["side"]
        keys = able(act, battle, side)
        chosen: tuple[Active, ...] = ()
        if isinstance(order, Invoke):
            chosen = (self._named(act, order, keys),)
            self._double(act, order, chosen[0])
        elif order != PASS:
            act.refuse(
                "not-your-decision", "Name the formation that is active, or pass.", self.cite("one"), _texts(keys)
            )
        act.answered()
        act.set_facts(battle.id, **{FACT: {**battle.fact(FACT, {}), side: chosen}})
        for owner, tag in chosen:
            act.note(f"Active in {battle.place}: {tag} of {owner}.", battle=battle.id)
        return True

    def _named(self, act: Act, order: Invoke, keys: Sequence[Active]) -> Active:
        name = order.name.partition(":")[0].strip()
        fits = [key for key in keys if name in _names(act, key)]
        if not fits:
            act.refuse("not-eligible", f"No {name} can be active here.", self.cite("one"), _texts(keys))
        return fits[0]

    # --- the member with two dice -------------------------------------------------------------------------

    def handle(self, act: Act, order: Order) -> bool:
        """`invoke waffen-ss army: 1 waffen-ss infantry` in conduct combat: who has the two dice."""
        if not isinstance(order, Invoke) or act.phase != "conduct combat" or ":" not in order.name:
            return False
        power, name = act.by or act.active, order.name.partition(":")[0].strip()
        mine = {(u.owner, t) for u in act.state.units.values() if u.owner == power and (t := tag_of(act, u))}
        keys = sorted(key for key in mine if name in _names(act, key))
        if not keys:
            return False
        self._double(act, order, keys[0])
        return True

    def any_time(self, act: Act, order: Order) -> bool:
        """The defender may say so too."""
        return self.handle(act, order)

    def _double(self, act: Act, order: Invoke, key: Active) -> None:
        _, _, what = order.name.partition(":")
        if not what.strip():
            return
        type_ = act.table.unit_names.find(what.strip().removeprefix("1 ").strip()) or ""
        kind = kind_named(act, key[1], key[0])
        tagged = {u.type for u in act.state.units.values() if u.owner == key[0] and tag_of(act, u) == key[1]}
        members = [name for name in (kind.members if kind else ()) if name in tagged]
        if kind is None or type_ not in members or not kind.doubled < kind.count:
            text = f"The two dice of {article(key[1])} go to one of its members: {listing(members)}."
            act.refuse("not-eligible", text, self.cite("dice"))
        act.set_flag(DOUBLED, {**act.flag(DOUBLED, {}), "|".join(key): type_})
        act.note(f"{key[0]}'s {key[1]}: the {type_} rolls two dice.")

    # --- dice ------------------------------------------------------------------------------------------------

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """The dice of the members while all of them stand."""
        active: Sequence[Active] = battle.fact(FACT, {}).get(side, ())
        broken = [key for key in active if not self._fire(view, ranks, key)]
        if broken and self.substitute and view.option(self.substitute):
            for key in able(view, battle, side):
                if self._fire(view, ranks, key):
                    break
        return ranks

    def _fire(self, view: View, ranks: Ranks, active: Active) -> bool:
        """Give a formation its dice; False if it is no more."""
        kind = kind_named(view, active[1], active[0])
        members = [r for r in ranks if r.unit.owner == active[0] and active[1] in r.unit.marks]
        if kind is None or not members:
            return False
        whole = positive(sum(r.count for r in members) - kind.count)
        leaders = [r for r in members if r.unit.type == kind.commander]
        others = [r for r in members if r.unit.type != kind.commander]
        named = view.flag(DOUBLED, {}).get("|".join(active))
        others.sort(key=lambda r: (r.unit.type != named, -r.number, r.unit.type, r.unit.id))
        ranks.arm(leaders, whole, kind.commander_dice)
        ranks.arm(others, whole * kind.doubled, 2)
        return True

    # --- support -----------------------------------------------------------------------------------------

    def support(self, view: View, battle: Battle, gives: bool, units: list[Unit]) -> list[Unit]:
        """Where all are active they neither give nor take any."""
        return [u for u in units if not _active(view, battle, u)] if self.every else units


def able(view: View, battle: Battle, side: str) -> list[Active]:
    """Formations of a side that could be active in a battle: whole, all of them in it, and attackers together by land
    from one territory."""
    found: dict[Active, list[Unit]] = {}
    for unit in sides.units(view, battle, side):
        if tag := tag_of(view, unit):
            found.setdefault((unit.owner, tag), []).append(unit)
    return sorted(key for key, units in found.items() if _may(view, key, units, side))


def _may(view: View, key: Active, units: Sequence[Unit], side: str) -> bool:
    kind = kind_named(view, key[1], key[0])
    if kind is None or not kind.complete(u.type for u in units):
        return False
    return side == DEFENDER or (len({u.start for u in units}) == 1 and all(u.role == "attack" for u in units))


def ask(act: Act, id_: str) -> None:
    """Step: a side with several formations says which one is active."""
    battle = act.battle(id_)
    for side in BOTH:
        keys = able(act, battle, side)
        if len(keys) > 1:
            owners = {owner for owner, _ in keys}
            speaks = (
                battle.attacker if side == ATTACKER else owners.pop() if len(owners) == 1 else act.owner(battle.place)
            )
            best = _strongest(act, keys)
            offers = _texts([*best, *(key for key in keys if key not in best)])
            act.ask(QUESTION, speaks or keys[0][0], battle.place, battle=id_, side=side, offers=offers)


def _active(view: View, battle: Battle, unit: Unit) -> bool:
    """Whether a unit is a member of an active formation."""
    if not unit.marks or not (tag := tag_of(view, unit)):
        return False
    return (unit.owner, tag) in [tuple(key) for key in battle.fact(FACT, {}).get(side_of(battle, unit), ())]


def _strongest(view: View, keys: Sequence[Active]) -> list[Active]:
    def dice(key: Active) -> int:
        kind = kind_named(view, key[1], key[0])
        return kind.extra_dice if kind else 0

    return [max(keys, key=dice)]


def _names(view: View, key: Active) -> tuple[str, ...]:
    """What a formation may be called in an order."""
    owner, tag = key
    kind = kind_named(view, tag, owner)
    number = tag.removeprefix(kind.name) if kind else ""
    names = (tag, *(f"{alias}{number}" for alias in (kind.aliases if kind else ())))
    return (*names, *(f"{name} ({owner.lower()})" for name in names))


def _texts(keys: Sequence[Active]) -> tuple[str, ...]:
    alone = len({tag for _, tag in keys}) == len(keys)
    return (*(f"invoke {tag}" if alone else f"invoke {tag} ({owner})" for owner, tag in keys), "pass")


FormationFire.own_steps = {CHOICE: Step(ask, asks=True)}
