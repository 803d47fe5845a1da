"""A game from the first order to the last: the one door in, the turn machine, questions and tasks, the words of the log."""
