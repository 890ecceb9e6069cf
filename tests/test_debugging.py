"""Python's own debugger stops in a user's function, and the place of the run is known there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_breakpoint_stops_where_sim_here_says() -> None:
    told = (ROOT / "docs" / "debugging.md").read_text(encoding="utf-8")
    (session,) = re.findall(
        r"```\n(\$ python examples/debugging/stops\.py\n.*?)```", told, re.DOTALL
    )
    typed = re.findall(r"^\(Pdb\) (.+)$", session, re.MULTILINE)
    done = subprocess.run(
        [sys.executable, "examples/debugging/stops.py"],
        input="\n".join(typed), capture_output=True, text=True, cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": ""}, timeout=60, check=True,
    )  # fmt: skip
    shown = re.sub(r"> \S+stops", "> stops", done.stdout)
    expected = re.sub(r"^\(Pdb\) .+\n", "(Pdb) ", session.partition("\n")[2], flags=re.MULTILINE)
    assert shown.strip() == expected.strip()
