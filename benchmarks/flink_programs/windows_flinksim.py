"""The same sums replayed by flinksim; arguments: a log of split, arrival, ts, key, v, and on what."""

from __future__ import annotations

import sys

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay import replay

env = StreamExecutionEnvironment.get_execution_environment()
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(1000))
log = fs.Log.of(sys.argv[1], split="split", arrival="arrival")
(
    env.from_source(log, strategy.with_timestamp_assigner(lambda value, ts: value[0]), "log")
    .map(lambda value: (value[1], value[2]))
    .key_by(lambda value: value[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .allowed_lateness(5000)
    .sum(1)
    .print()
)
with replay(env, on=sys.argv[2]) as job:
    assert job.firings.to_arrow().num_rows
