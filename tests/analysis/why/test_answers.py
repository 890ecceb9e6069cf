"""Questions in words and their answers, worked out by hand."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.analysis.why.answer import Answer
from flinksim.analysis.why.question_names import QuestionError
from flinksim.analysis.why.question_parser import parse_question
from flinksim.common import Configuration, Duration, Time, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.api_flavor import API_FLAVOR_OPTION
from flinksim.datastream.window import TumblingEventTimeWindows

HERE = Path(__file__).name

SPLITS = {
    "x": [
        record(("a", 1_000, 1)),
        pause(300),
        record(("a", 12_000, 1)),
        pause(300),
        record(("a", 3_000, 1)),
    ],
    "y": [record(("b", 5_000, 1)), pause(400), record(("b", 15_000, 1)), pause(1_000)],
}


def simulation(parallelism: int = 1, keep: int = 9, **settings: Any) -> fs.Simulation:
    """The program of the README with two splits: the third record of "x" is late by 1 ms."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
    strategy.with_timestamp_assigner(lambda value, _: value[1])
    (
        env.from_source(ScriptedSource(SPLITS), strategy, "clicks")
        .set_parallelism(1)
        .filter(lambda value: value[2] < keep)
        .key_by(lambda value: value[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
        .reduce(lambda left, right: (left[0], left[1], left[2] + right[2]))
        .print()
    )
    return fs.simulate(env, settings=fs.RunSettings(**settings))


def finished(parallelism: int = 1) -> fs.Simulation:
    with redirect_stdout(StringIO()):
        return simulation(parallelism).run()


def causes(answer: Answer) -> list[tuple[str, int]]:
    return [
        (one.record.split, one.record.offset) for one in answer.causes if one.record is not None
    ]


def test_a_late_record_is_late_because_of_the_record_that_closed_its_window() -> None:
    answer = finished().why("why was record 2 of split x dropped")
    assert causes(answer) == [("y", 1)]
    assert answer.is_confirmed is True
    assert "1 ms too late in event time" in answer.sentence
    assert [link.step for link in answer.causal_chain] == [22, 21, 20, 20, 19, 16]
    found = answer.counterfactual
    assert found is not None
    (change,) = found.changes
    assert (change.old, change.new) == ("2000 ms", "2500 ms")
    assert HERE in change.location
    # the guess is right, nothing is smaller than 1 ms; a round value, and once more to the end
    assert found.run_count == 3
    assert "needed: at least 2001 ms" in found.text
    # a lateness of 1 ms is smaller than another arrival of the record
    assert answer.alternatives[0].changes[0].new == "1 ms"
    assert all("offset" not in each.text for each in answer.alternatives)


def test_what_was_changed_is_a_run_of_its_own() -> None:
    simulation = finished()
    answer = simulation.why("why was record 2 of split x dropped")
    changed = answer.try_it()
    assert changed.trace.get_events(fs.LateRecordDropped) == []
    assert len(simulation.trace.get_events(fs.LateRecordDropped)) == 1
    assert answer.compare().alignment.names == ("left", "right")


def test_any_of_several_would_have_done() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    script = [
        record(("a", 500)), pause(300), record(("a", 9_000)), pause(50), record(("b", 9_500)),
        pause(1_000),
    ]  # fmt: skip
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(0))
    strategy.with_timestamp_assigner(lambda value, _: value[1])
    stream = env.from_source(ScriptedSource(script), strategy, "clicks").key_by(lambda v: v[0])
    window = stream.window(TumblingEventTimeWindows.of(Time.seconds(1)))
    window.reduce(lambda left, right: left).print()
    with redirect_stdout(StringIO()):
        answer = fs.simulate(env).run().why("why did window [0,1) of a fire")
    assert answer.any_suffices
    assert causes(answer) == [("script", 1), ("script", 2)]
    assert "each one alone is enough; verified: without all 2 of them" in answer.full_text()


def test_a_record_that_just_reaches_the_end_would_have_done_and_one_that_does_not_would_not() -> (
    None
):
    env = StreamExecutionEnvironment.get_execution_environment()
    script = [
        record(("a", 500)), pause(300), record(("a", 999)), record(("b", 1_000)),
        record(("b", 1_001)), pause(1_000),
    ]  # fmt: skip
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(0))
    strategy.with_timestamp_assigner(lambda value, _: value[1])
    stream = env.from_source(ScriptedSource(script), strategy, "clicks").key_by(lambda v: v[0])
    window = stream.window(TumblingEventTimeWindows.of(Time.seconds(1)))
    window.reduce(lambda left, right: left).print()
    with redirect_stdout(StringIO()):
        answer = fs.simulate(env).run().trace.why("why did window [0,1) of a fire")
    assert causes(answer) == [("script", 2), ("script", 3)]


