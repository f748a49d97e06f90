"""Data sets on disk: their schema, writing and reading them."""
