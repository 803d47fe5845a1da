"""Proofs of the hooks of battles and raids."""

from __future__ import annotations

from rules.core import moments
from rules.core.act import Act
from rules.model.refusals import Refusal
from rules.model.state import Battle
from rules.odds import assumed as assumed_of
from rules.play.game import NoDice
from tests.rules.hooks.proof import proves, proves_of

NOTED = {"log": ["made up"]}
GO = "move 2 infantry: Caucasus > Ukraine S.S.R."
FIGHT = "fight Ukraine S.S.R."
TWO_TO_ONE = {"Caucasus": {"USSR": "2 infantry"}, "Ukraine S.S.R.": {"Germany": "1 infantry"}}
WON = {"owner": {"Ukraine S.S.R.": "USSR"}}
RAIDED = {"United Kingdom": {"United Kingdom": "1 bomber"}}
RAID = "bomb industrial complex: 1 bomber: United Kingdom > Germany"
BRITAIN = {"power": "United Kingdom"}
ASSAULT = {
    "North Sea Zone": {"United Kingdom": "1 transport (cargo: 1 infantry), 1 battleship"},
    "Finland-Norway": {"Germany": "2 infantry"},
}
LAND = "unload 1 infantry: North Sea Zone > Finland-Norway"
SEA = {"North Sea Zone": {"United Kingdom": "1 battleship"}, "Baltic Sea Zone": {"Germany": "1 submarine"}}
SAIL = ("move 1 battleship: North Sea Zone > Baltic Sea Zone", "done")
G40 = {"game": "global1940"}
UPON_BERLIN = {"France": {"United Kingdom": "1 strategic bomber"}}
BOMB = "bomb major industrial complex: 1 strategic bomber: France > Western Germany"


@proves(GO, "done", units=TWO_TO_ONE, expect=NOTED)
@moments.attacks_made
def attacks_made(self, act):
    act.note("made up")


@proves(
    "move 1 battleship: SZ 112 > SZ 110", "done", "scramble 2 fighter: United Kingdom > SZ 110 ! limit-here",
    **G40, power="Germany", units={
        "SZ 112": {"Germany": "1 battleship"}, "SZ 110": {"United Kingdom": "1 destroyer"},
        "United Kingdom": {"United Kingdom": "2 fighter"},
    },
)  # fmt: skip
def scramble_limit(self, view, place, base, most):
    return 1


@proves(GO, "done", units=TWO_TO_ONE, expect=NOTED)
@moments.combat_begins
def combat_begins(self, act):
    act.note("made up")


@proves(GO, "done", FIGHT, units=TWO_TO_ONE, about="once", expect={"pending": ""})
def battle_steps(self, view, battle, each_round, steps):
    return steps if each_round else ()


@proves(GO, "done", f"{FIGHT}", units=TWO_TO_ONE, about="each round", expect={"pending": "retreat"})
def battle_steps(self, view, battle, each_round, steps):  # noqa: F811
    return tuple(s for s in steps if s != "fire")


def _tells():
    @moments.battle_decided
    def battle_decided(self, act, battle):
        act.note(str(act.battle(battle).fact("made up")))

    return battle_decided


@proves(GO, "done", f"{FIGHT} = 1 1 6", units=TWO_TO_ONE, beside=(_tells(),), expect={"log": ["so it was"]})
def battle_facts(self, view, battle, facts):
    return {**facts, "made up": "so it was"}


def _granted(game):
    act = Act(game.table, game.state.copy(), NoDice())
    act.set_battle(Battle("Poland", "land", "Poland", "USSR"))
    return "made up" in assumed_of(act, "Poland")


@proves_of("classic", _granted)
def assumed(self, view, battle, told):
    return (*told, "made up")


@proves(GO, "done", f"{FIGHT} = 6 6 6", units=TWO_TO_ONE, expect=NOTED)
@moments.fight_ordered
def fight_ordered(self, act, battle):
    act.note("made up")


@proves(GO, "done", f"{FIGHT} = 6 6 6", units=TWO_TO_ONE, expect=NOTED)
@moments.battle_begins
def battle_begins(self, act, battle):
    act.note("made up")


@proves(GO, "done", f"{FIGHT} = 6 6", units=TWO_TO_ONE, expect={"pending": "retreat"})
def joins(self, view, battle, unit, joins):
    return joins and unit.id > 1


@proves(LAND, "done", "fight Finland-Norway = 6 6 6", **BRITAIN, units=ASSAULT, expect={"pending": "retreat"})
def bombarders(self, view, battle, ships):
    return []


@proves(f"{RAID} ! no-target", **BRITAIN, units=RAIDED, about="facility")
def may_fire_at(self, view, place, facility, unit):
    return Refusal("no-target", "Not that.") if facility else None


