"""Ships in side view, bow to the right."""

from __future__ import annotations

from render.icons.pen import Drawing, Pen


def hull(p: Pen, x0: float, x1: float, top: float, bottom: float, sheer: float = 4) -> None:
    """A hull from stern to raked bow; the bow is `sheer` higher than the deck."""
    p.poly((x0, top), (x1, top - sheer), (x1 - 8, bottom), (x0 + 7, bottom))


def gun(p: Pen, x: float, y: float, reach: float, size: float = 1.0) -> None:
    """A turret on the deck at (x, y) with a barrel that reaches right (or left, if negative)."""
    p.box(x - 6 * size, y - 7 * size, x + 6 * size, y + 1, 2)
    p.line((x, y - 4.4 * size), (x + reach, y - 4.4 * size - abs(reach) * 0.3), width=3.2 * size)


def transport(p: Pen) -> None:
    """Bridge aft, derricks and crates forward."""
    hull(p, 2, 98, 40, 60)
    p.box(10, 20, 32, 41, 2)
    p.box(16, 10, 25, 21, 1)
    p.line((52, 40), (52, 12), width=3.2)
    p.line((52, 16), (40, 32), width=2.4)
    p.line((52, 16), (65, 32), width=2.4)
    p.box(37, 32, 49, 41, 1)
    p.box(55, 31, 68, 41, 1)
    p.line((80, 38), (80, 14), width=3.2)
    p.line((80, 18), (70, 33), width=2.4)
    p.box(72, 32, 88, 40, 1)


def heavy_transport(p: Pen) -> None:
    """A liner: long decks, two funnels, boats."""
    hull(p, 0, 100, 40, 62)
    p.box(12, 30, 84, 41, 1)
    p.box(18, 21, 76, 31, 1)
    for x in (30, 52):
        p.poly((x, 22), (x + 2, 4), (x + 12, 4), (x + 14, 22))
    p.line((72, 22), (72, 2), width=2.6)
    p.line((16, 33), (80, 33), width=1.8, cut=True)
    for x in (14, 26, 38, 50, 62, 74, 84):
        p.disc(x, 48, 2.2, cut=True)


def submarine(p: Pen) -> None:
    """Slim hull, tower and periscope."""
    p.blob((0, 46), (12, 39), (50, 37), (86, 38), (100, 43), (90, 52), (60, 56), (14, 54))
    p.poly((40, 39), (43, 24), (60, 24), (64, 39))
    p.line((51, 26), (51, 10), (57, 10), width=3)
    p.poly((0, 36), (7, 36), (9, 56), (2, 56))


def u_boat(p: Pen) -> None:
    """Deck gun forward, flak on the tower, net cutter at the bow."""
    p.blob((0, 46), (10, 40), (50, 38), (88, 36), (100, 40), (90, 52), (60, 56), (14, 55))
    p.poly((36, 40), (36, 30), (42, 30), (42, 20), (56, 20), (60, 40))
    p.line((50, 21), (50, 8), width=2.6)
    p.line((38, 29), (28, 23), width=3)
    p.line((72, 36), (72, 30), width=5)
    p.line((70, 29), (88, 25), width=3.2)
    p.line((60, 26), (96, 37), width=1.8)
    for x in (22, 34, 46, 58):
        p.box(x, 45, x + 7, 48, 1, cut=True)


def type_xxi(p: Pen) -> None:
    """A smooth hull with a long faired tower, snorkel up, just under the water."""
    p.wave(20, width=3.4, swell=2.2)
    p.blob((0, 48), (10, 42), (50, 40), (84, 40), (99, 46), (92, 56), (60, 60), (20, 58))
    p.poly((24, 42), (30, 29), (60, 29), (68, 42))
    p.line((56, 30), (56, 8), (50, 8), width=3)
    p.line((38, 30), (38, 12), width=2.4)
    p.poly((0, 38), (6, 38), (10, 60), (3, 60))
    p.line((14, 50), (88, 50), width=1.8, cut=True)


def destroyer(p: Pen) -> None:
    """Two thin funnels, light guns, a sharp bow."""
    p.poly((2, 44), (78, 44), (100, 36), (90, 59), (9, 59))
    p.box(60, 28, 74, 45, 1)
    p.line((66, 30), (66, 8), width=2.6)
    p.poly((42, 44), (44, 27), (51, 27), (51, 44))
    p.poly((28, 44), (30, 29), (37, 29), (37, 44))
    gun(p, 83, 41, 13, 0.8)
    gun(p, 16, 44, -13, 0.8)


