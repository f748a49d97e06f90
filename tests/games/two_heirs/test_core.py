"""The compiled core: positions and what they refuse, worlds, ids, records. Rules have tests beside this file."""
import copy
import json
from collections import Counter
from itertools import permutations

import pytest

from kingmaker.games import IllegalActionError, KingmakerError, NotationError, Rng, load_game
from kingmaker.games.check.chisquare import uniform_fit
from kingmaker.games.check.perft import perft
from kingmaker.games.files.positions import parse_position, read_position, write_position
from kingmaker.games.files.records import record_game
from kingmaker.games.two_heirs.components import read_tiles
from kingmaker.games.two_heirs.position import read_position as read_with_tables
from tests.games.two_heirs import twin
from tests.games.two_heirs.setting import COMBINATIONS, TILES, TREASURES, ordered, ordered_result, position

ALPHA = 1e-7
TERRAIN = {tile.id: tile.terrain for tile in read_tiles()}


def start(full):
    return read_position(full)


def play(game, seed, n):
    """Return a state after n random moves, or at the end."""
    state, rng = load_game(game).new(seed), Rng(seed)
    while n and not state.is_over:
        state.apply(state.sample(rng))
        n -= 1
    return state


def lined(n, hand, step=(1, 0), **more):
    """Return a position with n more tiles in a line with the start tile, the farthest a tile with Blue's elite."""
    names = [tile.id for tile in read_tiles() if tile.set in ("travel", "dominion", "trade")]
    names = [name for name in names if name not in ("C2", hand)]
    board = {"0,0": "C2"} | {f"{i * step[0]},{i * step[1]}": names.pop() for i in range(1, n + 1)}
    end = list(board)[-1]
    return position(board, hand=hand, blue=f"{end} supply supply", white="0,0 supply supply", stack="",
                    turns_after_this=2, **more)


# -- the board has no edge -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1)])
def test_twenty_seven_tiles_in_a_row(step):
    """All but one lie in a row; the last, a market, is built at the end of it and touches one tile."""
    full = lined(25, "T3", step, supply="- - - - - -", taken=True, discounts=3)
    state = start(full)
    cell = f"{26 * step[0]},{26 * step[1]}"
    assert f"build T3 {cell}" in state.legal_moves()
    assert f"extend T3 {cell}" in state.legal_moves()
    state.apply_move(f"build T3 {cell}")
    touched = 1 if 0 in step else 0
    assert [b for b in state.score()["buildings"] if b["tile"] == "T3"] == [
        {"at": [26 * step[0], 26 * step[1]], "tile": "T3", "owner": "blue", "points": 1 + touched, "doubled": False}]
    assert start(write_position(state)).text() == state.text()


def test_inn_at_the_end_of_a_long_row_counts_three():
    """All tiles lie west of it, so 1 + 3; in the middle of a row it would be 1 + 3 + 3."""
    full = lined(20, "T1", supply="- - - - - -", taken=True, discounts=3)
    state = start(full)
    state.apply_move("build T1 21,0")
    assert state.score()["points"]["blue"] == 4


# -- ids and texts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["two-heirs", "two-heirs:mode=solo,level=2,sets=dominion,war,guard"])
def test_sample_draws_from_the_legal_actions_and_texts_read_back(game):
    state, rng = load_game(game).new(3), Rng(3)
    while not state.is_over:
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        assert len(legal) <= state.max_legal
        assert [state.parse_action(move) for move in state.legal_moves()] == legal
        assert state.game.parse(state.text()).text() == state.text()
        action = state.sample(rng)
        assert action in legal
        state.apply(action)


def test_ids_mean_the_same_in_every_world():
    state = play("two-heirs", 5, 30)
    world = state.world(state.player, Rng(1))
    assert world.text() != state.text()
    assert world.legal_moves() == state.legal_moves()
    assert world.legal_actions() == state.legal_actions()


def test_state_is_small():
    assert load_game("two-heirs").new(0).size <= 1024


