"""The keystone for what operators keep: contents of panes, triggers, keyed and broadcast state.

Random programs, in stream and batch mode and in both dialects; after every step the fold of the facts
is the live runtime, every state and every list of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from flinksim import RunSettings, Seeded, Simulation, simulate
from flinksim.common import Configuration, Duration, Types, WatermarkStrategy
from flinksim.common.time import Time
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, idle, pause, record
from flinksim.datastream import RuntimeExecutionMode, StreamExecutionEnvironment
from flinksim.datastream.evictors import CountEvictor, TimeEvictor
from flinksim.datastream.functions import (
    AggregateFunction,
    BroadcastProcessFunction,
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    ProcessWindowFunction,
)
from flinksim.datastream.joined_streams import ProcessJoinFunction
from flinksim.datastream.state import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateTtlConfig,
    ValueStateDescriptor,
)
from flinksim.datastream.triggers import (
    ContinuousEventTimeTrigger,
    CountTrigger,
    PurgingTrigger,
)
from flinksim.datastream.window import (
    EventTimeSessionWindows,
    GlobalWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)
from flinksim.runtime.live_view import build_job_state
from flinksim.trace.events import StateAppended
from flinksim.trace.state.job_state import JobView

MOST_STEPS = 300
"""More than any of the programs needs."""

RULES = MapStateDescriptor("rules", Types.STRING(), Types.LONG())


class SecondField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


class Longest(AggregateFunction):
    def create_accumulator(self) -> Any:
        return (0, 0)

    def add(self, value: Any, accumulator: Any) -> Any:
        return (accumulator[0] + 1, max(accumulator[1], int(value[1])))

    def get_result(self, accumulator: Any) -> Any:
        return accumulator

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return (acc_a[0] + acc_b[0], max(acc_a[1], acc_b[1]))


class Counting(ProcessWindowFunction):
    """Also keeps state: of the window, or where windows merge of the key."""

    def __init__(self, merging: bool) -> None:
        self.merging = merging

    def fired(self, context: Any) -> Any:
        store = context.global_state() if self.merging else context.window_state()
        return store.get_state(ValueStateDescriptor("fired", Types.LONG()))

    def process(self, key: Any, context: Any, elements: Any) -> Iterator[Any]:
        fired = self.fired(context)
        fired.update((fired.value() or 0) + 1)
        yield key, len(list(elements))

    def clear(self, context: Any) -> None:
        self.fired(context).clear()


class Everything:
    """Uses every kind of keyed state, by what the record says, and timers."""

    def remember(self, context: Any) -> None:
        ttl = StateTtlConfig.new_builder(Time.milliseconds(250)).build()
        lasting, passing = (
            [
                ValueStateDescriptor(f"value{n}", Types.LONG()),
                ListStateDescriptor(f"list{n}", Types.LONG()),
                MapStateDescriptor(f"map{n}", Types.STRING(), Types.LONG()),
                ReducingStateDescriptor(f"sum{n}", lambda a, b: a + b, Types.LONG()),
                AggregatingStateDescriptor(f"most{n}", Longest(), Types.PICKLED_BYTE_ARRAY()),
            ]
            for n in (0, 1)
        )
        for descriptor in passing:
            descriptor.enable_time_to_live(ttl)
        for descriptors in (lasting, passing):
            value, many, pairs, total, most = descriptors
            self.states = [*getattr(self, "states", ()), context.get_state(value)]
            self.states += [context.get_list_state(many), context.get_map_state(pairs)]
            self.states += [context.get_reducing_state(total), context.get_aggregating_state(most)]

    def work(self, value: Any, context: Any) -> Any:
        what, number = value[2], int(value[1])
        first = 0 if what % 2 else 5
        one, many, pairs, total, most = self.states[first : first + 5]
        if what % 3 == 0:
            one.update(number)
            many.add(number)
            total.add(number)
        elif what % 3 == 1:
            pairs.put(f"k{number % 3}", number)
            most.add(value)
            many.add_all([number, what])
        else:
            one.clear()
            many.update([1, 2] if what % 4 else [])
            pairs.remove("k1")
            list(many.get() or ())
        timers = context.timer_service()
        if what % 5 == 0:
            timers.register_event_time_timer(number + 100)
        elif what % 5 == 1:
            timers.register_processing_time_timer(timers.current_processing_time() + 70)
        elif what % 5 == 2:
            timers.delete_event_time_timer(number + 100)
        return [value]


class OneInput(Everything, KeyedProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self.states: list[Any] = []
        self.remember(runtime_context)

    def process_element(self, value: Any, ctx: Any) -> Any:
        return self.work(value, ctx)

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        self.states[1].add(7)
        return []


class TwoInputs(Everything, KeyedCoProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self.states: list[Any] = []
        self.remember(runtime_context)

    def process_element1(self, value: Any, ctx: Any) -> Any:
        return self.work(value, ctx)

    def process_element2(self, value: Any, ctx: Any) -> Any:
        return self.work(value, ctx)

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        self.states[4].clear()
        return []


class Rules(BroadcastProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Any:
        return [(value, ctx.get_broadcast_state(RULES).get("k1"))]

    def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
        change(ctx.get_broadcast_state(RULES), value)
        return []


class KeyedRules(Everything, KeyedBroadcastProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self.states: list[Any] = []
        self.remember(runtime_context)

    def process_element(self, value: Any, ctx: Any) -> Any:
        return self.work(value, ctx)

    def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
        change(ctx.get_broadcast_state(RULES), value)
        return []

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        return []


def change(rules: Any, value: Any) -> None:
    if value[2] % 3:
        rules.put(f"k{value[2] % 2}", value[1])
    else:
        rules.clear()


class Pair(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: Any) -> Any:
        return [(left, right)]


# --- programs --------------------------------------------------------------------------------------


def script(random: Random) -> list[Any]:
    items: list[Any] = []
    time = 0
    for _ in range(random.randrange(2, 9)):
        time = max(0, time + random.randrange(-150, 400))
        items.append(pause(random.choice([0, 0, 90, 300])))
        items.append(record((random.choice("ab"), time, random.randrange(30))))
        if random.random() < 0.1:
            items.append(idle())
    return items


def windowed(keyed: Any, random: Random) -> Any:
    assigner = random.choice(
        [
            TumblingEventTimeWindows.of(Time.milliseconds(300)),
            SlidingEventTimeWindows.of(Time.milliseconds(400), Time.milliseconds(200)),
            EventTimeSessionWindows.with_gap(Time.milliseconds(200)),
            TumblingProcessingTimeWindows.of(Time.milliseconds(200)),
            GlobalWindows.create(),
        ]
    )
    windows = keyed.window(assigner)
    trigger: Any = random.choice(
        [
            None,
            CountTrigger.of(2),
            PurgingTrigger.of(CountTrigger.of(2)),
            ContinuousEventTimeTrigger.of(Time.milliseconds(100)),
        ]
    )
    if isinstance(assigner, GlobalWindows):  # with the other it fires to the end of time
        trigger = PurgingTrigger.of(CountTrigger.of(2))
    if trigger is not None:
        windows = windows.trigger(trigger)
    if random.random() < 0.3:
        windows = windows.allowed_lateness(200)
    if random.random() < 0.3:
        evictor: Any = random.choice(
            [CountEvictor.of(1), TimeEvictor.of(Time.milliseconds(100), True)]
        )
        windows = windows.evictor(evictor)
    how = random.randrange(3)
    if how == 0:
        return windows.process(Counting(isinstance(assigner, EventTimeSessionWindows)))
    if how == 1:
        return windows.aggregate(Longest())
    return windows.reduce(lambda a, b: (a[0], max(a[1], b[1]), a[2] + b[2]))


def program(random: Random) -> tuple[str, StreamExecutionEnvironment]:
    dialect = "pyflink" if random.random() < 0.25 else "java"
    env = StreamExecutionEnvironment.get_execution_environment(
        Configuration.from_dict({"flinksim.dialect": dialect})
    )
    env.get_config().set_auto_watermark_interval(50)
    env.set_parallelism(random.choice([1, 2]))
    batch = random.random() < 0.2
    if batch:
        env.set_runtime_mode(RuntimeExecutionMode.BATCH)
    kind = Types.TUPLE([Types.STRING(), Types.LONG(), Types.LONG()])

    def stream(name: str) -> Any:
        strategy: Any = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(50))
        if random.random() < 0.3:
            strategy = strategy.with_idleness(Duration.of_millis(120))
        aligned = random.random() < 0.3 and not batch and dialect == "java"
        if aligned:
            strategy = strategy.with_watermark_alignment(
                "all", Duration.of_millis(200), Duration.of_millis(90)
            )
        strategy = strategy.with_timestamp_assigner(SecondField())
        source = ScriptedSource(
            {f"{name}{n}": script(random) for n in range(random.randrange(1, 3))}
        )
        if dialect == "pyflink" or (random.random() < 0.3 and not aligned):
            raw = env.from_source(source, WatermarkStrategy.no_watermarks(), name, kind)
            return raw.assign_timestamps_and_watermarks(strategy)
        return env.from_source(source, strategy, name, kind)

    def keyed(name: str) -> Any:
        return stream(name).key_by(lambda value: value[0], Types.STRING())

    shape = random.choice(
        ["window", "window", "window", "process", "process", "connect", "broadcast", "rules", "join",
         "reduce"]
    )  # fmt: skip
    match shape:
        case "window":
            found = windowed(keyed("s"), random)
        case "process":
            found = keyed("s").process(OneInput())
        case "connect":
            found = keyed("s").connect(keyed("t")).process(TwoInputs())
        case "broadcast":
            found = stream("s").connect(stream("t").broadcast(RULES)).process(Rules())
        case "rules":
            found = keyed("s").connect(stream("t").broadcast(RULES)).process(KeyedRules())
        case "join":
            join = keyed("s").interval_join(keyed("t"))
            found = join.between(Time.milliseconds(-100), Time.milliseconds(100)).process(Pair())
        case _:
            found = keyed("s").reduce(lambda a, b: (a[0], max(a[1], b[1]), a[2] + b[2]))
    found.print()
    return f"{shape}{' batch' if batch else ''} {dialect}", env


def bench(seed: int) -> tuple[str, Simulation] | None:
    """The program of *seed*; ``None`` if Flink has no such program."""
    random = Random(seed)
    try:
        name, env = program(random)
        return name, simulate(env, settings=RunSettings(interleaving=Seeded(seed)))
    except (NotImplementedError, ValueError, RuntimeError, TypeError):
        return None


def check(name: str, sim: Simulation, seen: Counter[str], forget: str = "") -> None:
    folded = JobView()
    done = 0
    while True:
        for event in sim.trace.events[done:]:
            if type(event).__name__ != forget:
                folded.apply(event)
        done = len(sim.trace.events)
        live = build_job_state(sim.cluster)
        assert folded == live, f"{name}, after step {len(sim.trace) - 1}"
        for operator in live.operators.values():
            for what in ("timers", "panes", "states", "lists", "map_entries", "alignment"):
                seen[what] += len(getattr(operator, what)) > 0
            seen["idle_after"] += any(s.idle_after is not None for s in operator.splits.values())
        if len(sim.trace) > MOST_STEPS or sim.step() is None:
            break
    seen[f"{name}: {sim.status}"] += 1


def test_the_fold_has_all_that_operators_keep_after_every_step() -> None:
    seen: Counter[str] = Counter()
    for seed in range(160):
        made = bench(seed)
        if made is not None:
            check(*made, seen)
    for what in (
        "timers",
        "panes",
        "states",
        "lists",
        "map_entries",
        "alignment",
        "idle_after",
    ):
        assert seen[what] > 200, f"{what} is hardly ever there: {seen}"
    shapes = Counter(name.split()[0] for name in seen if ":" in name)
    assert len(shapes) == 7, seen


@pytest.mark.parametrize(
    "kind",
    [
        "StateUpdated", "StateAppended", "StateCleared", "StateEntryPut", "StateEntryRemoved",
        "ElementsEvicted",
        "KeySelected", "IdlenessCountdownChanged", "WatermarkAligned", "WindowAssigned",
        "WindowsMerged", "WindowCleared", "OperatorInputChanged", "InputEnded", "SplitReleased",
    ],
)  # fmt: skip
def test_the_keystone_fails_if_a_event_is_forgotten(kind: str) -> None:
    def some_programs() -> None:
        for seed in range(160):
            made = bench(seed)
            if made is not None:
                check(*made, Counter(), kind)

    with pytest.raises((AssertionError, KeyError)):
        some_programs()


def test_an_element_that_max_changes_in_place_stays_in_the_list_of_an_evicting_window() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy: Any = WatermarkStrategy.for_monotonous_timestamps()
    clicks = [record(("a", 100, 3)), record(("a", 200, 5)), record(("a", 150, 4))]
    stream = env.from_source(
        ScriptedSource(clicks), strategy.with_timestamp_assigner(SecondField()), "clicks"
    )
    windows = stream.key_by(lambda value: value[0]).window(
        EventTimeSessionWindows.with_gap(Time.milliseconds(200))
    )
    windows.trigger(CountTrigger.of(2)).evictor(CountEvictor.of(2)).max(2).print()
    sim = simulate(env)
    seen: Counter[str] = Counter()
    check("max", sim, seen)
    assert seen["lists"] > 2
    appended = [one.value for one in sim.trace.get_events(StateAppended)]
    assert (("a", 100, 5), 100) in appended  # max has changed the first element
