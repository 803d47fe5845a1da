"""Who has to act, and until when."""
