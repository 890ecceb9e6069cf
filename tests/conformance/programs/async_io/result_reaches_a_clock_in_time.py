"""The result of an asynchronous call leaves with its bundle, and not with the next one.

So the session of processing time behind it ends before the input does.
"""

from pyflink.common import Time, Types
from pyflink.datastream import AsyncDataStream, AsyncFunction
from pyflink.datastream.window import ProcessingTimeSessionWindows

from tests.conformance.gated import RECORD, environment, paced


class Double(AsyncFunction):
    async def async_invoke(self, value):
        return [(value[0], value[1], value[2] * 2)]

    def timeout(self, value):
        return []


env = environment(execution__checkpointing__interval="1 h")
records = paced(env, [(500, [("a", 1, 1)]), (5000, [])])
doubled = AsyncDataStream.ordered_wait(records, Double(), Time.seconds(50), 10, RECORD)
sessions = doubled.key_by(lambda value: value[0], Types.STRING()).window(
    ProcessingTimeSessionWindows.with_gap(Time.milliseconds(1000))
)
sessions.reduce(lambda a, b: (a[0], a[1], a[2] + b[2]), output_type=RECORD).print()
env.execute()
