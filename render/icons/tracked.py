"""Tanks, assault guns and half-tracks in side view, all facing right."""

from __future__ import annotations

from render.icons.pen import Drawing, Pen, Point


def tracks(p: Pen, x0: float, x1: float, top: float, wheels: int, gap: float = 1.6) -> None:
    """A running gear from x0 to x1 down to the ground, with the given number of road wheels."""
    bottom = 62.0
    p.box(x0, top, x1, bottom, (bottom - top) / 2)
    step = (x1 - x0 - 6) / wheels
    radius = min(step / 2 - gap / 2, (bottom - top) / 2 - 2.4)
    for i in range(wheels):
        x = x0 + 3 + step * (i + 0.5)
        p.disc(x, (top + bottom) / 2, radius, cut=True)
        p.disc(x, (top + bottom) / 2, radius * 0.38)


def barrel(p: Pen, a: Point, b: Point, width: float, brake: bool = False) -> None:
    """A gun barrel, with a muzzle brake if asked."""
    p.line(a, b, width=width, blunt=True)
    if brake:
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = (dx * dx + dy * dy) ** 0.5
        back = (b[0] - dx / length * 6, b[1] - dy / length * 6)
        p.line(back, b, width=width + 3, blunt=True)


def tank(p: Pen) -> None:
    """The plain battle tank."""
    tracks(p, 4, 92, 40, 5)
    p.poly((6, 39), (12, 30), (84, 30), (93, 39))
    p.poly((26, 29), (31, 13), (58, 13), (65, 29))
    p.box(36, 8, 50, 14, 2)
    barrel(p, (60, 20), (99, 18), 5)


def t34(p: Pen) -> None:
    """Sloped hull, large wheels, turret well forward."""
    tracks(p, 4, 94, 40, 4, gap=1)
    p.poly((4, 39), (20, 28), (78, 28), (96, 39))
    p.blob((34, 28), (36, 16), (48, 11), (66, 13), (74, 22), (70, 28), (50, 29))
    barrel(p, (70, 20), (100, 20), 5)
    p.line((10, 34), (2, 34), width=5)


def tiger(p: Pen) -> None:
    """Upright hull and a drum of a turret with a muzzle brake."""
    tracks(p, 2, 88, 42, 7, gap=0.4)
    p.poly((2, 41), (2, 29), (78, 29), (80, 34), (90, 36), (90, 41))
    p.box(22, 12, 60, 29, 3)
    p.box(26, 7, 38, 13, 1)
    barrel(p, (58, 20), (100, 20), 5, brake=True)


def king_tiger(p: Pen) -> None:
    """Long sloped hull, long turret, very long gun."""
    tracks(p, 0, 86, 43, 8, gap=0.4)
    p.poly((0, 42), (6, 31), (70, 31), (88, 42))
    p.poly((12, 31), (17, 15), (50, 12), (62, 19), (62, 31))
    p.box(22, 9, 33, 16, 1)
    barrel(p, (58, 23), (100, 22), 4.6, brake=True)


def e100(p: Pen) -> None:
    """Skirts over the tracks and a huge flat turret with two barrels."""
    tracks(p, 0, 92, 40, 8)
    p.box(0, 28, 92, 53, 4)
    p.line((4, 40), (88, 40), width=1.8, cut=True)
    for x in (24, 47, 70):
        p.line((x, 40), (x, 54), width=1.8, cut=True, blunt=True)
    p.poly((10, 27), (16, 8), (52, 6), (68, 16), (70, 27))
    barrel(p, (62, 19), (100, 17), 7, brake=True)
    barrel(p, (60, 12), (84, 10), 3)


def maeuschen(p: Pen) -> None:
    """A block on wide tracks, blunt turret at the rear."""
    p.box(0, 26, 94, 62, 7)
    for i in range(10):
        p.disc(9 + i * 8.4, 55, 3, cut=True)
    p.line((3, 46), (91, 46), width=1.8, cut=True)
    p.poly((2, 25), (4, 4), (48, 2), (58, 10), (62, 25))
    barrel(p, (56, 17), (96, 15), 8)
    barrel(p, (56, 9), (80, 8), 3.4)


def churchill(p: Pen) -> None:
    """Tracks that run all around a long hull."""
    p.blob((1, 40), (8, 31), (30, 29), (70, 29), (90, 30), (99, 40), (92, 58), (80, 63), (20, 63), (8, 56))
    for i in range(9):
        p.disc(17 + i * 8.3, 54, 3.3, cut=True)
    p.line((10, 40), (90, 40), width=2, cut=True)
    p.box(64, 33, 72, 38, 1, cut=True)
    p.box(34, 13, 62, 28, 3)
    barrel(p, (60, 20), (92, 19), 4.6)


