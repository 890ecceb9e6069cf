"""A timer leak: timers that never fire.

Each record registers a timer for one minute later, and no timer is deleted. While one split is
quiet, the watermark does not advance. The number of timers and keys only grows.

At: clock >= 10 s
Ask: why has the timer of k2 at 68000 not fired
"""

from typing import Any

from flinksim.common import Duration, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedProcessFunction

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
KIND = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])


class Remember(KeyedProcessFunction):
    """Says that a key has been quiet for a minute."""

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Any:
        """Each record has a timer of its own."""
        ctx.timer_service().register_event_time_timer(value[1] + 60_000)
        return []

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Any:
        """Report that the key was quiet for a minute."""
        yield f"{ctx.get_current_key()} was quiet until {timestamp}"


keys = [item for n in range(30) for item in (record((f"k{n}", 4_000 * n, 1)), pause(300))]
partitions = {
    "partition 0": [*keys, pause(20_000)],
    "partition 1": [record(("k0", 3_000, 1)), pause(30_000)],
}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
strategy.with_timestamp_assigner(lambda event, _: event[1])
(
    env.from_source(
        ScriptedSource(partitions),
        strategy,
        "events",
        KIND,
    )
    .key_by(lambda event: event[0])
    .process(Remember(), Types.STRING())
    .print()
)
env.execute("timer leak")
