"""Functions of two inputs take in what follows; broadcast functions do not."""
# dialect: pyflink

import json

from pyflink.common import Types
from pyflink.datastream import (
    BroadcastProcessFunction,
    CoFlatMapFunction,
    CoMapFunction,
    KeyedCoProcessFunction,
    StreamExecutionEnvironment,
)
from pyflink.datastream.state import MapStateDescriptor


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


class Both(CoMapFunction, CoFlatMapFunction):
    def map1(self, value):
        return value

    map2 = map1

    def flat_map1(self, value):
        return [value]

    flat_map2 = flat_map1


class Keyed(KeyedCoProcessFunction):
    def process_element1(self, value, ctx):
        yield value

    process_element2 = process_element1


class Rules(BroadcastProcessFunction):
    def process_element(self, value, ctx):
        yield value

    process_broadcast_element = process_element


numbers = env.from_collection([1], Types.INT())
others = env.from_collection([2], Types.INT()).map(lambda n: n, Types.INT())
pair = numbers.connect(others)
pair.map(Both(), Types.INT()).filter(lambda n: n).map(lambda n: n, Types.INT()).print()
pair.flat_map(Both(), Types.INT()).print()
pair.key_by(lambda n: n, lambda n: n, Types.INT()).process(Keyed(), Types.INT()).filter(
    lambda n: n
).print()
rules = others.broadcast(MapStateDescriptor("rules", Types.INT(), Types.INT()))
numbers.connect(rules).process(Rules(), Types.INT()).filter(lambda n: n).print()
show(env)