def tortoise(p: Pen) -> None:
    """A rounded casemate on a skirted hull."""
    tracks(p, 0, 92, 42, 8)
    p.box(0, 38, 92, 52, 3)
    p.blob((8, 40), (14, 22), (34, 10), (58, 10), (74, 22), (80, 40), (44, 43))
    p.box(26, 4, 42, 12, 2)
    barrel(p, (70, 27), (100, 26), 6)
    p.line((4, 45), (88, 45), width=1.8, cut=True)


def kv2(p: Pen) -> None:
    """A slab of a turret with a stubby howitzer."""
    tracks(p, 4, 92, 44, 6, gap=1)
    p.poly((4, 43), (10, 35), (84, 35), (94, 43))
    p.poly((26, 35), (27, 2), (58, 2), (64, 35))
    barrel(p, (60, 19), (84, 18), 9)
    p.line((30, 10), (56, 10), width=1.6, cut=True)


def is2(p: Pen) -> None:
    """A round turret far forward and a very long gun with a brake."""
    tracks(p, 2, 86, 42, 6, gap=1)
    p.poly((2, 41), (14, 32), (74, 32), (88, 41))
    p.blob((28, 32), (31, 19), (46, 14), (60, 18), (66, 26), (60, 32))
    p.line((18, 28), (28, 28), width=5)
    barrel(p, (60, 24), (100, 22), 5.4, brake=True)


def t30(p: Pen) -> None:
    """A turret as long as the hull, overhanging at the back."""
    tracks(p, 4, 84, 43, 8, gap=0.6)
    p.poly((4, 42), (10, 34), (76, 34), (86, 42))
    p.blob((0, 24), (6, 12), (30, 9), (54, 11), (64, 22), (56, 33), (30, 34), (8, 31))
    p.box(24, 3, 34, 11, 1)
    barrel(p, (60, 22), (100, 22), 8)


def sherman(p: Pen) -> None:
    """A high hull with a rounded turret: the chassis of special tanks."""
    tracks(p, 12, 84, 46, 6, gap=0.8)
    p.poly((12, 45), (14, 35), (72, 35), (86, 44), (84, 47))
    p.blob((32, 35), (33, 25), (42, 21), (58, 22), (64, 29), (60, 35))
    barrel(p, (60, 28), (90, 27), 4)


def calliope(p: Pen) -> None:
    """A tank with a rack of rocket tubes over the turret."""
    sherman(p)
    for row in range(3):
        p.line((20, 15 - row * 6), (76, 11 - row * 5.6), width=4.6, blunt=True)
    p.line((34, 16), (38, 28), width=3)
    p.line((58, 13), (56, 28), width=3)


def crab(p: Pen) -> None:
    """A tank that flails the ground before it."""
    sherman(p)
    p.box(62, 20, 100, 31, cut=True)
    p.line((74, 42), (92, 32), width=3.4)
    p.disc(92, 32, 6)
    for x, y in ((80, 26), (86, 18), (97, 20), (100, 34), (99, 48), (91, 60), (96, 58)):
        p.line((92, 32), (x, y), width=2)
        p.disc(x, y, 2.6)


def swimming_tank(p: Pen) -> None:
    """A tank inside a raised screen, in the water."""
    p.poly((10, 46), (4, 16), (96, 16), (90, 46))
    for x in (24, 42, 60, 78):
        p.line((x, 20), (x, 44), width=2, cut=True)
    p.poly((34, 16), (37, 6), (60, 6), (64, 16))
    p.line((62, 10), (92, 9), width=4, blunt=True)
    p.wave(50, width=4, swell=2.6)
    p.wave(58.5, width=3.4, swell=2.2)


def stug(p: Pen) -> None:
    """A low casemate."""
    tracks(p, 4, 90, 42, 6, gap=1)
    p.poly((4, 41), (8, 33), (26, 33), (30, 22), (62, 22), (68, 33), (86, 35), (92, 41))
    p.box(36, 18, 48, 23, 1)
    barrel(p, (64, 29), (98, 28), 5, brake=True)


def nashorn(p: Pen) -> None:
    """An open fighting room at the back, a very long gun."""
    tracks(p, 2, 86, 44, 8, gap=0.6)
    p.poly((2, 43), (4, 36), (88, 38), (88, 43))
    p.poly((2, 36), (6, 12), (30, 10), (44, 18), (46, 36))
    p.poly((6, 10), (14, 16), (26, 15), (30, 8), cut=True)
    barrel(p, (42, 26), (99, 24), 4.4, brake=True)


