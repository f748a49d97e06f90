"""The `kingmaker` command: one module for each subcommand. No logic worth a test of its own."""
