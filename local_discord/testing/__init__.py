"""What tests need beside the channel: players, faults on purpose, Discord's own description."""
