"""How fast games and searches are, and whether they still do the same."""
