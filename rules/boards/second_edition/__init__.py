"""What boards of the second edition share: `follows = "second_edition"` in their board.toml takes all of it."""
