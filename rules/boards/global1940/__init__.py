"""The rules that belong to the global1940 board alone; its data are the TOML files beside."""
