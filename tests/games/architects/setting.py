"""What the tests of the Architects share: where the component data lies."""
import json
from pathlib import Path

DATA_FILE = Path(__file__).resolve().parents[3] / "games" / "architects" / "components.json"
DATA = json.loads(DATA_FILE.read_text(encoding="utf-8"))
