"""What texts claim of tasks, chains and channels: two subtasks, a split that rests, 50 ms."""

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
env.get_config().set_auto_watermark_interval(50)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])

fast = [record(("a", 1_000, 1)), pause(100), record(("b", 30_000, 1)), pause(1_000)]
slow = [record(("a", 2_000, 1)), pause(200), record(("b", 1_500, 1)), pause(900)]
strategy = WatermarkStrategy.for_monotonous_timestamps().with_idleness(Duration.of_millis(400))
(
    env.from_source(
        ScriptedSource({"fast": fast, "slow": slow}),
        strategy.with_timestamp_assigner(lambda click, _: click[1]),
        "clicks",
        KIND,
    )
    .map(lambda click: (click[0], click[1], click[2] * 2), KIND)
    .filter(lambda click: click[2] > 0)
    .key_by(lambda click: click[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .sum(2)
    .print()
)
env.execute("channels")
