"""Backpressure: the red task is not the slow one.

The task "parse" is backpressured, and "enrich" behind it as well. Making them faster does not
help: it is the last one that takes its time.

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