# -- the twin ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["duel", "solo"])
@pytest.mark.parametrize("sets", COMBINATIONS)
def test_games_agree_with_the_twin(sets, mode):
    """Legal moves, events, positions and results of records replayed by the twin; moves lean to building."""
    for seed in range(3):
        game = load_game("two-heirs", sets=sets, mode=mode, level=1 + seed)
        rng = Rng(seed)

        def choose(state, rng=rng):
            legal = state.legal_actions()
            rare = [a for a in legal if state.format_action(a).split()[0] in ("build", "camp", "destroy")]
            return rng.choice(rare if rare and rng.below(2) else legal)

        lines = list(record_game(game, seed, choose))
        other = twin.Twin.from_position(lines[0]["state"], tiles=TILES, treasures=TREASURES)
        for line in lines[1:-1]:
            assert line["player"] == other.player
            assert line["legal"] == other.legal()
            assert line["events"] == other.move(line["move"])
            assert ordered(line["state"]) == ordered(other.position())
        assert ordered_result(lines[-1]["result"], mode == "solo") == ordered_result(other.result(), mode == "solo")


@pytest.mark.parametrize("n", [0, 15, 40, 70])
def test_perft_agrees_with_the_twin(n):
    for game in ("two-heirs:sets=dominion,trade,war", "two-heirs:mode=solo,level=3"):
        state = play(game, n, n)
        other = twin.Twin.from_position(write_position(state), tiles=TILES, treasures=TREASURES)
        assert perft(state, 2) == twin.perft(other, 2)


# -- worlds --------------------------------------------------------------------------------------------------------


def late(game, n_left):
    """Return a state with so many tiles left in the stack."""
    for seed in range(50):
        state, rng = load_game(game).new(seed), Rng(seed)
        while not state.is_over and len(state.snapshot().stack) > n_left:
            state.apply(state.sample(rng))
        if not state.is_over and len(state.snapshot().stack) == n_left:
            return state
    raise AssertionError


def expected_worlds(shot):
    """Return all (start tile, stack) that look like this one: every order of the hidden tiles, sifted."""
    start_tile = shot.board[0, 0][0]
    return {order for order in permutations([start_tile, *shot.stack])
            if TERRAIN[order[0]] == TERRAIN[start_tile] and TERRAIN[order[1]] == TERRAIN[shot.stack[0]]}


def check_uniform(counts, worlds):
    assert set(counts) <= worlds
    assert uniform_fit([counts[world] for world in worlds]).p > ALPHA


@pytest.mark.parametrize("game", ["two-heirs", "two-heirs:mode=solo,level=3,sets=war,crafts,guard"])
@pytest.mark.parametrize("n_left", [1, 2, 3, 4])
def test_rule_8_worlds_are_uniform(game, n_left):
    state, rng = late(game, n_left), Rng(n_left)
    worlds = expected_worlds(state.snapshot())
    counts = Counter()
    for _ in range(max(400, 40 * len(worlds))):
        shot = state.world(0, rng).snapshot()
        counts[shot.board[0, 0][0], *shot.stack] += 1
    check_uniform(counts, worlds)


@pytest.mark.parametrize("level", [1, 2])
def test_rule_9_10_treasures_are_uniform(level):
    """Late in the game, when two tokens are left in the pile: which ones, in which order, all alike."""
    for seed in range(100):
        state = play(f"two-heirs:mode=solo,level={level}", seed, 0)
        rng = Rng(seed)
        while not state.is_over and len(state.snapshot().pile) > 2:
            state.apply(state.sample(rng))
        if not state.is_over:
            break
    shot = state.snapshot()
    worlds = set(permutations([*shot.pile, *shot.unused], 2))
    counts = Counter(tuple(state.world(0, rng).snapshot().pile) for _ in range(60 * len(worlds)))
    check_uniform(counts, worlds)


def view_of(state, **changes):
    full = copy.deepcopy(write_position(state))
    for key, value in changes.items():
        full[key] = value
    return full


