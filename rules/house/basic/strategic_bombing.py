"""Section 10: air battles over the target, in rounds, before the bombs fall."""

from __future__ import annotations

from rules.house.basic.document import Section
from rules.mechanics.fire.air_battles import AirBattles

ID = "bx.strategic-bombing"


class StrategicBombing(Section):
    """Raiders and their escorts fight interceptors until one side is gone or breaks off, for each target apart."""

    id = ID
    title = "Strategic bombing: air-to-air combat over the target"
    text = (
        "Fighters in a raided territory, the owner's and his allies', may rise against a raid on a complex or base; where "
        "several facilities are raided, each has its own air battle and its own interceptors (`intercept 2 fighter (air "
        "base)`). Interceptors hit on 4, escorting fighters and tactical bombers on 3, strategic bombers on 1; each side "
        "chooses its losses. After each round first the attacker, then the defender says `press on` or `retreat`: a "
        "retreating raid drops no bombs, retreating interceptors land, all of a side or none. Nobody in it fights again "
        "that turn. Then the facility fires one die at each bomber that is left, hitting on 1, and the survivors bomb."
    )
    source = "Basic Expansion: 10. Strategic Bombing"
    entries = tuple(f"BX-10.{n}" for n in range(1, 13))
    parts = (AirBattles(id=ID, cites={"answer": "BX-10.6"}),)


RULE = StrategicBombing()
