"""The hooks: everything a rule may answer or add. A closed list, documented here.

A rule is a subclass of `Rule` that overrides some hooks. Three kinds:
- value hooks get the value so far and return it, changed or not (`price`, `battle_number`, ...);
- veto hooks return a Refusal or None (`may_buy`, `may_enter`, ...); the first refusal wins;
- event hooks get the `Act` and emit events (`on_enter`, `on_capture`, ...).
Rules run in table order: the board's own first, then house rules by document. `priority` moves a rule
earlier (negative) or later (positive).
A new hook comes with its proof in tests/rules/hooks: a made-up rule and a case that holds with it only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from rules.core.steps import Step
from rules.model.board import Canal, Option, Place
from rules.model.orders import Order
from rules.model.parse import Reader
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal
from rules.model.salvo import Shot
from rules.model.state import Battle, Bought, Decision, Facility, Task, Unit, Verdict

if TYPE_CHECKING:
    from rules.core.act import Act
    from rules.core.view import View
    from rules.model.ranks import Ranks


Stages = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class IncomeLine:
    """One line of a purse's income: what for, IPC (may be negative), and the rule that says so. in_transit: money
    on its way from another power, not earned."""

    why: str
    amount: int
    rule: str = ""
    in_transit: bool = False


class Crossing(NamedTuple):
    """Units that pass a line between two places (rules/core/crossings.py).

    origin, place: from where to where. units: their ids. landing: from ships against resistance. owner, facilities:
    whose the place was before, and what stood there.
    """

    origin: str
    place: str
    units: tuple[int, ...]
    landing: bool = False
    owner: str | None = None
    facilities: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class LookUp:
    """A look-up text that a rule's file brings along beside its own entry."""

    id: str
    title: str
    text: str
    source: str = ""
    kind: str = "rule"
    keywords: tuple[str, ...] = ()