@proves("launch 1 rocket: Germany > Poland ! at-peace", among=("x4.rockets",), **G40, power="Germany", war="all", round=9,
        units={"Germany": {"Germany": "1 rocket"}, "Poland": {"Soviet Union": "1 infantry"}},
        owner={"Poland": "Soviet Union"}, about="place")  # fmt: skip
def may_fire_at(self, view, place, facility, unit):  # noqa: F811
    return Refusal("at-peace", "Not there.") if unit else None


@proves(BOMB, "done", "[Germany] intercept 1 fighter", "[Germany] intercept 1 fighter",
        **G40, war="all", **BRITAIN, units={**UPON_BERLIN, "Western Germany": {"Germany": "2 fighter"}})  # fmt: skip
def raid_fronts(self, view, battle, fronts):
    return ("major industrial complex", "air base")


@proves(BOMB, "done", "[Germany] intercept 1 tactical bomber",
        **G40, war="all", **BRITAIN, units={**UPON_BERLIN, "Western Germany": {"Germany": "1 tactical bomber"}},
        about="raid")  # fmt: skip
def may_rise(self, view, unit, place, against, may):
    return True


@proves(GO, "done", f"{FIGHT} = 4 6 6", units=TWO_TO_ONE, expect=WON)
def battle_numbers(self, view, battle, side, ranks):
    return ranks.each(lambda unit, number: 4)


@proves("move 1 infantry, 1 artillery: France > Western Germany", "done", "fight Western Germany = 2 6 6",
        **G40, war="all", **BRITAIN, units={
    "France": {"United Kingdom": "1 infantry, 1 artillery"}, "Western Germany": {"Germany": "1 infantry"}
}, about="takes", expect={"pending": "retreat"})  # fmt: skip
def support(self, view, battle, gives, units):
    return units if gives else []


@proves("move 1 infantry, 1 artillery: France > Western Germany", "done", "fight Western Germany = 2 6 6",
        **G40, war="all", **BRITAIN, units={
    "France": {"United Kingdom": "1 infantry, 1 artillery"}, "Western Germany": {"Germany": "1 infantry"}
}, about="gives", expect={"pending": "retreat"})  # fmt: skip
def support(self, view, battle, gives, units):  # noqa: F811
    return [] if gives else units


@proves(GO, "done", f"{FIGHT} = 6", units={**TWO_TO_ONE, "Ukraine S.S.R.": {"Germany": "1 fighter"}},
        expect={"pending": "retreat"})  # fmt: skip
def hit_class(self, view, battle, unit, kind):
    return "submarine" if unit.owner == "USSR" else kind


@proves(GO, "done", FIGHT, units=TWO_TO_ONE, expect=WON)
def verdict(self, view, battle, verdict):
    return "attacker" if battle.round else verdict


@proves(GO, "done", f"{FIGHT} = 1 6", units=TWO_TO_ONE, expect=WON)
def shots(self, view, battle, step, side, shots):
    return shots[:1] if step == "fire" else shots


@proves(GO, "done", f"{FIGHT} = 6", units=TWO_TO_ONE, expect={"pending": "retreat"})
def may_be_hit(self, view, battle, target, hit_class, may):
    return may and target.owner != "Germany"


@proves(GO, "done", f"{FIGHT} = 6 6 6", units=TWO_TO_ONE, expect=NOTED)
@moments.rolled
def rolled(self, act, battle, side):
    act.note("made up")


@proves(GO, "done", f"{FIGHT} = 6 6 6", "retreat to Caucasus = 6 6", units=TWO_TO_ONE,
        expect={"units": {"Ukraine S.S.R.": {"USSR": "1 infantry"}}})  # fmt: skip
def may_retreat(self, view, battle, unit, may):
    return may and unit.id > 1


@proves(GO, "done", f"{FIGHT} = 6 6 6", "retreat to Karelia S.S.R.", units=TWO_TO_ONE)
def retreats(self, view, battle, places):
    return ("Karelia S.S.R.",)


@proves(GO, "done", f"{FIGHT} = 1 1 6", units=TWO_TO_ONE, expect=NOTED)
@moments.battle_decided
def battle_decided(self, act, battle):
    act.note("made up")


@proves(GO, "done", f"{FIGHT} = 1 1 6", units=TWO_TO_ONE, expect=NOTED)
@moments.lost
def lost(self, act, unit, why):
    act.note("made up")


@proves(RAID, "done", "fight Germany = 6", **BRITAIN, units=RAIDED, expect={"money": {"Germany": 30}})
def raid_damage(self, view, battle, unit, dice, damage):
    return 2


@proves(RAID, "done", "fight Germany = 6", **BRITAIN, units=RAIDED, expect=NOTED)
@moments.raided
def raided(self, act, battle, dice):
    act.note("made up")


# --- stages, crossings, losses --------------------------------------------------------------------------------

