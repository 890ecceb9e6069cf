"""Before values of no declared type, and rows, are printed, a function writes them down."""
# dialect: pyflink

import json

from pyflink.common import Row, Types
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
env.from_collection([1, "a"]).print()
env.from_collection([1, 2]).map(lambda n: n).filter(lambda n: n).print()
env.from_collection([1], Types.INT()).map(lambda n: Row(n), Types.ROW([Types.INT()])).print("rows")
pairs = Types.TUPLE([Types.INT(), Types.STRING()])
env.from_collection([(1, "a")], pairs).project(1).print()
show(env)
