"""The rules that belong to the oztea1941 board alone; its data are the TOML files beside."""
