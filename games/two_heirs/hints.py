"""What a hint says of this game: what a move does, what came of it, what is hidden, where the points come from."""
from __future__ import annotations

from collections.abc import Iterable, Iterator

from kingmaker.games._base import GameState
from kingmaker.games.spec import Game
from kingmaker.games.two_heirs._state import HeirsState
from kingmaker.games.two_heirs.components import TERRAINS
from kingmaker.games.two_heirs.names import PLAYERS, name_of, say
from kingmaker.games.two_heirs.record import events_of

TREASURE = 5  # points; rule 9.9
SOON = 4  # tiles of the stack, about those that both players' next takes turn up


def explain(state: GameState, action: int, lang: str) -> str:
    """Name the building that a move is about; the move's own text stays the same in all languages."""
    assert isinstance(state, HeirsState)
    buildings = {tile.id: tile.building for tile in state.rules.tiles}
    words = state.format_action(action).split()
    names = [name_of("buildings", buildings[word], lang) for word in words if word in buildings]
    return ", ".join(names)


def tell(state: GameState, action: int, lang: str) -> str:
    """Return a move as an instruction: tiles as they are printed, their numbers and cells beside them."""
    assert isinstance(state, HeirsState)
    verb, *words = state.format_action(action).split()
    shot = state.snapshot()
    if verb == "move":
        elite = shot.units[shot.player][0][0]
        verb = "move-elite" if elite is not None and _at(elite) == words[0] else "move-regular"
    elif verb in ("camp", "destroy"):
        words = [next(tile for cell, (tile, _) in shot.board.items() if _at(cell) == words[0]), *words]
    return _filled("instructions", verb, _named_tiles(state, words, lang), lang)


def _at(cell: tuple[int, int]) -> str:
    return f"{cell[0]},{cell[1]}"


def _named_tiles(state: HeirsState, words: Iterable[str], lang: str) -> list[str]:
    """Return words, tiles by their names with their numbers beside them."""
    buildings = {tile.id: tile.building for tile in state.rules.tiles}
    return [f"{name_of('buildings', buildings[word], lang)} ({word})" if word in buildings else word for word in words]


def _filled(table: str, key: str, words: list[str], lang: str) -> str:
    return name_of(table, key, lang).format(*words)


def events(before: GameState, action: int, after: GameState, lang: str) -> str:
    """Return what came of a move by itself, and which colour the stack shows now."""
    assert isinstance(before, HeirsState)
    assert isinstance(after, HeirsState)
    terrain = {tile.id: tile.terrain for tile in after.rules.tiles}
    shot = after.snapshot()
    said = []
    for event in events_of(before.snapshot(), before.format_action(action), shot):
        first, *words = event.split()
        key = f"{first}-{words.pop(0)}" if first == "henry" or words[0] == "gone" else first
        said.append(_filled("events", key, _named_tiles(after, words, lang), lang))
    if shot.stack:
        said.append(say("top", lang, name_of("terrains", terrain[shot.stack[0]], lang)))
    return ", ".join(said)


def gains(state: GameState, player: int) -> dict[str, float]:
    """Return the wood, stone and wheat that a player has access to; rule 4.1."""
    assert isinstance(state, HeirsState)
    return {"resources": float(sum(state.access(player).values()))}


def named(game: Game, word: str, lang: str) -> str:
    """Return what a hint calls the game, a part of the points, a gain, or a player: alone, White is Henry."""
    if word in PLAYERS:
        return name_of("players", "henry" if word == "white" and game.options["mode"] == "solo" else word, lang)
    return name_of("game", "title", lang) if word == game.spec.title else name_of("parts", word, lang)


def facts(state: GameState, world: GameState, lang: str) -> Iterator[str]:
    """Yield what holds in a world of what its player does not know: rules 8 and 9.10.

    The building on the start tile never matters, so it is not among them.
    """
    assert isinstance(world, HeirsState)
    tiles = {tile.id: tile for tile in world.rules.tiles}
    shot = world.snapshot()
    stack = [tiles[name] for name in shot.stack]
    if stack:
        yield say("fact-next", lang, name_of("buildings", stack[0].building, lang))
    for terrain in TERRAINS:
        of_colour = [tile for tile in stack if tile.terrain == terrain]
        if of_colour and of_colour[0] is not stack[0]:
            yield say("fact-colour", lang, name_of("terrains", terrain, lang),
                      name_of("buildings", of_colour[0].building, lang))
    if len(stack) > 1:
        yield say("fact-then", lang, name_of("terrains", stack[1].terrain, lang))
    for tile in stack[:SOON]:
        yield say("fact-soon", lang, f"{name_of('buildings', tile.building, lang)} ({tile.id})")
    if shot.pile:
        yield say("fact-treasure", lang, shot.pile[0])


def parts(state: GameState) -> dict[str, list[float]]:
    """Return the points of Blue and White by section 7: buildings, what doubling adds, roads; Henry's treasures."""
    assert isinstance(state, HeirsState)
    result = state.score()
    found = {name: [0.0, 0.0] for name in ("building", "doubling", "road")}
    for building in result["buildings"]:
        owner = PLAYERS.index(building["owner"])
        found["building"][owner] += building["points"]
        found["doubling"][owner] += building["points"] * building["doubled"]
    for road in result["roads"]:
        lead = road["blue"] - road["white"]
        found["road"][lead < 0] += abs(lead)
    if state.is_solo:
        found["treasure"] = [0.0, float(TREASURE * result["treasures"])]
    return found
