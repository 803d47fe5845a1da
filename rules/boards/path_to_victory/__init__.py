"""The rules that belong to the path_to_victory board alone; its data are the TOML files beside."""
