"""The job graphs of PyFlink programs, without running them: the recorder's end inside PyFlink.

``python -m tests.conformance.job_graphs FILE`` reads names of programs (``theme/name``) from standard
input, has real Flink make the job graphs of each, and writes them all to FILE.

This module is run by the Python of PyFlink's environment.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from tests.conformance.program_runs import run_program
from tests.conformance.recorded_programs import PROGRAMS


class NotRun(Exception):
    """The program wants results, and there are none: it ends here."""


def vertices(job_graph: Any) -> list[dict[str, Any]]:
    """The vertices of a ``JobGraph`` of Java's."""
    return [
        {
            "id": vertex.getID().toString(),
            "name": vertex.getName(),
            "parallelism": vertex.getParallelism(),
            "slotSharingGroup": vertex.getSlotSharingGroup().getSlotSharingGroupName(),
            "inputs": [edge.getShipStrategyName() for edge in vertex.getInputs()],
            "operators": sorted(
                pair.getGeneratedOperatorID().toString() for pair in vertex.getOperatorIDs()
            ),
        }
        for vertex in job_graph.getVerticesSortedTopologicallyFromSources()
    ]


def job_graphs(program: Path) -> list[list[dict[str, Any]]]:
    """The job graphs of *program* up to where it wants results."""
    from pyflink.datastream import DataStream, StreamExecutionEnvironment

    found: list[list[dict[str, Any]]] = []

    def execute(self: Any, *_: Any, **__: Any) -> None:
        stream_graph = self._generate_stream_graph(clear_transformations=True)
        found.append(vertices(stream_graph.getJobGraph()))

    def execute_and_collect(*_: Any, **__: Any) -> None:
        raise NotRun

    StreamExecutionEnvironment.execute = execute
    StreamExecutionEnvironment.execute_async = execute
    DataStream.execute_and_collect = execute_and_collect
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        run_program(program)
    return found


def main(target: Path) -> None:
    names = sys.stdin.read().split()
    told = {name: job_graphs(PROGRAMS / f"{name}.py") for name in names}
    target.write_text(json.dumps(told), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
