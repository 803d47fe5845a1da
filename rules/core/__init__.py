"""What every rule is written in: hooks, the rule table, questions about a position, the transaction that changes it."""
