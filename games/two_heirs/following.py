"""Following a real game of The Two Heirs: what to ask, and Henry's turn in words."""
from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.core.following import Ask, Followed, Following
from kingmaker.games.errors import ConfigError, NotationError
from kingmaker.games.registry import game_spec
from kingmaker.games.spec import Game
from kingmaker.games.two_heirs._components import rules_of
from kingmaker.games.two_heirs._state import HeirsState
from kingmaker.games.two_heirs.components import SETS, TERRAINS, Tile, Treasure
from kingmaker.games.two_heirs.illegal import VERBS
from kingmaker.games.two_heirs.names import PLAYERS, name_of
from kingmaker.games.two_heirs.plain import describe
from kingmaker.games.two_heirs.position import read_position, write_position
from kingmaker.games.two_heirs.record import events_of
from kingmaker.games.two_heirs.snapshot import Doubt, Snapshot, n_unused


def setup(given: Mapping[str, str], lang: str) -> Generator[Ask, str, GameState]:
    """Ask for the sets and what was dealt; rules 2 and 9.1."""
    mode = given.get("mode") or (yield Ask(question=_asked("mode", lang), choices={
        word: _asked(word, lang) for word in ("duel", "solo")}))
    options = {**given, "mode": mode}
    if mode == "solo" and "level" not in options:
        levels = {str(level): name_of("levels", level, lang) for level in (1, 2, 3)}
        options["level"] = yield Ask(question=_asked("level", lang), choices=levels)
    sets = [name for name in given.get("sets", "").split(",") if name]
    while "sets" not in given and len(sets) < 3:
        sets.append((yield Ask(question=_asked("set", lang, len(sets) + 1), choices={
            name: name_of("sets", name, lang) for name in SETS if name not in sets})))
    game = game_spec("two-heirs").bind({**options, "sets": ",".join(sorted(sets, key=_place_of_set))})
    if game.options["short"]:
        raise ConfigError("short: an exercise is dealt by the program; a real game is whole")
    tiles = {tile.id: tile for tile in rules_of(game).tiles}
    supply: list[str | None] = []
    for n in range(6):
        supply.append((yield Ask(question=_asked("supply", lang, n + 1),
                                 choices=_tiles([tile for tile in tiles.values() if tile.id not in supply], lang))))
    left = Counter(tile.terrain for tile in tiles.values() if tile.id not in supply)
    start = yield _colours(_asked("start", lang), left, lang)
    left[start] -= 1
    first = "blue" if mode == "solo" else (
        yield Ask(question=_asked("first", lang), choices={
            player: "" if lang == "en" else name_of("players", player, lang) for player in PLAYERS}))
    top = yield _colours(_asked("top", lang), left, lang)
    return read_position(_start(game, supply, start, first, top))


def _asked(key: str, lang: str, *values: object) -> str:
    return name_of("questions", key, lang).format(*values)


def _place_of_set(name: str) -> int:
    return SETS.index(name) if name in SETS else len(SETS)


def _start(game: Game, supply: list[str | None], start: str, first: str, top: str) -> dict[str, Any]:
    """Return the position of the start."""
    solo, options = game.options["mode"] == "solo", game.options
    units = [{"kind": "elite", "at": [0, 0], "moved": False},
             *({"kind": "regular", "at": "supply", "moved": False} for _ in range(2))]
    position: dict[str, Any] = {
        **_name(game), "mode": options["mode"], "sets": str(options["sets"]).split(","), "player": first,
        "phase": "main", "taken": False, "discounts": 0, "turns_after_this": None, "supply": supply,
        "stack": {"left": 20, "top": top}, "hands": {name: [] for name in PLAYERS},
        "board": [{"at": [0, 0], "tile": f"?{start}", "owner": None}],
        "units": dict.fromkeys(PLAYERS[:1] if solo else PLAYERS, units), "removed": [],
    }
    if solo:
        n_out = n_unused(int(options["level"]))
        position |= {"level": options["level"], "henry": {
            "units": dict.fromkeys(TERRAINS), "last": None, "pile": ["?"] * (len(rules_of(game).treasures) - n_out),
            "treasures": [], "gone": [], "unused": ["?"] * n_out}}
    return position