class Rule:
    """One rule: identity, data, hooks. Every hook below does nothing unless overridden.

    id: "rw.sea-mines". title and text: for `/rules` (own words, with the figures). source: document and
    section. entries: catalogue ids it enforces. boards: boards it can be played on. options: its typed
    options (named "<rule id>.<option>"). requires / excludes: rule ids. units: profiles it brings.
    verbs: order verbs of its own -> what reads the text behind them. own_steps: battle steps of its own, by the names
    that the hooks `battle_steps` and `round_steps` put into the lists. replaces: ids of rules and look-up entries
    that do not hold while it is on. flags:
    facts it remembers, name -> meaning (used by cases). parts: mechanics that it instantiates with its own
    figures (rules/mechanics); their hooks run right before its own. begins: round -> what of it starts
    then, beside its new units. profile_flags: flags that its hook `profile` reads.
    """

    id: str = ""
    title: ClassVar[str] = ""
    text: ClassVar[str] = ""
    source: ClassVar[str] = ""
    entries: ClassVar[tuple[str, ...]] = ()
    boards: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[tuple[Option, ...]] = ()
    requires: ClassVar[tuple[str, ...]] = ()
    excludes: ClassVar[tuple[str, ...]] = ()
    units: ClassVar[tuple[UnitType, ...]] = ()
    verbs: ClassVar[Mapping[str, Reader]] = {}
    flags: ClassVar[Mapping[str, str]] = {}
    profile_flags: ClassVar[tuple[str, ...]] = ()
    look_ups: ClassVar[tuple[LookUp, ...]] = ()
    replaces: ClassVar[tuple[str, ...]] = ()
    own_steps: ClassVar[Mapping[str, Step]] = {}
    priority: ClassVar[int] = 0
    parts: ClassVar[tuple[Rule, ...]] = ()
    begins: ClassVar[Mapping[int, str]] = {}

    # --- the table -------------------------------------------------------------------------------

    def change_unit(self, unit: UnitType) -> UnitType:
        """A profile as this rule changes it for everybody (price lists, new traits). Once a game."""
        return unit

    def phases(self, options: Mapping[str, Any], phases: tuple[str, ...]) -> tuple[str, ...]:
        """The phases of a turn, given the game's options. Once a game."""
        return phases

    def skips(self, view: View, phase: str, skip: bool) -> bool:
        """Whether a phase is passed over now (the set-up phase after the first turn)."""
        return skip

    # --- profiles, buying, building --------------------------------------------------------------

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """The profile of a type as `power` has it now. It may depend on the power's technologies, the round, the options
        and the rule's `profile_flags`, and on nothing else: profiles are kept."""
        return unit

    def price(self, view: View, power: str, unit: UnitType, count: int, price: int) -> int:
        """IPC for `count` of a unit."""
        return price

    def may_buy(self, view: View, power: str, unit: UnitType, count: int, site: str) -> Refusal | None:
        """Why a power may not buy that now (limits, dates, nations)."""
        return None

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """Why it may not be placed there."""
        return None

    def may_research(self, view: View, power: str) -> Refusal | None:
        """Why a power may not research now."""
        return None

    def placement_free(self, view: View, power: str, unit: UnitType, place: str, free: bool) -> bool:
        """Whether placing it there needs no complex (and uses none)."""
        return free

    def uses_capacity(self, view: View, unit: UnitType, uses: int) -> int:
        """Slots of a complex's capacity one unit of a type takes (default 1; facilities 0)."""
        return uses

    def capacity(self, view: View, power: str, place: str, capacity: int) -> int:
        """Units the complexes of a place can make this turn for `power` (-1: no limit)."""
        return capacity

    def quota(self, view: View, power: str, unit: UnitType, place: str, quota: int) -> int:
        """How many of a type with a quota of its own a place makes this turn (-1: no limit; default: as many as its
        complexes make units)."""
        return quota

    def repair_price(self, view: View, power: str, facility: UnitType, points: int, price: int) -> int:
        """IPC for taking some points of damage off a facility or unit (default: one each, or "repair_cost")."""
        return price

    def on_repaired(self, act: Act, unit: Unit) -> None:
        """Hits have been taken off a unit in purchase."""

    def on_placed(self, act: Act, power: str, bought: Bought, count: int, place: str) -> None:
        """`count` units out of an entry of the pool have come onto the board in mobilize."""

    def leftovers(self, act: Act, power: str, left: tuple[Bought, ...]) -> tuple[Bought, ...]:
        """What to do with units not placed at the end of mobilize: keep or use some; returns the rest,
        which must be placed if it can be, and else is lost or refunded (edition `unplaced`)."""
        return left

    # --- movement --------------------------------------------------------------------------------

    def points(self, view: View, unit: Unit, points: int) -> int:
        """Movement points of a unit this turn (bases, damage)."""
        return points

    def travels(self, view: View, unit: Unit, element: str) -> str:
        """The element a unit moves through now: its domain, or "air" for a land unit that flies."""
        return element

    def commander(self, view: View, unit: Unit, commander: str) -> str:
        """The power that moves a unit and fights with it now (default: its owner). Limits, repairs and losses stay its
        owner's."""
        return commander

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """Why this unit may not move at all in this phase."""
        return None

    def may_enter(self, view: View, unit: Unit, origin: str, place: str, phase: str) -> Refusal | None:
        """Why a unit may not go from one place to the next."""
        return None

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Why a unit may not end its move there."""
        return None

    def must_stop(self, view: View, unit: Unit, place: str, stop: bool) -> bool:
        """Whether a unit that enters a place must end its movement there."""
        return stop

    def may_blitz(self, view: View, unit: Unit, place: str, may: bool) -> bool:
        """Whether a unit that blitzes may go on from a hostile or neutral territory (default: hostile and
        empty). Not asked for units that do not blitz."""
        return may

    def neutral_open(self, view: View, unit: Unit, place: str, phase: str, last: bool, open_: bool) -> bool:
        """Whether a neutral territory lets a unit in (last: to end there; else to pass). Default: closed.
        A land unit that enters stops there unless `may_blitz` lets it go on."""
        return open_

    def canal_open(self, view: View, unit: Unit, canal: Canal, open_: bool) -> bool:
        """Whether a ship may pass a canal (default: friendly banks since the turn began)."""
        return open_

    def step_cost(self, view: View, unit: Unit, origin: str, place: str, cost: int) -> int:
        """Movement points of a step (default 1)."""
        return cost

    def crossing(
        self, view: View, unit: Unit, origin: str, place: str, last: bool, effects: tuple[str, ...]
    ) -> tuple[str, ...]:
        """What a step brings upon a unit beside the move (a gun's fire, a minefield, a fee), in words; shortest
        routes that differ in this are not chosen between (`ambiguous-path`)."""
        return effects

    def combat_purpose(self, view: View, unit: Unit, path: tuple[str, ...], serves: bool) -> bool:
        """Whether a combat move serves a combat (default: it ends in or captures enemy ground, or is at sea)."""
        return serves

    def fits(self, view: View, unit: Unit, tag: str, fits: bool) -> bool:
        """Whether a unit answers a qualifier of an order (default: the tag is among its marks)."""
        return fits

    def written_mark(self, owner: str, mark: str) -> str:
        """How a mark of a power's units is written, where several names mean the same ("" is never given)."""
        return mark

    def loading_zone(self, view: View, ship: Unit, zone: str, open_: bool) -> bool:
        """Whether a transport may load in a zone (default: no enemy ship that counts is there)."""
        return open_

    def cargo_room(self, view: View, ship: Unit, room: int) -> int:
        """Room of a transport."""
        return room

    def load_fits(self, view: View, ship: Unit, load: Sequence[Unit], fits: bool) -> bool:
        """Whether a whole load goes together on a ship (default: its sizes do)."""
        return fits

    def deck_room(self, view: View, plane: Unit, room: int) -> int:
        """Room that an aircraft takes on the decks of its zone now (0: it is not aboard)."""
        return room

    def landing_needed(self, view: View, unit: Unit, needed: bool) -> bool:
        """Whether an aircraft must be able to land (one-way flights need not)."""
        return needed

    def haven(self, view: View, unit: Unit, place: str, open_: bool) -> bool:
        """Whether a defender's aircraft that has lost its deck may land in its zone, or one space away, at `place`."""
        return open_

    def landing_field(self, view: View, unit: Unit, place: str, friendly: bool) -> bool:
        """Whether an aircraft may land in a territory (default: friendly since the turn began)."""
        return friendly

    def may_load(self, view: View, unit: Unit, ship: Unit, phase: str) -> Refusal | None:
        """Why a unit may not board a ship."""
        return None

    def cooperates(self, view: View, a: str, b: str, place: str, yes: bool) -> bool:
        """Whether two powers of one side share spaces, bases and carriers (at a place)."""
        return yes

    def on_enter(self, act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
        """Units of one order have entered a place on their way (last: they end there)."""

    def guarded(self, view: View, unit: Unit, origin: str, place: str, guarded: bool) -> bool:
        """Whether something on the line between two places (mines, obstacles) acts on a unit that passes it."""
        return guarded

    def crossing_waits(self, view: View, crossing: Crossing, waits: bool) -> bool:
        """Whether a landing meets what stands on its line only in the fight, when its troops go ashore (default:
        where a sea battle comes first)."""
        return waits

    def on_crossing(self, act: Act, crossing: Crossing) -> None:
        """Units have passed a line that is guarded; now it acts on them: all that passed it in one direction in a
        combat move together when conduct combat begins, else each order at once."""

    def may_scramble(self, view: View, zone: str, may: bool) -> bool:
        """Whether the enemies of the active power could send aircraft from a base into a zone."""
        return may

    def on_assault(self, act: Act, units: Sequence[Unit], zone: str, place: str) -> None:
        """A landing against a territory has been ordered; its troops are still aboard in the zone."""

    def on_moved(self, act: Act, units: Sequence[Unit]) -> None:
        """A movement order is complete."""

    # --- battle ----------------------------------------------------------------------------------

    def reactions(self, act: Act) -> None:
        """Combat movement is closed: put questions to the other side (`act.ask`)."""

    def scramble_limit(self, view: View, place: str, base: Facility, most: int) -> int:
        """Aircraft that may scramble from a territory's air base."""
        return most

    def combat_stages(self, view: View, stages: Stages) -> Stages:
        """The stages of conduct combat: groups of names, the groups in order, free order within one. Those before the
        raids come by themselves (`on_stage`); a rule adds its own (rules/core/stages.py: `insert`)."""
        return stages

    def battle_stage(self, view: View, battle: Battle, stage: str) -> str:
        """The stage a battle belongs to ("raids", "assaults", "battles")."""
        return stage

    def fired_upon(self, view: View, battle: Battle, fired: bool) -> bool:
        """Whether a battle is fought although none of the attackers is there (fire from elsewhere)."""
        return fired

    def on_stage(self, act: Act, stage: str) -> None:
        """A stage that comes by itself before the first raid begins ("crossings", ...)."""

    def before_combat(self, act: Act) -> None:
        """The battles are set up and reactions answered; conduct combat begins."""

    def battle_steps(self, view: View, battle: Battle, steps: tuple[str, ...]) -> tuple[str, ...]:
        """The once-only and round steps of a battle, in order."""
        return steps

    def round_steps(self, view: View, battle: Battle, steps: tuple[str, ...]) -> tuple[str, ...]:
        """The steps of each round."""
        return steps

    def battle_facts(self, view: View, battle: Battle, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Facts of a battle as it begins, to be read later by `battle.fact` (who came, and how). The odds of a
        battle that is still due know them too."""
        return facts

    def on_battle(self, act: Act, battle: str) -> None:
        """A battle begins (its units are known, nothing rolled)."""

    def joins(self, view: View, battle: Battle, unit: Unit, joins: bool) -> bool:
        """Whether a unit takes part in a battle."""
        return joins

    def battle_number(self, view: View, battle: Battle, unit: Unit, attacking: bool, number: int) -> int:
        """The number a unit hits on in this battle and round, by itself; what depends on who else is left there is
        `battle_numbers`."""
        return number

    def bombarders(self, view: View, battle: Battle, ships: list[Unit]) -> list[Unit]:
        """The ships that may support a landing."""
        return ships

    def bombard_number(self, view: View, battle: Battle, unit: Unit, number: int) -> int:
        """The number of a ship's support shot."""
        return number

    def bombard_limit(self, view: View, battle: Battle, limit: int) -> int:
        """How many ships may support a landing."""
        return limit

    def max_damage(self, view: View, facility: Facility, most: int) -> int:
        """The damage a facility can hold."""
        return most

    def may_target(self, view: View, place: str, facility: Facility) -> Refusal | None:
        """Why neither raids nor rockets can be aimed at a facility."""
        return None

    def raid_fronts(self, view: View, battle: Battle, fronts: tuple[str, ...]) -> tuple[str, ...]:
        """The separate air battles of a raid, by raided facility (default: one for all, named "")."""
        return fronts

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> None:
        """The numbers of a whole side, for rules that pair units or limit bonuses: `ranks.improve`; the same in every
        round. Counts may be arrays (what may be left, for the odds): only rules/model/ranks.py compares them."""

    def supported(self, view: View, battle: Battle, units: list[Unit]) -> list[Unit]:
        """The attacking units that may take artillery support."""
        return units

    def supports(self, view: View, battle: Battle, unit: Unit, supports: bool) -> bool:
        """Whether an attacking unit raises others (artillery infantry, tanks tactical bombers)."""
        return supports

    def hunts(self, view: View, battle: Battle, unit: Unit, hunts: bool) -> bool:
        """Whether a unit cancels enemy submarines in this battle (destroyers)."""
        return hunts

    def hit_class(self, view: View, battle: Battle, unit: Unit, kind: str) -> str:
        """The class of a unit's hits ("any", "submarine", "air", or a rule's own)."""
        return kind

    def verdict(self, view: View, battle: Battle, verdict: Verdict) -> Verdict:
        """Both sides have units left: "attacker" or another verdict ends the battle, "" goes on."""
        return verdict

    def assault_retreat(self, view: View, battle: Battle, rule: str) -> str:
        """Who may leave the land battle of an assault: "none", "air" or "overland" (aircraft too)."""
        return rule

    def shots(self, view: View, battle: Battle, step: str, side: str, shots: tuple[Shot, ...]) -> tuple[Shot, ...]:
        """The shots of a side in a step ("fire": the general fire of a round; "strike", "bombardment",
        "antiaircraft", a rule's own): add, drop or change some."""
        return shots

    def may_be_hit(self, view: View, battle: Battle, target: Unit, hit_class: str, may: bool) -> bool:
        """Whether a hit of a class ("any", "submarine", "air", "antiaircraft", ...) may fall on a unit."""
        return may

    def loss_tier(self, view: View, battle: Battle, unit: Unit, tier: int) -> int:
        """Order of loss by rule: units of a lower tier must take hits before units of a higher one."""
        return tier

    def bound_losses(self, view: View, battle: Battle, side: str, chosen: Mapping[int, int], wrong: str) -> str:
        """Why a choice of losses (unit id -> hits), or its beginning, breaks a rule on the order in which a side loses
        its units over the whole battle; "" if it does not. What may begin a choice must lead to one."""
        return wrong

    def on_losses(self, act: Act, battle: str, side: str, chosen: Mapping[int, int]) -> None:
        """The losses of a side to a volley have been chosen (unit id -> hits)."""

    def after_roll(self, act: Act, battle: str, side: str) -> None:
        """A volley has been rolled, before its hits are assigned."""

    def may_retreat(self, view: View, battle: Battle, unit: Unit, may: bool) -> bool:
        """Whether a unit goes along when its side retreats."""
        return may

    def retreats(self, view: View, battle: Battle, places: tuple[str, ...]) -> tuple[str, ...]:
        """Where the attacker may retreat to now."""
        return places

    def on_battle_over(self, act: Act, battle: str) -> None:
        """A battle is decided (before captures of land are made)."""

    def on_hit(self, act: Act, unit: Unit, why: str) -> bool:
        """A unit is about to take its hits (why: as in `on_lost`): do something else with it instead (True)."""
        return False

    def on_lost(self, act: Act, unit: Unit, why: str) -> None:
        """A unit has been removed (why: "battle", "antiaircraft", "mine", "no landing", ...)."""

    def raid_damage(self, view: View, battle: Battle, unit: Unit, dice: Sequence[int], damage: int) -> int:
        """Damage (or IPC) done by one raider with its dice."""
        return damage

    def raid_loss(self, view: View, place: str, loss: int) -> int:
        """IPC that a raid or rocket costs the owner of a territory, where raids cost money."""
        return loss

    def on_raid(self, act: Act, battle: str, dice: Sequence[int]) -> None:
        """A raid's damage dice have fallen and been booked."""

    # --- capture, income, victory -----------------------------------------------------------------

    def heir(self, view: View, power: str, heir: str) -> str:
        """Who stands in a power's stead: collects its income and objectives, and gets its soil back (default: itself)."""
        return heir

    def captor(self, view: View, place: str, by: str, owner: str | None) -> str | None:
        """Who controls a territory that `by` has just taken."""
        return owner

    def captured_facilities(
        self, view: View, place: str, by: str | None, facilities: tuple[Facility, ...]
    ) -> tuple[Facility, ...]:
        """The facilities of a territory after it has changed hands."""
        return facilities

    def grown(self, view: View, place: str, facility: Facility) -> Facility:
        """A complex that has just become a bigger one (it keeps its damage and marks)."""
        return facility

    def on_capture(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """A territory has changed hands."""

    def leaning(self, view: View, place: str, lean: str) -> str:
        """What an uncontrolled neutral is now: "strict", "pro-axis", "pro-allies" (default: as printed)."""
        return lean

    def standing_army(self, view: View, place: str, army: Mapping[str, int]) -> Mapping[str, int]:
        """Units of a neutral territory, by type, that are not on the board until it is attacked or joins a power."""
        return army

    def place_value(self, view: View, place: Place, value: int) -> int:
        """IPC value of a territory."""
        return value

    def income(self, view: View, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """The income of a purse without dice."""
        return lines

    def income_dice(self, act: Act, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """Lines that need dice (convoys, war bonds), added when a purse really collects."""
        return lines

    def income_opens(self, view: View, power: str, opens: bool) -> bool:
        """Whether collect income takes orders (and a `done`) of this power now."""
        return opens

    def victory(self, view: View, moment: str, winner: str) -> str:
        """The side that has won; moment: "turn start" | "turn end" | "round end" | "concession"."""
        return winner

    def on_concede(self, act: Act, power: str) -> None:
        """A power has given up (flag "conceded"); who wins by that is asked of `victory` afterwards."""

    # --- time ------------------------------------------------------------------------------------

    def sits_out(self, view: View, power: str, out: bool) -> bool:
        """Whether a power's turn is passed over when it comes."""
        return out

    def on_start(self, act: Act) -> None:
        """A new game: set-up is on the board."""

    def on_relations(self, act: Act) -> None:
        """Who is at war has been written by hand (a case, an edited position): complete what is linked."""

    def on_war_declared(self, act: Act, power: str, target: str) -> None:
        """A power has declared war on another; wars linked to it have begun too."""

    def on_round(self, act: Act) -> None:
        """A round begins."""

    def on_turn(self, act: Act) -> None:
        """A power's turn begins (before its first phase)."""

    def on_phase(self, act: Act, phase: str) -> None:
        """A phase begins."""

    def may_end_phase(self, view: View, phase: str) -> Refusal | None:
        """Why the phase cannot be ended yet."""
        return None

    def on_phase_end(self, act: Act, phase: str) -> None:
        """A phase ends (before the next begins)."""

    def on_turn_end(self, act: Act) -> None:
        """A power's turn ends (after its income)."""

    # --- orders ----------------------------------------------------------------------------------

    def handle(self, act: Act, order: Order) -> bool:
        """Carry out an order of this rule's, or return False to leave it to others.

        Called before the phase's own handlers; a rule may take a base verb for its own units."""
        return False

    def any_time(self, act: Act, order: Order) -> bool:
        """Carry out an order of `act.by` on another power's turn, or return False."""
        return False

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """Carry out the answer to a decision of this rule's kind; False: not mine."""
        return False

    def task(self, act: Act, task: Task) -> bool:
        """Carry out a task of this rule's; False: not mine."""
        return False

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Order texts of this rule that are worth offering to a power now (for `legal`)."""
        return ()
