"""What this installation is: its version, how its compiled part was built, and what it should do."""
from __future__ import annotations

import platform

from kingmaker.search.bench import _build
from kingmaker.search.result import version

# What `kingmaker bench --signature` prints of the games here; whoever changes behaviour writes it anew.
SIGNATURE = 919195974


def about() -> str:
    """Return what `kingmaker --version` prints.

    Examples
    --------
    >>> print(about().splitlines()[0].split()[0])
    kingmaker
    """
    build = f"{_build.MODE}, {_build.COMPILER}, for {_build.CPU}"
    python = f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}"
    return "\n".join([f"kingmaker {version()}", f"build      {build}", f"python     {python}",
                      f"signature  {SIGNATURE} (check it: kingmaker bench --signature)"])
