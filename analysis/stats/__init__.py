"""Intervals, fits and tests, which know nothing of games."""
