"""The watermark metrics of real Flink 2.3.0, at every moment in which nothing moves.

    python -m tests.conformance.judge.gauges [--jars FOLDER]       # writes watermark_metrics.json
    python -m tests.conformance.judge.gauges --random 50 --seed 7  # compares random programs

The names are "operator id/subtask/metric", and "task id/subtask/metric" with "task" before it. Times
are virtual; what changes later in the same millisecond counts.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

import flinksim as fs
from flinksim.trace.events import ProcessingTimeAdvanced, TicksSkipped
from flinksim.trace.metrics.job_metrics import MetricsView
from tests.conformance.fact_files import FACTS
from tests.conformance.judge.build import run_on_flinksim
from tests.conformance.judge.random_programs import programs
from tests.conformance.judge.real_flink import RealFlink
from tests.conformance.judge.stack_programs import PROGRAMS

Gauges = dict[int, dict[str, int]]
ONLY_HERE = ("currentInput1Watermark", "currentInput2Watermark")
"""Flink gives these to operators with three inputs and more."""


def gauges_of(sim: fs.Simulation) -> Iterator[tuple[int, dict[str, int]]]:
    """The same of flinksim, at the end of every millisecond in which a fact came."""
    view = MetricsView()
    for event in sim.trace.events:
        if isinstance(event, ProcessingTimeAdvanced | TicksSkipped):
            yield view.time_ms, _now(sim, view)
        view.apply(event)


def _now(sim: fs.Simulation, view: MetricsView) -> dict[str, int]:
    found = {}
    graph = sim.cluster.job_graph
    for subtask in sim.plan.subtasks:
        vertex = graph.find_vertex(subtask.vertex)
        own = f"task {vertex.id}/{subtask.index}"
        input_watermark = view.get_task_metrics(subtask.id).get("currentInputWatermark")
        if input_watermark is not None:
            found[f"{own}/currentInputWatermark"] = int(input_watermark)
        for operator in vertex.operators:
            metrics = view.get_operator_metrics(f"o{operator.node.id}/{subtask.index}")  # type: ignore[arg-type]
            for name, value in metrics.items():
                if name.endswith("Watermark") and name not in ONLY_HERE:
                    found[f"{graph.operator_ids[operator.node.id]}/{subtask.index}/{name}"] = value
    return found


def differences(real: Gauges, sim: fs.Simulation) -> list[str]:
    """Where a value is another one than in Flink, or there in one of the two alone."""
    times = [*gauges_of(sim)]
    told = []
    for time, wanted in sorted(real.items()):
        ours = {}
        for at, values in times:
            if at > time:
                break
            ours = values
        for name in sorted({*wanted, *ours}):
            if wanted.get(name) != ours.get(name):
                told.append(
                    f"at {time}, {name}: Flink {wanted.get(name)}, flinksim {ours.get(name)}"
                )
    return told


def changes(gauges: Gauges) -> list[list[Any]]:
    """*gauges* as [time, values that are others than before]."""
    before: dict[str, int] = {}
    rows: list[list[Any]] = []
    for time, values in sorted(gauges.items()):
        rows.append([time, {n: v for n, v in values.items() if before.get(n) != v}])
        before = values
    return rows


def unfolded(rows: list[list[Any]]) -> Gauges:
    """What :func:`changes` was given."""
    values: dict[str, int] = {}
    gauges = {}
    for time, changed in rows:
        values = {**values, **changed}
        gauges[int(time)] = values
    return gauges


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jars", metavar="FOLDER", help="the folder of Flink's jars")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="N random programs")
    parser.add_argument("--seed", type=int, default=1, help="of the random programs")
    options = parser.parse_args()
    different = 0
    cases = []
    given = programs(options.seed, options.random) if options.random else PROGRAMS
    with RealFlink(options.jars) as flink:
        for program in given:
            if program.get("mode") == "batch" or "GlobalWindowsAtEnd" in str(program["program"]):
                continue  # what reads to the end first does not wait for items, nor show what comes in
            answer = flink.run({**program, "gauges": True})
            if "exception" in answer:
                continue
            gauges = {int(time): values for time, values in answer["gauges"].items()}
            cases.append({"id": program["id"], "program": program, "changes": changes(gauges)})
            if options.random:
                _, sim = run_on_flinksim(program)
                found = differences(gauges, sim)
                different += bool(found)
                for line in found[:3]:
                    print(f"{program['id']}: {line}")
    if options.random:
        print(f"{len(cases)} programs, {different} differ")
        return 1 if different else 0
    head = {"flink": "2.3.0", "about": "Watermark metrics of operators and tasks while jobs run"}
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    text = f'{json.dumps(head, indent=1)[:-2]},\n "cases": [\n{lines}\n]}}\n'
    (FACTS / "watermark_metrics.json").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
