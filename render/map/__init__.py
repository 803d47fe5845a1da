"""The map: shapes, camera, layout and paint."""
