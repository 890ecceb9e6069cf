"""A value with a time to live is gone after it; reads do not prolong it unless asked to."""

import time

from pyflink.common import Configuration, Types
from pyflink.common.time import Time
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import StateTtlConfig, ValueStateDescriptor


def descriptor(name, update_type):
    config = (
        StateTtlConfig.new_builder(Time.milliseconds(1500))
        .set_update_type(update_type)
        .set_state_visibility(StateTtlConfig.StateVisibility.NeverReturnExpired)
        .build()
    )
    result = ValueStateDescriptor(name, Types.INT())
    result.enable_time_to_live(config)
    return result


class Remember(KeyedProcessFunction):
    def open(self, runtime_context):
        on_write = StateTtlConfig.UpdateType.OnCreateAndWrite
        on_read = StateTtlConfig.UpdateType.OnReadAndWrite
        self.written = runtime_context.get_state(descriptor("written", on_write))
        self.read = runtime_context.get_state(descriptor("read", on_read))

    def process_element(self, value, ctx):
        yield f"{value}: {self.written.value()} {self.read.value()}"
        if value in (1, 5):
            self.written.update(value)
            self.read.update(value)


def paced(value):
    time.sleep(3.0 if value == 5 else 1.0)
    return value


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
configuration.set_integer("python.state.cache-size", 0)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
(
    env.from_collection([1, 2, 3, 4, 5, 6], type_info=Types.INT())
    .map(paced, output_type=Types.INT())
    .start_new_chain()
    .key_by(lambda n: 0)
    .process(Remember(), output_type=Types.STRING())
    .print()
)
env.execute()
