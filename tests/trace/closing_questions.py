"""Random "which record closed it" questions to random runs, each answer tried by running again.

    python -m tests.trace.closing_questions 40             # 40 runs of each kind, with new seeds
    python -m tests.trace.closing_questions 40 --from 0    # the seeds 0 to 39

The kinds are how watermarks come about: by ticks, with idleness, by each record, by marks of the
splits, with splits that end before others. Without the cause the firing must be gone or differ in
operator, key, window, contents, kind or virtual time; without less than the cause, and without five
random things outside of what it needs, it must be as it was.
"""

from __future__ import annotations

import argparse
import io
import secrets
import sys
from collections import Counter
from contextlib import redirect_stdout, suppress
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.common.watermark_generators import Watermark, WatermarkGenerator
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, at, idle, record, watermark
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import WindowFunction
from flinksim.datastream.window import SlidingEventTimeWindows, TumblingEventTimeWindows
from flinksim.trace import events as e
from flinksim.trace.query import find_step
from flinksim.trace.recorder import Trace
from tests.trace.closing import closing_of

Scripts = dict[str, list[tuple[int, Any]]]
"""Per split (arrival, value); the last field of a value is a number of its own. A value that begins
with "mark" is a watermark of the split, one with "idle" says that it is idle."""


LAST = (60_000, ("last", 0, -1))
"""What every split ends with: until then the input has not ended, and it moves no watermark."""


END = (7_000, ("nothing", 0, -1))
"""And what one ends with that ends before."""


class EachRecord(WatermarkGenerator):
    """Speaks with every record whose time is a multiple of three."""

    def on_event(self, event: Any, event_timestamp: int, output: Any) -> None:
        if event_timestamp % 3 == 0:
            output.emit_watermark(Watermark(event_timestamp - 500))

    def on_periodic_emit(self, output: Any) -> None:
        pass


class Second(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


def random_scripts(random: Random, marks: bool = False) -> Scripts:
    number = 0
    scripts: Scripts = {}
    for split in ("x", "y", "z")[: random.randint(1, 3)]:
        arrival, items = 0, []
        for _ in range(random.randint(4, 16)):
            arrival += random.choice([0, 1, 60, 150, 400])
            what, at_time = random.choice("ab"), arrival * 10 + random.randrange(6000)
            if marks and random.random() < 0.25:
                what, at_time = "mark", at_time - 2500
            elif marks and random.random() < 0.1:
                what = "idle"
            items.append((arrival, (what, at_time, number)))
            number += 1
        scripts[split] = items
    return scripts


def item_of(value: Any) -> list[Any]:
    match value[0]:
        case "mark":
            return [watermark(value[1])]
        case "idle":
            return [idle()]
        case "nothing":
            return []
    return [record(value)]


def run(scripts: Scripts, seed: int, kind: str = "ticks") -> Trace:
    random = Random(seed)

    def ends(split: str) -> bool:
        return kind == "ends" and split == "x" and len(scripts) > 1

    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(random.randint(1, 2))
    source = ScriptedSource(
        {
            split: [
                entry
                for arrival, value in [*items, END if ends(split) else LAST]
                for entry in (at(arrival), *item_of(value))
            ]
            for split, items in scripts.items()
        }
    )
    strategy: Any = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_millis(random.choice([0, 500, 2000]))
    )
    if kind == "each record":
        strategy = WatermarkStrategy.for_generator(lambda context: EachRecord())
    elif kind == "marks":
        strategy = WatermarkStrategy.no_watermarks()
    if kind == "idleness":
        strategy = strategy.with_idleness(Duration.of_millis(random.choice([300, 900])))
    strategy = strategy.with_timestamp_assigner(Second())
    if random.random() < 0.3 and kind not in ("marks", "ends"):
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
        (event.operator, event.key, event.window, event.contents, event.kind, step.time_ms)
        for step in trace
        for event in step.events
        if isinstance(event, e.WindowFired)
    }


