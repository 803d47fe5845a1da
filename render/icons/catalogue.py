"""Which drawing belongs to which unit: the names of all boards and documents."""

from __future__ import annotations

import re

from render.icons import badges, fieldworks, men, planes, profiles, ships, sites, tracked
from render.icons.badges import badged, letters
from render.icons.pen import Drawing, Pen

_BASE: dict[str, Drawing] = {
    **men.DRAWINGS,
    **tracked.DRAWINGS,
    **fieldworks.DRAWINGS,
    **planes.DRAWINGS,
    **ships.DRAWINGS,
    **sites.DRAWINGS,
}

DRAWINGS: dict[str, Drawing] = {
    **_BASE,
    "waffen-ss infantry": badged(men.infantry, letters("W")),
    "waffen-ss panzer": badged(tracked.tank, letters("W")),
    "waffen-ss panzer grenadier": badged(men.grenadier, letters("W")),
    "waffen-ss heavy tank": badged(tracked.e100, letters("W")),
    "s.s. maeuschen": badged(tracked.maeuschen, letters("W")),
    "oberst gruppenfuehrer": badged(men.officer, badges.star),
    "soviet guard": badged(men.guard, badges.star),
    "soviet commissar": badged(men.commissar, badges.star),
    "infantry at conscription price": badged(men.infantry, badges.coin),
    "tank general (uk)": badged(tracked.tank_general, badges.roundel),
    "tank general (usa)": badged(tracked.tank_general, badges.white_star),
    "tank general (ussr)": badged(tracked.tank_general, badges.star),
    "afrika panzer general": badged(tracked.panzer_general, badges.palm),
    "heavy bomber (uk)": badged(planes.heavy_bomber, badges.roundel),
    "heavy bomber (usa)": badged(planes.heavy_bomber, badges.white_star),
    "heavy bomber (germany)": badged(planes.heavy_bomber, badges.bar_cross),
    "carrier fighter (usa)": badged(planes.carrier_fighter, badges.white_star),
    "carrier fighter (germany)": badged(planes.carrier_fighter, badges.bar_cross),
    "carrier fighter (japan)": badged(planes.carrier_fighter, badges.rising_sun),
    "landing craft (uk)": badged(ships.landing_craft, badges.roundel),
    "landing craft (usa)": badged(ships.landing_craft, badges.white_star),
    "landing craft (italy)": badged(ships.landing_craft, badges.stripes),
    "landing craft (germany)": badged(ships.landing_craft, badges.bar_cross),
    "landing craft (japan)": badged(ships.landing_craft, badges.rising_sun),
    "wolf pack": badged(ships.u_boat, letters("3")),
    "convoy": badged(ships.transport, badges.shield),
    "waffen-ss armee": badged(men.officer, badges.chevrons),
    "elite infantry": badged(men.elite, badges.chevrons),
    "soviet army corps": badged(men.commissar, badges.chevrons),
    "tank army": badged(tracked.tank_general, badges.chevrons),
    "panzer armee": badged(tracked.panzer_general, badges.chevrons),
    "afrika korps": badged(tracked.tank, badges.palm),
}
"""Every unit, facility and marker with a picture of its own, by canonical name."""

