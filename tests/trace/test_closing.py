"""Which records let a window fire: told from the trace, and confirmed by running without them."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import WindowFunction
from flinksim.datastream.window import SlidingEventTimeWindows, TumblingEventTimeWindows
from flinksim.trace import events as e
from flinksim.trace.closing import closing_of
from flinksim.trace.query import step_of
from flinksim.trace.recorder import Trace

Scripts = dict[str, list[tuple[int, Any]]]
"""Per split (arrival, value); the last field of a value is a number of its own."""


LAST = (60_000, ("last", 0, -1))
"""What every split ends with: until then the input has not ended, and it moves no watermark."""


class Second(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


def random_scripts(random: Random) -> Scripts:
    number = 0
    scripts: Scripts = {}
    for split in ("x", "y", "z")[: random.randint(1, 3)]:
        arrival, items = 0, []
        for _ in range(random.randint(4, 16)):
            arrival += random.choice([0, 1, 60, 150, 400])
            items.append(
                (arrival, (random.choice("ab"), arrival * 10 + random.randrange(6000), number))
            )
            number += 1
        scripts[split] = items
    return scripts


def run(scripts: Scripts, seed: int) -> Trace:
    random = Random(seed)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(random.randint(1, 2))
    source = ScriptedSource(
        {
            split: [
                entry for arrival, value in [*items, LAST] for entry in (at(arrival), record(value))
            ]
            for split, items in scripts.items()
        }
    )
    strategy: Any = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_millis(random.choice([0, 500, 2000]))
    ).with_timestamp_assigner(Second())
    if random.random() < 0.3:
        stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "source")
        stream = stream.set_parallelism(1).assign_timestamps_and_watermarks(strategy)
        stream.set_parallelism(1)
    else:
        stream = env.from_source(source, strategy, "source").set_parallelism(random.randint(1, 2))
    size = random.choice([1000, 3000])
    windows: Any = TumblingEventTimeWindows.of(Time.milliseconds(size))
    if random.random() < 0.3:
        windows = SlidingEventTimeWindows.of(Time.milliseconds(size), Time.milliseconds(500))
    stream.key_by(lambda value: value[0]).window(windows).apply(Numbers()).print()
    return fs.simulate(env).run().trace


class Numbers(WindowFunction):
    def apply(self, key: Any, window: Any, inputs: Any) -> Any:
        yield (key, tuple(sorted(value[2] for value in inputs)))


def firings(trace: Trace) -> set[Any]:
    """All firings, with the virtual time of each."""
    return {
        (fact.operator, fact.key, fact.window, fact.contents, fact.kind, step.time_ms)
        for step in trace
        for fact in step.events
        if isinstance(fact, e.WindowFired)
    }


def firing(trace: Trace, index: int) -> Any:
    fact = trace.events[index]
    assert isinstance(fact, e.WindowFired)
    time_ms = trace.heads[step_of(trace, index)].time_ms
    return (fact.operator, fact.key, fact.window, fact.contents, fact.kind, time_ms)


def numbers(trace: Trace, reads: Any) -> set[int]:
    facts = [trace.events[index] for index in reads]
    return {fact.value[2] for fact in facts if isinstance(fact, e.SourceRecordRead)}


def without(scripts: Scripts, taken: set[int]) -> Scripts:
    return {
        split: [item for item in items if item[1][2] not in taken]
        for split, items in scripts.items()
    }


def ask(seed: int) -> bool:
    """Ask of one firing of a random run, and confirm the answer; ``False`` if there is none."""
    random = Random(seed)
    scripts = random_scripts(random)
    trace = run(scripts, seed)
    asked = [i for i, fact in enumerate(trace.events) if isinstance(fact, e.WindowFired)]
    answers = []
    for index in asked:
        with suppress(LookupError):
            answers.append(closing_of(trace, index))
    if not answers:
        return False
    answer = random.choice(answers)
    fired = firing(trace, answer.firing)
    cause = numbers(trace, answer.any_of)
    assert cause
    assert fired not in firings(run(without(scripts, cause), seed)), (seed, fired, cause)
    every = {value[2] for items in scripts.values() for _, value in items}
    outside = sorted(every - numbers(trace, answer.needs))
    taken = set(random.sample(outside, min(5, len(outside))))
    assert fired in firings(run(without(scripts, taken), seed)), (seed, fired, taken)
    return True


@pytest.mark.parametrize("first", range(0, 300, 30))
def test_without_its_cause_a_pane_does_not_fire_so_and_without_anything_else_it_does(
    first: int,
) -> None:
    assert sum(ask(seed) for seed in range(first, first + 30)) >= 20


def test_any_of_several_records_would_have_done() -> None:
    scripts: Scripts = {
        "x": [(0, ("a", 500, 1)), (300, ("a", 9_000, 2)), (350, ("b", 9_500, 3))],
    }
    trace = run(scripts, 1)
    answer = closing_of(
        trace, next(i for i, f in enumerate(trace.events) if isinstance(f, e.WindowFired))
    )
    assert numbers(trace, answer.any_of) == {2, 3}
    fired = firing(trace, answer.firing)
    assert fired in firings(run(without(scripts, {2}), 1))
    assert fired in firings(run(without(scripts, {3}), 1))
    assert fired not in firings(run(without(scripts, {2, 3}), 1))


def test_what_no_record_let_go_is_told() -> None:
    trace = run({"x": [(0, ("a", 500, 1))]}, 1)
    index = next(i for i, f in enumerate(trace.events) if isinstance(f, e.WindowFired))
    with pytest.raises(LookupError, match="because the input ended"):
        closing_of(trace, index)
    with pytest.raises(TypeError, match="expected the kind WindowFired, found JobSubmitted"):
        closing_of(trace, 0)
