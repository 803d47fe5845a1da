"""Would a person shake his head? Figures of games that a player plays against itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules.core.view import View
from rules.dice.prng import Prng
from rules.legal import legal
from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import NONCOMBAT
from rules.odds import NoOdds
from rules.play.game import Game, Outcome
from seats.measure.arena import STUCK
from seats.measure.roster import player
from seats.position.estimate import OddsCache, cheap_odds
from seats.position.world import ThreatMap, Threats, distances, ferries
from seats.turn.weighing import HOPELESS

TAKEABLE = 0.2
KEPT = 6  # IPC that are worth a word
MANY, BEHIND = 4, 5.0
EARLY = 3  # by this round every power with ships for it has carried something


@dataclass
class Sanity:
    """What was counted, and the cases behind it."""

    counts: Counter[str] = field(default_factory=Counter)
    cases: list[str] = field(default_factory=list)

    def note(self, what: str, case: str) -> None:
        """Count something with an example."""
        self.counts[what] += 1
        self.cases.append(f"{what}: {case}")


def watch(board: str, seed: int, rounds: int, name: str, rules: Sequence[str], found: Sanity) -> None:
    """Play a game of a player against itself and count."""
    dice = Prng(seed * 7919)
    game = Game.new(board, rules, dice=dice)
    who, stuck = player(name, seed), 0
    ferries, carried = set[str](), set[str]()
    while not game.state.winner and game.state.turn.round <= rounds and stuck < STUCK:
        turn, before = game.state.turn, _planes(game.view, game.state.turn.power)
        wish = who.next(game)
        for case in rash(game, wish.text):
            found.note("battle below 20 %", f"seed {seed}, round {turn.round}, {turn.power}: {case}")
        answer = game.submit(wish.text, dice, wish.by)
        stuck = 0 if isinstance(answer, Outcome) else stuck + 1
        if turn.round <= EARLY:
            ferries |= {turn.power} if _ferries(game.view, turn.power) else set()
            carried |= {turn.power} if wish.text.startswith(("ship ", "load ")) else set()
        if wish.text == "done" and turn.phase == NONCOMBAT:
            lost = before - _planes(game.view, turn.power)
            for kind in lost.elements():
                found.note("aircraft stranded", f"seed {seed}, round {turn.round}, {turn.power}: {kind}")
        if game.state.turn.phase != turn.phase == "purchase" and (kept := _kept(game.view, turn.power)):
            found.note("money kept", f"seed {seed}, round {turn.round}, {turn.power}: {kept} IPC")
        if game.state.turn.power != turn.power:
            found.counts["turns"] += 1
            threats = ThreatMap().threats(game.view, turn.power)
            for what, cases in (("capital open", open_capitals), ("transport exposed", exposed), ("idle", idle)):
                for case in cases(game.view, turn.power, threats):
                    found.note(what, f"seed {seed}, round {turn.round}, {case}")
    if stuck:
        found.note("stuck", f"seed {seed}, {game.state.turn}")
    found.counts["powers with transports early"] += len(ferries)
    for power in sorted(ferries - carried):
        found.note("transports unused early", f"seed {seed}, {power}")
    found.counts["powers that used transports early"] += len(carried)


def rash(game: Game, text: str) -> Iterator[str]:
    """A battle that is begun against the odds: less than 20 % to take or win, and a loss to be expected."""
    for battle in legal(game, game.to_act).battles if text.startswith("fight ") else ():
        due = game.state.battles.get(battle.place)
        if battle.order != text or due is None or due.kind == "raid":
            continue
        try:
            odds = cheap_odds(game.view, due.id)
        except NoOdds:
            continue
        if odds.win < HOPELESS and odds.swing < 0:
            yield f"{battle.place} {odds.win:.0%}, {odds.swing:+.1f} IPC"


def _ferries(view: View, power: str) -> bool:
    return any(ferries(view, view.of(u)) for u in view.forces(power, SEA))


def _planes(view: View, power: str) -> Counter[str]:
    return Counter(u.type for u in view.state.units.values() if u.owner == power and view.domain(u) == AIR)


def _kept(view: View, power: str) -> int:
    """Money that was not spent, where it would have bought something."""
    left = view.money(power)
    return left if left >= KEPT and not any(map(view.capital_lost, view.purses(power))) else 0


def open_capitals(view: View, power: str, threats: Threats) -> Iterator[str]:
    """Capitals of a power that an enemy could take at once with more than 20 %."""
    odds_cache = OddsCache()
    for seat in dict.fromkeys(p.capital for p in view.board.powers[power].purses if p.capital):
        if not view.allied(view.owner(seat), power):
            continue
        here = [
            u for u in view.units(seat) if u.carrier is None and view.allied(u.owner, power) and view.domain(u) != SEA
        ]
        takes = max(
            (odds_cache.ask(view, seat, units, here).takes for units in threats.at(seat)),
            default=0.0,
        )
        if takes > TAKEABLE:
            yield f"{power}: {seat} {takes:.0%}"


def exposed(view: View, power: str, threats: Threats) -> Iterator[str]:
    """Transports that one aircraft could sink, nothing that fights being with them."""
    for zone in sorted({u.place for u in view.state.units.values() if u.owner == power and ferries(view, view.of(u))}):
        here = [u for u in view.units(zone) if u.carrier is None and view.allied(u.owner, power)]
        ships = [u for u in here if u.owner == power and ferries(view, view.of(u))]
        guarded = any(view.of(u).defense > 1 for u in here if u not in ships)
        if ships and not guarded and any(view.domain(u) == AIR for units in threats.at(zone) for u in units):
            yield f"{power}: {len(ships)} in {zone}"


def idle(view: View, power: str, threats: Threats) -> Iterator[str]:
    """Places far behind where land units stand together that nobody threatens."""
    far = distances(view, power)
    for place in sorted({u.place for u in view.state.units.values() if u.owner == power and u.carrier is None}):
        units = [u for u in view.units(place, power, LAND) if view.of(u).move and view.of(u).attack]
        if len(units) >= MANY and far.get(place, 0.0) > BEHIND and not threats.at(place):
            yield f"{power}: {len(units)} in {place}"
