"""What the boards of the whole world with one kind of complex share: `follows = "world"` in their board.toml takes it."""
