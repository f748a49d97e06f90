"""What the site needs beside mkdocs: pages from elsewhere in the tree, links into it, notes on what the tests type.

Links in the pages are those of the source tree, so that they work in every viewer of files; here each becomes a link to
the page made of its target. Other files of the tree that a page links to come along, as they are.
"""
from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
ELSEWHERE = {
    f"games/{page.parent.name}{'' if page.stem == 'README' else '_' + page.stem.lower()}.md": page
    for page in sorted((ROOT / "games").glob("*/*.md"))} | {
    "changes.md": ROOT / "CHANGELOG.md", "contributing.md": ROOT / "CONTRIBUTING.md",
    "security.md": ROOT / "SECURITY.md"}
PAGES = {path: page for page, path in ELSEWHERE.items()} | {ROOT / "README.md": "index.md"}
LINK = re.compile(r"(!?)\[((?:[^\]\\]|\\.)*)\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)")
QUOTE = re.compile(r"^<!-- (\S+\.\w+) -->\n```(\w+)\n", re.MULTILINE)
SMALL = re.compile(r"^<!-- small: ([^\n]+) -->\n(```.*?^```\n)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^( *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
# Lists as the usual viewers read them: straight below a line of text, and nested by two spaces.
LIST = re.compile(r"^((?![\s|>#-]|\* |\d+\. ).+\n)(?=- |\* |\d+\. )", re.MULTILINE)
NESTED = re.compile(r"^  - ", re.MULTILINE)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that stand elsewhere."""
    for page, path in ELSEWHERE.items():
        files.append(File.generated(config, page, content=path.read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Turn links of the tree into links of the site, and remarks for tests into words for readers."""
    here = page.file.src_uri
    folder = ELSEWHERE.get(here, ROOT / "docs" / here).parent
    parts = CODE.split(QUOTE.sub(r'```\2 title="\1"' + "\n", SMALL.sub(_with_note, markdown)))
    parts[::2] = [NESTED.sub("    - ", LIST.sub(r"\1\n", LINK.sub(
        lambda link: _follow(link, folder, here, config, files), part))) for part in parts[::2]]
    return "".join(parts)


def _with_note(block: re.Match[str]) -> str:
    """Say below a block what the tests type instead."""
    pairs = [pair.split(" = ") for pair in block[1].split("; ")]
    said = ", ".join(f"`{small}` for `{written}`" for written, small in pairs)
    return f"{block[2]}\nThe tests type {said}.\n{{ .small }}\n"


def _follow(link: re.Match[str], folder: Path, here: str, config: Any, files: Files) -> str:
    """Return a link as the site needs it; what has no page is named only."""
    image, text, target, anchor = link.groups()
    path = (folder / target).resolve()
    page = PAGES.get(path) or PAGES.get(path / "README.md")
    if page is None and path.is_dir():
        return text
    if page is None and path.is_relative_to(ROOT / "docs"):
        page = path.relative_to(ROOT / "docs").as_posix()
    if page is None and path.is_file():
        page = path.relative_to(ROOT).as_posix()
        if files.get_file_from_path(page) is None:
            files.append(File(page, str(ROOT), config["site_dir"], config["use_directory_urls"]))
    if page is None:
        return link[0]  # mkdocs complains of what is not there
    return f"{image}[{text}]({os.path.relpath(page, os.path.dirname(here) or '.')}{anchor or ''})"
