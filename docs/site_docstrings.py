"""Tells what reads docstrings how they name parameters here: `name : what it means`, since the code has the types."""
from __future__ import annotations

import re
from typing import Any

from griffe import Extension

PARAMETERS = re.compile(r"(^Parameters\n-+\n)(.*?)(?=^\w+\n-+\n|\Z)", re.MULTILINE | re.DOTALL)


class Meanings(Extension):
    """Put each meaning on a line of its own, where the numpydoc style has it."""

    def on_instance(self, *, obj: Any, **_: Any) -> None:
        """Mend one docstring."""
        if obj.docstring:
            obj.docstring.value = PARAMETERS.sub(_mend, obj.docstring.value)


def _mend(section: re.Match[str]) -> str:
    return section[1] + re.sub(r"^(\*{0,2}\w+) : (.*)$", r"\1\n    \2", section[2], flags=re.MULTILINE)
