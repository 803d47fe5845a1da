"""The rules that belong to the europe1943 board alone; its data are the TOML files beside."""
