"""Records the job graphs that real PyFlink makes of the programs of ``programs/``.

    FLINKSIM_PYFLINK=<python of an environment with apache-flink 2.3.0> \\
        python -m tests.conformance.record_job_graphs

writes ``facts/python_job_graphs.json``. Nothing is executed, so it takes half a minute.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.conformance.fact_files import FACTS
from tests.conformance.recorded_programs import Program, all_programs

ROOT = Path(__file__).parents[2]
SCHEMA = {
    "id": "theme/name of the program",
    "sha256": "of its text",
    "jobs": "for each job: its vertices from the sources on, each with its id, name, parallelism (-1: "
    "left open), slot sharing group, the ship strategies of its inputs, and the ids of its operators, "
    "sorted",
}


def recorded(programs: list[Program], python: Path) -> dict[str, Any]:
    """By program, the job graphs that *python* finds; programs without one are left out."""
    path = f"{python.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told.json"
        subprocess.run(
            [str(python), "-m", "tests.conformance.job_graphs", str(told)],
            cwd=ROOT,
            env={**os.environ, "PATH": path},
            input="\n".join(program.id for program in programs),
            text=True,
            check=True,
            stderr=subprocess.DEVNULL,
        )
        found: dict[str, Any] = json.loads(told.read_text(encoding="utf-8"))
    return {name: jobs for name, jobs in found.items() if jobs}


def main() -> int:
    python = os.environ.get("FLINKSIM_PYFLINK")
    if not python:
        print("say where PyFlink's Python is: FLINKSIM_PYFLINK", file=sys.stderr)
        return 2
    programs = {program.id: program for program in all_programs()}
    jobs = recorded(list(programs.values()), Path(python).absolute())
    cases = [
        {"id": name, "sha256": programs[name].sha256, "jobs": found} for name, found in jobs.items()
    ]
    about = "Job graphs of PyFlink programs"
    head = json.dumps({"flink": "2.3.0", "about": about, "schema": SCHEMA}, indent=1)
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    text = f'{head[:-2]},\n "cases": [\n{lines}\n]}}\n'
    (FACTS / "python_job_graphs.json").write_text(text, encoding="utf-8")
    print(f"{len(cases)} programs recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
