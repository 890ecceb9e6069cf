"""An unaligned checkpoint overtakes records.

The same job with unaligned checkpoints. A barrier overtakes the queued records, and the snapshot
stores these records as in-flight data. The checkpoint is fast, while an aligned one would wait
for the whole queue.

At: InputPersisted
View: network
"""

import flinksim as fs
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.enable_checkpointing(200)
env.get_checkpoint_config().enable_unaligned_checkpoints()
KIND = Types.TUPLE([Types.STRING(), Types.INT()])
script = [item for n in range(60) for item in (record(("a", n)), pause(20))]
(
    env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "clicks", KIND)
    .rebalance()
    .map(fs.cost(lambda pair: pair, ms=45), output_type=KIND)
    .name("slow")
    .print()
)
env.execute("an unaligned checkpoint overtakes")
