"""Commands that measure agents and the program itself."""
