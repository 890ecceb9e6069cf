"""Runs PyFlink programs one after another in one process: the recorder's end inside PyFlink.

``python -m tests.conformance.program_runs <report file descriptor>`` reads paths from standard
input; for each it runs the program and reports one line of JSON. What the programs print goes to
standard output, as does what the Java side of PyFlink prints.

Standard library only: this module is run by the Python of PyFlink's environment.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any


def run_program(path: Path) -> BaseException | None:
    """Run the script at *path* as ``__main__``; gives the exception it ended with."""
    try:
        runpy.run_path(str(path), run_name="__main__")
    except (Exception, SystemExit) as error:
        return error
    return None


def described(error: BaseException | None) -> dict[str, Any] | None:
    return None if error is None else {"class": type(error).__name__, "text": str(error)}


def session(report_descriptor: int) -> None:
    """Run what standard input names until it ends."""
    from pyflink.version import __version__

    # Java writes to the same file: a line must be there before Java writes the next.
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    with os.fdopen(report_descriptor, "w") as reports:
        for line in sys.stdin:
            error = run_program(Path(line.strip()))
            sys.stdout.flush()
            report = {"flink": __version__, "raised": described(error)}
            reports.write(json.dumps(report) + "\n")
            reports.flush()


if __name__ == "__main__":
    session(int(sys.argv[1]))
