"""Backpressure: the backpressured task is not the slow one.

The task "parse" is backpressured, and so is "enrich" after it. Making them faster does not help,
because the last task is the slow one.

At: task parse is backpressured
Ask: why is parse backpressured
"""

import flinksim as fs
from flinksim.common import Configuration
from flinksim.datastream import StreamExecutionEnvironment

configuration = Configuration()
configuration.set_string("taskmanager.memory.segment-size", "64b")
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
env.set_buffer_timeout(0)
(
    env.from_collection([f"line {n}" for n in range(200)])
    .rebalance()
    .map(lambda line: line.split()[1])
    .name("parse")
    .rebalance()
    .map(lambda number: (number, int(number) % 7))
    .name("enrich")
    .rebalance()
    .map(fs.cost(lambda pair: pair, ms=20))
    .name("look up")
    .rebalance()
    .print()
)
env.execute("backpressure blamed on the wrong task")
