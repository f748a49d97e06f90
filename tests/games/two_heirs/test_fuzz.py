"""Whatever is put into a position file, the answer is a state that works or one clear error."""
import copy
import json
import tomllib
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kingmaker.games import KingmakerError
from kingmaker.games.files.positions import parse_position

EXAMPLES = Path(__file__).parents[3] / "examples" / "two_heirs"
POSITIONS = [json.loads(path.read_text(encoding="utf-8")) if path.suffix == ".json"
             else tomllib.loads(path.read_text(encoding="utf-8"))
             for path in sorted(EXAMPLES.iterdir()) if path.suffix in (".json", ".toml")]
WORDS = st.sampled_from(["T1", "D3", "C9", "K1", "?", "?green", "?brown", "-", "supply", "blue", "white", "elite",
                         "regular", "main", "siege", "discard", "over", "solo", "duel", "travel", "guard", "", "T10"])
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-30, 30), st.integers(), WORDS,
                   st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=5))
VALUES = st.recursive(LEAVES, lambda inner: st.one_of(
    st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(["at", "tile", "kind", "owner", "left", "top", "x"]),
                                                 inner, max_size=3)), max_leaves=6)


def places(value, path=()):
    """Every place of a nested value, as a path of keys."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def read(text, form=None):
    """Return the state and no message, or no state and the message; any other error is a fault."""
    try:
        return parse_position(text, form=form), ""
    except KingmakerError as error:
        return None, str(error)


@st.composite
def broken_positions(draw):
    """An example with one to three places replaced, removed or doubled."""
    position = copy.deepcopy(draw(st.sampled_from(POSITIONS)))
    for _ in range(draw(st.integers(1, 3))):
        spots = [path for path in places(position) if path]
        *way, last = draw(st.sampled_from(spots))
        holder = position
        for key in way:
            holder = holder[key]
        change = draw(st.sampled_from(["replace", "remove", "double"]))
        if change == "replace":
            holder[last] = draw(VALUES)
        elif change == "remove":
            del holder[last]
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[last]))
        if not position:
            break
    return position


@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(broken_positions())
def test_broken_positions_give_one_clear_error_or_a_state_that_works(position):
    state, message = read(json.dumps(position))
    if state is None:
        assert message
        assert "\n" not in message
        return
    moves = state.legal_moves()
    assert state.is_over == (moves == [])
    assert state.game.parse(state.text()).text() == state.text()
    for observer in range(2):
        assert state.view(observer)
    for move in moves[:3]:
        after = state.clone()
        after.apply_move(move)
        assert after.text() != state.text()


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=200))
def test_any_text_gives_one_clear_error(text):
    for form in ("json", "toml"):
        state, message = read(text, form)
        assert state is None
        assert message
