"""Soldiers from the waist up, told apart by what they wear and carry."""

from __future__ import annotations

from render.icons.pen import Drawing, Pen


def body(p: Pen) -> None:
    """Shoulders and chest."""
    p.blob((24, 66), (27, 48), (37, 39), (50, 37), (63, 39), (73, 48), (76, 66), (50, 70))
    p.box(46, 30, 54, 40)


def face(p: Pen) -> None:
    """Head without headgear, set off from the collar."""
    p.oval(50, 22, 10.5, 13)
    p.line((43, 38.5), (50, 45), (57, 38.5), width=2.2, cut=True)


def helmet(p: Pen) -> None:
    """Steel helmet with a brim."""
    p.line((33, 22), (67, 22), width=5, cut=True)
    p.blob((34, 19), (36, 9), (43, 3), (50, 1.5), (57, 3), (64, 9), (66, 19), (50, 17))
    p.poly((31, 20), (34, 16), (66, 16), (69, 20), (62, 19), (38, 19))


def rifle(p: Pen) -> None:
    """Rifle with bayonet over the right shoulder."""
    p.line((66, 66), (82, 14), width=8, cut=True)
    p.line((67, 66), (81, 18), width=4.6)
    p.line((81, 18), (85, 3), width=2.4)
    p.line((72, 40), (66, 44), width=4)


def infantry(p: Pen) -> None:
    """Helmet and rifle."""
    body(p)
    face(p)
    helmet(p)
    rifle(p)


def guard(p: Pen) -> None:
    """Fur cap with ear flaps and a submachine gun with a drum."""
    body(p)
    face(p)
    p.blob((36, 14), (38, 3), (50, 0.5), (62, 3), (64, 14), (50, 16))
    p.poly((37, 12), (42, 14), (41, 30), (36, 27))
    p.poly((63, 12), (58, 14), (59, 30), (64, 27))
    p.star(50, 8.5, 5.5, cut=True)
    p.line((20, 58), (88, 40), width=9, cut=True)
    p.line((20, 58), (92, 39), width=4.6)
    p.disc(62, 53, 8.5)


def conscript(p: Pen) -> None:
    """Side cap, rolled blanket across the chest, rifle."""
    body(p)
    face(p)
    p.poly((37, 15), (40, 4), (66, 1), (63, 15))
    p.line((38, 14), (63, 14), width=1.6, cut=True)
    p.line((32, 42), (66, 66), width=9, cut=True)
    p.line((32, 42), (66, 66), width=5)
    rifle(p)


def peaked_cap(p: Pen) -> None:
    """An officer's cap."""
    p.line((36, 18), (66, 18), width=3, cut=True)
    p.blob((31, 8), (38, 2), (50, 0), (62, 2), (70, 8), (64, 12), (36, 12))
    p.poly((37, 11), (63, 11), (64, 16), (36, 16))
    p.poly((50, 15), (64, 15), (73, 20), (60, 20))


def officer(p: Pen) -> None:
    """Peaked cap, lapels, field glasses on the chest."""
    body(p)
    face(p)
    peaked_cap(p)
    p.line((40, 42), (50, 58), (60, 42), width=2, cut=True)
    p.box(40, 51, 49, 62, 2, cut=True)
    p.box(51, 51, 60, 62, 2, cut=True)
    p.box(42, 53, 48, 62, 1)
    p.box(52, 53, 58, 62, 1)


def commissar(p: Pen) -> None:
    """Peaked cap with a star, pistol raised."""
    body(p)
    face(p)
    peaked_cap(p)
    p.disc(50, 7, 4.5, cut=True)
    p.star(50, 7, 5)
    p.line((72, 54), (84, 36), (84, 24), width=8)
    p.poly((80, 24), (80, 6), (86, 6), (86, 13), (97, 10), (97, 15), (87, 18), (88, 24))


def elite(p: Pen) -> None:
    """Helmet, rifle and two chevrons cut into the chest."""
    infantry(p)
    for y in (48, 56):
        p.line((38, y + 5), (48, y), (58, y + 5), width=3, cut=True, blunt=True)


def commando(p: Pen) -> None:
    """Beret and dagger."""
    body(p)
    face(p)
    p.blob((34, 14), (32, 6), (44, 0), (60, 1), (72, 8), (74, 17), (64, 14), (50, 15))
    p.line((84, 62), (84, 48), width=6)
    p.line((75, 47), (93, 47), width=4)
    p.poly((80, 45), (88, 45), (88, 22), (84, 12), (80, 22))


