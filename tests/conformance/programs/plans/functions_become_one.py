"""Python functions in a row become one operator, with the names of all."""
# dialect: pyflink

import json

from pyflink.common import Types
from pyflink.datastream import ProcessFunction, StreamExecutionEnvironment


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


class Same(ProcessFunction):
    def process_element(self, value, ctx):
        yield value


numbers = env.from_collection([1, 2, 3], Types.INT())
(
    numbers.map(lambda n: n + 1, Types.INT())
    .filter(lambda n: n > 1)
    .flat_map(lambda n: [n, n], Types.INT())
    .process(Same(), Types.INT())
    .print()
)
show(env)
