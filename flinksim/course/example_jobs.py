"""The program that several lessons run and show.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import flinksim as fs
from flinksim.course.program_jobs import Program, build_program_job, format_literal

Clicks = Mapping[str, Iterable[tuple[int, str, int]]]
"""For each split: the arrival (ms), colour and event time (ms) of each click."""


CLICKS_PROGRAM = Program(
    """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
clicks = $clicks
script = {s: [x for t, *click, n in rows for x in (at(t), record((*click, n, 1)))] for s, rows in clicks.items()}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis($delay_ms))$idleness
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource(script), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK).set_parallelism($split_count)
source.key_by(lambda click: click[0]).window(TumblingEventTimeWindows.of(Time.seconds(10))).allowed_lateness($lateness_ms).sum(2).print()
env.execute("clicks per colour in 10 s")
"""
)


def write_clicks_program(
    clicks: Clicks, delay_ms: int = 2_000, idle_ms: int = 0, lateness_ms: int = 0
) -> str:
    """Count clicks per colour in windows of 10 s; each split has its own source subtask."""
    idleness = f".with_idleness(Duration.of_millis({format_literal(idle_ms)}))" if idle_ms else ""
    return CLICKS_PROGRAM.write(
        clicks=clicks,
        delay_ms=delay_ms,
        idleness=idleness,
        split_count=len(clicks),
        lateness_ms=lateness_ms,
    )


def build_clicks_job(
    clicks: Clicks, delay_ms: int = 2_000, idle_ms: int = 0, lateness_ms: int = 0
) -> fs.Simulation:
    """Build the job of :func:`write_clicks_program`."""
    return build_program_job(write_clicks_program(clicks, delay_ms, idle_ms, lateness_ms))
