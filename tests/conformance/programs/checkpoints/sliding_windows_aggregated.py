"""Accumulators of overlapping windows are in the checkpoint, one for each window."""

# compare: in any order

from pyflink.common import Time, Types
from pyflink.datastream import AggregateFunction
from pyflink.datastream.window import SlidingEventTimeWindows

from tests.conformance.gated import FailsAt, commit, environment, gated


class Total(AggregateFunction):
    def create_accumulator(self):
        return ("", 0)

    def add(self, value, accumulator):
        return value[0], accumulator[1] + value[2]

    def get_result(self, accumulator):
        return f"{accumulator[0]} {accumulator[1]}"

    def merge(self, a, b):
        return a[0], a[1] + b[1]


env = environment()
groups = [
    [("a", 1, 1), ("b", 2, 2), 2],
    [("a", 6, 4), ("b", 7, 8), 4, ("a", 8, 16)],
    [("a", 13, 32), 40],
]
records = gated(env, groups)
commit(
    env,
    records.map(FailsAt(16), records.get_type())
    .key_by(lambda value: value[0], Types.STRING())
    .window(SlidingEventTimeWindows.of(Time.milliseconds(10), Time.milliseconds(5)))
    .aggregate(
        Total(),
        accumulator_type=Types.TUPLE([Types.STRING(), Types.LONG()]),
        output_type=Types.STRING(),
    ),
)
