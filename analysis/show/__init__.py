"""Plots, sections and the report: what is shown of a study."""
