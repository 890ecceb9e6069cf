"""What a KeyedStream refuses, since it is not an operator."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
keyed = env.from_collection([1, 2], type_info=Types.INT()).key_by(lambda n: n)
attempts = {
    "name": lambda: keyed.name("x"),
    "uid": lambda: keyed.uid("x"),
    "set_parallelism": lambda: keyed.set_parallelism(2),
    "set_max_parallelism": lambda: keyed.set_max_parallelism(2),
    "force_non_parallel": lambda: keyed.force_non_parallel(),
    "set_buffer_timeout": lambda: keyed.set_buffer_timeout(2),
    "shuffle": lambda: keyed.shuffle(),
    "rebalance": lambda: keyed.rebalance(),
    "rescale": lambda: keyed.rescale(),
    "forward": lambda: keyed.forward(),
    "broadcast": lambda: keyed.broadcast(),
    "project": lambda: keyed.project(0),
    "start_new_chain": lambda: keyed.start_new_chain(),
    "disable_chaining": lambda: keyed.disable_chaining(),
    "slot_sharing_group": lambda: keyed.slot_sharing_group("g"),
    "partition_custom": lambda: keyed.partition_custom(lambda k, n: 0, lambda v: v),
    "cache": lambda: keyed.cache(),
}
for name, attempt in attempts.items():
    try:
        attempt()
        print(name, "works")
    except Exception:
        print(name, "is refused")
