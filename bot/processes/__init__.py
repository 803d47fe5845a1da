"""Work in processes of their own: pictures, odds, thoughts of computer players, files."""
