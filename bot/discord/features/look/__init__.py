"""Looking at the map and into the rules; /help."""