RAID_AND_BATTLE = (BOMB, "move 1 infantry: France > Northern Italy", "done", "fight Northern Italy = 6 6")
BOTH = {
    "France": {"United Kingdom": "1 strategic bomber, 1 infantry"},
    "Western Germany": {"Germany": "1 fighter"}, "Northern Italy": {"Italy": "1 infantry"},
}  # fmt: skip


@proves(GO, "done", units=TWO_TO_ONE, expect=NOTED)
@moments.stage_begins
def stage_begins(self, act, stage):
    act.note("made up")


@proves(BOMB, "move 1 infantry: France > Northern Italy", "done", "[Germany] pass", "fight Northern Italy = 6 6",
        **G40, war="all", **BRITAIN, units=BOTH)  # fmt: skip
def battle_stage(self, view, battle, stage):
    return "raids"


def _everywhere():
    def line_fire(self, view, unit, origin, place, found):
        return ("",)

    return line_fire


def _rolls():
    def on_crossing(self, act, crossing):
        act.roll(1, "made up")

    return on_crossing


@proves(GO, "done = 6", units=TWO_TO_ONE, beside=(_rolls(),), about="acts")
def line_fire(self, view, unit, origin, place, found):
    return ("",)


@proves(GO, units=TWO_TO_ONE, expect=NOTED, about="said")
def line_fire(self, view, unit, origin, place, found):  # noqa: F811
    return (*found, "made up")


@proves(GO, "done = 6", units=TWO_TO_ONE, beside=(_everywhere(),))
def on_crossing(self, act, crossing):
    act.roll(1, "made up")


@proves("move 1 infantry, 1 armor: Caucasus > Ukraine S.S.R.", "done", f"{FIGHT} = 6 6 1",
        units={**TWO_TO_ONE, "Caucasus": {"USSR": "1 infantry, 1 armor"}},
        expect={"units": {"Ukraine S.S.R.": {"USSR": "1 infantry"}}})  # fmt: skip
def bound_losses(self, view, battle, side, chosen):
    infantry = any(view.state.units[i].type == "infantry" for i in chosen)
    return Refusal("wrong-casualties", "Armor first.", "X-1") if infantry else None


@proves(GO, "done", f"{FIGHT} = 1 1 6", units=TWO_TO_ONE, expect=NOTED)
@moments.losses_chosen
def losses_chosen(self, act, battle, side, chosen):
    act.note("made up")


@proves("move 2 battleship: SZ 112 > SZ 110", "done", "fight SZ 110 = 6 6 6 6", "retreat to SZ 112", "done",
        **G40, power="Germany", units={
    "SZ 112": {"Germany": "2 battleship"}, "SZ 110": {"United Kingdom": "1 destroyer, 1 fighter"}
}, expect={"pending": "", "units": {"United Kingdom": {"United Kingdom": "1 fighter"}}})  # fmt: skip
def haven(self, view, unit, place, open_):
    return place == "United Kingdom"


def _aims():
    @moments.attacks_made
    def attacks_made(self, act):
        act.set_battle(Battle("Ukraine S.S.R.", "land", "Ukraine S.S.R.", act.active))

    return attacks_made


def _begins():
    @moments.battle_begins
    def battle_begins(self, act, battle):
        act.note("made up")

    return battle_begins


@proves("done", FIGHT, units={"Ukraine S.S.R.": {"Germany": "1 infantry"}}, beside=(_aims(), _begins()), expect=NOTED)
def fired_upon(self, view, battle, fired):
    return True


@proves(GO, "done", f"{FIGHT} = 1 1 6", "press on = 6 6 6", units=TWO_TO_ONE,
        expect={"units": {"Ukraine S.S.R.": {"Germany": "1 infantry"}}})  # fmt: skip
def on_hit(self, act, unit, why):
    return True


FLEET = {
    "SZ 112": {"Germany": "1 battleship"},
    "SZ 110": {"United Kingdom": "1 destroyer"},
    "United Kingdom": {"United Kingdom": "2 fighter"},
}
SAILED = ("move 1 battleship: SZ 112 > SZ 110", "done")


@proves(*SAILED, **G40, power="Germany", war="all", units=FLEET, expect={"pending": ""}, about="void")
def question(self, view, decision, now):
    return now._replace(void=True)


@proves(
    "move 3 infantry: Western Germany > France", "move 3 infantry: Western Germany > Holland Belgium", "done",
    "fight France = 1 6 6", "[Germany] fight Holland Belgium ! not-your-decision", **G40, power="Germany", war="all",
    owner={"Holland Belgium": "France"},
    units={
        "Western Germany": {"Germany": "6 infantry"}, "France": {"France": "1 infantry, 1 tank"},
        "Holland Belgium": {"France": "1 infantry"},
    },
    about="places",
)  # fmt: skip
def question(self, view, decision, now):  # noqa: F811
    return now._replace(places=None)


@proves(*SAILED, **G40, power="Germany", war="all", units=FLEET, expect={"pending": ""}, about="zone")
def may_rise(self, view, unit, place, against, may):  # noqa: F811
    return False
