"""Statistics, plots and reports. Reads tables only; importing it needs no compiled code."""
from kingmaker.analysis.data.dataset import Dataset, load
from kingmaker.analysis.errors import DataError

__all__ = ["DataError", "Dataset", "load"]
