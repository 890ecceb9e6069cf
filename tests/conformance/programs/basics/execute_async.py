"""A job client: its status, its result."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1, 2], type_info=Types.INT()).print()
client = env.execute_async("later")
result = client.get_job_execution_result().result()
print(result.get_net_runtime() >= 0)
print(len(str(client.get_job_id())) == 32)
