"""key_by is an operator of its own; a keyed function begins anew, and takes in what follows."""
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
words = env.from_collection(["a", "b"], Types.STRING())
pairs = words.map(lambda w: (w, 1), Types.TUPLE([Types.STRING(), Types.INT()]))
(
    pairs.key_by(lambda pair: pair[0], Types.STRING())
    .reduce(lambda a, b: (a[0], a[1] + b[1]))
    .map(lambda pair: pair[1], Types.INT())
    .filter(lambda n: n > 1)
    .name("Large")
    .key_by(lambda n: n)
    .sum()
    .print()
)
show(env)
