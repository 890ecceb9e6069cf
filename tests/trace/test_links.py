"""What facts came from, checked against what is in them: every record carries a number of its own, and
every result the numbers of the records that it was made of."""

from __future__ import annotations

import ast
import functools
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

import flinksim as fs
from flinksim import NetworkSettings, RunSettings, Seeded, Simulation
from flinksim.common import Configuration, Duration, Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.core.ids import ChannelId
from flinksim.datastream import AsyncDataStream, DataStream, StreamExecutionEnvironment
from flinksim.datastream.functions import (
    AsyncFunction,
    KeyedBroadcastProcessFunction,
    KeyedProcessFunction,
)
from flinksim.datastream.joined_streams import ProcessJoinFunction
from flinksim.datastream.state import (
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    ValueStateDescriptor,
)
from flinksim.datastream.window import (
    CountEvictor,
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from flinksim.trace import events as e
from flinksim.trace.causality import causal_graph as links
from flinksim.trace.causality.causal_graph import CausalGraphBuilder
from flinksim.trace.query import find_causal_chain, find_contained_records, find_descendants
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import decode, encode
from tests.trace.fixtures import again, in_chunks
from tests.trace.random_runs import random_run

RULES = MapStateDescriptor("rules", Types.STRING(), Types.PICKLED_BYTE_ARRAY())


class Second(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


class Slow(AsyncFunction):
    async def async_invoke(self, value: Any) -> list[Any]:
        import asyncio

        await asyncio.sleep((value[1] * 7919 % 90) / 1000)
        return [value]


def join(one: Any, other: Any) -> Any:
    return (one[0], max(one[1], other[1]), (*one[2], *other[2]))


def sleepy(value: Any) -> Any:
    time.sleep(0.03)
    return value


def numbered_source(env: StreamExecutionEnvironment, random: Random, first: int) -> DataStream:
    number = first
    script: dict[str, list[Any]] = {}
    for split in ("x", "y", "z")[: random.randint(1, 3)]:
        items: list[Any] = []
        for _ in range(random.randint(3, 14)):
            items.append(pause(random.choice([0, 0, 40, 250])))
            items.append(record((random.choice("ab"), random.randrange(9000), (number,))))
            number += 1
        script[split] = items
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(1500))
    return env.from_source(
        ScriptedSource(script), strategy.with_timestamp_assigner(Second()), f"source {first}"
    ).set_parallelism(random.randint(1, 2))


def windowed(stream: Any, random: Random) -> DataStream:
    windows = random.choice(
        [
            TumblingEventTimeWindows.of(Time.seconds(2)),
            SlidingEventTimeWindows.of(Time.seconds(3), Time.seconds(1)),
            EventTimeSessionWindows.with_gap(Time.milliseconds(700)),
        ]
    )
    keyed = stream.key_by(lambda value: value[0])
    match random.randrange(4):
        case 0:
            return keyed.count_window(2).reduce(join)  # type: ignore[no-any-return]
        case 1:
            return keyed.reduce(join)  # type: ignore[no-any-return]
        case _:
            stream = keyed.window(windows).allowed_lateness(random.choice([0, 800]))
            return stream.reduce(join)  # type: ignore[no-any-return]


def random_job(random: Random) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(random.randint(1, 2))
    if random.random() < 0.3:
        env.disable_operator_chaining()
    stream: Any = numbered_source(env, random, 100)
    if random.random() < 0.4:
        stream = stream.union(numbered_source(env, random, 500))
    steps: list[Callable[[Any], Any]] = [
        lambda s: s.map(lambda value: value),
        lambda s: s.filter(lambda value: value[1] % 5 != 0),
        lambda s: s.flat_map(lambda value: [value, value]),
        lambda s: s.map(sleepy).start_new_chain(),
        lambda s: s.rebalance().map(lambda value: value),
        lambda s: AsyncDataStream.unordered_wait(s, Slow(), Time.seconds(1), 3),
        lambda s: AsyncDataStream.ordered_wait(s, Slow(), Time.seconds(1), 2),
    ]
    for step in random.choices(steps, k=random.randint(0, 3)):
        stream = step(stream)
    windowed(stream, random).map(lambda value: value).print()
    return env


def numbers_of(trace: Trace, reads: list[int]) -> list[int]:
    values = [
        event.value for i in reads if isinstance(event := trace.events[i], e.SourceRecordRead)
    ]
    values = [ast.literal_eval(value) if isinstance(value, str) else value for value in values]
    return sorted({number for value in values for number in value[2]})


def check(trace: Trace) -> int:
    """Every result came from its records and from no others; and the other way; how many there are."""
    results = 0
    for index, event in enumerate(trace.events):
        if isinstance(event, e.ResultWritten):
            results += 1
            reads = find_contained_records(trace, index)
            value = ast.literal_eval(event.value) if isinstance(event.value, str) else event.value
            assert numbers_of(trace, reads) == sorted(set(value[2])), event
            for read in reads:
                assert index in find_descendants(trace, read)
    return results


@pytest.mark.parametrize("seed", range(30))
def test_results_come_from_the_records_that_are_in_them(seed: int) -> None:
    random = Random(seed)
    network = NetworkSettings(
        segment_bytes=random.choice([64, 32768]),
        buffer_timeout_ms=random.choice([None, 0, 20]),
        latency_ms=random.choice([0, 4]),
        flow_control=random.choice(["credits", "before credits"]),
    )
    interleaving = random.choice([fs.ArrivalOrder(), fs.RoundRobin(), Seeded(seed)])
    simulation = fs.simulate(
        random_job(random), settings=RunSettings(interleaving=interleaving, network=network)
    )
    simulation.run()
    packed = in_chunks(simulation.trace, 200)
    assert check(simulation.trace) == check(decode(encode(packed)))


def test_results_of_a_python_worker_come_from_their_records_though_its_bundle_ends_later() -> None:
    configuration = Configuration.from_dict({"flinksim.dialect": "pyflink"})
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    values = [("a", 1, (1,)), ("b", 2, (2,)), ("a", 3, (3,))]
    env.from_collection(values).map(lambda value: value).key_by(lambda value: value[0]).map(
        lambda value: value
    ).print()
    simulation = fs.simulate(env)
    simulation.run()
    assert check(simulation.trace) == 3


class Remembering(KeyedProcessFunction):
    """Puts out what it reads from its states, which of them the record says; what it does not read
    is overwritten, cleared, or lies in another entry."""

    def open(self, runtime_context: Any) -> None:
        numbers = Types.PICKLED_BYTE_ARRAY()
        self.one = runtime_context.get_state(ValueStateDescriptor("one", numbers))
        self.many = runtime_context.get_list_state(ListStateDescriptor("many", numbers))
        self.entries = runtime_context.get_map_state(
            MapStateDescriptor("entries", Types.LONG(), numbers)
        )
        self.sum = runtime_context.get_reducing_state(ReducingStateDescriptor("sum", join, numbers))

    def process_element(self, value: Any, ctx: Any) -> Any:
        entry = value[1] % 3
        match value[2][0] % 11:
            case 0:
                self.one.update(value)
            case 1:
                joined = join(value, self.one.value() or value)
                self.one.update(joined)
                return [joined]
            case 2:
                return [join(value, self.one.value() or value)]
            case 3:
                self.many.add(value)
            case 4:
                return [functools.reduce(join, self.many.get(), value)]
            case 5:
                self.entries.put(entry, value)
            case 6:
                return [join(value, self.entries.get(entry) or value)]
            case 7:
                return [functools.reduce(join, self.entries.values(), value)]
            case 8:
                self.entries.remove(entry)
                self.one.clear()
                self.many.update([value])
            case 9:
                self.sum.add(value)
                return [join(value, self.sum.get())]
            case _:
                if self.entries.contains(value[1] + 1000):
                    return []
                self.entries.put(value[1] + 1000, value)
                ctx.timer_service().register_processing_time_timer(value[1] + 1000)
        return [value]

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        registered = self.entries.get(timestamp)
        return [] if registered is None else [registered]


class Pair(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: Any) -> Any:
        return [join(left, right)]


class Ruled(KeyedBroadcastProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Any:
        rule = ctx.get_broadcast_state(RULES).get(value[0])
        return [value if rule is None else join(value, rule)]

    def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
        ctx.get_broadcast_state(RULES).put(value[0], value)
        return []


def stateful_job(random: Random) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(random.randint(1, 2))
    random_source = partial(numbered_source, env, random)
    keyed = random_source(100).key_by(lambda value: value[0])
    match random.randrange(4):
        case 0:
            found: Any = keyed.interval_join(random_source(500).key_by(lambda value: value[0]))
            found = found.between(Time.seconds(-2), Time.seconds(2)).process(Pair())
        case 1:
            found = keyed.connect(random_source(500).broadcast(RULES)).process(Ruled())
        case _:
            found = keyed.process(Remembering())
    if random.random() < 0.5:
        found = found.key_by(lambda value: value[0]).process(Remembering())
    found.print()
    return env


@pytest.mark.parametrize("seed", range(40))
def test_a_result_comes_from_what_its_function_has_read_and_from_nothing_else(seed: int) -> None:
    env = stateful_job(Random(seed))
    simulation = fs.simulate(env, settings=RunSettings(interleaving=Seeded(seed)))
    simulation.run()
    check(simulation.trace)


def test_an_evicted_record_is_not_in_the_result() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    source = ScriptedSource([record(("a", at, (at,))) for at in (1, 2, 3)])
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    stream = env.from_source(source, strategy.with_timestamp_assigner(Second()), "source")
    keyed = stream.key_by(lambda value: value[0])
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).evictor(CountEvictor.of(2)).reduce(
        join
    ).print()
    simulation: Simulation = fs.simulate(env)
    simulation.run()
    assert check(simulation.trace) == 1


class Alarms(KeyedProcessFunction):
    """Registers timers of processing time, deletes some, and registers others in front of them."""

    def process_element(self, value: Any, ctx: Any) -> Any:
        timers = ctx.timer_service()
        for delay in (value[1] % 700, value[1] % 90):
            timers.register_processing_time_timer(timers.current_processing_time() + delay)
        if value[1] % 3 == 0:
            timers.delete_processing_time_timer(timers.current_processing_time() + value[1] % 90)
        return []

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        return []


@pytest.mark.parametrize("seed", range(10))
def test_a_mail_of_timers_names_the_timer_that_it_is_for(seed: int) -> None:
    random = Random(seed)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    numbered_source(env, random, 100).key_by(lambda value: value[0]).process(Alarms()).print()
    simulation = fs.simulate(env, settings=RunSettings(interleaving=Seeded(seed)))
    simulation.run()
    trace = simulation.trace
    mails = 0
    for index, event in enumerate(trace.events):
        if not isinstance(event, e.TimerFired):
            continue
        (mail,) = [
            i for i in find_causal_chain(trace, index) if type(trace.events[i]) is e.MailTaken
        ]
        (put,) = trace.links.get_origins(mail)
        named = trace.links.get_origins(put)
        (registered,) = trace.links.get_origins(index)
        earlier = [j for j in range(mail, index) if type(trace.events[j]) is e.TimerFired]
        if not earlier:  # the first that fires in its mail
            mails += 1
            assert registered in named, event
            times = {getattr(trace.events[one], "timestamp", None) for one in named}
            assert times == {event.timestamp}
    assert mails >= 3


def test_who_slept_is_woken_by_the_clock_and_who_waits_for_an_answer_by_its_mail() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    stream: Any = numbered_source(env, Random(4), 100)
    stream = AsyncDataStream.ordered_wait(stream.rebalance(), Slow(), Time.seconds(1), 1)
    stream.rebalance().map(sleepy).print()
    simulation = fs.simulate(env)
    simulation.run()
    trace = simulation.trace
    woken = set()
    for index, event in enumerate(trace.events):
        if isinstance(event, e.DefaultActionResumed):
            by = trace.links.get_predecessors(index)
            assert by, index
            woken.add(type(trace.events[by[0]]))
    assert woken >= {e.ProcessingTimeAdvanced, e.MailTaken, e.BufferQueued}


def test_a_buffer_that_overtook_more_than_there_were_comes_from_none_of_them() -> None:
    channel = ChannelId("c")
    events = [e.BufferArrived(channel, 1, 0), e.BufferConsumed(channel, 0, 0, 10, 3)]
    trace = Trace([], events, [], {})
    assert [list(trace.links.get_origins(index)) for index in range(2)] == [[], []]


@pytest.mark.parametrize("seed", range(40))
def test_what_is_looked_up_for_a_step_like_others_is_what_its_events_and_calls_give(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace, same = random_run(seed + 9000), again(random_run(seed + 9000))
    most = 40 if seed % 2 else links.MAX_CACHED_EVENTS
    monkeypatch.setattr(links, "MAX_CACHED_EVENTS", most)
    found = CausalGraphBuilder(trace)
    found.extend_to(len(trace.headers), len(trace.events))
    assert 0 < len(found._signatures) < len(trace)
    assert sum(len(kinds) for _, kinds, _ in found._signatures) <= most
    monkeypatch.setattr(CausalGraphBuilder, "_link_step", lambda self, *step: 0)
    each = CausalGraphBuilder(same)
    each.extend_to(len(trace.headers), len(trace.events))
    assert not each._signatures
    for index in range(len(trace.events)):
        assert found.cause[index] == each.cause[index]
        assert found.get_origins(index) == each.get_origins(index)
        assert found.get_stack(index) == each.get_stack(index)
    assert found.frames == each.frames


@pytest.mark.parametrize("size", [0, 40])
def test_the_causes_up_to_an_event_are_those_of_the_whole_run(size: int) -> None:
    for seed in range(6):
        whole = random_run(seed)
        part = in_chunks(whole, size) if size else again(whole)
        end = len(whole.events)
        for index in (0, end // 3, end // 2, end - 1):
            found = part.links_until(index)
            assert index < len(found)
            assert len(found) < end or index > end // 2, "no more than is needed"
            for at in range(index + 1):
                assert found.cause[at] == whole.links.cause[at]
                assert found.get_origins(at) == whole.links.get_origins(at)
                assert found.get_stack(at) == whole.links.get_stack(at)
