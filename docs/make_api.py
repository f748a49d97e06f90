"""Write docs/api.md from the docstrings of all that the front door has: `python docs/make_api.py`."""
from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kingmaker

PAGE = Path(__file__).with_name("api.md")
GROUPS = {
    "Games and positions": ("available_games", "load_game", "load_position", "parse_position", "write_position",
                            "Game", "GameSpec", "GameState"),
    "Hints and searches": ("hint", "Hint", "hint_page", "vary", "run_search", "SearchConfig", "SearchResult",
                           "MoveStats", "Estimate", "StopFlag", "tree_text", "review", "Review", "analyse"),
    "Agents, matches, ladders": ("parse_agent", "parse_agents", "AgentSpec", "play_game", "PlayedGame", "match",
                                 "MatchResult", "SprtConfig", "ladder", "LadderResult"),
    "Self-play and data sets": ("selfplay", "study", "load", "Dataset", "replay_game", "record", "learn", "Learnt"),
    "Studies": ("balance", "difficulty", "report"),
    "Checks and measurements": ("check_game", "perft", "perft_divide", "bench", "GameBench", "signature"),
    "Errors": ("KingmakerError", "ConfigError", "ContractError", "IllegalActionError", "NotationError", "DataError"),
}
HEAD = """# The API

All that `import kingmaker` has, made from the docstrings by `docs/make_api.py`. Everything else, in the rooms behind
(`kingmaker.games`, `kingmaker.search`, `kingmaker.analysis`), can be imported too, but may move.
"""


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for title, names in GROUPS.items():
        parts.append(f"## {title}\n")
        for name in names:
            parts += _entry(name, getattr(kingmaker, name))
    return "\n".join(parts)


def _entry(name: str, thing: Any) -> Iterator[str]:
    yield f"### `kingmaker.{name}`\n"
    call = _call(name, thing)
    if call:
        yield f"```python\n{call}\n```\n"
    yield _text(inspect.getdoc(thing) or "")
    if inspect.isclass(thing) and not issubclass(thing, Exception):
        yield from _members(thing)


def _call(name: str, thing: Any) -> str:
    """Return how it is called, a line a parameter where they do not fit on one."""
    if inspect.isclass(thing) and not dataclasses.is_dataclass(thing):
        return ""
    signature = inspect.signature(thing)
    if inspect.isclass(thing):
        signature = signature.replace(return_annotation=inspect.Signature.empty)
    text = f"{name}{signature}"
    if len(text) <= 100:
        return _plain(text)
    rows, is_keyword = [], False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not is_keyword:
            is_keyword = True
            rows.append("    *,")
        rows.append(f"    {parameter},")
    returned = "" if signature.return_annotation is inspect.Signature.empty else f" -> {signature.return_annotation}"
    return _plain("\n".join([f"{name}(", *rows, f"){returned}"]))


def _plain(text: str) -> str:
    """Take quotes off annotations, and what differs from one run or version to the next."""
    text = re.sub(r"(: |-> )'([^'\n]*)'", r"\1\2", text)
    return re.sub(r"<factory>|<function .+? at 0x[0-9a-f]+>", "...", text)


def _text(doc: str) -> str:
    """Return a docstring as Markdown: parameters as a list, examples as code."""
    body, _, examples = doc.partition("\nExamples\n--------\n")
    body, _, parameters = body.partition("\nParameters\n----------\n")
    lines = [body.strip() + "\n"]
    for line in parameters.strip("\n").splitlines():
        named, colon, meaning = line.partition(" : ")
        lines.append(f"- `{named}`: {meaning}" if colon and not line.startswith(" ") else f"  {line.strip()}".rstrip())
    if parameters:
        lines.append("")
    if examples:
        lines.append(f"```python\n{examples.strip()}\n```\n")
    return "\n".join(lines)


def _members(cls: type) -> Iterator[str]:
    """Yield a line for each method and property that has words of its own."""
    rows = []
    for name, member in inspect.getmembers(cls):
        own = name in vars(cls) or any(name in vars(base) for base in cls.__mro__[:-1])
        doc = inspect.getdoc(member)
        if name.startswith("_") or not own or not doc or not (
                isinstance(member, property) or inspect.isroutine(member) or hasattr(member, "func")
                or inspect.isgetsetdescriptor(member)):
            continue
        said = next((line for line in doc.splitlines() if line.strip() and not line.startswith(f"{name}(")
                     and not line.startswith(f"{cls.__name__}.{name}(")), "")
        rows.append(f"- `{name}{'()' if inspect.isroutine(member) else ''}`: {said.rstrip('.')}")
    if rows:
        yield "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
