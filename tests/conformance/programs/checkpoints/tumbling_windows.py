"""A window that had been half full at the checkpoint fires once, with all its records."""

# compare: in any order

from pyflink.common import Time, Types
from pyflink.datastream import ProcessWindowFunction
from pyflink.datastream.window import TumblingEventTimeWindows

from tests.conformance.gated import FailsAt, commit, environment, gated


class Names(ProcessWindowFunction):
    def process(self, key, context, elements):
        window = context.window()
        yield f"{key} [{window.start}, {window.end}) {sorted(each[2] for each in elements)}"


env = environment()
groups = [
    [("a", 1, 1), ("b", 2, 2), ("a", 12, 3), 3],
    [("a", 4, 4), ("b", 15, 5), 9, ("a", 16, 6), 12],
    [("b", 17, 7), 30],
]
records = gated(env, groups)
commit(
    env,
    records.map(FailsAt(6), records.get_type())
    .key_by(lambda value: value[0], Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
    .process(Names(), Types.STRING()),
)