def test_worlds_of_a_view_cover_the_unknown_hand():
    """White holds a tile of which nothing and one of which the colour is known: every fitting choice, equally often."""
    removed = " ".join(tile["id"] for tile in TILES[:27] if tile["id"] not in (
        "C2", "T1", "D6", "C5", "D7", "T2", "T4", "T5", "T6", "T7", "D1"))
    removed = removed.replace("D2 D3", "")
    full = position({"0,0": "C2"}, other_hand="T1 D2", top="D6 D3", stack="", supply="T2 T4 T5 T6 T7 D1",
                    turns_after_this=None, removed=removed)
    shot = read_position(full).snapshot()
    first, second = shot.hands[1]
    view = full | {"hands": {"blue": [], "white": [f"?{TERRAIN[first]}", "?"]},
                   "stack": {"left": 2, "top": TERRAIN[shot.stack[0]]}}
    view["board"][0]["tile"] = f"?{TERRAIN[shot.board[0, 0][0]]}"
    state, rng = read_position(view), Rng(4)
    assert ordered(write_position(state)) == ordered(view)
    hidden = [shot.board[0, 0][0], *shot.stack, first, second]
    worlds = {o for o in permutations(hidden) if [TERRAIN[t] for t in o[:2]] + [TERRAIN[o[3]]] == [
        TERRAIN[hidden[0]], TERRAIN[hidden[1]], TERRAIN[first]]}
    counts = Counter()
    for _ in range(100 * len(worlds)):
        world = state.world(0, rng)
        assert world.view(0) == state.view(0)
        drawn = world.snapshot()
        (tinted,), (vague,) = drawn.doubt.tinted[1], drawn.doubt.vague[1]
        counts[drawn.board[0, 0][0], *drawn.stack, tinted, vague] += 1
    check_uniform(counts, worlds)
    assert state.world(1, rng).snapshot().hands[1] == state.snapshot().hands[1]     # White knows the own hand


def test_view_hides_what_it_does_not_know():
    state = play("two-heirs", 2, 40)
    view = view_of(state, stack={"left": len(state.snapshot().stack), "top": TERRAIN[state.snapshot().stack[0]]},
                   removed=["?"] * len(state.snapshot().removed))
    state = read_position(view)
    assert state.is_view
    assert write_position(state) == view
    assert state.game.parse(state.text()).text() == state.text()


def test_top_of_unknown_colour():
    state = late("two-heirs", 2)
    full = write_position(state)
    start_tile = full["board"][0]["tile"]
    unknown = [*full["stack"], start_tile]
    full["stack"] = ["?", "?"]
    full["board"][0]["tile"] = f"?{TERRAIN[start_tile]}"
    view, rng = read_position(full), Rng(1)
    worlds = {order for order in permutations(unknown) if TERRAIN[order[0]] == TERRAIN[start_tile]}
    counts = Counter()
    for _ in range(100 * len(worlds)):
        shot = view.world(0, rng).snapshot()
        counts[shot.board[0, 0][0], *shot.stack] += 1
    check_uniform(counts, worlds)
    assert write_position(view) == full


def test_played_unknown_tile_is_known_from_then_on():
    """White's tile is unknown to Blue until White extends with it."""
    full = position({"0,0": "C2"}, player="white", hand="D1")
    full["hands"]["white"] = ["?yellow"]
    view = read_position(full)
    assert view.is_view
    assert "/ ?yellow /" in view.view(0)
    assert "/ D1 /" in view.view(1)
    view.apply_move("extend D1 0,1")
    assert not view.is_view
    assert "D1@0,1" in view.view(0)


# -- positions -----------------------------------------------------------------------------------------------------


def duel(**more):
    return position({"0,0": "C2", "1,0": "T3 blue", "1,1": "D1 white"}, **more)


def solo(**more):
    return position({"0,0": "C2", "1,0": "T3 blue", "1,1": "C1 white"}, level=1, last="1,0",
                    units={"yellow": "1,1"}, treasures="1,1 K7", blue="0,0 supply supply", **more)


def changed(full, path, value):
    full = json.loads(json.dumps(full))
    place = full
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return full


