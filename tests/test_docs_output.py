"""The README and ``docs/`` show what their commands print: every ``console`` block is run.

A block has one command behind ``$`` and its standard output. ``python -m tests.test_docs_output
--write`` runs the commands and writes what they print now.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from flinksim.cli import main

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"```console\n\$ flinksim ([^\n]+)\n(.*?)```", re.DOTALL)


def list_pages() -> list[Path]:
    """List the README and all pages of the documentation that contain a block."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in pages if "```console" in page.read_text(encoding="utf-8")]


def run_command(arguments: str) -> str:
    """Run ``flinksim`` in the root folder; return its standard output."""
    printed = io.StringIO()
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            main(shlex.split(arguments))
    finally:
        os.chdir(before)
    return "\n".join(line.rstrip() for line in printed.getvalue().rstrip("\n").split("\n")) + "\n"


BLOCKS = [
    (page.relative_to(ROOT).as_posix(), *found)
    for page in list_pages()
    for found in BLOCK.findall(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("page", "command", "shown"), BLOCKS, ids=[block[1] for block in BLOCKS])
def test_a_command_prints_what_the_page_shows(page: str, command: str, shown: str) -> None:
    assert shown == run_command(command), f"{page}: python -m tests.test_docs_output --write"


def test_every_console_block_has_one_command() -> None:
    for page in list_pages():
        text = page.read_text(encoding="utf-8")
        assert len(BLOCK.findall(text)) == text.count("```console"), page


def write_pages() -> None:
    """Write what the commands print now."""
    for page in list_pages():
        text = page.read_text(encoding="utf-8")
        page.write_text(
            BLOCK.sub(
                lambda found: f"```console\n$ flinksim {found[1]}\n{run_command(found[1])}```", text
            ),
            encoding="utf-8",
        )


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.test_docs_output --write")
    write_pages()