def _name(game: Game) -> dict[str, Any]:
    """Return the head of a position, with the user's own tables."""
    own = ",".join(f"{name}={game.options[name]}" for name in ("tiles", "treasures") if game.options[name])
    return {"game": "two-heirs" + (f":{own}" if own else ""), "version": 1}


def check(state: GameState) -> None:
    """Refuse a position that does not say what is in the hands: every tile there was taken from the open supply."""
    assert isinstance(state, HeirsState)
    doubt = state.snapshot().doubt or Doubt()
    for player, vague, tinted in zip(PLAYERS, doubt.vague, doubt.tinted, strict=True):
        if vague or tinted:
            raise NotationError(f"hands.{player}: expected every tile by its name, as all have seen it taken, to go on "
                                "from this position; got a '?'")


# -- what turns up ------------------------------------------------------------------------------------------------


def reveal(state: GameState, action: int, lang: str) -> Generator[Ask, str, Followed]:
    """Ask for the refill and the treasure that an action turns up, and go on with just these.

    They are put where the state has unknown ones, and the action is then made by the rules: nothing is played twice.
    """
    assert isinstance(state, HeirsState)
    before, move, guess = state.snapshot(), state.format_action(action), state.clone()
    guess.apply(action)
    expected = events_of(before, move, guess.snapshot())  # right but for the names of what is unknown
    doubt, keys = before.doubt or Doubt(), _name(state.game) | write_position(state)
    if doubt.stack and any(event.startswith("refill") for event in expected):
        whose = next((_asked("refill-taken", lang, event.split()[2]) for event in expected
                      if event.startswith("henry takes")), "")
        tile, top = yield from _ask_refill(state, before, whose, lang)
        keys["stack"] = [tile, *([f"?{top}"] if top else []), *["?"] * (len(before.stack) - 2)]
    laid = next((event.split()[2] for event in expected if event.startswith("treasure K")), None)
    if doubt.pile and laid is not None:
        hidden = {token.id: condition(token, lang) for token in state.rules.treasures
                  if token.id in before.pile or token.id in before.unused}
        token = yield Ask(question=_asked("treasure", lang, laid), choices=hidden)
        keys["henry"]["pile"] = [token, *["?"] * (len(before.pile) - 1)]
        if token in before.unused:  # the position has it among the removed: there it is now unknown too
            keys["henry"]["unused"] = ["?"] * len(before.unused)
    known = read_position(keys)
    real = known.snapshot()
    known.apply_move(move)
    return Followed(state=known, told=tuple(_tell(state, real, move, known.snapshot(), lang)))


def _ask_refill(state: HeirsState, shot: Snapshot, whose: str, lang: str) -> Generator[Ask, str, tuple[str, str]]:
    """Ask which tile fills the gap, and the colour of the stack's next one ("" for none)."""
    doubt, tiles = shot.doubt or Doubt(), {tile.id: tile for tile in state.rules.tiles}
    start = shot.board[0, 0][0]
    by_colour = doubt.tinted[0] | doubt.tinted[1] | doubt.lost_tinted | ({start} if doubt.start else set())
    hidden = {*shot.stack, *by_colour, *doubt.vague[0], *doubt.vague[1], *doubt.lost_vague}
    colour = "" if doubt.top else tiles[shot.stack[0]].terrain
    fitting = _tiles([tile for name, tile in tiles.items() if name in hidden and colour in ("", tile.terrain)], lang)
    which = _asked("refill", lang, name_of("terrains", colour, lang)) if colour else _asked("refill-any", lang)
    tile = yield Ask(question=f"{which} {whose}".strip(), choices=fitting)
    left = Counter(tiles[name].terrain for name in hidden if name != tile)
    left -= Counter(tiles[name].terrain for name in by_colour)  # their places are known by colour
    top = (yield _colours(_asked("new-top", lang), left, lang)) if len(shot.stack) > 1 else ""
    return tile, top


def _tiles(tiles: Iterable[Tile], lang: str) -> dict[str, str]:
    return {tile.id: describe(tile, lang) for tile in tiles}


