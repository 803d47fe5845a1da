"""Guns, bunkers, mines and other things of the land that are neither soldiers nor vehicles."""

from __future__ import annotations

from render.icons.pen import Drawing, Pen


def artillery(p: Pen) -> None:
    """A field gun on its wheel."""
    p.line((44, 46), (3, 60), width=6)
    p.disc(45, 45, 17.5)
    p.disc(45, 45, 12.5, cut=True)
    for x, y in ((45, 30), (58, 37.5), (58, 52.5), (45, 60), (32, 52.5), (32, 37.5)):
        p.line((45, 45), (x, y), width=2.4)
    p.disc(45, 45, 4.6)
    p.line((26, 38), (96, 10), width=7.4, blunt=True)
    p.poly((50, 12), (58, 9), (70, 34), (62, 38))


def battery(p: Pen) -> None:
    """Two heavy guns side by side, trails dug in."""
    for dx in (0, 40):
        p.line((12 + dx, 42), (52 + dx, 8), width=7, blunt=True)
        p.line((10 + dx, 44), (26 + dx, 30), width=10)
        p.disc(26 + dx, 48, 13)
        p.disc(26 + dx, 48, 6, cut=True)
    p.line((2, 61), (96, 61), width=4)


def anti_air(p: Pen) -> None:
    """A gun pointed at the sky on a cross-shaped mount."""
    p.line((40, 40), (80, 2), width=5.4, blunt=True)
    p.line((32, 34), (70, -2), width=4, blunt=True)
    p.poly((30, 34), (44, 24), (58, 42), (42, 50))
    p.disc(32, 42, 8)
    p.line((48, 44), (48, 56), width=10, blunt=True)
    p.line((14, 60), (86, 60), width=5.4)
    p.line((46, 46), (22, 59), width=4.6)
    p.line((50, 46), (76, 59), width=4.6)


def heavy_bunker(p: Pen) -> None:
    """A broad dome with a gun in its slit."""
    p.blob((0, 66), (4, 40), (20, 20), (50, 14), (80, 20), (96, 40), (100, 66), (50, 72))
    p.box(20, 34, 80, 44, 2, cut=True)
    p.line((56, 39), (100, 33), width=6.6, blunt=True)
    p.line((8, 54), (92, 54), width=2, cut=True)
    p.box(40, 6, 60, 18, 3)


def light_bunker(p: Pen) -> None:
    """A small dome with a loophole."""
    p.blob((20, 66), (24, 42), (38, 30), (50, 28), (62, 30), (76, 42), (80, 66), (50, 72))
    p.box(38, 42, 62, 49, 1, cut=True)
    p.line((50, 45.5), (86, 43), width=3)


def fortification(p: Pen) -> None:
    """A wall of sandbags with a loophole."""
    rows = ((60, 6, 6), (48, 14, 5), (36, 22, 4))
    for y, x0, n in rows:
        for i in range(n):
            p.box(x0 + i * 15 - 1, y - 8, x0 + i * 15 + 13, y + 3, 5)
    p.box(42, 26, 58, 35, 1, cut=True)
    p.line((50, 24), (92, 19), width=4.6)
    p.line((46, 26), (54, 24), width=8)


def hedgehog(p: Pen) -> None:
    """Three crossed girders."""
    p.line((14, 60), (84, 6), width=8, blunt=True)
    p.line((18, 8), (86, 58), width=8, blunt=True)
    p.line((50, 2), (50, 63), width=7, blunt=True)
    p.disc(50, 33, 7.4)
    p.disc(50, 33, 2.6, cut=True)


def landmine(p: Pen) -> None:
    """A flat mine with its fuse, half dug in."""
    p.blob((10, 50), (16, 38), (34, 33), (66, 33), (84, 38), (90, 50), (50, 54))
    p.box(36, 24, 64, 34, 3)
    for x, y in ((42, 10), (50, 8), (58, 10)):
        p.line((50, 26), (x, y), width=3)
    p.line((4, 60), (30, 56), (50, 61), (70, 56), (96, 60), width=4)


def sea_mine(p: Pen) -> None:
    """A ball with horns on a chain."""
    p.disc(50, 28, 18)
    for x, y in ((50, 2), (31, 9), (69, 9), (24, 28), (76, 28), (31, 47), (69, 47)):
        p.line((50, 28), (x, y), width=5)
        p.disc(x, y, 3.6)
    p.oval(44, 21, 5, 3.4, cut=True)
    p.line((50, 46), (50, 64), width=3)
    p.wave(57, width=3.6, swell=2.4)


def rocket(p: Pen) -> None:
    """A finned rocket in flight."""
    p.blob((98, 4), (84, 16), (44, 46), (32, 54), (26, 46), (36, 36), (78, 8))
    p.poly((40, 34), (22, 30), (14, 38), (30, 48))
    p.poly((44, 46), (46, 62), (36, 64), (30, 50))
    p.line((22, 56), (4, 64), width=4)
    p.line((17, 50), (6, 54), width=3)
    p.line((28, 60), (18, 65), width=3)
    p.disc(74, 20, 3.6, cut=True)


def atomic_bomb(p: Pen) -> None:
    """The mushroom cloud."""
    p.blob((18, 22), (22, 10), (38, 2), (50, 0), (62, 2), (78, 10), (82, 22), (72, 31), (58, 29), (42, 29), (28, 31))
    p.poly((43, 26), (57, 26), (57, 44), (66, 58), (34, 58), (43, 44))
    p.oval(50, 38, 17, 3.4)
    p.blob((6, 60), (16, 52), (34, 55), (50, 53), (66, 55), (84, 52), (94, 60), (78, 65), (22, 65))
    p.line((34, 18), (42, 22), (50, 17), (60, 22), (66, 17), width=2.2, cut=True)


def railroad(p: Pen) -> None:
    """Track that runs to the horizon."""
    p.poly((40, 2), (45, 2), (30, 63), (16, 63))
    p.poly((60, 2), (55, 2), (70, 63), (84, 63))
    for y, half, width in ((7, 17, 3), (16, 22, 4), (28, 29, 5), (42, 37, 6), (57, 45, 7)):
        p.line((50 - half, y), (50 + half, y), width=width, blunt=True)


DRAWINGS: dict[str, Drawing] = {
    "artillery": artillery,
    "artillery battery": battery,
    "antiaircraft artillery": anti_air,
    "heavy bunker": heavy_bunker,
    "light bunker": light_bunker,
    "fortification": fortification,
    "czech hedgehog": hedgehog,
    "landmine": landmine,
    "sea mine": sea_mine,
    "rocket": rocket,
    "atomic bomb": atomic_bomb,
    "railroad icon": railroad,
}
