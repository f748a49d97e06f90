"""What games share in making: options, data files, weights, pictures, and the base of games in Python."""
