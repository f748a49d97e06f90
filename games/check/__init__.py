"""The contract that every game must keep, and the oracles that hold it to it."""
