"""After execute() the environment is empty: a second program starts afresh."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection(["first"], type_info=Types.STRING()).print()
env.execute("one")
print("between")
env.from_collection(["second"], type_info=Types.STRING()).print()
env.execute("two")
try:
    env.execute("three")
except Exception as error:
    print("No operators defined in streaming topology" in str(error))
