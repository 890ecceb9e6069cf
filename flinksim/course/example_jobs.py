"""Programs that several lessons run and show.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, ScriptItem, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK_TYPE = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
"""The type of a click: (colour, event time in ms, 1)."""

Clicks = Mapping[str, Iterable[tuple[int, str, int]]]
"""For each split: the arrival (ms), colour and event time (ms) of each click."""


class EventTime(TimestampAssigner):
    """Extracts the event time of a click, its second field."""

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        """Return the event time in ms."""
        return int(value[1])


def build_script(clicks: Clicks) -> dict[str, list[ScriptItem]]:
    """Build the script of a scripted source that reads *clicks*."""
    return {
        split: [
            item for arrival, key, time in rows for item in (at(arrival), record((key, time, 1)))
        ]
        for split, rows in clicks.items()
    }


def build_clicks_job(
    clicks: Clicks, delay_ms: int = 2_000, idle_ms: int = 0, lateness_ms: int = 0
) -> fs.Simulation:
    """Count clicks per colour in windows of 10 s; each split has its own source subtask."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(delay_ms))
    if idle_ms:
        strategy = strategy.with_idleness(Duration.of_millis(idle_ms))
    stream = env.from_source(
        ScriptedSource(build_script(clicks)),
        strategy.with_timestamp_assigner(EventTime()),
        "clicks",
        CLICK_TYPE,
    ).set_parallelism(len(clicks))
    (
        stream.key_by(lambda click: click[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
        .allowed_lateness(lateness_ms)
        .sum(2)
        .print()
    )
    return fs.simulate(env, job_name="clicks per colour in 10 s")
