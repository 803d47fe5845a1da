"""A turning point as one picture: what happened on the board, the battle with its odds, what it did to the chances."""

from __future__ import annotations

from dataclasses import replace

from render.charts.frame import HEAD, PAD, WIDTH, heading, signed
from render.icons import icon_height
from render.input.scene import Difference, Picture
from render.map import draw
from render.map.pieces import percent
from render.story.model import Fight, Moment, Units
from render.story.sheet import sheet
from render.style.kit import CARD, FAINT, GREY, Canvas, fit, text_width, wrap
from render.style.theme import ATTACK, DEFENSE, INK, RGB, mix, power_colour

_FIGHT, _LINE, _ICON = 304, 36, 46


def moment_picture(moment: Moment, form: str = "") -> Picture:
    """The turning point, encoded, with its description."""
    top = Canvas(WIDTH, HEAD - 8)
    heading(top, *_titles(moment), f"{100 * moment.turn.chance:.0f} to {100 * moment.after:.0f} %")
    view = Difference(moment.changes, near=moment.near)
    board = draw.draw(replace(moment.scene, powers=(), title=_taken(moment), subtitle=" "), view, width=WIDTH)
    below = [_fight(moment, moment.fight)] if moment.fight else []
    below += [_said(moment.instead)] if moment.instead else []
    return sheet([top.finish(), board, *(part.finish() for part in below)], describe_moment(moment), form)


def _taken(moment: Moment) -> str:
    """What changed hands in the turn."""
    now, then = moment.scene.places, moment.changes.before.places
    taken = sorted(place for place in now if place in then and now[place].owner != then[place].owner)
    return f"Changed hands: {', '.join(taken)}" if taken else "No territory changed hands"


def _titles(moment: Moment) -> tuple[str, str]:
    turn = moment.turn
    split = f"luck {signed(100 * turn.luck)}, decisions {signed(100 * turn.decisions)}"
    return (
        f"{turn.mark}. Round {turn.round}, {turn.power}",
        f"{moment.title}: chance of the {moment.sides[0]}; {split}",
    )


def describe_moment(moment: Moment) -> str:
    """The turning point in words."""
    title, subtitle = _titles(moment)
    told = f"Turning point {title}. {subtitle}: from {moment.turn.chance:.0%} to {moment.after:.0%}."
    if moment.fight:
        told += f" {moment.fight.place}: {' '.join(_verdict(moment.fight))}."
    return f"{told} {moment.instead}".strip()


def _verdict(fight: Fight) -> tuple[str, str]:
    """What was promised, and what came of it."""
    came = {True: "and won", False: "and lost", None: "and broke it off"}[fight.won]
    return f"{fight.attacker} had {percent(fight.win)}", came


def _fight(moment: Moment, fight: Fight) -> Canvas:
    """The battle: its odds as a bar, who went in and who was left."""
    c = Canvas(WIDTH, _FIGHT)
    c.text(PAD, 30, *fit(fight.place, 520, 36, bold=True), INK, bold=True)
    c.text(WIDTH - PAD, 30, _luck(moment, fight), 30, INK, bold=True, anchor="rm")
    _bar(c, fight, 58)
    rows = ((fight.attacker, fight.attackers, fight.left[0]), (fight.defender, fight.defenders, fight.left[1]))
    for n, ((power, went, left), colour) in enumerate(zip(rows, _colours(fight))):
        _forces(c, 146 + 76 * n, power, went, left, mix(CARD, colour, 0.22))
    return c


def _luck(moment: Moment, fight: Fight) -> str:
    gain = round(100 * fight.luck)
    side = moment.sides[0] if gain > 0 else moment.sides[1]
    return f"luck of the {side}: {abs(gain)}" if gain else "no luck either way"


def _colours(fight: Fight) -> tuple[RGB, RGB]:
    found = power_colour(fight.attacker), power_colour(fight.defender)
    return (ATTACK, DEFENSE) if found[0] == found[1] else found


def _bar(c: Canvas, fight: Fight, top: float) -> None:
    """The odds before the first die, with what came of it."""
    room, total = WIDTH - 2 * PAD, fight.win + fight.draw + fight.loss or 1.0
    first, last = PAD + fight.win / total * room, WIDTH - PAD - fight.loss / total * room
    ours, theirs = _colours(fight)
    c.box(PAD, top, first, top + 30, 0, ours)
    c.box(last, top, WIDTH - PAD, top + 30, 0, theirs)
    c.stripes(first, top, last, top + 30, GREY)
    c.box(PAD, top, WIDTH - PAD, top + 30, 0, None, INK, 2)
    c.text(PAD, top + 54, " ".join(_verdict(fight)), 30, INK, bold=True)
    c.text(WIDTH - PAD, top + 54, f"{fight.defender} had {percent(fight.loss)}", 30, INK, bold=True, anchor="rm")


def _forces(c: Canvas, top: float, power: str, went: Units, left: Units, colour: RGB) -> None:
    """Who went in, those who fell in grey behind the stroke."""
    c.box(PAD, top, WIDTH - PAD, top + 66, 8, colour)
    c.emblem(PAD + 30, top + 33, power, 20)
    kept, x, end = dict(left), PAD + 66.0, WIDTH - PAD - 20
    for i, (unit, count) in enumerate(went):
        text = f"{kept.get(unit, 0)} of {count}"
        if x + text_width(text, 28, True) + _ICON + 14 > end - (60 if i < len(went) - 1 else 0):
            c.text(x, top + 33, f"+{sum(n for _, n in went[i:])}", 28, INK, bold=True)
            return
        shade = INK if kept.get(unit, 0) else mix(INK, colour, 0.6)
        c.icon(x, top + 33 - icon_height(_ICON) / 2, unit, _ICON, shade)
        c.text(x + _ICON + 6, top + 33, text, 28, shade, bold=True)
        x += _ICON + 26 + text_width(text, 28, True)


def _said(text: str) -> Canvas:
    """What a computer would have done."""
    lines = wrap(text, WIDTH - 2 * PAD, 29)
    c = Canvas(WIDTH, 28 + _LINE * len(lines))
    c.box(PAD, 2, WIDTH - PAD, 4, 0, FAINT)
    for n, line in enumerate(lines):
        c.text(PAD, 26 + _LINE * n, line, 29, INK)
    return c
