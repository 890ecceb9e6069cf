"""What texts claim of windows, watermarks and late records: two windows, a lateness, a side output."""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
LATE = OutputTag("late", KIND)

clicks = [
    record(("a", 3_000, 1)),
    record(("b", 4_000, 1)),
    pause(300),
    record(("a", 11_000, 1)),
    pause(300),
    record(("a", 8_500, 1)),  # below the watermark 8999: its window is open all the same
    pause(300),
    record(("a", 11_999, 1)),
    pause(300),
    record(("b", 12_000, 1)),  # the watermark is 9999: [0, 10000) fires
    pause(300),
    record(("b", 2_000, 1)),  # late, within the allowed lateness: fires once more
    pause(300),
    record(("a", 13_000, 1)),  # 10999: [0, 10000) is cleared
    pause(300),
    record(("a", 1_000, 1)),  # too late
    pause(300),
    record(("a", 35_000, 1)),  # nothing is in [20000, 30000)
    pause(300),
]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
windows = (
    env.from_source(
        ScriptedSource(clicks),
        strategy.with_timestamp_assigner(lambda click, _: click[1]),
        "clicks",
        KIND,
    )
    .key_by(lambda click: click[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .allowed_lateness(1_000)
    .side_output_late_data(LATE)
    .sum(2)
)
windows.print()
windows.get_side_output(LATE).print()
env.execute("windows")
