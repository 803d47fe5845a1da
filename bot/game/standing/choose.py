"""What a standing order answers to a question."""

from __future__ import annotations

import dataclasses
from typing import Any

from bot.game.standing import losses, words
from bot.game.standing.words import Condition, Wish
from rules.battle import sides
from rules.battle.sides import ATTACKER
from rules.legal import decision_choices
from rules.model.orders import In, Item, Order, Retreat, Submerge
from rules.model.profiles import AIR
from rules.model.state import Battle, Decision
from rules.odds import answer_odds, battle_odds
from rules.play.game import Game, standing

STAYS = "press on"
_REFUSING = (STAYS, "pass")


def answer(game: Game, decision: Decision, wish: Wish) -> str | None:
    """The answer as an order, or None: the person is asked. The question is the game's first."""
    if wish.word == words.ASK:
        return None
    choices = decision_choices(game)
    if decision.kind == "retreat":
        return _retreat(game, decision, wish, choices)
    if decision.kind == "casualties" and "side" in decision.data:
        meant = _holds(game, decision, wish.condition, STAYS)
        return losses.answer(game.view, decision, wish) if meant else None
    no = next((c for c in choices if c in _REFUSING), None)
    if wish.word in (words.NEVER, words.PRESS_ON):
        return no if no and _holds(game, decision, wish.condition, no) else None
    texts = _meant(game, decision, wish, choices)
    if wish.text and not texts:
        return None
    for text in texts:
        leaves = isinstance(plain(game.parse(text)), Submerge | Retreat)
        holds = _holds(game, decision, wish.condition, no if leaves and no else text)
        if holds is None:
            return None
        if holds:
            return text
    return no


def _meant(game: Game, decision: Decision, wish: Wish, choices: tuple[str, ...]) -> list[str]:
    """The answers that fit a wish, best first."""
    if wish.word == words.DEFAULT:
        return list(choices[:1])
    return _typed(game, decision, wish, choices) if wish.text else _positive(game, decision, wish, choices)


def _typed(game: Game, decision: Decision, wish: Wish, choices: tuple[str, ...]) -> list[str]:
    """An answer as it was typed, or the offered one that begins so, if it goes now."""
    if game.trial(wish.text, by=decision.power) is None:
        return [wish.text]
    return [c for c in choices if c.startswith(f"{wish.text.strip()} ")][:1]


def _positive(game: Game, decision: Decision, wish: Wish, choices: tuple[str, ...]) -> list[str]:
    """The answers that do something, as the wish narrows them, best first."""
    found = []
    used = _used(game, decision) if wish.count is not None else 0
    for text in choices:
        if text in _REFUSING:
            continue
        order = game.parse(text)
        if not _fits(order, wish, decision.place):
            continue
        narrowed = _fewer(order, wish.count - used) if wish.count is not None else order
        if narrowed is not None and game.trial(narrowed, by=decision.power) is None:
            found.append((_rank(order, wish), str(narrowed)))
    return [text for _, text in sorted(found, key=lambda pair: pair[0])]


def _fits(order: Order, wish: Wish, place: str) -> bool:
    items: tuple[Item, ...] = getattr(order, "items", ())
    path: tuple[str, ...] = getattr(order, "path", ()) or (getattr(order, "place", "") or place,)
    at: tuple[Item, ...] = getattr(order, "at", ())
    return (
        (not wish.units or all(i.unit in wish.units for i in items))
        and wish.origin in ("", path[0])
        and wish.to in ("", path[-1])
        and (not wish.at or any(i.unit in wish.at for i in at))
    )


def _rank(order: Order, wish: Wish) -> tuple[int, int]:
    """Targets as they are named, then the most units."""
    at: tuple[Item, ...] = getattr(order, "at", ())
    items: tuple[Item, ...] = getattr(order, "items", ())
    target = min((wish.at.index(i.unit) for i in at if i.unit in wish.at), default=0)
    return target, -sum(i.count for i in items)


def _fewer(order: Order, most: int) -> Order | None:
    """The order with no more units than that."""
    items: tuple[Item, ...] = getattr(order, "items", ())
    if most <= 0:
        return None
    kept: list[Item] = []
    for item in items:
        if (room := most - sum(i.count for i in kept)) > 0:
            kept.append(dataclasses.replace(item, count=min(item.count, room)))
    changed: Any = {"items": tuple(kept)}
    return dataclasses.replace(order, **changed) if items else order


