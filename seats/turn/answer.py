"""Answers to questions: the recommended one, but whether to press on or to retreat is reckoned out, and by a level that
reckons what odds can tell of scrambles, interceptions and dives, each with and without."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle import casualties, losses
from rules.legal import decision_choices
from rules.model.orders import PASS, PRESS_ON
from rules.model.profiles import LAND
from rules.model.state import Battle, Decision
from rules.odds import AnswerOdds, NoOdds, Odds, answer_odds
from rules.play.game import Game
from seats.levels import OFFICER, Level
from seats.position.estimate import OddsCache, cheap_odds
from seats.position.situation import Situation
from seats.position.values import Values
from seats.position.world import ThreatMap
from seats.turn.weighing import COUNTER, Attack, Weighing
from seats.wish import Wish

RECKONED = ("scramble", "intercept", "submerge", "kamikaze")
MOST = 10  # answers that are reckoned out
LEAST = 1.0  # IPC by which an answer has to be better than the recommended one


def answer(game: Game, level: Level = OFFICER) -> Wish:
    """The answer to the question that is open."""
    decision = game.state.pending[0]
    if usual := _usual_losses(game, decision):
        return Wish(usual, offered=True)
    choices = decision_choices(game)
    if not choices:
        return Wish("pass")
    if decision.kind == "retreat" and len(choices) > 1:
        return _press_on_or_retreat(game, decision, choices, level)
    if level.reckons and decision.kind in RECKONED and len(choices) > 1:
        return _by_odds(game, decision, choices)
    return Wish(choices[0], offered=True)


def _usual_losses(game: Game, decision: Decision) -> str:
    """The recommended losses, which are the first choice, without the work of telling all others. "": ask for the choices."""
    if decision.kind != "casualties":
        return ""
    battle, data = game.state.battles[decision.data["battle"]], decision.data
    usual = losses.default(game.view, battle, data["side"], data["hits"])
    text = casualties.text_of(game.view, battle, usual)
    return text if game.trial(text, by=decision.power) is None else ""


def _by_odds(game: Game, decision: Decision, choices: Sequence[str]) -> Wish:
    """What leaves most: units lost and killed, and the ground that is at stake."""
    usual, *others = choices[:MOST]
    told = answer_odds(game, (usual, *(c for c in ("pass",) if c in choices), *others))
    worth = {one.text: _gain(game, decision, one) for one in told}
    if any(one.without for one in told):
        worth[str(PASS)] = 0.0
    best = max(worth, key=lambda text: (worth[text], text == usual), default=usual)
    if best == usual or worth[best] < worth.get(usual, worth[best]) + LEAST:
        return Wish(usual, offered=True)
    one = next(one for one in told if one.text == best)
    return Wish(best, f"{one.place}: {one.win:.0%} to hold, {one.swing:+.1f} IPC to be expected.", offered=True)


def _gain(game: Game, decision: Decision, one: AnswerOdds) -> float:
    """What an answer leaves; of a question about several battles what it leaves more than passing it."""
    idle = _worth(game, decision, one.without) if one.without else 0.0
    return _worth(game, decision, one) - idle


def _worth(game: Game, decision: Decision, one: AnswerOdds) -> float:
    """IPC that an answer leaves: the swing, and what is held or won with its chance."""
    if one.damage is not None:
        return one.swing
    view, values = game.view, Values(game.view, decision.power)
    if view.place(one.place).is_land:
        return one.swing + one.win * values.of(one.place)
    landings = {b.place for b in view.state.battles.values() if b.kind == "land" and one.place in b.zones}
    return one.swing + one.win * sum(values.of(place) for place in sorted(landings))


def _press_on_or_retreat(game: Game, decision: Decision, choices: Sequence[str], level: Level) -> Wish:
    """Go on for as long as that is expected to gain something."""
    battle = game.state.battles.get(decision.data.get("battle", ""))
    leave = next((c for c in choices if c.startswith("retreat")), "")
    go_on = str(PRESS_ON)
    if battle is None or not leave or go_on not in choices:
        return Wish(choices[0], offered=True)
    try:
        odds = cheap_odds(game.view, battle.id)
    except NoOdds:
        return Wish(choices[0], offered=True)
    land = game.view.place(battle.place).is_land
    worth = Values(game.view, decision.power).of(battle.place) if land else 0.0
    takes = odds.takes if land else odds.win
    gain = odds.swing + takes * worth
    figures = f"{battle.place}: {takes:.0%} to win, {odds.swing:+.1f} IPC to be expected"
    if gain <= 0:
        return Wish(leave, f"{figures}: not worth it.", offered=True)
    if level.strafes and land and _with_the_answer(game, decision, level, battle, odds) <= 0:
        return Wish(leave, f"{figures}: the enemy's answer would cost more.", offered=True)
    return Wish(go_on, f"{figures}: on.", offered=True)


def _with_the_answer(game: Game, decision: Decision, level: Level, battle: Battle, odds: Odds) -> float:
    """What pressing on is worth with what the enemy's answer costs who stands in the place then; at least so much where that
    pays in any case."""
    view, place = game.view, battle.place
    values, seen = Values(view, decision.power), ThreatMap()
    units = [u for u in view.get(battle.attackers) if u.carrier is None]
    most = level.back * sum(view.of(u).cost for u in units if view.domain(u) == LAND)
    if (least := odds.swing + odds.takes * (values.of(place, False) - most)) > 0:
        return least  # whatever he does
    threats = seen.threats(view, decision.power, [place], behind=level.lands)
    s = Situation(game, decision.power, level, seen, OddsCache(), {}, (values, threats))
    attack = Attack(place, tuple(units), (), 0.0, odds.win, odds.takes, odds.attacker_loss, odds.defender_loss)
    counter, cost = Weighing(s, threats, {}, {}).answered(attack)
    return odds.swing + odds.takes * (values.of(place, counter < COUNTER) - cost)
