"""Long runs: random games and other hostile work at full size, in pieces that can be stopped and gone on with."""
