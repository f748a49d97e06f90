"""Statistics, plots and reports. Reads tables only; importing it needs no compiled code."""
