"""Small repairs of the sea zones on the raster, where the rules deny a short contact or want one."""

from __future__ import annotations

from collections.abc import Sequence

from tools.mapmaker.rasters import Labels
from tools.mapmaker.table import Table
from tools.mapmaker.waters import Waters


def repair(table: Table, zones: Waters, land: Labels, land_names: Sequence[str]) -> Waters:
    """The zones with such contacts mended."""
    return zones
