"""Games as files, and through the versions of the rules."""
