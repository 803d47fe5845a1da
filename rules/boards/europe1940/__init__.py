"""The rules that belong to the europe1940 board alone; its data are the TOML files beside."""
