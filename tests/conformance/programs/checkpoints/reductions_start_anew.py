"""PyFlink does not restore the values of a rolling reduction: after the failure each begins anew."""

# compare: in any order
# dialect: pyflink

from pyflink.common import Types

from tests.conformance.gated import RECORD, FailsAt, commit, environment, gated

env = environment()
groups = [[("a", 1, 1), ("b", 2, 2)], [("a", 3, 3), ("b", 4, 4), ("a", 5, 5)]]
records = gated(env, groups).map(FailsAt(4), RECORD)
by_key = records.key_by(lambda value: value[0], Types.STRING())
reduced = by_key.reduce(lambda a, b: (a[0], b[1], a[2] + b[2]))
summed = by_key.sum(2)
commit(
    env,
    reduced.map(lambda value: f"reduce {value[0]} {value[2]}", Types.STRING()).union(
        summed.map(lambda value: f"sum {value[0]} {value[2]}", Types.STRING())
    ),
)
