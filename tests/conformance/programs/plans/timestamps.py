"""A timestamp assigner in Python is an operator before, and another one after the watermarks."""
# dialect: pyflink

import json

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
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


class Itself(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value


strategy = WatermarkStrategy.for_monotonous_timestamps()
numbers = env.from_collection([1], Types.INT()).map(lambda n: n, Types.INT())
timed = numbers.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(Itself()))
timed.map(lambda n: n, Types.INT()).print()
numbers.assign_timestamps_and_watermarks(strategy).map(lambda n: n, Types.INT()).print()
show(env)
