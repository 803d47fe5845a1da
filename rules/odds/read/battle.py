"""The odds of a battle on the board, read from the engine: the same numbers, volleys, steps and order of loss.

Decisions are what `Wishes` say; assumptions.py says what is not in the odds.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from rules.battle import salvos_of, setup, sides
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.dice import PracticeDice
from rules.model.names import listing
from rules.model.orders import PASS
from rules.model.refusals import Refused
from rules.model.salvo import Salvo, Shot
from rules.model.state import Battle, BattleKind
from rules.model.vocabulary import Number
from rules.odds.read import begun
from rules.odds.read.engine_side import EngineSide, LossOrder, classes_of, kinds_of
from rules.odds.read.modes import mode_of
from rules.odds.read.outcomes import Beyond, outcomes
from rules.odds.read.side_fire import Scene
from rules.odds.read.steps import asks, first_only, late, may_leave, once, unforeseen, usual
from rules.odds.read.surprise_fire import APART, SurpriseFire, announced, on_the_way
from rules.odds.solve.battle import odds
from rules.odds.solve.model import ALL, Bools, Ints, Opening, Plan, Side, die
from rules.odds.solve.result import Odds, mixed


class NoOdds(ValueError):
    """There are no odds: a battle that is over or no battle, or one whose figure could be plainly wrong. The text says
    where and why, in a sentence for players. Whoever can do without odds catches this, and nothing wider."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(place, why)
        self.place, self.why = place, why

    def __str__(self) -> str:
        return f"No odds for {self.place}: {self.why}"


@dataclass(frozen=True)
class Wishes:
    """What the players of a battle mean to do. rounds: the attacker breaks off after so many. attacker, defender: how
    they take their losses. leave: he breaks off when no more than so many of his units are left. leaving: the sides
    whose submarines leave the battle (submerge, withdraw) as soon as they may. stays: for the attacker's side, which of
    its states go on ([slot, state] -> whether)."""

    rounds: int | None = None
    attacker: LossOrder = field(default_factory=LossOrder)
    defender: LossOrder = field(default_factory=LossOrder)
    leave: int = 0
    leaving: tuple[str, ...] = ()
    stays: Callable[[Side], Callable[[Ints], Bools]] | None = None


@dataclass(frozen=True)
class Ready:
    """A battle that is about to roll, on a copy of the position. before: fire of the step that is going on. fired: who
    has fired in the round that is going on. surprises: fire on the way into it. parts: the ways on which the attackers may
    come to it, with the IPC they have lost and chances, where they differ in more than losses."""

    act: Act
    battle: str
    before: tuple[Opening, ...] = ()
    fired: tuple[int, ...] = ()
    surprises: tuple[SurpriseFire, ...] = ()
    parts: tuple[tuple[Ready, int, float], ...] = ()

    def sides(self, wishes: Wishes) -> tuple[Side, Side, Plan]:
        """Attacker, defender and plan; on the likeliest way."""
        if self.parts:
            return max(self.parts, key=lambda part: part[2])[0].sides(wishes)
        return read(self.act, self.act.battle(self.battle), wishes, self.before, self.fired, self.surprises)

    def odds(self, wishes: Wishes) -> Odds:
        """The odds."""
        if self.parts:
            return mixed([(part.odds(wishes), lost, chance) for part, lost, chance in self.parts])
        attacker, defender, plan = self.sides(wishes)
        return odds(attacker, defender, plan)


_FIRST_ROUND: frozenset[Number] = frozenset({"round1_attack", "round1_defense", "round1_vs_vehicle", "round1_dice"})


def battle_odds(view: View, battle: str, rounds: int | None = None, wishes: Wishes | None = None) -> Odds:
    """The odds of a battle that is due or going on, from its next round, once-only fire included if it has not
    begun. rounds: the attacker breaks off after so many. Raises KeyError if there is no such battle, NoOdds
    for a raid, for a battle that is over, and where a figure could be plainly wrong."""
    return ready(view, battle).odds(wishes or Wishes(rounds))


def ready(view: View, battle: str) -> Ready:
    """A battle of a position, brought to the point where it is about to roll; the position stays as it is. Raises
    KeyError and NoOdds as `battle_odds` does."""
    act = prepared(view, battle)
    check_foreseen(act, battle)
    due = view.state.battles[battle].status == "due"
    units = {*act.battle(battle).attackers, *act.battle(battle).defenders}
    aimed = tuple(a for a in announced(view) if a.targets & units) if due else ()
    plain, special = on_the_way(view, battle) if due else ((), ())
    parts = tuple(ways(view, battle, aimed)) if special else ()
    before = tuple(dataclasses.replace(_opening(view, s), fires_back=False) for s in begun.still_to_fire(view, battle))
    return Ready(act, battle, before, begun.have_fired(view, battle), (*aimed, *plain), parts)


