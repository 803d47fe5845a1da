"""Board pictures: a request in, an encoded picture with alt text out."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image, ImageDraw

from render.input.scene import (
    Arrow,
    Changes,
    Difference,
    Frame,
    Loss,
    Overview,
    Picture,
    Replay,
    Request,
    Scene,
    View,
    Zoom,
)
from render.map import alt, cache, change, encode, paint, strip, views
from render.map.atlas import atlas
from render.map.base import Base
from render.map.names import star
from render.map.views import Look
from render.style import theme
from render.style.emblems import emblem

_FIRST_HOLD = 1.2


def picture(request: Request) -> Picture:
    """The picture of a request; one drawn lately is not drawn again.

    Raises KeyError for an unknown place or theatre, FileNotFoundError for a board without geometry.
    """
    return cache.picture(request, _picture)


def theatres(board: str) -> tuple[str, ...]:
    """The names of a board's theatres."""
    return tuple(atlas(board).theatres)


def _picture(request: Request) -> Picture:
    text = alt.text(request.scene, request.view)
    if isinstance(request.view, Replay):
        frames, holds = replay(request.scene, request.view, request.width)
        data, kind = encode.moving(frames, holds, request.format)
        return Picture(data, kind, frames[0].width, frames[0].height, text)
    image = draw(request.scene, request.view, request.anchor, request.width)
    data, kind = encode.still(image, request.format)
    return Picture(data, kind, image.width, image.height, text)


def draw(scene: Scene, view: View, anchor: Scene | None = None, width: int = 0) -> Image.Image:
    """A still picture of a scene (a replay's first frame for a replay)."""
    look = views.look(atlas(scene.board), view, scene, width)
    layers = cache.base(look)
    if isinstance(view, Overview):
        image = _overview(layers, scene, view.since)
    elif isinstance(view, Difference):
        image = _changed(layers, scene, view.changes, anchor or view.changes.before)
        scene = _captioned(layers, scene, view.changes)
    else:
        image = _position(layers, scene, anchor, view.place if isinstance(view, Zoom) else "")
    return strip.add(image, scene, look.strip)


def _position(layers: Base, scene: Scene, anchor: Scene | None, asked: str) -> Image.Image:
    image = paint.ground(layers, scene)
    _ring(image, layers, asked)
    placed = cache.layout(layers, scene, anchor)
    paint.position(image, layers, scene, placed)
    room = paint.room_after(layers, placed)
    paint.battles(image, layers, scene, room)
    paint.legend(image, layers, placed, room)
    return image


# --- overview ---------------------------------------------------------------------------------------


def _overview(layers: Base, scene: Scene, since: Scene | None) -> Image.Image:
    """Who owns what: an emblem on each territory with room, large ones on capitals, stars on cities,
    small ones where fleets are."""
    camera = layers.camera
    held = paint.owners(layers, scene)
    image = paint.ground(layers, scene)
    if since is not None:
        change.mark_captures(image, layers, change.captures(layers, since, scene))
    unit = camera.width / 1200
    for name, region in layers.atlas.land.items():
        radius = round(min(9 * unit, region.radius * camera.scale * 0.62))
        if name in held and radius >= 4 * unit and not layers.board.places[name].capital:
            _stamp(image, held[name], camera.spot(region.centre), radius)
    for name, region in layers.atlas.sea.items():
        fleets = sorted({s.owner for s in scene.at(name).units})
        x, y = camera.spot(region.centre)
        for n, owner in enumerate(fleets[:4]):
            _stamp(image, owner, (x + (n - (len(fleets[:4]) - 1) / 2) * 13 * unit, y), round(6 * unit))
    _cities(image, layers, held, unit)
    paint.battles(image, layers, scene, layers.room.copy())
    return image


def _cities(image: Image.Image, layers: Base, held: dict[str, str], unit: float) -> None:
    pen = ImageDraw.Draw(image, "RGBA")
    for name, region in layers.atlas.land.items():
        place = layers.board.places[name]
        x, y = layers.camera.spot(region.centre)
        if place.capital and name in held:
            _stamp(image, held[name], (x, y), round(19 * unit))
        if place.victory_city:
            offset = 15 * unit if place.capital else 0
            star(pen, (x + offset, y - offset), 8 * unit, theme.ALARM)


