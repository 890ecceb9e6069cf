"""Causes that explanations once left out; the programs rebuild public bug reports of Flink."""

from __future__ import annotations

from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows, TumblingEventTimeWindows

ROW = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])


def assign(strategy: WatermarkStrategy) -> WatermarkStrategy:
    return strategy.with_timestamp_assigner(lambda value, _: value[1])


def mono() -> WatermarkStrategy:
    return WatermarkStrategy.for_monotonous_timestamps()


def create_environment(parallelism: int = 1) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    return env


def sum_in_windows(stream: Any, assigner: Any) -> None:
    keyed = stream.key_by(lambda value: value[0])
    keyed.window(assigner).sum(2).name("windows").print()


def list_changes(answer: Any) -> list[Any]:
    return [one for one in (answer.counterfactual, *answer.alternatives) if one is not None]


TEN_SECONDS = TumblingEventTimeWindows.of(Time.seconds(10))


def test_a_finished_and_an_idle_input_bring_the_watermark_to_its_maximum(capsys: Any) -> None:
    """FLINK-38477."""
    env = create_environment(2)
    splits = {
        "old": [record(("a", 1_000, 1)), pause(1_000)],
        "live": [record(("b", 2_000, 1)), pause(6_000), record(("b", 13_000, 1)), pause(2_000)],
    }
    strategy = assign(mono().with_idleness(Duration.of_seconds(2)))
    sum_in_windows(env.from_source(ScriptedSource(splits), strategy, "src", ROW), TEN_SECONDS)
    answer = fs.simulate(env).run().why("why was record 1 of split live dropped")
    assert (
        "channel 0 of “windows 1/2” has ended and input channel 1 of “windows 1/2” was idle"
        in answer.sentence
    )
    assert "9,223,372" not in answer.full_text()
    assert [one.changes[0].subject for one in list_changes(answer)] == [
        "idle timeout (with_idleness) of “src”"
    ]


def test_an_idle_input_makes_no_watermark_by_itself(capsys: Any) -> None:
    env = create_environment()
    rides = [record(("a", n, 1)) for n in (2_000, 8_000, 14_000)]
    source = ScriptedSource([*rides, pause(60_000)])
    bounded = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    strategy = assign(bounded.with_idleness(Duration.of_seconds(5)))
    sum_in_windows(env.from_source(source, strategy, "rides", ROW), TEN_SECONDS)
    sim = fs.simulate(env)
    sim.run(until="clock >= 30 s")
    answer = sim.why("why has window [10000, 20000) of a not fired")
    assert "but it generates no watermark itself" in answer.sentence
    (change,) = [one.changes[0] for one in list_changes(answer)]
    assert "with timestamp 21000" in change.new


def test_a_session_had_been_removed_before_a_record_could_be_merged_with_it(capsys: Any) -> None:
    env = create_environment()
    values = [("u", 0, 1), ("v", 6_001, 1), ("u", 3_000, 1), ("v", 9_000, 1)]
    items = [item for value in values for item in (record(value), pause(500))]
    source = ScriptedSource({"s": items})
    sessions = EventTimeSessionWindows.with_gap(Time.seconds(5))
    sum_in_windows(env.from_source(source, assign(mono()), "clicks", ROW), sessions)
    answer = fs.simulate(env).run().why("why is record 2 of split s not in [0, 5000) of u")
    assert "that session had fired and was removed at 600" in answer.sentence
    assert {(one.changes[0].subject, one.changes[0].new) for one in list_changes(answer)} == {
        ("watermark delay of “clicks”", "1200 ms"),
        ("allowed lateness of “windows”", "1200 ms"),
    }, "in the merged session [0, 8000) it is with the records of the old one"


def test_an_idle_timeout_is_told_with_its_checks(capsys: Any) -> None:
    env = create_environment()
    env.get_config().set_auto_watermark_interval(200)
    splits = {
        "busy": [i for n in range(10) for i in (record(("a", 1_000 * n, 1)), pause(100))],
        "q": [record(("b", 0, 1)), pause(6_000)],
    }
    strategy = assign(mono().with_idleness(Duration.of_millis(400)))
    sum_in_windows(env.from_source(ScriptedSource(splits), strategy, "src", ROW), TEN_SECONDS)
    sim = fs.simulate(env)
    sim.run(until="clock >= 5 s")
    sentence = sim.why("why is ch 0 of windows idle").sentence
    assert "The idle timeout of 400 ms began at 400" in sentence
    assert "every 200 ms" in sentence
    assert "The first one after more than the timeout was at 1000." in sentence


def test_a_source_waits_for_its_alignment_group_after_it_was_suspended(capsys: Any) -> None:
    env = create_environment()

    def strategy() -> WatermarkStrategy:
        drift, interval = Duration.of_seconds(5), Duration.of_millis(500)
        return assign(mono().with_watermark_alignment("g", drift, interval))

    fast = [i for n in range(30) for i in (record(("f", 1_000 * n, 1)), pause(100))]
    slow = [record(("s", 0, 1)), pause(8_000), record(("s", 30_000, 1)), pause(3_000)]
    first = env.from_source(ScriptedSource(fast), strategy(), "fast", ROW)
    second = env.from_source(ScriptedSource(slow), strategy(), "slow", ROW)
    sum_in_windows(first.union(second), TEN_SECONDS)
    sim = fs.simulate(env)
    sim.run(until="clock >= 4 s")
    sentence = sim.why("why is Source: fast waiting").sentence
    assert "waits for the other sources of alignment group g" in sentence


def test_a_late_record_of_an_interval_join_names_the_delay_that_keeps_it(capsys: Any) -> None:
    env = create_environment()
    left = [record(("a", 5_000, 1)), pause(500), record(("a", 1_000, 2)), pause(500)]
    right = [record(("a", 4_000, 3)), pause(1_000)]
    streams = [
        env.from_source(ScriptedSource({name: items}), assign(mono()), name, ROW).key_by(
            lambda value: value[0], Types.STRING()
        )
        for name, items in (("left", left), ("right", right))
    ]

    class Join(fs.datastream.ProcessJoinFunction):
        def process_element(self, first: Any, second: Any, ctx: Any) -> Any:
            yield first[0]

    bounds = (Time.milliseconds(-5_000), Time.milliseconds(5_000))
    streams[0].interval_join(streams[1]).between(*bounds).process(Join(), Types.STRING()).print()
    answer = fs.simulate(env).run().why("why was record 1 of split left dropped")
    assert "The record is 2,999 ms too late in event time." in answer.sentence
    texts = [link.text for link in answer.causal_chain]
    assert any("The watermark reached 1001" in text for text in texts)
    assert any("delay" in one.changes[0].subject for one in list_changes(answer))
