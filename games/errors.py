"""Errors a user can cause. Each message says what was expected, what came, where, and what to do."""
from kingmaker.errors import InputError, KingmakerError

__all__ = ["ConfigError", "ContractError", "IllegalActionError", "KingmakerError", "NotationError"]


class NotationError(InputError):
    """A text that cannot be read as a move, a position or an option; `faults` where several things are wrong."""

    faults: tuple[str, ...] = ()


class IllegalActionError(KingmakerError):
    """A move that can be read but that the rules do not allow here."""


class ConfigError(KingmakerError):
    """An unknown name, option or key, or a value outside its range; `faults` where several things are wrong."""

    faults: tuple[str, ...] = ()


class ContractError(KingmakerError):
    """A game that breaks the contract of docs/adding_a_game.md: the fault is the game's, not the user's."""
