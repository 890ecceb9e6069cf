"""Asynchronous functions run on virtual time, in order or as they come."""

from __future__ import annotations

import asyncio
import time

import pytest

from flinksim import ArrivalOrder, RoundRobin, RunSettings, Seeded, simulate
from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.datastream import AsyncDataStream, AsyncFunction, StreamExecutionEnvironment
from flinksim.datastream.async_retry_strategies import (
    ExponentialBackoffDelayRetryStrategy,
    FixedDelayRetryStrategy,
)
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.transformations import AsyncSpec
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.live_view import build_job_state
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.testing.harness import OneInputStreamOperatorTestHarness
from flinksim.trace.events import OperatorFinished, WatermarkEmitted
from flinksim.trace.query import get_call_stack
from flinksim.trace.state.job_state import JobView


class Answer(AsyncFunction):
    """Answers with the value after ``value[1]`` seconds."""

    async def async_invoke(self, value):
        await asyncio.sleep(value[1])
        return [value[0]]


def harness(function=None, timeout_ms=60_000, capacity=10, ordered=True, retry=None):
    spec = AsyncSpec(function or Answer(), timeout_ms, capacity, ordered, retry)
    it = OneInputStreamOperatorTestHarness(create_operator(spec))
    it.open()
    return it


def test_results_wait_for_those_before_them():
    it = harness(ordered=True)
    it.process_element(("slow", 2), 1)
    it.process_element(("fast", 1), 2)
    it.set_processing_time(1_000)
    assert it.get_output() == []
    it.set_processing_time(2_000)
    assert it.get_output() == [StreamRecord("slow", 1), StreamRecord("fast", 2)]


def test_results_come_as_they_are_ready_but_never_pass_a_watermark():
    it = harness(ordered=False)
    it.process_element(("slow", 3), 1)
    it.process_element(("fast", 1), 2)
    it.process_watermark(5)
    it.process_element(("after", 2), 6)
    it.set_processing_time(2_000)
    assert it.get_output() == [StreamRecord("fast", 2)]
    it.set_processing_time(3_000)
    assert it.get_output()[1:] == [StreamRecord("slow", 1), Watermark(5), StreamRecord("after", 6)]


def test_a_watermark_with_nothing_before_it_passes_at_once():
    it = harness(ordered=False)
    it.process_watermark(7)
    assert it.get_output() == [Watermark(7)]


def test_an_answer_without_waiting_goes_out_at_once_where_there_is_no_mailbox():
    it = harness()
    it.process_element(("now", 0), 1)
    it.set_processing_time(0)
    assert it.get_output() == [StreamRecord("now", 1)]


def test_no_more_calls_than_the_capacity_are_under_way():
    asked = []

    class Noted(Answer):
        async def async_invoke(self, value):
            asked.append(value[0])
            return await super().async_invoke(value)

    it = harness(Noted(), capacity=1)
    it.process_element(("a", 1), 1)
    it.process_element(("b", 1), 2)
    assert asked == ["a"]
    it.set_processing_time(1_000)
    assert asked == ["a", "b"]
    assert it.get_output() == [StreamRecord("a", 1)]
    it.set_processing_time(2_000)
    assert it.get_output() == [StreamRecord("a", 1), StreamRecord("b", 2)]
    assert it.operator.is_empty


def test_a_call_that_takes_too_long_is_answered_by_timeout():
    class Late(Answer):
        def timeout(self, value):
            return [f"no answer for {value[0]}"]

    it = harness(Late(), timeout_ms=1_000)
    it.process_element(("a", 5), 1)
    it.set_processing_time(999)
    assert it.get_output() == []
    it.set_processing_time(1_000)
    assert it.get_output() == [StreamRecord("no answer for a", 1)]
    it.set_processing_time(9_000)
    assert len(it.get_output()) == 1


class Flaky(AsyncFunction):
    """Fails until the attempt with this number."""

    def __init__(self, good_attempt):
        self.good_attempt = good_attempt
        self.attempts = []

    async def async_invoke(self, value):
        self.attempts.append(asyncio.get_running_loop().time())
        await asyncio.sleep(0.1)
        if len(self.attempts) < self.good_attempt:
            raise ValueError("not yet")
        return [value]


def test_a_failed_call_is_tried_again_after_the_pause():
    function = Flaky(good_attempt=3)
    strategy = ExponentialBackoffDelayRetryStrategy(5, 100, 1_000, 2.0, None, lambda error: True)
    it = harness(function, retry=strategy)
    it.process_element("a", 1)
    for now in range(0, 1_000, 50):
        it.set_processing_time(now)
    assert function.attempts == [0.0, 0.2, 0.5]
    assert it.get_output() == [StreamRecord("a", 1)]


def test_results_that_are_not_good_enough_are_asked_for_again():
    class Growing(AsyncFunction):
        count = 0

        async def async_invoke(self, value):
            self.count += 1
            return [self.count]

    strategy = FixedDelayRetryStrategy(5, 10, lambda results: results[0] < 3, None)
    it = harness(Growing(), retry=strategy)
    it.process_element("a", 1)
    for now in (10, 20, 30):
        it.set_processing_time(now)
    assert it.get_output() == [StreamRecord(3, 1)]


def test_after_the_last_attempt_the_error_counts():
    strategy = FixedDelayRetryStrategy(1, 10, None, lambda error: True)
    it = harness(Flaky(good_attempt=9), retry=strategy)
    it.process_element("a", 1)
    it.set_processing_time(100)
    it.set_processing_time(110)
    with pytest.raises(RuntimeError, match=r"'Flaky' during handling input 'a': ValueError"):
        it.set_processing_time(210)


