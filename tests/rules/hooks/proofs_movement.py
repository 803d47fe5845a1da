"""Proofs of the hooks of movement, loading and landing."""

from __future__ import annotations

from rules.core import moments
from rules.model.refusals import Refusal
from tests.rules.hooks.proof import proves

NONCOMBAT = "noncombat move"
WALK = "move 1 infantry: Russia > Karelia S.S.R."
DRIVE = "move 1 armor: Russia > Karelia S.S.R. > Caucasus"
BLITZ = "move 1 armor: Caucasus > Ukraine S.S.R. > Eastern Europe"
AT_RUSSIA = {"Russia": {"USSR": "1 infantry, 1 armor, 1 fighter"}}
SHIP = {"United Kingdom": {"United Kingdom": "1 infantry"}, "North Sea Zone": {"United Kingdom": "1 transport"}}
LOAD = "load 1 infantry: United Kingdom > North Sea Zone"
LAND = "unload 1 infantry: North Sea Zone > Finland-Norway"
ABOARD = {"North Sea Zone": {"United Kingdom": "1 transport (cargo: 1 infantry)"}}
NO = Refusal("not-eligible", "Made up.")


@proves("move 1 infantry: Russia > Caucasus > Ukraine S.S.R.", "done", phase="combat move", units=AT_RUSSIA,
        expect={"pending": ""})  # fmt: skip
def points(self, view, unit, points):
    return 2


@proves("move 1 infantry: United Kingdom > North Sea Zone", power="United Kingdom", phase=NONCOMBAT, units=SHIP,
        expect={"pending": ""})  # fmt: skip
def travels(self, view, unit, element):
    return "sea"


@proves(f"{WALK} ! not-eligible", phase=NONCOMBAT, units=AT_RUSSIA)
def may_move(self, view, unit, phase):
    return NO if phase == NONCOMBAT else None


@proves(f"{WALK} ! not-eligible", phase=NONCOMBAT, units=AT_RUSSIA)
def may_enter(self, view, unit, place, phase):
    return NO if place == "Karelia S.S.R." else None


@proves(f"{WALK} ! not-eligible", phase=NONCOMBAT, units=AT_RUSSIA)
def may_end(self, view, unit, place, phase):
    return NO if place == "Karelia S.S.R." else None


@proves(f"{BLITZ} ! *", units={"Caucasus": {"USSR": "1 armor"}})
def may_blitz(self, view, unit, place, may):
    return False


@proves("move 1 infantry: Western Germany > Switzerland", game="global1940", power="Germany", phase=NONCOMBAT,
        units={"Western Germany": {"Germany": "1 infantry"}})  # fmt: skip
def neutral_open(self, view, unit, place, phase, last, open_):
    return True


@proves("move 1 destroyer: SZ 98 > SZ 81", game="global1940", power="Germany", phase=NONCOMBAT,
        units={"SZ 98": {"Germany": "1 destroyer"}})  # fmt: skip
def canal_open(self, view, unit, canal, open_):
    return True


@proves(f"{DRIVE} ! too-far", phase=NONCOMBAT, units=AT_RUSSIA)
def step_cost(self, view, unit, origin, place, cost):
    return 2 * cost


@proves("move 1 armor: Russia > Yakut S.S.R. ! ambiguous-path", phase=NONCOMBAT, units=AT_RUSSIA)
def step_effects(self, view, unit, origin, place, last, effects):
    return effects if last else (*effects, place)


@proves(WALK, units=AT_RUSSIA)
def combat_purpose(self, view, unit, path, serves):
    return True


@proves("move 1 infantry (green): Russia > Karelia S.S.R.", phase=NONCOMBAT, units=AT_RUSSIA)
def matches_qualifier(self, view, unit, tag, fits):
    return fits or tag == "green"


@proves(f"{LOAD} ! *", power="United Kingdom", units=SHIP)
def loading_zone(self, view, ship, zone, open_):
    return False


@proves(f"{LOAD} ! *", power="United Kingdom", units=SHIP)
def may_load(self, view, unit, ship, phase):
    return NO


@proves("move 1 fighter: United Kingdom > North Sea Zone > Baltic Sea Zone > Germany > Eastern Europe",
        power="United Kingdom",
        units={"United Kingdom": {"United Kingdom": "1 fighter"}, "Eastern Europe": {"Germany": "1 infantry"}})  # fmt: skip
def landing_needed(self, view, unit, needed):
    return False


@proves("move 1 fighter: Russia > Karelia S.S.R. ! *", phase=NONCOMBAT, units=AT_RUSSIA)
def landing_field(self, view, unit, place, friendly):
    return False


@proves("move 1 fighter: United Kingdom > North Sea Zone ! *", power="United States", phase=NONCOMBAT, units={
    "United Kingdom": {"United States": "1 fighter"}, "North Sea Zone": {"United Kingdom": "1 aircraft carrier"}
})  # fmt: skip
def cooperates(self, view, a, b, place, yes):
    return False


@proves(WALK, phase=NONCOMBAT, units=AT_RUSSIA, expect={"log": ["made up"]})
@moments.entered
def entered(self, act, units, origin, place, last):
    act.note("made up")


@proves(WALK, phase=NONCOMBAT, units=AT_RUSSIA, expect={"log": ["made up"]})
@moments.moved
def moved(self, act, units):
    act.note("made up")


@proves(LAND, power="United Kingdom", units={**ABOARD, "Finland-Norway": {"Germany": "1 infantry"}},
        expect={"log": ["made up"]})  # fmt: skip
@moments.landing_ordered
def landing_ordered(self, act, units, zone, place):
    act.note("made up")


@proves(f"{LOAD} ! *", power="United Kingdom", units=SHIP)
def load_fits(self, view, ship, load, fits):
    return False


@proves("move 1 fighter: United Kingdom > SZ 110", game="global1940", power="United Kingdom", phase=NONCOMBAT, units={
    "United Kingdom": {"United Kingdom": "1 fighter"}, "SZ 110": {"United Kingdom": "1 aircraft carrier, 2 fighter"}
})  # fmt: skip
def deck_room(self, view, plane, room):
    return 0


@proves("move 1 infantry (United Kingdom): Russia > Karelia S.S.R.", phase=NONCOMBAT,
        units={"Russia": {"United Kingdom": "1 infantry"}})  # fmt: skip
def lent(self, view, lent):
    return {u.id: "USSR" for u in view.state.units.values() if u.owner == "United Kingdom"}
