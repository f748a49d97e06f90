"""Turn a picture into PNG, by resvg; it comes with the extra `png`."""
from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from kingmaker.games.errors import ConfigError

MIN_WIDTH, MAX_WIDTH = 1, 8192
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")


def to_png(picture: str, *, width: int = 600) -> bytes:
    """Return an SVG picture as PNG.

    Parameters
    ----------
    width : in pixels; the height follows
    """
    if not MIN_WIDTH <= width <= MAX_WIDTH:
        raise ConfigError(f"png: expected a width in [{MIN_WIDTH}, {MAX_WIDTH}], got {width!r}")
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise ConfigError("png: pictures in PNG need the package resvg-py, which is not installed: "
                          "pip install 'kingmaker[png]'; or write SVG") from None
    fonts = _fonts()
    return bytes(svg_to_bytes(svg_string=picture, width=width, skip_system_fonts=bool(fonts), font_files=fonts))


def _fonts() -> list[str]:
    """Return the letters that come with matplotlib: the same picture on every machine, also where no fonts are.

    It is looked for and not imported: games need no plotting.
    """
    spec = find_spec("matplotlib")
    if spec is None or spec.origin is None:
        return []
    folder = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    return [str(folder / name) for name in FONTS if (folder / name).is_file()]
