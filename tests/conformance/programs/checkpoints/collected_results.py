"""Collected results are exactly once: a failure takes back those that came after the checkpoint."""

# compare: in any order

from pyflink.common import Types

from tests.conformance.gated import FailsAt, environment, gated

env = environment()
groups = [[("a", 1, 1), ("b", 2, 2)], [("a", 3, 3), ("b", 4, 4), ("a", 5, 5)]]
records = gated(env, groups)
texts = records.map(FailsAt(2), records.get_type()).map(FailsAt(5, 2), records.get_type())
results = texts.map(lambda value: f"{value[0]} {value[2]}", Types.STRING())
with results.execute_and_collect() as collected:
    for each in collected:
        print(each)
