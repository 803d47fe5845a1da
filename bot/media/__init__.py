"""Pictures and odds, asked for and made elsewhere."""
