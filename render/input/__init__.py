"""What pictures are made of: scenes, and how a game or its log becomes one."""
