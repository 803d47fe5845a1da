"""What is done by agreement: proposals, taking back."""
