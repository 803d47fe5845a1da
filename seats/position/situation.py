"""A position as one power sees it while it plans a phase: values, threats, distances, and what is at risk."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from rules.core.view import View
from rules.economy.capacity import sites
from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import COMBAT_MOVE, Unit
from rules.play.game import Game
from seats.levels import Level
from seats.position.aims import stakes
from seats.position.care import leaves
from seats.position.estimate import Fighter, Guess, OddsCache, fighter, guess, supported
from seats.position.values import Values
from seats.position.world import FAR, NOTHING, ThreatMap, Threats, distances, rivals

DESPERATE = 0.1  # chance from which on a bad bargain for a capital counts
SEAT_FACTOR = 1.5
MENDED = 0.25  # of what an enemy may gain after an ally's own turn
UNLIKELY = 0.05  # chance below which nobody asks what comes after
REGAINED = 0.7  # of what stands in a place that is taken back, what is lost with it
FACILITY = "facility"
BEFORE_COMBAT = ("purchase", COMBAT_MOVE)


class Situation:
    """What the stages of a plan share. It is made anew for each phase."""

    def __init__(
        self,
        game: Game,
        me: str,
        level: Level,
        threat_map: ThreatMap,
        odds_cache: OddsCache,
        memory: dict[str, Any],
        known: tuple[Values, Threats] | None = None,
    ) -> None:
        self.game, self.me, self.level, self.threat_map, self.odds_cache = game, me, level, threat_map, odds_cache
        self.memory = memory
        self.view: View = game.view
        self.left = level.budget
        self.spent: set[int] = set()  # units that are given away in this plan
        self.coming: dict[str, list[Fighter]] = defaultdict(list)
        self._fighters: dict[tuple[Any, ...], Fighter] = {}
        self._attackers: dict[int, tuple[Unit, Fighter]] = {}
        self._defenders: dict[int, tuple[Unit, Fighter]] = {}
        self._guesses: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[Guess, tuple[Fighter, ...]]] = {}
        self._kinds: dict[int, tuple[Unit, int]] = {}
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._friends: dict[str, list[Unit]] = {}
        self._alone: dict[tuple[int, str], float] = {}
        self._risks: dict[tuple[Any, ...], float] = {}
        self._lefts: dict[tuple[Any, ...], float] = {}
        self._beside: dict[str, list[list[Fighter]]] = {}
        self._known = known
        self._bring_up()

    def later(self, game: Game, memory: dict[str, Any] | None = None, threats: Threats | None = None) -> Situation:
        """A position of later in the same turn, seen with the same eyes: values and threats are those of now (or the given
        ones), the dead left out."""
        mine = self.memory if memory is None else memory
        alive = (threats or self.threats).of(game.state.units)
        return Situation(game, self.me, self.level, self.threat_map, self.odds_cache, mine, (self.values, alive))

    def posed(self, level: Level) -> Situation:
        """The same position as another level sees it that values and fears the same things."""
        known = (self.values, self.threats)
        return Situation(self.game, self.me, level, self.threat_map, self.odds_cache, self.memory, known)

    @cached_property
    def values(self) -> Values:
        """What ground is worth; more where it decides the game."""
        if self._known:
            return self._known[0]
        values = Values(self.view, self.me, self.level.held, self.level.factory)
        if self.level.looks:
            values.bonus = stakes(values, lambda p: self.chance(p, self.friends(p)), self._within_reach())
            self._to_be_built(values.bonus)
        return values

    def _to_be_built(self, bonus: dict[str, float]) -> None:
        """Where a complex that is bought will stand, its price is at stake."""
        site = self.memory.get("works", {}).get(self.me)
        pool = self.view.state.pool.get(self.me, ())
        works = [p for b in pool if (p := self.view.profile(self.me, b.type)).domain == FACILITY and p.has("complex")]
        if site and works:
            bonus[site] = bonus.get(site, 0.0) + works[0].cost

    def _within_reach(self) -> dict[str, float]:
        """Land of the enemy that could be attacked this turn, with the chance if everybody went there."""
        if self.view.phase not in BEFORE_COMBAT:
            return {}
        mine = self.threat_map.strikes(self.view, self.me)
        land = {p: us for p, us in mine.items() if self.view.place(p).is_land and self.view.hostile_land(p, self.me)}
        return {
            p: self.guess(self.fighters(us, True), self.fighters(self.foes(p), False)).win for p, us in land.items()
        }

    @cached_property
    def threats(self) -> Threats:
        """What the enemy could do next; nothing for a level that does not look."""
        if self._known:
            return self._known[1]
        return self.threats_in(self.view)

    def threats_in(self, view: View, taken: Sequence[str] = ()) -> Threats:
        """What the enemy could do next in a position, some places having changed hands to us."""
        if not self.level.looks:
            return NOTHING
        return self.threat_map.threats(view, self.me, taken, behind=self.level.lands)

    @cached_property
    def distance(self) -> dict[str, float]:
        """Steps to the nearest thing worth taking."""
        return distances(self.view, self.me)

    @cached_property
    def sites(self) -> list[str]:
        """Where this power makes units, richest first."""
        return sorted(sites(self.view, self.me), key=lambda p: (-self.values.of(p), p))

    @property
    def besieged(self) -> bool:
        """Whether an own capital could fall next turn."""
        own = (p for p in self.values.seats if self.view.owner(p) == self.me)
        return any(self.chance(p, self.friends(p)) > self.level.seat for p in own)

    def far(self, place: str) -> float:
        """Steps from a place to the front."""
        return self.distance.get(place, FAR)

    # --- units -------------------------------------------------------------------------------------------

    def fighters(self, units: Iterable[Unit], attacking: bool) -> list[Fighter]:
        """Units as they attack or defend."""
        known, found = self._attackers if attacking else self._defenders, []
        for unit in units:
            one = known.get(unit.id)
            if one is None or one[0] is not unit:
                one = known[unit.id] = unit, self._fighter(unit, attacking)
            found.append(one[1])
        return supported(found) if attacking else found

    def _fighter(self, unit: Unit, attacking: bool) -> Fighter:
        key = (unit.owner, unit.type, unit.damage, unit.marks, attacking)
        if key not in self._fighters:
            self._fighters[key] = fighter(self.view, unit, attacking)
        return self._fighters[key]

    def _kind(self, unit: Unit) -> int:
        """A number for each kind of unit that fights alike."""
        one = self._kinds.get(unit.id)
        if one is None or one[0] is not unit:
            key = (unit.owner, unit.type, unit.damage, unit.marks)
            one = self._kinds[unit.id] = unit, self._numbers.setdefault(key, len(self._numbers))
        return one[1]

    def friends(self, place: str) -> Sequence[Unit]:
        """Units that would defend a place on our side."""
        if place not in self._friends:
            view = self.view
            here = (u for u in view.units(place) if u.carrier is None and view.allied(u.owner, self.me))
            self._friends[place] = [u for u in here if view.domain(u) in (LAND, AIR, SEA)]
        return self._friends[place]

    def foes(self, place: str) -> list[Unit]:
        """Units that would defend a place against us: those there, and aircraft that could come from a base."""
        view, sea = self.view, self.view.place(place).is_sea
        kinds = (SEA, AIR) if sea else (LAND, AIR)
        here = [u for u in view.enemy_units(place, self.me) if view.domain(u) in kinds]
        helped = sea or (bool(here) and view.edition("scramble", {}).get("ashore"))
        return [*here, *(self.scramblers(place) if helped else ()), *(() if sea else self.army(place))]

    def army(self, place: str) -> list[Unit]:
        """The army of a territory of nobody that is not on the board yet, as if an enemy commanded it."""
        units = Counter(self.view.standing_army(place))
        owner = next(iter(self.view.enemies(self.me) or rivals(self.view, self.me)), "") if units else ""
        return [Unit(-n, kind, owner, place) for n, kind in enumerate(sorted(units.elements()), 1)] if owner else []

    def scramblers(self, target: str) -> list[Unit]:
        """Enemy aircraft that bases, and carriers where the board says so, could send into a fight in a place beside them."""
        view, found = self.view, list[Unit]()
        for place in view.board.near(target):
            most = self._may_rise(place)
            planes = [u for u in view.enemy_units(place, self.me) if view.has(u, "scrambles")] if most else []
            found += planes[:most]
        return found

    def _may_rise(self, place: str) -> int:
        """How many enemy aircraft may scramble from a place."""
        view = self.view
        if view.place(place).is_sea:
            most = int(view.edition("scramble", {}).get("carriers", 0))
            return min(most, sum(bool(view.decks(u)) for u in view.enemy_units(place, self.me))) if most else 0
        if not view.hostile_land(place, self.me):
            return 0
        return sum(view.table.units[f.type].number("scramble") for f in view.facilities(place) if view.operative(f))

    def cost(self, units: Iterable[Unit]) -> float:
        """IPC of some units."""
        return sum(self.view.of(u).cost for u in units)

    # --- guesses -----------------------------------------------------------------------------------------

    def guess(self, attackers: Sequence[Fighter], defenders: Sequence[Fighter]) -> Guess:
        """A guess, counted."""
        self.left -= 1
        # Fighters are told by what they are in memory: those of a guess that is kept stay there as long as it does.
        key = (tuple(sorted(map(id, attackers))), tuple(sorted(map(id, defenders))))
        if (kept := self._guesses.get(key)) is None:
            kept = self._guesses[key] = guess(attackers, defenders), (*attackers, *defenders)
        return kept[0]

    @property
    def tired(self) -> bool:
        """Whether the budget of guesses is used up."""
        return self.left <= 0

    def risk(self, place: str, units: Sequence[Unit], without: str = "") -> float:
        """IPC that the enemy's best attack on a place held by some units would gain him, as far as it counts: the same
        stack threatens many places. without: enemies from there are left out."""
        found = self.threatened(place, units, without)
        return found and found * self.counts(place, self.fighters(units, False) + self.coming[place])

    def leaves(self, place: str, units: Sequence[Unit], added: Sequence[Fighter] = ()) -> float:
        """IPC that count against a place held by some units for what it would leave to the enemy. added: who will be placed
        there."""
        if not self.level.careful:
            return 0.0
        key = (place, tuple(sorted([(self._kind(u), u.start != place) for u in units])), len(added))
        if added or key not in self._lefts:
            self._lefts[key] = leaves(self, place, units, added or self.coming[place])
        return self.level.careful * self._lefts[key]

    def counts(self, place: str, defenders: Sequence[Fighter]) -> float:
        """The share of a risk that counts: all of it where losing the place would be a catastrophe, little elsewhere, more
        where nobody defends the ground."""
        if self.values.vital(place):
            return 1.0
        return self.level.walked if self.bare(place, defenders) else self.level.fear

    def bare(self, place: str, defenders: Sequence[Fighter]) -> bool:
        """Whether anybody may walk into a place; levels that make no difference there do not ask."""
        if self.level.walked <= self.level.fear or self.view.place(place).is_sea:
            return False
        return not any(f.body for f in defenders)

    def threatened(self, place: str, units: Sequence[Unit], without: str = "") -> float:
        """The same in full."""
        if not self.level.looks:
            return 0.0
        key = (place, without, tuple(sorted([self._kind(u) for u in units])))
        if key not in self._risks:
            self._risks[key] = self.danger(place, self.fighters(units, False) + self.coming[place], without)
        return self._risks[key]

    def danger(self, place: str, defenders: Sequence[Fighter], without: str = "") -> float:
        """The same of any defenders."""
        found = [0.0]
        for foe, group in self.threats.on(place):
            units = [u for u in group if u.place != without] if without else group
            found.append(self.share(place, foe) * self.gained(place, units, defenders))
        return max(found)

    def share(self, place: str, foe: str) -> float:
        """The share that counts of what an enemy may gain in a place: little where an ally whose place it is has a turn of
        his own before that."""
        if not self.level.ordered or (owner := self.view.owner(place)) in (None, self.me) or foe == owner:
            return 1.0
        return MENDED if self.view.allied(owner, self.me) and self._wait(owner) < self._wait(foe) else 1.0

    def _wait(self, power: str) -> int:
        """How many turns it is until a power's next."""
        order = self.view.board.order
        if power not in order or self.me not in order:
            return len(order)
        return (order.index(power) - order.index(self.me) - 1) % len(order)

    def gained(self, place: str, units: Sequence[Unit], defenders: Sequence[Fighter]) -> float:
        """IPC that some enemies gain if they attack a place, 0 where they would lose."""
        worth, vital = self.values.of(place), self.values.vital(place)
        attackers = self.fighters(units, True)
        if worth and not any(f.takes for f in attackers):
            return 0.0
        found = self.guess(attackers, defenders)
        left = self.staying(units, found.lost)
        back = self.regained(place, left) if worth and found.win > UNLIKELY else 0.0
        ground = worth - back * (worth - self.values.of(place, False)) - back * REGAINED * self.cost(left)
        gain = found.win * ground + (found.killed - found.lost if defenders else 0.0)
        desperate = found.win * worth * SEAT_FACTOR if vital and found.win * (1 - back) > DESPERATE else 0.0
        return max(0.0, desperate, gain)

    def regained(self, place: str, left: Sequence[Unit]) -> float:
        """The best chance of one of our powers to take a territory back at once from those who would stand in it, with what
        is beside it now. What falls with a capital does not come back with it."""
        if place in self.values.seats:
            return 0.0
        if place not in self._beside:
            self._beside[place] = self._ready(place)
        holding = self.fighters(left, False)
        return max((self.guess(group, holding).win for group in self._beside[place]), default=0.0)

    def _ready(self, place: str) -> list[list[Fighter]]:
        """Those of our side who stand beside a territory, by power, where some of them could take it."""
        view, by_power = self.view, defaultdict[str, list[Unit]](list)
        for near in view.board.near(place):
            for u in self.friends(near) if view.place(near).is_land else ():
                if view.of(u).attack and u.carrier is None:
                    by_power[u.owner].append(u)
        groups = [self.fighters(units, True) for _, units in sorted(by_power.items())]
        return [group for group in groups if any(f.takes for f in group)]

    def staying(self, units: Iterable[Unit], lost: float) -> list[Unit]:
        """Who of some attackers stands in the place after losses of so many IPC, cheapest first: aircraft fly home."""
        left, view = [], self.view
        for cost, _, unit in sorted([(view.of(u).cost, u.id, u) for u in units]):
            if lost >= cost * 0.6:
                lost -= cost
            elif view.domain(unit) != AIR:
                left.append(unit)
        return left

    def exposed(self, ship: Unit, end: str, aboard: Sequence[Unit] = (), guards: Iterable[Unit] = ()) -> float:
        """IPC that the enemy gains of a transport at the end of a voyage, with its cargo then and the warships that cover
        it, beyond what he gains of it where it is."""
        if not self.level.looks:
            return 0.0
        if aboard or guards:
            return self.level.naked * (self._at_stake(ship, aboard, end, guards) - self._lying(ship))
        if (ship.id, end) not in self._alone:
            self._alone[ship.id, end] = self.level.naked * (self._at_stake(ship, (), end, ()) - self._lying(ship))
        return self._alone[ship.id, end]

    def _lying(self, ship: Unit) -> float:
        """What the enemy gains of a transport where it is."""
        return self._at_stake(ship, self.view.state.aboard(ship.id), ship.place, ())

    def _at_stake(self, ship: Unit, aboard: Sequence[Unit], zone: str, guards: Iterable[Unit]) -> float:
        return min(self.cost([ship, *aboard]), self._sunk(zone, [ship, *guards]))

    def _sunk(self, zone: str, company: Sequence[Unit]) -> float:
        return self.threatened(zone, list({u.id: u for u in (*self.friends(zone), *company)}.values()))

    def chance(self, place: str, units: Sequence[Unit], without: frozenset[str] = frozenset()) -> float:
        """The enemy's best chance to take a territory held by some units and what is bought for it."""
        defenders, best = self.fighters(units, False) + self.coming[place], 0.0
        for foe, group in self.threats.on(place):
            if self.share(place, foe) < 1.0:
                continue
            attackers = self.fighters((u for u in group if u.place not in without), True)
            if any(f.takes for f in attackers):
                best = max(best, self.guess(attackers, defenders).win)
        return best

    # --- what is bought --------------------------------------------------------------------------------------

    def _bring_up(self) -> None:
        """What is bought and not placed counts as garrison of the capital that needs it most; ships lie where they were
        meant to be made."""
        if not self.view.state.pool.get(self.me) or not self.level.looks:
            return
        seats = [s for s in self.sites if s in self.values.seats]
        if seats:
            seat = max(seats, key=lambda s: (self._pressure(s), s))
            self.coming[seat] = self._bought(LAND)
        if harbour := self.memory.get("harbour", {}).get(self.me):
            self.coming[harbour] = self._bought(SEA)

    def _bought(self, domain: str) -> list[Fighter]:
        """What is bought and not placed, as it defends."""
        profiles = ((self.view.profile(self.me, b.type), b.count) for b in self.view.state.pool.get(self.me, ()))
        return [
            Fighter(p.defense * p.defense_dice / 6, p.hits, p.cost)
            for p, count in profiles
            if p.domain == domain and (p.defense or p.capacity)
            for _ in range(count)
        ]

    def _pressure(self, place: str) -> float:
        return max((sum(f.power for f in self.fighters(group, True)) for group in self.threats.at(place)), default=0.0)
