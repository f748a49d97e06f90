"""Following a real game of Brian Boru from the seat of one player: what to ask, and what followed by itself.

Of the other players the session hears what all see: the town and the card of a lead, cards played, what is chosen when
cards act and in the upkeep. What they pick in the draft is seen by nobody, so it is not asked. At a real table nobody
notices whether a leader had another choice: what the engine takes from that (`owns`) is not used here.
"""
from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.brian_boru._components import rules_of
from kingmaker.games.brian_boru._state import BoruState
from kingmaker.games.brian_boru.hints import tell_move
from kingmaker.games.brian_boru.knowing import NOTHING, Keys, Known, More, Turned, seen_by
from kingmaker.games.brian_boru.names import CARD, PLAYERS
from kingmaker.games.brian_boru.telling import card_words, happened, wedding_words
from kingmaker.games.brian_boru.words import name_of
from kingmaker.games.core.following import Ask, Followed, Following
from kingmaker.games.errors import IllegalActionError, KingmakerError, NotationError
from kingmaker.games.registry import game_spec
from kingmaker.games.spec import Game

FILL = 1_000_003  # seed of what stands where nothing is known: always the same
MOST_TRIES = 20_000
PIECE = f"{CARD}{{}}"  # a card on the page's board
VERBS = ("place", "pick", "town", "play", "secondary", "buy", "expand", "pass", "liberate", "princess", "military",
         "trade", "spurn", "lose", "monastery")


def _asked(key: str, lang: str, *values: object) -> str:
    return name_of("questions", key, lang, *values)


# -- setup ---------------------------------------------------------------------------------------------------------


def setup(given: Mapping[str, str], lang: str) -> Generator[Ask, str, GameState]:
    """Ask who plays, whose cards are known and who begins; R12 to R17. The first discs are moves."""
    options = dict(given)
    if "players" not in options:
        options["players"] = yield Ask(question=_asked("players", lang), choices=dict.fromkeys(("3", "4", "5"), ""))
    game = game_spec("brian-boru").bind(options)
    names = PLAYERS[:game.n_players]
    viewer = names.index((yield Ask(question=_asked("seat", lang), choices=dict.fromkeys(names, ""))))
    state = game.new(FILL)
    assert isinstance(state, BoruState)
    keys = state.position(viewer)
    if not game.options["short"]:  # an exercise has its discs on the board, and one player left to place
        first = yield Ask(question=_asked("first", lang), choices=dict.fromkeys(names, ""))
        keys |= {"marker": first, "player": first}
    return _must(Known(game, keys, viewer).world())


def _must(found: BoruState | None) -> BoruState:
    """Return a world that is known to be."""
    if found is None:
        raise NotationError("what was told cannot be: no deal of the cards agrees with all of it")
    return found


# -- moves of others -----------------------------------------------------------------------------------------------


def _is_hidden(state: BoruState) -> bool:
    """Whether the player to act chooses from cards that the session does not know."""
    return state.viewer not in (None, state.player) and state.decision in ("town", "lead", "follow")


def moves(state: GameState) -> list[str]:
    """Return what may be told: of another's lead and card all that can be in some world."""
    assert isinstance(state, BoruState)
    if not _is_hidden(state):
        return state.legal_moves()
    known = _known(state)
    if state.decision == "town":
        return [f"town {town}" for town in known.towns(state.player)]
    cards = known.holdable(state.player) if state.decision == "follow" else known.leads(state.player,
                                                                                        known.keys["active"])
    return [f"play {card + 1}" for card in cards]


def accept(state: GameState, move: str) -> tuple[GameState, int]:
    """Return the position with what is unknown drawn so that a move can be, and the move's id."""
    assert isinstance(state, BoruState)
    if not _is_hidden(state):
        return state, state.parse_action(move)
    if move not in moves(state):
        raise IllegalActionError(_why_not(state, move))
    known, (verb, word) = _known(state), move.split()
    cards = [int(word) - 1] if verb == "play" else known.holdable(state.player)
    for card in cards:
        found = known.world(More(lies={card: state.player}))
        if found is not None and move in found.legal_moves():
            return found, found.parse_action(move)
    return state, _id_of(state, move)  # in the worlds in which it can be nothing else can


def _id_of(state: BoruState, move: str) -> int:
    """Return the id of a move that need not be legal in a state."""
    every = range(state.game.n_actions)
    return next(action for action in every if _text_of(state, action) == move)


def _text_of(state: BoruState, action: int) -> str:
    try:
        return state.format_action(action)
    except KingmakerError:  # ids of towns that there are not
        return ""


