"""A task crashes, and the job recovers.

The window's task crashes between two checkpoints. The job restores the last completed one: its
state, timers and input positions. Later records are read again, and results that were already
printed are printed again.

At: CheckpointRestored
View: chart
"""

import flinksim as fs
from flinksim.common import Configuration, Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

configuration = Configuration()
configuration.set_string("restart-strategy.type", "fixed-delay")
configuration.set_string("restart-strategy.fixed-delay.attempts", "3")
configuration.set_string("restart-strategy.fixed-delay.delay", "500 ms")
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
env.enable_checkpointing(1_000)
script = [item for n in range(20) for item in (record(("a", 1_500 * n, 1)), pause(250))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
strategy = strategy.with_timestamp_assigner(lambda click, _: click[1])
(
    env.from_source(
        ScriptedSource(script),
        strategy,
        "clicks",
        Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()]),
    )
    .key_by(lambda click: click[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(5)))
    .sum(2)
    .name("windows")
    .print()
)
sim = fs.simulate(env, job_name="a task crashes, and the job comes back")
sim.run(until="CheckpointCompleted")
sim.run(until=len(sim.trace) + 25)
sim.crash("windows")
sim.run()