def ways(view: View, battle: str, aimed: tuple[SurpriseFire, ...] = ()) -> Iterable[tuple[Ready, int, float]]:
    """The ways on which the attackers may come to a battle, each about to roll, with the IPC they have lost and its
    chance; none where that is not worked out."""
    fight = view.state.battles[battle]
    try:
        found = outcomes(view, battle, lambda act: _clear_the_way(act, fight))
    except Beyond:
        return
    for way in found:
        get_ready(way.act, battle)
        yield Ready(way.act, battle, surprises=aimed), way.lost, way.chance


def battles_due(view: View, kinds: Sequence[BattleKind] = ("land", "sea")) -> tuple[View, tuple[str, ...]]:
    """(a copy of the position, ids of its battles of some kinds): those there are and, while combat movement goes on,
    those there would be if it ended now and nobody answered it. Those that need not be fought come last, and only where
    somebody has come to attack."""
    act = Act(view.table, view.state.copy(), PracticeDice(0))
    if act.attacks_wait:
        setup.declare(act)
        _react(act)
    found = [b for b in act.state.battles.values() if b.kind in kinds and b.status != "over"]
    meant = [b for b in found if not b.optional or any(u.role == "attack" for u in act.get(b.attackers))]
    return act, tuple(b.id for b in sorted(meant, key=lambda b: b.optional))


def _react(act: Act) -> None:
    """What the end of combat movement brings besides battles: the armies of neutrals stand up, say, and whoever is asked
    something passes."""
    act.tell(moments.attacks_made)
    while act.state.pending:
        before = act.mark()
        try:
            answered = act.table.first_to_handle(Rule.answer, act, act.state.pending[0], PASS)
        except Refused:
            answered = False
        if not answered:
            act.rollback(before)
            break
    setup.refresh_all(act)


def prepared(view: View, battle: str) -> Act:
    """A transaction on a copy of the position in which the battle is about to roll: cargo ashore, hits that
    wait for an answer taken as recommended. The position itself stays as it is."""
    act = Act(view.table, view.state.copy(), PracticeDice(0))
    get_ready(act, battle)
    return act


def get_ready(act: Act, battle: str) -> None:
    """Bring a battle to the point where it is about to roll."""
    found = act.battle(battle)
    if found.kind not in ("land", "sea") or found.status == "over":
        raise NoOdds(found.place, "there are odds only for battles that are still to be fought.")
    if found.status == "due":
        if found.kind == "land":
            _clear_the_way(act, found)
            setup.land_cargo(act, battle)
        setup.refresh(act, battle)
        setup.note_facts(act, battle)
        act.tell(moments.battle_begins, battle)
        setup.refresh(act, battle)
    else:
        begun.settle(act, battle)
        if begun.the_last_hunter_fell(act, battle):
            raise NoOdds(found.place, "the last destroyer of a side has fallen, and counts to the end of this round.")


def check_foreseen(act: Act, battle: str) -> None:
    """Raise NoOdds for a battle, brought to where it is about to roll, that rules bring something into which nobody
    foresees: a wrong figure is worse than none."""
    found = act.battle(battle)
    if unknown := unforeseen(act, found):
        raise NoOdds(found.place, f"a figure without {listing(unknown)} could be plainly wrong.")


def _clear_the_way(act: Act, battle: Battle) -> None:
    """Troops of an assault are to come ashore: sea battles that are due where they come from are taken as won."""
    for zone in battle.zones:
        found = act.state.battles.get(zone)
        if found and found.status == "due":
            for unit in act.get(found.defenders):
                act.remove(unit, "odds")
            for unit in act.get(found.attackers):
                act.change(unit, fought=True)
            act.update(zone, status="over", outcome="attacker")


