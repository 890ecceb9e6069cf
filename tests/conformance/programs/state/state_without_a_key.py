"""State on a stream without a key is refused."""
# raises: This state is only accessible by functions executed on a KeyedStream.

from pyflink.common import Types
from pyflink.datastream import MapFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor


class Wrong(MapFunction):
    def open(self, runtime_context):
        self.state = runtime_context.get_state(ValueStateDescriptor("s", Types.INT()))

    def map(self, value):
        return value


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1], type_info=Types.INT()).map(Wrong(), output_type=Types.INT()).print()
env.execute()
