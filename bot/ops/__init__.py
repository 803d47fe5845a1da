"""Running the bot: logs, health, backups."""
