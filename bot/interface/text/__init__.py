"""Outcomes to messages: Discord's limits are handled here and nowhere else."""
