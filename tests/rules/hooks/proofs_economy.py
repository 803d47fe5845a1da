"""Proofs of the hooks of the table, of buying, building, capture and income."""

from __future__ import annotations

import dataclasses

from rules.core import moments
from rules.core.hooks import IncomeLine, Rule
from rules.core.position import check_tags
from rules.model.parse import parse_items
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal, Refused
from tests.rules.hooks.proof import proves, proves_of

TO_MOBILIZE = ("done", "done", "done", "done")
CAPE = "Union of South Africa"
TAKE = ("move 1 infantry: Caucasus > Ukraine S.S.R.", "done", "done")
AT_CAUCASUS = {"Caucasus": {"USSR": "1 infantry"}}


@proves("buy 24 infantry", phase="purchase", expect={"money": {"USSR": 0}})
def change_unit(self, unit):
    return dataclasses.replace(unit, cost=1) if unit.name == "infantry" else unit


@proves(
    game="global1940", power="Germany", expect={"income": {"Germany": 35}}, setup="empty",
)  # fmt: skip
def change_facts(self, options, facts):
    return {
        **facts,
        "objectives": {"Germany: Berlin": {"power": "Germany", "ipc": 5, "entry": "", "holds": ["Germany"]}},
    }


@proves(phase="", expect={"phase": "purchase"})
def phases(self, options, phases):
    return tuple(p for p in phases if p != "research")


@proves("done", phase="purchase", about="phase", expect={"phase": "conduct combat"})
def skips(self, view, power, phase, skip):
    return skip or phase == "combat move"


@proves("done", phase="mobilize", about="turn", expect={"power": "United Kingdom"})
def skips(self, view, power, phase, skip):  # noqa: F811
    return skip or (not phase and power == "Germany")


@proves("buy 24 infantry", phase="purchase", expect={"money": {"USSR": 0}})
def profile(self, view, power, unit):
    return dataclasses.replace(unit, cost=1) if power == "USSR" else unit


@proves("buy 24 infantry", phase="purchase", expect={"money": {"USSR": 0}}, about="bought")
def price(self, view, power, unit, count, repair, price):
    return count


@proves("buy 1 infantry ! too-early", phase="purchase")
def may_buy(self, view, power, unit, count, site):
    return Refusal("too-early", "Not yet.")


@proves("buy 1 infantry", *TO_MOBILIZE, "place 1 infantry: Russia ! wrong-site", phase="purchase")
def may_place(self, view, power, unit, count, place):
    return Refusal("wrong-site", "Not there.")


@proves("buy 1 infantry", *TO_MOBILIZE, "done", phase="purchase", expect={"power": "Germany"})
def placing_order(self, view, power, bought, order):
    return ""


@proves("buy 1 infantry", *TO_MOBILIZE, "place 1 infantry: Yakut S.S.R.", phase="purchase")
def placement_free(self, view, power, unit, place, free):
    return free or place == "Yakut S.S.R."


@proves(
    "buy 4 infantry", *TO_MOBILIZE, f"place 4 infantry: {CAPE}",
    game="global1940", power="United Kingdom", phase="purchase",
    about="all",
)  # fmt: skip
def capacity(self, view, power, place, quota, capacity):
    return capacity + 1


@proves(
    f"repair 2 on minor industrial complex: {CAPE}",
    game="global1940", power="United Kingdom", phase="purchase",
    facilities={CAPE: {"has": "minor industrial complex (damaged 2)"}}, money={"UK Europe": 20},
    expect={"money": {"UK Europe": 16}},
    about="repaired",
)  # fmt: skip
def price(self, view, power, unit, count, repair, price):  # noqa: F811
    return 2 * price if repair else price


@proves("buy 1 infantry", *TO_MOBILIZE, "place 1 infantry: Russia", phase="purchase", expect={"log": ["made up"]})
@moments.placed
def placed(self, act, power, bought, count, place):
    act.note("made up")


@proves("buy 1 infantry", *TO_MOBILIZE, "done", phase="purchase", expect={"power": "Germany", "log": ["made up"]})
def leftovers(self, act, power, left):
    if left:
        act.set_pool(power, ())
        act.note("made up")
    return ()


# --- capture ------------------------------------------------------------------------------------------


@proves(*TAKE, units=AT_CAUCASUS, expect={"owner": {"Ukraine S.S.R.": "United Kingdom"}})
def captor(self, view, place, by, owner):
    return "United Kingdom"


@proves(
    *TAKE, units={**AT_CAUCASUS, "Ukraine S.S.R.": {"Neutral": "1 infantry"}}, expect={"owner": {"Ukraine S.S.R.": "USSR"}},
)  # fmt: skip
def hostile(self, view, owner, power, yes):
    return False


