"""No watermark is in a checkpoint. A record too late for its window before it may count after a failure.

The watermark is at 20 when the checkpoint is taken. Record 4, for the window that ended at 10, is dropped
in the first attempt. In the second there is no watermark yet when it comes again: it opens the window
once more, which fires a second time when the next watermark comes.
"""

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
    [("a", 1, 1), ("a", 12, 2), 20],
    [("a", 3, 4), ("a", 21, 5)],
    [("a", 33, 6), 40, ("a", 2, 7)],
]
records = gated(env, groups)
commit(
    env,
    records.map(FailsAt(5), records.get_type())
    .key_by(lambda value: value[0], Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
    .process(Names(), Types.STRING()),
)