def _why_not(state: BoruState, move: str) -> str:
    """Return why another player cannot have made a move."""
    keys, name, word = seen_by(state, state.viewer or 0), state.game.player_name(state.player), move.split()[-1]
    if move.startswith("play") and word.isdecimal() and 1 <= int(word) <= len(state.rules.parts.cards):
        card = int(word)
        whose = next((player for player, cards in keys["hands"].items() if card in cards), None)
        by = next((player for player, cards in keys["played"].items() if card in cards), None)
        why = (f"{whose} holds it" if whose else f"{by} has played it this round" if by else
               f"by what you saw of the draft and of the leads, {name} cannot have it")
        return f"illegal move {move!r}: {why}"
    if move.startswith("town") and word in keys["towns"]:
        return f"illegal move {move!r}: {word} is not empty"
    return f"illegal move {move!r}: {name} is to {'lead for a town' if state.decision == 'town' else 'play a card'}"


def _known(state: BoruState) -> Known:
    assert state.viewer is not None
    return Known(state.game, seen_by(state, state.viewer), state.viewer)


# -- what turns up -------------------------------------------------------------------------------------------------


def reveal(state: GameState, action: int, lang: str) -> Generator[Ask, str, Followed]:
    """Ask which cards come to the player and what is turned up, and go on with just these."""
    assert isinstance(state, BoruState)
    viewer = state.viewer
    if viewer is None:  # nothing is unknown
        after = state.clone()
        after.apply(action)
        assert isinstance(after, BoruState)
        return Followed(state=after, told=tuple(happened(state.rules, state.position(), after.position(), (), lang)))
    known, move = _known(state), state.format_action(action)
    if _is_hidden(state) and state.decision != "follow":
        after, leads = yield from _led(known, state.player, move, lang)
    else:
        played, after = yield from _gone_on(known, state, action, lang)
        after, leads = yield from _begun(known, played, after, move, lang)
    if "owns" in seen_by(after, viewer) and not after.can_redraw(viewer, MOST_TRIES, Rng(FILL)):
        raise NotationError("owns: expected that players hold one of these cards at least; what was told leaves none")
    return Followed(state=after, told=tuple(happened(state.rules, known.keys, seen_by(after, viewer), leads, lang)))


Led = tuple[BoruState, Sequence[str]]


def _gone_on(known: Known, state: BoruState, action: int,
             lang: str) -> Generator[Ask, str, tuple[Known, BoruState]]:
    """Return what is known before an action with what it turned up, and the state after it."""
    viewer, rules = known.viewer, known.rules
    move, turned = state.format_action(action), None
    passed: Sequence[int] = ()
    waits: dict[int, int] = {}
    more = More(lies={int(move.split()[1]) - 1: state.player}) if _is_hidden(state) else NOTHING
    after = _played(_must(known.world(more)), move, viewer, passed)
    keys = after.position(viewer)
    if keys["round"] > known.keys["round"]:
        turned = yield from _ask_round(known, rules.short_size or rules.parts.deal[len(rules.players)], lang)
    elif state.decision == "pick":
        n_seen = len(_received(known.keys, rules.players[viewer]))
        right = (viewer - 1) % len(rules.players)
        packet = (right - n_seen + 1) % len(rules.players)
        size = len(_received(keys, rules.players[viewer])[-1])
        passed = yield from _ask_cards(known, "passed", size, known.waiting(packet), lang, rules.players[right])
        waits = dict.fromkeys(passed, packet)
    if turned is not None or waits:
        after = _played(_must(known.world(replace(more, waits=waits), turned)), move, viewer, passed)
    return known, after


def _received(keys: Keys, player: str) -> Sequence[Sequence[int]]:
    received: Sequence[Sequence[int]] = keys["draft"][player]["received"]
    return received


def _played(world: BoruState, move: str, viewer: int, passed: Sequence[int]) -> BoruState:
    """Return a world after a move and others' picks, which nobody sees; they leave what was passed to the player."""
    after = world.clone()
    assert isinstance(after, BoruState)
    after.apply_move(move)
    kept = {str(card + 1) for card in passed}
    while not after.is_over and after.decision == "pick" and after.player != viewer:
        legal = after.legal_moves()
        after.apply_move(next((pick for pick in legal if not kept & set(pick.split())), legal[0]))
    return after


