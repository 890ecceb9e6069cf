"""Flow control before credits.

As in Flink 1.4, two channels share one connection, and the receiver of one channel is slow. Its
records fill the connection, so the other task gets no data, although it is free. Flink 1.5 added
credits to prevent this.

At: ReadingStopped
View: network
"""

import flinksim as fs
from flinksim.common import Configuration
from flinksim.datastream import StreamExecutionEnvironment

configuration = Configuration()
configuration.set_string("taskmanager.memory.segment-size", "64b")
configuration.set_string("taskmanager.numberOfTaskSlots", "2")
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(2)
env.set_buffer_timeout(0)


def price(number: int) -> int:
    return number


(
    env.from_sequence(1, 200)
    .slot_sharing_group("readers")
    .key_by(lambda number: 0 if number % 10 else number)
    .map(fs.cost(price, ms=10))
    .slot_sharing_group("workers")
    .print()
)
network = fs.NetworkSettings(flow_control="before credits")
sim = fs.simulate(env, settings=fs.RunSettings(network=network), job_name="before credits")
sim.run()
