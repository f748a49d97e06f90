"""Keys of positions as TOML, for the tests of all games."""
import json


def to_toml(value):
    """Return keys as TOML: inline tables, `-` for null."""
    if value is None:
        return '"-"'
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {to_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(to_toml, value)) + "]"
    return json.dumps(value)
