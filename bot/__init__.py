"""The bot package of Adjutant."""
