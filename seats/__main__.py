"""python -m seats arena | league | play | review | sanity (see README.md)."""

from __future__ import annotations

import sys

from rules.__main__ import single_threaded

if __name__ == "__main__":
    single_threaded()
    from seats.measure.cli import main

    sys.exit(main(sys.argv[1:]))
