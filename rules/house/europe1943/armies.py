"""Generals and the armies they command."""

from __future__ import annotations

from dataclasses import replace

from rules.house.europe1943.document import GERMANY, UK, USA, USSR, Section
from rules.house.europe1943.kinds import foot, tank
from rules.mechanics.units.formation_fire import FormationFire
from rules.mechanics.units.formations import MOBILIZE, Formations, Kind
from rules.model.state import NONCOMBAT

ID = "y43.armies"
GENERAL, OBERST, AFRIKA, COMMISSAR = "panzer general", "oberst gruppenfuehrer", "afrika panzer general", "commissar"
OTHERS, BERLIN = (USSR, USA, UK), ("Brandenburg",)
UNITS = (
    tank(GENERAL, aliases=("tank general", "pg"), attack=3, defense=3, move=2, cost=8, powers=(GERMANY, *OTHERS), rule=ID,
         by_power={
             GERMANY: {"max_board": 3, "built_at": BERLIN},
             USSR: {"max_board": 2, "built_at": ("Komi",)},
             USA: {"max_board": 2, "built_at": ("Washington D.C.",)},
             UK: {"max_board": 1, "built_at": ("Southeast England",)},
         }),
    foot(OBERST, aliases=("oberst gruppenfuhrer", "oberst gruppenführer", "oberst"), attack=2, defense=4, move=2, cost=6,
         cargo=0, powers=(GERMANY,), built_at=BERLIN, rule=ID, numbers={"max_board": 4}),
    tank(AFRIKA, aliases=("afrika general",), attack=5, defense=5, move=2, cost=9, powers=(GERMANY,), built_at=BERLIN,
         rule=ID, numbers={"max_board": 1}),
    foot(COMMISSAR, plural="commissars", aliases=("soviet commissar",), attack=2, defense=3, move=2, cost=5, cargo=0,
         powers=(USSR,), built_at=("Komi",), rule=ID, numbers={"max_board": 3}),
)  # fmt: skip
STANDARD = ("infantry", "mechanized infantry", "tank", "artillery")
LATER = (NONCOMBAT, MOBILIZE)
PANZER = Kind(
    name="panzer army", aliases=("tank army",), powers=(GERMANY,), commander=GENERAL, members=("tank",), count=5,
    phases=LATER, doubled=5,
)  # fmt: skip
TANK = replace(PANZER, name="tank army", aliases=("panzer army",), powers=OTHERS)
AFRIKA_KORPS = Kind(
    name="afrika korps", powers=(GERMANY,), commander=AFRIKA, members=("tank",), count=5, phases=(NONCOMBAT,),
    places=("Tunis",), doubled=5,
)  # fmt: skip
SS_ARMY = Kind(
    name="waffen-ss army", aliases=("waffen-ss armee", "waffen ss army"), powers=(GERMANY,), commander=OBERST,
    members=STANDARD, count=7, least={"infantry": 2}, phases=LATER, move=2, doubled=7,
)  # fmt: skip
CORPS = Kind(
    name="army corps", powers=(USSR,), commander=COMMISSAR, members=(*STANDARD, "guard infantry"), count=7,
    least={"infantry": 2}, phases=LATER, move=2, doubled=7,
)  # fmt: skip


class Armies(Section):
    """Every unit of a whole army rolls two dice."""

    id = ID
    title = "Generals, commissars and their armies"
    text = (
        "Panzer or tank general: 8 IPC, a tank; Germany 3 (Brandenburg), Soviet Union 2 (Komi), United States 2 "
        "(Washington D.C.), United Kingdom 1 (Southeast England). Oberst Gruppenfuehrer: 6 IPC, 2/4, move 2, Germany "
        "4 (Brandenburg). Commissar: 5 IPC, 2/3, move 2, Soviet Union 3 (Komi); these two go aboard nothing. Afrika "
        "panzer general: 9 IPC, 5/5, move 2, blitzes, Germany 1 (Brandenburg). A general and five tanks form a panzer "
        "army (form panzer army: Donbass: 1 panzer general, 5 tank), an Oberst and seven infantry, mechanized "
        "infantry, tanks and artillery, two infantry at least, a waffen-ss army, a commissar and seven of these or "
        "Guards an army corps, the Afrika general and five tanks in Tunis an afrika korps (noncombat move only). "
        "Armies form in noncombat move or mobilize, attack from the next turn, by land from one territory; every unit "
        "of a whole one rolls two dice at its own number, all armies of a battle are active, and they take and give "
        "no support. Corps and SS armies move two spaces without blitz. An army breaks when a unit is lost (the round "
        "is rolled to its end) or stands elsewhere."
    )
    source = "Axis and Allies 1943: armies"
    entries = (
        *(f"Y43-11.{n}" for n in range(1, 8)), "Y43-16.13", "Y43-17.10", *(f"Y43-18.{n}" for n in range(34, 39)),
        "Y43-20.6", "Y43-20.7", "Y43-20.8", "Y43-21.14",
    )  # fmt: skip
    units = UNITS
    parts = (
        Formations(
            id=ID, kinds=(PANZER, TANK, AFRIKA_KORPS, SS_ARMY, CORPS), by_place=True,
            cites={"": "Y43-11.7", "members": "Y43-11.4", "where": "Y43-18.37"},
        ),
        FormationFire(id=ID, every=True, cites={"": "Y43-11.2"}),
    )  # fmt: skip


RULE = Armies()
