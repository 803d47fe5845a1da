"""The turn machine: which handler an order goes to, what follows a phase, the agenda of tasks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from rules.battle import retreat
from rules.core import moments
from rules.core.act import Act, Handlers, task
from rules.core.hooks import Rule
from rules.model.events import PhaseBegan
from rules.model.ledger import BLANK
from rules.model.orders import CONCEDE, DONE, Attack, Bombard, Fight, Ignore, In, Order, Throw
from rules.model.profiles import SEA
from rules.model.refusals import Refused
from rules.model.state import COMBAT, Decision, Task, Turn
from rules.phases import collect, combat, combat_move, mobilize, noncombat, purchase, research
from rules.play import decisions, lines
from rules.play import tasks as steps


class Phase(Protocol):
    """What a module of rules/phases/ offers. UNDO: whether its orders can be taken back."""

    HANDLERS: Handlers
    UNDO: bool

    def begin(self, act: Act, /) -> None:
        """The phase begins."""

    def end(self, act: Act, /) -> None:
        """`done`: refuse, or finish what is left (tasks may be put on the agenda)."""


MODULES: Mapping[str, Phase] = {
    "research": research,
    "purchase": purchase,
    "combat move": combat_move,
    "conduct combat": combat,
    "noncombat move": noncombat,
    "mobilize": mobilize,
    "collect income": collect,
}


# What the active power may order while others answer.
MEANWHILE = (Fight, Bombard, Ignore, Attack)


def may_undo(phase: str) -> bool:
    """Whether orders of a phase can be taken back (those of a phase that a rule brings always can)."""
    return phase not in MODULES or MODULES[phase].UNDO


def carry_out(act: Act, order: Order) -> None:
    """Give an order to whoever handles it now, then let the engine run on. Raises Refused."""
    take(act, order)
    run(act)


def take(act: Act, order: Order) -> None:
    """Give an order to whoever handles it now. Raises Refused; what the engine does by itself afterwards never does."""
    if act.state.winner:
        act.refuse("too-late", f"The game is over: the {act.state.winner} have won.")
    if order == CONCEDE:
        decisions.concede(act)
    elif isinstance(order, Throw):
        act.throw(order.dice, order.reason)
    elif (
        act.by
        and act.by != act.active
        and not act.state.pending
        and act.table.first_to_handle(Rule.any_time, act, order)
    ):
        combat_move.settle(act)
    elif act.state.pending:
        _answer(act, order)
    else:
        _own_turn(act, order)


def _answer(act: Act, order: Order) -> None:
    """An order while questions are open: the answer to one of them, or a battle that depends on none."""
    place, order = (order.place, order.order) if isinstance(order, In) else ("", order)
    if mine := lines.put_to(act.state, act.by, place):
        _answer_one(act, mine, order)
    elif _out_of_turn(act, order):
        return
    elif act.by == act.active and type(order) in MEANWHILE:
        _go_on(act, order)
    else:
        act.refuse("not-your-decision", lines.answer_first(act, act.state.pending[0]))


def _out_of_turn(act: Act, order: Order) -> bool:
    """Whether an order was one that its power may give although others are asked."""
    if act.table.first_to_handle(Rule.any_time, act, order):
        return True
    return any(retreat.attacker_first(act, decision, order) for decision in act.state.pending)


def _answer_one(act: Act, asked: Sequence[Decision], order: Order) -> None:
    """Answer the first question that understands the order; the first one's refusal where none does."""
    told: Refused | None = None
    for decision in asked:
        before = act.mark()
        try:
            lines.to_front(act, decision)
            _answer_first(act, order)
            return
        except Refused as refused:
            act.rollback(before)
            if told is None or told.refusal.code == "not-your-decision":
                told = refused
    assert told is not None
    raise told


def _answer_first(act: Act, order: Order) -> None:
    decisions.let_owner_first(act)
    decision = act.state.pending[0]
    before = act.mark()
    try:
        if not act.table.first_to_handle(Rule.answer, act, decision, order):
            decisions.answer(act, decision, order)
    except Refused as refused:
        another = refused.refusal.code == "not-your-decision" and not decisions.is_answer(order)
        if not (another and decision.data.get("open") and not act.by):
            raise
        act.rollback(before)
        act.answered()
        run(act)
        carry_out(act, order)


def _go_on(act: Act, order: Order) -> None:
    """The active power's order while others have something to answer on which it does not depend."""
    if why := lines.why_waiting(act):
        act.refuse("not-your-decision", why)
    place: str = getattr(order, "place", "")
    if decision := lines.waits_for(act, place):
        act.refuse("not-your-decision", f"{place or 'This'} has to wait: {lines.answer_first(act, decision)}")
    lines.stall(act)
    _work(act)
    if act.state.pending:
        act.refuse("not-your-decision", lines.answer_first(act, act.state.pending[0]))
    _own_turn(act, order)


def _own_turn(act: Act, order: Order) -> None:
    if act.by and act.by != act.active:
        act.refuse("not-your-turn", f"It is the turn of {act.active}: {act.phase}.")
    if order == DONE:
        end_phase(act)
        return
    if act.table.first_to_handle(Rule.handle, act, order):
        return
    module = MODULES.get(act.phase)
    handler = module.HANDLERS.get(type(order)) if module else None
    if handler is None:
        act.refuse("wrong-phase", _wrong_phase(act, order))
    handler(act, order)


