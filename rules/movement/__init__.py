"""Where units may go, by land, sea and air; cargo, carriers, landing places. See README.md."""