BAD = [
    (duel, ("mode",), "trio", "mode: expected one of duel, solo"),
    (duel, ("sets",), ["travel", "trade"], "sets: expected three different of travel"),
    (duel, ("sets",), ["travel", "trade", "trade"], "sets: expected three"),
    (duel, ("sets",), ["travel", "dominion", "war"], "expected a tile of the sets in play"),
    (duel, ("player",), "red", "player: expected one of blue, white; got 'red'"),
    (duel, ("phase",), "end", "phase: expected one of main"),
    (duel, ("taken",), 1, "taken: expected true or false; got 1"),
    (duel, ("discounts",), -1, "discounts: expected a whole number from 0"),
    (duel, ("turns_after_this",), 1, "turns_after_this: expected null while the stack holds tiles; got 1"),
    (duel, ("supply", 2), None, "1 are missing"),
    (duel, ("supply", 2), "W1", "supply[2]: expected a tile of the sets in play; got 'W1'"),
    (duel, ("supply", 2), "?", "supply[2]: expected a tile of the sets in play; got '?'"),
    (duel, ("supply",), ["T1"], "supply: expected a list of 6"),
    (duel, ("stack", 0), "C2", "expected each tile once; C2 stands already in stack[0]"),
    (duel, ("stack",), [], "are missing"),
    (duel, ("stack",), {"left": 2, "top": "blue"}, "stack.top: expected one of green, grey, yellow"),
    (duel, ("stack",), {"left": 40, "top": "green"}, "stack.left: expected a whole number from 0 to 26; got 40"),
    (duel, ("stack",), {"left": 3, "top": "green"}, "18 are missing"),
    (duel, ("board", 1, "at"), [5, 5], "board: expected each tile linked with [0, 0] by sides or corners; got [5, 5]"),
    (duel, ("board", 1, "at"), [1, 1], "board[2].at: expected each cell once"),
    (duel, ("board", 1, "at"), [1.0, 0], "board[1].at: expected a cell"),
    (duel, ("board", 1, "tile"), "?", "board[1].tile: expected a tile"),
    (duel, ("board", 0, "at"), [0, 1], "start tile at [0, 0]"),
    (duel, ("board", 0, "owner"), "blue", "board[0].owner: expected null: the start tile"),
    (duel, ("board", 0, "tile"), "?", "everybody sees the start tile's colour"),
    (duel, ("board", 1, "owner"), "red", "board[1].owner: expected blue, white or null; got 'red'"),
    (duel, ("units", "blue", 1, "at"), [1, 3], "units.blue[1].at: expected a cell with a tile, or supply; got [1, 3]"),
    (duel, ("units", "blue", 1, "at"), [0, 0], "expected a tile without a unit"),
    (duel, ("units", "blue", 0, "at"), "supply", "the elite never leaves the board"),
    (duel, ("units", "blue", 0, "kind"), "regular", "units.blue: expected one elite and two regular units"),
    (duel, ("units", "white", 1, "moved"), True, "units.white[1].moved: expected false out of turn"),
    (duel, ("units", "blue", 0, "moved"), True, "shares the start tile not to have moved"),
    (duel, ("units",), {"blue": []}, "units.blue: expected a list of 3"),
    (duel, ("hands", "white"), "T1", "hands.white: expected a list"),
    (duel, ("targets",), [[1, 0]], "targets: only phase 'siege'"),
    (duel, ("phase",), "siege", "targets: the key is missing"),
    (duel, ("phase",), "discard", "hands.blue: expected more than 3 tiles in phase 'discard'"),
    (duel, ("phase",), "over", "turns_after_this: expected 0 in phase 'over'"),
    (duel, ("level",), 1, "level: only a solo position has this key"),
    (duel, ("version",), 2, "version: expected 1, got 2"),
    (duel, ("colour",), 2, "colour: unknown key"),
    (solo, ("level",), 4, "level: expected a whole number from 1 to 3; got 4"),
    (solo, ("player",), "white", "player: expected blue: Henry's turn follows by itself"),
    (solo, ("hands", "white"), ["T9"], "expected each tile once"),
    (solo, ("henry", "last"), [1, 1], "henry.last: expected a cell where you built, or null; got [1, 1]"),
    (solo, ("henry", "last"), None, "henry.last: expected the cell of your last building"),
    (solo, ("henry", "units", "yellow"), [1, 0], "henry.units.yellow: expected a cell with a yellow tile that Henry"),
    (solo, ("henry", "units", "green"), [1, 1], "henry.units.green: expected a cell with a green tile"),
    (solo, ("henry", "treasures", 0, "token"), "K11", "henry.treasures[0].token: expected a treasure K1 to K10"),
    (solo, ("henry", "treasures", 0, "at"), [1, 0], "henry.treasures[0].at: expected a tile that Henry built"),
    (solo, ("henry", "unused"), ["K1"], "henry.unused: expected 4 treasures at level 1; got ['K1']"),
    (solo, ("henry", "gone"), ["K7"], "expected each treasure once; K7"),
    (solo, ("henry", "pile"), ["?"], "are missing"),
    (solo, ("henry", "treasures", 0, "token"), "K9", "K9 is met"),
]