def _wrong_phase(act: Act, order: Order) -> str:
    where = [p for p in act.table.phases if p in MODULES and type(order) in MODULES[p].HANDLERS]
    word = str(order).split()[0]
    if where:
        return f"“{word}” belongs to {' and '.join(where)}; this is {act.active}'s {act.phase}."
    if type(order) in decisions.ANSWERS:
        return f"There is no question open that “{word}” would answer."
    return f"“{word}” is no order for {act.phase}."


def end_phase(act: Act) -> None:
    """`done`: close the phase."""
    act.check(act.table.veto(Rule.may_end_phase, act, act.phase))
    if act.phase in MODULES:
        MODULES[act.phase].end(act)
    if _following(act) == COMBAT:
        act.later(task("declare battles"), task("admit reinforcements"))
    act.later(task("next phase"))


def _following(act: Act) -> str:
    """The phase of the turn that comes next ("" none)."""
    phases = act.table.phases
    left = phases[phases.index(act.phase) + 1 :]
    return next((p for p in left if not act.table.fold(Rule.skips, False, act, act.active, p)), "")


def run(act: Act) -> None:
    """Do what is on the agenda until questions are open or nothing is left, in every line of play."""
    _work(act)
    while act.state.stalled and not act.state.pending and not act.state.winner:
        lines.resume(act)
        _work(act)


def _work(act: Act) -> None:
    """Run the line of play at the front as far as it goes."""
    lines.drop_void(act)
    while act.state.agenda and not act.state.winner:
        if act.state.pending and not lines.at_once(act.state.agenda[0]):
            break
        _do(act, act.next_task())
        lines.drop_void(act)


def _do(act: Act, todo: Task) -> None:
    if todo.name == "next phase":
        next_phase(act)
    elif todo.name in TURN_TASKS:
        TURN_TASKS[todo.name](act)
    elif todo.name in steps.TASKS:
        steps.TASKS[todo.name](act, todo)
    elif not act.table.first_to_handle(Rule.task, act, todo):
        raise LookupError(f"no task {todo.name}")


def next_phase(act: Act) -> None:
    """Leave this phase for the next one, or for the next power's turn."""
    act.tell(moments.phase_ends, act.phase)
    phases = act.table.phases
    at = phases.index(act.phase)
    if at + 1 < len(phases):
        enter(act, phases[at + 1])
    else:
        act.later(task("end turn"))


def enter(act: Act, phase: str) -> None:
    """Begin a phase; collect income runs by itself unless a rule opens it."""
    if act.table.fold(Rule.skips, False, act, act.active, phase):
        enter(act, act.table.phases[act.table.phases.index(phase) + 1])
        return
    turn = act.state.turn
    act.emit(PhaseBegan(turn, Turn(turn.round, turn.power, phase)))
    act.tell(moments.phase_begins, phase)
    if phase in MODULES:
        MODULES[phase].begin(act)
    if phase == "collect income" and not act.table.fold(Rule.income_opens, False, act, act.active):
        MODULES[phase].end(act)
        act.later(task("next phase"))


def _end_turn(act: Act) -> None:
    act.tell(moments.turn_ends)
    if _won(act, "turn end"):
        return
    if _next_turn(act)[0] > act.state.turn.round and _won(act, "round end"):
        return
    _reset(act)
    act.later(task("begin turn"))


def _begin_turn(act: Act) -> None:
    turn = act.state.turn
    number, power = _next_turn(act)
    act.emit(PhaseBegan(turn, Turn(number, power, act.table.phases[0])))
    start_turn(act, new_round=number > turn.round)


def _next_turn(act: Act) -> tuple[int, str]:
    """Round and power of the turn that follows; powers that sit out are passed over."""
    turn, order = act.state.turn, act.board.order
    at = order.index(turn.power) + 1
    ahead = [*((turn.round, p) for p in order[at:]), *((turn.round + 1, p) for p in order)]
    return next((n, p) for n, p in ahead if not act.table.fold(Rule.skips, False, act, p, ""))


def start_turn(act: Act, new_round: bool) -> None:
    """What happens at the start of a turn, first of a round or not; then its first phase begins."""
    act.set_flag("hostile zones", hostile_zones(act) or None)
    if new_round:
        act.note(f"Round {act.state.turn.round}: {act.board.round_name(act.state.turn.round)}", heading=True)
        act.tell(moments.round_begins)
    act.tell(moments.turn_begins)
    if _won(act, "turn start"):
        return
    enter(act, act.table.phases[0])


def hostile_zones(act: Act) -> tuple[str, ...]:
    """Zones that are hostile to the active power now (remembered at the start of its turn)."""
    zones = sorted({u.place for u in act.state.units.values() if act.domain(u) == SEA})
    return tuple(z for z in zones if not act.friendly_zone(z, act.active))


def _won(act: Act, moment: str) -> bool:
    winner = act.table.fold(Rule.victory, "", act, moment)
    if winner:
        act.end_game(winner, moment)
    return bool(winner)


def _reset(act: Act) -> None:
    for unit in [u for u in act.state.units.values() if u.turn != BLANK]:
        act.change(unit, turn=BLANK)
    for id_ in list(act.state.battles):
        act.drop_battle(id_)
    for name in [n for n in act.state.flags if n in ("captured", "hostile zones") or n.startswith("turn.")]:
        act.set_flag(name, None)


TURN_TASKS: dict[str, Callable[[Act], None]] = {"end turn": _end_turn, "begin turn": _begin_turn}
