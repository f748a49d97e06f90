"""Every number of the rules is in the name of a test against the compiled game, or stands here with the reason."""
import re
from pathlib import Path

FILES = sorted(Path(__file__).parent.glob("test_rules_*.py"))
LAST = {"a": 34, "w": 36, "m": 62}
WITHOUT = {  # numbers that decide nothing by themselves
    "a34": "the base box's own solo mode is not part of the game",
    "w36": "says that there are no levels: the opponents are the option",
    "m26": "slips of the rulebook, to be ignored",
    "m27": "the purge of Age of Artisans is not part of the game",
    "m52": "says that a section is always possible: a scheme that were not would break every game of the comparison",
}


def numbers():
    """Return the numbers in the names of tests."""
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    names = re.findall(r"^def (test_\w+)", text, re.MULTILINE)
    return {number for name in names for number in re.findall(r"(?<=_)[awm]\d+(?=_|$)", name)}


def test_every_number_has_a_test_or_a_reason():
    all_of = {f"{letter}{n}" for letter, last in LAST.items() for n in range(1, last + 1)}
    named = numbers()
    assert named <= all_of
    assert sorted(all_of - named - set(WITHOUT)) == []
    assert not named & set(WITHOUT)
