"""The programs that several lessons run. They are ordinary programs; a lesson shows them.

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

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
"""(colour, when it happened in ms, 1)."""

Clicks = Mapping[str, Iterable[tuple[int, str, int]]]
"""For each split: when a click arrives (ms), its colour, when it happened (ms)."""


class EventTime(TimestampAssigner):
    """The second field of a click is the moment when it happened."""

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        """In ms."""
        return int(value[1])


def script_of(clicks: Clicks) -> dict[str, list[ScriptItem]]:
    """What the splits of a scripted source give."""
    return {
        split: [
            item for arrival, key, time in rows for item in (at(arrival), record((key, time, 1)))
        ]
        for split, rows in clicks.items()
    }


def clicks_job(
    clicks: Clicks, delay_ms: int = 2_000, idle_ms: int = 0, lateness_ms: int = 0
) -> fs.Simulation:
    """Clicks per colour in windows of 10 s; each split is read by a task of its own."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(delay_ms))
    if idle_ms:
        strategy = strategy.with_idleness(Duration.of_millis(idle_ms))
    stream = env.from_source(
        ScriptedSource(script_of(clicks)),
        strategy.with_timestamp_assigner(EventTime()),
        "clicks",
        CLICK,
    ).set_parallelism(len(clicks))
    (
        stream.key_by(lambda click: click[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
        .allowed_lateness(lateness_ms)
        .sum(2)
        .print()
    )
    return fs.simulate(env, job_name="clicks per colour in 10 s")
