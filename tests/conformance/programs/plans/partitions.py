"""Partitioners between functions keep them apart, forward does not; a custom one is two operators."""
# dialect: pyflink

import json

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment


def show(env):
    """Each node of the plan, numbered by its place: ids go on from one program to the next."""
    nodes = json.loads(env.get_execution_plan())["nodes"]
    number = {node["id"]: index for index, node in enumerate(nodes, 1)}
    for node in nodes:
        inputs = [
            (number[before["id"]], before["ship_strategy"], before["side"])
            for before in node.get("predecessors", [])
        ]
        print(number[node["id"]], node["pact"], node["parallelism"], inputs)
        print("   ", node["type"], "|", node["contents"])


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
numbers = env.from_collection([1], Types.INT()).map(lambda n: n, Types.INT()).name("numbers")
numbers.rebalance().map(lambda n: n, Types.INT()).name("rebalanced").forward().map(
    lambda n: n, Types.INT()
).name("forwarded").print()
(
    numbers.map(lambda n: n, Types.INT())
    .partition_custom(lambda key, n: key % n, lambda n: n)
    .map(lambda n: n, Types.INT())
    .name("partitioned")
    .set_parallelism(3)
    .print()
)
show(env)