@pytest.mark.parametrize(("make", "path", "value", "words"), BAD, ids=lambda case: None)
def test_positions_that_cannot_be_are_refused(make, path, value, words):
    full = make()
    assert read_position(full).text()
    if value == "K9":   # what lies south-west and north-east of 1,1 meets it
        full["board"].append({"at": [2, 2], "tile": full["stack"].pop(), "owner": None})
        full["henry"]["pile"] = [token for token in full["henry"]["pile"] if token != "K9"] + ["K7"]
        full["henry"]["unused"] = [token for token in full["henry"]["unused"] if token != "K9"]
    with pytest.raises(NotationError) as caught:
        read_position(changed(full, path, value))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_positions_of_the_supply_are_empty_only_once_the_stack_is():
    full = duel()
    full["removed"].append(full["supply"][2])
    full["supply"][2] = None
    with pytest.raises(NotationError, match=r"supply\[2\]: expected a tile: positions are empty only once"):
        read_position(full)


HAS_A_USUAL_VALUE = {"game", "version", "mode", "sets", "phase", "taken", "discounts", "turns_after_this", "stack",
                     "hands", "units", "removed"}


def test_a_key_without_a_usual_value_is_named_where_it_is_missing():
    full = duel()
    full["board"].append({"at": [0, 1], "tile": full["stack"].pop(), "owner": "blue"})
    assert set(full) - HAS_A_USUAL_VALUE == {"player", "supply", "board"}
    for key in ("player", "supply", "board"):
        rest = {name: value for name, value in full.items() if name != key}
        with pytest.raises(KingmakerError, match=f"{key}: the key is missing"):
            read_position(rest)


def test_a_short_position_is_the_long_one():
    """At the start little has to be said; names stand for ids, a cell for a list, the stack is counted."""
    short = {"game": "two-heirs", "player": "blue", "supply": ["T3", "mill", "D6", "green sawmill", "T7", "C9"],
             "board": [{"at": "0,0", "tile": "?green"}], "stack": {"top": "green"}}
    state = read_position(short)
    assert state.view(0).startswith("blue main 0 0 - / T3 D1 D6 C2 T7 C9 / 20 ?green / - / - / ?green@0,0 / 0,0 s s / "
                                    "0,0 s s")
    assert str(state.game) == "two-heirs", "the tiles are of travel, dominion and trade"
    solo = read_position({"level": 2, **{key: value for key, value in short.items() if key != "player"}})
    assert (len(solo.snapshot().pile), len(solo.snapshot().unused)) == (8, 2)
    with pytest.raises(NotationError, match=r"supply\[1\]: expected one of T3, T4, T5, or its colour too, as 'green "):
        read_position({**short, "supply": ["T1", "market", "D6", "C2", "T7", "C9"]})


def test_all_that_is_wrong_is_told_at_once_each_with_its_place():
    """Eight mistakes, each at its place; what follows from them, as the tile that is missing now, is not told."""
    full = duel()
    full |= {"phase": "man", "taken": 1, "discount": 2}
    full["supply"][1] = "Q9"
    full["units"]["white"][1] = {"kind": "regular", "at": [5, 5], "moved": True}
    full["board"].append({"at": [0, 1], "tile": full["supply"][0], "owner": "green"})
    n = len(full["board"]) - 1
    with pytest.raises(NotationError) as caught:
        read_position(full)
    assert [fault.partition(": ")[0] for fault in caught.value.faults] == [
        "discount", "phase", "taken", "supply[1]", f"board[{n}].tile", f"board[{n}].owner", "units.white[1].moved",
        "units.white[1].at"]


