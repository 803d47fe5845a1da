"""How strong a computer player is, and how it weighs things."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Level:
    """A strength and its weights.

    looks: it thinks of what the enemy may do next. exact: attacks are fixed by exact odds. forgets: of a hundred targets so
    many are overlooked. budget: guesses of battles a phase.
    courts: territories of nobody that would join are entered, others attacked where that is worth its price. joins: allies'
    wars that cost nothing. reckons: scrambles, interceptions, dives are answered by their odds. tidy: bombing and repairs
    by use. ordered: what an ally may still mend before an enemy comes counts less. opens: the board's openings are
    played where it does not foresee. opening: the name of that which is played this turn. plans: turns that are played
    out on copies for a combat move. postures: the same for a noncombat move. strafes: attacks are broken off where what
    comes back outweighs the place, and made for a round where that kills more than it loses. blocks: somebody stands where
    enemies would drive through to a capital. lands: landings behind battles at sea are foreseen. punishes: what hangs,
    floats naked or stands empty is taken before anything else.
    foresees: orders that are given on copies for a turn, at most about. rests: ways in which the rest of a turn is tried when
    its battles are over, at most.
    fear: share of an ordinary risk that counts (the same stack threatens many places). walked: the same of a place that
    nobody defends (a single unit walks in, whatever the stack does). bared: of the risk where attackers came from. back: of
    what a counter-attack costs. step: worth of a step nearer to the front, of a unit's cost. hold: chance to lose an
    ordinary complex that is put up with. seat: the same for a capital. bold: IPC that an attack has to promise.
    naked: share of what could be sunk of a transport that counts. haul: worth of freight's steps, beside those of an army
    that walks. berths: share of what a ship's best voyage would be worth that a landing which takes it has to outweigh.
    held: turns of income that ground counts which can be kept. factory: IPC that a complex adds to that. sortie: IPC that
    an aircraft's part in an attack has to bring. careful: share that counts of the price of what a place would leave to the
    enemy.
    """

    name: str
    title: str
    looks: bool = True
    exact: bool = True
    forgets: int = 0
    courts: bool = False
    joins: bool = False
    reckons: bool = False
    tidy: bool = False
    ordered: bool = False
    opens: bool = False
    opening: str = ""
    plans: int = 0
    postures: bool = False
    strafes: bool = False
    blocks: bool = False
    lands: bool = False
    punishes: bool = False
    foresees: int = 0
    rests: int = 0
    budget: int = 60_000
    fear: float = 0.12
    walked: float = 0.0
    bared: float = 0.2
    back: float = 0.4
    step: float = 0.12
    hold: float = 0.3
    seat: float = 0.1
    bold: float = 0.4
    naked: float = 0.5
    haul: float = 1.0
    berths: float = 0.0
    held: float = 1.5
    factory: float = 4.0
    sortie: float = 0.1
    careful: float = 0.0


RECRUIT = Level("recruit", "Recruit: quick, overlooks things", looks=False, exact=False, forgets=15, budget=15_000)
OFFICER = Level("officer", "Officer: thinks of the enemy's answer", blocks=True)
GENERAL = Level(
    "general",
    "General: thinks of neutrals and its allies' wars; on smaller boards it plays each turn out in several ways first",
    courts=True,
    joins=True,
    reckons=True,
    tidy=True,
    strafes=True,
    blocks=True,
    lands=True,
    opens=True,
    foresees=800,
    rests=8,
    fear=0.16,
    back=0.25,
    step=0.075,
    hold=0.4,
    haul=1.25,
    berths=0.6,
    factory=2.5,
    sortie=0.16,
    careful=0.1,
    budget=250_000,
)
GREEDY = Level("greedy", "Greedy: takes what it can and never looks back", looks=False)
PLANNER = replace(
    GENERAL,
    name="planner",
    title="Planner: plays different plans out before it chooses",
    ordered=True,
    strafes=False,
    plans=11,
    postures=True,
    foresees=0,
    rests=0,
    budget=600_000,
)
PUNISHER = Level("punisher", "Punisher: takes whatever is left to it", punishes=True)

LEVELS = {level.name: level for level in (RECRUIT, OFFICER, GENERAL)}
"""The levels that are offered, weakest first."""
KNOWN = {**LEVELS, **{level.name: level for level in (GREEDY, PLANNER, PUNISHER)}}
"""Those and what they are measured against."""
