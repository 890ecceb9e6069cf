"""The programs of ``programs/<theme>/``, what Flink printed for them, and how that is compared.

A program is a PyFlink script of its own. Comment lines near its top say what the judge needs:

    # compare: in order              the lines as they came (the default)
    # compare: in any order          the same lines, in whatever order
    # compare: in order per key      the order counts among lines with the same first field
    # raises: <text>                 the program ends with an exception that says <text>
    # dialect: pyflink               PyFlink departs from the Java API: compared in that dialect

Standard library only: the recorder runs this module in PyFlink's environment too.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
RECORDED = HERE / "recorded"

COMPARISONS = ("in order", "in any order", "in order per key")
_HEADER = re.compile(r"^# (compare|raises|dialect): (.+)$", re.MULTILINE)
_PRINT_PREFIX = re.compile(r"\S+(?=> )")
_FIRST_FIELD = re.compile(r"[^\s,:|]+")


@dataclass(frozen=True)
class Program:
    """One script and what its header says."""

    theme: str
    name: str
    compare: str
    raises: str | None
    dialect: str

    @property
    def id(self) -> str:
        return f"{self.theme}/{self.name}"

    @property
    def path(self) -> Path:
        return PROGRAMS / self.theme / f"{self.name}.py"

    @property
    def recording_path(self) -> Path:
        return RECORDED / self.theme / f"{self.name}.json"

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.path.read_bytes()).hexdigest()

    def recording(self) -> dict[str, Any] | None:
        """What Flink did with this text of the program; ``None`` if that was not recorded."""
        if not self.recording_path.exists():
            return None
        recording: dict[str, Any] = json.loads(self.recording_path.read_text(encoding="utf-8"))
        return recording if recording["sha256"] == self.sha256 else None


def read_program(path: Path) -> Program:
    """The program at *path*; a header that says something unknown is an error."""
    header = dict(_HEADER.findall(path.read_text(encoding="utf-8")))
    program = Program(
        theme=path.parent.name,
        name=path.stem,
        compare=header.get("compare", "in order"),
        raises=header.get("raises"),
        dialect=header.get("dialect", "java"),
    )
    if program.compare not in COMPARISONS or program.dialect not in ("java", "pyflink"):
        raise ValueError(f"{path}: header not understood: {header}")
    return program


def all_programs() -> list[Program]:
    return [read_program(path) for path in sorted(PROGRAMS.glob("*/*.py"))]


def comparable(lines: list[str], compare: str) -> Any:
    """*lines* in a form that is equal exactly if the comparison holds."""
    if compare == "in order":
        return lines
    if compare == "in any order":
        return sorted(lines)
    per_key: dict[str, list[str]] = {}
    for line in lines:
        per_key.setdefault(first_field(line), []).append(line)
    return per_key


def first_field(line: str) -> str:
    """What stands before ``> ``; else a value's first word: ``a`` of ``(a,1)`` and of ``+I[a, 1]``."""
    prefix = _PRINT_PREFIX.match(line)
    if prefix:
        return prefix[0]
    match = _FIRST_FIELD.match(line.removeprefix("+I[").lstrip("(["))
    return match[0] if match else line
