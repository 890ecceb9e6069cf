"""SQL dates, times and timestamps, and instants, inside of functions."""
# compare: in order per key

import datetime

from pyflink.common import Types
from pyflink.common.time import Instant
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
day = datetime.date(2024, 2, 28)
env.from_collection([day], type_info=Types.SQL_DATE()).map(
    lambda d: d + datetime.timedelta(days=2), output_type=Types.SQL_DATE()
).map(lambda d: f"{d!r}", output_type=Types.STRING()).print("date")
env.from_collection([datetime.time(23, 59, 58)], type_info=Types.SQL_TIME()).map(
    lambda t: f"{t!r}", output_type=Types.STRING()
).print("time")
moment = datetime.datetime(2024, 2, 28, 1, 2, 3, 456000)
env.from_collection([moment], type_info=Types.SQL_TIMESTAMP()).map(
    lambda t: f"{t!r}", output_type=Types.STRING()
).print("timestamp")
env.from_collection([Instant.of_epoch_milli(1500)], type_info=Types.INSTANT()).map(
    lambda i: f"{i.to_epoch_milli()}", output_type=Types.STRING()
).print("instant")
env.execute()