def _stamp(image: Image.Image, power: str, middle: tuple[float, float], radius: int) -> None:
    sign = emblem(power, radius)
    image.paste(sign, (round(middle[0] - sign.width / 2), round(middle[1] - sign.height / 2)), sign)


# --- zoom, difference, replay -----------------------------------------------------------------------


def _ring(image: Image.Image, layers: Base, place: str) -> None:
    """A bright outline around the territory that was asked for, beneath all that stands there."""
    if place not in layers.atlas.land:
        return
    for polygon in layers.atlas.region(place).polygons:
        change.frame(image, layers, layers.camera.line((*polygon[0], polygon[0][0])), (255, 236, 150))


def _changed(layers: Base, scene: Scene, changes: Changes, anchor: Scene) -> Image.Image:
    taken = change.captures(layers, changes.before, scene)
    image = paint.ground(layers, scene)
    change.mark_captures(image, layers, taken)
    image = change.dim(image, layers, views.changed_places(changes, scene))
    _events(image, layers, scene, anchor, changes.arrows, changes.losses)
    return image


def _events(
    image: Image.Image,
    layers: Base,
    scene: Scene,
    anchor: Scene,
    arrows: tuple[Arrow, ...],
    losses: tuple[Loss, ...],
) -> None:
    """The position, arrows over it but under the names; losses and labels on what room is left."""
    placed = cache.layout(layers, scene, anchor)
    paint.position(image, layers, scene, placed)
    change.draw_arrows(image, layers, arrows)
    paint.guards(image, layers, placed)
    paint.print_names(image, layers)
    paint.signs(image, layers, scene)
    room = paint.room_after(layers, placed)
    paint.battles(image, layers, scene, room)
    change.draw_losses(image, layers, losses, room)
    change.label_arrows(image, layers, arrows, room)
    paint.legend(image, layers, placed, room)


def _captioned(layers: Base, scene: Scene, changes: Changes) -> Scene:
    """The scene with a subtitle that names the captures, if it has none of its own."""
    if scene.subtitle:
        return scene
    taken = change.captures(layers, changes.before, scene)
    text = "Captured: " + ", ".join(sorted(taken)) if taken else "No territory changed hands"
    return replace(scene, subtitle=text)


def replay(scene: Scene, view: Replay, width: int = 0) -> tuple[list[Image.Image], list[float]]:
    """The pictures of a replay and how long each is shown, in seconds.

    Each step has two pictures: the movement over the position before it, and the position after it. Where all of it is too
    much for one window the film follows the action.
    """
    looks = views.following(atlas(scene.board), view, scene, width) or [
        views.look(atlas(scene.board), view, scene, width)
    ]
    images, holds = [_step(cache.base(looks[0]), looks[0], scene, scene, Frame(scene), scene)], [_FIRST_HOLD]
    before = scene
    for frame, look in zip(view.frames, looks, strict=False):
        layers = cache.base(look)
        if frame.arrows:
            moving = Frame(before, frame.caption, frame.arrows)
            images.append(_step(layers, look, before, before, moving, scene))
            holds.append(view.hold * 0.6)
        after = Frame(frame.scene, frame.caption, (), frame.losses)
        images.append(_step(layers, look, before, frame.scene, after, scene))
        holds.append(view.hold)
        before = frame.scene
    holds[-1] += _FIRST_HOLD
    return images, holds


def _step(layers: Base, look: Look, before: Scene, after: Scene, frame: Frame, anchor: Scene) -> Image.Image:
    image = paint.ground(layers, after)
    change.mark_captures(image, layers, change.captures(layers, before, after))
    _events(image, layers, after, anchor, frame.arrows, frame.losses)
    title, subtitle = frame.caption or strip.headline(after), strip.headline(after) if frame.caption else ""
    return strip.add(image, replace(after, powers=(), title=title, subtitle=subtitle), look.strip)
