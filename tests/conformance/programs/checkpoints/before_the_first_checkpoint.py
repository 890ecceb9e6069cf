"""A job that fails before its first checkpoint begins anew: nothing had been committed."""

# compare: in any order

from pyflink.common import Types

from tests.conformance.gated import FailsAt, commit, environment, gated

env = environment()
records = gated(env, [[("a", 1, 1), ("b", 2, 2), ("a", 3, 3)], [("b", 4, 4)]])
commit(
    env,
    records.map(FailsAt(2, 2), records.get_type()).map(
        lambda value: f"{value[0]} {value[2]}", Types.STRING()
    ),
)
