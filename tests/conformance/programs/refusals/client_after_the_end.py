"""When the result was read the cluster is gone, and nobody can be asked for the job's status."""
# dialect: pyflink

import time

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1], Types.INT()).print()
client = env.execute_async()
client.get_job_execution_result().result()
time.sleep(1)
for name in ("get_job_status", "cancel", "get_accumulators"):
    try:
        print(name, getattr(client, name)().result())
    except Exception as error:
        print(name, type(error).__name__)
