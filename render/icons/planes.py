"""Aircraft seen from above, nose up."""

from __future__ import annotations

from render.icons.pen import Drawing, Pen


def fighter(p: Pen) -> None:
    """Straight wings, one engine."""
    p.blob((50, 0), (54.5, 5), (55, 22), (53, 46), (51, 63), (49, 63), (47, 46), (45, 22), (45.5, 5))
    p.mirror([(50, 15), (92, 23), (97, 28), (92, 33), (50, 36)])
    p.mirror([(50, 50), (68, 55), (68, 60), (50, 60)])
    p.line((39, 3), (61, 3), width=2.6)
    p.oval(50, 24, 2.2, 5, cut=True)


def tactical_bomber(p: Pen) -> None:
    """Gull wings and a bomb under each."""
    p.blob((50, 0), (55, 6), (56, 22), (54, 46), (51, 63), (49, 63), (46, 46), (44, 22), (45, 6))
    p.mirror([(50, 18), (70, 26), (97, 19), (98, 27), (72, 40), (50, 33)])
    p.mirror([(50, 49), (71, 53), (71, 59), (50, 60)])
    p.line((38, 3), (62, 3), width=2.6)
    for x in (26, 74):
        p.line((x, 18), (x, 44), width=5.6)
    p.oval(50, 23, 2.6, 6, cut=True)


def strategic_bomber(p: Pen) -> None:
    """Four engines on long wings."""
    p.blob((50, 0), (56, 7), (56, 26), (54, 48), (51, 64), (49, 64), (46, 48), (44, 26), (44, 7))
    p.mirror([(50, 18), (99, 25), (99, 30), (50, 36)])
    for x in (14, 30, 70, 86):
        p.box(x - 3, 11, x + 3, 30, 3)
    p.mirror([(50, 50), (76, 55), (76, 60), (50, 61)])
    p.oval(50, 9, 2.4, 3.4, cut=True)


def heavy_bomber(p: Pen) -> None:
    """The four-engined bomber with twin fins, turrets and a stick of bombs."""
    p.box(44.5, 0, 55.5, 58, 5.5)
    p.mirror([(50, 12), (100, 17), (100, 25), (50, 34)])
    for x in (12, 28, 72, 88):
        p.box(x - 3.6, 5, x + 3.6, 28, 3.4)
    p.box(28, 52, 72, 58, 1)
    p.box(25, 46, 32, 63, 3)
    p.box(68, 46, 75, 63, 3)
    for y in (6, 22, 42):
        p.disc(50, y, 2.8, cut=True)
    for x in (20, 80):
        p.oval(x, 42, 3.2, 6)
        p.poly((x - 3.6, 50), (x + 3.6, 50), (x, 44))


def carrier_fighter(p: Pen) -> None:
    """A fighter with folded wing tips and a tail hook, over a deck line."""
    p.blob((50, 0), (55, 6), (55, 22), (53, 42), (51, 54), (49, 54), (47, 42), (45, 22), (45, 6))
    p.mirror([(50, 13), (82, 16), (82, 30), (50, 32)])
    p.mirror([(85, 8), (93, 10), (93, 24), (85, 30)])
    p.mirror([(50, 42), (65, 45), (65, 50), (50, 51)])
    p.line((39, 3), (61, 3), width=2.6)
    p.oval(50, 22, 2.2, 5, cut=True)
    for x in (8, 28, 64, 84):
        p.line((x, 60), (x + 9, 60), width=4.6, blunt=True)
    p.line((50, 52), (50, 60), (55, 61), width=2.6)


def jet(p: Pen) -> None:
    """Swept wings with two jets and flame."""
    p.blob((50, -1), (54, 10), (55, 26), (52, 60), (48, 60), (45, 26), (46, 10))
    p.mirror([(50, 18), (97, 40), (97, 45), (50, 37)])
    for x in (29, 71):
        p.oval(x, 31, 5, 12)
        p.poly((x - 3, 46), (x + 3, 46), (x, 60))
    p.mirror([(50, 48), (68, 57), (68, 62), (50, 58)])
    p.oval(50, 20, 2, 5, cut=True)


def flying_wing(p: Pen) -> None:
    """No fuselage at all: one swept wing with jets."""
    p.mirror([(50, 6), (99, 44), (97, 54), (62, 46), (50, 60)])
    p.blob((44, 8), (50, 1), (56, 8), (54, 30), (46, 30))
    for x in (32, 41, 59, 68):
        p.line((x, 32), (x, 42), width=2.8, cut=True)
    p.oval(50, 14, 2.4, 6, cut=True)


def space_plane(p: Pen) -> None:
    """A dart with stub wings on a tail of fire."""
    p.blob((50, -2), (58, 16), (61, 46), (50, 50), (39, 46), (42, 16))
    p.mirror([(58, 22), (84, 42), (84, 47), (58, 46)])
    p.mirror([(54, 40), (68, 50), (68, 54), (54, 50)])
    for x, y in ((42, 60), (50, 65), (58, 60)):
        p.poly((x - 3, 50), (x + 3, 50), (x, y))
    p.star(50, 30, 6, cut=True)


def air_transport(p: Pen) -> None:
    """Two engines, a fat body, a door in its side."""
    p.blob((50, 0), (58, 7), (59, 30), (56, 50), (52, 63), (48, 63), (44, 50), (41, 30), (42, 7))
    p.mirror([(50, 16), (97, 26), (97, 30), (50, 34)])
    for x in (27, 73):
        p.box(x - 4, 9, x + 4, 28, 4)
        p.line((x - 9, 9), (x + 9, 9), width=2.2)
    p.mirror([(50, 50), (74, 55), (74, 60), (50, 61)])
    for y in (18, 26, 34):
        p.box(47, y, 53, y + 4, 1, cut=True)


def kamikaze(p: Pen) -> None:
    """An aircraft that dives into a ship."""
    p.blob((92, 2), (86, 14), (58, 38), (50, 40), (54, 32), (78, 6))
    p.poly((66, 12), (44, 6), (40, 10), (62, 24))
    p.poly((80, 20), (84, 42), (80, 46), (68, 32))
    p.poly((84, 0), (96, 12), (92, 16), (80, 4))
    for x, y in ((34, 30), (26, 40), (58, 52), (42, 60), (28, 54)):
        p.line((46, 44), (x, y), width=3)
    p.star(45, 45, 9)
    p.wave(61, 2, 98, width=4, swell=2)


DRAWINGS: dict[str, Drawing] = {
    "fighter": fighter,
    "tactical bomber": tactical_bomber,
    "strategic bomber": strategic_bomber,
    "heavy bomber": heavy_bomber,
    "carrier fighter": carrier_fighter,
    "messerschmitt 262": jet,
    "horten h.xviii": flying_wing,
    "silbervogel": space_plane,
    "air transport": air_transport,
    "kamikaze": kamikaze,
}
