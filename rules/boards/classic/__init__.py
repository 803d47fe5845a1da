"""The rules that belong to the classic board alone; its data are the TOML files beside."""
