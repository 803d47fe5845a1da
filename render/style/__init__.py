"""Colours, fonts, emblems and the drawing kit."""
