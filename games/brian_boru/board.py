"""The table to be touched: map, cards with both actions in words, the draft, what each player has; and why not."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kingmaker.games._base import GameState
from kingmaker.games.brian_boru._state import BoruState
from kingmaker.games.brian_boru.components import Card, Components, read_components
from kingmaker.games.brian_boru.following import moves as can_be_told
from kingmaker.games.brian_boru.hints import PARTS
from kingmaker.games.brian_boru.knowing import Keys, seen_by
from kingmaker.games.brian_boru.land import RIMS, TINTS, disc, land_picture, shape
from kingmaker.games.brian_boru.names import PLAYERS, PRINCESS
from kingmaker.games.brian_boru.telling import action_words, card_words, wedding_words
from kingmaker.games.brian_boru.words import name_of
from kingmaker.games.core import svg
from kingmaker.games.core.board import Area, Board, Piece, Spot, small

if TYPE_CHECKING:
    from kingmaker.games.brian_boru._components import Rules

CARD = "card "  # before a card's number where it is a piece: numbers are other things as well
ON_TOWNS = ("place", "town", "expand", "liberate", "lose", "monastery")
DECIDED = {
    "place": "the first disc", "pick": "two cards to keep", "town": "a town for the marker", "lead": "a card to lead",
    "follow": "a card to play", "secondary": "which secondary action", "buy": "how many more to pay for",
    "expand": "a town to expand to", "liberate": "a town to liberate", "dowry": "a town of the marriage card",
    "princess": "what the Princess is for", "gift": "a town of the marriage track", "lose": "a town for the Vikings",
    "chapel": "a town for a monastery", "cloister": "a town for a monastery",
}
BENEFITS = {"coin": "coin", "renown": "renown", "any_town": "town"}
SPACE = 52.0  # of the marriage track


# -- pieces ------------------------------------------------------------------------------------------------------------


def pieces(given: Mapping[str, Any], lang: str) -> dict[str, Piece]:
    """Return all cards by their numbers, and the players' discs."""
    parts = read_components(given.get("data") or None)
    found = {f"{CARD}{card.number}": _card(card) for card in parts.cards}
    for seat, player in enumerate(PLAYERS):
        found[player] = Piece(name=player, label=player, picture=small(30, 30, disc(15, 15, 13, seat)))
    return found


def _card(card: Card) -> Piece:
    face = [svg.rect(1, 1, 42, 60, fill=TINTS[card.suit], rx=5, stroke=RIMS[card.suit]),
            svg.text(22, 32, card.number, size=23, fill=RIMS[card.suit], bold=True), shape(card.suit, 22, 47, 7)]
    loses = " or ".join(map(action_words, card.secondary))
    return Piece(name=f"wins: {action_words(card.primary)}\nloses: {loses}", picture=small(44, 62, face),
                 label=f"{card.number} {card_words(card)}", group=card.suit, is_wide=True)


def targets(move: str) -> list[str]:
    """Return what is touched for a move: towns and cards; numbers of other things are chosen from the list."""
    verb, *words = move.split()
    if verb in ("play", "pick"):
        return [f"{CARD}{word}" for word in words]
    return words if verb in ON_TOWNS else []


# -- areas -------------------------------------------------------------------------------------------------------------


def areas(state: GameState, observer: int, lang: str, moves: Sequence[str], plan: Sequence[str]) -> list[Area]:
    """Return the table as an observer sees it."""
    assert isinstance(state, BoruState)
    rules, keys = state.rules, seen_by(state, observer) if not state.is_over else state.position()
    me = rules.players[observer]
    found = [_round(keys, rules)]
    if keys["trick"]:
        found.append(Area(name="trick", title="Trick", is_wide=True, spots=tuple(
            Spot(word=f"{CARD}{card}", mark=player) for player, card in keys["trick"])))
    if keys["player"] not in (None, me) and keys["hands"][keys["player"]][:1] == ["?"]:
        cards = [target for move in moves if move.startswith("play") for target in targets(move)]
        if cards:
            found.append(Area(name="theirs", title=f"{keys['player']}: which card?", is_wide=True,
                              spots=tuple(Spot(word=card) for card in cards)))
    found += _own(keys, me)
    found.append(_map(keys, rules, plan))
    found += [_player(keys, player, seat, observer, rules) for seat, player in enumerate(rules.players)]
    return [*found, _track(keys, rules)]


