"""Entries of a map state expire one by one, elements of a list state too."""

import time

from pyflink.common import Configuration, Types
from pyflink.common.time import Time
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import (
    ListStateDescriptor,
    MapStateDescriptor,
    StateTtlConfig,
)


class Remember(KeyedProcessFunction):
    def open(self, runtime_context):
        config = StateTtlConfig.new_builder(Time.milliseconds(1500)).build()
        entries = MapStateDescriptor("entries", Types.INT(), Types.STRING())
        entries.enable_time_to_live(config)
        elements = ListStateDescriptor("elements", Types.INT())
        elements.enable_time_to_live(config)
        self.entries = runtime_context.get_map_state(entries)
        self.elements = runtime_context.get_list_state(elements)

    def process_element(self, value, ctx):
        self.entries.put(value, f"v{value}")
        self.elements.add(value)
        yield f"{sorted(self.entries.keys())} {list(self.elements.get())}"


def paced(value):
    time.sleep(1.0)
    return value


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
configuration.set_integer("python.state.cache-size", 0)
configuration.set_integer("python.map-state.read-cache-size", 0)
configuration.set_integer("python.map-state.write-cache-size", 0)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
(
    env.from_collection([1, 2, 3, 4], type_info=Types.INT())
    .map(paced, output_type=Types.INT())
    .start_new_chain()
    .key_by(lambda n: 0)
    .process(Remember(), output_type=Types.STRING())
    .print()
)
env.execute()
