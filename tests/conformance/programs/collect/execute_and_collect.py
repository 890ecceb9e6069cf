"""Results fetched by the client, one by one, with an iterator that closes."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
squares = env.from_collection([1, 2, 3, 4], type_info=Types.INT()).map(
    lambda n: (n, n * n), output_type=Types.TUPLE([Types.INT(), Types.INT()])
)
with squares.execute_and_collect() as results:
    for result in results:
        print(result, type(result).__name__)
