"""The demo (``flinksim demo``): delays of flights on one day, and which records came too late.

``flights`` is the program and ``flights_with_crash`` the same with checkpoints and a crash.
``flight_log`` downloads the data of the whole year. Other example programs belong into
``examples/`` or :mod:`flinksim.course.example_jobs`. Start reading with :func:`run_demo`.
"""

from __future__ import annotations

import sys
import time
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
from flinksim.trace.events import LateRecordDropped, RecordFiltered, SourceRecordRead
from flinksim.trace.recorder import Trace

PARALLELISM = 2


def simulate_flights(
    parallelism: int = PARALLELISM, interleaving: Interleaving | None = None
) -> Simulation:
    """Create a simulation of the demo's program that has not run yet."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    declare(env)
    return simulate(env, interleaving, job_name=JOB_NAME)


def run_demo(
    html: Path | None,
    parallelism: int = PARALLELISM,
    interleaving: Interleaving | None = None,
) -> None:
    """Run the demo and print its results, the late records with their causes, and the digest.

    Args:
        html: Where to write the run as a page that opens offline, or None.
        parallelism: The parallelism of the program.
        interleaving: The schedule, or None for the default.
    """
    print(f"{JOB_NAME}: departures from New York, 2 January 2013", flush=True)
    started_s = time.perf_counter()
    simulation = simulate_flights(parallelism, interleaving)
    arrivals = [record.arrival_ms for record in read_event_log(FLIGHTS)]
    progress = ProgressBar(sys.stderr, arrivals[0], arrivals[-1])
    # Results are printed after the progress bar, not between its lines.
    results = StringIO()
    with redirect_stdout(results):
        simulation.run(progress=progress)
    progress.close()
    duration_s = time.perf_counter() - started_s
    if html is not None:  # before printing, since a pipe (`| head`) may close the output
        simulation.export_html(html, parameters=True, answers="causes")

    print("\nResults: (carrier, first scheduled departure, minutes of delay in its hour)")
    print(results.getvalue(), end="")
    print()
    for line in describe_late_records(simulation.trace):
        print(line)
    steps = len(simulation.trace)
    print(f"\n{steps:,} steps in {duration_s:.2f} s, {simulation.trace.info['interleaving']}")
    print(f"trace digest {simulation.digest}")
    if html is not None:
        size = f"{html.stat().st_size:,} bytes"
        print(f"page written to {html} ({size}); open it in a browser to step through the run")


def describe_late_records(trace: Trace) -> list[str]:
    """Describe the flights in a trace of the demo that came too late for their window."""
    total = len(trace.get_events(SourceRecordRead))
    delayed = total - len(trace.get_events(RecordFiltered))
    late = trace.get_events(LateRecordDropped)
    lost_minutes = sum(drop.value[2] for drop in late)
    lines = [
        f"{total} departures, {delayed} of them delayed. {len(late)} records with {lost_minutes:,} minutes "
        "of delay were dropped as late.",
    ]
    if late:
        lines.append(
            "Why: a window closes when the watermark reaches its end. The watermark is 30 minutes behind "
            "the latest"
        )
        lines.append(
            "scheduled departure that the slowest source task has read. The longest delays:"
        )
    for drop in sorted(late, key=lambda drop: -drop.value[2])[:5]:
        carrier, scheduled, delay = drop.value
        hour = scheduled // 3_600_000 * 3_600_000
        lines.append(
            f"  {carrier} scheduled {_format_time(scheduled)}, left "
            f"{_format_time(scheduled + delay * 60_000)} "
            f"({delay} min late): window {_format_time(hour)} to "
            f"{_format_time(hour + 3_600_000)} closed, "
            f"watermark {_format_time(drop.watermark)}"
        )
    return lines


def _format_time(timestamp: int) -> str:
    time_of_day = datetime.fromtimestamp(timestamp / 1000, UTC)
    return f"{time_of_day:%d %b %H:%M}" if time_of_day.day != 2 else f"{time_of_day:%H:%M}"