@proves(
    "move 1 infantry: Caucasus > Karelia S.S.R.", "done", "done",
    power="United Kingdom", units={"Caucasus": {"United Kingdom": "1 infantry"}}, owner={"Karelia S.S.R.": "Germany"},
    expect={"owner": {"Karelia S.S.R.": "United States"}},
)  # fmt: skip
def heir(self, view, power, heir):
    return "United States"


@proves(
    "move 1 infantry: Eastern Europe > Germany", "done", "done",
    units={"Eastern Europe": {"USSR": "1 infantry"}}, owner={"Eastern Europe": "USSR"},
    expect={"facilities": {"Germany": ""}},
)  # fmt: skip
def captured_facilities(self, view, place, by, facilities):
    return ()


@proves(
    "move 1 infantry: Eastern Europe > Germany", "done", "done",
    units={"Eastern Europe": {"USSR": "1 infantry"}}, owner={"Eastern Europe": "USSR"},
    expect={"money": {"Germany": 32, "USSR": 24}, "owner": {"Germany": "USSR"}},
)  # fmt: skip
def plunder(self, act, purse, place, by):
    return True


@proves(*TAKE, units=AT_CAUCASUS, expect={"log": ["made up"]})
@moments.captured
def captured(self, act, place, before, after):
    act.note("made up")


# --- income ---------------------------------------------------------------------------------------------


@proves(expect={"income": {"USSR": 35}})
def place_value(self, view, place, value):
    return value + 11 if place.name == "Russia" else value


@proves(expect={"income": {"USSR": 25}})
def income(self, view, purse, lines):
    return (*lines, IncomeLine("made up", 1)) if purse == "USSR" else lines


@proves("done", phase="mobilize", money={"USSR": 0}, expect={"money": {"USSR": 29}})
def income_dice(self, act, purse, lines):
    return (*lines, IncomeLine("made up", 5))


@proves_of("classic", lambda game: game.table.fold(Rule.worth, 0.0, game.view, "USSR") == 4.0)
def worth(self, view, power, worth):
    return worth + 4.0 if power == "USSR" else worth


@proves_of("classic", lambda game: "made up" in [t for r in game.table.parts(Rule) for t in r.present(game.view)])
def present(self, view):
    return ("made up",)


@proves("done", phase="mobilize", expect={"power": "USSR", "phase": "collect income"})
def income_opens(self, view, power, opens):
    return True


@proves("done", phase="mobilize", expect={"winner": "Axis"})
def victory(self, view, moment, winner):
    return "Axis" if moment == "turn end" else winner


@proves("concede", expect={"log": ["made up"]})
@moments.conceded
def conceded(self, act, power):
    act.note("made up")


@proves(game="global1940", power="Germany", about="army", expect={"units": {"Turkey": {"Neutral": "1 infantry"}}})
def neutral(self, view, place, now):
    return now._replace(army={"infantry": 1})


@proves_of("global1940", lambda game: game.view.leaning("Switzerland") == "pro-axis", about="lean")
def neutral(self, view, place, now):  # noqa: F811
    return now._replace(lean="pro-axis")


GADGET = UnitType("gadget", "land", cost=1, traits=frozenset({"own quota"}))


@proves("buy 9 gadget", phase="purchase", brings=(GADGET,), about="quota")
def capacity(self, view, power, place, quota, capacity):  # noqa: F811
    return 9 if quota else capacity


@proves(units={"Russia": {"USSR": "1 infantry (green)"}}, expect={"units": {"Russia": {"USSR": "1 infantry (blue)"}}})
def written_mark(self, owner, mark):
    return "blue"


def _green_is_known(game):
    try:
        check_tags(game.table, "USSR", parse_items("1 infantry (green)", game.table.lexicon))
    except Refused:
        return False
    return True


@proves_of("classic", _green_is_known)
def tags(self, unit, owner, tags):
    return (*tags, "green")


WRECK = UnitType("wreck", "land", hits=2, numbers={"repair_cost": 1})


@proves("repair 1 wreck: Russia", phase="purchase", brings=(WRECK,), units={"Russia": {"USSR": "1 wreck (damaged)"}},
        expect={"log": ["made up"]})  # fmt: skip
@moments.repaired
def repaired(self, act, unit):
    act.note("made up")


@proves(
    "upgrade minor industrial complex to major industrial complex: Western Germany", *TO_MOBILIZE, "done",
    game="global1940", power="Germany", phase="purchase", units={"Germany": {"Germany": "1 infantry"}},
    facilities={"Western Germany": {"has": "minor industrial complex"}}, expect={"log": ["made up"]},
)  # fmt: skip
@moments.complex_grown
def complex_grown(self, act, place):
    act.note("made up")
