"""What Flink and flinksim say to the mistakes of ``mistakes/``: ``docs/reference/mistakes.md``.

python -m tests.conformance.mistakes_page
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conformance.fact_files import load
from tests.conformance.on_flinksim import run_on_flinksim
from tests.conformance.record_mistakes import mistakes

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/reference/mistakes.md"
_ADDRESS = re.compile(r"0x[0-9a-f]{6,}")


@dataclass(frozen=True)
class Answer:
    """What flinksim says to one mistake: ``raised`` is the exception's class, or "" for none."""

    raised: str
    text: str


def answer_to(path: Path) -> Answer:
    """Run the program at *path* on flinksim; a warning counts as an answer."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        outcome = run_on_flinksim(path)
    if outcome.raised is not None:
        notes = getattr(outcome.raised, "__notes__", [])
        text = "\n".join([str(outcome.raised), *notes])
        return Answer(type(outcome.raised).__name__, plain(text))
    texts = [str(warning.message) for warning in caught]
    return Answer("UserWarning" if texts else "", plain("\n".join(texts)))


def plain(text: str) -> str:
    """*text* without what differs from machine to machine."""
    return _ADDRESS.sub("0x…", text.replace(f"{ROOT}/", ""))


def title_of(path: Path) -> str:
    """The mistake in words: the program's docstring."""
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or path.stem


def page() -> str:
    """``docs/reference/mistakes.md``."""
    events: dict[str, Any] = load("mistakes")
    lines = [
        "# Mistakes, and what one is told",
        "",
        "Made by `python -m tests.conformance.mistakes_page`. Each program of "
        f"`tests/conformance/mistakes/` was run on PyFlink {events['flink']}, whose innermost reason "
        "stands first, with the number of lines of the error in which it is found, and on flinksim.",
    ]
    for path in mistakes():
        recorded = events["cases"][path.stem]
        answer = answer_to(path)
        lines += ["", f"## {title_of(path)}", "", f"`{path.stem}.py`", ""]
        if recorded["raised"] is None:
            printed = ", ".join([f"`{line}`" for line in recorded["printed"]]) or "nothing"
            lines.append(f"- PyFlink does not complain; it prints {printed}.")
        else:
            of = f" ({recorded['lines']} lines)" if recorded["lines"] > 1 else ""
            lines.append(f"- PyFlink{of}: `{recorded['says']}`")
        if answer.raised:
            lines += [f"- flinksim, {answer.raised}:", "", "  ```text"]
            lines += [f"  {line}".rstrip() for line in answer.text.splitlines()]
            lines.append("  ```")
        else:
            either = " either" if recorded["raised"] is None else ""
            lines.append(f"- flinksim does not complain{either}.")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
