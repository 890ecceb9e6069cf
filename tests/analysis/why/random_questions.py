"""Random questions to random runs, each answer tried: with its cause taken away, and with other things.

    python -m tests.analysis.why.random_questions 200            # 200 runs with new seeds
    python -m tests.analysis.why.random_questions 200 --from 0   # the seeds 0 to 199

A run is asked every question that is worth asking of it. Where the cause is of records, the run is made
again without them: what was asked about must be gone or differ in operator, key, window, contents, kind
or virtual time. Where the answer says which records may matter besides, random others are taken away:
none of these may differ. How a run is repeated is written here anew, and knows nothing of the answers.
"""

from __future__ import annotations

import argparse
import secrets
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedProcessFunction, WindowFunction
from flinksim.datastream.window import (
    CountTrigger,
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)
from flinksim.trace import events as e
from flinksim.trace.query import find_step
from flinksim.trace.recorder import Trace

Scripts = dict[str, list[tuple[int, Any]]]
"""Per split (arrival, value); the last field of a value is a number of its own."""

LAST = (60_000, ("last", 0, -1))
"""What every split ends with: until then the input has not ended, and it moves no watermark."""


class Second(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


class Numbers(WindowFunction):
    def apply(self, key: Any, window: Any, inputs: Any) -> Any:
        yield (key, tuple(sorted(value[2] for value in inputs)))


class Remind(KeyedProcessFunction):
    """A timer for each record, of event time or of processing time."""

    def __init__(self, ms: int, event_time: bool) -> None:
        self._ms, self._event_time = ms, event_time

    def process_element(self, value: Any, ctx: Any) -> Any:
        service = ctx.timer_service()
        if self._event_time:
            service.register_event_time_timer(value[1] + self._ms)
        else:
            service.register_processing_time_timer(service.current_processing_time() + self._ms)
        return []

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        yield (ctx.get_current_key(), (timestamp,))


def random_scripts(random: Random) -> Scripts:
    number = 0
    scripts: Scripts = {}
    for split in ("x", "y", "z")[: random.randint(1, 3)]:
        arrival, items = 0, []
        for _ in range(random.randint(3, 14)):
            arrival += random.choice([0, 1, 60, 150, 400, 900])
            stamp = max(0, arrival * 10 + random.randrange(-3000, 6000))
            items.append((arrival, (random.choice("abc"), stamp, number)))
            number += 1
        scripts[split] = items
    return scripts


def run(scripts: Scripts, seed: int) -> Trace:
    """The trace of :func:`simulate`."""
    return simulate(scripts, seed).trace


def simulate(scripts: Scripts, seed: int) -> fs.Simulation:
    """The run of *scripts* through the program that *seed* makes."""
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
    )
    if random.random() < 0.2:
        strategy = strategy.with_idleness(Duration.of_millis(random.choice([300, 700])))
    strategy = strategy.with_timestamp_assigner(Second())
    if random.random() < 0.3:
        stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "source")
        stream = stream.set_parallelism(1).assign_timestamps_and_watermarks(strategy)
        stream.set_parallelism(1)
    else:
        stream = env.from_source(source, strategy, "source").set_parallelism(random.randint(1, 2))
    if random.random() < 0.3:
        stream = stream.filter(lambda value: value[2] % 5 != 3)
    keyed = stream.key_by(lambda value: value[0])
    if random.random() < 0.25:
        reminded = keyed.process(Remind(random.choice([100, 2500]), random.random() < 0.6))
        reminded.print()
    else:
        windowed: Any = keyed.window(_windows(random))
        if random.random() < 0.3:
            windowed = windowed.allowed_lateness(random.choice([500, 5000]))
        if random.random() < 0.15:
            windowed = windowed.trigger(CountTrigger.of(random.randint(1, 3)))
        windowed.apply(Numbers()).print()
    return fs.simulate(env).run()


def _windows(random: Random) -> Any:
    size = Time.milliseconds(random.choice([1000, 3000]))
    return random.choice(
        [
            TumblingEventTimeWindows.of(size),
            TumblingEventTimeWindows.of(size),
            SlidingEventTimeWindows.of(size, Time.milliseconds(500)),
            EventTimeSessionWindows.with_gap(Time.milliseconds(random.choice([400, 1500]))),
            TumblingProcessingTimeWindows.of(size),
        ]
    )


_FIELDS = ("key", "window", "contents", "kind", "value", "timestamp", "windows", "text", "after",
           "result", "merged", "domain", "namespace")  # fmt: skip


def signature(trace: Trace, index: int) -> Any:
    """What a fact says of operator, key, window, contents and kind, and its virtual time."""
    event = trace.events[index]
    time_ms = trace.headers[find_step(trace, index)].time_ms
    return (
        type(event).__name__,
        getattr(event, "operator", ""),
        *[repr(getattr(event, name, None)) for name in _FIELDS],
        time_ms,
    )


