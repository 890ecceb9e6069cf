"""What keeps Python functions apart: a new chain, no chain, parallelism, slot groups, uids do not."""
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
same = lambda n: n  # noqa: E731
(
    env.from_collection([1], Types.INT())
    .map(same, Types.INT()).name("a").uid("first")
    .map(same, Types.INT()).name("b").uid("second")
    .map(same, Types.INT()).name("c").start_new_chain()
    .map(same, Types.INT()).name("d")
    .map(same, Types.INT()).name("e").disable_chaining()
    .map(same, Types.INT()).name("f")
    .map(same, Types.INT()).name("g").set_parallelism(3)
    .map(same, Types.INT()).name("h").set_parallelism(3)
    .map(same, Types.INT()).name("i").set_parallelism(3).slot_sharing_group("other")
    .map(same, Types.INT()).name("j").set_parallelism(3).set_max_parallelism(30)
    .map(same, Types.INT()).name("k").set_parallelism(3).set_description("the last of all")
    .print()
)  # fmt: skip
show(env)
