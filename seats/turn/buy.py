"""Purchase: first what must be held, then ships for what waits on the coast, then what strengthens the army most."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from rules.core.purses import purse_of
from rules.economy.capacity import capacity
from rules.economy.placing import candidates, refusal
from rules.legal import ForSale, Legal, legal
from rules.model.profiles import AIR, LAND, SEA, UnitType
from rules.model.state import Bought, Unit
from seats.position.estimate import Fighter
from seats.position.situation import FACILITY, Situation
from seats.position.world import WALK, ferries, riches_over_land
from seats.turn.industry import site_for
from seats.turn.repairs import repairs
from seats.wish import Wish

ROOMY = 99
LATE = 0.93  # worth of a unit that comes a turn later
ATTACK, DEFENSE, BODIES = 0.5, 0.4, 0.6
PLANE, PLANE_OVERSEAS, PLANE_SHUT_IN = 0.9, 1.15, 2.5
SCARCE = 0.4  # how much price counts where places are scarce
IMPORTANT = 15.0
FERRY = 1.5  # prices of the room aboard that a complex beyond the sea saves for each unit it makes a turn
KEPT = 1.0  # steps by which a port counts as nearer if it was the port before
UNSERVED = 0.1  # and for each room that cargo waiting there lacks
TRIPS = 2  # loads that a transport takes before more is made
DANGEROUS = 8.0  # IPC that the enemy may gain of ships that are made


class Shop:
    """One purse's purchase."""

    def __init__(self, s: Situation, found: Legal, purse: str, money: int) -> None:
        self.s, self.purse, self.money = s, purse, money
        able = [x for x in found.sale if not x.why_not and x.most.get(purse, 0) > 0]
        self.kinds: dict[str, UnitType] = {x.unit: s.view.profile(s.me, x.unit) for x in able}
        self.price = {x.unit: x.price / x.batch for x in able}
        self.offer: dict[str, ForSale] = {x.unit: x for x in able}
        self.most = {x.unit: self._most(x) for x in able}
        self.sites = [p for p in s.sites if purse_of(s.view, s.me, p) == purse]
        self.bought: Counter[str] = Counter()
        self.reasons: list[str] = []
        self.room = self._room()
        self.land = sorted(u for u, p in self.kinds.items() if p.domain == LAND and p.move and (p.attack or p.defense))
        self.cut_off = self._cut_off()
        self.shut_in = False
        self.alone = 0  # units of the front that could be supported and are not
        self.surplus = -ROOMY  # cargo that waits beyond what ships carry

    def _most(self, offer: ForSale) -> int:
        """How many may be bought; of aircraft that live on decks as many as these have room for now."""
        most, s = offer.most[self.purse], self.s
        if not self.kinds[offer.unit].has("deck only"):
            return most
        one = Bought(offer.unit, 1, self.purse, 0)
        zones = candidates(s.view, s.me, one)
        return sum(next((n for n in range(most, 0, -1) if not refusal(s.view, s.me, one, n, z)), 0) for z in zones)

    def _room(self) -> int:
        made = [capacity(self.s.view, self.s.me, p) for p in self.sites]
        return ROOMY if -1 in made or not made else sum(made)

    def _cut_off(self) -> bool:
        """Whether hardly anything can be walked to from where units are made."""
        main = [p for p in self.sites if self.s.values.of(p) >= IMPORTANT] or self.sites
        return bool(main) and all(riches_over_land(self.s.view, self.s.me, p) < WALK for p in main)

    def take(self, unit: str, count: int) -> int:
        """Buy as many of these as there is money, room and leave for; gives how many."""
        offer = self.offer[unit]
        count = min(count, int(self.money // self.price[unit]), self.most[unit] - self.bought[unit], self.room)
        count -= count % offer.batch
        if count > 0:
            self.bought[unit] += count
            self.money -= round(count * self.price[unit])
            self.room -= count
        return max(0, count)

    # --- in order -----------------------------------------------------------------------------------------

    def wishes(self) -> list[Wish]:
        """What is bought, in one order if it goes."""
        if not self.land:
            return []
        if self.s.level.looks:
            self._hold()
            self._works()
        if self.cut_off:
            self._overseas()
        self._strengthen()
        if not self.bought:
            return []
        tag = f" ({self.purse})" if len(self.s.view.purses(self.s.me)) > 1 else ""
        parts = [f"{n} {u}{tag}" for u, n in sorted(self.bought.items()) if n]
        why = "; ".join(self.reasons) or "what strengthens the front most for its price"
        return [Wish(f"buy {', '.join(parts)}", f"{why[0].upper()}{why[1:]}.", tuple(f"buy {p}" for p in parts))]

    def _hold(self) -> None:
        """The fewest cheap defenders with which a place holds; nothing where that is hopeless, but for capitals."""
        s = self.s
        wall = self._wall()
        brick = Fighter(s.view.profile(s.me, wall).defense / 6, self.kinds[wall].hits, self.price[wall])
        held = 0  # of what is bought, what stays where losing a place would be a catastrophe
        for place in sorted(self.sites, key=lambda p: not s.values.vital(p)):
            seat = place in s.values.seats
            goal, here = s.level.seat if seat else s.level.hold, s.fighters(s.friends(place), False)
            makes = capacity(s.view, s.me, place)
            most = min(int(self.money // self.price[wall]), self.room) + self.bought[wall] - held
            most = min(most, makes) if makes >= 0 else most
            for group in s.threats.at(place):
                attackers = s.fighters(group, True)
                if not any(f.takes for f in attackers):
                    continue
                walls = (n for n in range(most + 1) if self._falls(place, group, [*here, *[brick] * n]) <= goal)
                need = next(walls, None)
                need = most if need is None and seat else need
                need = (need or 0) - (self.bought[wall] - held)
                if need > 0 and self.take(wall, need):
                    self.reasons.append(f"{need} {wall} so that {place} holds")
            held = self.bought[wall] if s.values.vital(place) else held

    def _falls(self, place: str, group: Sequence[Unit], defenders: Sequence[Fighter]) -> float:
        """The chance that a place is taken by some enemies and not taken back at once."""
        found = self.s.guess(self.s.fighters(group, True), defenders)
        return found.win * (1 - self.s.regained(place, self.s.staying(group, found.lost)))

    def _wall(self) -> str:
        """The cheapest defender that may be had in numbers."""

        def dear(u: str) -> tuple[float, str]:
            p = self.kinds[u]
            return (self.price[u] / (p.hits * (0.5 + p.defense * p.defense_dice)), u)

        ranked = sorted(self.land, key=dear)
        return next((u for u in ranked if self.most[u] > 3), ranked[0])

    def _works(self) -> None:
        """A complex nearer to the front, where that pays."""
        me = self.s.me
        able = [u for u, p in self.kinds.items() if p.domain == FACILITY and p.has("complex")] if self.sites else []
        wall = self.price[self._wall()]
        ships = [self.price[u] / room for u, p in self.kinds.items() if (room := ferries(self.s.view, p))]
        ferry = FERRY * min(ships, default=0.0) if self.cut_off else 0.0
        for unit in sorted(able, key=lambda u: self.price[u]):
            if self.price[unit] > self.money:
                continue
            if (site := site_for(self.s, unit, self.price[unit], wall, ferry)) and self.take(unit, 1):
                self.s.memory.setdefault("works", {})[me] = site
                self.reasons.append(f"{unit} for {site}, nearer to the front than {self.sites[0]}")
                return

    # --- overseas --------------------------------------------------------------------------------------------

    def _overseas(self) -> None:
        """Transports while more waits at the port than they carry; an escort first where they would be sunk."""
        ships = sorted(u for u, p in self.kinds.items() if ferries(self.s.view, p))
        port = self._port()
        if not ships or not port:
            return
        best = max(ships, key=lambda u: (self.kinds[u].capacity / self.price[u], u))
        waiting, carried = self._waiting(port), self._carried(port)
        self.surplus = waiting - TRIPS * carried
        zone = self._harbour(port)
        self.shut_in = not zone
        room = self.kinds[best].capacity
        afford = self.money / 2 / self.price[best] * room
        want = int(min(waiting + self.money / 6 - carried, afford) // room)
        if want <= 0 or not zone or not (want := self._covered(zone, best, want)):
            return
        if n := self.take(best, want):
            self.s.memory.setdefault("harbour", {})[self.s.me] = zone
            self.surplus -= TRIPS * n * room
            self.reasons.append(f"{n} {best} to carry what waits at {port}")

    def _port(self) -> str:
        """The one port where cargo and ships meet: an open one, nearest to the front, and the same as last time
        unless another is clearly better."""
        s, view = self.s, self.s.view
        ports = [p for p in self.sites if view.board.touching_seas(p)]
        free = [p for p in ports if any(view.friendly_zone(z, s.me) for z in view.board.touching_seas(p))]
        kept = s.memory.get("port", {}).get(s.me, "")
        port = min(free or ports, key=lambda p: (s.far(p) - self._called_for(p, kept), p), default="")
        if port:
            s.memory.setdefault("port", {})[s.me] = port
        return port

    def _called_for(self, port: str, kept: str) -> float:
        """Steps that a port counts as nearer, as it was the port before, and for what waits there without room aboard."""
        return (KEPT if port == kept else 0.0) + UNSERVED * max(0, self._waiting(port) - self._carried(port))

    def _waiting(self, port: str) -> int:
        view, me = self.s.view, self.s.me
        near = {port, *(n for n in view.board.near(port) if view.place(n).is_land and view.friendly_land(n, me))}
        return sum(view.of(u).cargo for p in near for u in view.units(p, me, LAND) if view.of(u).attack)

    def _carried(self, port: str) -> int:
        """Room of the transports within two zones of the port."""
        view, zones = self.s.view, set(self.s.view.board.touching_seas(port))
        for _ in range(2):
            zones |= {n for z in zones for n in view.board.near(z)}
        own = (u for u in view.state.units.values() if u.owner == self.s.me and u.place in zones)
        return sum(ferries(view, view.of(u)) for u in own)

    def _harbour(self, port: str) -> str:
        """The safest open zone beside the port."""
        s, view = self.s, self.s.view
        zones = [z for z in view.board.touching_seas(port) if view.friendly_zone(z, s.me)]
        ship = self._ships(next(u for u, p in sorted(self.kinds.items()) if ferries(view, p)), 1)
        return min(zones, key=lambda z: (self._sunk(z, ship), s.far(z), z), default="")

    def _ships(self, unit: str, count: int) -> list[Fighter]:
        p = self.kinds[unit]
        return [Fighter(p.defense * p.defense_dice / 6, p.hits, p.cost)] * count

    def _sunk(self, zone: str, more: Sequence[Fighter]) -> float:
        """IPC that the enemy would gain of what is in a zone with some new ships."""
        if not self.s.level.looks:
            return 0.0
        return self.s.danger(zone, [*self.s.fighters(self.s.friends(zone), False), *more])

    def _covered(self, zone: str, ship: str, want: int) -> int:
        """How many of the transports can be covered, with an escort where that takes one; none where it cannot be had."""
        if self._sunk(zone, self._ships(ship, want)) <= DANGEROUS:
            return want
        guard = self._guard()
        for n in range(1, int(self.money // self.price[guard]) + 1) if guard else ():
            left = min(want, int((self.money - n * self.price[guard]) // self.price[ship]))
            if self._sunk(zone, [*self._ships(guard, n), *self._ships(ship, left)]) <= DANGEROUS:
                if self.take(guard, n):
                    self.reasons.append(f"{n} {guard} to cover {zone}")
                return left
        self.shut_in = True
        return 0

    def _guard(self) -> str:
        """The warship that covers others best for its price."""
        fighting = [
            u for u, p in self.kinds.items()
            if p.domain == SEA and p.defense > 1 and not ferries(self.s.view, p) and not p.has("no air targets")
        ]  # fmt: skip

        def worth(u: str) -> tuple[float, str]:
            p = self.kinds[u]
            return ((p.defense * p.defense_dice + 2 * p.hits) / self.price[u], u)

        return max(fighting, key=worth, default="")

    # --- strength ---------------------------------------------------------------------------------------------

    def _strengthen(self) -> None:
        """One by one what adds most to attack, defence and staying power of the front for its price."""
        s, view = self.s, self.s.view
        front = [u for u in view.state.units.values() if u.owner == s.me and view.domain(u) == LAND]
        attack = sum(f.power for f in s.fighters(front, True)) + 0.5
        defense = sum(f.power for f in s.fighters(front, False)) + 0.5
        bodies = sum(view.of(u).hits for u in front) + 1.0
        self.alone = sum(view.has(u, "supported") - view.of(u).number("supports") for u in front)
        planes = sorted(u for u, p in self.kinds.items() if p.domain == AIR and p.attack and p.move > 2)
        far = min((s.far(p) for p in self.sites), default=5.0)
        cheap = min(self.price[u] for u in self.land)
        while self.money >= cheap and self.room > 0:
            scarce = self.room < self.money / (1.6 * cheap)
            best, top = "", 0.0
            for u in (*self.land, *planes):
                batch = self.offer[u].batch
                if self.price[u] * batch > self.money or self.bought[u] + batch > self.most[u]:
                    continue
                gain = self._gain(u, attack, defense, bodies, far, scarce)
                if gain > top:
                    best, top = u, gain
            if not best or not self.take(best, self.offer[best].batch):
                break
            p = self.kinds[best]
            attack += self._attack(p)
            self.alone += p.has("supported") - p.number("supports")
            defense += p.defense * p.defense_dice / 6
            bodies += p.hits

    def _attack(self, p: UnitType) -> float:
        """Hits a round that a unit adds to the front: its own, and what it and others support."""
        supports = p.number("supports")
        helped = min(supports, max(0, self.alone)) if supports else p.has("supported") and self.alone < 0
        return p.attack * p.attack_dice / 6 + helped / 6

    def _gain(self, u: str, attack: float, defense: float, bodies: float, far: float, scarce: bool) -> float:
        p = self.kinds[u]
        worth = ATTACK * math.log(1 + self._attack(p) / attack)
        worth += DEFENSE * math.log(1 + p.defense * p.defense_dice / 6 / defense)
        worth += BODIES * math.log(1 + p.hits / bodies)
        if p.domain == AIR:
            worth *= PLANE_SHUT_IN if self.shut_in else PLANE_OVERSEAS if self.cut_off else PLANE
        elif self.cut_off:
            aboard = sum(n * self.kinds[x].cargo for x, n in self.bought.items() if self.kinds[x].domain == LAND)
            worth *= 0.5 if self.surplus + aboard > 0 else 1.0
            worth /= max(1, p.cargo) ** 0.3
        late = 1.0 if self.cut_off else LATE ** (far / max(1, p.move))
        return float(late * worth / self.price[u] ** (SCARCE if scarce else 1.0))


def purchase(s: Situation) -> list[Wish]:
    """Repairs that count, then a purchase for each purse."""
    found = legal(s.game, s.me)
    wishes, spent = list[Wish](), Counter[str]()
    for wish, purse, points in repairs(s, [r for r in found.repairs if r.most]):
        wishes.append(wish)
        spent[purse] += points
    for purse in s.view.purses(s.me):
        wishes += _bought(s, found, purse, s.view.state.money.get(purse, 0) - spent[purse])
    return wishes


def _bought(s: Situation, found: Legal, purse: str, money: int) -> Sequence[Wish]:
    shop = Shop(s, found, purse, money)
    if not shop.sites and s.view.edition("production") == "value":
        return []
    return shop.wishes()
