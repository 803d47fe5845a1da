"""The boards: data in TOML, and the rules that belong to a board alone."""
