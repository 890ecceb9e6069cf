"""Records wait behind a barrier.

The barrier of a checkpoint has arrived on one input, but not yet on the other. There it waits in
the queue of a slow operator. The first input is blocked until then, because its next records
belong after the checkpoint. So a slow input delays the fast one.

At: BarrierEmitted 3
View: network
"""

import flinksim as fs
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.set_buffer_timeout(0)
env.enable_checkpointing(100)
KIND = Types.TUPLE([Types.STRING(), Types.INT()])


def source(name: str):
    script = [item for n in range(20) for item in (record((name, n)), pause(20))]
    return env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), name, KIND)


fast = source("fast")
slow = source("slow").rebalance().map(fs.cost(lambda pair: pair, ms=40), output_type=KIND)
(
    fast.union(slow)
    .key_by(lambda pair: pair[0])
    .reduce(lambda left, right: (left[0], left[1] + right[1]))
    .print()
)
env.execute("barriers are aligned")
