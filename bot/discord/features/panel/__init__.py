"""The panel of a game: whose move it is, with the buttons for it."""
