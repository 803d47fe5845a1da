"""Declarations of war, and which battle is fought next."""

from __future__ import annotations

from dataclasses import replace

from rules.core.view import View
from rules.economy.income import income_of
from rules.legal import legal
from rules.play.game import Game, NoDice, Outcome
from seats.levels import Level
from seats.position.estimate import fighter, guess, supported
from seats.position.situation import Situation
from seats.position.world import rivals
from seats.turn.attack import Attacks
from seats.wish import Wish

LEAST = 6.0  # IPC that a war has to promise
TURNS, SOONER = 1.5, 0.4  # turns of income that count, fewer with each round: the war comes anyway
INCOME, FREE = 2.0, 1.0  # turns of income that outweigh what comes into reach, and IPC of it that do not matter
FAVOURABLE = 0.5


def declarations(s: Situation) -> list[Wish]:
    """War on the one power against which it pays most: what could be won of it at once, and what changes in everybody's
    income, since being at war raises some and ends others."""
    best: tuple[float, str, str] = (LEAST, "", "")
    texts = {p: f"declare war on {p}" for p in rivals(s.view, s.me) if not s.view.at_war(p, s.me)}
    open_ = {p: text for p, text in texts.items() if s.game.trial(text) is None}
    if not open_:
        return []
    now, plain = _lead(s.view, s.me), replace(s.level, exact=False)
    without = _promise(s, s.game, plain)
    for power, text in open_.items():
        twin = Game(s.game.table, s.game.state.copy(), s.game.log.copy())
        if not _worth_a_look(s, power) or not isinstance(twin.submit(text, NoDice()), Outcome):
            continue
        won, income = _promise(s, twin, plain) - without, _lead(twin.view, s.me) - now
        gain = won + max(0.0, TURNS - SOONER * (s.game.state.turn.round - 1)) * income
        why = f"Attacks worth {won:+.0f} IPC become possible, income changes by {income:+.0f} a turn."
        best = max(best, (gain, text, why))
    return [Wish(best[1], best[2])] if best[1] else []


def joined(s: Situation) -> list[Wish]:
    """War on those who are at war with an ally, where that costs nothing: neither income nor anything they could reach. It
    lets armies stand together, and fight where they meet."""
    now, found = _lead(s.view, s.me), list[Wish]()
    for power in rivals(s.view, s.me):
        text, foes = f"declare war on {power}", (other for other in s.view.enemies(power) if s.view.allied(other, s.me))
        if s.view.at_war(power, s.me) or not any(foes) or s.game.trial(text) is not None:
            continue
        twin = Game(s.game.table, s.game.state.copy(), s.game.log.copy())
        if not isinstance(twin.submit(text, NoDice()), Outcome):
            continue
        income, lost = _lead(twin.view, s.me) - now, _in_their_reach(s, power)
        if income >= 0 and INCOME * income + FREE > lost:
            found.append(
                Wish(text, f"An ally's enemy; income changes by {income:+.0f} a turn, {lost:.0f} IPC are in his reach.")
            )
    return found


def _in_their_reach(s: Situation, power: str) -> float:
    """IPC that a power's best attack on anything of ours would gain him."""
    own = {u.place for u in s.view.forces(s.me)} | {p for p, owner in s.view.state.owners.items() if owner == s.me}
    reached = s.threat_map.strikes(s.view, power)
    gains = (s.gained(p, reached[p], s.fighters(s.friends(p), False)) for p in sorted(own & reached.keys()))
    return max(gains, default=0.0)


def _worth_a_look(s: Situation, power: str) -> bool:
    """Whether anything of a power's is in reach, or it would have to be told apart by income alone."""
    mine = s.threat_map.strikes(s.view, s.me)
    owned = {u.place for u in s.view.state.units.values() if u.owner == power}
    owned |= {p for p, owner in s.view.state.owners.items() if owner == power}
    return bool(owned & mine.keys()) or not s.view.at_war_with_any(s.me)


def _promise(s: Situation, game: Game, level: Level) -> float:
    """What the attacks of a position promise together, by guesses: of first drafts, the best first, each made anew at most
    once, without those who are needed before it."""
    attacks = Attacks(Situation(game, s.me, level, s.threat_map, s.odds_cache, dict(s.memory)))
    drafts = [a for goal in attacks.goals if (a := attacks.gather(goal)) and a.score > level.bold]
    total = 0.0
    for draft in sorted(drafts, key=lambda a: (-a.score, a.goal)):
        attack = attacks.gather(draft.goal) if draft.ids & attacks.used else draft
        if attack and attack.score > level.bold:
            attacks.fix(attack)
            total += attack.score
    return total


def _lead(view: View, me: str) -> float:
    """IPC a turn that our side collects more than the other."""
    purses = ((purse, power) for purse, power in view.board.purse_power.items() if view.board.powers[power].plays)
    return sum(income_of(view, purse) * (1 if view.allied(power, me) else -1) for purse, power in purses)


def next_fight(game: Game) -> str:
    """The battle that has to be fought next."""
    due = [b for b in legal(game, game.to_act).battles if b.now]
    return next((b.order for b in due if not b.optional), due[0].order if due else "")


def worth_fighting(game: Game) -> str:
    """A battle that need not be fought, and should."""
    view = game.view
    for battle in legal(game, game.to_act).battles if view.state.battles else ():
        found = view.state.battles.get(battle.place)
        if battle.now and battle.optional and found and found.status == "due":
            mine, theirs = view.get(found.attackers), view.get(found.defenders)
            attackers = supported([fighter(view, u, True) for u in mine])
            if guess(attackers, [fighter(view, u, False) for u in theirs]).win > FAVOURABLE:
                return battle.order
    return ""
