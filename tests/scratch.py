"""Where tests keep what they write. Stores are written through to the disk at each order; tests that play many need not
wait for that, as no test has the power cut."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

_MEMORY = Path("/dev/shm")
# Far more than what a whole run has there at once; an ordinary container has 64 MB.
_ENOUGH = 4 << 30


def in_memory() -> str | None:
    """A folder whose files are never on a disk, if this machine has one with room; else None."""
    try:
        room = shutil.disk_usage(_MEMORY).free
    except OSError:
        return None
    return str(_MEMORY) if room > _ENOUGH and os.access(_MEMORY, os.W_OK) else None