def signatures(trace: Trace, kind: type[Any]) -> set[Any]:
    return {signature(trace, i) for i, event in enumerate(trace.events) if type(event) is kind}


def without(scripts: Scripts, taken: set[int]) -> Scripts:
    return {
        split: [item for item in items if item[1][2] not in taken]
        for split, items in scripts.items()
    }


def numbers_of(trace: Trace, records: Any) -> set[int]:
    """The own numbers of records that are told by split and offset."""
    wanted = {(one.split, one.offset) for one in records}
    return {
        event.value[2]
        for event in trace.events
        if isinstance(event, e.SourceRecordRead) and (event.split, event.offset) in wanted
    }


@dataclass
class Counts:
    """Questions asked, answers with a cause of records, and what trying them said."""

    asked: int = 0
    of_events: int = 0
    confirmed: int = 0
    refuted: list[str] = field(default_factory=list)
    not_confirmed: list[str] = field(default_factory=list)
    told_unknown: list[str] = field(default_factory=list)
    read_wrong: list[str] = field(default_factory=list)
    others_taken: int = 0
    others_refuted: list[str] = field(default_factory=list)
    forms: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        forms = ", ".join(f"{form} {count}" for form, count in self.forms.most_common())
        lines = [
            f"asked {self.asked:,}: cause of records {self.confirmed + len(self.refuted):,}, of other "
            f"facts or none {self.of_events:,}",
            f"without the cause: otherwise {self.confirmed:,}, refuted {len(self.refuted):,}, told by "
            f"the answer itself as not confirmed {len(self.not_confirmed):,}",
            f"what reading the trace alone had said: refuted {len(self.read_wrong):,}, and "
            f"{len(self.told_unknown):,} more where it told that only trying tells",
            f"without random others: the same {self.others_taken - len(self.others_refuted):,} of "
            f"{self.others_taken:,}",
            f"what was asked about: {forms}",
            *self.refuted[:10],
            *self.not_confirmed[:10],
            *self.read_wrong[:10],
            *self.others_refuted[:10],
        ]
        return "\n".join(lines)


def ask_all(seed: int, counts: Counts, most: int = 6) -> None:
    """Ask a run some of its questions and try the answers."""
    random = Random(seed)
    scripts = random_scripts(random)
    simulation = simulate(scripts, seed)
    trace = simulation.trace
    questions = [one for one in trace.questions() if "last" not in one]
    every = {value[2] for items in scripts.values() for _, value in items}
    for question in random.sample(questions, min(most, len(questions))):
        counts.asked += 1
        counts.forms[" ".join(question.split()[1:3])] += 1
        alone = trace.why(question)
        cause = _cause(trace, alone)
        if cause is None:
            counts.of_events += 1
            continue
        at_index = alone.causal_chain[0].event_index
        kind = type(trace.events[at_index])
        asked = signature(trace, at_index)

        def is_same(taken: set[int], asked: Any = asked, kind: type[Any] = kind) -> bool:
            return asked in signatures(run(without(scripts, taken), seed), kind)

        if is_same(cause):
            wrongly = f"seed {seed}: {question}: read wrongly: {sorted(cause)}"
            (counts.told_unknown if alone.unknown else counts.read_wrong).append(wrongly)
        tried = simulation.why(question, what_if=False)
        cause = _cause(trace, tried)
        if cause is None:
            counts.of_events += 1
            continue
        told = f"seed {seed}: {question}: without {sorted(cause)}"
        if not tried.is_confirmed:
            counts.not_confirmed.append(told)
        elif is_same(cause):
            counts.refuted.append(told)
        else:
            counts.confirmed += 1
            for one in cause if len(cause) > 1 else ():
                if not is_same(cause - {one}):
                    counts.refuted.append(f"{told}: {one} is not needed")
        if tried.relevant_records is None:
            continue
        outside = sorted(every - cause - numbers_of(trace, tried.relevant_records))
        taken = set(random.sample(outside, min(5, len(outside))))
        counts.others_taken += 1
        if not is_same(taken):
            counts.others_refuted.append(
                f"seed {seed}: {question}: differs without {sorted(taken)}"
            )


def _cause(trace: Trace, answer: Any) -> set[int] | None:
    """The own numbers of the records of a cause; ``None`` if it is of something else."""
    records = [thing.record for thing in answer.causes]
    if not records or None in records:
        return None
    found = numbers_of(trace, records)
    return None if -1 in found else found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("runs", type=int)
    parser.add_argument("--from", dest="first", type=int, help="the first seed; else new ones")
    options = parser.parse_args()
    first = secrets.randbelow(10**9) if options.first is None else options.first
    counts = Counts()
    for seed in range(first, first + options.runs):
        ask_all(seed, counts)
    print(f"seeds {first} to {first + options.runs - 1}")
    print(counts)


if __name__ == "__main__":
    main()
