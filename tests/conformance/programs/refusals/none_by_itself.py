"""Java writes no null of most types to the network; a field of a row may be one."""
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment


def stream(value, output_type):
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    return env.from_collection([1], Types.INT()).map(lambda _: value, output_type=output_type)


def attempt(name, given):
    try:
        print(name, "works", list(given.execute_and_collect()))
    except Exception:
        print(name, "fails")


attempt("None for INT", stream(None, Types.INT()).rebalance())
keyed = stream(None, Types.INT()).key_by(lambda value: 1, key_type=Types.INT())
attempt("None behind key_by", keyed.map(str, output_type=Types.STRING()))
