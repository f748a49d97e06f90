"""Everything once, on small settings, and a page that shows it: `python examples/demo.py`, a minute or two.

Three people use Kingmaker: somebody at a table, who asks what to do now; a designer, who asks whether the parts of a
game are balanced; somebody who plays alone, and asks how hard a level is. You can type every command that runs here.
"""
from __future__ import annotations

import argparse
import html
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent / "two_heirs"
COMMAND = [sys.executable, "-P", "-m", "kingmaker.scripts.cli"]
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kingmaker: the demo</title>
<style>
body {{ font: 17px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem }}
body {{ color: #222; background: #fafaf7 }}
section {{ background: #fff; border: 1px solid #ddd; border-radius: 8px; padding: 1rem 1.5rem; margin: 1.5rem 0 }}
.pictures {{ display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)) }}
.pictures img {{ width: 100%; max-height: 34rem; object-fit: contain }}
code {{ background: #f2f0ea; padding: .1em .3em; overflow-wrap: anywhere }}
a {{ color: #125 }}
</style></head><body>
<h1>Kingmaker: three people, three questions</h1>
{sections}
<p>Made by <code>{version}</code> in {seconds:.0f} seconds, on settings so small that every interval is wide.</p>
</body></html>
"""
SECTION = """<section><h2>{title}</h2>
<p>{text}</p>
<div class="pictures">{pictures}</div>
<p>{links}</p>
<details><summary>The commands</summary>{commands}</details></section>
"""


@dataclass(frozen=True)
class Use:
    """One of the three: its words, its commands, and what these make."""

    title: str
    text: str
    commands: list[str]
    pictures: list[str]
    links: dict[str, str]


def uses(small: bool) -> list[Use]:
    """Return the three uses."""
    think = "--iterations 800" if small else "--seconds 4"
    duels, alone = (172, 45) if small else (860, 180)
    agents = "random;greedy" if small else "random;greedy;ismcts:preset=quick,iterations=50"
    table, level = shlex.quote(str(HERE / "midgame.json")), shlex.quote(str(HERE / "solo_brave.json"))
    return [
        Use("At the table: what should I do now?",
            "White is to move in The Two Heirs. Each point is what a plan for this turn is worth, with its interval.",
            [f"show {table} --svg table.svg",
             f"hint {table} {think} --seed 1 --plot moves.png --format html > hint.html"],
            ["table.svg", "moves.png"], {"hint.html": "the whole hint, the plan drawn on the table"}),
        Use("Designing: are the parts balanced?",
            "What each part is worth, found by forbidding it to one side, then to the other, on the same deals.",
            [f"balance study --run greedy --game two-heirs --games {duels} --seed 1 > balance.txt",
             "report study --out report"],
            ["report/findings.png", "report/sources.png"],
            {"report/report.html": "the whole report", "balance.txt": "the same in figures"}),
        Use("Playing alone: how hard is this level?",
            "The second level against Henry, some turns in; and how often each kind of player wins, level by level.",
            [f"show {level} --svg level.svg",
             f"hint {level} {think} --seed 1 --format html > level.html",
             f"difficulty levels --run '{agents}' --game two-heirs:mode=solo --games {alone} --seed 1 "
             "--plot levels.png > difficulty.txt"],
            ["level.svg", "levels.png"],
            {"level.html": "what to do now against Henry", "difficulty.txt": "the same in figures"}),
    ]


def run(command: str, folder: Path) -> None:
    """Run one command in the folder; what it has to say is shown only if it fails."""
    typed, _, into = command.partition(" > ")
    args = shlex.split(typed)
    begin = time.monotonic()
    done = subprocess.run([*COMMAND, *args], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"kingmaker {typed}\n{done.stderr}")
    if into:
        (folder / into).write_text(done.stdout, encoding="utf-8")
    print(f"  {time.monotonic() - begin:4.0f} s  kingmaker {args[0]}", file=sys.stderr, flush=True)


def section(use: Use) -> str:
    """Return a use as a part of the page."""
    first = next(iter(use.links))
    return SECTION.format(
        title=use.title, text=use.text,
        links=" · ".join(f'<a href="{file}">{words}</a>' for file, words in use.links.items()),
        pictures="".join(f'<a href="{first}"><img src="{file}" alt="{Path(file).stem}"></a>' for file in use.pictures),
        commands="".join(f"<p><code>kingmaker {html.escape(command)}</code></p>" for command in use.commands))


def main() -> None:
    """Run it all and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("demo"), help="folder of all that is made")
    parser.add_argument("--small", action="store_true", help="as small as can be: for tests")
    chosen = parser.parse_args()
    begin, folder = time.monotonic(), chosen.out
    folder.mkdir(parents=True, exist_ok=True)
    parts = uses(chosen.small)
    for use in parts:
        print(use.title, file=sys.stderr, flush=True)
        for command in use.commands:
            run(command, folder)
    told = subprocess.run([*COMMAND, "--version"], check=True, capture_output=True, text=True, encoding="utf-8").stdout
    page = PAGE.format(sections="".join(map(section, parts)), version=told.splitlines()[0],
                       seconds=time.monotonic() - begin)
    (folder / "index.html").write_text(page, encoding="utf-8")
    print(f"open {folder / 'index.html'}")


if __name__ == "__main__":
    main()