def marine(p: Pen) -> None:
    """Helmet and rifle, wading ashore."""
    infantry(p)
    p.box(0, 53, 66, 64, cut=True)
    p.box(66, 57, 100, 64, cut=True)
    p.wave(55, width=3.6, swell=2.4)
    p.wave(61.5, width=3, swell=1.8)


def ski(p: Pen) -> None:
    """A hooded skier with poles."""
    p.line((2, 56), (90, 60), (97, 55), width=3.6)
    p.disc(61, 9, 8)
    p.poly((52, 4), (60, 0), (64, 6), (54, 18))
    p.blob((42, 20), (56, 14), (66, 22), (60, 34), (50, 42), (38, 38))
    p.line((46, 38), (60, 42), (54, 56), width=7.5)
    p.line((44, 38), (40, 48), (30, 55), width=7.5)
    p.line((58, 22), (72, 32), (80, 28), width=5)
    p.line((82, 20), (74, 58), width=2.6)
    p.line((46, 24), (30, 30), width=5)
    p.line((32, 26), (10, 52), width=2.6)


def bazooka(p: Pen) -> None:
    """A rocket tube on the shoulder."""
    body(p)
    face(p)
    helmet(p)
    p.line((8, 34), (96, 22), width=14, cut=True)
    p.line((10, 34), (92, 23), width=8.5, blunt=True)
    p.poly((88, 16), (99, 13), (100, 31), (90, 30))
    p.poly((3, 28), (12, 30), (13, 39), (4, 42))
    p.line((62, 28), (64, 42), width=4.5)


def grenadier(p: Pen) -> None:
    """Helmet with a deep neck guard, stick grenade in a raised hand."""
    body(p)
    face(p)
    p.blob((35, 16), (37, 6), (50, 1), (63, 6), (65, 16), (70, 25), (62, 22), (50, 17), (38, 22), (30, 25))
    p.line((72, 52), (86, 40), (82, 26), width=8)
    p.line((79, 30), (90, 16), width=3.6)
    p.line((87, 20), (94, 11), width=9.5)


def paratrooper(p: Pen) -> None:
    """A man under a canopy."""
    _canopy(p)
    p.disc(50, 40, 5.4)
    p.poly((42, 46), (58, 46), (57, 56), (61, 64), (54, 64), (50, 58), (46, 64), (39, 64), (43, 56))


def fallschirmjaeger(p: Pen) -> None:
    """A man who dives head first from under a canopy, gun in hand."""
    _canopy(p)
    p.disc(66, 57, 5.6)
    p.line((40, 42), (59, 53), width=8.5)
    p.line((40, 42), (28, 46), width=5)
    p.line((41, 43), (33, 54), width=5)
    p.line((52, 62), (88, 44), width=3.4)


def _canopy(p: Pen) -> None:
    p.blob(
        (8, 24),
        (14, 9),
        (32, 1),
        (50, -1),
        (68, 1),
        (86, 9),
        (92, 24),
        (80, 22),
        (68, 24),
        (50, 22),
        (32, 24),
        (20, 22),
    )
    for x in (12, 34, 66, 88):
        p.line((x, 23), (50, 46), width=1.8)
    p.line((32, 24), (37, 3), width=1.6, cut=True)
    p.line((68, 24), (63, 3), width=1.6, cut=True)


def fist(p: Pen) -> None:
    """A raised fist: the resistance."""
    p.poly((37, 64), (40, 38), (62, 38), (65, 64))
    p.box(30, 10, 70, 40, 8)
    for x in (40, 50, 60):
        p.line((x, 8), (x, 24), width=2, cut=True)
    p.line((30, 27), (52, 27), (56, 33), width=2.4, cut=True)
    p.box(31, 24, 50, 33, 4)
    p.line((33, 37), (48, 36), width=2.2, cut=True)


DRAWINGS: dict[str, Drawing] = {
    "infantry": infantry,
    "guard infantry": guard,
    "conscript": conscript,
    "elite infantry": elite,
    "commando": commando,
    "marine": marine,
    "ski-infantry": ski,
    "bazooka infantry": bazooka,
    "panzer grenadier": grenadier,
    "paratrooper": paratrooper,
    "fallschirmjaeger": fallschirmjaeger,
    "commissar": commissar,
    "obersturmbannfuehrer": officer,
    "resistance cell": fist,
}