def test_a_wrong_level_hides_nothing_else_that_is_wrong():
    with pytest.raises(NotationError) as caught:
        read_position({"game": "two-heirs", "mode": "solo", "level": 9, "sets": ["travel", "trade", "war"],
                       "supply": ["T1", "T2", "Market", "nonsense", "T5", "T6"],
                       "board": [{"at": [0, 0], "tile": "?green"}],
                       "units": {"blue": [{"kind": "elite", "at": [0, 0]}]}})
    assert [fault.partition(": ")[0] for fault in caught.value.faults] == ["level", "supply[2]", "supply[3]"]


def test_hand_out_of_turn_may_not_be_too_large():
    with pytest.raises(NotationError, match=r"hands.white: expected at most 3 tiles out of turn"):
        read_position(duel(other_hand="T1 T2 T4 T5"))


def test_siege_targets_must_be_beside_two_towers():
    """The building at 1,0 is beside the towers at 2,0 and 1,1; the one at 1,-1 is beside no tower."""
    board = {"0,0": "W7", "1,0": "T3 white", "2,0": "W1 blue", "1,1": "W2 blue", "1,-1": "T4 white"}
    full = position(board, sets="travel,dominion,war", phase="siege", targets="1,0", blue="2,0 supply supply")
    state = read_position(full)
    assert state.legal_moves() == ["spare", "destroy 1,0"]
    state.apply_move("destroy 1,0")
    assert state.snapshot().board[1, 0] == ("T3", None)
    with pytest.raises(NotationError, match=r"targets\[0\]: expected an opponent's building beside two siege towers"):
        read_position(changed(full, ("targets",), [[1, -1]]))
    with pytest.raises(NotationError, match="targets: expected at least one cell"):
        read_position(changed(full, ("targets",), []))


def test_unknown_tiles_of_a_colour_that_is_not_missing():
    full = duel()
    greens = [tile for tile in full["stack"] if TERRAIN[tile] == "green"]
    others = [tile for tile in full["stack"] if TERRAIN[tile] != "green"]
    full["stack"] = [*others[1:], *greens, "?green"]
    with pytest.raises(NotationError, match=r"no more unknown green tiles than green ones are missing; got 1"):
        read_position(full)


def test_toml_and_json_are_one_schema():
    full = duel()
    lines = ["game = 'two-heirs'", "version = 1", "mode = 'duel'", "sets = ['travel', 'dominion', 'trade']",
             "player = 'blue'", "phase = 'main'", "taken = false", "discounts = 0", "turns_after_this = '-'"]
    lines += [f"{key} = {json.dumps(full[key])}" for key in ("supply", "stack", "removed")]
    lines += ["hands = { blue = [], white = [] }", "[units]"]
    lines += [f"{name} = [" + ", ".join(
        f"{{ kind = '{u['kind']}', at = {json.dumps(u['at'])}, moved = false }}" for u in full["units"][name]) + "]"
        for name in ("blue", "white")]
    for place in full["board"]:
        lines += ["[[board]]", f"at = {place['at']}", f"tile = '{place['tile']}'", f"owner = '{place['owner'] or '-'}'"]
    assert parse_position("\n".join(lines)).text() == parse_position(json.dumps(full)).text()


def test_own_tables(tmp_path):
    """A market that costs nothing can be built without any resource."""
    rows = [",".join(TILES[0])] + [",".join(row.values()) for row in TILES]
    rows = [row.replace("T3,travel,market,green,1,1,1", "T3,travel,market,green,0,0,0") for row in rows]
    path = tmp_path / "tiles.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    board = {"0,0": "C2"}
    full = position(board, hand="T3", blue="0,0 supply supply", supply="C1 D1 T2 T7 T5 D4")
    assert not [move for move in start(full).legal_moves() if move.startswith("build")]
    assert [move for move in read_with_tables(full, tiles=str(path)).legal_moves() if move.startswith("build T3")]
    assert load_game("two-heirs", tiles=str(path)).new(1).rules.tiles[2].cost == (0, 0, 0)
    with pytest.raises(KingmakerError, match="nowhere"):
        load_game("two-heirs", tiles="nowhere.csv")


