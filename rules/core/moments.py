"""The moments: when rules are told that something has happened, and may do something about it.

Each stands here as what a rule is told then. A rule takes part with a method of its own, under whatever name:

    @moments.lost
    def _count(self, act: Act, unit: Unit, why: str) -> None: ...

mypy proves that it takes what the moment gives. Docstrings as in rules/core/hooks; a new moment comes with its proof too.
`lost` stands in rules/core/act.py, which tells it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.act import Act
from rules.core.act import lost as lost
from rules.core.identity import Moment
from rules.model.state import Bought, Unit

# --- Time and victory ------------------------------------------------------------------------------------


@Moment
def game_begins(act: Act) -> None:
    """A new game: set-up is on the board.

    Wish: change the set-up.
    Trap: Cases and imported positions do not call it.
    """


@Moment
def relations_written(act: Act) -> None:
    """Who is at war has been written by hand (a case, an edited position): complete what is linked.

    Wish: complete wars that are linked.
    """


@Moment
def units_written(act: Act, place: str, owner: str) -> None:
    """The units of a power, or of nobody, in a place have been written by hand (a case, an edited position).

    Wish: let what is written take the place of an army that would come by itself.
    """


@Moment
def war_declared(act: Act, power: str, target: str) -> None:
    """A power has declared war on another; wars linked to it have begun too.

    Wish: do something when war is declared.
    """


@Moment
def round_begins(act: Act) -> None:
    """A round begins.

    Wish: do something when a round begins.
    Trap: Cases begin in the middle: nothing is done for them that came before.
    """


@Moment
def turn_begins(act: Act) -> None:
    """A power's turn begins (before its first phase).

    Wish: do something when a power's turn begins.
    Trap: `act.active` is whose turn it is.
    """


@Moment
def phase_begins(act: Act, phase: str) -> None:
    """A phase begins.

    Wish: do something when a phase begins.
    Trap: What asks here has to be answered before the phase goes on.
    """


@Moment
def phase_ends(act: Act, phase: str) -> None:
    """A phase ends (before the next begins).

    Wish: do something when a phase ends.
    """


@Moment
def turn_ends(act: Act) -> None:
    """A power's turn ends (after its income).

    Wish: do something when a power's turn ends.
    Trap: `turn.` flags are still there, and forgotten right after.
    """


@Moment
def conceded(act: Act, power: str) -> None:
    """A power has given up (flag "conceded"); who wins by that is asked of `victory` afterwards.

    Wish: do something when a power gives up.
    """


# --- Money -----------------------------------------------------------------------------------------------


@Moment
def repaired(act: Act, unit: Unit) -> None:
    """Hits have been taken off a unit in purchase.

    Wish: do something when damage is repaired.
    """


@Moment
def placed(act: Act, power: str, bought: Bought, count: int, place: str) -> None:
    """`count` units out of an entry of the pool have come onto the board in mobilize.

    Wish: do something with units that have just been placed.
    """


# --- Movement --------------------------------------------------------------------------------------------


@Moment
def entered(act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
    """Units of one order have entered a place on their way (last: they end there).

    Wish: do something to units that enter a place.
    Trap: Fire at them is the mechanic `EntryFire`; it is called for each step, `last` says whether they stay.
    """


@Moment
def landing_ordered(act: Act, units: Sequence[Unit], zone: str, place: str) -> None:
    """A landing against a territory has been ordered; its troops are still aboard in the zone.

    Wish: do something when a landing is ordered.
    Trap: The troops are still aboard.
    """


@Moment
def moved(act: Act, units: Sequence[Unit]) -> None:
    """A movement order is complete.

    Wish: do something when a movement order is complete.
    Trap: It is called in both movement phases and for boarding: ask `act.phase`.
    """


# --- Combat ----------------------------------------------------------------------------------------------


@Moment
def attacks_made(act: Act) -> None:
    """Combat movement is closed: put questions to the other side (`act.ask`).

    Wish: ask the other side something before combat.
    Trap: Ask only where there is a choice; name the kind in `questions` and `asks`, and handle it in `answer`.
    """


@Moment
def stage_begins(act: Act, stage: str) -> None:
    """A stage that comes by itself before the first raid begins ("crossings", ...).

    Wish: do something by itself before the raids.
    """


@Moment
def combat_begins(act: Act) -> None:
    """The battles are set up and reactions answered; conduct combat begins.

    Wish: do something when the battles are known and all have answered.
    """


@Moment
def fight_ordered(act: Act, battle: str) -> None:
    """A battle on land has been ordered; the sea battles of its landing, if any, are still to come.

    Wish: do something when a battle on land is ordered.
    Trap: Battles that pass without an order do not call it: that is `battle_begins`.
    """


@Moment
def battle_begins(act: Act, battle: str) -> None:
    """A battle begins (its units are known, nothing rolled).

    Wish: do something as a battle begins.
    Trap: The odds call it too, on a copy where dice mean nothing: no questions, no dice.
    """


@Moment
def losses_chosen(act: Act, battle: str, side: str, chosen: Mapping[int, int]) -> None:
    """The losses of a side to a volley have been chosen (unit id -> hits).

    Wish: do something when losses have been chosen.
    """


@Moment
def rolled(act: Act, battle: str, side: str) -> None:
    """A volley has been rolled, before its hits are assigned.

    Wish: let dice be rolled again, or do something as they fall.
    Trap: The odds do not know it; `again` tells them of single rerolls.
    """


@Moment
def battle_decided(act: Act, battle: str) -> None:
    """A battle is decided (before captures of land are made).

    Wish: do something when a battle is decided.
    Trap: The land has not changed hands yet: that is `captured`.
    """


@Moment
def raided(act: Act, battle: str, dice: Sequence[int]) -> None:
    """A raid's damage dice have fallen and been booked.

    Wish: do something when a raid has done its damage.
    """


# --- Territories -----------------------------------------------------------------------------------------


@Moment
def complex_grown(act: Act, place: str) -> None:
    """A complex has become a bigger one (it keeps its damage and marks).

    Wish: do something when a complex grows.
    """


@Moment
def captured(act: Act, place: str, before: str | None, after: str | None) -> None:
    """A territory has changed hands.

    Wish: do something when a territory changes hands.
    Trap: It is called for a friend who liberates, and for a territory that nobody holds any more, too: compare
        `before` and `after`.
    """
