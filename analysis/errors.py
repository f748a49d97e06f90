"""Errors of data: files that cannot be read or written, and questions to which they have no answer."""
from kingmaker.errors import KingmakerError


class DataError(KingmakerError):
    """What is wrong with which file, and the way out; the command line prints it and exits with 2."""
