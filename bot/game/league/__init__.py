"""What the moderator does for leagues: how games go on the way to their result, and the records of those that are over."""
