"""Pictures: drawn from baked layers, beside the bare encoding of the same picture; in time of the processor."""

from __future__ import annotations

import io
import multiprocessing
from concurrent.futures import ProcessPoolExecutor

from PIL import Image

from render.battle.paint import battle_picture
from render.examples import CARDS
from render.input.position import scene
from render.input.scene import Overview, Picture, Request, Scene, Theatre, View, Whole
from render.map import encode, views
from render.map.atlas import atlas
from render.map.base import bake
from render.map.draw import picture, theatres
from rules.model.board import BOARDS
from rules.play.game import Game
from tests.benchmarks.clock import Goal, Row, middle, timed, worked
from tests.benchmarks.engine_side import fresh
from tests.benchmarks.memory import used

ENCODING = "encoding the same picture"
RUNS = 7
THEATRE_GOAL, WHOLE_GOAL = Goal(1.5, times=True, more=", 400 kB"), Goal(1000, more=", 2 MB")


def rows() -> list[Row]:
    """All rows of pictures."""
    return [*_cards(), *(row for board in BOARDS for row in _boards(board)), _memory()]


def bare(drawn: Picture) -> float:
    """What encoding a picture takes by itself, in ms."""
    image = Image.open(io.BytesIO(drawn.data)).convert("RGB")
    return middle(worked(lambda: encode.still(image, drawn.format), RUNS))


def _cards() -> list[Row]:
    return [_card(name) for name in ("battle-land", "battle-horde")]


def _card(name: str) -> Row:
    card = CARDS[name]()
    drawn = battle_picture(card)
    times = worked(lambda: battle_picture(card), RUNS)
    return Row(f"card {name}", times, ENCODING, bare(drawn), note=_size(drawn))


def _boards(board: str) -> list[Row]:
    game, names = fresh(board), theatres(board)
    times = worked(lambda: scene(game.view), 20)
    look = views.look(atlas(board), Whole(), scene(game.view))
    baking = worked(lambda: bake(look.camera, look.names, look.values), 2)
    shown: list[tuple[str, View, str]] = [(f"theatre {n}", Theatre(n), THEATRE_GOAL) for n in names[:3]]
    shown += [("overview", Overview(), ""), ("whole board", Whole(), WHOLE_GOAL)]
    return [
        Row(f"{board}: the scene of a position", times),
        Row(f"{board}: layers of the whole board baked, once", baking),
        *(_view(game, f"{board}: {title}", view, goal) for title, view, goal in shown),
    ]


def _memory() -> Row:
    """A process of its own that draws some of every board, and what it holds then."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        held: list[int] = []
        times = timed(lambda: held.extend(pool.submit(_draw_all).result()), 1)
    note = f"memory of a process that has drawn them: {held[0]} MB after {BOARDS[0]}, {held[-1]} MB after all boards"
    return Row("six theatres, overview and whole of every board, from nothing", times, note=note)


def _draw_all() -> list[int]:
    """Resident MB of this process after each board."""
    held = []
    for board in BOARDS:
        game = fresh(board)
        for view in (*map(Theatre, theatres(board)[:6]), Overview(), Whole()):
            picture(Request(scene(game.view), view))
        held.append(int(used()))
    return held


def _view(game: Game, title: str, view: View, goal: str) -> Row:
    """A view from baked layers. Each picture shows another position, so that none comes from the cache."""
    count = iter(range(1000))

    def fresh() -> Scene:
        return scene(game.view, title=f"{title} {next(count)}")

    drawn = picture(Request(fresh(), view))
    times = worked(lambda: picture(Request(fresh(), view)), RUNS)
    return Row(title, times, ENCODING, bare(drawn), goal, _size(drawn))


def _size(drawn: Picture) -> str:
    return f"{drawn.width} × {drawn.height}, {len(drawn.data) / 1000:.0f} kB"
