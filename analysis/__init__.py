"""Statistics, plots and reports. Reads tables only; importing it needs no compiled code."""
from analysis.dataset import Dataset, load
from analysis.errors import DataError

__all__ = ["DataError", "Dataset", "load"]
