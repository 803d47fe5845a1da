"""Pictures from the worker process."""

from __future__ import annotations

import pytest

from render import worker
from render.scene import Request, Theatre
from tests.render import map_scenes


async def test_worker_draws_and_survives() -> None:
    request = Request(map_scenes.setup("classic"), Theatre("Europe"), width=400)
    try:
        first = await worker.picture(request)
        assert first.format == "webp" and first.width == 400 and first.alt
        with pytest.raises(KeyError):
            await worker.picture(Request(request.scene, Theatre("Atlantis")))
        assert await worker.picture(request) == first
    finally:
        worker.stop()
