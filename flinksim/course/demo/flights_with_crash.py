"""The demo's program with checkpoints and a failure in the middle of the day."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import redirect_stdout
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

from flinksim.connectors import read_event_log
from flinksim.core.progress import ProgressBar
from flinksim.core.resources import FLIGHTS
from flinksim.course.demo.flights import JOB_NAME, declare
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.interleaving import Interleaving
from flinksim.simulation.simulation import Simulation, simulate
from flinksim.trace import events as e
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS

CHECKPOINT_INTERVAL_MS = 60 * 60_000
_KEY_EVENTS = (
    e.CheckpointCompleted, e.TaskFailed, e.JobStatusChanged, e.RestartDecided,
    e.CheckpointRestored, e.CheckpointAborted,
)  # fmt: skip


def simulate_crashing_flights(
    parallelism: int, interleaving: Interleaving | None = None
) -> Simulation:
    """Create a simulation of the demo's program with hourly checkpoints that has not run yet."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    env.enable_checkpointing(CHECKPOINT_INTERVAL_MS)
    declare(env)
    return simulate(env, interleaving, job_name=JOB_NAME)


def run_crash_demo(
    html: Path | None, parallelism: int, interleaving: Interleaving | None = None
) -> None:
    """Run the demo, crash the window's task in the middle of the day, and print the recovery.

    Args:
        html: Where to write the run as a page that opens offline, or None.
        parallelism: The parallelism of the program.
        interleaving: The schedule, or None for the default.
    """
    arrivals = [record.arrival_ms or 0 for record in read_event_log(FLIGHTS)]
    midpoint = (arrivals[0] + arrivals[-1]) // 2
    crash_time_ms = min(arrival for arrival in arrivals if arrival > midpoint)
    print(
        f"{JOB_NAME}: departures from New York, 2 January 2013, with hourly checkpoints, "
        f"and a task that fails at {_format_time(crash_time_ms)[:5]}",
        flush=True,
    )
    simulation = simulate_crashing_flights(parallelism, interleaving)
    progress = ProgressBar(sys.stderr, arrivals[0], arrivals[-1])
    results = StringIO()
    with redirect_stdout(results):
        while simulation.cluster.clock.now_ms < crash_time_ms:
            simulation.step()
        window = simulation.cluster.tasks[-1]
        crashed_at = len(simulation.trace)
        simulation.crash(str(window.actor_id))
        simulation.run(progress=progress)
    progress.close()
    if html is not None:  # before printing, since a pipe (`| head`) may close the output
        simulation.export_html(html, answers="causes")
    print()
    for line in _describe_recovery(simulation, crashed_at):
        print(line)
    print()
    for line in _describe_cost(simulation, results.getvalue().splitlines()):
        print(line)
    print(f"\n{len(simulation.trace):,} steps; trace digest {simulation.digest}")
    if html is not None:
        size = f"{html.stat().st_size:,} bytes"
        print(f"page written to {html} ({size}); open it in a browser to step through the run")


def _describe_recovery(simulation: Simulation, crash_step: int) -> list[str]:
    """Describe the crash, the checkpoint before it, and the events to the next checkpoint."""
    trace, labels = simulation.trace, Formatter(simulation.plan)
    key_events = [
        (step, event) for step in trace for event in step.events if isinstance(event, _KEY_EVENTS)
    ]
    before = [one for one in key_events if one[0].number < crash_step][-1:]
    after = [one for one in key_events if one[0].number >= crash_step]
    lines = []
    for step, event in [*before, *after]:
        text = render_event(KINDS_BY_CLASS[type(event)], event, labels)
        lines.append(f"{_format_time(step.time_ms)}  step {step.number:>5,}  {text}")
        if isinstance(event, e.CheckpointCompleted) and step.number > crash_step:
            break
    return lines


def _describe_cost(simulation: Simulation, results: list[str]) -> list[str]:
    trace = simulation.trace
    (restored,) = trace.get_events(e.CheckpointRestored)
    reads = len(trace.get_events(e.SourceRecordRead)) - len(list(read_event_log(FLIGHTS)))
    extra = sum(count - 1 for count in Counter(results).values())
    return [
        f"The job restarted from checkpoint {restored.checkpoint} and read {reads} departures again.",
        f"{len(results)} results were printed, {extra} of them twice, because print() is not transactional.",
        "A sink that commits with checkpoints (flinksim.connectors.TransactionalSink) writes each result once.",
    ]


def _format_time(timestamp: int) -> str:
    return f"{datetime.fromtimestamp(timestamp / 1000, UTC):%H:%M:%S}"