def test_of_two_channels_only_the_one_that_is_behind_holds_the_watermark_back() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
    strategy.with_timestamp_assigner(lambda value, _: value[1])
    stream = env.from_source(ScriptedSource(SPLITS), strategy, "clicks").set_parallelism(2)
    window = stream.key_by(lambda v: v[0]).window(TumblingEventTimeWindows.of(Time.seconds(10)))
    window.reduce(lambda left, right: left).print()
    run = fs.simulate(env)
    with redirect_stdout(StringIO()):
        run.run(until="clock >= 420 ms")
    answer = run.trace.why("why has window [0,10) of a not fired")
    assert "limited by split “y” of “Source: clicks 2/2” (through channel 1 of" in answer.sentence
    assert "and by" not in answer.sentence


def test_a_window_is_asked_about_in_seconds_or_milliseconds_and_by_a_key_in_any_writing() -> None:
    simulation = finished()
    for words in ("[0,10) of a", "[0, 10000) of key a", "[0 s, 10 s) of 'a'", "[0 to 10000) of a"):
        answer = simulation.why(f"why did window {words} fire", what_if=False)
        assert "fires with 1 record" in answer.sentence


def test_a_question_may_be_about_an_earlier_step() -> None:
    answer = finished().why("why has window [0,10) of a not fired at step 10?")
    assert "The watermark is now -1001, 11,000 ms (11 s) too low" in answer.sentence
    assert "split “x” of “Source: clicks”" in answer.sentence
    assert "A record with timestamp 12000 or later would be enough." in answer.sentence


def test_what_did_happen_is_said_so() -> None:
    answer = finished().why("why has window [0,10) of a not fired")
    assert answer.sentence.startswith("The window did fire, in step 20 at processing time 600.")
    answer = finished().why("why is record 0 of split x not in the result")
    assert answer.sentence.startswith("The record is in the results ")


def test_a_record_that_went_elsewhere() -> None:
    answer = finished().why("why is record 1 of split x not in window [0,10) of a")
    assert "went into [10000, 20000) of key a because its timestamp is 12000" in answer.sentence


def test_a_filtered_record() -> None:
    with redirect_stdout(StringIO()):
        run = simulation(keep=1).run()
    answer = run.why("why is record 0 of split y not in the result")
    assert "was filtered out" in answer.sentence
    assert "it is your code" in answer.unknown


def test_a_key_without_a_pane() -> None:
    simulation = finished()
    assert "No record of key c has reached" in simulation.why("why has key c no window").sentence
    answer = simulation.why("why has window [20,30) of a not fired")
    assert "The 2 records of the key went into" in answer.sentence
    assert (
        "no longer has a window: Window [10000, 20000)"
        in simulation.why("why has key b no pane").sentence
    )


def test_to_which_subtask_a_record_goes() -> None:
    run = finished(2)
    index = next(
        one.index
        for one in run.plan.subtasks
        for step in run.trace
        for event in step.events
        if type(event).__name__ == "ElementReceived"
        and event.subtask == one.id
        and event.value == ("a", 1_000, 1)
        and "Window" in run.trace.plan.vertices[-1].name
        and one.vertex == run.plan.vertices[-1].id
    )
    answer = run.why(f"why did record 0 of split x go to windows[{index}]", what_if=False)
    assert "Key a is in key group 81 of 128." in answer.sentence
    first = 64 * index
    assert f"The key groups {first} to {first + 63} belong to" in answer.sentence


def test_watermarks() -> None:
    run = finished()
    answer = run.why("why is the watermark of windows 9999", what_if=False)
    assert "reached 9999 at processing time 600" in answer.sentence
    assert causes(answer) == [("y", 1)]
    with redirect_stdout(StringIO()):
        half = simulation().run(until="watermark of windows >= 2999")
    answer = half.why("why is the watermark of windows not 12 s")
    assert "is 2999" in answer.sentence
    assert "limited by split “y”" in answer.sentence
    assert (
        half.why("why has the watermark of windows not moved").causal_chain == answer.causal_chain
    )


