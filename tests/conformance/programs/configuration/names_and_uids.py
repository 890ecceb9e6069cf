"""Names, uids, descriptions, groups: they chain, and change nothing of the result."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
stream = (
    env.from_collection([1, 2, 3], type_info=Types.INT())
    .name("numbers")
    .uid("n")
    .map(lambda n: n + 1, output_type=Types.INT())
    .name("plus one")
    .uid("p")
    .set_description("adds one")
    .set_max_parallelism(4)
    .disable_chaining()
)
print(stream.get_name())
stream.filter(lambda n: n > 2).start_new_chain().force_non_parallel().print().name("out").uid("o")
env.execute("named")
