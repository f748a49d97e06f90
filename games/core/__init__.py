"""What games share in making: options, data files, keys of positions, weights, pictures, a base for Python games."""