def read(
    view: View,
    battle: Battle,
    wishes: Wishes,
    before: tuple[Opening, ...] = (),
    fired: tuple[int, ...] = (),
    surprises: tuple[SurpriseFire, ...] = (),
) -> tuple[Side, Side, Plan]:
    """Attacker, defender and plan of a battle that is about to roll."""
    apart = {f"{APART}{n}": fire.targets for n, fire in enumerate(surprises)}
    before = (*before, *(_restricted(_opening(view, a.salvo), mark) for mark, a in zip(apart, surprises, strict=True)))
    for unit, hits in battle.hit.items():
        apart[mark := f"{APART}{len(apart)}"] = frozenset({unit})
        sure = Opening(unit in battle.defenders, {die(1.0): hits}, fires_back=True)
        before = (*before, _restricted(sure, mark))
    own = first_only(view, battle)
    early = [salvo for step in own for salvo in salvos_of(view, battle, step)]
    due = [*_openings(view, battle), *(_opening(view, salvo) for salvo in early)] if not battle.round else []
    openings = tuple(opening for opening in (*before, *due) if opening.dice)
    orders = {ATTACKER: wishes.attacker, DEFENDER: wishes.defender}
    kinds = {s: kinds_of(view, battle, sides.units(view, battle, s), orders[s], tuple(apart.values())) for s in orders}
    hunters = tuple(s for s in sides.BOTH if any(sides.hunter(view, kind.unit, s) for kind in kinds[s]))
    battle = dataclasses.replace(battle, hit={}, fired=(), hunters=hunters)
    scene, found = Scene(battle, fired or tuple(shot.unit for salvo in early for shot in salvo.shots)), []
    for side in orders:
        other = sides.other(side)
        once_only = {kind for o in openings if o.attacker == (other == ATTACKER) for die in o.dice for kind, _ in die}
        classes = classes_of(view, scene, kinds[other]) | once_only | _added(view, battle, other)
        away = may_leave(view, battle, side) if side in wishes.leaving else None
        side_ = EngineSide(
            view, scene, side, orders[side], kinds[side], frozenset(classes), other in hunters, away, apart
        )
        found.append(side_)
    attacker, defender = found
    steps, slips = usual(view, battle), any(asks(view, step) for step in own)
    wanted = wishes.stays(attacker) if wishes.stays else None
    stays = _with_more_than(wishes.leave, wanted, attacker) if wishes.leave else wanted
    first = fired or (not battle.round and (stays is not None or early or _begins_otherwise(view, found)))
    return (
        attacker,
        defender,
        Plan(openings, wishes.rounds, "strike" in steps, bool(first), stays, late(steps), slips, "submerge" in steps),
    )


def _with_more_than(leave: int, stays: Callable[[Ints], Bools] | None, side: Side) -> Callable[[Ints], Bools]:
    """Which states have more units than that (and stay otherwise)."""
    rows = [i for i, slot in enumerate(side.slots) if slot.stands]

    def more(left: Ints) -> Bools:
        found: Bools = left[rows].sum(0) > leave
        return found if stays is None else found & stays(left)

    return more


def _added(view: View, battle: Battle, side: str) -> set[str]:
    """Classes of the shots that rules add to a side's fire."""
    none: tuple[Shot, ...] = ()
    found = (view.table.fold(Rule.shots, none, view, battle, step, side) for step in ("strike", "fire"))
    return {kind for shots in found for shot in shots for _, kind in shot.bands}


def _begins_otherwise(view: View, both: list[EngineSide]) -> bool:
    """Whether the first round has numbers of its own."""
    hooks = (Rule.battle_numbers, Rule.shots, Rule.hit_class)
    printed = any(not _FIRST_ROUND.isdisjoint(view.of(u).numbers) for side in both for u in side.units)
    if not printed and not any(view.table.answering(hook) for hook in hooks):
        return False
    starts = [np.array([slot.count for slot in side.slots], np.intp).reshape(-1, 1) for side in both]
    return any(_rolled(side, x, True) != _rolled(side, x, False) for side, x in zip(both, starts, strict=True))


def _rolled(side: EngineSide, start: np.ndarray, first: bool) -> dict[object, int]:
    return {die: int(n[0]) for die, n in side.dice(start, ALL, first).items() if n[0]}


def _openings(view: View, battle: Battle) -> Iterable[Opening]:
    """Salvos before the first round that are still to come, whichever the board and the rules have."""
    for step in once(view, battle) if battle.status == "due" else begun.steps_left(view, battle.id):
        yield from (_opening(view, salvo) for salvo in salvos_of(view, battle, step))


def _opening(view: View, salvo: Salvo) -> Opening:
    one = np.ones(1, np.intp)
    dice = mode_of(view).dice((shot, one) for shot in salvo.shots)
    found = {die: int(n[0]) for die, n in dice.items() if n[0]}
    return Opening(salvo.side == ATTACKER, found, salvo.fires_back == "round")


def _restricted(opening: Opening, mark: str) -> Opening:
    """The same with hits of classes of its own, which only some units can take."""
    dice = {tuple((f"{kind}{mark}", p) for kind, p in die): n for die, n in opening.dice.items()}
    return dataclasses.replace(opening, dice=dice)
