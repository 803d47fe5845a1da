"""The hooks of combat: stages, battles, fire, losses, retreat, raids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.act import Act
from rules.core.identity import Identity
from rules.core.view import View
from rules.model.ranks import Ranks
from rules.model.refusals import Refusal
from rules.model.salvo import Shot
from rules.model.state import Battle, Facility, Unit, Verdict


class BattleHooks(Identity):
    """The hooks of combat: stages, battles, fire, losses, retreat, raids."""

    def scramble_limit(self, view: View, place: str, base: Facility, most: int) -> int:
        """Aircraft that may scramble from a territory's air base.

        Wish: change how many aircraft may scramble.
        """
        return most

    def may_rise(self, view: View, unit: Unit, place: str, against: str, may: bool) -> bool:
        """Whether an aircraft may rise in its territory: to scramble into a zone (`against`), or against a raid over a
        target there ("" where one air battle is fought for all targets).

        Wish: let aircraft rise against raids or attacks at sea, or keep them down.
        Trap: `against` is a zone, a facility or "": look which.
        """
        return may

    def battle_stage(self, view: View, battle: Battle, stage: str) -> str:
        """The stage a battle belongs to ("raids", "assaults", "battles").

        Wish: let some battles come earlier or later than others.
        Trap: A stage that is new stands in `own_stages`.
        """
        return stage

    def fired_upon(self, view: View, battle: Battle, fired: bool) -> bool:
        """Whether a battle is fought although none of the attackers is there (fire from elsewhere).

        Wish: have a battle in which only fire from elsewhere attacks.
        """
        return fired

    def battle_steps(self, view: View, battle: Battle, each_round: bool, steps: tuple[str, ...]) -> tuple[str, ...]:
        """The steps of a battle, in order: those before the first round, or (each_round) those of the round that begins.

        Wish: let something fire or happen once before the first round, or in every round.
        Trap: Look at `each_round` first. A name that is new needs its `Step` in `own_steps`.
        """
        return steps

    def battle_facts(self, view: View, battle: Battle, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Facts of a battle as it begins, to be read later by `battle.fact` (who came, and how). The odds of a
        battle that is still due know them too.

        Wish: remember how a battle began: who came, and from where.
        Trap: Values are kept in saved games: plain words, numbers, lists.
        """
        return facts

    def assumed(self, view: View, battle: Battle, told: tuple[str, ...]) -> tuple[str, ...]:
        """What the odds of a battle take for granted although this rule may make it otherwise, in words: `nobody is dug
        in`. Of forces that are typed in (`battle.typed`) the odds know neither place nor origins nor earlier turns.

        Wish: tell the odds what they take for granted.
        Trap: It only says it; what the odds can count comes from the other hooks by itself.
        """
        return told

    def joins(self, view: View, battle: Battle, unit: Unit, joins: bool) -> bool:
        """Whether a unit takes part in a battle.

        Wish: keep a unit out of a battle.
        Trap: It stands there all the same and shares what comes of it.
        """
        return joins

    def bombarders(self, view: View, battle: Battle, ships: list[Unit]) -> list[Unit]:
        """The ships that may support a landing.

        Wish: say which ships support a landing.
        Trap: A ship that lands cargo needs the trait "bombards with cargo".
        """
        return ships

    def may_fire_at(self, view: View, place: str, facility: Facility | None, unit: Unit | None) -> Refusal | None:
        """Why what stands in a place cannot be aimed at: a facility, of raids and rockets; else all units there, of a
        unit that fires from elsewhere (rockets, long-range fire).

        Wish: protect a facility from raids and rockets, or a place from fire from elsewhere.
        Trap: It is asked about facilities (`facility`) and about places (`unit` fires): look which.
        """
        return None

    def raid_fronts(self, view: View, battle: Battle, fronts: tuple[str, ...]) -> tuple[str, ...]:
        """The separate air battles of a raid, by raided facility (default: one for all, named "").

        Wish: fight over each raided facility apart.
        """
        return fronts

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """The numbers that a side's units hit on in this battle and round: of each by itself with `ranks.each`, of so many
        (pairs, bonuses with a limit) with `ranks.improve`.

        Wish: let units hit better or worse, by themselves or so many a side.
        Trap: It is asked for every round (`battle.round`) and for the odds: read, never change. Counts may be arrays (what
            may be left, for the odds): only the ways of `Ranks` compare them.
        """
        return ranks

    def support(self, view: View, battle: Battle, gives: bool, units: list[Unit]) -> list[Unit]:
        """Who among an attacker's units may take artillery support, the first before the others; or (gives) who raises
        others (artillery infantry, tanks tactical bombers).

        Wish: say who gives or takes artillery support.
        Trap: Look at `gives` first. How many a unit raises is the number "supports" of its profile.
        """
        return units

    def hit_class(self, view: View, battle: Battle, unit: Unit, kind: str) -> str:
        """The class of a unit's hits ("any", "submarine", "air", or a rule's own).

        Wish: let a unit's hits fall on some units only.
        Trap: A class of your own needs `may_be_hit`.
        """
        return kind

    def verdict(self, view: View, battle: Battle, verdict: Verdict) -> Verdict:
        """Both sides have units left: "attacker" or another verdict ends the battle, "" goes on.

        Wish: end a battle early, or let it go on.
        Trap: It is asked after every round while both sides live.
        """
        return verdict

    def shots(self, view: View, battle: Battle, step: str, side: str, shots: tuple[Shot, ...]) -> tuple[Shot, ...]:
        """The shots of a side in a step ("fire": the general fire of a round; "strike", "bombardment",
        "antiaircraft", a rule's own): add, drop or change some.

        Wish: give a side more, fewer or other dice in a step.
        Trap: The odds ask it for each shot by itself: no counting across shots.
        """
        return shots

    def may_be_hit(self, view: View, battle: Battle, target: Unit, hit_class: str, may: bool) -> bool:
        """Whether a hit of a class ("any", "submarine", "air", "antiaircraft", ...) may fall on a unit.

        Wish: protect units from some hits.
        Trap: Hits that may fall on nobody are lost.
        """
        return may

    def bound_losses(self, view: View, battle: Battle, side: str, chosen: Mapping[int, int]) -> Refusal | None:
        """Why a choice of losses (unit id -> hits), or its beginning, breaks a rule on the order in which a side loses
        its units over the whole battle (code "wrong-casualties"). What may begin a choice must lead to one.

        Wish: say in which order losses have to be taken.
        Trap: Each beginning it allows must lead to a choice that it allows.
        """
        return None

    def may_retreat(self, view: View, battle: Battle, unit: Unit, may: bool) -> bool:
        """Whether a unit goes along when its side retreats (default: all do; of an assault on land those of the edition's
        `assault_retreat`). What has landed is not asked about.

        Wish: keep a unit from retreating, or let it leave an assault.
        """
        return may

    def retreats(self, view: View, battle: Battle, places: tuple[str, ...]) -> tuple[str, ...]:
        """Where the attacker may retreat to now.

        Wish: say where an attacker may retreat to.
        """
        return places

    def on_hit(self, act: Act, unit: Unit, why: str) -> bool:
        """A unit is about to take its hits (why: as in the moment `lost`): do something else with it instead (True).

        Wish: do something with a unit instead of its loss.
        Trap: Return True only if you have dealt with it.
        """
        return False

    def raid_damage(self, view: View, battle: Battle, unit: Unit, dice: Sequence[int], damage: int) -> int:
        """Damage (or IPC) done by one raider with its dice.

        Wish: change what a raider's dice do.
        """
        return damage
