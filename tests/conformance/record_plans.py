"""Records the plans that real Flink makes of random programs.

    FLINKSIM_PYFLINK=<python of an environment with apache-flink 2.3.0> \\
        python -m tests.conformance.record_plans

writes ``facts/plans_random.json``, in the schema of ``plans.json`` and a little more. The programs come
from :mod:`tests.conformance.random_plans`; ``plan_recorder/`` builds them with Flink's Java API, so it
needs a JDK. With ``--compare N`` it records N other programs, writes nothing and tells where flinksim
differs.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.conformance.fact_files import FACTS
from tests.conformance.plan_corners import CORNERS
from tests.conformance.random_plans import BATCH, CONFIGS, Writer

HERE = Path(__file__).parent
RECORDED = 96
SCHEMA = {
    "as in plans.json": "and beside it: modifiers uidHash, bufferTimeout, coLocationGroupKey and "
    "slotSharingGroup as {name, cpuCores, ...}; ops keyedBroadcastProcess and coGroup",
    "streamNodes": "nodes of the stream graph by id; inEdges = [source, type number, partitioner, side "
    "output tag or null, exchange mode, buffer timeout, supports unaligned checkpoints]",
    "configs": "for some cases, StreamConfig of each vertex, in the order of vertices: resources, "
    "places of the vertices it is co-located with, edge ids read, outputs written = [source node, "
    "partitioner, consumer parallelism, consumer max parallelism, side output tag or null, buffer "
    "timeout, result type, supports unaligned checkpoints], chain = operators depth first; inputs = "
    "[gate, serializer, requirement]",
}


def programs(count: int, first: int = 0) -> list[dict[str, Any]]:
    """Cases with a program each, but without plans."""
    cases = []
    for number in range(first, first + count):
        chance = random.Random(f"config {number}")
        config: dict[str, str] = {}
        if number % 4 == 1:
            config = dict(chance.choice(CONFIGS))
        elif number % 4 == 3:
            config = dict(chance.choice(BATCH))
        case = Writer(number, config, extended=number % 2 == 0 or number % 8 == 3).write()
        cases.append({"id": f"r-{number:03d}", **case})
    return cases


def recorded(cases: list[dict[str, Any]], python: Path) -> list[dict[str, Any]]:
    """*cases* with what Flink says; *python* has PyFlink, whose jars are used."""
    find = "import pyflink, pathlib; print(pathlib.Path(pyflink.__file__).parent / 'lib')"
    jars = subprocess.run(
        [str(python), "-c", find], check=True, capture_output=True, text=True
    ).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        given, told = Path(folder) / "cases.json", Path(folder) / "told.json"
        given.write_text(json.dumps(cases), encoding="utf-8")
        sources = sorted(str(path) for path in (HERE / "plan_recorder").glob("*.java"))
        subprocess.run(
            ["javac", "-nowarn", "-cp", f"{jars}/*", "-d", folder, *sources],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        subprocess.run(
            ["java", "--add-opens", "java.base/java.util=ALL-UNNAMED",
             "-cp", f"{folder}{os.pathsep}{jars}/*", "PlanRecorder", str(given), str(told)],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        cases = json.loads(told.read_text(encoding="utf-8"))
    return cases


def write(cases: list[dict[str, Any]]) -> None:
    """The file of facts, one case on each line."""
    head = json.dumps(
        {
            "flink": "2.3.0",
            "about": "Plans of random programs built with the Java DataStream API",
            "schema": SCHEMA,
        },
        indent=1,
    )
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    text = f'{head[:-2]},\n "cases": [\n{lines}\n]}}\n'
    (FACTS / "plans_random.json").write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--compare", type=int, default=0, metavar="N", help="N other programs")
    parser.add_argument("--first", type=int, default=1000, metavar="SEED")
    options = parser.parse_args()
    python = Path(os.environ.get("FLINKSIM_PYFLINK", sys.executable))
    if not options.compare:
        cases = recorded([*CORNERS, *programs(RECORDED)], python)
        for number, case in enumerate(cases):
            if number % 5 and not case["id"].startswith("c-"):  # they are long
                case.pop("configs", None)
                case.pop("streamNodes", None)
        write(cases)
        return 0
    from tests.conformance.test_plans_facts import check

    different = 0
    for case in recorded(programs(options.compare, options.first), python):
        try:
            check(case)
        except BaseException as error:  # pytest's failures are no Exceptions
            different += 1
            print(f"{case['id']}: {type(error).__name__} {str(error)[:300]}")
    print(f"{options.compare - different} of {options.compare} agree")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
