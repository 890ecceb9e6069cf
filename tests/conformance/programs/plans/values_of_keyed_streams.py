"""What needs no key reads a keyed stream through an operator that takes the key away."""
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
left = env.from_collection([1], Types.INT())
right = env.from_collection([2], Types.INT())
keyed = left.key_by(lambda n: n, Types.INT())
keyed.union(right.key_by(lambda n: n, Types.INT())).map(lambda n: n, Types.INT()).print()
keyed.print()
keyed.map(lambda n: n, Types.INT()).print().set_parallelism(1)
show(env)
