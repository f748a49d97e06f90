"""What the tests of the Architects share: where the component data lies, what a state holds."""
import json
from pathlib import Path

DATA_FILE = Path(__file__).resolve().parents[3] / "games" / "architects" / "components.json"
DATA = json.loads(DATA_FILE.read_text(encoding="utf-8"))


def keys_of(state):
    """Return the whole truth of a state as its text has it."""
    return json.loads(state.text().split(" ", 1)[1])
