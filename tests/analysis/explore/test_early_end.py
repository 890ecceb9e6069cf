"""An exploration for which two outcomes are enough also tries random schedules before its end."""

from __future__ import annotations

import flinksim as fs
from flinksim.analysis.model_checking.checker import explore
from flinksim.datastream import StreamExecutionEnvironment


def build_race(values: int) -> StreamExecutionEnvironment:
    """Two subtasks of a map race for a reduce that depends on the order."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    stream = env.from_collection([("a", number) for number in range(values)])
    keyed = stream.map(lambda v: v).key_by(lambda v: v[0])
    keyed.reduce(lambda left, right: ("a", 10 * left[1] + right[1])).print()
    return env


def test_a_second_outcome_that_is_far_from_the_first_run_is_found_soon() -> None:
    result = explore(build_race(6), fs.same_result(), max_runs=100, stop_early=True)
    assert result.verdict == "sometimes"
    assert len(result.outcomes) == 2
    assert result.runs < 60
    assert result.random_runs >= 1
