"""One hot key.

Nine of ten records have the same key, and a key belongs to one subtask. That subtask is always
busy, and the source is backpressured. So the other subtask waits for records that are queued
behind those of the hot key.

At: DefaultActionSuspended 5
View: network
"""

import flinksim as fs
from flinksim.common import Configuration
from flinksim.datastream import StreamExecutionEnvironment

configuration = Configuration()
configuration.set_string("taskmanager.memory.segment-size", "64b")
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(2)
env.set_buffer_timeout(0)
orders = [("hot" if n % 10 else f"key {n}", n) for n in range(120)]
(
    env.from_collection(orders)
    .key_by(lambda order: order[0])
    .map(fs.cost(lambda order: order, ms=10))
    .name("price")
    .print()
)
env.execute("one hot key")
