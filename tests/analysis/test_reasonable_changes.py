"""Changes that no engineer would make are not proposed, and side effects of the others are reported."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import flinksim as fs
from flinksim.analysis.whatif.counterfactual_search import find_smallest_change
from flinksim.analysis.whatif.parameter_change import ParameterChange, ValueScale
from flinksim.analysis.whatif.run_effects import describe_cost
from flinksim.analysis.why.answer import ProgramChange
from flinksim.analysis.why.finding import Outcome
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.common import Configuration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows


class ChangedRun(int):
    """Trace of a run with a change by this amount, which has a result or none."""

    results: tuple[int, ...] = ()

    def get_events(self, kind: Any) -> tuple[int, ...]:
        return self.results


def search(
    effective: Any,
    values: ValueScale | None,
    max_amount: int = 10**5,
    has_result: Callable[[int], bool] = bool,
) -> Any:
    """Search among changes by 1 to *max_amount*, of which those in *effective* change the outcome."""

    def run(case: int, until_ms: int | None = None) -> ChangedRun:
        trace = ChangedRun(case)
        trace.results = (case,) if has_result(case) else ()
        return trace

    runner: Any = SimpleNamespace(run_count=0, run=run)

    def apply(amount: int) -> Any:
        return amount, ProgramChange("parameter", "", "old", f"{amount}")

    change = ParameterChange(apply, max_amount, values=values)
    outcome = Outcome(lambda trace: trace in effective, False, lambda trace: "")
    return find_smallest_change(runner, change, outcome)


def test_a_round_value_is_proposed_with_the_smallest_one() -> None:
    delay = search(range(401, 10**6), ValueScale(2_000))
    assert (delay.variant, delay.amount, delay.limit.fields) == (500, 401, {"value": "401"})
    gap = search(range(1_001, 5_000), ValueScale(5_000, -1), 4_999)
    assert (gap.variant, str(gap.limit)) == (2_000, "change.at_most")
    assert search(range(401, 10**6), None).variant == 401


def test_a_round_value_that_is_itself_ineffective_is_not_proposed() -> None:
    assert search(range(15_001, 17_000), ValueScale(0)).variant == 16_000


def test_a_value_that_works_only_by_accident_is_not_proposed() -> None:
    assert search({64}, ValueScale(0)) is None
    timeout = ValueScale(60_001, -1, depends_on_timing=True)
    accident = {60_001 - value for value in range(59_690, 59_697)}
    assert search(accident, timeout, 60_000) is None
    robust = search(range(60_001 - 59_696, 60_001), timeout, 60_000)
    assert (60_001 - robust.variant, robust.limit) == (45_000, None)
    pauses = ValueScale(60_001, -1, depends_on_timing=True, ordinary=500)
    between = search(range(60_001 - 59_696, 60_001), pauses, 60_000)
    assert 60_001 - between.variant == 5_000  # the pauses are 500 ms, and up to 59696 ms works
    costly = search(
        range(60_001 - 59_696, 60_001), pauses, 60_000, lambda one: one < 60_001 - 20_000
    )
    assert 60_001 - costly.variant == 45_000  # a timeout of 5 s loses results
    longer = ValueScale(2_000, depends_on_timing=True)
    assert search(range(2_600, 10**6), longer).variant == 6_000  # 8 s; 6 s and 10 s work, too


def create_late_record() -> StreamExecutionEnvironment:
    """Record 1 of split a is late behind record 0 of split b, which is read at the same time."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
    splits = {
        "a": [at(0), record(("a", 1_000)), at(300), record(("a", 2_000)), at(900)],
        "b": [at(0), record(("a", 30_000)), at(900)],
    }
    row = Types.TUPLE([Types.STRING(), Types.LONG()])
    no_watermarks = WatermarkStrategy.no_watermarks()
    stream = env.from_source(ScriptedSource(splits), no_watermarks, "src", row)
    keyed = stream.assign_timestamps_and_watermarks(strategy).key_by(lambda value: value[0])
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).reduce(lambda a, b: a).print()
    return env


def test_another_schedule_is_a_change_only_for_those_who_ask_for_it(capsys: Any) -> None:
    run = fs.simulate(create_late_record()).run()
    question = "why was record 1 of split a dropped"
    answer = run.why(question)
    changes = [one.changes[0] for one in (answer.counterfactual, *answer.alternatives) if one]
    assert changes
    assert all(change.subject != "interleaving" for change in changes)
    asked = run.why(question, what_if="schedule")
    assert asked.run_count


def test_missing_results_are_reported_as_a_side_effect(capsys: Any) -> None:
    traces = []
    for count in (3, 1):
        env = StreamExecutionEnvironment.get_execution_environment()
        env.from_collection([*range(count)]).print()
        traces.append(fs.simulate(env).run().trace)
    assert describe_cost(TraceIndex(traces[0]), *traces) == "Effects: 2 results are missing."


def test_larger_buffers_are_no_cure_for_a_slow_task(capsys: Any) -> None:
    """Buffers that hold the whole input would end the backpressure, but not make the task faster."""
    configuration = Configuration()
    configuration.set_string("taskmanager.memory.segment-size", "64b")
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    env.set_buffer_timeout(0)
    numbers = env.from_collection([*range(200)]).rebalance().map(lambda n: n + 1).name("parse")
    numbers.rebalance().map(fs.cost(lambda n: n, ms=20)).name("look up").rebalance().print()
    answer = fs.simulate(env).run().why("why is parse backpressured")
    changes = [one.changes[0] for one in (answer.counterfactual, *answer.alternatives) if one]
    assert [one.subject for one in changes] == ["cost per record of “look up”"]
