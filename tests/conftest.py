"""All tests: examples that hypothesis makes are the same in every run, so that what is red is red for everybody."""

from hypothesis import settings

settings.register_profile("the same for all", derandomize=True, deadline=None)
settings.load_profile("the same for all")
