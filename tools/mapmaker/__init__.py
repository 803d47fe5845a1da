"""The offline build of board geometry: a table of a board becomes a compact file in render/geometry/."""
