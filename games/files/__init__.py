"""What stands in files: positions, records, replays, followed games, the tables that a game keeps of itself."""
