"""Facilities."""

from __future__ import annotations

from render.icons.pen import Drawing, Pen


def minor_complex(p: Pen) -> None:
    """Saw-tooth roof and one chimney."""
    p.poly((8, 61), (8, 36), (29, 24), (29, 36), (50, 24), (50, 36), (71, 24), (71, 61))
    p.poly((76, 61), (78, 8), (89, 8), (91, 61))
    for x in (15, 36, 57):
        p.box(x, 45, x + 9, 53, 1, cut=True)


def major_complex(p: Pen) -> None:
    """Saw-tooth roof and three chimneys with smoke."""
    p.poly((2, 62), (2, 38), (17, 28), (17, 38), (32, 28), (32, 38), (47, 28), (47, 62))
    for x, top in ((51, 16), (67, 10), (83, 18)):
        p.poly((x, 62), (x + 2, top), (x + 11, top), (x + 13, 62))
    p.oval(74, 4, 8, 3.4)
    p.oval(86, 9, 7, 3)
    for x in (7, 20, 33):
        p.box(x, 46, x + 8, 53, 1, cut=True)


def super_complex(p: Pen) -> None:
    """A hall with a gear wheel between two towers."""
    p.box(0, 30, 100, 62, 1)
    for x in (2, 14, 76, 88):
        p.poly((x, 32), (x + 1, 4), (x + 9, 4), (x + 10, 32))
    p.disc(50, 32, 27, cut=True)
    for x, y in ((50, 6), (68, 14), (76, 32), (68, 50), (50, 58), (32, 50), (24, 32), (32, 14)):
        p.line((50, 32), (x, y), width=8, blunt=True)
    p.disc(50, 32, 19)
    p.disc(50, 32, 8, cut=True)
    for x in (5, 86):
        p.box(x, 44, x + 8, 54, 1, cut=True)


def air_base(p: Pen) -> None:
    """An aircraft on a roundel."""
    p.ring(50, 32, 31.5, 5)
    p.blob((50, 7), (54, 12), (53, 44), (51, 56), (49, 56), (47, 44), (46, 12))
    p.mirror([(50, 22), (72, 30), (72, 35), (50, 34)])
    p.mirror([(50, 45), (60, 49), (60, 53), (50, 53)])


def naval_base(p: Pen) -> None:
    """An anchor."""
    p.ring(50, 10, 9, 4.6)
    p.line((50, 18), (50, 58), width=7)
    p.line((32, 25), (68, 25), width=6)
    p.mirror([(50, 54), (66, 49), (73, 37), (82, 38), (76, 53), (64, 61), (50, 63)])
    p.mirror([(88, 44), (78, 29), (68, 42)])


def underground(p: Pen) -> None:
    """A factory beneath the ground line."""
    p.blob((2, 22), (18, 10), (36, 6), (56, 8), (80, 4), (98, 22), (50, 26))
    p.box(0, 20, 100, 25)
    p.poly((14, 62), (14, 42), (30, 33), (30, 42), (46, 33), (46, 42), (62, 33), (62, 62))
    p.poly((68, 62), (70, 27), (79, 27), (81, 62))
    for x in (20, 36, 52):
        p.box(x, 48, x + 6, 54, 1, cut=True)
    p.line((3, 26), (3, 64), width=5)
    p.line((97, 26), (97, 64), width=5)


def u_boat_pen(p: Pen) -> None:
    """A submarine in its berth under a thick stepped roof."""
    p.box(0, 8, 100, 22, 1)
    p.box(14, 1, 86, 10, 1)
    p.box(0, 18, 10, 56)
    p.box(90, 18, 100, 56)
    p.blob((15, 45), (22, 41), (50, 40), (76, 41), (86, 46), (74, 51), (40, 52), (20, 50))
    p.poly((40, 42), (43, 31), (57, 31), (60, 42))
    p.line((50, 32), (50, 26), width=3.4)
    p.wave(58.5, width=4, swell=2)


DRAWINGS: dict[str, Drawing] = {
    "minor industrial complex": minor_complex,
    "major industrial complex": major_complex,
    "super industrial complex": super_complex,
    "air base": air_base,
    "naval base": naval_base,
    "underground factory": underground,
    "u-boat pen": u_boat_pen,
}