def escort(p: Pen) -> None:
    """A short stout ship with depth charges on the stern."""
    p.poly((12, 42), (66, 42), (90, 33), (80, 58), (19, 58))
    p.box(52, 24, 66, 43, 1)
    p.line((59, 25), (59, 8), width=2.6)
    p.poly((38, 42), (40, 26), (48, 26), (49, 42))
    gun(p, 74, 39, 12, 0.8)
    for x in (19, 28):
        p.disc(x, 37, 4.4)
    p.disc(5, 30, 4.4)
    p.wave(61.5, width=2.6, swell=1.4)


def cruiser(p: Pen) -> None:
    """A tall bridge, two funnels, turrets fore and aft."""
    hull(p, 0, 100, 42, 60, 5)
    p.poly((54, 42), (56, 18), (69, 18), (72, 41))
    p.line((62, 19), (62, 2), width=2.8)
    p.poly((40, 42), (41, 22), (50, 22), (50, 42))
    p.poly((26, 42), (28, 24), (36, 24), (37, 42))
    gun(p, 81, 40, 16)
    gun(p, 14, 42, -15)


def carrier(p: Pen) -> None:
    """A flat deck with an island and aircraft."""
    p.poly((0, 33), (100, 33), (98, 41), (91, 43), (86, 60), (11, 60), (7, 43), (2, 41))
    p.poly((58, 34), (59, 17), (76, 17), (76, 34))
    p.box(62, 10, 71, 19, 1)
    p.line((67, 11), (67, 1), width=2.6)
    for x in (12, 34):
        p.poly((x, 31), (x + 3, 25), (x + 5, 27.6), (x + 15, 26), (x + 17, 31))
    p.line((8, 47), (90, 47), width=2, cut=True)


def battleship(p: Pen) -> None:
    """A pagoda of a bridge and heavy turrets, one over the other."""
    hull(p, 0, 100, 42, 62, 4)
    p.poly((42, 42), (45, 16), (50, 7), (57, 16), (60, 42))
    p.line((51, 9), (51, 0), width=2.8)
    p.poly((30, 42), (32, 24), (40, 24), (41, 42))
    gun(p, 68, 34, 18, 1.2)
    p.box(61, 33, 75, 42)
    gun(p, 85, 40, 15, 1.2)
    gun(p, 14, 42, -14, 1.2)
    p.line((5, 50), (93, 50), width=2, cut=True)


def super_battleship(p: Pen) -> None:
    """More of everything: three stepped turrets, twin towers."""
    hull(p, 0, 100, 44, 64, 6)
    p.poly((38, 44), (40, 14), (44, 4), (54, 4), (57, 14), (60, 44))
    p.line((49, 6), (49, -2), width=3)
    p.poly((22, 44), (24, 18), (34, 18), (36, 44))
    p.line((29, 20), (29, 6), width=2.4)
    for x, y, r in ((66, 30, 22), (78, 37, 20), (90, 43, 12)):
        p.box(x - 8, y, x + 8, 46)
        gun(p, x, y + 1, r, 1.25)
    gun(p, 10, 44, -12, 1.3)
    p.line((5, 52), (92, 52), width=1.8, cut=True)
    p.line((7, 58), (90, 58), width=1.8, cut=True)


def landing_craft(p: Pen) -> None:
    """An open boat full of men, its ramp down."""
    p.poly((4, 28), (12, 28), (14, 34), (70, 34), (72, 56), (12, 56))
    p.line((72, 54), (94, 60), width=5)
    for x in (24, 37, 50, 62):
        p.disc(x, 24, 5.4)
        p.box(x - 5, 25, x + 5, 35, 2)
    p.box(4, 18, 13, 30, 1)
    p.line((18, 44), (64, 44), width=2, cut=True)
    p.wave(61, 0, 74, width=3.4, swell=2)


DRAWINGS: dict[str, Drawing] = {
    "transport": transport,
    "heavy transport": heavy_transport,
    "submarine": submarine,
    "u-boat": u_boat,
    "type xxi u-boat": type_xxi,
    "destroyer": destroyer,
    "escort": escort,
    "cruiser": cruiser,
    "aircraft carrier": carrier,
    "battleship": battleship,
    "super battleship": super_battleship,
    "landing craft": landing_craft,
}
