"""Before the first turn: rules, seats, bids, the start; who may order."""
