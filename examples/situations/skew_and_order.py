"""Skew and order: reading two files one after the other.

One subtask reads both files at the same time. The watermark strategy comes after it and sees one
stream. The newer file advances the watermark, so records of the older file are late.

At: the job is FINISHED
Ask: why was record 1 of split older dropped
"""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])

files = {
    "newer": [record(("a", 60_000, 1)), pause(250), record(("a", 71_000, 1)), pause(2_000)],
    "older": [record(("b", 1_000, 1)), pause(300), record(("b", 12_000, 1)), pause(2_000)],
}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(5))
strategy.with_timestamp_assigner(lambda line, _: line[1])
(
    env.from_source(
        ScriptedSource(files),
        WatermarkStrategy.no_watermarks(),
        "files",
        KIND,
    )
    .assign_timestamps_and_watermarks(strategy)
    .key_by(lambda line: line[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .sum(2)
    .print()
)
env.execute("skew and order")
