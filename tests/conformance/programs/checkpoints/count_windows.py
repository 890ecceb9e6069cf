"""The count of a count window is state: the second record of a pair may come after the failure."""

# compare: in any order

from pyflink.common import Types

from tests.conformance.gated import FailsAt, commit, environment, gated

env = environment()
groups = [[("a", 1, 1), ("b", 2, 2), ("b", 3, 4)], [("a", 4, 8), ("a", 5, 16), ("a", 6, 32)]]
records = gated(env, groups)
commit(
    env,
    records.map(FailsAt(16), records.get_type())
    .key_by(lambda value: value[0], Types.STRING())
    .count_window(2)
    .reduce(lambda a, b: (a[0], b[1], a[2] + b[2]))
    .map(str, Types.STRING()),
)