# -- outcomes ------------------------------------------------------------------------------------------------------


def test_outcome_tells_refill_and_new_top():
    """Two worlds that differ in the refill differ in the label of a take; the label is the same for both players."""
    state = load_game("two-heirs").new(4)
    action, seen = state.parse_action(f"take {state.snapshot().supply[0]}"), {}
    for seed in range(200):
        world = state.world(0, Rng(seed))
        world.apply(action)
        shot = world.snapshot()
        key = shot.supply[-1], TERRAIN[shot.stack[0]]
        assert seen.setdefault(key, world.outcome(0)) == world.outcome(0) == world.outcome(1) > 0
    assert len(set(seen.values())) == len(seen) > 3


def test_rule_9_9_henry_wins_ties():
    full = position({"0,0": "C2"}, level=3, phase="over", stack="", turns_after_this=0, treasures="", gone=" ".join(
        row["id"] for row in TREASURES), supply="- - - - - -", blue="0,0 supply supply")
    state = read_position(full)
    assert state.returns() == [0.0, 0.0]
    assert state.wins() == [0.0, 1.0]
    assert state.score()["winner"] == "white"


def test_rule_7_5_tie_goes_to_units_in_the_supply():
    board = {"0,0": "C2", "1,0": "C1"}
    full = position(board, phase="over", stack="", turns_after_this=0, supply="- - - - - -",
                    blue="0,0 1,0 supply", white="0,0 supply supply")
    assert read_position(full).wins() == [0.0, 1.0]
    full = position(board, phase="over", stack="", turns_after_this=0, supply="- - - - - -",
                    blue="0,0 supply supply", white="0,0 supply supply")
    assert read_position(full).wins() == [0.5, 0.5]
    assert read_position(full).score()["winner"] == "draw"


# -- moves that are not legal --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("move", "reason"), [
    ("end", "you have not taken a tile yet"),
    ("take D9", "D9 is not in the supply"),
    ("take T6", "T6 is out of reach; in reach: T1, T2, T3"),
    ("build T9 0,1", "T9 is not in blue's hand (D5)"),
    ("build D5 1,0", "a tile lies on 1,0 already"),
    ("extend D5 5,5", "5,5 does not touch a tile with one of blue's units (0,0)"),
    ("build D5 0,1", "D5 lacks 2 stone, with 0 saved by extensions"),
    ("move 1,0 0,0", "no unit of blue stands on 1,0"),
    ("move 0,0 5,0", "no tile lies on 5,0"),
    ("move 0,0 1,1", "a unit stands on 1,1"),
    ("move 0,0 2,0", "2,0 does not touch 0,0"),
    ("withdraw 0,0", "the elite never leaves the board"),
    ("summon 2,0", "2,0 does not touch 0,0"),
    ("camp 1,0", "the tile on 1,0 is not an own camp, face up, after a take"),
    ("spare", "now only take, build, extend, move, summon, withdraw, camp, end may be played"),
    ("take", "expected take TILE"),
    ("move 0,0 east", "expected a cell like 1,-2; got 'east'"),
    ("fly 1,1", "expected one of take TILE, build TILE X,Y"),
])
def test_illegal_moves_say_why(move, reason):
    """Blue's elite on a green start tile, T1 green, T2 yellow, T3 green in reach: no stone anywhere."""
    full = position({"0,0": "C2", "1,0": "D1 white", "2,0": "D2 white", "1,1": "D3 white"}, hand="D5",
                    supply="T1 T2 T3 T4 T5 T6", white="1,1 supply supply")
    with pytest.raises(IllegalActionError) as caught:
        read_position(full).apply_move(move)
    assert str(caught.value).startswith(f"illegal move {move!r}: {reason}")
