"""Python's search for circular garbage, kept from holding everybody up.

A long game is some hundred thousand objects, none of them in circles. A full search walks through all of them while the
event loop waits: 0.4 s with a few games. So what was loaded is set aside (`settle`), and full searches are rare.
"""

from __future__ import annotations

import gc


def calm() -> None:
    """At the start: what is loaded stays out of searches, and those of everything become rare."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def settle() -> None:
    """After something large was loaded: searches pass it over. It is freed all the same when nobody has it any more."""
    gc.freeze()