def _begun(known: Known, played: Known, after: BoruState, move: str, lang: str) -> Generator[Ask, str, Led]:
    """Return the state with no more of another's lead than was told, where an action has begun a trick."""
    viewer, rules = known.viewer, known.rules
    if after.is_over or after.decision not in ("town", "lead", "follow"):
        return after, ()
    keys = seen_by(after, viewer)
    told = int(move.split()[1]) - 1 if move.startswith("play") else None
    is_new = after.decision != "follow" or (len(keys["trick"]) == 1 and keys["trick"][0][1] - 1 != told)
    if not is_new:
        return after, ()
    if keys["marker"] == rules.players[viewer]:  # what the player does by itself is known
        return after, ()
    start = Known(known.game, keys, viewer).before_lead(played, told)
    return (yield from _lead(start, rules.players.index(keys["marker"]), lang))


def _lead(start: Known, leader: int, lang: str) -> Generator[Ask, str, Led]:
    """Return the state in which another player is to lead; where the town can be only one, it is chosen."""
    found = start.has_choice(leader, None)
    if found is not None:
        return found, ()
    name, towns = start.rules.players[leader], start.towns(leader)
    town = yield Ask(question=_asked("town", lang, name), choices=dict.fromkeys(towns, ""))
    after, leads = yield from _card_for(start.told_town(town), leader, town, lang)
    return after, (name_of("told", "leads-town", lang, name, town), *leads)


def _led(known: Known, leader: int, move: str, lang: str) -> Generator[Ask, str, Led]:
    """Return the state after another's lead: the town, then the card, where there can be more than one."""
    verb, word = move.split()
    if verb == "play":
        return _must(known.told_lead(leader, int(word) - 1).world()), ()
    return (yield from _card_for(known.told_town(word), leader, word, lang))


def _card_for(known: Known, leader: int, town: str, lang: str) -> Generator[Ask, str, Led]:
    found = known.has_choice(leader, town)
    if found is not None:
        return found, ()
    name, parts = known.rules.players[leader], known.rules.parts
    card = int((yield Ask(question=_asked("lead", lang, name, town), choices={
        str(card + 1): card_words(parts.cards[card], lang) for card in known.leads(leader, town)}, piece=PIECE))) - 1
    return _must(known.told_lead(leader, card).world()), (name_of("told", "leads-card", lang, name, card + 1,
                                                                name_of("suits", parts.cards[card].suit, lang)),)


def _ask_round(known: Known, size: int, lang: str) -> Generator[Ask, str, Turned]:
    """Ask for the Viking card, the marriage card and the cards dealt; R19, R20."""
    rules, keys, k = known.rules, known.keys, known.keys["round"]
    strengths = list(rules.parts.strengths if not rules.short_size else rules.parts.strengths[:1])
    for strength in keys["viking_deck"][:k]:
        strengths.remove(strength)
    viking = yield Ask(question=_asked("viking", lang), choices=dict.fromkeys(map(str, sorted(set(strengths))), ""))
    left = [name for name in rules.weddings[:-1] if name not in keys["marriage_deck"]] if (
        k + 1 < rules.n_rounds) else [rules.weddings[-1]]
    words = wedding_words(rules.parts, lang)
    wedding = yield Ask(question=_asked("wedding", lang), choices={name: words[name] for name in left})
    deck = [card - 1 for card in rules.deck]
    if size == 1:  # a last card is never played: no matter which it is
        return Turned(int(viking), rules.weddings.index(wedding), deck[:1])
    dealt = yield from _ask_cards(known, "dealt", size, deck, lang)
    return Turned(int(viking), rules.weddings.index(wedding), dealt)


def _ask_cards(known: Known, key: str, n: int, left: Sequence[int], lang: str,
               *whose: str) -> Generator[Ask, str, list[int]]:
    """Ask for so many cards, one after another."""
    told: list[int] = []
    for i in range(n):
        choices = {str(card + 1): card_words(known.rules.parts.cards[card], lang) for card in left if card not in told}
        told.append(int((yield Ask(question=_asked(key, lang, i + 1, n, *whose), choices=choices, piece=PIECE))) - 1)
    return told


def knower(state: GameState) -> int | None:
    """Return whose cards the session knows, None if everybody's."""
    assert isinstance(state, BoruState)
    return state.viewer


def _words(game: Game) -> list[str]:
    rules = rules_of(game)
    return [*VERBS, *rules.towns, *(str(card) for card in rules.deck)]


def _came(before: GameState, action: int, after: GameState, seat: int | None, lang: str) -> list[str]:
    """Return what an action brought about, as a player sees it."""
    assert isinstance(before, BoruState)
    assert isinstance(after, BoruState)
    now = after.position(None if after.is_over else seat)
    return list(happened(before.rules, before.position(seat), now, (), lang))


FOLLOWING = Following(setup=setup, reveal=reveal, words=_words, moves=moves, accept=accept, told=_came,
                      knower=knower, tell=tell_move)
