"""python.operator-chaining.enabled: false keeps every Python function by itself."""

import json

from pyflink.common import Configuration, Types
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
configuration = Configuration()
configuration.set_string("python.operator-chaining.enabled", "false")
env.configure(configuration)
env.from_collection([1], Types.INT()).map(lambda n: n, Types.INT()).filter(lambda n: n).print()
show(env)
