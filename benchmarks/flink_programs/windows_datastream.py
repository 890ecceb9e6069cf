"""Sums by key and tumbling window with PyFlink's DataStream API.

Argument: a CSV of split, arrival, ts, key, v, without a header.
"""

from __future__ import annotations

import sys

from pyflink.common import Duration, Time, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.file_system import FileSource, StreamFormat
from pyflink.datastream.window import TumblingEventTimeWindows


class FirstField(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[0]


def parsed(line):
    _, _, ts, key, v = line.split(",")
    return int(ts), int(key), int(v)


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
source = FileSource.for_record_stream_format(StreamFormat.text_line_format(), sys.argv[1]).build()
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(1000))
lines = env.from_source(source, WatermarkStrategy.no_watermarks(), "log")
(
    lines.map(parsed, Types.TUPLE([Types.LONG(), Types.LONG(), Types.LONG()]))
    .assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(FirstField()))
    .key_by(lambda value: value[1])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .allowed_lateness(5000)
    .reduce(lambda a, b: (a[0], a[1], a[2] + b[2]))
    .filter(lambda value: False)
    .print()
)
env.execute("windows")