ALIASES: dict[str, str] = {
    "armor": "tank",
    "armour": "tank",
    "bomber": "strategic bomber",
    "antiaircraft gun": "antiaircraft artillery",
    "aa gun": "antiaircraft artillery",
    "aaa": "antiaircraft artillery",
    "industrial complex": "major industrial complex",
    "minor complex": "minor industrial complex",
    "major complex": "major industrial complex",
    "super complex": "super industrial complex",
    "carrier": "aircraft carrier",
    "guards": "guard infantry",
    "red army conscript": "conscript",
    "wss infantry": "waffen-ss infantry",
    "wss panzer": "waffen-ss panzer",
    "carrier-based fighter": "carrier fighter",
    "defensive fortification": "fortification",
    "super heavy battleship": "super battleship",
    "super-battleship": "super battleship",
    "land mine": "landmine",
    "t-34": "t-34/85",
    "t-34/85 tank": "t-34/85",
    "e-100 waffen-ss heavy tank": "waffen-ss heavy tank",
    "waffen-ss obersturmbannfuehrer": "obersturmbannfuehrer",
    "oberst": "oberst gruppenfuehrer",
    "panzer/tank general": "panzer general",
    "kamikaze strike": "kamikaze",
    "infantry conscript": "infantry at conscription price",
    "tortoise assault tank": "tortoise",
    "crab": "crab tank",
    "dd sherman": "duplex-drive sherman",
    "t30 tank": "t30",
    "t92 howitzer": "t92",
    "stug iii": "sturmgeschuetz iii",
    "sdkfz 251": "sd.kfz. 251",
    "horten": "horten h.xviii",
    "me 262": "messerschmitt 262",
    "karl": "karl siege mortar",
    "p1500": "landkreuzer p. 1500",
    "hedgehog": "czech hedgehog",
    "flakpanzer e100": "e-100 flakpanzer",
    "type xxi": "type xxi u-boat",
    "afrika general": "afrika panzer general",
    "v1 raketenwerfer": "e-100 v1 raketenwerfer",
    "ss maeuschen": "s.s. maeuschen",
    "rail icon": "railroad icon",
    "railroad": "railroad icon",
    "heavy industry": "super industrial complex",
    "fort": "fortification",
    "ski infantry": "ski-infantry",
    "shb": "super battleship",
    "mine": "landmine",
    "lc": "landing craft",
    "lcv": "landing craft",
    "uboat": "u-boat",
    "u-boat pack": "wolf pack",
    "banzai marker": "infantry",
    "kt": "king tiger",
    "pg": "panzer general",
    "stug": "sturmgeschuetz iii",
    "m3": "m3 halftrack",
    "t-30": "t30",
    "t-30 tank": "t30",
    "t-92 howitzer": "t92",
    "churchill tank": "churchill",
    "tortoise tank": "tortoise",
    "bazooka": "bazooka infantry",
    "dd tank": "duplex-drive sherman",
    "duplex-drive tank": "duplex-drive sherman",
    "p. 1500": "landkreuzer p. 1500",
    "landkreuzer": "landkreuzer p. 1500",
    "raketenwerfer": "e-100 v1 raketenwerfer",
    "flakpanzer": "e-100 flakpanzer",
    "tiger": "tiger i",
    "atom bomb": "atomic bomb",
    "panzer army": "panzer armee",
    "waffen-ss army": "waffen-ss armee",
    "army corps": "soviet army corps",
}
"""Other names of the same picture: aliases of players, names of single documents."""

_SPELLING = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "_": " "})


def known(unit_type: str) -> bool:
    """Whether a name or alias has a picture of its own, by its name alone."""
    return _key(unit_type) is not None


def find(unit_type: str) -> Drawing:
    """The drawing of a unit by any of its names: what its profile says (`UnitType.icon`), else its own, else one by what the
    unit is. A name of nobody gets its initials on a plate."""
    unit, key = profiles.unit_called(unit_type), _key(unit_type)
    own = (_key(unit.icon) if unit and unit.icon else None) or key
    shown = own or (profiles.stand_in(unit) if unit else None)
    if unit is None or shown is None:
        return DRAWINGS[shown] if shown else _Initials(unit_type.lower())
    badge = unit.badge or ("" if own else profiles.initials(unit.name))
    return badged(DRAWINGS[shown], letters(badge)) if badge else DRAWINGS[shown]


def _key(unit_type: str) -> str | None:
    name = unit_type.lower().translate(_SPELLING).strip()
    for candidate in (name, name.replace("-", " "), re.sub(r" ?\(.*\)$", "", name)):
        key = ALIASES.get(candidate, candidate)
        if key in DRAWINGS:
            return key
    return None


class _Initials:
    """A framed plate with the initials of a name."""

    def __init__(self, name: str) -> None:
        self._text = profiles.initials(name, 3)

    def __call__(self, p: Pen) -> None:
        p.box(4, 4, 96, 60, 8)
        p.box(9, 9, 91, 55, 5, cut=True)
        p.letters(self._text, 50, 32, 30)
