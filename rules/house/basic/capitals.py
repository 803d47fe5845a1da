"""The Major Capitals (section 9), which several sections speak of."""

MAJOR_CAPITALS = ("Germany", "Japan", "Russia", "United Kingdom", "Eastern United States")
"""Berlin, Tokyo, Moscow, London, Washington; not Rome, Paris, Ottawa, Sydney or Calcutta."""
