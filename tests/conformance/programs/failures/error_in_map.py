"""An error in a user function fails the job; the client's exception tells it."""
# raises: ValueError: cannot take 3

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment


def picky(value):
    if value == 3:
        raise ValueError(f"cannot take {value}")
    return value


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1, 2, 3], type_info=Types.INT()).map(picky, output_type=Types.INT()).map(
    lambda n: n, output_type=Types.INT()
).filter(lambda n: False).print()
env.execute()