def _round(keys: Keys, rules: Rules) -> Area:
    """Return what was turned up, and what is to be decided."""
    lines = []
    if keys["round"]:
        wedding = keys["marriage_deck"][keys["round"] - 1]
        lines = [f"marriage card: {wedding} ({wedding_words(rules.parts)[wedding]})",
                 f"raiders in the battle area: {keys['battle']}"]
    if keys["active"]:
        lines.append(f"active town: {keys['active']}")
    if "action" in keys:
        card = rules.parts.cards[keys["action"]["card"] - 1]
        uses = (card.primary, *card.secondary)
        chosen = keys["action"]["use"]
        lines.append(f"card {card.number} acts: " + (" or ".join(
            f"{n} {action_words(use)}" for n, use in enumerate(card.secondary, 1)) if keys["decision"] == "secondary"
            else action_words(uses[chosen])))
    if keys["decision"] == "lose":
        lines.append(f"{keys['loser']} loses a town")
    if keys["player"]:
        lines.append(f"{keys['player']}: {DECIDED[keys['decision']]}")
    title = f"Round {keys['round']} of {rules.n_rounds}" if keys["round"] else "Setup"
    return Area(name="round", title=title, lines=tuple(lines), is_wide=True)


def _own(keys: Keys, me: str) -> Iterator[Area]:
    """Yield the packet to pick from, and the hand."""
    draft = (keys.get("draft") or {}).get(me)
    hand = keys["hands"][me]
    if keys["phase"] == "draft" and isinstance(draft, Mapping) and len(draft["received"]) > len(draft["picked"]):
        received = draft["received"]
        lines = ("all pick at once; what others keep nobody sees",)
        yield Area(name="packet", title=f"Packet {len(received)}: keep two", lines=lines, is_wide=True,
                   spots=tuple(Spot(word=f"{CARD}{card}") for card in received[-1]))
    if hand and hand[0] != "?":
        title = f"{me}: kept so far" if keys["phase"] == "draft" else f"{me}: hand"
        yield Area(name="hand", title=title, is_wide=True, spots=tuple(Spot(word=f"{CARD}{card}") for card in hand))


def _player(keys: Keys, player: str, seat: int, observer: int, rules: Rules) -> Area:
    n, married = len(keys["hands"][player]), list(keys["marriages"][player])
    if keys["princess"] and keys["princess"]["holder"] == player:
        married.append(f"{PRINCESS} ({keys['princess']['use']})")
    own = [town for town, what in keys["towns"].items() if what["disc"] == player]
    lines = [f"{keys['coins'][player]} coins, {keys['renown'][player]} renown",
             f"{keys['raiders'][player]} raiders, {keys['church'][player]} in the church", f"{n} cards",
             "towns: " + (" ".join(town + "V" * keys["towns"][town]["viking"] for town in own) or "none")]
    if married:
        lines.append(f"married: {', '.join(married)}")
    marks = [*["you"] * (seat == observer), *["marker"] * (keys["marker"] == player)]
    title = f"{player}{' (' + ', '.join(marks) + ')' if marks else ''} · {keys['points'][player]} points"
    return Area(name=f"player-{player}", title=title, lines=tuple(lines), side=seat)


def _map(keys: Keys, rules: Rules, plan: Sequence[str]) -> Area:
    steps: dict[str, int] = {}
    for n, move in enumerate(plan, 1):
        for word in targets(move):
            steps.setdefault(word, n)
    region = {one.id: one.name for one in rules.parts.regions}
    words = {town.id: ", ".join([town.id, region[town.region], town.colour, *_on(keys["towns"].get(town.id))])
             for town in rules.parts.towns}
    picture = land_picture(keys, rules.parts, rules.players, steps, title="Map", words=words)
    lines = ("square red, circle blue, diamond yellow · V: held by the Vikings · broken ring: monastery",
             "below a region's name: points of its claim token, and the towns it needs or who has it")
    return Area(name="map", title="Map", picture=picture, lines=lines, is_wide=True)