def elefant(p: Pen) -> None:
    """A sloped box at the rear of a long hull."""
    tracks(p, 0, 88, 44, 6, gap=1)
    p.poly((0, 43), (2, 34), (84, 34), (90, 43))
    p.poly((2, 34), (12, 6), (40, 6), (46, 34))
    barrel(p, (42, 24), (100, 23), 5.6, brake=True)
    p.box(18, 1, 28, 7, 1)


def su152(p: Pen) -> None:
    """A tall casemate up front with a heavy short gun."""
    tracks(p, 4, 88, 44, 6, gap=1)
    p.poly((4, 43), (6, 36), (26, 36), (32, 12), (68, 12), (74, 36), (90, 43))
    barrel(p, (70, 27), (94, 26), 8, brake=True)
    p.disc(48, 12, 5)
    p.line((32, 30), (70, 30), width=1.6, cut=True)


def sturmtiger(p: Pen) -> None:
    """A great sloped box with a mortar as wide as a man."""
    tracks(p, 2, 92, 44, 7, gap=0.4)
    p.poly((2, 43), (2, 34), (22, 34), (26, 5), (56, 5), (84, 38), (94, 43))
    p.line((64, 24), (86, 13), width=15, blunt=True)
    p.line((80, 16), (87, 12.5), width=9, cut=True, blunt=True)
    p.box(8, 24, 20, 33, 1)


def flakpanzer(p: Pen) -> None:
    """Two long barrels at a high angle on a tank."""
    tracks(p, 2, 92, 44, 7)
    p.poly((4, 43), (8, 35), (84, 35), (94, 43))
    p.poly((22, 35), (24, 20), (56, 18), (64, 35))
    barrel(p, (42, 24), (82, -1), 4)
    barrel(p, (34, 20), (70, -4), 4)


def t92(p: Pen) -> None:
    """A howitzer on an open tracked carriage with a spade behind."""
    tracks(p, 10, 90, 46, 7, gap=0.8)
    p.box(14, 38, 92, 46, 2)
    p.line((34, 40), (78, 4), width=9, blunt=True)
    p.line((22, 36), (46, 40), width=10)
    p.line((14, 42), (2, 60), width=5)
    p.box(68, 32, 90, 40, 2)


def karl(p: Pen) -> None:
    """A siege mortar: a vast short barrel on a long low bed."""
    tracks(p, 2, 98, 48, 8, gap=1)
    p.box(0, 38, 100, 47, 2)
    p.line((32, 36), (64, 6), width=19, blunt=True)
    p.line((60, 10), (66, 4), width=12, cut=True, blunt=True)
    p.poly((18, 38), (30, 22), (52, 38))


def p1500(p: Pen) -> None:
    """A moving fortress with the greatest of guns."""
    tracks(p, 0, 46, 48, 4, gap=1)
    tracks(p, 50, 96, 48, 4, gap=1)
    p.poly((0, 46), (2, 32), (90, 32), (98, 46))
    p.poly((4, 32), (8, 16), (34, 12), (50, 20), (54, 32))
    p.line((34, 26), (99, 4), width=8, blunt=True)
    p.line((34, 26), (62, 16.5), width=13, blunt=True)
    p.box(70, 25, 82, 33, 2)
    p.line((80, 28), (94, 26), width=2.6)


def flying_bomb_carrier(p: Pen) -> None:
    """A winged bomb on a ramp, on a tank's hull."""
    tracks(p, 2, 88, 46, 7)
    p.box(4, 39, 88, 46, 3)
    p.line((10, 38), (92, 18), width=3)
    p.line((18, 26), (84, 10), width=8)
    p.poly((84, 4), (98, 6), (86, 15))
    p.line((14, 14), (42, 7), width=5)
    p.line((22, 24), (24, 14), width=3)
    p.poly((44, 16), (58, 13), (54, 32), (46, 34))
    p.line((60, 38), (64, 26), width=3)


def half_track(p: Pen) -> None:
    """A truck's nose and front wheel, tracks under an open body with men aboard."""
    _half_track_gear(p)
    p.poly((6, 26), (52, 26), (56, 16), (70, 16), (74, 27), (94, 31), (96, 44), (6, 44))
    p.poly((60, 20), (67, 20), (70, 27), (60, 27), cut=True)
    for x in (14, 27, 40):
        p.disc(x, 19, 5.4)
        p.box(x - 5, 20, x + 5, 27, 2)


def m3(p: Pen) -> None:
    """A high flat body with a machine gun on a ring."""
    _half_track_gear(p)
    p.poly((4, 22), (58, 22), (62, 22), (66, 30), (92, 31), (96, 44), (4, 44))
    p.line((8, 30), (56, 30), width=1.8, cut=True)
    p.line((58, 22), (58, 12), width=4)
    p.line((50, 11), (84, 7), width=4)
    p.disc(46, 16, 5)
    p.line((94, 50), (99, 38), width=3)


