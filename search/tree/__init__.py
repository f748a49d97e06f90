"""The compiled part: pools of nodes, selection, playouts, and the trees that they make."""
