"""Baked layers, layouts and finished pictures, kept while they are likely to be asked for again."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from render.input.scene import Picture, Request, Scene
from render.map.base import Base, bake
from render.map.camera import Camera
from render.map.layout import Layout, plan
from render.map.views import WHOLE_WIDTH, Look

K = TypeVar("K")
V = TypeVar("V")


class Lru(Generic[K, V]):
    """The values used last, up to a number, or up to what they weigh together; the newest stays in any case."""

    def __init__(self, most: int, weigh: Callable[[V], int] = lambda value: 1) -> None:
        self.most, self._weigh, self._weight = most, weigh, 0
        self._kept: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key, made if it is not there."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        value = self._kept[key] = make()
        self._weight += self._weigh(value)
        while self._weight > self.most and len(self._kept) > 1:
            self._weight -= self._weigh(self._kept.popitem(last=False)[1])
        return value


def size(layers: Base) -> int:
    """The bytes of some baked layers' pictures."""
    pictures = (layers.sea, layers.ids, layers.shade, layers.land, layers.borders, layers.top)
    return sum(picture.width * picture.height * len(picture.getbands()) for picture in pictures)


def fingerprint(scene: Scene) -> str:
    """The same text for equal scenes, whatever the order of their places."""
    places = sorted(scene.places.items())
    rest = (scene.board, scene.round, scene.round_name, scene.power, scene.phase, scene.title, scene.subtitle)
    return hashlib.sha256(repr((rest, scene.powers, places)).encode()).hexdigest()


def request_key(request: Request) -> str:
    """The same text for equal requests."""
    anchor = fingerprint(request.anchor) if request.anchor else ""
    view = hashlib.sha256(repr(request.view).encode()).hexdigest()
    return "/".join((fingerprint(request.scene), view, anchor, request.format, str(request.width)))


# Enough for the whole of each board: one that is drawn in turn with others is not baked anew each time.
LARGE_BYTES = 256 * 2**20
_large: Lru[Look, Base] = Lru(LARGE_BYTES, size)
_small: Lru[Look, Base] = Lru(10)
_layouts: Lru[tuple[Camera, str, str], Layout] = Lru(40)
_pictures: Lru[str, Picture] = Lru(64)


def base(look: Look) -> Base:
    """The baked layers of a look."""
    kept = _large if look.camera.width >= WHOLE_WIDTH // 2 else _small
    return kept.get(look, lambda: bake(look.camera, look.names, look.values))


def layout(layers: Base, scene: Scene, anchor: Scene | None) -> Layout:
    """The layout of a scene; counters that stood in the anchor scene keep their places."""
    first = fingerprint(anchor) if anchor else ""
    earlier = layout(layers, anchor, None) if anchor else None
    return _layouts.get((layers.camera, fingerprint(scene), first), lambda: plan(layers, scene, earlier))


def picture(request: Request, make: Callable[[Request], Picture]) -> Picture:
    """The picture of a request, drawn if it was not drawn lately."""
    return _pictures.get(request_key(request), lambda: make(request))
