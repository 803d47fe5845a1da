"""What the odds of a battle leave out or take for granted, so that players can be told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.battle import sides
from rules.core.dice_modes import DECK, LOW_LUCK
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import AIR
from rules.model.state import Battle, Unit
from rules.model.vocabulary import Trait
from rules.odds.read.battle import Wishes, prepared, read, ways
from rules.odds.read.rerollers import may_roll_again
from rules.odds.read.steps import KNOWN, asks, first_only, is_plain, may_leave, once, unforeseen, usual
from rules.odds.read.surprise_fire import on_the_way
from rules.odds.solve.model import reroll_dice
from rules.play.asking import asked

_LEAVING: Mapping[Trait, tuple[str, str]] = {
    "submerges": ("no submarine of the {} submerges", "submarines of the {} submerge as soon as they may"),
    "withdraws": ("no submarine of the {} withdraws", "submarines of the {} withdraw after a round"),
}


def left_out(view: View, battle: str) -> tuple[str, ...]:
    """What the odds of a battle do not know, or not as it is: steps (a rule's own, but for plain salvos before the first
    round or in it), what nobody foresees (no odds are told then), what goes down with a ship without having fought."""
    act = prepared(view, battle)
    found = act.battle(battle)
    early = (*once(act, found), *first_only(act, found))
    steps = (*(s for s in early if not is_plain(act, found, s)), *usual(act, found))
    unknown = [s for s in steps if s not in KNOWN and not asks(act, s)]
    return (*unknown, *unforeseen(act, found), *_aboard(act, found))


def _aboard(view: View, battle: Battle) -> Iterator[str]:
    """Aircraft that stand on decks and do not fight."""
    if view.place(battle.place).is_sea:
        fights = {*battle.attackers, *battle.defenders, *battle.aside}
        planes = (u for u in view.units(battle.place, domain=AIR) if u.id not in fights and u.carrier is None)
        if any(view.deck_room(u) and not u.route for u in planes):
            yield "the aircraft that go down with a carrier without having fought"


def _again(view: View, battle: Battle, units: Sequence[Unit]) -> Iterator[str]:
    """What is assumed of units that may roll a missed die again."""
    mark = next(filter(None, (may_roll_again(view, battle, unit) for unit in units if unit.marks)), "")
    if view.option(LOW_LUCK) or not mark:
        return  # with low luck no die is a unit's own
    attacker, defender, _ = read(view, battle, Wishes())
    for side, known in ((sides.ATTACKER, reroll_dice(attacker)), (sides.DEFENDER, reroll_dice(defender))):
        many = any(may_roll_again(view, battle, unit) for unit in sides.units(view, battle, side))
        if len(known) == 1:
            yield f"the {mark} unit of the {side} rolls again when it first misses"
        elif known:
            yield f"each {mark} unit of the {side} rolls again when it first misses"
        elif many:
            yield f"no {mark} unit of the {side} rolls again"


def _decks(view: View, battle: Battle) -> Iterator[str]:
    """Nobody knows whether aircraft of typed forces need a deck: a hit that takes one is taken as one that costs nothing."""
    for side in sides.BOTH if battle.typed else ():
        units = sides.units(view, battle, side)
        ships = [u for u in units if view.has(u, "no deck when damaged") and sides.left(view, battle, u) > 1]
        if ships and any(view.of(u).deck for u in units):
            yield f"{view.of(ships[0]).many} of the {side} are damaged before it loses aircraft"


def assumed(view: View, battle: str, away: Sequence[str] = ()) -> tuple[str, ...]:
    """What the odds take for granted although players may do otherwise, in words. away: the sides whose submarines
    leave (Wishes.leaving)."""
    found, texts = view.state.battles[battle], []
    for side in sides.BOTH:
        if trait := may_leave(view, found, side):
            stays, leaves = _LEAVING[trait]
            texts.append((leaves if side in away else stays).format(side))
    texts += _decks(view, found)
    units = [unit for side in sides.BOTH for unit in sides.units(view, found, side)]
    texts += [f"{step}: as is recommended" for step in once(view, found) if asks(view, step)]
    texts += _again(view, found, units)
    open_ = [d for d in view.state.pending if d.data.get("battle") == battle and d.kind != "casualties"]
    texts += [f"{asked(view.table, d)} No" for d in open_ if found.volley]
    at_sea = found.kind == "sea" or bool(found.zones)
    helped = at_sea or bool(view.edition("scramble", {}).get("ashore"))
    if helped and view.attacks_wait and view.cite("scramble"):
        answers = (answer for rule in view.table.parts(Rule) for answer in rule.sea_answers)
        texts.append("nobody " + " or ".join(("scrambles", *answers)))
    if found.status == "due" and (special := on_the_way(view, battle)[1]) and not any(ways(view, battle)):
        texts += [f"no {why} on the way stops anybody" for why in special]
    zones = (view.state.battles.get(zone) for zone in found.zones)
    if any(b is not None and b.status == "due" for b in zones):
        texts.append("the landing zone is cleared")
    if view.option(DECK):
        texts.append("dice are thrown, whatever the decks still hold")
    return view.table.fold(Rule.assumed, tuple(texts), view, found)
