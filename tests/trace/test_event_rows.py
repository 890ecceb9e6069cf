"""The type checker compares each row that is emitted with the declaration of its event."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

GOOD = """
from flinksim.core.ids import OperatorId
from flinksim.trace.events import Emit, KeySelected

def emit_key(emit: Emit, operator: OperatorId) -> None:
    emit((KeySelected, operator, "a", 3))
"""
BAD_ROWS = [
    "(KeySelected, 3.5, object())",  # a field is missing, and types are wrong
    '(KeySelected, operator, "a", "3")',  # the key group is no number
    '(KeySelected, "o1/0", "a", 3)',  # a plain text is no operator id
    "(KeySelected, operator, 3)",  # a field is missing
    "(len, None)",  # no event
]


def check_types(folder: Path, code: str) -> str:
    """What mypy prints about *code*."""
    path = folder / "emits.py"
    path.write_text(code, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--no-incremental",
        "--config-file=",
        str(path),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.slow("runs mypy on the package")
def test_a_wrong_row_is_a_type_error(tmp_path: Path) -> None:
    bad = "\n".join(f"    emit({row})" for row in BAD_ROWS)
    told = check_types(tmp_path, GOOD + bad + "\n")
    first = len(GOOD.splitlines()) + 1
    wrong = {
        int(line.split(":")[1])
        for line in told.splitlines()
        if "emits.py" in line and "error" in line
    }
    assert wrong == set(range(first, first + len(BAD_ROWS))), told
