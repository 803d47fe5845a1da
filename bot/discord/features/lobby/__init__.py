"""Before the first turn: seats, rules, bids, the start; and /game."""
