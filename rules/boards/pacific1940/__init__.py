"""The rules that belong to the pacific1940 board alone; its data are the TOML files beside."""
