"""What a hint says of this game: moves as instructions, what parts of the points and seats are called."""
from __future__ import annotations

from kingmaker.games._base import GameState
from kingmaker.games.architects._state import ArchState
from kingmaker.games.architects.cards import Cards, cards_of
from kingmaker.games.architects.components import Components
from kingmaker.games.architects.names import OPPONENT
from kingmaker.games.architects.saying import say
from kingmaker.games.architects.words import LANGUAGES, NAMES, name_of
from kingmaker.games.spec import Game

# English, Czech. `{}` are the words behind the verb, cards and places by their names.
INSTRUCTIONS = {
    "hire": ("hire {}", "najmi: {}"), "draw": ("draw building cards", "dober si karty budov"),
    "keep": ("keep {}", "nech si: {}"), "dismiss": ("dismiss {}", "propusť: {}"),
    "place": ("send a worker to: {}", "pošli služebníka: {}"),
    "recall": ("take your workers back from: {}", "vezmi své služebníky zpět: {}"),
    "wonder influence": ("take influence for the wonder's token", "za figurku monumentu si vezmi vliv"),
    "wonder worker": ("count one worker more for the wonder's token", "za figurku monumentu počítej o služebníka víc"),
    "profiteer now": ("take the Profiteer's influence now", "vliv za Šmelináře si vezmi hned"),
    "profiteer later": ("take the Profiteer's influence after the action", "vliv za Šmelináře si vezmi po akci"),
    "contribute": ("contribute {}", "přispěj: {}"), "later": ("do not contribute yet", "zatím nepřispívej"),
    "pass": ("do not contribute", "nepřispívej"), "mine": ("mine {}", "vytěž: {}"),
    "trade": ("trade for {}", "vyměň za: {}"), "trade card": ("trade with {}", "vyměň přes: {}"),
    "capture": ("arrest the workers of {1} at: {0}", "zajmi služebníky: {0}, hráč {1}"),
    "prison": ("send your captives to prison", "pošli své zajatce do vězení"),
    "release": ("free your workers from prison", "propusť své služebníky z vězení"),
    "rescue silver": ("buy your workers back with silver", "vykup své služebníky za mince"),
    "rescue debt": ("take your workers back for a debt", "vezmi své služebníky zpět za dluh"),
    "payoff": ("pay off a debt", "splať dluh"), "build": ("build {}", "postav: {}"),
    "cathedral": ("work on the cathedral", "stavěj katedrálu"),
    "token": ("put the token on: {}", "postav figurku monumentu: {}"),
    "discard": ("discard {}", "odhoď: {}"),
    "discard ?": ("discard a card unseen", "odhoď kartu, kterou nikdo nevidí"),
    "choose": ("choose option {}", "vyber možnost {}"),
    "destroy": ("debts to destroy: {}", "dluhů zničit: {}"), "reward": ("choose reward {}", "vyber odměnu {}"),
    "bribe": ("pay 2 silver and keep the virtue", "zaplať 2 mince a počestnost si nech"),
    "accept": ("lose the virtue", "ztrať počestnost"), "skip": ("leave it", "vynech to"),
    "done": ("stop there", "skonči akci"), "influence": ("pay for {1} {0} with influence", "vlivem zaplať: {1} × {0}"),
    "mix": ("pay {0} clay, {1} wood, {2} stone", "zaplať hlínu, dřevo, kámen: {0}, {1}, {2}"),
    "with": ("pay {1} gold, the rest in marble", "zaplať {1} zlata, zbytek mramorem"),
}
PARTS = {
    "buildings": ("buildings", "budovy"), "effects": ("effects at the end", "efekty na konci"),
    "cathedral": ("the cathedral", "katedrála"), "virtue": ("virtue", "počestnost"), "debts": ("debts", "dluhy"),
    "goods": ("gold and marble", "zlato a mramor"), "silver": ("silver", "mince"),
    "prison": ("workers in prison", "služebníci ve vězení"), "resources": ("goods", "zboží"),
    "coins": ("silver", "mince"), OPPONENT: ("the opponent", "protivník"),
}
SPACE_NAMES = {"small": ("Black Market, small space", "Černý trh, malé pole"),
               "middle": ("Black Market, middle space", "Černý trh, střední pole"),
               "large": ("Black Market, large space", "Černý trh, velké pole")}


def tell(state: GameState, action: int, lang: str) -> str:
    """Return a move as an instruction, cards and places by their names."""
    assert isinstance(state, ArchState)
    return in_words(state.rules.parts, state.format_action(action), lang)


def in_words(parts: Components, text: str, lang: str) -> str:
    """Return the text of a move as an instruction, also of one that is told of a player whose cards are not known."""
    verb, *words = text.split()
    key = text if text in INSTRUCTIONS else "trade card" if verb == "trade" and words[0] not in NAMES else verb
    names = [_called(word, cards_of(parts, lang), lang) for word in words]
    return INSTRUCTIONS[key][LANGUAGES.index(lang)].format(*names)


def _called(word: str, cards: Cards, lang: str) -> str:
    """Return what a word of a move is called: a place, a good, a card with its number; others stay."""
    if word in SPACE_NAMES:
        return SPACE_NAMES[word][LANGUAGES.index(lang)]
    if word in NAMES:
        return name_of(word, lang)
    is_card = word[0].isupper() and word[-1].isdigit()
    return f"{cards.name(word)} ({word})" if is_card else word


def named(game: Game, word: str, lang: str) -> str:
    """Return what a hint calls a part of the points or the opponent's seat, and the game itself."""
    if word == game.spec.title:
        return say("title", lang)
    return PARTS[word][LANGUAGES.index(lang)] if word in PARTS else word


def gains(state: GameState, player: int) -> dict[str, float]:
    """Return what a player holds that buildings cost: goods and silver, which lie open."""
    assert isinstance(state, ArchState)
    seat = list(state.table()["seats"].values())[player]
    return {"resources": float(sum(seat["goods"])), "coins": float(seat["silver"])}
