"""Examples of what is drawn of a whole game, for the docs and the tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from render.analysis_examples import course_chart
from render.input.scene import Picture, PlaceView, Scene
from render.map.examples import setup, strike_west
from render.story.film import film_picture
from render.story.model import Fight, Moment, Poster, Step, War
from render.story.moment import moment_picture
from render.story.poster import poster_picture

_TAKEN = (
    ("China", "Japan"), ("Ukraine S.S.R.", "USSR"), ("Algeria", "United States"), ("India", "Japan"),
    ("Eastern Europe", "USSR"), ("Western Europe", "United States"),
)  # fmt: skip
FIGHT = Fight(
    "France", "Germany", "France", 0.91, 0.03, 0.06,
    (("infantry", 5), ("tank", 3), ("tactical bomber", 2)), (("infantry", 6), ("tank", 1), ("fighter", 1)),
    ((("infantry", 4), ("tank", 3), ("tactical bomber", 2)), ()), True, 0.01,
)  # fmt: skip


def _steps(start: Scene) -> tuple[Step, ...]:
    """Six rounds of five powers, in each of which something falls."""
    shown, found = start, list[Step]()
    for n, (place, power) in enumerate(_TAKEN):
        after = {**shown.places, place: PlaceView(power, battle=True)}
        shown = replace(shown, places=after, title=f"Round {n + 1} · {power}: {place} to {power}", phase="", powers=())
        found.append(Step(shown, 5 * n + 5))
        shown = replace(shown, places={**after, place: PlaceView(power)})
    return tuple(found)


def film() -> Picture:
    """A war in six steps."""
    start = setup("classic")
    return film_picture(War(course_chart(), start, _steps(start)))


def moment() -> Picture:
    """A turning point of Global 1940: France falls."""
    after, changes = strike_west(setup("global1940"))
    turn = replace(course_chart().turns[5], round=1, power="Germany")
    instead = (
        "A computer in the same place comes out 4 points (1 to 7) better for Germany's side. It leaves SZ 111 alone."
    )
    return moment_picture(
        Moment(
            "Anna against Boris", ("Axis", "Allies"), turn, turn.chance + 0.12, after, changes, "France", FIGHT, instead
        )
    )


def poster() -> Picture:
    """A game of Classic to share. Its first and third turning point are turns of Japan."""
    end = replace(_steps(setup("classic"))[-1].scene, round=6)
    india = replace(FIGHT, place="India", attacker="Japan", defender="United Kingdom")
    sinkiang = replace(india, place="Sinkiang", defender="United States", won=None)
    return poster_picture(Poster(course_chart(), end, (india, None, sinkiang)))


STORIES: dict[str, Callable[[], Picture]] = {"story-film": film, "story-moment": moment, "story-poster": poster}
