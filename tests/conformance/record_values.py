"""Records what real Flink does with values: keys, aggregations, windows, map states, joins, partitions.

    FLINKSIM_PYFLINK=<python of an environment with apache-flink 2.3.0> \\
        python -m tests.conformance.record_values

writes ``facts/values.json``; with kinds of cases behind it, only theirs anew. ``value_recorder/`` runs
the cases of :mod:`tests.conformance.value_cases` as jobs of Flink's Java API in a MiniCluster, so it
needs a JDK; all of them take some minutes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.conformance.fact_files import FACTS, load
from tests.conformance.value_cases import SCHEMA, all_cases

HERE = Path(__file__).parent
OPENED = ("java.util", "java.lang", "java.time", "java.math")


def recorded(cases: list[dict[str, Any]], python: Path) -> list[dict[str, Any]]:
    """*cases* with what Flink does; *python* has PyFlink, whose jars are used."""
    find = "import pyflink, pathlib; print(pathlib.Path(pyflink.__file__).parent / 'lib')"
    jars = subprocess.run(
        [str(python), "-c", find], check=True, capture_output=True, text=True
    ).stdout.strip()
    opened = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENED]
    with tempfile.TemporaryDirectory() as folder:
        given, told = Path(folder) / "cases.json", Path(folder) / "told.json"
        given.write_text(json.dumps(cases), encoding="utf-8")
        sources = sorted(str(path) for path in (HERE / "value_recorder").glob("*.java"))
        path = f"{folder}{os.pathsep}{jars}/*"
        subprocess.run(["javac", "-nowarn", "-cp", path, "-d", folder, *sources], check=True)
        subprocess.run(
            ["java", *opened, "-cp", path, "ValueRecorder", str(given), str(told)],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        cases = json.loads(told.read_text(encoding="utf-8"))
    return cases


def write(cases: list[dict[str, Any]]) -> None:
    """The file of facts, one case on each line."""
    about = "Keys, aggregations and small jobs of the Java DataStream API in a MiniCluster"
    head = json.dumps({"flink": "2.3.0", "about": about, "schema": SCHEMA}, indent=1)
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    text = f'{head[:-2]},\n "cases": [\n{lines}\n]}}\n'
    (FACTS / "values.json").write_text(text, encoding="utf-8")


def main() -> None:
    python = Path(os.environ.get("FLINKSIM_PYFLINK", sys.executable))
    kinds = sys.argv[1:]
    cases = all_cases()
    known = {case["id"]: case for case in load("values")["cases"]} if kinds else {}
    chosen = [case for case in cases if not kinds or case["kind"] in kinds]
    known |= {case["id"]: case for case in recorded(chosen, python)}
    write([known[case["id"]] for case in cases])


if __name__ == "__main__":
    main()
