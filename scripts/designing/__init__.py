"""Commands for somebody who makes or weighs a game."""
