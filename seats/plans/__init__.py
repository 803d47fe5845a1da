"""Search over plans: a turn is played out on a copy for each of some different plans, the enemies' replies are reckoned,
and the best is played."""
