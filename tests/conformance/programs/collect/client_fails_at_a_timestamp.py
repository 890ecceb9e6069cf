"""PyFlink's client cannot read a SQL_TIMESTAMP; it fails, and the job is not restarted."""

# raises: 'bytearray' object has no attribute 'timestamp'
# dialect: pyflink

import datetime

from pyflink.common import Types
from pyflink.datastream import MapFunction

from tests.conformance.gated import RECORD, environment, gated

TYPE = Types.TUPLE([Types.LONG(), Types.SQL_TIMESTAMP()])


class AddTime(MapFunction):
    def open(self, runtime_context):
        print("attempt", runtime_context.get_attempt_number())

    def map(self, value):
        return value[2], datetime.datetime(2024, 1, 1)


env = environment()
with (
    gated(env, [[("a", 1, 1)], [("a", 2, 2)]]).map(AddTime(), TYPE).execute_and_collect() as results
):
    for result in results:
        print(result)
