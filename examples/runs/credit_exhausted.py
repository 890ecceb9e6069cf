"""A sender has no credit left.

The receiver announces its free buffers: each one is a credit. The sender has used all credits, so
its queue grows. It sends nothing until the slow task has emptied a buffer and announces a new
credit.

At: DefaultActionSuspended 3
View: network
"""

import flinksim as fs
from flinksim.common import Configuration
from flinksim.datastream import StreamExecutionEnvironment

configuration = Configuration()
configuration.set_string("taskmanager.memory.segment-size", "64b")
configuration.set_string("taskmanager.numberOfTaskSlots", "1")
configuration.set_string("taskmanager.network.memory.floating-buffers-per-gate", "1")
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
env.set_buffer_timeout(0)
(
    env.from_collection([f"line {n}" for n in range(60)])
    .name("lines")
    .slot_sharing_group("readers")  # another TaskManager: what goes there needs credit
    .map(fs.cost(str.upper, ms=15))
    .name("slow")
    .slot_sharing_group("workers")
    .print()
)
env.execute("credit is exhausted")