def condition(token: Treasure, lang: str) -> str:
    """Return what a treasure asks for."""
    colours = [name_of("terrains", colour, lang) for colour in token.pair]
    places = [f" {place}" for place in token.places] or ["", ""]
    return name_of("treasures", token.kind, lang) + ": " + ", ".join(
        f"{colour}{place}" for colour, place in zip(colours, places, strict=True))


def _colours(question: str, left: Mapping[str, int], lang: str) -> Ask:
    return Ask(question=question, choices={colour: "" if lang == "en" else name_of("terrains", colour, lang)
                                           for colour in TERRAINS if left.get(colour, 0) > 0})


# -- telling ------------------------------------------------------------------------------------------------------


def _tell(state: HeirsState, before: Snapshot, move: str, after: Snapshot, lang: str) -> Iterable[str]:
    """Yield what followed a move by itself, a sentence each."""
    tiles = {tile.id: tile for tile in state.rules.tiles}
    tokens = {token.id: token for token in state.rules.treasures}
    for event in events_of(before, move, after):
        words = event.split()
        named = {"refill": 1, "henry": 2}.get(words[0])
        name = f"{words[named]} {describe(tiles[words[named]], lang)}" if named else ""
        if words[0] == "refill":
            top = _told("stack-top", lang, name_of("terrains", _top(tiles, after), lang)) if after.stack else (
                _told("stack-empty", lang))
            yield _told("refill", lang, name, top)
        elif words[:2] == ["henry", "takes"]:
            yield _told("takes", lang, name, _why_taken(tiles, before, words[2], lang))
        elif words[:2] == ["henry", "builds"]:
            yield _told("builds", lang, words[2], words[3], _unit(tiles, before, words, lang))
        elif words[:2] == ["henry", "removes"]:
            yield _told("removes", lang, words[2])
        elif words[:2] == ["treasure", "gone"]:
            yield _told("met", lang, words[2], condition(tokens[words[2]], lang))
        else:
            yield _told("laid", lang, words[1], condition(tokens[words[1]], lang), words[2])
    if after.phase == 3:
        yield _told("over", lang)
    elif after.turns_after is not None and (before.player, before.turns_after) != (after.player, after.turns_after):
        yield _told("turns", lang, after.turns_after)


def _told(key: str, lang: str, *values: object) -> str:
    return name_of("told", key, lang).format(*values)


def _top(tiles: Mapping[str, Tile], shot: Snapshot) -> str:
    return tiles[shot.stack[0]].terrain


def _why_taken(tiles: Mapping[str, Tile], before: Snapshot, tile: str, lang: str) -> str:
    """Return the rule that chose Henry's tile; 9.3."""
    if not before.stack:
        return _told("first-empty", lang)
    colour = _top(tiles, before)
    if tiles[tile].terrain == colour:
        return _told("first-alike", lang, name_of("terrains", colour, lang))
    return _told("first-unlike", lang, name_of("terrains", colour, lang))


def _unit(tiles: Mapping[str, Tile], before: Snapshot, words: list[str], lang: str) -> str:
    """Return where Henry's unit comes from; 9.6."""
    colour = tiles[words[2]].terrain
    was = before.henry_units[TERRAINS.index(colour)]
    origin = _told("from-beside", lang) if was is None else _told("from", lang, f"{was[0]},{was[1]}")
    return _told("unit", lang, name_of("terrains", colour, lang), origin)


def _words(game: Game) -> list[str]:
    return [*VERBS, *(tile.id for tile in rules_of(game).tiles)]


def _came(before: GameState, action: int, after: GameState, seat: int | None, lang: str) -> list[str]:
    assert isinstance(before, HeirsState)
    assert isinstance(after, HeirsState)
    return list(_tell(before, before.snapshot(), before.format_action(action), after.snapshot(), lang))


def _called(game: Game, lang: str) -> dict[str, str]:
    return _tiles(rules_of(game).tiles, lang)


FOLLOWING = Following(setup=setup, reveal=reveal, words=_words, check=check, called=_called, told=_came)
