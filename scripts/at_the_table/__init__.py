"""Commands for somebody with a game before them."""