def sdkfz(p: Pen) -> None:
    """Sloped sides and a shielded machine gun."""
    tracks(p, 2, 70, 44, 6, gap=0.4)
    p.disc(85, 53, 9)
    p.disc(85, 53, 4, cut=True)
    p.poly((0, 36), (8, 24), (54, 24), (70, 33), (97, 38), (94, 46), (6, 46))
    p.line((2, 36), (66, 36), width=1.8, cut=True)
    p.poly((46, 24), (50, 12), (56, 12), (56, 24))
    p.line((54, 17), (76, 15), width=3.4)
    p.disc(24, 18, 5.4)
    p.line((8, 24), (8, 10), width=2)


def stummel(p: Pen) -> None:
    """The sloped half-track with a short heavy gun."""
    tracks(p, 2, 70, 44, 6, gap=0.4)
    p.disc(85, 53, 9)
    p.disc(85, 53, 4, cut=True)
    p.poly((0, 36), (8, 26), (54, 26), (70, 33), (97, 38), (94, 46), (6, 46))
    p.line((2, 36), (66, 36), width=1.8, cut=True)
    p.poly((32, 26), (38, 8), (56, 8), (62, 28))
    p.line((56, 19), (84, 18), width=10, blunt=True)
    p.line((80, 18), (85, 18), width=5, cut=True, blunt=True)


def katyusha(p: Pen) -> None:
    """A lorry with rocket rails raised over its bed."""
    for x in (18, 36, 82):
        p.disc(x, 54, 9.4)
        p.disc(x, 54, 3.6, cut=True)
    p.box(4, 40, 96, 47, 1)
    p.poly((64, 42), (64, 24), (78, 24), (82, 32), (97, 34), (97, 42))
    p.box(67, 27, 76, 33, 1, cut=True)
    for k in range(3):
        p.line((4 + k * 6, 30 - k * 7), (62 + k * 6, 10 - k * 7 + 4), width=4.4)
    p.line((20, 42), (26, 18), width=3)
    p.line((44, 42), (48, 14), width=3)


def _half_track_gear(p: Pen) -> None:
    p.box(4, 40, 64, 60, 9)
    p.disc(82, 51, 10)
    p.disc(82, 51, 4, cut=True)
    for i in range(4):
        p.disc(15 + i * 12.6, 50, 4.4, cut=True)


def tank_general(p: Pen) -> None:
    """A tank with a square banner that shows a star."""
    _banner_tank(p)
    p.box(46, 0, 78, 19)
    p.star(62, 10, 8, cut=True)


def panzer_general(p: Pen) -> None:
    """A tank with side skirts and a swallow-tailed banner that shows a cross."""
    _banner_tank(p)
    p.box(4, 41, 90, 53, 2)
    p.line((6, 47), (88, 47), width=1.8, cut=True)
    p.poly((46, 0), (84, 0), (72, 9.5), (84, 19), (46, 19))
    p.box(58, 2, 62, 17, cut=True)
    p.box(52, 7.5, 68, 11.5, cut=True)


def _banner_tank(p: Pen) -> None:
    tracks(p, 4, 92, 46, 5)
    p.poly((6, 45), (12, 38), (84, 38), (93, 45))
    p.poly((34, 37), (38, 26), (62, 26), (68, 37))
    barrel(p, (64, 31), (99, 29), 5)
    p.line((46, 26), (46, 0), width=2.6)


DRAWINGS: dict[str, Drawing] = {
    "tank": tank,
    "t-34/85": t34,
    "tiger i": tiger,
    "king tiger": king_tiger,
    "e-100": e100,
    "maeuschen": maeuschen,
    "churchill": churchill,
    "tortoise": tortoise,
    "kv-2": kv2,
    "is-2": is2,
    "t30": t30,
    "calliope": calliope,
    "crab tank": crab,
    "duplex-drive sherman": swimming_tank,
    "sturmgeschuetz iii": stug,
    "nashorn": nashorn,
    "elefant": elefant,
    "su-152": su152,
    "sturmtiger": sturmtiger,
    "e-100 flakpanzer": flakpanzer,
    "t92": t92,
    "karl siege mortar": karl,
    "landkreuzer p. 1500": p1500,
    "e-100 v1 raketenwerfer": flying_bomb_carrier,
    "mechanized infantry": half_track,
    "m3 halftrack": m3,
    "sd.kfz. 251": sdkfz,
    "stummel": stummel,
    "katyusha": katyusha,
    "tank general": tank_general,
    "panzer general": panzer_general,
}
