"""Windows, over keys and over all, and the functions behind them."""
# dialect: pyflink

import json

from pyflink.common import Types
from pyflink.common.time import Time
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.window import (
    CountTrigger,
    EventTimeSessionWindows,
    TumblingEventTimeWindows,
)


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


class Count(ProcessWindowFunction):
    def process(self, key, context, elements):
        yield len(list(elements))


numbers = env.from_collection([1], Types.INT())
keyed = numbers.key_by(lambda n: n % 2, Types.INT())
(
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .process(Count(), Types.INT())
    .map(lambda n: n, Types.INT())
    .print()
)
keyed.window(EventTimeSessionWindows.with_gap(Time.seconds(1))).reduce(lambda a, b: a + b).print()
keyed.count_window(3).reduce(lambda a, b: a + b, Count(), Types.INT()).print()
windows = numbers.window_all(TumblingEventTimeWindows.of(Time.seconds(1)))
windows.trigger(CountTrigger.of(2)).reduce(lambda a, b: a + b).print()
show(env)
