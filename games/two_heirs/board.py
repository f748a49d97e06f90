"""The table to be touched: supply, hands and landscape in areas, tiles as pieces, and why a touch leads nowhere."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.core import svg
from kingmaker.games.core.board import Area, Board, Piece, Spot, small, touchable
from kingmaker.games.errors import NotationError
from kingmaker.games.two_heirs import _draw as drawn
from kingmaker.games.two_heirs._draw_plan import Step, draw_steps, read_plan
from kingmaker.games.two_heirs._scene import Cell, Scene
from kingmaker.games.two_heirs._state import HeirsState
from kingmaker.games.two_heirs._words import cell_words, status, unit_words
from kingmaker.games.two_heirs.components import TERRAINS, Tile, Treasure, read_tiles, read_treasures
from kingmaker.games.two_heirs.following import condition
from kingmaker.games.two_heirs.illegal import why_illegal
from kingmaker.games.two_heirs.laying import LAYING
from kingmaker.games.two_heirs.names import PHASES, PLAYERS, all_names, name_of, say
from kingmaker.games.two_heirs.plain import describe
from kingmaker.games.two_heirs.position import write_position
from kingmaker.games.two_heirs.view import Frame, board_parts

FARTHEST = 27  # from the start tile: there are no more tiles than that
EDGE = 22  # of the board's picture, for the numbers of rows and columns


def pieces(given: Mapping[str, Any], lang: str) -> dict[str, Piece]:
    """Return all tiles, treasures, colours and players."""
    found = {tile.id: _tile(tile, lang) for tile in read_tiles(given.get("tiles") or None)}
    found |= {token.id: _token(token, lang) for token in read_treasures(given.get("treasures") or None)}
    for terrain in TERRAINS:
        back = small(drawn.SIDE, drawn.SIDE, drawn.back(terrain))
        name = name_of("terrains", terrain, lang)
        found[terrain] = Piece(name=name, label=name, picture=back)
        found[f"?{terrain}"] = Piece(name=name, label=f"{say('unknown', lang)}, {name}", picture=back)
    found["?"] = Piece(name="?", label=say("unknown", lang), picture=small(drawn.SIDE, drawn.SIDE, drawn.back("")))
    for player in PLAYERS:
        name = name_of("players", player, lang)
        shield = small(24, 28, [drawn.shield(2, 2, 20, player)])
        found[player] = Piece(name=name, label=name, picture=shield)
    return found


def _tile(tile: Tile, lang: str) -> Piece:
    return Piece(name=name_of("buildings", tile.building, lang), label=f"{tile.id} {describe(tile, lang)}",
                 picture=small(drawn.SIDE, drawn.SIDE, drawn.face(tile, with_cost=True)),
                 group=name_of("sets", tile.set, lang))


def _token(token: Treasure, lang: str) -> Piece:
    words = condition(token, lang)
    return Piece(name=token.id, label=f"{token.id} {words}", picture=small(40, 40, [drawn.token(0, 0, 40, token)]))


def areas(state: GameState, observer: int, lang: str, moves: Sequence[str], plan: Sequence[str]) -> list[Area]:
    """Return the table as an observer sees it; rule 8."""
    assert isinstance(state, HeirsState)
    scene = Scene(write_position(state), observer, lang, {tile.id: tile for tile in state.rules.tiles},
                  {token.id: token for token in state.rules.treasures})
    steps = read_plan(plan)
    cells = {cell for step in read_plan(moves) for cell in step.cells}
    own, other = (1, 0) if scene.is_turned else (0, 1)
    found = [_supply(scene), _stack(scene), _board(scene, cells, steps)]
    found.insert(3 if scene.is_turned else 2, _hand(scene, own))
    found.append(_henry(scene) if scene.is_solo else _hand(scene, other))
    if scene.removed:
        found.append(Area(name="removed", title=say("removed", lang, len(scene.removed)),
                          spots=tuple(Spot(word=word, is_dim=True) for word in scene.removed)))
    return found


def _supply(scene: Scene) -> Area:
    """Return the supply from the shield on; the number on a tile is its place within reach."""
    spots = []
    for place, word in enumerate(scene.keys["supply"]):
        number = scene.in_reach.index(place) + 1 if place in scene.in_reach else 0
        spots.append(Spot(word=word or "", mark=str(number) if number else "", is_dim=word is not None and not number))
    whose = f"{say('shield', scene.lang)}: {scene.player_name(scene.crown)}"
    lines = [whose, say("reach", scene.lang, scene.reach)] if scene.reach else [whose]
    return Area(name="supply", title=say("supply", scene.lang), spots=tuple(spots), lines=(*lines, *_waiting(scene)),
                is_wide=True)


def _waiting(scene: Scene) -> list[str]:
    """Say which units stand in the supply."""
    return [f"{scene.player_name(player)}: {len(units)} × {name_of('units', 'regular', scene.lang)}"
            for player in PLAYERS if (units := scene.supply_units(player))]


def _stack(scene: Scene) -> Area:
    left, top = scene.stack
    turns = scene.keys["turns_after_this"]
    lines = [say("turns-left", scene.lang, turns)] if turns is not None and scene.reach else []
    spots = (Spot(word=f"?{top}", mark=str(left)),) if left else ()
    return Area(name="stack", title=say("stack", scene.lang, left), spots=spots, lines=tuple(lines))


def _hand(scene: Scene, player: int) -> Area:
    hand = scene.hand(PLAYERS[player])
    title = f"{scene.player_name(PLAYERS[player])} · {say('hand', scene.lang, len(hand))}"
    lines = [", ".join(status(scene))] if scene.keys["player"] == PLAYERS[player] else []
    return Area(name="hand", title=title, spots=tuple(Spot(word=word) for word in hand), lines=tuple(lines),
                side=player)


def _henry(scene: Scene) -> Area:
    henry, lang = scene.keys["henry"], scene.lang
    waiting = [name_of("terrains", terrain, lang) for terrain in TERRAINS if henry["units"].get(terrain) is None]
    nothing = say("none", lang)
    lines = [say("beside", lang, ", ".join(waiting) or nothing), say("pile", lang, len(henry["pile"])),
             say("gone", lang, ", ".join(henry["gone"]) or nothing), say("unused", lang, len(henry["unused"]))]
    spots = tuple(Spot(word=entry["token"], mark="{},{}".format(*entry["at"])) for entry in henry["treasures"])
    return Area(name="henry", title=scene.player_name("white"), spots=spots, lines=tuple(lines), side=1)


# -- the landscape ------------------------------------------------------------------------------------------------


def _board(scene: Scene, cells: set[Cell], steps: Sequence[Step]) -> Area:
    """Return the landscape, with room for where tiles may be laid."""
    every = {*scene.board, *cells, *(cell for step in steps for cell in step.cells)}
    xs, ys = [x for x, _ in every], [y for _, y in every]
    if max(max(map(abs, xs)), max(map(abs, ys))) > FARTHEST:
        raise NotationError(f"expected cells up to {FARTHEST} from the start tile, got {max(map(abs, (*xs, *ys)))}")
    frame = Frame((min(xs), min(ys)), (max(xs), max(ys)), float(drawn.SIDE), EDGE, EDGE, scene.is_turned)
    width, height = (drawn.SIDE * (max(side) - min(side) + 1) for side in (xs, ys))
    parts = [*board_parts(scene, frame), *draw_steps(scene, steps, lambda cell: frame.corner(*cell), 1.0),
             *(_spot(scene, frame, cell) for cell in sorted(every))]
    title = say("landscape", scene.lang)
    picture = svg.document(width + EDGE + 6, height + EDGE + 6, parts, title=title, words="")
    return Area(name="board", title=title, picture=picture, is_wide=True)


def _spot(scene: Scene, frame: Frame, cell: Cell) -> str:
    """Return what is touched where a cell is."""
    x, y = frame.corner(*cell)
    is_laid = cell in scene.board
    words = ", ".join([cell_words(scene, cell) if is_laid else f"{cell[0]},{cell[1]}", *unit_words(scene, cell)])
    body = svg.rect(x + 1.5, y + 1.5, drawn.SIDE - 3, drawn.SIDE - 3, rx=4, stroke="none")
    body = body.replace("<rect ", f'<rect class="{"laid" if is_laid else "free"}" ')
    return touchable(f"{cell[0]},{cell[1]}", words, body)


# -- a touch that leads nowhere -----------------------------------------------------------------------------------


def why_not(state: GameState, touched: Sequence[str], lang: str) -> str:
    """Return why no move begins with what was touched: the move that was most likely meant is explained."""
    assert isinstance(state, HeirsState)
    phase, is_cell = state.snapshot().phase, "," in touched[-1]
    if phase and is_cell == (PHASES[phase] == "discard"):  # what is to be decided there is not touched so
        return say(PHASES[phase], lang)
    return why_illegal(state, meant(state, touched), lang)


def meant(state: HeirsState, touched: Sequence[str]) -> str:
    """Return the move that touching these words means at a table: a tile is taken, laid or discarded, a unit moved."""
    shot = state.snapshot()
    tiles, cells = [word for word in touched if "," not in word], [word for word in touched if "," in word]
    if shot.phase == 1:
        return f"destroy {cells[-1]}" if cells else "spare"
    if tiles:
        tile = tiles[-1]
        if shot.phase == 2:
            return f"discard {tile}"
        if tile in shot.hands[shot.player]:
            return f"build {tile} {cells[-1] if cells else _near(state)}"
        return f"build {tile} {cells[-1]}" if cells else f"take {tile}"
    if len(cells) > 1:
        return f"move {cells[0]} {cells[-1]}"
    own = [at and f"{at[0]},{at[1]}" for at, _ in shot.units[shot.player]]
    if cells and cells[0] in own:
        return f"withdraw {cells[0]}"
    return f"summon {cells[0]}" if cells else "end"


def _near(state: HeirsState) -> str:
    """Return a free cell beside a unit of whose turn it is, so that what a tile lacks is told."""
    shot = state.snapshot()
    free = sorted((x + dx, y + dy) for at, _ in shot.units[shot.player] if at is not None for x, y in [at]
                  for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (x + dx, y + dy) not in shot.board)
    return "{},{}".format(*(free[0] if free else (0, 0)))


def names(lang: str) -> dict[str, str]:
    """Return what the keys of the score are called."""
    return {key: name_of("score", key, lang) for key in all_names()["score"]}


def option(name: str, value: str, lang: str) -> str:
    """Return what an option, or a value of it, is called.

    Examples
    --------
    >>> option("level", "", "en"), option("level", "2", "cs"), option("ban", "C7", "en"), option("ban", "roads", "pl")
    ('level of Henry, solo only', 'Jindřich Statečný', 'Cathedral (C7)', 'drogi')
    """
    known = all_names()
    if not value:
        return name_of("options", name, lang) if name in known["options"] else ""
    if name == "short":
        return name_of("options", "exercise" if value != "0" else "whole", lang).format(value)
    if name == "sets":
        return ", ".join(name_of("sets", one, lang) for one in value.split(","))
    building = next((tile.building for tile in read_tiles() if tile.id == value), "")
    if building:
        return f"{name_of('buildings', building, lang)} ({value})"
    tables = {"level": ("levels",), "mode": ("laying",)}.get(name, ("sets", "buildings", "options"))
    return next((name_of(table, value, lang) for table in tables if value in known[table]), "")


BOARD = Board(pieces=pieces, areas=areas, why_not=why_not, names=names, laying=LAYING, option=option)
