"""Section 6: the National Guard, once, when the Axis first attacks American ground."""

from __future__ import annotations

from collections.abc import Mapping

from rules.boards.global1940.declarations import provoked
from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.house.expansion2.document import Section

ID, USA, HOME = "x2.national-guard", "United States", "Western United States"
GROUND = ("Alaska", "Hawaiian Islands", "Midway", "Mexico", HOME)
GUARD: Mapping[str, int] = {"infantry": 4, "fighter": 1}
FLAG, COME, FORFEITED = "x2.national-guard", "come", "forfeited"


class NationalGuard(Section):
    """Four infantry and a fighter in Western United States, before the battles of the turn."""

    id = ID
    title = "United States National Guard"
    text = (
        "Once in a game the United States get 4 infantry and 1 fighter in Western United States: when the combat move is "
        "closed in which an Axis power first attacks, raids or lands in Alaska, the Hawaiian Islands, Midway, Mexico or "
        "Western United States, before scrambles and battles. They are ordinary units. The Guard is forfeited when the "
        "United States declare war on an Axis power before any Axis power has declared war on or attacked them and "
        "before Japan has attacked the United Kingdom[ANZAC| or ANZAC] unprovoked, London or a territory of North "
        "America has fallen; and it does not come while Western United States is in enemy hands."
    )
    source = "Expansion II: 6. US National Guard"
    needs = ("Western United States", "Alaska")
    entries = tuple(f"X2-6.{n}" for n in range(1, 5))
    flags = {FLAG: f'the National Guard has "{COME}" or is "{FORFEITED}" (absent: still due)'}
    priority = -30
    _ground = GROUND

    @moments.attacks_made
    def _call(self, act: Act) -> None:
        """An Axis combat move is closed: do the guards turn out?"""
        if act.flag(FLAG) is None and act.side(act.active) == "Axis" and self._attacked(act):
            _turn_out(act)

    @moments.war_declared
    def _forfeit(self, act: Act, power: str, target: str) -> None:
        """Who begins the war himself goes without."""
        begun = any(act.at_war(USA, p) for p in act.board.order if p != target)
        if power == USA and act.flag(FLAG) is None and not begun and not provoked(act, USA):
            act.set_flag(FLAG, FORFEITED)
            act.note(f"{USA} have begun the war: no National Guard will come.")

    def _attacked(self, view: View) -> list[str]:
        """The places of American ground at which this turn's moves, landings and raids are aimed."""
        aimed = {b.place for b in view.state.battles.values() if b.kind != "sea"} | set(view.flag("captured", {}))
        return [p for p in self._ground if p in aimed]


def _turn_out(act: Act) -> None:
    if not act.allied(act.owner(HOME), USA):
        act.set_flag(FLAG, FORFEITED)
        act.note(f"No National Guard comes: {HOME} is in enemy hands.")
        return
    act.set_flag(FLAG, COME)
    since = len(act.events)
    for type_, count in GUARD.items():
        for _ in range(count):
            act.place_unit(type_, USA, HOME, "National Guard")
    act.note(f"The National Guard turns out: 4 infantry and 1 fighter in {HOME}.", since=since, place=HOME)


RULE = NationalGuard()