def firing(trace: Trace, index: int) -> Any:
    event = trace.events[index]
    assert isinstance(event, e.WindowFired)
    time_ms = trace.headers[find_step(trace, index)].time_ms
    return (event.operator, event.key, event.window, event.contents, event.kind, time_ms)


def numbers(trace: Trace, scripts: Scripts, indexes: Any) -> set[int]:
    """The numbers of records and marks."""
    found = set()
    for index in indexes:
        event = trace.events[index]
        if isinstance(event, e.SourceRecordRead):
            found.add(event.value[2])
        elif isinstance(event, MARKS):
            now = trace.headers[find_step(trace, index)].time_ms
            for arrival, (what, time, number) in scripts.get(event.split, ()):
                is_it = what == "mark" and time == getattr(event, "timestamp", None)
                is_it |= what == "idle" and getattr(event, "idle", False)
                if is_it and arrival == now:
                    found.add(number)
    return found


def without(scripts: Scripts, taken: set[int]) -> Scripts:
    return {
        split: [item for item in items if item[1][2] not in taken]
        for split, items in scripts.items()
    }


MARKS = (e.WatermarkGenerated, e.GeneratedWatermarkIgnored, e.SplitStatusChanged)
KINDS = ("ticks", "idleness", "each record", "marks", "ends")


def ask(seed: int, kind: str = "ticks") -> str:
    """Ask of one firing of a random run, and confirm the answer; "" if no pane fired on time."""
    random = Random(seed)
    scripts = random_scripts(random, kind == "marks")
    trace = run(scripts, seed, kind)
    answers = []
    for index, event in enumerate(trace.events):
        if isinstance(event, e.WindowFired) and event.key != LAST[1][0]:
            with suppress(LookupError):
                answers.append(closing_of(trace, index))
    if not answers:
        return ""
    by_input = [each for each in answers if each.let_go_by != "end of input"]
    seldom = [each for each in by_input if each.let_go_by in ("idleness", "end")]
    answer = random.choice(seldom or by_input or answers)
    fired = firing(trace, answer.firing)

    def still_fires(taken: set[int]) -> bool:
        return fired in firings(run(without(scripts, taken), seed, kind))

    every = {value[2] for items in scripts.values() for _, value in items}
    outside = sorted(every - numbers(trace, scripts, answer.needs))
    told: str = answer.let_go_by
    if answer.let_go_by == "end of input":
        assert still_fires(set(outside)), (seed, fired, "all others")
        return told
    causes = [answer.any_of] if answer.any_of else []
    if answer.in_doubt:
        tried = [one for one in answer.in_doubt if not still_fires(numbers(trace, scripts, one))]
        causes = tried[:1]
        told = "in doubt: tried" if tried else "in doubt: goes without any"
    for one_cause in causes:
        cause = numbers(trace, scripts, one_cause)
        assert cause
        assert not still_fires(cause), (seed, fired, cause)
        for one in random.sample(sorted(cause), min(2, len(cause))):
            assert len(cause) == 1 or still_fires(cause - {one}), (seed, fired, cause, one)
    taken = set(random.sample(outside, min(5, len(outside))))
    assert still_fires(taken), (seed, fired, taken)
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("runs", type=int, help="of each kind")
    parser.add_argument("--from", dest="first", type=int, help="the first seed; else new ones")
    options = parser.parse_args()
    first = secrets.randbelow(10**9) if options.first is None else options.first
    print(f"seeds {first} to {first + options.runs - 1}")
    wrong = 0
    for kind in KINDS:
        answers: Counter[str] = Counter()
        for seed in range(first, first + options.runs):
            try:
                with redirect_stdout(io.StringIO()):
                    answers[ask(seed, kind) or "no pane fired"] += 1
            except AssertionError as error:
                wrong += 1
                print(f"  wrong, {kind}: {error}")
        told = ", ".join(f"{what} {count}" for what, count in answers.most_common())
        print(f"{kind}: {told}", flush=True)
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