def _on(town: Mapping[str, Any] | None) -> list[str]:
    if town is None:
        return ["empty"]
    return [f"disc of {town['disc']}", *["held by the Vikings"] * town["viking"], *["monastery"] * town["monastery"]]


def _track(keys: Keys, rules: Rules) -> Area:
    """Return the marriage track, the first space on the left."""
    parts: Components = rules.parts
    pieces = []
    for space, benefit in enumerate(parts.track):
        x = 4 + SPACE * space
        pieces.append(svg.rect(x, 4, SPACE - 4, 74, fill="white", rx=4, stroke=svg.LINE))
        for i, part in enumerate(benefit):
            pieces.append(svg.text(x + SPACE / 2 - 2, 72 - 12 * i, BENEFITS[part], size=12))
        here = [seat for seat, player in enumerate(rules.players) if keys["track"][player] == space]
        for i, seat in enumerate(here):
            pieces += disc(x + 12 + 22 * (i % 2), 15 + 20 * (i // 2), 9, seat)
    where = ", ".join(f"{player} {keys['track'][player]}" for player in rules.players)
    picture = svg.document(8 + SPACE * len(parts.track), 84, pieces, title="Marriage track", words=where)
    return Area(name="track", title="Marriage track", lines=(where,), picture=picture, is_wide=True)


# -- a touch that leads nowhere ----------------------------------------------------------------------------------------


def why_not(state: GameState, touched: Sequence[str], lang: str) -> str:
    """Return why no move begins with what was touched."""
    assert isinstance(state, BoruState)
    word, name = touched[-1], state.game.player_name(state.player)
    keys = seen_by(state, state.player if state.viewer is None else state.viewer)
    wanted = f"{name} is to choose {DECIDED[keys['decision']]}"
    told = can_be_told(state)
    if word.startswith(CARD):
        number = int(word.removeprefix(CARD))
        if not any(move.startswith(("play", "pick")) for move in told):
            return wanted
        whose = next((player for player, cards in keys["hands"].items() if number in cards), None)
        if whose not in (None, name):
            return f"{whose} holds it; {wanted}"
        if keys["decision"] == "lead" and keys["active"]:
            colour = state.rules.parts.towns[state.rules.number[keys["active"]]].colour
            return f"for {keys['active']} a {colour} or a white card is led (R25)"
        return f"{name} keeps two cards of the packet" if keys["decision"] == "pick" else wanted
    town = keys["towns"].get(word)
    if not any(word in move.split()[1:] or move.split()[0] in ON_TOWNS for move in told):
        return wanted
    if town is not None and keys["decision"] in ("place", "town", "expand", "dowry", "gift"):
        return f"{word} is not empty: it has a disc of {town['disc']}"
    return REASONS.get(keys["decision"], wanted)


REASONS = {
    "place": "the first disc goes to a region where nobody has one (R17)",
    "town": "the leader needs a card of the town's colour, or a white one, if there is one for any town (R24, A2)",
    "expand": "expand goes to an empty town that one road joins to a town under own control, for 5 coins (R39)",
    "liberate": "only a town that the Vikings hold is liberated (R40)",
    "dowry": "the town lies in the region that the marriage card names (R45)",
    "lose": "the town is one that the loser controls (R49)",
    "chapel": "a monastery stands in a town under own control that has none (R55)",
    "cloister": "a monastery stands in a town under own control that has none (R57)",
}


def names(lang: str) -> dict[str, str]:
    """Return what the keys of the score are called."""
    return {**{part: name_of("parts", part, lang) for part in PARTS},
            **{key: name_of("score", key, lang) for key in ("winners", "parts", "player", "total")}}


BOARD = Board(pieces=pieces, areas=areas, why_not=why_not, names=names, targets=targets)
