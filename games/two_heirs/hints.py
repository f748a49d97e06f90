"""What a hint says of this game: what a move does, what came of it, what is hidden, where the points come from."""
from __future__ import annotations

from collections.abc import Iterator

from kingmaker.games._base import GameState
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


def events(before: GameState, action: int, after: GameState, lang: str) -> str:
    """Return what came of a move by itself, and which colour the stack shows now."""
    assert isinstance(before, HeirsState)
    assert isinstance(after, HeirsState)
    tiles = {tile.id: tile for tile in after.rules.tiles}
    shot = after.snapshot()
    words = []
    for event in events_of(before.snapshot(), before.format_action(action), shot):
        named = [name_of("buildings", tiles[word].building, lang) for word in event.split() if word in tiles]
        words.append(" ".join([event, *named]))
    if shot.stack:
        words.append(say("top", lang, name_of("terrains", tiles[shot.stack[0]].terrain, lang)))
    return ", ".join(words)


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
        yield say("fact-soon", lang, f"{tile.id} {name_of('buildings', tile.building, lang)}")
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
