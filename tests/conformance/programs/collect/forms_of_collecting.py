"""Results as a list with a limit, as an iterator, of rows, of keyed streams and of dicts."""

from pyflink.common import Configuration, Row, Types
from pyflink.datastream import StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


env = environment()
data = [("a", 1), ("b", 2), ("a", 3)]
print(env.from_collection(data, KV).execute_and_collect(limit=2))
rows = env.from_collection(data, KV).map(
    lambda v: Row(v[1], v[0]), Types.ROW([Types.LONG(), Types.STRING()])
)
with rows.execute_and_collect("job") as results:
    print(next(results))
    print([row[1] for row in results])
sums = env.from_collection(data, KV).key_by(lambda v: v[0], Types.STRING()).sum(1)
with sums.execute_and_collect() as results:
    print(list(results))
with env.from_collection(data, KV).map(lambda v: {"k": v}).execute_and_collect() as results:
    print(list(results))