def test_tasks_that_wait() -> None:
    with redirect_stdout(StringIO()):
        half = simulation().run(until="clock >= 500 ms")
    answer = half.why("why is windows idle")
    assert "has processed all its input. Its 1 upstream task: “Source: clicks”" in answer.sentence
    answer = half.why("why is source idle")
    assert "no record is available now" in answer.sentence
    assert answer.unknown


def test_a_failure() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([2, 1, 0]).map(lambda value: 2 // value).print()
    run = fs.simulate(env)
    with redirect_stdout(StringIO()), pytest.raises(fs.JobExecutionError):
        run.run()
    answer = run.why("why did the job fail")
    assert "ZeroDivisionError" in answer.sentence
    assert "2 // value" in answer.sentence
    assert causes(answer) == [("collection", 2)]
    assert answer.is_confirmed is True


def test_what_has_not_happened_because_the_job_failed() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_collection([("a", 1), ("b", 0)]).map(lambda value: (value[0], 1 // value[1]))
    stream.key_by(lambda value: value[0]).reduce(lambda left, right: left).print()
    run = fs.simulate(env)
    with redirect_stdout(StringIO()), pytest.raises(fs.JobExecutionError):
        run.run()
    answer = run.why("why is record 1 not in the result")
    assert "The job failed in step" in answer.sentence


def test_an_idle_channel_and_one_that_lags_behind() -> None:
    splits = {
        "x": [item for n in range(40) for item in (record(("a", 1_000 * n)), pause(200))],
        "y": [record(("b", 1_000)), pause(5_000), record(("b", 2_000)), pause(2_000)],
    }
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_idleness(Duration.of_seconds(1))
    strategy.with_timestamp_assigner(lambda value, _: value[1])
    stream = env.from_source(ScriptedSource(splits), strategy, "clicks").set_parallelism(2)
    window = stream.key_by(lambda v: v[0]).window(TumblingEventTimeWindows.of(Time.seconds(10)))
    window.reduce(lambda left, right: left).print()
    run = fs.simulate(env)
    with redirect_stdout(StringIO()):
        run.run(until="clock >= 3 s")
        answer = run.why("why is ch 1 of windows idle")
        assert (
            "Split “y” of this channel had its last record at 0 and became idle at 1600."
            in answer.sentence
        )
        assert "becomes idle" in answer.causes[0].text
        run.run(until="clock >= 5.7 s")
        answer = run.why("why is channel 1 of windows not aligned")
        assert "is behind" in answer.sentence
        assert "Its watermark is 1999, but" in answer.sentence
        with pytest.raises(ValueError, match="has never been idle in this run: channel 0 of"):
            run.why("why is ch 0 of windows idle")


def test_pyflinks_dialect() -> None:
    configuration = Configuration()
    configuration.set_string(API_FLAVOR_OPTION, "pyflink")
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)

    class Second(TimestampAssigner):
        def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
            return int(value[1])

    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    strategy.with_timestamp_assigner(Second())
    script = [
        record(("a", 1_000)), pause(3_000), record(("a", 15_000)), pause(3_000),
        record(("a", 2_000)), pause(3_000),
    ]  # fmt: skip
    stream = env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "clicks")
    stream = stream.assign_timestamps_and_watermarks(strategy).key_by(lambda value: value[0])
    window = stream.window(TumblingEventTimeWindows.of(Time.seconds(10)))
    window.reduce(lambda left, right: left).print()
    run = fs.simulate(env)
    with redirect_stdout(StringIO()):
        run.run()
    answer = run.why("why was record 2 dropped")
    assert causes(answer) == [("script", 1)]
    assert answer.is_confirmed is True
    assert answer.counterfactual is not None
    assert answer.counterfactual.changes[0].new == "6000 ms"


def test_where_a_run_is_can_be_asked_within_a_users_function() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    seen: list[str] = []
    env.from_collection([7]).map(lambda value: seen.append(run.location) or value).name(
        "mine"
    ).print()
    run = fs.simulate(env)
    assert run.location.startswith("step 0, at 0, jobmaster: submit. ")
    with redirect_stdout(StringIO()):
        run.run()
    assert len(seen) == 1
    assert seen[0].endswith("“mine” processes the record 7.")


def test_two_runs() -> None:
    run = finished()
    changed = run.why("why was record 2 of split x dropped").try_it()
    answer = run.why("why is this run different from the other", other=changed)
    assert answer.sentence.startswith(
        "The first difference is at processing time 600, only in this run"
    )
    same = run.why("why is this run different", other=finished())
    assert same.sentence == "Both runs have the same output."


def test_two_keys() -> None:
    answer = finished().why("why is key a different from key b")
    assert "The record is too late for window [0, 10000)" in answer.sentence


def test_every_question_that_is_proposed_is_answered() -> None:
    for parallelism in (1, 2):
        run = finished(parallelism)
        proposed = run.questions()
        assert "why was record 2 dropped" in proposed
        assert proposed == run.trace.questions()
        for question in proposed:
            answer = run.why(question, what_if=False)
            assert answer.sentence
            assert answer.is_confirmed is not False
            for link in answer.causal_chain:
                first, last = run.trace.event_range(link.step)
                assert first <= link.event_index < last


def test_a_question_that_is_not_understood_names_some_that_are() -> None:
    run = finished()
    with pytest.raises(QuestionError, match="I did not understand this question") as error:
        run.why("why is the moon")
    assert "  why was record 2 dropped" in str(error.value)
    for question, told in {
        "why did window [0,10) of a fire early": "has no firing of kind early. Its firings: on time",
        "why was record 0 dropped": "Several records match: record 0 of split “x”, record 0 of split “y”",
        "why was record 0 of split x dropped": "This record was not dropped: record 0 of split “x”",
        "why is task nonsense blocked": "There is no task or operator 'nonsense'",
        "why is windows blocked": "has never been blocked",
        "why did the job fail": "This run has no failure: the job status is FINISHED",
        "why is the result (c,1)": "No result (c,1) was written",
        "why did window [0) of a fire": "Expected a window such as",
        "why did window [0,x) of a fire": "Expected a time such as 12:00",
        "why was record 2 dropped at step 99999": "There is no step 99,999",
    }.items():
        with pytest.raises(ValueError, match="Questions that you can ask") as found:
            run.why(question)
        assert told in str(found.value)
    with pytest.raises(TypeError, match=r"why\(question\): expected a question in words"):
        run.why(7)  # type: ignore[arg-type]


def test_forms_are_told_apart() -> None:
    for question, form in {
        "Why has window [0, 10) of a not fired yet?": "not fired",
        "why not window [0, 10) of a": "not fired",
        "why did pane [0,10) of (a, 1) fire late": "fired",
        "why has the timer of k2 at 68000 not fired": "no timer",
        "why did the timer of a at 12:00 fire": "timer",
        "why is the watermark of windows 12:00": "watermark",
        "why is the watermark of windows not 12:00": "watermark not",
        "why has the watermark of windows not moved": "watermark not",
        "why is ch 1 of windows idle": "channel",
        "why is task windows backpressured": "task",
        "why did the sessions of a become [0, 20)": "merged",
        "why was record (a, 3000, 1) dropped": "dropped",
        "why did record 7 go to windows[1]": "subtask",
        "why is the job failed": "failed",
        "why has key a no window": "no pane",
    }.items():
        assert parse_question(question).form.name == form, question


def test_renderings() -> None:
    answer = finished().why("why was record 2 of split x dropped")
    told = json.loads(answer.json())
    assert told["question"] == "why was record 2 of split x dropped"
    assert told["links"][0]["step"] == 22
    assert told["links"][0]["things"] == ["o4/0"]
    assert told["links"][4]["skipped"]
    assert told["counterfactual"]["changes"][0]["new"] == "2500 ms"
    assert told["cause"][0]["record"] == {"node": 1, "split": "y", "offset": 1}
    page = answer._repr_html_()
    assert page.count("<tr>") == len(answer.causal_chain)
    assert "<script" not in page
    assert repr(answer) == str(answer)
    for text in (str(answer), answer.full_text()):
        assert max(map(len, text.splitlines())) <= 100


def test_an_answer_escapes_what_the_user_wrote() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection(["<b>bold</b>"]).print()
    with redirect_stdout(StringIO()):
        run = fs.simulate(env).run()
    page = run.why("why is result 0")._repr_html_()
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold" in page
