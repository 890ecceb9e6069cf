"""An error in open() fails the job too."""
# raises: no connection

from pyflink.common import Types
from pyflink.datastream import MapFunction, StreamExecutionEnvironment


class Opens(MapFunction):
    def open(self, runtime_context):
        raise OSError("no connection")

    def map(self, value):
        return value


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1], type_info=Types.INT()).map(Opens(), output_type=Types.INT()).print()
env.execute()
