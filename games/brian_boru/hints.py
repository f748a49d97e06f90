"""What a hint says of this game: moves as instructions, where the points come from."""
from __future__ import annotations

from kingmaker.games._base import GameState
from kingmaker.games.brian_boru._state import BoruState
from kingmaker.games.brian_boru.names import USES
from kingmaker.games.brian_boru.telling import action_words, card_words
from kingmaker.games.brian_boru.words import name_of
from kingmaker.games.spec import Game

VERBS = ("place", "pick", "town", "play", "secondary", "buy", "expand", "pass", "liberate", "princess", "lose",
         "monastery")
CARDS = ("pick", "play")  # moves that name cards
PARTS = ("track", "coins", "marker", "renown", "claims", "shared", "regions")


def tell(state: GameState, action: int, lang: str) -> str:
    """Return a move as an instruction: a card that is played with both actions, towns with their region."""
    return tell_move(state, state.format_action(action), lang)


def tell_move(state: GameState, move: str, lang: str) -> str:
    """Return a move as an instruction, whether or not it can be made in this world."""
    assert isinstance(state, BoruState)
    verb, *words = move.split()
    parts = state.rules.parts
    region = {one.id: one.name for one in parts.regions}
    names = {one.id: f"{one.id} ({region[one.region]})" for one in parts.towns}
    if verb in CARDS:
        told = {card.number: card_words(card, lang) if verb == "play" else name_of("suits", card.suit, lang)
                for card in parts.cards}
        names = {str(number): f"{number} ({words})" for number, words in told.items()}
    elif verb == "princess":
        names = {use: name_of("uses", use, lang) for use in USES}
    elif verb == "secondary":
        names = {str(n): f"{n} ({words})" for n, words in enumerate(_secondary(state, lang), 1)}
    key = "pick-one" if verb == "pick" and len(words) == 1 else verb
    return name_of("instructions", key, lang, *(names.get(word, word) for word in words))


def explain(state: GameState, action: int, lang: str = "en") -> str:
    """Return what the cards of a move do, both actions in words; nothing where it names no card."""
    assert isinstance(state, BoruState)
    verb, *words = state.format_action(action).split()
    if verb == "secondary":
        return _secondary(state, lang)[int(words[0]) - 1]
    cards = {str(card.number): card for card in state.rules.parts.cards}
    return " · ".join(f"{word}: {card_words(cards[word], lang)}" for word in words) if verb in CARDS else ""


def _secondary(state: BoruState, lang: str) -> list[str]:
    """Return the actions between which the player to act chooses."""
    keys = state.position(state.player)
    if "action" not in keys:
        return []
    return [action_words(one, lang) for one in state.rules.parts.cards[keys["action"]["card"] - 1].secondary]


def named(game: Game, word: str, lang: str) -> str:
    """Return what a hint calls a part of the points."""
    if word == game.spec.title and lang != "en":
        return name_of("words", "title", lang)
    return name_of("parts", word, lang) if word in PARTS else word


def parts(state: GameState) -> dict[str, list[float]]:
    """Return the points of each player by where they come from, as records have them."""
    assert isinstance(state, BoruState)
    rows = state.score()["parts"].values()
    return {name: [float(row[name]) for row in rows] for name in next(iter(rows))}
