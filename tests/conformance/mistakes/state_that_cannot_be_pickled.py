"""State that cannot be pickled."""

import threading

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import KeyedProcessFunction
from pyflink.datastream.state import ValueStateDescriptor

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pairs = env.from_collection([("a", 1), ("b", 2)], Types.TUPLE([Types.STRING(), Types.INT()]))


class Locks(KeyedProcessFunction):
    def open(self, runtime_context):
        descriptor = ValueStateDescriptor("lock", Types.PICKLED_BYTE_ARRAY())
        self.lock = runtime_context.get_state(descriptor)

    def process_element(self, value, ctx):
        self.lock.update(threading.Lock())
        yield value


pairs.key_by(lambda pair: pair[0]).process(Locks()).print()
env.execute()
