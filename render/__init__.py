"""The render package of Adjutant."""
