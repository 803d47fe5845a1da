"""Orders: given by command, button, menu or form, and answered."""
