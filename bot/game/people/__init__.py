"""What is known of people: how far they know a game, what they wish, wrote and were refused."""
