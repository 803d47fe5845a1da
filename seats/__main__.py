"""python -m seats arena | league | play | sanity | soak (see README.md)."""

from __future__ import annotations

import sys

from seats.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
