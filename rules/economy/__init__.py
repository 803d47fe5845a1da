"""Money: prices, purses, production sites and their capacity, placement, income."""
