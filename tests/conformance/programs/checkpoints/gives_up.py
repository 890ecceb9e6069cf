"""When no restart is left the job has failed; what the last checkpoint had committed stays."""

# compare: in any order
# raises: maxNumberRestartAttempts=1

from pyflink.common import Types

from tests.conformance.gated import FailsAt, commit, environment, gated

env = environment(restart_strategy__fixed_delay__attempts="1")
records = gated(env, [[("a", 1, 1), ("b", 2, 2)], [("a", 3, 3)], [("b", 4, 4)]])
results = records.map(FailsAt(3, 9), records.get_type()).map(
    lambda value: f"{value[0]} {value[2]}", Types.STRING()
)
commit(env, results)
