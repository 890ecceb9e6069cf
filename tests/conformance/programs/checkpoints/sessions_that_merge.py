"""Two sessions of the checkpoint become one by a record that comes after the failure."""

# compare: in any order

from pyflink.common import Time, Types
from pyflink.datastream import ProcessWindowFunction
from pyflink.datastream.window import EventTimeSessionWindows

from tests.conformance.gated import FailsAt, commit, environment, gated


class Names(ProcessWindowFunction):
    def process(self, key, context, elements):
        window = context.window()
        yield f"{key} [{window.start}, {window.end}) {sorted(each[2] for each in elements)}"


env = environment()
groups = [
    [("a", 1, 1), ("a", 15, 2), ("b", 3, 3)],
    [("a", 8, 4), ("b", 30, 5), 20],
    [("a", 40, 6), 60],
]
records = gated(env, groups)
commit(
    env,
    records.map(FailsAt(5), records.get_type())
    .key_by(lambda value: value[0], Types.STRING())
    .window(EventTimeSessionWindows.with_gap(Time.milliseconds(10)))
    .process(Names(), Types.STRING()),
)
