"""Own rules of a group, without programming: a sheet of figures, new units and clauses, as text."""
