"""Answers to the question that is open, as order texts, the recommended one first."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from rules.battle import casualties, losses, retreat, rounds, sides
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.refusals import Refused
from rules.model.state import Decision, Unit
from rules.phases import research
from rules.play.game import Game

Texts = tuple[str, ...]
MOST = 25
STEP = ": "
"""Between what an answer places and where."""


def decision_choices(game: Game) -> Texts:
    """Answers to the first open question, every one of them legal; empty when nothing is open. Worked out once a
    position."""
    return game.view.memoized("decision choices", lambda: _choices(game)) if game.state.pending else ()


def _choices(game: Game) -> Texts:
    decision, view = game.state.pending[0], game.view
    base = None if "offers" in decision.data else BASE.get(decision.kind)
    texts = base(view, decision) if base else _of_rules(view, decision)
    legal = (t for t in dict.fromkeys(texts) if game.trial(t, by=decision.power) is None)
    return tuple(itertools.islice(legal, MOST))


def in_steps(game: Game) -> Mapping[str, Texts]:
    """What can be answered to the first open question and where, when that is more than `MOST` answers of the form
    `place 1 infantry: Egypt`: `place 1 infantry` -> its places, in the order they are offered; empty for any other."""
    return game.view.memoized("in steps", lambda: _in_steps(game)) if game.state.pending else {}


def _in_steps(game: Game) -> Mapping[str, Texts]:
    decision, found = game.state.pending[0], dict[str, list[str]]()
    texts = () if decision.kind in BASE else _of_rules(game.view, decision)
    for text in texts if len(texts) > MOST else ():
        what, _, place = text.partition(STEP)
        if place:
            found.setdefault(what, []).append(place)
    first = {what: game.trial(f"{what}{STEP}{places[0]}", by=decision.power) for what, places in found.items()}
    return {what: tuple(places) for what, places in found.items() if first[what] is None}


def as_answer(game: Game, text: str) -> str:
    """What was typed as an answer to the open question: `3 inf, 1 tank` means `casualties 3 inf, 1 tank`, whether that is
    possible or not. As it stands where it is an order, or makes none."""
    if _reads(game, text):
        return text
    verbs = dict.fromkeys(choice.partition(" ")[0] for choice in decision_choices(game))
    read = [meant for verb in verbs if _reads(game, meant := f"{verb} {text}")]
    return next((meant for meant in read if game.trial(meant, by=game.to_act) is None), read[0] if read else text)


def answer_to(game: Game, questions: Sequence[Decision], text: str) -> tuple[Decision, str]:
    """To which of some open questions a typed answer is, and how it reads: the first where it is possible, else the first."""
    every = [(one, as_answer(game.facing(one), text)) for one in questions]
    goes = [(one, t) for one, t in every if len(every) > 1 and game.facing(one).trial(t, one.power) is None]
    return (goes or every)[0]


def _reads(game: Game, text: str) -> bool:
    """Whether a text is an order, possible or not."""
    try:
        game.parse(text)
    except Refused:
        return False
    return True


def _of_rules(view: View, decision: Decision) -> Texts:
    if "offers" in decision.data:
        return tuple(decision.data["offers"])
    if "ids" in decision.data and "count" in decision.data:
        return _so_many(view, decision)
    offers = [t for rule in view.table.answering(Rule.offers) for t in rule.offers(view, decision.power)]
    return (*offers, "pass") if decision.data.get("may_pass", True) and "pass" not in offers else tuple(offers)


def _casualties(view: View, decision: Decision) -> Texts:
    data = decision.data
    battle, side, hits = view.state.battles[data["battle"]], data["side"], data["hits"]
    chosen = [losses.default(view, battle, side, hits)]
    types = sorted({u.type for u in losses.candidates(view, battle, side, hits)})
    for first in types:
        chosen.append(losses.default(view, battle, side, hits, [first]))
        chosen.append(losses.default(view, battle, side, hits, [t for t in types if t != first]))
    return tuple(casualties.text_of(view, battle, c) for c in chosen)


def _so_many(view: View, decision: Decision) -> Texts:
    """Lose so many of some units (aircraft shot down, or without a deck)."""
    units, count = view.get(decision.data["ids"]), int(decision.data["count"])
    cheapest = sorted(units, key=lambda u: (view.of(u).cost, u.type, u.id))
    orders = [cheapest] + [sorted(cheapest, key=lambda u: u.type != t) for t in sorted({u.type for u in units})]
    return tuple(f"casualties {counted(order[:count])}" for order in orders)


def counted(units: Iterable[Unit]) -> str:
    """Units as items of an order: `2 fighter, 1 bomber`."""
    return ", ".join(f"{n} {unit}" for unit, n in sorted(Counter(u.type for u in units).items()))


def _retreat(view: View, decision: Decision) -> Texts:
    return retreat.options(view, decision.data["battle"])


def _withdraw(view: View, decision: Decision) -> Texts:
    battle, side = view.state.battles[decision.data["battle"]], decision.data["side"]
    units = retreat.withdrawable(view, battle, side, decision.power)
    zones = retreat.withdrawal_zones(view, battle, side)
    leave = tuple(f"retreat {n} {unit} to {zone}" for zone in zones for unit, n in _steps(units))
    return ("pass", *leave, f"submerge {counted(units)}")


def _submerge(view: View, decision: Decision) -> Texts:
    return ("press on", *(f"submerge {n} {unit}" for unit, n in _steps(rounds.asked_to_dive(view, decision))))


def _steps(units: Iterable[Unit]) -> Iterable[tuple[str, int]]:
    """All units of each type, then one of them."""
    for unit, count in sorted(Counter(u.type for u in units).items()):
        yield from ((unit, n) for n in dict.fromkeys((count, 1)))


def _ignore(view: View, decision: Decision) -> Texts:
    defenders = sides.units(view, view.state.battles[decision.data["battle"]], sides.DEFENDER)
    kinds = ["submarines"] if any(view.has(u, "submarine") for u in defenders) else []
    kinds += ["transports"] if any(view.has(u, "transport") for u in defenders) else []
    return tuple(f"{verb} {kind}" for verb in ("ignore", "attack") for kind in kinds or ["submarines"])


def _chart(view: View, decision: Decision) -> Texts:
    return tuple(f"chart {n}" for n in research.open_charts(view, decision.power))


BASE: dict[str, Callable[[View, Decision], Texts]] = {
    "casualties": _casualties,
    "retreat": _retreat,
    "withdraw": _withdraw,
    "submerge": _submerge,
    "ignore": _ignore,
    "chart": _chart,
}
