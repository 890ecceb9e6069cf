"""A side output is read through a map of its own; the operator that it comes from stays apart."""
# dialect: pyflink

import json

from pyflink.common import Types
from pyflink.datastream import OutputTag, ProcessFunction, StreamExecutionEnvironment


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
tag = OutputTag("side", Types.INT())


class Split(ProcessFunction):
    def process_element(self, value, ctx):
        yield value
        yield tag, value


split = (
    env.from_collection([1], Types.INT())
    .map(lambda n: n, Types.INT())
    .process(Split(), Types.INT())
)
split.map(lambda n: n, Types.INT()).print()
split.get_side_output(tag).filter(lambda n: n).print("side")
show(env)
