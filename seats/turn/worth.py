"""What changes that no battle tells are worth, in IPC, by trial on a copy: technologies, what rules offer beside moves and
purchases, and works (mines, forts, cells) that are bought for what they do, not for their numbers. What an enemy may run into
a rule itself states (hook `worth`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.core.hooks import Rule
from rules.core.view import Memo, View
from rules.economy.income import income_of
from rules.legal import ForSale, legal, survey
from rules.legal.survey import to_place
from rules.model.profiles import AIR, LAND, MARKER, UnitType
from rules.model.state import NONCOMBAT, Unit
from rules.phases.research import chart as technologies
from rules.phases.research import charts, kept, open_charts, rolls
from rules.play.game import Game, NoDice, Outcome
from seats.position.situation import Situation
from seats.wish import Wish

TURNS = 4.0  # turns of income that a lasting change is worth
ATTACK, DEFENSE, BODIES, SPEED = 0.5, 0.4, 0.6, 0.05
UNIT = 3.6  # IPC of one unit of strength: what infantry costs for its own
SUCCESS = 1 / 6
MOST_DICE = 6
LEAST = 0.5  # IPC by which an offer has to better things
MOST = 16  # offers tried a phase
MOBILIZE = "mobilize"
SITES = 4  # places in which a work is tried
SHARE = 6  # part of the cash that goes into works of a kind
DAMAGE = 1.0  # IPC of a point of damage on a complex or base


def strength(p: UnitType) -> float:
    """What a unit is worth in IPC by its numbers, whatever it costs."""
    if p.domain == MARKER or p.has("stands by") or p.has("never a loss"):
        return 0.0
    fights = ATTACK * p.attack * p.attack_dice + DEFENSE * p.defense * p.defense_dice
    return UNIT * (fights / 6 + BODIES * p.hits + SPEED * p.move)


def standing(view: View, me: str) -> float:
    """How a power's side stands in IPC: cash, army, industry, income of some turns and what rules say of works, less the
    same of the enemy."""
    total, side = 0.0, view.side(me)
    known: dict[tuple[str, str, bool], float] = {}
    for unit in view.state.units.values():
        if unit.owner in view.board.powers:
            key = (unit.owner, unit.type, unit.damage > 0)
            if key not in known:
                known[key] = (1 if view.side(unit.owner) == side else -1) * strength(view.of(unit))
            total += known[key]
    for purse, power in view.board.purse_power.items():
        if view.board.powers[power].plays:
            sign = 1 if view.side(power) == side else -1
            total += sign * (view.state.money.get(purse, 0) + TURNS * income_of(view, purse))
    for power in view.board.order:
        total += (1 if view.side(power) == side else -1) * view.table.fold(Rule.worth, 0.0, view, power)
    for place, facilities in view.state.facilities.items():
        if owner := view.owner(place):
            total -= (1 if view.side(owner) == side else -1) * DAMAGE * sum(f.damage for f in facilities)
    return total


def of_technologies(view: View, me: str) -> dict[str, float]:
    """What each technology that a power may still get would be worth to it now."""
    known, found, now = view.techs(me), dict[str, float](), standing(view, me)
    for name in (t for n in open_charts(view, me) for t in technologies(view, n)):
        if name not in known:
            state = view.state.copy()
            state.flags[f"tech.{me}"] = (*known, name)
            found[name] = standing(View(view.table, state, Memo()), me) - now
    return found


def research(s: Situation) -> list[Wish]:
    """Dice for research, as many as are expected to pay; those that are kept from earlier turns cost nothing."""
    view, me, ways, aimed = s.view, s.me, rolls(s.view, s.me), bool(s.view.edition("research_aimed"))
    kept_dice = kept(view, me)
    if not ways or not (_affordable(view, me) or kept_dice):
        return []
    new = {t: worth for t, worth in of_technologies(view, me).items() if not aimed or f"research 1 for {t}" in ways}
    if not new:
        return []
    best = max(new, key=lambda t: new[t])
    worth = new[best] if aimed else sum(new.values()) / len(new)
    dice = _paying(view, me, worth, once=aimed or charts(view) > 1)
    text = f"research {dice}{f' for {best}' if aimed else ''}"
    if not (dice or kept_dice) or s.game.trial(text) is not None:
        return []
    return [Wish(text, f"A technology is worth {worth:.0f} IPC on the mean.")]


def _paying(view: View, me: str, worth: float, once: bool) -> int:
    """How many dice pay for themselves. once: several successes bring one technology only."""
    price, dice = _price(view), 0
    while dice < MOST_DICE and (1 - SUCCESS) ** (dice if once else 0) * SUCCESS * worth > price:
        dice += 1
    return min(dice, _affordable(view, me))


def _affordable(view: View, me: str) -> int:
    """Dice for a third of the cash."""
    return int(view.money(me) / 3 / _price(view))


def _price(view: View) -> float:
    return float(view.edition("research_cost", 5))


def offers(s: Situation, game: Game) -> list[Wish]:
    """What rules offer now and what would be for the better, one after another. game: the phase as far as it is planned."""
    return _bettered(s, game, survey.offers(game, s.me)[:MOST])[0]


def _bettered(s: Situation, game: Game, texts: Sequence[str]) -> tuple[list[Wish], Game]:
    """Those of some orders that are for the better, each after those before it; and the game after them."""
    found, twin = list[Wish](), _twin(game)
    for text in texts:
        dice, tried = NoDice(), _twin(twin)
        if not isinstance(tried.submit(text, dice), Outcome) or dice.used or tried.state.pending:
            continue
        if (gain := _gain(s, twin.view, tried.view)) > LEAST:
            found.append(Wish(text, f"It is worth {gain:+.1f} IPC."))
            twin = tried
    return found, twin


def _gain(s: Situation, before: View, after: View) -> float:
    """IPC by which a position is better: how the side stands, and after combat where those stand that have moved."""
    nearer = _nearer(s, before, after) if after.phase == NONCOMBAT else 0.0
    return standing(after, s.me) - standing(before, s.me) + nearer


def _nearer(s: Situation, before: View, after: View) -> float:
    """What it is worth that own land units stand elsewhere: steps to the front, and what is at risk."""
    was = before.state.units
    moved = [
        (old, u)
        for u in after.state.units.values()
        if u.owner == s.me and (old := was.get(u.id)) and old.place != u.place and after.domain(u) == LAND
    ]
    gain = sum(s.level.step * after.of(u).cost * (s.far(old.place) - s.far(u.place)) for old, u in moved)
    for place in sorted({p for old, u in moved for p in (old.place, u.place) if after.place(p).is_land}):
        gain += s.risk(place, _garrison(before, place, s.me)) - s.risk(place, _garrison(after, place, s.me))
    return gain


def _garrison(view: View, place: str, me: str) -> list[Unit]:
    here = (u for u in view.units(place) if u.carrier is None and view.allied(u.owner, me))
    return [u for u in here if view.domain(u) in (LAND, AIR)]


# --- works ----------------------------------------------------------------------------------------------------


def is_work(p: UnitType) -> bool:
    """Whether something is bought for what it does and not for its numbers."""
    return p.domain in (LAND, MARKER) and not p.attack and not p.defense


def works(s: Situation) -> list[Wish]:
    """Works worth more than they cost, tried as if they were laid or placed at once."""
    found, game = list[Wish](), s.game
    for item in legal(game, s.me).sale:
        if is_work(game.view.profile(s.me, item.unit)) and not item.why_not and (wish := _work(s, game, item)):
            game = _twin(game)
            if isinstance(game.submit(wish.text, NoDice()), Outcome):
                found.append(wish)
    return found


def _work(s: Situation, game: Game, item: ForSale) -> Wish | None:
    """As many of a work as pay best."""
    purse = max(item.most, key=lambda p: (item.most[p], p), default="")
    cash = game.view.state.money.get(purse, 0) / SHARE
    most = min(item.most.get(purse, 0), int(cash // (item.price / item.batch)))
    tag = f" ({purse})" if len(game.view.purses(s.me)) > 1 else ""
    best, top, before = None, LEAST, _once_laid(s, game)
    for count in dict.fromkeys(n - n % item.batch for n in (most, most // 2, 2 * item.batch, item.batch)):
        twin, text = _twin(game), f"buy {count} {item.unit}{tag}"
        if not 0 < count <= most or not isinstance(twin.submit(text, NoDice()), Outcome):
            continue
        if (gain := _once_laid(s, twin) - before) > top:
            best, top = Wish(text, f"Laid where needed they are worth {gain:+.1f} IPC beyond their price."), gain
    return best


def _once_laid(s: Situation, game: Game) -> float:
    """How the side will stand when what is bought has been laid."""
    twin = _twin(game)
    twin.state.turn = replace(twin.state.turn, phase=MOBILIZE)
    twin.memo.forget()
    return standing(_laid(s, twin)[1].view, s.me)


def laying(s: Situation) -> list[Wish]:
    """In mobilize: works go where they are worth most."""
    return _laid(s, s.game)[0]


def _laid(s: Situation, game: Game) -> tuple[list[Wish], Game]:
    found, twin = _bettered(s, game, survey.offers(game, s.me)[:MOST])
    placed, twin = _bettered(s, twin, list(_placings(twin, s.me)))
    return found + placed, twin


def _placings(game: Game, me: str) -> Iterator[str]:
    """Works that may be placed, in the places they are meant for."""
    for entry in to_place(game.view, me):
        if is_work(game.view.profile(me, entry.unit)):
            for site in list(entry.sites)[:SITES]:
                yield f"place {entry.sites[site]} {entry.unit}: {site}"


def _twin(game: Game) -> Game:
    return Game(game.table, game.state.copy(), game.log.copy())
