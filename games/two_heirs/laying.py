"""A position laid by tapping: what lies where, what can be put there, and the keys of the position it makes."""
from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from kingmaker.games.core import svg
from kingmaker.games.core.board import LaidArea, Laying, Slot, touchable
from kingmaker.games.errors import NotationError
from kingmaker.games.two_heirs import _draw as drawn
from kingmaker.games.two_heirs._scene import Cell, Scene
from kingmaker.games.two_heirs._words import cell_words, unit_words
from kingmaker.games.two_heirs.components import SETS, TERRAINS, TREASURE_IDS, read_tiles, read_treasures
from kingmaker.games.two_heirs.names import PHASES, PLAYERS, name_of
from kingmaker.games.two_heirs.snapshot import n_unused
from kingmaker.games.two_heirs.view import Frame, board_parts

EDGE = 22
N_TILES = 27
BACKS = tuple(f"?{terrain}" for terrain in TERRAINS)
KINDS = ("elite", "regular", "regular")
Draft = dict[str, Any]  # a position's keys, but the stack: its known tiles and the colour of its top


def blank() -> Draft:
    """Return a draft on which nothing lies: units wait in the supply, the stack holds all."""
    return {
        "mode": "duel", "level": 1, "sets": list(SETS[:3]), "player": "blue", "phase": "main", "taken": False,
        "discounts": 0, "turns_after_this": None, "supply": [None] * 6, "stack": [], "top": "",
        "hands": {player: [] for player in PLAYERS}, "board": {}, "targets": [], "removed": [],
        "units": {player: [[None, False] for _ in KINDS] for player in PLAYERS},
        "henry": {"units": dict.fromkeys(TERRAINS), "last": None, "pile": [], "treasures": {}, "gone": [],
                  "unused": []},
    }


def position(draft: Draft) -> dict[str, Any]:
    """Return the keys of the position; what is not known of stack and treasures is counted by itself."""
    solo = draft["mode"] == "solo"
    keys: dict[str, Any] = {"game": "two-heirs", "version": 1, "mode": draft["mode"]}
    keys |= {"level": draft["level"]} if solo else {}
    keys["sets"] = sorted(draft["sets"], key=SETS.index)
    keys |= {name: draft[name] for name in ("player", "phase", "taken", "discounts", "turns_after_this",
                                            "supply", "hands", "removed")}
    left = N_TILES - len(draft["board"]) - len(draft["removed"]) - sum(tile is not None for tile in draft["supply"])
    left -= sum(map(len, draft["hands"].values()))
    known = draft["stack"]
    named = known + ["?"] * (left - len(known))
    keys["stack"] = named if known or not draft["top"] or left < 1 else {"left": left, "top": draft["top"]}
    keys["board"] = [{"at": list(cell), "tile": tile, "owner": owner} for cell, (tile, owner) in draft["board"].items()]
    keys["units"] = {player: [{"kind": kind, "at": "supply" if at is None else list(at), "moved": moved}
                              for kind, (at, moved) in zip(KINDS, draft["units"][player], strict=True)]
                     for player in (PLAYERS[:1] if solo else PLAYERS)}
    keys |= {"targets": [list(cell) for cell in draft["targets"]]} if draft["phase"] == "siege" else {}
    return keys | ({"henry": _henry(draft)} if solo else {})


def _henry(draft: Draft) -> dict[str, Any]:
    henry = draft["henry"]
    unused = henry["unused"] or ["?"] * n_unused(draft["level"])
    rest = len(TREASURE_IDS) - len(henry["treasures"]) - len(henry["gone"]) - len(unused)
    return {"units": {terrain: at and list(at) for terrain, at in henry["units"].items()},
            "last": henry["last"] and list(henry["last"]),
            "pile": henry["pile"] + ["?"] * (rest - len(henry["pile"])),
            "treasures": [{"at": list(at), "token": token} for at, token in henry["treasures"].items()],
            "gone": henry["gone"], "unused": unused}


# -- what can be put ----------------------------------------------------------------------------------------------


