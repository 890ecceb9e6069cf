"""What if: each knob in a program where it is what one would turn, to the last millisecond."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from typing import Any, get_args

import pytest

import flinksim as fs
from flinksim.analysis.whatif.change_cost import COST_CLASSES, compute_change_cost
from flinksim.analysis.why.answer import MessageTemplate, ProgramChange
from flinksim.analysis.why.finding import ChangeKind
from flinksim.analysis.why.question_names import QuestionError
from flinksim.common import Configuration, Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.datastream.window import (
    CountTrigger,
    EventTimeSessionWindows,
    GlobalWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)
from flinksim.trace import events as e

HOUR = 3_600_000


def a(timestamp: int, count: int = 1) -> Any:
    return record(("a", timestamp, count))


def run(
    script: Any,
    windows: Any,
    *,
    delay_s: int = 0,
    idle_ms: int | None = None,
    trigger: Any = None,
    lateness_ms: int = 0,
    parallelism: int = 1,
) -> fs.Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(delay_s))
    if idle_ms is not None:
        strategy = strategy.with_idleness(Duration.of_millis(idle_ms))
    strategy.with_timestamp_assigner(lambda value, _: value[1])
    stream = env.from_source(ScriptedSource(script), strategy, "clicks")
    windowed = stream.set_parallelism(parallelism).key_by(lambda value: value[0]).window(windows)
    if trigger is not None:
        windowed = windowed.trigger(trigger)
    if lateness_ms:
        windowed = windowed.allowed_lateness(lateness_ms)
    windowed.reduce(lambda left, right: (left[0], right[1], left[2] + right[2])).print()
    with redirect_stdout(StringIO()):
        return fs.simulate(env).run()


def turned(sim: fs.Simulation, question: str) -> dict[str, tuple[str, str]]:
    """What answers turn, in their order: what, old and new."""
    answer = sim.why(question)
    every = [answer.counterfactual, *answer.alternatives]
    return {
        change.subject: (change.old, change.new)
        for one in every
        if one is not None
        for change in one.changes
    }


TEN = TumblingEventTimeWindows.of(Time.seconds(10))


def test_the_offset_of_a_day_that_begins_elsewhere() -> None:
    days = TumblingEventTimeWindows.of(Time.days(1))
    script = [a(17 * HOUR), pause(500), a(39 * HOUR), pause(500), a(80 * HOUR), pause(500)]
    sim = run(script, days)
    answer = sim.why("why is record 0 not in window [86400000, 172800000) of a")
    found = answer.counterfactual
    assert found is not None
    (change,) = found.changes
    assert change.subject == "window offset of “TumblingEventTimeWindows”"
    assert (change.old, change.new) == ("0 ms", "57600000 ms (16 h)")
    windows = [event.window for event in answer.try_it().trace.get_events(e.WindowAssigned)]
    assert windows[0] == windows[1] == (16 * HOUR, 40 * HOUR)


LATE = [a(9_000), pause(300), a(10_400), pause(300), a(9_900), pause(300), a(31_000), pause(300)]


@pytest.mark.parametrize(
    ("kind", "what", "old", "new"),
    [
        ("delay", "watermark delay of “clicks”", "0 ms", "500 ms"),
        ("lateness", "allowed lateness of “TumblingEventTimeWindows”", "0 ms", "500 ms"),
        ("arrival", "arrival time of record 2 of split “script”", "600 ms", "399 ms"),
        ("timestamp", "value of field 1 of record 2 of split “script”", "9900", "10000"),
        ("order", "record order of split “script” of “clicks”", "arrival order", "timestamp order"),
    ],
)
def test_each_kind_of_change_alone(kind: str, what: str, old: str, new: str) -> None:
    sim = run(LATE, TEN)
    assert len(sim.trace.get_events(e.LateRecordDropped)) == 1
    answer = sim.why("why was record 2 dropped", what_if=kind)
    found = answer.counterfactual
    assert found is not None
    assert answer.alternatives == ()
    (change,) = found.changes
    assert (change.subject, change.old, change.new) == (what, old, new)
    assert answer.try_it().trace.get_events(e.LateRecordDropped) == []


def test_a_kind_of_change_that_is_of_no_use_names_those_that_are() -> None:
    with pytest.raises(QuestionError, match="expected one of delay, lateness, arrival"):
        run(LATE, TEN).why("why was record 2 dropped", what_if="buffers")


def test_one_more_record_and_no_less() -> None:
    sim = run([a(1_000), pause(300), a(4_000), pause(600)], TEN, delay_s=2)
    found = turned(sim, "why has window [0, 10000) of a not fired")
    assert found["after record 1 of split “script”"] == (
        "none", "a record with timestamp 12000 ms",
    )  # fmt: skip


def test_two_splits_that_are_short_are_told() -> None:
    script = {"x": [a(1_000), pause(900)], "y": [a(2_000), pause(900)]}
    sim = run(script, TEN, parallelism=2)
    answer = sim.why("why has window [0, 10000) of a not fired", what_if=False)
    assert "or later would be enough there, but 1 other channel is also too low" in answer.sentence


def test_the_default_trigger_in_place_of_one_that_fires_early() -> None:
    script = [a(1_000), pause(300), a(2_000), pause(300), a(12_000), pause(300)]
    sim = run(script, TEN, trigger=CountTrigger.of(2))
    found = turned(sim, "why did window [0, 10000) of a fire early")
    assert next(iter(found)) == "trigger of “TumblingEventTimeWindows”"


def test_a_shorter_gap() -> None:
    sim = run([a(1_000), pause(300), a(5_000), pause(300)],
              EventTimeSessionWindows.with_gap(Time.seconds(5)))  # fmt: skip
    found = turned(sim, "why did the sessions of a become one")
    assert found == {"session gap of “EventTimeSessionWindows”": ("5000 ms", "3000 ms")}


def test_processing_time_counts_when_a_record_comes() -> None:
    script = [a(1_000), pause(11_000), a(2_000), pause(10_000)]
    sim = run(script, TumblingProcessingTimeWindows.of(Time.seconds(10)))
    answer = sim.why("why is record 1 not in window [0, 10000) of a")
    assert "at processing time 11000" in answer.sentence
    found = answer.counterfactual
    assert found is not None
    assert found.changes[0].new == "9999 ms"


def test_a_window_of_several_that_was_over() -> None:
    script = [a(4_000), pause(300), a(11_000), pause(300), a(4_500), pause(300)]
    windows = SlidingEventTimeWindows.of(Time.seconds(10), Time.seconds(5))
    answer = run(script, windows, lateness_ms=2_000).why(
        "why is record 2 not in window [-5000, 5000) of a"
    )
    assert "too late for window" in answer.sentence
    assert answer.is_confirmed is True
    found = answer.counterfactual
    assert found is not None
    assert found.changes[0].new == "5000 ms"
    assert "needed: at least 4001 ms" in found.text
    into = [
        f.window for f in answer.try_it().trace.get_events(e.WindowAssigned) if f.timestamp == 4_500
    ]
    assert (-5_000, 5_000) in into


def test_before_the_first_interval_nobody_is_blamed() -> None:
    sim = run([a(1_000), pause(900), a(12_000), pause(300)], TEN)
    first = next(step.number for step in sim.trace if step.events and any(
        isinstance(event, e.WindowAssigned) for event in step.events))  # fmt: skip
    answer = sim.why(f"why has window [0, 10000) of a not fired at step {first + 1}")
    assert "has generated no watermark yet" in answer.sentence
    assert "no watermark strategy" not in answer.full_text()


def test_another_schedule_is_no_change_if_only_the_time_moves() -> None:
    sim = run([a(1_000), pause(300), a(12_000), pause(300)], TEN)
    for what in turned(sim, "why did window [0, 10000) of a fire"):
        assert what != "scheduling order"


def test_the_watermark_is_what_the_least_of_two_gave_it() -> None:
    script = {"x": [a(11_000), pause(900)], "y": [a(5_000), pause(900)]}
    answer = run(script, TEN, parallelism=2).why("why is the watermark of windows 4999")
    (cause,) = answer.causes
    assert cause.record is not None
    assert cause.record.split == "y"
    assert answer.is_confirmed is True


class Silent(KeyedProcessFunction):
    """A timer 5 s after each record, and none for the one before."""

    def open(self, runtime_context: Any) -> None:
        self.last: dict[Any, int] = {}

    def process_element(self, value: Any, ctx: Any) -> Any:
        key = ctx.get_current_key()
        if key in self.last:
            ctx.timer_service().delete_event_time_timer(self.last[key] + 5_000)
        self.last[key] = value[1]
        ctx.timer_service().register_event_time_timer(value[1] + 5_000)
        return []


def test_a_timer_that_was_deleted_though_another_fired() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy: Any = WatermarkStrategy.for_monotonous_timestamps()
    strategy.with_timestamp_assigner(lambda value, _: value[1])
    source = ScriptedSource([a(1_000), pause(300), a(3_000), pause(300), record(("b", 9_000, 1))])
    keyed = env.from_source(source, strategy, "clicks").key_by(lambda value: value[0])
    keyed.process(Silent()).print()
    env.set_parallelism(1)
    with redirect_stdout(StringIO()):
        sim = fs.simulate(env).run()
    answer = sim.why("why was the timer of a deleted")
    assert "deletes its timer for key a at 6000" in answer.sentence
    with pytest.raises(QuestionError, match="No such timer was deleted"):
        sim.why("why was the timer of b deleted")


def change_buffers(count: int) -> dict[str, tuple[str, str]]:
    """The changes for a network that takes 20 ms for a message; each buffer has some records."""
    configuration = Configuration()
    configuration.set_string("taskmanager.memory.segment-size", "64b")
    configuration.set_string("taskmanager.numberOfTaskSlots", "1")
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    env.set_buffer_timeout(0)
    items = [item for n in range(count) for item in (record(f"line {n}"), pause(1 - n % 2))]
    no_watermarks = WatermarkStrategy.no_watermarks()
    lines = env.from_source(ScriptedSource(items), no_watermarks, "lines").rebalance()
    lines.map(lambda line: line.split()[1]).name("parse").slot_sharing_group("other").print()
    settings = fs.RunSettings(network=fs.NetworkSettings(latency_ms=20))
    with redirect_stdout(StringIO()):
        sim = fs.simulate(env, settings=settings).run()
    return turned(sim, "why is Source: lines backpressured")


def test_the_size_of_buffers_that_the_program_configures() -> None:
    assert change_buffers(1_600)["taskmanager.memory.segment-size"] == ("64 bytes", "512 bytes")


def test_buffers_that_would_store_the_whole_input_are_not_proposed() -> None:
    assert change_buffers(300) == {}


def test_fewer_subtasks_of_a_source_than_it_has_splits() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    busy = [item for n in range(1, 20) for item in (a(1_000 * n), pause(300))]
    splits = {"busy": busy, "slow": [record(("b", 1_500, 1)), pause(8_700)]}
    strategy: Any = WatermarkStrategy.for_monotonous_timestamps()
    strategy.with_timestamp_assigner(lambda value, _: value[1])
    source = env.from_source(ScriptedSource(splits), WatermarkStrategy.no_watermarks(), "kafka")
    keyed = source.assign_timestamps_and_watermarks(strategy).key_by(lambda value: value[0])
    keyed.window(TEN).reduce(lambda left, right: right).print()
    with redirect_stdout(StringIO()):
        sim = fs.simulate(env).run()
    answer = sim.why("why has window [0, 10000) of a not fired", what_if="parallelism")
    found = answer.counterfactual
    assert found is not None
    (change,) = found.changes
    assert (change.subject, change.old, change.new) == ("parallelism of “kafka”", "2", "1")
    fired = [f for f in answer.try_it().trace.get_events(e.WindowFired) if f.window == (0, 10_000)]
    assert "end of input" not in [f.clock for f in fired if f.key == "a"]


def test_another_schedule_that_puts_other_records_into_a_pane() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    splits = {"x": [a(0, 1), pause(5)], "y": [a(0, 2), pause(5)], "z": [a(0, 3), pause(5)]}
    source = env.from_source(ScriptedSource(splits), WatermarkStrategy.no_watermarks(), "source")
    keyed = source.set_parallelism(3).key_by(lambda value: value[0])
    pairs = keyed.window(GlobalWindows.create()).trigger(CountTrigger.of(2))
    pairs.reduce(lambda left, right: (left[0], left[1], 10 * left[2] + right[2])).print()
    with redirect_stdout(StringIO()):
        sim = fs.simulate(env).run()
    (question,) = [one for one in sim.questions() if one.startswith("why did window")]
    answer = sim.why(question, what_if="schedule")
    found = answer.counterfactual
    assert found is not None
    assert found.changes[0].subject == "scheduling order"
    before, after = (
        run.get_events(e.WindowFired)[0].contents for run in (sim.trace, answer.try_it().trace)
    )
    assert before != after


# --- the smallest across kinds, and what can be changed for other questions ------------------------


def test_every_kind_of_change_has_its_place_in_the_order() -> None:
    assert set(COST_CLASSES) == set(get_args(ChangeKind))
    delay = ProgramChange("delay", "", "0 ms", "401 ms")
    anew = ProgramChange("idleness", "", MessageTemplate("change.not_set"), "1 ms")
    sizes = [
        compute_change_cost("delay", delay, 401),
        compute_change_cost("lateness", delay, 402),
        compute_change_cost("idleness", anew, 1),
        compute_change_cost("schedule", delay, 1),
        compute_change_cost("left out", delay, 1),
    ]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == len(sizes)


LATE = [
    record(("a", 9_000, 1)), pause(300), record(("a", 10_400, 1)), pause(300),
    record(("a", 9_900, 1)), pause(300),
]  # fmt: skip


def test_the_smallest_change_stands_first_whatever_its_kind() -> None:
    answer = run(LATE, TEN, lateness_ms=200).why("why was record 2 dropped")
    assert answer.counterfactual is not None
    found = [answer.counterfactual, *answer.alternatives]
    # 201 ms more are enough for the lateness as for the delay; another arrival is the larger change
    assert "needed: at least 201 ms" in answer.counterfactual.text
    assert [one.changes[0].new for one in found] == ["250 ms", "500 ms", "399 ms"]


def test_a_result_has_another_value_with_the_least_delay_that_lets_the_record_in() -> None:
    sim = run(LATE, TEN)
    answer = sim.why("why is the result ('a', 9000, 1)")
    assert answer.counterfactual is not None
    (change,) = answer.counterfactual.changes
    assert (change.old, change.new) == ("0 ms", "500 ms")
    assert "needed: at least 401 ms" in answer.counterfactual.text
    results = [event.text for event in answer.try_it().results]
    assert "('a', 9000, 1)" not in results
    assert "('a', 9900, 2)" in results


def test_a_job_that_fails_on_a_record_does_not_without_it() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1, 0, 2]).map(lambda value: 10 // value).print()
    sim = fs.simulate(env)
    with pytest.raises(fs.JobExecutionError), redirect_stdout(StringIO()):
        sim.run()
    answer = sim.why("why did the job fail")
    assert answer.counterfactual is not None
    assert answer.counterfactual.text == "Remove record 1 of split “collection”."
    assert answer.try_it().status == "FINISHED"


def test_a_crash_that_is_not_placed_kills_nobody() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.from_collection([1, 2]).key_by(lambda value: value).map(lambda value: value).print()
    sim = fs.simulate(env).run(until=8)
    sim.crash(sim.plan.subtasks[-1].id)
    with pytest.raises(fs.JobExecutionError), redirect_stdout(StringIO()):
        sim.run()
    answer = sim.why("why did the job fail")
    assert answer.counterfactual is not None
    assert answer.counterfactual.text.startswith("Remove the crash of ")
    assert answer.try_it().status == "FINISHED"


def test_with_another_number_of_subtasks_the_record_goes_elsewhere() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    env.from_collection(["a", "b", "c"]).key_by(lambda value: value).map(
        lambda value: value
    ).print()
    with redirect_stdout(StringIO()):
        sim = fs.simulate(env).run()
    question = next(one for one in sim.questions() if " go to " in one)
    answer = sim.why(question)
    assert answer.counterfactual is not None
    (change,) = answer.counterfactual.changes
    assert change.subject.startswith("parallelism of ")
    assert change.old == "2"


def test_an_idle_task_would_have_had_a_record_that_comes_earlier() -> None:
    sim = run(LATE, TEN)
    name = sim.plan.vertices[-1].name.split(" -> ")[0]
    step = next(one.number for one in sim.trace if one.time_ms == 600)
    answer = sim.why(f"why is {name} idle at step {step + 1}")
    assert answer.counterfactual is not None
    (change,) = answer.counterfactual.changes
    assert (change.subject, change.new) == ("arrival time of record 2 of split “script”", "599 ms")
    task = sim.plan.subtasks[-1].id
    takes = [one.time_ms for one in answer.try_it().trace for event in one.events
             if isinstance(event, e.DefaultActionResumed) and event.subtask == task]  # fmt: skip
    assert 599 in takes
    assert not any(one.time_ms == 599 for one in sim.trace)


@pytest.mark.parametrize(
    ("passes", "old", "new"),
    [
        (lambda value: value[1] > 100, "7", "101"),  # the least that is larger than 100
        (lambda value: value[1] < -5, "7", "-6"),  # and the greatest that is less than -5
    ],
)
def test_a_record_that_was_filtered_out_would_have_passed_with_another_number(
    passes: Any, old: str, new: str
) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.from_collection([("a", 500), ("b", 7)]).filter(passes).print()
    sim = fs.simulate(env).run()
    answer = sim.why("why is record 1 not in the result")
    assert answer.counterfactual is not None
    (change,) = answer.counterfactual.changes
    assert change.subject == "value of field 1 of record 1 of split “collection”"
    assert (change.old, change.new) == (old, new)
    assert answer.counterfactual.outcome == "Then “Filter” does not filter it out."
    chinese = sim.why("为什么记录 1 不在结果中", language="zh")
    assert chinese.counterfactual is not None
    assert chinese.counterfactual.changes[0].new == new
    texts = [
        event.text for event in answer.try_it().trace.events if isinstance(event, e.ResultWritten)
    ]
    assert any(new in text for text in texts)


def test_a_task_that_has_finished_is_not_asked_why_it_is_idle() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.from_collection([1, 2]).key_by(lambda n: n % 2).map(lambda n: n).print()
    sim = fs.simulate(env).run()
    states = {view.state for view in sim.view(len(sim.trace)).tasks.values()}
    assert states == {"FINISHED"}
    assert [one for one in sim.questions() if one.endswith(" idle")] == []
