"""All tests: examples that hypothesis makes are the same in every run, so that what is red is red for everybody."""

import gc

from hypothesis import settings

settings.register_profile("the same for all", derandomize=True, deadline=None)
settings.load_profile("the same for all")


def pytest_collection_finish() -> None:
    """What is collected lives as long as the run: no look for garbage goes through it again (a tenth of the time)."""
    gc.collect()
    gc.freeze()