def choices(draft: Draft, place: str, lang: str) -> dict[str, str]:
    """Return what can be put into a place, in words; nothing where there is no such place."""
    kind, _, which = place.partition(".")
    fixed = {
        "mode": ("duel", "solo"), "phase": PHASES, "player": PLAYERS, "taken": ("yes", "no"), "level": ("1", "2", "3"),
        "discounts": tuple(map(str, range(N_TILES))), "turns": ("-", "0", "1", "2"), "top": ("?", *BACKS)}
    if place in fixed:
        return {word: _word(kind, word, lang) for word in fixed[place]}
    if place == "sets":
        return {name: name_of("sets", name, lang) for name in SETS}
    if kind == "supply" and which in map(str, range(6)):
        return _tiles(draft) | {"-": _say("gap", lang)}
    lists = _lists(draft)
    if place in lists:
        treasures = kind in ("pile", "gone", "unused")
        backs = () if kind in ("stack", "gone") else ("?",) if treasures else ("?", *BACKS)
        return (_tokens(draft) if treasures else _tiles(draft)) | {word: _say("unknown", lang) for word in backs}
    name, _, n = place.rpartition(".")
    if name in lists and n.isdigit() and int(n) < len(lists[name]):
        return {"clear": _say("clear", lang)}
    if kind == "unit" and which in (f"{player}.{n}" for player in PLAYERS for n in (1, 2)):
        return {"supply": _say("beside", lang), "supply!": _say("beside-moved", lang)}
    cell = _cell(place)
    return {} if cell is None or cell not in _cells(draft) else _of_cell(draft, cell, lang)


def _say(key: str, lang: str, *values: object) -> str:
    return name_of("laying", key, lang).format(*values)


def _word(kind: str, word: str, lang: str) -> str:
    """Return one of a few words in a language."""
    if kind == "player":
        return name_of("players", word, lang)
    if kind == "level":
        return name_of("levels", word, lang)
    if kind == "top":
        return name_of("terrains", word[1:], lang) if word != "?" else _say("unknown", lang)
    return word if kind in ("discounts", "turns") else _say(word, lang)


def _lists(draft: Draft) -> dict[str, list[str]]:
    """Return the places that hold any number of pieces."""
    return {"stack": draft["stack"], "removed": draft["removed"], "pile": draft["henry"]["pile"],
            "gone": draft["henry"]["gone"], "unused": draft["henry"]["unused"],
            **{f"hand.{player}": draft["hands"][player] for player in PLAYERS}}


def _tiles(draft: Draft) -> dict[str, str]:
    """Return the tiles of the sets in play that lie nowhere yet."""
    laid = {*draft["supply"], *draft["stack"], *draft["removed"], *draft["hands"]["blue"], *draft["hands"]["white"],
            *(tile for tile, _ in draft["board"].values())}
    return {tile.id: "" for tile in read_tiles() if tile.set in draft["sets"] and tile.id not in laid}


def _tokens(draft: Draft) -> dict[str, str]:
    henry = draft["henry"]
    laid = {*henry["pile"], *henry["gone"], *henry["unused"], *henry["treasures"].values()}
    return {token: "" for token in TREASURE_IDS if token not in laid}


def _cell(place: str) -> Cell | None:
    x, comma, y = place.partition(",")
    try:
        return (int(x), int(y)) if comma and len(place) < 10 else None
    except ValueError:
        return None


