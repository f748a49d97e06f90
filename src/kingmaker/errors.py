"""The base of all errors that bad input causes; the rooms have kinds of their own."""


class KingmakerError(ValueError):
    """Bad input: the command line prints the message and exits with 2."""


class InputError(KingmakerError):
    """A file, a line or a text from outside that cannot be read as what it should be."""
