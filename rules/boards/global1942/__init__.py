"""The rules that belong to the global1942 board alone; its data are the TOML files beside."""