def _cells(draft: Draft) -> set[Cell]:
    """Return the cells that can be tapped: those with tiles, and those beside them."""
    return {(0, 0)} | {(x + dx, y + dy) for x, y in draft["board"] for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def _of_cell(draft: Draft, cell: Cell, lang: str) -> dict[str, str]:
    if cell not in draft["board"]:
        return _tiles(draft) | ({back: _say("unknown", lang) for back in BACKS} if cell == (0, 0) else {})
    found = {"open": _say("open", lang)}
    if cell != (0, 0):
        found |= {f"owner-{player}": _say("owner", lang, name_of("players", player, lang)) for player in PLAYERS}
    solo = draft["mode"] == "solo"
    for player in PLAYERS[:1] if solo else PLAYERS:
        for n, kind in enumerate(KINDS):
            unit = f"{name_of('players', player, lang)}: {name_of('units', kind, lang)} {n or ''}".strip()
            found |= {f"unit-{player}-{n}": _say("here", lang, unit),
                      f"unit-{player}-{n}!": _say("here-moved", lang, unit)}
    if solo:
        henry = name_of("players", "henry", lang)
        found |= {f"henry-{terrain}": _say("here", lang, f"{henry}: {name_of('terrains', terrain, lang)}")
                  for terrain in TERRAINS}
        found |= {"last": _say("last", lang)}
        found |= {f"token-{token}": _say("token", lang, token) for token in _tokens(draft)}
    return found | ({"target": _say("target", lang)} if draft["phase"] == "siege" else {}) | {
        "clear": _say("clear", lang)}


# -- putting ------------------------------------------------------------------------------------------------------


def put(draft: Draft, place: str, answer: str) -> Draft:
    """Return the draft with something put into a place; refused where that is none of the choices."""
    can = choices(draft, place, "en")
    if answer not in can:
        raise NotationError(f"{place[:40]}: expected one of {', '.join(can) or 'no place of this position'}; "
                            f"got {answer[:40]!r}")
    draft = deepcopy(draft)
    kind, _, which = place.partition(".")
    lists, cell = _lists(draft), _cell(place)
    name, _, n = place.rpartition(".")
    if place in lists:
        lists[place].append(answer)
    elif name in lists:
        lists[name].pop(int(n))
    elif place == "sets":
        draft["sets"] = [*[one for one in draft["sets"] if one != answer][-2:], answer]
    elif kind == "supply":
        draft["supply"][int(which)] = None if answer == "-" else answer
    elif kind == "unit":
        player, k = which.split(".")
        draft["units"][player][int(k)] = [None, answer.endswith("!")]
    elif cell is not None:
        _put_on(draft, cell, answer)
    else:
        _set(draft, place, answer)
    return draft


def _set(draft: Draft, place: str, answer: str) -> None:
    """Set one of the values that stand beside the table."""
    if place == "taken":
        draft["taken"] = answer == "yes"
    elif place in ("discounts", "level"):
        draft[place] = int(answer)
    elif place == "turns":
        draft["turns_after_this"] = None if answer == "-" else int(answer)
    else:
        draft[place] = answer[1:] if place == "top" else answer


def _put_on(draft: Draft, cell: Cell, answer: str) -> None:
    """Put something on a cell, or say what lies there."""
    board, henry = draft["board"], draft["henry"]
    word, _, rest = answer.partition("-")
    if cell not in board:
        board[cell] = (answer, None)
    elif answer in ("open", "clear"):
        board[cell] = (board[cell][0], None)
        henry["treasures"].pop(cell, None)
        draft["targets"] = [one for one in draft["targets"] if one != cell]
        for units in draft["units"].values():
            units[:] = [[None, False] if at == cell else [at, moved] for at, moved in units]
        henry["units"] = {terrain: None if at == cell else at for terrain, at in henry["units"].items()}
        henry["last"] = None if henry["last"] == cell else henry["last"]
        if answer == "clear":
            del board[cell]
    elif word == "owner":
        board[cell] = (board[cell][0], rest)
    elif word == "unit":
        player, n = rest.removesuffix("!").split("-")
        draft["units"][player][int(n)] = [cell, rest.endswith("!")]
    elif word == "henry":
        henry["units"][rest] = cell
    elif word == "token":
        henry["treasures"][cell] = rest
    elif word == "last":
        henry["last"] = cell
    else:
        draft["targets"].append(cell)


def spot(draft: Draft, place: str) -> str:
    """Return the place to be tapped for the one that a message names.

    Examples
    --------
    >>> spot(blank(), "supply[2]"), spot(blank(), "hands.blue[0]"), spot(blank(), "turns_after_this")
    ('supply.2', 'hand.blue.0', 'turns')
    """
    kind, _, rest = place.replace("]", "").replace("[", ".").partition(".")
    which = rest.split(".")
    cells = list(draft["board"])
    if kind == "board" and which[0].isdigit() and int(which[0]) < len(cells):
        return ",".join(map(str, cells[int(which[0])]))
    if kind == "units" and len(which) > 1 and (at := draft["units"][which[0]][int(which[1])][0]) is not None:
        return ",".join(map(str, at))
    kind = {"hands": "hand", "turns_after_this": "turns", "units": "unit", "board": "0,0"}.get(kind, kind)
    return f"{kind}.{'.'.join(which[:2])}" if kind in ("supply", "hand", "unit", "stack", "removed") and rest else kind


# -- showing ------------------------------------------------------------------------------------------------------


def areas(draft: Draft, lang: str) -> list[LaidArea]:
    """Return the draft in areas; every slot and cell can be tapped."""
    solo = draft["mode"] == "solo"

    def value(place: str, word: str, shown: str) -> Slot:
        return Slot(place=place, text=f"{_say(word, lang)}: {shown}")

    turns = draft["turns_after_this"]
    what = [value("mode", "mode", _say(draft["mode"], lang)),
            value("sets", "sets", ", ".join(name_of("sets", name, lang) for name in draft["sets"]))]
    what += [value("level", "level", name_of("levels", draft["level"], lang))] if solo else []
    turn = [value("player", "player", name_of("players", draft["player"], lang)),
            value("phase", "phase", _say(draft["phase"], lang)),
            value("taken", "taken", _say("yes" if draft["taken"] else "no", lang)),
            value("discounts", "discounts", str(draft["discounts"])),
            value("turns", "turns", "-" if turns is None else str(turns))]
    found = [LaidArea(title=_say("game", lang), slots=tuple(what)),
             LaidArea(title=_say("turn", lang), slots=tuple(turn)),
             LaidArea(title=name_of("words", "supply", lang), slots=tuple(
                 Slot(place=f"supply.{n}", word=tile or "") for n, tile in enumerate(draft["supply"]))),
             LaidArea(title=_say("top", lang), slots=(Slot(place="top", word=f"?{draft['top']}"),)),
             _board(draft, lang)]
    keys = position(draft)
    stack = keys["stack"]
    left = stack["left"] if isinstance(stack, Mapping) else len(stack)
    for place, pieces in _lists(draft).items():
        kind, _, player = place.partition(".")
        if kind in ("pile", "gone", "unused") and not solo:
            continue
        title = _say(kind, lang, name_of("players", player, lang)) if player else _say(kind, lang)
        title += f" ({left})" if kind == "stack" else ""
        found.append(LaidArea(title=title, slots=(
            *(Slot(place=f"{place}.{n}", word=word) for n, word in enumerate(pieces)),
            Slot(place=place, text=_say("add", lang)))))
    waiting = [(player, n, moved) for player in (PLAYERS[:1] if solo else PLAYERS)
               for n, (at, moved) in enumerate(draft["units"][player]) if at is None and n]
    found.append(LaidArea(title=_say("waiting", lang), slots=tuple(
        Slot(place=f"unit.{player}.{n}", text=f"{name_of('players', player, lang)} {n}: "
             + _say("beside-moved" if moved else "beside", lang)) for player, n, moved in waiting)))
    return found


def _board(draft: Draft, lang: str) -> LaidArea:
    """Return the landscape; cells beside the tiles can be tapped too."""
    scene = Scene(position(draft), 0, lang, {tile.id: tile for tile in read_tiles()},
                  {token.id: token for token in read_treasures()})
    cells = _cells(draft)
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    frame = Frame((min(xs), min(ys)), (max(xs), max(ys)), float(drawn.SIDE), EDGE, EDGE, False)
    width, height = (drawn.SIDE * (max(side) - min(side) + 1) for side in (xs, ys))
    parts = board_parts(scene, frame)
    for cell in sorted(cells):
        x, y = frame.corner(*cell)
        is_laid = cell in scene.board
        words = ", ".join([cell_words(scene, cell) if is_laid else f"{cell[0]},{cell[1]}", *unit_words(scene, cell)])
        kind = "laid" if is_laid else "free"
        parts.append(touchable(f"{cell[0]},{cell[1]}", words, f'<rect class="{kind}" x="{x + 1.5:g}" y="{y + 1.5:g}" '
                                                              'width="57" height="57" rx="4" fill="none"/>'))
    title = name_of("words", "landscape", lang)
    picture = svg.document(width + EDGE + 6, height + EDGE + 6, parts, title=title, words="")
    return LaidArea(title=title, picture=picture)


LAYING = Laying(blank=blank, areas=areas, choices=choices, put=put, position=position, spot=spot)
