"""One room a feature: its commands, buttons, forms and texts."""
