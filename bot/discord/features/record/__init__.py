"""The record of a game: log, recaps, statistics, files, going back."""
