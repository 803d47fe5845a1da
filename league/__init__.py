"""What a league reckons: ratings, formats, clocks, results, tournaments, challenges, tables. Values in, values out."""