def _used(game: Game, decision: Decision) -> int:
    """Units that answers to the same question have sent in this turn."""
    verbs = {c.split()[0] for c in decision_choices(game) if c not in _REFUSING}
    turn, count = game.state.turn, 0
    for entry in reversed(standing(game.log.here)):
        if (entry.turn.power, entry.turn.round) != (turn.power, turn.round):
            break
        order = plain(game.parse(entry.text)) if entry.by == decision.power else None
        if order is not None and order.verb in verbs:
            count += sum(i.count for i in getattr(order, "items", ()))
    return count


def plain(order: Order) -> Order:
    """An answer without the place it names."""
    return order.order if isinstance(order, In) else order


# --- battles -----------------------------------------------------------------------------------------------------


def _retreat(game: Game, decision: Decision, wish: Wish, choices: tuple[str, ...]) -> str | None:
    """Press on, or where to."""
    battle = game.state.battles.get(decision.data.get("battle", ""))
    away = [c for c in choices if c.startswith("retreat") and wish.to in ("", game.parse(c).place)]  # type: ignore[attr-defined]
    away = [c for c in away if not getattr(game.parse(c), "items", ())]
    if battle is None or not away:
        return STAYS
    holds = _holds(game, decision, wish.condition, STAYS)
    if holds is None or (not holds and (wish.word in words.CLUB or wish.text)):
        return None
    if wish.text:
        return next(iter(_typed(game, decision, wish, choices)), None)
    if wish.word in (words.TAKE, words.KILL):
        return STAYS
    if wish.word == words.WALK_IN:
        return away[0]
    if wish.word == words.SAVE_AIR:
        return away[0] if _air_in_danger(game, battle) else STAYS
    leaves = wish.retreats and holds and battle.round >= wish.after
    return away[0] if leaves or (wish.word == words.PRESS_ON and not holds) else STAYS


def _air_in_danger(game: Game, battle: Battle) -> bool:
    """Whether aircraft would have to bear some of as many hits as the enemy has units that can hit."""
    view = game.view
    others = [u for u in sides.units(view, battle, ATTACKER) if view.domain(u) != AIR]
    cover = sum(sides.left(view, battle, u) for u in others)
    return cover < sum(view.of(u).defense > 0 for u in sides.units(view, battle, sides.DEFENDER))


def _holds(game: Game, decision: Decision, condition: Condition | None, text: str) -> bool | None:
    """Whether a condition is met if this is answered; None: that can't be told."""
    if condition is None:
        return True
    if condition.pays:
        return _pays(game, text)
    place = _where(game, decision, text)
    if condition.unit:
        there = any(u.type == condition.unit for u in game.view.units(place, game.view.active))
        return there != condition.none
    chance = _chance(game, decision, text)
    if chance is None:
        return None
    return (100 * chance < condition.odds) if condition.below else (100 * chance >= condition.odds)


def _where(game: Game, decision: Decision, text: str) -> str:
    """The place that an answer is about."""
    path = getattr(game.parse(text), "path", ())
    return path[-1] if path else decision.place


def _pays(game: Game, text: str) -> bool | None:
    """Whether an answer is expected to leave its side more IPC than doing nothing; None: that can't be told."""
    no = next((c for c in decision_choices(game) if c in _REFUSING), None)
    odds = answer_odds(game, (no, text)) if no else ()
    if len(odds) == 1 and (idle := odds[0].without):
        odds = (idle, odds[0])
    if len(odds) < 2 or odds[0].place != odds[1].place:
        return None
    return odds[1].swing > odds[0].swing


def _chance(game: Game, decision: Decision, text: str) -> float | None:
    """How likely the power that is asked wins the battle, or is not beaten in it (in a raid: suffers no damage), if
    this is answered."""
    battle = game.state.battles.get(decision.data.get("battle", ""))
    if battle is None or battle.kind == "raid" or text not in _REFUSING:
        return next((one.win for one in answer_odds(game, (text,))), None)
    try:
        odds = battle_odds(game.view, battle.id)
    except (KeyError, ValueError):
        return None
    return odds.win if game.view.side(decision.power) == game.view.side(battle.attacker) else 1 - odds.win