@pytest.mark.parametrize(
    ("result", "says"), [(None, "cannot be none"), (5, r"should be of list type.*return \[5\]")]
)
def test_a_result_must_be_a_list(result, says):
    class Wrong(AsyncFunction):
        async def async_invoke(self, value):
            return result

    with pytest.raises(RuntimeError, match=says):
        harness(Wrong()).process_element("a", 1)


def test_gather_wait_for_queues_and_executors_work_on_virtual_time():
    class Many(AsyncFunction):
        async def async_invoke(self, value):
            async def wait(seconds):
                await asyncio.sleep(seconds)
                return seconds

            results = list(await asyncio.gather(wait(0.2), wait(0.1)))
            try:
                await asyncio.wait_for(wait(3), 1)
            except TimeoutError:
                results.append("too long")
            queue = asyncio.Queue()
            await queue.put("queued")
            results.append(await queue.get())
            loop = asyncio.get_running_loop()
            results.append(await loop.run_in_executor(None, lambda: "called"))
            return results

    it = harness(Many())
    it.process_element("a", 1)
    for now in range(0, 1_300, 100):
        it.set_processing_time(now)
    assert it.extract_output_values() == [0.2, 0.1, "too long", "queued", "called"]


def test_a_network_connection_is_refused_with_a_reason():
    class Connects(AsyncFunction):
        async def async_invoke(self, value):
            await asyncio.open_connection("localhost", 1)
            return []

    with pytest.raises(RuntimeError, match="virtual time"):
        harness(Connects()).process_element("a", 1)


# --- whole jobs ----------------------------------------------------------------------------------


def job(function, capacity=2, parallelism=1, values=5, method="ordered_wait"):
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    stream = env.from_collection([(i, 1) for i in range(values)])
    wait = getattr(AsyncDataStream, method)
    return wait(stream, function, Time.seconds(50), capacity, Types.INT())


def test_a_job_waits_at_its_end_for_what_is_under_way_and_takes_no_real_time():
    started = time.perf_counter()
    assert list(job(Answer(), values=50).execute_and_collect()) == list(range(50))
    assert time.perf_counter() - started < 10, "25 s of virtual time"


def test_the_task_reads_no_further_while_the_operator_is_full():
    class Under(Answer):
        now = 0

        async def async_invoke(self, value):
            self.now += 1
            under_way = self.now
            await asyncio.sleep(1)
            self.now -= 1
            return [under_way]

    stream = job(Under(), capacity=3, values=10, method="unordered_wait")
    assert max(stream.execute_and_collect()) == 3


def test_the_same_job_gives_the_same_results_each_time():
    class Odd(AsyncFunction):
        async def async_invoke(self, value):
            await asyncio.sleep(value[0] * 7 % 5)
            return [value[0]]

    runs = [list(job(Odd(), 4, 2, 20, "unordered_wait").execute_and_collect()) for _ in range(3)]
    assert runs[0] == runs[1] == runs[2]
    assert sorted(runs[0]) == list(range(20))
    assert runs[0] != list(range(20))


def test_side_outputs_go_where_they_are_meant_to():
    tag = OutputTag("odd", Types.INT())

    class Sort(AsyncFunction):
        async def async_invoke(self, value):
            await asyncio.sleep(1)
            return [(tag, value[0])] if value[0] % 2 else [value[0]]

    assert list(job(Sort()).get_side_output(tag).execute_and_collect()) == [1, 3]


def test_a_failure_names_the_line_in_the_function():
    class Broken(AsyncFunction):
        async def async_invoke(self, value):
            await asyncio.sleep(1)
            raise KeyError("nowhere")

    with pytest.raises(JobExecutionError, match="async wait operator") as caught:
        list(job(Broken()).execute_and_collect())
    assert "KeyError('nowhere')" in str(caught.value)
    assert 'raise KeyError("nowhere")' in str(caught.value)


@pytest.mark.parametrize("interleaving", [ArrivalOrder(), RoundRobin(), Seeded(1), Seeded(2)])
def test_the_fold_of_the_trace_is_the_live_runtime_after_every_step(interleaving):
    class Odd(AsyncFunction):
        async def async_invoke(self, value):
            await asyncio.sleep(value[0] * 7 % 5)
            return [value[0]]

    stream = job(Odd(), capacity=2, parallelism=2, values=6, method="unordered_wait")
    stream.print()
    settings = RunSettings(interleaving=interleaving)
    sim = simulate(stream.get_execution_environment(), settings=settings)
    folded = JobView()
    seen = 0
    while True:
        for event in sim.trace.events[seen:]:
            folded.apply(event)
        seen = len(sim.trace.events)
        assert folded == build_job_state(sim.cluster)
        if sim.step() is None:
            break
    assert sim.status == "FINISHED"


def test_the_end_is_no_part_of_the_call_in_which_the_last_watermark_waited():
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    source = ScriptedSource([record((1, 1), 1), record((2, 1), 2)])
    stream = env.from_source(source, WatermarkStrategy.for_monotonous_timestamps(), "source")
    wait = AsyncDataStream.ordered_wait
    wait(stream, Answer(), Time.seconds(50), 1, Types.INT()).print()
    trace = simulate(env).run().trace
    stacks = [
        get_call_stack(trace, index)
        for index, event in enumerate(trace.events)
        if isinstance(event, OperatorFinished)
    ]
    assert len(stacks) == 3
    for stack in stacks:
        at = stack.index("StreamTask.endData")
        assert stack[at + 1] == "RegularOperatorChain.finishOperators"
    waited = [
        get_call_stack(trace, index)
        for index, event in enumerate(trace.events)
        if isinstance(event, WatermarkEmitted) and event.operator == "o2/0"
    ]
    assert "AsyncWaitOperator.processWatermark" in waited[-1]
